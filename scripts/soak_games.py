#!/usr/bin/env python3
"""Plays many fast games through one process of the program and checks it all the while.

usage: soak_games.py [--games N] [--seed N] [--busy N] [--gnugo PATH] [--log FILE] [--most-area N] [--time FACTOR]
                     ENGINE [OPTION...]

ENGINE is the path of the program; further words are its options. Each game draws size, rules, komi, handicap and a clock
at random; the program plays both sides, or one side against GNU Go if --gnugo names it (every third game on a square
board). Between the moves come undo, interrupts, live analysis, scores, wrong commands, and in games of the program with
itself a change of rules. --busy starts that many busy loops beside it. --time multiplies
the main time of all clocks.

Checked: each move is legal by the rules of the game on a board of our own; after each game the stones are the same on
both boards; each move is within the clock, counted here from the command to its answer; wrong commands get `?`; the
resident memory of the process. --log gets a line for each game. The last lines are the sums; the exit code is 1 if
anything was wrong.

Python's standard library only; resident memory is read from /proc.
"""
import argparse
import collections
import multiprocessing
import random
import subprocess
import sys
import time

from gtp_engine import Engine

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
# Names for kata-set-rules, with the ko rule and whether suicide is allowed.
RULES = {
    "chinese": ("simple", False),
    "japanese": ("simple", False),
    "korean": ("simple", False),
    "aga": ("situational", False),
    "new-zealand": ("situational", True),
    "tromp-taylor": ("positional", True),
}
GNUGO_KO = {"simple": "--simple-ko", "positional": "--positional-superko", "situational": "--situational-superko"}
SIZES = [(5, 5)] * 3 + [(6, 6), (7, 7), (7, 7), (9, 9), (9, 9), (9, 9), (4, 7), (9, 5), (3, 11), (13, 13), (19, 19)]
WRONG = ["play b Z99", "play x A1", "boardsize 99", "komi many", "undo 3 4", "time_left b -1", "nonsense", "loadsgf /",
         "kata-set-rules nowhere", "tedomari-cgt {1|", "play b A1 A2", "final_status_list some"]
ASKED = ["showboard", "final_score", "final_status_list dead", "list_stones black", "name", "kata-get-rules", "printsgf",
         "all_legal black", "cputime"]
# A move may be this much later than the clock without being a loss: pipes and this script take time, too.
PIPES = 0.02


class Board:
    """A board that plays by the rules and counts everything anew."""

    def __init__(self, width, height, ko, suicide):
        self.width, self.height, self.ko, self.suicide = width, height, ko, suicide
        self.stones, self.ban, self.past = {}, None, []

    def copy(self):
        """An independent copy."""
        other = Board(self.width, self.height, self.ko, self.suicide)
        other.stones, other.ban, other.past = dict(self.stones), self.ban, list(self.past)
        return other

    def neighbors(self, point):
        """The points beside a point."""
        x, y = point
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [(a, b) for a, b in around if 0 <= a < self.width and 0 <= b < self.height]

    def block(self, point):
        """The stones of a block, and whether it has a liberty."""
        block, waiting, is_free = {point}, [point], False
        while waiting:
            for near in self.neighbors(waiting.pop()):
                if near not in self.stones:
                    is_free = True
                elif self.stones[near] == self.stones[point] and near not in block:
                    block.add(near)
                    waiting.append(near)
        return block, is_free

    def key(self, color):
        """What superko compares after a move of a color."""
        stones = frozenset(self.stones.items())
        return (stones, color) if self.ko == "situational" else stones

    def play(self, color, point):
        """Plays a stone, or passes if the point is None. Returns why the move is illegal, if it is."""
        if point is None:
            self.ban = None
            self.past.append(self.key(color))
            return None
        if point in self.stones:
            return "occupied"
        if self.ko == "simple" and self.ban == (color, point):
            return "ko"
        before = dict(self.stones)
        self.stones[point] = color
        taken = set()
        for near in self.neighbors(point):
            if self.stones.get(near, color) != color:
                block, is_free = self.block(near)
                if not is_free:
                    taken |= block
        for stone in taken:
            del self.stones[stone]
        block, is_free = self.block(point)
        reason = None
        if not is_free:
            if self.suicide:
                for stone in block:
                    del self.stones[stone]
            else:
                reason = "suicide"
        if reason is None and self.ko != "simple" and self.key(color) in self.past:
            reason = "superko"
        if reason:
            self.stones = before
            return reason
        is_ko = len(taken) == 1 and len(block) == 1 and self.liberties(point) == 1
        self.ban = (other(color), taken.pop()) if is_ko else None
        self.past.append(self.key(color))
        return None

    def liberties(self, point):
        """The empty points beside a stone."""
        return sum(near not in self.stones for near in self.neighbors(point))


