//! Shared words for the model checker.

use std::{collections::BTreeMap, ops::Range, time::Duration};

use loom::{
    cell::UnsafeCell,
    sync::{
        Condvar, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};
use shm::{Wake, Words};

struct Atom {
    value: AtomicU32,
    /// Touched before every access. The checker decides which orders are worth trying by looking at
    /// the *last* access of an atomic only: a thread that loads a word and then stores to it would
    /// hide that another loaded it before. Two additions are never taken for independent; being
    /// relaxed, they order nothing in the model.
    turn: AtomicU32,
}

/// Words on the model checker's atomics, bytes in its cells. A place is the one or the other.
pub struct LoomWords {
    len: usize,
    atoms: BTreeMap<usize, Atom>,
    data: Range<usize>,
    cells: Vec<UnsafeCell<u8>>,
    lock: Mutex<()>,
    wake: Condvar,
    /// How words are stored; a model may weaken it to see that it matters.
    pub store: Ordering,
}

// The cells are not Sync by themselves: the model checker, run for exactly this, reports every
// unordered access.
unsafe impl Send for LoomWords {}
unsafe impl Sync for LoomWords {}

impl LoomWords {
    pub fn new(len: usize, atoms: impl IntoIterator<Item = usize>, data: Range<usize>) -> Self {
        Self {
            len,
            atoms: atoms
                .into_iter()
                .map(|word| (word, Atom { value: AtomicU32::new(0), turn: AtomicU32::new(0) }))
                .collect(),
            cells: data.clone().map(|_| UnsafeCell::new(0)).collect(),
            data,
            lock: Mutex::new(()),
            wake: Condvar::new(),
            store: Ordering::SeqCst,
        }
    }

    fn atom(&self, word: usize) -> &AtomicU32 {
        let atom = &self.atoms[&word];
        atom.turn.fetch_add(1, Ordering::Relaxed);
        &atom.value
    }

    fn cells(&self, offset: usize, len: usize) -> &[UnsafeCell<u8>] {
        let start = offset - self.data.start;
        &self.cells[start..start + len]
    }
}

impl Words for LoomWords {
    fn len_bytes(&self) -> usize {
        self.len
    }

    fn load(&self, word: usize) -> u32 {
        self.atom(word).load(Ordering::SeqCst)
    }

    fn store(&self, word: usize, value: u32) {
        self.atom(word).store(value, self.store);
    }

    fn add(&self, word: usize, value: u32) -> u32 {
        self.atom(word).fetch_add(value, Ordering::SeqCst)
    }

    fn compare_exchange(&self, word: usize, current: u32, new: u32) -> u32 {
        let (Ok(before) | Err(before)) =
            self.atom(word).compare_exchange(current, new, Ordering::SeqCst, Ordering::SeqCst);
        before
    }

    fn wait(&self, word: usize, expected: u32, timeout: Option<Duration>) -> Wake {
        assert!(timeout.is_none(), "models have no clock");
        let guard = self.lock.lock().unwrap();
        if self.load(word) != expected {
            return Wake::NotEqual;
        }
        drop(self.wake.wait(guard).unwrap());
        Wake::Notified
    }

    fn notify(&self, _word: usize) {
        drop(self.lock.lock().unwrap());
        self.wake.notify_all();
    }

    fn copy_in(&self, offset: usize, bytes: &[u8]) {
        for (cell, byte) in self.cells(offset, bytes.len()).iter().zip(bytes) {
            // The pointer is the cell's own, used inside the closure only.
            cell.with_mut(|place| unsafe { *place = *byte });
        }
    }

    fn copy_out(&self, offset: usize, bytes: &mut [u8]) {
        for (cell, byte) in self.cells(offset, bytes.len()).iter().zip(bytes) {
            cell.with(|place| *byte = unsafe { *place });
        }
    }
}
