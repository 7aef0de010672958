#!/usr/bin/env python3
"""How much of real games is proved, some plays before their end: the tables of docs/measurements/windows.md.

    safety_table.py count OUT.jsonl ENGINE RECORD... [--before 0,5,10,20,30,60] [--number 100] [--nodes 5000] [--seconds S]
        asks `safe --count` about each position: points, blocks and boards proved, nodes, time, and what is left.
    safety_table.py given OUT.jsonl ENGINE RECORD... [the same options but --nodes]
        asks `endgame --assume-safe` about each position: points and scores proved given facts, how many facts and how
        sure, how often their stones stood at the end, and how often the result was within the bounds.
    safety_table.py table OUT.jsonl...
        prints the tables of what was asked so far.

A RECORD is a game in SGF that two passes end, or a table FILE.tsv or FILE.tsv.xz of counted games on 19x19 (see
real_endgames.py). Of each RECORD that is a table the first --number games are taken, in a fixed order by lot. Positions
that OUT.jsonl has already are kept. ENGINE is one string, the program with its arguments. No position begins after
--seconds. Python's standard library only.
"""
import argparse
import collections
import itertools
import json
import os
import random
import re
import shlex
import subprocess
import tempfile
import time

from finished_games import COLUMNS
from real_endgames import games, score

LIMIT = 300


def taken(records, number):
    """Name, header and moves of the games, without their passes at the end."""
    found = [game for path in records for game in games(path)]
    random.Random(1).shuffle(found)
    for name, header, moves in itertools.islice(found, number):
        while moves and moves[-1].endswith("[]"):
            moves.pop()
        yield name, header, moves


def stones_after(size, moves):
    """The color on each point that has a stone after some plays."""
    board = {}

    def beside(at):
        x, y = at
        near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [point for point in near if 0 <= point[0] < size and 0 <= point[1] < size]

    def take_if_choked(start):
        block, front = {start}, [start]
        while front:
            for near in beside(front.pop()):
                if near not in board:
                    return
                if board[near] == board[start] and near not in block:
                    block.add(near)
                    front.append(near)
        for stone in block:
            del board[stone]

    for color, at in (re.match(r";([BW])\[(\w*)\]", move).groups() for move in moves):
        if len(at) == 2:
            point = ord(at[0]) - ord("a"), ord(at[1]) - ord("a")
            board[point] = color
            for near in beside(point):
                if near in board and board[near] != color:
                    take_if_choked(near)
    return {COLUMNS[x] + str(size - y): color for (x, y), color in board.items()}


def answer(engine, path, words):
    """The answer of a subcommand as JSON, and the seconds; no answer if it takes too long."""
    program = shlex.split(engine)
    command = [program[0], words[0], path, *words[1:], *program[1:]]
    start = time.time()
    try:
        text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=LIMIT).stdout
    except subprocess.TimeoutExpired:
        return None, time.time() - start
    return json.loads(text), time.time() - start


def ask(options):
    known = set()
    if os.path.exists(options.out):
        rows = map(json.loads, open(options.out))
        known = {(row["name"], row["before"]) for row in rows if row["kind"] == options.kind}
    end = time.time() + options.seconds
    with open(options.out, "a") as out, tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.sgf")
        for name, header, moves in taken(options.records, options.number):
            size = int(re.search(r"SZ\[(\d+)\]", header).group(1))
            for before in map(int, options.before.split(",")):
                if (name, before) in known or before >= len(moves):
                    continue
                if time.time() > end:
                    return
                with open(path, "w") as file:
                    file.write(header + "\n" + "".join(moves[:len(moves) - before]) + ")\n")
                found, seconds = answer(options.engine, path, options.words(options))
                row = {"kind": options.kind, "name": name, "size": size, "before": before, "seconds": seconds}
                if found is None:
                    row["late"] = True
                else:
                    row.update(options.row(found, header, size, moves, before))
                out.write(json.dumps(row) + "\n")
                out.flush()


