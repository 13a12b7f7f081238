use std::time::Duration;

use collective::algorithm::Algorithm;
use collective::{ProcessGroup, Settings};
use tensor::{State, Tensor};

use super::names::{Names, Thing};
use super::stop::Stop;
use crate::rank::Rank;
use crate::record::Value;

/// A program on its way: the rank it runs on, and what its names stand for.
pub(crate) struct Running<'a> {
    pub rank: &'a Rank,
    pub names: Names,
    /// How long a call may wait that is not given another time-out.
    pub timeout: Duration,
}

/// Where not even the program has a time-out.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Why a tensor has no values.
fn unreadable(tensor: &Tensor) -> &'static str {
    match tensor.state() {
        State::Pending { .. } => "pending",
        _ => "undefined",
    }
}

impl<'a> Running<'a> {
    pub(crate) fn new(rank: &'a Rank, settings: &Settings) -> Self {
        let timeout = settings.timeout.map(|micros| Duration::from_secs_f64(micros / 1e6));
        Self { rank, names: Names::default(), timeout: timeout.unwrap_or(LONGEST_WAIT) }
    }

    /// The group of that name, or the world; its calls stand where the program stands.
    pub(crate) fn group(
        &self,
        name: &Option<String>,
        algorithm: Option<Algorithm>,
    ) -> Result<ProcessGroup, Stop> {
        let group = match name {
            None => self.rank.world(),
            Some(name) => match self.names.get(name) {
                Some(Thing::Group(group)) => group,
                _ => return Err(self.names.missing(name)),
            },
        };
        let group = group.at(self.rank.line());
        Ok(match algorithm {
            Some(algorithm) => group.using(algorithm),
            None => group,
        })
    }

    pub(crate) fn name_tensor(&mut self, name: &str, tensor: Tensor) {
        self.rank.show(name, &tensor);
        self.names.put(name, Thing::Tensor(tensor));
    }

    pub(crate) fn name_value(&mut self, name: &str, value: Value) {
        self.names.put(name, Thing::Value(value));
    }

    /// Keeps what the names of tensors and values stand for now in the report. What may not be read is nothing there.
    pub(crate) fn keep_all(&self) {
        for (name, thing) in self.names.iter() {
            let value = match thing {
                Thing::Tensor(tensor) => {
                    let why = |_| Value::Text(unreadable(tensor).to_owned());
                    Value::of(tensor).unwrap_or_else(why)
                }
                Thing::Value(value) => value.clone(),
                _ => continue,
            };
            self.rank.keep_value(name, value);
        }
    }

    /// Shows what has just been filled.
    pub(crate) fn show_all(&self, names: &[String]) {
        for name in names {
            if let Ok(tensor) = self.names.tensor(name) {
                self.rank.show(name, tensor);
            }
        }
    }
}
