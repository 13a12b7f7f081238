use std::ops::Range;
use std::sync::Arc;

use super::carried::Carried;
use crate::by_number::ByNumber;
use crate::trace::TensorRef;

/// Which ranks' inputs each element holds, by storage: bit `r` for rank `r`, no bit where nothing is known.
///
/// ```
/// # use collective::replay::Masks;
/// assert_eq!(Masks::default(), Masks::default().clone());
/// assert!(Masks::default().of(1).is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Masks(ByNumber<u64, Storage>);

/// What is known of one storage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Storage {
    masks: Arc<Vec<u64>>,
    /// Something was written that the trace does not tell: what has no mask may be anything.
    unknown: bool,
}

impl Masks {
    /// The masks of some elements; those never written have none.
    ///
    /// ```
    /// # use collective::replay::Masks;
    /// assert_eq!(Masks::default().read(1, 0..2), [0, 0]); // nothing is known
    /// ```
    pub fn read(&self, tensor: u64, elements: Range<usize>) -> Vec<u64> {
        self.carry(tensor, elements).masks
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
    pub(super) fn carry(&self, tensor: u64, elements: impl Iterator<Item = usize>) -> Carried {
        let known = self.of(tensor);
        let masks = elements.map(|index| known.get(index).copied().unwrap_or(0)).collect();
        Carried { masks, unknown: self.is_unknown(tensor) }
    }

    /// Those of a view, of which the trace does not tell which elements it has.
    pub(super) fn carry_any(&self, tensor: u64, count: usize, rank: usize) -> Carried {
        match (self.0.get(tensor), self.is_own(tensor, rank)) {
            (None, _) => Carried { masks: vec![0; count], unknown: false },
            (_, true) => Carried { masks: vec![1 << rank; count], unknown: false },
            _ => Carried::unknown(count),
        }
    }

    /// Whether the storage can hold nothing but the rank's own.
    fn is_own(&self, tensor: u64, rank: usize) -> bool {
        !self.is_unknown(tensor) && self.of(tensor).iter().all(|&mask| mask & !(1 << rank) == 0)
    }

    /// Puts `carried` in place of what is there.
    pub(super) fn copy(&mut self, tensor: u64, start: usize, carried: &Carried) {
        self.put(tensor, &mut (start..), carried, |_, mask| Some(mask));
    }

    /// Joins `carried` with what is there.
    pub(super) fn fold(&mut self, tensor: u64, start: usize, carried: &Carried) {
        let blank = self.is_unknown(tensor);
        let fold = |there: u64, mask| (there != 0 || !blank).then_some(there | mask);
        self.put(tensor, &mut (start..), carried, fold);
    }

    /// Puts `carried` in place of a view's elements.
    pub(super) fn copy_view(&mut self, view: &TensorRef, carried: &Carried) {
        self.put(view.tensor, &mut view.indices(), carried, |_, mask| Some(mask));
    }

    fn put(
        &mut self,
        tensor: u64,
        at: &mut dyn Iterator<Item = usize>,
        carried: &Carried,
        how: impl Fn(u64, u64) -> Option<u64>,
    ) {
        if carried.masks.is_empty() {
            return;
        }
        let known = self.0.entry(tensor);
        let masks = Arc::make_mut(&mut known.masks);
        for (place, index) in (0..carried.masks.len()).zip(at) {
            if masks.len() <= index {
                masks.resize(index + 1, 0);
            }
            let mask = carried.get(place).and_then(|mask| how(masks[index], mask));
            known.unknown |= mask.is_none();
            masks[index] = mask.unwrap_or(0);
        }
    }

    /// Puts `carried` in place of some elements of a storage, of which the trace does not tell which they are.
    pub(super) fn copy_anywhere(&mut self, tensor: u64, carried: &Carried, rank: usize) {
        let own = !carried.unknown && carried.masks.iter().all(|&mask| mask & !(1 << rank) == 0);
        if !own || !self.is_own(tensor, rank) {
            self.forget(tensor);
        }
    }

    /// Nothing is known of the storage any more.
    pub(super) fn forget(&mut self, tensor: u64) {
        *self.0.entry(tensor) = Storage { masks: Arc::default(), unknown: true };
    }

    /// The storage is a rank's own, as far as nothing else is known of it.
    pub(super) fn meet(&mut self, tensor: u64) {
        self.0.entry(tensor);
    }

    /// What nothing is known of is the rank's own.
    pub(super) fn own(&mut self, tensor: u64, elements: Range<usize>, rank: usize) {
        let known = self.of(tensor).get(elements.clone());
        // What is shared stays shared where there is nothing to write.
        if self.is_unknown(tensor) || known.is_some_and(|known| !known.contains(&0)) {
            return;
        }
        let masks = Arc::make_mut(&mut self.0.entry(tensor).masks);
        masks.resize(masks.len().max(elements.end), 0);
        for mask in masks[elements].iter_mut().filter(|mask| **mask == 0) {
            *mask = 1 << rank;
        }
    }

    /// As [`own`](Self::own), of a view's elements.
    pub(super) fn own_view(&mut self, view: &TensorRef, rank: usize) {
        if view.is_contiguous() {
            let start = view.offset as usize;
            self.own(view.tensor, start..start + view.numel(), rank);
        } else {
            view.indices().for_each(|index| self.own(view.tensor, index..index + 1, rank));
        }
    }
}
