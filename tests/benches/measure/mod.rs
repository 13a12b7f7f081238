pub mod ui;

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;

/// World size, pages loaded, and warm runs in each.
const WORLDS: [(usize, usize, usize); 2] = [(4, 9, 20), (64, 3, 4)];

/// Runs once and waits for the report; gives the milliseconds, or what went wrong.
const RUN: &str = "
    const [world_size, transport, done] = arguments;
    const begun = performance.now();
    window.rankscope.run({ world_size, transport }).then(
        (report) => {
            const took = performance.now() - begun;
            const failed = report.checks.filter((check) => !check.passed).length;
            done(report.error || failed || report.transport !== transport ? JSON.stringify(report.error) : took);
        },
        (error) => done(String(error)),
    );";

/// Loads the page, waits until it can run, and measures.
async fn page(transport: &str, world_size: usize, warm: usize) -> Result<(f64, Vec<f64>)> {
    // Ranks use message ports where a page is not isolated.
    let isolation = if transport == "shared" { Isolation::On } else { Isolation::Off };
    let browser = Browser::open(isolation, "").await?;
    let ready = "const done = arguments[0];
        const look = () => (window.rankscope ? setTimeout(done, 500) : setTimeout(look, 10));
        look();";
    browser.page.execute_async(ready, Vec::new()).await?;
    let run = async || -> Result<f64> {
        let arguments = vec![world_size.into(), transport.into()];
        match browser.page.execute_async(RUN, arguments).await? {
            Value::Number(took) => took.as_f64().ok_or_else(|| "no time".into()),
            wrong => {
                Err(format!("a run of {world_size} ranks ({transport}) failed: {wrong}").into())
            }
        }
    };
    let cold = run().await?;
    let mut again = Vec::with_capacity(warm);
    for _ in 0..warm {
        again.push(run().await?);
    }
    Ok((cold, again))
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Of sorted times, the one that so many percent do not exceed.
fn percentile(times: &[f64], percent: usize) -> f64 {
    let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(place).copied().unwrap_or(f64::NAN)
}

/// Prints medians, and the slowest of each.
pub async fn times() -> Result<()> {
    println!(
        "{:<10} {:>6} {:>8} {:>16} {:>16}",
        "transport", "ranks", "", "median ms", "slowest ms"
    );
    for (world_size, pages, warm) in WORLDS {
        for transport in ["shared", "message"] {
            let (mut colds, mut warms) = (Vec::new(), Vec::new());
            for _ in 0..pages {
                let (cold, again) = page(transport, world_size, warm).await?;
                colds.push(cold);
                warms.extend(again);
            }
            for (state, times) in [("cold", &mut colds), ("warm", &mut warms)] {
                let (middle, slowest) = (median(times), times.last().copied().unwrap_or(f64::NAN));
                println!(
                    "{transport:<10} {world_size:>6} {state:>8} {middle:>16.1} {slowest:>16.1}"
                );
            }
        }
    }
    Ok(())
}

/// Prints what is downloaded, as `gzip -9` makes it.
pub fn sizes() -> Result<()> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist");
    let (mut rank, mut further, mut program, mut page) = (0, 0, 0, 0);
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !(name.ends_with(".js") || name.ends_with(".wasm")) {
            continue;
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&fs::read(&path)?)?;
        let size = encoder.finish()?.len();
        println!("{name:<40} {:>8.1} KB gzipped", size as f64 / 1000.0);
        let sum = match &*name {
            name if name.starts_with("app") => &mut page,
            // Loaded when the first further lesson runs.
            name if name.starts_with("further") => &mut further,
            // Loaded when the first program that is given as data runs.
            name if name.starts_with("program") => &mut program,
            _ => &mut rank,
        };
        *sum += size;
    }
    println!(
        "rank wasm + JS {:.1} KB, page wasm + JS {:.1} KB, for further lessons {:.1} KB more, for programs as data {:.1} KB \
         more",
        rank as f64 / 1e3,
        page as f64 / 1e3,
        further as f64 / 1e3,
        program as f64 / 1e3
    );
    Ok(())
}
