use super::{Action, Place, Schedule, Step};

/// Double binary tree all-reduce in place on the output's `count` elements (Sanders, Speck and Träff 2009): each half
/// of the elements goes up one binary tree and down again, and the trees are such that a rank that is inside one is a
/// leaf of the other, so that all links carry their share.
///
/// `2 · depth` steps, with `depth` that of the deeper tree; `2 (world_size − 1) · count` elements are sent in sum. A rank
/// folds its own values first, then what its children have folded, those further from the root first, so the two halves
/// are folded in different orders.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| double_tree_all_reduce(rank, 4, 8));
/// assert_eq!(Counted::of(&all).total(), 2 * 3 * 8);
/// ```
pub fn double_tree_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let middle = count.div_ceil(2);
    let halves = [Place::output(0..middle), Place::output(middle..count)];
    let trees = [Tree::new(world_size, false), Tree::new(world_size, true)];
    let depth = trees.iter().map(Tree::depth).max().unwrap_or(0);
    let mut up = vec![Step::default(); depth];
    let mut down = vec![Step::default(); depth];
    for (tree, half) in trees.iter().zip(&halves) {
        let level = tree.level(rank);
        for (child, into) in tree.children(rank).map(|child| (child, half.clone())) {
            let step = depth - tree.level(child);
            up[step].actions.push(Action::ReceiveFold { peer: child, into: into.clone() });
            down[tree.level(child) - 1].actions.push(Action::Send { peer: child, from: into });
        }
        if let Some(parent) = tree.parent(rank) {
            up[depth - level].actions.push(Action::Send { peer: parent, from: half.clone() });
            down[level - 1].actions.push(Action::Receive { peer: parent, into: half.clone() });
        }
    }
    up.extend(down);
    Schedule { steps: up, scratch: 0 }
}

/// A binary tree over all ranks: node `n` (from 1) hangs below the nearest node whose lowest set bit is the next higher,
/// as in an in-order tree, so odd nodes are leaves. The second tree has its ranks shifted by one, so that leaves of one
/// are inside the other.
struct Tree {
    world_size: usize,
    shift: usize,
}

impl Tree {
    fn new(world_size: usize, shifted: bool) -> Self {
        Self { world_size, shift: usize::from(shifted) }
    }

    fn node(&self, rank: usize) -> usize {
        (rank + self.shift) % self.world_size + 1
    }

    fn rank(&self, node: usize) -> usize {
        (node - 1 + self.world_size - self.shift) % self.world_size
    }

    fn parent_node(&self, node: usize) -> Option<usize> {
        let mut bit = node & node.wrapping_neg();
        let mut at = node;
        // In-order: a node of height h hangs 2^h to one side, at height h + 1; beyond the world, look further up.
        loop {
            at = (at & !bit) | (bit << 1);
            bit <<= 1;
            if at <= self.world_size {
                return Some(at);
            }
            if bit > self.world_size {
                return None;
            }
        }
    }

    fn parent(&self, rank: usize) -> Option<usize> {
        self.parent_node(self.node(rank)).map(|node| self.rank(node))
    }

    fn children(&self, rank: usize) -> impl Iterator<Item = usize> + '_ {
        let node = self.node(rank);
        let hangs = move |child: &usize| self.parent_node(*child) == Some(node);
        (1..=self.world_size).filter(hangs).map(|child| self.rank(child))
    }

    /// Edges between `rank` and the root.
    fn level(&self, rank: usize) -> usize {
        let mut node = self.node(rank);
        let mut level = 0;
        while let Some(parent) = self.parent_node(node) {
            node = parent;
            level += 1;
        }
        level
    }

    fn depth(&self) -> usize {
        (0..self.world_size).map(|rank| self.level(rank)).max().unwrap_or(0)
    }
}
