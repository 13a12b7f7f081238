use std::ops::Range;

/// The buffers of one operation on one rank, each a flat run of elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// assert_eq!(Place::input(0..2).buffer, Buffer::Input);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Buffer {
    /// What the caller gave to be read.
    Input,
    /// What the caller gave to be written. In-place operations have their input here.
    Output,
    /// Room of the operation's own.
    Scratch,
}

/// Consecutive elements of one buffer.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// assert_eq!(Place { buffer: Buffer::Output, elements: 2..5 }, Place::output(2..5));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which buffer.
    pub buffer: Buffer,
    /// Which of its elements.
    pub elements: Range<usize>,
}

impl Place {
    /// Elements of the input.
    ///
    /// ```
    /// # use collective::{algorithm::*, cost::Counted};
    /// assert_eq!(Place::input(2..5).elements, 2..5);
    /// ```
    pub fn input(elements: Range<usize>) -> Self {
        Self { buffer: Buffer::Input, elements }
    }

    /// Elements of the output.
    ///
    /// ```
    /// # use collective::{algorithm::*, cost::Counted};
    /// assert_eq!(Place::output(2..5).elements.len(), 3);
    /// ```
    pub fn output(elements: Range<usize>) -> Self {
        Self { buffer: Buffer::Output, elements }
    }

    /// Elements of the scratch buffer.
    ///
    /// ```
    /// # use collective::{algorithm::*, cost::Counted};
    /// assert_eq!(Place::scratch(0..1).buffer, Buffer::Scratch);
    /// ```
    pub fn scratch(elements: Range<usize>) -> Self {
        Self { buffer: Buffer::Scratch, elements }
    }
}

/// One thing that a rank does within a step. Peers are group ranks.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let send = Action::Send { peer: 1, from: Place::output(0..3) };
/// assert_eq!(flat_broadcast(0, 2, 0, 3).steps[0].actions, [send]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Sends elements, as they were when the step began.
    Send {
        /// To whom.
        peer: usize,
        /// Which.
        from: Place,
    },
    /// Receives elements over what is there.
    Receive {
        /// From whom.
        peer: usize,
        /// Where to.
        into: Place,
    },
    /// Receives elements from whoever sends them first.
    ReceiveAny {
        /// Where to.
        into: Place,
    },
    /// Receives elements and folds them in: `there = there op received`.
    ReceiveFold {
        /// From whom.
        peer: usize,
        /// Into what.
        into: Place,
    },
    /// Copies elements within the rank.
    Copy {
        /// What.
        from: Place,
        /// Where to.
        into: Place,
    },
    /// Folds elements within the rank.
    Fold {
        /// What.
        from: Place,
        /// Into what.
        into: Place,
    },
}

/// What a rank does at once: all sends and receives are posted together, then the rest is applied in the order in
/// which it stands here. The order of folds is the order of actions.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let Step { actions } = &dissemination_barrier(0, 2).steps[0];
/// assert_eq!(actions.len(), 2); // a send and a receive
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// In order.
    pub actions: Vec<Action>,
}

// Places are asked for through `dyn`, so that every schedule shares the code.
impl Step {
    /// Sends to every other rank. Starting behind oneself spreads the messages over all receivers.
    pub(super) fn send_to_others(
        &mut self,
        rank: usize,
        world_size: usize,
        from: &dyn Fn(usize) -> Place,
    ) {
        for distance in 1..world_size {
            let peer = (rank + distance) % world_size;
            self.actions.push(Action::Send { peer, from: from(peer) });
        }
    }

    /// Receives every other rank's part, and copies the rank's `own` to its place among them.
    pub(super) fn receive_from_all(
        &mut self,
        rank: usize,
        world_size: usize,
        own: Place,
        into: &dyn Fn(usize) -> Place,
    ) {
        for peer in 0..world_size {
            let into = into(peer);
            self.actions.push(if peer == rank {
                Action::Copy { from: own.clone(), into }
            } else {
                Action::Receive { peer, into }
            });
        }
    }

    /// The receives of a fold over all group ranks: the first part is copied, the others are folded in, in rank order,
    /// the rank's `own` part in its place among them.
    pub(super) fn fold_in_rank_order(
        &mut self,
        rank: usize,
        world_size: usize,
        own: Place,
        into: &Place,
    ) {
        for peer in 0..world_size {
            let into = into.clone();
            self.actions.push(match (peer == rank, peer == 0) {
                (true, true) => Action::Copy { from: own.clone(), into },
                (true, false) => Action::Fold { from: own.clone(), into },
                (false, true) => Action::Receive { peer, into },
                (false, false) => Action::ReceiveFold { peer, into },
            });
        }
    }
}

/// One rank's part in an operation.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let schedule: Schedule = gloo_reduce(0, 3, 0, 6, 4);
/// assert_eq!((schedule.steps.len(), schedule.scratch), (3, 0));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Schedule {
    /// In order; a step's number is part of its messages' envelopes.
    pub steps: Vec<Step>,
    /// Elements of scratch room.
    pub scratch: usize,
}

impl Schedule {
    /// A schedule of one step.
    ///
    /// ```
    /// # use collective::{algorithm::*, cost::Counted};
    /// let schedule = Schedule::one_step(vec![Action::ReceiveAny { into: Place::output(0..1) }]);
    /// assert_eq!(schedule.steps.len(), 1);
    /// ```
    pub fn one_step(actions: Vec<Action>) -> Self {
        Self { steps: vec![Step { actions }], scratch: 0 }
    }
}
