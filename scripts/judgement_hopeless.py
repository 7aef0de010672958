#!/usr/bin/env python3
"""Adds hopeless stones to the ends of counted games, and counts how often the score changes by more than these.

    judgement_hopeless.py [--number 40] [--seed 1] [--show] ENGINE GAMES.tsv

GAMES.tsv has a game on 19x19 in each line: komi, result, moves. At the end of a game one to three stones are put deep into a
territory of the other side that is four times as large, away from its walls. Each of them is one more prisoner under Japanese
rules, whatever else is on the board: nothing far away has to be filled because of them, and nothing that had to be filled is
saved. An answer is right if the score changes by these prisoners and the territories of both sides are as before. Games that
are called unfinished are left out. Python's standard library only.
"""
import argparse
import random

from calibrate import component, lead_of, near, stones
from counted_games import SIZE, load
from gtp_engine import Engine
from judgement_passes import counted, games

TERRITORIES = ("black_territory", "white_territory")


def judged(engine):
    """Black's lead, the territories, and why the game is unfinished."""
    lead = lead_of(engine.ask("final_score"))
    return lead, [set(engine.ask(f"final_status_list {name}").split()) for name in TERRITORIES], engine.ask("tedomari-unfinished")


def hopeless(rng, territory, occupied):
    """One to three connected empty points of a territory, the first with only points of it around; None if there are none or the
    territory is less than four times as large."""
    empty = territory - occupied
    points = sorted(at for at in empty if empty.issuperset(near(at, SIZE)))
    if not points:
        return None
    chosen = [rng.choice(points)]
    for _ in range(rng.randint(0, 2)):
        beside = sorted({at for one in chosen for at in near(one, SIZE)} & empty - set(chosen))
        chosen += rng.sample(beside, min(1, len(beside)))
    around = component(chosen[0], SIZE, territory.__contains__)
    return chosen if 4 * len(chosen) <= len(around) else None


def main():
    """Judges each end with and without the stones."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--number", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", action="store_true", help="print each wrong score with its board")
    options.add_argument("engine")
    options.add_argument("games")
    options = options.parse_args()
    rng, engine = random.Random(options.seed), Engine(f"{options.engine} --log off")
    n_right = n_all = n_wrong_scores = 0
    ends = counted(games(options.games, rng))
    while n_all < options.number:
        komi, _, moves = next(ends)
        load(engine, komi, moves, len(moves))
        lead, territories, unfinished = judged(engine)
        n = rng.randrange(2)
        added = None if unfinished else hopeless(rng, territories[n], set(stones(engine)))
        if not added:
            continue
        n_all += 1
        color, wanted = ("white", "black")[n], lead + (len(added) if n == 0 else -len(added))
        for name in added:
            engine.ask(f"play {color} {name}")
        after, changed, _ = judged(engine)
        n_wrong_scores += after != wanted
        is_right = after == wanted and changed == territories
        n_right += is_right
        if options.show and not is_right:
            print(f"{color} on {', '.join(added)}: {lead:+} before, {after:+} after;", *(
                sorted(before ^ now) for before, now in zip(territories, changed)))
            print(engine.ask("showboard"), flush=True)
    engine.close()
    print(f"{n_right} of {n_all} right; the score is wrong in {n_wrong_scores}")


if __name__ == "__main__":
    main()
