//! Addresses that hold a moment of a run, and coming back to them.

use fantoccini::Locator;
use serde_json::json;

use crate::Result;
use crate::browser::Browser;
use crate::player::{opened, position, stands, three_back};
use crate::shown::{choose, ready, text, wait_for_text};

/// A run of all lessons, its fourth on display and the cursor three events before its end; there, and of how many.
async fn in_lesson_4() -> Result<(Browser, u32, u32)> {
    let browser = opened(json!({})).await?;
    browser.page.find(Locator::Css("#tab-moe")).await?.click().await?;
    three_back(&browser.page).await?;
    let (at, events) = position(&browser.page).await?;
    assert_eq!(at, events - 3);
    Ok((browser, at, events))
}

#[tokio::test]
async fn the_address_comes_back_to_the_moment_in_another_language() -> Result<()> {
    let (browser, at, events) = in_lesson_4().await?;
    let page = &browser.page;
    let address = "const done = arguments[0];
        const look = () => (location.search.includes('cursor=') ? done(location.search) : setTimeout(look, 20));
        look();";
    let address = page.execute_async(address, Vec::new()).await?;
    let address = address.as_str().unwrap_or_default().to_owned();
    assert!(address.contains("view=replay") && address.contains("tab=moe"), "{address}");

    choose(page, "中文").await?;
    wait_for_text(page, ".stands", "个事件：").await?;
    assert!(stands(page, "位置").await?.starts_with(&format!("第 {at}/{events} 个事件：")));
    choose(page, "English").await?;

    let url = page.current_url().await?;
    page.goto(url.as_str()).await?;
    ready(page).await?;
    // It runs by itself, and opens at that moment. (Waits differ from run to run, so it is not the same event.)
    wait_for_text(page, ".stands", "Event").await?;
    let (again, _) = position(page).await?;
    assert!(again > 0);
    assert_eq!(
        text(page, "#lesson-heading").await?.trim_start_matches('4').trim(),
        "Mixture of experts"
    );
    Ok(())
}

#[tokio::test]
async fn going_back_to_a_moment_of_another_lesson_comes_to_that_moment() -> Result<()> {
    let (browser, at, events) = in_lesson_4().await?;
    let page = &browser.page;
    let told = |part: &str| {
        format!(
            "const done = arguments[0];
            const look = () => (location.search.includes({part:?}) ? done() : setTimeout(look, 20));
            look();"
        )
    };
    // It says where the cursor rests, some time after it has come there.
    page.execute_async(&told("cursor="), Vec::new()).await?;
    let on = "history.pushState(null, '', location.search + '#x')";
    page.execute(on, Vec::new()).await?;
    page.find(Locator::Css("#tab-root")).await?.click().await?;
    wait_for_text(page, "#lesson-heading", "One root").await?;
    page.execute_async(&told("tab=root"), Vec::new()).await?;
    page.execute("history.back()", Vec::new()).await?;
    wait_for_text(page, "#lesson-heading", "Mixture of experts").await?;
    wait_for_text(page, ".stands", &format!("Event {at} of {events}")).await?;
    Ok(())
}
