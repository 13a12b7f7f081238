//! How long collectives would take: chosen, told, drawn, and measured.

use fantoccini::{Client, Locator};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{choose, press, ready, text, wait_for_text};

async fn select(page: &Client, name: &str, value: &str) -> Result<()> {
    let css = format!("select[name={name}]");
    page.find(Locator::Css(&css)).await?.select_by_value(value).await?;
    Ok(())
}

async fn count(page: &Client, css: &str) -> Result<usize> {
    Ok(page.find_all(Locator::Css(css)).await?.len())
}

#[tokio::test]
async fn crossovers_follow_collective_ranks_and_link() -> Result<()> {
    let query = "?lang=en&view=traffic&cost=broadcast&cost_ranks=16&link=100gbe";
    let browser = Browser::open(Isolation::On, query).await?;
    let page = &browser.page;
    ready(page).await?;
    let lowest = wait_for_text(page, ".lowest", "scatter_all_gather").await?;
    assert!(lowest.starts_with("Lowest: binomial up to "), "{lowest}");
    assert!(text(page, ".link").await?.contains("1/β 12.50 GB/s"));
    // A curve for each of four algorithms in each of two drawings, and the crossovers in both.
    let crossovers = lowest.matches(" up to ").count();
    assert_eq!(count(page, ".forecast path[class]").await?, 2 * 4);
    assert_eq!(count(page, ".forecast circle").await?, 2 * crossovers);

    select(page, "cost", "all_to_all").await?;
    let lowest = wait_for_text(page, ".lowest", "bruck").await?;
    assert!(lowest.ends_with(", then direct = pairwise."), "{lowest}");
    select(page, "link", "nvlink").await?;
    wait_for_text(page, ".link", "NVIDIA H100").await?;
    let nearer = text(page, ".lowest").await?;
    assert_ne!(nearer, lowest);
    // Two ranks have one message to send each other, however it is called.
    select(page, "cost_ranks", "2").await?;
    wait_for_text(page, ".lowest", "Lowest: direct = pairwise = bruck.").await?;
    let address = page.current_url().await?;
    assert_eq!(address.query(), Some("view=traffic&cost=all_to_all&cost_ranks=2&lang=en"));

    page.find(Locator::Css(".forecast + details > summary")).await?.click().await?;
    let table = wait_for_text(page, ".forecast + details table", "1 GiB").await?;
    assert!(table.contains("µs") && table.contains("GB/s"), "{table}");
    choose(page, "中文").await?;
    wait_for_text(page, ".lowest", "最快：direct = pairwise = bruck。").await?;
    Ok(())
}

#[tokio::test]
async fn this_machine_is_measured_on_either_transport() -> Result<()> {
    for (isolation, with) in [(Isolation::On, "shared memory"), (Isolation::Off, "message ports")] {
        let query = "?lang=en&view=traffic&link=measured";
        let browser = Browser::open(isolation, query).await?;
        let page = &browser.page;
        ready(page).await?;
        wait_for_text(page, ".link", "Not measured yet.").await?;
        assert_eq!(count(page, ".forecast svg").await?, 0);
        press(page, "Measure this machine").await?;
        let told = wait_for_text(page, ".link", "Measured in this page").await?;
        assert!(told.contains(with) && told.contains("B/s"), "{told}");
        wait_for_text(page, ".lowest", "Lowest: ").await?;
        assert_eq!(count(page, ".forecast svg").await?, 2);
        // No run is on display, and one can begin.
        wait_for_text(page, ".void-view", "press Run").await?;
        press(page, "Run").await?;
        wait_for_text(page, "[role=status]", "checks passed").await?;
        assert!(text(page, ".link").await?.contains(with));
        // Who asks again while a run is under way keeps what is known.
        let script = "window.rankscope.run({ world_size: 16 });
            const asks = (button) => button.innerText.startsWith('Measure');
            [...document.querySelectorAll('button')].find(asks).click();";
        page.execute(script, Vec::new()).await?;
        assert!(text(page, ".link").await?.contains(with));
    }
    Ok(())
}
