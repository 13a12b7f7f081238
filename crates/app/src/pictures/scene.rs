use lessons::Config;

use super::experts::Routing;
use crate::state::Sight;
use crate::words::PictureWords;

/// What a picture is drawn from.
pub struct Scene<'a> {
    /// The run; `None` before there is one.
    pub sight: Option<Sight<'a>>,
    /// What it says.
    pub words: &'a PictureWords,
    /// What is chosen: a rank, and a token of it.
    pub chosen: (usize, usize),
    /// The routers of the run.
    pub routed: Option<Routing>,
    /// The routers that the settings ask for.
    pub to_come: Option<Routing>,
}

impl<'a> Scene<'a> {
    /// A scene that knows of no routers.
    pub fn new(sight: Option<Sight<'a>>, words: &'a PictureWords, chosen: (usize, usize)) -> Self {
        Scene { sight, words, chosen, routed: None, to_come: None }
    }

    /// Finds out the routers of the run that `end` is the end of, and those that `config` asks for.
    pub fn route(&mut self, config: Option<&Config>, end: Option<&Sight>) {
        self.routed = end.and_then(Routing::of);
        let report = end.and_then(Sight::report);
        self.to_come = config.and_then(|config| Routing::to_come(config, report));
    }

    /// The first token, where the chosen one is not there.
    pub fn instead(&self) -> Option<(usize, usize)> {
        let routing = self.to_come.as_ref()?;
        let (rank, index) = self.chosen;
        let there = routing.table.get(rank).is_some_and(|router| index < router.len());
        let first =
            routing.table.iter().position(|router| !router.is_empty()).map(|rank| (rank, 0));
        first.filter(|_| !there)
    }
}
