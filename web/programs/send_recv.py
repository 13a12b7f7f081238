# Lesson 1: the stages of a pipeline hand activations on and gradients back.
#   torchrun --nproc-per-node 4 send_recv.py
import torch
import torch.distributed as dist

ACTIVATIONS, GRADIENTS = 10, 20  # tags

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
first, last = rank == 0, rank == world_size - 1

activation = torch.tensor([rank + 1.0, 0.0])
from_upstream = torch.zeros(2)
from_downstream = torch.zeros(2)

# Forward: from the left, then on to the right.
if not first:
    dist.recv(from_upstream, src=rank - 1, tag=ACTIVATIONS)
if not last:
    dist.send(activation, dst=rank + 1, tag=ACTIVATIONS)
    # Backward: from the right, then on to the left.
    dist.recv(from_downstream, src=rank + 1, tag=GRADIENTS)
if not first:
    gradient = torch.ones(2)
    dist.send(gradient, dst=rank - 1, tag=GRADIENTS)

# The first stage has no one upstream, the last no one downstream: there the zeros stay.
one = 0.0 if last else 1.0
assert torch.equal(from_upstream, torch.tensor([float(rank), 0.0])), "from_upstream"
assert torch.equal(from_downstream, torch.tensor([one, one])), "from_downstream"
print(f"stage {rank}: {from_upstream.tolist()} from upstream, {from_downstream.tolist()} from downstream")

dist.destroy_process_group()
