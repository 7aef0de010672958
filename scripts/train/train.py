#!/usr/bin/env python3
"""Trains a network on samples of `tedomari-dev samples`; docs/training.md says how to use it.

    train.py RUN --data FOLDER=SHARE ... [--hours H]

RUN is a folder with the checkpoint and the log. A run that was stopped goes on from its last checkpoint.
"""

import argparse
import copy
import csv
import os
import random
import time
from pathlib import Path

import numpy as np
import torch

import export
import restore
import rounding
from losses import WEIGHTS, losses, total
from model import Network
from muon import Muon
from samples import Batch, Folder, N_SYMMETRIES

# Samples in a batch on large and on small boards.
N_LARGE, N_SMALL = 128, 256
# A board with more points than this is large.
LARGE = 200
# The share of a played move in the target of moves, where one is known; the rest is the teacher's.
PLAYED = 0.15
FACTS = ["teacher_top_1", "outcome_error", "seconds_per_sample"]
COLUMNS = ["seconds", "step", "samples", "rate", "board", *WEIGHTS, *FACTS]


class Run:
    """A network on its way, with all that is needed to go on later."""

    def __init__(self, options):
        self.options = options
        self.path = Path(options.run)
        self.path.mkdir(parents=True, exist_ok=True)
        self.seconds, self.step, self.n_samples = 0.0, 0, 0
        torch.manual_seed(options.seed)
        known = self.checkpoint if self.checkpoint.exists() else options.start
        state = None
        if restore.is_model_file(known):
            network = restore.read(known)
        elif known:
            state = torch.load(known, map_location="cpu", weights_only=True)
            network = Network(*state["shape"])
        else:
            network = Network(options.blocks, options.channels)
        self.network = network.to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).eval()
        matrices = [p for name, p in self.network.named_parameters() if self.is_matrix(name, p)]
        others = [p for name, p in self.network.named_parameters() if not self.is_matrix(name, p)]
        self.optimizers = [
            Muon(matrices, options.rate),
            torch.optim.AdamW(others, options.rate / 8, betas=(0.9, 0.98), weight_decay=0.0),
        ]
        self.rates = [group["lr"] for optimizer in self.optimizers for group in optimizer.param_groups]
        if state:
            self.resume(state)
        if known != self.checkpoint:
            # With what was learned before, but with the clock of a new run.
            self.seconds, self.step = 0.0, 0

    @property
    def checkpoint(self):
        return self.path / "checkpoint.pt"

    @staticmethod
    def is_matrix(name, parameter):
        """Whether a parameter is one of the large convolutions, which are most of the network."""
        return parameter.ndim == 4 and parameter.shape[2] == 3

    def resume(self, state):
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        for optimizer, kept in zip(self.optimizers, state["optimizers"]):
            optimizer.load_state_dict(kept)
        self.seconds, self.step, self.n_samples = state["seconds"], state["step"], state["samples"]
        # Other samples than before, but the same ones each time.
        torch.manual_seed(self.options.seed + self.step)

    def save(self):
        state = {
            "shape": self.network.shape,
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "seconds": self.seconds,
            "step": self.step,
            "samples": self.n_samples,
        }
        new = self.path / "checkpoint.new"
        torch.save(state, new)
        os.replace(new, self.checkpoint)

    def set_rate(self, progress):
        """Rises for some steps, stays, and falls to nothing from `cooldown` on."""
        cooldown = self.options.cooldown
        factor = min(1.0, (self.step + 1) / 200, max(0.0, (1 - progress) / (1 - cooldown)))
        groups = [group for optimizer in self.optimizers for group in optimizer.param_groups]
        for group, rate in zip(groups, self.rates):
            group["lr"] = rate * factor
        return factor

    def learn(self, batch, progress):
        factor = self.set_rate(progress)
        self.network.train()
        if progress >= self.options.freeze:
            self.freeze_norms()
        if progress >= self.options.round:
            rounding.begin(self.network)
        with torch.autocast(self.options.device, torch.bfloat16, enabled=self.options.precision == "bf16"):
            parts, _, top, error = losses(self.network, batch, PLAYED)
        facts = {"teacher_top_1": top.item(), "outcome_error": error.item()}
        loss = total(parts)
        for optimizer in self.optimizers:
            optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 10.0)
        for optimizer in self.optimizers:
            optimizer.step()
        self.step += 1
        self.n_samples += len(batch.planes)
        self.update_average()
        facts.update({name: part.item() for name, part in parts.items()})
        return factor, facts

    def freeze_norms(self):
        """From now on norms keep their statistics, those of play: the means over batches on boards of all sizes."""
        for now, mean in zip(self.network.modules(), self.average.modules()):
            if isinstance(now, torch.nn.BatchNorm2d):
                now.eval()
                now.running_mean.copy_(mean.running_mean)
                now.running_var.copy_(mean.running_var)

    @torch.no_grad()
    def update_average(self):
        weight = max(1 / self.step, 1 - self.options.average)
        for mean, now in zip(self.average.state_dict().values(), self.network.state_dict().values()):
            if mean.dtype.is_floating_point:
                mean.lerp_(now, weight)
            else:
                mean.copy_(now)


