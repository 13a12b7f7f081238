//! What another implementation does in silence where this one refuses: to look at, not to rely on.
//!
//! An emulation changes plans before they start, and lets pass what this library would not. It is reached only through
//! [`Settings::emulate`](crate::Settings::emulate) or [`Context::emulate`], so that a program without it does not carry it
//! into a browser.

mod gloo;
mod tails;

use std::fmt;

use crate::call::Call;
use crate::context::Context;
use crate::error::Result;
use crate::plan::Plan;
use crate::trace::Trace;

/// Which implementation's silence is shown.
///
/// ```
/// use collective::{Emulation, ReduceOp, Settings, simulator};
/// use tensor::Tensor;
///
/// let settings = Settings { emulate: Some(Emulation::GLOO), ..Settings::default() };
/// let options = simulator::Options { settings, ..Default::default() };
/// # let ranks = simulator::run(2, options, async |context: collective::Context| -> collective::Result<()> {
/// let x = Tensor::from_slice(&[context.rank() as f32 + 2.0]);
/// let op = if context.rank() == 0 { ReduceOp::Sum } else { ReduceOp::Max };
/// context.world().all_reduce(&x, op).await?;
/// assert_eq!(x.to_vec::<f32>()?, [5.0]); // the sum, on either rank
/// # Ok(())
/// # });
/// # assert!(ranks.into_iter().all(|rank| rank == Ok(Ok(()))));
/// ```
#[derive(Clone, Copy)]
pub struct Emulation(&'static Silence);

struct Silence {
    name: &'static str,
    /// Makes of a rank's plan what is done there.
    plan: fn(&mut Plan, rank: usize) -> Result<()>,
    lets_pass: LetsPass,
    /// Makes a trace tell what was done.
    trace: fn(&mut Trace),
}

/// Whether a receiver's call and a sender's, which do not agree, go on all the same; with the bytes that the receiver has
/// room for, and those sent.
type LetsPass = fn(&Call, &Call, (u32, u32)) -> bool;

impl Emulation {
    /// gloo, as PyTorch 2.15 uses it on CPUs, in the cases whose outcome is known and the same every time:
    ///
    /// * `all_reduce` of different operations, or of different types of one size: every rank folds its own way;
    /// * `recv` of fewer bytes than there is room for, or of another type: the tail stays, bits are taken as they are; so does
    ///   the tail of a `broadcast` between two ranks, and that of a part of `all_to_all` with split sizes;
    /// * `reduce` leaves what it folded on the way on the ranks that are not its root;
    /// * `broadcast`, `reduce` and `scatter` of a view with gaps move what follows its first element in memory;
    /// * `reduce_scatter` of lists whose tensors differ in size.
    ///
    /// All else is as it is without emulation: what ranks mean differently is a mismatch, and what may not be known of gloo
    /// is refused (`not_emulated`). All-reduce, reduce-scatter and reduce fold in gloo's order.
    pub const GLOO: Emulation = Emulation(&gloo::SILENCE);

    /// Its name, as programs have it.
    ///
    /// ```
    /// assert_eq!(collective::Emulation::GLOO.name(), "gloo");
    /// ```
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The emulation of that name.
    ///
    /// ```
    /// # use collective::Emulation;
    /// assert_eq!(Emulation::from_name("gloo"), Some(Emulation::GLOO));
    /// assert_eq!(Emulation::from_name("nccl"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Emulation> {
        (Emulation::GLOO.name() == name).then_some(Emulation::GLOO)
    }

    pub(crate) fn change(self, plan: &mut Plan, rank: usize) -> Result<()> {
        (self.0.plan)(plan, rank)
    }

    pub(crate) fn lets_pass(self, mine: &Call, theirs: &Call, sizes: (u32, u32)) -> bool {
        (self.0.lets_pass)(mine, theirs, sizes)
    }

    pub(crate) fn correct(self, trace: &mut Trace) {
        (self.0.trace)(trace);
    }
}

impl PartialEq for Emulation {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for Emulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Context {
    /// Emulates from here on, as [`Settings::emulate`](crate::Settings::emulate) does from the beginning. All ranks must do
    /// so alike, before their first call.
    ///
    /// ```
    /// # use collective::{Emulation, simulator};
    /// # use tensor::{DType, Tensor};
    /// # let options = simulator::Options::default();
    /// # let ranks = simulator::run(2, options, async |context: collective::Context| -> collective::Result<()> {
    /// context.emulate(Emulation::GLOO);
    /// let (x, world) = (Tensor::full(&[2 + context.rank()], 7, DType::Int64)?, context.world());
    /// x.narrow(0, 0, 2)?.fill_(context.rank() as i64)?;
    /// world.broadcast(&x, 0).await?; // to three elements from two
    /// assert_eq!(x.to_vec::<i64>()?, [&[0, 0][..], &[0, 0, 7]][context.rank()]);
    /// # Ok(())
    /// # });
    /// # assert!(ranks.into_iter().all(|rank| rank == Ok(Ok(()))));
    /// ```
    pub fn emulate(&self, emulation: Emulation) {
        self.operations().endpoint.emulate(emulation);
    }
}
