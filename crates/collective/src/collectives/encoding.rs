//! How values that are no tensors become bytes, and what arrives becomes values again.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tensor::Tensor;

use crate::error::{CollectiveError, Result};

pub(super) fn encode<T: Serialize>(call: &'static str, object: &T) -> Result<Vec<u8>> {
    let what = "the value cannot be encoded";
    postcard::to_allocvec(object).map_err(|_| CollectiveError::Object { call, what }.into())
}

pub(super) fn decode<T: DeserializeOwned>(call: &'static str, bytes: &[u8]) -> Result<T> {
    // An encoding ends where the value does: padding behind it is not read.
    postcard::take_from_bytes(bytes).map(|(object, _)| object).map_err(|_| unreadable(call))
}

/// The size that a peer has told.
pub(super) fn size_of(call: &'static str, size: &Tensor) -> Result<usize> {
    usize::try_from(size.item::<i64>()?).map_err(|_| unreadable(call))
}

pub(super) fn padded(mut bytes: Vec<u8>, size: usize) -> Result<Tensor> {
    bytes.resize(size, 0);
    Ok(Tensor::from_vec(bytes, &[size])?)
}

/// The values whose encodings, of these sizes, stand in equal parts of `all`.
pub(super) fn parts<T: DeserializeOwned>(
    call: &'static str,
    all: &Tensor,
    sizes: &[i64],
) -> Result<Vec<T>> {
    let bytes = all.to_vec::<u8>()?;
    let largest = bytes.len().checked_div(sizes.len()).unwrap_or(0);
    let part = |(rank, &size): (usize, &i64)| {
        let start = rank * largest;
        let end = usize::try_from(size).ok().and_then(|size| start.checked_add(size));
        let part = end.and_then(|end| bytes.get(start..end)).ok_or_else(|| unreadable(call))?;
        decode(call, part)
    };
    sizes.iter().enumerate().map(part).collect()
}

/// The values whose encodings, of these sizes, stand one after the other in `all`.
pub(super) fn chain<T: DeserializeOwned>(
    call: &'static str,
    all: &Tensor,
    sizes: &[usize],
) -> Result<Vec<T>> {
    let bytes = all.to_vec::<u8>()?;
    let mut rest = bytes.as_slice();
    let next = |&size: &usize| {
        let (object, behind) = rest.split_at_checked(size).ok_or_else(|| unreadable(call))?;
        rest = behind;
        decode(call, object)
    };
    sizes.iter().map(next).collect()
}

/// Sizes that a peer has told, if they and their sum can be.
pub(super) fn sizes_of(call: &'static str, sizes: &Tensor) -> Result<(Vec<usize>, usize)> {
    let sizes = sizes.to_vec::<i64>()?;
    let sizes: Option<Vec<usize>> = sizes.iter().map(|&size| size.try_into().ok()).collect();
    let sum = |sizes: &Vec<usize>| {
        sizes.iter().try_fold(0u32, |sum, &size| sum.checked_add(u32::try_from(size).ok()?))
    };
    let told = sizes.and_then(|sizes| sum(&sizes).map(|sum| (sizes, sum as usize)));
    told.ok_or_else(|| unreadable(call))
}

pub(super) fn unreadable(call: &'static str) -> Box<CollectiveError> {
    Box::new(CollectiveError::Object {
        call,
        what: "what arrived is no encoding of the type asked for",
    })
}