def given_row(found, header, size, moves, before):
    """What a score given facts is worth, with the end of the game as the judge."""
    final = stones_after(size, moves)
    stands = lambda fact: all(final.get(stone) == fact["color"][0].upper() for stone in fact["stones"])
    facts = [[fact["probability"], stands(fact)] for fact in found.get("facts", [])]
    to_move = "white" if moves[len(moves) - before - 1][1] == "B" else "black"
    text = next(player["score"] for player in found["players"] if player["color"] == to_move)
    bounds = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
    result = re.search(r"RE\[([BW]\+[\d.]+)\]", header)
    return {"n_points": found["n_points"], "alone": found.get("n_proved_alone"), "proved": found["n_proved"],
            "facts": facts, "bounds": [min(bounds), max(bounds)] if bounds else None,
            "result": score(result.group(1)) if result else None}


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else float("nan")


def table(options):
    groups = collections.defaultdict(list)
    for row in (json.loads(line) for path in options.records for line in open(path)):
        groups[row["kind"], row["size"], row["before"]].append(row)
    heads = {
        "count": "| board | plays before the end | games | points by search | points with windows | blocks | whole boards "
                 "| territory left | groups inside | other stones | other points | million nodes | seconds |",
        "given": "| board | plays before the end | games | points proved alone | given | scores exact | narrower than 20 "
                 "| facts | least probability | expected to fall | fell | result within | late | seconds |",
    }
    for kind, head in heads.items():
        keys = sorted((key for key in groups if key[0] == kind), key=lambda key: key[1:])
        if keys:
            print(head + "\n|" + "---|" * (head.count("|") - 1))
        for key in keys:
            rows = groups[key]
            line = count_line(rows) if kind == "count" else given_line(rows)
            print(f"| {key[1]}x{key[1]} | {key[2]} | {len(rows)} | {' | '.join(line)} |")


def count_line(rows):
    rows = [row for row in rows if "late" not in row]
    blocks = sum(row["blocks"] for row in rows)
    rest = [f"{mean(row['rest'][what] for row in rows):.1f}" for what in ("territory", "groups_inside", "stones", "empty")]
    return [f"{mean(row['by_search'] for row in rows):.1f}", f"{mean(row['proved'] for row in rows):.1f}",
            f"{sum(row['proved_blocks'] for row in rows) / blocks:.0%}",
            str(sum(row["proved"] == row["n_points"] for row in rows)), *rest,
            f"{mean(row['nodes'] for row in rows) / 1e6:.2f}",
            f"{mean(row['search_seconds'] + row['window_seconds'] for row in rows):.2f}"]


def given_line(rows):
    late = sum("late" in row for row in rows)
    rows = [row for row in rows if "late" not in row]
    facts = [fact for row in rows for fact in row["facts"]]
    width = lambda row: row["bounds"][1] - row["bounds"][0] if row["bounds"] else float("inf")
    judged = [row for row in rows if row["result"] is not None]
    within = sum(row["bounds"] is not None and row["bounds"][0] <= row["result"] <= row["bounds"][1] for row in judged)
    return [f"{mean(row['alone'] for row in rows if row['alone'] is not None):.1f}",
            f"{mean(row['proved'] for row in rows):.1f}", str(sum(width(row) == 0 for row in rows)),
            str(sum(width(row) < 20 for row in rows)), f"{len(facts) / max(len(rows), 1):.1f}",
            f"{min((fact[0] for fact in facts), default=1):.2f}", f"{sum(1 - fact[0] for fact in facts):.1f}",
            f"{sum(not fact[1] for fact in facts)} of {len(facts)}",
            f"{within} of {len(judged)}", str(late), f"{mean(row['seconds'] for row in rows):.1f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for kind in ("count", "given"):
        command = commands.add_parser(kind)
        command.add_argument("out")
        command.add_argument("engine")
        command.add_argument("records", nargs="+")
        command.add_argument("--before", default="0,5,10,20,30,60")
        command.add_argument("--number", type=int, default=100)
        command.add_argument("--seconds", type=float, default=float("inf"))
        if kind == "count":
            command.add_argument("--nodes", type=int, default=5000)
            row = lambda found, *_: found
            words = lambda options: ["safe", "--count", str(options.nodes), "--json"]
        else:
            row, words = given_row, lambda _: ["endgame", "--assume-safe", "--json"]
        command.set_defaults(run=ask, kind=kind, row=row, words=words)
    command = commands.add_parser("table")
    command.add_argument("records", nargs="+")
    command.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
