//! Where things stand on the page: nothing is wider than a phone, and nothing jumps while ranks run.

use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{ready, run};

#[tokio::test]
async fn nothing_is_wider_than_a_phone() -> Result<()> {
    let long =
        "a_tensor_whose_name_is_longer_than_any_line_that_a_phone_has_room_for_on_its_screen";
    let program = json!({ "world_size": 2, "calls": [
        {"call": "zeros", "shape": [2], "as": long},
        {"call": "all_reduce", "tensor": long},
        {"call": "check", "tensor": long, "equal": [0, 0]}
    ]});
    for (lang, config) in [
        ("en", json!({ "world_size": 4, "lesson": "moe" })),
        ("zh", json!({ "world_size": 16, "lesson": "moe" })),
        ("en", json!({ "world_size": 64, "lesson": "moe" })),
        ("en", json!({ "program": program })),
    ] {
        let browser = Browser::open(Isolation::On, &format!("?lang={lang}")).await?;
        let page = &browser.page;
        page.set_window_size(390, 844).await?;
        ready(page).await?;
        run(page, config.clone()).await?.map_err(|error| error.to_string())?;
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
            let at = format!("{lang}, {config}, {view}: {found}");
            assert_eq!(found["out"], json!([]), "{at}");
            assert_eq!(found["page"], found["room"], "{at}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn ranks_stand_in_rows_of_one_length_with_air_about_their_texts() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;
    for (lesson, cards, ranks, width, rows) in [
        ("send_recv", ".pipe", 4, 1280, json!([4])),
        ("send_recv", ".pipe", 4, 1024, json!([2, 2])),
        ("send_recv", ".pipe", 4, 768, json!([2, 2])),
        ("send_recv", ".pipe", 4, 390, json!([1, 1, 1, 1])),
        ("send_recv", ".pipe", 3, 1024, json!([3])),
        ("send_recv", ".pipe", 6, 1280, json!([3, 3])),
        ("send_recv", ".pipe", 8, 1280, json!([4, 4])),
        ("root", ".around", 4, 1280, json!([2, 2])),
        ("root", ".around:first-child li", 16, 1280, json!([8, 8])),
        ("moe", ".buffers > div", 4, 1280, json!([4])),
        ("moe", ".buffers > div", 4, 1024, json!([2, 2])),
    ] {
        page.set_window_size(width, 900).await?;
        let config = json!({ "lesson": lesson, "world_size": ranks });
        run(page, config).await?.map_err(|error| error.to_string())?;
        let stood = "const [cards, count, done] = arguments;
            const box = (e) => e.getBoundingClientRect(), all = (css) => [...document.querySelectorAll(css)];
            // From a text to the nearer side of the card, or of the gap between two.
            const air = (text) => {
                const range = document.createRange();
                range.selectNodeContents(text);
                const [words, frame] = [box(range), box(text.closest('.pipe, .hop'))];
                return Math.min(words.left - frame.left, frame.right - words.right);
            };
            const look = () => {
                const found = all(cards).map(box);
                if (found.length !== count) return setTimeout(look, 25);
                const rows = {};
                for (const { top } of found) rows[Math.round(top)] = (rows[Math.round(top)] ?? 0) + 1;
                const texts = all('.pipe code, .chip, .hop span:not(.unseen, :has(.unseen)), .hop i');
                done({ rows: Object.values(rows), air: Math.min(9, ...texts.filter((text) => text.closest('.stages')).map(air)) });
            };
            setTimeout(look, 300);";
        let count: u64 = rows.as_array().into_iter().flatten().filter_map(Value::as_u64).sum();
        let found = page.execute_async(stood, vec![json!(cards), json!(count)]).await?;
        let at = format!("{lesson}, {ranks} ranks, {width} px: {found}");
        assert_eq!(found["rows"], rows, "{at}");
        assert!(found["air"].as_f64() > Some(3.0), "{at}");
    }
    Ok(())
}

#[tokio::test]
async fn no_name_in_the_diagram_stands_over_another_or_beyond_its_bar() -> Result<()> {
    for lesson in ["ring_attention", "one_f_one_b", "ddp_zero2"] {
        let query = format!("?lang=en&lesson={lesson}&view=replay");
        let browser = Browser::open(Isolation::On, &query).await?;
        let page = &browser.page;
        page.set_window_size(1280, 900).await?;
        ready(page).await?;
        run(page, json!({ "lesson": lesson })).await?.map_err(|error| error.to_string())?;
        // As it is first shown, and nearer.
        for _ in 0..3 {
            let names = "const done = arguments[0];
                const look = () => {
                    const names = [...document.querySelectorAll('.sheet text')].map((name) => [name.textContent, name.getBoundingClientRect()]);
                    if (!names.length) return setTimeout(look, 25);
                    const bars = [...document.querySelectorAll('.sheet .op')].map((bar) => [bar.textContent, bar.getBoundingClientRect()]);
                    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;
                    const at = ([name, { left, top }]) => `${name} at ${left}, ${top}`;
                    done({
                        over: names.filter((a, i) => names.slice(0, i).some((b) => over(a[1], b[1]))).map(at),
                        beyond: names.filter(([name, { left, right, top, bottom }]) => !bars.some(([title, bar]) =>
                            title.startsWith(`${name} `) && left > bar.left && right < bar.right
                            && Math.min(Math.abs(bottom - bar.top), Math.abs(top - bar.bottom)) < 6)).map(at),
                        untitled: bars.filter(([title]) => !title).length,
                    });
                };
                setTimeout(look, 300);";
            let found = page.execute_async(names, Vec::new()).await?;
            assert_eq!(found, json!({ "over": [], "beyond": [], "untitled": 0 }), "{lesson}");
            let nearer = "document.querySelector('.zoom button:last-child').click()";
            page.execute(nearer, Vec::new()).await?;
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
