#!/usr/bin/env python3
"""Measures how often unproved judgements of the reader and of the referee are right; writes crates/solvers/data/calibration.toml
and docs/measurements/calibration.md.

usage: calibrate.py [--games N] [--sizes 9,9,13] [--stages play,read,write] [--commit NAME] ENGINE DATA

ENGINE is the path of the program; DATA a folder for the cases, which are kept: a run that was broken off goes on, and a
larger --games adds to what is there. Nothing depends on the time: game N, its positions and its questions come from the
seed N, and all searches are bounded by counts.

play   Games of the program with itself: a few random moves, then few playouts a move, until both pass. They are used for
       nothing else: no weight or constant is fitted to them. The referee judges the end of each game and an earlier
       position. The truth about a block comes from playing on with more playouts, by search alone, until all dead stones
       are taken, once with each color to move first. The komi is such that the first to move is half a point behind if
       the judgement is right. A block of which the two games do not agree, or whose area stays mixed, counts as unknown.
read   The reader: blocks of earlier positions, one question of killing and one of living each, with few nodes. The truth is
       what is proved with up to 50 times as many nodes or more; a question that stays unproved counts as unknown.
write  Games with an even number set the table; those with an odd number check it.

Python's standard library only.
"""
import argparse
import collections
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import tomllib

from gtp_engine import Engine

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
# By playouts: what judgements with a network are worth is measured by counted_games.py.
NO_CLOCK = ("--set clock.untimed_seconds=3600 --set clock.max_seconds=3600 --set search.threads=1 --set search.memory_mib=32 "
            "--set search.network=none")
# The games: little reading, no resigning, few playouts. The first part of a game, a share of the points of the board, is
# played by search alone, which is quicker.
PLAY = (f"{NO_CLOCK} --set policy.resign_below=0 --set reading.root_nodes=1000 --set reading.group_nodes=0 "
        "--set endgame.enabled=false --set policy.scoring_playouts=100")
PLAYOUTS = (40, 80, 160)
FIRST_PART = 0.4
# The games that show the truth: by search alone, with all stones on the board counted as alive at the end.
TRUTH_PLAYOUTS = {9: 500, 13: 400}
TRUTH = (f"{NO_CLOCK} --set endgame.enabled=false --set exact.nodes=0 --set rules.name=tromp_taylor "
         "--set rules.lenient_superko=true --set search.seed=77")
# Nodes of the answers that are measured, one of these for each question, and of the searches for the truth, in turn.
READ_NODES = (500, 2_000)
TRUTH_NODES = (25_000, 100_000)
READ = "--set reader.log2_entries=18 --set reader.threads=1 read --json --seconds 3600"
# Positions of each game, and blocks of each position, that are asked about.
POSITIONS, BLOCKS = 4, 3


def vertex(column, row):
    """The name of a point; columns and rows count from 0, the row from below."""
    return f"{COLUMNS[column]}{row + 1}"


def place(name):
    """Column and row of a named point."""
    return COLUMNS.index(name[0].upper()), int(name[1:]) - 1


def sgf_point(name, size):
    """The point in SGF."""
    column, row = place(name)
    return chr(97 + column) + chr(97 + size - 1 - row)


def lines_of(path):
    """The entries of a file of JSON lines; none if there is no file. A last line that was cut off is left out."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


class Out:
    """A file of JSON lines that grows."""

    def __init__(self, path):
        if os.path.exists(path):
            with open(path, "rb+") as file:
                text = file.read()
                file.truncate(text.rfind(b"\n") + 1)
        self.file = open(path, "a", encoding="utf-8")

    def add(self, entry):
        """Writes an entry."""
        self.file.write(json.dumps(entry) + "\n")
        self.file.flush()


def random_opening(engine, size, rng):
    """A few random plays off the edge, alternating; as the engine's moves."""
    moves = []
    for number in range(rng.randint(2, size)):
        color = "bw"[number % 2]
        while True:
            name = vertex(rng.randint(1, size - 2), rng.randint(1, size - 2))
            try:
                engine.ask(f"play {color} {name}")
            except RuntimeError:
                continue
            moves.append(name)
            break
    return moves


