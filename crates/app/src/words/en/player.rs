use collective::Collective;
use collective::replay::Doing;
use collective::trace::{BlockedOn, Event, EventKind, How, LocalKind, Message};

use crate::cells::Colour;
use crate::places::ranks;
use crate::state::{Operation, View};
use crate::words::en::counted;
use crate::words::{DiagramWords, ElementWords, PlayerWords, TrafficWords, ViewWords};

pub(super) const VIEW: ViewWords = ViewWords {
    legend: "View",
    name: |view| match view {
        View::Result => "Result",
        View::Replay => "Replay",
        View::Code => "Code",
        View::Compare => "Compare",
        View::Traffic => "Traffic",
    },
    nothing: "Nothing has been recorded yet: press Run.",
    reading: "Reading what the ranks recorded.",
    missing: |lost, dropped| {
        let mut text = String::new();
        if !lost.is_empty() {
            let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
            text.push_str(&format!("Nothing was recorded of rank {}. ", lost.join(", ")));
        }
        if dropped > 0 {
            text.push_str(&format!("{dropped} later events did not fit into the record."));
        }
        text
    },
};

pub(super) const PLAYER: PlayerWords = PlayerWords {
    heading: "Playback",
    play: "Play",
    pause: "Pause",
    step: "Step",
    back: "Back",
    over: "Step over the operation",
    back_over: "Back over the operation",
    speed: "Speed",
    per_second: |events| format!("{events} events/s"),
    scope: "Events of",
    lesson: "This lesson",
    whole: "Whole run",
    position: "Position",
    before: |events| format!("Before the first of {events} events"),
    stands: |number, events, told| format!("Event {number} of {events}: {told}"),
    event,
    doing,
    keys: "Keys: space plays, arrows step, [ and ] step over operations, Home and End go to the ends.",
};

pub(super) const ELEMENT: ElementWords = ElementWords {
    colour: "Colour by",
    name: |colour| match colour {
        Colour::Value => "Value",
        Colour::Owner => "Owner",
        Colour::Provenance => "Provenance",
    },
    ends: |colour| match colour {
        Colour::Value => ["low", "high, for each name"],
        Colour::Owner => ["of one rank", ""],
        Colour::Provenance => ["one rank", "all ranks folded in"],
    },
    several: "of several",
    tensors: "Tensors of all ranks at the cursor. Arrows move through elements and tensors, Page Up and Page Down through \
              ranks.",
    outlines: ["this element, on every rank", "what it comes from", "what the message carries"],
    larger: "enlarge",
    smaller: "shrink",
    hint: "Point at an element, or move to it with the arrow keys, to see where it comes from.",
    tell: super::story::tell,
};

pub(super) const DIAGRAM: DiagramWords = DiagramWords {
    heading: "Space and time",
    label: |ranks, operations, messages| {
        format!("Space-time diagram: {ranks} ranks, {operations} operations, {messages} messages")
    },
    time: "Time",
    logical: "Logical",
    wall: "Wall clock",
    closer: "Zoom in",
    farther: "Zoom out",
    fit: "Fit",
    bar: |bar| {
        let name = bar.collective.name();
        if bar.collective.is_point_to_point() {
            format!("{name} on rank {}", bar.rank)
        } else {
            format!("{name} on rank {}, group {}", bar.rank, bar.group)
        }
    },
    arrow: |arrow| {
        let (sender, receiver, bytes) = (arrow.sender, arrow.receiver, arrow.message.bytes);
        let inside = inside(&arrow.message, arrow.collective);
        format!(
            "{bytes} B from rank {sender} to rank {receiver}{inside}, group {}",
            arrow.message.group
        )
    },
    previous: "Previous message",
    next: "Next message",
    hint: "Point at a message, or go from one to the next, to see what it carries.",
    message: |number, all, arrow, from, into| {
        let mut text = format!("Message {number} of {all}: {}", (DIAGRAM.arrow)(arrow));
        if !from.is_empty() {
            text.push_str(&format!("; carries {}", from.join(", ")));
        }
        if !into.is_empty() {
            text.push_str(&format!("; goes into {}", into.join(", ")));
        }
        text
    },
    thinned: |shown, all| format!("{shown} of {all} messages are drawn."),
    span: |micros| format!("{micros} µs from end to end"),
    keys: ["operation", "waiting", "message"],
};

