//! Programs given as data: JSON that says what every rank calls, by torch's names.
//!
//! ```
//! use collective::simulator;
//! use lessons::{Program, run_program};
//!
//! let text = r#"{
//!   "world_size": 3,
//!   "calls": [
//!     {"call": "full", "shape": [2], "value": "rank", "as": "x"},
//!     {"call": "all_reduce", "tensor": "x"},
//!     {"call": "check", "tensor": "x", "equal": [3, 3]}
//!   ]
//! }"#;
//! let program = Program::parse(text, None)?;
//! let run = async |context| run_program(context, &program).await.0;
//! let ranks = simulator::run(program.world_size(), simulator::Options::default(), run);
//! assert!(ranks.into_iter().all(|rank| rank.is_ok_and(|record| record.checks[0].passed)));
//! # Ok::<(), lessons::ProgramError>(())
//! ```
//!
//! A program is an object with the keys
//!
//! * `calls`, a list of calls that every rank makes, or `ranks`, such a list for each rank;
//! * `world_size`, 1 to 64; as many as `ranks` has lists, or 4, where it is left out;
//! * `eager_limit`, bytes up to which a send needs no matching receive (0), and `timeout_ms`, how long a call may wait
//!   (30,000; at most 60,000);
//! * `emulate`, `"gloo"`: what gloo does in silence is done where it is known, see [`Emulation::GLOO`];
//! * `title`, a text.
//!
//! A call has its name under `call`, arguments by torch's names, and may have `on` (which ranks make it: a rank, a list of
//! ranks, or a condition such as `"rank > 0"`), `as` (the name of what it makes) and `raises` (true or an error's code: the
//! call should fail, and the program goes on). A number may be an expression such as `"(rank + 1) % world_size"`. The JSON
//! schema in `web/program.schema.json` lists every call with its arguments.

mod arguments;
mod calls;
mod error;
mod expression;
mod listing;
mod names;
mod numbers;
mod outline;
mod run;
mod running;
mod scanner;
mod scope;
mod step;
mod stop;

use collective::{Emulation, Settings};
use serde_json::{Map, Value as Json};

pub use error::ProgramError;
pub use listing::Listing;
pub(crate) use outline::Outline;
pub use run::run_program;

use crate::config::MAX_WORLD_SIZE;
use arguments::{Arguments, Read, short};
use scope::Scope;
use step::{Step, read_list};

/// A program given as data, understood as far as that does not depend on the rank.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    json: Map<String, Json>,
    world_size: usize,
    settings: Settings,
}

/// Calls that one list may have.
pub const MAX_CALLS: usize = 10_000;
const DEFAULT_WORLD_SIZE: usize = 4;
const MAX_TIMEOUT_MS: usize = 60_000;
const WHOLE: &str = "program";

