//! The page: what to run, with which settings, and what the ranks then hold.
//!
//! [`state`] is what the page knows, [`address`] what of it stands in the address bar, [`words`] what it says in which
//! language, [`figures`] how it writes numbers: none of it needs a browser. `components` draws it, `runner` runs the
//! ranks, and `js_api` is `window.rankscope`.
#![forbid(unsafe_code)]

pub mod address;
pub mod figures;
pub mod state;
pub mod words;
