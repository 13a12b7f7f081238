use leptos::prelude::*;
use web_sys::{Event, KeyboardEvent};

use super::following::text;
use super::piece::{Piece, button, el};
use super::segments::{Segment, segments};
use crate::browser;
use crate::page::Page;
use crate::player::{Player, SPEEDS};
use crate::words::Words;

const PLAY: &str = "M4 2.5v11l9.5-5.5z";
const PAUSE: &str = "M3.5 2.5h3.5v11H3.5zM9 2.5h3.5v11H9z";
const STEP: &str = "M3.5 3v10l7-5zM11 3h2v10h-2z";
const BACK: &str = "M12.5 3v10l-7-5zM3 3h2v10H3z";
const OVER: &str = "M2 3v10l5-5zM7 3v10l5-5zM12.5 3h2v10h-2z";
const BACK_OVER: &str = "M14 3v10l-5-5zM9 3v10l-5-5zM1.5 3h2v10h-2z";

/// Buttons, scrubber, and where the cursor stands, in words. Its keys work while the focus is inside.
pub fn player_bar() -> Piece {
    let page = Page::expect();
    let player = page.player;
    let name = text(move || {
        let words = &page.words().player;
        if player.playing.get() { words.pause } else { words.play }.to_owned()
    });
    let toggle = button("primary icon", move || player.toggle())
        .attr("aria-label", name)
        .html_of(text(move || icon(if player.playing.get() { PAUSE } else { PLAY })));
    let speeds = move || {
        let option = |speed: usize| {
            let option = el("option").set("value", &speed.to_string()).says(&(page
                .words()
                .player
                .per_second)(
                speed
            ));
            let selected = player.choices.read_untracked().speed == speed;
            if selected { option.set("selected", "") } else { option }
        };
        SPEEDS.map(option).into()
    };
    let speed = el("select").attr_say("aria-label", |w| w.player.speed).part(speeds).on(
        "change",
        move |event| {
            if let Some(speed) = number(&event) {
                player.choices.update(|choices| choices.speed = speed);
            }
        },
    );
    let scope = move || {
        if page.lessons.read().len() < 2 { Vec::new() } else { vec![scope()] }
    };
    let controls = el("div.controls")
        .child(control(|w| w.player.back_over, BACK_OVER, |page| page.player.back_over()))
        .child(control(|w| w.player.back, BACK, |page| page.player.back()))
        .child(toggle)
        .child(control(|w| w.player.step, STEP, |page| page.player.step()))
        .child(control(|w| w.player.over, OVER, |page| page.player.over()))
        .child(speed)
        .part(scope);
    let events = move || player.steps.with(|steps| steps.len());
    let scrubber = el("input")
        .set("type", "range")
        .set("min", "0")
        .set("step", "1")
        .attr("max", text(move || events().to_string()))
        .value(text(move || {
            events();
            player.position().to_string()
        }))
        .attr_say("aria-label", |w| w.player.position)
        .attr("aria-valuetext", text(move || stands(page)))
        .attr_say("title", |w| w.player.keys)
        .on("input", move |event| {
            if let Some(position) = number(&event) {
                player.playing.set(false);
                player.go(position);
            }
        });
    el("section.player")
        .attr_say("aria-label", |w| w.player.heading)
        .keys(move |event| keys(page, event))
        .child(controls)
        .child(scrubber)
        .child(el("p.stands").set("aria-hidden", "true").text(text(move || stands(page))))
}

/// The number that stands in the field of an event.
fn number(event: &Event) -> Option<usize> {
    event_target_value(event).parse().ok()
}

fn icon(path: &str) -> String {
    format!("<svg viewBox=\"0 0 16 16\" aria-hidden=true><path d=\"{path}\"/></svg>")
}

fn control(name: fn(&'static Words) -> &'static str, path: &str, act: fn(Page)) -> Piece {
    let page = Page::expect();
    let press = move || {
        page.player.playing.set(false);
        act(page);
    };
    button("icon", press).attr_say("aria-label", name).attr_say("title", name).html(&icon(path))
}

fn scope() -> Piece {
    segments(
        "scope",
        |words| words.player.scope,
        [
            Segment { id: "lesson", label: |words| words.player.lesson, lang: None },
            Segment { id: "whole", label: |words| words.player.whole, lang: None },
        ],
        |page| if page.player.choices.read().whole { "whole" } else { "lesson" },
        |page, id| page.player.choices.update(|choices| choices.whole = id == "whole"),
    )
}

/// Where the cursor stands.
fn stands(page: Page) -> String {
    let (player, words) = (page.player, &page.words().player);
    let (position, steps) = (player.position(), player.steps.get());
    let Some(&place) = position.checked_sub(1).and_then(|latest| steps.get(latest)) else {
        return (words.before)(steps.len());
    };
    let recording = player.recording.read();
    let told = recording.as_ref().and_then(|recording| {
        recording.ask(|playback| {
            let operation = playback.operation(place).map(|operation| operation.collective);
            let (rank, event) = playback.event(place)?;
            Some((words.event)(rank, event, operation))
        })
    });
    (words.stands)(position, steps.len(), &told.unwrap_or_default())
}

fn keys(page: Page, event: &KeyboardEvent) {
    let player = page.player;
    let key = event.key();
    // These have a use for the keys themselves.
    if browser::is_from(event, "select, [type=radio]")
        || key == " " && browser::is_from(event, "button")
    {
        return;
    }
    let go: fn(Player) = match key.as_str() {
        " " => Player::toggle,
        "ArrowRight" | "ArrowUp" => Player::step,
        "ArrowLeft" | "ArrowDown" => Player::back,
        "]" => Player::over,
        "[" => Player::back_over,
        "Home" => |player| player.jump(false),
        "End" => |player| player.jump(true),
        _ => return,
    };
    if key != " " {
        player.playing.set(false);
    }
    go(player);
    event.prevent_default();
}
