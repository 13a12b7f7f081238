/// Masks of some elements: of a storage's first ones, or on their way to others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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

    /// Whether there can be nothing but the rank's own.
    pub fn is_own(&self, rank: usize) -> bool {
        !self.unknown && self.masks.iter().all(|&mask| mask & !(1 << rank) == 0)
    }

    /// One element's mask, which is made where there is none.
    pub fn element(&mut self, index: usize) -> &mut u64 {
        if self.masks.len() <= index {
            self.masks.resize(index + 1, 0);
        }
        &mut self.masks[index]
    }

    /// Of what was computed of `sources`: of all of them, for each of `count` elements; or of one element of each.
    pub fn joined(sources: &[Carried], count: usize, all: bool) -> Self {
        let mut masks = vec![0; if all { 1 } else { count }];
        // What is computed of something unknown is unknown, whatever else goes in.
        let mut lost = vec![false; masks.len()];
        for source in sources {
            for (place, mask) in source.masks.iter().enumerate() {
                let place = if all { 0 } else { place };
                if place < masks.len() {
                    masks[place] |= mask;
                    lost[place] |= *mask == 0 && source.unknown;
                }
            }
        }
        for (mask, lost) in masks.iter_mut().zip(&lost) {
            *mask = if *lost { 0 } else { *mask };
        }
        if all {
            masks = vec![masks[0]; count];
        }
        Self { masks, unknown: lost.contains(&true) }
    }
}
