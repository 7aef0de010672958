#!/usr/bin/env python3
"""Makes endings in which Black may have to fill points of its own territory, and counts how an engine scores them.

    judgement_teire.py [--number 60] [--filled] [--seed 1] [--show] ENGINE

On a full board of 11x11 one or two small regions, far from each other, hold stones of Black that touch walls of both
colors, and empty points that are Black's or dame, or hold dead stones of White; some boards have one to three stones
of Black that are dead in an eye space of White. A complete search of each region (`judgement_sekis.Region`),
independent of the program, finds how many points Black has to fill, so that White gains nothing, if White plays on
the dame one by one and Black may answer each play on another dame or in its territory. Where that depends on who
moves first, the region is left out. With `--filled` each board has a region in which a point is to be filled. An
answer is right if the Japanese score is that of the territory less these points. The same seed gives the same
positions. Python's standard library only.
"""
import argparse
import collections
import itertools
import random
import re
import time

from calibrate import vertex
from gtp_engine import Engine
from judgement_families import SIZE, around, joined, moved, ring_of
from judgement_sekis import INFINITE, NAMES, Region, TooLarge, surroundings

MOST_FILLED = 2


class Dame:
    """The last phase of a game in a region: White plays on the dame one by one, and Black may answer each play by a play
    on another dame, by one in its territory, or by a pass."""

    def __init__(self, region, dame):
        self.region, self.dame, self.costs = region, frozenset(dame), {}

    def is_safe(self, stones):
        """Whether White, moving first, gains nothing but the dame that Black has not taken."""
        lead = sum(1 if n not in self.dame or stones[n] == "b" else -1 for n in range(len(stones)))
        return self.region.gets("b", lead, (stones, "w", None, 0))

    def cost(self, stones, left, mover):
        """How many points of its territory Black has to fill; INFINITE if it loses something though it fills."""
        key = stones, left, mover
        if key not in self.costs:
            self.costs[key] = (self.least if mover == "b" else self.most)(stones, left)
        return self.costs[key]

    def most(self, stones, left):
        """The cost if White plays on the dame that is worst for Black."""
        if not self.is_safe(stones):
            return INFINITE
        plays = [(n, self.region.play(stones, "w", n)) for n in left]
        return max((self.cost(played[0], left - {n}, "b") for n, played in plays if played), default=0)

    def least(self, stones, left):
        """The cost of the best answer of Black."""
        least = self.cost(stones, left, "w")
        for n in (n for n, stone in enumerate(stones) if stone == "."):
            played = self.region.play(stones, "b", n)
            if least and played and (n in left or n not in self.dame):
                least = min(least, self.cost(played[0], left - {n}, "w") + (n not in left))
        return least


def teire(region, stones, dame):
    """How many points Black has to fill; None if that depends on who moves first, if White gains before, or if they are too
    many."""
    ending = Dame(region, dame)
    costs = {ending.cost(stones, ending.dame, mover) for mover in "wb"}
    n_filled = costs.pop()
    return None if costs or n_filled > MOST_FILLED else n_filled


def knot(rng):
    """A region in a corner or on the side with its stones, the walls around, the points that it counts for Black, and how many
    points have to be filled; None if it is not Black's as a whole."""
    n_points, place = rng.randint(4, 8), rng.choice(("corner", "side"))
    cells = {(0, 0)}
    while len(cells) < n_points:
        x, y = rng.choice(sorted(cells))
        cells.add(rng.choice(((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))))
    space = sorted(moved(cells, place))
    if max(x for x, _ in space) > 6 or max(y for _, y in space) > 3:
        return None
    kinds = rng.choice(("bb.", "bb.", "bbbb...w"))
    stones = {at: rng.choice(kinds) for at in space}
    ring = sorted(ring_of(space), key=lambda at: (at[0] - at[1], at))
    cut = rng.randint(1, len(ring) - 1)
    sides = rng.sample("bw", 2)
    walls = {at: sides[n >= cut] for n, at in enumerate(ring)}
    text = "".join(stones[at] for at in space)
    region = Region(space, walls)
    dame = [n for n, stone in enumerate(text) if stone == "." and "w" in region.walls[n]]
    if "b" not in text or text.count(".") < 2 + len(dame):
        return None
    # A point between a dame and the territory is a border that is still open.
    if any(text[m] == "." and m not in dame for n in dame for m in region.near[n]):
        return None
    blocks = [region.block(text, n) for n, stone in enumerate(text) if stone == "b"]
    # A block in atari is a play that is left, and no teire.
    if not all(len(liberties) > 1 or is_joined for _, liberties, is_joined in blocks):
        return None
    try:
        n_filled = teire(region, text, dame)
    except TooLarge:
        return None
    n_counted = text.count(".") + 2 * text.count("w")
    return None if n_filled is None else (space, text, walls, n_counted - len(dame) - n_filled, n_filled)


