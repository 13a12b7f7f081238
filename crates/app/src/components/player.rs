use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::late::late;
use super::segments::{Segment, Segments};
use super::shared::{act, keyed, part, react, say, text};
use crate::browser;
use crate::page::Page;
use crate::player::SPEEDS;
use crate::words::Words;

const PLAY: &str = "M4 2.5v11l9.5-5.5z";
const PAUSE: &str = "M3.5 2.5h3.5v11H3.5zM9 2.5h3.5v11H9z";
const STEP: &str = "M3.5 3v10l7-5zM11 3h2v10h-2z";
const BACK: &str = "M12.5 3v10l-7-5zM3 3h2v10H3z";
const OVER: &str = "M2 3v10l5-5zM7 3v10l5-5zM12.5 3h2v10h-2z";
const BACK_OVER: &str = "M14 3v10l-5-5zM9 3v10l-5-5zM1.5 3h2v10h-2z";

/// Buttons, scrubber, and where the cursor stands, in words. Its keys work while the focus is inside.
#[component]
pub fn PlayerBar() -> impl IntoView {
    let page = Page::expect();
    let player = page.player;
    let toggle = {
        let name = text(move || {
            let words = &page.words().player;
            if player.playing.get() { words.pause } else { words.play }.to_owned()
        });
        let icon = text(move || if player.playing.get() { PAUSE } else { PLAY }.to_owned());
        view! { <button type="button" class="primary icon" aria-label=name on:click=act(move || player.toggle())>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icon/></svg>
        </button> }
    };
    let events = move || player.steps.with(|steps| steps.len());
    let speeds = part(move || {
        let option = |speed: usize| {
            let selected = player.choices.read_untracked().speed == speed;
            let label = (page.words().player.per_second)(speed);
            view! { <option value=speed.to_string() selected=selected>{label}</option> }
        };
        late(SPEEDS.map(option).collect_view())
    });
    let choose_speed = react(move |event| {
        if let Ok(speed) = event_target_value(&event).parse() {
            player.choices.update(|choices| choices.speed = speed);
        }
    });
    let scope = part(move || {
        if page.lessons.read().len() < 2 {
            return late(());
        }
        late(view! { <Scope/> })
    });
    let scrub = react(move |event| {
        if let Ok(position) = event_target_value(&event).parse() {
            player.playing.set(false);
            player.go(position);
        }
    });
    view! {
        <section class="player" aria-label=say(|w| w.player.heading) on:keydown=keyed(move |event| keys(page, &event))>
            <div class="controls">
                <Control name=|w| w.player.back_over icon=BACK_OVER act=|page| page.player.back_over()/>
                <Control name=|w| w.player.back icon=BACK act=|page| page.player.back()/>
                {toggle}
                <Control name=|w| w.player.step icon=STEP act=|page| page.player.step()/>
                <Control name=|w| w.player.over icon=OVER act=|page| page.player.over()/>
                <select aria-label=say(|w| w.player.speed) on:change=choose_speed>{speeds}</select>
                {scope}
            </div>
            <input
                type="range"
                min="0"
                step="1"
                max=text(move || events().to_string())
                prop:value=text(move || { events(); player.position().to_string() })
                aria-label=say(|w| w.player.position)
                aria-valuetext=text(move || stands(page))
                title=say(|w| w.player.keys)
                on:input=scrub
            />
            <p class="stands" aria-hidden="true">{text(move || stands(page))}</p>
        </section>
    }
}

#[component]
fn Control(
    name: fn(&'static Words) -> &'static str,
    icon: &'static str,
    act: fn(Page),
) -> impl IntoView {
    let page = Page::expect();
    let press = super::shared::act(move || {
        page.player.playing.set(false);
        act(page);
    });
    view! {
        <button type="button" class="icon" aria-label=say(name) title=say(name) on:click=press>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icon/></svg>
        </button>
    }
}

#[component]
fn Scope() -> impl IntoView {
    let segments = vec![
        Segment { id: "lesson", label: |words| words.player.lesson, lang: None },
        Segment { id: "whole", label: |words| words.player.whole, lang: None },
    ];
    view! {
        <Segments
            name="scope"
            legend=|words| words.player.scope
            segments=segments
            value=|page| if page.player.choices.read().whole { "whole" } else { "lesson" }
            choose=|page, id| page.player.choices.update(|choices| choices.whole = id == "whole")
        />
    }
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
    if event.alt_key() || event.ctrl_key() || event.meta_key() {
        return;
    }
    let key = event.key();
    // These have a use for the keys themselves.
    if browser::is_from(event, "select, [type=radio]")
        || key == " " && browser::is_from(event, "button")
    {
        return;
    }
    if key != " " {
        player.playing.set(false);
    }
    match key.as_str() {
        " " => player.toggle(),
        "ArrowRight" | "ArrowUp" => player.step(),
        "ArrowLeft" | "ArrowDown" => player.back(),
        "]" => player.over(),
        "[" => player.back_over(),
        "Home" => player.jump(false),
        "End" => player.jump(true),
        _ => return,
    }
    event.prevent_default();
}
