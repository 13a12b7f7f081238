use ::collective::ProcessGroup;

use crate::program::arguments::{Arguments, Read};
use crate::program::stop::Stop;

/// A rank that a call names: by its number in the world, or by that in the call's group.
#[derive(Debug, Clone, Copy)]
pub(super) enum Root {
    Global(usize),
    Group(usize),
}

impl Root {
    /// Reads the argument `global` (`src`, `dst`) or `in_group` (`group_src`, `group_dst`), whichever is given.
    pub(super) fn read(
        arguments: &Arguments<'_>,
        global: &'static str,
        in_group: &'static str,
    ) -> Read<Root> {
        match Self::optional(arguments, global, in_group)? {
            Some(root) => Ok(root),
            None => Err(arguments
                .wrong(global, format!("it is missing: give a rank, here or as {in_group}"))),
        }
    }

    pub(super) fn optional(
        arguments: &Arguments<'_>,
        global: &'static str,
        in_group: &'static str,
    ) -> Read<Option<Root>> {
        match (arguments.optional_size(global)?, arguments.optional_size(in_group)?) {
            (Some(_), Some(_)) => Err(arguments.wrong(
                in_group,
                format!(
                    "Can't specify both group_rank and global_rank: give {global} or {in_group}"
                ),
            )),
            (Some(rank), None) => Ok(Some(Root::Global(rank))),
            (None, Some(rank)) => Ok(Some(Root::Group(rank))),
            (None, None) => Ok(None),
        }
    }

    /// The global rank.
    pub(super) fn in_world(self, group: &ProcessGroup) -> Result<usize, Stop> {
        match self {
            Root::Global(rank) => Ok(rank),
            Root::Group(rank) => Ok(group.global_rank(rank)?),
        }
    }
}
