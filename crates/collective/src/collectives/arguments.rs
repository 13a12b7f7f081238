//! What several collectives ask of their arguments.

use tensor::{DType, Tensor};

use crate::call::Collective;
use crate::error::{CollectiveError, Result};

pub(super) fn same_dtype(
    call: Collective,
    argument: &'static str,
    tensor: &Tensor,
    expected: DType,
) -> Result<()> {
    if tensor.dtype() == expected {
        return Ok(());
    }
    Err(CollectiveError::WrongDtype {
        call: call.name(),
        argument,
        given: tensor.dtype().name(),
        expected: expected.name(),
    })
}

pub(super) fn count(
    call: Collective,
    argument: &'static str,
    tensor: &Tensor,
    expected: usize,
) -> Result<()> {
    let given = tensor.numel();
    if given == expected {
        return Ok(());
    }
    Err(CollectiveError::WrongCount { call: call.name(), argument, given, expected })
}

/// The elements of one of `world_size` equal parts.
pub(super) fn even_part(
    call: Collective,
    argument: &'static str,
    tensor: &Tensor,
    world_size: usize,
) -> Result<usize> {
    let given = tensor.numel();
    if given.is_multiple_of(world_size) {
        return Ok(given / world_size);
    }
    Err(CollectiveError::Indivisible { call: call.name(), argument, given, world_size })
}

/// A list that must be given on the root and nowhere else: one tensor of `like`'s count and type for each rank.
pub(super) fn root_list(
    call: Collective,
    argument: &'static str,
    list: Option<&[Tensor]>,
    on_root: bool,
    like: &Tensor,
    world_size: usize,
) -> Result<Vec<Tensor>> {
    let misplaced = |rule| CollectiveError::ListMisplaced { call: call.name(), argument, rule };
    match (list, on_root) {
        (None, false) => Ok(Vec::new()),
        (Some(_), false) => Err(misplaced("not be given on other ranks than the root")),
        (None, true) => Err(misplaced("be given on the root")),
        (Some(list), true) => {
            if list.len() != world_size {
                return Err(CollectiveError::WrongListLength {
                    call: call.name(),
                    argument,
                    given: list.len(),
                    expected: world_size,
                });
            }
            for tensor in list {
                same_dtype(call, argument, tensor, like.dtype())?;
                count(call, argument, tensor, like.numel())?;
            }
            Ok(list.to_vec())
        }
    }
}
