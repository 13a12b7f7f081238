use tensor::{State, Tensor};

use crate::few::Few;

/// How many operations are yet to write each storage. Several may be under way on views of one; it is pending until the
/// last of them is over.
#[derive(Default)]
pub(crate) struct Pending(Few<u64, u32>);

impl Pending {
    /// An operation has been called that will write `tensor`. If it `reads` that before, it may be written until then.
    pub(crate) fn add(&mut self, tensor: &Tensor, operation: u32, reads: bool) {
        let id = tensor.storage_id();
        let before = self.0.get(id).copied().unwrap_or(0);
        self.0.insert(id, before + 1);
        tensor.set_state(State::Pending { work: u64::from(operation), read: !reads });
    }

    /// The operation that is to write `tensor` has read it.
    pub(crate) fn has_read(tensor: &Tensor) {
        if let State::Pending { work, .. } = tensor.state() {
            tensor.set_state(State::Pending { work, read: true });
        }
    }

    /// Leaves the storage in `state`, unless an operation is yet to write it.
    pub(crate) fn leave(&self, tensor: &Tensor, state: State) {
        if self.0.get(tensor.storage_id()).is_none() {
            tensor.set_state(state);
        }
    }

    /// One operation is over; `state` is what the storage is if none is left.
    pub(crate) fn end(&mut self, tensor: &Tensor, state: State) {
        let id = tensor.storage_id();
        match self.0.get_mut(id) {
            Some(left) if *left > 1 => *left -= 1,
            _ => {
                self.0.remove(id);
                tensor.set_state(state);
            }
        }
    }
}
