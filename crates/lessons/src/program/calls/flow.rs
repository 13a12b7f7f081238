//! Time that passes, words, and the end.

use std::time::Duration;

use crate::program::arguments::{Arguments, Read};
use crate::program::running::Running;
use crate::program::stop::Stop;

pub(super) const NAMES: &[&str] = &["compute", "log", "exit", "abort"];

/// What is neither tensor nor message.
#[derive(Debug, Clone)]
pub(crate) enum Flow {
    /// Is busy for so long.
    Compute(Duration),
    /// Says something.
    Log(String),
    /// Is over before its last call.
    Exit,
    /// Is lost, as a process that dies.
    Abort,
}

impl Flow {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        Ok(match call {
            "compute" => {
                let time = arguments.milliseconds("ms")?;
                let missing = || arguments.wrong("ms", "it is missing: give milliseconds");
                Flow::Compute(time.ok_or_else(missing)?)
            }
            "log" => Flow::Log(arguments.text("text")?.to_owned()),
            "exit" => Flow::Exit,
            _ => Flow::Abort,
        })
    }

    pub(super) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        match self {
            Flow::Compute(time) => running.rank.compute(*time).await?,
            Flow::Log(text) => running.rank.say(text),
            Flow::Exit => return Err(Stop::Exit),
            Flow::Abort => return Err(Stop::Lost),
        }
        Ok(())
    }
}
