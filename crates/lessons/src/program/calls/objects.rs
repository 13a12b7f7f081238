//! Collectives on values that are no tensors: any JSON.

use ::collective::Member;
use serde_json::Value as Json;

use super::root::root;
use crate::program::arguments::{Arguments, Read};
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;
use crate::record::Value;

pub(super) const NAMES: &[&str] =
    &["broadcast_object_list", "all_gather_object", "gather_object", "scatter_object_list"];

/// A collective on objects; what a rank gets is a value with a name. Objects travel as JSON text.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    what: What,
    group: Option<String>,
    result: Option<String>,
}

#[derive(Debug, Clone)]
enum What {
    Broadcast { list: Option<Vec<String>>, src: Member },
    AllGather { object: String },
    Gather { object: String, dst: Member },
    Scatter { list: Option<Vec<String>>, src: Member },
}

impl Object {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let object = |key| {
            let json: Option<&Json> = arguments.raw(key);
            json.map(Json::to_string)
                .ok_or_else(|| arguments.wrong(key, "it is missing: give any JSON value"))
        };
        let list = |key| {
            arguments.optional(key, |arguments, key| {
                let json = arguments.raw(key).unwrap_or(&Json::Null);
                Ok(arguments.list(key, json)?.iter().map(Json::to_string).collect())
            })
        };
        let src = || root(arguments, "src", "group_src");
        let what = match call {
            "broadcast_object_list" => What::Broadcast { list: list("object_list")?, src: src()? },
            "all_gather_object" => What::AllGather { object: object("obj")? },
            "gather_object" => {
                What::Gather { object: object("obj")?, dst: root(arguments, "dst", "group_dst")? }
            }
            _ => What::Scatter { list: list("scatter_object_input_list")?, src: src()? },
        };
        let group = arguments.optional_group()?;
        Ok(Self { what, group, result: arguments.optional_result(Kind::Value)? })
    }

    pub(super) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        let group = running.group(&self.group, None)?;
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
        };
        if let Some(name) = &self.result {
            running.name_value(name, got.map_or(Value::None, Value::Text));
        }
        Ok(())
    }
}

/// JSON texts as one JSON list.
fn listed(texts: &[String]) -> String {
    format!("[{}]", texts.join(","))
}
