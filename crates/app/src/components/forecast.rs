use collective::cost::{LinkModel, Preset};
use leptos::prelude::event_target_value;

use super::following::{flag, text};
use super::piece::{Piece, button, el};
use crate::forecast::Curves;
use crate::page::Page;
use crate::scale::{bandwidth, seconds};
use crate::state::{COLLECTIVES, ForecastField, Link, Measurement, RANKS};

/// How long a collective would take: what of, and the curves.
pub fn forecast(page: Page) -> Vec<Piece> {
    let fields = ForecastField::ALL.into_iter().enumerate().map(|(place, field)| {
        el("label")
            .child(el("span").text(text(move || page.words().forecast.fields[place].to_owned())))
            .child(choice(page, field))
    });
    let of_curves = |part: fn(Page, &Curves) -> String| {
        text(move || curves(page).map_or_else(String::new, |curves| part(page, &curves)))
    };
    let scroll = |class: &str| {
        el(class)
            .set("tabindex", "0")
            .set("role", "group")
            .attr_say("aria-label", |w| w.forecast.heading)
    };
    let drawn = of_curves(|page, curves| {
        let words = &page.words().forecast;
        [curves.time(words), curves.busbw(words)].concat()
    });
    vec![
        el("h3").say(|w| w.forecast.heading),
        el("p.note").say(|w| w.forecast.note),
        el("div.forecast-of").children(fields),
        el("p.note.link").text(text(move || about(page))),
        el("p").part(move || match page.forecast.get().link {
            Link::Measured => {
                let measure = button("quiet", move || page.measure());
                let cannot = move || page.is_measuring() || page.run.read().is_active();
                vec![measure.attr_maybe("aria-disabled", flag(cannot)).say(|w| w.forecast.measure)]
            }
            Link::Preset(_) => Vec::new(),
        }),
        el("p.lowest")
            .set("aria-live", "polite")
            .text(of_curves(|page, curves| curves.sentence(&page.words().forecast))),
        el("ul.forecast-key").html_of(of_curves(|_, curves| curves.key())),
        scroll("div.scroll.forecast").html_of(drawn),
        el("details.fold").child(el("summary").say(|w| w.forecast.table)).child(
            scroll("div.scroll.traffic")
                .html_of(of_curves(|page, curves| curves.table(&page.words().forecast))),
        ),
    ]
}

/// The choice of what `field` is about, by the names that addresses have for it.
fn choice(page: Page, field: ForecastField) -> Piece {
    let options = move || {
        let words = &page.words().forecast;
        let known: Vec<(String, String)> = match field {
            ForecastField::Collective => {
                COLLECTIVES.iter().map(|c| (c.name().to_owned(), c.name().to_owned())).collect()
            }
            ForecastField::Ranks => {
                let usual = (String::new(), (words.of_run)(ranks_of_run(page)));
                let numbers = RANKS.map(|ranks| (ranks.to_string(), ranks.to_string()));
                [usual].into_iter().chain(numbers).collect()
            }
            ForecastField::Link => Link::all()
                .map(|link| (link.id().to_owned(), name(page, link).to_owned()))
                .collect(),
        };
        let chosen = page.forecast.get().text(field);
        let option = |(id, label): (String, String)| {
            let option = el("option").set("value", &id).says(&label);
            if id == chosen { option.set("selected", "") } else { option }
        };
        known.into_iter().map(option).collect()
    };
    let change = move |event| {
        let mut forecast = page.forecast.get_untracked();
        // One of the options.
        let _ = forecast.set(field.key(), &event_target_value(&event));
        page.forecast.set(forecast);
    };
    el("select").set("name", field.key()).part(options).on("change", change)
}

fn name(page: Page, link: Link) -> &'static str {
    match link {
        Link::Preset(preset) => preset.name,
        Link::Measured => page.words().forecast.measured,
    }
}

fn ranks_of_run(page: Page) -> usize {
    page.parsed.read().as_ref().map_or(4, |(config, _)| config.world_size())
}

fn ranks(page: Page) -> usize {
    page.forecast.get().ranks.unwrap_or_else(|| ranks_of_run(page))
}

/// The curves, where there are two ranks and a link.
fn curves(page: Page) -> Option<Curves> {
    let forecast = page.forecast.get();
    let link = match (forecast.link, page.measured.get()) {
        (Link::Preset(preset), _) => preset.link,
        (Link::Measured, Measurement::Done { link, .. }) => link,
        (Link::Measured, _) => return None,
    };
    (ranks(page) > 1).then(|| Curves::of(forecast.collective, ranks(page), &link))
}

/// The link's figures and where they come from, or why there are no curves.
fn about(page: Page) -> String {
    let words = &page.words().forecast;
    let figures = |LinkModel { alpha, beta, gamma }: LinkModel| {
        (words.figures)(&seconds(alpha), &bandwidth(1.0 / beta), &seconds(gamma * 1e9))
    };
    if ranks(page) < 2 {
        return words.alone.to_owned();
    }
    let measured = match (page.forecast.get().link, page.measured.get()) {
        (Link::Preset(Preset { link, source, .. }), _) => {
            return format!("{}. {source}. {}", figures(*link), words.assumed);
        }
        (Link::Measured, measured) => measured,
    };
    match measured {
        Measurement::Done { link, transport } => {
            format!("{}. {}", figures(link), (words.measured_with)(transport))
        }
        Measurement::NotYet => words.not_measured.to_owned(),
        Measurement::UnderWay => words.measuring.to_owned(),
        Measurement::Busy => words.busy.to_owned(),
        Measurement::Unclear => words.unclear.to_owned(),
        Measurement::Failed(error) => (page.words().run.error)(&error),
    }
}
