//! Playing a run back: by buttons, keys and clicks, found by their accessible names.

use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::seen::{texts, wait_until_seen, watch};
use crate::server::Isolation;
use crate::shown::{choose, key, press, ready, run, text, wait_for_text};

/// Presses the button whose accessible name is given as an attribute.
pub async fn press_named(page: &Client, name: &str) -> Result<()> {
    let button = page.find(Locator::Css(&format!("button[aria-label={name:?}]"))).await?;
    // Out from behind what sticks to the window's edges.
    let middle = "arguments[0].scrollIntoView({ block: 'center' })";
    page.execute(middle, vec![serde_json::to_value(&button)?]).await?;
    button.click().await?;
    Ok(())
}

/// What the scrubber says of where it stands.
pub async fn stands(page: &Client, name: &str) -> Result<String> {
    let scrubber =
        page.find(Locator::Css(&format!("input[type=range][aria-label={name:?}]"))).await?;
    Ok(scrubber.attr("aria-valuetext").await?.unwrap_or_default())
}

/// The number of the event it stands at, and how many there are.
pub async fn position(page: &Client) -> Result<(u32, u32)> {
    let text = stands(page, "Position").await?;
    let number = |text: &str| text.split([' ', ':']).find_map(|word| word.parse::<u32>().ok());
    match text.strip_prefix("Event ").and_then(|rest| rest.split_once(" of ")) {
        Some((at, of)) => Ok((number(at).unwrap_or(0), number(of).unwrap_or(0))),
        None => {
            Ok((0, number(text.trim_start_matches(|c: char| !c.is_ascii_digit())).unwrap_or(0)))
        }
    }
}

/// Plays two events a second, so that what plays still plays when a busy machine looks again.
pub async fn slowly(page: &Client) -> Result<()> {
    let script = "const speed = document.querySelector('.player select');
        speed.value = '2';
        speed.dispatchEvent(new Event('change', { bubbles: true }));
        return speed.value";
    assert_eq!(page.execute(script, Vec::new()).await?, "2");
    Ok(())
}

/// Back by three events at once: in between, the cursor does not rest, which would be written into the address.
pub async fn three_back(page: &Client) -> Result<()> {
    let script = "const back = document.querySelector('button[aria-label=Back]');
        for (let i = 0; i < 3; i++) back.click();";
    page.execute(script, Vec::new()).await?;
    Ok(())
}

/// A run of `config`, opened in the player.
pub async fn opened(config: Value) -> Result<Browser> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    ready(&browser.page).await?;
    choose(&browser.page, "Replay").await?;
    wait_for_text(&browser.page, ".lesson-view", "Nothing has been recorded yet").await?;
    let report = run(&browser.page, config).await?.map_err(|error| error.to_string())?;
    assert_eq!(report["error"], Value::Null);
    wait_for_text(&browser.page, ".stands", "Event").await?;
    Ok(browser)
}

#[tokio::test]
async fn steps_go_on_and_back_and_over_operations() -> Result<()> {
    let browser = opened(json!({ "lesson": "all_members" })).await?;
    let page = &browser.page;
    let (end, events) = position(page).await?;
    assert!(events > 100 && end == events, "it begins at the end, paused: {end} of {events}");

    press_named(page, "Back").await?;
    press_named(page, "Back").await?;
    assert_eq!(position(page).await?, (events - 2, events));
    press_named(page, "Step").await?;
    assert_eq!(position(page).await?, (events - 1, events));

    page.find(Locator::Css("input[type=range]")).await?.send_keys("").await?;
    page.execute("document.querySelector('input[type=range]').focus()", Vec::new()).await?;
    key(page, char::from(Key::Home)).await?;
    assert_eq!(stands(page, "Position").await?, format!("Before the first of {events} events"));
    assert!(text(page, "[data-rank='2'] .doing").await?.contains("not begun"));
    key(page, char::from(Key::Right)).await?;
    assert_eq!(position(page).await?.0, 1);
    // To the first operation, over it, and over the next: three collectives, then what is left.
    let mut stops = Vec::new();
    for _ in 0..4 {
        key(page, ']').await?;
        stops.push(position(page).await?.0);
    }
    assert!(stops.is_sorted() && stops[3] > stops[1] && stops[1] > 20, "{stops:?}");
    key(page, '[').await?;
    assert!(position(page).await?.0 < stops[3]);
    key(page, char::from(Key::End)).await?;
    assert_eq!(position(page).await?.0, events);
    assert!(text(page, "[data-rank='2'] .doing").await?.contains("done"));

    // Space plays from the beginning, one event after the other, and pauses.
    slowly(page).await?;
    watch(page, ".stands").await?;
    key(page, ' ').await?;
    wait_until_seen(page, ".stands", "Event 3 of").await?;
    assert_eq!(page.find_all(Locator::Css("button[aria-label=Pause]")).await?.len(), 1);
    key(page, ' ').await?;
    assert_eq!(page.find_all(Locator::Css("button[aria-label=Play]")).await?.len(), 1);
    let (paused, _) = position(page).await?;
    assert!(paused < events, "it came to {paused} of {events}");
    page.execute_async("setTimeout(arguments[0], 1500)", Vec::new()).await?;
    let passed = texts(page, ".stands").await?;
    assert_eq!(passed.len(), 1 + paused as usize, "it stays where it was paused: {passed:?}");
    assert_eq!(passed[0], format!("Before the first of {events} events"));
    for (number, text) in passed.iter().enumerate().skip(1) {
        assert!(text.starts_with(&format!("Event {number} of {events}: ")), "{passed:?}");
    }
    Ok(())
}

