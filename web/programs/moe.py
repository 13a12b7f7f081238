# Lesson 4: tokens travel to their experts and home again, in padded parts.
#   N_TOK=2 D=2 ROUTER_SEED=100 torchrun --nproc-per-node 4 moe.py
import os

import torch
import torch.distributed as dist

n_tok = int(os.environ.get("N_TOK", 2))
d = int(os.environ.get("D", 2))
router_seed = int(os.environ.get("ROUTER_SEED", 100))

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# Every rank draws tokens of its own, and where each of them goes.
generator = torch.Generator().manual_seed(router_seed + rank)
tokens = torch.randn(n_tok, d, generator=generator)
router = torch.randint(0, world_size, (n_tok,), generator=generator)

# How many go where: said to the others, and heard from them.
counts = router.bincount(minlength=world_size)
in_counts = torch.empty_like(counts)
dist.all_to_all_single(in_counts, counts)

# Every part is padded to the largest count on any rank.
capacity = counts.max()
dist.all_reduce(capacity, op=dist.ReduceOp.MAX)
slots = int(capacity)

# Dispatch: each part has the tokens of one expert, and zeros behind them.
send = torch.zeros(world_size, slots, d)
for expert in range(world_size):
    chosen = tokens[router == expert]
    send[expert, : len(chosen)] = chosen  # dispatch
dispatched = torch.zeros(world_size, slots, d)
dist.all_to_all_single(dispatched, send)

# An expert multiplies by ten, and leaves the padding alone.
back = torch.zeros(world_size, slots, d)
for source, count in enumerate(in_counts.tolist()):
    back[source, :count] = 10 * dispatched[source, :count]  # expert
combined = torch.zeros(world_size, slots, d)
dist.all_to_all_single(combined, back)

# Home: each token returns to the row it left.
final = torch.empty(n_tok, d)
for expert in range(world_size):
    rows = (router == expert).nonzero().flatten()
    final[rows] = combined[expert, : len(rows)]
assert torch.allclose(final, 10 * tokens), "tokens_home_times_ten"
print(f"rank {rank}: router {router.tolist()}, counts {counts.tolist()}, capacity {slots}")

dist.destroy_process_group()
