"""Proofs of bounds of scores: section 8 of docs/proof_format.md."""

from typing import Any, NamedTuple

from .basics import COUNT, Fields, Lines, PointSet, Position, Refused, demand, each, items, number, read_position, size, text, word
from .safety import Safe, SafetyFields, show_safe
from .windows import Window

# Less than any score.
LOST = -1_000_000

# A play: the node after it, and what the owner gains.
Play = tuple[int, int]


class Node(NamedTuple):
    """Positions of areas from which the same can happen."""

    own: tuple[Play, ...]
    others: tuple[Play, ...]
    lost: bool


def check_bounds(line: Fields, lines: Lines) -> str:
    """Check a proof of bounds."""
    position = read_position(line, moves=True, suicide=False)
    counting = line.take("counting", word("area", "territory"))
    score = number(2**31 - 1, -(2**31))
    least, most = line.take("least", score), line.take("most", score)
    line.close()
    check_bound(position, "black", counting, least, lines)
    check_bound(position, "white", counting, -most, lines)
    return f"{position.to_move} to move, by {counting}: black is ahead by {least} to {most}"


def check_bound(position: Position, owner: str, counting: str, goal: int, lines: Lines) -> None:
    """Check what one color is ahead by at least."""
    board, reader, line = position.board, position.reader, lines.next()
    fields = SafetyFields.read(line, reader, line.take("walls", reader.points, 0), 0)
    names = line.take("areas", items(items(text)), [])
    groups = line.take("groups", items(COUNT), [])
    line.close()
    safe = show_safe(position, owner, fields, lines)
    rests_on_territory = not safe.used & ~safe.territory
    demand(counting == "area" or rests_on_territory, "what is safe does not rest on territory alone")
    met = safe.stones | safe.rests | safe.territory | reader.union([window.points for window in safe.windows])
    if position.to_move == owner:
        met |= position.ko
    sums, starts, lead = Sums(counting), [], 0
    rest = board.all & ~(safe.stones | safe.territory)
    for area in names:
        window = Window(safe, safe.stones, Fields({"window": area}))
        demand(not window.points & met, "an area meets what it may not")
        met |= window.points
        rest &= ~window.points
        own, others = window.start()
        lead += count(window, own, others, counting)
        starts.append(sums.node(window, own, others, {}))
    lead += settled(safe, fields, rest, counting)
    demand(sum(groups) == len(starts) and 0 not in groups, "the groups are not all areas")
    for number_of_group, size_of_group in enumerate(groups):
        group, starts = tuple(sorted(starts[:size_of_group])), starts[size_of_group:]
        lead += sums.value(group, position.to_move == owner and number_of_group == 0)
    demand(lead >= goal, f"{owner} is ahead by {lead} only")


def settled(safe: Safe, fields: SafetyFields, rest: PointSet, counting: str) -> int:
    """What the owner is ahead by outside the areas."""
    near = rest & safe.board.spread(safe.stones) & ~(safe.own | safe.others)
    n_shared = sum(1 for one, other in fields.pairs if one & near and other & near)
    if counting == "area":
        return size(safe.stones | safe.territory) - size(rest) + 2 * n_shared
    points = safe.territory & ~safe.stones
    ahead = size(points & ~safe.own) + size(points & safe.others)
    return ahead - size(rest & ~(safe.own | safe.others)) - 2 * size(rest & safe.own) + 2 * n_shared


def count(window: Window, own: PointSet, others: PointSet, counting: str) -> int:
    """What the owner is ahead by in an area if the game ends."""
    board, held = window.board, window.held(own)
    beside = board.spread(held | window.near)
    loose = own & ~held
    lead = 0
    for space in board.blocks(window.empty(own, others)):
        if not space & window.open and not board.spread(space) & (others | loose):
            lead += size(space)
        elif not space & beside:
            lead -= size(space)
    if counting == "territory":
        return lead - 2 * size(loose)
    return lead + size(held) - size(loose) - size(others)


