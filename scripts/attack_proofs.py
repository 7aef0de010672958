#!/usr/bin/env python3
"""Attacks what is proved to be safe in real games: GNU Go plays anywhere, the owner answers by the proof file alone.

    attack_proofs.py ENGINE RECORD... [--before 0,10] [--number 100] [--plays 40] [--seed 53] [--seconds S]
                     [--gnugo gnugo]
        For each position and color ENGINE writes a proof (`safe --proof`). It is checked by the second checker and then
        followed: pairs, strategies of regions, answers in windows; elsewhere the owner passes. The attacker, who moves
        first, plays what GNU Go's reading finds against the proved stones (`owl_attack`, `attack`), what GNU Go would
        play (`genmove`), or a point by lot: one on which the proof rests, one near the last play, or any. A failure is a
        proved stone that is gone, an answer that is illegal or missing, or a stone of the attacker in proved territory
        that lives whatever the owner plays.

RECORD is a game in SGF that two passes end, or a table of games (see real_endgames.py). Prints the number of proofs, of
plays, of answers and of failures. Python's standard library only.
"""
import argparse
import os
import random
import shlex
import subprocess
import tempfile
import time

from gtp_engine import Engine
from safety_table import taken
from second_checker.basics import Lines, Refused, each, first, number, read_position, word
from second_checker.safety import SafetyFields, show_safe


def proof_of(data):
    """What a proof of safety shows, with its owner and its pairs; checked."""
    lines = Lines(data)
    line = lines.next()
    line.take("version", number(1))
    line.take("proof", word("safety"))
    position = read_position(line, moves=False, suicide=True)
    owner = line.take("color", word("black", "white"))
    stones, territory = line.take("stones", position.reader.points), line.take("territory", position.reader.points, 0)
    fields = SafetyFields.read(line, position.reader, stones, 0)
    fields = fields._replace(apart=line.take("apart", position.reader.points, 0))
    safe = show_safe(position, owner, fields, lines)
    lines.close()
    if stones & ~safe.stones or territory & ~safe.territory:
        raise Refused("not shown")
    return safe, owner, fields.pairs, position.board.flood(stones, safe.own), territory


class Follower:
    """The owner's answers by a proof."""

    def __init__(self, safe, pairs):
        self.pairs = pairs
        self.rests = safe.rests | sum(window.points for window in safe.windows)
        self.windows = [[window, *window.start(), None] for window in safe.windows]
        self.regions = [[strategy, strategy.met.get(start), start] for strategy, start in safe.strategies]

    def answer(self, point, empty):
        """The answer to a play of the attacker, 0 for a pass; `empty` are the empty points of the board after it."""
        for a, b in self.pairs:
            if point in (a, b):
                return (a | b) & ~point & empty
        for state in self.windows:
            if point & state[0].points:
                return self.in_window(state, point)
        for state in self.regions:
            if point & state[0].region:
                return self.in_region(state, point)
        return 0

    @staticmethod
    def in_window(state, point):
        window, own, others, pairs = state
        if pairs is None and (own, others) in window.by_pairs:
            pairs = state[3] = [pair for area in window.by_pairs[own, others] for pair in area.pairs]
        if not point & window.empty(own, others) or pairs is None and window.is_settled(own, others):
            return 0
        pair = next((a | b for a, b in pairs or [] if point in (a, b)), 0)
        try:
            _, after = window.after_other(own, others, point)
        except Refused:
            # Where no pair is needed nothing matters any more.
            if pairs is None or pair:
                raise
            return 0
        if after is None:
            return 0
        answer = window.given[own, after, True] if pairs is None else pair & window.empty(own, after)
        state[1:3] = window.after_owner(own, after, answer) if answer else (own, after)
        return answer

    @staticmethod
    def in_region(state, point):
        strategy, play, following = state
        if isinstance(following, str):
            return 0
        after = strategy.after_other(play, point) if point & strategy.empty(play) else None
        if after is None:
            return 0
        answer = strategy.nodes[following].replies[point]
        if isinstance(answer, str):
            state[2] = answer
            return 0
        reply, state[2] = answer
        state[1] = strategy.after_owner(after, reply) if reply else after._replace(ban=0)
        return reply


