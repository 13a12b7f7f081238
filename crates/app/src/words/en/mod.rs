//! English.

mod checks;
mod code;
mod compare;
mod copy;
mod forecast;
mod further;
mod ledger;
mod lessons;
mod picture;
mod player;
mod settings;
mod story;

use crate::state::{Carried, RunError, RunState};
use crate::words::{CheckWords, LogWords, RankWords, RunWords, ThemeWords, Words};

pub(super) static WORDS: Words = Words {
    title: "rankscope: collective communication on real ranks in a browser tab",
    purpose: "Collective communication on real ranks, in this tab: one Web Worker each, and every number they hold.",
    skip: "Skip to the results",
    language: "Language",
    theme: ThemeWords { label: "Theme", system: "Auto", light: "Light", dark: "Dark" },
    lessons: "Lessons",
    further: "Further lessons",
    all_lessons: lessons::ALL,
    lesson: lessons::lesson,
    settings: settings::WORDS,
    run: RunWords {
        heading: "Run",
        run: "Run",
        cancel: "Cancel",
        download: "Download report",
        progress: "Ranks",
        state,
        error,
        failed: |failure| failure.message.clone(),
    },
    ranks: RankWords {
        heading: "Ranks",
        tabs: "Lesson shown",
        before: "Nothing has been run yet. Each card will show what its rank holds.",
        stale: "From the last run; the settings have changed since.",
        rank: |rank| format!("rank {rank}"),
        place: |tp, dp| format!("tp {tp} · dp {dp}"),
        none: "only on the root",
        empty: "no elements",
        more: |count| format!("{count} more"),
        less: "less",
        not_reached: "This rank left nothing of this lesson.",
        traffic: |sent, received| format!("sent {sent} B · received {received} B"),
        carried: |carried| {
            let Carried { ring_bytes, port_bytes, page_messages, page_bytes } = carried;
            format!(
                "In the whole run ranks sent each other {ring_bytes} B through shared memory and {port_bytes} B through \
                 message ports; none of it passed through the page, which started and ended them by {page_messages} \
                 messages of {page_bytes} B."
            )
        },
    },
    view: player::VIEW,
    player: player::PLAYER,
    element: player::ELEMENT,
    copy: copy::WORDS,
    diagram: player::DIAGRAM,
    code: code::CODE,
    compare: compare::COMPARE,
    explanation: "More about it",
    loading: "Loading…",
    not_loaded: |url| {
        format!(
            "{url} could not be loaded: check that it lies beside the page, then load the page again."
        )
    },
    picture: picture::WORDS,
    traffic: player::TRAFFIC,
    ledger: ledger::WORDS,
    forecast: forecast::WORDS,
    checks: CheckWords {
        heading: "Checks",
        summary: |passed, all| match all {
            0 => "The program made no checks.".to_owned(),
            _ => format!("{passed} of {all} checks passed"),
        },
        meaning: checks::meaning,
        show: |who| format!("{who}: show in the replay"),
        on_ranks: |passed, all| format!("{passed} of {all} ranks"),
        columns: ["Rank", "Expected", "Actual", "Verdict"],
        passed: "passed",
        failed: "failed",
    },
    log: LogWords {
        heading: "Log",
        line: ToString::to_string,
        others: |count| match count {
            1 => "the other rank".to_owned(),
            count => format!("the other {count} ranks"),
        },
    },
    footer: "Everything runs in this tab; nothing is sent anywhere. The six lessons follow the article “LLM 通信原语详解（一）：从 Send/Recv 到 All-to-All”.",
};

/// `1 message`, `2 messages`.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn state(state: &RunState) -> String {
    match state {
        RunState::Idle => "Ready.".to_owned(),
        RunState::Refused { wrong: 1 } => "Not started: one setting is not allowed.".to_owned(),
        RunState::Refused { wrong } => format!("Not started: {wrong} settings are not allowed."),
        RunState::Starting { ready, of } => {
            format!("Starting workers: {ready} of {of} ranks ready")
        }
        RunState::Running { done, of } => format!("Running: {done} of {of} ranks done"),
        RunState::Done { passed, checks, transport, tenths_ms } => {
            let over = match transport {
                fabric::TransportKind::Shared => "shared memory",
                fabric::TransportKind::Message => "message ports",
            };
            let (ms, tenths) = (tenths_ms / 10, tenths_ms % 10);
            match checks {
                0 => format!("The program made no checks; {ms}.{tenths} ms over {over}"),
                _ => format!("{passed} of {checks} checks passed, in {ms}.{tenths} ms over {over}"),
            }
        }
        RunState::Failed(_) => "The run failed.".to_owned(),
        RunState::Cancelled => "Cancelled; the workers have been ended.".to_owned(),
    }
}

fn error(error: &RunError) -> String {
    match error {
        RunError::Rank(failure) => failure.message.clone(),
        RunError::NotBegun { message, .. } => message.clone(),
    }
}
