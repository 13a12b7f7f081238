use crate::places::ranks;
use crate::state::{Content, Element, Hop, Root};

/// An element, its value, and how it came to be.
pub(super) fn tell(element: &Element) -> String {
    let Element { rank, name, place, content, mask, story } = element;
    let what = match content {
        Content::NotYet => " is not named yet",
        Content::Undefined => " is undefined",
        Content::NotKept => " was not kept in the record",
        Content::Exact(exact) => &format!(" = {exact}"),
    };
    let mut text = format!("rank {rank} · {name}{place:?}{what}");
    let Some(story) = story.as_ref().filter(|_| *content != Content::Undefined) else {
        match mask.count_ones() {
            0 => {}
            1 => text.push_str(&format!(", from rank {}", ranks(*mask))),
            _ => text.push_str(&format!(", from ranks {}", ranks(*mask))),
        }
        return text;
    };
    let altered = story.hops.iter().any(Hop::alters);
    match &story.root {
        Root::Folded { sum, count, ranks: mask, name, operation, step, changed } => {
            let equals = if altered || *changed { ": begins as" } else { " =" };
            text.push_str(&format!("{equals} {sum}"));
            if *count > 8 {
                text.push_str(&format!(" ({count} terms)"));
            }
            match name {
                Some(name) => text.push_str(&format!(", {name} of ranks {}", ranks(*mask))),
                None => text.push_str(&format!(" from ranks {}", ranks(*mask))),
            }
            if let Some(operation) = operation {
                text.push_str(&format!(", by {}", operation.name()));
            }
            if let Some(step) = step {
                text.push_str(&format!(" step {}", step + 1));
            }
            if sum.contains('?') {
                text.push_str(" (what is ? was never named)");
            }
            if *changed {
                text.push_str(
                    "; the program has changed it since, and the record does not tell how",
                );
            }
        }
        Root::Computed { name, of } if of.is_empty() => {
            text.push_str(&format!(", computed by {name} from no elements"));
        }
        Root::Computed { name, of } => {
            text.push_str(&format!(", computed by {name} from {}", of.join(" and ")));
        }
        Root::Held(rank, Some(what)) => text.push_str(&format!(", from rank {rank}'s {what}")),
        Root::Held(rank, None) => {
            text.push_str(&format!(", from what rank {rank} had and never named"));
        }
        Root::Own => text.push_str(&format!(", rank {rank}'s own")),
        Root::Unknown => text.push_str("; the record does not tell where it comes from"),
    }
    for hop in &story.hops {
        match hop {
            Hop::Local { name, .. } => text.push_str(&format!(" → {name}")),
            Hop::Received { from, operation: Some(operation), step, tag } => {
                let (name, step) = (operation.name(), step + 1);
                match operation.is_point_to_point() {
                    true => text.push_str(&format!(" → received from rank {from}, tag {tag}")),
                    false => text
                        .push_str(&format!(" → received from rank {from} in {name} step {step}")),
                }
            }
            Hop::Received { from, .. } => text.push_str(&format!(" → received from rank {from}")),
        }
    }
    text
}
