use fabric::TransportKind;
use lessons::{Allowed, Listed, Seed, SettingError};

use crate::state::Setting;
use crate::words::{FieldWords, SettingWords};

pub(super) const WORDS: SettingWords = SettingWords {
    heading: "设置",
    world: "规模",
    seeds: "随机种子",
    tokens: "token 与路由",
    reset: "恢复默认",
    field,
    option: |id| {
        Some(match id {
            "none" => "由种子抽取",
            "all_to_one" => "全部去 rank 0",
            "one_empty" => "rank 1 没有 token",
            "balanced" => "均匀",
            "auto" => "自动",
            "shared" => "共享内存",
            "message" => "消息",
            _ => return None,
        })
    },
    in_use: |chosen, kind, isolated| match (kind, chosen, isolated) {
        (Some(TransportKind::Shared), false, _) => {
            "正在使用：共享内存。页面做了跨源隔离，各个 rank 可以共享内存。"
        }
        (Some(TransportKind::Shared), true, _) => "正在使用：共享内存，这是你选的。",
        (Some(TransportKind::Message), true, true) => {
            "正在使用：消息端口，这是你选的。页面做了跨源隔离，本来可以共享内存。"
        }
        (Some(TransportKind::Message), true, false) => {
            "正在使用：消息端口，这是你选的。页面没有做跨源隔离。"
        }
        (Some(TransportKind::Message), false, _) => {
            "正在使用：消息端口。页面没有做跨源隔离，各个 rank 不能共享内存。"
        }
        (None, ..) => {
            "用不了共享内存：页面没有做跨源隔离。请带上 Cross-Origin-Opener-Policy: same-origin 和 \
             Cross-Origin-Embedder-Policy: require-corp 两个响应头，或改选“自动”。"
        }
    },
    error,
    ignored: |names| {
        format!("地址里有页面不认识、或者程序用不到的内容，已忽略：{}", names.join("、"))
    },
    dismiss: "知道了",
};

fn field(setting: Setting) -> FieldWords {
    let (label, hint) = match setting {
        Setting::Lesson => ("课程", ""),
        Setting::WorldSize => ("world size", "1 到 64 个 rank"),
        Setting::Tp => ("张量并行大小", "须整除 world size"),
        Setting::Transport => ("传输方式", "rank 之间怎样通信"),
        Setting::RouterSeed => ("路由种子", "rank r 用它加 r 抽取 token 和路由"),
        Setting::RouterSeeds => ("逐个 rank 的路由种子", "每个 rank 一个，代替上面那个：7,7,42,9"),
        Setting::DataSeed => ("数据种子", "rank r 用它加 r"),
        Setting::InitSeed => ("初始化种子", "各个 rank 相同"),
        Setting::Tokens => ("token 数", "统一，或逐个：2,0,1,3"),
        Setting::Features => ("特征维数 d", "一个 token 几个数"),
        Setting::Preset => ("路由", "token 去哪里"),
        Setting::Router => ("路由表", "逐个 rank 写各 token 的去向：2,0;1,1;0,3;3,3"),
        Setting::Program => ("程序", "JSON；写了就代替课程运行"),
    };
    FieldWords { label, hint }
}

fn error(error: &SettingError) -> String {
    match error {
        SettingError::Unknown { key, known } => {
            format!("没有名为 {key} 的设置：可用的设置有 {known}")
        }
        SettingError::Invalid { setting, value, allowed } => {
            format!("{setting} = {value} 无效：{}", ask(allowed))
        }
        SettingError::Conflict { setting, other } => {
            format!("{setting} 和 {other} 同时给出了：请只给其中一个")
        }
    }
}

/// What may be given instead, as a request.
fn ask(allowed: &Allowed) -> String {
    match allowed {
        Allowed::WholeNumber { least, most } => format!("请给一个 {least} 到 {most} 的整数"),
        Allowed::Seed { ranks } => {
            let range = format!("请给一个 {} 到 {} 的整数", Seed::MIN, Seed::MAX);
            match ranks.checked_sub(1) {
                None | Some(0) => range,
                Some(last) => format!("{range}，并且加上 rank 号 0 到 {last} 之后仍在这个范围内"),
            }
        }
        Allowed::ListByRank { of, length } => {
            let of = match of {
                Listed::Seeds => "种子",
                Listed::TokenCounts => "token 数",
                Listed::RouterRows => "去向（一行一个 rank）",
            };
            format!("请给 {length} 个{of}，每个 rank 一个")
        }
        Allowed::OneOf(names) => format!("请从 {} 中选一个", names.join("、")),
        Allowed::Divisor { world_size, divisors } => {
            let divisors: Vec<String> = divisors.iter().map(ToString::to_string).collect();
            format!("world_size = {world_size} 时，请从 {} 中选一个", divisors.join("、"))
        }
        Allowed::Program => "请给一段 JSON 程序".to_owned(),
        Allowed::RowUpTo { most } => format!("一个 rank 最多给 {most} 个 token"),
        Allowed::RowOf { rank, tokens } => {
            format!("n_tok 给了 rank {rank} {tokens} 个 token：请让两者一致，或不给 n_tok")
        }
        Allowed::FittingTokens { world_size, d, most: 0 } => format!(
            "{world_size} 个 rank、d = {d} 时，一个 token 补齐后的缓冲区都放不进内存：请减小 d 或 world_size，或令 n_tok = 0"
        ),
        Allowed::FittingTokens { world_size, d, most } => format!(
            "{world_size} 个 rank、d = {d} 时，每个 rank 最多给 {most} 个 token，补齐后的缓冲区才放得进内存"
        ),
    }
}
