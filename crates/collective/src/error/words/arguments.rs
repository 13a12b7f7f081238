//! About arguments.

use std::fmt::{self, Formatter};

use tensor::DType;
use tensor::text::Text;

use super::list;
use crate::ReduceOp;

/// A shape as torch writes it: `(2)`, `(1, 2)`.
struct Shape<'a>(&'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        list(self.0, f)?;
        f.write_str(")")
    }
}

/// The name that gloo's messages call a collective by.
fn gloo(call: Text) -> Text {
    if call == "all_gather" { "allgather" } else { call }
}

/// The name that C++ calls a type by.
fn in_cpp(dtype: DType) -> Text {
    match dtype {
        DType::Float32 => "float",
        DType::Float64 => "double",
        DType::Int64 => "long int",
        DType::Int32 => "int",
        DType::Uint8 => "unsigned char",
        DType::Bool => "bool",
        DType::Int8 => "signed char",
        DType::Float16 => "c10::Half",
        DType::BFloat16 => "c10::BFloat16",
    }
}

/// The name that torch's scalar types of whole numbers have.
fn scalar(dtype: DType) -> Text {
    match dtype {
        DType::Int64 => "Long",
        DType::Int32 => "Int",
        DType::Uint8 => "Byte",
        DType::Int8 => "Char",
        DType::Bool => "Bool",
        other => other.name(),
    }
}

pub(in crate::error) fn rank_out_of_range(
    call: &Text,
    argument: &Text,
    rank: &usize,
    world_size: &usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let last = world_size.saturating_sub(1);
    match *call {
        "broadcast" | "reduce" | "scatter" | "gather" => {
            write!(f, "ProcessGroupGloo::{call}: invalid root rank: {rank}.")?;
        }
        "new_group" => write!(
            f,
            "Rank {rank} is out of range. Valid ranks are 0 to {last} (world_size={world_size})."
        )?,
        _ => write!(f, "{call}: rank {rank} is out of range, valid ranks are 0 to {last}.")?,
    }
    write!(f, " Give {argument} a rank from 0 to {last}.")
}

pub(in crate::error) fn peer_is_self(
    argument: &Text,
    rank: &usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let role = if *argument == "src" { "source" } else { "destination" };
    write!(
        f,
        "Invalid {role} rank: {role} rank should not be the same as the rank of the current process. \
         Give another {argument} than {rank}, or copy the tensor locally."
    )
}

pub(in crate::error) fn wrong_shape(
    call: &Text,
    argument: &Text,
    index: &usize,
    given: &[usize],
    expected: &[usize],
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let (first, needed) = (given.first(), expected.first());
    match (*call, first, needed) {
        ("all_gather", ..) if *argument == "output" => parts(*index, given, expected, f)?,
        ("scatter" | "gather" | "all_gather", ..) => write!(
            f,
            "ProcessGroupGloo::{}: invalid tensor size at index {index} (expected {}, got {}). ",
            gloo(call),
            Shape(expected),
            Shape(given)
        )?,
        ("reduce_scatter", Some(given), Some(expected)) if given != expected => write!(
            f,
            "Check failed: outputShape[0] * worldSize == inputShape[0] ({expected} vs. {given}). "
        )?,
        _ => {}
    }
    write!(f, "Give {call} {argument} of shape {}, not {}.", Shape(expected), Shape(given))
}

/// The first part that does not fit, of a tensor that is cut into parts of as many rows for each rank, and what is left
/// for the last ones.
fn parts(ranks: usize, given: &[usize], expected: &[usize], f: &mut Formatter<'_>) -> fmt::Result {
    let of_one = |shape: &[usize], rows: usize| {
        let mut part = shape.to_vec();
        part.iter_mut().take(1).for_each(|first| *first = rows);
        part
    };
    let rows = given.first().copied().unwrap_or(1);
    let most = rows.div_ceil(ranks.max(1)).max(1);
    let parts = rows.div_ceil(most);
    let needed = of_one(expected, expected.first().map_or(1, |rows| rows / ranks.max(1)));
    let part = |index: usize| of_one(given, most.min(rows - index * most));
    let misfit = (0..parts).find(|&index| part(index) != needed);
    let (argument, index) = (&"output", misfit.unwrap_or(0));
    match misfit {
        _ if parts != ranks => wrong_list_length(&"all_gather", argument, &parts, &ranks, f)?,
        _ => wrong_shape(&"all_gather", &"part of output", &index, &part(index), &needed, f)?,
    }
    f.write_str(" ")
}

