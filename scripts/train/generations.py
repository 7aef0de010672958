#!/usr/bin/env python3
"""Judges the matches of a generation, and writes the table of all of them; `selfplay.sh` calls it.

    generations.py judge FOLDER --accept SCORE MATCH.json ...
    generations.py table STATE
"""

import argparse
import json
import os
from pathlib import Path

import numpy as np
import torch

from wilson import interval


def write(path, text):
    """Replaces a file as a whole."""
    new = path.with_name(path.name + ".new")
    new.write_text(text)
    os.replace(new, path)


def results(match):
    """Wins, draws and losses of the candidate, which is the first engine."""
    points = [game["points"] for game in match["games"] if game["points"] is not None]
    return [points.count(1.0), points.count(0.5), points.count(0.0)]


def learned(folder):
    """The games and samples of a generation, and the seconds and batches of its training."""
    n_games = n_samples = 0
    for file in sorted((folder / "samples").glob("*-*.npy")):
        shard = np.load(file, mmap_mode="r")
        n_games += len(np.unique(shard["game"]))
        n_samples += len(shard)
    state = torch.load(folder / "run" / "checkpoint.pt", map_location="cpu", weights_only=True)
    return {"games": n_games, "samples": n_samples, "seconds": round(state["seconds"]), "batches": state["step"]}


def judge(options):
    folder = Path(options.folder)
    matches = {}
    for path in map(Path, options.matches):
        matches[path.stem.split("-")[1]] = results(json.loads(path.read_text()))
    wins, draws, losses = (sum(column) for column in zip(*matches.values()))
    n = wins + draws + losses
    score = (wins + draws / 2) / n if n else 0.0
    verdict = {
        "generation": int(folder.name),
        **learned(folder),
        "matches": matches,
        "score": round(score, 4),
        "interval": [round(end, 4) for end in interval(score, n)],
        "accepted": n > 0 and score >= options.accept,
    }
    write(folder / "verdict.json", json.dumps(verdict, indent=1) + "\n")


def table(options):
    state = Path(options.state)
    verdicts = [json.loads(path.read_text()) for path in state.glob("*/verdict.json")]
    verdicts.sort(key=lambda verdict: verdict["generation"])
    boards = sorted({board for verdict in verdicts for board in verdict["matches"]}, key=lambda name: (len(name), name))
    heads = ["generation", "games", "samples", "training", "batches"]
    heads += [f"{board}: won, drawn, lost" for board in boards] + ["score, 95 % interval", "accepted"]
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for verdict in verdicts:
        low, high = verdict["interval"]
        cells = [verdict["generation"], verdict["games"], verdict["samples"], f"{verdict['seconds'] / 60:.0f} min"]
        cells.append(verdict["batches"])
        cells += [", ".join(map(str, verdict["matches"].get(board, ["no match"]))) for board in boards]
        cells.append(f"{100 * verdict['score']:.0f} %, {100 * low:.0f} to {100 * high:.0f} %")
        cells.append("yes" if verdict["accepted"] else "no")
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    write(state / "generations.md", "\n".join(lines) + "\n")
    write(state / "generations.json", json.dumps(verdicts, indent=1) + "\n")
    print("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    judging = commands.add_parser("judge")
    judging.add_argument("folder")
    judging.add_argument("matches", nargs="+")
    judging.add_argument("--accept", type=float, default=0.5)
    judging.set_defaults(run=judge)
    writing = commands.add_parser("table")
    writing.add_argument("state")
    writing.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
