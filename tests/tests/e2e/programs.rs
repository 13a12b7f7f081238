//! Programs given as data: in the address, in the field, and to `window.rankscope.run`.

use fantoccini::{Client, Locator};
use rankscope_tests::collectives::{FILES, program};
use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{choose, fill, press, ready, run, text, wait_for_text};

const SUM: &str = r#"{"world_size": 3, "calls": [
    {"call": "full", "shape": [2], "value": "rank", "as": "x"},
    {"call": "all_reduce", "tensor": "x", "algorithm": "ring"},
    {"call": "check", "tensor": "x", "equal": [3, 3]}]}"#;

#[tokio::test]
async fn every_golden_case_passes_on_either_transport() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    ready(&browser.page).await?;
    for file in FILES {
        let file: Value = serde_json::from_str(file)?;
        let (program, checks) = program(&file, Some("gloo"));
        for transport in ["shared", "message"] {
            let config = json!({ "program": program, "transport": transport });
            let report = run(&browser.page, config).await?.map_err(|error| error.to_string())?;
            assert_eq!((&report["error"], &report["transport"]), (&Value::Null, &json!(transport)));
            let all = report["checks"].as_array().ok_or("no checks")?;
            let failed: Vec<&Value> = all.iter().filter(|check| check["passed"] != true).collect();
            assert!(failed.is_empty(), "{failed:?}");
            assert_eq!(all.len(), checks);
        }
    }
    Ok(())
}

#[tokio::test]
async fn an_address_holds_a_program_and_its_lines_are_calls() -> Result<()> {
    let program: String = url(SUM);
    let query = format!("?lang=en&program={program}&view=code&cursor=5");
    let browser = Browser::open(Isolation::On, &query).await?;
    let page = &browser.page;
    ready(page).await?;
    let status = wait_for_text(page, "[role=status]", "checks passed").await?;
    assert!(status.contains("3 of 3 checks passed"), "{status}");
    let size = page.find(Locator::Css("#setting-world_size")).await?.prop("value").await?;
    assert_eq!(size.as_deref(), Some("3"));
    let listing = wait_for_text(page, "[role=listbox]", "all_reduce").await?;
    assert_eq!(listing.matches("\"call\"").count(), 3, "{listing}");
    assert!(text(page, ".standing").await?.contains("line "));
    choose(page, "Result").await?;
    let cards = wait_for_text(page, "[data-rank='2']", "x").await?;
    assert!(cards.contains('3'), "{cards}");
    let address = page.current_url().await?;
    let held = address.query_pairs().find(|(key, _)| key == "program");
    assert_eq!(held.map(|(_, value)| value.into_owned()).as_deref(), Some(SUM));
    Ok(())
}

#[tokio::test]
async fn a_program_is_written_in_its_field_and_told_what_is_wrong_with_it() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;
    lesson(page, "program").await?;
    fill(page, "Program", r#"{"world_size": 2, "calls": [{"call": "all_reduce", "tensor": "y"}]}"#)
        .await?;
    press(page, "Run").await?;
    let told = wait_for_text(page, "[role=alert]", "calls[0].tensor").await?;
    assert!(told.contains("there is no tensor y here"), "{told}");
    fill(page, "Program", r#"{"world_size": 2, "timeout_ms": 300, "calls": [
        {"call": "zeros", "shape": [1], "as": "x"}, {"call": "send", "tensor": "x", "dst": "1 - rank"}]}"#).await?;
    press(page, "Run").await?;
    let told = wait_for_text(page, "[role=alert]", "waited").await?;
    assert!(told.contains("in send (tag 0) for ranks"), "{told}");
    fill(page, "Program", SUM).await?;
    press(page, "Run").await?;
    wait_for_text(page, ".runbar", "3 of 3 checks passed").await?;
    // A lesson needs no program, and the program is not lost.
    lesson(page, "send_recv").await?;
    press(page, "Run").await?;
    wait_for_text(page, ".runbar", "6 of 6 checks passed").await?;
    lesson(page, "program").await?;
    press(page, "Run").await?;
    wait_for_text(page, ".runbar", "3 of 3 checks passed").await?;
    Ok(())
}

#[tokio::test]
async fn a_program_without_checks_has_not_passed_any() -> Result<()> {
    let plain = json!({ "calls": [{"call": "barrier"}] });
    let checked = json!({ "calls": [{"call": "full", "shape": [1], "value": 1, "as": "x"},
        {"call": "check", "tensor": "x", "equal": [1]}] });
    for (lang, none) in [("en", "The program made no checks"), ("zh", "程序没有做检查")] {
        let browser = Browser::open(Isolation::On, &format!("?lang={lang}")).await?;
        let page = &browser.page;
        ready(page).await?;
        for (program, made, mood) in [(&plain, 0, "idle"), (&checked, 4, "good")] {
            let report = run(page, json!({ "program": program })).await?;
            let report = report.map_err(|error| error.to_string())?;
            assert_eq!(report["checks"].as_array().map(Vec::len), Some(made));
            for css in ["[role=status]", ".checks .note"] {
                let told = wait_for_text(page, css, if made == 0 { none } else { "4" }).await?;
                assert_eq!(told.contains(none), made == 0, "{told}");
            }
            let bar = page.find(Locator::Css(".runbar")).await?;
            assert_eq!(bar.attr("data-mood").await?.as_deref(), Some(mood), "{lang}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_program_without_a_place_is_refused() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    ready(&browser.page).await?;
    for (config, words) in [
        (json!({ "program": {"world_size": 65, "calls": []} }), "1 to 64"),
        (json!({ "program": {"calls": []}, "tp": 2 }), "tp"),
    ] {
        let error = run(&browser.page, config).await?.expect_err("a setting that cannot be");
        let message = error["message"].as_str().unwrap_or_default();
        assert!(message.contains(words), "{error}");
    }
    let report = run(&browser.page, json!({ "program": "{" })).await?.map_err(|e| e.to_string())?;
    assert_eq!(report["error"]["code"], "invalid_program");
    Ok(())
}

/// Chooses what is to run.
async fn lesson(page: &Client, id: &str) -> Result<()> {
    // (Where it is: it may lie under the bar that stays at the bottom.)
    let script = "document.querySelector(`[name=lesson][value=${arguments[0]}]`).click()";
    page.execute(script, vec![json!(id)]).await?;
    Ok(())
}

/// As an address writes it.
fn url(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test]
async fn a_program_that_has_not_run_yet_is_looked_for_in_no_file() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en&lesson=all_members&view=code").await?;
    let page = &browser.page;
    ready(page).await?;
    press(page, "Run").await?;
    wait_for_text(page, "[role=status]", "checks passed").await?;
    wait_for_text(page, "[role=listbox]", "reduce_scatter").await?;
    lesson(page, "program").await?;
    // Long enough for a file to be missed.
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    let shown = text(page, "main").await?;
    assert!(!shown.contains("could not be loaded"), "{shown}");
    Ok(())
}
