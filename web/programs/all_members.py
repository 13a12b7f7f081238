# Lesson 3: reduce-scatter and all-gather on one side, all-reduce on the other.
#   torchrun --nproc-per-node 4 all_members.py
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

input = torch.arange(2 * world_size, dtype=torch.float64) + 100 * rank

# One way: each rank sums its own part, then everyone gets all parts.
shard = torch.empty(2, dtype=torch.float64)
dist.reduce_scatter_tensor(shard, input)
gathered = torch.empty(2 * world_size, dtype=torch.float64)
dist.all_gather_into_tensor(gathered, shard)

# The other way: in one call, in place.
all_reduced = input.clone()
dist.all_reduce(all_reduced)

# Element i of rank k is i + 100 k. Summed over k that is W i + 100 W (W - 1) / 2.
sums = torch.arange(2 * world_size, dtype=torch.float64) * world_size
sums += 50 * world_size * (world_size - 1)
assert torch.equal(shard, sums[2 * rank : 2 * rank + 2]), "reduce_scatter"
assert torch.equal(gathered, sums), "all_gather"
assert torch.equal(all_reduced, sums), "all_reduce"
assert torch.equal(gathered, all_reduced), "ag_of_rs_equals_ar"
print(f"rank {rank}: shard {shard.tolist()}")

dist.destroy_process_group()
