//! The main job: all six lessons on real ranks, by the button and by `window.rankscope`.

use rankscope_tests::golden::Golden;
use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{all_passed, checks, press, ready, run, run_written, text, wait_for_text};

#[tokio::test]
async fn run_gives_the_articles_values_over_shared_memory() -> Result<()> {
    default_run(Isolation::On, "shared", "shared memory").await
}

#[tokio::test]
async fn run_gives_the_articles_values_over_message_ports() -> Result<()> {
    default_run(Isolation::Off, "message", "message ports").await
}

async fn default_run(isolation: Isolation, id: &str, name: &str) -> Result<()> {
    let browser = Browser::open(isolation, "").await?;
    let page = &browser.page;
    ready(page).await?;
    press(page, "Run").await?;
    let status = wait_for_text(page, "[role=status]", "checks passed").await?;
    assert!(status.contains(&all_passed(4)), "{status}");
    assert!(status.contains(name), "{status}");
    let log = text(page, "section.log").await?;
    for figures in
        ["[1.0, 1.0]", "[600.0, 604.0]", "[2, 0]", "[1, 0, 1, 0]", "[2.0, 2.0]", "64", "16"]
    {
        assert!(log.contains(figures), "{figures} in {log}");
    }

    let report = run(page, json!({})).await?.map_err(|error| error.to_string())?;
    assert_eq!(report["transport"], id);
    let golden = Golden::named("demo_w4");
    golden.assert_ranks_agree(&report);
    let failed =
        report["checks"].as_array().map(|all| all.iter().filter(|c| c["passed"] != true).count());
    assert_eq!(failed, Some(0));
    Ok(())
}

#[tokio::test]
async fn either_transport_can_be_forced_where_memory_is_shared() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    ready(&browser.page).await?;
    for transport in ["shared", "message"] {
        let config = json!({ "transport": transport, "world_size": 5, "n_tok": [0, 1, 2, 3, 4] });
        let report = run(&browser.page, config).await?.map_err(|error| error.to_string())?;
        assert_eq!(report["transport"], transport);
        assert_eq!(report["error"], Value::Null);
    }
    Ok(())
}

#[tokio::test]
async fn shared_memory_cannot_be_forced_where_there_is_none() -> Result<()> {
    let browser = Browser::open(Isolation::Off, "").await?;
    ready(&browser.page).await?;
    let error =
        run(&browser.page, json!({ "transport": "shared" })).await?.expect_err("not isolated");
    let message = error["message"].as_str().unwrap_or_default();
    assert!(message.contains("shared") && message.contains("isolat"), "{error}");
    Ok(())
}

#[tokio::test]
async fn numbers_strings_and_bigints_are_taken() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    ready(&browser.page).await?;
    let config = "{ world_size: '3', router_seeds: [-1, '18446744073709551615', 7n], init_seed: -9223372036854775808n }";
    let report = run_written(&browser.page, config).await?.map_err(|error| error.to_string())?;
    assert_eq!(report["config"]["router_seeds"], json!([-1, "18446744073709551615", 7]));
    assert_eq!(report["config"]["init_seed"], "-9223372036854775808");
    assert_eq!(report["error"], Value::Null);
    Ok(())
}

#[tokio::test]
async fn sixty_four_ranks_run() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    ready(&browser.page).await?;
    for transport in ["shared", "message"] {
        let config = json!({ "transport": transport, "world_size": 64 });
        let report = run(&browser.page, config).await?.map_err(|error| error.to_string())?;
        assert_eq!(report["checks"].as_array().map(Vec::len), Some(checks(64)));
        assert_eq!(report["error"], Value::Null);
    }
    // And it is all drawn.
    wait_for_text(&browser.page, "[role=status]", &all_passed(64)).await?;
    Ok(())
}
