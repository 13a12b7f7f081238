# Experts of one capacity: a size for all parts that all ranks agree on, then a cap, and tokens that find no room.
#   N_TOK=2 D=2 ROUTER_SEED=100 torchrun --nproc-per-node 4 moe_capacity.py
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

# Each rank by itself would choose another size, and the calls would not fit together.
agreed = counts.max().reshape(1)
dist.all_reduce(agreed, op=dist.ReduceOp.MAX)
assert (counts <= agreed).all(), "agreed_holds_all"

# The cap: five quarters of what a part would hold if routers were even.
total = torch.tensor([n_tok])
dist.all_reduce(total)
cap = min(-(-5 * total.item() // (4 * world_size**2)), agreed.item())

# Dispatch: of each expert's tokens the first ones, as far as there is room.
send = torch.zeros(world_size, cap, d)
kept, dropped = [], 0
for expert in range(world_size):
    all_of_it = (router == expert).nonzero().flatten()
    index = all_of_it[:cap]
    kept.append(index)
    dropped += len(all_of_it) - len(index)
    send[expert, : len(index)] = tokens[index]  # dispatch
dispatched = torch.empty_like(send)
dist.all_to_all_single(dispatched, send)

# Expert e multiplies by e + 2, so a token that went to another would show it.
back = (rank + 2) * dispatched  # expert
combined = torch.empty_like(back)
dist.all_to_all_single(combined, back)

# Home. A dropped token passes its experts by: what was there stays.
final = tokens.clone()
expected = tokens.clone()
for expert, index in enumerate(kept):
    final[index] = combined[expert, : len(index)]  # home
    expected[index] *= expert + 2
assert torch.equal(final, expected), "kept_times_expert"

own_kept = sum(len(index) for index in kept)
kept_and_dropped = torch.tensor([own_kept, dropped])
dist.all_reduce(kept_and_dropped)
assert kept_and_dropped.sum() == total, "kept_and_dropped_are_all"

# The bytes (rank_bytes) are counted where they leave a rank: rankscope shows them.
print(f"rank {rank}: cap {cap} of {agreed.item()}, dropped {dropped}, all ranks {kept_and_dropped[1].item()} of {total.item()}")

dist.destroy_process_group()
