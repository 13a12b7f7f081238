//! Misused calls in which all ranks have the same part: what torch refuses is refused in its words, and what it lets
//! finish has its values. The tests have the names of the programs whose outcome under gloo is known.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

mod misuse;
mod worlds;

use std::time::Duration;

use collective::algorithm::Algorithm;
use collective::{Context, ReduceOp, split_sizes};
use misuse::End::{Disagrees, Either, Has, Says};
use misuse::{Outcome, ends, f, values};
use tensor::{DType, Tensor};

const F32: DType = DType::Float32;

async fn all_gather(context: &Context, list: &[Tensor], input: Tensor) -> Outcome {
    context.world().all_gather(list, &input).await?;
    values(&list.iter().collect::<Vec<_>>())
}

async fn into_tensor(context: &Context, output: Tensor) -> Outcome {
    let input = Tensor::full(&[2], context.rank() as f32, F32)?;
    context.world().all_gather_into_tensor(&output, &input).await?;
    values(&[&output])
}

#[test]
fn all_gathers() {
    let short = "ProcessGroupGloo::allgather: invalid output tensor list at index 0 (expected length 2, got 1)";
    ends("ag_list_short", &[Says(short); 2], async |c| {
        all_gather(c, &[f(&[0.0])], f(&[1.0])).await
    });
    let shape =
        "ProcessGroupGloo::allgather: invalid tensor size at index 0 (expected (1), got (2))";
    ends("ag_list_shape", &[Says(shape); 2], async |c| {
        all_gather(c, &[f(&[0.0, 0.0]), f(&[0.0, 0.0])], f(&[1.0])).await
    });
    ends("ag_uneven_across_ranks", &[Disagrees(&[0, 1], ""); 2], async |c| {
        let input = Tensor::full(&[c.rank() + 1], 1.0, F32)?;
        all_gather(c, &[f(&[0.0]), f(&[0.0, 0.0])], input).await
    });
    let part =
        "ProcessGroupGloo::allgather: invalid tensor size at index 1 (expected (2), got (1))";
    ends("ag_into_bad_size", &[Says(part); 2], async |c| {
        into_tensor(c, Tensor::zeros(&[3], F32)?).await
    });
    let stack =
        "ProcessGroupGloo::allgather: invalid tensor size at index 0 (expected (2), got (1, 2))";
    ends("ag_into_stack", &[Says(stack); 2], async |c| {
        into_tensor(c, Tensor::zeros(&[2, 2], F32)?).await
    });
    let dtype = "ProcessGroupGloo::allgather: invalid tensor type at index 0 (expected TensorOptions(dtype=float, \
                 device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), \
                 memory_format=(nullopt)), got TensorOptions(dtype=double, device=cpu, layout=Strided, \
                 requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)))";
    ends("ag_into_dtype", &[Says(dtype); 2], async |c| {
        into_tensor(c, Tensor::zeros(&[4], DType::Float64)?).await
    });
    // What torch's programs above have in common: no part of the wrong shape passes.
    for shape in [vec![], vec![1], vec![2], vec![4, 1], vec![2, 2, 2]] {
        let refused = Says("ProcessGroupGloo::allgather: invalid ");
        ends("other shapes", &[refused; 2], async |c| {
            into_tensor(c, Tensor::zeros(&shape, F32)?).await
        });
    }
}

#[test]
fn reduce_scatters() {
    let tensor = async |c: &Context, output: Tensor, input: Tensor, op| -> Outcome {
        c.world().reduce_scatter_tensor(&output, &input, op).await?;
        values(&[&output])
    };
    let bad = Says("Check failed: outputShape[0] * worldSize == inputShape[0] (4 vs. 5).");
    ends("rs_tensor_bad", &[bad; 2], async |c| {
        tensor(c, f(&[0.0; 2]), f(&[1.0; 5]), ReduceOp::Sum).await
    });
    let bad = Says("Check failed: outputShape[0] * worldSize == inputShape[0] (4 vs. 2).");
    ends("rs_tensor_stack", &[bad; 2], async |c| {
        let input = Tensor::full(&[2, 2], 1.0, F32)?;
        tensor(c, f(&[0.0; 2]), input, ReduceOp::Sum).await
    });
    ends("rs_avg", &[Has(&[1.5]), Has(&[2.5])], async |c| {
        let rank = c.rank() as f32;
        tensor(c, f(&[0.0]), f(&[1.0 + rank, 2.0 + rank]), ReduceOp::Avg).await
    });
    let list = async |c: &Context, output: Tensor, list: &[Tensor]| -> Outcome {
        c.world().reduce_scatter(&output, list, ReduceOp::Sum).await?;
        values(&[&output])
    };
    let short = Says("invalid input tensor list size, must be world size");
    ends("rs_list_short", &[short; 2], async |c| list(c, f(&[0.0]), &[f(&[1.0])]).await);
    ends("rs_list_uneven", &[Disagrees(&[0, 1], ""); 2], async |c| {
        let output = Tensor::zeros(&[c.rank() + 1], F32)?;
        list(c, output, &[f(&[1.0]), f(&[1.0; 2])]).await
    });
}