def other(color):
    """The opponent's color."""
    return "w" if color == "b" else "b"


def parse(vertex):
    """The point of a vertex; None for a pass."""
    if vertex.lower() == "pass":
        return None
    return COLUMNS.index(vertex[0].upper()), int(vertex[1:]) - 1


def vertex(point):
    """The name of a point or of a pass."""
    return "pass" if point is None else f"{COLUMNS[point[0]]}{point[1] + 1}"


class Clock:
    """The clock of one side: main time in seconds, then an increment, periods, or nothing."""

    def __init__(self, rng, area, factor):
        self.kind = rng.choice(["sudden", "sudden", "fischer", "byoyomi", "canadian", "none"])
        self.main = rng.choice([0.5, 1.0, 2.0, 4.0]) * max(1.0, area / 81) * factor
        self.step = rng.choice([0.03, 0.05, 0.1])
        self.number = rng.choice([1, 3, 5])
        self.left, self.periods, self.stones = self.main, self.number, self.number
        self.is_over_main = False

    def command(self):
        """The command that sets it for both sides."""
        return {
            "none": "kata-time_settings none",
            "sudden": f"kata-time_settings absolute {self.main}",
            "fischer": f"kata-time_settings fischer {self.main} {self.step}",
            "byoyomi": f"kata-time_settings byoyomi {self.main} {self.step} {self.number}",
            "canadian": f"kata-time_settings canadian {self.main} {self.step * self.number} {self.number}",
        }[self.kind]

    def time_left(self):
        """Time and stones or periods as time_left tells them; None without a clock."""
        if self.kind == "none":
            return None
        stones = 0
        if self.is_over_main:
            stones = {"byoyomi": self.periods, "canadian": self.stones}.get(self.kind, 0)
        return f"{max(self.left, 0):.3f} {stones}"

    def use(self, seconds):
        """Takes the time of one move. False if it was lost."""
        seconds = max(0.0, seconds - PIPES)
        self.left -= seconds
        if self.kind == "fischer" and self.left >= 0:
            self.left += self.step
        if self.kind in ("byoyomi", "canadian") and (self.left < 0 or self.is_over_main):
            return self.use_overtime()
        return self.kind == "none" or self.left >= 0

    def use_overtime(self):
        if not self.is_over_main:
            self.is_over_main = True
            length = self.step * (self.number if self.kind == "canadian" else 1)
            self.left += length
        if self.kind == "canadian":
            self.stones -= 1
            lost = self.left < 0
            if self.stones == 0:
                self.left, self.stones = self.step * self.number, self.number
            return not lost
        while self.left < 0 and self.periods > 0:
            self.periods -= 1
            self.left += self.step
        self.left = self.step
        return self.periods > 0


class Failures(collections.Counter):
    """Counts by kind; prints the first ones."""

    def add(self, kind, text):
        """Counts a failure."""
        self[kind] += 1
        if self[kind] <= 20:
            print(f"FAILED {kind}: {text}", flush=True)


