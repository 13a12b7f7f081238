use leptos::prelude::*;
use lessons::Lesson;
use web_sys::{Event, KeyboardEvent};

use super::following::text;
use super::lab::lab;
use super::piece::{Piece, el};
use crate::browser;
use crate::page::Page;
use crate::pictures::{self, Pane, Scene, cell_id};
use crate::reactive::{State, memo, watch};
use crate::recording::Recording;
use crate::state::{Sight, View};
use crate::words::PictureWords;

/// What is chosen in a picture: a rank, and a token of it.
type Chosen = State<(usize, usize)>;

/// The picture of the lesson on display, at the cursor or at the end.
pub fn picture() -> Piece {
    let page = Page::expect();
    // A run of as many ranks keeps the elements of the picture, and whatever has the focus in it.
    let ranks = memo(move || {
        let outcome = page.outcome.read();
        let ran = outcome.as_ref().filter(|outcome| outcome.has(page.lesson.get()));
        ran.map_or(0, |outcome| outcome.report.config.world_size())
    });
    let (chosen, typed) = (State::new((0, 0)), State::new(0));
    let drawn = move || {
        let lesson = page.lesson.get();
        let parts = pictures::parts(lesson, ranks.get());
        let place = el("div").html(&pictures::skeleton(&parts));
        chosen.set((0, 0));
        follow(page, lesson, parts, chosen);
        vec![place]
    };
    let lab = move || match page.lesson.get() {
        Lesson::Moe => vec![lab(page)],
        _ => Vec::new(),
    };
    let heading = text(move || (page.words().picture.heading)(page.lesson.get()).to_owned());
    // Whoever draws anew need not listen anew.
    let stage = el("div")
        .part(drawn)
        .on("click", move |event| {
            typed.set(0);
            click(page, chosen, &event);
        })
        .on("change", move |event| send(page, chosen, &event))
        .keys(move |event| press(page, page.lesson.get_untracked(), chosen, typed, event));
    el("section.picture")
        .set("aria-labelledby", "picture-heading")
        .child(el("h3").set("id", "picture-heading").text(heading))
        .part(lab)
        .child(stage)
}

/// Keeps `parts` as the run is at the cursor, or as it ended where it is not played back. What an event did not touch
/// is not drawn again.
fn follow(page: Page, lesson: Lesson, parts: Vec<Pane>, chosen: Chosen) {
    let mut drawn = vec![String::new(); parts.len()];
    let mut before = None::<(usize, (usize, usize), *const PictureWords)>;
    watch(move || {
        let (words, at) = (&page.words().picture, chosen.get());
        let outcome = page.outcome.get();
        let mut draw = |touched: u64, mut scene: Scene| {
            for (number, (part, drawn)) in parts.iter().zip(&mut drawn).enumerate() {
                if part.ranks & touched == 0 {
                    continue;
                }
                let id = pictures::part_id(number);
                let html = (part.draw)(&mut scene, part.index);
                if part.list {
                    browser::set(&id, "aria-label", (words.list)(lesson));
                    let active = cell_id(at);
                    let there = html.contains(&format!("id={active} "));
                    browser::set(&id, "aria-activedescendant", if there { &active } else { "" });
                }
                if *drawn != html {
                    browser::fill(&id, &html);
                    *drawn = html;
                }
            }
            if let Some(expert) = pictures::experts::list::expert(&scene) {
                browser::choose(".expert select", expert);
            }
        };
        let end = outcome.as_ref().map(|outcome| Sight::end(&outcome.report, lesson));
        let mut scene = Scene::new(None, words, at);
        if lesson == Lesson::Moe {
            let parsed = page.parsed.read();
            scene.route(parsed.as_ref().ok().map(|(config, _)| config), end.as_ref());
            if let Some(there) = scene.instead() {
                return chosen.set(there);
            }
        }
        let recording = match page.view.get() {
            View::Replay => page.player.recording.get(),
            _ => None,
        };
        let of_another = |recording: &Recording| {
            outcome.as_ref().is_some_and(|outcome| !recording.is_of(outcome))
        };
        // The new run is about to be decoded.
        if recording.as_ref().is_some_and(of_another) {
            before = None;
            return;
        }
        let (Some(recording), Some(outcome)) = (recording, &outcome) else {
            before = None;
            scene.sight = end;
            return draw(u64::MAX, scene);
        };
        let cursor = page.player.cursor.get();
        recording.ask(|playback| {
            let same = before.filter(|(_, there, said)| (*there, *said) == (at, &raw const *words));
            let touched = same.map_or(u64::MAX, |(then, ..)| playback.touched(then, cursor));
            let sight = Sight::at(playback, &outcome.report.config, lesson, cursor);
            draw(touched, Scene { sight: Some(sight), ..scene });
        });
        before = Some((cursor, at, &raw const *words));
    });
}

/// The first click chooses a place, the next ones send its token on.
fn click(page: Page, chosen: Chosen, event: &Event) {
    let Some(at) = browser::at(event) else { return };
    // The first place of all is chosen by nobody to begin with.
    let picked = browser::is_from(event, "[data-picked]");
    pick();
    let at = at
        .split_once(',')
        .and_then(|(rank, index)| Some((rank.parse().ok()?, index.parse().ok()?)));
    match at {
        Some(at) if picked && at == chosen.get_untracked() => page.turn(at, true),
        Some(at) => chosen.set(at),
        None => {}
    }
}

/// Marks the list: from here on, what is chosen in it was chosen by the reader.
fn pick() {
    browser::set(&pictures::part_id(0), "data-picked", "");
}

/// Sends the chosen token where its field says.
fn send(page: Page, chosen: Chosen, event: &Event) {
    pick();
    if let Ok(expert) = event_target_value(event).parse::<usize>() {
        page.route(chosen.get_untracked(), |_, _| expert);
    }
}

/// Moves among what can be chosen, and sends the chosen token elsewhere. `typed` is a number's beginning.
fn press(page: Page, lesson: Lesson, chosen: Chosen, typed: State<usize>, event: &KeyboardEvent) {
    if !browser::is_from(event, "[role=listbox]") {
        return;
    }
    let (key, at) = (event.key(), chosen.get_untracked());
    let moved = match lesson {
        Lesson::Moe => {
            page.routing().and_then(|routing| pictures::experts::moved(&routing, at, &key))
        }
        _ => page.outcome.with_untracked(|outcome| {
            let config = &outcome.as_ref()?.report.config;
            let to = pictures::mesh::moved(at.0, &key, config.world_size(), config.tp())?;
            Some((to, 0))
        }),
    };
    if let Some(to) = moved {
        event.prevent_default();
        pick();
        typed.set(0);
        chosen.set(to);
        return browser::show(cell_id(to));
    }
    if lesson != Lesson::Moe {
        return;
    }
    match key.as_str() {
        "ArrowRight" | " " | "Enter" | "ArrowLeft" => {
            typed.set(0);
            page.turn(at, key != "ArrowLeft");
        }
        digit => {
            let Ok(digit) = digit.parse::<usize>() else { return };
            page.route(at, |_, world_size| {
                let both = 10 * typed.get_untracked() + digit;
                let number = if both < world_size { both } else { digit };
                typed.set(number);
                number
            });
        }
    }
    event.prevent_default();
}
