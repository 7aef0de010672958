#!/usr/bin/env python3
"""Makes positions of nakade, races and seki in which playouts are sure and wrong, and shows who sees them rightly.

    judgement_positions.py [--number 40] [--seed 1] [--most 4000] ENGINE

Black has a pocket in a corner of a board of 9x9, closed by living stones of White; stones of both colors lie in it at
random, some as large shapes of White that leave only one eye, some with a shared liberty. The truth about each block of two
stones or more is what the reader proves: dead if it dies though its owner moves first, alive if it lives though the opponent
does. Where it is neither, the block is left out. A position counts if playouts give a block with a share of 0.8 or more to
the wrong side. The same seed gives the same positions. Python's standard library only.
"""
import argparse
import collections
import random

from calibrate import REASON, component, stones, vertex
from counted_games import joined
from gtp_engine import Engine

SIZE = 9
SURE = 0.8


def position(rng):
    """Stones by name: a pocket of Black in a corner, White around it with two eyes on the other side."""
    board = {}
    width, height = rng.randint(2, 5), rng.randint(1, 4)
    gaps = rng.choice((0, 0, 0, 1, 2, 3))
    share_of_white = rng.choice((40, 55, 70))
    for x in range(width):
        for y in range(height):
            color = rng.choices((None, "white", "black"), (45, share_of_white, 10))[0]
            if color:
                board[x, y] = color
    wall = [(width, y) for y in range(height + 1)] + [(x, height) for x in range(width)]
    board.update(dict.fromkeys(wall, "black"))
    ring = [(width + 1, y) for y in range(height + 2)] + [(x, height + 1) for x in range(width + 1)]
    ring += [(width + 1, y) for y in range(height + 1, 8)] + [(x, 7) for x in range(width + 1, 8)]
    ring += [(7, 8), (8, 7), (7, 6), (7, 5), (8, 5)]
    board.update(dict.fromkeys(ring, "white"))
    # Liberties outside: points of the wall that White has not filled from behind.
    outside = [at for at in ring if at not in ((7, 8), (8, 7), (7, 6), (7, 5), (8, 5)) and any(near in wall for near in around(at))]
    for at in rng.sample(outside, min(gaps, len(outside))):
        del board[at]
    return {vertex(*at): color for at, color in board.items()}


def around(at):
    """The points beside one."""
    x, y = at
    return ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


def verdict(engine, goal, point):
    """Whether a question of life and death is proved achieved or refuted; None if not."""
    words = engine.ask(f"tedomari-read {goal} {point} 1").split()
    if words[3] != "proven":
        return None
    return {"achieved": True, "seki": True, "refuted": False}.get(words[1])


def truth(engine, point):
    """Whether the block on a point is alive whoever moves first, or dead; None if it hangs on that or is not proved."""
    if verdict(engine, "live", point) is False:
        return False
    if verdict(engine, "kill", point) is False:
        return True
    return None


def owners(engine, source):
    """The owner of each point by a source."""
    rows = [line.split() for line in engine.ask(f"tedomari-likely_owners {source}").strip().splitlines()]
    return {vertex(x, SIZE - 1 - y): float(number) for y, row in enumerate(rows) for x, number in enumerate(row)}


def share(numbers, block, color):
    """How far a block belongs to its own color."""
    sign = 1 if color == "black" else -1
    return sign * sum(numbers[name] for name in block) / len(block)


def judged(engine, reader):
    """The blocks of a position on which playouts are sure and wrong: truth, and what each source says. The truth comes from
    another engine, because one remembers what it has read."""
    board, by, wrong = stones(engine), {"playouts": owners(engine, "playouts")}, []
    blocks = {frozenset(component(point, SIZE, lambda name: board.get(name) == board[point])) for point in board}
    for block in sorted(blocks, key=min):
        color = board[min(block)]
        mean = {"playouts": share(by["playouts"], block, color)}
        # H8 belongs to the living stones around.
        if len(block) < 2 or "H8" in block or abs(mean["playouts"]) < SURE:
            continue
        lives = truth(reader, min(block))
        if lives is not None and lives != (mean["playouts"] > 0):
            wrong.append((block, color, lives, mean))
    if not wrong:
        return []
    by["network"] = owners(engine, "network")
    reasons = [REASON.match(line).groups() for line in engine.ask("tedomari-final_reasons").splitlines()]
    found = []
    for block, color, lives, mean in wrong:
        mean["network"] = share(by["network"], block, color)
        point, status, reason = next((point, status, reason) for point, _, _, status, reason in reasons if point in block)
        found.append({"point": point, "color": color, "lives": lives, "both": joined(mean["playouts"], mean["network"]), **mean,
                      "status": status, "reason": reason.split(",")[0]})
    return found


def main():
    """Makes positions and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=4000, help="positions tried")
    parser.add_argument("engine")
    options = parser.parse_args()
    engine, reader = (Engine(f"{options.engine} --log off") for _ in range(2))
    counts, n_positions = collections.Counter(), 0
    for tried in range(options.most):
        board = position(random.Random(f"{options.seed} {tried}"))
        setup = "gogui-setup " + " ".join(f"{color} {name}" for name, color in board.items())
        try:
            for each in (engine, reader):
                each.ask(f"boardsize {SIZE}")
                each.ask(setup)
        except RuntimeError:
            continue
        blocks = judged(engine, reader)
        if not blocks:
            continue
        n_positions += 1
        for block in blocks:
            fate = "lives" if block["lives"] else "dies"
            print(tried, block["point"], block["color"], fate, *(f"{source} {block[source]:.2f}" for source in ("playouts", "network", "both")),
                  block["status"], f"({block['reason']})")
            counts[fate, "all"] += 1
            for source in ("playouts", "network", "both"):
                counts[fate, source] += (block[source] > 0) == block["lives"]
            counts[fate, "referee"] += (block["status"] != "dead") == block["lives"]
        if n_positions == options.number:
            break
    print(f"{n_positions} positions of {tried + 1}")
    for fate in ("dies", "lives"):
        print(fate, *(f"{name} {counts[fate, name]}" for name in ("all", "playouts", "network", "both", "referee")))


if __name__ == "__main__":
    main()
