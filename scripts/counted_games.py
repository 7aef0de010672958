#!/usr/bin/env python3
"""Measures judgements of the referee on games that their players counted.

    counted_games.py cases ENGINE GAMES.tsv CASES.jsonl [--every 50] [--games N] [--earlier 4]
        judges the end of each counted game and a few positions 4 to 60 moves before it, and notes for each block what the
        referee says and what became of it; for each point what playouts and the network say. GAMES.tsv has a game on 19x19
        in each line: komi, result, moves. Only every so manieth game is taken, the last of each 50: those that the network
        has not learned from. A run that was broken off goes on.
    counted_games.py compare CASES.jsonl [--half 0|1]
        compares playouts, the network and ways to join them: blocks judged wrongly, error of the ownership.
    counted_games.py unfinished CASES.jsonl
        how often the end of a game, and how often an earlier position is called unfinished.
    counted_games.py calibrate [--commit NAME] CASES.jsonl
        writes the rows of the network in crates/solvers/data/calibration.toml and the section on them in
        docs/measurements/calibration.md. Games with an even place set what is stated, the others check it.

A game counts if our score of its end is that of the players within a point: then the judgement of the end is taken for the
truth about all stones and points. Python's standard library only.
"""
import argparse
import collections
import json
import math
import os
import random
import re
import tempfile

from calibrate import (PROOFS, REASON, Counts, component, entries_of, lead_of, lines_of, Out, page_table, rows_text, stones,
                       summary, referee_basis, vertex)
from gtp_engine import Engine

SIZE = 19
EARLIEST, LATEST = 60, 4
SHORTEST = 150
# The rows of the table: basis and pool.
ROWS = tuple((f"network from {band:.2f}", "network") for band in (0.0, 0.4, 0.8, 0.9, 0.97))
HERE = os.path.dirname(os.path.abspath(__file__))


def load(engine, komi, moves, n_moves):
    """Shows the engine the first moves of a game."""
    record = "".join(f";{'BW'[n % 2]}[{'' if at == 'tt' else at}]" for n, at in enumerate(moves[:n_moves]))
    with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
        file.write(f"(;GM[1]FF[4]SZ[{SIZE}]KM[{komi}]RU[Japanese]{record})")
        file.flush()
        engine.ask(f"loadsgf {file.name}")


