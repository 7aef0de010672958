#!/usr/bin/env python3
"""Endgames of real games: how many are proved sums of regions, and how many points exact endgames gain in them.

    real_endgames.py positions DIR [--number 100] [--before 30] [--seed 1] RECORD...
        picks games that were played to the end and counted, and writes each without its last plays to DIR/*.sgf. A RECORD
        is a game in SGF, or a table FILE.tsv or FILE.tsv.xz of games on 19x19 with komi, result and moves in each line.
    real_endgames.py decompose [--assume-safe] ENGINE SGF...
        prints for each board size how many positions are sums of regions, how many have a proved score, and how many points
        are proved. With --assume-safe, points that ownership calls certain also count as proved.
    real_endgames.py gain [--playouts 400 | --seconds S] [--proved] ENGINE OTHER SGF...
        plays each position to the end twice, with colors exchanged, and prints for each board size how many points ENGINE
        is better than OTHER: half of the difference of the two scores. ENGINE counts the games. Each move has so many
        playouts, or so many seconds. With --proved it also adds up the points that moves of OTHER lose, if ENGINE can
        prove the score before and after them.

    real_endgames.py moves --judge JUDGE [--visits 200] [--seconds S] ENGINE OTHER SGF...
        asks both for a move in each position. Where the moves differ, JUDGE searches the positions after them with so many
        visits, and the difference of its leads counts. Prints the mean over all positions, and by the reason that ENGINE
        gives for its move. JUDGE is tedomari with a stronger network, such as
        'tedomari --set search.network=FILE --set search.proofs=false'.

ENGINE and OTHER are commands without `gtp`, such as 'tedomari --set endgame.enabled=false'. Intervals are 95 %. Python's
standard library only.
"""
import argparse
import collections
import json
import lzma
import math
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

from gtp_engine import Engine
from judge import Judge
from network_positions import vertex

LONGEST = 200


def moves_of_sgf(text):
    """Header and moves of a game without variations."""
    moves = re.findall(r";\s*([BW])\[(\w*)\]", text)
    return text[:text.index(";", text.index(";") + 1)], [f";{color}[{at}]" for color, at in moves]


def games(path):
    """Name, header and moves of each counted game in a file."""
    name = os.path.splitext(os.path.basename(path))[0]
    if path.endswith(".sgf"):
        with open(path) as file:
            header, moves = moves_of_sgf(file.read())
        if len(moves) > 1 and all(move.endswith("[]") for move in moves[-2:]):
            yield name, header, moves
        return
    opened = lzma.open(path, "rt") if path.endswith(".xz") else open(path)
    with opened as file:
        for number, line in enumerate(file):
            komi, result, text = line.rstrip("\n").split("\t")
            if re.fullmatch(r"[BW]\+\d.*", result):
                points = re.findall("..", text)
                moves = [f";{'BW'[n % 2]}[{'' if at == 'tt' else at}]" for n, at in enumerate(points)]
                header = f"(;GM[1]FF[4]SZ[19]KM[{komi}]RU[Japanese]RE[{result}]"
                yield f"{name}-{number:05}", header, moves


def positions(options):
    os.makedirs(options.dir, exist_ok=True)
    found = [game for path in options.records for game in games(path)]
    random.Random(options.seed).shuffle(found)
    n_written = 0
    for name, header, moves in found:
        while moves and moves[-1].endswith("[]"):
            moves.pop()
        if len(moves) <= options.before or n_written == options.number:
            continue
        n_written += 1
        with open(os.path.join(options.dir, f"{name}.sgf"), "w") as file:
            file.write(header + "\n" + "".join(moves[:len(moves) - options.before]) + ")\n")
    print(f"{n_written} positions of {len(found)} games")


def size_of(path):
    with open(path) as file:
        return int(re.search(r"SZ\[(\d+)\]", file.read()).group(1))


def next_color(path):
    """The player to move at the end of a record."""
    with open(path) as file:
        last = re.findall(r";\s*([BW])\[", file.read())[-1]
    return "white" if last == "B" else "black"


def by_size(paths):
    sizes = collections.defaultdict(list)
    for path in paths:
        sizes[size_of(path)].append(path)
    return sorted(sizes.items())


