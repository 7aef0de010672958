#!/usr/bin/env python3
"""Fits the weights of `crates/engine/src/engine/reading/by_network.rs`: how the answer about a group follows from a search with the
network and from the number of ways out. Prints the weights, and how often the answers are right by how clear they are.

usage: fit_groups.py collect ENGINE GNUGO GAMES SEED N > CASES
       fit_groups.py fit CASES...

GAMES: a file of games, xz or plain, with tab-separated fields, the third of which has the moves of a game on 19x19 as pairs
of SGF letters run together. Of N games one position each is looked at, and of this a block of two stones or more whose
life the network does not find clear. GNUGO is asked about some of them until one is of the kind that is drawn for the
position: critical, dead or safe. ENGINE is asked `owl_attack` and `owl_defend` about it with fixed nodes, and writes
what it weighs into its log. What counts as right is whether GNUGO finds a success; it is wrong in some of them.

Weights are fitted by steps along the gradient, with a small penalty. What is stated of each kind of answer is counted by
weights that were fitted to the other half of the cases.

Python's standard library only.
"""
import json
import lzma
import math
import os
import random
import re
import sys
import tempfile
import time

from calibrate import component, stones, vertex
from gtp_engine import Engine
from network_positions import vertex as move_vertex

QUESTIONS = ("owl_attack", "owl_defend")
SIDE = 19
# Stones of a block, at least; how far the network may find its life clear; moves before the position.
LEAST_STONES = 2
MOST_CLEAR = 0.93
FIRST, LAST = 40, 240
# Blocks of a position about which GNU Go is asked, and how often each kind is drawn.
MOST_ASKED = 7
KINDS = {"critical": 0.37, "dead": 0.45, "safe": 0.18}
STEPS, RATE, PENALTY = 4000, 0.3, 0.003
# From which logarithm of the odds on an answer is likely, and clear.
BANDS = (("life-by-network", 0.0, 1.0), ("likely-life-by-network", 1.0, 2.5), ("clear-life-by-network", 2.5, math.inf))


def blocks(gnugo):
    """The blocks of the position."""
    board = stones(gnugo)
    seen = set()
    for first, color in board.items():
        if first not in seen:
            block = component(first, SIDE, lambda name, color=color: board.get(name) == color)
            seen |= block
            yield sorted(block)


def kind_of(attack, defense):
    """What becomes of a block, by GNU Go's answers."""
    if attack.startswith("0"):
        return "safe"
    return "dead" if defense.startswith("0") else "critical"


