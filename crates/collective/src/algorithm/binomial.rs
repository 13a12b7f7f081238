use super::{Action, Place, Schedule, Step, even_chunk};

/// A binomial tree over ranks counted from the root: node `v`'s children are `v + 2^k` for every `2^k` below its lowest
/// set bit (the root: every one), and the subtree of a child at `2^k` spans the `2^k` nodes from it on.
#[derive(Clone, Copy)]
struct Tree {
    world_size: usize,
    root: usize,
    node: usize,
}

impl Tree {
    fn new(rank: usize, world_size: usize, root: usize) -> Self {
        Self { world_size, root, node: (rank + world_size - root) % world_size }
    }

    fn rank(self, node: usize) -> usize {
        (node + self.root) % self.world_size
    }

    /// Distances at which this node sends or receives, largest first: `ceil(log2(world_size))` of them.
    fn distances(self) -> impl DoubleEndedIterator<Item = usize> {
        let log2 = self.world_size.next_power_of_two().trailing_zeros();
        (0..log2).rev().map(|k| 1 << k)
    }

    /// Whether this node hands its subtree to a child `distance` away.
    fn child(self, distance: usize) -> Option<usize> {
        let child = self.node + distance;
        (self.node.is_multiple_of(2 * distance) && child < self.world_size).then_some(child)
    }

    /// Whether this node hangs on one `distance` before it.
    fn parent(self, distance: usize) -> Option<usize> {
        (self.node % (2 * distance) == distance).then(|| self.node - distance)
    }

    /// The nodes of the subtree that starts at `node` and is `distance` wide.
    fn subtree(self, node: usize, distance: usize) -> std::ops::Range<usize> {
        node..(node + distance).min(self.world_size)
    }
}

/// Binomial scatter: the root hands half of all parts to the node half the world away, and so on in both halves.
///
/// `ceil(log2(world_size))` steps; every output has `count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| binomial_scatter(rank, 4, 0, 2));
/// assert_eq!(Counted::of(&all).sent, [6, 0, 2, 0]);
/// ```
pub fn binomial_scatter(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let tree = Tree::new(rank, world_size, root);
    // Scratch holds parts by node, so that a subtree's lie together.
    let parts =
        |nodes: std::ops::Range<usize>| Place::scratch(nodes.start * count..nodes.end * count);
    let mut steps = Vec::new();
    if rank == root {
        let sort = |node: usize| Action::Copy {
            from: Place::input(even_chunk(count, tree.rank(node))),
            into: parts(node..node + 1),
        };
        steps.push(Step { actions: (0..world_size).map(sort).collect() });
    } else {
        steps.push(Step::default());
    }
    for distance in tree.distances() {
        let mut actions = Vec::new();
        if let Some(child) = tree.child(distance) {
            let from = parts(tree.subtree(child, distance));
            actions.push(Action::Send { peer: tree.rank(child), from });
        } else if let Some(parent) = tree.parent(distance) {
            let into = parts(tree.subtree(tree.node, distance));
            actions.push(Action::Receive { peer: tree.rank(parent), into });
        }
        steps.push(Step { actions });
    }
    let own = Action::Copy { from: parts(tree.node..tree.node + 1), into: Place::output(0..count) };
    steps.push(Step { actions: vec![own] });
    Schedule { steps, scratch: world_size * count }
}

/// Binomial gather: binomial scatter backwards.
///
/// `ceil(log2(world_size))` steps; every input has `count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| binomial_gather(rank, 4, 0, 2));
/// assert_eq!(Counted::of(&all).sent, [0, 2, 4, 2]);
/// ```
pub fn binomial_gather(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let tree = Tree::new(rank, world_size, root);
    let parts =
        |nodes: std::ops::Range<usize>| Place::scratch(nodes.start * count..nodes.end * count);
    let own = Action::Copy { from: Place::input(0..count), into: parts(tree.node..tree.node + 1) };
    let mut steps = vec![Step { actions: vec![own] }];
    for distance in tree.distances().rev() {
        let mut actions = Vec::new();
        if let Some(child) = tree.child(distance) {
            let into = parts(tree.subtree(child, distance));
            actions.push(Action::Receive { peer: tree.rank(child), into });
        } else if let Some(parent) = tree.parent(distance) {
            let from = parts(tree.subtree(tree.node, distance));
            actions.push(Action::Send { peer: tree.rank(parent), from });
        }
        steps.push(Step { actions });
    }
    if rank == root {
        let sort = |node: usize| Action::Copy {
            from: parts(node..node + 1),
            into: Place::output(even_chunk(count, tree.rank(node))),
        };
        steps.push(Step { actions: (0..world_size).map(sort).collect() });
    }
    Schedule { steps, scratch: world_size * count }
}

/// Binomial reduce of the input's `count` elements into the root's output: each node folds its children's sums into its
/// own values, nearest child first.
///
/// `ceil(log2(world_size))` steps; `(world_size − 1) · count` elements are sent in sum. Counted from the root on, ranks are
/// folded in order, but pairs before pairs of pairs: `((0 + 1) + (2 + 3)) + …`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let schedule = binomial_reduce(0, 4, 0, 5);
/// let from = |step: usize| schedule.steps[step].actions[0].clone();
/// assert_eq!(from(1), Action::ReceiveFold { peer: 1, into: Place::scratch(0..5) });
/// assert_eq!(from(2), Action::ReceiveFold { peer: 2, into: Place::scratch(0..5) }); // 2 + 3
/// ```
pub fn binomial_reduce(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let sum = || Place::scratch(0..count);
    let own = Action::Copy { from: Place::input(0..count), into: sum() };
    let mut steps = vec![Step { actions: vec![own] }];
    steps.extend(reduce_steps(rank, world_size, root, &sum()));
    if rank == root {
        let result = Action::Copy { from: sum(), into: Place::output(0..count) };
        steps.push(Step { actions: vec![result] });
    }
    Schedule { steps, scratch: count }
}

/// Binomial reduce to rank 0, then binomial broadcast, in place on the output's `count` elements.
///
/// `2 ceil(log2(world_size))` steps; `2 (world_size − 1) · count` elements are sent in sum. It folds as
/// [`binomial_reduce`] to rank 0 does.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| binomial_all_reduce(rank, 4, 5));
/// assert_eq!(Counted::of(&all).total(), 2 * 3 * 5);
/// ```
pub fn binomial_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let mut steps = reduce_steps(rank, world_size, 0, &Place::output(0..count));
    steps.extend(super::binomial_broadcast(rank, world_size, 0, count).steps);
    Schedule { steps, scratch: 0 }
}

fn reduce_steps(rank: usize, world_size: usize, root: usize, sum: &Place) -> Vec<Step> {
    let tree = Tree::new(rank, world_size, root);
    let step = |distance: usize| {
        let mut actions = Vec::new();
        if let Some(child) = tree.child(distance) {
            actions.push(Action::ReceiveFold { peer: tree.rank(child), into: sum.clone() });
        } else if let Some(parent) = tree.parent(distance) {
            actions.push(Action::Send { peer: tree.rank(parent), from: sum.clone() });
        }
        Step { actions }
    };
    tree.distances().rev().map(step).collect()
}