class Game:
    """One game through the process."""

    def __init__(self, rng, engine, gnugo, failures, most_area, time_factor):
        self.rng, self.engine, self.failures = rng, engine, failures
        self.width, self.height = rng.choice([s for s in SIZES if s[0] * s[1] <= most_area])
        self.rules = rng.choice(list(RULES))
        ko, suicide = RULES[self.rules]
        self.board = Board(self.width, self.height, ko, suicide)
        self.boards = []
        is_square = self.width == self.height
        self.gnugo = None
        if gnugo and is_square and self.width >= 5 and rng.random() < 0.4:
            options = [gnugo, "--mode", "gtp", "--level", "1", GNUGO_KO[ko], "--chinese-rules"]
            options.append("--allow-all-suicide" if suicide else "--forbid-suicide")
            self.gnugo = Engine(" ".join(options))
        self.own_color = rng.choice("bw")
        area = self.width * self.height
        first = Clock(rng, area, time_factor)
        self.clocks = {"b": first, "w": Clock(random.Random(0), area, time_factor)}
        self.clocks["w"].__dict__.update(first.__dict__)
        self.n_moves = self.n_lost = 0
        self.worst = 0.0

    def both(self, line):
        """Sends a line to all engines."""
        self.engine.ask(line)
        if self.gnugo:
            self.gnugo.ask(line)

    def set_up(self):
        """Begins the game. Returns the color to move first."""
        if self.width == self.height:
            self.both(f"boardsize {self.width}")
        else:
            self.engine.ask(f"rectangular_boardsize {self.width} {self.height}")
        self.both("clear_board")
        self.engine.ask(f"kata-set-rules {self.rules}")
        self.both(f"komi {self.rng.choice([0, 0.5, 5.5, 6.5, 7.5, -3])}")
        self.engine.ask(self.clocks["b"].command())
        if self.width == self.height >= 7 and self.rng.random() < 0.2:
            number = self.rng.choice([2, 3, 4])
            points = self.engine.ask(f"fixed_handicap {number}").split()
            if self.gnugo:
                self.gnugo.ask(f"fixed_handicap {number}")
            for name in points:
                self.board.stones[parse(name)] = "b"
            self.board.past = [self.board.key("b")]
            return "w"
        self.board.past = [self.board.key("w")]
        return "b"

    def disturb(self, color):
        """Now and then something that must not matter, or an undo. Returns the color to move."""
        chance = self.rng.random()
        if chance < 0.03:
            try:
                wrong = self.rng.choice(WRONG)
                self.engine.ask(wrong)
                self.failures.add("accepted", wrong)
            except RuntimeError:
                pass
        elif chance < 0.05:
            try:
                self.engine.ask(self.rng.choice(ASKED))
            except RuntimeError as error:
                if "cannot" not in str(error):
                    self.failures.add("refused", str(error))
        elif chance < 0.06:
            self.analyze(color)
        elif chance < 0.08 and self.boards:
            self.both("undo")
            self.board = self.boards.pop()
            return other(color)
        elif chance < 0.085 and not self.gnugo:
            # Only rules with the same ko and suicide: the record stays legal under all others, too.
            same = [name for name, kind in RULES.items() if kind == RULES[self.rules]]
            self.engine.ask(f"kata-set-rules {self.rng.choice(same)}")
        return color

    def analyze(self, color):
        """Live analysis for a moment, ended by the next command."""
        process = self.engine.process
        process.stdin.write(f"kata-analyze {color} 2\n")
        process.stdin.flush()
        time.sleep(self.rng.random() * 0.1)
        process.stdin.write("\n")
        process.stdin.flush()
        while process.stdout.readline().strip():
            pass

    def genmove(self, color):
        """A move of the program, timed; sometimes interrupted."""
        clock = self.clocks[color]
        told = clock.time_left()
        if told:
            self.engine.ask(f"time_left {color} {told}")
        is_interrupted = clock.kind == "none" or self.rng.random() < 0.03
        begin = time.monotonic()
        if is_interrupted:
            stdin = self.engine.process.stdin
            # Waiting is no fault of the program: it stays within the clock.
            delay = self.rng.random() * (0.1 if told is None else min(0.1, max(clock.left, 0) / 2))
            stdin.write(f"genmove {color}\n")
            stdin.flush()
            time.sleep(delay)
            stdin.write("# interrupt\n")
            answer = self.answer()
        else:
            answer = self.engine.ask(f"genmove {color}")
        seconds = time.monotonic() - begin
        self.worst = max(self.worst, seconds - max(clock.left, 0)) if told else self.worst
        left = clock.time_left()
        if not clock.use(seconds):
            self.n_lost += 1
            text = f"{clock.kind} {clock.main} {clock.step} {clock.number}, move {self.n_moves}, {self.width}x{self.height}"
            self.failures.add("time", f"{text}: {seconds:.3f} s used, {left} left")
        return answer

    def answer(self):
        """The answer to the command that was sent last."""
        self.engine.process.stdin.flush()
        lines = []
        while True:
            line = self.engine.process.stdout.readline()
            if not line:
                raise RuntimeError("the program died")
            if line.strip():
                lines.append(line.strip())
            elif lines:
                return lines[0].lstrip("=").strip()

    def play(self):
        """Plays the game to its end."""
        color = self.set_up()
        passes = 0
        most = 2 * self.width * self.height + 20
        while passes < 2 and self.n_moves < most:
            color = self.disturb(color)
            by_gnugo = self.gnugo and color != self.own_color
            answer = self.gnugo.ask(f"genmove {color}") if by_gnugo else self.genmove(color)
            if answer.lower() == "resign":
                break
            point = parse(answer)
            before = self.board.copy()
            reason = self.board.play(color, point)
            if reason:
                who = "gnugo" if by_gnugo else "ours"
                self.failures.add(f"illegal, {who}", f"{color} {answer}: {reason} under {self.rules}")
                break
            self.boards = self.boards[-3:] + [before]
            if by_gnugo:
                self.engine.ask(f"play {color} {answer}")
            elif self.gnugo:
                self.gnugo.ask(f"play {color} {answer}")
            passes = passes + 1 if point is None else 0
            self.n_moves += 1
            if self.clocks[color].kind != "none" and self.n_lost:
                break
            color = other(color)
        self.compare()
        if self.gnugo:
            self.gnugo.close()

    def compare(self):
        """The stones of the program are those of our board."""
        for color, name in (("b", "black"), ("w", "white")):
            theirs = set(self.engine.ask(f"list_stones {name}").split())
            ours = {vertex(point) for point, stone in self.board.stones.items() if stone == color}
            if theirs != ours:
                self.failures.add("board", f"{name}: {sorted(theirs ^ ours)} after {self.n_moves} moves")