def grid(text):
    """The numbers of a picture by the names of the points."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {vertex(x, SIZE - 1 - y): float(number) for y, row in enumerate(rows) for x, number in enumerate(row)}


def owners_at_end(engine):
    """The owner of each point as the referee judges the end: 1 for Black, -1 for White, 0 for nobody."""
    dead = set(engine.ask("final_status_list dead").split())
    sign = {"black": 1, "white": -1}
    owners = {name: sign[color] * (-1 if name in dead else 1) for name, color in stones(engine).items()}
    for color in sign:
        owners.update(dict.fromkeys(engine.ask(f"final_status_list {color}_territory").split(), sign[color]))
    return owners


def position(engine, truth):
    """What the referee says of a position, and what became of its blocks."""
    board, sources = stones(engine), {name: grid(engine.ask(f"tedomari-likely_owners {name}")) for name in ("playouts", "network")}
    blocks = []
    for point, color, _, status, reason in (REASON.match(line).groups() for line in engine.ask("tedomari-final_reasons").splitlines()):
        block, sign = component(point, SIZE, lambda name: board.get(name) == color), 1 if color == "black" else -1
        mean = lambda owners: sign * sum(owners.get(name, 0) for name in block) / len(block)
        # A block whose stones have different owners at the end has no fate.
        fate = {1: "lives", -1: "dies"}.get(mean(truth))
        blocks.append({"status": status, "reason": reason, "n_stones": len(block), "fate": fate,
                       **{name: round(mean(owners), 3) for name, owners in sources.items()}})
    points = [[truth.get(name, 0), sources["playouts"][name], sources["network"][name]] for name in sorted(sources["network"])]
    return {"blocks": blocks, "points": points, "unfinished": engine.ask("tedomari-unfinished")}


def cases(options):
    """Judges games."""
    engine, known, out = Engine(f"{options.engine} --log off"), {entry["game"] for entry in lines_of(options.cases)}, Out(options.cases)
    n_games = 0
    for number, line in enumerate(open(options.games, encoding="utf-8")):
        komi, result, text = line.rstrip("\n").split("\t")
        moves = re.findall("..", text)
        while moves and moves[-1] == "tt":
            moves.pop()
        is_counted = re.fullmatch(r"[BW]\+\d.*", result) and len(moves) >= SHORTEST
        if number % options.every != options.every - 1 or not is_counted or n_games == options.games_wanted:
            continue
        n_games += 1
        if number in known:
            continue
        load(engine, komi, moves, len(moves))
        score, truth = engine.ask("final_score"), owners_at_end(engine)
        before = sorted(random.Random(number).sample(range(LATEST, EARLIEST + 1), options.earlier))
        entry = {"game": number, "result": result, "score": score, "positions": []}
        if abs(lead_of(score) - lead_of(result)) <= 1:
            for back in (0, *before):
                load(engine, komi, moves, len(moves) - back)
                entry["positions"].append({"before": back, **position(engine, truth)})
        out.add(entry)


def joined(playouts, network):
    """The rule of the program: the network where it is sure, else the mean of both."""
    return network if abs(network) >= 0.6 else (network + playouts) / 2


JOINS = {
    "playouts": lambda playouts, network: playouts,
    "network": lambda playouts, network: network,
    "mean of both": lambda playouts, network: (playouts + network) / 2,
    "the less sure": lambda playouts, network: min(playouts, network, key=abs),
    "the surer": lambda playouts, network: max(playouts, network, key=abs),
    "the network where sure, else the mean": joined,
}


def compare(options):
    """Prints a table for each kind of position."""
    games = [entry for place, entry in enumerate(lines_of(options.cases)) if options.half is None or place % 2 == options.half]
    for name, is_end in (("the end", True), (f"{LATEST} to {EARLIEST} moves before", False)):
        chosen = [it for game in games for it in game["positions"] if (it["before"] == 0) == is_end]
        blocks = [block for it in chosen for block in it["blocks"] if block["fate"]]
        print(f"\n{name}: {len(chosen)} positions, {len(blocks)} blocks\n")
        print("| owner by | blocks wrong | log loss | error of a point | error of the score |\n|---|---|---|---|---|")
        for label, join in JOINS.items():
            wrong, loss = 0, 0.0
            for block in blocks:
                sign = 1 if block["fate"] == "lives" else -1
                owner = sign * join(block["playouts"], block["network"])
                wrong += owner <= 0
                loss -= math.log(max((1 + owner) / 2, 0.005))
            errors = [join(playouts, network) - truth for it in chosen for truth, playouts, network in it["points"]]
            sums = [abs(sum(join(playouts, network) - truth for truth, playouts, network in it["points"])) for it in chosen]
            print(f"| {label} | {wrong} | {loss / max(len(blocks), 1):.4f} | {sum(map(abs, errors)) / max(len(errors), 1):.3f} "
                  f"| {sum(sums) / max(len(sums), 1):.1f} |")


def unfinished(options):
    """Prints how many positions are called unfinished, by how long before the end they are."""
    counts = collections.Counter()
    for entry in lines_of(options.cases):
        for it in entry["positions"]:
            group = "the end" if it["before"] == 0 else f"{it['before'] // 20 * 20} to {it['before'] // 20 * 20 + 19} before"
            why = next((word for word in ("hangs", "border", "status", "nobody") if word in it["unfinished"]), "other")
            why = "hangs" if "lives if" in it["unfinished"] else why
            counts[group, "all"] += 1
            counts[group, why if it["unfinished"] else "finished"] += 1
    for key, count in sorted(counts.items()):
        print(*key, count)


def calibrate(options):
    """Writes the rows and the section of the page."""
    counts = collections.defaultdict(Counts)
    games = lines_of(options.cases)
    used = [entry for entry in games if entry["positions"]]
    n_positions = 0
    for place, entry in enumerate(used):
        for it in entry["positions"]:
            n_positions += 1
            for block in it["blocks"]:
                is_right = (block["status"] == "dead") == (block["fate"] == "dies") if block["fate"] else None
                counts["referee", referee_basis(block["reason"])].add(place, is_right)
    path = os.path.join(HERE, "..", "crates", "solvers", "data", "calibration.toml")
    ours = {("referee", basis) for basis, _ in ROWS}
    others = [entry for entry in entries_of(path) if (entry[0], entry[1]) not in ours]
    with open(path, encoding="utf-8") as file:
        head = file.read().split("\n[[row]]")[0]
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + rows_text(others) + rows_text([("referee", basis, pool, counts["referee", basis]) for basis, pool in ROWS]))
    proofs = [row for (_, basis), row in counts.items() if basis in PROOFS]
    section = SECTION.format(
        commit=options.commit, n_games=len(games), n_used=len(used), n_positions=n_positions, table=page_table("referee", ROWS, counts),
        check=summary("referee", ROWS, counts), n_proofs=sum(sum(row.total) for row in proofs), n_right=sum(sum(row.right) for row in proofs),
        others="; ".join(f"{basis}: {sum(row.right)} of {sum(row.total)}, {sum(row.unknown)} unknown"
                         for (_, basis), row in sorted(counts.items()) if (("referee", basis) not in ours and basis not in PROOFS)))
    page = os.path.join(HERE, "..", "docs", "measurements", "calibration.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    known = re.compile(r"## The referee with a network\n.*?(?=\n## |\Z)", re.DOTALL)
    text = known.sub(lambda _: section, text) if known.search(text) else f"{text.rstrip()}\n\n{section}"
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)


SECTION = """## The referee with a network
Written by `scripts/counted_games.py calibrate` at commit {commit} from the cases of `scripts/counted_games.py cases`: games
between strong players on 19x19 that ended with a count and that the network has not learned from. Our score of the end is that
of the players within a point in {n_used} of {n_games} games; the judgement of that end is the truth in these. Judged are the
end and a few positions 4 to 60 moves before it, {n_positions} positions. Games with an even place set the table, the others check
it. `unknown` counts blocks whose stones went to both players.

{table}

Over all cases that check: {check}. Of the judgements by proof {n_right} of {n_proofs} agree with
the end. The other readings: {others}.
"""


def main():
    """Runs a part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    part = parts.add_parser("cases")
    part.set_defaults(run=cases)
    part.add_argument("engine")
    part.add_argument("games")
    part.add_argument("cases")
    part.add_argument("--every", type=int, default=50)
    part.add_argument("--games", dest="games_wanted", type=int)
    part.add_argument("--earlier", type=int, default=4)
    for name, run in (("compare", compare), ("unfinished", unfinished), ("calibrate", calibrate)):
        part = parts.add_parser(name)
        part.set_defaults(run=run)
        part.add_argument("cases")
        part.add_argument("--half", type=int)
        part.add_argument("--commit", default="not given")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
