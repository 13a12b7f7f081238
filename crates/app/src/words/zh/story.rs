use crate::places::ranks;
use crate::state::{Content, Element, Hop, Root};

/// An element, its value, and how it came to be.
pub(super) fn tell(element: &Element) -> String {
    let Element { rank, name, place, content, mask, story } = element;
    let what = match content {
        Content::NotYet => " 还没有命名",
        Content::Undefined => " 没有定义",
        Content::NotKept => " 没有留在记录里",
        Content::Exact(exact) => &format!(" = {exact}"),
    };
    let mut text = format!("rank {rank} · {name}{place:?}{what}");
    let Some(story) = story.as_ref().filter(|_| *content != Content::Undefined) else {
        if *mask != 0 {
            text.push_str(&format!("，来自 rank {}", ranks(*mask)));
        }
        return text;
    };
    let altered = story.hops.iter().any(Hop::alters);
    match &story.root {
        Root::Folded { sum, count, ranks: mask, name, operation, step, changed } => {
            let equals = if altered || *changed { "：起初是" } else { " =" };
            text.push_str(&format!("{equals} {sum}"));
            if *count > 8 {
                text.push_str(&format!("（共 {count} 项）"));
            }
            text.push_str(&format!("，来自 rank {}", ranks(*mask)));
            if let Some(name) = name {
                text.push_str(&format!(" 的 {name}"));
            }
            if let Some(operation) = operation {
                text.push_str(&format!("，由 {}", operation.name()));
                if let Some(step) = step {
                    text.push_str(&format!(" 第 {} 步", step + 1));
                }
                text.push_str("归约得到");
            }
            if sum.contains('?') {
                text.push_str("（? 处的值没有命名过）");
            }
            if *changed {
                text.push_str("；之后程序又改过它，记录里没有说怎么改的");
            }
        }
        Root::Computed { name, of } if of.is_empty() => {
            text.push_str(&format!("，没有输入元素，经 {name} 算出"));
        }
        Root::Computed { name, of } => {
            text.push_str(&format!("，由 {} 经 {name} 算出", of.join(" 和 ")));
        }
        Root::Held(rank, Some(what)) => text.push_str(&format!("，源自 rank {rank} 的 {what}")),
        Root::Held(rank, None) => {
            text.push_str(&format!("，源自 rank {rank} 手里没有命名过的数"));
        }
        Root::Own => text.push_str(&format!("，是 rank {rank} 自己的")),
        Root::Unknown => text.push_str("；记录里看不出它从哪里来"),
    }
    for hop in &story.hops {
        match hop {
            Hop::Local { name, .. } => text.push_str(&format!(" → {name}")),
            Hop::Received { from, operation: Some(operation), step, tag } => {
                let (name, step) = (operation.name(), step + 1);
                match operation.is_point_to_point() {
                    true => text.push_str(&format!(" → 从 rank {from} 收到，tag {tag}")),
                    false => text.push_str(&format!(" → {name} 第 {step} 步从 rank {from} 收到")),
                }
            }
            Hop::Received { from, .. } => text.push_str(&format!(" → 从 rank {from} 收到")),
        }
    }
    text
}