impl Program {
    /// Names of all calls there are.
    pub fn calls() -> Vec<&'static str> {
        calls::NAMES.concat()
    }

    /// Reads a program's text; a `world_size` given here takes the place of the program's own.
    ///
    /// # Errors
    /// What is no program, with the place that says so.
    pub fn parse(text: &str, world_size: Option<usize>) -> Result<Program, ProgramError> {
        let json: Json = serde_json::from_str(text)
            .map_err(|error| ProgramError::new(WHOLE, format!("it is no JSON: {error}")))?;
        Program::read(json, world_size)
    }

    /// As [`parse`](Self::parse), from JSON that has been read already.
    ///
    /// # Errors
    /// What is no program, with the place that says so.
    pub fn read(json: Json, world_size: Option<usize>) -> Result<Program, ProgramError> {
        let Json::Object(json) = json else {
            return Err(ProgramError::new(WHOLE, format!("{} is no object", short(&json))));
        };
        let scope = Scope::new(0, 1);
        let whole = Json::Object(json);
        let arguments = Arguments::new(WHOLE.to_owned(), &whole, &scope)?;
        let lists = lists(&arguments)?;
        let own = plain(&arguments, "world_size", 1, MAX_WORLD_SIZE)?;
        let world_size = world_size.or(own).or(lists).unwrap_or(DEFAULT_WORLD_SIZE);
        if let Some(lists) = lists
            && lists != world_size
        {
            let what = format!(
                "it has {lists} lists where the world has {world_size} ranks: give one for each rank"
            );
            return Err(arguments.wrong("ranks", what));
        }
        let mut settings = Settings::default();
        if let Some(limit) = plain(&arguments, "eager_limit", 0, usize::MAX)? {
            settings.eager_limit = limit;
        }
        if let Some(limit) = plain(&arguments, "timeout_ms", 0, MAX_TIMEOUT_MS)? {
            settings.timeout = Some(limit as f64 * 1e3);
        }
        let known = [Emulation::GLOO.name()];
        settings.emulate = arguments.choice("emulate", Emulation::from_name, &known)?;
        arguments.optional_text("title")?;
        arguments.optional_text("$schema")?;
        arguments.finish()?;
        let Json::Object(json) = whole else {
            return Err(ProgramError::new(WHOLE, "it is no object"));
        };
        Ok(Program { json, world_size, settings })
    }

    /// Ranks.
    pub fn world_size(&self) -> usize {
        self.world_size
    }

    /// How every rank behaves.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The program as it was given.
    pub fn json(&self) -> &Map<String, Json> {
        &self.json
    }

    /// Reads every rank's calls, so that what cannot be is known before anything runs.
    ///
    /// # Errors
    /// The first call that cannot be, with its place.
    pub fn check(&self) -> Result<(), ProgramError> {
        (0..self.world_size).try_for_each(|rank| self.steps(rank).map(drop))
    }

    /// What `rank` calls.
    pub(crate) fn steps(&self, rank: usize) -> Read<Vec<Step>> {
        let mut scope = Scope::new(rank, self.world_size);
        let list = |json: &'_ Json| json.as_array().cloned().unwrap_or_default();
        match (self.json.get("calls"), self.json.get("ranks").and_then(|ranks| ranks.get(rank))) {
            (Some(calls), _) if !calls.is_null() => read_list("calls", &list(calls), &mut scope),
            (_, Some(calls)) => read_list(&format!("ranks[{rank}]"), &list(calls), &mut scope),
            _ => Ok(Vec::new()),
        }
    }
}

/// A whole number for all ranks, and no expression: it is known before there is a rank.
fn plain(
    arguments: &Arguments<'_>,
    key: &'static str,
    least: usize,
    most: usize,
) -> Read<Option<usize>> {
    let Some(json) = arguments.raw(key) else { return Ok(None) };
    let given = json.as_u64().and_then(|given| usize::try_from(given).ok());
    given.filter(|given| (least..=most).contains(given)).map(Some).ok_or_else(|| {
        let allowed = format!("give a whole number from {least} to {most}");
        let what = format!("{} is not allowed: {allowed}", short(json));
        arguments.wrong(key, what)
    })
}

/// Checks `calls` and `ranks`; how many lists `ranks` has, if it is given.
fn lists(arguments: &Arguments<'_>) -> Read<Option<usize>> {
    let checked = |place: String, json: &Json| match json.as_array() {
        Some(calls) if calls.len() <= MAX_CALLS => Ok(()),
        Some(calls) => {
            let what = format!("it has {} calls: a list may have {MAX_CALLS}", calls.len());
            Err(ProgramError::new(place, what))
        }
        None => Err(ProgramError::new(place, format!("{} is no list of calls", short(json)))),
    };
    match (arguments.raw("calls"), arguments.raw("ranks")) {
        (Some(_), Some(_)) => Err(arguments.wrong("ranks", "calls is given too: give one of them")),
        (None, None) => {
            let what =
                "it is missing: give a list of calls, here for all ranks or as ranks for each";
            Err(arguments.wrong("calls", what))
        }
        (Some(calls), None) => checked("calls".to_owned(), calls).map(|()| None),
        (None, Some(ranks)) => {
            let lists = arguments.list("ranks", ranks)?;
            if !(1..=MAX_WORLD_SIZE).contains(&lists.len()) {
                let what = format!(
                    "it has {} lists: give 1 to {MAX_WORLD_SIZE}, one for each rank",
                    lists.len()
                );
                return Err(arguments.wrong("ranks", what));
            }
            for (rank, list) in lists.iter().enumerate() {
                checked(format!("ranks[{rank}]"), list)?;
            }
            Ok(Some(lists.len()))
        }
    }
}
