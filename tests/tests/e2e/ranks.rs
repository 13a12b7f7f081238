//! Where numbers come from, what messages carry, what checks are about, and tensors copied: by accessible names.

use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::player::{opened, position, press_named};
use crate::seen::{wait_until_seen, watch};
use crate::server::Isolation;
use crate::shown::{choose, key, ready, run, text, wait_for_text};

/// Points at element `index` of tensor `name` on rank `rank`.
async fn point(page: &Client, rank: usize, name: &str, index: usize) -> Result<String> {
    let script = "const [rank, name, index] = arguments;
        const tensors = [...document.querySelectorAll(`.now [data-rank='${rank}'] .tensor`)];
        const tensor = tensors.find((t) => t.querySelector('code').textContent === name);
        tensor.querySelector(`[data-i='${index}']`)
            .dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));";
    page.execute(script, vec![json!(rank), json!(name), json!(index)]).await?;
    wait_for_text(page, ".told", &format!("rank {rank} · {name}[")).await
}

/// The elements that are outlined in that way: rank, tensor, figure.
async fn outlined(page: &Client, style: &str) -> Result<Value> {
    let script = "const [style] = arguments;
        return [...document.querySelectorAll('.tensors [data-i]')]
            .filter((cell) => getComputedStyle(cell).outlineStyle === style)
            .map((cell) => [
                Number(cell.closest('[data-rank]').dataset.rank),
                cell.closest('.tensor').querySelector('code').textContent,
                cell.textContent,
            ])";
    Ok(page.execute(script, vec![json!(style)]).await?)
}

#[tokio::test]
async fn a_token_is_followed_from_its_row_to_its_expert_and_home() -> Result<()> {
    let browser =
        opened(json!({ "lesson": "moe", "router": [[1, 0], [1, 1], [2, 3], [3, 0]] })).await?;
    let page = &browser.page;
    let told = point(page, 0, "final", 1).await?;
    assert!(told.contains(", from rank 0's tokens[0, 1] = "), "{told}");
    let way = "→ dispatch → received from rank 0 in all_to_all step 1 → × 10 → received from rank 1 in all_to_all step 1 \
               → home";
    assert!(told.ends_with(way), "{told}");
    let sources = outlined(page, "dashed").await?;
    assert_eq!((&sources[0][0], &sources[0][1]), (&json!(0), &json!("tokens")), "{sources}");
    choose(page, "中文").await?;
    wait_for_text(page, ".told", "源自 rank 0 的 tokens[0, 1]").await?;
    Ok(())
}

#[tokio::test]
async fn messages_are_gone_through_by_buttons_and_pointed_at() -> Result<()> {
    let browser = opened(json!({ "lesson": "all_members", "world_size": 2 })).await?;
    let page = &browser.page;
    let status = ".space-time [role=status]";
    wait_for_text(page, status, "Point at a message").await?;
    press_named(page, "Next message").await?;
    let told = wait_for_text(page, status, "Message 1 of 8: ").await?;
    for part in [
        "16 B from rank ",
        "(reduce_scatter, step 1), group 0",
        "; carries input[",
        "; goes into shard[0–1]",
    ] {
        assert!(told.contains(part), "{told}");
    }
    // Both ends are lit in the diagram, and what it carries on the cards of both.
    assert_eq!(page.find_all(Locator::Css(".over .lit circle")).await?.len(), 2);
    let lit = outlined(page, "double").await?;
    assert_eq!(lit.as_array().map(Vec::len), Some(4), "{lit}");
    let ranks: Vec<_> =
        lit.as_array().into_iter().flatten().map(|cell| (&cell[0], &cell[1])).collect();
    assert!(
        ranks.contains(&(&json!(0), &json!("input")))
            || ranks.contains(&(&json!(1), &json!("input")))
    );
    assert!(
        ranks.contains(&(&json!(0), &json!("shard")))
            || ranks.contains(&(&json!(1), &json!("shard")))
    );
    press_named(page, "Previous message").await?;
    wait_for_text(page, status, "Message 1 of 8: ").await?;
    // By the pointer, in the middle of the last arrow.
    let hover = "const arrow = [...document.querySelectorAll('.sheet .arrow')].at(-1);
        const [x, y, toX, toY] = arrow.getAttribute('d').match(/-?[\\d.]+/g).map(Number);
        const sheet = document.querySelector('.sheet svg').getBoundingClientRect();
        document.querySelector('.space-time [role=img]').dispatchEvent(new PointerEvent('pointermove', {
            bubbles: true, clientX: sheet.left + (x + toX) / 2, clientY: sheet.top + (y + toY) / 2 }));";
    page.execute(hover, Vec::new()).await?;
    wait_for_text(page, status, "(all_reduce, step 2), group 0").await?;
    Ok(())
}

