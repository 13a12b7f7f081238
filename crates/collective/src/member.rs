/// A rank of a group, given by either of its numbers. Wherever a source, destination or root is asked for, a plain
/// number is a global rank, as it is in torch; `group_src` and `group_dst` are [`Member::Group`] here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Member {
    /// By its rank in the world.
    Global(usize),
    /// By its rank in the group.
    Group(usize),
}

impl From<usize> for Member {
    fn from(rank: usize) -> Self {
        Member::Global(rank)
    }
}
