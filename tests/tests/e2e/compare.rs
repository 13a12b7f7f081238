//! Two runs side by side on one scrubber.

use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{choose, fill, press, ready, run, text, wait_for_text};

/// How many cards each run has, and the last values of rank 1's first shard.
async fn sides(page: &Client) -> Result<Value> {
    let script = "return [...document.querySelectorAll('.compare > section')].map((side) => [
        side.querySelector('h3').textContent,
        side.querySelectorAll('[data-rank]').length,
        [...side.querySelectorAll(\"[data-rank='1'] .tensor\")]
            .filter((t) => t.querySelector('code').textContent === 'shard')
            .flatMap((t) => [...t.querySelectorAll('[data-i]')].map((c) => c.textContent)),
    ]);";
    Ok(page.execute(script, Vec::new()).await?)
}

#[tokio::test]
async fn runs_of_three_and_four_ranks_stand_at_the_same_moment() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en&lesson=all_members&view=compare").await?;
    let page = &browser.page;
    ready(page).await?;
    run(page, json!({ "lesson": "all_members", "world_size": 3 }))
        .await?
        .map_err(|e| e.to_string())?;
    wait_for_text(page, ".lesson-view", "Keep this run").await?;
    press(page, "Keep this run to compare").await?;
    wait_for_text(page, ".lesson-view", "Both runs have the same settings").await?;

    fill(page, "World size", "4").await?;
    press(page, "Run").await?;
    wait_for_text(page, ".differences", "World size").await?;
    assert_eq!(text(page, ".differences tbody tr").await?, "World size 4 3");
    assert_eq!(
        sides(page).await?,
        json!([["This run", 4, ["608.0", "612.0"]], ["The kept run", 3, ["306.0", "309.0"]],])
    );
    let coloured = "return [...document.querySelectorAll('.compare > section')].every((side) =>
        getComputedStyle(side.querySelector('[data-i]')).backgroundColor !== 'rgba(0, 0, 0, 0)')";
    assert_eq!(page.execute(coloured, Vec::new()).await?, Value::Bool(true));
    // At the beginning neither has a shard, whatever the number of events until then.
    page.execute("const s = document.querySelector('input[type=range]'); s.value = 3; s.dispatchEvent(new Event('input', { bubbles: true }));", Vec::new()).await?;
    let early = sides(page).await?;
    for side in [&early[0], &early[1]] {
        assert!(
            side[2].as_array().is_some_and(|cells| cells.iter().all(|cell| cell == "·")),
            "{early}"
        );
    }
    wait_for_address(page, "cursor").await?;

    // The address brings both back.
    let address = page.current_url().await?;
    assert!(address.query().is_some_and(|query| query.contains("against=")), "{address}");
    page.goto(address.as_str()).await?;
    wait_for_text(page, ".differences", "World size").await?;
    assert_eq!(sides(page).await?, early);
    choose(page, "中文").await?;
    wait_for_text(page, ".compare", "保留的运行").await?;
    press(page, "不再对比").await?;
    wait_for_text(page, ".lesson-view", "先保留这次运行").await?;
    assert!(page.find_all(Locator::Css(".compare")).await?.is_empty());
    Ok(())
}

async fn wait_for_address(page: &Client, part: &str) -> Result<()> {
    for _ in 0..100 {
        if page.current_url().await?.as_str().contains(part) {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    Err(format!("the address never had {part}").into())
}

#[tokio::test]
async fn a_cancelled_run_leaves_no_other_in_its_place() -> Result<()> {
    let settings = "lesson=all_members&world_size=64";
    let against = "against=lesson%3Dall_members%26world_size%3D3";
    let query = format!("?lang=en&view=compare&{settings}&{against}");
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;
    // The second run is cancelled as soon as the page says that it starts.
    let go = "const [query, done] = arguments;
        const status = document.querySelector('[role=status]');
        const watch = new MutationObserver(() => {
            if (!status.textContent.includes('of 64')) return;
            watch.disconnect();
            window.rankscope.cancel();
        });
        watch.observe(status, { childList: true, characterData: true, subtree: true });
        history.pushState(null, '', query);
        history.pushState(null, '', location.search + '#x');
        history.back();
        setTimeout(done, 100);";
    page.execute_async(go, vec![json!(query)]).await?;
    wait_for_text(page, "[role=status]", "Cancelled").await?;
    wait_for_text(page, ".lesson-view", "Nothing has been recorded yet").await?;
    assert!(page.find_all(Locator::Css(".compare")).await?.is_empty());
    Ok(())
}