def train(options):
    torch.set_num_threads(options.threads)
    run = Run(options)
    seed = f"{options.seed} {run.step}"
    folders, shares = [], []
    for text in options.data:
        path, share = text.rsplit("=", 1)
        folders.append(Folder(path, seed))
        shares.append(float(share))
    chance = random.Random(seed)
    log = Log(run.path / "log.csv")
    end, start = 3600 * options.hours, time.monotonic() - run.seconds
    next_save = run.seconds + options.save
    while run.seconds < end and run.step < options.steps:
        before = time.monotonic()
        pool = chance.choices(folders, shares)[0].draw_pool()
        n = N_LARGE if pool.width * pool.height > LARGE else N_SMALL
        batch = Batch(pool.draw(n), pool.width, pool.height, chance.randrange(N_SYMMETRIES)).to(options.device)
        factor, facts = run.learn(batch, max(run.seconds / end, run.step / options.steps))
        now = time.monotonic()
        run.seconds = now - start
        log.add(run, factor, f"{pool.width}x{pool.height}", facts, (now - before) / n)
        if run.seconds > next_save:
            next_save += options.save
            run.save()
            export.write(copy.deepcopy(run.average).cpu(), run.path / "latest.bin.gz", options.name)
            for folder in folders:
                folder.refresh()
    run.save()
    export.write(run.average.cpu(), run.path / "final.bin.gz", options.name, options.bits)


class Log:
    """A line of numbers for some batches, averaged over those on boards of the same size."""

    N_AVERAGED = 20

    def __init__(self, path):
        is_new = not path.exists()
        self.file = path.open("a", newline="")
        self.writer = csv.DictWriter(self.file, COLUMNS)
        self.waiting = {}
        if is_new:
            self.writer.writeheader()

    def add(self, run, rate, board, facts, seconds_per_sample):
        facts = {**facts, "seconds_per_sample": seconds_per_sample}
        waiting = self.waiting.setdefault(board, [])
        waiting.append(facts)
        if len(waiting) < self.N_AVERAGED:
            return
        means = {name: f"{np.mean([each[name] for each in waiting]):.5f}" for name in facts}
        waiting.clear()
        place = {"seconds": round(run.seconds), "step": run.step, "samples": run.n_samples, "rate": round(rate, 4)}
        self.writer.writerow({**place, "board": board, **means})
        self.file.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="folder of the checkpoint, the log and the model file")
    parser.add_argument("--data", nargs="+", required=True, metavar="FOLDER=SHARE", help="shards, and share of batches")
    parser.add_argument(
        "--start", metavar="FILE", help="a checkpoint or a model file where a new run begins, instead of random weights"
    )
    parser.add_argument("--blocks", type=int, default=6, help="of a network with random weights")
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--hours", type=float, default=1.0, help="length of the whole run")
    parser.add_argument("--steps", type=int, default=10**9, help="end after so many batches if that is earlier")
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--cooldown", type=float, default=0.5, help="part of the run after which the rate falls")
    parser.add_argument("--freeze", type=float, default=0.3, help="part of the run after which norms are fixed")
    parser.add_argument("--round", type=float, default=1.0, help="part of the run after which it rounds as in play")
    parser.add_argument("--average", type=float, default=0.998, help="how much of the mean weights each batch keeps")
    parser.add_argument("--save", type=float, default=300, help="seconds between checkpoints")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--precision", choices=["bf16", "f32"], help="default: bf16 where the machine has instructions")
    parser.add_argument("--bits", type=int, default=23, help="digits kept of each weight in the last model file")
    parser.add_argument("--name", default="tedomari")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.precision is None:
        # Without instructions for it bf16 is emulated, and thirty times as slow.
        is_fast = options.device != "cpu" or torch.cpu._is_avx512_bf16_supported()
        options.precision = "bf16" if is_fast else "f32"
    train(options)


if __name__ == "__main__":
    main()
