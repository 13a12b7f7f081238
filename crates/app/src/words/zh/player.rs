use collective::Collective;
use collective::replay::Doing;
use collective::trace::{BlockedOn, Event, EventKind, How, LocalKind, Message};

use crate::cells::Colour;
use crate::places::ranks;
use crate::state::{Operation, View};
use crate::words::{DiagramWords, ElementWords, PlayerWords, TrafficWords, ViewWords};

pub(super) const VIEW: ViewWords = ViewWords {
    legend: "视图",
    name: |view| match view {
        View::Result => "结果",
        View::Replay => "回放",
        View::Code => "代码",
        View::Compare => "对比",
        View::Traffic => "流量",
    },
    nothing: "还没有记录：请按“运行”。",
    reading: "正在读取各个 rank 的记录。",
    missing: |lost, dropped| {
        let mut text = String::new();
        if !lost.is_empty() {
            let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
            text.push_str(&format!("rank {} 没有留下记录。", lost.join("、")));
        }
        if dropped > 0 {
            text.push_str(&format!("之后还有 {dropped} 个事件超出了记录的上限。"));
        }
        text
    },
};

pub(super) const PLAYER: PlayerWords = PlayerWords {
    heading: "回放",
    play: "播放",
    pause: "暂停",
    step: "前进一步",
    back: "后退一步",
    over: "越过这个操作",
    back_over: "退回这个操作之前",
    speed: "速度",
    per_second: |events| format!("每秒 {events} 个事件"),
    scope: "事件范围",
    lesson: "这一课",
    whole: "整次运行",
    position: "位置",
    before: |events| format!("在全部 {events} 个事件之前"),
    stands: |number, events, told| format!("第 {number}/{events} 个事件：{told}"),
    event,
    doing,
    keys: "按键：空格播放，左右箭头逐步，[ 和 ] 越过整个操作，Home、End 到两端。",
};

pub(super) const ELEMENT: ElementWords = ElementWords {
    colour: "颜色表示",
    name: |colour| match colour {
        Colour::Value => "数值",
        Colour::Owner => "归属",
        Colour::Provenance => "来源",
    },
    ends: |colour| match colour {
        Colour::Value => ["小", "大（同名张量之间相比）"],
        Colour::Owner => ["来自一个 rank", ""],
        Colour::Provenance => ["一个 rank", "汇集了全部 rank"],
    },
    several: "来自多个",
    tensors: "游标处各个 rank 的张量。箭头键在元素和张量之间移动，Page Up、Page Down 在 rank 之间移动。",
    outlines: ["各个 rank 上的这个元素", "它的来源", "消息带着的元素"],
    larger: "放大",
    smaller: "缩小",
    hint: "指向一个元素，或用箭头键移过去，就能看到它从哪里来。",
    tell: super::story::tell,
};

pub(super) const DIAGRAM: DiagramWords = DiagramWords {
    heading: "时空图",
    label: |ranks, operations, messages| {
        format!("时空图：{ranks} 个 rank，{operations} 个操作，{messages} 条消息")
    },
    time: "时间",
    logical: "逻辑",
    wall: "墙钟",
    closer: "放大",
    farther: "缩小",
    fit: "适合宽度",
    bar: |bar| {
        let name = bar.collective.name();
        if bar.collective.is_point_to_point() {
            format!("rank {} 的 {name}", bar.rank)
        } else {
            format!("rank {} 的 {name}，组 {}", bar.rank, bar.group)
        }
    },
    arrow: |arrow| {
        let (sender, receiver, bytes) = (arrow.sender, arrow.receiver, arrow.message.bytes);
        let inside = inside(&arrow.message, arrow.collective);
        format!(
            "rank {sender} 发给 rank {receiver} 的 {bytes} B{inside}，组 {}",
            arrow.message.group
        )
    },
    previous: "上一条消息",
    next: "下一条消息",
    hint: "指向一条消息，或逐条查看，就能看到它带着哪些元素。",
    message: |number, all, arrow, from, into| {
        let mut text = format!("第 {number}/{all} 条消息：{}", (DIAGRAM.arrow)(arrow));
        if !from.is_empty() {
            text.push_str(&format!("；带着 {}", from.join("、")));
        }
        if !into.is_empty() {
            text.push_str(&format!("；写入 {}", into.join("、")));
        }
        text
    },
    thinned: |shown, all| format!("{all} 条消息中画出了 {shown} 条。"),
    span: |micros| format!("从头到尾 {micros} µs"),
    keys: ["操作", "等待", "消息"],
};

