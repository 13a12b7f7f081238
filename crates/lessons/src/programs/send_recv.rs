use collective::Result;
use tensor::{DType, Tensor};

use crate::rank::Rank;

const ACTIVATIONS: u32 = 10;
const GRADIENTS: u32 = 20;

/// Pipeline stages in a row: activations go to the right under one tag, gradients to the left under another.
pub(crate) async fn send_recv(rank: &Rank) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    let (first, last) = (r == 0, r == w - 1);

    let activation = Tensor::from_slice(&[(r + 1) as f32, 0.0]);
    let from_upstream = Tensor::zeros(&[2], DType::Float32)?;
    let from_downstream = Tensor::zeros(&[2], DType::Float32)?;
    rank.keep("activation", &activation)?;
    if !first {
        world.recv(&from_upstream, r - 1, ACTIVATIONS).await?;
    }
    rank.keep("from_upstream", &from_upstream)?;
    if !last {
        world.send(&activation, r + 1, ACTIVATIONS).await?;
        world.recv(&from_downstream, r + 1, GRADIENTS).await?;
    }
    rank.keep("from_downstream", &from_downstream)?;
    if !first {
        let gradient = Tensor::from_slice(&[1.0f32, 1.0]);
        rank.show("gradient", &gradient);
        world.send(&gradient, r - 1, GRADIENTS).await?;
    }

    // Stage r - 1 sends [r, 0]; the first stage has no one upstream, the last no one downstream.
    let one = if last { 0.0f32 } else { 1.0 };
    rank.check_equal("from_upstream", &Tensor::from_slice(&[r as f32, 0.0]), &from_upstream)?;
    rank.check_equal("from_downstream", &Tensor::from_slice(&[one, one]), &from_downstream)?;
    rank.log(&[]);
    Ok(())
}
