use web_sys::Element;

use super::checks::checks;
use super::explanation::explanation;
use super::header::header;
use super::lesson::lesson_view;
use super::lessons::lesson_list;
use super::log::log;
use super::notices::{failure, ignored};
use super::piece::{Piece, el, place};
use super::run_bar::run_bar;
use super::settings::settings_form;
use super::tabs::tabs;

/// The whole page, in `element`.
pub fn app(element: Element) -> Piece {
    let side = el("div.side").child(lesson_list()).child(settings_form());
    let results = el("div.results").set("id", "results").set("tabindex", "-1");
    let results = results
        .part(ignored)
        .child(failure())
        .part(tabs)
        .child(lesson_view())
        .child(explanation())
        .child(checks())
        .child(log());
    place(element)
        .child(el("style").says(&crate::ramp::rules()))
        .child(el("a.skip").set("href", "#results").say(|w| w.skip))
        .child(header())
        .child(el("main.layout").child(side).child(run_bar()).child(results))
        .child(el("footer.foot").say(|w| w.footer))
}
