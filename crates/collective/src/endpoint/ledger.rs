use crate::call::Call;

/// Operations whose calls are remembered: peers' messages under them may arrive when they are long over here.
const REMEMBERED: usize = 1024;

/// What this rank has called, by group and operation number. Two ranks that only send never meet in a receive, so every
/// offer of a collective is compared with this.
#[derive(Debug, Default)]
pub(super) struct Ledger(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    operation: (u32, u32),
    call: Call,
    /// Given up here: what peers still send under it is not wanted.
    given_up: bool,
}

impl Ledger {
    pub(super) fn note(&mut self, operation: (u32, u32), call: Call) {
        // Many at a time: each entry on its own would move all the others.
        if self.0.len() == 2 * REMEMBERED {
            self.0.drain(..REMEMBERED);
        }
        self.0.push(Entry { operation, call, given_up: false });
    }

    pub(super) fn call(&self, operation: (u32, u32)) -> Option<&Call> {
        self.entry(operation).map(|entry| &entry.call)
    }

    pub(super) fn give_up(&mut self, operation: (u32, u32)) {
        if let Some(entry) = self.0.iter_mut().rev().find(|entry| entry.operation == operation) {
            entry.given_up = true;
        }
    }

    pub(super) fn is_given_up(&self, operation: (u32, u32)) -> bool {
        self.entry(operation).is_some_and(|entry| entry.given_up)
    }

    fn entry(&self, operation: (u32, u32)) -> Option<&Entry> {
        // Most messages belong to the latest operations.
        self.0.iter().rev().find(|entry| entry.operation == operation)
    }
}
