#!/usr/bin/env python3
"""Makes games of GNU Go with itself, with its judgement, and compares an engine's judgements with these.

    judgement_games.py play DIR --from N --to N [--seconds S] [--gnugo PROGRAM] [--size 9] [--kind plain] [--number 100]
        makes the games with these numbers, or those of them of one size and kind until DIR has so many games. Size, rules,
        level, and the kind of game follow from the number:
            plain      a random opening, then GNU Go to two passes
            messy      moves at random among those of GNU Go
            cut        the last 2 to 14 moves of a plain game are taken back, and both pass
            aftermath  after two passes the dead stones are taken by `kgs-genmove_cleanup`
        DIR gets NUMBER.sgf and NUMBER.json, with GNU Go's score, dead stones and stones in seki. Games that are there are
        kept, and resigned ones are left out.
    judgement_games.py compare OUT.json ENGINE DIR...
        judges every game of the folders: the number of games with the same dead stones and score, each difference, the
        time of a game, and what the judgements rest on. OUT.json keeps the answers.

ENGINE is one string, the program with its arguments. Python's standard library only.
"""
import argparse
import collections
import glob
import json
import os
import random
import shlex
import subprocess
import sys
import time

from finished_games import COLUMNS, sgf_point
from gtp_engine import Engine

KINDS = ("plain", "messy", "cut", "aftermath")
NAMES = ("black", "white")
ANSWERS = ("final_score", "final_status_list dead", "final_status_list seki")


class Record:
    """A game in an engine, with its moves."""

    def __init__(self, engine, size, komi):
        self.engine, self.size, self.moves = engine, size, []
        for line in (f"boardsize {size}", "clear_board", f"komi {komi}"):
            engine.ask(line)

    def to_move(self):
        return len(self.moves) % 2

    def random_move(self, rng):
        """Plays a legal move at random; whether the one tried was legal."""
        name, color = COLUMNS[rng.randrange(self.size)] + str(rng.randrange(self.size) + 1), NAMES[self.to_move()]
        if self.engine.ask(f"is_legal {color} {name}") != "1":
            return False
        try:
            self.engine.ask(f"play {color} {name}")
        except RuntimeError:
            return False
        self.moves.append(name)
        return True

    def generated(self, command):
        """Plays a move of the engine; whether it did not resign."""
        move = self.engine.ask(f"{command} {NAMES[self.to_move()]}")
        if move.lower() == "resign":
            return False
        self.moves.append(move)
        return True

    def is_over(self):
        return [move.lower() for move in self.moves[-2:]] == ["pass", "pass"]

    def play_out(self, rng, share, until, command="genmove"):
        """Plays to two passes, a share of the moves before `until` at random; whether it came to them."""
        longest = len(self.moves) + 3 * self.size**2
        while len(self.moves) < longest:
            if len(self.moves) < until and rng.random() < share and self.random_move(rng):
                continue
            if not self.generated(command):
                return False
            if self.is_over():
                return True
        return False

    def cut(self, number):
        """Takes moves back, and lets both pass."""
        number = min(number, len(self.moves) - 1)
        for _ in range(number):
            self.engine.ask("undo")
        del self.moves[len(self.moves) - number:]
        for _ in range(2):
            self.engine.ask(f"play {NAMES[self.to_move()]} pass")
            self.moves.append("pass")

    def sgf(self, header):
        nodes = (f";{'BW'[n % 2]}[{sgf_point(move, self.size)}]" for n, move in enumerate(self.moves))
        return f"(;GM[1]FF[4]SZ[{self.size}]{header}{''.join(nodes)})\n"


def make(number, options):
    """Makes a game and writes it; its kind, or None if it was resigned, is there already, or is of another size or kind."""
    folder, gnugo = options.dir, options.gnugo
    rng = random.Random(f"game {number}")
    path = os.path.join(folder, f"{number:05}")
    if os.path.exists(path + ".json"):
        return None
    size = rng.choices((9, 13, 19), (70, 25, 5))[0]
    rules, kind = rng.choice(("chinese", "japanese")), rng.choice(KINDS)
    if options.size not in (None, size) or options.kind not in (None, kind):
        return None
    level = rng.choice((1, 3, 6)) if size < 19 else 1
    komi = 7.5 if rules == "chinese" else 6.5
    engine = Engine(f"{gnugo} --mode gtp --level {level} --{rules}-rules --seed {number}")
    try:
        game = Record(engine, size, komi)
        opening = rng.randint(2, 8) if size == 9 else rng.randint(4, 14)
        while len(game.moves) < opening:
            game.random_move(rng)
        share = rng.choice((0.1, 0.2, 0.35)) if kind == "messy" else 0
        if not game.play_out(rng, share, rng.randint(size * 3, size * 7)):
            return None
        if kind == "cut":
            game.cut(rng.randint(4, 16))
        if kind == "aftermath" and not game.play_out(rng, 0, 0, "kgs-genmove_cleanup"):
            return None
        answer = {"kind": kind, "size": size, "rules": rules, "level": level, "moves": len(game.moves)}
        engine.ask("level 10")
        answer.update((question, engine.ask(question)) for question in ANSWERS)
    finally:
        engine.close()
    with open(path + ".sgf", "w") as file:
        result = answer["final_score"].upper()
        file.write(game.sgf(f"KM[{komi}]RU[{rules.capitalize()}]RE[{result}]"))
    with open(path + ".json", "w") as file:
        json.dump(answer, file)
    return kind


