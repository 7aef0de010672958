#!/usr/bin/env python3
"""Makes families of groups with one eye space, and counts how an engine judges them.

    judgement_families.py [--family shapes|stones|sekis] [--number 120] [--seed 1] [--show] ENGINE

Black has a block around an eye space of at most seven points in a corner, on the side or in the middle of a board of 11x11;
White, which lives everywhere around it, has left it up to two liberties outside. In the family `shapes` the eye space is
empty and one of the shapes of textbooks; in `stones` it is any shape, with stones of White in it; `sekis` are those among
them in which the stones inside stand in a seki with the group. A complete solution of the eye space, in Python and independent of the program, is the truth: the group is alive, dead, in a seki with the stones inside,
or critical, which means that it depends on the side that moves first. Where a ko decides, or where only the side that moves
first decides between life and seki, the position is left out.

An answer is right if it names the dead stones of a settled group, and calls the game unfinished if the group is critical.
With `--cleanup` the engine also moves for both sides as after a dispute (`kgs-genmove_cleanup`); a play inside a seki is
counted as wrong. The same seed gives the same positions. Python's standard library only.
"""
import argparse
import collections
import functools
import random
import time

from calibrate import REASON, vertex
from gtp_engine import Engine

SIZE = 11
SHAPES = {
    "straight three": "xxx", "bent three": "xx/x.", "straight four": "xxxx", "bent four": "xxx/x..", "square four": "xx/xx",
    "pyramid four": "xxx/.x.", "zigzag four": "xx./.xx", "bulky five": "xx./xxx", "cross five": ".x./xxx/.x.",
    "straight five": "xxxxx", "rabbity six": "xx./xxx/.x.", "rectangular six": "xxx/xxx",
}


def around(at):
    """The points of the board beside one."""
    x, y = at
    steps = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [(a, b) for a, b in steps if 0 <= a < SIZE and 0 <= b < SIZE]