def ownership(engine):
    """How far each point is White's by the network."""
    lines = engine.ask("kata-raw-nn 0").split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith("whiteOwnership"))
    values = [float(word) for line in lines[start + 1:start + 1 + SIDE] for word in line.split()]
    return {vertex(n % SIDE, SIDE - 1 - n // SIDE): value for n, value in enumerate(values)}


def weighed(log):
    """What the program has weighed, by the first line of its log about it."""
    for line in re.sub(r"\x1b\[[0-9;]*m", "", log).split("\n"):
        if "outlook" in line and "log_odds" in line:
            return {"basis": re.search(r'basis="([^"]*)"', line)[1],
                    "share": float(re.search(r" share=(\S+)", line)[1]),
                    "exits": int(re.search(r"exits=(\d+)", line)[1])}
    return None


def collect(engine_path, gnugo_path, games, seed, number):
    """Prints the cases."""
    rng = random.Random(seed)
    opened = lzma.open(games, "rt") if games.endswith(".xz") else open(games, encoding="utf-8")
    with opened as file:
        records = [line.split("\t")[2].strip() for line in file]
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        engine = Engine(f"{engine_path} --log debug --set log.file={log} --set reader.seconds=0")
        gnugo = Engine(f"{gnugo_path} --mode gtp --seed 1")
        n_done = 0
        for record in rng.sample(records, min(len(records), 9 * number)):
            moves = [record[n:n + 2] for n in range(0, len(record), 2)]
            if n_done >= number or len(moves) < 2 * FIRST:
                continue
            n_done += looked_at(engine, gnugo, moves[:rng.randrange(FIRST, min(len(moves), LAST))], log, rng)
        engine.close()
        gnugo.close()


def looked_at(engine, gnugo, moves, log, rng):
    """Prints the cases of one position. Whether there was one."""
    for program in (engine, gnugo):
        for command in (f"boardsize {SIDE}", "clear_board", "komi 6.5"):
            program.ask(command)
        for n, move in enumerate(moves):
            program.ask(f"play {'BW'[n % 2]} {move_vertex(move)}")
    owners, board = ownership(engine), stones(gnugo)
    # How far a block belongs to its owner.
    def life(block):
        return sum(owners[it] for it in block) / len(block) * (1 if board[block[0]] == "white" else -1)
    unclear = [block for block in blocks(gnugo) if len(block) >= LEAST_STONES and life(block) < MOST_CLEAR]
    rng.shuffle(unclear)
    wanted = rng.choices(list(KINDS), list(KINDS.values()))[0]
    for target in (block[0] for block in unclear[:MOST_ASKED]):
        second = {question: gnugo.ask(f"{question} {target}") for question in QUESTIONS}
        if kind_of(*second.values()) == wanted:
            break
    else:
        return False
    for question in QUESTIONS:
        before = os.path.getsize(log)
        answer = engine.ask(f"{question} {target}")
        time.sleep(0.01)
        with open(log, encoding="utf-8") as file:
            file.seek(before)
            case = weighed(file.read()) or {}
        case.update(question=question, answer=answer, gnugo=second[question])
        print(json.dumps(case), flush=True)
    return True


def features(case):
    """What the logarithm of the odds is a sum of."""
    return (1.0, case["share"], math.sqrt(case["exits"]))


def is_success(case):
    """Whether the side to move reaches its goal, by the second opinion."""
    return not case["gnugo"].startswith("0")


def log_odds(weights, case):
    return sum(weight * value for weight, value in zip(weights, features(case)))


def fitted(cases):
    """The weights that make the cases likeliest, with a penalty on all but the constant."""
    weights = [0.0] * 3
    for _ in range(STEPS):
        gradient = [0.0] * 3
        for case in cases:
            odds = max(-30.0, min(30.0, log_odds(weights, case)))
            error = 1.0 / (1.0 + math.exp(-odds)) - is_success(case)
            gradient = [sum_ + error * value for sum_, value in zip(gradient, features(case))]
        weights = [weight - RATE * (slope / len(cases) + PENALTY * weight * (n > 0))
                   for n, (weight, slope) in enumerate(zip(weights, gradient))]
    return weights


def fit(paths):
    """Prints weights and counts."""
    cases = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            cases += [json.loads(line) for line in file]
    counts = {name: [[0, 0], [0, 0]] for name, _, _ in BANDS}
    for question in QUESTIONS:
        weighed_cases = [case for case in cases if case["question"] == question and "share" in case]
        halves = weighed_cases[0::2], weighed_cases[1::2]
        for n, half in enumerate(halves):
            weights = fitted(halves[1 - n])
            for case in half:
                odds = log_odds(weights, case)
                name = next(name for name, low, high in BANDS if low <= abs(odds) < high)
                counts[name][n][0] += (odds > 0) == is_success(case)
                counts[name][n][1] += 1
        constant, share, exits = fitted(weighed_cases)
        print(f"{question}: {len(weighed_cases)} cases, {sum(map(is_success, weighed_cases))} successes, "
              f"constant {constant:.2f}, share {share:.2f}, exits {exits:.2f}")
    for name, halves in counts.items():
        print(f"{name}: " + ", ".join(f"{right} of {total}" for right, total in halves))


def main():
    arguments = sys.argv[1:]
    if len(arguments) == 6 and arguments[0] == "collect":
        collect(*arguments[1:4], int(arguments[4]), int(arguments[5]))
    elif len(arguments) >= 2 and arguments[0] == "fit":
        fit(arguments[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
