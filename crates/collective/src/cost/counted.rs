use crate::algorithm::{Action, Schedule};

/// What the schedules of all ranks add up to.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let counted = Counted::of(&[0, 1].map(|rank| flat_broadcast(rank, 2, 0, 5)));
/// assert_eq!((counted.sent, counted.messages), (vec![5, 0], vec![1, 0]));
/// assert_eq!((counted.steps[0].elements, counted.steps[0].folded), (5, 0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Elements that each rank sends, by group rank.
    pub sent: Vec<usize>,
    /// Messages that each rank sends, empty ones too.
    pub messages: Vec<usize>,
    /// For each step in which any message is sent: what the busiest rank does.
    pub steps: Vec<Busiest>,
}

/// What the busiest rank of a step does, or those of several steps together. Links are full duplex: a rank is as busy as
/// the busier of its two directions.
///
/// ```
/// # use collective::{algorithm::*, cost::{Busiest, Counted}};
/// let counted = Counted::of(&[0, 1, 2].map(|rank| flat_reduce(rank, 3, 0, 5)));
/// assert_eq!(counted.steps, [Busiest { messages: 2, elements: 10, folded: 10 }]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Busiest {
    /// Messages that it sends or receives.
    pub messages: usize,
    /// Elements that it sends or receives.
    pub elements: usize,
    /// Elements that it folds.
    pub folded: usize,
}

impl Counted {
    /// Counts the schedules of all ranks, by group rank.
    ///
    /// ```
    /// # use collective::{algorithm::*, cost::Counted};
    /// let counted = Counted::of(&[0, 1].map(|rank| flat_reduce(rank, 2, 0, 5)));
    /// assert_eq!(counted.steps[0].folded, 5);
    /// ```
    pub fn of(schedules: &[Schedule]) -> Self {
        let mut counted = Counted {
            sent: vec![0; schedules.len()],
            messages: vec![0; schedules.len()],
            steps: Vec::new(),
        };
        let steps = schedules.iter().map(|schedule| schedule.steps.len()).max().unwrap_or(0);
        for step in 0..steps {
            let (mut busiest, mut any) = (Busiest::default(), false);
            for (rank, schedule) in schedules.iter().enumerate() {
                let Some(step) = schedule.steps.get(step) else { continue };
                let [out, into] = both_ways(&step.actions);
                counted.sent[rank] += out.elements;
                counted.messages[rank] += out.messages;
                any |= out.messages > 0;
                busiest = Busiest {
                    messages: busiest.messages.max(out.messages).max(into.messages),
                    elements: busiest.elements.max(out.elements).max(into.elements),
                    folded: busiest.folded.max(into.folded),
                };
            }
            if any {
                counted.steps.push(busiest);
            }
        }
        counted
    }

    /// Elements that all ranks send.
    ///
    /// ```
    /// # use collective::{algorithm::*, cost::Counted};
    /// let counted = Counted::of(&[0, 1, 2].map(|rank| ring_all_gather(rank, 3, 5)));
    /// assert_eq!(counted.total(), 3 * 2 * 5);
    /// ```
    pub fn total(&self) -> usize {
        self.sent.iter().sum()
    }
}

/// What a rank sends in a step, and what it receives and folds.
fn both_ways(actions: &[Action]) -> [Busiest; 2] {
    let [mut out, mut into] = [Busiest::default(); 2];
    for action in actions {
        match action {
            Action::Send { from, .. } => {
                out.elements += from.elements.len();
                out.messages += 1;
            }
            Action::Receive { into: place, .. } | Action::ReceiveAny { into: place } => {
                into.elements += place.elements.len();
                into.messages += 1;
            }
            Action::ReceiveFold { into: place, .. } => {
                into.elements += place.elements.len();
                into.messages += 1;
                into.folded += place.elements.len();
            }
            Action::Fold { into: place, .. } => into.folded += place.elements.len(),
            Action::Copy { .. } => {}
        }
    }
    [out, into]
}