def mirrored(made):
    """The same in the corner across."""
    space, text, walls, *counts = made
    flip = {at: (SIZE - 1 - at[0], SIZE - 1 - at[1]) for at in [*space, *walls]}
    return [flip[at] for at in space], text, {flip[at]: color for at, color in walls.items()}, *counts


def with_hopeless(owner, empty, rng):
    """A room of up to four points, made of an eye of White, and a dead block of Black in it; None if there is none. White has
    another eye, and Black can't get two in so few points."""
    eyes = [at for at in sorted(empty) if owner[at] == "w"]
    n_stones = rng.randint(1, 3)
    for eye in rng.sample(eyes, len(eyes)):
        room = [eye]
        while len(room) < n_stones + 1:
            beside = sorted({near for at in room for near in around(at) if is_inner(near, room, owner, empty)})
            if not beside:
                break
            room.append(rng.choice(beside))
        stones = set(room[:n_stones])
        rest = {p for p, color in owner.items() if color == "w"} - empty - set(room)
        is_whole = bool(rest) and len(joined(rest, min(rest))) == len(rest)
        if len(room) == n_stones + 1 and is_whole and len(joined(stones, room[0])) == n_stones:
            return set(room), stones
    return None


def is_inner(at, room, owner, empty):
    """Whether a point is a stone of White with only such stones and the room around."""
    return at not in empty and owner.get(at) == "w" and at not in room and all(
        near in room or owner.get(near) == "w" and near not in empty for near in around(at))


def positions(rng, wants_filled):
    """Endings: the stones, the Japanese lead of Black, how many points are to be filled and what else is on the board."""
    while True:
        first = knot(rng)
        if not first or wants_filled and not first[4]:
            continue
        made = [first]
        if rng.random() < 0.5:
            other = next(filter(None, (knot(rng) for _ in range(200))), None)
            made += [mirrored(other)] if other else []
        walls = {at: color for one in made for at, color in one[2].items()}
        space = {at for one in made for at in one[0]}
        around_it = None if space & set(walls) else surroundings(space, walls, False)
        if not around_it:
            continue
        owner, empty = around_it
        board = {at: color for at, color in owner.items() if at not in empty}
        for points, text, *_ in made:
            board.update({at: stone for at, stone in zip(points, text) if stone != "."})
        lead = sum(1 if owner[at] == "b" else -1 for at in empty) + sum(one[3] for one in made)
        n_filled = sum(one[4] for one in made)
        hopeless = with_hopeless(owner, empty, rng) if rng.random() < 0.5 else None
        if hopeless:
            room, stones = hopeless
            for at in room:
                board.pop(at, None)
            board.update(dict.fromkeys(stones, "b"))
            lead -= len(room - empty) + len(stones)
        if is_legal(board):
            inside = "dead stones inside" if any("w" in one[1] for one in made) else "no dead stones inside"
            yield board, lead, n_filled, (f"{len(made)} regions", f"{len(hopeless[1]) if hopeless else 0} hopeless stones",
                                          f"{n_filled} to fill", inside)


def is_legal(board):
    """Whether every block has a liberty."""
    rest = set(board)
    while rest:
        start = min(rest)
        block = joined({at for at in rest if board[at] == board[start]}, start)
        rest -= block
        if not any(near not in board for at in block for near in around(at)):
            return False
    return True


def main():
    """Makes endings and counts."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("engine")
    options.add_argument("--number", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--filled", action="store_true", help="a point is to be filled on each board")
    options.add_argument("--show", action="store_true", help="print each wrong score with its board")
    options = options.parse_args()
    engine, counts, slowest = Engine(options.engine), collections.Counter(), 0.0
    made = positions(random.Random(options.seed), options.filled)
    for board, lead, n_filled, words in itertools.islice(made, options.number):
        start = time.monotonic()
        for command in (f"boardsize {SIZE}", "kgs-rules japanese", "komi 0"):
            engine.ask(command)
        engine.ask("gogui-setup " + " ".join(f"{NAMES[color]} {vertex(*at)}" for at, color in sorted(board.items())))
        score = engine.ask("final_score")
        slowest = max(slowest, time.monotonic() - start)
        found = re.match(r"([BW])\+([\d.]+)", score)
        given = float(found[2]) * (1 if found[1] == "B" else -1) if found else 0.0
        for word in words:
            counts[word, given == lead] += 1
        counts["all", given == lead] += 1
        if options.show and given != lead:
            print(f"{', '.join(words)}: {lead}, scored {given}")
            print(engine.ask("showboard"), engine.ask("tedomari-final_reasons"), sep="\n")
    engine.close()
    for word in sorted({word for word, _ in counts}):
        print(f"{word}: {counts[word, True]} of {counts[word, True] + counts[word, False]} right")
    print(f"slowest {slowest:.2f} s")


if __name__ == "__main__":
    main()
