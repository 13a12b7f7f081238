//! Bad settings give one sentence, in the page and to programs, and nothing is lost.

use fantoccini::Locator;
use serde_json::json;

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{
    all_passed, checks, choose, fill, press, ready, run, run_written, text, wait_for_text,
};

#[tokio::test]
async fn a_wrong_field_says_what_is_allowed_and_the_page_goes_on() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    let page = &browser.page;
    ready(page).await?;
    for (label, wrong, words) in [
        ("World size", "0", ["world_size = 0", "1 to 64"]),
        ("World size", "65", ["world_size = 65", "1 to 64"]),
        ("World size", "abc", ["world_size = abc", "1 to 64"]),
        ("Tensor-parallel size", "3", ["tp = 3", "1, 2, 4"]),
        (
            "Router seed",
            "18446744073709551616",
            ["router_seed = 18446744073709551616", "18446744073709551615"],
        ),
        ("Router seeds by rank", "1,2", ["router_seeds = [1, 2]", "4"]),
    ] {
        let right = match label {
            "World size" => "4",
            "Router seed" => "100",
            _ => "",
        };
        fill(page, label, wrong).await?;
        press(page, "Run").await?;
        wait_for_text(page, "[role=status]", "Not started").await?;
        let error = text(page, ".field.wrong .error").await?;
        assert!(words.iter().all(|word| error.contains(word)), "{label} = {wrong}: {error}");
        let focused = page.active_element().await?;
        assert_eq!(focused.attr("aria-invalid").await?.as_deref(), Some("true"), "{label}");
        fill(page, label, right).await?;
        assert!(page.find_all(Locator::Css(".field.wrong")).await?.is_empty(), "{label}");
    }
    press(page, "Run").await?;
    wait_for_text(page, "[role=status]", &all_passed(4)).await?;
    Ok(())
}

#[tokio::test]
async fn what_a_lesson_does_not_use_is_put_away_and_nothing_written_is_lost() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;
    // The page opens where there is room; everything that may be folded is open.
    let shown = "for (const fold of document.querySelectorAll('.fold')) fold.open = true;
        return [...document.querySelectorAll('.settings :is(input, select)')]
            .filter((field) => field.name !== 'transport' && field.checkVisibility()).map((field) => field.name)";
    let shown = async || page.execute(shown, Vec::new()).await;
    let lesson = async |name: &str| {
        let choose = "document.querySelector(`[name=lesson][value=${arguments[0]}]`).click()";
        page.execute(choose, vec![json!(name)]).await
    };
    let world = ["world_size", "tp"];
    let training = ["data_seed", "init_seed"];
    let routing = ["router_seed", "router_seeds"];
    let tokens = ["n_tok", "d", "preset", "router"];
    let all = [&world[..], &training, &routing, &tokens].concat();
    assert_eq!(shown().await?, json!(all));
    lesson("ddp_zero2").await?;
    assert_eq!(shown().await?, json!([&world[..], &training].concat()));
    lesson("moe").await?;
    assert_eq!(shown().await?, json!([&world[..], &routing, &tokens].concat()));
    // What somebody has written stays, and goes when it is back where it was and the focus elsewhere.
    fill(page, "Router seed", "7").await?;
    lesson("root").await?;
    assert_eq!(shown().await?, json!(["world_size", "tp", "router_seed"]));
    assert!(page.current_url().await?.as_str().contains("router_seed=7"));
    fill(page, "Router seed", "100").await?;
    assert_eq!(shown().await?, json!(["world_size", "tp", "router_seed"]));
    fill(page, "World size", "3").await?;
    assert_eq!(shown().await?, json!(world));
    lesson("all").await?;
    assert_eq!(shown().await?, json!(all));
    Ok(())
}

