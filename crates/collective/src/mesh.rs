use std::future::Future;
use std::panic::Location;

use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;

/// Ranks in rows and columns (and planes), row-major, each dimension with a name and a group for every line along it.
/// Follows [`torch.distributed.device_mesh.DeviceMesh`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.device_mesh.DeviceMesh).
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let mesh = DeviceMesh::init(&world, &[("dp", 2), ("tp", 2)]).await?;
/// assert_eq!(mesh.group("tp")?.ranks(), [[0, 1], [2, 3]][rank / 2]);
/// assert_eq!(mesh.group("dp")?.ranks(), [[0, 2], [1, 3]][rank % 2]);
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Clone)]
pub struct DeviceMesh {
    names: Vec<String>,
    sizes: Vec<usize>,
    coordinate: Vec<usize>,
    groups: Vec<ProcessGroup>,
}

impl DeviceMesh {
    /// Dimensions that a mesh may have: as many as torch's tensors, and a mesh there is one.
    pub const MAX_DIMENSIONS: usize = 64;

    /// Lays out all ranks of `world` by named dimensions, the last one fastest: `&[("dp", 2), ("tp", 4)]`.
    /// Follows [`torch.distributed.device_mesh.init_device_mesh`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.device_mesh.init_device_mesh).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let mesh = DeviceMesh::init(&world, &[("dp", 2), ("tp", 3)]).await;
    /// assert_eq!(mesh.err().map(|error| error.code()), Some("wrong_mesh"));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// Sizes whose product is not the world's size, or more than [`MAX_DIMENSIONS`](Self::MAX_DIMENSIONS) of them; a name given twice; and those of
    /// [`new_group`](ProcessGroup::new_group).
    #[track_caller]
    pub fn init<'a>(
        world: &'a ProcessGroup,
        dimensions: &'a [(&'a str, usize)],
    ) -> impl Future<Output = Result<DeviceMesh>> + 'a {
        let world = world.at(Location::caller().line());
        async move {
            let sizes: Vec<usize> = dimensions.iter().map(|&(_, size)| size).collect();
            let places = sizes.iter().try_fold(1usize, |places, &size| places.checked_mul(size));
            if places != Some(world.size()) || sizes.len() > Self::MAX_DIMENSIONS {
                return Err(Box::new(CollectiveError::WrongMesh {
                    sizes,
                    world_size: world.size(),
                }));
            }
            let names: Vec<String> = dimensions.iter().map(|&(name, _)| name.to_owned()).collect();
            if (1..names.len()).any(|place| names[..place].contains(&names[place])) {
                let known = Vec::new();
                return Err(Box::new(CollectiveError::WrongDimensions { names, known }));
            }
            let rank = world.own_rank("init_device_mesh")?;
            let mut groups = Vec::with_capacity(sizes.len());
            for dimension in 0..sizes.len() {
                let lines = lines(&sizes, dimension);
                let global = |line: &Vec<usize>| -> Vec<usize> {
                    line.iter().map(|&rank| world.ranks()[rank]).collect()
                };
                let lists: Vec<Vec<usize>> = lines.iter().map(global).collect();
                let (own, _) = world.new_subgroups_by_enumeration(&lists).await?;
                groups.extend(own);
            }
            let coordinate = coordinate(&sizes, rank);
            Ok(DeviceMesh { names, sizes, coordinate, groups })
        }
    }

    /// The dimensions' names.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # let mesh = DeviceMesh::init(&world, &[("dp", 2), ("tp", 2)]).await?;
    /// assert_eq!(mesh.names(), ["dp", "tp"]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The dimensions' sizes.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # let mesh = DeviceMesh::init(&world, &[("dp", 2), ("tp", 2)]).await?;
    /// assert_eq!(mesh.sizes(), [2, 2]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Where this rank is, by dimension.
    /// Follows [`DeviceMesh.get_coordinate`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.device_mesh.DeviceMesh.get_coordinate).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # let mesh = DeviceMesh::init(&world, &[("dp", 2), ("tp", 2)]).await?;
    /// assert_eq!(mesh.coordinate(), [rank / 2, rank % 2]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn coordinate(&self) -> &[usize] {
        &self.coordinate
    }

    /// The group of the line along `name` that this rank is on.
    /// Follows [`DeviceMesh.get_group`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.device_mesh.DeviceMesh.get_group).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # let mesh = DeviceMesh::init(&world, &[("dp", 2), ("tp", 2)]).await?;
    /// assert_eq!(mesh.group("dp")?.rank(), Some(rank / 2));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A name that the mesh does not have.
    pub fn group(&self, name: &str) -> Result<&ProcessGroup> {
        self.dimension(name).map(|dimension| &self.groups[dimension])
    }

    /// This rank's place along `name`.
    /// Follows [`DeviceMesh.get_local_rank`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.device_mesh.DeviceMesh.get_local_rank).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # let mesh = DeviceMesh::init(&world, &[("dp", 2), ("tp", 2)]).await?;
    /// assert_eq!(mesh.local_rank("tp")?, rank % 2);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A name that the mesh does not have.
    pub fn local_rank(&self, name: &str) -> Result<usize> {
        self.dimension(name).map(|dimension| self.coordinate[dimension])
    }

    /// The part of the mesh that this rank is on, along some of its dimensions, named in the mesh's order.
    /// Follows [`DeviceMesh.__getitem__`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.device_mesh.DeviceMesh).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # let mesh = DeviceMesh::init(&world, &[("dp", 2), ("tp", 2)]).await?;
    /// assert_eq!(mesh.slice(&["tp"])?.sizes(), [2]);
    /// assert_eq!(mesh.slice(&["pp"]).err().map(|error| error.code()), Some("no_such_dimension"));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A name that the mesh does not have, one given twice, or names in another order.
    pub fn slice(&self, names: &[&str]) -> Result<DeviceMesh> {
        let dimensions: Vec<usize> =
            names.iter().map(|name| self.dimension(name)).collect::<Result<_>>()?;
        if !dimensions.is_sorted_by(|one, next| one < next) {
            let names = names.iter().map(|&name| name.to_owned()).collect();
            let known = self.names.clone();
            return Err(Box::new(CollectiveError::WrongDimensions { names, known }));
        }
        let pick = |from: &[usize]| dimensions.iter().map(|&dimension| from[dimension]).collect();
        Ok(DeviceMesh {
            names: names.iter().map(|&name| name.to_owned()).collect(),
            sizes: pick(&self.sizes),
            coordinate: pick(&self.coordinate),
            groups: dimensions.iter().map(|&dimension| self.groups[dimension].clone()).collect(),
        })
    }

    fn dimension(&self, name: &str) -> Result<usize> {
        self.names.iter().position(|known| known == name).ok_or_else(|| {
            Box::new(CollectiveError::NoSuchDimension {
                name: name.to_owned(),
                known: self.names.clone(),
            })
        })
    }
}

fn coordinate(sizes: &[usize], rank: usize) -> Vec<usize> {
    let mut rest = rank;
    let mut coordinate: Vec<usize> = sizes
        .iter()
        .rev()
        .map(|&size| {
            let place = rest % size;
            rest /= size;
            place
        })
        .collect();
    coordinate.reverse();
    coordinate
}

/// All lines along `dimension`: the ranks that differ in that coordinate only.
fn lines(sizes: &[usize], dimension: usize) -> Vec<Vec<usize>> {
    let stride: usize = sizes[dimension + 1..].iter().product();
    let (size, ranks) = (sizes[dimension], sizes.iter().product::<usize>());
    let starts = (0..ranks).filter(|&rank| coordinate(sizes, rank)[dimension] == 0);
    starts.map(|start| (0..size).map(|place| start + place * stride).collect()).collect()
}
