# Ring attention: keys and values go round, and no rank holds more than two blocks.
#   DATA_SEED=1000 torchrun --nproc-per-node 4 ring_attention.py
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
seed = int(os.environ.get("DATA_SEED", 1000))


def draw(rank):
    generator = torch.Generator().manual_seed(seed + rank)
    q = torch.randn(2, 4, generator=generator, dtype=torch.float64)
    return q, torch.randn(4, 4, generator=generator, dtype=torch.float64)


q, kv = draw(rank)
block, coming, most_held = kv, None, 0
del kv  # It goes on round the ring.
largest = torch.full((2, 1), -torch.inf, dtype=torch.float64)
weight = torch.zeros(2, 1, dtype=torch.float64)
values = torch.zeros(2, 4, dtype=torch.float64)
for step in range(world_size):
    works, coming = [], None
    if step + 1 < world_size:
        coming = torch.empty_like(block)
        # What is here goes on while it is attended to.
        works = dist.batch_isend_irecv([
            dist.P2POp(dist.isend, block, (rank + 1) % world_size, tag=30),
            dist.P2POp(dist.irecv, coming, (rank - 1) % world_size, tag=30),
        ])
    most_held = max(most_held, block.numel() + (0 if coming is None else coming.numel()))
    k, v = block.split(2)
    scores = q @ k.t() / 2  # attend
    new_largest = torch.maximum(largest, scores.max(dim=1, keepdim=True).values)
    shrink, weights = (largest - new_largest).exp(), (scores - new_largest).exp()
    largest = new_largest
    weight = weight * shrink + weights.sum(dim=1, keepdim=True)
    values = values * shrink + weights @ v
    out = values / weight
    for work in works:
        work.wait()
    if step + 1 < world_size:
        block = coming

# All at once, from the whole sequence.
whole = [draw(peer)[1] for peer in range(world_size)]
keys = torch.cat([kv.split(2)[0] for kv in whole])
all_values = torch.cat([kv.split(2)[1] for kv in whole])
expected = (q @ keys.t() / 2).softmax(dim=1) @ all_values
assert torch.allclose(out, expected), "attention"
assert torch.equal(block, whole[(rank + 1) % world_size]), "last_block"
assert most_held == min(world_size, 2) * block.numel(), "held"
print(f"rank {rank}: {out.tolist()}")

dist.destroy_process_group()
