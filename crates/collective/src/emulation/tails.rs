use std::collections::BTreeMap;

use crate::trace::{EventKind, Trace};

/// What was received ends where the message did: what is behind it is older.
pub(super) fn cut(trace: &mut Trace) {
    let mut dtypes = BTreeMap::new();
    for event in &mut trace.events {
        match &mut event.kind {
            EventKind::Begin { dtype, .. } => {
                dtypes.insert(event.operation, *dtype);
            }
            EventKind::Received { message, into, .. } => {
                if let Some(dtype) = dtypes.get(&event.operation) {
                    into.len = into.len.min(message.bytes.div_ceil(dtype.size() as u32));
                }
            }
            _ => {}
        }
    }
}
