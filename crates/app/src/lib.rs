//! The page: what to run, with which settings, and what the ranks then hold.
//!
//! [`state`] is what the page knows, [`address`] what of it stands in the address bar, [`words`] what it says in which
//! language, [`figures`] and [`cells`] how it writes tensors, [`diagram`], [`drawing`] and [`naming`] how it draws what happened,
//! [`pictures`] what each lesson is about, [`program_lines`] where ranks stand in the program, [`traffic`] who sent how
//! much, [`forecast`] how long it would take elsewhere: none of it needs a browser. `components` puts it on the screen, `runner` runs the
//! ranks, `player` plays a run back, and `js_api` is `window.rankscope`.
#![forbid(unsafe_code)]

pub mod address;
pub mod cells;
pub mod diagram;
pub mod drawing;
pub mod figures;
pub mod forecast;
pub mod highlight;
pub mod ledger;
pub mod literal;
pub mod loaded;
pub mod naming;
pub mod pictures;
pub mod places;
pub mod program_lines;
pub mod ramp;
pub mod scale;
pub mod state;
pub mod traffic;
pub mod words;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod components;
#[cfg(target_arch = "wasm32")]
mod copying;
#[cfg(target_arch = "wasm32")]
mod js_api;
#[cfg(target_arch = "wasm32")]
mod js_config;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(target_arch = "wasm32")]
mod player;
#[cfg(target_arch = "wasm32")]
mod reactive;
#[cfg(target_arch = "wasm32")]
mod recording;
#[cfg(target_arch = "wasm32")]
mod rehearsal;
#[cfg(target_arch = "wasm32")]
mod runner;
#[cfg(target_arch = "wasm32")]
mod workers;

/// Puts the page where the document keeps a place for it, and `window.rankscope` beside it.
#[cfg(target_arch = "wasm32")]
pub fn mount() {
    let place = browser::take_place();
    let element = place.clone().into();
    let handle = leptos::mount::mount_to(place, || {
        js_api::install(page::Page::provide());
        // The page lives as long as its document.
        std::mem::forget(components::app(element));
    });
    handle.forget();
}
