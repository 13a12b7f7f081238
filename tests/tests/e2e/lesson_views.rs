//! The lessons' pictures: what they show is what the ranks report, at the end and at the cursor.

use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::router::routed;
use crate::server::Isolation;
use crate::shown::{choose, ready, run, text, wait_for_text};

/// A page on which `config` was run, and its report.
pub async fn ran(config: Value) -> Result<(Browser, Value)> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    ready(&browser.page).await?;
    let report = run(&browser.page, config).await?.map_err(|error| error.to_string())?;
    assert_eq!(report["error"], Value::Null);
    let checks = report["checks"].as_array().map_or(0, Vec::len);
    drawn(&browser.page, &format!("{checks} of {checks} checks passed")).await?;
    Ok((browser, report))
}

/// Waits until the page says `done` of a run, and shows its picture.
async fn drawn(page: &Client, done: &str) -> Result<()> {
    wait_for_text(page, "[role=status]", done).await?;
    let shown = "const done = arguments[0];
        const filled = () => [...document.querySelectorAll('.picture [id^=part-]')].some((part) => part.textContent);
        const look = () => (filled() ? done() : setTimeout(look, 10));
        look();";
    page.execute_async(shown, Vec::new()).await?;
    Ok(())
}

/// The scrubber, put at its first or last position.
async fn seek(page: &Client, to_end: bool) -> Result<()> {
    let script = "const scrubber = document.querySelector('input[type=range]');
        scrubber.value = arguments[0] ? scrubber.max : arguments[1];
        scrubber.dispatchEvent(new Event('input', { bubbles: true }));";
    page.execute(script, vec![json!(to_end), json!(0)]).await?;
    Ok(())
}

/// What lesson `lesson` has as `name`, by rank.
fn values(report: &Value, lesson: &str, name: &str) -> Vec<Value> {
    let ranks = report["ranks"].as_array().into_iter().flatten();
    ranks.map(|rank| rank[lesson][name].clone()).collect()
}

/// The cells of the matrix whose caption begins with `name`.
pub async fn matrix(page: &Client, name: &str) -> Result<Value> {
    let script = "const table = [...document.querySelectorAll('.matrices table')]
            .find((t) => t.caption.querySelector('code').textContent === arguments[0]);
        return table && [...table.tBodies[0].rows]
            .map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent)))";
    Ok(page.execute(script, vec![json!(name)]).await?)
}

#[tokio::test]
async fn tokens_counts_and_buffers_are_those_of_the_report() -> Result<()> {
    let config = json!({ "lesson": "moe", "world_size": 4, "n_tok": [3, 0, 5, 1] });
    let (browser, report) = ran(config).await?;
    let page = &browser.page;
    routed(page, &json!(values(&report, "moe", "router"))).await?;
    assert_eq!(matrix(page, "counts").await?, json!(values(&report, "moe", "counts")));
    assert_eq!(matrix(page, "in_counts").await?, json!(values(&report, "moe", "in_counts")));
    let capacity = report["ranks"][0]["moe"]["capacity"].as_u64().unwrap_or(0);
    let said = text(page, ".finding").await?;
    assert!(said.contains(&format!("Capacity {capacity}")), "{said}");
    assert!(said.contains(&format!("9 tokens travel in {} slots", 16 * capacity)), "{said}");
    // A rank's buffers have as many slots in use as its counts say.
    let script = "return [...document.querySelectorAll('.buffers > div')].map((card) =>
        [...card.querySelectorAll('svg')].map((svg) => svg.querySelectorAll('text').length))";
    let used: Vec<[u64; 2]> = serde_json::from_value(page.execute(script, Vec::new()).await?)?;
    let sum = |counts: &Value| -> u64 {
        counts.as_array().into_iter().flatten().filter_map(Value::as_u64).sum()
    };
    for (rank, [sent, arrived]) in used.into_iter().enumerate() {
        assert_eq!(sent, sum(&report["ranks"][rank]["moe"]["counts"]), "rank {rank}");
        assert_eq!(arrived, sum(&report["ranks"][rank]["moe"]["in_counts"]), "rank {rank}");
    }
    Ok(())
}

