//! The messages that are more than one format: torch's sentence where it has one, then what to do.

mod arguments;
mod mesh;
mod misused;
mod peers;

use std::fmt::{self, Formatter};

pub(super) use arguments::*;
pub(super) use mesh::*;
pub(super) use misused::misused;
pub(super) use peers::*;

fn list<T: fmt::Display>(items: &[T], f: &mut Formatter<'_>) -> fmt::Result {
    for (position, item) in items.iter().enumerate() {
        let before = if position == 0 { "" } else { ", " };
        write!(f, "{before}{item}")?;
    }
    Ok(())
}
