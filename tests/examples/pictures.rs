//! Takes the README's pictures: `cargo xtask pictures` builds the page first.

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/e2e/browser.rs"]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/e2e/driver.rs"]
mod driver;
#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/e2e/server.rs"]
#[allow(dead_code, reason = "pictures are of the isolated page")]
mod server;

#[cfg(not(target_arch = "wasm32"))]
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Name, address, and what is shown of the page.
#[cfg(not(target_arch = "wasm32"))]
const PICTURES: [(&str, &str, &str); 2] = [
    ("all-members", "?lang=en&lesson=all_members&view=replay&cursor=99999", "section.picture"),
    ("moe", "?lang=en&lesson=moe&n_tok=3&view=replay&cursor=250", "section.picture"),
];

#[cfg(not(target_arch = "wasm32"))]
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    use std::path::Path;
    use std::time::Duration;

    use fantoccini::Locator;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pictures");
    std::fs::create_dir_all(&folder)?;
    for (name, query, part) in PICTURES {
        for theme in ["light", "dark"] {
            let query = format!("{query}&theme={theme}");
            let browser = browser::Browser::open(server::Isolation::On, &query).await?;
            let page = &browser.page;
            page.set_window_size(1500, 2200).await?;
            page.wait()
                .at_most(Duration::from_secs(30))
                .for_element(Locator::Css(".stands"))
                .await?;
            tokio::time::sleep(Duration::from_millis(1500)).await;
            let margin = "const part = document.querySelector(arguments[0]);
                part.style.padding = '16px';
                part.style.background = 'var(--panel)';
                document.querySelector('.player').style.display = 'none';
                part.scrollIntoView();";
            page.execute(margin, vec![part.into()]).await?;
            let picture = page.find(Locator::Css(part)).await?.screenshot().await?;
            let path = folder.join(format!("{name}-{theme}.png"));
            std::fs::write(&path, picture)?;
            println!("{}", path.display());
        }
    }
    Ok(())
}

#[cfg(target_arch = "wasm32")]
fn main() {}
