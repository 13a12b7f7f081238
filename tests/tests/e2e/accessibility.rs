//! Nothing of the page keeps people out: axe-core finds no violation in any lesson, view and theme, in either language.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{ready, run};

const LESSONS: [&str; 6] = ["send_recv", "root", "all_members", "moe", "groups", "ddp_zero2"];
const VIEWS: [&str; 5] = ["result", "replay", "code", "traffic", "compare"];

/// Violations that axe finds now: rule, and what breaks it.
const LOOK: &str = "const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => done(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join(' | ')}`)),
        (error) => done([String(error)]),
    );";

/// Chooses the radio button of that value in the group of that name.
const CHOOSE: &str = "const [name, value] = arguments;
    document.querySelector(`input[name='${name}'][value='${value}']`).click();";

async fn no_violations(lang: &str, theme: &str, asked: Value, lessons: &[&str]) -> Result<()> {
    let axe = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(&axe)
        .map_err(|error| format!("{}: {error}: run `cargo xtask setup`", axe.display()))?;
    let query = format!("?lang={lang}&theme={theme}");
    let browser = Browser::open(Isolation::On, &query).await?;
    let page = &browser.page;
    ready(page).await?;
    page.execute(&axe, Vec::new()).await?;
    let mut found = Vec::new();
    let mut look = async |place: String| -> Result<()> {
        let violations = page.execute_async(LOOK, Vec::new()).await?;
        let violations: Vec<String> = serde_json::from_value(violations)?;
        found.extend(violations.into_iter().map(|violation| format!("{place}: {violation}")));
        Ok(())
    };
    look("before a run".to_owned()).await?;
    run(page, asked).await?.map_err(|error| error.to_string())?;
    for lesson in lessons {
        let tab = "document.getElementById(`tab-${arguments[0]}`).click();";
        page.execute(tab, vec![json!(lesson)]).await?;
        for view in VIEWS {
            page.execute(CHOOSE, vec![json!("view"), json!(view)]).await?;
            // What plays is decoded a moment later, and programs are loaded.
            let drawn = "const [view, done] = arguments, begun = Date.now();
                const there = () => !['replay', 'code'].includes(view) || document.querySelector('.stands');
                const look = () => there() || Date.now() - begun > 9000 ? setTimeout(() => done(!!there()), 60) : setTimeout(look, 10);
                look();";
            assert_eq!(page.execute_async(drawn, vec![json!(view)]).await?, Value::Bool(true));
            look(format!("{lesson}, {view}")).await?;
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[tokio::test]
async fn nothing_keeps_readers_out_in_english_and_light() -> Result<()> {
    no_violations("en", "light", json!({}), &LESSONS).await
}

#[tokio::test]
async fn nothing_keeps_readers_out_in_chinese_and_dark() -> Result<()> {
    no_violations("zh", "dark", json!({}), &LESSONS).await
}

#[tokio::test]
async fn nothing_keeps_readers_out_of_a_further_lesson() -> Result<()> {
    let lessons = ["fold_order", "one_f_one_b"];
    no_violations("en", "dark", json!({ "lesson": lessons }), &lessons).await
}
