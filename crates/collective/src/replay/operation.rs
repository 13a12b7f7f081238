use std::ops::Range;

use super::carried::Carried;
use super::masks::Masks;
use super::naming::Naming;
use crate::trace::{Place, Span, TensorRef};

/// An operation under way: its three buffers, as the executor has them.
#[derive(Debug, Clone, Default)]
pub(super) struct Operation {
    inputs: Masks,
    outputs: Masks,
    scratch: Masks,
    read: Vec<TensorRef>,
    written: Vec<TensorRef>,
}

impl Operation {
    /// Reads the inputs' masks, as the executor reads their values.
    pub fn begin(
        tensors: &mut Masks,
        inputs: &[TensorRef],
        outputs: &[TensorRef],
        rank: usize,
    ) -> Self {
        let (read, written) = (inputs.to_vec(), outputs.to_vec());
        let mut operation = Operation { read, written, ..Operation::default() };
        inputs.iter().for_each(|view| tensors.own_view(view, rank));
        take(&mut operation.inputs, inputs, None, tensors);
        take(&mut operation.outputs, outputs, None, tensors);
        operation
    }

    /// Reads what was written in between: all of the storage's elements in that buffer.
    pub fn reread(&mut self, tensors: &mut Masks, place: Place, tensor: u64, rank: usize) {
        let (buffer, views) = match place {
            Place::Output => (&mut self.outputs, &self.written),
            _ => (&mut self.inputs, &self.read),
        };
        let given = views.iter().filter(|view| view.tensor == tensor);
        given.for_each(|view| tensors.own_view(view, rank));
        take(buffer, views, Some(tensor), tensors);
    }

    fn is_unclear(&self, span: &Span) -> bool {
        let views = match span.place {
            Place::Input => &self.read,
            Place::Output => &self.written,
            _ => return false,
        };
        Naming::of(views, span.tensor).is_unclear()
    }

    /// The masks of some elements of its buffers; `None` of those of a tensor.
    pub fn carry(&self, span: &Span) -> Option<Carried> {
        let buffer = match span.place {
            Place::Tensor | Place::View => return None,
            Place::Input => &self.inputs,
            Place::Output => &self.outputs,
            Place::Scratch => &self.scratch,
        };
        Some(match self.is_unclear(span) {
            true => Carried::unknown(span.len as usize),
            false => buffer.carry(span.tensor, span.elements()),
        })
    }

    /// The buffer to write some elements to; `None` for those of a tensor.
    pub fn buffer_mut(&mut self, place: Place) -> Option<&mut Masks> {
        match place {
            Place::Tensor | Place::View => None,
            Place::Input => Some(&mut self.inputs),
            Place::Output => Some(&mut self.outputs),
            Place::Scratch => Some(&mut self.scratch),
        }
    }

    /// Whether it is to write elements of that storage.
    pub fn writes(&self, tensor: u64) -> bool {
        self.written.iter().any(|view| view.tensor == tensor)
    }

    /// Writes the outputs' masks to `tensors`, as the executor does with their values; those of one storage, if one is named.
    pub fn end(&self, tensors: &mut Masks, only: Option<u64>) {
        for (view, names) in of(&self.written, only) {
            let carried = match Naming::of(&self.written, view.tensor).is_unclear() {
                true => Carried::unknown(view.numel()),
                false => self.outputs.carry(view.tensor, names),
            };
            tensors.copy_view(view, &carried);
        }
    }
}

/// The tensors of a buffer, and their elements' names; those of one storage, if one is given.
fn of(views: &[TensorRef], only: Option<u64>) -> impl Iterator<Item = (&TensorRef, Range<usize>)> {
    let named = views.iter().zip(TensorRef::names(views));
    named.filter(move |(view, _)| only.is_none_or(|one| one == view.tensor))
}

/// Reads the tensors' masks into their buffer; those of one storage, if one is given.
fn take(buffer: &mut Masks, views: &[TensorRef], only: Option<u64>, tensors: &Masks) {
    for (view, names) in of(views, only) {
        buffer.copy(view.tensor, names.start, &tensors.carry(view.tensor, view.indices()));
    }
}