class Sums:
    """The positions of areas, and of their sums."""

    def __init__(self, counting: str) -> None:
        self.counting = counting
        self.nodes: list[Node] = []
        self.numbers: dict[Node, int] = {}
        # What the owner gains at least if it only answers, and at most if the other color does.
        self.answered: list[int] = []
        self.capped: list[int] = []
        self.known: dict[tuple[tuple[int, ...], bool, bool, int], bool] = {}

    def node(self, window: Window, own: PointSet, others: PointSet, known: dict[tuple[PointSet, PointSet], int]) -> int:
        """The node of a position."""
        if (own, others) in known:
            return known[own, others]
        here = count(window, own, others, self.counting)
        plays: tuple[set[Play], set[Play]] = set(), set()
        lost = False

        def add(by: int, taken: int, after: tuple[PointSet, PointSet]) -> None:
            gain = count(window, *after, self.counting) - here + taken
            plays[by].add((self.node(window, *after, known), gain))

        for point in each(window.empty(own, others)):
            try:
                after = window.after_owner(own, others, point)
                add(0, size(others & ~after[1]) if self.counting == "territory" else 0, after)
            except Refused:
                pass
            try:
                _, stands = window.after_other(own, others, point)
            except Refused:
                lost = True
                continue
            if stands is not None:
                add(1, 0, (own, stands))
        known[own, others] = self.number(Node(tuple(sorted(plays[0])), tuple(sorted(plays[1])), lost))
        return known[own, others]

    def number(self, node: Node) -> int:
        """The number of a node."""
        if node not in self.numbers:
            replies = [gain + self.best_answer(to) for to, gain in node.others]
            gains = [gain + self.best_reply(to) for to, gain in node.own]
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
            self.answered.append(LOST if node.lost else min(replies + [0]))
            self.capped.append(max(gains + [0]))
        return self.numbers[node]

    def best_answer(self, number: int) -> int:
        """What the owner gains after a play of the other color: by a play here, or none."""
        plays = [gain + self.answered[to] for to, gain in self.nodes[number].own]
        return max(plays + [self.answered[number]])

    def best_reply(self, number: int) -> int:
        """What the owner gains after it played here: the other color plays here, or nothing."""
        if self.nodes[number].lost:
            return LOST
        replies = [gain + self.capped[to] for to, gain in self.nodes[number].others]
        return min(replies + [self.capped[number]])

    def value(self, areas: tuple[int, ...], is_owner: bool) -> int:
        """What the owner gains in a sum."""
        least, most = (sum(worth[area] for area in areas) for worth in (self.answered, self.capped))
        while least < most:
            need = (least + most + 1) // 2
            least, most = (need, most) if self.reaches(areas, is_owner, False, need) else (least, need - 1)
        return least

    def reaches(self, areas: tuple[int, ...], is_owner: bool, after_pass: bool, need: int) -> bool:
        """Whether the owner gains so much in a sum."""
        if sum(self.answered[area] for area in areas) >= need:
            return True
        if not is_owner and any(self.nodes[area].lost for area in areas):
            return False
        if sum(self.capped[area] for area in areas) < need:
            return False
        key = (areas, is_owner, after_pass, need)
        if key not in self.known:
            moves = self.moves(areas, is_owner, after_pass)
            found = any if is_owner else all
            self.known[key] = found(
                need <= 0 if after is None else self.reaches(after, not is_owner, passed, need - gain)
                for after, passed, gain in moves
            )
        return self.known[key]

    def moves(self, areas: tuple[int, ...], is_owner: bool, after_pass: bool) -> list[Any]:
        """The areas after each move, whether it is a pass, and what the owner gains; no areas if the game ends."""
        moves: list[Any] = []
        for place, area in enumerate(areas):
            node = self.nodes[area]
            for to, gain in node.own if is_owner else node.others:
                after = tuple(sorted(areas[:place] + (to,) + areas[place + 1 :]))
                moves.append((after, False, gain))
        moves.sort(key=lambda move: -move[2] if is_owner else move[2])
        return moves + [(None if after_pass else areas, True, 0)]
