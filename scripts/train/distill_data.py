"""Positions on the GPU: from shards of `tedomari-dev samples`, labelled by the teacher, drawn as batches."""

import collections
import os
import subprocess
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch

from model import N_GLOBAL_FEATURES, N_POINT_FEATURES
from samples import ILLEGAL, turned
from teacher import CERTAIN, unpacked


def size_of(path):
    width, height = (int(side) for side in Path(path).stem.split("-")[1].split("x"))
    return height, width


class Generators:
    """Processes of `tedomari-dev samples`. A plan: for each source its name, threads, samples in a shard, arguments, and
    its share of the labels. A source whose name begins with `q` is searched: its policies are visits."""

    def __init__(self, engine, folder, plan, seed):
        self.engine, self.folder, self.plan, self.seed = engine, Path(folder), plan, seed
        self.running = []

    def start(self, network, round_):
        for index, (name, threads, samples, arguments, _) in enumerate(self.plan):
            out = self.folder / f"{name}_{round_}"
            out.mkdir(parents=True, exist_ok=True)
            words = [self.engine, "samples", "--out", out, "--threads", threads, "--samples", samples,
                     "--seed", self.seed + 100 * round_ + index, "--log", "error", *arguments]
            if "--shards" in words:
                if round_ > 0:
                    continue
            else:
                words += ["--shards", "1000000"]
            # The teacher labels positions of records later.
            if not arguments or arguments[0].startswith("--"):
                words += ["--teacher", network, "--precision", "int8"]
            log = open(self.folder / f"{name}_{round_}.log", "wb")
            process = subprocess.Popen(["nice", "-n", "5", *map(str, words)], stdout=subprocess.DEVNULL, stderr=log)
            self.running.append(process)

    def stop(self):
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait()
        self.running = []

    def complaints(self):
        """The ends of the logs that hold anything."""
        return {path.name: path.read_text()[-300:] for path in self.folder.glob("*.log") if path.stat().st_size}


class Loader(threading.Thread):
    """Reads shards as they appear, and removes their files."""

    def __init__(self, folder, shares, most_waiting=60):
        super().__init__(daemon=True)
        self.folder, self.shares = Path(folder), shares
        self.waiting = {source: collections.deque(maxlen=most_waiting) for source in shares}
        self.taken = dict.fromkeys(shares, 0)
        self.made = {}
        self.known = set()
        self.ends = False

    def run(self):
        while not self.ends:
            found = False
            for path in sorted(self.folder.glob("*/*-*.npy")):
                if str(path) in self.known:
                    continue
                self.known.add(str(path))
                try:
                    records = np.load(path)
                except Exception as error:
                    print("not read:", path, error, flush=True)
                    continue
                found = True
                source = path.parent.name.rsplit("_", 1)[0]
                key = (source, *size_of(path))
                self.made[key] = self.made.get(key, 0) + len(records)
                os.unlink(path)
                # The oldest one leaves a full queue.
                self.waiting[source].append((key, self.tensors(records, is_searched=source.startswith("q"))))
            if not found:
                time.sleep(0.2)

    def next(self):
        """The newest shard of the source that is farthest behind its share; `None` if there is none."""
        sources = [source for source, waiting in self.waiting.items() if waiting]
        if not sources:
            return None
        source = min(sources, key=lambda source: self.taken[source] / self.shares[source])
        key, parts = self.waiting[source].pop()
        self.taken[source] += len(parts["records"])
        return key, parts

    def __len__(self):
        return sum(map(len, self.waiting.values()))

    def tensors(self, records, is_searched):
        policy = records["policy"].astype(np.int32)
        move = records["move"].astype(np.int32)
        parts = {
            "planes": np.ascontiguousarray(records["planes"]),
            "globals": np.ascontiguousarray(records["globals"]),
            "legal": policy != ILLEGAL,
            "move": np.where(move == ILLEGAL, -1, move),
        }
        if is_searched:
            parts["search"] = np.where(policy == ILLEGAL, 0, policy).astype(np.float32)
        parts = {name: torch.from_numpy(part) for name, part in parts.items()}
        parts["records"] = records
        return parts


