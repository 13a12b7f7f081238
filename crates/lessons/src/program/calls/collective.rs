//! Collectives on tensors.

use std::time::Duration;

use ::collective::algorithm::Algorithm;
use ::collective::{Member, ProcessGroup, ReduceOp, Work};

use super::root::root;
use crate::program::arguments::{Arguments, Read};
use crate::program::names::Thing;
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;

pub(super) const NAMES: &[&str] = &[
    "broadcast",
    "reduce",
    "scatter",
    "gather",
    "all_gather",
    "all_gather_into_tensor",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "all_reduce",
    "all_to_all",
    "all_to_all_single",
    "barrier",
    "monitored_barrier",
];

/// A collective on a group's tensors.
#[derive(Debug, Clone)]
pub(crate) struct Collective {
    what: What,
    group: Option<String>,
    algorithm: Option<Algorithm>,
    timeout: Option<Duration>,
    /// The name of its work, where it is not waited for.
    work: Option<String>,
}

#[derive(Debug, Clone)]
enum What {
    Broadcast { tensor: String, src: Member },
    Reduce { tensor: String, dst: Member, op: ReduceOp },
    Scatter { tensor: String, scatter_list: Option<Vec<String>>, src: Member },
    Gather { tensor: String, gather_list: Option<Vec<String>>, dst: Member },
    AllGather { tensor_list: Vec<String>, tensor: String },
    AllGatherIntoTensor { output: String, input: String },
    ReduceScatter { output: String, input_list: Vec<String>, op: ReduceOp },
    ReduceScatterTensor { output: String, input: String, op: ReduceOp },
    AllReduce { tensor: String, op: ReduceOp },
    AllToAll { output_list: Vec<String>, input_list: Vec<String> },
    AllToAllSingle { output: String, input: String, splits: Option<Splits> },
    Barrier,
    MonitoredBarrier(Option<Duration>),
}

#[derive(Debug, Clone)]
struct Splits {
    output: Vec<usize>,
    input: Vec<usize>,
}

impl Collective {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let what = What::read(call, arguments)?;
        let group = arguments.optional_group()?;
        let (mut algorithm, mut timeout, mut work) = (None, None, None);
        if !matches!(what, What::MonitoredBarrier(_)) {
            algorithm = arguments.algorithm()?;
            timeout = arguments.milliseconds("timeout_ms")?;
            if arguments.flag("async_op")? == Some(true) {
                work = Some(arguments.result(Kind::Work)?);
            }
        }
        if work.is_some() && timeout.is_some() {
            return Err(arguments.wrong(
                "timeout_ms",
                "what is not waited for has no time-out: give it to the wait",
            ));
        }
        Ok(Self { what, group, algorithm, timeout, work })
    }

    pub(super) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        let group = running.group(&self.group, self.algorithm)?;
        let (work, filled) = self.what.start(running, &group)?;
        if let Some(name) = &self.work {
            running.names.put(name, Thing::Work(work.started()?, filled));
            return Ok(());
        }
        match self.timeout {
            Some(limit) => work.timeout(limit).await?,
            None => work.await?,
        }
        running.show_all(&filled);
        Ok(())
    }
}

