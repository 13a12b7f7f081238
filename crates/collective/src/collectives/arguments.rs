//! What several collectives ask of their arguments.

use tensor::{DType, Tensor};

use crate::call::Collective;
use crate::error::{CollectiveError, Misuse, Result};

/// `expected` is the type of the tensor that stands before this one in the call.
pub(super) fn same_dtype(
    call: Collective,
    argument: &'static str,
    tensor: &Tensor,
    expected: DType,
) -> Result<()> {
    if tensor.dtype() == expected {
        return Ok(());
    }
    let given = tensor.dtype();
    Err(Box::new(CollectiveError::WrongDtype { call: call.name(), argument, given, expected }))
}

/// A tensor's shape, or that of the part of it (or tensor of a list) with this `index`.
pub(super) fn same_shape(
    call: Collective,
    argument: &'static str,
    index: usize,
    given: &[usize],
    expected: &[usize],
) -> Result<()> {
    if given == expected {
        return Ok(());
    }
    Err(wrong_shape(call, argument, index, given, expected))
}

pub(super) fn wrong_shape(
    call: Collective,
    argument: &'static str,
    index: usize,
    given: &[usize],
    expected: &[usize],
) -> Box<CollectiveError> {
    let (call, given, expected) = (call.name(), given.to_vec(), expected.to_vec());
    Box::new(CollectiveError::WrongShape { call, argument, index, given, expected })
}

/// As `shape`, with `world_size` times the rows. What has no dimension is taken for one row.
pub(super) fn stacked(shape: &[usize], world_size: usize) -> Vec<usize> {
    let mut stacked = shape.to_vec();
    match stacked.first_mut() {
        Some(rows) => *rows *= world_size,
        None => stacked.push(world_size),
    }
    stacked
}

pub(super) fn contiguous(call: Collective, tensor: &Tensor) -> Result<()> {
    if tensor.is_contiguous() {
        return Ok(());
    }
    let rule = Misuse::NotContiguous;
    Err(Box::new(CollectiveError::Misused { call: call.name(), rule }))
}

/// Rows (dimension 0) must divide into `world_size` equal parts.
pub(super) fn even_rows(
    call: Collective,
    argument: &'static str,
    tensor: &Tensor,
    world_size: usize,
) -> Result<()> {
    let given = rows(tensor);
    if given.is_multiple_of(world_size) {
        return Ok(());
    }
    Err(Box::new(CollectiveError::Indivisible { call: call.name(), argument, given, world_size }))
}

fn rows(tensor: &Tensor) -> usize {
    tensor.shape().first().copied().unwrap_or(1)
}

/// A list must have one entry for each rank.
pub(super) fn list_length(
    call: Collective,
    argument: &'static str,
    given: usize,
    expected: usize,
) -> Result<()> {
    if given == expected {
        return Ok(());
    }
    Err(Box::new(CollectiveError::WrongListLength { call: call.name(), argument, given, expected }))
}

/// A list must have one tensor of `like`'s type for each rank.
pub(super) fn list(
    call: Collective,
    argument: &'static str,
    tensors: &[Tensor],
    like: &Tensor,
    world_size: usize,
) -> Result<()> {
    list_length(call, argument, tensors.len(), world_size)?;
    tensors.iter().try_for_each(|tensor| same_dtype(call, argument, tensor, like.dtype()))
}

/// Whether a list's tensors are of different sizes. Then each is compared with what its rank makes of it, where they
/// meet; the caller's own entry must have `like`'s shape.
pub(super) fn is_ragged(
    call: Collective,
    argument: &'static str,
    tensors: &[Tensor],
    like: &Tensor,
    own: usize,
) -> Result<bool> {
    let differs = |tensor: &Tensor| tensor.shape() != like.shape();
    let Some(first) = tensors.iter().position(differs) else { return Ok(false) };
    if differs(&tensors[own]) || tensors[first].numel() == like.numel() {
        return Err(wrong_shape(call, argument, first, tensors[first].shape(), like.shape()));
    }
    Ok(true)
}

/// Sizes of parts in elements, from sizes in rows of dimension 0.
pub(super) fn row_splits(
    call: Collective,
    argument: &'static str,
    tensor: &Tensor,
    splits: &[usize],
    world_size: usize,
) -> Result<Vec<usize>> {
    let rows = rows(tensor);
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

/// A list that must be given on the root and nowhere else, of tensors as `like`.
pub(super) fn root_list(
    call: Collective,
    argument: &'static str,
    tensors: Option<&[Tensor]>,
    on_root: bool,
    like: &Tensor,
    world_size: usize,
) -> Result<Vec<Tensor>> {
    let given = tensors.is_some();
    if given != on_root {
        let call = call.name();
        return Err(Box::new(CollectiveError::ListMisplaced { call, argument, given }));
    }
    let tensors = tensors.unwrap_or_default();
    if on_root {
        list(call, argument, tensors, like, world_size)?;
    }
    for (index, tensor) in tensors.iter().enumerate() {
        same_shape(call, argument, index, tensor.shape(), like.shape())?;
    }
    Ok(tensors.to_vec())
}