#[tokio::test]
async fn a_check_leads_to_its_moment_and_its_tensor() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;
    run(page, json!({})).await?.map_err(|error| error.to_string())?;
    // From the results of lesson 1 to a check of lesson 3.
    let open = "const found = [...document.querySelectorAll('.checks details')]
            .find((d) => d.querySelector('code').textContent === 'ag_of_rs_equals_ar');
        found.open = true;";
    page.execute(open, Vec::new()).await?;
    wait_for_text(page, ".checks details[open] table", "passed").await?;
    page.find(Locator::Css("details[open] button[aria-label='rank 2: show in the replay']"))
        .await?
        .click()
        .await?;
    let told = wait_for_text(page, ".told", "rank 2 · gathered[0] = ").await?;
    assert!(told.contains(" = 0.0 + 100.0 + 200.0 + 300.0, input[0] of ranks 0–3"), "{told}");
    wait_for_text(page, ".stands", "rank 2 checks ag_of_rs_equals_ar: passed").await?;
    let seen = "const tensor = document.querySelector(\"[data-rank='2'] [data-track] code\");
        const box = [...document.querySelectorAll(\"[data-rank='2'] .tensor\")]
            .find((t) => t.querySelector('code').textContent === 'gathered').getBoundingClientRect();
        return [box.top >= 0 && box.bottom <= innerHeight, document.activeElement.id]";
    assert_eq!(page.execute(seen, Vec::new()).await?, json!([true, "tensors"]));
    // And a line of the log to when it was said.
    page.find(Locator::Css(".log li:nth-child(2) button")).await?.click().await?;
    wait_for_text(page, ".stands", "rank 0 writes its line into the log").await?;
    assert!(text(page, "#lesson-heading").await?.contains("One root"));
    Ok(())
}

#[tokio::test]
async fn tensors_are_copied_as_torch_reads_them() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;
    run(page, json!({ "lesson": "all_members", "world_size": 2 }))
        .await?
        .map_err(|e| e.to_string())?;
    let clipboard = "window.copied = [];
        navigator.clipboard.writeText = (text) => {
            window.copied.push(text);
            return window.refuse ? Promise.reject(new Error('no')) : Promise.resolve();
        };";
    page.execute(clipboard, Vec::new()).await?;
    // It is said for a few seconds.
    let toast = ".toast[role=status]";
    watch(page, toast).await?;
    press_named(page, "Copy shard of rank 1 as a torch.tensor literal").await?;
    wait_until_seen(page, toast, "shard is in the clipboard").await?;
    page.execute("scrollTo(0, 0)", Vec::new()).await?;
    choose(page, "Replay").await?;
    wait_for_text(page, ".stands", "Event").await?;
    press_named(page, "Copy input of rank 1 as a torch.tensor literal").await?;
    wait_until_seen(page, toast, "input is in the clipboard").await?;
    assert_eq!(
        page.execute("return window.copied", Vec::new()).await?,
        json!([
            "torch.tensor([104.0, 106.0], dtype=torch.float64)",
            "torch.tensor([100.0, 101.0, 102.0, 103.0], dtype=torch.float64)"
        ])
    );
    page.execute("window.refuse = true", Vec::new()).await?;
    press_named(page, "Copy input of rank 0 as a torch.tensor literal").await?;
    wait_until_seen(page, toast, "did not let the page write to the clipboard").await?;
    // Before it is named there is nothing to copy.
    page.execute("document.querySelector('input[type=range]').focus()", Vec::new()).await?;
    key(page, char::from(Key::Home)).await?;
    press_named(page, "Copy shard of rank 0 as a torch.tensor literal").await?;
    wait_until_seen(page, toast, "shard: it has no value here").await?;
    Ok(())
}

