use collective::{DeviceMesh, ReduceOp, Result};
use tensor::{DType, Tensor};

use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

/// Ranks laid out by named dimensions: a group for every line of the mesh, found by name; then the same ranks in three
/// dimensions, and a plane of those.
pub(crate) async fn tp_groups(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w, tp_size) = (rank.rank(), rank.world_size(), part.tp());
    let (dp_size, world) = (w / tp_size, rank.world());
    let mesh = DeviceMesh::init(world, &[("dp", dp_size), ("tp", tp_size)]).await?;
    rank.keep_value("coordinate", Value::list(mesh.coordinate()));
    rank.check_value(
        "coordinate",
        Value::list(&[r / tp_size, r % tp_size]),
        Value::list(mesh.coordinate()),
    );

    // mesh["tp"] and mesh["dp"]: the two lines that this rank is on.
    let (tp, dp) = (mesh.slice(&["tp"])?, mesh.slice(&["dp"])?);
    rank.check_number("tp_rank", (r % tp_size) as i64, tp.local_rank("tp")? as i64);
    rank.check_number("dp_rank", (r / tp_size) as i64, dp.local_rank("dp")? as i64);
    rank.keep_value("tp_ranks", Value::list(tp.group("tp")?.ranks()));
    rank.keep_value("dp_ranks", Value::list(dp.group("dp")?.ranks()));
    let input = Tensor::full(&[2], r as f64, DType::Float32)?;
    rank.keep("input", &input)?;
    let tp_sum = rank.clone_of(&input)?;
    tp.group("tp")?.all_reduce(&tp_sum, ReduceOp::Sum).await?;
    rank.keep("tp_sum", &tp_sum)?;
    let dp_sum = rank.clone_of(&input)?;
    dp.group("dp")?.all_reduce(&dp_sum, ReduceOp::Sum).await?;
    rank.keep("dp_sum", &dp_sum)?;
    // Sums of sums: along one dimension, then along the other, is over the whole mesh.
    let mesh_sum = rank.clone_of(&tp_sum)?;
    dp.group("dp")?.all_reduce(&mesh_sum, ReduceOp::Sum).await?;
    rank.keep("mesh_sum", &mesh_sum)?;

    // Consecutive ranks along tp, ranks tp apart along dp: arithmetic series.
    let both = |sum: usize| Tensor::full(&[2], sum as f64, DType::Float32);
    let (row, column) = (r / tp_size, r % tp_size);
    rank.check_equal("tp_sum", &both(series(row * tp_size, 1, tp_size))?, &tp_sum)?;
    rank.check_equal("dp_sum", &both(series(column, tp_size, dp_size))?, &dp_sum)?;
    rank.check_equal("mesh_sum", &both(series(0, 1, w))?, &mesh_sum)?;

    // A third dimension, where dp can be halved: pipeline stages. One stage's part of the mesh is a plane.
    let stages = if dp_size.is_multiple_of(2) { 2 } else { 1 };
    let sizes = [("pp", stages), ("dp", dp_size / stages), ("tp", tp_size)];
    let cube = DeviceMesh::init(world, &sizes).await?;
    let plane = cube.slice(&["dp", "tp"])?;
    rank.keep_value("cube_coordinate", Value::list(cube.coordinate()));
    let in_plane = w / stages;
    rank.check_number("stage", (r / in_plane) as i64, cube.local_rank("pp")? as i64);
    let plane_sum = rank.clone_of(&input)?;
    plane.group("tp")?.all_reduce(&plane_sum, ReduceOp::Sum).await?;
    plane.group("dp")?.all_reduce(&plane_sum, ReduceOp::Sum).await?;
    rank.keep("plane_sum", &plane_sum)?;
    // And across the stages, at the rank's own place in the plane.
    let pp_sum = rank.clone_of(&input)?;
    cube.group("pp")?.all_reduce(&pp_sum, ReduceOp::Sum).await?;
    rank.keep("pp_sum", &pp_sum)?;

    let first = r / in_plane * in_plane;
    rank.check_equal("plane_sum", &both(series(first, 1, in_plane))?, &plane_sum)?;
    rank.check_equal("pp_sum", &both(series(r % in_plane, in_plane, stages))?, &pp_sum)?;
    rank.log(&[("tp_size", tp_size as i64), ("stages", stages as i64)]);
    Ok(())
}

/// `first`, and `step` more each time: the sum of `count` such numbers.
fn series(first: usize, step: usize, count: usize) -> usize {
    count * first + step * (count * (count - 1) / 2)
}
