//! Calls on values that are no tensors: any JSON.

use ::collective::Member;
use serde_json::Value as Json;

use super::root::{optional_root, root};
use crate::program::arguments::{Arguments, Read};
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;
use crate::record::Value;

pub(super) const NAMES: &[&str] = &[
    "broadcast_object_list",
    "all_gather_object",
    "gather_object",
    "scatter_object_list",
    "send_object_list",
    "recv_object_list",
];

/// A call on objects; what a rank gets is a value with a name. Objects travel as JSON text.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    what: What,
    group: Option<String>,
    result: Option<String>,
}

#[derive(Debug, Clone)]
enum What {
    Broadcast {
        list: Option<Vec<String>>,
        src: Member,
    },
    AllGather {
        object: String,
    },
    Gather {
        object: String,
        dst: Member,
    },
    Scatter {
        list: Option<Vec<String>>,
        src: Member,
    },
    Send {
        list: Vec<String>,
        dst: Member,
    },
    /// `src` is `None`: from any rank. `sender` is the name for who sent.
    Recv {
        count: usize,
        src: Option<Member>,
        sender: Option<String>,
    },
}

impl Object {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let missing = |key| arguments.wrong(key, "it is missing: give any JSON value");
        let object = |key| arguments.any_json(key).map(Json::to_string).ok_or_else(|| missing(key));
        let list = |key| arguments.optional(key, objects);
        let src = || root(arguments, "src", "group_src");
        let dst = || root(arguments, "dst", "group_dst");
        let what = match call {
            "broadcast_object_list" => What::Broadcast { list: list("object_list")?, src: src()? },
            "all_gather_object" => What::AllGather { object: object("obj")? },
            "gather_object" => What::Gather { object: object("obj")?, dst: dst()? },
            "send_object_list" => {
                What::Send { list: objects(arguments, "object_list")?, dst: dst()? }
            }
            "recv_object_list" => What::Recv {
                count: objects(arguments, "object_list")?.len(),
                src: optional_root(arguments, "src", "group_src")?,
                sender: arguments.optional_name("sender", Kind::Value)?,
            },
            _ => What::Scatter { list: list("scatter_object_input_list")?, src: src()? },
        };
        let group = arguments.optional_group()?;
        let result = match what {
            What::Send { .. } => None,
            _ => arguments.optional_result(Kind::Value)?,
        };
        Ok(Self { what, group, result })
    }

    pub(super) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        let group = running.group(&self.group, None)?;
        if group.rank().is_none() {
            self.stay_out(running);
            return Ok(());
        }
        let got = match &self.what {
            What::Broadcast { list, src } => {
                Some(listed(&group.broadcast_object(list.as_ref(), *src).await?))
            }
            What::AllGather { object } => Some(listed(&group.all_gather_object(object).await?)),
            What::Gather { object, dst } => {
                let got = group.gather_object(object, *dst).await?;
                got.map(|list| listed(&list))
            }
            What::Scatter { list, src } => Some(group.scatter_object(list.as_deref(), *src).await?),
            What::Send { list, dst } => {
                group.send_object_list(list, *dst).await?;
                None
            }
            What::Recv { count, src, sender } => {
                let (list, from) = match src {
                    Some(src) => group.recv_object_list(*count, *src).await?,
                    None => group.recv_object_list_any_source(*count).await?,
                };
                if let Some(name) = sender {
                    running.name_value(name, Value::Number(from as i64));
                }
                Some(listed(&list))
            }
        };
        if let Some(name) = &self.result {
            running.name_value(name, got.map_or(Value::None, Value::Text));
        }
        Ok(())
    }
}

impl Object {
    /// As torch has it where the rank is not in the group: nothing arrives, and the source is −1.
    fn stay_out(&self, running: &mut Running<'_>) {
        if let What::Recv { sender: Some(name), .. } = &self.what {
            running.name_value(name, Value::Number(-1));
        }
        if let Some(name) = &self.result {
            running.name_value(name, Value::None);
        }
    }
}

/// The argument's JSON values, as texts.
fn objects(arguments: &Arguments<'_>, key: &'static str) -> Read<Vec<String>> {
    let json = arguments.needed(key, "a list of JSON values")?;
    Ok(arguments.list(key, json)?.iter().map(Json::to_string).collect())
}

/// JSON texts as one JSON list.
fn listed(texts: &[String]) -> String {
    format!("[{}]", texts.join(","))
}
