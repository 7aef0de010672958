"""Windows in proofs: section 5.4 of docs/proof_format.md."""

import re
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Union

from .basics import COUNT, Fields, Lines, PointSet, Reader, demand, each, items, size, text, truth
from .paired import Area, Paired, check_area

if TYPE_CHECKING:
    from .safety import Safe

ALONE, ANCHORED, ALIVE = 0, 1, 2


class Eye(NamedTuple):
    """A promise to keep a liberty for walls."""

    walls: PointSet
    double: bool


class Window:
    """A window with its promises."""

    def __init__(self, safe: "Safe", walls: PointSet, line: Fields) -> None:
        self.board, self.safe, self.walls = safe.board, safe, walls
        reader = safe.position.reader
        self.points = line.take("window", reader.points)
        self.links = line.take("links", items(self.read_link), [])
        self.eyes = line.take("eyes", items(self.read_eye), [])
        self.territory = line.take("territory", reader.points, 0)
        self.n_lines = line.take("lines", COUNT, 1)
        line.close()
        demand(len(self.links) <= 64 and len(self.eyes) <= 64, "a window has too many promises")
        demand(not self.territory & ~self.points, "territory of a window lies elsewhere")
        demand(bool(walls) or not self.territory, "no walls enclose a territory")
        self.standing: dict[PointSet, int] = {}
        # The owner's answers, 0 for a pass, by the stones and whether a pass is allowed.
        self.given: dict[tuple[PointSet, PointSet, bool], PointSet] = {}
        # The positions from which on the owner answers by pairs.
        self.by_pairs: dict[tuple[PointSet, PointSet], list[Paired]] = {}
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

    def link_parts(
        self, own: PointSet, ends: list[PointSet], linked: list[PointSet]
    ) -> list[tuple[PointSet, int]]:
        """The parts of a link with their standing; none if all ends are joined. Some walls are linked otherwise."""
        parts = [(end, self.standing[end]) for end in ends]
        for group in self.groups(own) + linked:
            joined = [part for part in parts if part[0] & group]
            if joined:
                one = (sum(walls for walls, _ in joined), max(standing for _, standing in joined))
                parts = [part for part in parts if part not in joined] + [one]
        return parts if len(parts) > 1 else []

    def promises(self, own: PointSet, linked: list[PointSet]) -> Iterator[tuple[PointSet, int, bool]]:
        """The walls of each promise, how many areas it needs in the end, and whether it is an eye."""
        for eye in self.eyes:
            yield eye.walls, 2 if eye.double else 1, True
        for _, ends in self.links:
            for walls, standing in self.link_parts(own, ends, linked):
                yield walls, 2 - standing, False

    def demand_liberties(self, own: PointSet, others: PointSet, least: int) -> None:
        """Refuse a position in which a promise that needs at least so many areas has no liberty."""
        empty = self.empty(own, others)
        for walls, needed, _ in self.promises(own, []):
            demand(needed < least or bool(self.reach(own, walls) & empty), "a promise of a window is broken")

    def is_settled(self, own: PointSet, others: PointSet) -> bool:
        """Whether nothing more can happen to the promises."""
        return self.is_kept(own, others, self.board.blocks(self.points & ~self.held(own)), [])

    def is_kept(
        self, own: PointSet, others: PointSet, areas: list[PointSet], gains: list[tuple[PointSet, int]]
    ) -> bool:
        """Whether areas as they are, and walls that pairs link with so many eyes, keep all promises."""
        empty, groups = self.empty(own, others), self.groups(own)
        counted = self.board.all if self.safe.position.suicide else ~others
        for walls, needed, _ in self.promises(own, [walls for walls, _ in gains]):
            joined = walls | Reader.union([group & self.walls for group in groups if group & walls])
            reach = self.reach(own, joined)
            lasting = [a for a in areas if not a & self.open and a & empty and not a & counted & ~reach]
            if len(lasting) + sum(count for eye, count in gains if not eye & ~joined) < needed:
                return False
        reached = Reader.union([self.board.spread(group) for group in groups])
        kept = [area for area in areas if area & self.territory]
        return all(not area & self.open and self.board.one_eye(area & counted & ~reached) for area in kept)

    def demand_held(self, own: PointSet, others: PointSet, paired: list[Paired]) -> None:
        """Refuse pairs that do not keep all promises from a position on: section 5.5."""
        demand(not self.safe.position.suicide, "with suicide there are no pairs")
        areas, gains = self.board.blocks(self.points & ~self.held(own)), []
        for pairs in paired:
            points = next((area for area in areas if area & pairs.at), 0)
            demand(bool(points), "a paired area is none, or stands there twice")
            areas.remove(points)
            area, linked = self.paired_area(own, others, points)
            check_area(self.board, area, pairs)
            if pairs.count is not None:
                gains.append((linked, pairs.count))
        demand(self.is_kept(own, others, areas, gains), "pairs do not keep the promises of a window")

    def paired_area(self, own: PointSet, others: PointSet, points: PointSet) -> tuple[Area, PointSet]:
        """An area and what is around it, and the walls that pairs link there."""
        ends = [end for _, ends in self.links for end in ends]
        named = Reader.union(ends if self.links else [eye.walls for eye in self.eyes])
        alive = Reader.union([end for end in ends if len(self.links) == 1 and self.standing[end] == ALIVE])
        around = [group for group in self.groups(own) if self.board.spread(group) & points]
        linked = [group for group in around if group & named]
        near = lambda groups: Reader.union([self.board.spread(group) & points for group in groups])
        area = Area(
            points=points,
            empty=points & ~(own | others),
            loose=points & own,
            open=points & self.open,
            parts=[group for group in linked if not group & alive],
            near_alive=near([group for group in linked if group & alive]),
            near_walls=near(around),
            territory=points & self.territory,
        )
        return area, Reader.union(linked) & self.walls

    def walk(self, answers: str, paired: list[Paired]) -> None:
        """Walk through the window by the answers of the owner."""
        words = re.findall(r"[^ \t\n\f\r]+", answers)
        entered: set[tuple[PointSet, PointSet]] = set()
        queue: list[tuple[PointSet, PointSet]] = []

        def held(numbers: list[str]) -> list[Paired]:
            listed = ",".join(numbers).split(",") if numbers else []
            demand(all(re.fullmatch("[0-9]+", one) for one in listed), "a paired area has no number")
            demand(all(len(one) < 20 and int(one) < len(paired) for one in listed), "a paired area is missing")
            return [paired[int(one)] for one in listed]

        def enter(own: PointSet, others: PointSet, pairs: list[Paired]) -> None:
            if (own, others) in entered:
                demand(not pairs, "pairs are given for a position that was there before")
                return
            entered.add((own, others))
            self.demand_liberties(own, others, 1)
            if pairs:
                self.demand_held(own, others, pairs)
                self.by_pairs[own, others] = pairs
            elif not self.is_settled(own, others):
                queue.append((own, others))

        def ask(own: PointSet, others: PointSet, may_pass: bool) -> None:
            if (own, others, may_pass) not in self.given:
                demand(bool(words), "an answer of a window is missing")
                word, *numbers = words.pop(0).split("=", 1)
                answer = 0 if word == "-" else self.safe.position.reader.point(word)
                self.given[own, others, may_pass] = answer
                demand(bool(answer) or may_pass, "the owner may not pass")
                enter(*(self.after_owner(own, others, answer) if answer else (own, others)), held(numbers))

        enter(*self.start(), held([words.pop(0)[1:]] if words and words[0][0] == "=" else []))
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


def check_windows(safe: "Safe", walls: PointSet, n_windows: int, lines: Lines) -> None:
    """Check the windows of a proof."""
    board = safe.board
    windows = [Window(safe, walls, lines.next()) for _ in range(n_windows)]
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
        words, paired = "", []
        for _ in range(window.n_lines):
            line = lines.next()
            words += line.take("answers", text) + " "
            paired += line.take("paired", items(lambda value: Paired.read(safe.position.reader, value)), [])
            line.close()
        window.walk(words, paired)
    safe.stones |= walls
    for window in windows:
        safe.territory |= window.territory
        safe.used |= window.points
    safe.windows = windows
