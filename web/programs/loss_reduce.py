# The mean loss: ranks have different numbers of tokens, so sums and counts are reduced, not means.
#   DATA_SEED=1000 torchrun --nproc-per-node 4 loss_reduce.py
import os

import torch
import torch.distributed as dist

data_seed = int(os.environ.get("DATA_SEED", 1000))

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


# One to eight tokens' losses.
def draw(seed):
    generator = torch.Generator().manual_seed(seed)
    count = torch.randint(1, 9, (1,), generator=generator).item()
    return torch.rand(count, generator=generator)


losses = draw(data_seed + rank)
loss_sum = losses.double().sum().reshape(1)
token_count = torch.tensor([losses.numel()])
mean_of_means = loss_sum / token_count
for tensor in (loss_sum, token_count, mean_of_means):
    dist.reduce(tensor, dst=0)

# The same from all ranks' seeds, by this rank alone.
everyones = [draw(data_seed + peer).double() for peer in range(world_size)]
every_loss = torch.cat(everyones)

# Only rank 0 may read what was reduced: what is left in the other ranks' tensors is not defined.
mean_loss = torch.empty(1, dtype=torch.float64)
if rank == 0:
    mean_of_means /= world_size
    mean_loss = loss_sum / token_count
    assert token_count.item() == every_loss.numel(), "token_count"
    wrong = torch.stack([losses.mean() for losses in everyones]).mean()
    assert torch.allclose(mean_of_means, wrong), "mean_of_means"

# Whoever wants to act on it is told.
dist.broadcast(mean_loss, src=0)
assert torch.allclose(mean_loss, every_loss.mean()), "mean_loss"
print(f"rank {rank}: {losses.numel()} of {every_loss.numel()} tokens, mean loss {mean_loss.item():.6f}")

dist.destroy_process_group()
