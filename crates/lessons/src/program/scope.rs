use std::collections::BTreeMap;

use super::expression::Place;

/// What a program's name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tensor,
    Group,
    Mesh,
    Work,
    Value,
}

impl Kind {
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Kind::Tensor => "tensor",
            Kind::Group => "group",
            Kind::Mesh => "mesh",
            Kind::Work => "work",
            Kind::Value => "value",
        }
    }
}

/// What a rank knows where a call stands: who it is, and the names that earlier calls have given.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    pub place: Place,
    names: BTreeMap<String, Kind>,
}

impl Scope {
    pub(crate) fn new(rank: usize, world_size: usize) -> Self {
        Self { place: Place { rank, world_size }, names: BTreeMap::new() }
    }

    pub(crate) fn kind(&self, name: &str) -> Option<Kind> {
        self.names.get(name).copied()
    }

    /// From here on `name` stands for a thing of that kind, whatever it was before.
    pub(crate) fn define(&mut self, name: &str, kind: Kind) {
        self.names.insert(name.to_owned(), kind);
    }

    /// The names of that kind, with commas between, or what to do where there is none.
    pub(crate) fn known(&self, kind: Kind) -> String {
        let of_kind = self.names.iter().filter(|(_, known)| **known == kind);
        let names: Vec<&str> = of_kind.map(|(name, _)| name.as_str()).collect();
        let noun = kind.noun();
        match names.as_slice() {
            [] => format!("no {noun} has a name yet: make one in an earlier call, with \"as\""),
            names => format!("rank {} knows the {noun}s {}", self.place.rank, names.join(", ")),
        }
    }
}
