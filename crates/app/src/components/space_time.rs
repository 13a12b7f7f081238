use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, MouseEvent, WheelEvent};

use super::following::text;
use super::piece::{Piece, button, el};
use super::segments::{Segment, segments};
use crate::diagram::{Diagram, Time};
use crate::drawing;
use crate::page::Page;
use crate::reactive::{State, watch};
use crate::state::{Playback, Stretch, stretches};

/// The least and the most pixels that an event is wide, until the reader zooms.
const UNIT: (f64, f64) = (2.5, 26.0);

/// What the diagram is seen through, and how far it is zoomed.
#[derive(Clone)]
struct Window {
    page: Page,
    element: Element,
    /// Pixels that an event is wide.
    unit: State<f64>,
    /// Pixels that there are for all of them.
    room: Rc<Cell<f64>>,
}

/// Lanes, bars and arrows; a click puts the cursor there.
pub fn space_time() -> Piece {
    let page = Page::expect();
    let player = page.player;
    let sheet = el("div.window").set("tabindex", "0").set("role", "img");
    let element = sheet.element().clone();
    let window = Window { page, element, unit: State::new(1.0), room: Rc::new(Cell::new(1.0)) };
    window.fit_anew();
    window.follow_cursor();
    window.follow_message();
    let lanes = text(move || player.diagram.with(|diagram| labels(diagram.ranks)));
    let told = text(move || message(page).unwrap_or_else(|| page.words().diagram.hint.to_owned()));
    let head = el("div.view-head")
        .child(el("h3").set("id", "space-time-heading").say(|w| w.diagram.heading))
        .child(keys())
        .child(time_switch())
        .child(window.buttons());
    let lanes = el("div.labels").set("aria-hidden", "true").html_of(lanes);
    el("section.space-time")
        .set("aria-labelledby", "space-time-heading")
        .child(head)
        .child(el("div.lanes-and-time").child(lanes).child(window.drawn(sheet)))
        .child(el("p.carries").set("role", "status").text(told))
        .child(el("p.note").text(text(move || note(page))))
}

impl Window {
    fn events(&self) -> f64 {
        self.page.player.diagram.with(|diagram| diagram.width()).max(1.0)
    }

    /// Pixels from the left to the cursor.
    fn cursor(&self) -> f64 {
        let player = self.page.player;
        player.diagram.with(|d| d.x(player.cursor.get())) * self.unit.get()
    }

    /// Fits the diagram into the window, as far as it can be read then, whenever there is something else to show: there
    /// may be other room for it, too.
    fn fit_anew(&self) {
        let window = self.clone();
        watch(move || {
            let events = window.events();
            window.room.set(f64::from(window.element.client_width()));
            let fit = window.room.get() / events;
            // Many ranks have so many events that one looks at all of them first.
            window.unit.set(fit.clamp(UNIT.0.min(fit * 3.0), UNIT.1));
        });
    }

    fn zoom(&self, factor: f64) {
        self.unit.update(|unit| *unit = (*unit * factor).clamp(0.02, 120.0));
    }

    /// Scrolls to the cursor where it leaves the window.
    fn follow_cursor(&self) {
        let window = self.clone();
        watch(move || {
            let (x, element) = (window.cursor() as i32, &window.element);
            let (left, width) = (element.scroll_left(), element.client_width());
            if x < left + 16 || x > left + width - 16 {
                element.set_scroll_left(x - width / 2);
            }
        });
    }

    /// Scrolls to the message that is pointed at.
    fn follow_message(&self) {
        let (window, player) = (self.clone(), self.page.player);
        watch(move || {
            let Some(message) = player.message.get() else { return };
            let ends = |diagram: &Diagram| diagram.arrows.get(message).map(|a| (a.from, a.to));
            let Some((from, to)) = player.diagram.with_untracked(|d| ends(d)) else { return };
            let (unit, element) = (window.unit.get_untracked(), &window.element);
            let (left, width) = (element.scroll_left(), element.client_width());
            if ((from * unit) as i32) < left || (to * unit) as i32 > left + width {
                element.set_scroll_left(((from + to) / 2.0 * unit) as i32 - width / 2);
            }
        });
    }

    /// Where in the sheet the pointer is, in pixels.
    fn place(&self, event: &Event) -> (f64, f64) {
        let (event, there): (&MouseEvent, _) =
            (event.unchecked_ref(), self.element.get_bounding_client_rect());
        let x = f64::from(event.client_x()) - there.left() + f64::from(self.element.scroll_left());
        (x, f64::from(event.client_y()) - there.top() - MARGIN)
    }

    /// Points at the message that the pointer is near.
    fn point(&self, event: &Event) {
        let ((x, y), unit) = (self.place(event), self.unit.get_untracked());
        let player = self.page.player;
        let at = player.diagram.with_untracked(|diagram| drawing::nearest(diagram, unit, x, y));
        if player.message.get_untracked() != at {
            player.message.set(at);
        }
    }

    /// Puts the cursor where the pointer is.
    fn click(&self, event: &Event) {
        let (x, _) = self.place(event);
        let (player, unit) = (self.page.player, self.unit.get_untracked());
        player.playing.set(false);
        player.seek(player.diagram.with_untracked(|diagram| diagram.cursor(x / unit)));
    }

    fn wheel(&self, event: &Event) {
        let event: &WheelEvent = event.unchecked_ref();
        if event.ctrl_key() {
            event.prevent_default();
            self.zoom(if event.delta_y() < 0.0 { 1.25 } else { 0.8 });
        }
    }

