#!/usr/bin/env python3
"""A second checker of proofs, written from docs/proof_format.md alone. It shares no code with the program.

Usage: check_proof.py FILE...

For each file one line says what an accepted proof claims, or why the proof is refused. The exit code is 0 if all files
are accepted, 1 if one is refused, 2 if one can't be read. Sections of the page are named where their rules are
checked. A set of points is an integer: bit ROW * WIDTH + COLUMN stands for a point, from the lower left corner, so
that the lowest bit is the first point.
"""

import json
import re
import sys
from functools import lru_cache
from typing import Any, Callable, Iterator, NamedTuple, Union

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
ENDS = ("captured", "dead", "alive")
MAY_BE_NULL = ("ko", "number", "outside", "pass", "keeps")
LINE_BYTES = 131_072
MOST_ON_LINE = 400

PointSet = int
Next = Union[str, int]
Answer = Union[str, tuple[PointSet, Next]]  # an end, or a move (the empty set is a pass) and what follows
Check = Callable[[Any], Any]


class Refused(Exception):
    """A reason why a proof does not hold."""


def demand(condition: bool, reason: str) -> None:
    """Refuse the proof unless a condition holds."""
    if not condition:
        raise Refused(reason)


# Sets of points and boards: section 2.


def first(points: PointSet) -> PointSet:
    """The first point as a set; empty if there is none."""
    return points & -points


def each(points: PointSet) -> Iterator[PointSet]:
    """The points in order, each as a set."""
    while points:
        yield first(points)
        points &= points - 1


def size(points: PointSet) -> int:
    """The number of points."""
    return points.bit_count()


class Board:
    """A board without stones: its points and who is beside whom."""

    def __init__(self, width: int, height: int) -> None:
        demand(1 <= width <= 25 and 1 <= height <= 25, "a board has 1 to 25 columns and rows")
        self.width, self.height = width, height
        self.all: PointSet = (1 << width * height) - 1
        self.left: PointSet = sum(1 << row * width for row in range(height))
        self.right: PointSet = self.left << width - 1

    def spread(self, points: PointSet) -> PointSet:
        """Points and their neighbors."""
        aside = (points & ~self.right) << 1 | (points & ~self.left) >> 1
        return (points | aside | points << self.width | points >> self.width) & self.all

    def beside(self, points: PointSet) -> PointSet:
        """Neighbors of points that are not among them."""
        return self.spread(points) & ~points

    def flood(self, start: PointSet, within: PointSet) -> PointSet:
        """Points that are connected, within a set, with a start in that set."""
        points, more = 0, start & within
        while more:
            points |= more
            more = self.spread(more) & within & ~points
        return points

    def parts(self, start: PointSet, within: PointSet) -> list[PointSet]:
        """Connected parts of a set that hold a point of the start, ordered by their first points of the start."""
        parts, rest = [], start & within
        while rest:
            parts.append(self.flood(first(rest), within))
            rest &= ~parts[-1]
        return parts

    def blocks(self, stones: PointSet) -> list[PointSet]:
        """All connected parts of a set."""
        return self.parts(stones, stones)

    def one_eye(self, points: PointSet) -> bool:
        """Whether a set has room for one eye at most."""
        return size(points) <= 1 or size(points) == 2 and points & self.spread(first(points)) == points

    def name(self, point: PointSet) -> str:
        """The name of one point."""
        row, column = divmod(point.bit_length() - 1, self.width)
        return f"{LETTERS[column]}{row + 1}"

    def names(self, points: PointSet) -> str:
        """The names of points, or a word for none."""
        return " ".join(self.name(point) for point in each(points)) or "no points"

    def pass_alive(
        self, stones: PointSet, within: PointSet, empty: PointSet, free: PointSet
    ) -> tuple[PointSet, PointSet]:
        """Stones that live by Benson's condition, and these with the regions they live by: section 3."""
        blocks = self.blocks(stones)
        regions = [part for part in self.blocks(within & ~stones) if not part & ~free and part & empty]
        while True:
            left = sum(blocks)
            regions = [region for region in regions if not self.beside(region) & stones & ~left]
            vital = {block: sum(not region & empty & ~self.spread(block) for region in regions) for block in blocks}
            staying = [block for block in blocks if vital[block] >= 2]
            if staying == blocks:
                return left, left | sum(regions)
            blocks = staying


# Files and fields: section 1.


class Fields:
    """The fields of a line, each taken once."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def take(self, name: str, check: Check, *default: Any) -> Any:
        """A field, read by a check; the default if it is missing and optional."""
        if name not in self.values:
            demand(bool(default), f"the field {name} is missing")
            return default[0]
        value = self.values.pop(name)
        if value is None and name in MAY_BE_NULL:
            return default[0]
        try:
            return check(value)
        except Refused as wrong:
            raise Refused(f"{name}: {wrong}") from None

    def close(self) -> None:
        """Refuse fields that are not listed."""
        demand(not self.values, f"unknown fields {' '.join(self.values)}")


def unlike_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of an object, none twice."""
    values = dict(pairs)
    demand(len(values) == len(pairs), "a field stands twice")
    return values


def no_constant(name: str) -> None:
    """Refuse NaN and infinities."""
    raise Refused(f"{name} is no number")


def integer(digits: str) -> int:
    """An integer, not written as -0."""
    demand(digits != "-0", "-0 is no number")
    return int(digits)


class Lines:
    """The lines of a file, read one after the other."""

    def __init__(self, data: bytes) -> None:
        self.lines = [line + b"\n" for line in data.split(b"\n")]
        last = self.lines.pop()[:-1]
        self.lines += [last] if last else []
        self.n_read = 0

    def next(self) -> Fields:
        """The fields of the next line."""
        demand(self.n_read < len(self.lines), "a line is missing")
        line = self.lines[self.n_read]
        self.n_read += 1
        demand(len(line) < LINE_BYTES, f"line {self.n_read} is too long")
        try:
            values = json.loads(
                line.decode(), object_pairs_hook=unlike_fields, parse_constant=no_constant, parse_int=integer
            )
        except (ValueError, RecursionError) as error:
            raise Refused(f"line {self.n_read} is no JSON: {error}") from None
        demand(isinstance(values, dict), f"line {self.n_read} is no object")
        return Fields(values)

    def close(self) -> None:
        """Refuse lines that are left."""
        demand(self.n_read == len(self.lines), "there are lines after the end of the proof")


def number(most: int, least: int = 0) -> Check:
    """A check for integers."""

    def check(value: Any) -> int:
        demand(type(value) is int and least <= value <= most, f"{value!r} is no number from {least} to {most}")
        return value

    return check


def word(*words: str) -> Check:
    """A check for one of some texts."""

    def check(value: Any) -> str:
        demand(isinstance(value, str) and value in words, f"{value!r} is none of {' '.join(words)}")
        return value

    return check


def truth(value: Any) -> bool:
    """A check for true and false."""
    demand(isinstance(value, bool), f"{value!r} is neither true nor false")
    return value


def text(value: Any) -> str:
    """A check for texts."""
    demand(isinstance(value, str), f"{value!r} is no text")
    return value


def items(check: Check, *lengths: int) -> Check:
    """A check for lists, of some lengths only if these are given."""

    def check_list(value: Any) -> list[Any]:
        demand(isinstance(value, list), f"{value!r} is no list")
        demand(not lengths or len(value) in lengths, f"{value!r} has another length")
        return [check(item) for item in value]

    return check_list


COUNT = number(2**64 - 1)
NODE = number(2**32 - 1)


class Node(NamedTuple):
    """A line of a strategy: what answers a pass, and what answers each play."""

    on_pass: Union[Answer, None]
    replies: dict[PointSet, Answer]


