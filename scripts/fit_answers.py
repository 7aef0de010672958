#!/usr/bin/env python3
"""Fits the weights of `crates/solvers/src/region/windows/order.rs`: which answer of the owner is right.

usage: fit_answers.py CASES...

A line of CASES is a position in which the search by zones found an answer: `KIND|RIGHT N:VALUE ...|RIGHT N:VALUE ...`,
KIND 0 for a free play of the owner and 1 for an answer to a play of the opponent, then for each play RIGHT, 1 if it
keeps the duties with as many further answers in a line (by a search of 2,000 nodes) and else 0, and its features with
their values, numbered as there. A pass is left out. Cases are written by a build that adds this to `Solver::answer_to`
where it counts a right answer, for every 60th one of a search on 9x9 and every 17th on 19x19. The games must be others
than those that are measured.

Prints the weights as rows of the table, and for a tenth of the cases the information that is missing, and how often
the first, one of the first two, and so on, are right. Python's standard library only.
"""
import math
import random
import sys

N_FEATURES = 39
ROUNDS, RATE, PENALTY = 4, 0.15, 0.0005
MOST_CASES = 24_000


def read(paths):
    """The cases of each kind: lists of plays, each whether it is right, and its features. Cases in which all
    plays or none are right are left out."""
    cases = [[], []]
    for path in paths:
        with open(path) as file:
            for line in file:
                kind, *plays = line.rstrip().split("|")
                plays = [(play[0] == "1", features(play[1:])) for play in plays]
                if 0 < sum(is_right for is_right, _ in plays) < len(plays):
                    cases[int(kind)].append(plays)
    return cases


def features(text):
    """The features with their values that are written like `N:VALUE N:VALUE`."""
    words = (word.split(":") for word in text.split())
    return [(int(number), float(value)) for number, value in words]


def chances(weights, plays):
    """The chance of each play to be the one that is chosen."""
    sums = [sum(weights[number] * value for number, value in features) for _, features in plays]
    most = max(sums)
    parts = [math.exp(each - most) for each in sums]
    total = sum(parts)
    return [part / total for part in parts]


def fit(cases):
    """Weights under which right plays have most of the chance, by steps along the gradient."""
    weights, squares = [0.0] * N_FEATURES, [1e-3] * N_FEATURES
    for _ in range(ROUNDS):
        random.shuffle(cases)
        for plays in cases:
            found = chances(weights, plays)
            right = sum(chance for chance, (is_right, _) in zip(found, plays) if is_right)
            gradient = {}
            for chance, (is_right, features) in zip(found, plays):
                pull = (chance / right if is_right else 0) - chance
                for number, value in features:
                    gradient[number] = gradient.get(number, 0) + pull * value
            for number, slope in gradient.items():
                slope -= PENALTY * weights[number]
                squares[number] += slope * slope
                weights[number] += RATE * slope / math.sqrt(squares[number])
    return weights


def judge(weights, cases):
    """Bits that are missing, and how often one of the first five plays is right."""
    missing, first = 0, [0] * 5
    for plays in cases:
        found = chances(weights, plays)
        missing -= math.log2(sum(chance for chance, (is_right, _) in zip(found, plays) if is_right))
        order = sorted(range(len(plays)), key=lambda number: -found[number])
        rank = next(rank for rank, number in enumerate(order) if plays[number][0])
        first = [count + (rank <= place) for place, count in enumerate(first)]
    shares = " ".join(f"{count / len(cases):.3f}" for count in first)
    return f"{len(cases)} cases, {missing / len(cases):.2f} bits, {shares}"


def main():
    """Fits the weights of both kinds and prints them."""
    random.seed(1)
    for kind, cases in zip(("free play", "answer"), read(sys.argv[1:])):
        random.shuffle(cases)
        cases = cases[:MOST_CASES]
        n_fitted = len(cases) * 9 // 10
        weights = fit(cases[:n_fitted])
        print(f"{kind}: {judge(weights, cases[n_fitted:])}")
        for start in range(0, N_FEATURES, 10):
            print(" ".join(f"{weight:.2f}," for weight in weights[start:start + 10]))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