pub(super) const TRAFFIC: TrafficWords = TrafficWords {
    heading: "Bytes from rank to rank",
    note: "Payload bytes of the whole run, counted where they pass into and out of the transport.",
    corner: "from \\ to",
    cell: |from, to, bytes, messages| {
        format!("rank {from} to rank {to}: {bytes} B in {}", counted(messages, "message"))
    },
    ledger: "Ledger",
    columns: ["Rank", "Sent, B", "Received, B", "Messages sent", "Messages received"],
    all: "all",
};

fn event(rank: usize, event: &Event, operation: Option<Collective>) -> String {
    let name = operation.map_or("an operation", Collective::name);
    match &event.kind {
        // What new_group counts is who its members are.
        EventKind::Begin { count, collective, .. }
            if *count > 0 && *collective != Collective::NewGroup =>
        {
            format!("rank {rank} begins {name} of {}", counted(*count, "element"))
        }
        EventKind::Begin { .. } => format!("rank {rank} begins {name}"),
        EventKind::End => format!("rank {rank} has completed {name}"),
        EventKind::Sent { message, .. } => {
            let inside = inside(message, operation);
            format!("rank {rank} sends {} B to rank {}{inside}", message.bytes, message.peer)
        }
        EventKind::Matched { message } => {
            let inside = inside(message, operation);
            format!("rank {rank} has a receive for what rank {} offers{inside}", message.peer)
        }
        EventKind::Received { message, how, .. } => {
            let verb = match how {
                How::Copied => "receives",
                How::Folded => "folds in",
            };
            let inside = inside(message, operation);
            format!("rank {rank} {verb} {} B from rank {}{inside}", message.bytes, message.peer)
        }
        EventKind::Written { name, .. } => format!("rank {rank} holds {name}"),
        EventKind::Local { kind, name, .. } => {
            let verb = match kind {
                LocalKind::Copied => "copies",
                LocalKind::Folded => "folds",
                LocalKind::Elementwise | LocalKind::Mixed => "computes",
            };
            match name.as_str() {
                "" => format!("rank {rank} {verb} elements of its own"),
                name => format!("rank {rank} {verb} elements of its own: {name}"),
            }
        }
        EventKind::Blocked { on } => format!("rank {rank} waits{}", on_what(on, operation)),
        EventKind::Woken => format!("rank {rank} goes on"),
        EventKind::Check { name, passed: true, .. } => format!("rank {rank} checks {name}: passed"),
        EventKind::Check { name, passed: false, .. } => {
            format!("rank {rank} checks {name}: FAILED")
        }
        EventKind::Log => format!("rank {rank} writes its line into the log"),
        EventKind::Error { kind } => format!("rank {rank} ends with an error: {}", kind.code()),
    }
}

fn inside(message: &Message, operation: Option<Collective>) -> String {
    match operation {
        Some(operation) if !operation.is_point_to_point() => {
            format!(" ({}, step {})", operation.name(), message.step + 1)
        }
        _ => format!(" (tag {})", message.tag),
    }
}

fn doing(doing: &Doing, operation: Option<&Operation>) -> String {
    let peer = operation.and_then(|operation| operation.peer);
    let operation = operation.map(|operation| operation.collective);
    let name = operation.map_or("an operation", Collective::name);
    match doing {
        Doing::Waiting => "not begun".to_owned(),
        Doing::Computing => "computing".to_owned(),
        Doing::Communicating(_) => match (operation, peer) {
            (Some(Collective::Send), Some(peer)) => format!("sending to {peer}"),
            (Some(Collective::Recv), Some(peer)) => format!("receiving from {peer}"),
            _ => format!("in {name}"),
        },
        // "on recv" says it.
        Doing::Blocked(_, on) if operation.is_some_and(Collective::is_point_to_point) => {
            format!("blocked{}", on_what(on, operation))
        }
        Doing::Blocked(_, on) => format!("blocked in {name}{}", on_what(on, operation)),
        Doing::Failed(kind) => format!("failed: {}", kind.code()),
        Doing::Done => "done".to_owned(),
    }
}

fn on_what(on: &BlockedOn, operation: Option<Collective>) -> String {
    let mask = |ranks: &[u32]| ranks.iter().fold(0, |mask, rank| mask | 1u64 << (rank & 63));
    let mut text = String::new();
    if !on.receives.is_empty() {
        text.push_str(&format!(" on recv from {}", ranks(mask(&on.receives))));
    }
    if !on.sends.is_empty() {
        let and = if on.receives.is_empty() { "" } else { " and" };
        text.push_str(&format!("{and} on send to {}", ranks(mask(&on.sends))));
    }
    if operation.is_some_and(Collective::is_point_to_point) {
        text.push_str(&format!(" tag {}", on.tag));
    }
    text
}