class Reader:
    """Checks of fields that name points of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def point(self, value: Any) -> PointSet:
        """A point as a set."""
        match = re.fullmatch(r"([A-HJ-Za-hj-z])\+?0*([1-9][0-9]?)", value) if isinstance(value, str) else None
        demand(match is not None, f"{value!r} is no point")
        column, row = LETTERS.index(match[1].upper()), int(match[2]) - 1
        demand(column < self.board.width and row < self.board.height, f"{value} is not on the board")
        return 1 << row * self.board.width + column

    def points(self, value: Any) -> PointSet:
        """A list of points, none twice."""
        points = items(self.point)(value)
        demand(sum(points) == self.union(points), "a point stands twice")
        return sum(points)

    @staticmethod
    def union(sets: list[PointSet]) -> PointSet:
        """The points of all sets."""
        union = 0
        for points in sets:
            union |= points
        return union

    def next(self, value: Any) -> Next:
        """An end or the number of a node."""
        return word(*ENDS)(value) if isinstance(value, str) else NODE(value)

    def answer(self, value: Any) -> Answer:
        """An end, or a move of the prover and what follows."""
        if isinstance(value, str):
            return word(*ENDS)(value)
        demand(isinstance(value, list) and len(value) == 2, f"{value!r} is no answer")
        return (0 if value[0] == "pass" else self.point(value[0]), self.next(value[1]))

    def start(self, value: Any) -> Union[Next, Answer]:
        """A next or an answer."""
        return self.answer(value) if isinstance(value, list) else self.next(value)

    def reply(self, value: Any) -> tuple[PointSet, Answer]:
        """A point and its answer."""
        demand(isinstance(value, list) and len(value) == 2, f"{value!r} is no pair of a point and an answer")
        return self.point(value[0]), self.answer(value[1])

    def replies(self, value: Any) -> dict[PointSet, Answer]:
        """Answers by the points that they answer."""
        replies = items(self.reply)(value)
        demand(len(dict(replies)) == len(replies), "a point is answered twice")
        return dict(replies)

    def nodes(self, lines: Lines, count: int) -> dict[int, "Node"]:
        """The nodes that follow in a file."""
        nodes: dict[int, Node] = {}
        for _ in range(count):
            line = lines.next()
            name = line.take("node", NODE)
            demand(name not in nodes, f"two nodes have the number {name}")
            nodes[name] = Node(line.take("pass", self.answer, None), line.take("replies", self.replies, {}))
            line.close()
        return nodes


class Position(NamedTuple):
    """A board with stones, as the first line of each kind of proof says."""

    board: Board
    reader: Reader
    black: PointSet
    white: PointSet
    to_move: Union[str, None]
    ko: PointSet
    suicide: bool

    def of(self, color: str) -> PointSet:
        """The stones of a color."""
        return self.black if color == "black" else self.white


def other_color(color: str) -> str:
    """The other color."""
    return "white" if color == "black" else "black"


def read_position(line: Fields, moves: bool, suicide: bool) -> Position:
    """The fields of a first line that say the position: with `moves` also the side to move and a ko."""
    board = Board(line.take("width", number(25, 1)), line.take("height", number(25, 1)))
    reader = Reader(board)
    black, white = line.take("black", reader.points), line.take("white", reader.points)
    to_move = line.take("to_move", word("black", "white")) if moves else None
    ko = line.take("ko", reader.point, 0) if moves else 0
    position = Position(board, reader, black, white, to_move, ko, suicide and line.take("suicide", truth, False))
    demand(not black & white, "a point has two stones")
    demand(all_have_liberties(board, black, white), "a block has no liberty")
    if ko:
        mine, others = position.of(to_move), position.of(other_color(to_move))
        demand(not ko & (black | white) and not board.beside(ko) & ~others, "no ko can be there")
        demand(any(is_ko_stone(board, ko, stone, mine, others) for stone in each(board.beside(ko))), "no ko was taken")
    return position


def all_have_liberties(board: Board, black: PointSet, white: PointSet) -> bool:
    """Whether each block has a liberty."""
    empty = board.all & ~(black | white)
    return all(board.spread(block) & empty for stones in (black, white) for block in board.blocks(stones))


def is_ko_stone(board: Board, ko: PointSet, stone: PointSet, mine: PointSet, others: PointSet) -> bool:
    """Whether a stone of the other side can just have taken one on the ko's point."""
    alone = not board.beside(stone) & ~ko & ~mine
    return alone and all_have_liberties(board, mine | ko, others & ~stone)


# Proofs of reading: section 4.

ATTACKER, DEFENDER = 0, 1
OTHER_GOAL = {"kill": "live", "live": "kill"}
CLAIMS: dict[str, list[tuple[bool, str, Union[int, None]]]] = {  # whether of the goal, retakes, number
    "achieved": [(True, "refuter", None)],
    "refuted": [(False, "refuter", None)],
    "ko-the-other-needs-threats": [(True, "nobody", None), (False, "prover", 2)],
    "ko-needs-threats": [(True, "prover", None), (False, "nobody", None)],
}


class Place(NamedTuple):
    """A position in a claim: stones of attacker and defender, side to move, ban, retakes, points of blocks gone."""

    stones: tuple[PointSet, PointSet]
    to_move: int
    ban: PointSet
    retakes: int
    gone: PointSet


class Shown(NamedTuple):
    """What is shown of a position: section 4.6."""

    zone: PointSet
    ground: PointSet
    elsewhere: int


def check_reading(line: Fields, lines: Lines) -> str:
    """Check a proof of reading."""
    position = read_position(line, moves=True, suicide=True)
    blocks = line.take("blocks", position.reader.points)
    goal, verdict = line.take("goal", word("kill", "live")), line.take("verdict", word(*CLAIMS))
    claims = line.take("claims", COUNT)
    line.close()
    demand(1 <= size(blocks) <= 32, "a proof names 1 to 32 blocks")
    of_black, of_white = not blocks & ~position.black, not blocks & ~position.white
    demand(of_black or of_white, "the blocks are no stones of one color")
    defender = "black" if of_black else "white"
    demand(claims == len(CLAIMS[verdict]), "another number of claims belongs to the verdict")
    is_open = [
        Claim(position, blocks, defender, lines).check(goal if same else OTHER_GOAL[goal], retakes, times)
        for same, retakes, times in CLAIMS[verdict]
    ]
    names = position.board.names(blocks)
    return (
        f"{position.to_move} to move, {goal} {names} of {defender}: {verdict}"
        + (", suicide allowed" if position.suicide else "")
        + (f", {position.to_move} may not play at {position.board.name(position.ko)}" if position.ko else "")
        + (", the outside given to the other side" if any(is_open) else "")
    )


