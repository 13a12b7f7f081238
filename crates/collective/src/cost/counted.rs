use crate::algorithm::{Action, Schedule};

/// What the schedules of all ranks add up to.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let counted = Counted::of(&[0, 1].map(|rank| flat_broadcast(rank, 2, 0, 5)));
/// assert_eq!((counted.sent, counted.messages, counted.steps), (vec![5, 0], vec![1, 0], vec![(5, 0)]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Elements that each rank sends, by group rank.
    pub sent: Vec<usize>,
    /// Messages that each rank sends, empty ones too.
    pub messages: Vec<usize>,
    /// For each step in which any message is sent: the most elements that one rank sends or receives, and the most
    /// that one rank folds.
    pub steps: Vec<(usize, usize)>,
}

impl Counted {
    /// Counts the schedules of all ranks, by group rank.
    ///
    /// ```
    /// # use collective::{algorithm::*, cost::Counted};
    /// let counted = Counted::of(&[0, 1].map(|rank| flat_reduce(rank, 2, 0, 5)));
    /// assert_eq!(counted.steps, [(5, 5)]); // five elements go, and are folded
    /// ```
    pub fn of(schedules: &[Schedule]) -> Self {
        let mut counted = Counted {
            sent: vec![0; schedules.len()],
            messages: vec![0; schedules.len()],
            steps: Vec::new(),
        };
        let steps = schedules.iter().map(|schedule| schedule.steps.len()).max().unwrap_or(0);
        for step in 0..steps {
            let (mut busiest, mut folded, mut any) = (0, 0, false);
            for (rank, schedule) in schedules.iter().enumerate() {
                let Some(step) = schedule.steps.get(step) else { continue };
                let [mut out, mut into, mut folds] = [0; 3];
                for action in &step.actions {
                    match action {
                        Action::Send { from, .. } => {
                            out += from.elements.len();
                            counted.messages[rank] += 1;
                            any = true;
                        }
                        Action::Receive { into: place, .. }
                        | Action::ReceiveAny { into: place } => {
                            into += place.elements.len();
                        }
                        Action::ReceiveFold { into: place, .. } => {
                            into += place.elements.len();
                            folds += place.elements.len();
                        }
                        Action::Fold { into: place, .. } => folds += place.elements.len(),
                        Action::Copy { .. } => {}
                    }
                }
                counted.sent[rank] += out;
                // Links are full duplex: a rank is as busy as the busier of its two directions.
                busiest = busiest.max(out.max(into));
                folded = folded.max(folds);
            }
            if any {
                counted.steps.push((busiest, folded));
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
