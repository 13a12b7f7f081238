use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Linear, Tensor};

use crate::config::Part;
use crate::rank::Rank;

/// One more than the last whole number up to which a float64 has them all: only an int64 carries it unharmed.
const VERSION: i64 = (1 << 53) + 1;

/// Rank 0 reads a checkpoint, the others have memory for it: one broadcast for each tensor.
pub(crate) async fn checkpoint(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    // The model's code tells every rank the names, sizes and types; the numbers are in the file.
    let expected = read(part)?;
    let state = if r == 0 { read(part)? } else { memory_for(&expected)? };
    for (name, tensor) in &state {
        rank.show(name, tensor);
    }

    let before = rank.sent_bytes();
    for (_, tensor) in &state {
        world.broadcast(tensor, 0).await?;
    }
    let sent = (rank.sent_bytes() - before) as i64;
    for ((name, tensor), (_, in_file)) in state.iter().zip(&expected) {
        rank.keep(name, tensor)?;
        rank.check_equal(name, in_file, tensor)?;
    }

    // A tree: in step k the first 2^k ranks have the tensor, and each hands it to the one 2^k further.
    let size: usize = expected.iter().map(|(_, tensor)| tensor.nbytes()).sum();
    let steps = || (0..usize::BITS).map(|k| 1usize << k).take_while(|&reached| reached < w);
    let children = steps().filter(|&reached| r < reached && r + reached < w).count();
    rank.check_number("rank_bytes", (children * size) as i64, sent);
    let all_bytes = Tensor::from_slice(&[sent]);
    world.all_reduce(&all_bytes, ReduceOp::Sum).await?;
    rank.show("all_bytes", &all_bytes);
    rank.check_number("all_bytes", ((w - 1) * size) as i64, all_bytes.item::<i64>()?);

    rank.log(&[
        ("checkpoint_bytes", size as i64),
        ("steps", steps().count() as i64),
        ("handed_on_to", children as i64),
        ("sent_bytes", sent),
    ]);
    Ok(())
}

/// What is in the file: tensors of three types, by name.
fn read(part: &Part) -> Result<Vec<(&'static str, Tensor)>> {
    let mut generator = Generator::manual_seed(part.init_seed())?;
    let embedding = generator.randn(&[4, 3], DType::Float32)?;
    let linear = Linear::new(3, 2, false, &mut generator)?;
    let running_mean = generator.randn(&[2], DType::Float64)?;
    Ok(vec![
        ("embedding", embedding),
        ("weight", linear.weight),
        ("running_mean", running_mean),
        ("version", Tensor::from_slice(&[VERSION])),
    ])
}

/// Room for a checkpoint's tensors, with nothing in it yet.
fn memory_for(state: &[(&'static str, Tensor)]) -> Result<Vec<(&'static str, Tensor)>> {
    let mut empty = Vec::new();
    for (name, tensor) in state {
        empty.push((*name, Tensor::empty(tensor.shape(), tensor.dtype())?));
    }
    Ok(empty)
}