#[tokio::test]
async fn a_program_is_refused_with_a_sentence_and_a_code() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    let page = &browser.page;
    ready(page).await?;
    for (config, code, words) in [
        (json!({ "world_size": 0 }), "invalid_setting", "world_size = 0"),
        (json!({ "world_size": 4.5 }), "invalid_setting", "world_size = 4.5"),
        (json!({ "world_size": 4, "tp": 3 }), "invalid_setting", "tp = 3"),
        (json!({ "lesson": "rings" }), "invalid_setting", "lesson = rings"),
        (json!({ "router_seeds": [1, 2] }), "invalid_setting", "router_seeds = [1, 2]"),
        (json!({ "ring": 1 }), "unknown_setting", "ring"),
        (json!({ "transport": "pigeon" }), "invalid_setting", "transport = pigeon"),
    ] {
        let error = run(page, config.clone()).await?.expect_err("the config is wrong");
        assert_eq!(error["code"], code, "{config}: {error}");
        let message = error["message"].as_str().unwrap_or_default();
        assert!(message.contains(words) && !message.contains('\n'), "{config}: {message}");
    }
    for (config, code) in [
        ("3", "invalid_config"),
        ("'moe'", "invalid_config"),
        ("[1]", "invalid_config"),
        ("new Map([['world_size', 3]])", "invalid_config"),
        ("new Date()", "invalid_config"),
        ("{ get world_size() { throw 'no'; } }", "invalid_config"),
        ("{ get world_size() { throw null; } }", "invalid_config"),
        ("new Proxy({}, { ownKeys() { throw new Error('no'); } })", "invalid_config"),
        ("{ world_size: {} }", "invalid_setting"),
        ("{ n_tok: () => 3 }", "invalid_setting"),
        ("{ program: () => 1 }", "invalid_setting"),
        ("{ program: Symbol('x') }", "invalid_setting"),
        ("{ program: { toJSON() {} } }", "invalid_setting"),
        ("{ program: { toJSON() { throw 'no'; } } }", "invalid_config"),
        ("(() => { const p = {}; p.p = p; return { program: p }; })()", "invalid_config"),
    ] {
        let error = run_written(page, config).await?.expect_err("the config is wrong");
        assert_eq!(error["code"], code, "{config}: {error}");
        assert!(error["message"].as_str().is_some_and(|told| !told.is_empty()), "{config}");
    }
    let big = "{ program: { world_size: 2, calls: [
        { call: 'tensor', values: [9007199254740993n], dtype: 'int64', as: 'x' },
        { call: 'check', tensor: 'x', equal: [9007199254740993n] }] } }";
    let report = run_written(page, big).await?.expect("BigInts are numbers");
    assert_eq!(report["checks"][0]["passed"], true, "{report}");
    assert!(run(page, json!({ "lesson": "moe" })).await?.is_ok());
    Ok(())
}

#[tokio::test]
async fn the_address_brings_settings_and_keeps_them() -> Result<()> {
    let query = "?lesson=moe&world_size=8&tp=4&router_seed=2024&n_tok=16&colour=red&lang=en";
    let browser = Browser::open(Isolation::On, query).await?;
    let page = &browser.page;
    ready(page).await?;
    let value = page.find(Locator::Css("#setting-world_size")).await?.prop("value").await?;
    assert_eq!(value.as_deref(), Some("8"));
    let body = text(page, "body").await?;
    assert!(body.contains("colour"), "an unknown key is ignored, and said to be");
    press(page, "Run").await?;
    wait_for_text(page, "[role=status]", "8 of 8 checks passed").await?;
    fill(page, "World size", "16").await?;
    fill(page, "Tensor-parallel size", "").await?;
    let address = page.current_url().await?;
    let kept: Vec<_> = address.query_pairs().into_owned().collect();
    for (key, value) in
        [("lesson", "moe"), ("world_size", "16"), ("router_seed", "2024"), ("n_tok", "16")]
    {
        assert!(kept.contains(&(key.to_owned(), value.to_owned())), "{key}={value} in {address}");
    }
    assert!(!kept.iter().any(|(key, _)| key == "tp"), "{address}");
    page.refresh().await?;
    ready(page).await?;
    let again = page.find(Locator::Css("#setting-world_size")).await?.prop("value").await?;
    assert_eq!(again.as_deref(), Some("16"));
    Ok(())
}

