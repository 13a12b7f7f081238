use collective::Result;
use collective::trace::LocalKind;
use tensor::{DType, Tensor};

use crate::rank::Rank;

/// Rows and columns of a block.
const BLOCK: [usize; 2] = [2, 3];

/// A matrix of W × W blocks, a row of blocks on each rank: all-to-all takes block (i, j) to place (j, i).
pub(crate) async fn transpose(rank: &Rank) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    let [high, wide] = BLOCK;

    // This rank's rows of the matrix, cut into the blocks that the others are to have.
    let strip = matrix(high * r..high * (r + 1), 0..wide * w)?;
    rank.keep("strip", &strip)?;
    let send = Tensor::empty(&[w, high, wide], DType::Int64)?;
    for j in 0..w {
        for a in 0..high {
            let from = strip.select(0, a)?.narrow(0, wide * j, wide)?;
            copied(rank, "block", &from, &send.select(0, j)?.select(0, a)?)?;
        }
    }
    rank.keep("send", &send)?;

    let recv = Tensor::empty(&[w, high, wide], DType::Int64)?;
    world.all_to_all_single(&recv, &send).await?;
    rank.keep("recv", &recv)?;
    // With lists, block for block: the same.
    let listed = Tensor::empty(&[w, high, wide], DType::Int64)?;
    let (to, from) = (blocks(&listed, w)?, blocks(&send, w)?);
    world.all_to_all(&to, &from).await?;
    rank.keep("listed", &listed)?;
    // Once more, and every block is where it was.
    let twice = Tensor::empty(&[w, high, wide], DType::Int64)?;
    world.all_to_all_single(&twice, &recv).await?;
    rank.keep("twice", &twice)?;

    // Blocks have changed places; within each of them rows are still rows until the rank turns it over.
    let transposed = Tensor::empty(&[wide, high * w], DType::Int64)?;
    for i in 0..w {
        for (a, b) in (0..high).flat_map(|a| (0..wide).map(move |b| (a, b))) {
            let from = recv.select(0, i)?.select(0, a)?.narrow(0, b, 1)?;
            let to = transposed.select(0, b)?.narrow(0, high * i + a, 1)?;
            copied(rank, "transposed", &from, &to)?;
        }
    }
    rank.keep("transposed", &transposed)?;

    // What lies in the matrix where the blocks come from, by this rank alone: its column of blocks.
    let column = matrix(0..high * w, wide * r..wide * (r + 1))?;
    let sizes = [w, high, wide].map(|size| size as isize);
    let column_blocks = column.view(&sizes)?;
    rank.check_equal("all_to_all_single", &column_blocks, &recv)?;
    rank.check_equal("all_to_all", &column_blocks, &listed)?;
    rank.check_equal("twice", &send, &twice)?;
    rank.check_equal("transposed", &column.t()?.contiguous()?, &transposed)?;
    rank.log(&[("rows", (high * w) as i64), ("columns", (wide * w) as i64)]);
    Ok(())
}

/// Part of the matrix whose element in row i and column j is 1000 i + j.
fn matrix(rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> Result<Tensor> {
    let shape = [rows.len(), columns.len()];
    let row = |i: usize| columns.clone().map(move |j| (1000 * i + j) as i64);
    Ok(Tensor::from_vec(rows.flat_map(row).collect(), &shape)?)
}

fn blocks(tensor: &Tensor, count: usize) -> Result<Vec<Tensor>> {
    let mut blocks = Vec::new();
    for j in 0..count {
        blocks.push(tensor.select(0, j)?);
    }
    Ok(blocks)
}

#[track_caller]
fn copied(rank: &Rank, name: &str, from: &Tensor, to: &Tensor) -> Result<()> {
    to.copy_(from)?;
    rank.computed(name, LocalKind::Copied, &[from], to);
    Ok(())
}
