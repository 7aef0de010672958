#!/usr/bin/env python3
"""Measures how far apart the levels of play are, by matches between them and with GNU Go.

    levels.py play PROGRAM OUT.jsonl PAIR... [--size N] [--games N] [--gnugo PROGRAM]
        plays the matches named by PAIR, such as `3-4`, `9-full` or `5-gnugo8`, and adds a line for each to OUT.jsonl. `full`
        is the full strength with a second for a move; `gnugo8` is GNU Go at level 8.
    levels.py table OUT.jsonl [--size N] [--anchor PLAYER]
        the points of each match, and the ratings that explain all of them best (Bradley and Terry), in Elo above the anchor,
        else above the first player by name, with intervals of 95 %.

Python's standard library only.
"""
import argparse
import collections
import json
import shlex
import subprocess

from ratings import anchor_of, ratings


def command(program, gnugo, player):
    """The command of a player."""
    if player.startswith("gnugo"):
        return f"{gnugo} --mode gtp --chinese-rules --level {player[5:]} --seed {{game}}"
    strength = "clock.untimed_seconds=1" if player == "full" else f"policy.level={player}"
    return f"{program} --log off --set search.threads=1 --set search.seed={{game}} --set {strength}"


def play(options):
    for pair in options.pairs:
        names = pair.split("-")
        first, second = (command(options.program, options.gnugo, name) for name in names)
        words = [*shlex.split(options.program), "match", "--json", "--size", str(options.size), "--games", str(options.games),
                 "--black", first, "--white", second]
        found = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        wins = [sum(player["n_wins"].values()) for player in found["players"]]
        draws = found["n_draws"]
        line = {"size": options.size, "players": names, "wins": wins, "draws": draws, "unsettled": found["n_unsettled"],
                "moves": found["n_moves"]}
        with open(options.out, "a") as file:
            file.write(json.dumps(line) + "\n")
        print(line, flush=True)


def table(options):
    points = collections.defaultdict(lambda: [0.0, 0.0])
    for line in open(options.out):
        match = json.loads(line)
        if match["size"] == options.size:
            for place in (0, 1):
                points[tuple(match["players"])][place] += match["wins"][place] + match["draws"] / 2
    for (first, second), (won, lost) in points.items():
        print(f"{first} against {second}: {won:g} to {lost:g}")
    found = ratings(points, anchor_of(points, options))
    for player, (elo, radius) in sorted(found.items(), key=lambda item: item[1][0]):
        print(f"{player:8} {elo:6.0f} +- {radius:.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.add_argument("program")
    playing.add_argument("out")
    playing.add_argument("pairs", nargs="+")
    playing.add_argument("--games", type=int, default=40)
    playing.add_argument("--gnugo", default="gnugo")
    playing.set_defaults(run=play)
    counting = commands.add_parser("table")
    counting.add_argument("out")
    counting.add_argument("--anchor")
    counting.set_defaults(run=table)
    for each in (playing, counting):
        each.add_argument("--size", type=int, default=9)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
