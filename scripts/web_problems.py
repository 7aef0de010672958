#!/usr/bin/env python3
"""How the page judges problems without marks: scripts/web_problems.py PROGRAM PROBLEMS.json... [--seconds 1]

A file has a list of problems: `{"id", "size", "black", "white", "to_play", "task": "kill" or "live", "target",
"solution_moves", "wrong_moves"}`. Each is written as a record with stones, the side to move and its solution as the main
line. Counted are the questions that are guessed right, and what becomes of the first move of the solution and of a wrong
first move: judged by proof, by proof if the stones outside stand (`--outside`), or left open, where the page goes by the
record. Needs only Python.
"""

import argparse
import collections
import json
import time

from calibrate import component, sgf_point
from web_figures import Tab, start

def record(problem: dict) -> str:
    """The problem as a plain record."""
    size = problem["size"]
    stones = "".join(
        f"A{color}" + "".join(f"[{sgf_point(vertex, size)}]" for vertex in problem[name])
        for color, name in (("B", "black"), ("W", "white"))
    )
    mover, [first, *_] = problem["to_play"], problem["solution_moves"]
    return f"(;GM[1]FF[4]SZ[{size}]PL[{mover}]EV[{problem['id']}]{stones};{mover}[{sgf_point(first, size)}])"


def read_list(tab: Tab, problems: list[dict]) -> dict:
    """What the page asks about each problem, by its number."""
    found, first = {}, 0
    while first < len(problems):
        part = tab.answer("problems", sgf="\n".join(map(record, problems[first:])))
        for problem in part["problems"]:
            found[first + problem["number"]] = problem
        left = [text for text in part["warnings"] if text.startswith("the problems from number")]
        first = first + int(left[0].split()[4]) - 1 if left else len(problems)
    return found


def judged(tab: Tab, problem: dict, asked: dict, vertex: str, options: argparse.Namespace) -> str:
    """What becomes of a first move."""
    color = {"B": "black", "W": "white"}[problem["to_play"]]
    fields = {name: asked[name] for name in ("game", "question", "stones")}
    fields |= {"line": [[color, vertex]], "seconds": options.seconds, "walls_stand": options.outside}
    answer = tab.answer("problem_move", **fields)
    given = ", given walls" if answer.get("given") else ""
    return answer["judgement"] + given


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("problems", nargs="+", metavar="PROBLEMS.json")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each move")
    parser.add_argument("--outside", action="store_true", help="take the stones outside for granted")
    parser.add_argument("--each", action="store_true", help="print a line for each problem")
    options = parser.parse_args()
    problems = []
    for path in options.problems:
        with open(path, encoding="utf-8") as file:
            problems += json.load(file)
    server, port, _ = start(options.program)
    counts: dict = collections.defaultdict(collections.Counter)
    try:
        tab = Tab(port)
        begin = time.perf_counter()
        found = read_list(tab, problems)
        print(f"{len(found)} of {len(problems)} problems read in {time.perf_counter() - begin:.1f} s")
        for number, asked in sorted(found.items()):
            problem = problems[number]
            color = next(color for color in ("black", "white") if problem["target"] in problem[color])
            block = component(problem["target"], problem["size"], problem[color].__contains__)
            is_block = asked["stones"][0] in block
            guess = "right block" if is_block else "another block, right goal" if asked["question"] == problem["task"] else "wrong"
            ground = (asked["guessed"] or "marked").rpartition(": ")[2]
            counts["asked about"][guess] += 1
            counts[f"asked about, where {ground}"][guess] += 1
            right = judged(tab, problem, asked, problem["solution_moves"][0], options)
            counts["first move of the solution"][right] += 1
            counts[f"first move of the solution, {guess}"][right] += 1
            row = [problem["id"], guess, ground, right]
            wrong = [vertex for vertex in problem.get("wrong_moves", []) if vertex not in problem["solution_moves"]]
            if wrong:
                row.append(judged(tab, problem, asked, wrong[0], options))
                counts["a wrong first move"][row[-1]] += 1
                counts[f"a wrong first move, {guess}"][row[-1]] += 1
            if options.each:
                print("; ".join(row), flush=True)
    finally:
        server.kill()
    for name, counter in counts.items():
        print(f"{name}: {', '.join(f'{n} {what}' for what, n in counter.most_common())}")


if __name__ == "__main__":
    main()
