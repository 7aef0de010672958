#!/usr/bin/env python3
"""Compares the verified checker (scripts/verified.sh) with `tedomari check` on proofs that are changed at random.

    scripts/mutate_verified.py --program target/release/tedomari --verified target/verified/verified_check FILE...

Changes are those of scripts/mutate_proofs.py. For each kind of change it prints how many were tried, covered by the
verified checker, accepted by both, by the verified checker only, and by the program only. The verified checker shows
that a claim is true; the program also asks for the form (each move that matters answered, no other). So what only the
verified checker accepts is a true claim in a wrong form. What only the program accepts is a fault of one of them: the
exit code is 1, and the file is kept in the folder of --out.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

import mutate_proofs

BATCH = 50


def verified_answers(program: str, names: list[str]) -> dict[str, str]:
    """What the verified checker prints of each file: accepted, refused or not covered, with what follows."""
    run = subprocess.run([program, *names], capture_output=True, text=True, check=False)
    return dict(line.split(": ", 1) for line in run.stdout.splitlines() if ": " in line)


def main() -> int:
    """Compare the checkers; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the program whose `check` is compared")
    parser.add_argument("--verified", required=True, help="the verified checker")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="mutants")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    proofs = mutate_proofs.read_proofs(options.files)
    columns = ("tried", "covered", "both accept", "verified only", "program only")
    counts: dict[str, Counter[str]] = {column: Counter() for column in columns}
    with tempfile.TemporaryDirectory() as folder:
        while counts["tried"].total() < options.count:
            mutants, names = mutate_proofs.write_mutants(rng, proofs, BATCH, folder)
            verified = verified_answers(options.verified, names)
            theirs = mutate_proofs.accepted_by(options.program, names)
            for name, (kind, data), its in zip(names, mutants, theirs):
                answer = verified[name]
                mine = answer.startswith("accepted")
                covered = not answer.startswith("not covered")
                counts["tried"][kind] += 1
                counts["covered"][kind] += covered
                counts["both accept"][kind] += mine and its
                counts["verified only"][kind] += mine and not its
                counts["program only"][kind] += covered and its and not mine
                if covered and mine != its:
                    os.makedirs(options.out, exist_ok=True)
                    who = "verified" if mine else "program"
                    path = os.path.join(options.out, f"{who}_{options.seed}_{counts['tried'].total()}.proof")
                    with open(path, "wb") as file:
                        file.write(data)
    print("kind", *columns, sep="\t")
    for kind in sorted(counts["tried"]):
        print(kind, *(counts[column][kind] for column in columns), sep="\t")
    print("all", *(counts[column].total() for column in columns), sep="\t")
    return 1 if counts["program only"].total() else 0


if __name__ == "__main__":
    sys.exit(main())
