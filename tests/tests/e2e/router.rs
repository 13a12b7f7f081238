//! Routers that are tried out where tokens are shown: presets, edits, undo and dice.

use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::Result;
use crate::lesson_views::{matrix, ran};
use crate::seen::{wait_until_seen, watch};
use crate::shown::{choose, press, ready, run, wait_for_text};

/// Every token's destination as the list of tokens tells it, by rank.
async fn router(page: &Client) -> Result<Value> {
    let script = "const rows = [...document.querySelectorAll('.tokens .block')];
        return rows.map((row) => [...row.querySelectorAll('[role=option]')]
            .map((token) => Number(token.querySelector('.unseen').textContent.match(/expert (\\d+)/)[1])))";
    Ok(page.execute(script, Vec::new()).await?)
}

/// Waits until the list of tokens says `table`.
pub async fn routed(page: &Client, table: &Value) -> Result<()> {
    for _ in 0..200 {
        if router(page).await? == *table {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    Err(format!("the tokens go {}, not {table}", router(page).await?).into())
}

/// A parameter of the page's address.
async fn parameter(page: &Client, key: &str) -> Result<Option<String>> {
    let url = page.current_url().await?;
    Ok(url.query_pairs().find(|(name, _)| name == key).map(|(_, value)| value.into_owned()))
}

#[tokio::test]
async fn presets_edits_and_undo_are_settings_that_run_at_once() -> Result<()> {
    let (browser, _) = ran(json!({ "lesson": "moe", "world_size": 3 })).await?;
    let page = &browser.page;
    let drawn = router(page).await?;
    choose(page, "all to rank 0").await?;
    routed(page, &json!([[0, 0], [0, 0], [0, 0]])).await?;
    assert_eq!(parameter(page, "preset").await?.as_deref(), Some("all_to_one"));
    wait_for_text(page, ".finding", "Capacity 2: the largest count, from rank 0 to expert 0")
        .await?;
    choose(page, "rank 1 has none").await?;
    wait_for_text(page, ".tokens", "none").await?;
    choose(page, "balanced").await?;
    let balanced = json!([[0, 1], [1, 2], [2, 0]]);
    routed(page, &balanced).await?;
    // The first token is the one that the field is about; nobody has chosen it, so the first click does not send it on.
    let outlined = "const token = document.querySelector('.tokens [aria-selected=true]');
        return [getComputedStyle(token).outlineStyle, token.dataset.at, document.querySelector('.expert select').value]";
    assert_eq!(page.execute(outlined, Vec::new()).await?, json!(["none", "0,0", "0"]));
    let first = Locator::XPath("//*[@role='option'][contains(., 'token 0 of rank 0 goes')]");
    page.find(first).await?.click().await?;
    assert_eq!(page.execute(outlined, Vec::new()).await?, json!(["solid", "0,0", "0"]));
    routed(page, &balanced).await?;

    // The first click chooses token 1 of rank 2, the second sends it on.
    let token = Locator::XPath("//*[@role='option'][contains(., 'token 1 of rank 2 goes')]");
    page.find(token).await?.click().await?;
    routed(page, &balanced).await?;
    page.find(token).await?.click().await?;
    let edited = json!([[0, 1], [1, 2], [2, 1]]);
    routed(page, &edited).await?;
    assert_eq!(page.execute(outlined, Vec::new()).await?, json!(["solid", "2,1", "1"]));
    assert_eq!(parameter(page, "router").await?.as_deref(), Some("0,1;1,2;2,1"));
    assert_eq!(parameter(page, "preset").await?, None);
    // It has been run: the ranks say so.
    for _ in 0..200 {
        if matrix(page, "counts").await? == json!([[1, 1, 0], [0, 1, 1], [0, 1, 1]]) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    assert_eq!(matrix(page, "counts").await?, json!([[1, 1, 0], [0, 1, 1], [0, 1, 1]]));
    assert_eq!(matrix(page, "in_counts").await?, json!([[1, 0, 0], [1, 1, 1], [0, 1, 1]]));

    for table in [balanced, json!(null), json!([[0, 0], [0, 0], [0, 0]]), drawn] {
        press(page, "Undo").await?;
        if !table.is_null() {
            routed(page, &table).await?;
        }
    }
    assert_eq!(parameter(page, "router").await?, None);
    Ok(())
}

#[tokio::test]
async fn dice_leave_their_seed_in_the_address() -> Result<()> {
    let (browser, _) = ran(json!({ "lesson": "moe", "n_tok": 8 })).await?;
    let page = &browser.page;
    let before = router(page).await?;
    watch(page, "[role=status]").await?;
    press(page, "⚄ Roll new seeds").await?;
    wait_until_seen(page, "[role=status]", "4 of 4 checks passed").await?;
    let seed = parameter(page, "router_seed").await?.ok_or("no seed in the address")?;
    wait_for_text(page, ".lab", &format!("Drawn from router seed {seed}.")).await?;
    for _ in 0..200 {
        if router(page).await? != before {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    let rolled = router(page).await?;
    assert_ne!(
        rolled, before,
        "64 bits of routers are the same by chance once in the age of the universe"
    );
    page.refresh().await?;
    ready(page).await?;
    press(page, "Run").await?;
    routed(page, &rolled).await
}

#[tokio::test]
async fn undo_reaches_no_further_than_what_was_tried() -> Result<()> {
    let (browser, _) = ran(json!({ "lesson": "moe" })).await?;
    let page = &browser.page;
    let undo = Locator::XPath("//button[normalize-space(.)='Undo']");
    let disabled = async || page.find(undo).await?.attr("aria-disabled").await;
    for other in ["Reset", "run"] {
        watch(page, "[role=status]").await?;
        choose(page, "balanced").await?;
        routed(page, &json!([[0, 1], [1, 2], [2, 3], [3, 0]])).await?;
        wait_until_seen(page, "[role=status]", "4 of 4 checks passed").await?;
        assert_eq!(disabled().await?, None, "it can be taken back");
        match other {
            "run" => drop(run(page, json!({ "lesson": "moe" })).await?),
            name => press(page, name).await?,
        }
        assert_eq!(disabled().await?.as_deref(), Some("true"), "after {other}");
        assert_eq!(parameter(page, "preset").await?, None, "after {other}");
    }
    Ok(())
}
