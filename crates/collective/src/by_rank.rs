//! One thing for each rank of the world.

use std::ops::{Index, IndexMut};

/// Things by global rank. A rank is looked up in one place, and not checked anew wherever one is named.
#[derive(Debug)]
pub(crate) struct ByRank<T>(Vec<T>);

impl<T> ByRank<T> {
    pub(crate) fn new(world_size: usize, thing: impl FnMut() -> T) -> Self {
        let mut things = Vec::new();
        things.resize_with(world_size, thing);
        Self(things)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    // Not in `index`, which is handed its caller's line, as every `Index` is: each caller's would be in the program.
    #[inline(never)]
    fn of(&self, rank: usize) -> &T {
        &self.0[rank]
    }

    #[inline(never)]
    fn of_mut(&mut self, rank: usize) -> &mut T {
        &mut self.0[rank]
    }
}

impl<T> Index<usize> for ByRank<T> {
    type Output = T;

    #[inline]
    fn index(&self, rank: usize) -> &T {
        self.of(rank)
    }
}

impl<T> IndexMut<usize> for ByRank<T> {
    #[inline]
    fn index_mut(&mut self, rank: usize) -> &mut T {
        self.of_mut(rank)
    }
}