#[tokio::test]
async fn an_element_tells_its_value_and_its_ranks_and_lights_on_all_ranks() -> Result<()> {
    let browser = opened(json!({ "lesson": "all_members" })).await?;
    let page = &browser.page;
    let names = "return [...document.querySelectorAll('[data-rank=\"2\"] .caption code')].map((c) => c.textContent)";
    assert_eq!(
        page.execute(names, Vec::new()).await?,
        json!(["input", "shard", "gathered", "all_reduced"])
    );
    // By pointer: the third element of what rank 2 has gathered.
    let point = "const [rank, name, index] = arguments;
        const tensors = [...document.querySelectorAll(`[data-rank='${rank}'] .tensor`)];
        const tensor = tensors.find((t) => t.querySelector('code').textContent === name);
        tensor.querySelector(`[data-i='${index}']`)
            .dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));";
    page.execute(point, vec![json!(2), json!("gathered"), json!(2)]).await?;
    let told = wait_for_text(page, ".told", "gathered").await?;
    assert_eq!(
        told,
        "rank 2 · gathered[2] = 608.0 = 2.0 + 102.0 + 202.0 + 302.0, input[2] of ranks 0–3, by reduce_scatter step 1 \
         → received from rank 1 in all_gather step 1"
    );
    let lit = "return [...document.querySelectorAll('.tensors [data-i]')]
        .filter((cell) => getComputedStyle(cell).outlineStyle === 'solid')
        .map((cell) => cell.textContent)";
    assert_eq!(page.execute(lit, Vec::new()).await?, json!(["608.0", "608.0", "608.0", "608.0"]));
    // Its sources are lit in another way: one element of each rank's input.
    let sources = "return [...document.querySelectorAll('.tensors [data-i]')]
        .filter((cell) => getComputedStyle(cell).outlineStyle === 'dashed')
        .map((cell) => [cell.closest('[data-rank]').dataset.rank, cell.textContent])";
    assert_eq!(
        page.execute(sources, Vec::new()).await?,
        json!([["0", "2.0"], ["1", "102.0"], ["2", "202.0"], ["3", "302.0"]])
    );
    // By keys: up to the shard, and to the next rank's.
    page.execute("document.querySelector('[role=group].tensors').focus()", Vec::new()).await?;
    key(page, char::from(Key::Up)).await?;
    wait_for_text(
        page,
        ".told",
        "rank 2 · shard[1] = 620.0 = 5.0 + 105.0 + 205.0 + 305.0, input[5] of ranks 0–3, by reduce_scatter step 1",
    )
    .await?;
    key(page, char::from(Key::PageDown)).await?;
    wait_for_text(page, ".told", "rank 3 · shard[1] = 628.0").await?;
    // Before it is named, it has no value.
    page.execute("document.querySelector('input[type=range]').focus()", Vec::new()).await?;
    key(page, char::from(Key::Home)).await?;
    wait_for_text(page, ".told", "rank 3 · shard[1] is not named yet").await?;
    Ok(())
}

