# Lesson 6: one step of SGD, with the whole gradient on every rank and with a shard of it.
#   DATA_SEED=1000 INIT_SEED=0 torchrun --nproc-per-node 4 ddp_zero2.py
import os

import torch
import torch.distributed as dist
from torch.nn.functional import pad

data_seed = int(os.environ.get("DATA_SEED", 1000))
init_seed = int(os.environ.get("INIT_SEED", 0))
lr = 0.1

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# The same parameters everywhere, other data on every rank.
torch.manual_seed(init_seed)
linear = torch.nn.Linear(8, 8, bias=False)
weight = linear.weight.data
generator = torch.Generator().manual_seed(data_seed + rank)
data = torch.randn(2, 8, generator=generator)
linear(data).square().sum().backward()
local_grad = linear.weight.grad

# DDP: every rank ends with the whole mean gradient, and updates everything.
mean_grad = local_grad.clone()
dist.all_reduce(mean_grad)
mean_grad /= world_size
ddp_param = weight - lr * mean_grad  # update
ddp_live_gradient = mean_grad.numel()

# ZeRO-2: every rank gets the sum of one shard. Shards have equal lengths, so zeros fill the last.
count = local_grad.numel()
per_rank = -(-count // world_size)
padding = world_size * per_rank - count
padded_grad = pad(local_grad.flatten(), (0, padding))
grad_shard = torch.empty(per_rank)
dist.reduce_scatter_tensor(grad_shard, padded_grad)
linear.weight.grad = local_grad = padded_grad = None  # the whole gradient goes
grad_shard /= world_size

# It updates its own part of the parameters, and all parts are gathered.
own = pad(weight.flatten(), (0, padding))[rank * per_rank : (rank + 1) * per_rank]
param_shard = own - lr * grad_shard  # update
gathered = torch.empty(world_size * per_rank)
dist.all_gather_into_tensor(gathered, param_shard)
zero2_param = gathered[:count].reshape(weight.shape)
zero2_live_gradient = grad_shard.numel()
assert torch.allclose(zero2_param, ddp_param), "zero2_equals_ddp"

# The bytes that each way sends (ddp_bytes, zero2_bytes) are counted where they leave a rank: rankscope shows them.
print(f"rank {rank}: {ddp_live_gradient} elements of gradient with DDP, {zero2_live_gradient} with ZeRO-2")

dist.destroy_process_group()
