use super::colours::colours;
use super::following::text;
use super::piece::{Piece, button, el};
use super::player::player_bar;
use super::replay::waiting;
use super::stage::ranks;
use crate::browser;
use crate::page::Page;
use crate::recording::Recording;
use crate::state::{Alignment, Setting, Settings, TransportChoice};
use crate::words::Words;

/// The run on display beside the one that was kept, both at the same moment.
pub fn compare(page: Page) -> Vec<Piece> {
    let Some(recording) = page.player.recording.get() else { return waiting(page) };
    let Some(kept) = page.kept.get() else {
        return vec![
            el("p.note").say(|w| w.compare.hint),
            el("p.comparing").child(button("", move || keep(page)).say(|w| w.compare.keep)),
        ];
    };
    let lesson = page.lesson.get();
    let again =
        el("p.comparing").child(button("", move || keep(page)).say(|w| w.compare.keep)).child(
            button("quiet", move || {
                page.forget();
                browser::focus("results");
            })
            .say(|w| w.compare.forget),
        );
    if !kept.outcome().has(lesson) {
        return vec![el("p.note").say(|w| w.compare.not_there), again];
    }
    let alignment = recording.ask(|one| {
        // A run compared with itself is locked already.
        if kept == recording {
            Alignment::default()
        } else {
            kept.ask(|other| Alignment::of(one, other, lesson))
        }
    });
    let same = kept == recording;
    let player = page.player;
    let there = move || {
        let cursor = player.cursor.get();
        if same { cursor } else { alignment.at(cursor) }
    };
    let (this, other) = (recording.clone(), kept.clone());
    let side =
        |word: fn(&'static Words) -> &'static str, recording, cursor: Box<dyn Fn() -> usize>| {
            el("section")
                .child(el("h3").say(word))
                .child(el("div").part(ranks(page, recording, cursor)))
        };
    vec![
        player_bar(),
        differences(page, &recording, &kept),
        el("div.view-head").child(again).child(colours()),
        el("div.compare")
            .child(side(|w| w.compare.this, this, Box::new(move || player.cursor.get())))
            .child(side(|w| w.compare.kept, other, Box::new(there))),
    ]
}

/// The button is gone with what it did: the focus goes to what has come.
fn keep(page: Page) {
    page.keep();
    browser::focus("results");
}

/// The settings that differ, each with both values.
fn differences(page: Page, one: &Recording, other: &Recording) -> Piece {
    let [one, other] =
        [one, other].map(|r| Settings::of(&r.outcome().report.config, TransportChoice::Auto));
    let differ = |setting: &Setting| one.text(*setting) != other.text(*setting);
    let row = |setting: Setting| {
        let name = text(move || (page.words().settings.field)(setting).label.to_owned());
        let value = |settings: &Settings| {
            let value = settings.text(setting).to_owned();
            text(move || match value.as_str() {
                "" => page.words().compare.derived.to_owned(),
                value => value.to_owned(),
            })
        };
        el("tr")
            .child(el("th").set("scope", "row").text(name))
            .child(el("td").text(value(&one)))
            .child(el("td").text(value(&other)))
    };
    let rows: Vec<Piece> = Setting::ALL.into_iter().filter(differ).map(row).collect();
    if rows.is_empty() {
        return el("p.note").say(|w| w.compare.same);
    }
    let column = |word: fn(&'static Words) -> &'static str| el("th").set("scope", "col").say(word);
    let head = el("tr")
        .child(el("td"))
        .child(column(|w| w.compare.this))
        .child(column(|w| w.compare.kept));
    el("table.differences")
        .child(el("caption").say(|w| w.compare.differences))
        .child(el("thead").child(head))
        .child(el("tbody").children(rows))
}
