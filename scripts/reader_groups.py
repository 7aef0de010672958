#!/usr/bin/env python3
"""Problems with several blocks: the attacker has to kill all of them, the defender to save one. How many are proved?

usage: reader_groups.py [--seconds S] 'ENGINE COMMAND' PROBLEMS.jsonl

One problem in each line: size, black[], white[], to_play, task (kill or live), targets[], winner (B or W; if it is missing,
the side to move wins).  Prints the problems without a proof, and those whose proof contradicts the record.
"""
import argparse
import json

from gtp_engine import Engine


def main():
    """Prints the answers that are not proved and right, and the number of those that are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("problems")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with open(options.problems, encoding="utf-8") as lines:
        problems = [json.loads(line) for line in lines]
    engine = Engine(options.engine)
    n_right = n_wrong = 0
    for problem in problems:
        engine.set_up(problem)
        verdict, proof, confidence = engine.read(problem["task"], " ".join(problem["targets"]), options.seconds)
        is_won = problem.get("winner", problem["to_play"]) == problem["to_play"]
        is_right = (verdict != "refuted") == is_won
        n_right += is_right and proof == "proven"
        n_wrong += not is_right and proof == "proven"
        if proof != "proven" or not is_right:
            print(problem["id"], problem["task"], *problem["targets"], verdict, proof, confidence, "won" if is_won else "lost")
    engine.ask("quit")
    print(f"{n_right} of {len(problems)} proved and right, {n_wrong} proved and wrong")


main()
