//! gloo looks at no other rank's call: it moves bytes from and to the addresses that it is given.

use tensor::{DType, State, Tensor};

use super::{Silence, tails};
use crate::ReduceOp;
use crate::algorithm::{Algorithm, gloo_all_reduce, gloo_reduce, gloo_reduce_scatter_v};
use crate::call::{Call, Collective};
use crate::error::{CollectiveError, Misuse, Result};
use crate::plan::Plan;

pub(super) static SILENCE: Silence = Silence { name: "gloo", plan, lets_pass, trace: tails::cut };

/// What gloo makes of a call. Calls that it does its own way are marked by their algorithm.
fn plan(plan: &mut Plan, rank: usize) -> Result<()> {
    if !is_gloos(&plan.call) {
        // Another algorithm was chosen.
        return Ok(());
    }
    let (world_size, element) = (plan.ranks.len(), plan.call.dtype.size());
    let at = |global: usize| plan.ranks.iter().position(|&rank| rank == global).unwrap_or(0);
    let own = at(rank);
    let root = at(plan.call.root.unwrap_or_default() as usize);
    match plan.call.collective {
        Collective::Recv | Collective::AllToAll => {
            all_contiguous(plan)?;
            // Equal parts have a count in common.
            if plan.call.collective == Collective::Recv || plan.call.count == 0 {
                keep_tail(plan);
            }
        }
        Collective::Broadcast => {
            plan.outputs = in_memory(plan, &plan.outputs)?;
            // Among more ranks it matters who passes on to whom.
            if world_size == 2 {
                keep_tail(plan);
            }
        }
        Collective::Scatter => {
            plan.inputs = in_memory(plan, &plan.inputs)?;
            all_contiguous(plan)?;
        }
        Collective::Reduce => {
            if plan.call.op == Some(ReduceOp::Avg) {
                return Err(unknown(plan));
            }
            plan.outputs = in_memory(plan, &plan.inputs)?;
            (plan.inputs, plan.in_place, plan.undefined) = (Vec::new(), true, None);
            plan.call.algorithm = Algorithm::Gloo;
            plan.schedule = gloo_reduce(own, world_size, root, plan.call.count as usize, element);
        }
        Collective::AllReduce => {
            let is_dense = |tensor: &Tensor| tensor.is_dense();
            if !plan.outputs.iter().all(is_dense) {
                return Err(unknown(plan));
            }
            plan.outputs = in_memory(plan, &plan.outputs)?;
            plan.call.algorithm = Algorithm::Gloo;
            plan.schedule = gloo_all_reduce(own, world_size, plan.call.count as usize, element);
        }
        Collective::ReduceScatter => {
            all_contiguous(plan)?;
            let mut counts: Vec<usize> = plan.inputs.iter().map(Tensor::numel).collect();
            if let [whole] = counts[..] {
                counts = vec![whole / world_size; world_size];
            }
            plan.call.count = counts.iter().sum::<usize>() as u64;
            plan.call.algorithm = Algorithm::Gloo;
            plan.schedule = gloo_reduce_scatter_v(own, &counts, element);
        }
        _ => all_contiguous(plan)?,
    }
    Ok(())
}

/// Whether the call is done as gloo does it, as far as that is known.
fn is_gloos(call: &Call) -> bool {
    [Algorithm::of(call.collective)[0], Algorithm::Gloo].contains(&call.algorithm)
}

/// Where less arrives than there is room for, what is there stays; of memory that may not be read that would say nothing.
fn keep_tail(plan: &mut Plan) {
    if plan.outputs.iter().all(|output| output.state() == State::Ready) {
        plan.in_place = true;
        plan.call.algorithm = Algorithm::Gloo;
    }
}

fn all_contiguous(plan: &Plan) -> Result<()> {
    let mut tensors = plan.inputs.iter().chain(&plan.outputs);
    if tensors.all(Tensor::is_contiguous) { Ok(()) } else { Err(unknown(plan)) }
}

/// The elements that gloo takes for the tensors'.
fn in_memory(plan: &Plan, tensors: &[Tensor]) -> Result<Vec<Tensor>> {
    tensors.iter().map(|tensor| tensor.run_of_memory().ok_or_else(|| unknown(plan))).collect()
}

fn unknown(plan: &Plan) -> Box<CollectiveError> {
    let (call, rule) = (plan.call.collective.name(), Misuse::NotEmulated);
    Box::new(CollectiveError::Misused { call, rule })
}

fn lets_pass(mine: &Call, theirs: &Call, (room, sent): (u32, u32)) -> bool {
    if mine.members != theirs.members || !is_gloos(mine) || !is_gloos(theirs) {
        return false;
    }
    let is_same_type = mine.dtype == theirs.dtype;
    // A bool that is neither is nothing that the facts tell of.
    let has_bits = is_same_type || (mine.dtype != DType::Bool && theirs.dtype != DType::Bool);
    let fits = sent == room || (sent < room && mine.algorithm == Algorithm::Gloo);
    match (mine.collective, theirs.collective) {
        (Collective::Recv, Collective::Send) => fits && has_bits,
        (Collective::AllToAll, Collective::AllToAll) => {
            fits && is_same_type && mine.count == theirs.count
        }
        (Collective::Broadcast, Collective::Broadcast) => {
            let is_known = mine.count == theirs.count || mine.algorithm == Algorithm::Gloo;
            fits && is_known
                && is_same_type
                && mine.root == theirs.root
                && theirs.count <= mine.count
        }
        (Collective::AllReduce, Collective::AllReduce) => {
            let divides = [mine.op, theirs.op].contains(&Some(ReduceOp::Avg));
            has_bits
                && !divides
                && mine.count == theirs.count
                && sent == room
                && mine.dtype.size() == theirs.dtype.size()
        }
        _ => false,
    }
}
