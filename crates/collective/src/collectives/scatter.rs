use tensor::Tensor;

use super::arguments::root_list;
use crate::algorithm::{Algorithm, Shape, flat_scatter};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::member::Member;
use crate::plan::{Plan, Usual};
use crate::work::Work;

impl ProcessGroup {
    /// Rank `src` gives rank `i` of the group the `i`th tensor of its `scatter_list`, into `tensor`.
    /// Every tensor has the same shape and type; only `src` gives a list.
    /// Follows [`torch.distributed.scatter`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.scatter).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let (x, list) = (Tensor::empty(&[1], DType::Int64)?, [7i64, 8].map(|x| Tensor::from_slice(&[x])));
    /// world.scatter(&x, (rank == 0).then_some(&list), 0).await?;
    /// assert_eq!(x.to_vec::<i64>()?, [[7], [8]][rank]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A list missing, misplaced, of the wrong length or of other tensors; `src` out of range or outside the group.
    #[track_caller]
    pub fn scatter(
        &self,
        tensor: &Tensor,
        scatter_list: Option<&[Tensor]>,
        src: impl Into<Member>,
    ) -> Work {
        self.start(self.plan_scatter(tensor, scatter_list, src.into()))
    }

    fn plan_scatter(
        &self,
        tensor: &Tensor,
        scatter_list: Option<&[Tensor]>,
        src: Member,
    ) -> Result<Box<Plan>> {
        let call = Collective::Scatter;
        let usual: Usual = (Algorithm::Flat, |shape: Shape| {
            flat_scatter(shape.rank, shape.world_size, shape.root, shape.count)
        });
        let root = Some(("src", src));
        let mut plan = self.plan(call, root, tensor.dtype(), tensor.numel(), usual)?;
        let size = self.size();
        plan.inputs = root_list(call, "scatter_list", scatter_list, plan.at_root, tensor, size)?;
        plan.outputs.push(tensor.clone());
        Ok(plan)
    }
}
