//! What a running program's names stand for.

use std::collections::BTreeMap;

use collective::{AnySource, DeviceMesh, ProcessGroup, Work};
use tensor::Tensor;

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

    /// Takes a work out: it can be awaited once.
    pub(crate) fn take(&mut self, name: &str) -> Option<Thing> {
        self.0.remove(name)
    }

    /// # Errors
    /// When the call that should have made it was refused.
    pub(crate) fn tensor(&self, name: &str) -> Result<&Tensor, Stop> {
        match self.0.get(name) {
            Some(Thing::Tensor(tensor)) => Ok(tensor),
            _ => Err(Stop::missing(name)),
        }
    }

    /// # Errors
    /// When the call that should have made it was refused.
    pub(crate) fn mesh(&self, name: &str) -> Result<&DeviceMesh, Stop> {
        match self.0.get(name) {
            Some(Thing::Mesh(mesh)) => Ok(mesh),
            _ => Err(Stop::missing(name)),
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
