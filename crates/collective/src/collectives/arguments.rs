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
    Err(Box::new(CollectiveError::WrongDtype {
        call: call.name(),
        argument,
        given: tensor.dtype().name(),
        expected: expected.name(),
    }))
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
    Err(Box::new(CollectiveError::WrongCount { call: call.name(), argument, given, expected }))
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
    Err(Box::new(CollectiveError::Indivisible { call: call.name(), argument, given, world_size }))
}

/// A list must have one tensor for each rank.
pub(super) fn list_length(
    call: Collective,
    argument: &'static str,
    tensors: &[Tensor],
    world_size: usize,
) -> Result<()> {
    if tensors.len() == world_size {
        return Ok(());
    }
    Err(Box::new(CollectiveError::WrongListLength {
        call: call.name(),
        argument,
        given: tensors.len(),
        expected: world_size,
    }))
}

/// A list must have one tensor of `like`'s count and type for each rank.
pub(super) fn list(
    call: Collective,
    argument: &'static str,
    tensors: &[Tensor],
    like: &Tensor,
    world_size: usize,
) -> Result<()> {
    list_length(call, argument, tensors, world_size)?;
    for tensor in tensors {
        same_dtype(call, argument, tensor, like.dtype())?;
        count(call, argument, tensor, like.numel())?;
    }
    Ok(())
}

/// Sizes of parts in elements, from sizes in rows of dimension 0.
pub(super) fn row_splits(
    call: Collective,
    argument: &'static str,
    tensor: &Tensor,
    splits: &[usize],
    world_size: usize,
) -> Result<Vec<usize>> {
    let rows = tensor.shape().first().copied().unwrap_or(1);
    let sum = splits.iter().try_fold(0usize, |sum, &rows| sum.checked_add(rows));
    if splits.len() != world_size || sum != Some(rows) {
        return Err(Box::new(CollectiveError::WrongSplits {
            call: call.name(),
            argument,
            splits: splits.to_vec(),
            rows,
            world_size,
        }));
    }
    let row = tensor.numel().checked_div(rows).unwrap_or(0);
    Ok(splits.iter().map(|rows| rows * row).collect())
}

/// A list that must be given on the root and nowhere else.
pub(super) fn root_list(
    call: Collective,
    argument: &'static str,
    tensors: Option<&[Tensor]>,
    on_root: bool,
    like: &Tensor,
    world_size: usize,
) -> Result<Vec<Tensor>> {
    let misplaced =
        |rule| Box::new(CollectiveError::ListMisplaced { call: call.name(), argument, rule });
    match (tensors, on_root) {
        (None, false) => Ok(Vec::new()),
        (Some(_), false) => Err(misplaced("not be given on other ranks than the root")),
        (None, true) => Err(misplaced("be given on the root")),
        (Some(tensors), true) => {
            list(call, argument, tensors, like, world_size)?;
            Ok(tensors.to_vec())
        }
    }
}
