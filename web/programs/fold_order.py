# The order of folding: the same sum, added up in different orders.
#   torchrun --nproc-per-node 4 fold_order.py
# Which algorithm adds is the library's business in torch: gloo's is a ring. The other orders are added up here by hand.
from functools import reduce

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

held = [torch.tensor([1e8, 1.0, -1e8, 1.0][k % 4]) for k in range(world_size)]
input = torch.full((world_size,), held[rank].item())


def folded(ranks):
    return reduce(torch.add, [held[k] for k in ranks])


def paired(first, count):
    if count == 1:
        return held[first]
    half = 1 << (count - 1).bit_length() - 1
    return paired(first, half) + paired(first + half, count - half)


in_rank_order = folded(range(world_size))
in_ring_order = torch.stack([folded((c + k) % world_size for k in range(world_size)) for c in range(world_size)])
in_pairs = paired(0, world_size)

gloo = input.clone()
dist.all_reduce(gloo)
every_gloo = torch.empty(world_size * world_size)
dist.all_gather_into_tensor(every_gloo, gloo)
assert torch.equal(every_gloo, gloo.repeat(world_size)), "gloo_everywhere"

whole = input.to(torch.int64)
dist.all_reduce(whole)
exact = sum(int(k.item()) for k in held)
assert torch.equal(whole, torch.full((world_size,), exact)), "whole_numbers"
tenths = torch.full((world_size,), (rank + 1) / 10)
dist.all_reduce(tenths)
assert torch.allclose(tenths, torch.full((world_size,), world_size * (world_size + 1) / 20)), "tenths"
print(f"rank {rank}: exact {exact}, in rank order {in_rank_order}, in pairs {in_pairs}, ring {in_ring_order}, gloo {gloo}")

dist.destroy_process_group()