class Claim:
    """A claim of a proof of reading with its nodes."""

    def __init__(self, position: Position, blocks: PointSet, defender: str, lines: Lines) -> None:
        reader, line = position.reader, lines.next()
        self.board, self.position, self.blocks, self.suicides = position.board, position, blocks, position.suicide
        self.colors = (other_color(defender), defender)
        self.goal = line.take("goal", word("kill", "live"))
        self.retakes = line.take("retakes", word("refuter", "nobody", "prover"))
        self.number = line.take("number", number(255), None)
        self.region = reader.union(line.take("region", items(reader.point)))
        self.wall_liberties = line.take("outside", COUNT, None)
        self.start = line.take("start", reader.start)
        count = line.take("nodes", COUNT)
        line.close()
        self.nodes = reader.nodes(lines, count)
        self.prover = ATTACKER if self.goal == "kill" else DEFENDER
        self.refuter = 1 - self.prover
        self.retaker = {"refuter": self.refuter, "nobody": None, "prover": self.prover}[self.retakes]
        self.endless = self.retaker if self.number is None else None
        self.met: dict[int, Place] = {}
        self.shown: dict[int, Shown] = {}

    def check(self, goal: str, retakes: str, times: Union[int, None]) -> bool:
        """Check the claim; whether it is open to the outside."""
        demand((self.goal, self.retakes, self.number) == (goal, retakes, times), "another claim belongs to the verdict")
        demand(not self.blocks & ~self.region, "a block in question is not in the region")
        self.see_outside()
        start = self.follow_start(self.first_place())
        demand(len(self.met) == len(self.nodes), "a node is not reached")
        if self.goal == "kill":
            for point, most in self.limits:
                holds = not point & start.ground & self.secure[ATTACKER] or start.elsewhere <= most
                demand(holds, "the walls may fall before the blocks do")
        return bool(start.ground & self.rim)

    # The arena: section 4.1.

    def see_outside(self) -> None:
        """Work out what follows from the stones outside the region."""
        board, attackers = self.board, self.position.of(self.colors[ATTACKER])
        empty = board.all & ~(self.position.black | self.position.white)
        outside = board.all & ~self.region
        self.rim: PointSet = 0
        secure = [0, 0]
        self.limits: list[tuple[PointSet, int]] = []
        standing = board.pass_alive(attackers, board.all, board.all & ~attackers, outside)[0]
        for point in each(self.region):
            out = board.beside(point) & outside
            walls, others = out & attackers, out & ~attackers
            if others:
                self.rim |= point
                secure[DEFENDER if self.goal == "kill" else ATTACKER] |= point
            for block in board.parts(walls, attackers):
                secure[ATTACKER] |= point
                if self.goal == "kill" and block & ~standing:
                    self.limits.append((point, max(size(board.spread(block) & empty & outside) - 1, 0)))
            n_empty = size(others & empty)
            if self.goal == "kill" and self.wall_liberties is not None and not point & secure[ATTACKER]:
                if n_empty >= max(self.wall_liberties, 1):
                    secure[ATTACKER] |= point
                    self.limits.append((point, n_empty - 1))
        self.secure = (secure[ATTACKER], secure[DEFENDER])

    # Positions and plays: section 4.2.

    def first_place(self) -> Place:
        """The position at the start."""
        stones = tuple(self.position.of(color) & self.region for color in self.colors)
        to_move = self.colors.index(self.position.to_move)
        ban = 0 if self.endless == to_move else self.position.ko & self.region
        retakes = 0 if self.retaker is None else self.number or 0
        return Place((stones[0], stones[1]), to_move, ban, retakes, 0)

    def empty(self, place: Place) -> PointSet:
        """The empty points of the region."""
        return self.region & ~(place.stones[0] | place.stones[1])

    def spread(self, points: PointSet) -> PointSet:
        """Points and their neighbors in the region."""
        return self.board.spread(points) & self.region

    def banned(self, place: Place) -> PointSet:
        """Where the side to move may not play because of a ko."""
        return 0 if place.to_move == self.retaker and place.retakes > 0 else place.ban

    def after_pass(self, place: Place) -> Place:
        """The position after a pass."""
        return place._replace(to_move=1 - place.to_move, ban=0)

    def after_play(self, place: Place, point: PointSet) -> Union[Place, None]:
        """The position after a play; none if it is illegal."""
        side, other = place.to_move, 1 - place.to_move
        if not point & self.empty(place) & ~self.banned(place):
            return None
        mine, others = place.stones[side] | point, place.stones[other]
        empty = self.region & ~(mine | others)
        near = self.board.parts(self.spread(point), others)
        taken = sum(block for block in near if not self.spread(block) & empty and not block & self.secure[other])
        made = self.board.flood(point, mine)
        liberties = self.spread(made) & (empty | taken)
        suicide = not liberties and not made & self.secure[side]
        if suicide and not (self.suicides and size(made) > 1 and not made & self.rim):
            return None
        single = size(taken) == 1 and made == point and liberties == taken
        ko = single and not suicide and not point & (self.rim | self.secure[side])
        lost = taken if side == ATTACKER else made if suicide else 0
        mine, others = mine & ~made if suicide else mine, others & ~taken
        return Place(
            (mine, others) if side == ATTACKER else (others, mine),
            other,
            taken if ko and self.endless != other else 0,
            max(place.retakes - 1, 0) if point == place.ban else place.retakes,
            place.gone | lost & self.blocks,
        )

    def target(self, place: Place) -> PointSet:
        """The blocks in question that are not gone."""
        return self.board.flood(self.blocks & ~place.gone, place.stones[DEFENDER])

    # Ends: section 4.3.

    def end(self, place: Place, name: str) -> Shown:
        """What an end shows, which must hold."""
        shown = {"captured": self.captured, "dead": self.dead, "alive": self.alive}[name](place)
        demand(shown is not None, f"the end {name} does not hold")
        return shown

    def captured(self, place: Place) -> Union[Shown, None]:
        """All blocks in question are gone."""
        return Shown(0, 0, 0) if self.goal == "kill" and place.gone == self.blocks else None

    def alive(self, place: Place) -> Union[Shown, None]:
        """A block in question lives though its owner passes."""
        mine = place.stones[DEFENDER]
        without = self.region & ~mine
        is_open = self.board.flood(self.secure[ATTACKER] | self.secure[DEFENDER], without)
        empty = without if self.suicides else self.empty(place)
        living, shown = self.board.pass_alive(mine, self.region, empty, self.region & ~is_open)
        if self.goal != "live" or not living & self.target(place):
            return None
        zone = self.closed(place, shown)
        return Shown(zone, zone, 0)

    def dead(self, place: Place) -> Union[Shown, None]:
        """Walls enclose the blocks in question, which have no room for two eyes."""
        board, target = self.board, self.target(place)
        walls = board.flood(self.secure[ATTACKER], place.stones[ATTACKER])
        area = board.flood(target, self.region & ~walls)
        if self.goal != "kill" or not target or area & self.secure[DEFENDER]:
            return None
        inner = area & ~self.secure[ATTACKER] & ~board.spread(walls)
        room = inner & ~target
        moves = 6 if board.one_eye(room) else self.moves_in_room(place, room, target)
        if moves is None:
            return None
        around = board.flood(self.spread(area), walls)
        zone = self.closed(place, around | inner | target)
        return Shown(zone, around | inner | target | area, moves + size(area & ~target))

    def moves_in_room(self, place: Place, room: PointSet, target: PointSet) -> Union[int, None]:
        """How many moves elsewhere a room grants at most; none if it is no room of 4.4."""
        board = self.board
        connected = size(room) <= 6 and board.flood(first(room), room) == room
        bounded = not room & (place.stones[DEFENDER] | self.rim) and not board.beside(room) & ~target
        if not (connected and bounded and board.flood(first(target), target) == target):
            return None
        touching = room & board.spread(target)
        rounds, n_lost = play_room(board.width, board.height, room, touching, self.suicides)
        position = (place.stones[ATTACKER] & room, 0)
        return rounds[position] + 2 * n_lost + 2 if position in rounds else None

    # Zones: section 4.5.

    def blocks_beside(self, place: Place, point: PointSet, side: int) -> list[PointSet]:
        """The blocks of a side beside a point."""
        return self.board.parts(self.spread(point), place.stones[side])

    def liberties(self, place: Place, block: PointSet) -> PointSet:
        """The liberties of a block in the region."""
        return self.spread(block) & self.empty(place)

    def add_with_liberty(
        self, place: Place, zone: PointSet, block: PointSet, side: int, unless: PointSet
    ) -> PointSet:
        """A zone with a block, and with a liberty of it if it needs one."""
        liberties = self.liberties(place, block) & ~unless
        needs = not block & self.secure[side] and not liberties & zone
        return zone | block | (first(liberties) if needs else 0)

    def closed(self, place: Place, zone: PointSet) -> PointSet:
        """A zone with whole blocks of the prover and their liberties."""
        for block in self.board.parts(zone, place.stones[self.prover]):
            zone = self.add_with_liberty(place, zone, block, self.prover, 0)
        return zone

    def stays(self, place: Place, block: PointSet, side: int, point: PointSet) -> bool:
        """Whether a block is secure or has a liberty other than a point."""
        return bool(block & self.secure[side] or self.liberties(place, block) & ~point)

    def taken(self, place: Place, point: PointSet, side: int) -> PointSet:
        """The blocks of a side that a play on a point takes."""
        blocks = self.blocks_beside(place, point, side)
        return sum(block for block in blocks if not self.stays(place, block, side, point))

    def is_suicide(self, place: Place, point: PointSet, side: int) -> bool:
        """Whether a play would be suicide."""
        if self.board.beside(point) & self.empty(place) or point & self.secure[side]:
            return False
        friends = self.blocks_beside(place, point, side)
        stays = any(self.stays(place, block, side, point) for block in friends)
        return not stays and not self.taken(place, point, 1 - side)

    def add_suicide(self, place: Place, zone: PointSet, point: PointSet, side: int) -> PointSet:
        """A zone with all that makes a play suicide."""
        zone |= self.spread(point)
        for block in self.blocks_beside(place, point, side):
            zone |= self.spread(block)
        for block in self.blocks_beside(place, point, 1 - side):
            zone = self.add_with_liberty(place, zone, block, 1 - side, point)
        return zone

    def add_legality(self, place: Place, zone: PointSet, point: PointSet, side: int) -> PointSet:
        """A zone with a reason why a play is no suicide."""
        empty = self.spread(point) & ~point & self.empty(place)
        if empty & zone or point & self.secure[side]:
            return zone
        if empty:
            return zone | first(empty)
        for block in self.blocks_beside(place, point, side):
            if self.stays(place, block, side, point):
                return self.add_with_liberty(place, zone, block, side, point)
        return zone

    def of_play(self, place: Place, point: PointSet, zone: PointSet) -> PointSet:
        """The zone before a play of the prover, from the zone after it."""
        zone |= point
        taken = self.taken(place, point, self.refuter)
        for block in self.blocks_beside(place, point, self.refuter):
            if not block & taken:
                zone = self.add_with_liberty(place, zone, block, self.refuter, point)
        if taken:
            zone |= self.spread(taken) | self.spread(point)
        elif self.is_suicide(place, point, self.prover):
            zone = self.add_suicide(place, zone, point, self.prover)
        else:
            zone = self.add_legality(place, zone, point, self.prover)
        return self.closed(place, zone)

    def guarded(self, place: Place, zone: PointSet) -> PointSet:
        """A zone with whole blocks of the refuter and two liberties of each."""
        for block in self.board.parts(zone, place.stones[self.refuter]):
            zone |= block
            if not block & self.secure[self.refuter]:
                liberties = self.liberties(place, block)
                if size(liberties) < 2:
                    zone |= self.spread(block)
                missing, rest = 2 - size(liberties & zone), liberties & ~zone
                for liberty in list(each(rest))[: max(missing, 0)]:
                    zone |= liberty
        return zone

    def of_replies(self, place: Place, zone: PointSet, replies: list[tuple[PointSet, PointSet]]) -> PointSet:
        """The zone of a node from that of a pass and those after plays of the refuter."""
        for point, other_zone in replies:
            zone |= other_zone | point
            taken = self.taken(place, point, self.prover)
            if taken:
                zone |= self.spread(taken) | self.spread(point)
        seen = 0
        while True:
            zone = self.closed(place, zone)
            if self.suicides:
                zone = self.guarded(place, zone)
            fresh = zone & self.empty(place) & ~seen
            if not fresh:
                return zone
            seen |= fresh
            for point in each(fresh):
                if self.is_suicide(place, point, self.refuter):
                    zone = self.add_suicide(place, zone, point, self.refuter)
                elif self.suicides:
                    zone = self.add_legality(place, zone, point, self.refuter)

    # The walk: section 4.6.

    def follow_start(self, place: Place) -> Shown:
        """What the start of the claim shows."""
        if isinstance(self.start, tuple):
            return self.follow_answer(place, self.start, 0)
        return self.follow_next(place, self.start, 0)

    def follow_next(self, place: Place, following: Next, depth: int) -> Shown:
        """What an end or a node shows."""
        return self.end(place, following) if isinstance(following, str) else self.node(place, following, depth + 1)

    def follow_answer(self, place: Place, answer: Answer, depth: int) -> Shown:
        """What an answer of the prover shows."""
        if isinstance(answer, str):
            return self.end(place, answer)
        point, following = answer
        demand(place.to_move == self.prover, "the prover is not to move")
        after = self.after_play(place, point) if point else self.after_pass(place)
        demand(after is not None, f"the move {self.board.names(point)} is illegal")
        shown = self.follow_next(after, following, depth)
        zone = self.of_play(place, point, shown.zone) if point else self.closed(place, shown.zone)
        return Shown(zone, shown.ground | zone, shown.elsewhere)

    def node(self, place: Place, name: int, depth: int) -> Shown:
        """What a node shows, which stands for a position."""
        demand(name in self.nodes, f"there is no node {name}")
        demand(depth <= MOST_ON_LINE, "a line is too long")
        demand(place.to_move == self.refuter, f"the refuter is not to move at node {name}")
        if name in self.met:
            demand(self.met[name] == place, f"node {name} stands for two positions")
            demand(name in self.shown, f"node {name} is met below itself")
            return self.shown[name]
        self.met[name] = place
        try:
            self.shown[name] = self.all_moves(place, self.nodes[name], depth)
        except Refused as wrong:
            raise Refused(str(wrong) if "node" in str(wrong) else f"node {name}: {wrong}") from None
        return self.shown[name]

    def all_moves(self, place: Place, node: Node, depth: int) -> Shown:
        """What a node shows if it answers exactly what it has to."""
        stays = self.goal == "live" and not self.banned(place)
        if stays:
            target = self.target(place)
            demand(bool(target), "the blocks in question are gone")
            demand(node.on_pass is None, "a pass needs no answer")
            zone = ground = self.closed(place, target)
            elsewhere = 0
        else:
            demand(node.on_pass is not None, "a pass is not answered")
            shown = self.follow_answer(self.after_pass(place), node.on_pass, depth)
            zone, ground, elsewhere = shown.zone, shown.ground, shown.elsewhere + 1
        looked_at: PointSet = 0
        answered: list[tuple[PointSet, PointSet]] = []
        wanted = self.of_replies(place, zone, [])
        while True:
            before = len(answered)
            for point in each(wanted & self.empty(place) & ~looked_at):
                after = self.after_play(place, point)
                if after is not None:
                    demand(point in node.replies, f"{self.board.name(point)} is not answered")
                    shown = self.follow_answer(after, node.replies[point], depth)
                    ground, elsewhere = ground | shown.ground, max(elsewhere, shown.elsewhere)
                    answered.append((point, shown.zone))
            looked_at |= wanted
            wanted = self.of_replies(place, zone, answered)
            if not stays or len(answered) == before:
                break
        demand(len(answered) == len(node.replies), "a move is answered that need not be")
        return Shown(wanted, ground | wanted, elsewhere)


