use collective::replay::Doing;
use leptos::prelude::*;
use lessons::Lesson;

use super::colours::Colours;
use super::late::late;
use super::pointing::{Pointing, follow_keys, follow_pointer};
use super::shared::{keyed, part, say, text};
use crate::cells::{Cells, Colour, Scale, most_figures};
use crate::page::Page;
use crate::reactive::watch;
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
    doing: RwSignal<String>,
    tensors: Vec<Slot>,
}

/// A named tensor's place on a card.
struct Slot {
    /// Which of the rank's tensors.
    track: usize,
    /// Its place among the names of the lesson.
    name: usize,
    scale: Scale,
    html: RwSignal<String>,
    /// What is drawn: the value's place, and, before there is one, the masks.
    drawn: (Option<usize>, Vec<u64>),
}

/// Every rank at the cursor: what it is about, and what it holds.
#[component]
pub fn Stage(
    /// The run.
    recording: Recording,
) -> impl IntoView {
    let page = Page::expect();
    let player = page.player;
    let config = recording.outcome().report.config.clone();
    let stage = part(move || {
        let lesson = page.lesson.get();
        let cards = recording.ask(|playback| cards(playback, lesson));
        let tp = config.tp();
        let drawn = cards.iter().map(|card| draw(page, card, tp, &recording)).collect_view();
        let world_size = cards.len();
        let recording = recording.clone();
        let (mut cards, mut before) = (cards, None::<(usize, Look)>);
        // The only place that looks at the cursor: what an event did not touch is not looked at again.
        watch(move || {
            let look = Look { colour: player.choices.read().colour, words: page.words() };
            let cursor = player.cursor.get();
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
        late(view! { <div class="cards now" class:dense=wide>{drawn}</div> })
    });
    let told = text(move || match player.element() {
        Some(element) => (page.words().element.tell)(&element),
        None => page.words().element.hint.to_owned(),
    });
    view! {
        <section class="stage" aria-labelledby="stage-heading">
            <div class="view-head">
                <h3 id="stage-heading">{say(|w| w.ranks.heading)}</h3>
                <Colours/>
            </div>
            <Pointing/>
            // What is told sticks to the bottom of the window as long as there are tensors above it.
            <div>
                <div
                    class="tensors"
                    tabindex="0"
                    role="group"
                    aria-label=say(|w| w.element.tensors)
                    on:pointermove=move |event| follow_pointer(page, &event)
                    on:pointerdown=move |event| follow_pointer(page, &event)
                    on:keydown=keyed(move |event| follow_keys(page, &event))
                >
                    {stage}
                </div>
                <p class="told" role="status">{told}</p>
            </div>
        </section>
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
            let html = RwSignal::new(String::new());
            Slot { track, name, scale, html, drawn: (None, Vec::new()) }
        };
        of_lesson.map(slot).collect()
    };
    (0..world_size)
        .map(|rank| Card { rank, doing: RwSignal::new(String::new()), tensors: slots(rank) })
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

fn draw(page: Page, card: &Card, tp: usize, recording: &Recording) -> impl IntoView + use<> {
    let (rank, doing) = (card.rank, card.doing);
    let tensor = |slot: &Slot| {
        let html = slot.html;
        let (name, kind) = recording.ask(|playback| {
            let track = playback.tracks(rank).get(slot.track);
            track.map_or_else(Default::default, |track| {
                (track.name.clone(), format!("{:?}", track.shape))
            })
        });
        view! {
            <div class="tensor" data-track=slot.track data-name=slot.name>
                <p class="caption"><code>{name}</code><span>{kind}</span></p>
                <div inner_html=text(move || html.get())></div>
            </div>
        }
    };
    let tensors = card.tensors.iter().map(tensor).collect_view();
    view! {
        <article class=format!("card r{rank}") data-rank=rank >
            <header>
                <h4>{text(move || (page.words().ranks.rank)(rank))}</h4>
                <span class="place">{text(move || (page.words().ranks.place)(rank % tp, rank / tp))}</span>
            </header>
            <div inner_html=text(move || doing.get())></div>
            {tensors}
        </article>
    }
}
