//! The six lessons on real workers in a browser, over every transport that the page can have.
#![cfg(target_arch = "wasm32")]

mod wasm;

use fabric::TransportKind;
use rankscope_tests::golden::Golden;
use wasm::{job, kinds, pass, pool, settings, world};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
async fn six_lessons_pass_on_four_ranks() {
    let pool = pool().await;
    for kind in kinds() {
        let config = world(4);
        let (report, _) = pass(&pool, &config, job(&config, kind)).await;
        let lessons = report.ranks[3].sections.iter().map(|section| section.lesson.id());
        let all = ["send_recv", "root", "all_members", "moe", "groups", "ddp_zero2"];
        assert!(lessons.eq(all));
    }
    pool.close();
}