def searched_move(engine, color):
    """Plays the move that a search of all moves likes best, with no judgement about what is alive."""
    move = engine.ask(f"restricted_genmove {color} {engine.ask(f'all_legal {color}')} pass").upper()
    engine.ask(f"play {color} {move}")
    return move


def played(number, options):
    """Plays a game."""
    rng = random.Random(number)
    size = options.sizes[number // 2 % len(options.sizes)]
    playouts = rng.choice(PLAYOUTS)
    engine = Engine(f"{options.engine} {PLAY} --set search.max_playouts={playouts} "
                    f"--set policy.regression_playouts={playouts} --set search.seed={number + 1}")
    engine.ask(f"boardsize {size}")
    engine.ask("komi 7.5")
    moves = random_opening(engine, size, rng)
    n_opening, n_passes = len(moves), 0
    while n_passes < 2 and len(moves) < 3 * size * size:
        color = "bw"[len(moves) % 2]
        if len(moves) < FIRST_PART * size * size:
            move = searched_move(engine, color)
        else:
            move = engine.ask(f"genmove {color}").upper()
        n_passes = n_passes + 1 if move == "PASS" else 0
        moves.append(move)
    engine.close()
    return {"game": number, "size": size, "playouts": playouts, "n_opening": n_opening, "moves": moves,
            "is_over": n_passes == 2}


def set_up(engine, game, n_moves, komi):
    """Replays the first moves of a game."""
    engine.ask(f"boardsize {game['size']}")
    engine.ask("clear_board")
    engine.ask(f"komi {komi}")
    for number, move in enumerate(game["moves"][:n_moves]):
        engine.ask(f"play {'bw'[number % 2]} {move}")


def stones(engine):
    """The color of each stone."""
    return {name: color for color in ("black", "white") for name in engine.ask(f"list_stones {color}").upper().split()}


def near(name, size):
    """The neighbors of a point."""
    column, row = place(name)
    steps = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
    return [vertex(x, y) for x, y in steps if 0 <= x < size and 0 <= y < size]


def component(start, size, belongs):
    """The connected points from one on for which something holds."""
    seen, waiting = {start}, [start]
    while waiting:
        for name in near(waiting.pop(), size):
            if name not in seen and belongs(name):
                seen.add(name)
                waiting.append(name)
    return seen


def area(board, size):
    """Whom each point belongs to if all stones live: a color, or None."""
    owners = dict(board)
    for name in (vertex(x, y) for x in range(size) for y in range(size)):
        if name in owners:
            continue
        region = component(name, size, lambda other: other not in board)
        touched = {board[other] for empty in region for other in near(empty, size) if other in board}
        owners.update(dict.fromkeys(region, touched.pop() if len(touched) == 1 else None))
    return owners


def end_of(engine, game, n_moves, first, komi):
    """The stones when the game has been played on to its very end; None if it has none."""
    set_up(engine, game, n_moves, komi)
    color, n_passes = first, 0
    for _ in range(3 * game["size"] ** 2):
        move = searched_move(engine, color)
        n_passes = n_passes + 1 if move == "PASS" else 0
        color = "white" if color == "black" else "black"
        if n_passes == 2:
            return stones(engine)
    return None


def fate(block, color, board, owners, size):
    """What became of a block: lives, dies, seki, or None for what is not clear."""
    belongs_to = {owners[name] for name in block}
    if all(board.get(name) == color for name in block):
        is_shared = any(owners[other] is None for name in component(next(iter(block)), size,
                        lambda name: board.get(name) == color) for other in near(name, size))
        has_eye = any(other not in board and owners[other] == color
                      for name in block for other in near(name, size))
        return "seki" if is_shared and not has_eye else "lives"
    if belongs_to == {color}:
        return "lives"
    if len(belongs_to) == 1 and None not in belongs_to:
        return "dies"
    return None


REASON = re.compile(r"(\w+) (black|white), (\d+) stones?: (alive|dead|seki) \((.*)\)$")


def judged(engine):
    """The referee's judgements: point, color, number of stones, status, reason."""
    return [REASON.match(line).groups() for line in engine.ask("tedomari-final_reasons").splitlines()]


def lead_of(text):
    """Black's lead in points."""
    return 0.0 if text == "0" else float(text[2:]) * (1 if text[0] == "B" else -1)


def judged_positions(game, rng):
    """After how many moves of a game positions are judged: at its end, and before."""
    n_moves = len(game["moves"])
    while n_moves and game["moves"][n_moves - 1] == "PASS":
        n_moves -= 1
    if rng.random() < 0.5:
        earlier = n_moves - rng.randint(4, 16)
    else:
        earlier = int(n_moves * rng.uniform(0.6, 0.9))
    return [n for n in (n_moves, earlier) if n > game["n_opening"]]


class Judge:
    """Judges positions of games and finds the truth about them."""

    def __init__(self, options):
        self.judging = Engine(f"{options.engine} {NO_CLOCK}")
        self.truths = {size: Engine(f"{options.engine} {TRUTH} --set policy.regression_playouts={TRUTH_PLAYOUTS[size]}")
                       for size in set(options.sizes)}

    def of_game(self, game):
        """The judgements on some positions of a game, with what became of the blocks."""
        numbers = judged_positions(game, random.Random(f"judge {game['game']}")) if game["is_over"] else []
        positions = [{"n_moves": n_moves, "blocks": self.of_position(game, n_moves)} for n_moves in numbers]
        return {"game": game["game"], "size": game["size"], "positions": positions}

    def of_position(self, game, n_moves):
        """The judgements on a position, with what became of each block where Black played on first, and where White did."""
        size, blocks = game["size"], []
        set_up(self.judging, game, n_moves, 0)
        board, lead = stones(self.judging), lead_of(self.judging.ask("final_score"))
        answers = judged(self.judging)
        ends = [end_of(self.truths[size], game, n_moves, first, lead + half)
                for first, half in (("black", 0.5), ("white", -0.5))]
        for point, color, n_stones, status, reason in answers:
            block = component(point, size, lambda name: board.get(name) == color)
            assert len(block) == int(n_stones)
            fates = [end and fate(block, color, end, area(end, size), size) for end in ends]
            blocks.append({"point": point, "color": color, "n_stones": len(block), "status": status, "reason": reason,
                           "fates": fates})
        return blocks


def is_ours(number, options):
    """Whether a game belongs to the part that is asked for: six games in turn to each, of all sizes and both halves."""
    part, n_parts = options.part
    return number < options.games and number // 6 % n_parts == part


def play(options):
    """Plays games and judges positions of them."""
    paths = [os.path.join(options.data, name) for name in ("games.jsonl", "judgements.jsonl")]
    games = {game["game"]: game for game in lines_of(paths[0])}
    known = {entry["game"] for entry in lines_of(paths[1])}
    outs = [Out(path) for path in paths]
    judge = Judge(options)
    for number in filter(lambda number: is_ours(number, options), range(options.games)):
        if number not in games:
            games[number] = played(number, options)
            outs[0].add(games[number])
        if number not in known:
            outs[1].add(judge.of_game(games[number]))


def record(game, n_moves, board, target, to_move):
    """A question in SGF: the position, a mark on the block, the side to move."""
    size = game["size"]
    put = {color: "".join(f"[{sgf_point(name, size)}]" for name in sorted(board) if board[name] == color)
           for color in ("black", "white")}
    setup = "".join(f"A{color[0].upper()}{points}" for color, points in put.items() if points)
    return f"(;GM[1]FF[4]SZ[{size}]PL[{to_move[0].upper()}]{setup}TR[{sgf_point(target, size)}])"


def questions(engine, game):
    """Questions about random blocks of random positions of a game, each with its record and its nodes."""
    rng, size = random.Random(f"read {game['game']}"), game["size"]
    asked = []
    for n_moves in sorted(rng.sample(range(game["n_opening"] + 6, len(game["moves"])), POSITIONS)):
        set_up(engine, game, n_moves, 0)
        board = stones(engine)
        blocks = {min(component(point, size, lambda name: board.get(name) == board[point])): None for point in sorted(board)}
        # Single stones are many, and seldom a question of life and death.
        large = [point for point in blocks
                 if len(component(point, size, lambda name: board.get(name) == board[point])) > 1]
        for target in rng.sample(large, min(BLOCKS, len(large))):
            owner = board[target]
            other = "white" if owner == "black" else "black"
            for goal, to_move in (("kill", other), ("live", owner)):
                asked.append({"game": game["game"], "n_moves": n_moves, "target": target, "goal": goal, "to_move": to_move,
                              "nodes": rng.choice(READ_NODES), "record": record(game, n_moves, board, target, to_move)})
    return asked


def answers(engine, asked, nodes, folder):
    """The reader's answers to some questions with so many nodes."""
    paths = []
    for number, question in enumerate(asked):
        paths.append(os.path.join(folder, f"{number}.sgf"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(question["record"])
    if not paths:
        return []
    command = [engine, *READ.split(), "--nodes", str(nodes), *paths]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def outcome(goal, answer):
    """What an answer says: a block in seki is one that lives, and kos differ by the side that needs threats."""
    if answer["verdict"] == "seki":
        return "achieved" if goal == "live" else "refuted"
    return " ".join([answer["verdict"], answer.get("threats_by", "")]).strip()


def read(options):
    """Asks the reader about blocks of the games, and proves the truth."""
    path = os.path.join(options.data, "readings.jsonl")
    known = {entry["game"] for entry in lines_of(path)}
    out = Out(path)
    engine = Engine(options.engine)
    for game in lines_of(os.path.join(options.data, "games.jsonl")):
        if game["game"] in known or not is_ours(game["game"], options):
            continue
        asked = questions(engine, game)
        with tempfile.TemporaryDirectory() as folder:
            for nodes in READ_NODES:
                some = [question for question in asked if question["nodes"] == nodes]
                for question, answer in zip(some, answers(options.engine, some, nodes, folder)):
                    question["basis"] = answer["basis"]
                    question["outcome"] = outcome(question["goal"], answer)
                    question["truth"] = question["outcome"] if answer["proof"] == "proven" else None
            for nodes in TRUTH_NODES:
                some = [question for question in asked if question["truth"] is None]
                for question, answer in zip(some, answers(options.engine, some, nodes, folder)):
                    if answer["proof"] == "proven":
                        question["truth"] = outcome(question["goal"], answer)
        for question in asked:
            del question["record"]
        out.add({"game": game["game"], "questions": asked})


# The rows of the table: kind, basis, pool. Estimates of ownership are in bands; a row of a band is named by its lower end.
READER_ROWS = (
    ("promising-life", "life"), ("optimistic-life", "life"),
    ("promising-kill", "kill"), ("promising-kill-in-many-frames", "kill"),
    ("optimistic-kill", "kill"), ("optimistic-kill-in-many-frames", "kill"),
    ("pessimistic-but-for-ko", "pessimistic"), ("pessimistic-against-two-threats", "pessimistic"),
    ("pessimistic-but-for-walls", "pessimistic"),
    ("proof-but-for-connections", "pessimistic"),
    ("optimistic-ko", "ko"), ("pessimistic-ko", "ko"),
    ("optimistic-failure", "failure"), ("pessimistic-failure", "failure"))
BANDS = (0.0, 0.4, 0.8, 0.9, 0.97)
REFEREE_ROWS = (
    *((f"ownership from {band:.2f}", "ownership") for band in BANDS),
    ("captured by reading", "reading"), ("survives by reading", "reading"),
    ("neither side gains by moving first", "reading"), ("shares a seki with its neighbors", "reading"),
    ("among living stones of its own color", "reading"))
PROOFS = ("unconditionally alive", "safe by proof", "safe by search of its regions", "inside territory of safe stones",
          "proved to live by reading", "proved to fall by reading", "proved to live in seki by reading")
ESTIMATE = re.compile(r"judged by (ownership|network and playouts) (\d\.\d+)")


class Counts:
    """Cases that rest on the same: of the games that set the table and of those that check it, and those without a truth."""

    def __init__(self):
        self.right, self.total, self.unknown = [0, 0], [0, 0], [0, 0]

    def add(self, game, is_right):
        """Counts a case; None for one whose truth was not found."""
        half = game % 2
        if is_right is None:
            self.unknown[half] += 1
        else:
            self.total[half] += 1
            self.right[half] += is_right

    def setting(self):
        """The counts that set the table: right, known, unknown."""
        return self.right[0], self.total[0], self.unknown[0]


def referee_basis(reason):
    """The name of the row for a reason that the referee gives."""
    estimate = ESTIMATE.match(reason)
    if estimate:
        source, clearness = estimate.groups()
        band = max(band for band in BANDS if band <= float(clearness))
        return f"{source.split()[0]} from {band:.2f}"
    return reason.split(", confidence")[0].split(", shared")[0]


def is_right(status, fates):
    """Whether a judgement on a block is right; None if the truth is not clear."""
    if fates[0] is None or fates[1] is None or ("dies" in fates and fates[0] != fates[1]):
        return None
    if status == "seki":
        return fates == ["seki", "seki"]
    return (status == "dead") == (fates[0] == "dies")


def counts_of(options):
    """The counts of all rows."""
    counts = {(kind, basis): Counts() for kind, rows in (("reader", READER_ROWS), ("referee", REFEREE_ROWS))
              for basis, _ in rows}
    for name in ("nothing", "proof"):
        counts["reader", name] = Counts()
    for name in PROOFS:
        counts["referee", name] = Counts()
    for entry in lines_of(os.path.join(options.data, "judgements.jsonl")):
        for block in (block for position in entry["positions"] for block in position["blocks"]):
            counts["referee", referee_basis(block["reason"])].add(entry["game"], is_right(block["status"], block["fates"]))
    for entry in lines_of(os.path.join(options.data, "readings.jsonl")):
        for question in entry["questions"]:
            truth = question["truth"]
            right = None if truth is None else truth == question["outcome"]
            counts["reader", question["basis"]].add(entry["game"], right)
    return counts


Z, LEAST_CASES, MOST_UNPROVED = 1.645, 20, 99


def wilson(right, total):
    """The lower end of Wilson's interval, one-sided at 95 %."""
    if total == 0:
        return 0.0
    share = right / total
    center = share + Z * Z / (2 * total)
    spread = Z * math.sqrt((share * (1 - share) + Z * Z / (4 * total)) / total)
    return max((center - spread) / (1 + Z * Z / total), 0.0)


def percent(pool):
    """What is stated of right, known and unknown cases: the unknown ones count as half right."""
    right, total, unknown = pool
    return min(math.floor(wilson(right + unknown / 2, total + unknown) * 100), MOST_UNPROVED)


def stated(kind, rows, counts):
    """The pooled cases behind each row: right, known, unknown; see crates/solvers/src/calibration.rs, which does the same."""
    own = {basis: counts[kind, basis].setting() for basis, _ in rows}
    total = lambda names: tuple(map(sum, zip(*(own[name] for name in names))))
    pools = {}
    for basis, pool in rows:
        in_pool = total([name for name, other in rows if other == pool])
        pools[basis] = own[basis] if own[basis][1] >= LEAST_CASES else in_pool
    merged = []
    for basis in (basis for basis, pool in rows if pool in ("ownership", "network")):
        merged.append(([basis], own[basis]))
        while len(merged) > 1:
            (_, before), (_, last) = merged[-2:]
            if min(before[1], last[1]) >= LEAST_CASES and percent(last) >= percent(before):
                break
            names = merged[-2][0] + merged[-1][0]
            merged[-2:] = [(names, tuple(map(sum, zip(before, last))))]
    for names, pool in merged:
        pools.update(dict.fromkeys(names, pool))
    return pools


TABLE_HEAD = """# How often unproved judgements are right, by kind and by what they rest on: what the program states of them.
# Written by scripts/calibrate.py; docs/measurements/calibration.md says how it was measured.
# `right` of `total` cases set what is stated, with `unknown` ones beside whose truth was not found and which count as half
# right; `check_right` of `check_total` other cases check it. A row with fewer than
# 20 cases is pooled with the rows of the same pool; bands of ownership with their neighbors.
"""


def rows_text(entries):
    """The rows of the table for some entries: kind, basis, pool and counts."""
    return "".join(
        f'\n[[row]]\nkind = "{kind}"\nbasis = "{basis}"\npool = "{pool}"\n'
        f"right = {row.right[0]}\ntotal = {row.total[0]}\n"
        f"check_right = {row.right[1]}\ncheck_total = {row.total[1]}\nunknown = {row.unknown[0]}\n"
        for kind, basis, pool, row in entries)


def entries_of(path):
    """The entries of the table that is compiled in."""
    entries = []
    with open(path, "rb") as file:
        for row in tomllib.load(file)["row"]:
            counts = Counts()
            counts.right, counts.total = [row["right"], row["check_right"]], [row["total"], row["check_total"]]
            counts.unknown[0] = row["unknown"]
            entries.append((row["kind"], row["basis"], row["pool"], counts))
    return entries


def write_table(path, counts):
    """Writes the table that is compiled in. Rows that are measured elsewhere stay."""
    measured = {"reader": READER_ROWS, "referee": REFEREE_ROWS}
    entries = [(kind, basis, pool, counts[kind, basis]) for kind, rows in measured.items() for basis, pool in rows]
    ours = {(kind, basis) for kind, basis, _, _ in entries}
    entries += [entry for entry in entries_of(path) if (entry[0], entry[1]) not in ours]
    with open(path, "w", encoding="utf-8") as file:
        file.write(TABLE_HEAD + rows_text(entries))


def share(right, total):
    """A share for the page."""
    return f"{right / total:.3f}" if total else "-"


def page_table(kind, rows, counts):
    """The rows of a kind for the page."""
    pools = stated(kind, rows, counts)
    lines = ["| rests on | right | known | unknown | pooled | stated | check: right | known | share | unknown |", "|---" * 10 + "|"]
    for basis, _ in rows:
        row, pool = counts[kind, basis], pools[basis]
        own = row.setting()
        pooled = "" if pool == own else f"{pool[0]} of {pool[1]}, {pool[2]}"
        lines.append(f"| {basis} | {own[0]} | {own[1]} | {own[2]} | {pooled} | {percent(pool) / 100:.2f} | {row.right[1]} | {row.total[1]} "
                     f"| {share(row.right[1], row.total[1])} | {row.unknown[1]} |")
    return "\n".join(lines)


def summary(kind, rows, counts):
    """What is stated against what is seen, over all cases that check a table."""
    pools = stated(kind, rows, counts)
    total = sum(counts[kind, basis].total[1] for basis, _ in rows)
    right = sum(counts[kind, basis].right[1] for basis, _ in rows)
    mean = sum(counts[kind, basis].total[1] * percent(pools[basis]) / 100 for basis, _ in rows) / max(total, 1)
    return f"stated {mean:.3f} on average, right {share(right, total)} of {total}"


def write(options):
    """Writes the table and the page."""
    counts = counts_of(options)
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    write_table(os.path.join(root, "crates", "solvers", "data", "calibration.toml"), counts)
    games = lines_of(os.path.join(options.data, "games.jsonl"))
    judgements = lines_of(os.path.join(options.data, "judgements.jsonl"))
    readings = lines_of(os.path.join(options.data, "readings.jsonl"))
    proofs = [counts["referee", name] for name in PROOFS]
    in_proofs = f"{sum(sum(row.right) for row in proofs)} of {sum(sum(row.total) for row in proofs)}"
    n_proofs, n_nothing = (counts["reader", name] for name in ("proof", "nothing"))
    sizes = collections.Counter(game["size"] for game in games)
    page = PAGE.format(
        commit=options.commit or "not given", n_games=len(games), n_judged=sum(len(entry["positions"]) for entry in judgements),
        n_read=len(readings), n_last=max(game["game"] for game in games), n_run=options.games,
        sizes=" and ".join(f"{n} on {size}x{size}" for size, n in sorted(sizes.items())), in_proofs=in_proofs,
        reader=page_table("reader", READER_ROWS, counts), referee=page_table("referee", REFEREE_ROWS, counts),
        reader_check=summary("reader", READER_ROWS, counts), referee_check=summary("referee", REFEREE_ROWS, counts),
        n_proved=sum(n_proofs.total), n_nothing=sum(n_nothing.total) + sum(n_nothing.unknown))
    path = os.path.join(root, "docs", "measurements", "calibration.md")
    with open(path, encoding="utf-8") as file:
        kept = [section.group().rstrip() + "\n" for section in KEPT.finditer(file.read())]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([page, *kept]))


# The sections that are measured in another way.
KEPT = re.compile(r"## (?:The referee with a network|Connections|Captures|Goals)\n.*?(?=\n## |\Z)", re.DOTALL)
# The section that calibrate_connections.py writes.
CONNECTIONS = re.compile(r"## Connections\n.*?(?=\n## |\Z)", re.DOTALL)

PAGE = """# How far unproved judgements can be trusted

Written by `scripts/calibrate.py` at commit {commit}: `scripts/calibrate.py --games {n_run} target/release/tedomari DATA`.
It also writes `crates/solvers/data/calibration.toml`, from which the program states its confidences. All searches are bounded by
counts, so that the same command gives the same cases on every machine.

## What is stated
The lower end of Wilson's interval, one-sided at 95 %, in whole percent and rounded down. A proof states 1.00; nothing else states more
than 0.99. Cases of one game are not independent, so that the true error is somewhat larger than that of independent cases.
A row with fewer than 20 cases is pooled with the rows of the same pool; where the pool has few cases too, what is stated
is low, and nothing is stated of the referee where it is 0.00. Bands of ownership with fewer cases are pooled with a neighbor; then bands are pooled
until none states less than a less clear one. `pooled` shows the cases that count where they are not the row's own. The pools
are those of `crates/solvers/data/calibration.toml`.

## The cases
{n_games} games of the program with itself ({sizes}), with seeds 0 to {n_last}: some random moves, then 40, 80 or 160 playouts a move, until
both pass. They are used for nothing else. Games with an even number set the table (`right`, `cases`); those with an odd
number check it (`check`). `unknown` counts the cases whose truth was not found. They are more often the hard ones, so they are not left out:
in what is stated they count as half right. The check compares only known cases.

## The reader
Of {n_read} games, four positions each, and of these three blocks of two stones or more: whether the other side can kill it moving first, and
whether its owner can save it moving first, with 500 or 2,000 nodes. The truth is what is proved with up to 100,000 nodes.
{n_proved} answers were proofs themselves, {n_nothing} found nothing.

{reader}

Over all cases that check: {reader_check}. The unknown cases are questions whose
truth is not proved with 100,000 nodes; what hangs on such longer fights is right less often than the known cases show. Of problems
in books a life that an optimistic frame shows was right in 27 of 82 cases ([reading.md](reading.md)).

## The referee
{n_judged} positions: the end of each game, and one before. Each block is judged with the program's own settings. Then the
game goes on, by search alone and with 500 playouts a move (400 on 13x13), until both pass with all stones counted as alive, once with each
color to move first; the first to move is half a point behind if the judgement is right. A judgement is right if
both games agree with it. The truth is unknown if they disagree with each other, or the area of the block stays mixed.

{referee}

Over all cases that check: {referee_check}. Of the judgements by proof {in_proofs} agree with the games played on.

The unknown cases are blocks whose fate hangs on the first move, and those that a few hundred playouts play wrongly once.
"""


def main():
    """Runs the stages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--part", type=lambda text: [int(number) for number in text.split("/")], default=[0, 1],
                        help="K/N: only one of N parts of the games, for several machines; their files can be joined by cat")
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[9, 9, 13])
    parser.add_argument("--stages", type=lambda text: text.split(","), default=["play", "read", "write"])
    parser.add_argument("--commit", default="", help="what the program was built from, for the page")
    parser.add_argument("engine")
    parser.add_argument("data")
    options = parser.parse_args()
    os.makedirs(options.data, exist_ok=True)
    stages = {"play": play, "read": read, "write": write}
    for stage in options.stages:
        start = time.time()
        stages[stage](options)
        print(f"{stage}: {time.time() - start:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
