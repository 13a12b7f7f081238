use tensor::Tensor;

use super::arguments::{is_ragged, list, same_dtype, same_shape, stacked};
use crate::algorithm::{Algorithm, Shape, direct_all_gather, direct_all_gather_v};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

const CALL: Collective = Collective::AllGather;

impl ProcessGroup {
    /// Every rank's `output` gets the rows of all `input`s, one after the other by group rank: `[n, …]` in, `[W · n, …]`
    /// out.
    /// Follows [`torch.distributed.all_gather_into_tensor`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.all_gather_into_tensor).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let all = Tensor::empty(&[4], DType::Int64)?;
    /// world.all_gather_into_tensor(&all, &Tensor::from_slice(&[rank as i64, 7])).await?;
    /// assert_eq!(all.to_vec::<i64>()?, [0, 7, 1, 7]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// An `output` of another shape or type; calls that do not agree.
    #[track_caller]
    pub fn all_gather_into_tensor(&self, output: &Tensor, input: &Tensor) -> Work {
        self.start(self.plan_all_gather_into_tensor(output, input))
    }

    /// Every rank's `tensor_list[i]` gets rank `i`'s `tensor`; all of one shape and type.
    /// Follows [`torch.distributed.all_gather`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.all_gather).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let list = [Tensor::empty(&[1], DType::Int64)?, Tensor::empty(&[1], DType::Int64)?];
    /// world.all_gather(&list, &Tensor::from_slice(&[10 + rank as i64])).await?;
    /// assert_eq!(list[1].to_vec::<i64>()?, [11]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A list of another length than the group's, or of tensors of another shape or type; calls that do not agree.
    #[track_caller]
    pub fn all_gather(&self, tensor_list: &[Tensor], tensor: &Tensor) -> Work {
        self.start(self.plan_all_gather_list(tensor_list, tensor))
    }

    fn plan_all_gather_into_tensor(&self, output: &Tensor, input: &Tensor) -> Result<Box<Plan>> {
        same_dtype(CALL, "output", output, input.dtype())?;
        let (size, stack) = (self.size(), stacked(input.shape(), self.size()));
        same_shape(CALL, "output", size, output.shape(), &stack)?;
        self.plan_all_gather(vec![output.clone()], input)
    }

    fn plan_all_gather_list(&self, tensor_list: &[Tensor], tensor: &Tensor) -> Result<Box<Plan>> {
        list(CALL, "tensor_list", tensor_list, tensor, self.size())?;
        let own = self.own_rank(CALL.name())?;
        if !is_ragged(CALL, "tensor_list", tensor_list, tensor, own)? {
            return self.plan_all_gather(tensor_list.to_vec(), tensor);
        }
        let counts: Vec<usize> = tensor_list.iter().map(Tensor::numel).collect();
        let (dtype, count, schedule) =
            (tensor.dtype(), tensor.numel(), direct_all_gather_v(own, &counts));
        let mut plan = self.ragged(CALL, dtype, count, schedule)?;
        plan.inputs.push(tensor.clone());
        plan.outputs = tensor_list.to_vec();
        Ok(plan)
    }

    fn plan_all_gather(&self, outputs: Vec<Tensor>, input: &Tensor) -> Result<Box<Plan>> {
        let usual: Usual = (Algorithm::Direct, |shape: Shape| {
            direct_all_gather(shape.rank, shape.world_size, shape.count)
        });
        let mut plan = self.plan(CALL, None, input.dtype(), input.numel(), usual)?;
        plan.inputs.push(input.clone());
        plan.outputs = outputs;
        Ok(plan)
    }
}