# Rooms: section 4.4.

Room = tuple[PointSet, PointSet]  # the stones of the attacker and of the defender in a room


@lru_cache(maxsize=None)
def play_room(
    width: int, height: int, room: PointSet, touching: PointSet, suicides: bool
) -> tuple[dict[Room, int], int]:
    """The rounds of the positions of a room that have one, and in how many rounds positions became lost."""
    board = Board(width, height)

    def empty(at: Room) -> PointSet:
        return room & ~(at[0] | at[1])

    def choked(stones: PointSet, free: PointSet) -> PointSet:
        return stones & ~board.flood(board.spread(free), stones)

    def inner(defenders: PointSet) -> PointSet:
        return defenders & ~board.flood(touching, defenders)

    def liberties(at: Room) -> PointSet:
        return empty(at) & (touching | board.spread(board.flood(touching, at[1])))

    def may_remove(stones: PointSet) -> bool:
        return not stones or suicides and size(stones) > 1

    def attack(at: Room, point: PointSet) -> Union[Room, None]:
        mine, others = at[0] | point, at[1]
        others &= ~choked(inner(others), room & ~(mine | others))
        lost = choked(mine, room & ~(mine | others))
        return (mine & ~lost, others) if may_remove(lost) else None

    def defend(at: Room, point: PointSet, last: bool) -> Union[tuple[Room, PointSet], None]:
        others, mine = at[0], at[1] | point
        taken = choked(others, room & ~(mine | others))
        others &= ~taken
        lost = choked(inner(mine), room & ~(mine | others))
        after = (others, mine & ~lost)
        if not may_remove(lost) or last and not liberties(after):
            return None
        around = board.beside(point) & room
        single = size(taken) == 1 and not lost and not point & touching and not around & mine
        return after, taken if single and around & empty(after) == taken else 0

    def proper(at: Room) -> bool:
        return not choked(at[0], empty(at)) and not choked(inner(at[1]), empty(at))

    def taken_by_play(at: Room, ban: PointSet) -> bool:
        free = liberties(at)
        if not free or size(free) == 1 and free != ban:
            return True
        return any(attack(at, point) in lost for point in each(empty(at) & ~ban))

    def taken(at: Room, ban: PointSet) -> bool:
        return at in lost or taken_by_play(at, ban)

    def is_lost(at: Room) -> bool:
        plays = [defend(at, point, True) for point in each(empty(at))]
        return taken_by_play(at, 0) and all(taken(*play) for play in plays if play is not None)

    def promised(at: Room) -> bool:
        plays = [defend(at, point, False) for point in each(empty(at))]
        return taken(at, 0) and all(goes_back(*play) for play in plays if play is not None)

    def goes_back(at: Room, ban: PointSet) -> bool:
        if not taken(at, ban):
            return False
        return at in rounds or any(attack(at, point) in rounds for point in each(empty(at) & ~ban))

    positions: list[Room] = [(0, 0)]
    for point in each(room):
        positions += [(a | point, d) for a, d in positions] + [(a, d | point) for a, d in positions]
    positions = [at for at in positions if proper(at)]
    lost: set[Room] = set()
    n_lost = 0
    while more := [at for at in positions if at not in lost and is_lost(at)]:
        lost |= set(more)
        n_lost += 1
    rounds: dict[Room, int] = {}
    n_rounds = 0
    while more := [at for at in positions if at not in rounds and promised(at)]:
        rounds.update({at: n_rounds for at in more})
        n_rounds += 1
    return rounds, n_lost


