//! The program that ran, line by line, and what is said about it.

use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::json;

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{choose, key, ready, text, wait_for_text};

/// The texts of the lines at which ranks are marked.
async fn marked(page: &Client) -> Result<Vec<String>> {
    let script = "const told = document.querySelector('.standing').textContent;
        const lines = [...told.matchAll(/line (\\d+): rank/g)].map(([, line]) => document.getElementById(`line-${line}`));
        return lines.map((line) => line.querySelector('code').textContent.trim());";
    Ok(serde_json::from_value(page.execute(script, Vec::new()).await?)?)
}

async fn click_line(page: &Client, part: &str) -> Result<()> {
    let script = "const line = [...document.querySelectorAll('[role=option]')]
            .find((line) => line.textContent.includes(arguments[0]));
        line.querySelector('code').click();";
    page.execute(script, vec![json!(part)]).await?;
    Ok(())
}

#[tokio::test]
async fn a_click_on_a_line_puts_the_cursor_there_in_either_language() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en&lesson=moe&view=code&cursor=20").await?;
    let page = &browser.page;
    ready(page).await?;
    // The address has a cursor, so the run begins by itself.
    wait_for_text(page, ".stands", "Event").await?;
    wait_for_text(page, "[role=listbox]", "dist.all_to_all_single(dispatched, send)").await?;

    click_line(page, "dist.all_to_all_single(dispatched, send)").await?;
    wait_for_text(page, ".stands", "begins all_to_all").await?;
    let there = "dist.all_to_all_single(dispatched, send)".to_owned();
    assert!(marked(page).await?.contains(&there));
    let first = text(page, ".stands").await?;
    // Again: the next rank that comes to it.
    click_line(page, "dist.all_to_all_single(dispatched, send)").await?;
    assert_ne!(text(page, ".stands").await?, first);

    choose(page, "Rust").await?;
    wait_for_text(page, "[role=listbox]", "pub(crate) async fn moe").await?;
    let there = "world.all_to_all_single(&dispatched, &send).await?;".to_owned();
    assert!(marked(page).await?.contains(&there));
    let last = "rank.log(&[]);".to_owned();
    assert!(!marked(page).await?.contains(&last));
    click_line(page, &last).await?;
    assert!(marked(page).await?.contains(&last));
    Ok(())
}

#[tokio::test]
async fn lines_are_reached_by_keys() -> Result<()> {
    let query = "?lang=en&lesson=all_members&view=code&cursor=1";
    let browser = Browser::open(Isolation::On, query).await?;
    let page = &browser.page;
    ready(page).await?;
    wait_for_text(page, "[role=listbox]", "dist.all_reduce(all_reduced)").await?;
    wait_for_text(page, ".standing", "rank 0").await?;
    page.execute("document.querySelector('[role=listbox]').focus()", Vec::new()).await?;
    // The first two lines that ranks come to: the input, and the call that follows it.
    key(page, char::from(Key::Down)).await?;
    key(page, char::from(Key::Down)).await?;
    let active = page.find(Locator::Css("[role=listbox]")).await?;
    let active = active.attr("aria-activedescendant").await?.unwrap_or_default();
    assert!(text(page, &format!("#{active}")).await?.contains("dist.reduce_scatter_tensor"));
    key(page, char::from(Key::Enter)).await?;
    wait_for_text(page, ".stands", "begins reduce_scatter").await?;
    Ok(())
}

#[tokio::test]
async fn a_question_runs_what_it_asks_for_and_the_text_follows_the_language() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en&lesson=all_members").await?;
    let page = &browser.page;
    ready(page).await?;
    wait_for_text(page, ".explanation", "Try it").await?;
    page.find(Locator::LinkText("Run it on 3 ranks")).await?.click().await?;
    wait_for_text(page, ".runbar", "of 12 checks passed").await?;
    let size = page.find(Locator::Css("#setting-world_size")).await?.prop("value").await?;
    assert_eq!(size.as_deref(), Some("3"));
    assert_eq!(page.find_all(Locator::Css("[data-rank]")).await?.len(), 3);

    choose(page, "中文").await?;
    wait_for_text(page, ".explanation", "试一试").await?;
    Ok(())
}
