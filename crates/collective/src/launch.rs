//! How a group and an operation begin on a rank.

use crate::call::Collective;
use crate::context::Context;
use crate::endpoint::Mode;
use crate::error::Result;
use crate::plan::Plan;
use crate::running::Running;

impl Context {
    /// The number of the group that is made next.
    pub(crate) fn next_group(&self) -> u32 {
        let mut inner = self.inner();
        inner.groups += 1;
        inner.groups - 1
    }

    /// Starts an operation. It goes on whenever the rank waits for anything.
    pub(crate) fn launch(&self, line: u32, mut plan: Box<Plan>) -> Result<u32> {
        let mut guard = self.inner();
        let inner = &mut *guard;
        if let Some(emulation) = inner.endpoint.emulation() {
            emulation.change(&mut plan, self.rank())?;
        }
        if !plan.call.collective.is_point_to_point() {
            // A disagreement about an earlier collective: this one could not be what the others mean.
            if let Some(late) = inner.late_refusal() {
                return Err(late);
            }
            plan.op = inner.numbers.get(plan.group).map_or(1, |last| last + 1);
        }
        let id = inner.operations + 1;
        let (group, op) = (plan.group, plan.op);
        let mode = mode(&plan, self.settings().eager_limit);
        let running = Running::start(
            plan,
            mode,
            id,
            line,
            &mut inner.endpoint,
            &mut inner.recorder,
            &mut inner.pending,
        )?;
        // An operation that could not start takes no number.
        inner.operations = id;
        if op > 0 {
            inner.numbers.insert(group, op);
        }
        inner.running.insert(id, running);
        Ok(id)
    }
}

/// Whether its messages end before they are received. `eager_limit` is in bytes.
fn mode(plan: &Plan, eager_limit: usize) -> Mode {
    let call = &plan.call;
    let is_eager = if call.collective.is_point_to_point() {
        let bytes = call.count as usize * call.dtype.size();
        eager_limit > 0 && bytes <= eager_limit
    } else {
        // Both neighbours are to be told where they make a group, not later.
        call.collective != Collective::NewGroup
    };
    if is_eager { Mode::Eager } else { Mode::Synchronous }
}
