//! What the page asks of its browser.

use js_sys::{Array, Reflect};
use leptos::prelude::{document, window};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, Clipboard, Element, Event, HtmlAnchorElement, HtmlDetailsElement,
    HtmlElement, PointerEvent, Response, ScrollBehavior, ScrollIntoViewOptions,
    ScrollLogicalPosition, Url, UrlSearchParams,
};

use crate::address::Address;
use crate::loaded::Loaded;
use crate::reactive::State;
use crate::state::{Lang, Theme};

/// The element that the page goes into, emptied of what stood there until now.
pub fn take_place() -> HtmlElement {
    let place = document().get_element_by_id("app").and_then(|place| place.dyn_into().ok());
    let place: HtmlElement = place.unwrap_or_else(leptos::tachys::dom::body);
    place.set_text_content(None);
    place
}

/// Says what the browser would not do; nothing of the page depends on it.
fn warn(what: &str, why: &JsValue) {
    web_sys::console::warn_2(&format!("rankscope: {what}").into(), why);
}

/// The page's address.
pub fn address() -> Address {
    read(&window().location().search().unwrap_or_default())
}

/// The query of an address, read.
fn read(query: &str) -> Address {
    let Ok(parameters) = UrlSearchParams::new_with_str(query) else {
        return Address::default();
    };
    let text = |pair: &Array, index| pair.get(index).as_string().unwrap_or_default();
    let pairs = Array::from(&parameters);
    Address::read(pairs.iter().map(|pair| {
        let pair = Array::from(&pair);
        (text(&pair, 0), text(&pair, 1))
    }))
}

/// Puts `query` into the address bar, without a step in the history.
pub fn replace_query(query: &str) {
    let location = window().location();
    if location.search().is_ok_and(|search| search == query) {
        return;
    }
    let hash = location.hash().unwrap_or_default();
    let address = format!("{}{query}{hash}", location.pathname().unwrap_or_default());
    let replaced = window()
        .history()
        .and_then(|history| history.replace_state_with_url(&history.state()?, "", Some(&address)));
    // Browsers refuse it in some frames, and many times in a row.
    if let Err(why) = replaced {
        warn("the address could not be written", &why);
    }
}

/// The first of the reader's languages that the page has.
pub fn preferred_lang() -> Lang {
    let languages = window().navigator().languages();
    let mut tags = languages.iter().filter_map(|tag| tag.as_string());
    tags.find_map(|tag| Lang::from_tag(&tag)).unwrap_or_default()
}

/// Tells the document its title, language and theme.
pub fn set_look(title: &str, lang: Lang, theme: Option<Theme>) {
    document().set_title(title);
    let Some(root) = document().document_element() else { return };
    let set = root.set_attribute("lang", lang.tag()).and_then(|()| match theme {
        Some(theme) => root.set_attribute("data-theme", theme.id()),
        None => root.remove_attribute("data-theme"),
    });
    if let Err(why) = set {
        warn("the document's language and theme could not be set", &why);
    }
}

/// Whether the window is wide enough for everything to be open.
pub fn is_wide() -> bool {
    matches("(min-width: 60rem)")
}

/// Whether the reader has asked for little motion.
pub fn prefers_calm() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|media| media.matches())
}

/// Whether the `<details>` that an event is about is open now.
pub fn is_open(event: &Event) -> bool {
    let details = event.target().and_then(|target| target.dyn_into::<HtmlDetailsElement>().ok());
    details.is_some_and(|details| details.open())
}

/// Whether an event comes from an element that `css` selects, or from inside one.
pub fn is_from(event: &Event, css: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.and_then(|target| target.closest(css).ok().flatten()).is_some()
}

/// The element of a tensor that the pointer is over: rank, tensor of the rank, element.
pub fn cell(event: &PointerEvent) -> Option<[usize; 3]> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let data = |css: &str, name: &str| -> Option<usize> {
        target.closest(css).ok().flatten()?.get_attribute(name)?.parse().ok()
    };
    let (rank, track) = (data("[data-rank]", "data-rank")?, data("[data-track]", "data-track")?);
    if let Some(index) = data("[data-i]", "data-i") {
        return Some([rank, track, index]);
    }
    let columns = data("[data-columns]", "data-columns")?;
    let map = target.closest("[data-columns]").ok().flatten()?.get_bounding_client_rect();
    let side = map.width() / columns as f64;
    let place = |at: i32, from: f64| ((f64::from(at) - from) / side).max(0.0) as usize;
    let column = place(event.client_x(), map.left()).min(columns.saturating_sub(1));
    Some([rank, track, place(event.client_y(), map.top()) * columns + column])
}

