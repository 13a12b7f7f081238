//! How long a reader waits while looking: `cargo xtask bench ui`.

use serde_json::{Value, json};

use super::{median, percentile};
use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;

const LESSONS: [&str; 6] = ["send_recv", "root", "all_members", "moe", "groups", "ddp_zero2"];

/// Pages loaded for a median.
const PAGES: usize = 5;

/// Runs `config` and waits for its report, then tells how long the page took to open the player: until the whole run
/// is decoded, replayed once and drawn, and how many events it has.
const OPEN: &str = "
    const [config, done] = arguments;
    const opened = () => new Promise((resolve) => {
        const begun = performance.now();
        const look = () => document.querySelector('.stands')?.textContent.trim() && document.querySelector('.tensors .card')
            ? resolve(performance.now() - begun)
            : setTimeout(look, 1);
        document.querySelector(\"input[name='view'][value='replay']\").click();
        look();
    });
    (async () => {
        const report = await window.rankscope.run(config);
        if (report.error || report.checks.some((check) => !check.passed)) return String(JSON.stringify(report.error));
        await new Promise((resolve) => setTimeout(resolve, 500));
        const took = await opened();
        document.querySelector(\"input[name='scope'][value='whole']\")?.click();
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { took, events: Number(document.querySelector('input[type=range]').max) };
    })().then(done, (error) => done(String(error)));";

/// Moves the scrubber to each of the given events, and tells how long each move kept the page's thread: its handlers
/// and all that follows from them before anything else can run. (Layout and painting come after.)
const SCRUB: &str = "
    const [positions, done] = arguments;
    const scrubber = document.querySelector('input[type=range]');
    const behind = new MessageChannel();
    const times = [];
    const settle = () => new Promise((resolve) => {
        behind.port1.onmessage = resolve;
        behind.port2.postMessage(0);
    });
    (async () => {
        for (const position of positions) {
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            const begun = performance.now();
            scrubber.value = position;
            scrubber.dispatchEvent(new Event('input', { bubbles: true }));
            await settle();
            times.push(performance.now() - begun);
        }
        return times;
    })().then(done, (error) => done(String(error)));";

/// When the first content was painted, in milliseconds since the page was asked for.
const PAINTED: &str = "
    const done = arguments[0];
    const look = () => {
        const painted = performance.getEntriesByName('first-contentful-paint')[0];
        return painted ? done(painted.startTime) : setTimeout(look, 10);
    };
    look();";

async fn opened(config: Value) -> Result<(Browser, f64, u64)> {
    let browser = Browser::open(Isolation::On, "").await?;
    let ready = "const done = arguments[0];
        const look = () => (window.rankscope ? setTimeout(done, 500) : setTimeout(look, 10));
        look();";
    browser.page.execute_async(ready, Vec::new()).await?;
    let answer = browser.page.execute_async(OPEN, vec![config]).await?;
    match (answer["took"].as_f64(), answer["events"].as_u64()) {
        (Some(took), Some(events)) => Ok((browser, took, events)),
        _ => Err(format!("the player did not open: {answer}").into()),
    }
}

async fn scrubbed(browser: &Browser, positions: Vec<u64>) -> Result<Vec<f64>> {
    let answer = browser.page.execute_async(SCRUB, vec![json!(positions)]).await?;
    serde_json::from_value(answer.clone()).map_err(|_| format!("scrubbing failed: {answer}").into())
}

fn say(what: &str, times: &mut [f64]) {
    println!("{what:<64} {:>8.2} {:>8.2}", median(times), percentile(times, 95));
}

/// Prints medians and 95th percentiles.
pub async fn times() -> Result<()> {
    println!("{:<64} {:>8} {:>8}", "milliseconds", "median", "p95");
    let mut paints = Vec::new();
    for _ in 0..PAGES {
        let browser = Browser::open(Isolation::On, "").await?;
        let painted = browser.page.execute_async(PAINTED, Vec::new()).await?;
        paints.push(painted.as_f64().ok_or("nothing was painted")?);
    }
    say("first paint of the page's content", &mut paints);

    let (browser, _, events) = opened(json!({ "world_size": 16 })).await?;
    // Every lesson on display in its turn, and its own events: its picture and its tensors follow each of them.
    for lesson in LESSONS {
        let show = "document.getElementById(`tab-${arguments[0]}`).click();
            document.querySelector(\"input[name='scope'][value='lesson']\").click();";
        browser.page.execute(show, vec![json!(lesson)]).await?;
        let own = "const done = arguments[0];
            setTimeout(() => done(Number(document.querySelector('input[type=range]').max)), 100);";
        let own = browser.page.execute_async(own, Vec::new()).await?.as_u64().unwrap_or(0);
        // Eight stretches of single steps.
        let stretches = (0..8).flat_map(|part| {
            let begin = own * part / 8;
            (0..40).map(move |step| begin + step)
        });
        let mut steps = scrubbed(&browser, stretches.collect()).await?;
        say(&format!("a step, 16 ranks, {own} of {events} events: {lesson}"), &mut steps);
    }
    let whole = "document.querySelector(\"input[name='scope'][value='whole']\").click();";
    browser.page.execute(whole, Vec::new()).await?;
    // A full period of jumps that never repeat: the golden section of the run, again and again.
    let stride = (events as f64 * 0.618) as u64;
    let jumps = (1..=200).map(|jump| jump * stride % events).collect();
    let mut jumps = scrubbed(&browser, jumps).await?;
    say(&format!("a jump, 16 ranks, {events} events"), &mut jumps);
    drop(browser);

    for world_size in [16, 40, 64] {
        let (mut opens, mut events) = (Vec::new(), 0);
        for _ in 0..PAGES {
            let (_, took, all) = opened(json!({ "world_size": world_size })).await?;
            opens.push(took);
            events = all;
        }
        say(&format!("opening the player, {world_size} ranks, {events} events"), &mut opens);
    }
    Ok(())
}