def resident_mib(pid):
    """Resident memory of a process in MiB."""
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def spin():
    """Keeps a core busy."""
    while True:
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--gnugo")
    parser.add_argument("--log")
    parser.add_argument("--most-area", type=int, default=400)
    parser.add_argument("--time", type=float, default=1.0)
    parser.add_argument("engine")
    parser.add_argument("options", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    loops = [multiprocessing.Process(target=spin, daemon=True) for _ in range(arguments.busy)]
    for loop in loops:
        loop.start()
    engine = Engine(" ".join([arguments.engine, *arguments.options]))
    failures = Failures()
    log = open(arguments.log, "a") if arguments.log else None
    memory, n_moves, n_gnugo, n_clocks = [], 0, 0, collections.Counter()
    begin = time.monotonic()
    for number in range(arguments.games):
        rng = random.Random(arguments.seed * 1_000_003 + number)
        game = Game(rng, engine, arguments.gnugo, failures, arguments.most_area, arguments.time)
        try:
            game.play()
        except (RuntimeError, ValueError) as error:
            failures.add("error", f"game {number}: {error}")
            if engine.process.poll() is not None:
                break
        memory.append(resident_mib(engine.process.pid))
        n_moves += game.n_moves
        n_gnugo += game.gnugo is not None
        n_clocks[game.clocks["b"].kind] += 1
        if log:
            print(number, f"{game.width}x{game.height}", game.rules, game.clocks["b"].kind, game.n_moves, game.n_lost,
                  f"{game.worst:.3f}", f"{memory[-1]:.1f}", sep="\t", file=log, flush=True)
    engine.close()
    marks = [f"{memory[at]:.0f}" for at in sorted({len(memory) * part // 10 - 1 for part in range(1, 11)}) if at >= 0]
    print(f"{len(memory)} games ({n_gnugo} against GNU Go), {n_moves} moves in {time.monotonic() - begin:.0f} s")
    print("clocks: " + ", ".join(f"{kind} {count}" for kind, count in sorted(n_clocks.items())))
    print(f"resident MiB at each tenth of the games: {' '.join(marks)}; most {max(memory, default=0):.0f}")
    print("failures: " + (", ".join(f"{kind} {count}" for kind, count in sorted(failures.items())) or "none"))
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.SubprocessError as error:
        sys.exit(str(error))
