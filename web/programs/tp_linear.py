# Two linear layers over a tensor-parallel group: by columns of Aᵀ (rows of A), then by rows of Bᵀ (columns of B).
#   TP=2 DATA_SEED=1000 INIT_SEED=0 torchrun --nproc-per-node 4 tp_linear.py
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
tp = int(os.environ.get("TP", 2 if world_size % 2 == 0 else 1))
row, place = divmod(rank, tp)
groups = [dist.new_group(list(range(r * tp, (r + 1) * tp))) for r in range(world_size // tp)]
group = groups[row]
torch.manual_seed(int(os.environ.get("INIT_SEED", 0)))
a = torch.nn.Linear(3, 2 * tp, bias=False).weight.data.double()
b = torch.nn.Linear(2 * tp, 3, bias=False).weight.data.double()
# All ranks of the group have the same x: their first one's.
generator = torch.Generator().manual_seed(int(os.environ.get("DATA_SEED", 1000)) + row * tp)
x = torch.randn(2, 3, generator=generator, dtype=torch.float64)

a_shard = a[2 * place : 2 * place + 2].clone()
b_shard = b[:, 2 * place : 2 * place + 2].clone()
h = x @ a_shard.t()
z = h.square() @ b_shard.t()
partial_z = z.clone()
dist.all_reduce(z, group=group)

# Back, from the gradient of the sum over z.
grad_z = torch.ones(2, 3, dtype=torch.float64)
grad_b = grad_z.t() @ h.square()  # backward
grad_h = grad_z @ b_shard * h * 2  # backward
grad_a = grad_h.t() @ x
grad_x = grad_h @ a_shard
partial_grad_x = grad_x.clone()
dist.all_reduce(grad_x, group=group)

# The same with whole matrices, by autograd.
whole_a, whole_b, whole_x = (whole.clone().requires_grad_() for whole in (a, b, x))
whole_h = whole_x @ whole_a.t()
whole_z = whole_h.square() @ whole_b.t()
whole_z.sum().backward()
assert torch.allclose(h, whole_h[:, 2 * place : 2 * place + 2]), "hidden"
assert torch.allclose(z, whole_z), "output"
assert torch.allclose(grad_a, whole_a.grad[2 * place : 2 * place + 2]), "weight_gradient"
assert torch.allclose(grad_b, whole_b.grad[:, 2 * place : 2 * place + 2]), "weight_gradient_b"
assert torch.allclose(grad_x, whole_x.grad), "input_gradient"
print(f"rank {rank}: z {z.tolist()}")

dist.destroy_process_group()