# Proofs of safety: section 5.

Pair = tuple[PointSet, PointSet]


class Safe:
    """What is shown to be safe for a color so far, and the points on which it rests."""

    def __init__(self, position: Position, owner: str) -> None:
        self.position, self.board = position, position.board
        self.own, self.others = position.of(owner), position.of(other_color(owner))
        self.stones: PointSet = 0
        self.territory: PointSet = 0
        self.used: PointSet = 0
        self.rests: PointSet = 0


class SafetyFields(NamedTuple):
    """The fields that say what follows of a proof of safety."""

    pairs: list[Pair]
    n_steps: int
    walls: PointSet
    n_windows: int

    @staticmethod
    def read(line: Fields, reader: Reader, walls: PointSet, *without_steps: int) -> "SafetyFields":
        """Read these fields but the walls; the number of steps may be left out if there is one to use instead."""
        pairs = line.take("pairs", items(items(reader.point, 2)), [])
        n_steps = line.take("steps", COUNT, *without_steps)
        return SafetyFields([(a, b) for a, b in pairs], n_steps, walls, line.take("windows", COUNT, 0))


def check_safety(line: Fields, lines: Lines) -> str:
    """Check a proof of safety."""
    position = read_position(line, moves=False, suicide=True)
    board, reader = position.board, position.reader
    owner = line.take("color", word("black", "white"))
    stones, territory = line.take("stones", reader.points), line.take("territory", reader.points, 0)
    fields = SafetyFields.read(line, reader, stones, 0)
    line.close()
    safe = show_safe(position, owner, fields, lines)
    demand(not stones & ~safe.stones, f"not shown to be safe: {board.names(stones & ~safe.stones)}")
    rest = territory & ~safe.territory
    demand(not rest, f"not shown to be territory: {board.names(rest)}")
    return (
        f"{other_color(owner)} to move, {owner} keeps {board.names(stones)}, territory {board.names(territory)}"
        + (", suicide allowed" if position.suicide else "")
    )


def show_safe(position: Position, owner: str, fields: SafetyFields, lines: Lines) -> Safe:
    """Check pairs, steps and windows, one after the other."""
    safe = Safe(position, owner)
    if position.suicide:
        demand(not fields.pairs and fields.n_steps == 0, "with suicide there are only windows")
    else:
        Pairs(safe, fields.pairs).check()
    for _ in range(fields.n_steps):
        check_step(safe, lines)
    if fields.n_windows:
        check_windows(safe, fields, lines)
    return safe


class Chain(NamedTuple):
    """Stones that pairs connect, and the points that are secured for them."""

    stones: PointSet
    secured: PointSet


class Pairs:
    """Pairs of points, of which the owner gets one each: section 5.1."""

    def __init__(self, safe: Safe, pairs: list[Pair]) -> None:
        self.safe, self.board, self.own, self.pairs = safe, safe.board, safe.own, pairs
        self.free = self.board.all & ~self.own
        self.empty = self.free & ~safe.others
        points = [point for pair in pairs for point in pair]
        demand(len(set(points)) == len(points) and not sum(set(points)) & ~self.empty, "pairs are not empty, or meet")
        self.of_pairs = sum(points)
        self.regions = self.board.blocks(self.free) if self.own else []
        self.chains = self.work_out_chains()
        self.counts = {(r, c): self.count(r, c) for r in self.regions for c in self.chains}

    def work_out_chains(self) -> list[Chain]:
        """Blocks that pairs connect."""
        board = self.board
        chains = [Chain(block, board.spread(block) & self.free) for block in board.blocks(self.own)]
        changed = True
        while changed:
            changed = False
            for a, b in self.pairs:
                met = [chain for chain in chains if a & chain.secured and b & chain.secured]
                if met:
                    secured = board.beside(a) & board.beside(b) & self.free
                    for chain in met:
                        secured |= chain.secured
                    one = Chain(sum(chain.stones for chain in met), secured)
                    changed = changed or met != [one]
                    chains = [chain for chain in chains if chain not in met] + [one]
        return chains

    def lasts(self, points: PointSet, pairs: list[Pair]) -> bool:
        """Whether a set of points is lasting."""
        return size(points) > sum(size(points & (a | b)) == 1 for a, b in pairs)

    def partner(self, chain: Chain, pair: Pair) -> PointSet:
        """The other point of a pair of which one is secured, if the owner may count on it."""
        a, b = pair
        secured = chain.secured & (a | b)
        other = (a | b) & ~secured
        good = size(secured) == 1 and self.board.beside(a) & b and self.board.beside(other) & self.own
        return other if good else 0

    def count(self, region: PointSet, chain: Chain) -> int:
        """How often a region counts for a chain: 0 if it is not vital."""
        needed = region if region & self.of_pairs else region & self.empty
        shown = chain.secured | Reader.union([self.partner(chain, pair) for pair in self.pairs])
        vital = self.lasts(region, self.pairs) and self.board.beside(region) & chain.stones and not needed & ~shown
        if not vital:
            return 0
        return 2 if any(all(self.cuts(point, region, chain) for point in pair) for pair in self.pairs) else 1

    def cuts(self, point: PointSet, region: PointSet, chain: Chain) -> bool:
        """Whether a region falls into lasting parts without a point."""
        parts = self.board.blocks(region & ~point)
        others = [pair for pair in self.pairs if point not in pair]
        inside = point & region & chain.secured
        return bool(inside) and len(parts) >= 2 and all(self.lasts(part, others) for part in parts)

    def check(self) -> None:
        """Work out what is safe."""
        left, removed = self.regions, True
        while removed:
            sums = {chain: sum(self.counts[region, chain] for region in left) for chain in self.chains}
            dying = sum(chain.stones for chain in self.chains if sums[chain] < 2)
            staying = [region for region in left if not self.board.beside(region) & dying]
            removed = staying != left
            left = staying
        living = [chain for chain in self.chains if sums[chain] >= 2]
        stones = sum(chain.stones for chain in living)
        for a, b in self.pairs:
            region = next((region for region in self.regions if region & a), 0)
            closed = region and not self.board.beside(region) & self.own & ~stones
            purpose = any(
                not (a | b) & ~chain.secured or closed and self.partner(chain, (a, b)) for chain in living
            )
            demand(bool(purpose), f"the pair {self.board.names(a | b)} has no purpose")
        eyes = sum(region for region in left if any(self.counts[region, chain] for chain in self.chains))
        answered = sum(region for region in self.regions if region & self.of_pairs)
        safe = self.safe
        safe.stones, safe.used, safe.rests = stones, eyes | answered, eyes | self.of_pairs
        secured = Reader.union([chain.secured for chain in living])
        for area in self.board.blocks(self.board.all & ~stones) if stones else []:
            candidates = area & ~secured & ~(safe.others & ~answered)
            hole = self.has_hole(area)
            if self.board.one_eye(sum(p for p in each(candidates) if hole or self.is_eye(p))):
                safe.territory |= area

    def diagonal(self, point: PointSet) -> PointSet:
        """The points that differ by one in column and in row."""
        aside = self.board.beside(point)
        rows = Reader.union([p for p in each(aside) if p in (point << 1, point >> 1)])
        columns = aside & ~rows
        return self.board.beside(rows) & Reader.union([self.board.beside(p) for p in each(columns)]) & ~point

    def is_eye(self, point: PointSet) -> bool:
        """Whether a point may become an eye of the other color, by the safe stones diagonal to it."""
        around = self.diagonal(point)
        return size(around & self.safe.stones) < (2 if size(around) == 4 else 1)

    def has_hole(self, area: PointSet) -> bool:
        """Whether points outside an area are not connected with the edge of the board."""
        board, outside = self.board, self.board.all & ~area
        edge = (1 << board.width) - 1
        edge |= edge << board.width * (board.height - 1) | board.left | board.right
        reached, more = 0, edge & outside
        while more != reached:
            reached = more
            around = reached | Reader.union([self.diagonal(point) for point in each(reached)])
            more = (board.spread(reached) | around) & outside
        return reached != outside


