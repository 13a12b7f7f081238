//! Where things stand on the page: nothing is wider than a phone, and nothing jumps while ranks run.

use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{ready, run};

#[tokio::test]
async fn nothing_is_wider_than_a_phone() -> Result<()> {
    for (lang, world_size) in [("en", 4), ("zh", 16), ("en", 64)] {
        let browser = Browser::open(Isolation::On, &format!("?lang={lang}")).await?;
        let page = &browser.page;
        page.set_window_size(390, 844).await?;
        ready(page).await?;
        run(page, json!({ "world_size": world_size, "lesson": "moe" }))
            .await?
            .map_err(|error| error.to_string())?;
        for view in ["result", "replay", "code", "traffic"] {
            let wide = "const [view, done] = arguments;
                document.querySelector(`input[name='view'][value='${view}']`).click();
                setTimeout(() => {
                    const room = document.documentElement.clientWidth;
                    // What has a scroll bar of its own may hold more than it shows.
                    const scrolls = (e) => e && e !== document.body && (/auto|scroll|hidden|clip/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
                    const out = [...document.querySelectorAll('body *')].filter((e) => {
                        const { right, width, left } = e.getBoundingClientRect();
                        return e.checkVisibility() && width > 0 && (right > room + 1 || left < -1) && right > 0 && !scrolls(e) && !e.closest('.unseen, .skip, svg');
                    });
                    done({ room, page: document.documentElement.scrollWidth, out: out.slice(0, 5).map((e) => e.outerHTML.slice(0, 120)) });
                }, 600);";
            let found = page.execute_async(wide, vec![json!(view)]).await?;
            let at = format!("{lang}, {world_size} ranks, {view}: {found}");
            assert_eq!(found["out"], json!([]), "{at}");
            assert_eq!(found["page"], found["room"], "{at}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn nothing_jumps_while_ranks_run() -> Result<()> {
    for view in ["result", "replay"] {
        let browser = Browser::open(Isolation::On, &format!("?lang=en&view={view}")).await?;
        let page = &browser.page;
        page.set_window_size(1280, 900).await?;
        ready(page).await?;
        run(page, json!({})).await?.map_err(|error| error.to_string())?;
        // Once more, observed: every element that moved by itself.
        let observed = "const done = arguments[0], moved = [];
            const watch = new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) {
                    for (const { node, previousRect, currentRect } of entry.sources) {
                        moved.push(`${(node?.outerHTML ?? node?.textContent ?? '?').slice(0, 80)}: ${previousRect.y} → ${currentRect.y}`);
                    }
                }
            });
            setTimeout(() => {
                watch.observe({ type: 'layout-shift', buffered: false });
                window.rankscope.run({ world_size: 4 }).then(() => setTimeout(() => { watch.takeRecords(); done(moved); }, 900), (e) => done([String(e)]));
            }, 600);";
        let moved = page.execute_async(observed, Vec::new()).await?;
        assert_eq!(moved, Value::Array(Vec::new()), "{view}");
        // The observer sees what does move.
        let pushed = "const done = arguments[0];
            new PerformanceObserver((list) => done(list.getEntries().length)).observe({ type: 'layout-shift', buffered: false });
            const block = document.createElement('p');
            block.style.height = '60px';
            document.querySelector('main').before(block);";
        assert!(page.execute_async(pushed, Vec::new()).await?.as_u64() > Some(0), "{view}");
    }
    Ok(())
}
