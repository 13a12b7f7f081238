# A pipeline, there and back: every rank is a stage of one network.
#   DATA_SEED=1000 INIT_SEED=0 torchrun --nproc-per-node 4 pipeline.py
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(int(os.environ.get("INIT_SEED", 0)))
weights = [torch.nn.Linear(2, 2, bias=False).weight.data for _ in range(world_size)]
weight = weights[rank]
generator = torch.Generator().manual_seed(int(os.environ.get("DATA_SEED", 1000)))
data = torch.randn(2, 2, generator=generator)

# There: y = x + x Wᵀ, and on to the right.
x = data.clone() if rank == 0 else torch.empty(2, 2)
if rank > 0:
    dist.recv(x, src=rank - 1, tag=10)
y = x + x @ weight.t()  # forward
if rank + 1 < world_size:
    dist.send(y, dst=rank + 1, tag=10)

# Back: the last stage's loss is the sum over its y.
grad_y = torch.empty(2, 2) if rank + 1 < world_size else torch.ones(2, 2)
if rank + 1 < world_size:
    dist.recv(grad_y, src=rank + 1, tag=20)
grad_x = grad_y + grad_y @ weight  # backward
grad_weight = grad_y.t() @ x  # backward
if rank > 0:
    dist.send(grad_x, dst=rank - 1, tag=20)

# The same on one machine, by autograd.
alone = [w.clone().requires_grad_() for w in weights]
activations = [data.clone().requires_grad_()]
for w in alone:
    activations.append(activations[-1] + activations[-1] @ w.t())
    activations[-1].retain_grad()
activations[-1].sum().backward()
assert torch.allclose(x, activations[rank]), "activation"
assert torch.allclose(grad_y, activations[rank + 1].grad), "gradient"
assert torch.allclose(grad_weight, alone[rank].grad), "weight_gradient"
print(f"rank {rank}: the gradient of its weight is {grad_weight.tolist()}")

dist.destroy_process_group()
