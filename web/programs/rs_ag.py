# All-reduce in two halves: reduce-scatter, then all-gather.
#   DATA_SEED=1000 torchrun --nproc-per-node 4 rs_ag.py
import os

import torch
import torch.distributed as dist
from torch.nn.functional import pad

data_seed = int(os.environ.get("DATA_SEED", 1000))

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
count = 2 * world_size + 1  # one too many to be shared evenly
per_rank = -(-count // world_size)


def draw(seed):
    return torch.randn(count, generator=torch.Generator().manual_seed(seed))


# At once.
input = draw(data_seed + rank)
all_reduced = input.clone()
dist.all_reduce(all_reduced)

# In halves. Shards have equal lengths, so zeros fill the last.
padded = pad(input, (0, world_size * per_rank - count))
shard = torch.empty(per_rank)
dist.reduce_scatter_tensor(shard, padded)
gathered = torch.empty(world_size * per_rank)
dist.all_gather_into_tensor(gathered, shard)

# The same additions in rank order. Another order rounds in other places, and gloo has its own: not equal, but close.
sums = torch.zeros(world_size * per_rank)
for peer in range(world_size):
    sums[:count] += draw(data_seed + peer)


def close(a, b):
    return torch.allclose(a, b, atol=1e-5)


assert close(all_reduced, sums[:count]), "all_reduce"
assert close(shard, sums[rank * per_rank :][:per_rank]), "reduce_scatter"
assert close(gathered, sums), "all_gather"
assert close(gathered[:count], all_reduced), "halves_equal_whole"

# The bytes (whole_bytes, halves_bytes) are counted where they leave a rank: rankscope shows them.
print(f"rank {rank}: {count} elements in shards of {per_rank}, shard {shard.tolist()}")

dist.destroy_process_group()
