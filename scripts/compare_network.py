#!/usr/bin/env python3
"""Compares what the program says of positions, by `kata-raw-nn`, with the answers of KataGo in a file.

usage: compare_network.py [--precision f32|bf16|int8|auto] [--engine COMMAND] POSITIONS [NAME=]FILE...

POSITIONS has a JSON object on each line, and may be compressed (.xz, .gz): width, height, rules (a name for
kata-set-rules), komi, moves [[color, vertex], ...], to_play, and answers {NAME: {whiteWin, whiteLoss, noResult, whiteLead,
policy, policyPass, whiteOwnership, and perhaps policyOptimistic, policyPassOptimistic}}, with null for illegal moves.
FILE is the model file of the network that the answers call NAME (its name without endings, unless given). Answers are to
symmetry 0; optimistic policies to optimism 1.

Printed for each network: the largest differences, how many positions are beyond the limits of exact evaluation (policy and
win rate 1e-4, lead 0.02 points, ownership 1e-3, and the same legal moves), then how often the top move is the same, the mean
divergence of the policies (Kullback and Leibler, in nats), and the mean differences. The exit code is 1 if --precision is
f32 and a position is beyond a limit.

Python's standard library only.
"""
import argparse
import gzip
import json
import lzma
import math
import os
import sys

from gtp_engine import Engine

LIMITS = {"policy": 1e-4, "win rate": 1e-4, "lead": 0.02, "ownership": 1e-3, "legal moves": 0}


def positions(path):
    opener = {".xz": lzma.open, ".gz": gzip.open}.get(os.path.splitext(path)[1], open)
    with opener(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def set_up(engine, position):
    engine.ask(f"boardsize {position['width']} {position['height']}")
    engine.ask("clear_board")
    engine.ask(f"kata-set-rules {position['rules']}")
    engine.ask(f"komi {position['komi']}")
    for color, vertex in position["moves"]:
        engine.ask(f"play {color} {vertex}")


def raw(engine, position, optimism):
    """The reply to kata-raw-nn as lists of numbers by their keys, with None for NAN."""
    values, key = {}, None
    for word in engine.ask(f"kata-raw-nn {position['to_play']} 0 {optimism}").split():
        if word[0].isalpha() and word != "NAN":
            key = word
            values[key] = []
        else:
            values[key].append(None if word == "NAN" else float(word))
    return values


def differences(found, answers, suffix):
    """The differences of one reply from the answers; suffix is that of the policy's keys."""
    expected = answers["policy" + suffix] + [answers["policyPass" + suffix]]
    policy = found["policy"] + found["policyPass"]
    legal = [(e, f) for e, f in zip(expected, policy) if e is not None and f is not None]
    result = {
        "policy": max(abs(e - f) for e, f in legal),
        "legal moves": sum((e is None) != (f is None) for e, f in zip(expected, policy)),
        "win rate": max(abs(found[key][0] - answers[key]) for key in ("whiteWin", "whiteLoss", "noResult")),
        "lead": abs(found["whiteLead"][0] - answers["whiteLead"]),
        "ownership": max(abs(f - e) for f, e in zip(found["whiteOwnership"], answers["whiteOwnership"])),
    }
    divergence = sum(e * math.log(max(e, 1e-6) / max(f, 1e-6)) for e, f in legal)
    best = max(range(len(legal)), key=lambda n: legal[n][0])
    is_same = legal[best][1] >= max(f for _, f in legal)
    return result, divergence, is_same


def compare(engine, problems, name):
    all_results, divergences, n_same = [], [], 0
    for position in problems:
        answers = position["answers"].get(name)
        if answers is None:
            sys.exit(f"no answers of {name}: there are those of {', '.join(position['answers'])}")
        set_up(engine, position)
        for suffix, optimism in (("", 0), ("Optimistic", 1)):
            if "policy" + suffix in answers:
                result, divergence, is_same = differences(raw(engine, position, optimism), answers, suffix)
                all_results.append(result)
                divergences.append(divergence)
                n_same += is_same
    n = len(all_results)
    largest = {key: max(result[key] for result in all_results) for key in LIMITS}
    beyond = {key: sum(result[key] > limit for result in all_results) for key, limit in LIMITS.items()}
    means = {key: sum(result[key] for result in all_results) / n for key in ("win rate", "lead")}
    print(f"{name}: {len(problems)} positions, {n} replies")
    print("  largest difference: " + ", ".join(f"{key} {value:.6g}" for key, value in largest.items()))
    print("  beyond the limit: " + ", ".join(f"{key} {value}" for key, value in beyond.items()))
    print(f"  same top move {n_same} of {n}, mean divergence {sum(divergences) / n:.2g}, mean difference of the win "
          f"rate {means['win rate']:.2g}, of the lead {means['lead']:.2g} points", flush=True)
    return any(beyond.values())


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2].removeprefix("usage: "))
    parser.add_argument("--precision", default="f32", choices=("f32", "bf16", "int8", "auto"))
    parser.add_argument("--engine", default="target/release/tedomari")
    parser.add_argument("positions")
    parser.add_argument("networks", nargs="+")
    options = parser.parse_args()
    problems = positions(options.positions)
    is_beyond = False
    for network in options.networks:
        name, _, file = network.rpartition("=")
        name = name or os.path.basename(file).split(".")[0]
        engine = Engine(f"{options.engine} --set search.network={file} --set network.precision={options.precision}")
        is_beyond |= compare(engine, problems, name)
        engine.close()
    sys.exit(int(is_beyond and options.precision == "f32"))


if __name__ == "__main__":
    main()
