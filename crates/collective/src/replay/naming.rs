//! How an operation's buffers name the elements of the tensors that it was given.

use crate::trace::TensorRef;

/// One of the tensors in one of an operation's buffers.
#[derive(Debug)]
pub(super) struct Named {
    pub tensor: u64,
    /// Its elements' names.
    pub names: Vec<usize>,
    /// Which elements of the storage they are.
    pub elements: Vec<usize>,
    /// Whether a name may be of two elements.
    pub unclear: bool,
}

/// The tensors of a buffer that is that of `tensors`; those of one storage, if one is given.
pub(super) fn named(tensors: &[TensorRef], only: Option<u64>) -> Vec<Named> {
    let (mut all, mut before) = (Vec::new(), 0);
    for view in tensors {
        let (tensor, len) = (view.tensor, view.numel());
        if only.is_none_or(|only| only == tensor) {
            // As [`TensorRef::names`] tells.
            let first = if view.is_contiguous() { view.offset as usize } else { before };
            let (names, elements) = (first..first + len, (0..len).map(|place| view.index(place)));
            let (names, elements) = (names.collect(), elements.collect());
            all.push(Named { tensor, names, elements, unclear: is_unclear(tensors, tensor) });
        }
        before += len;
    }
    all
}

/// Whether the buffer has views of storage `tensor` that are contiguous, and others: a name may be of two elements.
pub(super) fn is_unclear(tensors: &[TensorRef], tensor: u64) -> bool {
    let mut kinds = [false; 2];
    for view in tensors.iter().filter(|view| view.tensor == tensor) {
        kinds[usize::from(view.is_contiguous())] = true;
    }
    kinds == [true; 2]
}

/// The element that `name` is of, in a buffer that has a storage's elements so.
pub(super) fn element(of: &[Named], name: usize) -> Option<usize> {
    let at = |view: &Named| {
        let place = name.checked_sub(*view.names.first()?)?;
        view.elements.get(place).copied()
    };
    of.iter().filter(|view| !view.unclear).find_map(at)
}
