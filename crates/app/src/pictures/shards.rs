//! Lesson 6: the whole gradient on every rank, and a shard of it.

use lessons::PARAMETERS;
use tensor::DType;

use super::Scene;
use crate::state::Sight;

/// The part of the flat gradient that a rank holds: first element, elements, and padding behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// First element.
    pub start: usize,
    /// Elements of the gradient.
    pub real: usize,
    /// Elements behind its end.
    pub padding: usize,
}

/// What `rank` holds under ZeRO-2.
pub fn shard(rank: usize, world_size: usize) -> Shard {
    let per = PARAMETERS.div_ceil(world_size);
    let start = (rank * per).min(PARAMETERS);
    let real = per.min(PARAMETERS - start);
    Shard { start, real, padding: per - real }
}

/// One of the two ways to take the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The whole gradient everywhere.
    Ddp,
    /// A shard on each rank.
    Zero2,
}

impl Method {
    /// What a rank holds.
    pub fn held(self, rank: usize, world_size: usize) -> Shard {
        match self {
            Method::Ddp => Shard { start: 0, real: PARAMETERS, padding: 0 },
            Method::Zero2 => shard(rank, world_size),
        }
    }

    /// The gradient's name, once it is summed.
    fn gradient(self) -> &'static str {
        match self {
            Method::Ddp => "mean_grad",
            Method::Zero2 => "grad_shard",
        }
    }

    /// Bytes that all ranks have sent, once they know.
    pub fn bytes(self, sight: &Sight) -> Option<f64> {
        let (check, index) = match self {
            Method::Ddp => ("ddp_bytes", 0),
            Method::Zero2 => ("zero2_bytes", 1),
        };
        let counted =
            || sight.known(0, "bytes").and_then(|bytes| bytes.numbers.get(index).copied());
        sight.checked(0, check).or_else(counted)
    }
}

/// A bar for each rank under one of the methods, as HTML.
pub fn html(scene: &mut Scene, index: usize) -> String {
    let (Some(sight), words) = (&scene.sight, scene.words) else { return String::new() };
    let method = if index == 0 { Method::Ddp } else { Method::Zero2 };
    let world_size = sight.world_size();
    let all = PARAMETERS.div_ceil(world_size) * world_size;
    let (name, text) = match method {
        Method::Ddp => ("DDP", words.ddp),
        Method::Zero2 => ("ZeRO-2", words.zero2),
    };
    let per = method.held(0, world_size);
    let live = per.real + per.padding;
    let elements = (words.holds)(live, live * DType::Float32.size());
    // Thousandths of the widest bar, which is the padded gradient.
    let part = |elements: usize| elements * 1000 / all;
    let every = if world_size > 16 { 8 } else { 1 };
    let mut bars = String::new();
    for rank in 0..world_size {
        let Shard { start, real, padding } = method.held(rank, world_size);
        let class = if sight.has(rank, method.gradient()) { "" } else { " void" };
        let name = if rank % every == 0 { rank.to_string() } else { String::new() };
        bars.push_str(&format!(
            "<div><b>{name}</b><span><i class=\"r{rank}{class}\" style=\"margin-left:{}e-1%;width:{}e-1%\"></i>",
            part(start),
            part(real),
        ));
        if padding > 0 {
            bars.push_str(&format!("<i class=hatching style=\"width:{}e-1%\"></i>", part(padding)));
        }
        bars.push_str("</span></div>");
    }
    let class = if world_size > 16 { "bars many" } else { "bars" };
    let sent = match method.bytes(sight) {
        Some(bytes) => (words.sent)(bytes as u64),
        None => (words.way[0]).to_owned(),
    };
    format!(
        "<h4>{name}</h4><p>{text}</p><div class=\"{class}\" role=img aria-label=\"{elements}\">{bars}</div><p><b>{elements}</b></p><p class=sent>{sent}</p>"
    )
}

/// What the two have in common and what not, as HTML.
pub fn verdict(scene: &mut Scene, _: usize) -> String {
    let (Some(sight), words) = (&scene.sight, scene.words) else { return String::new() };
    let [ddp, zero2] = [Method::Ddp, Method::Zero2].map(|method| method.bytes(sight));
    let (Some(ddp), Some(zero2)) = (ddp, zero2) else { return String::new() };
    let per = PARAMETERS.div_ceil(sight.world_size());
    (words.compare)((zero2 - ddp) as u64, per, per * sight.world_size() - PARAMETERS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::recorded;
    use lessons::Lesson;

    #[test]
    fn shards_are_the_gradient_and_its_padding() {
        for world_size in 1..=64 {
            let shards: Vec<Shard> = (0..world_size).map(|rank| shard(rank, world_size)).collect();
            assert_eq!(shards.iter().map(|held| held.real).sum::<usize>(), PARAMETERS);
            let per = PARAMETERS.div_ceil(world_size);
            assert!(shards.iter().all(|held| held.real + held.padding == per), "{world_size}");
        }
    }

    #[test]
    fn bytes_are_those_that_the_ranks_counted() {
        let (mut playback, config) = recorded(&[("lesson", "ddp_zero2"), ("world_size", "3")]);
        let end = playback.len();
        let sight = Sight::at(&mut playback, &config, Lesson::DdpZero2, end);
        assert_eq!(Method::Ddp.bytes(&sight), Some(1024.0));
        assert_eq!(Method::Zero2.bytes(&sight), Some(1056.0));
        let before = Sight::at(&mut playback, &config, Lesson::DdpZero2, 0);
        assert_eq!(Method::Ddp.bytes(&before), None);
    }
}
