use tensor::{DType, Tensor};

use super::arguments::{contiguous, even_rows, list_length, row_splits, same_dtype, wrong_shape};
use crate::algorithm::{Algorithm, Shape, direct_all_to_all, direct_all_to_all_v};
use crate::call::Collective;
use crate::error::{CollectiveError, Misuse, Result};
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

const CALL: Collective = Collective::AllToAll;

impl ProcessGroup {
    /// Part `j` of rank `i`'s `input` becomes part `i` of rank `j`'s `output`; `W` equal parts, `[W · n, …]` in and out.
    /// Follows [`torch.distributed.all_to_all_single`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.all_to_all_single)
    /// without split sizes.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let (input, output) = (Tensor::from_slice(&[[0i64, 1], [10, 11]][rank]), Tensor::empty(&[2], DType::Int64)?);
    /// world.all_to_all_single(&output, &input).await?;
    /// assert_eq!(output.to_vec::<i64>()?, [[0, 10], [1, 11]][rank]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// Rows that do not divide evenly; an `output` of another count or type; tensors that are not contiguous; calls that
    /// do not agree.
    #[track_caller]
    pub fn all_to_all_single(&self, output: &Tensor, input: &Tensor) -> Work {
        self.start(self.plan_all_to_all(output, input))
    }

    /// As [`all_to_all_single`](Self::all_to_all_single), with parts of any sizes, counted in rows (dimension 0):
    /// `input_splits[j]` rows go to rank `j`, `output_splits[i]` come from rank `i`; zero is a size too.
    /// Follows [`torch.distributed.all_to_all_single`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.all_to_all_single)
    /// with split sizes.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// // Rank 0 keeps one row and sends two; rank 1 sends none.
    /// let (sizes, got) = ([[1, 2], [0, 0]][rank], [[1, 0], [2, 0]][rank]);
    /// let (input, output) = (Tensor::arange(3 - 3 * rank, DType::Int64)?, Tensor::empty(&[1 + rank], DType::Int64)?);
    /// world.all_to_all_single_with_splits(&output, &input, &got, &sizes).await?;
    /// assert_eq!(output.to_vec::<i64>()?, [&[0][..], &[1, 2]][rank]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// Splits of another length than the group's or that do not add up to the tensor's rows; tensors that are not
    /// contiguous; sizes on which two ranks do not agree. ([`split_sizes`] takes sizes that may be negative.)
    #[track_caller]
    pub fn all_to_all_single_with_splits(
        &self,
        output: &Tensor,
        input: &Tensor,
        output_splits: &[usize],
        input_splits: &[usize],
    ) -> Work {
        self.start(self.plan_all_to_all_splits(output, input, output_splits, input_splits))
    }

    /// Rank `i`'s `input_list[j]` becomes rank `j`'s `output_list[i]`; each pair of one count, all of one type.
    /// Follows [`torch.distributed.all_to_all`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.all_to_all).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let list = |first| [Tensor::from_slice(&[first]), Tensor::from_slice(&[first + 1])];
    /// let (input, output) = (list(10 * rank as i64), list(0));
    /// world.all_to_all(&output, &input).await?;
    /// assert_eq!(output[1].to_vec::<i64>()?, [10 + rank as i64]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// Lists of another length than the group's, tensors of different types, sizes on which two ranks do not agree.
    #[track_caller]
    pub fn all_to_all(&self, output_list: &[Tensor], input_list: &[Tensor]) -> Work {
        self.start(self.plan_all_to_all_list(output_list, input_list))
    }

    fn plan_all_to_all(&self, output: &Tensor, input: &Tensor) -> Result<Box<Plan>> {
        both(output, input)?;
        even_rows(CALL, "output", output, self.size())?;
        even_rows(CALL, "input", input, self.size())?;
        if output.numel() != input.numel() {
            return Err(wrong_shape(CALL, "output", 0, output.shape(), input.shape()));
        }
        let part = input.numel() / self.size();
        let usual: Usual = (Algorithm::Direct, |shape: Shape| {
            direct_all_to_all(shape.rank, shape.world_size, shape.count)
        });
        let mut plan = self.plan(CALL, None, input.dtype(), part, usual)?;
        plan.call.count = input.numel() as u64;
        plan.inputs.push(input.clone());
        plan.outputs.push(output.clone());
        Ok(plan)
    }

    fn plan_all_to_all_splits(
        &self,
        output: &Tensor,
        input: &Tensor,
        output_splits: &[usize],
        input_splits: &[usize],
    ) -> Result<Box<Plan>> {
        both(output, input)?;
        let inputs = row_splits(CALL, "input_splits", input, input_splits, self.size())?;
        let outputs = row_splits(CALL, "output_splits", output, output_splits, self.size())?;
        self.plan_all_to_all_v(vec![output.clone()], vec![input.clone()], &outputs, &inputs)
    }

    fn plan_all_to_all_list(
        &self,
        output_list: &[Tensor],
        input_list: &[Tensor],
    ) -> Result<Box<Plan>> {
        let dtype = input_list.first().map_or(DType::Uint8, Tensor::dtype);
        for (argument, tensors) in [("input_list", input_list), ("output_list", output_list)] {
            list_length(CALL, argument, tensors.len(), self.size())?;
            for tensor in tensors {
                same_dtype(CALL, argument, tensor, dtype)?;
            }
        }
        let sizes = |list: &[Tensor]| list.iter().map(Tensor::numel).collect::<Vec<_>>();
        let (outputs, inputs) = (sizes(output_list), sizes(input_list));
        self.plan_all_to_all_v(output_list.to_vec(), input_list.to_vec(), &outputs, &inputs)
    }

    /// Any sizes: each message's is compared where it arrives, since no count is common to all ranks.
    fn plan_all_to_all_v(
        &self,
        output_list: Vec<Tensor>,
        input_list: Vec<Tensor>,
        outputs: &[usize],
        inputs: &[usize],
    ) -> Result<Box<Plan>> {
        let rank = self.own_rank(CALL.name())?;
        let dtype = input_list.first().map_or(DType::Uint8, Tensor::dtype);
        let schedule = direct_all_to_all_v(rank, inputs, outputs);
        let mut plan = self.ragged(CALL, dtype, 0, schedule)?;
        plan.inputs = input_list;
        plan.outputs = output_list;
        Ok(plan)
    }
}

/// Split sizes that may be negative, as those to give to
/// [`all_to_all_single_with_splits`](ProcessGroup::all_to_all_single_with_splits).
///
/// ```
/// # use collective::split_sizes;
/// assert_eq!(split_sizes(&[2, 0]).unwrap(), [2, 0]);
/// assert_eq!(split_sizes(&[3, -1]).unwrap_err().code(), "negative_split");
/// ```
///
/// # Errors
/// A negative size.
pub fn split_sizes(sizes: &[i64]) -> Result<Vec<usize>> {
    let negative =
        |_| CollectiveError::Misused { call: CALL.name(), rule: Misuse::NegativeSplit }.into();
    sizes.iter().map(|&size| usize::try_from(size).map_err(negative)).collect()
}

fn both(output: &Tensor, input: &Tensor) -> Result<()> {
    same_dtype(CALL, "input", input, output.dtype())?;
    contiguous(CALL, output)?;
    contiguous(CALL, input)
}
