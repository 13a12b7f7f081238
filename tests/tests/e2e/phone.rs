//! On a phone the results stand below everything else: a run that a button began brings them up, and nothing is too large.

use fantoccini::Client;
use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::seen::{wait_until_seen, watch};
use crate::server::Isolation;
use crate::shown::{press, ready, run, wait_for_text};

async fn phone(query: &str) -> Result<Browser> {
    let browser = Browser::open(Isolation::On, query).await?;
    browser.page.set_window_size(390, 844).await?;
    ready(&browser.page).await?;
    Ok(browser)
}

/// Waits until the page has not scrolled for a while: how far it has, where the results begin, how high the window is.
async fn rest(page: &Client) -> Result<[f64; 3]> {
    let script = "const done = arguments[0];
        let [last, since] = [-1, 0];
        const look = () => {
            since = scrollY === last ? since + 1 : 0;
            last = scrollY;
            if (since < 12) return setTimeout(look, 50);
            done([scrollY, document.getElementById('results').getBoundingClientRect().top, innerHeight]);
        };
        look();";
    Ok(serde_json::from_value(page.execute_async(script, Vec::new()).await?)?)
}

#[tokio::test]
async fn a_run_begun_by_the_button_brings_its_results_up() -> Result<()> {
    let browser = phone("?lang=en&lesson=send_recv").await?;
    let page = &browser.page;
    // By a program: nothing moves.
    run(page, json!({ "lesson": "send_recv" })).await?.map_err(|error| error.to_string())?;
    wait_for_text(page, "[role=status]", "checks passed").await?;
    let [scrolled, top, height] = rest(page).await?;
    assert!(scrolled == 0.0 && top > height, "{scrolled}, {top} in {height}");
    // By the button: the results come up under the bar, and the button keeps the focus.
    watch(page, "[role=status]").await?;
    press(page, "Run").await?;
    wait_until_seen(page, "[role=status]", "checks passed").await?;
    let [scrolled, top, height] = rest(page).await?;
    assert!(scrolled > 0.0 && top > 0.0 && top < height / 4.0, "{scrolled}, {top} in {height}");
    assert_eq!(page.active_element().await?.text().await?, "Run");
    // Who reads them already is not moved.
    page.execute("scrollBy({ top: 300, behavior: 'instant' })", Vec::new()).await?;
    let [before, ..] = rest(page).await?;
    watch(page, "[role=status]").await?;
    press(page, "Run").await?;
    wait_until_seen(page, "[role=status]", "checks passed").await?;
    assert_eq!(rest(page).await?[0], before);
    Ok(())
}

#[tokio::test]
async fn the_bar_is_one_line_of_buttons_and_does_not_grow() -> Result<()> {
    let browser = phone("?lang=en&world_size=16").await?;
    let page = &browser.page;
    let bar = "const bar = document.querySelector('.runbar'), box = bar.getBoundingClientRect();
        const buttons = [...bar.querySelectorAll('button')].map((b) => b.getBoundingClientRect());
        return [box.height, Math.max(...buttons.map((b) => b.top)) - Math.min(...buttons.map((b) => b.top)),
            Math.max(...buttons.map((b) => b.right)) - box.right]";
    let before = page.execute(bar, Vec::new()).await?;
    let [height, apart, over]: [f64; 3] = serde_json::from_value(before.clone())?;
    assert!(height < 64.0 && apart < 1.0 && over < 0.0, "{before}");
    press(page, "Run").await?;
    wait_for_text(page, "[role=status]", "checks passed").await?;
    assert_eq!(page.execute(bar, Vec::new()).await?, before);
    Ok(())
}

#[tokio::test]
async fn all_columns_and_both_matrices_of_lesson_four_are_in_sight() -> Result<()> {
    for lang in ["en", "zh"] {
        let browser = phone(&format!("?lang={lang}&lesson=moe")).await?;
        let page = &browser.page;
        run(page, json!({ "lesson": "moe" })).await?.map_err(|error| error.to_string())?;
        wait_for_text(page, ".matrices", "in_counts").await?;
        let out = "return ['.flow', '.matrices [role=group]'].map((css) => {
            const box = document.querySelector(css);
            return box.scrollWidth - box.clientWidth;
        })";
        assert_eq!(page.execute(out, Vec::new()).await?, json!([0, 0]), "{lang}");
    }
    Ok(())
}

#[tokio::test]
async fn ways_one_below_the_other_say_that_both_begin_with_the_input() -> Result<()> {
    let browser = phone("?lang=en&lesson=all_members").await?;
    let page = &browser.page;
    run(page, json!({ "lesson": "all_members" })).await?.map_err(|error| error.to_string())?;
    wait_for_text(page, ".verdict", "bit for bit").await?;
    let said = "return [...document.querySelectorAll('.begins')]
        .filter((said) => said.checkVisibility()).map((said) => said.textContent)";
    let both = json!(["One way, from input:", "The other way, from input again:"]);
    assert_eq!(page.execute(said, Vec::new()).await?, both);
    page.set_window_size(1440, 900).await?;
    assert_eq!(page.execute(said, Vec::new()).await?, Value::Array(Vec::new()));
    Ok(())
}
