//! Elements of one type.
//!
//! Leptos' `view!` gives every view a type of its own, and the compiler writes code to build, mount and drop each of
//! them: more than a tenth of what readers downloaded. A [`Piece`] is the same element with the same attributes and the
//! same effects on Leptos' signals, put together by the same few functions.

use std::any::Any;

use leptos::prelude::*;
use leptos::tachys::renderer::types::{Element, Node};
use wasm_bindgen::prelude::*;
use web_sys::{Event, KeyboardEvent};

use super::following::{Maybe, Text, When};
use crate::reactive::while_owned;
use crate::words::Words;

/// An element, with what it reacts to and what is inside.
pub struct Piece {
    element: Element,
    /// Effects and listeners, of this element and of those inside: they end with it.
    kept: Vec<Box<dyn Any>>,
}

/// Hears events as long as it lives.
struct Listener {
    element: Element,
    event: &'static str,
    react: Closure<dyn FnMut(Event)>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let react = self.react.as_ref().unchecked_ref();
        let _ = self.element.remove_event_listener_with_callback(self.event, react);
    }
}

/// What follows the page's state.
enum Place {
    Attribute(&'static str),
    Class(&'static str),
    /// One that is true or false.
    Property(&'static str),
    /// What stands in a field.
    Value,
    Html,
    Text(Node),
}

/// An element: `p.note` is `<p class="note">`.
pub fn el(name: &str) -> Piece {
    let mut parts = name.split('.');
    // The browser knows every name that stands in this program.
    let element = document().create_element(parts.next().unwrap_or("div"));
    let element = element.unwrap_or_else(|_| leptos::tachys::dom::body().into());
    let classes: Vec<&str> = parts.collect();
    let piece = Piece { element, kept: Vec::new() };
    if classes.is_empty() { piece } else { piece.set("class", &classes.join(" ")) }
}

/// An element that stands in the document already.
pub fn place(element: Element) -> Piece {
    Piece { element, kept: Vec::new() }
}

/// A button that does something.
pub fn button(class: &str, act: impl Fn() + 'static) -> Piece {
    el("button").set("type", "button").set("class", class).on("click", move |_| act())
}

impl Piece {
    /// Gives it an attribute.
    pub fn set(self, name: &str, value: &str) -> Piece {
        // Refused for impossible names only.
        let _ = self.element.set_attribute(name, value);
        self
    }

    /// An attribute that follows the page's state.
    pub fn attr(self, name: &'static str, value: Text) -> Piece {
        self.follow(Place::Attribute(name), Box::new(move || Some(value.now())))
    }

    /// An attribute that is there or not.
    pub fn attr_maybe(self, name: &'static str, value: Maybe) -> Piece {
        self.follow(Place::Attribute(name), value)
    }

    /// An attribute that is a word of the language in use.
    pub fn attr_say(self, name: &'static str, word: fn(&'static Words) -> &'static str) -> Piece {
        self.attr(name, super::following::say(word))
    }

    /// A class that is there or not.
    pub fn class(self, name: &'static str, holds: When) -> Piece {
        self.follow(Place::Class(name), Box::new(move || holds.now().then(String::new)))
    }

    /// A class that is there for good, or not.
    pub fn class_if(self, name: &str, holds: bool) -> Piece {
        if holds {
            let _ = self.element.class_list().add_1(name);
        }
        self
    }

    /// A property that is true or false: what is checked, what is open.
    pub fn prop(self, name: &'static str, holds: When) -> Piece {
        self.follow(Place::Property(name), Box::new(move || holds.now().then(String::new)))
    }

    /// What stands in a field.
    pub fn value(self, value: Text) -> Piece {
        self.follow(Place::Value, Box::new(move || Some(value.now())))
    }

    /// Text that stays as it is.
    pub fn says(self, text: &str) -> Piece {
        let _ = self.element.append_child(&document().create_text_node(text));
        self
    }

    /// Text that follows the page's state.
    pub fn text(self, text: Text) -> Piece {
        let node: Node = document().create_text_node("").into();
        let _ = self.element.append_child(&node);
        self.follow(Place::Text(node), Box::new(move || Some(text.now())))
    }

    /// A word or sentence of the language in use.
    pub fn say(self, word: fn(&'static Words) -> &'static str) -> Piece {
        self.text(super::following::say(word))
    }

    /// All that is inside, as HTML that stays as it is.
    pub fn html(self, html: &str) -> Piece {
        self.element.set_inner_html(html);
        self
    }

    /// All that is inside, as HTML that follows the page's state.
    pub fn html_of(self, html: Text) -> Piece {
        self.follow(Place::Html, Box::new(move || Some(html.now())))
    }

    /// Puts a piece inside, behind what is there.
    pub fn child(mut self, child: Piece) -> Piece {
        let _ = self.element.append_child(&child.element);
        self.kept.extend(child.kept);
        self
    }

    /// Puts pieces inside, behind what is there.
    pub fn children(self, children: impl IntoIterator<Item = Piece>) -> Piece {
        children.into_iter().fold(self, Piece::child)
    }

    /// Pieces that follow the page's state: none, one or several, in this place.
    pub fn part(self, pieces: impl Fn() -> Vec<Piece> + 'static) -> Piece {
        self.part_boxed(Box::new(pieces))
    }

    fn part_boxed(mut self, pieces: Box<dyn Fn() -> Vec<Piece>>) -> Piece {
        let end: Node = document().create_text_node("").into();
        let _ = self.element.append_child(&end);
        let mut there: Vec<Piece> = Vec::new();
        self.keep_up(Box::new(move || {
            let new = pieces();
            for piece in there.drain(..) {
                piece.element.remove();
            }
            if let Some(parent) = end.parent_node() {
                for piece in &new {
                    let _ = parent.insert_before(&piece.element, Some(&end));
                }
            }
            there = new;
        }));
        self
    }

    /// Calls `react` with every event of that name.
    pub fn on(self, event: &'static str, react: impl FnMut(Event) + 'static) -> Piece {
        self.listen(event, Box::new(react))
    }

    /// Calls `press` with every key that is pressed without Alt, Ctrl or Meta: with them, keys are the browser's.
    pub fn keys(self, press: impl Fn(&KeyboardEvent) + 'static) -> Piece {
        self.on("keydown", move |event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            if !(event.alt_key() || event.ctrl_key() || event.meta_key()) {
                press(event);
            }
        })
    }

    fn listen(mut self, event: &'static str, react: Box<dyn FnMut(Event)>) -> Piece {
        let (element, react) = (self.element.clone(), Closure::wrap(react));
        let _ = element.add_event_listener_with_callback(event, react.as_ref().unchecked_ref());
        self.kept.push(Box::new(Listener { element, event, react }));
        self
    }

    fn follow(mut self, place: Place, value: Maybe) -> Piece {
        let element = self.element.clone();
        let mut before = None;
        self.keep_up(Box::new(move || {
            let value = value.now();
            if before.as_ref() != Some(&value) {
                place.write(&element, value.as_deref());
                before = Some(value);
            }
        }));
        self
    }

    fn keep_up(&mut self, react: Box<dyn FnMut()>) {
        let mut react = while_owned(react);
        self.kept.push(Box::new(RenderEffect::new(move |_: Option<()>| react())));
    }

    /// The element itself.
    pub fn element(&self) -> &Element {
        &self.element
    }
}

impl Place {
    fn write(&self, element: &Element, value: Option<&str>) {
        // Refused for impossible names only.
        let _ = match (self, value) {
            (Place::Attribute(name), Some(value)) => element.set_attribute(name, value),
            (Place::Attribute(name), None) => element.remove_attribute(name),
            (Place::Class(name), there) => {
                element.class_list().toggle_with_force(name, there.is_some()).map(drop)
            }
            (Place::Property(name), there) => property(element, name, &there.is_some().into()),
            (Place::Value, value) => property(element, "value", &value.unwrap_or_default().into()),
            (Place::Html, value) => {
                element.set_inner_html(value.unwrap_or_default());
                Ok(())
            }
            (Place::Text(node), value) => {
                node.set_node_value(value);
                Ok(())
            }
        };
    }
}

fn property(element: &Element, name: &str, value: &JsValue) -> Result<(), JsValue> {
    js_sys::Reflect::set(element, &name.into(), value).map(drop)
}
