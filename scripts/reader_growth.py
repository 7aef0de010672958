#!/usr/bin/env python3
"""Work of the reader by number of empty points: a table on standard output, a plot in an SVG file.

usage: reader_growth.py [--positions N] [--nodes N] [--jobs N] PROGRAM PLOT.svg

Each position has a region with a given number of empty points in a corner or at a side of the board, and some stones of both
colors in it. A black block surrounds it, and living white stones surround the block. Each player moves first once: White to
kill the block, Black to live.
"""
import argparse
import json
import os
import random
import subprocess
import tempfile

SIZE = 13
EMPTY = range(6, 21)


def neighbors(point):
    """The points next to a point."""
    x, y = point
    near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return {(x, y) for x, y in near if 0 <= x < SIZE and 0 <= y < SIZE}


def around(points):
    """The points next to a set."""
    return {near for point in points for near in neighbors(point)} - points


def wall(points):
    """The points around a set, corners included, so that they are connected."""
    return around(points) | {near for point in around(points) for near in neighbors(point)
                             if len(neighbors(near) & around(points)) > 1} - points


def sgf(points):
    """A list of points in a record."""
    return "".join(f"[{chr(97 + x)}{chr(97 + y)}]" for x, y in sorted(points))


def position(rng, n_empty):
    """A record, or None if the random stones are no legal position."""
    region = {(rng.choice([0, 5]), 0)}
    n_stones = rng.randrange(n_empty // 3 + 1)
    while len(region) < n_empty + n_stones:
        fresh = sorted(point for point in around(region) if point[0] < 9 and point[1] < 4)
        region.add(rng.choice(fresh))
    inside = rng.sample(sorted(region), n_stones)
    white_inside = {point for point in inside if rng.random() < 0.6}
    ring = wall(region)
    black = ring | set(inside) - white_inside
    # White everywhere else, with two eyes.
    eyes = {(3, SIZE - 2), (SIZE - 3, SIZE - 2)}
    everything = {(x, y) for x in range(SIZE) for y in range(SIZE)}
    white = everything - region - ring - eyes | white_inside
    if not is_connected(ring) or any(near in region | ring for eye in eyes for near in neighbors(eye)):
        return None
    empty = region - set(inside)
    if not all(has_liberty(point, color, empty | eyes) for color in (black, white) for point in color):
        return None
    goal = rng.choice(["W", "B"])
    target = sorted(ring)[0]
    return f"(;GM[1]FF[4]SZ[{SIZE}]PL[{goal}]AB{sgf(black)}AW{sgf(white)}MA{sgf({target})})"


def is_connected(points):
    """Whether a set is connected."""
    return block({min(points)}, points) == points


def block(seed, points):
    """The part of a set that is connected with a seed."""
    found, front = set(seed), set(seed)
    while front:
        front = around(front) & points - found
        found |= front
    return found


def has_liberty(point, color, empty):
    """Whether a stone's block touches an empty point."""
    return bool(around(block({point}, color)) & empty)


def quantile(values, share):
    """The value that is not exceeded by this share of the values."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def plot(path, rows):
    """Circles for the medians, crosses for the 90 % quantiles."""
    def at(n_empty, nodes):
        exponent = len(str(nodes)) - 1 + (nodes / 10 ** (len(str(nodes)) - 1) - 1) / 9
        return 60 + 30 * (n_empty - 5), 360 - 50 * exponent

    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 410" font-family="sans-serif" font-size="11">',
             '<rect width="560" height="410" fill="white"/>']
    for power in range(8):
        y = 360 - 50 * power
        parts.append(f'<path d="M60 {y} H550" stroke="#ddd"/><text x="52" y="{y + 4}" text-anchor="end">10^{power}</text>')
    for n_empty in EMPTY:
        parts.append(f'<text x="{60 + 30 * (n_empty - 5)}" y="378" text-anchor="middle">{n_empty}</text>')
    parts.append('<text x="300" y="400" text-anchor="middle">empty points</text>')
    parts.append('<text x="60" y="10">positions evaluated: half of the problems (circles), nine in ten (crosses)</text>')
    for n_empty, half, most in rows:
        x, y = at(n_empty, half)
        parts.append(f'<circle cx="{x}" cy="{y:.1f}" r="3" fill="#246"/>')
        x, y = at(n_empty, most)
        parts.append(f'<path d="M{x - 3} {y - 3:.1f} l6 6 m-6 0 l6 -6" stroke="#a42"/>')
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(parts + ["</svg>\n"]))


def main():
    """Generates the positions, asks the reader about them, prints the table and draws the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("plot")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    print("| empty points | proved | median nodes | 90 % quantile | seconds each |\n|---|---|---|---|---|")
    rows = []
    for n_empty in EMPTY:
        rng = random.Random(n_empty)
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            while len(paths) < options.positions:
                record = position(rng, n_empty)
                if record:
                    paths.append(os.path.join(folder, f"{len(paths):03d}.sgf"))
                    with open(paths[-1], "w", encoding="utf-8") as out:
                        out.write(record)
            command = [options.program, "read", "--json", "--seconds", "600", "--nodes", str(options.nodes),
                       "--jobs", str(options.jobs)]
            answers = subprocess.run(command + paths, stdout=subprocess.PIPE, text=True, check=True).stdout
        answers = [json.loads(line) for line in answers.splitlines()]
        nodes = [answer["nodes"] for answer in answers]
        proven = sum(answer["proof"] == "proven" for answer in answers)
        seconds = sum(answer["seconds"] for answer in answers) / len(answers)
        half, most = quantile(nodes, 0.5), quantile(nodes, 0.9)
        print(f"| {n_empty} | {proven} of {len(answers)} | {half} | {most} | {seconds:.3f} |", flush=True)
        rows.append((n_empty, half, most))
    plot(options.plot, rows)


main()
