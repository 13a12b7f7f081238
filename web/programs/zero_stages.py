# ZeRO-1, 2 and 3: the same step of SGD with momentum, four times.
#   torchrun --nproc-per-node 4 zero_stages.py
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(int(os.environ.get("INIT_SEED", 0)))
weight = torch.nn.Linear(5, 6, bias=False).weight.data
generator = torch.Generator().manual_seed(int(os.environ.get("DATA_SEED", 1000)) + rank)
data = torch.randn(2, 5, generator=generator)
parameters = weight.numel()
per = -(-parameters // world_size)
mine = slice(rank * per, (rank + 1) * per)


def backward(weight):
    weight = weight.clone().requires_grad_()
    (data @ weight.t()).square().sum().backward()
    return weight.grad.flatten()


def padded(flat):
    return torch.nn.functional.pad(flat, (0, world_size * per - flat.numel()))  # pad


def update(param, grad):
    momentum = torch.zeros_like(grad)
    momentum = 0.9 * momentum + grad
    param -= 0.1 * momentum
    return momentum.numel()


def mean_shard(grad):
    # gloo has no average: sum, then divide.
    grad_shard = torch.empty(per)
    dist.reduce_scatter_tensor(grad_shard, padded(grad))
    return grad_shard / world_size


def whole(own):
    gathered = torch.empty(world_size * per)
    dist.all_gather_into_tensor(gathered, own)
    return gathered[:parameters]


# All on every rank.
mean_grad = backward(weight)
dist.all_reduce(mean_grad)
mean_grad /= world_size
ddp_param = weight.flatten().clone()
held = [ddp_param.numel() + mean_grad.numel() + update(ddp_param, mean_grad)]

# The momentum in shards, then the gradient too.
params = []
for scattered in [False, True]:
    grad = backward(weight)
    shard = mean_shard(grad)
    grad_held = shard.numel() if scattered else grad.numel()
    own = padded(weight.flatten())[mine].clone()
    held.append(parameters + grad_held + update(own, shard))
    params.append(whole(own))
zero1_param, zero2_param = params

# The parameters too: gathered for the way there, and again for the way back.
param_shard = padded(weight.flatten())[mine].clone()
output = data @ whole(param_shard).view(6, 5).t()  # forward
grad = backward(whole(param_shard).view(6, 5))
shard = mean_shard(grad)
held.append(param_shard.numel() + shard.numel() + update(param_shard, shard))
zero3_param = whole(param_shard)

assert torch.allclose(zero1_param, ddp_param), "zero1_equals_ddp"
assert torch.allclose(zero2_param, ddp_param), "zero2_equals_ddp"
assert torch.allclose(zero3_param, ddp_param), "zero3_equals_ddp"
assert held == [3 * parameters, 2 * parameters + per, parameters + 2 * per, 3 * per]
print(f"rank {rank}: elements held under DDP, ZeRO-1, 2, 3: {held}")

dist.destroy_process_group()
