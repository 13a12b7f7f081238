//! The memory that views share.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::State;

/// Little-endian bytes and their state. What type the elements have is the view's business, so a further element
/// type needs nothing here.
pub(crate) struct Storage {
    pub id: u64,
    pub state: Cell<State>,
    /// How often it has been written.
    pub version: Cell<u32>,
    pub data: RefCell<Vec<u8>>,
}

impl Storage {
    pub fn new(data: Vec<u8>, state: State) -> Rc<Storage> {
        thread_local!(static NEXT: Cell<u64> = const { Cell::new(1) });
        let id = NEXT.get();
        NEXT.set(id + 1);
        let (state, version, data) = (Cell::new(state), Cell::new(0), RefCell::new(data));
        Rc::new(Storage { id, state, version, data })
    }
}
