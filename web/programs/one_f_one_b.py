# 1F1B: one forward, one backward.
#   DATA_SEED=1000 INIT_SEED=0 torchrun --nproc-per-node 4 one_f_one_b.py
import os
from collections import deque

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
microbatches = 6
torch.manual_seed(int(os.environ.get("INIT_SEED", 0)))
weights = [torch.nn.Linear(2, 2, bias=False).weight.data for _ in range(world_size)]
weight = weights[rank]
generator = torch.Generator().manual_seed(int(os.environ.get("DATA_SEED", 1000)))
batch = [torch.randn(2, 2, generator=generator) for _ in range(microbatches)]

held, most_held, order, sent = deque(), 0, [], []
grad_weight = torch.zeros(2, 2)


def forward(micro):
    global most_held
    x = batch[micro].clone() if rank == 0 else torch.empty(2, 2)
    if rank > 0:
        dist.recv(x, src=rank - 1, tag=10)
    if rank + 1 < world_size:
        y = x + x @ weight.t()  # forward
        # The tensor is kept beside its work: it must live until it is sent.
        sent.append((dist.isend(y, dst=rank + 1, tag=10), y))
    held.append(x)
    most_held = max(most_held, len(held))
    order.append(f"F{micro}")


def backward(micro):
    grad_y = torch.ones(2, 2)
    if rank + 1 < world_size:
        dist.recv(grad_y, src=rank + 1, tag=20)
    x = held.popleft()
    if rank > 0:
        grad_x = grad_y + grad_y @ weight  # backward
        sent.append((dist.isend(grad_x, dst=rank - 1, tag=20), grad_x))
    grad_weight.add_(grad_y.t() @ x)  # backward
    order.append(f"B{micro}")


warm_up = min(world_size - 1 - rank, microbatches)
for micro in range(warm_up):
    forward(micro)
for micro in range(warm_up, microbatches):
    forward(micro)
    backward(micro - warm_up)
for micro in range(microbatches - warm_up, microbatches):
    backward(micro)
for work, _ in sent:
    work.wait()

# The same on one machine, by autograd.
alone = [w.clone().requires_grad_() for w in weights]
for x in batch:
    for w in alone:
        x = x + x @ w.t()
    x.sum().backward()
assert torch.allclose(grad_weight, alone[rank].grad, rtol=1e-4), "weight_gradient"
assert most_held == min(world_size - rank, microbatches), "activations_held"
print(f"rank {rank}: {' '.join(order)}, held {most_held}")

dist.destroy_process_group()
