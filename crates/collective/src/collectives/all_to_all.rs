use tensor::{DType, Tensor};

use super::arguments::{count, even_part, list_length, row_splits, same_dtype};
use crate::algorithm::{Algorithm, Shape, direct_all_to_all, direct_all_to_all_v};
use crate::call::Collective;
use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

const CALL: Collective = Collective::AllToAll;

impl ProcessGroup {
    /// Part `j` of rank `i`'s `input` becomes part `i` of rank `j`'s `output`; `W` equal parts, `W · n` in and out.
    /// Follows `torch.distributed.all_to_all_single` without split sizes.
    ///
    /// # Errors
    /// An `input` that does not divide evenly; an `output` of another count or type; calls that do not agree.
    #[track_caller]
    pub fn all_to_all_single(&self, output: &Tensor, input: &Tensor) -> Work {
        self.start(self.plan_all_to_all(output, input))
    }

    /// As [`all_to_all_single`](Self::all_to_all_single), with parts of any sizes, counted in rows (dimension 0):
    /// `input_splits[j]` rows go to rank `j`, `output_splits[i]` come from rank `i`; zero is a size too.
    /// Follows `torch.distributed.all_to_all_single` with split sizes.
    ///
    /// # Errors
    /// Splits of another length than the group's or that do not add up to the tensor's rows; sizes on which two ranks
    /// do not agree.
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
    /// Follows `torch.distributed.all_to_all`.
    ///
    /// # Errors
    /// Lists of another length than the group's, tensors of different types, sizes on which two ranks do not agree.
    #[track_caller]
    pub fn all_to_all(&self, output_list: &[Tensor], input_list: &[Tensor]) -> Work {
        self.start(self.plan_all_to_all_list(output_list, input_list))
    }

    fn plan_all_to_all(&self, output: &Tensor, input: &Tensor) -> Result<Box<Plan>> {
        same_dtype(CALL, "output", output, input.dtype())?;
        let part = even_part(CALL, "input", input, self.size())?;
        count(CALL, "output", output, input.numel())?;
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
        same_dtype(CALL, "output", output, input.dtype())?;
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
            list_length(CALL, argument, tensors, self.size())?;
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
        let rank = self.own_rank(CALL)?;
        let algorithm = self.chosen().map_or(Algorithm::Direct, |chosen| chosen.algorithm);
        if algorithm != Algorithm::Direct {
            return Err(Box::new(CollectiveError::NoSuchAlgorithm {
                call: CALL.name(),
                given: algorithm.name(),
                known: vec![Algorithm::Direct.name()],
            }));
        }
        // What a rank sends itself has two sizes too.
        if inputs[rank] != outputs[rank] {
            return Err(Box::new(CollectiveError::WrongCount {
                call: CALL.name(),
                argument: "the output from the rank itself",
                given: outputs[rank],
                expected: inputs[rank],
            }));
        }
        let dtype = input_list.first().map_or(DType::Uint8, Tensor::dtype);
        let schedule = direct_all_to_all_v(rank, inputs, outputs);
        let mut plan = self.scheduled(CALL, dtype, 0, algorithm, schedule);
        plan.inputs = input_list;
        plan.outputs = output_list;
        Ok(plan)
    }
}