/// The address of this page, with other settings, that a link which an event comes from leads to.
pub fn linked(event: &Event) -> Option<Address> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let link = target.closest("a[href^='?']").ok().flatten()?;
    Some(read(&link.get_attribute("href")?))
}

/// Puts the text of a file that lies beside the page into `place`, if it is `wanted` when it arrives.
pub fn load(url: String, place: State<Loaded>, wanted: Box<dyn Fn() -> bool>) {
    // What stands there is another file's.
    place.set(Loaded::Coming);
    leptos::task::spawn_local(async move {
        let loaded = match text(&url).await {
            Ok(text) => Loaded::Text(text.as_string().unwrap_or_default()),
            Err(why) => {
                warn(&format!("{url} could not be loaded"), &why);
                Loaded::Failed(url)
            }
        };
        if wanted() {
            place.set(loaded);
        }
    });
}

async fn text(url: &str) -> Result<JsValue, JsValue> {
    let response: Response = JsFuture::from(window().fetch_with_str(url)).await?.dyn_into()?;
    if !response.ok() {
        return Err(response.status().into());
    }
    JsFuture::from(response.text()?).await
}

/// What the element that an event comes from, or one around it, has as its `data-at`.
pub fn at(event: &Event) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-at]").ok().flatten()?.get_attribute("data-at")
}

/// Puts `html` into the element of that id.
pub fn fill(id: &str, html: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.set_inner_html(html);
    }
}

/// Sets an attribute of the element of that id.
pub fn set(id: &str, name: &str, value: &str) {
    let set = document().get_element_by_id(id).map(|element| element.set_attribute(name, value));
    if let Some(Err(why)) = set {
        warn("an attribute could not be set", &why);
    }
}

/// Chooses option `value` in the first list that `css` finds.
pub fn choose(css: &str, value: usize) {
    if let Ok(Some(list)) = document().query_selector(css) {
        let _ = Reflect::set(&list, &"value".into(), &value.to_string().into());
    }
}

/// Scrolls as little as shows the element of that id, once it is drawn.
pub fn show(id: String) {
    let scroll = move || {
        if let Some(element) = document().get_element_by_id(&id) {
            let least = ScrollIntoViewOptions::new();
            least.set_block(ScrollLogicalPosition::Nearest);
            least.set_inline(ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&least);
        }
    };
    leptos::prelude::request_animation_frame(scroll);
}

/// Scrolls to the results where they begin below the window, as they do on a phone. The focus stays where it is.
pub fn show_results() {
    leptos::prelude::request_animation_frame(|| {
        let Some(results) = document().get_element_by_id("results") else { return };
        let height = window().inner_height().ok().and_then(|height| height.as_f64());
        // Less than this of them is no result.
        let least = 200.0;
        if results.get_bounding_client_rect().top() + least > height.unwrap_or_default() {
            let how = ScrollIntoViewOptions::new();
            if !prefers_calm() {
                how.set_behavior(ScrollBehavior::Smooth);
            }
            results.scroll_into_view_with_scroll_into_view_options(&how);
        }
    });
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Moves the focus to the element of that id, and it into view.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|e| e.dyn_into::<HtmlElement>().ok());
    let focused = element.map(|element| element.focus());
    if let Some(Err(why)) = focused {
        warn("the focus could not be moved", &why);
    }
}

/// Puts `text` into the clipboard, and tells whether it is there.
pub fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let navigator = window().navigator();
    // There is none in pages that came over plain HTTP, and in some frames.
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).unwrap_or(JsValue::UNDEFINED);
    if clipboard.is_falsy() {
        return done(false);
    }
    let written = clipboard.unchecked_into::<Clipboard>().write_text(text);
    leptos::task::spawn_local(async move {
        done(wasm_bindgen_futures::JsFuture::from(written).await.is_ok());
    });
}

/// Moves the focus to the tensors, and what `css` finds of them into view.
pub fn reveal(css: &str) {
    focus("tensors");
    if let Ok(Some(element)) = document().query_selector(css) {
        element.scroll_into_view();
    }
}

/// A whole number in the attribute `name` of the element that an event comes from, or of one around it.
pub fn number(event: &Event, name: &str) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(&format!("[{name}]")).ok().flatten()?.get_attribute(name)?.parse().ok()
}

/// Hands `text` to the reader as a file.
pub fn download(name: &str, text: &str) {
    let saved = || -> Result<(), JsValue> {
        let options = BlobPropertyBag::new();
        options.set_type("application/json");
        let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options)?;
        let url = Url::create_object_url_with_blob(&blob)?;
        let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
        link.set_href(&url);
        link.set_download(name);
        link.click();
        // The click has taken hold of the file by now.
        Url::revoke_object_url(&url)
    };
    if let Err(why) = saved() {
        warn("the report could not be saved", &why);
    }
}
