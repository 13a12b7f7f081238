use ::collective::Member;

use crate::program::arguments::{Arguments, Read};

/// Reads the argument `global` (`src`, `dst`) or `in_group` (`group_src`, `group_dst`), whichever is given.
pub(super) fn root(
    arguments: &Arguments<'_>,
    global: &'static str,
    in_group: &'static str,
) -> Read<Member> {
    optional_root(arguments, global, in_group)?.ok_or_else(|| {
        let what = format!("it is missing: give a rank, here or as {in_group}");
        arguments.wrong(global, what)
    })
}

/// As [`root`], where there need be none.
pub(super) fn optional_root(
    arguments: &Arguments<'_>,
    global: &'static str,
    in_group: &'static str,
) -> Read<Option<Member>> {
    match (arguments.optional_size(global)?, arguments.optional_size(in_group)?) {
        (Some(_), Some(_)) => Err(arguments.wrong(
            in_group,
            format!("Can't specify both group_rank and global_rank: give {global} or {in_group}"),
        )),
        (Some(rank), None) => Ok(Some(Member::Global(rank))),
        (None, Some(rank)) => Ok(Some(Member::Group(rank))),
        (None, None) => Ok(None),
    }
}
