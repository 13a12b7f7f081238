use collective::{ProcessGroup, ReduceOp, Result};
use tensor::{DType, Tensor};

use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

/// A mesh of W/tp rows and tp columns: a row is a tensor-parallel group, a column a data-parallel one. One tensor,
/// two groups, two sums.
pub(crate) async fn groups(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w, tp_size) = (rank.rank(), rank.world_size(), part.tp());
    let (row, column) = (r / tp_size, r % tp_size);

    // Every rank takes part in making every group, its own or not.
    let mut tp_groups: Vec<ProcessGroup> = Vec::new();
    for row in 0..w / tp_size {
        let ranks: Vec<usize> = (row * tp_size..(row + 1) * tp_size).collect();
        tp_groups.push(rank.world().new_group(&ranks).await?);
    }
    let mut dp_groups: Vec<ProcessGroup> = Vec::new();
    for column in 0..tp_size {
        let ranks: Vec<usize> = (0..w / tp_size).map(|row| row * tp_size + column).collect();
        dp_groups.push(rank.world().new_group(&ranks).await?);
    }
    let (tp, dp) = (&tp_groups[row], &dp_groups[column]);

    rank.keep_value("tp_size", Value::Number(tp_size as i64));
    rank.keep_value("tp_ranks", Value::list(tp.ranks()));
    rank.keep_value("dp_ranks", Value::list(dp.ranks()));
    let input = Tensor::full(&[2], r as f64, DType::Float32)?;
    rank.keep("input", &input)?;
    let (tp_sum, dp_sum) = (rank.clone_of(&input)?, rank.clone_of(&input)?);
    tp.all_reduce(&tp_sum, ReduceOp::Sum).await?;
    rank.keep("tp_sum", &tp_sum)?;
    dp.all_reduce(&dp_sum, ReduceOp::Sum).await?;
    rank.keep("dp_sum", &dp_sum)?;

    // Consecutive ranks in a row, ranks tp apart in a column: two arithmetic series.
    let rows = w / tp_size;
    let tp_expected = tp_size * row * tp_size + tp_size * (tp_size - 1) / 2;
    let dp_expected = rows * column + tp_size * (rows * (rows - 1) / 2);
    let both = |sum: usize| Tensor::full(&[2], sum as f64, DType::Float32);
    rank.check_equal("tp_sum", &both(tp_expected)?, &tp_sum)?;
    rank.check_equal("dp_sum", &both(dp_expected)?, &dp_sum)?;
    rank.log(&[]);
    Ok(())
}
