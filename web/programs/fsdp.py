# FSDP by hand: every rank keeps a shard of a layer, and has all of it only while it computes.
#   DATA_SEED=1000 INIT_SEED=0 torchrun --nproc-per-node 4 fsdp.py
import os

import torch
import torch.distributed as dist
from torch.nn.functional import pad

data_seed = int(os.environ.get("DATA_SEED", 1000))
init_seed = int(os.environ.get("INIT_SEED", 0))
lr = 0.1

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# The rank keeps its shard. (The initial weight stays for the assertions alone.)
torch.manual_seed(init_seed)
initial = torch.nn.Linear(5, 3, bias=False).weight.data
count = initial.numel()
per_rank = -(-count // world_size)
padding = world_size * per_rank - count
shard = pad(initial.flatten(), (0, padding))[rank * per_rank :][:per_rank].clone()


def batch(seed):
    return torch.randn(2, 5, generator=torch.Generator().manual_seed(seed))


# The layer's parameters, from all ranks' shards.
def gather():
    flat = torch.empty(world_size * per_rank)
    dist.all_gather_into_tensor(flat, shard)
    return flat[:count].view(3, 5)


data = batch(data_seed + rank)
full = gather()
assert torch.equal(full, initial), "gathered_weight"
output = data @ full.T  # forward
del full

# The loss is sum(output²): its gradient by the output, by the input (for layers before this one), by the weight.
full = gather()
grad_output = 2 * output  # backward
grad_input = grad_output @ full
local_grad = grad_output.T @ data
del full

# The mean of everybody's gradients, of the own shard alone.
padded_grad = pad(local_grad.flatten(), (0, padding))
del local_grad
grad_shard = torch.empty(per_rank)
dist.reduce_scatter_tensor(grad_shard, padded_grad, op=dist.ReduceOp.AVG)
del padded_grad
shard -= lr * grad_shard  # update
assert shard.numel() == per_rank, "kept_parameters"

# The same step on everyone's data at once, by this rank alone.
assert torch.allclose(grad_input, 2 * (data @ initial.T) @ initial), "grad_input"
everyones = torch.cat([batch(data_seed + peer) for peer in range(world_size)])
mean_grad = 2 * (everyones @ initial.T).T @ everyones / world_size
updated = gather()
assert torch.allclose(updated, initial - lr * mean_grad, atol=1e-6), "updated_weight"

# The bytes (rank_bytes, all_bytes) are counted where they leave a rank: rankscope shows them.
print(f"rank {rank}: keeps {shard.numel()} of {count} parameters, updated {updated.tolist()}")

dist.destroy_process_group()