#[tokio::test]
async fn a_pipeline_fills_as_the_cursor_moves() -> Result<()> {
    let (browser, report) = ran(json!({ "lesson": "send_recv" })).await?;
    let page = &browser.page;
    let arrived = values(&report, "send_recv", "from_upstream");
    assert_eq!(arrived[2], json!([2, 0]));
    wait_for_text(page, ".stages", "[2, 0]").await?;
    choose(page, "Replay").await?;
    wait_for_text(page, ".stands", "Event").await?;
    let ways = "return ['not', 'going', 'there'].map((way) => document.querySelectorAll(`.hop > .${way}`).length)";
    assert_eq!(page.execute(ways, Vec::new()).await?, json!([0, 0, 6]));
    seek(page, false).await?;
    assert_eq!(page.execute(ways, Vec::new()).await?, json!([6, 0, 0]));
    // On the way every hop is under way at some time, and what is there stays there.
    let walk = "const scrubber = document.querySelector('input[type=range]'), seen = [];
        for (let at = 0; at <= scrubber.max; at++) {
            scrubber.value = at;
            scrubber.dispatchEvent(new Event('input', { bubbles: true }));
            await new Promise((done) => setTimeout(done));
            seen.push([...document.querySelectorAll('.hop > div')].map((hop) => hop.className.split(' ')[1]));
        }
        return seen";
    let walk = format!("const done = arguments[0]; (async () => {{ {walk} }})().then(done);");
    let seen: Vec<Vec<String>> =
        serde_json::from_value(page.execute_async(&walk, Vec::new()).await?)?;
    for hop in 0..6 {
        let mut ways: Vec<&str> = seen.iter().map(|ways| ways[hop].as_str()).collect();
        ways.dedup();
        assert_eq!(ways, ["not", "going", "there"], "hop {hop}");
    }
    Ok(())
}

#[tokio::test]
async fn both_ways_end_in_the_same_sums() -> Result<()> {
    let (browser, report) = ran(json!({ "lesson": "all_members", "world_size": 3 })).await?;
    let page = &browser.page;
    wait_for_text(page, ".verdict", "equal on all 3 ranks, bit for bit").await?;
    let sheet = "const figure = [...document.querySelectorAll('.way figure')]
            .find((f) => f.querySelector('code').textContent === arguments[0]);
        return [...figure.querySelectorAll('text')].map((t) => Number(t.textContent))";
    for name in ["input", "shard", "gathered", "all_reduced"] {
        let shown = page.execute(sheet, vec![json!(name)]).await?;
        let reported: Vec<Value> = values(&report, "all_members", name)
            .iter()
            .flat_map(|v| v.as_array().cloned())
            .flatten()
            .collect();
        let numbers = |values: &[Value]| values.iter().map(Value::as_f64).collect::<Vec<_>>();
        assert_eq!(
            numbers(shown.as_array().map_or(&[], Vec::as_slice)),
            numbers(&reported),
            "{name}"
        );
    }
    choose(page, "Replay").await?;
    wait_for_text(page, ".stands", "Event").await?;
    seek(page, false).await?;
    wait_for_text(page, ".verdict", "both are there on 0 of 3 ranks").await?;
    seek(page, true).await?;
    wait_for_text(page, ".verdict", "=").await?;
    Ok(())
}