    /// The sheet, with all that is drawn on it and all that it listens to.
    fn drawn(self, sheet: Piece) -> Piece {
        let (page, unit) = (self.page, self.unit);
        let player = page.player;
        let label = text(move || {
            let words = &page.words().diagram;
            player.diagram.with(|d| (words.label)(d.ranks, d.bars.len(), d.arrows.len()))
        });
        let svg = text(move || {
            let words = &page.words().diagram;
            player.diagram.with(|diagram| drawing::svg(diagram, unit.get(), words))
        });
        let lit = text(move || {
            player.diagram.with(|diagram| drawing::lit(diagram, unit.get(), player.message.get()))
        });
        let window = self.clone();
        let line =
            text(move || format!("transform:translateX({}px)", drawing::Px(window.cursor())));
        let [clicked, turned, over, down] = [(); 4].map(|()| self.clone());
        sheet
            .attr("aria-label", label)
            .on("click", move |event| clicked.click(&event))
            .on("wheel", move |event| turned.wheel(&event))
            .on("pointermove", move |event| over.point(&event))
            .on("pointerdown", move |event| down.point(&event))
            .child(
                el("div.sheet")
                    .child(el("div").html_of(svg))
                    .child(el("div.over").html_of(lit))
                    .child(el("div.cursor").attr("style", line)),
            )
    }

    /// From message to message, and nearer and farther.
    fn buttons(&self) -> Piece {
        let player = self.page.player;
        let step = |name, sign: &str, forward| {
            button("icon", move || player.along(forward)).attr_say("aria-label", name).says(sign)
        };
        let scale = |name, sign: &str, factor| {
            let window = self.clone();
            button("icon", move || window.zoom(factor)).attr_say("aria-label", name).says(sign)
        };
        let window = self.clone();
        let fit = move || window.unit.set(window.room.get() / untrack(|| window.events()));
        el("div.zoom")
            .child(step(|w| w.diagram.previous, "←", false))
            .child(step(|w| w.diagram.next, "→", true))
            .child(scale(|w| w.diagram.farther, "−", 0.7))
            .child(button("", fit).say(|w| w.diagram.fit))
            .child(scale(|w| w.diagram.closer, "+", 1.4))
    }
}

fn keys() -> Piece {
    el("p.keys")
        .set("aria-hidden", "true")
        .child(el("span.op").say(|w| w.diagram.keys[0]))
        .child(el("span.wait").say(|w| w.diagram.keys[1]))
        .child(el("span.arrow").say(|w| w.diagram.keys[2]))
}

/// How many messages are left out, and how long it all took.
fn note(page: Page) -> String {
    let words = &page.words().diagram;
    page.player.diagram.with(|diagram| {
        let mut note = String::new();
        let (drawn, all) = (drawing::drawn(diagram), diagram.arrows.len());
        if drawn < all {
            note.push_str(&(words.thinned)(drawn, all));
            note.push(' ');
        }
        let micros = diagram.micros(diagram.width());
        if micros > 0.0 {
            note.push_str(&(words.span)(micros.round() as u64));
        }
        note
    })
}

/// Pixels above the first lane.
const MARGIN: f64 = 10.0;

/// The message that is pointed at, and what it carries.
fn message(page: Page) -> Option<String> {
    let player = page.player;
    let number = player.message.get()?;
    let recording = player.recording.read();
    let lesson = page.lesson.get();
    player.diagram.with(|diagram| {
        let arrow = diagram.arrows.get(number)?;
        let named = |rank, span| {
            recording.as_ref().map_or_else(Vec::new, |recording| {
                recording.ask(|playback| {
                    let stretches = stretches(playback, rank, span, lesson);
                    stretches.iter().map(|part| named(playback, part)).collect()
                })
            })
        };
        let (from, into) =
            (named(arrow.sender, &arrow.from_span), named(arrow.receiver, &arrow.into_span));
        let words = &page.words().diagram;
        Some((words.message)(number + 1, diagram.arrows.len(), arrow, &from, &into))
    })
}

/// `input[2–3]`.
fn named(playback: &Playback, part: &Stretch) -> String {
    let name = playback.tracks(part.rank).get(part.track).map_or("", |track| &track.name);
    let (first, last) = (part.elements.start, part.elements.end - 1);
    if first == last { format!("{name}[{first}]") } else { format!("{name}[{first}–{last}]") }
}

/// The lanes' names, as HTML.
fn labels(ranks: usize) -> String {
    let lane = drawing::lane(ranks);
    // Where lanes are narrow, every eighth has its number.
    let every = if lane > 12.0 { 1 } else { 8 };
    let label = |rank: usize| {
        let name = if rank.is_multiple_of(every) { rank.to_string() } else { String::new() };
        format!("<span class=r{rank} style=\"height:{}px\">{name}</span>", drawing::Px(lane))
    };
    (0..ranks).map(label).collect()
}

fn time_switch() -> Piece {
    segments(
        "time",
        |words| words.diagram.time,
        [
            Segment { id: "logical", label: |words| words.diagram.logical, lang: None },
            Segment { id: "wall", label: |words| words.diagram.wall, lang: None },
        ],
        |page| match page.player.choices.read().time {
            Time::Logical => "logical",
            Time::Wall => "wall",
        },
        |page, id| {
            let time = if id == "wall" { Time::Wall } else { Time::Logical };
            page.player.choices.update(|choices| choices.time = time);
        },
    )
}