/// An all-to-all of rank `r`'s 10 r, 10 r + 1, … by split sizes.
async fn split(context: &Context, outputs: &[i64], inputs: &[i64], rows: [usize; 2]) -> Outcome {
    let output = Tensor::full(&[rows[0]], -1.0, F32)?;
    let input: Vec<f32> = (0..rows[1]).map(|i| (10 * context.rank() + i) as f32).collect();
    let (outputs, inputs) = (split_sizes(outputs)?, split_sizes(inputs)?);
    let world = context.world();
    world.all_to_all_single_with_splits(&output, &f(&input), &outputs, &inputs).await?;
    values(&[&output])
}

#[test]
fn all_to_alls() {
    let single = async |c: &Context, output: Tensor, input: Tensor| -> Outcome {
        c.world().all_to_all_single(&output, &input).await?;
        values(&[&output])
    };
    let uneven = Says("Tensor's dim 0 does not divide equally across group size");
    ends("a2a_not_div", &[uneven; 2], async |c| single(c, f(&[0.0; 3]), f(&[1.0; 3])).await);
    let dtype = Says(
        "Invalid usage of tensors with different dtypesFound torch.float64 and  torch.float32",
    );
    ends("a2a_dtype", &[dtype; 2], async |c| {
        single(c, Tensor::zeros(&[2], DType::Float64)?, f(&[1.0; 2])).await
    });
    let strided = Says("Tensors must be contiguous");
    ends("a2a_noncontig", &[strided; 2], async |c| {
        let column = Tensor::arange(4, F32)?.reshape(&[2, 2])?.select(1, 0)?;
        single(c, f(&[0.0; 2]), column).await
    });
    let sum = Says("Split sizes doesn't match total dim 0 size");
    ends("a2a_sum_bad", &[sum; 2], async |c| split(c, &[2, 2], &[1, 2], [4, 4]).await);
    let count = Says("Number of tensor splits not equal to group size");
    ends("a2a_count_bad", &[count; 2], async |c| split(c, &[2, 2], &[4], [4, 4]).await);
    let negative = Says("Split sizes must be non-negative");
    ends("a2a_neg", &[negative; 2], async |c| split(c, &[2, 2], &[5, -1], [4, 4]).await);
    ends("a2a_uneven_ok", &[Has(&[0.0, 10.0, 11.0]), Has(&[1.0, 2.0, 3.0])], async |c| {
        match c.rank() {
            0 => split(c, &[1, 2], &[1, 3], [3, 4]).await,
            _ => split(c, &[3, 0], &[2, 0], [3, 2]).await,
        }
    });
    ends("a2a_146468", &[Has(&[0.0]), Has(&[1.0])], async |c| match c.rank() {
        0 => split(c, &[1, 0], &[1, 1], [1, 2]).await,
        _ => split(c, &[1, 0], &[0, 0], [1, 0]).await,
    });
    ends("a2a_list", &[Has(&[0.0, 10.0]), Has(&[1.0, 11.0])], async |c| {
        let (outputs, first) = ([f(&[0.0]), f(&[0.0])], 10.0 * c.rank() as f32);
        c.world().all_to_all(&outputs, &[f(&[first]), f(&[first + 1.0])]).await?;
        values(&[&outputs[0], &outputs[1]])
    });
    ends("after_error_reuse", &[Has(&[1.0]); 2], async |c| {
        let refused = single(c, f(&[0.0; 3]), f(&[1.0; 3])).await;
        assert!(refused.is_err());
        let x = f(&[c.rank() as f32]);
        c.world().all_reduce(&x, ReduceOp::Sum).await?;
        values(&[&x])
    });
}

