use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, MouseEvent, WheelEvent};

use super::following::text;
use super::piece::{Piece, button, el};
use super::segments::{Segment, segments};
use crate::diagram::Time;
use crate::drawing;
use crate::page::Page;
use crate::reactive::{State, watch};
use crate::state::{Playback, Stretch, stretches};

/// The least and the most pixels that an event is wide, until the reader zooms.
const UNIT: (f64, f64) = (2.5, 26.0);

/// Lanes, bars and arrows; a click puts the cursor there.
pub fn space_time() -> Piece {
    let page = Page::expect();
    let player = page.player;
    let sheet = el("div.window").set("tabindex", "0").set("role", "img");
    let window = sheet.element().clone();
    let (unit, room) = (State::new(1.0), Rc::new(Cell::new(1.0)));
    let events = move || player.diagram.with(|diagram| diagram.width()).max(1.0);
    let fit = {
        let room = Rc::clone(&room);
        move || unit.set(room.get() / untrack(events))
    };
    let wide = window.clone();
    watch(move || {
        // Whenever there is something else to show, there may be other room for it.
        let events = events();
        let window = &wide;
        room.set(f64::from(window.client_width()));
        let fit = room.get() / events;
        // Many ranks have so many events that one looks at all of them first.
        unit.set(fit.clamp(UNIT.0.min(fit * 3.0), UNIT.1));
    });
    let zoom = move |factor: f64| unit.update(|unit| *unit = (*unit * factor).clamp(0.02, 120.0));
    let x = move || player.diagram.with(|d| d.x(player.cursor.get())) * unit.get();
    let scrolled = window.clone();
    watch(move || {
        let (x, window) = (x() as i32, &scrolled);
        let (left, width) = (window.scroll_left(), window.client_width());
        if x < left + 16 || x > left + width - 16 {
            window.set_scroll_left(x - width / 2);
        }
    });
    let svg = text(move || {
        let words = &page.words().diagram;
        player.diagram.with(|diagram| drawing::svg(diagram, unit.get(), words))
    });
    let lanes = text(move || player.diagram.with(|diagram| labels(diagram.ranks)));
    let label = text(move || {
        let words = &page.words().diagram;
        player.diagram.with(|d| (words.label)(d.ranks, d.bars.len(), d.arrows.len()))
    });
    let note = text(move || {
        let words = &page.words().diagram;
        player.diagram.with(|diagram| {
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
    });
    // Where in the sheet the pointer is, in pixels.
    let framed = window.clone();
    let place = Rc::new(move |event: &Event| {
        let (event, there): (&MouseEvent, _) =
            (event.unchecked_ref(), framed.get_bounding_client_rect());
        let x = f64::from(event.client_x()) - there.left() + f64::from(framed.scroll_left());
        (x, f64::from(event.client_y()) - there.top() - MARGIN)
    });
    let there = Rc::clone(&place);
    let point = Rc::new(move |event: Event| {
        let (x, y) = there(&event);
        let unit = unit.get_untracked();
        let at = player.diagram.with_untracked(|diagram| drawing::nearest(diagram, unit, x, y));
        if player.message.get_untracked() != at {
            player.message.set(at);
        }
    });
    let lit = text(move || {
        player.diagram.with(|diagram| drawing::lit(diagram, unit.get(), player.message.get()))
    });
    watch(move || {
        let Some(message) = player.message.get() else { return };
        let ends = player.diagram.with_untracked(|d| d.arrows.get(message).map(|a| (a.from, a.to)));
        let Some((from, to)) = ends else { return };
        let unit = unit.get_untracked();
        let (left, width) = (window.scroll_left(), window.client_width());
        if ((from * unit) as i32) < left || (to * unit) as i32 > left + width {
            window.set_scroll_left(((from + to) / 2.0 * unit) as i32 - width / 2);
        }
    });
    let told = text(move || message(page).unwrap_or_else(|| page.words().diagram.hint.to_owned()));
    let click = move |event: Event| {
        let (x, _) = place(&event);
        player.playing.set(false);
        let unit = unit.get_untracked();
        player.seek(player.diagram.with_untracked(|diagram| diagram.cursor(x / unit)));
    };
    let wheel = move |event: Event| {
        let event: &WheelEvent = event.unchecked_ref();
        if event.ctrl_key() {
            event.prevent_default();
            zoom(if event.delta_y() < 0.0 { 1.25 } else { 0.8 });
        }
    };
    let step = |name, sign: &str, forward| {
        button("icon", move || player.along(forward)).attr_say("aria-label", name).says(sign)
    };
    let scale = |name, sign: &str, factor| {
        button("icon", move || zoom(factor)).attr_say("aria-label", name).says(sign)
    };
    let buttons = el("div.zoom")
        .child(step(|w| w.diagram.previous, "←", false))
        .child(step(|w| w.diagram.next, "→", true))
        .child(scale(|w| w.diagram.farther, "−", 0.7))
        .child(button("", fit).say(|w| w.diagram.fit))
        .child(scale(|w| w.diagram.closer, "+", 1.4));
    let keys = el("p.keys")
        .set("aria-hidden", "true")
        .child(el("span.op").say(|w| w.diagram.keys[0]))
        .child(el("span.wait").say(|w| w.diagram.keys[1]))
        .child(el("span.arrow").say(|w| w.diagram.keys[2]));
    let line = text(move || format!("transform:translateX({}px)", drawing::Px(x())));
    let (over, down) = (Rc::clone(&point), point);
    let sheet = sheet
        .attr("aria-label", label)
        .on("click", click)
        .on("wheel", wheel)
        .on("pointermove", move |event| over(event))
        .on("pointerdown", move |event| down(event))
        .child(
            el("div.sheet")
                .child(el("div").html_of(svg))
                .child(el("div.over").html_of(lit))
                .child(el("div.cursor").attr("style", line)),
        );
    let head = el("div.view-head")
        .child(el("h3").set("id", "space-time-heading").say(|w| w.diagram.heading))
        .child(keys)
        .child(time_switch())
        .child(buttons);
    let lanes = el("div.labels").set("aria-hidden", "true").html_of(lanes);
    el("section.space-time")
        .set("aria-labelledby", "space-time-heading")
        .child(head)
        .child(el("div.lanes-and-time").child(lanes).child(sheet))
        .child(el("p.carries").set("role", "status").text(told))
        .child(el("p.note").text(note))
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