class Attack:
    """A game of GNU Go against a proof."""

    def __init__(self, gnugo, path, proof, rng):
        self.safe, self.owner, pairs, self.stones, self.territory = proof
        self.board, self.rng, self.gnugo = self.safe.board, rng, gnugo
        self.attacker = "white" if self.owner == "black" else "black"
        self.gnugo.ask(f"loadsgf {path}")
        self.follower = Follower(self.safe, pairs)
        self.last, self.n_answers = 0, 0

    def stones_of(self, color):
        """The stones on GNU Go's board."""
        return sum(self.safe.position.reader.point(name) for name in self.gnugo.ask(f"list_stones {color}").split())

    def choose(self, empty):
        """The attacker's move, not yet played unless GNU Go made it."""
        kind = self.rng.random()
        if kind < 0.5:
            stone = self.rng.choice(list(each(self.stones)))
            command = self.rng.choice(("owl_attack", "attack"))
            words = self.gnugo.ask(f"{command} {self.board.name(stone)}").split()
            if len(words) > 1 and words[0] != "0" and words[1].upper() not in ("PASS", "RESIGN"):
                return words[1], False
        if kind < 0.7:
            move = self.gnugo.ask(f"genmove {self.attacker}").upper()
            if move not in ("PASS", "RESIGN"):
                return move, True
        near = self.board.spread(self.board.spread(self.last)) if kind < 0.95 else 0
        near = (self.follower.rests if kind < 0.85 else near) & empty
        points = [self.board.name(point) for point in each(near or empty)]
        self.rng.shuffle(points)
        legal = (name for name in points if self.gnugo.ask(f"is_legal {self.attacker} {name}") == "1")
        return next(legal, None), False

    def step(self):
        """One play and its answer; what went wrong, if anything did, and whether a move was left."""
        empty = self.board.all & ~(self.stones_of("black") | self.stones_of("white"))
        move, is_made = self.choose(empty)
        if move is None:
            return None, False
        if not is_made:
            if self.gnugo.ask(f"is_legal {self.attacker} {move}") != "1":
                return None, True
            self.gnugo.ask(f"play {self.attacker} {move}")
        self.last = self.safe.position.reader.point(move)
        theirs = self.stones_of(self.attacker)
        empty = self.board.all & ~(theirs | self.stones_of(self.owner))
        try:
            answer = self.follower.answer(self.last, empty)
        except (KeyError, Refused) as wrong:
            return f"no answer to {move}: {wrong!r}", False
        name = self.board.name(answer) if answer else "pass"
        self.n_answers += bool(answer)
        try:
            self.gnugo.ask(f"play {self.owner} {name}")
        except RuntimeError as wrong:
            return f"answer {name} to {move}: {wrong}", False
        return self.fault(), True

    def fault(self):
        """What is lost, if anything is."""
        gone = self.stones & ~self.stones_of(self.owner)
        if gone:
            return f"{self.board.name(first(gone))} is gone"
        theirs = self.stones_of(self.attacker)
        empty = self.board.all & ~(theirs | self.stones_of(self.owner))
        alive, _ = self.board.pass_alive(theirs, self.board.all, empty, self.board.all & ~theirs)
        if alive & self.territory:
            return f"{self.board.name(first(alive & self.territory))} lives in territory"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("records", nargs="+")
    parser.add_argument("--before", default="0,10")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--plays", type=int, default=40)
    parser.add_argument("--seed", type=int, default=53)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no attack begins later")
    parser.add_argument("--gnugo", default="gnugo")
    options = parser.parse_args()
    gnugo = Engine(f"{options.gnugo} --mode gtp --level 1 --chinese-rules --seed 1")
    rng, end = random.Random(options.seed), time.time() + options.seconds
    n_proofs = n_plays = n_answers = n_stones = n_points = n_failures = 0
    program = shlex.split(options.engine)
    with tempfile.TemporaryDirectory() as folder:
        path, proof = os.path.join(folder, "game.sgf"), os.path.join(folder, "proof")
        for name, header, moves in taken(options.records, options.number):
            for before in map(int, options.before.split(",")):
                with open(path, "w") as file:
                    file.write(header + "\n" + "".join(moves[:max(len(moves) - before, 1)]) + ")\n")
                for color in ("black", "white"):
                    if time.time() > end:
                        break
                    words = [program[0], "safe", path, "--color", color, "--proof", proof, *program[1:]]
                    if subprocess.run(words, capture_output=True).returncode:
                        continue
                    with open(proof, "rb") as file:
                        attack = Attack(gnugo, path, proof_of(file.read()), rng)
                    n_proofs += 1
                    n_stones += bin(attack.stones).count("1")
                    n_points += bin(attack.territory).count("1")
                    for _ in range(options.plays):
                        fault, goes_on = attack.step()
                        n_plays += 1
                        if fault:
                            n_failures += 1
                            print(f"{name} {before} {color}: {fault}", flush=True)
                        if fault or not goes_on:
                            break
                    n_answers += attack.n_answers
    gnugo.close()
    print(f"{n_proofs} proofs, {n_stones} stones, {n_points} points of territory; {n_plays} plays, {n_answers} answers, "
          f"{n_failures} failures")


if __name__ == "__main__":
    main()