#[tokio::test]
async fn chinese_and_dark_come_from_the_address() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=zh&theme=dark").await?;
    let page = &browser.page;
    ready(page).await?;
    press(page, "运行").await?;
    wait_for_text(page, "[role=status]", &format!("{0} 项检查通过了 {0} 项", checks(4))).await?;
    let lang = page.execute("return document.documentElement.lang", Vec::new()).await?;
    assert!(lang.as_str().is_some_and(|lang| lang.starts_with("zh")), "{lang}");
    let background =
        "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)";
    let colour = page.execute(background, Vec::new()).await?;
    let sum: u64 = colour.as_array().map_or(765, |c| c.iter().filter_map(|v| v.as_u64()).sum());
    assert!(sum < 200, "{colour} is not dark");
    Ok(())
}

#[tokio::test]
async fn nothing_overflows_on_a_phone() -> Result<()> {
    for query in ["?lang=en&world_size=16", "?lang=zh&world_size=16"] {
        let browser = Browser::open(Isolation::On, query).await?;
        let page = &browser.page;
        page.set_window_size(390, 844).await?;
        ready(page).await?;
        let wide =
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(page.execute(wide, Vec::new()).await?, 0);
        run(page, json!({ "world_size": 16 })).await?.map_err(|error| error.to_string())?;
        wait_for_text(page, "[role=status]", &checks(16).to_string()).await?;
        assert_eq!(page.execute(wide, Vec::new()).await?, 0);
    }
    Ok(())
}

#[tokio::test]
async fn the_theme_is_switched_and_stands_in_the_address() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en").await?;
    let page = &browser.page;
    ready(page).await?;
    let seen = "return [document.documentElement.dataset.theme ?? null, location.search,
        getComputedStyle(document.body).backgroundColor];";
    choose(page, "Dark").await?;
    let dark = page.execute(seen, Vec::new()).await?;
    assert_eq!((&dark[0], &dark[1]), (&json!("dark"), &json!("?lang=en&theme=dark")));
    choose(page, "Light").await?;
    let light = page.execute(seen, Vec::new()).await?;
    assert_eq!(light[0], "light");
    assert_ne!(light[2], dark[2], "the page looks another way");
    choose(page, "Auto").await?;
    let auto = page.execute(seen, Vec::new()).await?;
    assert_eq!((&auto[0], &auto[1]), (&json!(null), &json!("?lang=en")));
    Ok(())
}

#[tokio::test]
async fn a_link_followed_while_ranks_run_is_run_after_them() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en&lesson=all_members&world_size=32").await?;
    let page = &browser.page;
    ready(page).await?;
    let link = ".explanation a[href*='world_size=3&']";
    wait_for_text(page, link, "3 ranks").await?;
    let both = "document.querySelector('.runbar button').click();
        const status = document.querySelector('[role=status]');
        const watch = new MutationObserver(() => {
            if (!status.textContent.includes('of 32')) return;
            watch.disconnect();
            document.querySelector(arguments[0]).click();
        });
        watch.observe(status, { childList: true, characterData: true, subtree: true });";
    page.execute(both, vec![json!(link)]).await?;
    wait_for_text(page, ".stands", "Event").await?;
    let cards = "return document.querySelectorAll('.tensors [data-rank]').length";
    for _ in 0..400 {
        if page.execute(cards, Vec::new()).await? == 3 {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    Err("the run of the link never came".into())
}

#[tokio::test]
async fn a_text_that_does_not_come_is_said_not_to() -> Result<()> {
    let browser = Browser::open(Isolation::On, "?lang=en&lesson=root").await?;
    let page = &browser.page;
    ready(page).await?;
    wait_for_text(page, ".explanation", "Four operations").await?;
    let lost = "const fetched = window.fetch;
        window.fetch = (url) => /texts|programs|source/.test(url) ? Promise.reject(new TypeError('offline')) : fetched(url);";
    page.execute(lost, Vec::new()).await?;
    choose(page, "中文").await?;
    let told = wait_for_text(page, ".explanation", "texts/zh/root.html 没能加载").await?;
    assert!(!told.contains("Four operations"), "{told}");
    choose(page, "English").await?;
    run(page, json!({ "lesson": "moe" })).await?.map_err(|error| error.to_string())?;
    wait_for_text(page, ".explanation", "texts/en/moe.html could not be loaded").await?;
    choose(page, "Code").await?;
    wait_for_text(page, ".listing-window", "programs/moe.py could not be loaded").await?;
    Ok(())
}
