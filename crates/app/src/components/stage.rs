use std::rc::Rc;

use collective::replay::Doing;
use lessons::Lesson;
use wasm_bindgen::JsCast;
use web_sys::Event;

use super::colours::colours;
use super::copying::{copy, copy_button};
use super::following::{text, when};
use super::piece::{Piece, button, el};
use super::pointing::{follow_keys, follow_pointer, pointing};
use crate::cells::{Cells, Colour, Scale, most_figures};
use crate::page::Page;
use crate::reactive::{State, watch};
use crate::recording::Recording;
use crate::state::{Playback, Track, value};
use crate::words::Words;

/// What all cards are drawn with.
#[derive(Clone, Copy)]
struct Look {
    colour: Colour,
    words: &'static Words,
}

impl PartialEq for Look {
    fn eq(&self, other: &Self) -> bool {
        self.colour == other.colour && std::ptr::eq(self.words, other.words)
    }
}

/// A rank's card at the cursor.
struct Card {
    rank: usize,
    /// What it is about.
    doing: State<String>,
    tensors: Vec<Slot>,
}

/// A named tensor's place on a card.
struct Slot {
    /// Which of the rank's tensors.
    track: usize,
    /// Its place among the names of the lesson.
    name: usize,
    scale: Scale,
    html: State<String>,
    /// What is drawn: the value's place, and, before there is one, the masks.
    drawn: (Option<usize>, Vec<u64>),
}

