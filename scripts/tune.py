"""Tunes settings by matches. Run it through tune.sh, which installs what it needs."""

import argparse
import re
import shlex
import subprocess
import sys

import cma


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--size", default="9")
    parser.add_argument("--games", type=int, default=24, help="games for each candidate")
    parser.add_argument("--playouts", type=int, default=800, help="playouts for each move of both sides")
    parser.add_argument("--steps", type=int, default=20, help="generations of candidates")
    parser.add_argument("--jobs", type=int, default=2, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("settings", nargs="+", metavar="KEY=START:SPREAD")
    return parser.parse_args()


def parse_setting(text):
    match = re.fullmatch(r"([a-z_.]+)=([-0-9.e]+):([0-9.e]+)", text)
    if not match:
        sys.exit(f"expected KEY=START:SPREAD, not {text!r}")
    is_whole = match[2].isdigit()
    return match[1], is_whole, float(match[2]), float(match[3])


def command(engine, playouts, overrides, seed):
    words = [engine, "--set", f"search.max_playouts={playouts}", "--set", "clock.untimed_seconds=60"]
    words += ["--set", f"search.seed={seed}"]
    for key, value in overrides.items():
        words += ["--set", f"{key}={value}"]
    return shlex.join(words)


def is_allowed(engine, overrides):
    """Whether the engine accepts these settings: all are in their ranges."""
    settings = [f"--set={key}={value}" for key, value in overrides.items()]
    return not subprocess.run([engine, *settings, "config"], capture_output=True).returncode


def wins(arguments, overrides):
    """The share of games that a candidate wins against the current settings."""
    engine = arguments.engine
    # The two engines must not have the same random numbers.
    candidate = command(engine, arguments.playouts, overrides, "{game}1")
    present = command(engine, arguments.playouts, {}, "{game}2")
    result = subprocess.run(
        [engine, "match", "--black", candidate, "--white", present, "--size", arguments.size]
        + ["--games", str(arguments.games), "--jobs", str(arguments.jobs), "--grace", "30"],
        capture_output=True,
        text=True,
    )
    if result.returncode:
        sys.exit(result.stderr)
    score = n_games = 0
    for game, winner in re.findall(r"^game (\d+): .*?: ([BW0])", result.stdout, re.MULTILINE):
        n_games += 1
        has_black = int(game) % 2 == 1
        score += 0.5 if winner == "0" else (winner == "B") == has_black
    if n_games < arguments.games:
        sys.exit(f"only {n_games} games were played:\n{result.stdout}{result.stderr}")
    return score / n_games


def main():
    arguments = parse_arguments()
    settings = [parse_setting(text) for text in arguments.settings]

    def overrides(vector):
        # A candidate is a vector in units of the spreads.
        values = {}
        for (key, is_whole, start, spread), x in zip(settings, vector):
            value = start + spread * x
            values[key] = str(round(value)) if is_whole else f"{value:.6g}"
        return values

    strategy = cma.CMAEvolutionStrategy(
        [0.0] * len(settings), 1.0, {"seed": arguments.seed, "verbose": -9}
    )
    def draw():
        """A candidate that the engine accepts."""
        for _ in range(1000):
            [candidate] = strategy.ask(1)
            if is_allowed(arguments.engine, overrides(candidate)):
                return candidate
        sys.exit("nearly every candidate is out of range: give smaller spreads")

    for step in range(arguments.steps):
        candidates = [draw() for _ in range(strategy.popsize)]
        shares = []
        for candidate in candidates:
            share = wins(arguments, overrides(candidate))
            shares.append(share)
            chosen = " ".join(f"{key}={value}" for key, value in overrides(candidate).items())
            print(f"step {step + 1} wins {share:.3f} {chosen}", flush=True)
        strategy.tell(candidates, [-share for share in shares])
        guess = " ".join(f"{key}={value}" for key, value in overrides(strategy.mean).items())
        print(f"step {step + 1} guess {guess}", flush=True)


main()
