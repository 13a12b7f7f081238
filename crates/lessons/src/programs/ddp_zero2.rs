use collective::algorithm::chunk;
use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Linear, Tensor};

use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

const FEATURES: usize = 8;
/// Parameters of lesson 6, and elements of their gradient.
pub const PARAMETERS: usize = FEATURES * FEATURES;
const BATCH: usize = 2;
const LEARNING_RATE: f64 = 0.1;
const FLOAT32: usize = 4;

/// One step of data-parallel SGD, twice over: with the whole gradient on every rank (DDP: one all-reduce), and with a
/// shard of it (ZeRO-2: reduce-scatter of gradients, all-gather of parameters).
pub(crate) async fn ddp_zero2(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let (weight, local_grad) = backward(rank, part)?;

    let before = rank.sent_bytes();
    let (ddp_param, ddp_live) = ddp(rank, &weight, &local_grad).await?;
    let between = rank.sent_bytes();
    let (zero2_param, zero2_live) = zero2(rank, &weight, local_grad).await?;
    let after = rank.sent_bytes();
    rank.check_allclose("zero2_equals_ddp", &ddp_param, &zero2_param)?;

    // A rank's own bytes: DDP sends all chunks but its own, then its own to all; ZeRO-2 does so with padded shards.
    let per = PARAMETERS.div_ceil(w);
    let own = chunk(PARAMETERS, w, r).len();
    let ddp_own = FLOAT32 * (PARAMETERS - own + (w - 1) * own);
    let zero2_own = FLOAT32 * 2 * (w - 1) * per;
    let measured = [(between - before) as i64, (after - between) as i64];
    rank.check_number("ddp_rank_bytes", ddp_own as i64, measured[0]);
    rank.check_number("zero2_rank_bytes", zero2_own as i64, measured[1]);

    // All ranks' bytes: 2 V each, that is 2 (W − 1) times the gradient; where W does not divide it, ZeRO-2 moves the
    // padding too.
    let total = Tensor::from_slice(&measured);
    rank.world().all_reduce(&total, ReduceOp::Sum).await?;
    rank.show("bytes", &total);
    let (ddp_bytes, zero2_bytes) =
        (total.select(0, 0)?.item::<i64>()?, total.select(0, 1)?.item::<i64>()?);
    let ddp_expected = FLOAT32 * 2 * (w - 1) * PARAMETERS;
    let padding = FLOAT32 * 2 * (w - 1) * (w * per - PARAMETERS);
    rank.check_number("ddp_bytes", ddp_expected as i64, ddp_bytes);
    rank.check_number("zero2_bytes", (ddp_expected + padding) as i64, zero2_bytes);
    rank.check_number("bytes_differ_by_padding", padding as i64, zero2_bytes - ddp_bytes);
    rank.check_number("ddp_live_gradient", PARAMETERS as i64, ddp_live as i64);
    rank.check_number("zero2_live_gradient", per as i64, zero2_live as i64);

    rank.log(&[
        ("parameters", PARAMETERS as i64),
        ("ddp_live", ddp_live as i64),
        ("ddp_bytes", ddp_bytes),
        ("zero2_bytes", zero2_bytes),
        ("padding_bytes", padding as i64),
    ]);
    Ok(())
}

/// The parameters and this rank's gradient of `sum((x Wᵀ)²)`, which is `2 (x Wᵀ)ᵀ x`.
fn backward(rank: &Rank, part: &Part) -> Result<(Tensor, Tensor)> {
    let mut init = Generator::manual_seed(part.init_seed())?;
    let linear = Linear::new(FEATURES, FEATURES, false, &mut init)?;
    let mut generator = Generator::manual_seed(part.data_seed())?;
    let data = generator.randn(&[BATCH, FEATURES], DType::Float32)?;
    let weight = linear.weight;
    rank.keep("weight", &weight)?;
    rank.keep("data", &data)?;

    let output = data.matmul(&weight.t()?)?;
    let local_grad = output.mul_scalar(2.0)?.t()?.matmul(&data)?;
    rank.computed("backward", LocalKind::Mixed, &[&weight, &data], &local_grad);
    rank.keep("local_grad", &local_grad)?;
    Ok((weight, local_grad))
}

/// The updated parameters, and how many gradient elements the rank holds while it updates.
async fn ddp(rank: &Rank, weight: &Tensor, local_grad: &Tensor) -> Result<(Tensor, usize)> {
    let grad = rank.clone_of(local_grad)?;
    rank.world().all_reduce(&grad, ReduceOp::Sum).await?;
    mean(rank, &grad)?;
    rank.keep("mean_grad", &grad)?;
    let param = weight.sub(&grad.mul_scalar(LEARNING_RATE)?)?;
    rank.computed("update", LocalKind::Elementwise, &[weight, &grad], &param);
    rank.keep("ddp_param", &param)?;
    Ok((param, grad.numel()))
}

/// The updated parameters, and how many gradient elements the rank holds while it updates.
async fn zero2(rank: &Rank, weight: &Tensor, local_grad: Tensor) -> Result<(Tensor, usize)> {
    let (r, w) = (rank.rank(), rank.world_size());
    let per = PARAMETERS.div_ceil(w);
    let padded_grad = padded(rank, &local_grad, w * per)?;
    let shard = Tensor::empty(&[per], DType::Float32)?;
    rank.world().reduce_scatter_tensor(&shard, &padded_grad, ReduceOp::Sum).await?;
    // What ZeRO-2 is for: once it is scattered, the whole gradient goes.
    drop((local_grad, padded_grad));
    mean(rank, &shard)?;
    rank.keep("grad_shard", &shard)?;

    let own = padded(rank, weight, w * per)?.narrow(0, r * per, per)?;
    let param_shard = own.sub(&shard.mul_scalar(LEARNING_RATE)?)?;
    rank.computed("update", LocalKind::Elementwise, &[&own, &shard], &param_shard);
    rank.keep("param_shard", &param_shard)?;
    let gathered = Tensor::empty(&[w * per], DType::Float32)?;
    rank.world().all_gather_into_tensor(&gathered, &param_shard).await?;
    let side = FEATURES as isize;
    let param = gathered.narrow(0, 0, PARAMETERS)?.reshape(&[side, side])?;
    rank.keep("zero2_param", &param)?;
    rank.keep_value("per_rank", Value::Number(per as i64));
    Ok((param, shard.numel()))
}

/// Divides sums over all ranks by their number.
fn mean(rank: &Rank, sums: &Tensor) -> Result<()> {
    let w = rank.world_size();
    sums.div_(w as f64)?;
    rank.computed(&("÷ ".to_owned() + &w.to_string()), LocalKind::Elementwise, &[sums], sums);
    Ok(())
}

/// `tensor`, flat, with zeros behind it.
fn padded(rank: &Rank, tensor: &Tensor, count: usize) -> Result<Tensor> {
    let padded = Tensor::zeros(&[count], DType::Float32)?;
    let head = padded.narrow(0, 0, tensor.numel())?;
    head.copy_(&tensor.flatten()?)?;
    rank.computed("pad", LocalKind::Copied, &[tensor], &head);
    Ok(padded)
}
