use serde::{Deserialize, Serialize};
use tensor::{Tensor, TensorError, Values};

/// A tensor's values at one moment: whole up to a size, else its head and what it spans.
///
/// ```
/// # use collective::trace::Snapshot;
/// # use tensor::{DType, Tensor};
/// let x = Tensor::empty(&[1], DType::Int64).unwrap();
/// assert_eq!(Snapshot::of(&x, 8), Snapshot::Unreadable);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Snapshot {
    /// Every value, row-major.
    Whole(Values),
    /// The tensor was larger than the trace keeps.
    Summary {
        /// The first values.
        head: Values,
        /// How many there were.
        count: u64,
    },
    /// The values cannot be read (pending or undefined).
    Unreadable,
}

impl Snapshot {
    /// Takes `tensor`'s values, at most `limit` of them.
    ///
    /// ```
    /// # use collective::trace::Snapshot;
    /// # use tensor::Tensor;
    /// let snapshot = Snapshot::of(&Tensor::from_slice(&[1i64, 2, 3]), 2);
    /// assert!(matches!(snapshot, Snapshot::Summary { count: 3, .. }));
    /// ```
    pub fn of(tensor: &Tensor, limit: usize) -> Self {
        let whole = tensor.numel() <= limit;
        let head = || -> Result<Values, Box<TensorError>> {
            if whole { tensor.values() } else { tensor.flatten()?.narrow(0, 0, limit)?.values() }
        };
        match head() {
            Ok(values) if whole => Snapshot::Whole(values),
            Ok(head) => Snapshot::Summary { head, count: tensor.numel() as u64 },
            // Not an error to hide: the state beside the snapshot says why it cannot be read.
            Err(_) => Snapshot::Unreadable,
        }
    }
}
