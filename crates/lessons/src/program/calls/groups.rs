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
            What::OfMesh { mesh, dimension } => match running.names.get(mesh) {
                Some(Thing::Mesh(mesh)) => Thing::Group(mesh.group(dimension)?.clone()),
                _ => return Err(Stop::missing(mesh)),
            },
            What::Ranks { group } => Thing::Value(Value::list(running.group(group, None)?.ranks())),
            What::Rank { group } => {
                let rank = running.group(group, None)?.rank();
                Thing::Value(Value::Number(rank.map_or(-1, |rank| rank as i64)))
            }
        };
        running.names.put(&self.result, thing);
        Ok(())
    }
}
