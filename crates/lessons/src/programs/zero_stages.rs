use collective::algorithm::chunk;
use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Linear, Tensor};

use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

const INPUTS: usize = 5;
const OUTPUTS: usize = 6;
const PARAMETERS: usize = INPUTS * OUTPUTS;
const ROWS: usize = 2;
const LEARNING_RATE: f64 = 0.1;
const MOMENTUM: f64 = 0.9;
const FLOAT32: usize = 4;

/// What a rank ends a step with.
struct Step {
    param: Tensor,
    /// Elements of parameters, gradient and momentum that the rank holds while it updates.
    held: usize,
    /// Bytes the rank sent.
    sent: u64,
}

/// One step of SGD with momentum four times over: all on every rank, then with the momentum in shards (ZeRO-1), the gradient
/// too (ZeRO-2), and the parameters too (ZeRO-3).
pub(crate) async fn zero_stages(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let mut init = Generator::manual_seed(part.init_seed())?;
    let weight = Linear::new(INPUTS, OUTPUTS, false, &mut init)?.weight;
    let mut generator = Generator::manual_seed(part.data_seed())?;
    let data = generator.randn(&[ROWS, INPUTS], DType::Float32)?;
    rank.keep("weight", &weight)?;
    rank.keep("data", &data)?;

    let ddp = ddp(rank, &weight, &data).await?;
    rank.keep("ddp_param", &ddp.param)?;
    let zero = [
        zero_1_or_2(rank, &weight, &data, false).await?,
        zero_1_or_2(rank, &weight, &data, true).await?,
        zero_3(rank, &weight, &data).await?,
    ];
    check_stages(rank, &ddp, &zero)?;
    let own = chunk(PARAMETERS, w, r).len();
    let ddp_sent = FLOAT32 * (PARAMETERS - own + (w - 1) * own);
    rank.check_number("ddp_held", 3 * PARAMETERS as i64, ddp.held as i64);
    rank.check_number("ddp_sent", ddp_sent as i64, ddp.sent as i64);
    let list = |of: fn(&Step) -> usize| {
        let all: Vec<usize> = [&ddp].into_iter().chain(&zero).map(of).collect();
        Value::list(&all)
    };
    rank.keep_value("held", list(|step| step.held));
    rank.keep_value("sent", list(|step| step.sent as usize));
    let shard = PARAMETERS.div_ceil(w);
    rank.log(&[("parameters", PARAMETERS as i64), ("shard", shard as i64)]);
    Ok(())
}

/// That every stage ends with what DDP ends with, and holds and sends what is in shards only as shards.
fn check_stages(rank: &Rank, ddp: &Step, zero: &[Step; 3]) -> Result<()> {
    let w = rank.world_size();
    let per = PARAMETERS.div_ceil(w);
    let held = [2 * PARAMETERS + per, PARAMETERS + 2 * per, 3 * per];
    let shards = FLOAT32 * (w - 1) * per;
    let sent = [2 * shards, 2 * shards, 3 * shards];
    for (n, step) in zero.iter().enumerate() {
        let name = |what: &str| format!("zero{}_{what}", n + 1);
        rank.keep(&name("param"), &step.param)?;
        rank.check_allclose(&name("equals_ddp"), &ddp.param, &step.param)?;
        rank.check_number(&name("held"), held[n] as i64, step.held as i64);
        rank.check_number(&name("sent"), sent[n] as i64, step.sent as i64);
    }
    Ok(())
}

/// This rank's gradient of `sum((x Wᵀ)²)`, flat: `2 (x Wᵀ)ᵀ x`.
fn backward(rank: &Rank, weight: &Tensor, data: &Tensor) -> Result<Tensor> {
    let output = data.matmul(&weight.t()?)?;
    let grad = output.mul_scalar(2.0)?.t()?.matmul(data)?.flatten()?.contiguous()?;
    rank.computed("backward", LocalKind::Mixed, &[weight, data], &grad);
    Ok(grad)
}

/// Takes the step on `param`, all of it or a shard, with a momentum that begins at zero; hands over the momentum's size.
fn update(rank: &Rank, param: &Tensor, grad: &Tensor) -> Result<usize> {
    let momentum = Tensor::zeros(&[grad.numel()], DType::Float32)?;
    momentum.mul_(MOMENTUM)?;
    momentum.add_tensor_(grad)?;
    param.sub_tensor_(&momentum.mul_scalar(LEARNING_RATE)?)?;
    rank.computed("update", LocalKind::Folded, &[grad], param);
    Ok(momentum.numel())
}

