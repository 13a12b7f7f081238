use lessons::{Lesson, PARAMETERS};

use super::counted;

use crate::words::PictureWords;

pub(super) const WORDS: PictureWords = PictureWords {
    heading: |lesson| match lesson {
        Lesson::SendRecv => "The pipeline",
        Lesson::Root => "Around the root",
        Lesson::AllMembers => "Two ways to the same sums",
        Lesson::Moe => "Tokens, experts, home",
        Lesson::Groups => "The mesh and its groups",
        Lesson::DdpZero2 => "Held and sent",
        _ => "",
    },
    way: ["not yet", "under way", "there"],
    hops: ["activation", "gradient"],
    gives: "root → all",
    takes: "all → root",
    root: "root",
    sheet: |name, folded, world_size| match folded {
        0 => format!("{name} on {world_size} ranks: not complete yet"),
        _ => format!(
            "{name} on {world_size} ranks: each element has {folded} of {world_size} ranks in it"
        ),
    },
    equal: |alike, differ, world_size| match (alike, differ) {
        (_, 1..) => format!("different on {differ} of {world_size} ranks"),
        (alike, 0) if alike == world_size => {
            format!("equal on all {world_size} ranks, bit for bit")
        }
        _ => format!("both are there on {alike} of {world_size} ranks"),
    },
    ways: ["One way, from input:", "The other way, from input again:"],
    sheet_key: "A row is a rank, a column an element. The colour tells whose part of the whole it is; the fuller, the more \
                ranks are folded in.",
    columns: ["tokens at home", "at their experts", "home, times ten"],
    no_tokens: "none",
    flow: |tokens, going| {
        let tokens = counted(tokens as u64, "token");
        format!("{tokens} to the experts and home, {going} under way.")
    },
    counts: "row: from rank, column: to expert",
    counts_corner: "from ↓ to →",
    in_counts: "row: expert, column: from rank",
    in_counts_corner: "at ↓ from →",
    heatmap: |name, caption, side, most, [row, column]| match most {
        0 => format!("{name}, {side} by {side}: all counts are 0"),
        _ => format!(
            "{name}, {side} by {side} ({caption}): the largest count is {most}, in row {row}, column {column}"
        ),
    },
    send: "to each expert",
    dispatched: "from each rank",
    slots: |used, slots| format!("{used} of {slots} used, {} padding", slots - used),
    capacity: |capacity, rank, expert, tokens, slots| {
        if capacity == 0 {
            return "No rank has a token: capacity 0, nothing is sent.".to_owned();
        }
        let (waste, verb) = (slots - tokens, if tokens == 1 { "travels" } else { "travel" });
        format!(
            "Capacity {capacity}: the largest count, from rank {rank} to expert {expert}. Every block is padded to it: \
             {} {verb} in {}; padding takes {waste} of them ({}%).",
            counted(tokens as u64, "token"),
            counted(slots as u64, "slot"),
            100 * waste / slots.max(1)
        )
    },
    list: |lesson| match lesson {
        Lesson::Moe => {
            "Router: each token's expert. Up and down go from token to token; left, right, Space or a digit change the expert."
        }
        _ => "Mesh of ranks: arrow keys choose the rank whose groups are shown",
    },
    token: |rank, index, expert| format!("token {index} of rank {rank} goes to expert {expert}"),
    expert: |rank, index| format!("Expert of token {rank}·{index}"),
    preset: "Router",
    edited: "Edited by hand; a preset takes its place.",
    dice: "Roll new seeds",
    undo: "Undo",
    seed: |seed| match seed.contains(',') {
        true => format!("Drawn from router seeds {seed}."),
        false => format!("Drawn from router seed {seed}."),
    },
    not_drawn: "Run, and the routers are drawn from their seeds.",
    parts: ["Counts and their transpose", "Padded buffers"],
    padding: "hatched: padding",
    sums: "(sum in its row, sum in its column)",
    group: |tp, ranks, rank, place| {
        let kind = if tp { "Tensor-parallel group (row)" } else { "Data-parallel group (column)" };
        format!("{kind}: ranks [{ranks}]; global rank {rank} is group rank {place}.")
    },
    ddp: "all_reduce: every rank keeps the whole gradient",
    zero2: "reduce_scatter: every rank keeps its shard",
    holds: |elements, bytes| {
        let verb = if elements == 1 { "lives" } else { "live" };
        format!("{} {verb} on each rank ({bytes} B)", counted(elements as u64, "element"))
    },
    sent: |bytes| format!("all ranks together sent {bytes} B"),
    compare: |differ, per, padding| match differ {
        0 => format!("Sent: the same. Held on each rank: {per} instead of {PARAMETERS} elements."),
        _ => format!(
            "Sent: {differ} B more under ZeRO-2, for {} of padding ({PARAMETERS} is not divisible by the \
             world size). Held on each rank: {per} instead of {PARAMETERS} elements.",
            counted(padding as u64, "element")
        ),
    },
};
