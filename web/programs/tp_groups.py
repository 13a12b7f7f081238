# A mesh with names: a group for every line of it, found by the dimension's name.
#   TP=2 torchrun --nproc-per-node 4 tp_groups.py
import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
tp_size = int(os.environ.get("TP", 1 if world_size % 2 else 2))
dp_size = world_size // tp_size

mesh = init_device_mesh("cpu", (dp_size, tp_size), mesh_dim_names=("dp", "tp"))
row, column = divmod(rank, tp_size)
assert tuple(mesh.get_coordinate()) == (row, column), "coordinate"

# mesh["tp"] and mesh["dp"]: the two lines that this rank is on.
tp, dp = mesh["tp"], mesh["dp"]
assert tp.get_local_rank() == column, "tp_rank"
assert dp.get_local_rank() == row, "dp_rank"
input = torch.full((2,), float(rank))
tp_sum = input.clone()
dist.all_reduce(tp_sum, group=tp.get_group())
dp_sum = input.clone()
dist.all_reduce(dp_sum, group=dp.get_group())

# Sums of sums: along one dimension, then along the other, is over the whole mesh.
mesh_sum = tp_sum.clone()
dist.all_reduce(mesh_sum, group=dp.get_group())


# Consecutive ranks along tp, ranks tp_size apart along dp: arithmetic series.
def series(first, step, count):
    return torch.full((2,), float(sum(range(first, first + step * count, step))))


assert torch.equal(tp_sum, series(row * tp_size, 1, tp_size)), "tp_sum"
assert torch.equal(dp_sum, series(column, tp_size, dp_size)), "dp_sum"
assert torch.equal(mesh_sum, series(0, 1, world_size)), "mesh_sum"

# A third dimension, where dp can be halved: pipeline stages. One stage's part of the mesh is a plane.
stages = 1 if dp_size % 2 else 2
cube = init_device_mesh("cpu", (stages, dp_size // stages, tp_size), mesh_dim_names=("pp", "dp", "tp"))
plane = cube["dp", "tp"]
in_plane = world_size // stages
assert cube.get_local_rank("pp") == rank // in_plane, "stage"
plane_sum = input.clone()
dist.all_reduce(plane_sum, group=plane.get_group("tp"))
dist.all_reduce(plane_sum, group=plane.get_group("dp"))

# And across the stages, at the rank's own place in the plane.
pp_sum = input.clone()
dist.all_reduce(pp_sum, group=cube.get_group("pp"))

first = rank // in_plane * in_plane
assert torch.equal(plane_sum, series(first, 1, in_plane)), "plane_sum"
assert torch.equal(pp_sum, series(rank % in_plane, in_plane, stages)), "pp_sum"
print(f"rank {rank}: row {row}, column {column}, sums {tp_sum.tolist()} and {dp_sum.tolist()}")

dist.destroy_process_group()
