//! What tests ask of a page.

use std::time::Duration;

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::Result;

/// Waits until the page's programs can be called, and the first run has been rehearsed.
pub async fn ready(page: &Client) -> Result<()> {
    let script = "const done = arguments[0];
        const rehearsed = () => window.rankscope?.stats().rehearsing === 0;
        const look = () => (rehearsed() ? done() : setTimeout(look, 10));
        look();";
    page.execute_async(script, Vec::new()).await?;
    Ok(())
}

/// `window.rankscope.run(config)`: the report, or the error's code and message.
pub async fn run(page: &Client, config: Value) -> Result<std::result::Result<Value, Value>> {
    run_written(page, &config.to_string()).await
}

/// As [`run`], with the config as JavaScript.
pub async fn run_written(page: &Client, config: &str) -> Result<std::result::Result<Value, Value>> {
    let script = format!(
        "const done = arguments[0];
        window.rankscope.run({config}).then(
            (report) => done({{ report }}),
            (error) => done({{ error: {{ code: error.code, message: error.message }} }}),
        );"
    );
    let answer = page.execute_async(&script, Vec::new()).await?;
    match answer.get("report") {
        Some(report) => Ok(Ok(report.clone())),
        None => Ok(Err(answer["error"].clone())),
    }
}

/// The text of the first element that `css` finds.
pub async fn text(page: &Client, css: &str) -> Result<String> {
    Ok(page.find(Locator::Css(css)).await?.text().await?)
}

/// Waits until the text of what `css` finds contains `part`, and gives it.
pub async fn wait_for_text(page: &Client, css: &str, part: &str) -> Result<String> {
    for _ in 0..400 {
        let found = text(page, css).await.unwrap_or_default();
        if found.contains(part) {
            return Ok(found);
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    Err(format!("{css} never said {part:?}; it says {:?}", text(page, css).await?).into())
}

/// How many checks all six lessons make on so many ranks: two of them on rank 0 alone.
pub fn checks(world_size: usize) -> usize {
    19 * world_size + 2
}

/// What the page says once all of them have passed.
pub fn all_passed(world_size: usize) -> String {
    let checks = checks(world_size);
    format!("{checks} of {checks} checks passed")
}

/// Presses the button of that name.
pub async fn press(page: &Client, name: &str) -> Result<()> {
    page.find(button(name).as_locator()).await?.click().await?;
    Ok(())
}

struct Button(String);

fn button(name: &str) -> Button {
    Button(format!("//button[normalize-space(.)={name:?}]"))
}

impl Button {
    fn as_locator(&self) -> Locator<'_> {
        Locator::XPath(&self.0)
    }
}

/// Writes `value` into the field whose label is `label`, in place of what is there.
pub async fn fill(page: &Client, label: &str, value: &str) -> Result<()> {
    let script = "const [label, value] = arguments;
        const found = [...document.querySelectorAll('label')].find((l) => l.textContent.trim() === label);
        if (!found) throw new Error(`no field is labelled ${label}`);
        const field = document.getElementById(found.htmlFor);
        field.focus();
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));";
    page.execute(script, vec![json!(label), json!(value)]).await?;
    Ok(())
}

/// Chooses the radio button of that name.
pub async fn choose(page: &Client, name: &str) -> Result<()> {
    let label = format!("//label[normalize-space(.)={name:?}]");
    page.find(Locator::XPath(&label)).await?.click().await?;
    Ok(())
}

/// Presses and lets go of a key.
pub async fn key(page: &Client, key: impl Into<char>) -> Result<()> {
    let value = key.into();
    let keys = KeyActions::new("keys".to_owned())
        .then(KeyAction::Down { value })
        .then(KeyAction::Up { value });
    page.perform_actions(keys).await?;
    Ok(())
}
