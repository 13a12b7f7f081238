//! A whole lesson by keyboard alone.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::json;

use crate::Result;
use crate::browser::Browser;
use crate::lesson_views::ran;
use crate::player::{opened, position, press_named, slowly};
use crate::seen::{wait_until_seen, watch};
use crate::server::Isolation;
use crate::shown::{key, ready, text, wait_for_text};

/// The longest way from one end of the page to the other.
const STOPS: usize = 120;

async fn held(page: &Client, modifier: Key, key: char) -> Result<()> {
    let keys = KeyActions::new("keys".to_owned())
        .then(KeyAction::Down { value: modifier.into() })
        .then(KeyAction::Down { value: key })
        .then(KeyAction::Up { value: key })
        .then(KeyAction::Up { value: modifier.into() });
    page.perform_actions(keys).await?;
    Ok(())
}

/// The accessible name of what has the focus; of a radio button, the name of its group and its own.
async fn focused(page: &Client) -> Result<String> {
    let script = "const at = document.activeElement;
        const label = at.labels?.[0]?.textContent ?? '';
        const group = at.type === 'radio' ? at.closest('fieldset')?.querySelector('legend')?.textContent + ': ' : '';
        return group + (at.getAttribute('aria-label') ?? (label || at.textContent)).trim()";
    Ok(page.execute(script, Vec::new()).await?.as_str().unwrap_or_default().to_owned())
}

/// Presses Tab (with Shift: back) until what has the focus has a name that begins with `name`. Its focus must show.
async fn tab_to(page: &Client, name: &str, back: bool) -> Result<()> {
    let mut passed = Vec::new();
    for _ in 0..STOPS {
        if back {
            held(page, Key::Shift, char::from(Key::Tab)).await?;
        } else {
            key(page, Key::Tab).await?;
        }
        let at = focused(page).await?;
        if at.starts_with(name) {
            let seen = "const at = document.activeElement;
                const mark = at.type === 'radio' ? at.parentElement : at;
                return [mark, ...mark.children].some((e) => getComputedStyle(e).outlineStyle !== 'none')";
            assert_eq!(
                page.execute(seen, Vec::new()).await?,
                json!(true),
                "{name} does not show its focus"
            );
            return Ok(());
        }
        passed.push(at);
    }
    Err(format!("Tab never came to {name:?}; it passed {passed:?}").into())
}