async fn ddp(rank: &Rank, weight: &Tensor, data: &Tensor) -> Result<Step> {
    let before = rank.sent_bytes();
    let grad = backward(rank, weight, data)?;
    rank.world().all_reduce(&grad, ReduceOp::Avg).await?;
    rank.keep("mean_grad", &grad)?;
    let param = rank.clone_of(weight)?.flatten()?;
    let held = param.numel() + grad.numel() + update(rank, &param, &grad)?;
    Ok(Step { param, held, sent: rank.sent_bytes() - before })
}

/// The optimizer's state in shards; with `scattered`, what is left of the gradient too.
async fn zero_1_or_2(rank: &Rank, weight: &Tensor, data: &Tensor, scattered: bool) -> Result<Step> {
    let before = rank.sent_bytes();
    let (r, w) = (rank.rank(), rank.world_size());
    let per = PARAMETERS.div_ceil(w);
    let grad = backward(rank, weight, data)?;
    let (shard, mut grad_held) = (mean_shard(rank, &grad).await?, grad.numel());
    if scattered {
        drop(grad);
        grad_held = shard.numel();
    }
    let param = padded(rank, &weight.flatten()?, w * per)?;
    let own = param.narrow(0, r * per, per)?;
    let held = PARAMETERS + grad_held + update(rank, &own, &shard)?;
    let param = whole(rank, &own.contiguous()?).await?.flatten()?;
    Ok(Step { param, held, sent: rank.sent_bytes() - before })
}

/// Parameters in shards too: gathered for the way there, let go, and gathered again for the way back.
async fn zero_3(rank: &Rank, weight: &Tensor, data: &Tensor) -> Result<Step> {
    let before = rank.sent_bytes();
    let (r, w) = (rank.rank(), rank.world_size());
    let per = PARAMETERS.div_ceil(w);
    let own = padded(rank, &weight.flatten()?, w * per)?.narrow(0, r * per, per)?.deep_clone()?;
    rank.keep("param_shard", &own)?;
    let forward = whole(rank, &own).await?;
    let output = data.matmul(&forward.t()?)?;
    rank.computed("forward", LocalKind::Mixed, &[&forward, data], &output);
    drop(forward);
    let again = whole(rank, &own).await?;
    let grad = backward(rank, &again, data)?;
    drop(again);
    let shard = mean_shard(rank, &grad).await?;
    drop(grad);
    let held = own.numel() + shard.numel() + update(rank, &own, &shard)?;
    let sent = rank.sent_bytes() - before;
    // To compare: no part of the step.
    let param = whole(rank, &own).await?.flatten()?;
    Ok(Step { param, held, sent })
}

/// All parameters, from every rank's shard.
async fn whole(rank: &Rank, own: &Tensor) -> Result<Tensor> {
    let gathered = Tensor::empty(&[rank.world_size() * own.numel()], DType::Float32)?;
    rank.world().all_gather_into_tensor(&gathered, own).await?;
    Ok(gathered.narrow(0, 0, PARAMETERS)?.reshape(&[OUTPUTS as isize, INPUTS as isize])?)
}

/// This rank's shard of the mean gradient.
async fn mean_shard(rank: &Rank, grad: &Tensor) -> Result<Tensor> {
    let w = rank.world_size();
    let per = PARAMETERS.div_ceil(w);
    let shard = Tensor::empty(&[per], DType::Float32)?;
    let input = padded(rank, grad, w * per)?;
    rank.world().reduce_scatter_tensor(&shard, &input, ReduceOp::Avg).await?;
    rank.show("grad_shard", &shard);
    Ok(shard)
}

/// `flat` with zeros behind it.
fn padded(rank: &Rank, flat: &Tensor, count: usize) -> Result<Tensor> {
    let padded = Tensor::zeros(&[count], DType::Float32)?;
    let head = padded.narrow(0, 0, flat.numel())?;
    head.copy_(flat)?;
    rank.computed("pad", LocalKind::Copied, &[flat], &head);
    Ok(padded)
}
