#!/usr/bin/env python3
"""How often the answers of the reader are right, by time, answer and confidence.

usage: reader_reliability.py [--every N] [--seconds S,S,...] 'ENGINE COMMAND' PROBLEMS.jsonl

One problem in each line: size, black[], white[], to_play, task (kill or live), target, solution_moves[], ko.  A problem without
a ko gives two questions: its own, with the answer achieved, and after its first move the question of the other side, with
the answer refuted.  A problem that is a ko gives its own question.  Other problems are left out.
"""
import argparse
import collections
import json

from gtp_engine import Engine

TRUTHS = ("achieved", "refuted", "ko")


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("problems")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seconds", default="0.01,0.1,1")
    options = parser.parse_args()
    with open(options.problems, encoding="utf-8") as lines:
        problems = [json.loads(line) for line in lines][:: options.every]
    problems = [problem for problem in problems if problem["ko"] == "clean" or problem["ko"].endswith("_ko")]
    engine = Engine(options.engine)
    for seconds in options.seconds.split(","):
        counts = collections.defaultdict(lambda: dict.fromkeys(TRUTHS, 0))
        for problem in problems:
            engine.set_up(problem)
            task, target = problem["task"], problem["target"]
            is_ko = problem["ko"] != "clean"
            counts[engine.read(task, target, seconds)]["ko" if is_ko else "achieved"] += 1
            if not is_ko:
                other = "live" if task == "kill" else "kill"
                engine.ask(f"play {problem['to_play']} {problem['solution_moves'][0]}")
                counts[engine.read(other, target, seconds)]["refuted"] += 1
        print(f"{seconds} s; in truth")
        for (verdict, proof, confidence), truths in sorted(counts.items()):
            columns = ", ".join(f"{truth} {truths[truth]:4d}" for truth in TRUTHS)
            right = truths.get(verdict, 0) / sum(truths.values())
            print(f"  {verdict:9s} {proof:9s} {confidence} {columns}, right {right:.2f}")
    engine.ask("quit")


main()