/// Every rank of a run at the cursor: what it is about, and what it holds.
pub fn stage(recording: Recording) -> Piece {
    let page = Page::expect();
    let player = page.player;
    let ranks = ranks(page, recording, Box::new(move || player.cursor.get()));
    let told = text(move || match player.element() {
        Some(element) => (page.words().element.tell)(&element),
        None => page.words().element.hint.to_owned(),
    });
    let point = move |event: Event| follow_pointer(page, event.unchecked_ref());
    let tensors = el("div.tensors")
        .set("id", "tensors")
        .set("tabindex", "0")
        .set("role", "group")
        .attr_say("aria-label", |w| w.element.tensors)
        .on("pointermove", point)
        .on("pointerdown", point)
        .on("click", move |event| copy(page, &event))
        .keys(move |event| follow_keys(page, event))
        .part(ranks);
    let outline = |word: fn(&'static Words) -> &'static str| el("span").say(word);
    let outlines = el("p.outlines")
        .set("aria-hidden", "true")
        .child(outline(|w| w.element.outlines[0]))
        .child(outline(|w| w.element.outlines[1]))
        .child(outline(|w| w.element.outlines[2]));
    el("section.stage")
        .set("aria-labelledby", "stage-heading")
        .child(
            el("div.view-head")
                .child(el("h3").set("id", "stage-heading").say(|w| w.ranks.heading))
                .child(colours()),
        )
        .child(pointing(page))
        // What is told sticks to the bottom of the window as long as there are tensors above it.
        .child(el("div").child(tensors).child(el("p.told").set("role", "status").text(told)))
        .child(outlines)
}

/// A card for every rank of a run, at a cursor: pieces to be put where they are to follow it.
pub fn ranks(
    page: Page,
    recording: Recording,
    cursor: Box<dyn Fn() -> usize>,
) -> impl Fn() -> Vec<Piece> {
    let player = page.player;
    let cursor: Rc<dyn Fn() -> usize> = cursor.into();
    let config = recording.outcome().report.config.clone();
    move || {
        let lesson = page.lesson.get();
        let cards = recording.ask(|playback| cards(playback, lesson));
        let tp = config.tp();
        let drawn: Vec<Piece> = cards.iter().map(|card| draw(page, card, tp, &recording)).collect();
        let world_size = cards.len();
        let (recording, cursor) = (recording.clone(), Rc::clone(&cursor));
        let (mut cards, mut before) = (cards, None::<(usize, Look)>);
        // The only place that looks at the cursor: what an event did not touch is not looked at again.
        watch(move || {
            let look = Look { colour: player.choices.read().colour, words: page.words() };
            let cursor = cursor();
            let same = before.filter(|(_, then)| *then == look).map(|(cursor, _)| cursor);
            recording.ask(|playback| {
                let touched = same.map_or(u64::MAX, |then| playback.touched(then, cursor));
                for card in cards.iter_mut().filter(|card| touched >> card.rank & 1 == 1) {
                    card.follow(playback, cursor, look, same.is_none());
                }
            });
            before = Some((cursor, look));
        });
        let wide = world_size > 16;
        vec![el("div.cards.now").class_if("dense", wide).children(drawn)]
    }
}

/// The cards of a lesson, empty.
fn cards(playback: &Playback, lesson: Lesson) -> Vec<Card> {
    let names = playback.names(lesson);
    let name_of = |track: &Track| names.iter().position(|name| *name == track.name).unwrap_or(0);
    let mut scales = vec![Scale::default(); names.len()];
    let world_size = playback.world_size();
    let tracks = (0..world_size).flat_map(|rank| playback.tracks(rank));
    for track in tracks.filter(|track| track.lesson == lesson) {
        let figures = track.shape.iter().product::<usize>() <= most_figures(world_size);
        for write in &track.writes {
            let values = playback.event(write.place).and_then(|(_, event)| value(&event.kind));
            if let (Some((_, values)), Some(scale)) = (values, scales.get_mut(name_of(track))) {
                scale.include(values, figures);
            }
        }
    }
    let slots = |rank: usize| {
        let of_lesson =
            playback.tracks(rank).iter().enumerate().filter(|(_, t)| t.lesson == lesson);
        let slot = |(track, of): (usize, &Track)| {
            let name = name_of(of);
            let scale = scales.get(name).copied().unwrap_or_default();
            let html = State::new(String::new());
            Slot { track, name, scale, html, drawn: (None, Vec::new()) }
        };
        of_lesson.map(slot).collect()
    };
    (0..world_size)
        .map(|rank| Card { rank, doing: State::new(String::new()), tensors: slots(rank) })
        .collect()
}

impl Card {
    /// Draws what has changed.
    fn follow(&mut self, playback: &mut Playback, cursor: usize, look: Look, again: bool) {
        let rank = self.rank;
        let doing = playback.doing(rank, cursor);
        let operation = match doing {
            Doing::Communicating(number) | Doing::Blocked(number, _) => {
                playback.numbered(rank, number)
            }
            _ => None,
        };
        let state = match doing {
            Doing::Waiting | Doing::Done => "idle",
            Doing::Computing | Doing::Communicating(_) => "busy",
            Doing::Blocked(..) | Doing::Failed(_) => "stuck",
        };
        let told = (look.words.player.doing)(&doing, operation);
        // Names of operations and codes of errors hold nothing that would be taken for markup.
        let html = format!("<p class=\"doing {state}\">{told}</p>");
        if self.doing.with_untracked(|before| *before != html) {
            self.doing.set(html);
        }
        for slot in &mut self.tensors {
            slot.follow(playback, rank, cursor, look.colour, again);
        }
    }
}

impl Slot {
    fn follow(
        &mut self,
        playback: &mut Playback,
        rank: usize,
        cursor: usize,
        colour: Colour,
        again: bool,
    ) {
        let Some(track) = playback.tracks(rank).get(self.track) else { return };
        let written = track.at(cursor).map(|write| write.place);
        let empty = self.html.with_untracked(String::is_empty);
        if !again && !empty && written.is_some() && written == self.drawn.0 {
            return;
        }
        // Before it has a value, what an operation has brought into it so far.
        let masks = match track.at(cursor) {
            Some(write) => write.masks.clone(),
            None => {
                let span = track.span;
                let state = playback.world(cursor).ranks().get(rank);
                state.map_or_else(Vec::new, |state| state.provenance(&span))
            }
        };
        let now = (written, masks);
        if !again && !empty && now == self.drawn {
            return;
        }
        self.drawn = now;
        let world_size = playback.world_size();
        let Some(track) = playback.tracks(rank).get(self.track) else { return };
        let event = self.drawn.0.and_then(|place| playback.event(place));
        let known = event.and_then(|(_, event)| value(&event.kind));
        let shape: Vec<usize> = match known {
            Some((shape, _)) => shape.iter().map(|&size| size as usize).collect(),
            None => track.shape.clone(),
        };
        let values = known.map(|(_, values)| values);
        let (masks, scale) = (self.drawn.1.as_slice(), self.scale);
        let cells = Cells { shape: &shape, values, masks, colour, scale, world_size };
        self.html.set(cells.html());
    }
}

fn draw(page: Page, card: &Card, tp: usize, recording: &Recording) -> Piece {
    let (rank, doing) = (card.rank, card.doing);
    let tensor = |slot: &Slot| {
        let html = slot.html;
        let (name, kind, mapped) = recording.ask(|playback| {
            let most = most_figures(playback.world_size());
            let track = playback.tracks(rank).get(slot.track);
            track.map_or_else(Default::default, |track| {
                let mapped = track.shape.iter().product::<usize>() > most;
                (track.name.clone(), format!("{:?}", track.shape), mapped)
            })
        });
        let large = State::new(false);
        let zoom = mapped.then(|| {
            let verb = move || {
                let words = &page.words().element;
                if large.get() { words.smaller } else { words.larger }.to_owned()
            };
            button("more", move || large.update(|large| *large = !*large))
                .attr("aria-expanded", text(move || large.get().to_string()))
                .text(text(verb))
                .child(el("span.unseen").says(": ").says(&name))
        });
        let caption = el("p.caption")
            .child(el("code").says(&name))
            .child(el("span").says(&kind))
            .children(zoom)
            .child(copy_button(page, name, rank));
        el("div.tensor")
            .set("data-track", &slot.track.to_string())
            .set("data-name", &slot.name.to_string())
            .class("large", when(move || large.get()))
            .child(caption)
            .child(el("div").html_of(text(move || html.get())))
    };
    let head =
        el("header").child(el("h4").text(text(move || (page.words().ranks.rank)(rank)))).child(
            el("span.place").text(text(move || (page.words().ranks.place)(rank % tp, rank / tp))),
        );
    el("article.card")
        .set("class", &format!("card r{rank}"))
        .set("data-rank", &rank.to_string())
        .child(head)
        .child(el("div").html_of(text(move || doing.get())))
        .children(card.tensors.iter().map(tensor))
}
