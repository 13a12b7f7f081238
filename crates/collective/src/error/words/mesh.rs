//! What meshes and their dimensions may not be.

use std::fmt::{self, Display, Formatter};

use crate::mesh::DeviceMesh;

pub(in crate::error) fn wrong_mesh(
    sizes: &[usize],
    world_size: &usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    if sizes.len() > DeviceMesh::MAX_DIMENSIONS {
        let (given, most) = (sizes.len(), DeviceMesh::MAX_DIMENSIONS);
        return write!(f, "A mesh of {given} dimensions is not allowed. Give {most} at most.");
    }
    let places = if sizes.contains(&0) {
        Some(0)
    } else {
        sizes.iter().try_fold(1usize, |places, &size| places.checked_mul(size))
    };
    let bigger = "Mesh should not be bigger than default world size";
    match places {
        None => write!(f, "{bigger} {world_size}, but found more ranks than can be counted!")?,
        Some(places) if places > *world_size => {
            write!(f, "{bigger} {world_size}, but found {places} ranks!")?;
        }
        Some(_) => write!(f, "A mesh of {sizes:?} leaves out some of {world_size} ranks.")?,
    }
    write!(f, " Choose sizes whose product is {world_size}.")
}

pub(in crate::error) fn no_such_dimension(
    name: &str,
    known: &[String],
    f: &mut Formatter<'_>,
) -> fmt::Result {
    write!(
        f,
        "Mesh dimension '{name}' does not exist. Available mesh dimensions are: mesh_dim_names={}. Name one of these.",
        Names(known)
    )
}

pub(in crate::error) fn wrong_dimensions(
    names: &[String],
    known: &[String],
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let is_repeated = (1..names.len()).any(|place| names[..place].contains(&names[place]));
    let (names, known) = (Names(names), Names(known));
    if known.0.is_empty() {
        write!(
            f,
            "Each mesh_dim_name must be unique. Found repeated mesh_dim_name in mesh_dim_names {names}. Give every dimension a name of its own."
        )
    } else if is_repeated {
        write!(
            f,
            "Slicing overlapping dim_names {names} is not allowed. Name each dimension of {known} once at most."
        )
    } else {
        write!(
            f,
            "Invalid mesh_dim_names {names} specified. Mesh dim indices should be in ascending order. Name them in the mesh's order, {known}."
        )
    }
}

/// Names as Python shows a tuple of them.
struct Names<'a>(&'a [String]);

impl Display for Names<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(|name| format!("'{name}'")).collect();
        let end = if names.len() == 1 { "," } else { "" };
        write!(f, "({}{end})", names.join(", "))
    }
}