def check_step(safe: Safe, lines: Lines) -> None:
    """Check a step: section 5.2."""
    board, reader = safe.board, safe.position.reader
    line = lines.next()
    n_regions, together = line.take("regions", number(2**64 - 1, 1)), line.take("together", truth, False)
    line.close()
    demand(together == (n_regions > 1), "a step is together if it has more than one region")
    empty = board.all & ~(safe.own | safe.others)
    all_walls, serving, territory = 0, [], 0
    for _ in range(n_regions):
        line = lines.next()
        region = line.take("region", reader.points)
        keeps = line.take("keeps", word("blocks", "territory"), None)
        start, count = line.take("start", reader.next, 0), line.take("nodes", COUNT, 0)
        line.close()
        nodes = reader.nodes(lines, count)
        demand(bool(region) and not (region | board.beside(region) & ~safe.own) & ~(region & ~safe.own), "no region")
        demand(not region & (safe.used | safe.territory), "a region is used already")
        walls = board.flood(board.beside(region), safe.own)
        safe.used |= region
        safe.rests |= region
        if keeps:
            strategy = Strategy(board, region, walls, safe.stones, nodes)
            strategy.check_step(safe.others & region, together, keeps == "territory", start)
        else:
            demand(not nodes, "a region that keeps nothing has no nodes")
        served = [wall for wall in board.blocks(walls) if keeps or not region & empty & ~board.spread(wall)]
        demand(bool(keeps or served), "a region serves no wall")
        territory |= region if keeps != "blocks" else 0
        all_walls |= walls
        serving.append((served, keeps))
    for wall in board.blocks(all_walls):
        if not wall & safe.stones:
            times = sum(wall in served for served, _ in serving)
            enough = times >= 2 if together else serving[0][1] is not None
            demand(enough, f"not enough regions serve {board.name(first(wall))}")
    safe.stones |= all_walls
    safe.territory |= territory


# Play in a region: section 5.3.


class Play(NamedTuple):
    """A position in a region; `gain` counts stones of the other color taken, less own stones."""

    own: PointSet
    others: PointSet
    ban: PointSet
    gain: int


class Strategy:
    """A strategy of the owner in a region, for a step or for a score."""

    def __init__(
        self, board: Board, region: PointSet, walls: PointSet, two_eyes: PointSet, nodes: dict[int, Node]
    ) -> None:
        self.board, self.region, self.walls, self.two_eyes, self.nodes = board, region, walls, two_eyes, nodes
        self.secure: PointSet = 0
        self.wall_eyes = 0
        self.keeps_walls, self.keeps_territory, self.counts_gain = True, False, False
        self.lead: Union[Callable[[Play], int], None] = None
        self.goal = 0
        self.met: dict[int, Play] = {}
        self.done: set[int] = set()

    def check_step(self, others: PointSet, together: bool, territory: bool, start: Next) -> None:
        """Check a strategy of a step."""
        self.wall_eyes, self.keeps_territory = int(together), territory
        self.follow_next(Play(0, others, 0, 0), start, 0)
        self.demand_all_met()

    def check_score(
        self, play: Play, secure: PointSet, lead: Callable[[Play], int], goal: int, first: bool, start: Any
    ) -> None:
        """Check a strategy of a score; `first` says whether the owner is to move."""
        self.secure, self.keeps_walls, self.lead, self.goal = secure, False, lead, goal
        if first:
            demand(not isinstance(start, int), "the owner is to move at the start")
            self.follow_answer(play, start, 0)
        else:
            demand(not isinstance(start, tuple), "the owner is not to move at the start")
            self.follow_next(play, start, 0)
        self.demand_all_met()

    def demand_all_met(self) -> None:
        """Refuse nodes that are not reached."""
        demand(len(self.met) == len(self.nodes), "a node is not reached")

    def empty(self, play: Play) -> PointSet:
        """The empty points of the region."""
        return self.region & ~(play.own | play.others)

    def eyes(self, block: PointSet) -> int:
        """How many eyes an owner block has outside the region."""
        return 2 if block & self.two_eyes else self.wall_eyes if block & self.walls else 0

    def after_other(self, play: Play, point: PointSet) -> Union[Play, None]:
        """The position after a play of the other color; none if it is illegal."""
        own, others = play.own, play.others | point
        empty = self.empty(play) & ~point
        near = self.board.parts(self.board.spread(point), own | self.walls)
        taken = sum(block for block in near if not self.board.spread(block) & empty and not self.eyes(block))
        demand(not taken & self.walls, f"{self.board.name(point)} takes a wall")
        made = self.board.flood(point, others)
        liberties = self.board.spread(made) & (empty | taken)
        if not liberties and not made & self.secure:
            return None
        ko = size(taken) == 1 and made == point and liberties == taken and not point & self.secure
        return Play(own & ~taken, others, taken if ko else 0, play.gain - self.counts_gain * size(taken))

    def after_owner(self, play: Play, point: PointSet) -> Play:
        """The position after a play of the owner, which must be legal."""
        demand(bool(point & self.empty(play) & ~play.ban), f"{self.board.name(point)} is not free")
        own, others = play.own | point, play.others
        empty = self.empty(play) & ~point
        near = self.board.parts(self.board.spread(point), others)
        taken = sum(block for block in near if not self.board.spread(block) & empty and not block & self.secure)
        made = self.board.flood(point, own | self.walls)
        legal = self.board.spread(made) & (empty | taken) or self.eyes(made)
        demand(bool(legal), f"{self.board.name(point)} is suicide")
        return Play(own, others & ~taken, 0, play.gain + self.counts_gain * size(taken))

    def alive(self, play: Play) -> PointSet:
        """The own stones and walls that live though the owner passes."""
        board, stones = self.board, play.own | self.walls
        blocks = board.blocks(stones)
        spaces = [part for part in board.blocks(self.region & ~play.own) if not part & self.secure]
        while True:
            left = sum(blocks)
            spaces = [space for space in spaces if not board.beside(space) & stones & ~left]
            staying = []
            for block in blocks:
                reach = board.spread(block)
                eyes = sum(bool(s & reach) and not s & self.empty(play) & ~reach for s in spaces)
                if self.eyes(block) + eyes >= 2:
                    staying.append(block)
            if staying == blocks:
                return left
            blocks = staying

    def no_two_eyes(self, play: Play, space: PointSet, alive: PointSet) -> bool:
        """Whether the other color has room for one eye at most in a space."""
        return self.board.one_eye(space & ~play.others & ~self.board.spread(alive))

    def check_end(self, play: Play, name: str) -> None:
        """Refuse an end that does not hold."""
        demand(name == "alive", f"the end {name} has no meaning here")
        if self.lead is not None:
            demand(self.lead(play) >= self.goal, f"the lead is {self.lead(play)} only")
            return
        alive = self.alive(play)
        demand(not self.walls & ~alive, "a wall does not live")
        if self.keeps_territory:
            spaces = self.board.blocks(self.region & ~alive)
            demand(all(self.no_two_eyes(play, space, alive) for space in spaces), "there is room for two eyes")

    def check_walls(self, play: Play) -> None:
        """Refuse a position in which a wall of a step has no liberty in the region."""
        if self.keeps_walls:
            for block in self.board.parts(self.walls, play.own | self.walls):
                kept = block & self.two_eyes or self.board.spread(block) & self.empty(play)
                demand(bool(kept), f"the wall {self.board.name(first(block & self.walls))} has no liberty")

    def follow_next(self, play: Play, following: Next, depth: int) -> None:
        """Check an end or a node."""
        if isinstance(following, str):
            self.check_end(play, following)
        else:
            self.node(play, following, depth + 1)

    def follow_answer(self, play: Play, answer: Answer, depth: int) -> None:
        """Check an answer of the owner."""
        self.check_walls(play)
        if isinstance(answer, str):
            self.check_end(play, answer)
            return
        point, following = answer
        demand(bool(point) or self.lead is None, "the owner may not pass")
        after = self.after_owner(play, point) if point else play._replace(ban=0)
        self.follow_next(after, following, depth)

    def node(self, play: Play, name: int, depth: int) -> None:
        """Check a node, which stands for a position with the other color to move."""
        demand(name in self.nodes, f"there is no node {name}")
        demand(depth <= MOST_ON_LINE, "a line is too long")
        if name in self.met:
            demand(self.met[name] == play, f"node {name} stands for two positions")
            demand(name in self.done, f"node {name} is met below itself")
            return
        self.met[name] = play
        node = self.nodes[name]
        self.check_walls(play)
        demand(node.on_pass is not None, f"node {name} does not answer a pass")
        self.follow_answer(play._replace(ban=0), node.on_pass, depth)
        n_legal = 0
        for point in each(self.empty(play)):
            after = self.after_other(play, point)
            if after is not None:
                n_legal += 1
                demand(point in node.replies, f"node {name} does not answer {self.board.name(point)}")
                self.follow_answer(after, node.replies[point], depth)
        demand(n_legal == len(node.replies), f"node {name} answers an illegal play")
        self.done.add(name)