pub(in crate::error) fn wrong_dtype(
    call: &Text,
    argument: &Text,
    given: &DType,
    expected: &DType,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    if (*call, *argument) == ("all_gather", "output") {
        let (expected, given) = (Options(in_cpp(*expected)), Options(in_cpp(*given)));
        write!(
            f,
            "ProcessGroupGloo::allgather: invalid tensor type at index 0 (expected {expected}, got {given})."
        )?;
    } else {
        write!(
            f,
            "Invalid usage of tensors with different dtypesFound torch.{expected} and  torch.{given}."
        )?;
    }
    write!(f, " Convert {argument} to {expected}.")
}

/// A tensor's options as torch prints them; only the type ever differs here.
struct Options(Text);

impl fmt::Display for Options {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "TensorOptions(dtype={}, device=cpu, layout=Strided, requires_grad=false (default), \
             pinned_memory=false (default), memory_format=(nullopt))",
            self.0
        )
    }
}

pub(in crate::error) fn wrong_op(
    op: &ReduceOp,
    dtype: &DType,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    if *op == ReduceOp::Avg {
        let scalar = scalar(*dtype);
        write!(f, "result type Float can't be cast to the desired output type {scalar}.")?;
        return f.write_str(" Convert the tensor to a floating-point type, or use SUM.");
    }
    write!(f, "Cannot use ReduceOp.{} with non-integral dtype.", op.name())?;
    write!(f, " Convert the tensor from {dtype} to integers or bool.")
}

pub(in crate::error) fn list_misplaced(
    call: &Text,
    argument: &Text,
    given: &bool,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let role = if call.starts_with("gather") { "destination" } else { "source" };
    if *given {
        write!(f, "Argument ``{argument}`` must NOT be specified on non-{role} ranks.")?;
    } else {
        write!(f, "Argument ``{argument}`` must be specified on {role} rank.")?;
    }
    write!(f, " Give it to {call} on the {role} rank, and nowhere else.")
}

pub(in crate::error) fn wrong_list_length(
    call: &Text,
    argument: &Text,
    given: &usize,
    expected: &usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    match *call {
        "scatter" | "gather" => {
            let (list, of_it) =
                if *call == "scatter" { ("input", "Input") } else { ("output", "Output") };
            write!(
                f,
                "ProcessGroupGloo::{call}: Incorrect {list} list size {given}. {of_it} list size should be \
                 {expected}, same as size of the process group."
            )?;
        }
        "all_gather" => write!(
            f,
            "ProcessGroupGloo::allgather: invalid output tensor list at index 0 (expected length {expected}, got {given})."
        )?,
        "new_group" => {
            return f.write_str(
                "the new group's world size should be less or equal to the world size set by init_process_group. \
                 List each rank once at most.",
            );
        }
        "reduce_scatter" => {
            f.write_str("invalid input tensor list size, must be world size.")?;
        }
        _ => write!(f, "{call}: {argument} has length {given}, not {expected}.")?,
    }
    write!(f, " Let {argument} have one entry for each of the {expected} ranks.")
}

pub(in crate::error) fn duplicate_rank(
    rank: &usize,
    first: &[usize],
    second: &[usize],
    f: &mut Formatter<'_>,
) -> fmt::Result {
    if second.is_empty() {
        write!(f, "ranks list must not contain duplicate entries, got {first:?}.")?;
    } else {
        write!(f, "Rank {rank} has appeared in both subgroup {first:?} and {second:?}.")?;
    }
    write!(f, " List rank {rank} once.")
}

pub(in crate::error) fn wrong_splits(
    call: &Text,
    argument: &Text,
    splits: &[usize],
    rows: &usize,
    world_size: &usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    f.write_str(if splits.len() == *world_size {
        "Split sizes doesn't match total dim 0 size."
    } else {
        "Number of tensor splits not equal to group size."
    })?;
    write!(
        f,
        " Give {call} {world_size} {argument} that add up to the {rows} rows of the tensor, not {splits:?}."
    )
}