def interval(values):
    """Mean and half of the width of its interval, as text."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((x - mean) ** 2 for x in values) / max(1, len(values) - 1))
    return f"{mean:+.2f} +- {1.96 * spread / math.sqrt(len(values)):.2f}"


def decompose(options):
    print("| board | positions | no part too large | every region exact | score proved | open regions | of them exact "
          "| points proved | seconds |\n|---|---|---|---|---|---|---|---|---|")
    for size, paths in by_size(options.positions):
        start = time.time()
        rows = []
        for path in paths:
            command = shlex.split(options.engine) + ["endgame", path, "--json"] + options.assume_safe
            rows.append(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
        seconds = (time.time() - start) / len(rows)
        # Those that are too large come last.
        regions = [region for row in rows for region in row["regions"][:len(row["regions"]) - len(row["too_large"])]]
        proved = sum(row["n_proved"] for row in rows) / len(rows)
        is_proved = lambda row: not any(player["score"].startswith("unknown") for player in row["players"])
        print(f"| {size}x{size} | {len(rows)} | {sum(not row['too_large'] for row in rows)} "
              f"| {sum(row['is_exact'] for row in rows)} | {sum(map(is_proved, rows))} "
              f"| {len(regions)} | {sum(region['is_exact'] for region in regions)} "
              f"| {proved:.1f} of {size * size} ({100 * proved / size / size:.0f} %) | {seconds:.2f} |", flush=True)


def score(text):
    """Black's score minus White's."""
    found = re.match(r"([BW])\+([\d.]+)", text)
    return (1 if found.group(1) == "B" else -1) * float(found.group(2)) if found else 0.0


def prove(engine, color):
    text = engine.ask(f"tedomari-endgame_score {color}")
    return None if text.startswith("unknown") else float(text)


def play_out(engine, other, path, engine_color, lost, has_clock):
    """The score of a game from a position. If `lost` is given, the points that moves of OTHER provably lose are added to it."""
    for player in (engine, other):
        player.ask(f"loadsgf {os.path.abspath(path)}")
    turn = next_color(path)
    n_passes = 0
    for _ in range(LONGEST):
        mover, watcher = (engine, other) if turn == engine_color else (other, engine)
        opponent = "white" if turn == "black" else "black"
        before = prove(engine, turn) if mover is other and lost is not None else None
        if has_clock:
            move = mover.ask(f"genmove {turn}")
        else:
            move = mover.ask(f"reg_genmove {turn}")
            mover.ask(f"play {turn} {move}")
        watcher.ask(f"play {turn} {move}")
        after = None if before is None else prove(engine, opponent)
        if after is not None:
            lost.append((before - after) * (1 if turn == "black" else -1))
        n_passes = n_passes + 1 if move.lower() == "pass" else 0
        if n_passes == 2:
            break
        turn = opponent
    return score(engine.ask("final_score"))


def players(options, log=subprocess.DEVNULL):
    """ENGINE and OTHER with the effort that the options name. `log` takes the reasons of ENGINE's moves."""
    settings = f" --set policy.regression_playouts={options.playouts}"
    if options.seconds:
        settings = (f" --set clock.untimed_seconds={options.seconds} --set clock.max_time_factor=1.0"
                    " --set clock.lag_reserve=0.0 --set policy.resign_below=0.0")
    return Engine(options.engine + settings + " --log info", log), Engine(options.other + settings)


def gain(options):
    engine, other = players(options)
    print("| board | positions | gain in points | better, equal, worse | proved moves of the other | they lose |\n"
          "|---|---|---|---|---|---|")
    for size, paths in by_size(options.positions):
        gains, lost = [], [] if options.proved else None
        for path in paths:
            black, white = (play_out(engine, other, path, color, lost, bool(options.seconds))
                            for color in ("black", "white"))
            gains.append((black - white) / 2)
            print(f"{path}: {black:+} as Black, {white:+} as White", file=sys.stderr, flush=True)
        ranks = [sum(sign * x > 0 for x in gains) for sign in (1, -1)]
        proved = f"{len(lost)} | {interval(lost)} a move" if lost else "- | -"
        print(f"| {size}x{size} | {len(gains)} | {interval(gains)} "
              f"| {ranks[0]}, {len(gains) - sum(ranks)}, {ranks[1]} | {proved} |", flush=True)


def lead(judge, path, color, move):
    """The lead of `color` after it made a move at the end of a record."""
    with open(path) as file:
        header, moves = moves_of_sgf(file.read())
    size = int(re.search(r"SZ\[(\d+)\]", header).group(1))
    pairs = [re.fullmatch(r";([BW])\[(\w*)\]", text).groups() for text in moves]
    played = [[side, vertex(at, size)] for side, at in pairs] + [[color[0].upper(), move]]
    komi = float(re.search(r"KM\[([-\d.]+)\]", header).group(1))
    return judge.analyze(size, komi, played)["rootInfo"]["scoreLead"] * (1 if color == "black" else -1)


def moves(options):
    log = tempfile.TemporaryFile("w+")
    engine, other = players(options, log)
    judge = Judge(options.judge, options.visits)
    gains, by_reason = [], collections.defaultdict(list)
    for path in options.positions:
        color = next_color(path)
        chosen = []
        for player in (engine, other):
            player.ask(f"loadsgf {os.path.abspath(path)}")
            chosen.append(player.ask(f"genmove {color}") if options.seconds else player.ask(f"reg_genmove {color}"))
        log.seek(0)
        reason = re.findall(r"decision=\S+: ([^,\n]*)", log.read())[-1]
        gain = 0.0
        if chosen[0] != chosen[1]:
            leads = [lead(judge, path, color, move) for move in chosen]
            gain = leads[0] - leads[1]
            print(f"{path}: {chosen[0]} ({reason}) {leads[0]:+.2f}, {chosen[1]} {leads[1]:+.2f}", file=sys.stderr, flush=True)
        gains.append(gain)
        by_reason[reason].append(gain)
    print("| reason | positions | other move | points gained a move |\n|---|---|---|---|")
    for reason, values in [*sorted(by_reason.items()), ("all", gains)]:
        print(f"| {reason} | {len(values)} | {sum(value != 0.0 for value in values)} | {interval(values)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("positions")
    command.add_argument("dir")
    command.add_argument("records", nargs="+")
    command.add_argument("--number", type=int, default=100)
    command.add_argument("--before", type=int, default=30)
    command.add_argument("--seed", type=int, default=1)
    command.set_defaults(run=positions)
    command = commands.add_parser("decompose")
    command.add_argument("engine")
    command.add_argument("positions", nargs="+")
    command.add_argument("--assume-safe", action="store_const", const=["--assume-safe"], default=[])
    command.set_defaults(run=decompose)
    for name, run in (("gain", gain), ("moves", moves)):
        command = commands.add_parser(name)
        command.add_argument("engine")
        command.add_argument("other")
        command.add_argument("positions", nargs="+")
        command.add_argument("--playouts", type=int, default=400)
        command.add_argument("--seconds", type=float)
        command.set_defaults(run=run)
        if run is gain:
            command.add_argument("--proved", action="store_true")
        else:
            command.add_argument("--judge", required=True)
            command.add_argument("--visits", type=int, default=200)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
