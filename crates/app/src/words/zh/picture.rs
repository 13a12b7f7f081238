use lessons::{Lesson, PARAMETERS};

use crate::words::PictureWords;

pub(super) const WORDS: PictureWords = PictureWords {
    heading: |lesson| match lesson {
        Lesson::SendRecv => "流水线",
        Lesson::Root => "root 与大家",
        Lesson::AllMembers => "两条路，同一个和",
        Lesson::Moe => "token、专家、回家",
        Lesson::Groups => "网格与通信组",
        Lesson::DdpZero2 => "留多少，发多少",
        _ => "",
    },
    way: ["尚未", "在途", "已到"],
    hops: ["激活", "梯度"],
    gives: "root → 所有人",
    takes: "所有人 → root",
    root: "root",
    sheet: |name, folded, world_size| match folded {
        0 => format!("{world_size} 个 rank 上的 {name}：尚未完成"),
        _ => format!(
            "{world_size} 个 rank 上的 {name}：每个元素已汇入 {world_size} 个 rank 中的 {folded} 个"
        ),
    },
    equal: |alike, differ, world_size| match (alike, differ) {
        (_, 1..) => format!("{world_size} 个 rank 中有 {differ} 个不相等"),
        (alike, 0) if alike == world_size => format!("全部 {world_size} 个 rank 上逐位相等"),
        _ => format!("{world_size} 个 rank 中有 {alike} 个两条路都已走完"),
    },
    ways: ["一条路，从 input 出发：", "另一条路，同样从 input 出发："],
    sheet_key: "一行是一个 rank，一列是一个元素。颜色表示属于谁的那一份；颜色越深，汇入的 rank 越多。",
    columns: ["在家的 token", "在专家处", "回家，乘以十"],
    no_tokens: "无",
    flow: |tokens, going| format!("{tokens} 个 token 去专家处再回家，其中 {going} 个在途。"),
    counts: "行：来自哪个 rank，列：去哪个专家",
    counts_corner: "从 ↓ 到 →",
    in_counts: "行：专家，列：来自哪个 rank",
    in_counts_corner: "在 ↓ 从 →",
    heatmap: |name, caption, side, most, [row, column]| match most {
        0 => format!("{name}，{side}×{side}：全部为 0"),
        _ => format!(
            "{name}，{side}×{side}（{caption}）：最大的是 {most}，在第 {row} 行第 {column} 列"
        ),
    },
    send: "按专家分块",
    dispatched: "按来源分块",
    slots: |used, slots| format!("{slots} 槽用 {used}，补齐 {}", slots - used),
    capacity: |capacity, rank, expert, tokens, slots| {
        if capacity == 0 {
            return "哪个 rank 都没有 token：容量为 0，什么也不发。".to_owned();
        }
        let waste = slots - tokens;
        format!(
            "容量 {capacity}：最大的数量，出自 rank {rank} 去专家 {expert}。每块都补齐到它：{tokens} 个 token 占用 {slots} 个槽位，\
             其中 {waste} 个（{}%）是补齐。",
            100 * waste / slots.max(1)
        )
    },
    list: |lesson| match lesson {
        Lesson::Moe => {
            "路由：每个 token 的专家。上下键在 token 之间移动；左右键、空格或数字键改变专家。"
        }
        _ => "rank 网格：箭头键选择要看哪个 rank 的组",
    },
    token: |rank, index, expert| format!("rank {rank} 的 token {index} 去专家 {expert}"),
    expert: |rank, index| format!("token {rank}·{index} 的专家"),
    preset: "路由",
    edited: "已手动改过；选一个预设就会取代它。",
    dice: "换一批种子",
    undo: "撤销",
    seed: |seed| format!("由路由种子 {seed} 抽取。"),
    not_drawn: "运行之后，路由就由种子抽取出来。",
    parts: ["数量矩阵与它的转置", "补齐的缓冲区"],
    padding: "斜纹：补齐",
    sums: "（所在行的和，所在列的和）",
    group: |tp, ranks, rank, place| {
        let kind = if tp { "张量并行组（行）" } else { "数据并行组（列）" };
        format!("{kind}：rank [{ranks}]；全局 rank {rank} 是组内 rank {place}。")
    },
    ddp: "all_reduce：每个 rank 都留下整个梯度",
    zero2: "reduce_scatter：每个 rank 只留下自己那一份",
    holds: |elements, bytes| format!("每个 rank 上留有 {elements} 个元素（{bytes} B）"),
    sent: |bytes| format!("所有 rank 一共发送 {bytes} B"),
    compare: |differ, per, padding| match differ {
        0 => format!("发送的一样多；留下的是 {per} 个元素，而不是 {PARAMETERS} 个。"),
        _ => format!(
            "ZeRO-2 多发 {differ} B，用在 {padding} 个补齐的元素上（{PARAMETERS} 不能被 W 整除）；留下的是 {per} 个元素，而不是 {PARAMETERS} 个。"
        ),
    },
};
