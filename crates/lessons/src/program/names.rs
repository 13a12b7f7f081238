//! What a running program's names stand for.

use std::collections::BTreeMap;

use collective::{AnySource, DeviceMesh, ProcessGroup, Result as Ended, Work};
use tensor::Tensor;

use super::error::ProgramError;
use super::stop::Stop;
use crate::record::Value;

/// A thing with a name.
pub(crate) enum Thing {
    Tensor(Tensor),
    Group(ProcessGroup),
    Mesh(DeviceMesh),
    /// A work, and the tensors that are filled when it is over.
    Work(Work, Vec<String>),
    /// A receive from any source, and its tensor.
    AnySource(AnySource, String),
    /// A work that has been waited for, and how it ended: whoever waits again is told the same.
    Over(Ended<()>),
    Value(Value),
}

/// Names, and what they stand for now.
#[derive(Default)]
pub(crate) struct Names(BTreeMap<String, Thing>);

impl Names {
    pub(crate) fn put(&mut self, name: &str, thing: Thing) {
        self.0.insert(name.to_owned(), thing);
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Thing> {
        self.0.get(name)
    }

    /// Takes a work out, to be awaited.
    pub(crate) fn take(&mut self, name: &str) -> Option<Thing> {
        self.0.remove(name)
    }

    /// Gives up the works that were never awaited.
    pub(crate) fn give_up_works(&mut self) {
        self.0.retain(|_, thing| !matches!(thing, Thing::Work(..) | Thing::AnySource(..)));
    }

    /// That `name` does not stand for what it should; its place is the name, until the step says which argument has it.
    /// (That some call of this rank makes it was seen when it was read.)
    pub(crate) fn missing(&self, name: &str) -> Stop {
        let why = match self.0.get(name) {
            Some(Thing::Value(Value::None)) => {
                format!("this rank has no {name}: it is in none of the groups that the call made")
            }
            _ => format!("there is no {name}: the call that should have made it failed"),
        };
        Stop::Program(Box::new(ProgramError::new(name, why)))
    }

    /// # Errors
    /// When the call that should have made it failed.
    pub(crate) fn tensor(&self, name: &str) -> Result<&Tensor, Stop> {
        match self.0.get(name) {
            Some(Thing::Tensor(tensor)) => Ok(tensor),
            _ => Err(self.missing(name)),
        }
    }

    /// # Errors
    /// When the call that should have made it failed.
    pub(crate) fn mesh(&self, name: &str) -> Result<&DeviceMesh, Stop> {
        match self.0.get(name) {
            Some(Thing::Mesh(mesh)) => Ok(mesh),
            _ => Err(self.missing(name)),
        }
    }

    /// As [`tensor`](Self::tensor), several.
    pub(crate) fn tensors(&self, names: &[String]) -> Result<Vec<Tensor>, Stop> {
        names.iter().map(|name| self.tensor(name).cloned()).collect()
    }

    /// All of them, by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Thing)> {
        self.0.iter().map(|(name, thing)| (name.as_str(), thing))
    }
}
