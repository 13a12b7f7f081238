//! Views of one type.
//!
//! [`AnyView`](leptos::prelude::AnyView) carries for each view that it may hold the code that turns an old one into a
//! new one, attribute by attribute. Here what is new takes the place of what was there: a tenth of the page is saved.

use leptos::prelude::*;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::renderer::types::{Element, Node};
use leptos::tachys::view::{Mountable, Position, PositionState, Render, RenderHtml};

use super::piece::Piece;

/// Some view, built when it is put in its place.
pub struct Late(Box<dyn FnOnce() -> Built + Send>);

/// `view`, of whatever type.
pub fn late<V: IntoView + Send + 'static>(view: V) -> Late {
    Late(Box::new(move || Built(Box::new(view.into_view().build()))))
}

impl Late {
    /// What `build` makes, made when it is put in its place.
    pub fn of(build: impl FnOnce() -> Piece + Send + 'static) -> Late {
        Late(Box::new(move || Built(Box::new(build()))))
    }
}

/// What stands in the document.
pub struct Built(Box<dyn Mountable>);

impl Mountable for Built {
    fn unmount(&mut self) {
        self.0.unmount();
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        self.0.mount(parent, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        self.0.insert_before_this(child)
    }

    fn elements(&self) -> Vec<Element> {
        self.0.elements()
    }
}

impl Render for Late {
    type State = Built;

    fn build(self) -> Built {
        (self.0)()
    }

    fn rebuild(self, there: &mut Built) {
        let mut new = self.build();
        there.insert_before_this(&mut new);
        there.unmount();
        *there = new;
    }
}

leptos::tachys::no_attrs!(Late);

// The page is never drawn on a server.
impl RenderHtml for Late {
    type AsyncOutput = Late;
    type Owned = Late;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Late {
        self
    }

    fn to_html_with_buf(
        self,
        _: &mut String,
        _: &mut Position,
        _: bool,
        _: bool,
        _: Vec<AnyAttribute>,
    ) {
    }

    fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> Built {
        self.build()
    }

    fn into_owned(self) -> Late {
        self
    }
}