impl What {
    fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let tensor = |key| arguments.tensor(key);
        let tensors = |key| arguments.tensors(key);
        Ok(match call {
            "broadcast" => What::Broadcast {
                tensor: tensor("tensor")?,
                src: root(arguments, "src", "group_src")?,
            },
            "reduce" => What::Reduce {
                tensor: tensor("tensor")?,
                dst: root(arguments, "dst", "group_dst")?,
                op: arguments.op()?,
            },
            "scatter" => What::Scatter {
                tensor: tensor("tensor")?,
                scatter_list: arguments.optional_tensors("scatter_list")?,
                src: root(arguments, "src", "group_src")?,
            },
            "gather" => What::Gather {
                tensor: tensor("tensor")?,
                gather_list: arguments.optional_tensors("gather_list")?,
                dst: root(arguments, "dst", "group_dst")?,
            },
            "all_gather" => {
                What::AllGather { tensor_list: tensors("tensor_list")?, tensor: tensor("tensor")? }
            }
            "all_gather_into_tensor" => What::AllGatherIntoTensor {
                output: tensor("output_tensor")?,
                input: tensor("input_tensor")?,
            },
            "reduce_scatter" => What::ReduceScatter {
                output: tensor("output")?,
                input_list: tensors("input_list")?,
                op: arguments.op()?,
            },
            "reduce_scatter_tensor" => What::ReduceScatterTensor {
                output: tensor("output")?,
                input: tensor("input")?,
                op: arguments.op()?,
            },
            "all_reduce" => What::AllReduce { tensor: tensor("tensor")?, op: arguments.op()? },
            "all_to_all" => What::AllToAll {
                output_list: tensors("output_tensor_list")?,
                input_list: tensors("input_tensor_list")?,
            },
            "all_to_all_single" => What::AllToAllSingle {
                output: tensor("output")?,
                input: tensor("input")?,
                splits: splits(arguments)?,
            },
            "barrier" => What::Barrier,
            _ => What::MonitoredBarrier(arguments.milliseconds("timeout_ms")?),
        })
    }

    /// Starts it: its work, and the tensors that are filled when that is over.
    fn start(
        &self,
        running: &Running<'_>,
        group: &ProcessGroup,
    ) -> Result<(Work, Vec<String>), Stop> {
        let names = &running.names;
        let one = |name: &String| vec![name.clone()];
        Ok(match self {
            What::Broadcast { tensor, src } => {
                (group.broadcast(names.tensor(tensor)?, *src), one(tensor))
            }
            What::Reduce { tensor, dst, op } => {
                (group.reduce(names.tensor(tensor)?, *dst, *op), one(tensor))
            }
            What::Scatter { tensor, scatter_list, src } => {
                let list = scatter_list.as_deref().map(|list| names.tensors(list)).transpose()?;
                (group.scatter(names.tensor(tensor)?, list.as_deref(), *src), one(tensor))
            }
            What::Gather { tensor, gather_list, dst } => {
                let list = gather_list.as_deref().map(|list| names.tensors(list)).transpose()?;
                let work = group.gather(names.tensor(tensor)?, list.as_deref(), *dst);
                (work, gather_list.clone().unwrap_or_default())
            }
            What::AllGather { tensor_list, tensor } => {
                let list = names.tensors(tensor_list)?;
                (group.all_gather(&list, names.tensor(tensor)?), tensor_list.clone())
            }
            What::AllGatherIntoTensor { output, input } => {
                let (to, from) = (names.tensor(output)?, names.tensor(input)?);
                (group.all_gather_into_tensor(to, from), one(output))
            }
            What::ReduceScatter { output, input_list, op } => {
                let list = names.tensors(input_list)?;
                (group.reduce_scatter(names.tensor(output)?, &list, *op), one(output))
            }
            What::ReduceScatterTensor { output, input, op } => {
                let (to, from) = (names.tensor(output)?, names.tensor(input)?);
                (group.reduce_scatter_tensor(to, from, *op), one(output))
            }
            What::AllReduce { tensor, op } => {
                (group.all_reduce(names.tensor(tensor)?, *op), one(tensor))
            }
            What::AllToAll { output_list, input_list } => {
                let (to, from) = (names.tensors(output_list)?, names.tensors(input_list)?);
                (group.all_to_all(&to, &from), output_list.clone())
            }
            What::AllToAllSingle { output, input, splits } => {
                let (to, from) = (names.tensor(output)?, names.tensor(input)?);
                let work = match splits {
                    None => group.all_to_all_single(to, from),
                    Some(Splits { output, input }) => {
                        group.all_to_all_single_with_splits(to, from, output, input)
                    }
                };
                (work, one(output))
            }
            What::Barrier => (group.barrier(), Vec::new()),
            What::MonitoredBarrier(limit) => {
                // As in torch, the group's time-out where none is given: here the program's.
                (group.monitored_barrier(limit.unwrap_or(running.timeout)), Vec::new())
            }
        })
    }
}

/// Both tables, or none.
fn splits(arguments: &Arguments<'_>) -> Read<Option<Splits>> {
    let read = |key| arguments.optional(key, split_sizes);
    match (read("output_split_sizes")?, read("input_split_sizes")?) {
        (None, None) => Ok(None),
        (Some(output), Some(input)) => Ok(Some(Splits { output, input })),
        (None, Some(_)) => {
            Err(arguments.wrong("output_split_sizes", "it is missing: give both tables or none"))
        }
        (Some(_), None) => {
            Err(arguments.wrong("input_split_sizes", "it is missing: give both tables or none"))
        }
    }
}

fn split_sizes(arguments: &Arguments<'_>, key: &'static str) -> Read<Vec<usize>> {
    let wholes = arguments.wholes(key)?;
    let size = |whole: isize| usize::try_from(whole);
    let negative =
        || arguments.wrong(key, format!("Split sizes must be non-negative: {wholes:?} are not"));
    wholes.iter().map(|&whole| size(whole)).collect::<Result<_, _>>().map_err(|_| negative())
}
