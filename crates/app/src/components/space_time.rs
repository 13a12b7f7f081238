use std::cell::Cell;
use std::rc::Rc;

use leptos::ev::{MouseEvent, WheelEvent};
use leptos::html::Div;
use leptos::prelude::*;

use super::segments::{Segment, Segments};
use super::shared::{act, say, text};
use crate::diagram::Time;
use crate::drawing;
use crate::page::Page;
use crate::reactive::watch;

/// The least and the most pixels that an event is wide, until the reader zooms.
const UNIT: (f64, f64) = (2.5, 26.0);

/// Lanes, bars and arrows; a click puts the cursor there.
#[component]
pub fn SpaceTime() -> impl IntoView {
    let page = Page::expect();
    let player = page.player;
    let window = NodeRef::<Div>::new();
    let (unit, room) = (RwSignal::new(1.0), Rc::new(Cell::new(1.0)));
    let events = move || player.diagram.with(|diagram| diagram.width()).max(1.0);
    let fit = {
        let room = Rc::clone(&room);
        act(move || unit.set(room.get() / untrack(events)))
    };
    watch(move || {
        // Whenever there is something else to show, there may be other room for it.
        let events = events();
        let Some(window) = window.get() else { return };
        room.set(f64::from(window.client_width()));
        let fit = room.get() / events;
        // Many ranks have so many events that one looks at all of them first.
        unit.set(fit.clamp(UNIT.0.min(fit * 3.0), UNIT.1));
    });
    let zoom = move |factor: f64| unit.update(|unit| *unit = (*unit * factor).clamp(0.02, 120.0));
    let x = move || player.diagram.with(|d| d.x(player.cursor.get())) * unit.get();
    watch(move || {
        let (x, Some(window)) = (x() as i32, window.get()) else { return };
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
    let click = move |event: MouseEvent| {
        let Some(window) = window.get_untracked() else { return };
        let left = window.get_bounding_client_rect().left();
        let x = f64::from(event.client_x()) - left + f64::from(window.scroll_left());
        player.playing.set(false);
        let unit = unit.get_untracked();
        player.seek(player.diagram.with_untracked(|diagram| diagram.cursor(x / unit)));
    };
    let wheel = move |event: WheelEvent| {
        if event.ctrl_key() {
            event.prevent_default();
            zoom(if event.delta_y() < 0.0 { 1.25 } else { 0.8 });
        }
    };
    view! {
        <section class="space-time" aria-labelledby="space-time-heading">
            <div class="view-head">
                <h3 id="space-time-heading">{say(|w| w.diagram.heading)}</h3>
                <p class="keys" aria-hidden="true">
                    <span class="op">{say(|w| w.diagram.keys[0])}</span>
                    <span class="wait">{say(|w| w.diagram.keys[1])}</span>
                    <span class="arrow">{say(|w| w.diagram.keys[2])}</span>
                </p>
                <TimeSwitch/>
                <div class="zoom">
                    <button type="button" class="icon" aria-label=say(|w| w.diagram.farther) on:click=act(move || zoom(0.7))>"−"</button>
                    <button type="button" aria-label=say(|w| w.diagram.fit) on:click=fit>
                        {say(|w| w.diagram.fit)}
                    </button>
                    <button type="button" class="icon" aria-label=say(|w| w.diagram.closer) on:click=act(move || zoom(1.4))>"+"</button>
                </div>
            </div>
            <div class="lanes-and-time">
                <div class="labels" aria-hidden="true" inner_html=lanes></div>
                <div class="window" node_ref=window tabindex="0" role="img" aria-label=label on:click=click on:wheel=wheel>
                    <div class="sheet">
                        <div inner_html=svg></div>
                        <div class="cursor" style=text(move || format!("transform:translateX({}px)", drawing::Px(x())))></div>
                    </div>
                </div>
            </div>
            <p class="note">{note}</p>
        </section>
    }
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

#[component]
fn TimeSwitch() -> impl IntoView {
    let segments = vec![
        Segment { id: "logical", label: |words| words.diagram.logical, lang: None },
        Segment { id: "wall", label: |words| words.diagram.wall, lang: None },
    ];
    view! {
            <Segments
                name="time"
                legend=|words| words.diagram.time
                segments=segments
                value=|page| match page.player.choices.read().time {
                    Time::Logical => "logical",
                    Time::Wall => "wall",
                }
                choose=|page, id| {
     let time = if id == "wall" { Time::Wall } else { Time::Logical };
     page.player.choices.update(|choices| choices.time = time)
    }
            />
        }
}
