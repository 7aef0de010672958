#!/usr/bin/env python3
"""Asks about groups in the middle of games, and counts what the answers rest on and the time they take.

usage: game_groups.py [options] ENGINE GAMES

GAMES: a file of games, xz or plain, with tab-separated fields, the third of which has the moves of a game on 19x19 as pairs
of SGF letters run together. Of each game drawn by chance one position is looked at, and some of its groups. A group are
blocks of one color that share two liberties or more, three stones in all at least; it is named by a stone of its largest
block. ENGINE is asked with its default effort whether the group is killed and whether it lives, the side that wants it
moving first. An answer is proved, proved if stones stand (given), an estimate, or unknown. The status follows from both
answers.

With --judge a search with a stronger network evaluates the position after the move of each answer, or with the side that
wants it to move if there is no such move. The answer is right if the stone that names the group is then its owner's or
the opponent's by 0.5 at least, as the answer has it; wrong if it is the other side's by as much; else open. That search
may also give the group up for something larger elsewhere.

Python's standard library only.
"""
import argparse
import json
import lzma
import random
import statistics
import time
from collections import Counter

from calibrate import component, near, stones
from gtp_engine import Engine
from judge import Judge
from network_positions import vertex as move_vertex

SIDE, KOMI = 19, 6.5
# Moves before a position; stones of a group, at least; liberties by which two blocks are one group.
FIRST, LAST = 60, 180
LEAST_STONES = 3
COMMON = 2
KINDS = ("proven", "given", "estimated", "unknown")
GOALS = ("kill", "live")
# From this ownership on a stone counts as its owner's, or as lost.
CLEAR = 0.5


def groups(board):
    """The groups of a position: each as the list of its blocks, the largest first."""
    blocks, of_stone = [], {}
    for first, color in sorted(board.items()):
        if first not in of_stone:
            block = component(first, SIDE, lambda name, color=color: board.get(name) == color)
            of_stone.update(dict.fromkeys(block, len(blocks)))
            blocks.append(sorted(block))
    liberties = [{name for stone in block for name in near(stone, SIDE) if name not in board} for block in blocks]
    parents = list(range(len(blocks)))

    def root(number):
        while parents[number] != number:
            number = parents[number]
        return number

    for one, block in enumerate(blocks):
        for other in range(one):
            is_own = board[block[0]] == board[blocks[other][0]]
            if is_own and len(liberties[one] & liberties[other]) >= COMMON:
                parents[root(one)] = root(other)
    together = {}
    for number, block in enumerate(blocks):
        together.setdefault(root(number), []).append(block)
    found = [sorted(group, key=len, reverse=True) for group in together.values()]
    return [group for group in found if sum(map(len, group)) >= LEAST_STONES]


def answer(engine, goal, target):
    """The answer to a question, what kind it is of, what it rests on, and the seconds that it took."""
    start = time.monotonic()
    words = engine.ask(f"tedomari-read {goal} {target}").split()
    seconds = time.monotonic() - start
    verdict, proof = words[words.index("verdict") + 1], words[words.index("proof") + 1]
    basis = words[words.index("basis") + 1]
    move = words[words.index("move") + 1] if "move" in words else None
    return {"verdict": verdict, "kind": "unknown" if verdict == "unknown" else proof, "basis": basis, "move": move,
            "seconds": seconds}


def judged(judge, moves, target, owner, goal, found):
    """Whether an answer holds in the judge's search: right, wrong or open, or "not clean" for a ko or no answer."""
    if found["verdict"] not in ("achieved", "refuted"):
        return "not clean"
    side = owner if goal == "live" else "BW"[owner == "B"]
    next_color = "BW"[len(moves) % 2]
    played = [["BW"[n % 2], move_vertex(move)] for n, move in enumerate(moves)]
    if side != next_color:
        played.append([next_color, "pass"])
    if found["verdict"] == "achieved":
        played.append([side, found["move"] or "pass"])
    ownership = judge.analyze(SIDE, KOMI, played, includeOwnership=True)["ownership"]
    column, row = "ABCDEFGHJKLMNOPQRST".index(target[0]), int(target[1:])
    stays = ownership[(SIDE - row) * SIDE + column] * (1 if owner == "B" else -1)
    if abs(stays) < CLEAR:
        return "open"
    return "right" if (stays > 0) == ((found["verdict"] == "achieved") == (goal == "live")) else "wrong"


