#!/usr/bin/env python3
"""Plays games to the end and compares how two engines judge them.

    finished_games.py play DIR --games N [--sizes 9,13,19] [--rules chinese,japanese] BLACK WHITE
        plays N games for each size and rule set into DIR/*.sgf; where BLACK and WHITE are the same command, one process
        plays both sides, else the colors alternate. Files that exist are kept, so an interrupted run goes on.
    finished_games.py compare [--rules chinese,japanese] OURS THEIRS SGF...
        asks both for `final_status_list dead` and `final_score` under each rule set and prints every difference with
        our reasons; {rules} in a command is replaced by the name of the rule set.

Commands are single strings. In `play`, {seed} is replaced by a number of the game's own and {rules} by the rule set.
Python's standard library only.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import time

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Engine:
    """A GTP engine behind a pair of pipes."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)

    def ask(self, line):
        """The reply to a command, without the `=`."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            text = self.process.stdout.readline()
            if not text:
                raise RuntimeError(f"{self.command} died at `{line}`")
            if text.strip():
                lines.append(text.rstrip("\n"))
            elif lines:
                break
        if lines[0].startswith("?"):
            raise RuntimeError(f"`{line}`: {lines[0]}")
        lines[0] = lines[0].lstrip("=").strip()
        return "\n".join(lines)

    def close(self):
        try:
            self.ask("quit")
        except (RuntimeError, OSError):
            pass
        self.process.wait(10)


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


def compare(options):
    n_games, n_dead, n_score, seconds = 0, 0, 0, 0.0
    for rules in options.rules:
        ours = Engine(options.ours.replace("{rules}", rules))
        theirs = Engine(options.theirs.replace("{rules}", rules))
        for path in options.sgf:
            size, our_dead, our_score, spent = dead_and_score(ours, path)
            _, their_dead, their_score, _ = dead_and_score(theirs, path)
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
    comparing.add_argument("ours")
    comparing.add_argument("theirs")
    comparing.add_argument("sgf", nargs="+")
    comparing.set_defaults(run=compare)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
