#!/usr/bin/env python3
"""Measures a checkpoint or a model file on samples that it did not learn from:

    evaluate.py CHECKPOINT FOLDER... [--answers FOLDER]

With --answers, a folder of shards that the engine made of the same positions with the exported network as teacher, it
also tells how far the engine's answers are from those of PyTorch.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

import export
import restore
from samples import Batch

# Moves before a position, for the tables.
PARTS = ((0, 30), (30, 100), (100, 200), (200, 1000))


def shards(folder):
    for file in sorted(Path(folder).glob("*-*.npy")):
        width, height = (int(side) for side in file.stem.split("-")[1].split("x"))
        yield file, width, height, np.load(file)


@torch.no_grad()
def answers(network, batch):
    """Probabilities of moves, win rate, score, ownership."""
    policy, outcome, score, ownership = network(batch.planes, batch.globals)
    policy = functional.softmax(policy.masked_fill(~batch.legal, -1e9), 1)
    return policy, functional.softmax(outcome, 1), 20 * score, torch.tanh(ownership)


def measures(network, batch):
    """One row of numbers for each sample."""
    policy, outcome, score, ownership = answers(network, batch)
    played = batch.played.clamp(min=0)
    rank = (policy > policy.gather(1, played[:, None])).sum(1)
    known = batch.played >= 0
    top = policy.argmax(1) == batch.policy.argmax(1)
    log = torch.log(policy.clamp(min=1e-9))
    entropy = -(batch.policy * torch.log(batch.policy.clamp(min=1e-9))).sum(1)
    winner = torch.from_numpy(batch.winner).float()
    win = (outcome[:, 0] - outcome[:, 1] + 1) / 2
    return {
        "top 1": torch.where(known, (rank == 0).float(), torch.nan),
        "top 5": torch.where(known, (rank < 5).float(), torch.nan),
        "teacher's move": top.float(),
        "divergence": -(batch.policy * log).sum(1) - entropy,
        "win rate": (win - (batch.outcome[:, 0] - batch.outcome[:, 1] + 1) / 2).abs(),
        "winner": torch.where(winner != 0, ((win > 0.5) == (winner > 0)).float(), torch.nan),
        "lead": (score[:, 2] - batch.score[:, 2]).abs(),
        "ownership": (ownership - batch.ownership).abs().mean(1),
    }


def batches(records, width, height, n=256):
    for start in range(0, len(records), n):
        yield Batch(records[start : start + n], width, height)


def table(title, rows):
    """Prints means, one line for each group of samples."""
    names = list(next(iter(rows.values())))
    print(f"| {title} | samples | {' | '.join(names)} |")
    print("|" + "---|" * (len(names) + 2))
    for group, numbers in rows.items():
        means = []
        for name in names:
            values = numbers[name][~np.isnan(numbers[name])]
            means.append(f"{values.mean():.3f}" if len(values) else "")
        print(f"| {group} | {len(numbers[names[0]])} | {' | '.join(means)} |")
    print()


def joined(parts):
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def measure(network, folder):
    by_board, by_number = {}, {}
    for _, width, height, records in shards(folder):
        for batch in batches(records, width, height):
            found = {name: values.numpy() for name, values in measures(network, batch).items()}
            board = f"{width}x{height}" if width == height else "different sides"
            by_board.setdefault(board, []).append(found)
            if width * height < 361:
                continue
            for first, end in PARTS:
                chosen = (batch.number >= first) & (batch.number < end)
                if chosen.any():
                    part = {name: values[chosen] for name, values in found.items()}
                    by_number.setdefault((first, end), []).append(part)
    size = lambda board: (len(board), board)
    table(f"{folder}: board", {board: joined(by_board[board]) for board in sorted(by_board, key=size)})
    if by_number:
        names = {(first, end): f"from {first} to {end - 1}" for first, end in PARTS}
        table("19x19, moves before", {names[part]: joined(by_number[part]) for part in sorted(by_number)})


def compare(network, folder):
    """The largest differences of the engine's answers from those of PyTorch."""
    most = {"policy": 0.0, "win rate": 0.0, "lead": 0.0, "ownership": 0.0}
    n = 0
    for _, width, height, records in shards(folder):
        for batch in batches(records, width, height):
            policy, outcome, score, ownership = answers(network, batch)
            differences = {
                "policy": policy - batch.policy,
                "win rate": (outcome - batch.outcome)[:, 0],
                "lead": score[:, 2] * (1 - outcome[:, 2]) - batch.score[:, 2],
                "ownership": ownership - batch.ownership,
            }
            for name, difference in differences.items():
                most[name] = max(most[name], difference.abs().max().item())
            n += len(batch.planes)
    print(f"{n} answers of the engine; largest differences: " + ", ".join(f"{k} {v:.1e}" for k, v in most.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--answers", action="append", default=[])
    options = parser.parse_args()
    torch.set_num_threads(1)
    if restore.is_model_file(options.checkpoint):
        network = restore.read(options.checkpoint).eval()
    else:
        network = export.load(options.checkpoint)
    for folder in options.folders:
        measure(network, folder)
    for folder in options.answers:
        compare(network, folder)


if __name__ == "__main__":
    main()
