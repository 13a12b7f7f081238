//! The page starts with cross-origin isolation and without it, and knows which.

use serde_json::Value;

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{ready, wait_for_text};

#[tokio::test]
async fn the_page_starts_isolated() -> Result<()> {
    starts(Isolation::On).await
}

#[tokio::test]
async fn the_page_starts_without_isolation() -> Result<()> {
    starts(Isolation::Off).await
}

async fn starts(isolation: Isolation) -> Result<()> {
    let browser = Browser::open(isolation, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;
    let isolated = page.execute("return window.crossOriginIsolated", Vec::new()).await?;
    assert_eq!(isolated, Value::Bool(isolation == Isolation::On));
    let said = match isolation {
        Isolation::On => "In use: shared memory. The page is cross-origin isolated",
        Isolation::Off => "In use: message ports. The page is not cross-origin isolated",
    };
    wait_for_text(page, ".in-use", said).await?;
    Ok(())
}
