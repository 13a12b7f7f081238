//! What passes by itself, kept by the page as it happens: whoever looks from outside, now and then, misses it when the
//! machine is busy.

use fantoccini::Client;
use serde_json::json;

use crate::Result;

/// Keeps every text that what `css` finds has from here on, the one of now first.
pub async fn watch(page: &Client, css: &str) -> Result<()> {
    let script = "const [css] = arguments, all = (window.seen ??= {});
        const text = () => document.querySelector(css)?.textContent ?? '';
        all[css]?.watch.disconnect();
        const texts = [text()];
        const watch = new MutationObserver(() => { if (text() !== texts.at(-1)) texts.push(text()); });
        watch.observe(document.body, { childList: true, characterData: true, subtree: true });
        all[css] = { texts, watch };";
    page.execute(script, vec![json!(css)]).await?;
    Ok(())
}

/// All texts since [`watch`] was called with `css`, without the one of then.
pub async fn texts(page: &Client, css: &str) -> Result<Vec<String>> {
    let texts = page.execute("return window.seen[arguments[0]].texts", vec![json!(css)]).await?;
    let texts: Vec<String> = serde_json::from_value(texts)?;
    Ok(texts.into_iter().skip(1).collect())
}

/// Waits until there has been a text with `part` in it since [`watch`] was called with `css`, whatever came after it.
pub async fn wait_until_seen(page: &Client, css: &str, part: &str) -> Result<()> {
    let script = "const [css, part, done] = arguments, begun = Date.now();
        const seen = () => window.seen[css].texts.slice(1).some((text) => text.includes(part));
        const look = () => (seen() || Date.now() - begun > 40000 ? done(seen()) : setTimeout(look, 20));
        look();";
    if page.execute_async(script, vec![json!(css), json!(part)]).await? == true {
        return Ok(());
    }
    Err(format!("{css} never said {part:?}; it said {:?}", texts(page, css).await?).into())
}