#[tokio::test]
async fn lesson_four_from_beginning_to_end() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;

    // The lesson: arrows go along the list of lessons.
    tab_to(page, "Lessons", false).await?;
    for _ in 0..8 {
        if text(page, "#lesson-heading").await?.contains("Mixture of experts")
            && focused(page).await?.contains("Mixture")
        {
            break;
        }
        key(page, Key::Down).await?;
    }
    assert!(focused(page).await?.contains("Mixture of experts"), "{}", focused(page).await?);

    // The world size.
    tab_to(page, "World size", false).await?;
    held(page, Key::Control, 'a').await?;
    key(page, '3').await?;

    // A preset, which is run at once; then the router: token 0 of rank 0 goes to the next expert.
    tab_to(page, "Router: drawn from the seed", false).await?;
    key(page, Key::Right).await?;
    wait_for_text(page, "[role=status]", "3 of 3 checks passed").await?;
    assert!(focused(page).await?.contains("balanced"));
    tab_to(page, "Router: each token's expert", false).await?;
    let active = "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).querySelector('.unseen').textContent";
    assert_eq!(
        page.execute(active, Vec::new()).await?,
        json!("token 0 of rank 0 goes to expert 0")
    );
    key(page, Key::Right).await?;
    key(page, Key::Down).await?;
    key(page, Key::Down).await?;
    assert_eq!(
        page.execute(active, Vec::new()).await?,
        json!("token 0 of rank 1 goes to expert 1")
    );
    key(page, '2').await?;
    wait_for_text(page, ".tokens", "→2").await?;
    assert_eq!(
        page.execute(active, Vec::new()).await?,
        json!("token 0 of rank 1 goes to expert 2")
    );
    let router = page.current_url().await?;
    assert!(router.as_str().contains("router=1,1;2,2;2,0"), "{router}");

    // Run. (The run of the edit before says the same when it is done.)
    wait_for_text(page, ".matrices table", "1 0 0 2").await?;
    tab_to(page, "Run", true).await?;
    watch(page, "[role=status]").await?;
    key(page, Key::Enter).await?;
    wait_until_seen(page, "[role=status]", "3 of 3 checks passed").await?;

    // Replay: to the beginning, on by a step, over an operation, to the end.
    tab_to(page, "View", false).await?;
    key(page, Key::Right).await?;
    wait_for_text(page, ".stands", "Event").await?;
    tab_to(page, "Position", false).await?;
    key(page, Key::Home).await?;
    wait_for_text(page, ".stands", "Before the first").await?;
    let there = "return document.querySelectorAll('.lines .there').length";
    assert_eq!(page.execute(there, Vec::new()).await?, json!(0));
    key(page, Key::Right).await?;
    wait_for_text(page, ".stands", "Event 1 of").await?;
    key(page, ']').await?;
    assert!(!text(page, ".stands").await?.contains("Event 1 of"));
    key(page, Key::End).await?;
    assert_eq!(page.execute(there, Vec::new()).await?, json!(12), "six tokens there and home");

    // The router can be changed here, too, and keeps the focus while the ranks run again.
    tab_to(page, "Router: each token's expert", false).await?;
    key(page, '0').await?;
    wait_for_text(page, ".matrices table", "0 1 1 0").await?;
    assert!(focused(page).await?.starts_with("Router: each token's expert"));
    key(page, '1').await?;
    wait_for_text(page, ".matrices table", "0 0 2 0").await?;

    // The matrix can be come to, and scrolled.
    tab_to(page, "Counts and their transpose", false).await?;
    let counts = text(page, ".matrices table").await?;
    assert!(
        counts.contains("0 0 2 0") && counts.contains("1 0 0 2") && counts.contains("2 1 0 1"),
        "{counts}"
    );

    // An element of a tensor.
    tab_to(page, "Tensors of all ranks at the cursor", false).await?;
    key(page, Key::Right).await?;
    key(page, Key::Right).await?;
    wait_for_text(page, ".told", "rank 0 · tokens[0, 1]").await?;

    // The language.
    tab_to(page, "Language", true).await?;
    key(page, Key::Right).await?;
    wait_for_text(page, "#picture-heading", "token、专家、回家").await?;
    page.wait().for_element(Locator::Css(".tokens[aria-label*='路由']")).await?;
    Ok(())
}

#[tokio::test]
async fn keys_with_another_use_do_not_stop_what_plays() -> Result<()> {
    let browser = opened(json!({})).await?;
    let page = &browser.page;
    slowly(page).await?;
    page.execute("document.querySelector('input[type=range]').focus()", Vec::new()).await?;
    key(page, Key::Home).await?;
    key(page, ' ').await?;
    // On to the view, and back.
    key(page, Key::Tab).await?;
    held(page, Key::Shift, char::from(Key::Tab)).await?;
    held(page, Key::Alt, 'x').await?;
    assert_eq!(page.find_all(Locator::Css("button[aria-label=Pause]")).await?.len(), 1);
    key(page, Key::Right).await?;
    assert_eq!(page.find_all(Locator::Css("button[aria-label=Play]")).await?.len(), 1);
    press_named(page, "Back").await?;

    // The browser's own way back is taken by no list, whatever it does with arrows.
    let taken = "return ['.tabs', '.tensors', '.player', '.listing', '.picture [role=listbox]'].flatMap((css) => {
        const at = document.querySelector(css);
        if (!at) return [];
        const press = (altKey) => {
            const init = { key: 'ArrowLeft', altKey, bubbles: true, cancelable: true };
            return !at.dispatchEvent(new KeyboardEvent('keydown', init));
        };
        return [[css, press(true), press(false)]];
    })";
    page.find(Locator::Css("#tab-moe")).await?.click().await?;
    let (at, _) = position(page).await?;
    let all = page.execute(taken, Vec::new()).await?;
    let expected = [
        json!([".tabs", false, true]),
        json!([".tensors", false, true]),
        json!([".player", false, true]),
    ];
    for one in &expected {
        assert!(all.as_array().is_some_and(|all| all.contains(one)), "{one} in {all}");
    }
    assert!(at > 0);
    Ok(())
}

#[tokio::test]
async fn a_list_without_tokens_names_no_token() -> Result<()> {
    let (browser, _) = ran(json!({ "lesson": "moe", "n_tok": 0 })).await?;
    let list = browser.page.find(Locator::Css(".tokens")).await?;
    assert_eq!(list.attr("aria-activedescendant").await?.as_deref(), Some(""));
    Ok(())
}
