#!/usr/bin/env python3
"""Makes fights between blocks of both colors in a small region, sekis above all, and counts how an engine judges them.

    judgement_sekis.py [--number 100] [--seed 1] [--open] [--all] [--show] ENGINE

A region in a corner, on the side or in the middle of a board of 11x11 holds stones of both colors that touch no wall of their own; around it stand walls of both colors that live: with two eyes each in a board that is full, or
with large territories (`--open`). A complete search of the region, in Python and independent of the program, is the truth:
the best result for each side to move first, counted by area, two passes end, a ko may not be retaken at once. Where a longer
cycle decides, the position is left out.

An answer is right if it gives a score between these two results and calls the game finished, or, where they differ by more
than a dame, if it calls it unfinished. A seki is a settled region in which all stones stand, though neither side has two
eyes; only sekis are counted unless `--all` is given. They are listed by kind: eyes of each side, shared liberties, blocks,
liberties outside, place. `named` counts those that the engine calls sekis itself. The same seed gives the same positions.
Python's standard library only.
"""
import argparse
import collections
import random
import re
import time

from calibrate import vertex
from gtp_engine import Engine
from judgement_families import SIZE, around, joined, moved, ring_of

MOST_STATES = 20_000
INFINITE = 10**9
OTHER = {"b": "w", "w": "b"}
NAMES = {"b": "black", "w": "white"}


# Fights from which the positions are made, with the place for which they are meant.
PICTURES = [
    ("side", ("bbbw", "b.ww", "b.w ")),
    ("side", ("bbbbw", "b..ww", "bb.w ")),
    ("middle", ("bww", "b.w", "b.w", "bbw")),
    ("corner", ("bbbwww", ".b.w.w")),
    ("corner", ("bbbbwww", "..b.w.w")),
    ("corner", ("wwwbwwww", ".w.b.w.w")),
    ("corner", ("bbbw", "ww.w", ".wbb", "w.b.")),
    ("corner", ("bbw ", "b.ww", "b.w ")),
    ("side", ("bbwww", "b.bw.w", "bb.www")),
    ("side", ("bbbwwww", "b.b.w.w")),
]


class TooLarge(Exception):
    """The region has too many positions."""


