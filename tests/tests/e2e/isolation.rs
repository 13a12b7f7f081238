//! The page starts with cross-origin isolation and without it, and knows which.

use fantoccini::Locator;
use serde_json::Value;

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;

#[tokio::test]
async fn the_page_starts_isolated() -> Result<()> {
    starts(Isolation::On).await
}

#[tokio::test]
async fn the_page_starts_without_isolation() -> Result<()> {
    starts(Isolation::Off).await
}

async fn starts(isolation: Isolation) -> Result<()> {
    let browser = Browser::open(isolation, "").await?;
    browser.page.wait().for_element(Locator::Css("h1")).await?;
    let isolated = browser.page.execute("return window.crossOriginIsolated", Vec::new()).await?;
    assert_eq!(isolated, Value::Bool(isolation == Isolation::On));
    Ok(())
}
