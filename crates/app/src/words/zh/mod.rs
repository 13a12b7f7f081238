//! Chinese.

mod checks;
mod code;
mod compare;
mod copy;
mod forecast;
mod further;
mod ledger;
mod lessons;
mod log;
mod picture;
mod player;
mod settings;
mod story;

use ::lessons::Failure;

use crate::state::{Carried, RunError, RunState};
use crate::words::{CheckWords, LogWords, RankWords, RunWords, ThemeWords, Words};

pub(super) static WORDS: Words = Words {
    title: "rankscope：在浏览器标签页里，用真正的 rank 跑集合通信",
    purpose: "在这个标签页里，用真正的 rank 跑集合通信：每个 rank 一个 Web Worker，手里的每个数都看得见。",
    skip: "跳到结果",
    language: "语言",
    theme: ThemeWords { label: "主题", system: "自动", light: "浅色", dark: "深色" },
    lessons: "课程",
    further: "更多课程",
    all_lessons: lessons::ALL,
    lesson: lessons::lesson,
    settings: settings::WORDS,
    run: RunWords {
        heading: "运行",
        run: "运行",
        cancel: "取消",
        download: "下载报告",
        progress: "rank 进度",
        state,
        error,
        failed,
    },
    ranks: RankWords {
        heading: "各个 rank",
        tabs: "显示的课程",
        before: "还没有运行过。运行之后，每张卡片显示一个 rank 手里的数。",
        stale: "这是上一次运行的结果；设置在那之后改过。",
        rank: |rank| format!("rank {rank}"),
        place: |tp, dp| format!("tp {tp} · dp {dp}"),
        none: "只有 root 持有",
        empty: "没有元素",
        more: |count| format!("还有 {count} 个"),
        less: "收起",
        not_reached: "这个 rank 没有留下这一课的内容。",
        traffic: |sent, received| format!("发送 {sent} B · 接收 {received} B"),
        carried: |carried| {
            let Carried { ring_bytes, port_bytes, page_messages, page_bytes } = carried;
            format!(
                "整次运行中，rank 之间经共享内存传了 {ring_bytes} B，经消息端口传了 {port_bytes} B，没有一个字节经过页面；\
                 页面只用 {page_messages} 条消息（{page_bytes} B）启动和结束它们。"
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
    explanation: "细说",
    loading: "正在载入…",
    not_loaded: |url| format!("{url} 没能加载：请检查它在不在页面旁边，再重新载入页面。"),
    picture: picture::WORDS,
    traffic: player::TRAFFIC,
    ledger: ledger::WORDS,
    forecast: forecast::WORDS,
    checks: CheckWords {
        heading: "检查",
        summary: |passed, all| match all {
            0 => "程序没有做检查。".to_owned(),
            _ => format!("{all} 项检查通过了 {passed} 项"),
        },
        meaning: checks::meaning,
        show: |who| format!("{who}：在回放中查看"),
        on_ranks: |passed, all| format!("{passed}/{all} 个 rank"),
        columns: ["rank", "应为", "实为", "结论"],
        passed: "通过",
        failed: "未通过",
    },
    log: LogWords {
        heading: "日志",
        line: log::line,
        others: |count| format!("另外 {count} 个 rank"),
    },
    footer: "一切都在这个标签页里运行，不向任何地方发送数据。六课的内容依照文章《LLM 通信原语详解（一）：从 Send/Recv 到 All-to-All》。",
};

fn state(state: &RunState) -> String {
    match state {
        RunState::Idle => "就绪。".to_owned(),
        RunState::Refused { wrong } => format!("没有启动：有 {wrong} 项设置无效。"),
        RunState::Starting { ready, of } => {
            format!("正在启动 worker：{of} 个 rank 中 {ready} 个就绪")
        }
        RunState::Running { done, of } => format!("正在运行：{of} 个 rank 中 {done} 个完成"),
        RunState::Done { passed, checks, transport, tenths_ms } => {
            let over = match transport {
                fabric::TransportKind::Shared => "共享内存",
                fabric::TransportKind::Message => "消息端口",
            };
            let (ms, tenths) = (tenths_ms / 10, tenths_ms % 10);
            let told = match checks {
                0 => "程序没有做检查".to_owned(),
                _ => format!("{checks} 项检查通过了 {passed} 项"),
            };
            format!("{told}，用时 {ms}.{tenths} ms，走{over}")
        }
        RunState::Failed(_) => "运行失败。".to_owned(),
        RunState::Cancelled => "已取消，worker 都已结束。".to_owned(),
    }
}

fn error(error: &RunError) -> String {
    match error {
        RunError::Rank(failure) => failed(failure),
        RunError::NotBegun { code, message, rank, why } => {
            let why = why.as_deref().unwrap_or_default();
            match (*code, rank) {
                ("not_isolated", _) => {
                    "transport = shared 需要跨源隔离的页面，而这个页面没有隔离：请带上 Cross-Origin-Opener-Policy: \
                     same-origin 和 Cross-Origin-Embedder-Policy: require-corp 两个响应头，或改选 auto、message"
                        .to_owned()
                }
                ("load", _) => format!("worker 的文件没能加载（{why}）：请检查它在不在页面旁边，再重新载入页面"),
                ("not_started", Some(rank)) => format!("rank {rank} 没能启动：{why}"),
                ("busy", _) => "有一次运行还没结束：请等它结束，或取消它".to_owned(),
                ("browser", _) => format!("浏览器拒绝了：{why}"),
                _ => format!("没能运行：{message}"),
            }
        }
    }
}

/// By the failure's code; what the rank itself said stands behind it, as it said it.
fn failed(failure: &Failure) -> String {
    let what = match failure.code.as_str() {
        "panicked" => "崩溃（panic）了",
        "terminated" => "被终止了",
        "cancelled" => "被取消了",
        "not_started" => "没能启动",
        "peer_failed" => "因为别的 rank 出错而停下",
        "timeout" => "等待超时",
        "deadlock" => "陷入死锁",
        "mismatch" => "的调用与别的 rank 对不上",
        "unreadable_record" => "交回的记录无法读取",
        _ => "的程序出错结束",
    };
    format!("rank {} {what}。原始信息：{}", failure.rank, failure.message)
}
