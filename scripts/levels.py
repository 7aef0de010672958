#!/usr/bin/env python3
"""Measures how far apart the levels of play are, by matches between them and with GNU Go.

    levels.py play PROGRAM OUT.jsonl PAIR... [--size N] [--games N] [--gnugo PROGRAM]
        plays the matches named by PAIR, such as `3-4`, `9-full` or `5-gnugo8`, and adds a line for each to OUT.jsonl. `full`
        is the full strength with a second for a move; `gnugo8` is GNU Go at level 8.
    levels.py table OUT.jsonl [--size N]
        the points of each match, and the ratings that explain all of them best (Bradley and Terry), in Elo above level 0,
        with intervals of 95 %.

Python's standard library only.
"""
import argparse
import collections
import json
import math
import shlex
import subprocess

# A game more is assumed between two players, half won: no rating is infinite.
PRIOR_GAMES = 1.0


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


def ratings(points):
    """The Elo ratings that explain the points of pairs best, and their standard errors."""
    players = sorted({name for pair in points for name in pair})
    strength = dict.fromkeys(players, 0.0)
    curvature = {}
    for _ in range(2000):
        for player in players:
            slope = bend = 0.0
            for (first, second), (won, lost) in points.items():
                if player not in (first, second):
                    continue
                own, other = (won, second) if player == first else (lost, first)
                n_games = won + lost + PRIOR_GAMES
                chance = 1 / (1 + math.exp(strength[other] - strength[player]))
                slope += own + PRIOR_GAMES / 2 - n_games * chance
                bend += n_games * chance * (1 - chance)
            strength[player] += slope / max(bend, 1e-9) / 2
            curvature[player] = bend
    scale = 400 / math.log(10)
    return {player: (scale * strength[player], scale / math.sqrt(curvature[player])) for player in players}


def table(options):
    points = collections.defaultdict(lambda: [0.0, 0.0])
    for line in open(options.out):
        match = json.loads(line)
        if match["size"] == options.size:
            for place in (0, 1):
                points[tuple(match["players"])][place] += match["wins"][place] + match["draws"] / 2
    for (first, second), (won, lost) in points.items():
        print(f"{first} against {second}: {won:g} to {lost:g}")
    found = ratings(points)
    least = found.get("0", min(found.values()))[0]
    for player, (elo, error) in sorted(found.items(), key=lambda item: item[1][0]):
        print(f"{player:8} {elo - least:6.0f} +- {1.96 * error:.0f}")


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
    counting.set_defaults(run=table)
    for each in (playing, counting):
        each.add_argument("--size", type=int, default=9)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
