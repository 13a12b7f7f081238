//! Programs that misuse torch.distributed, on either transport of the page: each ends as it should, and none hangs.

use rankscope_tests::misuse::{Ending, entries};
use serde_json::json;

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::{ready, run};

#[tokio::test]
async fn every_misused_program_ends_as_it_should_on_either_transport() -> Result<()> {
    let browser = Browser::open(Isolation::On, "").await?;
    let page = &browser.page;
    ready(page).await?;
    let entries = entries();
    let mut wrong = Vec::new();
    for entry in entries.iter().filter(|entry| entry.is_in_scope()) {
        for transport in ["shared", "message"] {
            let config = json!({ "program": entry.program, "transport": transport });
            let report = run(page, config).await?.map_err(|error| error.to_string())?;
            assert_eq!(report["transport"], transport);
            let judged = entry.judge(&Ending::of_report(&report));
            wrong.extend(judged.err().map(|what| format!("{transport}: {what}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
