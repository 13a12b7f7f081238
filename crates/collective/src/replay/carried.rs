/// Masks on their way from some elements to others.
#[derive(Debug, Clone, Default)]
pub(super) struct Carried {
    pub masks: Vec<u64>,
    /// Whether what has no mask may be anything; else nothing has been told of it yet.
    pub unknown: bool,
}

impl Carried {
    /// Masks of which the trace does not tell.
    pub fn unknown(count: usize) -> Self {
        Self { masks: vec![0; count], unknown: true }
    }

    /// Element `place`'s, if that can be told.
    pub fn get(&self, place: usize) -> Option<u64> {
        let mask = self.masks.get(place).copied().unwrap_or(0);
        (mask != 0 || !self.unknown).then_some(mask)
    }

    /// Of what was computed of `sources`: each element of one of each, or of `all` of them.
    pub fn joined(sources: &[Carried], count: usize, all: bool) -> Self {
        let join = |masks: &mut dyn Iterator<Item = Option<u64>>| {
            masks.reduce(|joined, mask| Some(joined? | mask?)).unwrap_or(Some(0))
        };
        let every = sources.iter().flat_map(|s| (0..s.masks.len()).map(move |place| s.get(place)));
        let mixed = || join(&mut every.clone());
        let masks: Vec<Option<u64>> = match all {
            true => vec![mixed(); count],
            false => {
                (0..count).map(|place| join(&mut sources.iter().map(|s| s.get(place)))).collect()
            }
        };
        let unknown = masks.contains(&None);
        Self { masks: masks.into_iter().map(Option::unwrap_or_default).collect(), unknown }
    }
}