pub(super) const TRAFFIC: TrafficWords = TrafficWords {
    heading: "rank 之间的字节数",
    note: "整次运行的有效载荷字节数，在进出传输层的地方计数。",
    corner: "发 \\ 收",
    cell: |from, to, bytes, messages| {
        format!("rank {from} 发给 rank {to}：{messages} 条消息，共 {bytes} B")
    },
    ledger: "账目",
    columns: ["rank", "发送 B", "接收 B", "发送消息", "接收消息"],
    all: "合计",
};

fn event(rank: usize, event: &Event, operation: Option<Collective>) -> String {
    let name = operation.map_or("操作", Collective::name);
    match &event.kind {
        // What new_group counts is who its members are.
        EventKind::Begin { count, collective, .. }
            if *count > 0 && *collective != Collective::NewGroup =>
        {
            format!("rank {rank} 开始 {name}，{count} 个元素")
        }
        EventKind::Begin { .. } => format!("rank {rank} 开始 {name}"),
        EventKind::End => format!("rank {rank} 完成 {name}"),
        EventKind::Sent { message, .. } => {
            let inside = inside(message, operation);
            format!("rank {rank} 向 rank {} 发送 {} B{inside}", message.peer, message.bytes)
        }
        EventKind::Matched { message } => {
            let inside = inside(message, operation);
            format!("rank {rank} 的接收与 rank {} 要发的消息对上了{inside}", message.peer)
        }
        EventKind::Received { message, how, .. } => {
            let verb = match how {
                How::Copied => "收到",
                How::Folded => "归约了",
            };
            let inside = inside(message, operation);
            format!("rank {rank} {verb}来自 rank {} 的 {} B{inside}", message.peer, message.bytes)
        }
        EventKind::Written { name, .. } => format!("rank {rank} 持有 {name}"),
        EventKind::Local { kind, name, .. } => {
            let verb = match kind {
                LocalKind::Copied => "复制",
                LocalKind::Folded => "归约",
                LocalKind::Elementwise | LocalKind::Mixed => "计算",
            };
            match name.as_str() {
                "" => format!("rank {rank} {verb}自己的元素"),
                name => format!("rank {rank} {verb}自己的元素：{name}"),
            }
        }
        EventKind::Blocked { on } => format!("rank {rank} 等待{}", on_what(on, operation)),
        EventKind::Woken => format!("rank {rank} 继续"),
        EventKind::Check { name, passed: true, .. } => format!("rank {rank} 检查 {name}：通过"),
        EventKind::Check { name, passed: false, .. } => format!("rank {rank} 检查 {name}：未通过"),
        EventKind::Log => format!("rank {rank} 写下一行日志"),
        EventKind::Error { kind } => format!("rank {rank} 出错结束：{}", kind.code()),
    }
}

fn inside(message: &Message, operation: Option<Collective>) -> String {
    match operation {
        Some(operation) if !operation.is_point_to_point() => {
            format!("（{}，第 {} 步）", operation.name(), message.step + 1)
        }
        _ => format!("（tag {}）", message.tag),
    }
}

fn doing(doing: &Doing, operation: Option<&Operation>) -> String {
    let peer = operation.and_then(|operation| operation.peer);
    let operation = operation.map(|operation| operation.collective);
    let name = operation.map_or("操作", Collective::name);
    match doing {
        Doing::Waiting => "还没开始".to_owned(),
        Doing::Computing => "计算中".to_owned(),
        Doing::Communicating(_) => match (operation, peer) {
            (Some(Collective::Send), Some(peer)) => format!("正在发给 {peer}"),
            (Some(Collective::Recv), Some(peer)) => format!("正在从 {peer} 接收"),
            _ => format!("{name} 进行中"),
        },
        Doing::Blocked(_, on) => format!("阻塞在 {name}：{}", on_what(on, operation)),
        Doing::Failed(kind) => format!("失败：{}", kind.code()),
        Doing::Done => "已结束".to_owned(),
    }
}

fn on_what(on: &BlockedOn, operation: Option<Collective>) -> String {
    let mask = |ranks: &[u32]| ranks.iter().fold(0, |mask, rank| mask | 1u64 << (rank & 63));
    let mut text = String::new();
    if !on.receives.is_empty() {
        text.push_str(&format!("收 rank {} 的消息", ranks(mask(&on.receives))));
    }
    if !on.sends.is_empty() {
        let and = if on.receives.is_empty() { "" } else { "，" };
        text.push_str(&format!("{and}等 rank {} 取走消息", ranks(mask(&on.sends))));
    }
    if operation.is_some_and(Collective::is_point_to_point) {
        text.push_str(&format!("，tag {}", on.tag));
    }
    text
}
