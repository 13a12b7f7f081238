use leptos::prelude::*;

use super::shared::{react, say, when};
use crate::page::Page;
use crate::words::Words;

/// One of a few.
#[derive(Clone, Copy)]
pub struct Segment {
    /// Its name in settings.
    pub id: &'static str,
    /// Its name on the page.
    pub label: fn(&'static Words) -> &'static str,
    /// The language of that name, if it is always the same.
    pub lang: Option<&'static str>,
}

/// A choice of one among a few, side by side: radio buttons in disguise.
#[component]
pub fn Segments(
    /// The radio buttons' common name.
    name: &'static str,
    /// What is chosen.
    legend: fn(&'static Words) -> &'static str,
    /// Among what.
    segments: Vec<Segment>,
    /// The name of what is chosen now; may be none of them.
    value: fn(Page) -> &'static str,
    /// Called with the name of what the reader chooses.
    choose: fn(Page, &'static str),
    /// Whether the legend is to be seen, and not only to be heard.
    #[prop(optional)]
    labelled: bool,
    /// What describes the choice: ids.
    #[prop(optional)]
    described_by: Option<&'static str>,
) -> impl IntoView {
    let page = Page::expect();

    let radios = segments.into_iter().enumerate().map(|(index, Segment { id, label, lang })| {
        view! {
            <label>
                <input
                    type="radio"
                    name=name
                    value=id
                    id=(index == 0).then(|| super::field_id(name))
                    prop:checked=when(move || value(page) == id)
                    on:change=react(move |_| choose(page, id))
                />
                <span lang=lang>{say(label)}</span>
            </label>
        }
    });
    view! {
        <fieldset class="segments" class:labelled=labelled aria-describedby=described_by>
            <legend>{say(legend)}</legend>
            <div>{radios.collect_view()}</div>
        </fieldset>
    }
}