# Windows: section 5.4.

ALONE, ANCHORED, ALIVE = 0, 1, 2


class Eye(NamedTuple):
    """A promise to keep a liberty for walls."""

    walls: PointSet
    double: bool


class Window:
    """A window with its promises."""

    def __init__(self, safe: Safe, walls: PointSet, line: Fields) -> None:
        self.board, self.safe, self.walls = safe.board, safe, walls
        reader = safe.position.reader
        self.points = line.take("window", reader.points)
        self.links = line.take("links", items(self.read_link), [])
        self.eyes = line.take("eyes", items(self.read_eye), [])
        self.territory = line.take("territory", reader.points, 0)
        line.close()
        demand(len(self.links) <= 64 and len(self.eyes) <= 64, "a window has too many promises")
        demand(not self.territory & ~self.points, "territory of a window lies elsewhere")
        self.standing: dict[PointSet, int] = {}
        outside = self.board.all & ~(self.points | walls)
        self.open = self.points & self.board.spread(outside)
        self.near = self.board.flood(self.board.spread(self.points), walls)

    def read_walls(self, value: Any) -> PointSet:
        """The walls on which points stand, none twice."""
        named = items(self.safe.position.reader.point)(value)
        walls = [self.board.flood(point, self.walls) for point in named]
        demand(bool(walls) and all(walls), "a promise names what is no wall")
        demand(len(set(walls)) == len(walls), "a promise names a wall twice")
        return sum(walls)

    def read_link(self, value: Any) -> tuple[int, list[PointSet]]:
        """The order of a link and its ends."""
        demand(isinstance(value, dict), "a link is no object")
        fields = Fields(value)
        link = fields.take("order", COUNT), fields.take("ends", items(self.read_walls))
        fields.close()
        return link

    def read_eye(self, value: Any) -> Eye:
        """An eye."""
        demand(isinstance(value, dict), "an eye is no object")
        fields = Fields(value)
        eye = Eye(fields.take("walls", self.read_walls), fields.take("double", truth, False))
        fields.close()
        return eye

    # Play in the window.

    def empty(self, own: PointSet, others: PointSet) -> PointSet:
        """The empty points."""
        return self.points & ~(own | others)

    def groups(self, own: PointSet) -> list[PointSet]:
        """The walls beside the window with the own stones that they are connected with."""
        return self.board.parts(self.near, self.near | own)

    def held(self, own: PointSet) -> PointSet:
        """The own stones that are connected with walls."""
        return own & sum(self.groups(own))

    def start(self) -> tuple[PointSet, PointSet]:
        """The own and the other stones at the start."""
        own, others = self.safe.own & self.points, self.safe.others & self.points
        empty = self.empty(own, others)
        loose = self.board.blocks(own & ~self.held(own))
        loose += [block for block in self.board.blocks(others) if not block & self.open]
        demand(all(self.board.spread(block) & empty for block in loose), "a block in a window has no liberty")
        return own, others

    def after_other(
        self, own: PointSet, others: PointSet, point: PointSet
    ) -> tuple[PointSet, Union[PointSet, None]]:
        """The other stones during a play of the other color, and after it; none if the play changes nothing."""
        during = others | point
        empty = self.empty(own, during)
        for block in self.board.parts(self.board.spread(point), own & ~self.held(own)):
            demand(bool(self.board.spread(block) & empty), f"{self.board.name(point)} takes a block")
        made = self.board.flood(point, during)
        if made & self.open or self.board.spread(made) & empty:
            return during, during
        return during, during & ~made if self.safe.position.suicide and size(made) > 1 else None

    def after_owner(self, own: PointSet, others: PointSet, point: PointSet) -> tuple[PointSet, PointSet]:
        """The position after a play of the owner, which must be legal."""
        demand(bool(point & self.empty(own, others)), f"{self.board.name(point)} is not free")
        own |= point
        empty = self.empty(own, others)
        near = self.board.parts(self.board.spread(point), others)
        taken = sum(block for block in near if not block & self.open and not self.board.spread(block) & empty)
        made = self.board.spread(self.board.flood(point, own))
        demand(bool(made & (self.walls | empty | taken)), f"{self.board.name(point)} is suicide")
        return own, others & ~taken

    # Promises.

    def reach(self, own: PointSet, walls: PointSet) -> PointSet:
        """The reach of a set of walls."""
        return Reader.union([self.board.spread(group) for group in self.groups(own) if group & walls])

    def link_parts(self, own: PointSet, ends: list[PointSet]) -> list[tuple[PointSet, int]]:
        """The parts of a link with their standing; none if all ends are joined."""
        groups, parts = self.groups(own), [(end, self.standing[end]) for end in ends]
        for group in groups:
            joined = [part for part in parts if part[0] & group]
            if joined:
                one = (sum(walls for walls, _ in joined), max(standing for _, standing in joined))
                parts = [part for part in parts if part not in joined] + [one]
        return parts if len(parts) > 1 else []

    def promises(self, own: PointSet) -> Iterator[tuple[PointSet, int, bool]]:
        """The reach of each promise, how many areas it needs in the end, and whether it is an eye."""
        for eye in self.eyes:
            yield self.reach(own, eye.walls), 2 if eye.double else 1, True
        for _, ends in self.links:
            for walls, standing in self.link_parts(own, ends):
                yield self.reach(own, walls), 2 - standing, False

    def demand_liberties(self, own: PointSet, others: PointSet, least: int) -> None:
        """Refuse a position in which a promise that needs at least so many areas has no liberty."""
        empty = self.empty(own, others)
        for reach, needed, _ in self.promises(own):
            demand(needed < least or bool(reach & empty), "a promise of a window is broken")

    def is_settled(self, own: PointSet, others: PointSet) -> bool:
        """Whether nothing more can happen to the promises."""
        empty = self.empty(own, others)
        areas = self.board.blocks(self.points & ~self.held(own))
        counted = self.board.all if self.safe.position.suicide else ~others
        for reach, needed, _ in self.promises(own):
            lasting = [a for a in areas if not a & self.open and a & empty and not a & counted & ~reach]
            if len(lasting) < needed:
                return False
        reached = Reader.union([self.board.spread(group) for group in self.groups(own)])
        kept = [area for area in areas if area & self.territory]
        return all(not area & self.open and self.board.one_eye(area & counted & ~reached) for area in kept)

    def walk(self, answers: str) -> None:
        """Walk through the window by the answers of the owner."""
        words = re.findall(r"[^ \t\n\f\r]+", answers)
        entered: set[tuple[PointSet, PointSet]] = set()
        asked: set[tuple[PointSet, PointSet, bool]] = set()
        queue: list[tuple[PointSet, PointSet]] = []

        def enter(own: PointSet, others: PointSet) -> None:
            if (own, others) not in entered:
                entered.add((own, others))
                self.demand_liberties(own, others, 1)
                if not self.is_settled(own, others):
                    queue.append((own, others))

        def ask(own: PointSet, others: PointSet, may_pass: bool) -> None:
            if (own, others, may_pass) not in asked:
                asked.add((own, others, may_pass))
                demand(bool(words), "an answer of a window is missing")
                answer = words.pop(0)
                if answer == "-":
                    demand(may_pass, "the owner may not pass")
                    enter(own, others)
                else:
                    enter(*self.after_owner(own, others, self.safe.position.reader.point(answer)))

        enter(*self.start())
        while queue:
            own, others = queue.pop(0)
            for point in each(self.empty(own, others)):
                during, after = self.after_other(own, others, point)
                self.demand_liberties(own, during, 2)
                if after is not None:
                    ask(own, after, True)
            if self.territory:
                ask(own, others, False)
        demand(not words, "there are too many answers of a window")


