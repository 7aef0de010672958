#!/usr/bin/env python3
"""Writes positions of games with what the program thinks of them in 32-bit floats, for compare_network.py.

usage: network_positions.py [--engine COMMAND] [--positions N] [--seed N] GAMES NETWORK

GAMES has a game of 19x19 on each line, and may be compressed (.xz, .gz): komi, result, moves, parted by tabs; moves are
pairs of letters as in SGF, Black first. NETWORK is a model file. One position is taken from each game, after a random number
of moves. The lines are printed in the form that compare_network.py reads: its comparison in bf16 or int8 then says how far
that precision is from 32-bit floats.

Python's standard library only.
"""
import argparse
import gzip
import json
import lzma
import os
import random

from compare_network import raw, set_up
from finished_games import COLUMNS
from gtp_engine import Engine

# Keys of one number in the answers.
NUMBERS = ("whiteWin", "whiteLoss", "noResult", "whiteLead")


def vertex(pair, size=19):
    """The name of a point of SGF; nothing is a pass, and so is `tt` up to 19x19."""
    if pair == "" or pair == "tt" and size <= 19:
        return "pass"
    return f"{COLUMNS[ord(pair[0]) - ord('a')]}{size - (ord(pair[1]) - ord('a'))}"


def position(line, rng):
    """A position of a game, without answers."""
    komi, _, text = line.rstrip("\n").split("\t")
    moves = [text[n:n + 2] for n in range(0, len(text), 2)]
    moves = moves[:rng.randrange(len(moves))]
    played = [["bw"[n % 2], vertex(pair)] for n, pair in enumerate(moves)]
    return {"width": 19, "height": 19, "rules": "chinese", "komi": float(komi), "moves": played, "to_play": "bw"[len(moves) % 2]}


def answers(engine, problem):
    """What the network thinks, by the keys of compare_network.py."""
    set_up(engine, problem)
    found = raw(engine, problem, 0)
    result = {key: found[key][0] for key in NUMBERS}
    return result | {"policy": found["policy"], "policyPass": found["policyPass"][0], "whiteOwnership": found["whiteOwnership"]}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2].removeprefix("usage: "))
    parser.add_argument("--engine", default="target/release/tedomari")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("games")
    parser.add_argument("network")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    opener = {".xz": lzma.open, ".gz": gzip.open}.get(os.path.splitext(options.games)[1], open)
    with opener(options.games, "rt", encoding="ascii") as lines:
        games = rng.sample(list(lines), options.positions)
    name = os.path.basename(options.network).split(".")[0]
    engine = Engine(f"{options.engine} --set search.network={options.network} --set network.precision=f32")
    for line in games:
        problem = position(line, rng)
        problem["answers"] = {name: answers(engine, problem)}
        print(json.dumps(problem))
    engine.close()


if __name__ == "__main__":
    main()
