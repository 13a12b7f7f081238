//! Messages between two ranks.

use ::collective::{Member, ProcessGroup, Result, Work};
use serde_json::Value as Json;
use std::time::Duration;

use super::root::{optional_root, root};
use crate::program::arguments::{Arguments, Read};
use crate::program::error::ProgramError;
use crate::program::names::Thing;
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;
use crate::record::Value;

pub(super) const NAMES: &[&str] = &["send", "recv", "isend", "irecv", "batch_isend_irecv"];

/// A send or a receive, or several together.
#[derive(Debug, Clone)]
pub(crate) enum PointToPoint {
    /// One, and waited for.
    Blocking { message: Message, timeout: Option<Duration>, source: Option<String> },
    /// One, and not waited for.
    Started { message: Message, work: String },
    /// Several together, each with a work of its own.
    Batch(Vec<(Message, String)>),
}

#[derive(Debug, Clone)]
pub(crate) struct Message {
    is_send: bool,
    tensor: String,
    /// `None`: from any rank.
    peer: Option<Member>,
    tag: u32,
    group: Option<String>,
}

impl Message {
    fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let is_send = call.ends_with("send");
        let peer = match call {
            "send" | "isend" => Some(root(arguments, "dst", "group_dst")?),
            _ => optional_root(arguments, "src", "group_src")?,
        };
        let tag = arguments.optional_size("tag")?.unwrap_or(0);
        let tag = u32::try_from(tag).map_err(|_| {
            arguments.wrong("tag", format!("{tag} is too large: give a tag from 0 to {}", u32::MAX))
        })?;
        let (tensor, group) = (arguments.tensor("tensor")?, arguments.optional_group()?);
        Ok(Self { is_send, tensor, peer, tag, group })
    }

    fn start(&self, running: &Running<'_>, group: &ProcessGroup) -> Result<Started, Stop> {
        let tensor = running.names.tensor(&self.tensor)?;
        Ok(match (self.is_send, self.peer) {
            (true, Some(peer)) => Started::Work(group.send(tensor, peer, self.tag)),
            (_, Some(peer)) => Started::Work(group.recv(tensor, peer, self.tag)),
            (_, None) => Started::AnySource(group.recv_any_source(tensor, self.tag)),
        })
    }

    /// The tensors that are filled once it is over.
    fn filled(&self) -> Vec<String> {
        if self.is_send { Vec::new() } else { vec![self.tensor.clone()] }
    }
}

enum Started {
    Work(Work),
    AnySource(::collective::AnySource),
}

impl PointToPoint {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        match call {
            "batch_isend_irecv" => batch(arguments).map(PointToPoint::Batch),
            "isend" | "irecv" => {
                let message = Message::read(call, arguments)?;
                Ok(PointToPoint::Started { message, work: arguments.result(Kind::Work)? })
            }
            _ => {
                let message = Message::read(call, arguments)?;
                let timeout = arguments.milliseconds("timeout_ms")?;
                let source = match call {
                    "recv" => arguments.optional_result(Kind::Value)?,
                    _ => None,
                };
                Ok(PointToPoint::Blocking { message, timeout, source })
            }
        }
    }

    pub(super) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        match self {
            PointToPoint::Blocking { message, timeout, source } => {
                let group = running.group(&message.group, None)?;
                if group.rank().is_none() {
                    // As torch has it: nothing is sent, and the source is −1.
                    if let Some(name) = source {
                        running.name_value(name, Value::Number(-1));
                    }
                    return Ok(());
                }
                let from = match message.start(running, &group)? {
                    Started::Work(work) => {
                        let known = message.peer.map(|peer| global(&group, peer)).transpose()?;
                        match timeout {
                            Some(limit) => work.timeout(*limit).await?,
                            None => work.await?,
                        }
                        known
                    }
                    Started::AnySource(work) => Some(match timeout {
                        Some(limit) => work.timeout(*limit).await?,
                        None => work.await?,
                    }),
                };
                running.show_all(&message.filled());
                if let (Some(name), Some(from)) = (source, from) {
                    running.name_value(name, Value::Number(from as i64));
                }
                Ok(())
            }
            PointToPoint::Started { message, work } => start(running, message, work),
            PointToPoint::Batch(messages) => {
                for (message, work) in messages {
                    start(running, message, work)?;
                }
                Ok(())
            }
        }
    }
}

/// The global rank of a group's member.
fn global(group: &ProcessGroup, member: Member) -> Result<usize> {
    match member {
        Member::Global(rank) => Ok(rank),
        Member::Group(rank) => group.global_rank(rank),
    }
}

fn start(running: &mut Running<'_>, message: &Message, name: &str) -> Result<(), Stop> {
    let group = running.group(&message.group, None)?;
    let thing = match message.start(running, &group)? {
        Started::Work(work) => Thing::Work(work.started()?, message.filled()),
        // As torch has it: nothing arrives outside the group.
        Started::AnySource(_) if group.rank().is_none() => Thing::Over(Ok(())),
        Started::AnySource(work) => Thing::AnySource(work, message.tensor.clone()),
    };
    running.names.put(name, thing);
    Ok(())
}

/// `"ops": [{"call": "isend", …, "as": "w"}, …]`, all of one group.
fn batch(arguments: &Arguments<'_>) -> Read<Vec<(Message, String)>> {
    let json = arguments.raw("ops");
    let json = json
        .ok_or_else(|| arguments.wrong("ops", "it is missing: give a list of isend and irecv"))?;
    let items = arguments.list("ops", json)?;
    if items.is_empty() {
        return Err(
            arguments.wrong("ops", "list index out of range: give at least one isend or irecv")
        );
    }
    let mut messages: Vec<(Message, String)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let place = format!("{}[{at}]", arguments.path("ops"));
        let (message, work) = entry(arguments, place.clone(), item)?;
        if messages.first().is_some_and(|(first, _)| first.group != message.group) {
            return Err(ProgramError::new(place, "All ops need to use the same group."));
        }
        messages.push((message, work));
    }
    Ok(messages)
}

fn entry(outer: &Arguments<'_>, place: String, item: &Json) -> Read<(Message, String)> {
    let arguments = Arguments::new(place, item, outer.scope())?;
    let call = arguments.text("call")?;
    if !matches!(call, "isend" | "irecv") {
        let what = "Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or \
                    ``torch.distributed.irecv``.";
        return Err(arguments.wrong("call", what));
    }
    let message = Message::read(call, &arguments)?;
    if message.peer.is_none() {
        let what = "Must specify group_rank or global_rank: give a rank, here or as group_src";
        return Err(arguments.wrong("src", what));
    }
    let work = arguments.result(Kind::Work)?;
    outer.mention_all(arguments.finish()?);
    Ok((message, work))
}
