//! A rank's place in the world: what its program sees of it.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use tensor::Tensor;

use crate::error::PeerFailure;
use crate::group::ProcessGroup;
use crate::operations::Operations;
use crate::settings::Settings;
use crate::trace::{EventKind, Trace};
use crate::traffic::Traffic;
use crate::transport::Transport;

/// One rank's place in the world. Clones are the same place.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let same = context.clone();
/// assert_eq!((same.rank(), same.world_size()), (rank, 3));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Clone)]
pub struct Context(Rc<Shared>);

struct Shared {
    operations: RefCell<Operations>,
    settings: Settings,
    rank: usize,
    world_size: usize,
}

impl Context {
    /// Starts a rank on `transport`.
    ///
    /// ```
    /// # use collective::*;
    /// # struct Alone;
    /// # impl Transport for Alone {
    /// #     fn rank(&self) -> usize { 0 }
    /// #     fn world_size(&self) -> usize { 1 }
    /// #     fn now(&self) -> f64 { 0.0 }
    /// #     fn max_frame(&self) -> usize { 1024 }
    /// #     fn try_send(&mut self, _: usize, _: &[u8], _: &[u8]) -> Result<bool, Box<TransportError>> {
    /// #         Ok(true)
    /// #     }
    /// #     fn poll(&mut self, _: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>> {
    /// #         Ok(None)
    /// #     }
    /// #     fn announce(&mut self, _: &PeerFailure) {}
    /// # }
    /// // `Alone` is a transport of one rank.
    /// let context = Context::new(Box::new(Alone), Settings::default());
    /// assert_eq!(context.world().size(), 1);
    /// ```
    pub fn new(transport: Box<dyn Transport>, settings: Settings) -> Self {
        let (rank, world_size) = (transport.rank(), transport.world_size());
        let operations = Operations::new(transport, &settings);
        Self(Rc::new(Shared { operations: RefCell::new(operations), settings, rank, world_size }))
    }

    /// This rank's number in the world.
    /// Follows [`torch.distributed.get_rank`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.get_rank).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let ranks = world.all_gather_object(&context.rank()).await?;
    /// assert_eq!(ranks, [0, 1]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn rank(&self) -> usize {
        self.0.rank
    }

    /// Ranks in the world.
    /// Follows [`torch.distributed.get_world_size`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.get_world_size).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// assert_eq!(context.world_size(), 3);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn world_size(&self) -> usize {
        self.0.world_size
    }

    /// The group of all ranks.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// assert_eq!(context.world().ranks(), [0, 1, 2]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn world(&self) -> ProcessGroup {
        ProcessGroup::world(self.clone())
    }

    /// The rank's settings.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// assert_eq!(context.settings().eager_limit, 0);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Microseconds since the run began.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let before = context.now();
    /// world.barrier().await?;
    /// assert!(context.now() > before);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn now(&self) -> f64 {
        self.operations().endpoint.now()
    }

    /// What this rank has sent and received until now.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// world.broadcast(&Tensor::from_slice(&[1i64, 2]), 0).await?;
    /// context.flush().await?;
    /// assert_eq!(context.traffic().sent_bytes(), [16, 0][rank]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn traffic(&self) -> Ref<'_, Traffic> {
        Ref::map(self.0.operations.borrow(), |operations| operations.endpoint.traffic())
    }

    /// Records an event of the program's own, at a line of its source (0: not known).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(1, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// context.record(12, trace::EventKind::Log);
    /// assert_eq!(context.take_trace().events[0].line, 12);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn record(&self, line: u32, kind: EventKind) {
        let mut operations = self.operations();
        let at = operations.endpoint.now();
        operations.recorder.record(at, line, 0, kind);
    }

    /// Records `tensor`'s present value under the program's name for it.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(1, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// context.record_written(3, "x", &Tensor::from_slice(&[1.5]));
    /// let event = &context.take_trace().events[0];
    /// assert!(matches!(&event.kind, trace::EventKind::Written { name, .. } if name == "x"));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn record_written(&self, line: u32, name: &str, tensor: &Tensor) {
        let event = self.operations().recorder.written(name, tensor);
        self.record(line, event);
    }

    /// Takes the trace, leaving an empty one.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// world.barrier().await?;
    /// assert!(!context.take_trace().events.is_empty());
    /// assert!(context.take_trace().events.is_empty());
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn take_trace(&self) -> Trace {
        let mut operations = self.operations();
        let mut trace = operations.recorder.take();
        if let Some(emulation) = operations.endpoint.emulation() {
            emulation.correct(&mut trace);
        }
        trace
    }

    /// Tells all ranks that this one ends the run.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// if rank == 0 {
    ///     context.announce(&PeerFailure { rank: 0, reason: FailureReason::Failed, message: "enough".into() });
    /// } else {
    ///     let error = world.barrier().await.unwrap_err();
    ///     assert_eq!((error.code(), error.named_ranks()), ("peer_failed", vec![0]));
    /// }
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn announce(&self, failure: &PeerFailure) {
        self.operations().endpoint.announce(failure);
    }

    /// What the rank's groups share. Nobody keeps hold of it: it is there for whoever asks next.
    pub(crate) fn operations(&self) -> RefMut<'_, Operations> {
        self.0.operations.borrow_mut()
    }

    /// The same, unless it is in use: a rank may be taken down in the middle of something.
    pub(crate) fn try_operations(&self) -> Option<RefMut<'_, Operations>> {
        self.0.operations.try_borrow_mut().ok()
    }
}