class Region:
    """A part of the board between living walls, and the best results in it."""

    def __init__(self, points, walls):
        self.points = sorted(points)
        index = {at: n for n, at in enumerate(self.points)}
        self.near = [[index[at] for at in around(point) if at in index] for point in self.points]
        self.walls = [{walls[at] for at in around(point) if at in walls} for point in self.points]

    def block(self, stones, start):
        """The points of a block, its liberties inside, and whether it is joined to a wall of its color."""
        block, waiting, liberties, is_joined = {start}, [start], set(), False
        while waiting:
            point = waiting.pop()
            is_joined = is_joined or stones[start] in self.walls[point]
            for n in self.near[point]:
                if stones[n] == ".":
                    liberties.add(n)
                elif stones[n] == stones[start] and n not in block:
                    block.add(n)
                    waiting.append(n)
        return block, liberties, is_joined

    def play(self, stones, mover, n):
        """The stones after a play and the point that a ko forbids; None if it is not legal."""
        board = stones[:n] + mover + stones[n + 1:]
        taken = set()
        for m in self.near[n]:
            if board[m] == OTHER[mover] and m not in taken:
                block, liberties, is_joined = self.block(board, m)
                if not liberties and not is_joined:
                    taken |= block
        board = "".join("." if m in taken else stone for m, stone in enumerate(board))
        block, liberties, is_joined = self.block(board, n)
        if not liberties and not is_joined:
            return None
        is_ko = len(taken) == 1 and len(block) == 1 and len(liberties) == 1 and not is_joined
        return board, min(taken) if is_ko else None

    def lead(self, stones):
        """Points of Black less those of White, counted by area."""
        total, seen = sum({"b": 1, "w": -1, ".": 0}[stone] for stone in stones), set()
        for start, stone in enumerate(stones):
            if stone != "." or start in seen:
                continue
            part, waiting, colors = {start}, [start], set()
            while waiting:
                point = waiting.pop()
                colors |= self.walls[point]
                for n in self.near[point]:
                    if stones[n] != ".":
                        colors.add(stones[n])
                    elif n not in part:
                        part.add(n)
                        waiting.append(n)
            seen |= part
            total += {("b",): 1, ("w",): -1}.get(tuple(sorted(colors)), 0) * len(part)
        return total

    def gets(self, color, bound, start):
        """Whether a color is shown to get such a lead, of its own, from a position: stones, the side to move, the point of a ko
        and the passes in a row. Proof-number search; a repetition is a failure, also where a position was found to fail on another
        way. So True is always right, and False may be too cautious."""
        self.n_states = 0
        table = {}
        self.search(color, bound, start, (INFINITE, INFINITE), table, set())
        return table[start][0] == 0

    def search(self, color, bound, state, limits, table, path):
        """Raises the numbers for proof and disproof of a position until one of them reaches its limit."""
        self.n_states += 1
        if self.n_states > MOST_STATES:
            raise TooLarge
        children = list(self.successors(state))
        for child in children:
            if child not in table:
                table[child] = self.first_numbers(color, bound, child)
        # The side to move looks for the child that is best for it; the other number adds up.
        mine, yours = (0, 1) if state[1] == color else (1, 0)
        path.add(state)
        while True:
            numbers = [(INFINITE, 0) if child in path else table[child] for child in children]
            order = sorted(range(len(children)), key=lambda n: numbers[n][mine])
            best = numbers[order[0]]
            own = [0, 0]
            own[mine] = best[mine]
            own[yours] = min(INFINITE, sum(number[yours] for number in numbers))
            table[state] = tuple(own)
            if own[0] >= limits[0] or own[1] >= limits[1] or 0 in own:
                break
            second = numbers[order[1]][mine] if len(order) > 1 else INFINITE
            below = [0, 0]
            below[mine] = min(limits[mine], second + 1)
            below[yours] = min(INFINITE, limits[yours] - own[yours] + best[yours])
            self.search(color, bound, children[order[0]], below, table, path)
        path.remove(state)

    def first_numbers(self, color, bound, state):
        """The numbers of a position that was not looked at yet."""
        stones, _, _, n_passes = state
        own, other = (self.n_kept(stones, side) for side in (color, OTHER[color]))
        if n_passes == 2:
            return (0, INFINITE) if self.lead(stones) * (1 if color == "b" else -1) >= bound else (INFINITE, 0)
        if 2 * own - len(stones) >= bound:
            return 0, INFINITE
        if len(stones) - 2 * other < bound:
            return INFINITE, 0
        return 1, 1

    def n_kept(self, stones, color):
        """How many points a color can never lose: stones that are joined to its walls, and single points between these."""
        kept, waiting = set(), [n for n, stone in enumerate(stones) if stone == color and color in self.walls[n]]
        while waiting:
            point = waiting.pop()
            if point not in kept:
                kept.add(point)
                waiting.extend(n for n in self.near[point] if stones[n] == color)
        eyes = sum(stone == "." and self.walls[n] <= {color} and all(m in kept for m in self.near[n])
                   for n, stone in enumerate(stones))
        return len(kept) + eyes

    def successors(self, state):
        """The positions after each move."""
        stones, mover, ko, n_passes = state
        yield stones, OTHER[mover], None, n_passes + 1
        for n, stone in enumerate(stones):
            played = self.play(stones, mover, n) if stone == "." and n != ko else None
            if played:
                yield played[0], OTHER[mover], played[1], 0

    def best(self, color, mover, stones):
        """The best lead of a color if a side moves first."""
        start = (stones, mover, None, 0)
        return max(bound for bound in range(-len(stones), len(stones) + 1) if self.gets(color, bound, start))


def seki(region, stones):
    """Whether neither side gains more than a dame by moving first, counted with all stones standing, though no side has two
    eyes."""
    lead = region.lead(stones)
    few_eyes = all(n_eyes(region, stones, color) < 2 for color in "bw")
    return few_eyes and all(region.gets(color, standing - 1, (stones, OTHER[color], None, 0))
                            for color, standing in (("b", lead), ("w", -lead)))


