"""Sets of points, boards, the fields of files and positions: sections 1 to 3 of docs/proof_format.md.

A set of points is an integer: bit ROW * WIDTH + COLUMN stands for a point, from the lower left corner, so that the
lowest bit is the first point.
"""

import json
import re
from typing import Any, Callable, Iterator, NamedTuple, Union

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
ENDS = ("captured", "dead", "alive", "joined")
MAY_BE_NULL = ("ko", "number", "outside", "pass", "keeps", "start", "count")
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
        if value is None and default and name in MAY_BE_NULL:
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


class Walk:
    """A walk through the nodes of a strategy: each stands for one position, and none is met below itself. Kinds of
    proofs say what an end, a move of the prover, and all moves of the other side show."""

    def __init__(self, nodes: dict[int, Node]) -> None:
        self.nodes = nodes
        self.met: dict[int, Any] = {}
        self.shown: dict[int, Any] = {}

    def end(self, place: Any, name: str) -> Any:
        """What an end shows, which must hold."""
        raise NotImplementedError

    def move(self, place: Any, point: PointSet, following: Next, depth: int) -> Any:
        """What a move of the prover shows, and what follows it."""
        raise NotImplementedError

    def all_moves(self, place: Any, node: Node, depth: int) -> Any:
        """What a node shows, which has to answer the moves of the other side."""
        raise NotImplementedError

    def follow_start(self, place: Any, start: Union[Next, Answer]) -> Any:
        """What the start of a strategy shows; all nodes must be reached."""
        follow = self.follow_answer if isinstance(start, tuple) else self.follow_next
        shown = follow(place, start, 0)
        demand(len(self.met) == len(self.nodes), "a node is not reached")
        return shown

    def follow_next(self, place: Any, following: Next, depth: int) -> Any:
        """What an end or a node shows."""
        return self.end(place, following) if isinstance(following, str) else self.follow_node(place, following, depth + 1)

    def follow_answer(self, place: Any, answer: Answer, depth: int) -> Any:
        """What an answer of the prover shows."""
        return self.end(place, answer) if isinstance(answer, str) else self.move(place, *answer, depth)

    def follow_node(self, place: Any, name: int, depth: int) -> Any:
        """What a node shows."""
        demand(name in self.nodes, f"there is no node {name}")
        demand(depth <= MOST_ON_LINE, "a line is too long")
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
