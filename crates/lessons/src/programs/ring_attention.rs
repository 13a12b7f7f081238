use collective::trace::LocalKind;
use collective::{P2POp, Result};
use libm::exp;
use tensor::{DType, Generator, Tensor};

use crate::config::Part;
use crate::rank::Rank;

/// Positions of the sequence on each rank.
const POSITIONS: usize = 2;
const FEATURES: usize = 4;
const FLOAT64: usize = 8;
const KEYS_AND_VALUES: u32 = 30;

/// Attention of every position to the whole sequence, of which no rank ever holds more than two blocks, the one at hand
/// and the one that is coming: keys and values go round a ring, and each query adds up what passes (Liu, Zaharia and Abbeel
/// 2023; the sums as in online softmax).
pub(crate) async fn ring_attention(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let drawn = |peer: usize| draw(part.peer_data_seed(peer));
    let (q, mut block) = drawn(r)?;
    rank.keep("q", &q)?;
    rank.keep("kv", &block)?;
    let block_elements = block.numel();

    let (next, previous) = ((r + 1) % w, (r + w - 1) % w);
    let before = rank.sent_bytes();
    let mut sums = Sums::new();
    let mut most_held = block_elements;
    let out = Tensor::zeros(&[POSITIONS, FEATURES], DType::Float64)?;
    for step in 0..w {
        let (mut works, mut coming) = (Vec::new(), None);
        if step + 1 < w {
            let buffer = coming.insert(Tensor::empty(block.shape(), DType::Float64)?);
            // What is here goes on while it is attended to.
            works = rank.world().batch_isend_irecv(&[
                P2POp::Send { tensor: &block, dst: next.into(), tag: KEYS_AND_VALUES },
                P2POp::Recv { tensor: buffer, src: previous.into(), tag: KEYS_AND_VALUES },
            ])?;
        }
        most_held = most_held.max(block.numel() + coming.as_ref().map_or(0, Tensor::numel));
        sums.attend(&q.to_vec()?, &block.to_vec()?);
        out.copy_(&sums.output()?)?;
        rank.computed("attend", LocalKind::Mixed, &[&q, &block], &out);
        rank.show("out", &out);
        for work in works {
            work.await?;
        }
        if let Some(coming) = coming {
            block = coming;
            rank.show("block", &block);
        }
    }
    let sent = rank.sent_bytes() - before;
    rank.keep("out", &out)?;

    // All at once, from the whole sequence.
    let mut whole = Vec::new();
    for peer in 0..w {
        whole.push(drawn(peer)?.1);
    }
    rank.check_allclose("attention", &softmax_attention(&q.to_vec()?, &whole)?, &out)?;
    let last = (r + 1) % w;
    rank.check_equal("last_block", &whole[last], &block)?;
    rank.check_number("sent", (FLOAT64 * (w - 1) * block_elements) as i64, sent as i64);
    rank.check_number("held", (w.min(2) * block_elements) as i64, most_held as i64);
    let sequence = (w * block_elements) as i64;
    rank.log(&[("held_elements", most_held as i64), ("sequence_elements", sequence)]);
    Ok(())
}

/// Queries, and keys and values one above the other.
fn draw(seed: i128) -> Result<(Tensor, Tensor)> {
    let mut generator = Generator::manual_seed(seed)?;
    let q = generator.randn(&[POSITIONS, FEATURES], DType::Float64)?;
    Ok((q, generator.randn(&[2 * POSITIONS, FEATURES], DType::Float64)?))
}

/// What each query has summed so far: the largest score, weights relative to it, and values by weight.
struct Sums {
    largest: [f64; POSITIONS],
    weight: [f64; POSITIONS],
    values: [[f64; FEATURES]; POSITIONS],
}

impl Sums {
    fn new() -> Self {
        let values = [[0.0; FEATURES]; POSITIONS];
        Self { largest: [f64::NEG_INFINITY; POSITIONS], weight: [0.0; POSITIONS], values }
    }

    /// Takes a block in. A larger score than all before makes what is summed so far smaller.
    fn attend(&mut self, q: &[f64], block: &[f64]) {
        let (keys, values) = block.split_at(block.len() / 2);
        for (i, query) in q.chunks_exact(FEATURES).enumerate().take(POSITIONS) {
            for (key, value) in keys.chunks_exact(FEATURES).zip(values.chunks_exact(FEATURES)) {
                let score = score(query, key);
                let largest = self.largest[i].max(score);
                let (shrink, weight) = (exp(self.largest[i] - largest), exp(score - largest));
                self.largest[i] = largest;
                self.weight[i] = self.weight[i] * shrink + weight;
                for (sum, value) in self.values[i].iter_mut().zip(value) {
                    *sum = *sum * shrink + weight * value;
                }
            }
        }
    }

    fn output(&self) -> Result<Tensor> {
        let rows = self.values.iter().zip(self.weight);
        let all = rows.flat_map(|(row, weight)| row.map(|sum| sum / weight)).collect();
        Ok(Tensor::from_vec::<f64>(all, &[POSITIONS, FEATURES])?)
    }
}

fn score(query: &[f64], key: &[f64]) -> f64 {
    let product: f64 = query.iter().zip(key).map(|(q, k)| q * k).sum();
    product / (FEATURES as f64).sqrt()
}

/// Softmax as it is written in textbooks: all scores first, then weights, then the mean of the values.
fn softmax_attention(q: &[f64], blocks: &[Tensor]) -> Result<Tensor> {
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    for block in blocks {
        let block = block.to_vec::<f64>()?;
        let (k, v) = block.split_at(block.len() / 2);
        keys.extend_from_slice(k);
        values.extend_from_slice(v);
    }
    let mut out = Vec::new();
    for query in q.chunks_exact(FEATURES) {
        let scores: Vec<f64> = keys.chunks_exact(FEATURES).map(|key| score(query, key)).collect();
        let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = scores.iter().map(|score| exp(score - largest)).collect();
        let sum: f64 = weights.iter().sum();
        for feature in 0..FEATURES {
            let column = values.iter().skip(feature).step_by(FEATURES);
            let weighted: f64 = weights.iter().zip(column).map(|(w, v)| w * v).sum();
            out.push(weighted / sum);
        }
    }
    Ok(Tensor::from_vec(out, &[POSITIONS, FEATURES])?)
}