def fate(region, stones):
    """What becomes of the stones: `seki`, `settled` or `critical`, with the bounds of Black's lead; None where a cycle
    decides."""
    if seki(region, stones):
        return "seki", region.lead(stones) - 1, region.lead(stones) + 1
    by_black, by_white = region.best("b", "b", stones), -region.best("w", "w", stones)
    if by_black != -region.best("w", "b", stones) or by_white != region.best("b", "w", stones):
        return None
    return "critical" if by_black - by_white > 2 else "settled", by_white, by_black


def shared(region, stones):
    """The empty points beside stones of both colors in the region."""
    for n, stone in enumerate(stones):
        if stone == "." and {"b", "w"} <= {stones[m] for m in region.near[n]}:
            yield n


def n_eyes(region, stones, colors="bw"):
    """The number of empty points that have neighbors of one of the colors only."""
    beside = ({stones[m] for m in region.near[n]} | region.walls[n] for n, stone in enumerate(stones) if stone == ".")
    return sum(near in ({color} for color in colors) for near in beside)


def kind(region, stones, place):
    """The kind of a seki in words."""
    blocks = {min(region.block(stones, n)[0]) for n, stone in enumerate(stones) if stone != "."}
    eyes = {color: n_eyes(region, stones, color) for color in "bw"}
    n_outside = sum(stone == "." and bool(region.walls[n]) and n not in set(shared(region, stones)) for n, stone in enumerate(stones))
    few, many = sorted(eyes.values())
    eyes = "no eyes" if many == 0 else f"eyes of {many} and {few} points"
    return (eyes, f"{len(list(shared(region, stones)))} shared", f"{len(blocks)} blocks",
            "liberties outside" if n_outside else "no liberty outside", place)


def candidate(rng):
    """A region with stones, the colors of the points around it and its place; None if these do not fit together. It is a
    picture turned at random, often with a point more or a stone less."""
    place, rows = rng.choice(PICTURES)
    cells = {(x, len(rows) - y): stone for y, row in enumerate(rows) for x, stone in enumerate(row) if stone != " "}
    if place == "corner" and rng.random() < 0.5:
        cells = {(y, x): stone for (x, y), stone in cells.items()}
    if rng.random() < 0.5:
        cells = {at: OTHER.get(stone, stone) for at, stone in cells.items()}
    low_x, low_y = min(x for x, _ in cells), min(y for _, y in cells)
    dx, dy = {"corner": (0, 0), "side": (3, 0), "middle": (3, 3)}[place]
    cells = {(x - low_x + dx, y - low_y + dy): stone for (x, y), stone in cells.items()}
    for _ in range(rng.randint(0, 2)):
        at = rng.choice(sorted(ring_of(cells) | set(cells)))
        cells[at] = rng.choice(".bw")
    space, ring, walls = sorted(cells), ring_of(cells), {}
    if not {"b", "w"} <= set(cells.values()) or len(joined(cells, space[0])) < len(space):
        return None
    for at in sorted(ring):
        inside = {cells[near] for near in around(at) if near in cells} - {"."}
        if len(inside) == 2:
            return None
        walls[at] = OTHER[inside.pop()] if inside else None
    while None in walls.values():
        open_ends = [(at, walls[near]) for at in sorted(ring) if walls[at] is None for near in around(at) if walls.get(near)]
        if not open_ends:
            return None
        at, side = rng.choice(open_ends)
        walls[at] = side
    return space, "".join(cells[at] for at in space), walls, place


def surroundings(space, walls, is_open):
    """The owner of each point outside the region, and the empty ones among them; None if a wall has no room to live."""
    owner, waiting = dict(walls), collections.deque(sorted(walls))
    while waiting:
        at = waiting.popleft()
        for near in around(at):
            if near not in owner and near not in space:
                owner[near] = owner[at]
                waiting.append(near)
    empty = set()
    for at in sorted(owner):
        is_inner = at not in walls and all(owner.get(near) == owner[at] for near in around(at))
        if is_inner and (is_open or at[0] % 2 == at[1] % 2 == 0):
            empty.add(at)
    for color in "bw":
        rest = {at for at in owner if owner[at] == color}
        while rest:
            part = joined(rest, min(rest))
            rest -= part
            rooms, left = [], part & empty
            while left:
                room = joined(left, min(left))
                rooms.append(len(room))
                left -= room
            stones = part - empty
            is_whole = bool(stones) and len(joined(stones, min(stones))) == len(stones)
            if not is_whole or (max(rooms, default=0) < 10 if is_open else len(rooms) < 2):
                return None
    return owner, empty


