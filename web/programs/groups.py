# Lesson 5: tensor-parallel rows and data-parallel columns of the same ranks.
#   TP=2 torchrun --nproc-per-node 4 groups.py
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
tp_size = int(os.environ.get("TP", 1 if world_size % 2 else 2))
rows = world_size // tp_size
row, column = divmod(rank, tp_size)

# Every rank takes part in making every group, in the same order, its own or not.
tp_groups, dp_groups = [], []
for r in range(rows):
    tp_groups.append(dist.new_group(list(range(r * tp_size, (r + 1) * tp_size))))
for c in range(tp_size):
    dp_groups.append(dist.new_group(list(range(c, world_size, tp_size))))
tp, dp = tp_groups[row], dp_groups[column]

# One tensor, two groups, two sums.
input = torch.full((2,), float(rank))
tp_sum, dp_sum = input.clone(), input.clone()
dist.all_reduce(tp_sum, group=tp)
dist.all_reduce(dp_sum, group=dp)

# A row holds consecutive ranks, a column ranks that are tp_size apart: two arithmetic series.
tp_expected = tp_size * row * tp_size + tp_size * (tp_size - 1) // 2
dp_expected = rows * column + tp_size * rows * (rows - 1) // 2
assert torch.equal(tp_sum, torch.full((2,), float(tp_expected))), "tp_sum"
assert torch.equal(dp_sum, torch.full((2,), float(dp_expected))), "dp_sum"
print(f"rank {rank}: row {row}, column {column}, sums {tp_sum.tolist()} and {dp_sum.tolist()}")

dist.destroy_process_group()
