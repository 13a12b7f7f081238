use std::sync::Arc;

use super::carried::Carried;
use super::masks::Masks;
use super::naming::{Named, named};
use crate::trace::{How, Place, Span, TensorRef};

/// An operation under way: its three buffers, as the executor has them.
#[derive(Debug, Clone, Default)]
pub(super) struct Operation {
    inputs: Masks,
    outputs: Masks,
    scratch: Masks,
    read: Arc<Vec<Named>>,
    written: Arc<Vec<Named>>,
}

impl Operation {
    /// Reads the inputs' masks, as the executor reads their values.
    pub fn begin(
        tensors: &mut Masks,
        inputs: &[TensorRef],
        outputs: &[TensorRef],
        rank: usize,
    ) -> Self {
        let (read, written) = (named(inputs, None).into(), named(outputs, None).into());
        let mut operation = Operation { read, written, ..Operation::default() };
        for view in operation.read.iter() {
            tensors.own(view.tensor, &view.elements, rank);
            take(&mut operation.inputs, view, tensors);
        }
        for view in operation.written.iter() {
            take(&mut operation.outputs, view, tensors);
        }
        operation
    }

    /// Reads what was written in between: all of the storage's elements in that buffer.
    pub fn reread(&mut self, tensors: &mut Masks, place: Place, tensor: u64, rank: usize) {
        let (buffer, views) = match place {
            Place::Output => (&mut self.outputs, &self.written),
            _ => (&mut self.inputs, &self.read),
        };
        for view in views.iter().filter(|view| view.tensor == tensor) {
            tensors.own(tensor, &view.elements, rank);
            take(buffer, view, tensors);
        }
    }

    /// Whether names of its are of two elements each, perhaps.
    pub fn is_unclear(&self, span: &Span) -> bool {
        let views = match span.place {
            Place::Input => &self.read,
            Place::Output => &self.written,
            _ => return false,
        };
        views.iter().any(|view| view.tensor == span.tensor && view.unclear)
    }

    /// The buffer; `None` where the elements are a tensor's.
    pub fn buffer(&self, place: Place) -> Option<&Masks> {
        match place {
            Place::Tensor | Place::View => None,
            Place::Input => Some(&self.inputs),
            Place::Output => Some(&self.outputs),
            Place::Scratch => Some(&self.scratch),
        }
    }

    /// As [`buffer`](Self::buffer), to be written.
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
        for view in self.written.iter().filter(|view| only.is_none_or(|one| one == view.tensor)) {
            let carried = match view.unclear {
                true => Carried::unknown(view.elements.len()),
                false => self.outputs.carry(view.tensor, &view.names),
            };
            tensors.put(view.tensor, &view.elements, &carried, How::Copied);
        }
    }
}

/// Reads a tensor's masks into a buffer.
fn take(buffer: &mut Masks, view: &Named, tensors: &Masks) {
    let carried = tensors.carry(view.tensor, &view.elements);
    buffer.put(view.tensor, &view.names, &carried, How::Copied);
}
