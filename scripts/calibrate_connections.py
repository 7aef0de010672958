#!/usr/bin/env python3
"""Measures how often unproved answers about connections are right; writes the rows of kind `connection` of
crates/solvers/data/calibration.toml and the section on connections of docs/measurements/calibration.md.

usage: calibrate_connections.py [--nodes N] [--commit NAME] ENGINE SUITE...

ENGINE is the path of the program. Each SUITE is a file of gogui-regress with questions `connect A B` and
`disconnect A B`; the records that it loads lie beside it. Answers are bounded by nodes, so that the same command gives
the same counts on every machine. An answer is right if its verdict is the number that the suite expects, whatever the
move. Questions with an even place among all of them set what is stated; the others check it. calibrate.py leaves these
rows and this section as they are.

Python's standard library only.
"""
import argparse
import collections
import json
import os
import re
import subprocess

from calibrate import CONNECTIONS, Counts, entries_of, page_table, rows_text

# The rows of the table: basis and pool.
ROWS = (("no-cut-shown", "likely"), ("no-join-shown", "likely"), ("likely-moves-join", "likely"), ("likely-moves-cut", "likely"),
        ("likely-moves-ko", "ko"))
KIND = "connection"
QUESTION = re.compile(r"\d+ (connect|disconnect) (\w+) (\w+)")
EXPECTED = re.compile(r"#\? \[([0-3])( \(?([\w|]+)\)?)?\](\*?)")
VERDICTS = {("achieved", None): "1", ("ko", False): "2", ("ko", True): "3", ("refuted", None): "0"}
HERE = os.path.dirname(os.path.abspath(__file__))


def questions(path):
    """The questions of a suite: command line, the number expected, and the moves expected, if any."""
    found, record, asked = [], None, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("loadsgf "):
                record = line.split()[1:]
            elif QUESTION.match(line):
                asked = QUESTION.match(line).groups()
            elif EXPECTED.match(line) and asked:
                number, _, moves, _ = EXPECTED.match(line).groups()
                found.append((os.path.join(os.path.dirname(path), record[0]), asked, number, moves))
                asked = None
    return found


def answer(engine, question, nodes):
    """What the program says about a question."""
    record, (goal, first, second), _, _ = question
    option = "--connect" if goal == "connect" else "--cut"
    command = [engine, "--set", "log.level=\"off\"", "read", "--json", "--seconds", "3600", "--nodes", str(nodes),
               option, f"{first},{second}", record]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def number_of(found):
    """GNU Go's number for an answer; None if it is unknown."""
    needs_threats = found.get("threats_by")
    needs = None if needs_threats is None else needs_threats == found["to_move"]
    return VERDICTS.get((found["verdict"], needs))


def main():
    """Asks all questions and writes what was counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--commit", default="not given", help="what the program was built from, for the page")
    parser.add_argument("engine")
    parser.add_argument("suites", nargs="+")
    options = parser.parse_args()
    counts = collections.defaultdict(Counts)
    n_right = n_moves = n_known = 0
    asked = [question for suite in options.suites for question in questions(suite)]
    for place, question in enumerate(asked):
        found = answer(options.engine, question, options.nodes)
        _, _, expected, moves = question
        is_right = number_of(found) == expected
        counts[KIND, found["basis"]].add(place, is_right)
        n_right += is_right
        if is_right and moves:
            n_known += 1
            n_moves += found["move"].upper() in moves.split("|")
        if not is_right:
            print(os.path.basename(question[0]), *question[1], "expected", expected, "found", found["verdict"], found["basis"])
    write(options, counts, (len(asked), n_right, n_known, n_moves))


def write(options, counts, totals):
    """Writes the rows of the table and the section of the page."""
    path = os.path.join(HERE, "..", "crates", "solvers", "data", "calibration.toml")
    others = [entry for entry in entries_of(path) if entry[0] != KIND]
    with open(path, encoding="utf-8") as file:
        head = file.read().split("\n[[row]]")[0]
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + rows_text(others) + rows_text([(KIND, basis, pool, counts[KIND, basis]) for basis, pool in ROWS]))
    n_asked, n_right, n_known, n_moves = totals
    names = "`, `".join(os.path.basename(suite) for suite in options.suites)
    proofs = counts[KIND, "proof"]
    section = SECTION.format(
        commit=options.commit, nodes=options.nodes, names=names, n_asked=n_asked, n_right=n_right, n_known=n_known,
        n_moves=n_moves, n_proved=sum(proofs.total), n_proved_right=sum(proofs.right), n_nothing=sum(counts[KIND, "nothing"].total),
        n_ko=sum(counts[KIND, "likely-moves-ko"].total), table=page_table(KIND, ROWS, counts))
    page = os.path.join(HERE, "..", "docs", "measurements", "calibration.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    known = CONNECTIONS.search(text)
    text = CONNECTIONS.sub(lambda _: section, text) if known else f"{text.rstrip()}\n\n{section}"
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)


SECTION = """## Connections
Written by `scripts/calibrate_connections.py --nodes {nodes} target/release/tedomari SUITE...` at commit {commit}: the
{n_asked} questions whether two blocks can be connected or cut in `{names}`, with the numbers that these suites expect.
Every second one sets what is stated, the others check it. The verdict was as expected in {n_right}; where it was and a
move is expected, that was the move in {n_moves} of {n_known}. Of the answers {n_proved} were proofs themselves, {n_proved_right} of them as
expected, and {n_nothing} found nothing.

{table}

The questions come from one source; {n_ko} of the answers are kos.
"""


if __name__ == "__main__":
    main()
