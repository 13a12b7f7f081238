use std::ops::Range;

use super::masks::Masks;
use crate::trace::{Place, Span, TensorRef};

/// An operation under way: its three buffers, as the executor has them.
#[derive(Debug, Clone, Default)]
pub(super) struct Operation {
    inputs: Masks,
    outputs: Masks,
    scratch: Masks,
    written: Vec<(u64, Range<usize>)>,
}

impl Operation {
    /// Reads the inputs' masks, as the executor reads their values.
    pub fn begin(
        tensors: &mut Masks,
        inputs: &[TensorRef],
        outputs: &[TensorRef],
        rank: usize,
    ) -> Self {
        let mut operation = Operation::default();
        for tensor in inputs {
            let elements = tensor.elements();
            tensors.own(tensor.tensor, elements.clone(), rank);
            let masks = tensors.read(tensor.tensor, elements.clone());
            operation.inputs.copy(tensor.tensor, elements.start, &masks);
        }
        for tensor in outputs {
            let elements = tensor.elements();
            let masks = tensors.read(tensor.tensor, elements.clone());
            operation.outputs.copy(tensor.tensor, elements.start, &masks);
            operation.written.push((tensor.tensor, elements));
        }
        operation
    }

    fn buffer(&self, place: Place) -> Option<&Masks> {
        match place {
            Place::Tensor => None,
            Place::Input => Some(&self.inputs),
            Place::Output => Some(&self.outputs),
            Place::Scratch => Some(&self.scratch),
        }
    }

    pub fn buffer_mut(&mut self, place: Place) -> Option<&mut Masks> {
        match place {
            Place::Tensor => None,
            Place::Input => Some(&mut self.inputs),
            Place::Output => Some(&mut self.outputs),
            Place::Scratch => Some(&mut self.scratch),
        }
    }

    /// What the operation has of an element that it is to write.
    pub fn output(&self, tensor: u64, element: usize) -> Option<u64> {
        let writes =
            |(id, elements): &(u64, Range<usize>)| *id == tensor && elements.contains(&element);
        let mask = || self.outputs.of(tensor).get(element).copied().unwrap_or(0);
        self.written.iter().any(writes).then(mask)
    }

    /// Writes the outputs' masks back, as the executor does with their values.
    pub fn end(&self, tensors: &mut Masks) {
        for &(tensor, ref elements) in &self.written {
            let start = elements.start;
            tensors.copy(tensor, start, &self.outputs.read(tensor, elements.clone()));
        }
    }
}

/// A span's masks, from the operation's buffers or from the tensors themselves.
pub(super) fn read(operation: Option<&Operation>, tensors: &Masks, span: &Span) -> Vec<u64> {
    let buffer = operation.and_then(|operation| operation.buffer(span.place));
    buffer.unwrap_or(tensors).read(span.tensor, span.elements())
}
