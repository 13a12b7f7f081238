use leptos::prelude::*;
use lessons::{Config, Lesson, RankRecord, Section, Value};

use super::grid::Tensor;
use super::late::late;
use super::shared::{part, text};
use crate::page::Page;
use crate::state::Outcome;

/// A card for every rank: of the last run, or of the run to come.
#[component]
pub fn Cards() -> impl IntoView {
    let page = Page::expect();
    part(move || {
        let lesson = page.lesson.get();
        let outcome = page.outcome.get();
        let config = match &outcome {
            Some(outcome) => outcome.report.config.clone(),
            None => {
                page.parsed.read().as_ref().map(|(config, _)| config.clone()).unwrap_or_default()
            }
        };
        let wide = outcome.as_ref().is_some_and(|outcome| is_wide(outcome, lesson));
        let card = |rank| {
            let record = outcome.as_ref().and_then(|outcome| outcome.report.ranks.get(rank));
            card(page, &config, lesson, rank, record)
        };
        let cards = (0..config.world_size()).map(card).collect_view();
        late(view! { <div class="cards" class:wide=wide>{cards}</div> })
    })
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
) -> impl IntoView + use<> {
    let (tp, dp) = (rank % config.tp(), rank / config.tp());
    // The golden angle: neighbours differ, however many there are.
    let hue = format!("--hue: {}", (220 + rank * 1375 / 10) % 360);
    let section = record.and_then(|record| record.sections.iter().find(|s| s.lesson == lesson));
    let failure = record.and_then(|record| record.failure.as_ref()).map(|f| f.message.clone());
    let failed = failure.is_some();
    let traffic =
        record.map(|record| (record.traffic.sent_bytes(), record.traffic.received_bytes()));
    let not_reached = record.is_some() && section.is_none();
    let foot = move || match traffic {
        _ if not_reached => page.words().ranks.not_reached.to_owned(),
        Some((sent, received)) => (page.words().ranks.traffic)(sent, received),
        None => String::new(),
    };
    view! {
        <article class="card" class:empty=record.is_none() class:failed=failed style=hue>
            <header>
                <h4>{text(move || (page.words().ranks.rank)(rank))}</h4>
                <span class="place">{text(move || (page.words().ranks.place)(tp, dp))}</span>
            </header>
            <p class="message">{failure}</p>
            {section.map(tensors)}
            <footer>{text(foot)}</footer>
        </article>
    }
}

fn tensors(section: &Section) -> impl IntoView + use<> {
    let tensor = |(name, value): &(String, Value)| {
        view! { <Tensor name=name.clone() value=value.clone()/> }
    };
    section.values.iter().map(tensor).collect_view()
}