def ring_of(space):
    """The points around an eye space, diagonals included."""
    near = {(x + dx, y + dy) for x, y in space for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return {(x, y) for x, y in near - set(space) if 0 <= x < SIZE and 0 <= y < SIZE}


class Solver:
    """The fate of a group with one eye space and some liberties outside, by complete search of all its positions.

    A position is the stones inside (a string of `.bw`), the number of liberties outside, the side to move and the point that
    a ko forbids. White, around the group, lives. White captures the group or fails; no cycle helps it. `unbound` is the side
    that may retake a ko at once: with answers that do not depend on it there is no ko.
    """

    def __init__(self, space, unbound=None):
        self.space = sorted(space)
        self.unbound = unbound
        index = {at: n for n, at in enumerate(self.space)}
        self.near = [[index[at] for at in around(point) if at in index] for point in self.space]
        # Whether a point touches the group, and whether it touches the group only.
        self.touches = [any(at not in index for at in around(point)) for point in self.space]

    def group(self, stones, start):
        """The points of a block and its liberties inside; whether it touches the group."""
        block, waiting, liberties = {start}, [start], set()
        while waiting:
            for n in self.near[waiting.pop()]:
                if stones[n] == "." :
                    liberties.add(n)
                elif stones[n] == stones[start] and n not in block:
                    block.add(n)
                    waiting.append(n)
        return block, liberties

    def black_liberties(self, stones):
        """Liberties inside of the group around, with the black stones that are connected with it."""
        joined = {n for n, stone in enumerate(stones) if stone == "b" and self.touches[n]}
        waiting = list(joined)
        while waiting:
            for n in self.near[waiting.pop()]:
                if stones[n] == "b" and n not in joined:
                    joined.add(n)
                    waiting.append(n)
        liberties = {n for n, stone in enumerate(stones) if stone == "." and self.touches[n]}
        return joined, liberties | {m for n in joined for m in self.near[n] if stones[m] == "."}

    def plays(self, state):
        """The positions after each play; `None` where the group is captured."""
        stones, outside, mover, ko = state
        other = "w" if mover == "b" else "b"
        if mover == "w" and outside:
            after = (stones, outside - 1, other, None)
            free = self.black_liberties(stones)[1]
            yield None if outside == 1 and not free else after
        for n, stone in enumerate(stones):
            if stone != "." or (n == ko and mover != self.unbound):
                continue
            board = stones[:n] + mover + stones[n + 1:]
            taken = set()
            for m in self.near[n]:
                if board[m] == other and m not in taken:
                    joined = other == "b" and m in self.black_liberties(board)[0]
                    block, liberties = self.group(board, m)
                    if not joined and not liberties:
                        taken |= block
            if mover == "w" and not outside and not self.black_liberties(board)[1]:
                yield None
                continue
            board = "".join("." if m in taken else c for m, c in enumerate(board))
            block, liberties = self.group(board, n)
            if mover == "b":
                joined, free = self.black_liberties(board)
                legal = bool(free or outside) if n in joined else bool(liberties)
            else:
                legal = bool(liberties)
            if not legal:
                continue
            is_ko = len(taken) == 1 and len(block) == 1 and len(liberties) == 1
            yield board, outside, other, min(taken) if is_ko and not (mover == "b" and self.touches[n]) else None

    def reachable(self, start):
        """The plays from every position that a play leads to, passes of Black among them."""
        graph, waiting = {}, [start]
        while waiting:
            state = waiting.pop()
            if state in graph:
                continue
            after = list(self.plays(state))
            if state[2] == "b":
                after.append((state[0], state[1], "w", None))
            else:
                after.append((state[0], state[1], "b", None))
            graph[state] = after
            waiting.extend(s for s in after if s is not None and s not in graph)
        return graph

    @staticmethod
    def forced(graph, mover, goals):
        """The positions from which `mover` forces one of the goals."""
        won, before, left = set(), collections.defaultdict(list), {}
        for state, after in graph.items():
            left[state] = len(after)
            for next_state in after:
                before[next_state].append(state)
        waiting = list(goals)
        won.update(goals)
        while waiting:
            for state in before[waiting.pop()]:
                if state in won:
                    continue
                left[state] -= 1
                if state[2] == mover or left[state] == 0:
                    won.add(state)
                    waiting.append(state)
        return won


@functools.cache
def solved(space, stones, outside):
    """Whether White kills moving first, and moving second; whether Black takes all stones inside and lives, moving first, and
    moving second. None where the answer depends on who may retake a ko at once."""
    answers = []
    for unbound in (None, "b", "w"):
        solver = Solver(space, unbound)
        starts = {mover: (stones, outside, mover, None) for mover in "bw"}
        graph = solver.reachable(starts["b"]) | solver.reachable(starts["w"])
        killed = solver.forced(graph, "w", [None])
        kills = [starts[mover] in killed for mover in "wb"]
        clean = [s for s in graph if s[2] == "w" and s not in killed and "w" not in s[0]]
        taken = solver.forced(graph, "b", clean)
        answers.append((*kills, *(starts[mover] in taken for mover in "bw")))
    return answers[0] if len(set(answers)) == 1 else None


def truth(space, stones, outside):
    """`alive`, `dead`, `seki` or `critical`; None where a ko or the first move decides something else."""
    answer = solved(tuple(sorted(space)), stones, outside)
    if answer is None:
        return None
    first, second, takes_first, takes_second = answer
    if second:
        return "dead"
    if first:
        return "critical"
    if "w" not in stones or takes_second:
        return "alive"
    return None if takes_first else "seki"


def position(space, stones, n_outside, rng):
    """All stones by point; None if no such position with walls of one block each is found."""
    tries = (placed(space, stones, n_outside, rng) for _ in range(20))
    return next((board for board in tries if board), None)


def placed(space, stones, n_outside, rng):
    """All stones by point, the liberties outside at random; None if the position is not legal or a wall is cut."""
    ring = ring_of(space)
    if len(joined(ring, min(ring))) < len(ring):
        return None
    board = {at: {"b": "black", "w": "white"}[stone] for at, stone in zip(sorted(space), stones) if stone != "."}
    free = {(x, y) for x in range(SIZE) for y in range(SIZE)} - set(space) - ring
    beside = sorted(at for at in free if any(near in ring for near in around(at)))
    rng.shuffle(beside)
    outside = set()
    for at in beside:
        if len(outside) < n_outside and not any(near in outside for near in around(at)):
            outside.add(at)
    if len(outside) < n_outside:
        return None
    far = {at for at in free if not any(near in ring for near in around(at))}
    eyes = {(x, y) for x, y in far if x % 2 == 0 and y % 2 == 0 and not any(near in outside for near in around((x, y)))}
    board.update(dict.fromkeys(free - outside - eyes, "white"))
    board.update(dict.fromkeys(ring, "black"))
    walls = {at for at, color in board.items() if color == "white"} - set(space)
    is_whole = len(joined(walls, min(walls))) == len(walls)
    return board if is_whole and all(has_liberty(board, at) for at in board) else None


def has_liberty(board, at):
    """Whether the block on a point has a liberty."""
    block = joined({other for other, color in board.items() if color == board[at]}, at)
    return any(near not in board for stone in block for near in around(stone))


def joined(points, start):
    """The points that are connected with one of them."""
    part, waiting = {start}, [start]
    while waiting:
        for near in around(waiting.pop()):
            if near in points and near not in part:
                part.add(near)
                waiting.append(near)
    return part


def moved(cells, place):
    """The cells moved into the corner, to the lower side or into the middle."""
    low_x, low_y = min(x for x, _ in cells), min(y for _, y in cells)
    dx, dy = {"corner": (0, 0), "side": (3, 0), "middle": (3, 3)}[place]
    return frozenset((x - low_x + dx, y - low_y + dy) for x, y in cells)


def shapes():
    """The textbook shapes in two orientations, each place, with each number of liberties outside."""
    for name, rows in SHAPES.items():
        cells = [(x, y) for y, row in enumerate(rows.split("/")) for x, c in enumerate(row) if c == "x"]
        for place in ("corner", "side", "middle"):
            for space in sorted({moved(cells, place), moved([(y, x) for x, y in cells], place)}, key=sorted):
                for n_outside in range(3):
                    yield f"{name}, {place}, {n_outside} outside", space, "." * len(space), n_outside


def with_stones(rng):
    """Eye spaces of any shape with stones of White inside, and at least two points empty."""
    while True:
        size, place = rng.randint(4, 7), rng.choice(("corner", "side", "middle"))
        cells = {(0, 0)}
        while len(cells) < size:
            x, y = rng.choice(sorted(cells))
            cells.add(rng.choice(((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))))
        space = moved(cells, place)
        inside = rng.sample(range(size), rng.randint(2, size - 2))
        stones = "".join("w" if n in inside else "." for n in range(size))
        yield f"{size} points, {len(inside)} stones, {place}", space, stones, rng.randint(0, 2)


def judged(engine, board):
    """The status of the group, how many stones of White are dead, why the game is unfinished, and the seconds it took."""
    start = time.monotonic()
    engine.ask(f"boardsize {SIZE}")
    engine.ask("gogui-setup " + " ".join(f"{color} {vertex(*at)}" for at, color in sorted(board.items())))
    lines = engine.ask("tedomari-final_reasons").splitlines()
    unfinished = engine.ask("tedomari-unfinished")
    groups = [REASON.match(line).groups() for line in lines]
    black = [status for _, color, n, status, _ in groups if color == "black"]
    dead = sum(int(n) for _, color, n, status, _ in groups if color == "white" and status == "dead")
    return max(black, key=black.count), dead, unfinished, time.monotonic() - start


def cleanup_plays(engine):
    """The move of each side after a dispute about the dead stones."""
    moves = set()
    for color in ("black", "white"):
        moves.add(engine.ask(f"kgs-genmove_cleanup {color}"))
        engine.ask("undo")
    return moves


def is_right(truth, status, n_dead, n_inside, unfinished):
    """Whether the judgement is that of the truth."""
    if truth == "critical":
        return bool(unfinished)
    n_wanted = n_inside if truth == "alive" else 0
    return not unfinished and (status == "dead") == (truth == "dead") and n_dead == n_wanted


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("engine")
    options.add_argument("--family", choices=("shapes", "stones", "sekis"), default="shapes")
    options.add_argument("--number", type=int, default=120)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--cleanup", action="store_true", help="count plays of the cleanup inside of sekis")
    options.add_argument("--show", action="store_true", help="print each wrong judgement with its board")
    options = options.parse_args()
    rng = random.Random(options.seed)
    engine = Engine(options.engine)
    counts, slowest, left_out, n = collections.Counter(), 0.0, 0, 0
    for name, space, stones, n_outside in shapes() if options.family == "shapes" else with_stones(rng):
        if options.family != "shapes" and n >= options.number:
            break
        board = position(space, stones, n_outside, rng)
        known = board and truth(space, stones, n_outside)
        if not known or options.family == "sekis" and known != "seki":
            left_out += 1
            continue
        n += 1
        status, n_dead, unfinished, seconds = judged(engine, board)
        slowest = max(slowest, seconds)
        right = is_right(known, status, n_dead, stones.count("w"), unfinished)
        counts[known, right] += 1
        if options.cleanup and known == "seki":
            counts["cleanup", not cleanup_plays(engine) & {vertex(*at) for at in space}] += 1
        if options.show and not right:
            print(f"{name}: {known}, judged {status}, {n_dead} dead inside, {unfinished or 'finished'}")
            print(engine.ask("showboard"))
    engine.close()
    for known in ("alive", "dead", "seki", "critical", "cleanup"):
        right, wrong = counts[known, True], counts[known, False]
        print(f"{known}: {right} of {right + wrong} right")
    print(f"{n} positions, {left_out} left out, slowest {slowest:.2f} s")


if __name__ == "__main__":
    main()
