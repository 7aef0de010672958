#!/usr/bin/env python3
"""A second checker of proofs, written from docs/proof_format.md alone. It shares no code with the program.

Usage: check_proof.py FILE...

For each file one line says what an accepted proof claims, or why the proof is refused. The exit code is 0 if all files
are accepted, 1 if one is refused, 2 if one can't be read.
"""

import sys

from second_checker.basics import Lines, Refused, demand, number, word
from second_checker.bounds import check_bounds
from second_checker.reading import check_reading
from second_checker.safety import check_safety
from second_checker.scores import check_score
from second_checker.whole import check_whole


def check_file(data: bytes) -> str:
    """What an accepted proof claims, in words."""
    lines = Lines(data)
    line = lines.next()
    demand(line.values.get("version") == 1, "another version")
    line.take("version", number(1))
    kind = line.take("proof", word("safety", "score", "bounds", "board"), None)
    check = {
        None: check_reading, "safety": check_safety, "score": check_score, "bounds": check_bounds, "board": check_whole,
    }[kind]
    claim = check(line, lines)
    lines.close()
    return claim


def main(names: list[str]) -> int:
    """Check files; the exit code."""
    sys.setrecursionlimit(20_000)
    sys.stdout.reconfigure(errors="backslashreplace")
    worst = 0
    for name in names:
        try:
            with open(name, "rb") as file:
                data = file.read()
            print(f"{name}: accepted: {check_file(data)}")
        except Refused as wrong:
            print(f"{name}: refused: {wrong}")
            worst = max(worst, 1)
        except OSError as error:
            print(f"{name}: unreadable: {error.strerror}")
            worst = 2
    return worst


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