def judged(engine, board):
    """The lead of Black by the engine's score, whether it names a seki, why the game is unfinished, and the seconds."""
    start = time.monotonic()
    engine.ask(f"boardsize {SIZE}")
    engine.ask("komi 0")
    engine.ask("gogui-setup " + " ".join(f"{NAMES[color]} {vertex(*at)}" for at, color in sorted(board.items())))
    score = engine.ask("final_score")
    seki, unfinished = engine.ask("final_status_list seki"), engine.ask("tedomari-unfinished")
    found = re.match(r"([BW])\+([\d.]+)", score)
    lead = float(found[2]) * (1 if found[1] == "B" else -1) if found else 0.0
    return lead, bool(seki.strip()), unfinished, time.monotonic() - start


def positions(rng, is_open, wants_all):
    """Positions with their truth: the fate, the bounds of the lead on the whole board, the kind and the stones."""
    while True:
        made = candidate(rng)
        around_it = made and surroundings(made[0], made[2], is_open)
        if not around_it:
            continue
        space, stones, walls, place = made
        region = Region(space, walls)
        n_liberties = [len(region.block(stones, n)[1]) for n, stone in enumerate(stones) if stone != "."]
        n_shared = len(list(shared(region, stones)))
        if n_shared == 0 or min(n_liberties) < 2 - wants_all or not wants_all and n_shared + n_eyes(region, stones) < 2:
            continue
        try:
            if not wants_all and not seki(region, stones):
                continue
            truth = fate(region, stones)
        except TooLarge:
            continue
        if truth is None:
            continue
        owner, empty = around_it
        outside = sum(1 if color == "b" else -1 for color in owner.values())
        board = {at: color for at, color in owner.items() if at not in empty}
        board.update({at: stone for at, stone in zip(space, stones) if stone != "."})
        yield truth[0], truth[1] + outside, truth[2] + outside, kind(region, stones, place), board


def main():
    """Makes positions and counts."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("engine")
    options.add_argument("--number", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--open", action="store_true", help="walls live by large territories")
    options.add_argument("--all", action="store_true", help="fights that are no sekis, too")
    options.add_argument("--show", action="store_true", help="print each wrong judgement with its board")
    options = options.parse_args()
    rng = random.Random(options.seed)
    engine = Engine(options.engine)
    counts, kinds, slowest = collections.Counter(), collections.Counter(), 0.0
    made = positions(rng, options.open, options.all)
    for _ in range(options.number):
        truth, least, most, words, board = next(made)
        lead, is_named, unfinished, seconds = judged(engine, board)
        slowest = max(slowest, seconds)
        is_right = bool(unfinished) if truth == "critical" else least <= lead <= most and not unfinished
        counts[truth, is_right] += 1
        counts[truth, "named"] += is_named
        for word in words if truth == "seki" else ():
            kinds[word, is_right] += 1
        if options.show and not is_right:
            print(f"{truth}, {least} to {most}, judged {lead}, {unfinished or 'finished'}: {', '.join(words)}")
            print(engine.ask("showboard"), engine.ask("tedomari-final_reasons"), sep="\n")
    engine.close()
    for truth in ("seki", "settled", "critical"):
        right, wrong = counts[truth, True], counts[truth, False]
        if right + wrong:
            print(f"{truth}: {right} of {right + wrong} right, {counts[truth, 'named']} named sekis")
    for word in sorted({word for word, _ in kinds}):
        print(f"  {word}: {kinds[word, True]} of {kinds[word, True] + kinds[word, False]}")
    print(f"slowest {slowest:.2f} s")


if __name__ == "__main__":
    main()
