# Scatter and its inverse: gather after scatter, and scatter after gather, leave everything where it was.
#   torchrun --nproc-per-node 4 scatter_gather.py
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
root = world_size - 1
is_root = rank == root


# Parts differ in what they hold, not in size: row i has i + 1 numbers, and zeros behind them.
def row(i):
    j = torch.arange(world_size)
    return torch.where(j <= i, 100 * (i + 1) + j, 0)


table = torch.stack([row(i) for i in range(world_size)]) if is_root else None
part = torch.empty(world_size, dtype=torch.int64)
dist.scatter(part, list(table) if is_root else None, src=root)
assert torch.equal(part, row(rank)), "scatter"

# Gather undoes scatter.
collected = torch.empty_like(table) if is_root else None
dist.gather(part, list(collected) if is_root else None, dst=root)
if is_root:
    assert torch.equal(collected, table), "gather_of_scatter"

# And scatter undoes gather.
own = torch.tensor([rank, rank * rank])
everyones = torch.empty(world_size, 2, dtype=torch.int64) if is_root else None
dist.gather(own, list(everyones) if is_root else None, dst=root)
returned = torch.empty_like(own)
dist.scatter(returned, list(everyones) if is_root else None, src=root)
assert torch.equal(returned, own), "scatter_of_gather"

# The bytes (rank_bytes) are counted where they leave a rank: rankscope shows them.
print(f"rank {rank}: part {part.tolist()}, returned {returned.tolist()}")

dist.destroy_process_group()
