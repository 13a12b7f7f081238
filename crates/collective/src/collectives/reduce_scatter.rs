use tensor::Tensor;

use super::arguments::{is_ragged, list, same_dtype, same_shape, stacked};
use crate::ReduceOp;
use crate::algorithm::{Algorithm, Shape, direct_reduce_scatter, direct_reduce_scatter_v};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

const CALL: Collective = Collective::ReduceScatter;

impl ProcessGroup {
    /// Folds all ranks' `input` and gives rank `i` the `i`th part, into `output`: `[W · n, …]` in, `[n, …]` out.
    /// Follows [`torch.distributed.reduce_scatter_tensor`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.reduce_scatter_tensor).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let output = Tensor::empty(&[1], DType::Int64)?;
    /// world.reduce_scatter_tensor(&output, &Tensor::from_slice(&[1i64, 10]), ReduceOp::Sum).await?;
    /// assert_eq!(output.to_vec::<i64>()?, [[2], [20]][rank]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// An `input` that is not `W` times the `output`, or of another type; calls that do not agree.
    #[track_caller]
    pub fn reduce_scatter_tensor(&self, output: &Tensor, input: &Tensor, op: ReduceOp) -> Work {
        self.start(self.plan_reduce_scatter_tensor(output, input, op))
    }

    /// Folds all ranks' `input_list[i]` and gives the result to rank `i`, into `output`; all of one count and type.
    /// Follows [`torch.distributed.reduce_scatter`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.reduce_scatter).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let (output, list) = (Tensor::empty(&[1], DType::Int64)?, [1i64, 10].map(|x| Tensor::from_slice(&[x])));
    /// world.reduce_scatter(&output, &list, ReduceOp::Product).await?;
    /// assert_eq!(output.to_vec::<i64>()?, [[1], [100]][rank]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A list of another length than the group's, or of tensors of another count or type; calls that do not agree.
    #[track_caller]
    pub fn reduce_scatter(&self, output: &Tensor, input_list: &[Tensor], op: ReduceOp) -> Work {
        self.start(self.plan_reduce_scatter_list(output, input_list, op))
    }

    fn plan_reduce_scatter_tensor(
        &self,
        output: &Tensor,
        input: &Tensor,
        op: ReduceOp,
    ) -> Result<Box<Plan>> {
        same_dtype(CALL, "input", input, output.dtype())?;
        let stack = stacked(output.shape(), self.size());
        same_shape(CALL, "input", 0, input.shape(), &stack)?;
        self.plan_reduce_scatter(output, vec![input.clone()], op)
    }

    fn plan_reduce_scatter_list(
        &self,
        output: &Tensor,
        input_list: &[Tensor],
        op: ReduceOp,
    ) -> Result<Box<Plan>> {
        list(CALL, "input_list", input_list, output, self.size())?;
        let own = self.own_rank(CALL.name())?;
        if !is_ragged(CALL, "input_list", input_list, output, own)? {
            return self.plan_reduce_scatter(output, input_list.to_vec(), op);
        }
        let counts: Vec<usize> = input_list.iter().map(Tensor::numel).collect();
        let (dtype, schedule) = (output.dtype(), direct_reduce_scatter_v(own, &counts));
        let mut plan = self.ragged(CALL, dtype, output.numel() * self.size(), schedule)?;
        plan.call.op = Some(op);
        plan.inputs = input_list.to_vec();
        plan.outputs.push(output.clone());
        Ok(plan)
    }

    fn plan_reduce_scatter(
        &self,
        output: &Tensor,
        inputs: Vec<Tensor>,
        op: ReduceOp,
    ) -> Result<Box<Plan>> {
        let usual: Usual = (Algorithm::Direct, |shape: Shape| {
            direct_reduce_scatter(shape.rank, shape.world_size, shape.count)
        });
        let mut plan = self.plan(CALL, None, output.dtype(), output.numel(), usual)?;
        plan.call.count *= self.size() as u64;
        plan.call.op = Some(op);
        plan.inputs = inputs;
        plan.outputs.push(output.clone());
        Ok(plan)
    }
}
