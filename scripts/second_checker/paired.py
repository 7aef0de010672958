"""Pairs in windows: section 5.5 of docs/proof_format.md."""

from typing import Any, Iterator, NamedTuple, Union

from .basics import COUNT, Board, Fields, PointSet, Reader, demand, each, first, items, size

Pair = tuple[PointSet, PointSet]

# More closed sets and ways than this are not looked at in an area.
MOST_STEPS = 200_000


class Paired(NamedTuple):
    """A line of a list of paired areas."""

    at: PointSet
    pairs: list[Pair]
    count: Union[int, None]
    spots: PointSet
    granted: PointSet

    @staticmethod
    def read(reader: Reader, value: Any) -> "Paired":
        """Read it."""
        demand(isinstance(value, dict), "a paired area is no object")
        line = Fields(value)
        pairs = line.take("pairs", items(items(reader.point, 2)), [])
        paired = Paired(
            line.take("at", reader.point),
            [(a, b) for a, b in pairs],
            line.take("count", COUNT, None),
            line.take("spots", reader.points, 0),
            line.take("granted", reader.points, 0),
        )
        line.close()
        return paired


class Area(NamedTuple):
    """An area of a window and what is around it."""

    points: PointSet
    empty: PointSet
    loose: PointSet
    open: PointSet
    parts: list[PointSet]
    near_alive: PointSet
    near_walls: PointSet
    territory: PointSet


class Conditions:
    """Looks for closed sets that may be surrounded, and for ways."""

    def __init__(self, board: Board, area: Area, paired: Paired, parts: list[PointSet], safe: PointSet) -> None:
        self.board, self.area, self.pairs, self.parts, self.safe = board, area, paired.pairs, parts, safe
        self.friends = area.loose | sum(parts)
        self.passable = area.points & ~area.loose
        self.of_pairs = sum(a | b for a, b in paired.pairs)
        self.steps = 0

    def step(self) -> None:
        """Count a step."""
        self.steps += 1
        demand(self.steps <= MOST_STEPS, "an area has too many closed sets and ways")

    def open_pair(self, points: PointSet) -> Union[Pair, None]:
        """A pair with both points in a set."""
        return next(((a, b) for a, b in self.pairs if a & points and b & points), None)

    def closed(self, points: PointSet) -> PointSet:
        """Points with everything of the owner that belongs to them."""
        return points | self.board.flood(self.board.spread(points), self.friends)

    def surrounded(self, start: PointSet) -> bool:
        """Whether some closed set that contains the start may be surrounded."""
        waiting = [(self.closed(start), 0)]
        while waiting:
            self.step()
            points, without = waiting.pop()
            whole = not self.safe and self.parts and all(part & points for part in self.parts)
            if whole or points & (self.safe | without):
                continue
            pair = self.open_pair(self.board.beside(points) & self.area.points)
            if pair is None:
                return True
            a, b = pair
            waiting += [(self.closed(points | b), without | a), (self.closed(points | a), without)]
        return False

    def shortest(self, start: PointSet, target: PointSet, without: PointSet) -> PointSet:
        """The points of a shortest way; none if there is no way."""
        allowed = self.passable & ~without
        rings = [start & allowed]
        seen = rings[0]
        while rings[-1] and not rings[-1] & target:
            rings.append(self.board.beside(seen) & allowed)
            seen |= rings[-1]
        place = way = first(rings.pop() & target)
        while rings and place:
            place = first(self.board.beside(place) & rings.pop())
            way |= place
        return way

    def way(self, start: PointSet, target: PointSet, without: PointSet = 0) -> PointSet:
        """A way that has not both points of any pair; none if there is none."""
        self.step()
        found = self.shortest(start, target, without)
        pair = self.open_pair(found)
        if pair is None:
            return found
        return self.way(start, target, without | pair[0]) or self.way(start, target, without | pair[1])

    def reached(self, start: PointSet) -> PointSet:
        """The points to which such ways lead."""
        reached = start & self.passable
        for point in each(self.board.flood(start, self.passable)):
            if not point & reached:
                reached |= self.way(start, point)
        return reached

    def keep_walls(self, count: int, spots: PointSet) -> None:
        """Refuse pairs that do not link the parts, or do not give them so many eyes."""
        whole = count == 1 and not spots and not self.area.open
        demand(count <= 2 and (size(spots) == count or whole), "other spots than eyes")
        demand(count == 0 or bool(self.parts) and not self.safe, "there are no eyes for these walls")
        seeds = self.of_pairs | self.area.loose | sum(first(part) for part in self.parts)
        for spot in each(spots):
            demand(not self.way(spot, spots & ~spot | self.area.open), "a way leads from a spot")
            seeds |= self.reached(spot)
        seeds |= self.area.points if whole else 0
        demand(not any(self.surrounded(seed) for seed in each(seeds)), "a closed set may be surrounded")

    def keep_territory(self, territory: PointSet, granted: PointSet) -> None:
        """Refuse pairs that leave the other color two eyes in the territory."""
        demand(not self.way(territory, self.area.open), "a way leads out of the territory")
        seeds = self.of_pairs | self.area.loose | self.reached(territory)
        demand(not any(self.surrounded(seed) for seed in each(seeds & ~granted)), "a closed set may be surrounded")
        eyes = [eye for eye in self.sets_in(granted) if self.is_eye(eye)]
        demand(all(self.exclude(a, b) for a in eyes for b in eyes), "there are two eyes")

    def sets_in(self, points: PointSet) -> Iterator[PointSet]:
        """The connected sets in some points."""
        some = points
        while some:
            if self.board.flood(first(some), some) == some:
                yield some
            some = (some - 1) & points

    def is_eye(self, eye: PointSet) -> bool:
        """Whether the other color may surround some empty points."""
        around = self.board.beside(eye) & self.area.points
        return not eye & self.safe and not around & self.friends and self.open_pair(around) is None

    def exclude(self, one: PointSet, two: PointSet) -> bool:
        """Whether the other color can't have both eyes."""
        around = (self.board.beside(one) | self.board.beside(two)) & self.area.points
        return bool(self.board.spread(one) & two) or self.open_pair(around) is not None


def check_area(board: Board, area: Area, paired: Paired) -> None:
    """Check what the pairs of an area keep there."""
    points = [point for pair in paired.pairs for point in pair]
    demand(len(set(points)) == len(points) and not sum(set(points)) & ~area.empty, "pairs are not empty, or meet")
    of_pairs = sum(points)
    demand(not paired.spots & ~(area.points & ~area.loose & ~of_pairs), "a spot is no free point of the area")
    demand(not paired.granted & ~(area.empty & ~of_pairs), "what is granted is not free")
    demand(size(paired.granted) <= 6, "too much is granted")
    territory = area.territory & ~area.loose
    if paired.count is None:
        demand(not paired.spots, "spots without eyes")
    else:
        Conditions(board, area, paired, area.parts, area.near_alive).keep_walls(paired.count, paired.spots)
    if paired.count is None or territory:
        Conditions(board, area, paired, [], area.near_walls).keep_territory(territory, paired.granted)
