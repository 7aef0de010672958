"""Reads the shards that `tedomari-dev samples` writes, and makes batches of them."""

import random
from pathlib import Path

import numpy as np
import torch

ILLEGAL = 65535
N_POINT_FEATURES = 22
# Shares of a batch's turns and reflections: bits as for the engine's symmetries.
N_SYMMETRIES = 8


class Pool:
    """The samples of one folder with boards of one size, drawn in random order, each once before any comes again."""

    def __init__(self, width, height, seed):
        self.width, self.height = width, height
        self.shards = []
        self.unseen = []
        self.random = random.Random(seed)

    def add(self, shard):
        rows = [(len(self.shards), row) for row in range(len(shard))]
        self.shards.append(shard)
        self.unseen.extend(rows)
        self.random.shuffle(self.unseen)

    def __len__(self):
        return sum(map(len, self.shards))

    def draw(self, n):
        if len(self.unseen) < n:
            self.unseen = [(index, row) for index, shard in enumerate(self.shards) for row in range(len(shard))]
            self.random.shuffle(self.unseen)
        drawn, self.unseen = self.unseen[-n:], self.unseen[:-n]
        drawn.sort()
        records = [self.shards[index][row] for index, row in drawn]
        return np.array(records, dtype=self.shards[0].dtype)


class Folder:
    """All pools of a folder. Shards that appear later are found by `refresh`."""

    def __init__(self, path, seed):
        self.path = Path(path)
        self.seed = seed
        self.known = set()
        self.pools = {}
        self.random = random.Random(seed)
        self.refresh()

    def refresh(self):
        for file in sorted(self.path.glob("*-*.npy")):
            if file.name in self.known:
                continue
            self.known.add(file.name)
            shard = np.load(file, mmap_mode="r")
            width, height = (int(side) for side in file.stem.split("-")[1].split("x"))
            size = (width, height)
            if size not in self.pools:
                self.pools[size] = Pool(width, height, f"{self.seed} {size}")
            self.pools[size].add(shard)

    def draw_pool(self):
        """A pool, each as often as it has samples."""
        pools = list(self.pools.values())
        return self.random.choices(pools, [len(pool) for pool in pools])[0]


def turned(grids, symmetry):
    """Turns or mirrors grids whose last two dimensions are rows and columns."""
    if symmetry & 1:
        grids = grids[..., ::-1, :]
    if symmetry & 2:
        grids = grids[..., :, ::-1]
    if symmetry & 4:
        grids = np.swapaxes(grids, -1, -2)
    return grids


class Batch:
    """Inputs and targets as tensors."""

    def __init__(self, records, width, height, symmetry=0):
        n, n_points = len(records), width * height
        if width != height:
            symmetry &= 3

        def grid(numbers, channels):
            numbers = turned(numbers.reshape(n, channels, height, width), symmetry)
            return np.ascontiguousarray(numbers)

        bits = np.unpackbits(records["planes"], axis=2)[:, :, :n_points]
        planes = torch.from_numpy(grid(bits, N_POINT_FEATURES)).float()
        self.planes = planes.contiguous(memory_format=torch.channels_last)
        self.globals = torch.from_numpy(np.ascontiguousarray(records["globals"]))
        policy = records["policy"].astype(np.int32)
        policy = np.concatenate([grid(policy[:, :-1], 1).reshape(n, -1), policy[:, -1:]], 1)
        self.legal = torch.from_numpy(policy != ILLEGAL)
        policy = np.where(policy == ILLEGAL, 0, policy).astype(np.float32)
        self.policy = torch.from_numpy(policy / np.maximum(policy.sum(1, keepdims=True), 1))
        place = np.arange(n_points).reshape(1, 1, height, width)
        place = np.argsort(turned(place, symmetry).reshape(-1))
        played = records["move"].astype(np.int64)
        on_board = played < n_points
        played[on_board] = place[played[on_board]]
        # The place of the move, the pass after the points; -1 where none is known.
        self.played = torch.from_numpy(np.where(played > n_points, -1, played))
        ownership = grid(records["ownership"], 1).reshape(n, -1)
        self.ownership = torch.from_numpy(ownership.astype(np.float32) / 127)
        values = torch.from_numpy(np.ascontiguousarray(records["values"]))
        self.outcome, self.score = values[:, :3], values[:, 3:]
        self.number = records["number"].astype(np.int64)
        self.winner = records["winner"].astype(np.int64)

    def to(self, device):
        """The same batch on a device."""
        for name, value in vars(self).items():
            if isinstance(value, torch.Tensor):
                setattr(self, name, value.to(device, non_blocking=True))
        return self