def play(options):
    os.makedirs(options.dir, exist_ok=True)
    end = time.time() + options.seconds
    for number in range(options.first, options.last):
        n_games = len(glob.glob(os.path.join(options.dir, "*.json")))
        if time.time() > end or n_games >= options.number:
            break
        start = time.time()
        try:
            print(number, make(number, options), f"{time.time() - start:.1f} s", flush=True)
        except (RuntimeError, OSError) as error:
            print(number, f"broken off: {error}", flush=True)


def judged(engine, path):
    """The engine's answers about a game, by `score --json`."""
    start = time.time()
    words = shlex.split(engine)
    text = subprocess.run([words[0], "score", path, "--json", *words[1:]], capture_output=True, text=True, check=True).stdout
    answer = json.loads(text)
    answer["seconds"] = time.time() - start
    return answer


def compare(options):
    answers, counts = {}, collections.Counter()
    seconds, bases = [], collections.Counter()
    paths = [path for folder in options.dir for path in sorted(glob.glob(os.path.join(folder, "*.json")))]
    for path in paths:
        theirs = json.load(open(path))
        ours = judged(options.engine, path[:-4] + "sgf")
        dead = [set(ours["dead"]), set(theirs["final_status_list dead"].upper().split())]
        same_dead, same_score = dead[0] == dead[1], ours["score"] == theirs["final_score"].upper()
        kind = theirs.get("kind", os.path.basename(os.path.dirname(path)))
        open_note = "called open" if ours["unfinished"] else "called finished"
        for name in ("all", f"{theirs['size']}x{theirs['size']}", theirs["rules"], kind):
            counts.update({(name, "games"): 1, (name, "same dead"): same_dead, (name, "same score"): same_score,
                           (name, "same both"): same_dead and same_score, (name, "called open"): bool(ours["unfinished"])})
        if not (same_dead and same_score):
            counts["differences", open_note] += 1
            print(path, kind, theirs["rules"], f"score {ours['score']} theirs {theirs['final_score']}", open_note)
            for n, who in ((0, "us"), (1, "them")):
                if dead[n] - dead[1 - n]:
                    print(f"  dead for {who} only:", *sorted(dead[n] - dead[1 - n]))
            print("  ", ours["unfinished"] or "", flush=True)
        seconds.append(ours["seconds"])
        for line in ours["bases"]:
            bases[line["basis"]] += line["blocks"]
        answers[path] = ours
        with open(options.out, "w") as file:
            json.dump(answers, file)
    names = list(dict.fromkeys(name for name, _ in counts))
    for name in names:
        print(name, {what: number for (other, what), number in counts.items() if other == name})
    print(f"{sum(seconds) / max(len(seconds), 1):.2f} s a game, most {max(seconds, default=0):.2f}")
    print({name: f"{number} ({number / sum(bases.values()):.1%})" for name, number in bases.items()})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.add_argument("dir")
    playing.add_argument("--from", dest="first", type=int, default=0)
    playing.add_argument("--to", dest="last", type=int, default=100)
    playing.add_argument("--seconds", type=float, default=float("inf"), help="no game begins later")
    playing.add_argument("--gnugo", default="gnugo")
    playing.add_argument("--size", type=int, choices=(9, 13, 19))
    playing.add_argument("--kind", choices=KINDS)
    playing.add_argument("--number", type=int, default=sys.maxsize, help="no game begins if DIR has so many")
    playing.set_defaults(run=play)
    comparing = commands.add_parser("compare")
    comparing.add_argument("out")
    comparing.add_argument("engine")
    comparing.add_argument("dir", nargs="+")
    comparing.set_defaults(run=compare)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
