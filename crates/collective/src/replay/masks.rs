use std::ops::Range;
use std::sync::Arc;

use crate::by_number::ByNumber;

/// Which ranks' inputs each element holds, by storage: bit `r` for rank `r`, no bit where nothing is known.
///
/// ```
/// # use collective::replay::Masks;
/// assert_eq!(Masks::default(), Masks::default().clone());
/// assert!(Masks::default().of(1).is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Masks(ByNumber<u64, Arc<Vec<u64>>>);

impl Masks {
    /// The masks of some elements; those never written have none.
    ///
    /// ```
    /// # use collective::replay::Masks;
    /// assert_eq!(Masks::default().read(1, 0..2), [0, 0]); // nothing is known
    /// ```
    pub fn read(&self, tensor: u64, elements: Range<usize>) -> Vec<u64> {
        let known = self.0.get(tensor);
        let mask = |index| known.and_then(|masks| masks.get(index)).copied().unwrap_or(0);
        elements.map(mask).collect()
    }

    /// Every element's mask of one storage, as far as it is known.
    ///
    /// ```
    /// # use collective::replay::Masks;
    /// assert!(Masks::default().of(1).is_empty());
    /// ```
    pub fn of(&self, tensor: u64) -> &[u64] {
        self.0.get(tensor).map_or(&[], |masks| masks.as_slice())
    }

    pub(super) fn room(&mut self, tensor: u64, elements: &Range<usize>) -> &mut [u64] {
        let masks = Arc::make_mut(self.0.entry(tensor));
        if masks.len() < elements.end {
            masks.resize(elements.end, 0);
        }
        &mut masks[elements.clone()]
    }

    /// Puts `masks` in place of what is there.
    pub(super) fn copy(&mut self, tensor: u64, start: usize, masks: &[u64]) {
        self.room(tensor, &(start..start + masks.len())).copy_from_slice(masks);
    }

    /// Joins `masks` with what is there.
    pub(super) fn fold(&mut self, tensor: u64, start: usize, masks: &[u64]) {
        for (there, mask) in self.room(tensor, &(start..start + masks.len())).iter_mut().zip(masks)
        {
            *there |= mask;
        }
    }

    /// What nothing is known of is the rank's own.
    pub(super) fn own(&mut self, tensor: u64, elements: Range<usize>, rank: usize) {
        let known = self.of(tensor).get(elements.clone());
        // What is shared stays shared where there is nothing to write.
        if known.is_some_and(|known| !known.contains(&0)) {
            return;
        }
        for mask in self.room(tensor, &elements).iter_mut().filter(|mask| **mask == 0) {
            *mask = 1 << rank;
        }
    }
}