def status(kill, live):
    """What becomes of a group, and of which kind that answer is: as far as both answers go that it follows from."""
    fails = lambda found: found["verdict"] in ("refuted", "seki")
    reached = lambda found: found["verdict"] in ("achieved", "ko", "seki")
    if fails(kill):
        return "alive", kill["kind"]
    if fails(live):
        return "dead", live["kind"]
    if reached(kill) and reached(live):
        return "critical", max((kill["kind"], live["kind"]), key=KINDS.index)
    return "unknown", "unknown"


def collect(options):
    """The answers, one dict for each group."""
    rng = random.Random(options.seed)
    opened = lzma.open(options.file, "rt") if options.file.endswith(".xz") else open(options.file, encoding="utf-8")
    with opened as file:
        records = [line.split("\t")[2].strip() for line in file]
    records = [record for record in records if len(record) > 2 * (FIRST + 1)]
    engine = Engine(options.engine)
    judge = Judge(options.judge, options.visits) if options.judge else None
    found = []
    for number, record in enumerate(rng.sample(records, min(len(records), options.games))):
        moves = [record[n:n + 2] for n in range(0, len(record), 2)]
        moves = moves[:rng.randrange(FIRST, min(len(moves), LAST))]
        for command in (f"boardsize {SIDE}", "clear_board", f"komi {KOMI}"):
            engine.ask(command)
        for n, move in enumerate(moves):
            engine.ask(f"play {'BW'[n % 2]} {move_vertex(move)}")
        board = stones(engine)
        all_groups = groups(board)
        wanted = (options.groups - len(found)) / (options.games - number)
        for group in rng.sample(all_groups, min(len(all_groups), round(wanted))):
            entry = {"game": number, "moves": len(moves), "target": group[0][0], "blocks": len(group),
                     "stones": sum(map(len, group))}
            entry.update({goal: answer(engine, goal, group[0][0]) for goal in GOALS})
            entry["fate"], entry["kind"] = status(entry["kill"], entry["live"])
            owner = board[group[0][0]][0].upper()
            for goal in GOALS if judge else ():
                entry[goal]["judged"] = judged(judge, moves, group[0][0], owner, goal, entry[goal])
            found.append(entry)
            if options.json:
                with open(options.json, "a", encoding="utf-8") as file:
                    file.write(json.dumps(entry) + "\n")
    engine.close()
    return found


def report(found):
    """Prints tables of the kinds of answers, and the time."""
    print(f"{len(found)} groups in {len({entry['game'] for entry in found})} positions")
    print("| question | " + " | ".join(KINDS) + " | seconds: median, nine in ten, all |")
    print("|---" * (len(KINDS) + 2) + "|")
    for goal in GOALS:
        counts = Counter(entry[goal]["kind"] for entry in found)
        seconds = sorted(entry[goal]["seconds"] for entry in found)
        cells = [str(counts[kind]) for kind in KINDS]
        time_text = f"{statistics.median(seconds):.2f}, {seconds[len(seconds) * 9 // 10]:.2f}, {sum(seconds):.0f}"
        print(f"| {goal} | " + " | ".join(cells) + f" | {time_text} |")
    counts = Counter(entry["kind"] for entry in found)
    print("| status | " + " | ".join(str(counts[kind]) for kind in KINDS) + " | |")
    for what in ("fate", *GOALS):
        names = (entry["fate"] if what == "fate" else entry[what]["basis"] for entry in found)
        print(f"{what}: " + ", ".join(f"{name} {n}" for name, n in Counter(names).most_common()))
    for goal in GOALS:
        counts = Counter((entry[goal]["verdict"], entry[goal]["kind"], entry[goal]["judged"])
                         for entry in found if "judged" in entry[goal])
        for (verdict, kind, judged_as), n in sorted(counts.items()):
            print(f"{goal} {verdict} ({kind}): {judged_as} {n}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("engine", help="the command that starts the engine")
    parser.add_argument("file", metavar="GAMES")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--groups", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge",
                        help="tedomari with a stronger network, such as 'tedomari --set search.network=FILE'")
    parser.add_argument("--visits", type=int, default=200)
    parser.add_argument("--json", help="adds a line for each group to this file")
    report(collect(parser.parse_args()))


if __name__ == "__main__":
    main()
