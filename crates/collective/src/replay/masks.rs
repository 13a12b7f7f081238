use std::ops::Range;
use std::sync::Arc;

use super::carried::Carried;
use crate::by_number::ByNumber;
use crate::trace::How;

/// Which ranks' inputs each element holds, by storage: bit `r` for rank `r`, no bit where nothing is known.
///
/// ```
/// # use collective::replay::Masks;
/// assert_eq!(Masks::default(), Masks::default().clone());
/// assert!(Masks::default().of(1).is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Masks(ByNumber<u64, Arc<Carried>>);

impl Masks {
    /// The masks of some elements; those never written have none.
    ///
    /// ```
    /// # use collective::replay::Masks;
    /// assert_eq!(Masks::default().read(1, 0..2), [0, 0]); // nothing is known
    /// ```
    pub fn read(&self, tensor: u64, elements: Range<usize>) -> Vec<u64> {
        self.carry(tensor, &elements.collect::<Vec<_>>()).masks
    }

    /// Every element's mask of one storage, as far as it is known.
    ///
    /// ```
    /// # use collective::replay::Masks;
    /// assert!(Masks::default().of(1).is_empty());
    /// ```
    pub fn of(&self, tensor: u64) -> &[u64] {
        self.0.get(tensor).map_or(&[], |known| known.masks.as_slice())
    }

    fn is_unknown(&self, tensor: u64) -> bool {
        self.0.get(tensor).is_some_and(|known| known.unknown)
    }

    /// The masks of some elements, to be put elsewhere.
    pub(super) fn carry(&self, tensor: u64, elements: &[usize]) -> Carried {
        let known = self.of(tensor);
        let mask = |&index: &usize| known.get(index).copied().unwrap_or(0);
        Carried { masks: elements.iter().map(mask).collect(), unknown: self.is_unknown(tensor) }
    }

    /// Those of a view, of which the trace does not tell which elements it has.
    pub(super) fn carry_any(&self, tensor: u64, count: usize, rank: usize) -> Carried {
        let unknown = !self.is_own(tensor, rank);
        // The rank's own, where the storage has been told of.
        let known = self.0.get(tensor).is_some() && !unknown;
        Carried { masks: vec![u64::from(known) << rank; count], unknown }
    }

    /// Whether the storage can hold nothing but the rank's own.
    fn is_own(&self, tensor: u64, rank: usize) -> bool {
        self.0.get(tensor).is_none_or(|known| known.is_own(rank))
    }

    /// Puts `carried` in place of elements that are there, or joins it with them.
    pub(super) fn put(&mut self, tensor: u64, elements: &[usize], carried: &Carried, how: How) {
        if elements.is_empty() || carried.masks.is_empty() {
            return;
        }
        let known = Arc::make_mut(self.0.entry(tensor));
        for (&index, &mask) in elements.iter().zip(&carried.masks) {
            let blank = known.unknown;
            let there = known.element(index);
            let folded = how == How::Folded;
            let lost = mask == 0 && carried.unknown || folded && *there == 0 && blank;
            *there = match (lost, folded) {
                (true, _) => 0,
                (_, true) => *there | mask,
                _ => mask,
            };
            known.unknown |= lost;
        }
    }

    /// Puts `carried` in place of some elements of a storage, of which the trace does not tell which they are.
    pub(super) fn put_anywhere(&mut self, tensor: u64, carried: &Carried, rank: usize) {
        if !carried.is_own(rank) || !self.is_own(tensor, rank) {
            *self.0.entry(tensor) = Arc::new(Carried::unknown(0));
        }
    }

    /// The storage is a rank's own, as far as nothing else is known of it.
    pub(super) fn meet(&mut self, tensor: u64) {
        self.0.entry(tensor);
    }

    /// What nothing is known of is the rank's own.
    pub(super) fn own(&mut self, tensor: u64, elements: &[usize], rank: usize) {
        // What is shared stays shared where there is nothing to write.
        let blank = self.carry(tensor, elements);
        if blank.unknown || !blank.masks.contains(&0) {
            return;
        }
        let known = Arc::make_mut(self.0.entry(tensor));
        for &index in elements {
            let mask = known.element(index);
            if *mask == 0 {
                *mask = 1 << rank;
            }
        }
    }
}
