use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Linear, Tensor};

use super::sharded::{input_gradient, padded, weight_gradient};
use crate::config::Part;
use crate::rank::Rank;

const INPUTS: usize = 5;
const OUTPUTS: usize = 3;
const PARAMETERS: usize = OUTPUTS * INPUTS;
const BATCH: usize = 2;
const LEARNING_RATE: f64 = 0.1;
const FLOAT32: usize = 4;

/// One step of a layer whose parameters no rank keeps: gathered for the forward pass, freed, gathered for the backward
/// pass, freed; gradients reduce-scattered to the mean of the rank's own shard.
pub(crate) async fn fsdp(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let per = PARAMETERS.div_ceil(w);
    let initial = weight(part)?;
    let data = batch(part.data_seed())?;
    rank.keep("data", &data)?;
    // The rank keeps its shard. (The initial weight stays for the checks alone.)
    let whole = padded(rank, "pad", &initial, w * per)?;
    let mut layer = Layer { shard: rank.clone_of(&whole.narrow(0, r * per, per)?)?, full: None };
    rank.keep("shard", &layer.shard)?;
    drop(whole);
    let before = rank.sent_bytes();

    let full = layer.gather(rank).await?;
    rank.keep("full", full)?;
    rank.check_equal("gathered_weight", &initial, full)?;
    let gathered = full.numel();
    let output = data.matmul(&full.t()?)?;
    rank.computed("forward", LocalKind::Mixed, &[&data, full], &output);
    rank.keep("output", &output)?;
    layer.free();
    let kept_between = layer.held();

    // Of the loss sum(output²): its gradient by the output, then by the input, for layers before, and by the weight.
    let full = layer.gather(rank).await?;
    rank.show("full", full);
    let grad_output = output.mul_scalar(2.0)?;
    rank.computed("backward", LocalKind::Elementwise, &[&output], &grad_output);
    let grad_input = grad_output.matmul(full)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_output, full], &grad_input);
    rank.keep("grad_input", &grad_input)?;
    let local_grad = grad_output.t()?.matmul(&data)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_output, &data], &local_grad);
    rank.keep("local_grad", &local_grad)?;
    layer.free();
    let kept = layer.held().max(kept_between);

    let padded_grad = padded(rank, "pad", &local_grad, w * per)?;
    drop(local_grad);
    let grad_shard = Tensor::empty(&[per], DType::Float32)?;
    rank.world().reduce_scatter_tensor(&grad_shard, &padded_grad, ReduceOp::Avg).await?;
    drop(padded_grad);
    rank.keep("grad_shard", &grad_shard)?;
    let sent = (rank.sent_bytes() - before) as i64;
    let shard = &layer.shard;
    shard.sub_tensor_(&grad_shard.mul_scalar(LEARNING_RATE)?)?;
    rank.computed("update", LocalKind::Elementwise, &[shard, &grad_shard], shard);
    rank.keep("new_shard", shard)?;

    rank.check_allclose("grad_input", &input_gradient(&initial, &data)?, &grad_input)?;
    let updated = layer.gather(rank).await?;
    rank.keep("updated", updated)?;
    rank.check_allclose("updated_weight", &alone(part, &initial, w)?, updated)?;

    // Two all-gathers and a reduce-scatter: from every rank one shard to each other rank, three times.
    rank.check_number("rank_bytes", (FLOAT32 * 3 * (w - 1) * per) as i64, sent);
    let all_bytes = Tensor::from_slice(&[sent]);
    rank.world().all_reduce(&all_bytes, ReduceOp::Sum).await?;
    rank.show("all_bytes", &all_bytes);
    let padded_bytes = FLOAT32 * w * per;
    rank.check_number("all_bytes", (3 * (w - 1) * padded_bytes) as i64, all_bytes.item::<i64>()?);
    rank.check_number("kept_parameters", per as i64, kept as i64);
    rank.log(&[("kept", kept as i64), ("gathered", gathered as i64), ("sent_bytes", sent)]);
    Ok(())
}

/// What a rank holds of a layer: its shard, and at times all parameters.
struct Layer {
    shard: Tensor,
    full: Option<Tensor>,
}

impl Layer {
    /// The parameters, `[out, in]`, from all ranks' shards, until they are freed.
    async fn gather(&mut self, rank: &Rank) -> Result<&Tensor> {
        let flat = Tensor::empty(&[rank.world_size() * self.shard.numel()], DType::Float32)?;
        rank.world().all_gather_into_tensor(&flat, &self.shard).await?;
        let full = flat.narrow(0, 0, PARAMETERS)?.view(&[OUTPUTS as isize, INPUTS as isize])?;
        Ok(self.full.insert(full))
    }

    /// Lets go of what was gathered.
    fn free(&mut self) {
        self.full = None;
    }

    /// Parameters that the rank holds now.
    fn held(&self) -> usize {
        self.shard.numel() + self.full.as_ref().map_or(0, Tensor::numel)
    }
}

/// The same step on everyone's data, by one rank alone.
fn alone(part: &Part, initial: &Tensor, world_size: usize) -> Result<Tensor> {
    let mean_grad = weight_gradient(initial, &batch(part.peer_data_seed(0))?)?;
    for peer in 1..world_size {
        mean_grad.add_tensor_(&weight_gradient(initial, &batch(part.peer_data_seed(peer))?)?)?;
    }
    mean_grad.div_(world_size as f64)?;
    Ok(initial.sub(&mean_grad.mul_scalar(LEARNING_RATE)?)?)
}

fn weight(part: &Part) -> Result<Tensor> {
    let mut generator = Generator::manual_seed(part.init_seed())?;
    Ok(Linear::new(INPUTS, OUTPUTS, false, &mut generator)?.weight)
}

fn batch(seed: i128) -> Result<Tensor> {
    Ok(Generator::manual_seed(seed)?.randn(&[BATCH, INPUTS], DType::Float32)?)
}
