# ZeRO-1, 2 and 3: the same step of SGD with momentum, four times.
#   DATA_SEED=1000 INIT_SEED=0 torchrun --nproc-per-node 4 zero_stages.py
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(int(os.environ.get("INIT_SEED", 0)))
weight = torch.nn.Linear(5, 6, bias=False).weight.data
data_seed = int(os.environ.get("DATA_SEED", 1000))
generator = torch.Generator().manual_seed(data_seed + rank)
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
    return momentum


def mean_shard(grad):
    grad_shard = torch.empty(per)
    dist.reduce_scatter_tensor(grad_shard, grad, op=dist.ReduceOp.AVG)
    return grad_shard


def whole(own):
    gathered = torch.empty(world_size * per)
    dist.all_gather_into_tensor(gathered, own)
    return gathered[:parameters]


# What parameters, gradient and momentum keep in memory, each storage once.
def elements(*tensors):
    storages = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in tensors}
    return sum(storages.values()) // 4


# All on every rank.
mean_grad = backward(weight)
dist.all_reduce(mean_grad, op=dist.ReduceOp.AVG)
ddp_param = weight.flatten().clone()
momentum = update(ddp_param, mean_grad)
held = [elements(ddp_param, mean_grad, momentum)]

# The same step on one machine that has everyone's data, by autograd.
generators = [torch.Generator().manual_seed(data_seed + peer) for peer in range(world_size)]
everyones = torch.cat([torch.randn(2, 5, generator=generator) for generator in generators])
alone = weight.clone().requires_grad_()
((everyones @ alone.t()).square().sum() / world_size).backward()
expected = weight - 0.1 * alone.grad
assert torch.allclose(ddp_param, expected.flatten(), atol=1e-6), "ddp_equals_alone"

# The momentum in shards: the whole gradient stays, and the mean of the own shard stands in it.
grad = padded(backward(weight))
grad[mine] = mean_shard(grad)  # own
param = padded(weight.flatten())
momentum = update(param[mine], grad[mine])
held.append(elements(param, grad, momentum))
zero1_param = whole(param[mine])

# The gradient in shards too: of all of it, only the own shard's mean is left.
grad = padded(backward(weight))
shard = mean_shard(grad)
del grad
param = padded(weight.flatten())
momentum = update(param[mine], shard)
held.append(elements(param, shard, momentum))
zero2_param = whole(param[mine])

# The parameters too: gathered for the way there, and again for the way back.
param_shard = padded(weight.flatten())[mine].clone()
output = data @ whole(param_shard).view(6, 5).t()  # forward
grad = padded(backward(whole(param_shard).view(6, 5)))
shard = mean_shard(grad)
del grad
momentum = update(param_shard, shard)
held.append(elements(param_shard, shard, momentum))
zero3_param = whole(param_shard)

assert torch.allclose(zero1_param, ddp_param), "zero1_equals_ddp"
assert torch.allclose(zero2_param, ddp_param), "zero2_equals_ddp"
assert torch.allclose(zero3_param, ddp_param), "zero3_equals_ddp"
everything = world_size * per
assert held == [3 * parameters, 2 * everything + per, everything + 2 * per, 3 * per]
print(f"rank {rank}: elements held under DDP, ZeRO-1, 2, 3: {held}")

dist.destroy_process_group()
