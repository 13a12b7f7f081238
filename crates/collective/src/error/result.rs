use super::CollectiveError;

/// The result of every call here. An error is boxed, so that what succeeds, nearly always, is not as large as the
/// largest of them.
///
/// ```
/// # use tensor::Tensor;
/// fn first(x: &Tensor) -> collective::Result<i64> {
///     Ok(x.narrow(0, 0, 1)?.item()?)
/// }
/// assert_eq!(first(&Tensor::from_slice(&[7i64, 8])), Ok(7));
/// ```
pub type Result<T, E = Box<CollectiveError>> = std::result::Result<T, E>;