def check_windows(safe: Safe, fields: SafetyFields, lines: Lines) -> None:
    """Check the windows of a proof."""
    board = safe.board
    walls = board.flood(fields.walls, safe.own)
    windows = [Window(safe, walls, lines.next()) for _ in range(fields.n_windows)]
    met = walls | safe.rests | safe.territory
    for window in windows:
        demand(bool(window.points) and not window.points & met, "a window is empty or meets what it may not")
        met |= window.points

    def lives(group: PointSet) -> bool:
        most = [max([1 + eye.double for eye in w.eyes if not eye.walls & ~group], default=0) for w in windows]
        return bool(group & safe.stones) or sum(most) >= 2

    classes = board.blocks(walls)
    links = sorted((link for window in windows for link in window.links), key=lambda link: link[0])
    demand(len({order for order, _ in links}) == len(links), "two links have one order")
    for _, ends in links:
        demand(all(end in classes for end in ends) and len(set(ends)) == len(ends), "an end of a link is no class")
        classes = [one for one in classes if one not in ends] + ([sum(ends)] if ends else [])
    demand(all(lives(one) for one in classes), "a class of walls does not live")
    for window in windows:
        others = [eye.walls for other in windows if other is not window for eye in other.eyes]
        for _, ends in window.links:
            for end in ends:
                anchored = any(not walls & ~end for walls in others)
                window.standing[end] = ALIVE if lives(end) else ANCHORED if anchored else ALONE
    for window in windows:
        line = lines.next()
        window.walk(line.take("answers", text))
        line.close()
    safe.stones |= walls
    for window in windows:
        safe.territory |= window.territory
        safe.used |= window.points


# Proofs of scores: section 6.


def check_score(line: Fields, lines: Lines) -> str:
    """Check a proof of a score."""
    position = read_position(line, moves=True, suicide=False)
    counting = line.take("counting", word("area", "territory"))
    lead = line.take("lead", number(2**31 - 1, -(2**31)))
    line.close()
    check_score_strategy(position, "black", counting, lead, lines)
    check_score_strategy(position, "white", counting, -lead, lines)
    return f"{position.to_move} to move, by {counting}: black is ahead by {lead}"


def check_score_strategy(position: Position, owner: str, counting: str, goal: int, lines: Lines) -> None:
    """Check the strategy of one color."""
    board, reader, line = position.board, position.reader, lines.next()
    fields = SafetyFields.read(line, reader, line.take("walls", reader.points, 0))
    region, start = line.take("region", reader.points), line.take("start", reader.start)
    count = line.take("nodes", COUNT)
    line.close()
    safe = show_safe(position, owner, fields, lines)
    demand(not safe.used & ~safe.territory, "what is settled does not rest on territory alone")
    demand(not region & (safe.stones | safe.territory), "the region meets what is settled")
    outside = board.all & ~region
    walls = board.flood(board.beside(region), safe.stones)
    strategy = Strategy(board, region, walls, safe.stones, reader.nodes(lines, count))
    secure = region & board.spread(outside & ~safe.stones)
    held_outside = outside & (safe.stones | safe.territory)

    def lead(play: Play) -> int:
        alive = strategy.alive(play)
        spaces = [part for part in board.blocks(region & ~alive) if not part & secure]
        owned = sum(space for space in spaces if strategy.no_two_eyes(play, space, alive))
        held = alive & region | owned | held_outside
        if counting == "area":
            return size(held) - size(board.all & ~held)
        own = play.own | safe.own & outside
        others = play.others | safe.others & outside
        reach = board.spread(alive) & region | board.spread(safe.stones) & outside
        rest = board.all & ~held
        points = size(held & ~own) + size(held & others)
        return play.gain + points - size(rest & ~(own | others | reach)) - 2 * size(rest & own)

    strategy.counts_gain = counting == "territory"
    is_first = position.to_move == owner
    play = Play(safe.own & region, safe.others & region, position.ko & region if is_first else 0, 0)
    strategy.check_score(play, secure, lead, goal, is_first, start)


# The program.


def check_file(data: bytes) -> str:
    """What an accepted proof claims, in words."""
    lines = Lines(data)
    line = lines.next()
    demand(line.values.get("version") == 1, "another version")
    line.take("version", number(1))
    kind = line.take("proof", word("safety", "score"), None)
    check = {None: check_reading, "safety": check_safety, "score": check_score}[kind]
    claim = check(line, lines)
    lines.close()
    return claim


def main(names: list[str]) -> int:
    """Check files; the exit code."""
    sys.setrecursionlimit(20_000)
    sys.stdout.reconfigure(errors="backslashreplace")
    worst = 0
    for name in names:
        try:
            with open(name, "rb") as file:
                data = file.read()
            print(f"{name}: accepted: {check_file(data)}")
        except Refused as wrong:
            print(f"{name}: refused: {wrong}")
            worst = max(worst, 1)
        except OSError as error:
            print(f"{name}: unreadable: {error.strerror}")
            worst = 2
    return worst


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
