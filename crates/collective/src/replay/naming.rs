//! How an operation's buffers name the elements of the tensors that it was given.

use std::ops::Range;

use crate::trace::TensorRef;

/// The elements of one storage in one of an operation's buffers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Naming<'a> {
    /// All tensors of the buffer.
    tensors: &'a [TensorRef],
    tensor: u64,
    how: How,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    /// They are named by their places in the storage.
    Storage,
    /// By their places in the buffer.
    Buffer,
    /// Both ways, so that a name may be of two.
    Unclear,
}

impl<'a> Naming<'a> {
    /// Of storage `tensor`, where the buffer is that of `tensors`.
    pub fn of(tensors: &'a [TensorRef], tensor: u64) -> Self {
        let views = tensors.iter().filter(|given| given.tensor == tensor);
        let (mut contiguous, mut others) = (false, false);
        for view in views {
            contiguous |= view.is_contiguous();
            others |= !view.is_contiguous();
        }
        let how = match (contiguous, others) {
            (_, false) => How::Storage,
            (false, true) => How::Buffer,
            (true, true) => How::Unclear,
        };
        Self { tensors, tensor, how }
    }

    pub fn is_unclear(self) -> bool {
        self.how == How::Unclear
    }

    /// The storage's views, and their elements' names.
    pub fn views(self) -> impl Iterator<Item = (&'a TensorRef, Range<usize>)> {
        let views = self.tensors.iter().zip(TensorRef::names(self.tensors));
        views.filter(move |(view, _)| view.tensor == self.tensor)
    }

    /// The element of the storage that `name` is of.
    pub fn element(self, name: usize) -> Option<usize> {
        match self.how {
            How::Storage => Some(name),
            How::Buffer => {
                let mut views = self.views();
                let (view, names) = views.find(|(_, names)| names.contains(&name))?;
                Some(view.index(name - names.start))
            }
            How::Unclear => None,
        }
    }

    /// The name of an element of the storage, the last one that it has: `None` if it is in no view, and no name where that
    /// cannot be told.
    pub fn name(self, element: usize) -> Option<Option<usize>> {
        let name = |(view, names): (&TensorRef, Range<usize>)| match self.how {
            How::Storage => names.contains(&element).then_some(element),
            _ => view.indices().position(|index| index == element).map(|place| names.start + place),
        };
        let name = self.views().filter_map(name).last()?;
        Some((!self.is_unclear()).then_some(name))
    }
}
