"""Proofs of safety: section 5 of docs/proof_format.md."""

from typing import Any, Callable, NamedTuple, Union

from .basics import (
    COUNT, Answer, Board, Fields, Lines, Next, Node, PointSet, Position, Reader, Walk, demand, each, first, items, number,
    other_color, read_position, size, truth, word,
)
from .windows import Window, check_windows

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
        # What the owner follows, once it is checked.
        self.strategies: list[tuple["Strategy", Next]] = []
        self.windows: list["Window"] = []


class SafetyFields(NamedTuple):
    """The fields that say what follows of a proof of safety."""

    pairs: list[Pair]
    n_steps: int
    walls: PointSet
    n_windows: int
    apart: PointSet = 0

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
    fields = fields._replace(apart=line.take("apart", reader.points, 0))
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
        others = fields.pairs or fields.apart or fields.n_steps
        demand(not others, "with suicide there are only windows")
    else:
        Pairs(safe, fields.pairs, fields.apart).check()
    for _ in range(fields.n_steps):
        check_step(safe, lines)
    if fields.n_windows:
        check_windows(safe, safe.board.flood(fields.walls, safe.own), fields.n_windows, lines)
    return safe


class Chain(NamedTuple):
    """Stones that pairs connect, and the points that are secured for them."""

    stones: PointSet
    secured: PointSet


class Pairs:
    """Pairs of points, of which the owner gets one each: section 5.1."""

    def __init__(self, safe: Safe, pairs: list[Pair], apart: PointSet) -> None:
        self.safe, self.board, self.own, self.pairs, self.apart = safe, safe.board, safe.own, pairs, apart
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
        left, removed = [region for region in self.regions if not region & self.apart], True
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
            if not area & self.apart and self.board.one_eye(sum(p for p in each(candidates) if hole or self.is_eye(p))):
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
        demand(bool(walls), "no stones enclose a region")
        safe.used |= region
        safe.rests |= region
        if keeps:
            strategy = Strategy(board, region, walls, safe.stones, nodes)
            strategy.check_step(safe.others & region, together, keeps == "territory", start)
            safe.strategies.append((strategy, start))
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


class Strategy(Walk):
    """A strategy of the owner in a region, for a step or for a score."""

    def __init__(
        self, board: Board, region: PointSet, walls: PointSet, two_eyes: PointSet, nodes: dict[int, Node]
    ) -> None:
        super().__init__(nodes)
        self.board, self.region, self.walls, self.two_eyes = board, region, walls, two_eyes
        self.secure: PointSet = 0
        self.wall_eyes = 0
        self.keeps_walls, self.keeps_territory, self.counts_gain = True, False, False
        self.lead: Union[Callable[[Play], int], None] = None
        self.goal = 0

    def check_step(self, others: PointSet, together: bool, territory: bool, start: Next) -> None:
        """Check a strategy of a step."""
        self.wall_eyes, self.keeps_territory = int(together), territory
        self.follow_start(Play(0, others, 0, 0), start)

    def check_score(
        self, play: Play, secure: PointSet, lead: Callable[[Play], int], goal: int, first: bool, start: Any
    ) -> None:
        """Check a strategy of a score; `first` says whether the owner is to move."""
        self.secure, self.keeps_walls, self.lead, self.goal = secure, False, lead, goal
        demand(not first or not isinstance(start, int), "the owner is to move at the start")
        demand(first or not isinstance(start, tuple), "the owner is not to move at the start")
        self.follow_start(play, start)

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

    def end(self, play: Play, name: str) -> None:
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

    def follow_answer(self, play: Play, answer: Answer, depth: int) -> None:
        """Check an answer of the owner."""
        self.check_walls(play)
        super().follow_answer(play, answer, depth)

    def move(self, play: Play, point: PointSet, following: Next, depth: int) -> None:
        """Check a move of the owner and what follows it."""
        demand(bool(point) or self.lead is None, "the owner may not pass")
        self.follow_next(self.after_owner(play, point) if point else play._replace(ban=0), following, depth)

    def all_moves(self, play: Play, node: Node, depth: int) -> None:
        """Check that a node answers a pass and each legal play of the other color, and nothing else."""
        self.check_walls(play)
        demand(node.on_pass is not None, "a pass is not answered")
        self.follow_answer(play._replace(ban=0), node.on_pass, depth)
        n_legal = 0
        for point in each(self.empty(play)):
            after = self.after_other(play, point)
            if after is not None:
                n_legal += 1
                demand(point in node.replies, f"{self.board.name(point)} is not answered")
                self.follow_answer(after, node.replies[point], depth)
        demand(n_legal == len(node.replies), "an illegal play is answered")
