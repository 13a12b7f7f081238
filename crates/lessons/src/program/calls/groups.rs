//! Groups of ranks.

use ::collective::DeviceMesh;

use crate::program::arguments::{Arguments, Read};
use crate::program::names::Thing;
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;
use crate::record::Value;

pub(super) const NAMES: &[&str] = &[
    "new_group",
    "new_subgroups",
    "new_subgroups_by_enumeration",
    "split_group",
    "init_device_mesh",
    "get_group",
    "get_process_group_ranks",
    "get_rank",
    "get_world_size",
    "get_group_rank",
    "get_global_rank",
    "get_local_rank",
    "get_coordinate",
];

/// Makes a group, or asks one. Every rank of the world makes every group, as in torch.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    what: What,
    result: String,
}

#[derive(Debug, Clone)]
enum What {
    New { ranks: Vec<usize>, sorted: bool },
    Subgroups { group_size: usize },
    Enumerated { lists: Vec<Vec<usize>> },
    Split { lists: Vec<Vec<usize>> },
    Mesh { shape: Vec<usize>, names: Vec<String> },
    OfMesh { mesh: String, dimension: String },
    Ranks { group: Option<String> },
    Rank { group: Option<String> },
    Size { group: Option<String> },
    GroupRank { group: Option<String>, global_rank: usize },
    GlobalRank { group: Option<String>, group_rank: usize },
    LocalRank { mesh: String, dimension: String },
    Coordinate { mesh: String },
}

impl Group {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let (what, kind) = match call {
            "new_group" => {
                let ranks = arguments.sizes("ranks")?;
                let sorted = arguments.flag("sort_ranks")? != Some(false);
                (What::New { ranks, sorted }, Kind::Group)
            }
            "new_subgroups" => {
                (What::Subgroups { group_size: arguments.size("group_size")? }, Kind::Group)
            }
            "new_subgroups_by_enumeration" => {
                let lists = arguments.rank_lists("ranks_per_subgroup_list")?;
                (What::Enumerated { lists }, Kind::Group)
            }
            "split_group" => {
                (What::Split { lists: arguments.rank_lists("split_ranks")? }, Kind::Group)
            }
            "init_device_mesh" => {
                let shape = arguments.sizes("mesh_shape")?;
                let names = match arguments.optional("mesh_dim_names", Arguments::texts)? {
                    Some(names) if names.len() == shape.len() => names,
                    Some(names) => {
                        let what = format!(
                            "{} names for {} dimensions: give one for each",
                            names.len(),
                            shape.len()
                        );
                        return Err(arguments.wrong("mesh_dim_names", what));
                    }
                    None => (0..shape.len()).map(|dimension| dimension.to_string()).collect(),
                };
                (What::Mesh { shape, names }, Kind::Mesh)
            }
            "get_group" => {
                let mesh = arguments.name("mesh", Kind::Mesh)?;
                let dimension = arguments.text("mesh_dim")?.to_owned();
                (What::OfMesh { mesh, dimension }, Kind::Group)
            }
            "get_process_group_ranks" => {
                (What::Ranks { group: arguments.optional_group()? }, Kind::Value)
            }
            "get_world_size" => (What::Size { group: arguments.optional_group()? }, Kind::Value),
            "get_group_rank" => {
                let group = arguments.optional_group()?;
                let global_rank = arguments.size("global_rank")?;
                (What::GroupRank { group, global_rank }, Kind::Value)
            }
            "get_global_rank" => {
                let group = arguments.optional_group()?;
                let group_rank = arguments.size("group_rank")?;
                (What::GlobalRank { group, group_rank }, Kind::Value)
            }
            "get_local_rank" => {
                let mesh = arguments.name("mesh", Kind::Mesh)?;
                let dimension = arguments.text("mesh_dim")?.to_owned();
                (What::LocalRank { mesh, dimension }, Kind::Value)
            }
            "get_coordinate" => {
                (What::Coordinate { mesh: arguments.name("mesh", Kind::Mesh)? }, Kind::Value)
            }
            _ => (What::Rank { group: arguments.optional_group()? }, Kind::Value),
        };
        Ok(Self { what, result: arguments.result(kind)? })
    }

    pub(super) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        let world = running.group(&None, None)?;
        let thing = match &self.what {
            What::New { ranks, sorted: true } => Thing::Group(world.new_group(ranks).await?),
            What::New { ranks, sorted: false } => {
                Thing::Group(world.new_group_unsorted(ranks).await?)
            }
            What::Subgroups { group_size } => {
                Thing::Group(world.new_subgroups(*group_size).await?.0)
            }
            What::Enumerated { lists } => {
                let (own, all) = world.new_subgroups_by_enumeration(lists).await?;
                let group = own.or_else(|| all.into_iter().next());
                group.map_or(Thing::Value(Value::None), Thing::Group)
            }
            What::Split { lists } => {
                let own = world.split_group(lists).await?;
                own.map_or(Thing::Value(Value::None), Thing::Group)
            }
            What::Mesh { shape, names } => {
                let named: Vec<(&str, usize)> =
                    names.iter().map(String::as_str).zip(shape.iter().copied()).collect();
                Thing::Mesh(DeviceMesh::init(&world, &named).await?)
            }
            What::OfMesh { mesh, dimension } => {
                Thing::Group(running.names.mesh(mesh)?.group(dimension)?.clone())
            }
            What::Ranks { group } => Thing::Value(Value::list(running.group(group, None)?.ranks())),
            What::Rank { group } => {
                let rank = running.group(group, None)?.rank();
                number(rank.map_or(-1, |rank| rank as i64))
            }
            What::Size { group } => {
                let group = running.group(group, None)?;
                // As torch has it: −1 on a rank outside.
                number(group.rank().map_or(-1, |_| group.size() as i64))
            }
            What::GroupRank { group, global_rank } => {
                let group = running.group(group, None)?;
                number(group.group_rank(*global_rank)? as i64)
            }
            What::GlobalRank { group, group_rank } => {
                let group = running.group(group, None)?;
                number(group.global_rank(*group_rank)? as i64)
            }
            What::LocalRank { mesh, dimension } => {
                number(running.names.mesh(mesh)?.local_rank(dimension)? as i64)
            }
            What::Coordinate { mesh } => {
                Thing::Value(Value::list(running.names.mesh(mesh)?.coordinate()))
            }
        };
        running.names.put(&self.result, thing);
        Ok(())
    }
}

fn number(number: i64) -> Thing {
    Thing::Value(Value::Number(number))
}
