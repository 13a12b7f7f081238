//! One entry of a program's list of calls: who makes it, and what is expected of it.

use serde_json::Value as Json;

use super::arguments::{Arguments, Read, short};
use super::calls::Call;
use super::expression;
use super::running::Running;
use super::scope::Scope;
use super::stop::Stop;
use crate::record::Value;

/// A call as one rank makes it.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// The call's place in the list, from 1: the program's line.
    pub line: u32,
    call: Call,
    raises: Option<Raises>,
}

/// That the call should end with an error; then the program goes on.
#[derive(Debug, Clone)]
enum Raises {
    Any,
    /// Of that kind.
    Code(String),
}

impl Step {
    /// Reads entry `index` of a list; `None` where it is not this rank's. Names that it makes go into `scope`.
    pub(crate) fn read(
        place: String,
        index: usize,
        json: &Json,
        scope: &mut Scope,
    ) -> Read<Option<Step>> {
        let arguments = Arguments::new(place, json, scope)?;
        let name = arguments.text("call")?;
        if !is_mine(&arguments)? {
            return Ok(None);
        }
        let raises = match arguments.raw("raises") {
            None | Some(Json::Bool(false)) => None,
            Some(Json::Bool(true)) => Some(Raises::Any),
            Some(Json::String(code)) => Some(Raises::Code(code.clone())),
            Some(other) => {
                let what = format!("{} is neither true nor an error's code", short(other));
                return Err(arguments.wrong("raises", what));
            }
        };
        let call = Call::read(name, &arguments)?;
        let defined = arguments.finish()?;
        for (name, kind) in defined {
            scope.define(&name, kind);
        }
        Ok(Some(Step { line: index as u32 + 1, call, raises }))
    }

    /// Makes the call. Where an error is expected, its absence is what fails.
    pub(crate) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        running.rank.stand_on(self.line);
        let result = self.call.run(running).await;
        let Some(raises) = &self.raises else { return result };
        let name = format!("line {} raises", self.line);
        let (code, go_on) = match result {
            Ok(()) => ("nothing".to_owned(), true),
            // Once a rank has ended the run no call can succeed.
            Err(Stop::Error(error)) => (error.code().to_owned(), error.code() != "peer_failed"),
            Err(other) => return Err(other),
        };
        let expected = match raises {
            Raises::Any if code != "nothing" => code.clone(),
            Raises::Any => "an error".to_owned(),
            Raises::Code(code) => code.clone(),
        };
        running.rank.check_value(&name, Value::Text(expected), Value::Text(code));
        if go_on { Ok(()) } else { Err(Stop::Exit) }
    }
}

/// Whether this rank makes the call: `"on": 0`, `"on": [0, 2]` or `"on": "rank > 0"`; without it every rank does.
fn is_mine(arguments: &Arguments<'_>) -> Read<bool> {
    let place = arguments.scope().place;
    match arguments.raw("on") {
        None => Ok(true),
        Some(Json::String(text)) => {
            let value = expression::evaluate_condition(text, place)
                .map_err(|why| arguments.wrong("on", format!("{text:?} is no condition: {why}")))?;
            match value {
                tensor::Scalar::Bool(mine) => Ok(mine),
                rank => Ok(rank.to_f64() == place.rank as f64),
            }
        }
        Some(Json::Array(_)) => Ok(arguments.sizes("on")?.contains(&place.rank)),
        Some(_) => Ok(arguments.size("on")? == place.rank),
    }
}

/// Reads a list of calls as one rank makes them.
pub(crate) fn read_list(place: &str, list: &[Json], scope: &mut Scope) -> Read<Vec<Step>> {
    let mut steps = Vec::new();
    for (index, json) in list.iter().enumerate() {
        steps.extend(Step::read(format!("{place}[{index}]"), index, json, scope)?);
    }
    Ok(steps)
}
