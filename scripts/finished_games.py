#!/usr/bin/env python3
"""Plays games to the end and compares how two engines judge them.

    finished_games.py play DIR --games N [--sizes 9,13,19] [--rules chinese,japanese] BLACK WHITE
        plays N games for each size and rule set and writes them to DIR/*.sgf. If BLACK and WHITE are the same command,
        one process plays both colors, else the colors alternate. Existing files are kept, so an interrupted run continues.
    finished_games.py compare [--rules chinese,japanese] OURS THEIRS SGF...
        asks both engines for `final_status_list dead` and `final_score` under each rule set, and prints every difference
        with our reasons. {rules} in a command is replaced by the name of the rule set. With --cache FILE a JSON file keeps
        the answers of THEIRS, so that the next run asks only OURS.

Each command is one string. In `play`, {seed} is replaced by a number different for each game, and {rules} by the rule set.
Python's standard library only.
"""
import argparse
import json
import os
import re
import sys
import time

from gtp_engine import Engine

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def sgf_point(name, size):
    if name.lower() == "pass":
        return ""
    column, row = COLUMNS.index(name[0].upper()), size - int(name[1:])
    return chr(97 + column) + chr(97 + row)


def play_game(black, white, size, komi, path, header):
    """Plays until two passes in a row or a resignation; resigned games are not written."""
    for engine in {black, white}:
        engine.ask(f"boardsize {size}")
        engine.ask("clear_board")
        engine.ask(f"komi {komi}")
    moves, n_passes = [], 0
    while n_passes < 2 and len(moves) < 3 * size * size:
        is_black = len(moves) % 2 == 0
        mover, other = (black, white) if is_black else (white, black)
        color = "black" if is_black else "white"
        move = mover.ask(f"genmove {color}")
        if move.lower() == "resign":
            return False
        if other is not mover:
            other.ask(f"play {color} {move}")
        n_passes = n_passes + 1 if move.lower() == "pass" else 0
        moves.append(f"{'B' if is_black else 'W'}[{sgf_point(move, size)}]")
    if n_passes < 2:
        return False
    with open(path, "w") as file:
        file.write(f"(;GM[1]FF[4]SZ[{size}]KM[{komi}]{header}\n;" + ";".join(moves) + ")\n")
    return True


def play(options):
    os.makedirs(options.dir, exist_ok=True)
    for size in options.sizes:
        for rules in options.rules:
            for number in range(options.games):
                name = f"{size}-{rules}-{options.tag}{number:03}.sgf"
                path = os.path.join(options.dir, name)
                if os.path.exists(path):
                    continue
                seed = 1000 * options.rules.index(rules) + number
                fill = lambda text: text.replace("{seed}", str(seed)).replace("{rules}", rules)
                players = [fill(options.black), fill(options.white)]
                if number % 2 == 1:
                    players.reverse()
                start = time.time()
                engines = [Engine(players[0])]
                engines.append(engines[0] if players[0] == players[1] else Engine(players[1]))
                komi = 7.5 if rules == "chinese" else 6.5
                header = f"RU[{rules.capitalize()}]PB[{players[0]}]PW[{players[1]}]"
                try:
                    written = play_game(*engines, size, komi, path, header)
                    outcome = "played" if written else "resigned"
                except (RuntimeError, OSError) as error:
                    outcome = f"broken off: {error}"
                for engine in set(engines):
                    engine.close()
                print(f"{name} {outcome} {time.time() - start:.1f} s", flush=True)


def dead_and_score(engine, path):
    size = int(re.search(r"SZ\[(\d+)\]", open(path).read()).group(1))
    engine.ask(f"loadsgf {path}")
    start = time.time()
    score = engine.ask("final_score")
    dead = set(engine.ask("final_status_list dead").upper().split())
    return size, dead, score, time.time() - start


class Answers:
    """Dead stones and scores of an engine, kept in a file."""

    def __init__(self, command, cache):
        self.command, self.cache, self.engine = command, cache, None
        self.known = json.load(open(cache)) if cache and os.path.exists(cache) else {}

    def ask(self, path):
        """Dead stones and score."""
        key = f"{self.command} {os.path.basename(path)}"
        if key not in self.known:
            self.engine = self.engine or Engine(self.command)
            _, dead, score, _ = dead_and_score(self.engine, path)
            self.known[key] = [sorted(dead), score]
            if self.cache:
                json.dump(self.known, open(self.cache, "w"))
        dead, score = self.known[key]
        return set(dead), score

    def close(self):
        if self.engine:
            self.engine.close()


def compare(options):
    n_games, n_dead, n_score, seconds = 0, 0, 0, 0.0
    for rules in options.rules:
        ours = Engine(options.ours.replace("{rules}", rules))
        theirs = Answers(options.theirs.replace("{rules}", rules), options.cache)
        for path in options.sgf:
            size, our_dead, our_score, spent = dead_and_score(ours, path)
            their_dead, their_score = theirs.ask(path)
            n_games += 1
            seconds += spent
            same_dead, same_score = our_dead == their_dead, our_score == their_score
            n_dead += same_dead
            n_score += same_score
            if same_dead and same_score:
                continue
            print(f"{path} {rules} size {size}: score ours {our_score} theirs {their_score}")
            print(f"  dead for us only: {' '.join(sorted(our_dead - their_dead)) or '-'}")
            print(f"  dead for them only: {' '.join(sorted(their_dead - our_dead)) or '-'}")
            if options.reasons:
                differing = our_dead ^ their_dead
                for line in ours.ask("tedomari-final_reasons").splitlines():
                    if line.split(" ", 1)[0] in differing:
                        print(f"  {line}")
            sys.stdout.flush()
        ours.close()
        theirs.close()
    print(f"{n_games} judgements: same dead stones {n_dead}, same score {n_score}, "
          f"{seconds / max(n_games, 1):.3f} s each for both questions")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    names = lambda text: text.split(",")
    playing = commands.add_parser("play")
    playing.add_argument("dir")
    playing.add_argument("--games", type=int, default=10)
    playing.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[9, 13, 19])
    playing.add_argument("--rules", type=names, default=["chinese", "japanese"])
    playing.add_argument("--tag", default="", help="marks the files of this pairing")
    playing.add_argument("black")
    playing.add_argument("white")
    playing.set_defaults(run=play)
    comparing = commands.add_parser("compare")
    comparing.add_argument("--rules", type=names, default=["chinese", "japanese"])
    comparing.add_argument("--no-reasons", dest="reasons", action="store_false")
    comparing.add_argument("--cache", help="file with the answers of THEIRS")
    comparing.add_argument("ours")
    comparing.add_argument("theirs")
    comparing.add_argument("sgf", nargs="+")
    comparing.set_defaults(run=compare)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
