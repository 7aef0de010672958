#!/usr/bin/env python3
"""Whether the reader proves a first move right that is labelled wrong.

usage: reader_wrong_moves.py [--every N] [--offset N] [--seconds S] 'ENGINE COMMAND' PROBLEMS.jsonl

One problem in each line: size, black[], white[], to_play, task (kill or live), target, wrong_moves {move: {result, reply}}.
After a wrong move the script asks the question of the other side.  The answer "refuted, proven" would prove the wrong move
right, and is listed.  "achieved, proven" proves it wrong.
"""
import argparse
import collections
import json

from gtp_engine import Engine


def main():
    """Prints the proofs that contradict the labels, and the counts of all answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("problems")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.2)
    options = parser.parse_args()
    with open(options.problems, encoding="utf-8") as lines:
        problems = [json.loads(line) for line in lines][options.offset :: options.every]
    engine = Engine(options.engine)
    counts = collections.Counter()
    for problem in problems:
        other = "live" if problem["task"] == "kill" else "kill"
        for move, label in (problem.get("wrong_moves") or {}).items():
            engine.set_up(problem)
            try:
                engine.ask(f"play {problem['to_play']} {move}")
            except RuntimeError:
                counts[label["result"], "illegal", "-"] += 1
                continue
            verdict, proof, _ = engine.read(other, problem["target"], options.seconds)
            counts[label["result"], verdict, proof] += 1
            if (verdict, proof) == ("refuted", "proven"):
                print("PROVED", problem["id"], problem["task"], problem["target"], move, label["result"])
    engine.ask("quit")
    for (result, verdict, proof), n in sorted(counts.items()):
        print(f"labelled {result:5s} {verdict:9s} {proof:9s} {n:5d}")
    print(f"{counts.total()} wrong moves")


main()
