use std::time::Duration;

use leptos::prelude::*;

use crate::browser;
use crate::page::Page;

/// How long the page says how copying went.
const SAID: Duration = Duration::from_secs(6);

impl Page {
    /// Copies a tensor as torch reads it; `Err` where it cannot be had, with the reason in words.
    pub fn copy(self, name: &str, literal: Result<String, &'static str>) {
        let words = untrack(|| self.words());
        let name = name.to_owned();
        let tell = move |how: String| {
            self.told.set(how.clone());
            let over = move || {
                if self.told.with_untracked(|told| *told == how) {
                    self.told.set(String::new());
                }
            };
            set_timeout(over, SAID);
        };
        match literal {
            Err(why) => tell(format!("{name}: {why}")),
            Ok(literal) => browser::copy(&literal, move |copied| {
                tell(if copied {
                    (words.copy.copied)(&name)
                } else {
                    words.copy.refused.to_owned()
                });
            }),
        }
    }
}
