use std::collections::VecDeque;

use collective::trace::LocalKind;
use collective::{Result, Work};
use tensor::{DType, Generator, Tensor};

use super::stage::{Alone, FEATURES, ROWS, Stage, ones};
use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

/// Parts that a batch is cut into.
const MICROBATCHES: usize = 6;
const ACTIVATION: u32 = 10;
const GRADIENT: u32 = 20;

/// A stage at work: what it still needs for the way back, and what it has sent.
struct Worker<'a> {
    rank: &'a Rank,
    stage: &'a Stage,
    batch: &'a [Tensor],
    /// What went in and has not come back, the oldest first.
    held: VecDeque<Tensor>,
    most_held: usize,
    grad_weight: Tensor,
    sent: Vec<Work>,
    order: String,
}

/// One forward, one backward: a stage begins with as many forwards as there are stages behind it, then takes turns, so that
/// it never holds more activations than that and one.
pub(crate) async fn one_f_one_b(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let stages = Stage::all(part, w)?;
    let stage = &stages[r];
    rank.keep("weight", &stage.weight)?;
    let mut generator = Generator::manual_seed(part.peer_data_seed(0))?;
    let mut batch = Vec::new();
    for _ in 0..MICROBATCHES {
        batch.push(generator.randn(&[ROWS, FEATURES], DType::Float32)?);
    }
    let grad_weight = Tensor::zeros(&[FEATURES, FEATURES], DType::Float32)?;
    let mut worker = Worker {
        rank,
        stage,
        batch: &batch,
        held: VecDeque::new(),
        most_held: 0,
        grad_weight,
        sent: Vec::new(),
        order: String::new(),
    };

    let warm_up = (w - 1 - r).min(MICROBATCHES);
    for micro in 0..warm_up {
        worker.forward(micro).await?;
    }
    for micro in warm_up..MICROBATCHES {
        worker.forward(micro).await?;
        worker.backward(micro - warm_up).await?;
    }
    for micro in MICROBATCHES - warm_up..MICROBATCHES {
        worker.backward(micro).await?;
    }
    for work in worker.sent {
        work.await?;
    }
    rank.keep("grad_weight", &worker.grad_weight)?;
    rank.keep_value("order", Value::Text(worker.order.trim_end().to_owned()));
    rank.keep_value("most_held", Value::Number(worker.most_held as i64));

    let expected = Tensor::zeros(&[FEATURES, FEATURES], DType::Float32)?;
    for x in &batch {
        expected.add_tensor_(&Alone::new(&stages, x.clone())?.weight_grads[r])?;
    }
    rank.check_allclose("weight_gradient", &expected, &worker.grad_weight)?;
    let most = (w - r).min(MICROBATCHES);
    rank.check_number("activations_held", most as i64, worker.most_held as i64);
    // Not measured: where all forwards take as long as each other, and all backwards, every stage is idle for as long as
    // W − 1 microbatches take it, there and back.
    rank.log(&[("microbatches", MICROBATCHES as i64), ("idle_by_formula", w as i64 - 1)]);
    Ok(())
}

impl Worker<'_> {
    async fn forward(&mut self, micro: usize) -> Result<()> {
        let (r, last) = (self.rank.rank(), self.rank.world_size() - 1);
        let x = match r {
            0 => self.batch[micro].deep_clone()?,
            _ => {
                let x = Tensor::empty(&[ROWS, FEATURES], DType::Float32)?;
                self.rank.world().recv(&x, r - 1, ACTIVATION).await?;
                x
            }
        };
        self.rank.show(&format!("x{micro}"), &x);
        if r < last {
            let y = self.stage.forward(&x)?;
            self.rank.computed("forward", LocalKind::Mixed, &[&x, &self.stage.weight], &y);
            self.sent.push(self.rank.world().isend(&y, r + 1, ACTIVATION));
        }
        self.held.push_back(x);
        self.most_held = self.most_held.max(self.held.len());
        self.order.push_str(&format!("F{micro} "));
        Ok(())
    }

    async fn backward(&mut self, micro: usize) -> Result<()> {
        let (r, last) = (self.rank.rank(), self.rank.world_size() - 1);
        let grad_y = ones()?;
        if r < last {
            self.rank.world().recv(&grad_y, r + 1, GRADIENT).await?;
        }
        // Activations come back in the order in which they went.
        let Some(x) = self.held.pop_front() else { return Ok(()) };
        let (grad_x, grad_weight) = self.stage.backward(&x, &grad_y)?;
        if r > 0 {
            self.rank.computed("backward", LocalKind::Mixed, &[&grad_y], &grad_x);
            self.sent.push(self.rank.world().isend(&grad_x, r - 1, GRADIENT));
        }
        self.grad_weight.add_tensor_(&grad_weight)?;
        self.rank.computed("backward", LocalKind::Mixed, &[&grad_y, &x], &self.grad_weight);
        self.rank.show("grad_weight", &self.grad_weight);
        self.order.push_str(&format!("B{micro} "));
        Ok(())
    }
}
