use lessons::{Config, Lesson, RankRecord, Value};

use super::copying::copy;
use super::following::text;
use super::grid::tensor;
use super::piece::{Piece, el};
use crate::page::Page;
use crate::state::Outcome;

/// A card for every rank: of the last run, or of the run to come.
pub fn cards() -> Vec<Piece> {
    let page = Page::expect();
    let lesson = page.lesson.get();
    let outcome = page.outcome.get();
    let config = match &outcome {
        Some(outcome) => outcome.report.config.clone(),
        None => page.parsed.read().as_ref().map(|(config, _)| config.clone()).unwrap_or_default(),
    };
    let wide = outcome.as_ref().is_some_and(|outcome| is_wide(outcome, lesson));
    let card = |rank| {
        let record = outcome.as_ref().and_then(|outcome| outcome.report.ranks.get(rank));
        card(page, &config, lesson, rank, record)
    };
    let cards = (0..config.world_size()).map(card);
    let cards = el("div.cards").class_if("wide", wide).children(cards);
    vec![cards.on("click", move |event| copy(page, &event))]
}

/// Whether some value of the lesson needs a wide card.
fn is_wide(outcome: &Outcome, lesson: Lesson) -> bool {
    let sections = outcome.report.ranks.iter().flat_map(|rank| &rank.sections);
    let mut values = sections.filter(|section| section.lesson == lesson).flat_map(|s| &s.values);
    values.any(|(_, value)| {
        matches!(value, Value::Tensor(shape, _) if shape.len() > 1 && shape.last().is_some_and(|&d| d > 4))
    })
}

/// One rank: its number, its place in the mesh, and what it holds, if it has run.
fn card(
    page: Page,
    config: &Config,
    lesson: Lesson,
    rank: usize,
    record: Option<&RankRecord>,
) -> Piece {
    let (tp, dp) = (rank % config.tp(), rank / config.tp());
    let section = record.and_then(|record| record.sections.iter().find(|s| s.lesson == lesson));
    let failure = record.and_then(|record| record.failure.clone());
    let traffic =
        record.map(|record| (record.traffic.sent_bytes(), record.traffic.received_bytes()));
    let not_reached = record.is_some() && section.is_none();
    let foot = move || match traffic {
        _ if not_reached => page.words().ranks.not_reached.to_owned(),
        Some((sent, received)) => (page.words().ranks.traffic)(sent, received),
        None => String::new(),
    };
    let head = el("header")
        .child(el("h4").text(text(move || (page.words().ranks.rank)(rank))))
        .child(el("span.place").text(text(move || (page.words().ranks.place)(tp, dp))));
    let values = section.into_iter().flat_map(|section| &section.values);
    let value = |(number, (name, value)): (usize, &(String, Value))| {
        tensor(page, name, value.clone(), rank, number)
    };
    el("article")
        .set("class", &format!("card r{rank}"))
        .class_if("empty", record.is_none())
        .class_if("failed", failure.is_some())
        .child(head)
        .child(el("p.message").text(text(move || {
            failure.as_ref().map_or_else(String::new, |failure| (page.words().run.failed)(failure))
        })))
        .set("data-rank", &rank.to_string())
        .children(values.enumerate().map(value))
        .child(el("footer").text(text(foot)))
}