#[tokio::test]
async fn colours_are_those_of_the_values() -> Result<()> {
    let browser = opened(json!({ "lesson": "all_members" })).await?;
    let page = &browser.page;
    let cells = "const luminance = (css) => {
            const [r, g, b] = css.match(/\\d+/g).map(Number);
            return 0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b;
        };
        const tensors = [...document.querySelectorAll('.tensors .tensor')];
        const inputs = tensors.filter((t) => t.querySelector('code').textContent === 'input');
        return inputs.flatMap((t) => [...t.querySelectorAll('[data-i]')])
            .map((cell) => [Number(cell.textContent), luminance(getComputedStyle(cell).backgroundColor)])";
    let cells = page.execute(cells, Vec::new()).await?;
    let mut cells: Vec<(f64, f64)> = serde_json::from_value(cells)?;
    assert_eq!(cells.len(), 4 * 8);
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(cells.is_sorted_by(|a, b| a.1 <= b.1), "{cells:?}");
    assert!(cells[31].1 > 10.0 * cells[0].1);

    choose(page, "Provenance").await?;
    let classes = "return [...document.querySelectorAll(\"[data-rank='1'] [data-i]\")].map((c) => c.className)";
    let classes: Vec<String> = serde_json::from_value(page.execute(classes, Vec::new()).await?)?;
    // Its own input, then sums over all ranks.
    assert!(classes[..8].iter().all(|class| class == "c0"), "{classes:?}");
    assert!(classes[8..].iter().all(|class| class == "c15"), "{classes:?}");
    choose(page, "Owner").await?;
    let first = page.find(Locator::Css("[data-rank='1'] [data-i]")).await?;
    assert_eq!(first.attr("class").await?.as_deref(), Some("r1"));
    Ok(())
}

#[tokio::test]
async fn a_click_in_the_diagram_puts_the_cursor_there() -> Result<()> {
    let browser = opened(json!({ "lesson": "send_recv" })).await?;
    let page = &browser.page;
    let diagram = page.find(Locator::Css("[role=img]")).await?;
    let label = diagram.attr("aria-label").await?.unwrap_or_default();
    assert_eq!(label, "Space-time diagram: 4 ranks, 12 operations, 6 messages");
    let titles = "return [...document.querySelectorAll('.arrow title')].map((t) => t.textContent)";
    let titles: Vec<String> = serde_json::from_value(page.execute(titles, Vec::new()).await?)?;
    assert!(
        titles.contains(&"8 B from rank 0 to rank 1 (tag 10), group 0".to_owned()),
        "{titles:?}"
    );
    assert!(
        titles.contains(&"8 B from rank 3 to rank 2 (tag 20), group 0".to_owned()),
        "{titles:?}"
    );

    let (_, events) = position(page).await?;
    let click = "const svg = document.querySelector('.sheet svg').getBoundingClientRect();
        const [part] = arguments;
        document.querySelector('[role=img]').dispatchEvent(new MouseEvent('click', {
            bubbles: true, clientX: svg.left + part * svg.width, clientY: svg.top + 5 }));";
    page.execute(click, vec![json!(0.5)]).await?;
    let (at, _) = position(page).await?;
    assert!(at.abs_diff(events / 2) <= 1, "{at} of {events}");
    // The line stands there.
    let line = "const line = document.querySelector('.sheet .cursor').getBoundingClientRect();
        const svg = document.querySelector('.sheet svg').getBoundingClientRect();
        return (line.left + 1 - svg.left) / svg.width";
    let part = page.execute(line, Vec::new()).await?.as_f64().unwrap_or(-1.0);
    assert!((part - f64::from(at) / f64::from(events)).abs() < 0.02, "{part}");
    choose(page, "Wall clock").await?;
    wait_for_text(page, ".space-time .note", "µs from end to end").await?;
    assert_eq!(position(page).await?.0, at, "the clock does not move the cursor");
    let width = "return document.querySelector('.sheet svg').getBoundingClientRect().width";
    let mut widths = Vec::new();
    for zoom in ["Zoom in", "Zoom out", "Zoom out"] {
        press_named(page, zoom).await?;
        widths.push(page.execute(width, Vec::new()).await?.as_f64().unwrap_or(0.0));
    }
    assert!(widths[0] > 1.2 * widths[1] && widths[1] > 1.2 * widths[2], "{widths:?}");
    Ok(())
}

#[tokio::test]
async fn traffic_is_a_matrix_and_a_ledger() -> Result<()> {
    let browser = opened(json!({ "lesson": "send_recv", "world_size": 3 })).await?;
    let page = &browser.page;
    choose(page, "Traffic").await?;
    let rows = "return [...document.querySelectorAll('.matrix tbody tr')]
        .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))";
    assert_eq!(
        page.execute(rows, Vec::new()).await?,
        json!([["", "8", "0"], ["8", "", "8"], ["0", "8", ""]])
    );
    let ledger = text(page, "[role=group][aria-label=Ledger]").await?;
    assert!(ledger.contains("1 16 16 2 2") && ledger.contains("all 32 32 4 4"), "{ledger}");
    press(page, "Run").await?;
    wait_for_text(page, "[role=status]", "checks passed").await?;
    Ok(())
}
