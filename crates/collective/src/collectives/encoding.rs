//! How values that are no tensors become bytes, and what arrives becomes values again.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tensor::{DType, Tensor};

use crate::error::{CollectiveError, Result};

pub(super) fn encode<T: Serialize>(call: &'static str, object: &T) -> Result<Vec<u8>> {
    let what = "the value cannot be encoded";
    postcard::to_allocvec(object).map_err(|_| CollectiveError::Object { call, what }.into())
}

pub(super) fn decode<T: DeserializeOwned>(call: &'static str, bytes: &[u8]) -> Result<T> {
    // An encoding ends where the value does: padding behind it is not read.
    postcard::take_from_bytes(bytes).map(|(object, _)| object).map_err(|_| unreadable(call))
}

/// The size that a peer has told, if it can be.
pub(super) fn size(call: &'static str, told: i64) -> Result<usize> {
    u32::try_from(told).map(|size| size as usize).map_err(|_| unreadable(call))
}

/// `bytes` with zeros behind them.
pub(super) fn padded(bytes: &[u8], size: usize) -> Result<Tensor> {
    let padded = Tensor::zeros(&[size], DType::Uint8)?;
    padded.narrow(0, 0, bytes.len())?.copy_(&Tensor::from_slice(bytes))?;
    Ok(padded)
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

fn unreadable(call: &'static str) -> Box<CollectiveError> {
    Box::new(CollectiveError::Object {
        call,
        what: "what arrived is no encoding of the type asked for",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_that_cannot_be_is_an_error_and_asks_for_no_memory() {
        for told in [-1, i64::MIN, i64::MAX, 1 << 32] {
            let error = size("gather_object", told).map_err(|error| error.to_string());
            assert!(error.is_err_and(|error| error.starts_with("gather_object: ")), "{told}");
        }
        assert_eq!(size("gather_object", 7), Ok(7));
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert!(padded(&[1, 2, 3], 2).is_err());
        assert_eq!(padded(&[1, 2], 3).and_then(|bytes| Ok(bytes.to_vec()?)), Ok(vec![1u8, 2, 0]));
    }
}
