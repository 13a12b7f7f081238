//! Values that follow the page's state. Boxed, they are of few types, and what is done with them is compiled once.

use crate::page::Page;
use crate::words::Words;

/// A value that follows the page's state. (Objects of `Fn` carry the code to call them in three ways.)
pub trait Follows<T> {
    /// The value now.
    fn now(&self) -> T;
}

impl<T, F: Fn() -> T> Follows<T> for F {
    fn now(&self) -> T {
        self()
    }
}

/// Text that follows the page's state.
pub type Text = Box<dyn Follows<String>>;

/// An attribute that is there or not.
pub type Maybe = Box<dyn Follows<Option<String>>>;

/// What holds or does not.
pub type When = Box<dyn Follows<bool>>;

/// Text that follows the page's state.
pub fn text(text: impl Fn() -> String + 'static) -> Text {
    Box::new(text)
}

/// A word or sentence of the language in use.
pub fn say(select: fn(&'static Words) -> &'static str) -> Text {
    let page = Page::expect();
    Box::new(move || select(page.words()).to_owned())
}

/// An attribute that is there or not.
pub fn maybe(value: impl Fn() -> Option<String> + 'static) -> Maybe {
    Box::new(value)
}

/// An attribute that says `true`, or is not there.
pub fn flag(holds: impl Fn() -> bool + 'static) -> Maybe {
    Box::new(move || holds().then(|| "true".to_owned()))
}

/// A class that is there or not, a button that is checked or not.
pub fn when(holds: impl Fn() -> bool + 'static) -> When {
    Box::new(holds)
}