#[tokio::test]
async fn the_root_family_is_shown_as_it_ended() -> Result<()> {
    let (browser, report) = ran(json!({ "lesson": "root", "world_size": 5 })).await?;
    let page = &browser.page;
    wait_for_text(page, ".family", "reduce").await?;
    assert_eq!(report["ranks"][0]["root"]["reduce_out"], json!([10]));
    let cells = "return [...document.querySelectorAll('.around')].map((part) =>
        [...part.querySelectorAll('li span:last-child')].map((cell) => cell.textContent))";
    let cells: Vec<Vec<String>> = serde_json::from_value(page.execute(cells, Vec::new()).await?)?;
    assert!(cells[0].iter().all(|cell| cell == "[0, 1, 2, 3]"), "{cells:?}");
    assert_eq!(cells[1], ["0", "1", "2", "3", "4"]);
    assert_eq!((cells[2][0].as_str(), cells[3][0].as_str()), ("[0, 1, 2, 3, …]", "Σ [10]"));
    Ok(())
}

#[tokio::test]
async fn the_mesh_tells_both_groups_of_the_chosen_rank() -> Result<()> {
    let (browser, report) = ran(json!({ "lesson": "groups", "world_size": 8, "tp": 4 })).await?;
    let page = &browser.page;
    wait_for_text(page, ".told-groups", "ranks [0, 1, 2, 3]; global rank 0 is group rank 0")
        .await?;
    page.find(Locator::Css(".mesh [data-at='6,0']")).await?.click().await?;
    let said =
        wait_for_text(page, ".told-groups", "ranks [2, 6]; global rank 6 is group rank 1").await?;
    assert_eq!(report["ranks"][6]["groups"]["tp_sum"], json!([22, 22]));
    assert!(said.contains("tp_sum = [22, 22] = 4 + 5 + 6 + 7"), "{said}");
    assert!(said.contains("dp_sum = [8, 8] = 2 + 6"), "{said}");
    let marked = "return ['in-tp', 'in-dp'].map((group) =>
        [...document.querySelectorAll(`.mesh .${group}`)].map((cell) => cell.dataset.at))";
    let marked = page.execute(marked, Vec::new()).await?;
    assert_eq!(marked, json!([["4,0", "5,0", "6,0", "7,0"], ["2,0", "6,0"]]));
    Ok(())
}

#[tokio::test]
async fn held_and_sent_are_those_of_the_checks() -> Result<()> {
    for (world_size, words) in [
        (
            3,
            [
                "22 elements live",
                "1024 B",
                "1056 B",
                "32 B more under ZeRO-2, for 2 elements of padding",
            ],
        ),
        (
            4,
            [
                "16 elements live",
                "1536 B",
                "1536 B",
                "Sent: the same. Held on each rank: 16 instead of 64 elements",
            ],
        ),
    ] {
        let (browser, report) =
            ran(json!({ "lesson": "ddp_zero2", "world_size": world_size })).await?;
        let checks = report["checks"].as_array().into_iter().flatten();
        let bytes: Vec<&Value> =
            checks.filter(|c| c["name"] == "ddp_bytes").map(|c| &c["actual"]).collect();
        assert!(words[1].starts_with(&bytes[0].to_string()), "{bytes:?}");
        let said = wait_for_text(&browser.page, ".picture", "Sent").await?;
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    }
    Ok(())
}

#[tokio::test]
async fn pictures_stay_inside_a_phone() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=zh").await?;
    let page = &browser.page;
    ready(page).await?;
    page.set_window_size(390, 844).await?;
    for world_size in [1, 3, 16, 64] {
        for lesson in ["send_recv", "root", "all_members", "moe", "groups", "ddp_zero2"] {
            let config = json!({ "lesson": lesson, "world_size": world_size });
            let report = run(page, config).await?.map_err(|error| error.to_string())?;
            let checks = report["checks"].as_array().map_or(0, Vec::len);
            drawn(page, &format!("{checks} 项检查通过了 {checks} 项")).await?;
            let wide = "const done = arguments[0];
                requestAnimationFrame(() => setTimeout(() => done([
                    document.documentElement.scrollWidth - document.documentElement.clientWidth,
                    document.querySelector('.picture > div:last-of-type').textContent.length > 20,
                ])))";
            let wide = page.execute_async(wide, Vec::new()).await?;
            assert_eq!(wide, json!([0, true]), "{lesson} with {world_size} ranks");
        }
    }
    Ok(())
}
