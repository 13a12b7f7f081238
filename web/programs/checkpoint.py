# A checkpoint for all: rank 0 reads it, and every tensor in it is broadcast.
#   INIT_SEED=0 torchrun --nproc-per-node 4 checkpoint.py
import os

import torch
import torch.distributed as dist

init_seed = int(os.environ.get("INIT_SEED", 0))

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


# Stands for torch.load: what is in the file, here drawn so that every rank can tell what it should get.
def read():
    torch.manual_seed(init_seed)
    embedding = torch.randn(4, 3)
    weight = torch.nn.Linear(3, 2, bias=False).weight.data
    running_mean = torch.randn(2, dtype=torch.float64)
    version = torch.tensor([2**53 + 1])  # int64: a float64 would lose the 1
    return {"embedding": embedding, "weight": weight, "running_mean": running_mean, "version": version}


# Names, sizes and types are known from the model's code. The numbers are in the file, which rank 0 alone reads.
expected = read()
state = read() if rank == 0 else {name: torch.empty_like(tensor) for name, tensor in expected.items()}
for name, tensor in state.items():
    dist.broadcast(tensor, src=0)
for name, tensor in state.items():
    assert torch.equal(tensor, expected[name]), name

# The bytes (rank_bytes, all_bytes) are counted where they leave a rank: rankscope shows them.
print(f"rank {rank}: version {state['version'].item()}, weight {state['weight'].tolist()}")

dist.destroy_process_group()