#[tokio::test]
async fn formulas_agree_with_what_was_measured_and_zero2_holds_less() -> Result<()> {
    let browser = opened(json!({ "lesson": "ddp_zero2", "world_size": 3 })).await?;
    let page = &browser.page;
    assert!(position(page).await?.0 > 0);
    choose(page, "Traffic").await?;
    let side = "[role=group][aria-label='DDP and ZeRO-2 side by side']";
    let told = wait_for_text(page, side, "ZeRO-2").await?;
    assert!(told.contains("Sent by all ranks, B 1024 1056 agrees"), "{told}");
    assert!(told.contains("of these padding, B 0 32"), "{told}");
    assert!(told.contains("Gradient resident on a rank at the update, B 256 88 agrees"), "{told}");
    let costs =
        wait_for_text(page, "[aria-label='Formula and measurement, this lesson']", "agrees")
            .await?;
    assert!(costs.contains("reduce_scatter, direct 1 3 22 4 W·(W−1)·n 528 528 agrees"), "{costs}");
    assert!(!costs.contains("DIFFERS"), "{costs}");
    Ok(())
}

#[tokio::test]
async fn a_large_tensor_is_enlarged_and_its_element_is_outlined() -> Result<()> {
    let browser = opened(json!({ "lesson": "ddp_zero2" })).await?;
    let page = &browser.page;
    let map = "const map = document.querySelector(\"[data-rank='1'] .map\");
        const spot = map.querySelector('.spot').getBoundingClientRect(), all = map.getBoundingClientRect();
        return [all.width, (spot.x + spot.width / 2 - all.x) / all.width * 8, (spot.y + spot.height / 2 - all.y) / all.height * 8]";
    let point = "const map = document.querySelector(\"[data-rank='1'] .map\"), box = map.getBoundingClientRect();
        map.dispatchEvent(new PointerEvent('pointermove', { bubbles: true,
            clientX: box.x + box.width * 2.5 / 8, clientY: box.y + box.height * 5.5 / 8 }))";
    page.execute(point, Vec::new()).await?;
    wait_for_text(page, ".told", "rank 1 · weight[5, 2] = ").await?;
    let at = |place: &Value, index: usize| place[index].as_f64().unwrap_or(-1.0);
    let before = page.execute(map, Vec::new()).await?;
    assert!((at(&before, 1) - 2.5).abs() < 0.2 && (at(&before, 2) - 5.5).abs() < 0.2, "{before}");
    let button = "//*[@data-rank='1']//button[starts-with(normalize-space(.), 'enlarge: weight')]";
    let button = page.find(Locator::XPath(button)).await?;
    page.execute("arguments[0].click()", vec![serde_json::to_value(&button)?]).await?;
    assert_eq!(button.attr("aria-expanded").await?.as_deref(), Some("true"));
    let after = page.execute(map, Vec::new()).await?;
    assert!(at(&after, 0) > 2.0 * at(&before, 0), "{before} {after}");
    assert!((at(&after, 1) - 2.5).abs() < 0.2 && (at(&after, 2) - 5.5).abs() < 0.2, "{after}");
    Ok(())
}

#[tokio::test]
async fn a_check_of_another_lesson_is_gone_to_from_within_the_player() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en&view=replay&cursor=40").await?;
    let page = &browser.page;
    ready(page).await?;
    let watch =
        "window.wrong = []; addEventListener('error', (e) => window.wrong.push(e.message));";
    page.execute(watch, Vec::new()).await?;
    wait_for_text(page, ".stands", "Event 40 of").await?;
    for (check, heading) in [("scatter", "One root"), ("from_upstream", "Send and receive")] {
        // Its rows are drawn when it is opened.
        let go = "const [name, done] = arguments;
            const check = [...document.querySelectorAll('.checks details')]
                .find((details) => details.querySelector('summary code')?.textContent === name);
            check.open = true;
            const look = () => {
                const button = check.querySelector('button');
                return button ? done(button.click()) : setTimeout(look, 10);
            };
            look();";
        page.execute_async(go, vec![json!(check)]).await?;
        wait_for_text(page, "#lesson-heading", heading).await?;
        wait_for_text(page, ".stands", &format!("checks {check}")).await?;
    }
    // Back to another moment by the browser's own button.
    let back = "const done = arguments[0];
        history.pushState(null, '', location.search.replace(/cursor=\\d+/, 'cursor=12') + '#x');
        history.pushState(null, '', location.search);
        history.back();
        setTimeout(done, 600);";
    page.execute_async(back, Vec::new()).await?;
    wait_for_text(page, ".stands", "Event 12 of").await?;
    press_named(page, "Step").await?;
    wait_for_text(page, ".stands", "Event 13 of").await?;
    assert_eq!(page.execute("return window.wrong", Vec::new()).await?, json!([]));
    Ok(())
}
