//! Closures of few types. Leptos compiles its machinery anew around every type of closure; boxed, they share it, and
//! the page is a good deal smaller.

use super::late::Late;
use crate::page::Page;
use crate::words::Words;

/// Text that follows the page's state.
pub type Text = Box<dyn Fn() -> String + Send>;

/// An attribute that is there or not.
pub type Maybe = Box<dyn Fn() -> Option<String> + Send>;

/// What holds or does not.
pub type When = Box<dyn Fn() -> bool + Send>;

/// Text that follows the page's state.
pub fn text(text: impl Fn() -> String + Send + 'static) -> Text {
    Box::new(text)
}

/// A word or sentence of the language in use.
pub fn say(select: fn(&'static Words) -> &'static str) -> Text {
    let page = Page::expect();
    Box::new(move || select(page.words()).to_owned())
}

/// An attribute that is there or not.
pub fn maybe(value: impl Fn() -> Option<String> + Send + 'static) -> Maybe {
    Box::new(value)
}

/// An attribute that says `true`, or is not there.
pub fn flag(holds: impl Fn() -> bool + Send + 'static) -> Maybe {
    Box::new(move || holds().then(|| "true".to_owned()))
}

/// A class that is there or not, a button that is checked or not.
pub fn when(holds: impl Fn() -> bool + Send + 'static) -> When {
    Box::new(holds)
}

/// Something to see that follows the page's state.
pub fn part(view: impl Fn() -> Late + Send + 'static) -> Box<dyn Fn() -> Late + Send> {
    Box::new(view)
}

/// What a click does.
pub fn act(act: impl Fn() + 'static) -> Box<dyn FnMut(leptos::ev::MouseEvent)> {
    Box::new(move |_| act())
}

/// What a change of a field or of an open fold does.
pub fn react(react: impl Fn(leptos::ev::Event) + 'static) -> Box<dyn FnMut(leptos::ev::Event)> {
    Box::new(react)
}

/// What a key does.
pub fn keyed(
    press: impl Fn(leptos::ev::KeyboardEvent) + 'static,
) -> Box<dyn FnMut(leptos::ev::KeyboardEvent)> {
    Box::new(press)
}
