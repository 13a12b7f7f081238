use serde::{Deserialize, Serialize};

/// One message between two ranks that count it differently: a cell of the table of who sends how much to whom.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// // Rank 0 sends two elements, of which rank 1 expects one.
/// let (x, y) = (Tensor::zeros(&[2 - 2 * rank], DType::Int64)?, Tensor::zeros(&[rank], DType::Int64)?);
/// let sizes = [0, 2 - 2 * rank];
/// if let Err(error) = world.all_to_all_single_with_splits(&y, &x, &[rank, 0], &sizes).await {
///     let cell = Cell { from: 0, to: 1, sent: 2, expected: 1 };
///     assert!(matches!(*error, CollectiveError::Mismatch { message: Some(c), .. } if c == cell));
/// }
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The global rank that sends.
    pub from: usize,
    /// The global rank that receives; a rank may be both.
    pub to: usize,
    /// Elements that are sent.
    pub sent: usize,
    /// Elements that the receiver has room for.
    pub expected: usize,
}
