//! What has been started and is not over.

use std::time::Duration;

use crate::program::arguments::{Arguments, Read};
use crate::program::names::Thing;
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;
use crate::record::Value;

pub(super) const NAMES: &[&str] = &["wait", "is_completed"];

/// Waits for a work, or asks whether it is over.
#[derive(Debug, Clone)]
pub(crate) enum OnWork {
    Wait { work: String, timeout: Option<Duration> },
    IsCompleted { work: String, result: String },
}

impl OnWork {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let work = arguments.name("work", Kind::Work)?;
        Ok(match call {
            "wait" => OnWork::Wait { work, timeout: arguments.milliseconds("timeout_ms")? },
            _ => OnWork::IsCompleted { work, result: arguments.result(Kind::Value)? },
        })
    }

    pub(super) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        match self {
            OnWork::Wait { work, timeout } => wait(running, work, *timeout).await,
            OnWork::IsCompleted { work: name, result } => {
                let over = match running.names.get(name) {
                    Some(Thing::Work(work, _)) => work.is_completed(),
                    Some(Thing::AnySource(work, _)) => work.is_completed(),
                    Some(Thing::Over(_)) => true,
                    _ => return Err(running.names.missing(name)),
                };
                running.name_value(result, Value::Number(i64::from(over)));
                Ok(())
            }
        }
    }
}

/// Waits for the work `name`, now or once more.
async fn wait(
    running: &mut Running<'_>,
    name: &str,
    timeout: Option<Duration>,
) -> Result<(), Stop> {
    let (ended, filled) = match running.names.take(name) {
        Some(Thing::Work(work, filled)) => match timeout {
            Some(limit) => (work.timeout(limit).await, filled),
            None => (work.await, filled),
        },
        Some(Thing::AnySource(work, tensor)) => {
            let ended = match timeout {
                Some(limit) => work.timeout(limit).await,
                None => work.await,
            };
            (ended.map(drop), vec![tensor])
        }
        Some(Thing::Over(ended)) => (ended, Vec::new()),
        _ => return Err(running.names.missing(name)),
    };
    running.names.put(name, Thing::Over(ended.clone()));
    ended?;
    running.show_all(&filled);
    Ok(())
}
