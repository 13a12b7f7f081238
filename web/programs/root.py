# Lesson 2: one rank gives to all, or takes from all.
#   torchrun --nproc-per-node 4 root.py
import torch
import torch.distributed as dist

ROOT = 0

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
is_root = rank == ROOT


def one(value):
    return torch.tensor([value], dtype=torch.float64)


# Everyone ends with the root's numbers.
broadcast_in = torch.arange(4, dtype=torch.float64) + 100 * rank
broadcast_out = broadcast_in
dist.broadcast(broadcast_out, src=ROOT)
assert torch.equal(broadcast_out, torch.arange(4, dtype=torch.float64)), "broadcast"

# The root deals out one part each.
scatter_out = torch.empty(1, dtype=torch.float64)
parts = [one(i) for i in range(world_size)] if is_root else None
dist.scatter(scatter_out, parts, src=ROOT)
assert torch.equal(scatter_out, one(rank)), "scatter"

# And collects them again, in the order of ranks.
gather_out = torch.empty(world_size, dtype=torch.float64)
places = list(gather_out.split(1)) if is_root else None
dist.gather(scatter_out, places, dst=ROOT)
if is_root:
    assert torch.equal(gather_out, torch.arange(world_size, dtype=torch.float64)), "gather"

# Only the root may read the sum: what is left in the other ranks' tensors is not defined.
reduce_out = scatter_out.clone()
dist.reduce(reduce_out, dst=ROOT)
if is_root:
    assert torch.equal(reduce_out, one(world_size * (world_size - 1) / 2)), "reduce"
    print(f"gathered {gather_out.tolist()}, sum {reduce_out.item()}")

dist.destroy_process_group()