class Labeller:
    """`sharpness`: the teacher's probabilities are raised to the power of this; `searched`: the share of the visits in the
    policy of positions that were searched."""

    def __init__(self, teacher, device, batch, sharpness, searched):
        self.teacher, self.device, self.batch = teacher, device, batch
        self.sharpness, self.searched = sharpness, searched

    def label(self, height, width, parts):
        """The parts of a shard on the device, with the teacher's answers."""
        points = height * width
        got = {name: part.to(self.device, non_blocking=True) for name, part in parts.items() if name != "records"}
        n = len(got["planes"])
        # Parts of equal size.
        batch = -(-n // -(-n * points // (self.batch * 81)))
        answers = []
        for start in range(0, n, batch):
            planes = unpacked(got["planes"][start : start + batch], points)
            planes = planes.view(-1, N_POINT_FEATURES, height, width)
            legal = got["legal"][start : start + batch]
            policy, ownership, values = self.teacher.label(planes, got["globals"][start : start + batch], legal)
            policy = policy.float() ** self.sharpness
            policy = policy / policy.sum(1, keepdim=True).clamp(min=1e-9)
            if "search" in got:
                visits = got["search"][start : start + batch]
                policy = policy.lerp(visits / visits.sum(1, keepdim=True).clamp(min=1.0), self.searched)
            policy = policy.masked_fill(~legal, -1).to(torch.float16)
            answers.append((policy, (ownership * 127).round().to(torch.int8), values.float()))
        got["policy"], got["ownership"], got["values"] = (torch.cat(each) for each in zip(*answers))
        return got


def written(records, got):
    """The records with the teacher's answers, as the engine writes them."""
    records = records.copy()
    policy = got["policy"].float().cpu().numpy()
    records["policy"] = np.where(policy < 0, ILLEGAL, np.round(policy * CERTAIN)).astype(np.uint16)
    records["ownership"] = got["ownership"].cpu().numpy()
    records["values"] = got["values"].cpu().numpy()
    return records


class Store:
    """All positions of one size of board, in the memory of the device."""

    def __init__(self, height, width, capacity, device):
        self.height, self.width, self.points, self.device = height, width, height * width, device
        empty = lambda *shape, dtype: torch.empty((capacity, *shape), dtype=dtype, device=device)
        n_bytes = (self.points + 7) // 8
        self.parts = {
            "planes": empty(N_POINT_FEATURES, n_bytes, dtype=torch.uint8),
            "globals": empty(N_GLOBAL_FEATURES, dtype=torch.float32),
            "move": empty(dtype=torch.int32),
            "policy": empty(self.points + 1, dtype=torch.float16),
            "ownership": empty(self.points, dtype=torch.int8),
            "values": empty(6, dtype=torch.float32),
        }
        self.n = 0
        grid = np.arange(self.points).reshape(height, width)
        turns = [turned(grid, symmetry).reshape(-1) for symmetry in range(8 if height == width else 4)]
        self.turns = torch.from_numpy(np.stack(turns)).to(device)
        self.places = torch.from_numpy(np.stack([np.append(np.argsort(turn), self.points) for turn in turns])).to(device)

    def add(self, got):
        n = len(got["planes"])
        for name, part in self.parts.items():
            if self.n + n > len(part):
                larger = torch.empty((2 * (self.n + n), *part.shape[1:]), dtype=part.dtype, device=self.device)
                larger[: self.n] = part[: self.n]
                part = self.parts[name] = larger
            part[self.n : self.n + n] = got[name]
        self.n += n

    @torch.no_grad()
    def draw(self, batch, into):
        """Random positions under random symmetries, written into the tensors of a batch."""
        chosen = torch.randint(self.n, (batch,), device=self.device)
        symmetry = torch.randint(len(self.turns), (batch,), device=self.device)
        turn = self.turns[symmetry]
        planes = unpacked(self.parts["planes"][chosen], self.points)
        planes = planes.gather(2, turn[:, None].expand(-1, N_POINT_FEATURES, -1))
        into.planes.copy_(planes.view(batch, N_POINT_FEATURES, self.height, self.width))
        into.globals.copy_(self.parts["globals"][chosen])
        policy = self.parts["policy"][chosen].float()
        policy = torch.cat([policy[:, :-1].gather(1, turn), policy[:, -1:]], 1)
        into.legal.copy_(policy >= 0)
        policy = policy.clamp(min=0)
        into.policy.copy_(policy / policy.sum(1, keepdim=True).clamp(min=1e-3))
        move = self.parts["move"][chosen].long()
        place = self.places[symmetry].gather(1, move.clamp(min=0)[:, None])[:, 0]
        into.played.copy_(torch.where(move >= 0, place, -1))
        into.ownership.copy_(self.parts["ownership"][chosen].float().gather(1, turn) / 127)
        values = self.parts["values"][chosen]
        into.outcome.copy_(values[:, :3])
        into.score.copy_(values[:, 3:])

    def new_batch(self, batch):
        """An empty batch, whose tensors `draw` fills."""
        zeros = lambda *shape, dtype=torch.float32: torch.zeros((batch, *shape), dtype=dtype, device=self.device)
        planes = zeros(N_POINT_FEATURES, self.height, self.width)
        return SimpleNamespace(
            planes=planes.contiguous(memory_format=torch.channels_last),
            globals=zeros(N_GLOBAL_FEATURES),
            legal=zeros(self.points + 1, dtype=torch.bool),
            policy=zeros(self.points + 1),
            played=zeros(dtype=torch.int64),
            ownership=zeros(self.points),
            outcome=zeros(3),
            score=zeros(3),
        )
