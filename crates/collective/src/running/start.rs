//! From a call to its first step: what an operation reads, and when.

use tensor::Tensor;

use super::Running;
use crate::buffers::Buffers;
use crate::endpoint::{Endpoint, Mode};
use crate::error::Result;
use crate::pending::Pending;
use crate::plan::Plan;
use crate::trace::{EventKind, LocalKind, Recorder, Span, TensorRef};

impl Running {
    /// Reads the inputs and marks the outputs as pending.
    pub(crate) fn start(
        plan: Box<Plan>,
        mode: Mode,
        operation: u32,
        line: u32,
        endpoint: &mut Endpoint,
        recorder: &mut Recorder,
        pending: &mut Pending,
    ) -> Result<Self> {
        let scratch = plan.schedule.scratch;
        let mut buffers = Buffers::new(plan.call.dtype, &plan.inputs, &plan.outputs, scratch);
        let (mut inputs, mut version) = (Vec::new(), 0_u32);
        for (buffer, tensors) in plan.reads() {
            for tensor in tensors {
                tensor.check_readable()?;
                version = version.wrapping_add(tensor.version());
                inputs.push(TensorRef::from(tensor));
            }
            buffers.read(buffer, tensors)?;
        }
        let mut outputs = Vec::new();
        for output in &plan.outputs {
            let is_read = inputs.iter().any(|input| input.tensor == output.storage_id());
            pending.add(output, operation, is_read);
            outputs.push(TensorRef::from(output));
        }
        let begin = EventKind::Begin {
            collective: plan.call.collective,
            group: plan.group,
            op: plan.op,
            algorithm: plan.call.algorithm,
            dtype: plan.call.dtype,
            count: plan.call.count,
            fold: plan.call.op,
            inputs,
            outputs,
        };
        recorder.record(endpoint.now(), line, operation, begin);
        if plan.op > 0 {
            endpoint.begin((plan.group, plan.op), plan.call, recorder);
        }
        Ok(Self {
            plan,
            operation,
            line,
            mode,
            buffers,
            version,
            step: 0,
            under_way: None,
            source: None,
        })
    }

    /// Before the first step: takes what the program has written since the call, and lets it write what is to be filled no
    /// more.
    pub(super) fn read_again(
        &mut self,
        endpoint: &Endpoint,
        recorder: &mut Recorder,
    ) -> Result<()> {
        if self.version != version(&self.plan) {
            for (buffer, tensors) in self.plan.reads() {
                self.buffers.read(buffer, tensors)?;
                for tensor in tensors {
                    let from = Span::from(tensor);
                    let to = Span { place: buffer.into(), ..from };
                    self.moved(endpoint.now(), recorder, LocalKind::Copied, from, to);
                }
            }
        }
        for output in &self.plan.outputs {
            Pending::has_read(output);
        }
        Ok(())
    }
}

/// How often the tensors that `plan` reads have been written.
fn version(plan: &Plan) -> u32 {
    plan.reads()
        .into_iter()
        .flat_map(|(_, tensors)| tensors)
        .map(Tensor::version)
        .fold(0, u32::wrapping_add)
}
