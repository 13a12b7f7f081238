# All-to-all is a transpose: of a matrix of blocks, a row of blocks on each rank.
#   torchrun --nproc-per-node 4 transpose.py
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
high, wide = 2, 3  # rows and columns of a block


# Part of the matrix whose element in row i and column j is 1000 i + j.
def matrix(rows, columns):
    return 1000 * torch.tensor(rows)[:, None] + torch.tensor(columns)


# This rank's rows of the matrix, cut into the blocks that the others are to have.
strip = matrix(range(high * rank, high * (rank + 1)), range(wide * world_size))
send = torch.stack(strip.split(wide, dim=1))  # block
recv = torch.empty_like(send)
dist.all_to_all_single(recv, send)

# With lists, block for block: the same.
listed = torch.empty_like(send)
dist.all_to_all(list(listed), list(send))

# Once more, and every block is where it was.
twice = torch.empty_like(send)
dist.all_to_all_single(twice, recv)

# Blocks have changed places; within each of them rows are still rows until the rank turns it over.
transposed = torch.cat([block.T for block in recv], dim=1)

# What lies in the matrix where the blocks come from, by this rank alone: its column of blocks.
column = matrix(range(high * world_size), range(wide * rank, wide * (rank + 1)))
column_blocks = column.view(world_size, high, wide)
assert torch.equal(recv, column_blocks), "all_to_all_single"
assert torch.equal(listed, column_blocks), "all_to_all"
assert torch.equal(twice, send), "twice"
assert torch.equal(transposed, column.T), "transposed"
print(f"rank {rank}: strip {strip.tolist()} became {transposed.tolist()}")

dist.destroy_process_group()
