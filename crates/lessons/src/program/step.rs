//! One entry of a program's list of calls: who makes it, and what is expected of it.

use serde_json::Value as Json;

use super::arguments::{Arguments, Read, short};
use super::calls::Call;
use super::error::ProgramError;
use super::expression;
use super::running::Running;
use super::scope::Scope;
use super::stop::Stop;
use crate::record::Value;
use collective::ErrorKind;

/// A call as one rank makes it.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// The call's place in the list, from 1: the program's line.
    pub line: u32,
    /// Where it stands: `calls[2]`.
    place: String,
    name: String,
    call: Call,
    /// The names that it uses, each with its place.
    used: Vec<(String, String)>,
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
        let arguments = Arguments::new(place.clone(), json, scope)?;
        let name = arguments.text("call")?;
        if !is_mine(&arguments)? {
            return Ok(None);
        }
        let raises = Raises::read(&arguments)?;
        let (name, call) = (name.to_owned(), Call::read(name, &arguments)?);
        let mentioned = arguments.finish()?;
        for (name, kind) in mentioned.made {
            scope.define(&name, kind);
        }
        let (line, used) = (index as u32 + 1, mentioned.used);
        Ok(Some(Step { line, place, name, call, used, raises }))
    }

    /// Where and what it is: `calls[2], all_reduce`.
    pub(crate) fn shown(&self) -> String {
        format!("{}, {}", self.place, self.name)
    }

    /// What is not there, told at the argument that asks for it.
    fn placed(&self, stop: Stop) -> Stop {
        let Stop::Program(missing) = stop else { return stop };
        let argument = self.used.iter().find(|(used, _)| *used == missing.place);
        let place = argument.map_or(&self.place, |(_, place)| place);
        Stop::Program(Box::new(ProgramError::new(place, missing.what)))
    }

    /// Makes the call. Where an error is expected, its absence is what fails.
    pub(crate) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        running.rank.stand_on(self.line);
        let result = self.call.run(running).await.map_err(|stop| self.placed(stop));
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

impl Raises {
    fn read(arguments: &Arguments<'_>) -> Read<Option<Raises>> {
        let key = "raises";
        match arguments.raw(key) {
            None | Some(Json::Bool(false)) => Ok(None),
            Some(Json::Bool(true)) => Ok(Some(Raises::Any)),
            Some(Json::String(code)) => {
                let codes = ErrorKind::ALL.map(ErrorKind::code);
                if codes.contains(&code.as_str()) {
                    return Ok(Some(Raises::Code(code.clone())));
                }
                let what =
                    format!("no error has the code {code}: choose from {}", codes.join(", "));
                Err(arguments.wrong(key, what))
            }
            Some(other) => {
                let what = format!("{} is neither true nor an error's code", short(other));
                Err(arguments.wrong(key, what))
            }
        }
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
