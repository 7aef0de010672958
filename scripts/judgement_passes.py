#!/usr/bin/env python3
"""Cuts games of players before their end, lets one side pass, and counts how an engine answers.

    judgement_passes.py [--number 48] [--seed 1] [--playouts 400] [--show] ENGINE GAMES.tsv

GAMES.tsv has a game on 19x19 in each line: komi, result, moves. Each game is cut at 30 to 90 % of its moves, at least 20 before
its end: the side to move passes, and the engine moves for the other. So much was played after it that a pass, which would end the
game, is wrong, unless it wins by the rules and the way the server scores. The engine answers twice: where players agree about dead
stones, and where all stones count as they stand (`policy.clears_dead_stones`). There a pass is right if the area of the board as
it stands wins. The ends of as many games that were counted show that the engine still ends a game that is over: a play there
is one of the last plays or a dame. Python's standard library only.
"""
import argparse
import collections
import random
import re

from calibrate import area, stones
from counted_games import SIZE, load
from gtp_engine import Engine

LEAST_LEFT = 20


def games(path, rng):
    """Games of at least 150 moves: komi, result and moves, without passes at the end."""
    lines = open(path, encoding="utf-8").readlines()
    for line in rng.sample(lines, len(lines)):
        komi, result, text = line.rstrip("\n").split("\t")
        moves = re.findall("..", text)
        while moves and moves[-1] == "tt":
            moves.pop()
        if len(moves) >= 150 and "tt" not in moves:
            yield float(komi), result, moves


def counted(chosen):
    """Those of some games that ended with a count."""
    return (game for game in chosen if re.fullmatch(r"[BW]\+\d.*", game[1]))


def area_lead(board, komi):
    """Black's lead if all stones live as they stand, and area is counted."""
    owners = list(area(board, SIZE).values())
    return owners.count("black") - owners.count("white") - komi


def answer(engine, komi, moves, n_moves):
    """The engine's answer to a pass after so many moves."""
    load(engine, komi, moves[:n_moves] + ["tt"], n_moves + 1)
    return engine.ask(f"genmove {('black', 'white')[(n_moves + 1) % 2]}").upper()


def main():
    """Cuts games and counts."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--number", type=int, default=48)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--playouts", type=int, default=400)
    options.add_argument("--show", action="store_true", help="print each wrong pass")
    options.add_argument("engine")
    options.add_argument("games")
    options = options.parse_args()
    rng, counts = random.Random(options.seed), collections.Counter()
    command = f"{options.engine} --log off --set search.max_playouts={options.playouts}"
    engines = {"agreement": Engine(command), "as it stands": Engine(f"{command} --set policy.clears_dead_stones=true")}
    chosen = games(options.games, rng)
    for _ in range(options.number):
        komi, _, moves = next(chosen)
        share = rng.uniform(0.3, 0.9)
        n_moves = min(int(share * len(moves)), len(moves) - LEAST_LEFT)
        for name, engine in engines.items():
            move = answer(engine, komi, moves, n_moves)
            lead = area_lead(stones(engine) if move == "RESIGN" else after_undo(engine), komi)
            wins = (lead if (n_moves + 1) % 2 == 0 else -lead) > 0
            is_wrong = move == "PASS" and not (name == "as it stands" and wins)
            counts[name, "wrong pass" if is_wrong else "pass that wins" if move == "PASS" else "play or resignation"] += 1
            if options.show and is_wrong:
                print(name, f"after {n_moves} of {len(moves)} moves:", "".join(moves[:n_moves]), flush=True)
    ends = counted(chosen)
    for _ in range(options.number // 4):
        komi, _, moves = next(ends)
        move = answer(engines["agreement"], komi, moves, len(moves))
        counts["end", "pass" if move == "PASS" else "play"] += 1
    for engine in engines.values():
        engine.close()
    for name in ("agreement", "as it stands", "end"):
        print(f"{name}:", {what: number for (other, what), number in sorted(counts.items()) if other == name})


def after_undo(engine):
    """The stones before the engine's move."""
    engine.ask("undo")
    return stones(engine)


if __name__ == "__main__":
    main()