#[test]
fn all_reduces() {
    use DType::*;
    let reduce = async |c: &Context, op: ReduceOp, dtype: DType| -> Outcome {
        let x = f(if c.rank() == 0 { &[6.0, 3.0] } else { &[3.0, 5.0] }).to(dtype)?;
        c.world().all_reduce(&x, op).await?;
        values(&[&x])
    };
    let scalar = [(Int64, "Long"), (Int32, "Int"), (Int8, "Char"), (Uint8, "Byte"), (Bool, "Bool")];
    for (dtype, name) in scalar {
        let refused = format!("result type Float can't be cast to the desired output type {name}");
        ends("ar_ops", &[Says(&refused); 2], async |c| reduce(c, ReduceOp::Avg, dtype).await);
    }
    for op in [ReduceOp::Band, ReduceOp::Bor, ReduceOp::Bxor] {
        let refused = format!("Cannot use ReduceOp.{} with non-integral dtype", op.name());
        for dtype in [Float32, Float64, Float16, BFloat16] {
            ends("ar_ops", &[Says(&refused); 2], async |c| reduce(c, op, dtype).await);
        }
    }
    let expected = [
        (ReduceOp::Product, [18.0, 15.0]),
        (ReduceOp::Min, [3.0, 3.0]),
        (ReduceOp::Max, [6.0, 5.0]),
    ];
    for (op, expected) in expected {
        for dtype in [Int64, Float32] {
            ends("ar_ops", &[Has(&expected); 2], async |c| reduce(c, op, dtype).await);
        }
    }
    let bits = [(ReduceOp::Band, [2.0, 1.0]), (ReduceOp::Bor, [7.0, 7.0])];
    for (op, expected) in bits.into_iter().chain([(ReduceOp::Bxor, [5.0, 6.0])]) {
        ends("ar_ops", &[Has(&expected); 2], async |c| reduce(c, op, Int64).await);
    }
    ends("ar_ops", &[Has(&[4.5, 4.0]); 2], async |c| reduce(c, ReduceOp::Avg, Float32).await);
    for dtype in DType::ALL {
        let two = [if dtype == Bool { 1.0 } else { 2.0 }; 2];
        ends("ar_dtypes", &[Has(&two); 2], async |c| {
            let x = Tensor::full(&[2], 1, Int64)?.to(dtype)?;
            c.world().all_reduce(&x, ReduceOp::Sum).await?;
            values(&[&x])
        });
    }
    ends("ar_shape_same_numel", &[Has(&[2.0; 4]); 2], async |c| {
        let shape: &[usize] = if c.rank() == 0 { &[2, 2] } else { &[4] };
        let x = Tensor::full(shape, 1.0, F32)?;
        c.world().all_reduce(&x, ReduceOp::Sum).await?;
        values(&[&x])
    });
    // With gloo's order of folding, chosen by name.
    let sums = async |c: &Context, own: &[f32], count: usize| -> Outcome {
        let x = Tensor::full(&[count], own[c.rank()], F32)?;
        c.world().using(Algorithm::Gloo).all_reduce(&x, ReduceOp::Sum).await?;
        values(&[&x])
    };
    ends("ar_float_order", &[Has(&[0.0, 0.0, 1.0]); 3], async |c| {
        sums(c, &[1e8, 1.0, -1e8], 3).await
    });
    let (four, eight) = ([1e8, 1.0, -1e8, 1.0], [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0]);
    ends("ar_float_order4", &[Has(&eight); 4], async |c| sums(c, &four, 8).await);
    ends("ar_vs_rsag", &[Has(&eight); 4], async |c| {
        let x = Tensor::full(&[8], four[c.rank()], F32)?;
        let (part, whole) = (f(&[0.0; 2]), f(&[0.0; 8]));
        let gloo = c.world().using(Algorithm::Gloo);
        gloo.reduce_scatter_tensor(&part, &x, ReduceOp::Sum).await?;
        c.world().all_gather_into_tensor(&whole, &part).await?;
        values(&[&whole])
    });
    ends("grad_sum_order_float", &[Has(&[1e8]); 2], async |c| {
        let x = f(&[if c.rank() == 0 { 1e8 } else { 1.0 }]);
        c.world().all_reduce(&x, ReduceOp::Sum).await?;
        values(&[&x])
    });
}

#[test]
fn what_is_not_to_be_read_or_written() {
    ends("inplace_modify_async", &[Has(&[4.0; 4]); 2], async |c| {
        let x = f(&[1.0; 4]);
        if c.rank() == 1 {
            c.sleep(Duration::from_millis(5)).await?;
        }
        let work = c.world().all_reduce(&x, ReduceOp::Sum);
        x.add_(1)?;
        work.await?;
        values(&[&x])
    });
    let unread =
        Says("the tensor is undefined: it took part in a reduce whose result is on rank 0 only");
    let sums = [600., 604., 608., 612., 616., 620., 624., 628.];
    ends(
        "reduce_nondst_contents",
        &[Either(&sums, &[1, 2, 3]), unread, unread, unread],
        async |c| {
            let x: Vec<f32> = (0..8).map(|i| (i + 100 * c.rank()) as f32).collect();
            let x = f(&x);
            c.world().reduce(&x, 0, ReduceOp::Sum).await?;
            values(&[&x])
        },
    );
}

#[test]
fn whoever_sends_and_whatever_is_sent() {
    ends("recv_anysource", &[Has(&[1.0, 1.0, 2.0, 2.0]), Has(&[]), Has(&[])], async |c| {
        if c.rank() > 0 {
            c.world().send(&f(&[c.rank() as f32]), 0, 0).await?;
            return values(&[]);
        }
        let mut got = Vec::new();
        for _ in 0..2 {
            let x = f(&[0.0]);
            let source = c.world().recv_any_source(&x, 0).await? as f64;
            got.push([source, values(&[&x])?[0]]);
        }
        got.sort_by(|a, b| a[0].total_cmp(&b[0]));
        Ok(got.concat())
    });
    ends("obj_bcast", &[Has(&[1.0]); 2], async |c| {
        let objects = ("x".to_owned(), vec![("a".to_owned(), 1.0)]);
        let told = c.world().broadcast_object((c.rank() == 0).then_some(&objects), 0).await?;
        assert_eq!(told, objects);
        Ok(vec![told.1[0].1])
    });
}
