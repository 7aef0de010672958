#!/usr/bin/env python3
"""Rates engines together by games between all of them. A run that was broken off goes on.

    pool.py play POOL.toml OUT.jsonl --referee PROGRAM [--size N] [--games N] [--seconds S] [--only PLAYER]
        plays N games for each pair of players, those pairs first that have played least, and adds a line for each part to
        OUT.jsonl. Ends after S seconds. With --only, pairs of this player alone.
    pool.py table OUT.jsonl [--size N] [--anchor PLAYER]
        the points of each pair, and the ratings that explain all of them best (Bradley and Terry, with one more game between
        two players, half won), in Elo above the anchor, with intervals of 95 %.
    pool.py test OUT.jsonl FIRST SECOND [--size N] [--elo0 E] [--elo1 E]
        a sequential test: is the first at least elo1 points stronger than the second, or at most elo0?

POOL.toml:

    match = "--time-per-move 2 --komi 7"     # options of `tedomari match` for all games

    [players]
    NAME = "command of an engine that speaks GTP"

PROGRAM is tedomari, which runs the matches. In a command, {seed} is a number that no two parts share and {size} the size of
the board. Python's standard library only.
"""
import argparse
import collections
import itertools
import json
import os
import shlex
import subprocess
import time
import tomllib

from ratings import anchor_of, ratings, sequential_test

# Colors alternate, so that a part is fair.
GAMES_OF_A_PART = 2


def lines_of(path, size):
    """The parts that were played on boards of this size."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        parts = [json.loads(line) for line in file if line.strip()]
    return [part for part in parts if part["size"] == size]


def counts_of(parts):
    """Games won, drawn and lost of each pair, from the view of its first player in the order of names."""
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for part in parts:
        first, second = part["players"]
        won, lost = part["wins"]
        if second < first:
            first, second, won, lost = second, first, lost, won
        for place, number in enumerate((won, part["draws"], lost)):
            counts[first, second][place] += number
    return counts


def play_part(options, pool, pair, number):
    """Plays a part, and returns its line."""
    commands = [pool["players"][name].replace("{seed}", str(number)).replace("{size}", str(options.size)) for name in pair]
    words = [*shlex.split(options.referee), "match", "--json", "--size", str(options.size), "--games", str(GAMES_OF_A_PART),
             *shlex.split(pool.get("match", "")), "--black", commands[0], "--white", commands[1]]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{pair[0]} against {pair[1]}: {run.stderr.strip()}")
    found = json.loads(run.stdout)
    return {"size": options.size, "players": list(pair), "wins": [sum(player["n_wins"].values()) for player in found["players"]],
            "draws": found["n_draws"], "unsettled": found["n_unsettled"], "moves": found["n_moves"]}


def play(options):
    with open(options.pool, "rb") as file:
        pool = tomllib.load(file)
    end = time.monotonic() + options.seconds
    pairs = [pair for pair in itertools.combinations(sorted(pool["players"]), 2) if options.only in (None, *pair)]
    if not pairs:
        raise SystemExit(f"{options.pool}: no two players to play each other")
    while time.monotonic() < end:
        parts = lines_of(options.out, options.size)
        n_played = collections.Counter(tuple(part["players"]) for part in parts)
        pair = min(pairs, key=lambda pair: n_played[pair])
        if n_played[pair] * GAMES_OF_A_PART >= options.games:
            return
        line = play_part(options, pool, pair, len(parts) + 1)
        with open(options.out, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(line, flush=True)


def table(options):
    counts = counts_of(lines_of(options.out, options.size))
    for (first, second), (won, drawn, lost) in sorted(counts.items()):
        draws = f", {drawn} drawn" if drawn else ""
        print(f"{first} against {second}: {won} to {lost}{draws}")
    points = {pair: (won + drawn / 2, lost + drawn / 2) for pair, (won, drawn, lost) in counts.items()}
    anchor = anchor_of(points, options)
    for player, (elo, radius) in sorted(ratings(points, anchor).items(), key=lambda item: -item[1][0]):
        print(f"{player:24} {elo:6.0f} +- {radius:.0f}")


def test(options):
    first, second = options.players
    counts = counts_of(lines_of(options.out, options.size))
    won, drawn, lost = counts[first, second] if first < second else counts[second, first][::-1]
    ratio, bound, verdict = sequential_test(won, drawn, lost, options.elo0, options.elo1)
    print(f"{won} won, {drawn} drawn, {lost} lost: {ratio:.2f} of {bound:.2f}, {verdict}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.add_argument("pool")
    playing.add_argument("out")
    playing.add_argument("--referee", required=True, help="tedomari, which runs the matches")
    playing.add_argument("--games", type=int, default=40)
    playing.add_argument("--seconds", type=float, default=float("inf"))
    playing.add_argument("--only")
    playing.set_defaults(run=play)
    rating = commands.add_parser("table")
    rating.add_argument("out")
    rating.add_argument("--anchor")
    rating.set_defaults(run=table)
    testing = commands.add_parser("test")
    testing.add_argument("out")
    testing.add_argument("players", nargs=2)
    testing.add_argument("--elo0", type=float, default=0.0)
    testing.add_argument("--elo1", type=float, default=35.0)
    testing.set_defaults(run=test)
    for each in (playing, rating, testing):
        each.add_argument("--size", type=int, default=9)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
