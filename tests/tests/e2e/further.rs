//! The further lessons: in a worker of their own, on both transports.

use fantoccini::Locator;
use lessons::Lesson;
use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{choose, press, ready, run, text, wait_for_text};

#[tokio::test]
async fn every_further_lesson_passes_on_either_transport() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    let page = &browser.page;
    ready(page).await?;
    for (world_size, transport) in [(4, "shared"), (4, "message"), (5, "shared"), (16, "message")] {
        let config = json!({
            "lesson": "further", "world_size": world_size, "transport": transport, "n_tok": 5, "router_seed": 7,
        });
        let report = run(page, config).await?.map_err(|error| error.to_string())?;
        assert_eq!((&report["error"], &report["transport"]), (&Value::Null, &json!(transport)));
        assert_eq!(report["config"]["lesson"], "further");
        let checks = report["checks"].as_array().ok_or("no checks")?;
        let failed: Vec<&Value> = checks.iter().filter(|check| check["passed"] != true).collect();
        assert!(failed.is_empty(), "{failed:?}");
        for lesson in Lesson::FURTHER {
            assert!(checks.iter().any(|check| check["lesson"] == lesson.id()), "{lesson:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn their_worker_is_loaded_when_the_first_of_them_runs() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en&lesson=fold_order").await?;
    let page = &browser.page;
    ready(page).await?;
    let loaded =
        "return performance.getEntriesByType('resource').map((e) => e.name.split('/').pop());";
    let before: Vec<String> = serde_json::from_value(page.execute(loaded, Vec::new()).await?)?;
    assert!(before.contains(&"rank_bg.wasm".to_owned()), "{before:?}");
    assert!(!before.contains(&"further_bg.wasm".to_owned()), "{before:?}");
    press(page, "Run").await?;
    wait_for_text(page, "[role=status]", "checks passed").await?;
    let after: Vec<String> = serde_json::from_value(page.execute(loaded, Vec::new()).await?)?;
    assert!(after.contains(&"further_bg.wasm".to_owned()), "{after:?}");

    // The chosen one is in sight, what its checks mean too, and its program.
    let chosen = page.find(Locator::Css("label:has(input[value=fold_order])")).await?;
    assert!(chosen.is_displayed().await?);
    let checks = text(page, ".checks").await?;
    assert!(checks.contains("the default adds in rank order"), "{checks}");
    choose(page, "Code").await?;
    wait_for_text(page, "[role=listbox]", "every_gloo").await?;
    // Back among the six: at rest there are that run's workers and no others.
    run(page, json!({ "world_size": 2 })).await?.map_err(|error| error.to_string())?;
    let workers = page.execute("return window.rankscope.stats().workers;", Vec::new()).await?;
    assert_eq!(workers, json!(2));
    Ok(())
}
