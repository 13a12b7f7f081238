//! The flat buffers that a schedule works on, and which tensors their elements belong to.

use tensor::{BinaryOp, DType, Tensor, TensorError, fold_bytes};

use crate::algorithm::{Buffer, Place};
use crate::trace::{self, Span};

/// A buffer and the tensors whose elements it holds.
struct Bytes {
    bytes: Vec<u8>,
    /// Storage id, first element and elements of each tensor, in order.
    tensors: Vec<(u64, usize, usize)>,
}

impl Bytes {
    fn new(tensors: &[Tensor], element: usize) -> Self {
        let count: usize = tensors.iter().map(Tensor::numel).sum();
        let of = |t: &Tensor| {
            let base = if t.is_contiguous() { t.storage_offset() } else { 0 };
            (t.storage_id(), base, t.numel())
        };
        let tensors = tensors.iter().map(of).collect();
        Self { bytes: vec![0; count * element], tensors }
    }

    fn scratch(elements: usize, element: usize) -> Self {
        Self { bytes: vec![0; elements * element], tensors: Vec::new() }
    }

    fn span(&self, place: &Place) -> Span {
        let mut start = place.elements.start;
        let len = place.elements.len() as u32;
        let at = trace::Place::from(place.buffer);
        for &(tensor, base, count) in &self.tensors {
            if start < count || (start == count && len == 0) {
                debug_assert!(start + len as usize <= count, "{place:?} is of several tensors");
                return Span { tensor, start: (base + start) as u32, len, place: at };
            }
            start -= count;
        }
        // Scratch room belongs to no tensor.
        Span { tensor: 0, start: place.elements.start as u32, len, place: at }
    }
}

impl From<Buffer> for trace::Place {
    fn from(buffer: Buffer) -> Self {
        match buffer {
            Buffer::Input => trace::Place::Input,
            Buffer::Output => trace::Place::Output,
            Buffer::Scratch => trace::Place::Scratch,
        }
    }
}

/// An operation's three buffers.
pub(crate) struct Buffers {
    dtype: DType,
    buffers: [Bytes; 3],
}

impl Buffers {
    /// Buffers for the elements of `inputs` and `outputs`, and for as many as `scratch`: all zero.
    pub(crate) fn new(dtype: DType, inputs: &[Tensor], outputs: &[Tensor], scratch: usize) -> Self {
        let element = dtype.size();
        let buffers = [
            Bytes::new(inputs, element),
            Bytes::new(outputs, element),
            Bytes::scratch(scratch, element),
        ];
        Self { dtype, buffers }
    }

    /// Reads a buffer's tensors, whatever their states.
    pub(crate) fn read(
        &mut self,
        buffer: Buffer,
        tensors: &[Tensor],
    ) -> Result<(), Box<TensorError>> {
        let mut rest = self.buffers[buffer as usize].bytes.as_mut_slice();
        for tensor in tensors {
            let (bytes, others) = rest.split_at_mut(tensor.nbytes());
            tensor.read_bytes(0, bytes)?;
            rest = others;
        }
        Ok(())
    }

    pub(crate) fn bytes(&self, place: &Place) -> &[u8] {
        &self.buffers[place.buffer as usize].bytes[self.range(place)]
    }

    /// Puts `bytes` in place, folded into what is there where `fold` says how. They may be fewer than there is place for.
    pub(crate) fn put(
        &mut self,
        into: &Place,
        bytes: &[u8],
        fold: Option<BinaryOp>,
    ) -> Result<(), Box<TensorError>> {
        let range = self.range(into);
        let there = &mut self.buffers[into.buffer as usize].bytes[range];
        match fold {
            Some(op) => fold_bytes(self.dtype, op, there, bytes),
            None => {
                there[..bytes.len()].copy_from_slice(bytes);
                Ok(())
            }
        }
    }

    pub(crate) fn span(&self, place: &Place) -> Span {
        self.buffers[place.buffer as usize].span(place)
    }

    /// All bytes of the output.
    pub(crate) fn output(&mut self) -> &mut [u8] {
        &mut self.buffers[Buffer::Output as usize].bytes
    }

    fn range(&self, place: &Place) -> std::ops::Range<usize> {
        let element = self.dtype.size();
        place.elements.start * element..place.elements.end * element
    }
}
