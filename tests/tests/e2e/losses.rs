//! Cancels, lost workers, and what is left behind.

use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{all_passed, press, ready, run, wait_for_text};

/// Keeps every worker that the page starts from here on where a test can reach it.
const CATCH_WORKERS: &str = "window.caught = [];
    const Native = window.Worker;
    window.Worker = class extends Native {
        constructor(...given) {
            super(...given);
            window.caught.push(this);
        }
    };";

async fn stat(browser: &Browser, key: &str) -> Result<u64> {
    let stats = browser.page.execute("return window.rankscope.stats()", Vec::new()).await?;
    stats[key].as_u64().ok_or_else(|| format!("no {key} in {stats}").into())
}

#[tokio::test]
async fn a_cancel_leaves_no_worker_and_the_next_run_works() -> Result<()> {
    for isolation in [Isolation::On, Isolation::Off] {
        let browser = Browser::open(isolation, "").await?;
        let page = &browser.page;
        ready(page).await?;
        let script = "const done = arguments[0];
            window.rankscope.run({ world_size: 16 }).then(
                () => done('it ended'),
                (error) => done(error.code),
            );
            window.rankscope.cancel();";
        let code = page.execute_async(script, Vec::new()).await?;
        assert_eq!(code, "cancelled");
        assert_eq!(stat(&browser, "workers").await?, 0);
        wait_for_text(page, "[role=status]", "Cancelled").await?;
        press(page, "Run").await?;
        wait_for_text(page, "[role=status]", &all_passed(16)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_rank_lost_in_mid_run_ends_the_run_with_its_name() -> Result<()> {
    for isolation in [Isolation::On, Isolation::Off] {
        let browser = Browser::open(isolation, "").await?;
        let page = &browser.page;
        ready(page).await?;
        page.execute(CATCH_WORKERS, Vec::new()).await?;
        // A run long enough to be met: at the first sign that ranks are running, one of them is gone.
        let script = "const done = arguments[0];
            window.rankscope.run({ world_size: 16, n_tok: 512, d: 16 }).then(
                (report) => done(JSON.stringify(report.error)),
                (error) => done(error.message),
            );
            const status = document.querySelector('[role=status]');
            const watch = new MutationObserver(() => {
                if (!status.textContent.includes('Running')) return;
                watch.disconnect();
                window.caught[2].terminate();
            });
            watch.observe(status, { childList: true, characterData: true, subtree: true });";
        let told = page.execute_async(script, Vec::new()).await?;
        let told = told.as_str().ok_or("no answer")?;
        assert!(told.contains("rank 2") && told.contains("terminated"), "{told}");
        let alert = wait_for_text(page, "[role=alert]", "rank 2").await?;
        assert!(alert.contains("terminated"), "{alert}");
        assert_eq!(stat(&browser, "workers").await?, 0);
        assert!(run(page, json!({})).await?.is_ok());
    }
    Ok(())
}

#[tokio::test]
async fn an_idle_worker_that_goes_away_is_replaced_or_named() -> Result<()> {
    for isolation in [Isolation::On, Isolation::Off] {
        let browser = Browser::open(isolation, "").await?;
        let page = &browser.page;
        ready(page).await?;
        page.execute(CATCH_WORKERS, Vec::new()).await?;
        run(page, json!({})).await?.map_err(|error| error.to_string())?;
        page.execute("window.caught[2].terminate()", Vec::new()).await?;
        // The pool notices in its own time; either way the next run ends, and the one after it succeeds.
        match run(page, json!({})).await? {
            Ok(report) if report["error"] == Value::Null => {}
            Ok(report) => {
                assert!(report["error"].to_string().contains("rank 2"), "{}", report["error"]);
            }
            Err(error) => {
                assert_eq!(error["code"], "not_started", "{error}");
                assert!(error.to_string().contains("rank 2"), "{error}");
            }
        }
        let report = run(page, json!({})).await?.map_err(|error| error.to_string())?;
        assert_eq!(report["error"], Value::Null);
    }
    Ok(())
}

#[tokio::test]
async fn a_rank_that_never_comes_up_is_named() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    let page = &browser.page;
    ready(page).await?;
    page.execute(CATCH_WORKERS, Vec::new()).await?;
    let script = "const done = arguments[0];
        window.rankscope.run({}).then(
            (report) => done(JSON.stringify(report.error)),
            (error) => done(error.message),
        );
        const look = () => (window.caught.length > 1 ? window.caught[1].terminate() : setTimeout(look, 0));
        look();";
    let told = page.execute_async(script, Vec::new()).await?;
    assert!(told.as_str().is_some_and(|told| told.contains("rank 1")), "{told}");
    assert_eq!(stat(&browser, "workers").await?, 0);
    assert!(run(page, json!({})).await?.is_ok());
    Ok(())
}

#[tokio::test]
async fn no_payload_passes_through_the_page() -> Result<()> {
    for isolation in [Isolation::On, Isolation::Off] {
        let browser = Browser::open(isolation, "").await?;
        ready(&browser.page).await?;
        // Sixteen times the payload, the same messages to and from the page.
        let mut bytes = Vec::new();
        for d in [16, 256] {
            let before = stat(&browser, "page_bytes").await?;
            let config = json!({ "lesson": "moe", "n_tok": 8, "d": d });
            run(&browser.page, config).await?.map_err(|error| error.to_string())?;
            bytes.push(stat(&browser, "page_bytes").await? - before);
        }
        assert!(bytes[1] < bytes[0] + 1024, "{bytes:?}");
    }
    Ok(())
}
