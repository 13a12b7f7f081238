use super::{Busiest, Counted, Critical, Line, critical};
use crate::algorithm::Algorithm;
use crate::call::Collective;

/// A link between ranks: a message of `b` bytes takes `α + β·b`, and folding it `γ·b`.
/// Follows Thakur, Rabenseifner and Gropp, "Optimization of Collective Communication Operations in MPICH" (2005).
///
/// ```
/// # use collective::cost::{LinkModel, PRESETS};
/// let LinkModel { alpha, beta, .. } = PRESETS[0].link;
/// assert!(alpha > 1e4 * beta); // it pays to send much at once
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkModel {
    /// Seconds for any message.
    pub alpha: f64,
    /// Seconds for each byte.
    pub beta: f64,
    /// Seconds to fold each byte.
    pub gamma: f64,
}

impl LinkModel {
    /// Seconds that an operation takes: its steps one after the other, each as long as its busiest rank needs, which sends
    /// one message at a time and receives another meanwhile.
    ///
    /// ```
    /// # use collective::{algorithm::*, cost::{Counted, LinkModel}};
    /// let link = LinkModel { alpha: 1.0, beta: 0.5, gamma: 0.0 };
    /// let counted = Counted::of(&[0, 1].map(|rank| flat_broadcast(rank, 2, 0, 4)));
    /// assert_eq!(link.seconds(&counted, 1), 1.0 + 0.5 * 4.0);
    /// ```
    pub fn seconds(&self, counted: &Counted, element_bytes: usize) -> f64 {
        let step = |&Busiest { messages, elements, folded }: &Busiest| {
            let bytes = |elements: usize| (elements * element_bytes) as f64;
            self.alpha * messages as f64 + self.beta * bytes(elements) + self.gamma * bytes(folded)
        };
        counted.steps.iter().map(step).sum()
    }

    /// Seconds against bytes (of the larger of the two buffers, as nccl-tests counts them), which is a straight line;
    /// `None` where the collective does not have the algorithm.
    ///
    /// ```
    /// # use collective::{Collective, algorithm::Algorithm, cost::{Line, LinkModel}};
    /// let link = LinkModel { alpha: 2.0, beta: 1.0, gamma: 0.0 };
    /// let line = link.line(Collective::AllGather, Algorithm::Ring, 4);
    /// assert_eq!(line, Some(Line { fixed: 3.0 * 2.0, per_byte: 0.75 }));
    /// ```
    pub fn line(&self, collective: Collective, algorithm: Algorithm, w: usize) -> Option<Line> {
        let Critical { messages, parts, folded } = critical(collective, algorithm, w)?;
        let per_part = self.beta * parts + self.gamma * folded;
        Some(Line { fixed: self.alpha * messages, per_byte: per_part * part(collective, w) })
    }
}

/// How much of an operation's bytes (the larger of its two buffers, as nccl-tests counts them) is one rank's part.
fn part(collective: Collective, w: usize) -> f64 {
    match collective {
        Collective::Broadcast | Collective::Reduce | Collective::AllReduce => 1.0,
        _ => 1.0 / w.max(1) as f64,
    }
}

/// A kind of link, and where its figures come from.
///
/// ```
/// # use collective::cost::{PRESETS, Preset};
/// let Preset { id, name, link, .. } = PRESETS[0];
/// assert_eq!((id, name, link.alpha), ("nvlink", "NVLink 4", 2.5e-6));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Preset {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its figures.
    pub link: LinkModel,
    /// Their source.
    pub source: &'static str,
}

/// Folding on an accelerator is bound by its memory: some terabytes a second, three passes.
const GAMMA: f64 = 1e-12;

/// Links by their nominal bandwidth in one direction, with its source. α is assumed, by its order of magnitude, and γ is that
/// of an accelerator's memory throughout: measure your own before you believe a crossover.
pub const PRESETS: [Preset; 4] = [
    Preset {
        id: "nvlink",
        name: "NVLink 4",
        link: LinkModel { alpha: 2.5e-6, beta: 1.0 / 450e9, gamma: GAMMA },
        source: "NVIDIA H100 data sheet: 900 GB/s, both directions together",
    },
    Preset {
        id: "pcie",
        name: "PCIe 5.0 x16",
        link: LinkModel { alpha: 5e-6, beta: 1.0 / 63e9, gamma: GAMMA },
        source: "PCI Express 5.0: 32 GT/s a lane, 128b/130b, 16 lanes",
    },
    Preset {
        id: "ndr",
        name: "InfiniBand NDR",
        link: LinkModel { alpha: 3e-6, beta: 1.0 / 50e9, gamma: GAMMA },
        source: "InfiniBand Trade Association: NDR, 400 Gb/s",
    },
    Preset {
        id: "100gbe",
        name: "100 GbE",
        link: LinkModel { alpha: 15e-6, beta: 1.0 / 12.5e9, gamma: GAMMA },
        source: "IEEE 802.3: 100 Gb/s; latency of kernel TCP",
    },
];
