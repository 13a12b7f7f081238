# Experts without padding: tokens in parts as long as they are, and once more in padded ones.
#   N_TOK=2 D=2 ROUTER_SEED=100 torchrun --nproc-per-node 4 moe_ragged.py
import os

import torch
import torch.distributed as dist

n_tok = int(os.environ.get("N_TOK", 2))
d = int(os.environ.get("D", 2))
router_seed = int(os.environ.get("ROUTER_SEED", 100))

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

generator = torch.Generator().manual_seed(router_seed + rank)
tokens = torch.randn(n_tok, d, generator=generator)
router = torch.randint(0, world_size, (n_tok,), generator=generator)
counts = router.bincount(minlength=world_size)
in_counts = torch.empty_like(counts)
dist.all_to_all_single(in_counts, counts)
out_sizes, in_sizes = counts.tolist(), in_counts.tolist()

# In the order of their experts tokens lie as they are sent.
order = router.argsort(stable=True)
ordered = tokens[order]

# Ragged: the sizes are the counts, and the way home has them the other way round.
arrived = torch.empty(sum(in_sizes), d)
dist.all_to_all_single(arrived, ordered, in_sizes, out_sizes)
done = 10 * arrived
returned = torch.empty_like(ordered)
dist.all_to_all_single(returned, done, out_sizes, in_sizes)
ragged_home = torch.empty_like(tokens)
ragged_home[order] = returned  # home

# Padded: every part has the largest size anywhere.
capacity = counts.max().reshape(1)
dist.all_reduce(capacity, op=dist.ReduceOp.MAX)
send = torch.zeros(world_size, capacity.item(), d)
for slots, rows in zip(send, ordered.split(out_sizes)):
    slots[: len(rows)] = rows  # dispatch
dispatched = torch.empty_like(send)
dist.all_to_all_single(dispatched, send)
back = 10 * dispatched
combined = torch.empty_like(back)
dist.all_to_all_single(combined, back)
unpadded = torch.cat([slots[:count] for slots, count in zip(combined, out_sizes)])
padded_home = torch.empty_like(tokens)
padded_home[order] = unpadded  # home

assert torch.equal(ragged_home, 10 * tokens), "ragged_home"
assert torch.equal(padded_home, 10 * tokens), "padded_home"

# The bytes (ragged_bytes, padded_bytes) are counted where they leave a rank: rankscope shows them.
print(f"rank {rank}: sends {out_sizes}, receives {in_sizes}, padded each to {capacity.item()}")

dist.destroy_process_group()
