# Two experts a token, with room for so many only.
#   N_TOK=2 D=2 ROUTER_SEED=100 torchrun --nproc-per-node 4 moe_top2.py
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
n, d = int(os.environ.get("N_TOK", 2)), int(os.environ.get("D", 2))
choices = min(2, world_size)
generator = torch.Generator().manual_seed(int(os.environ.get("ROUTER_SEED", 100)) + rank)
tokens = torch.randn(n, d, generator=generator)
first = torch.randint(0, world_size, (n,), generator=generator)
experts, gates = [first.tolist()], [[1.0] * n]
if choices == 2:
    second = (first + torch.randint(1, world_size, (n,), generator=generator)) % world_size
    gate = 0.5 + torch.rand(n, generator=generator) / 2
    experts, gates = [first.tolist(), second.tolist()], [gate.tolist(), (1 - gate).tolist()]

# Each rank may send an expert its even share; first choices come first.
capacity = -(-choices * n // world_size)
parts = [[] for _ in range(world_size)]
dropped = 0
for choice in range(choices):
    for token in range(n):
        part = parts[experts[choice][token]]
        if len(part) < capacity:
            part.append((token, experts[choice][token], gates[choice][token]))
        else:
            dropped += 1
sent = [row for part in parts for row in part]

# Who gets how much, then the rows themselves, in their true sizes.
counts = torch.tensor([len(part) for part in parts])
in_counts = torch.empty_like(counts)
dist.all_to_all_single(in_counts, counts)
send = tokens[[token for token, _, _ in sent]]  # dispatch
dispatched = torch.empty(int(in_counts.sum()), d)
dist.all_to_all_single(dispatched, send, in_counts.tolist(), counts.tolist())
back = dispatched * (rank + 1)
returned = torch.empty_like(send)
dist.all_to_all_single(returned, back, counts.tolist(), in_counts.tolist())

# Home: the weighted sum of what came back.
final = torch.zeros_like(tokens)
factors = torch.zeros(n, 1)
for row, (token, expert, weight) in zip(returned, sent):
    final[token] += weight * row  # combine
    factors[token] += weight * (expert + 1)
assert torch.allclose(final, tokens * factors), "combined"
totals = torch.tensor([choices * n, len(sent), dropped, dispatched.shape[0]])
dist.all_reduce(totals)
assert totals[0] == totals[1] + totals[2], "all_choices_counted"
assert totals[1] == totals[3], "all_sent_arrived"
print(f"rank {rank}: {dropped} dropped here, {totals[2]} in all")

dist.destroy_process_group()
