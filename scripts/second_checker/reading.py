"""Proofs of reading: section 4 of docs/proof_format.md."""

from functools import lru_cache
from typing import NamedTuple, Union

from .basics import (
    COUNT, Board, Fields, Lines, Next, Node, PointSet, Position, Walk, demand, each, first, items, number, other_color,
    read_position, size, word,
)

ATTACKER, DEFENDER = 0, 1
OTHER_GOAL = {"kill": "live", "live": "kill", "connect": "cut", "cut": "connect"}
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
    given = line.take("given", position.reader.points, 0)
    threats = line.take("threats", number(255), None)
    goal, verdict = line.take("goal", word(*OTHER_GOAL)), line.take("verdict", word(*CLAIMS))
    claims = line.take("claims", COUNT)
    line.close()
    demand(1 <= size(blocks) <= 32, "a proof names 1 to 32 blocks")
    of_black, of_white = not blocks & ~position.black, not blocks & ~position.white
    demand(of_black or of_white, "the blocks are no stones of one color")
    defender = "black" if of_black else "white"
    stones = (position.black, position.white)
    named, granted = (sum(position.board.flood(some, own) for own in stones) for some in (blocks, given))
    may_be_given = position.board.all & ~named if goal in ("kill", "live") else 0
    demand(not given & ~may_be_given, "what is given is a stone in question, or no life or kill is")
    granted |= given & ~(position.black | position.white)
    demand(claims == len(CLAIMS[verdict]), "another number of claims belongs to the verdict")
    if threats is not None:
        is_clean = goal in ("kill", "live") and verdict in ("achieved", "refuted")
        demand(is_clean and threats > 0, "a number of ko threats belongs to a life or a kill without a ko")
    is_open = [
        Claim(position, blocks, granted, defender, lines).check(
            goal if same else OTHER_GOAL[goal], retakes, times if threats is None else threats
        )
        for same, retakes, times in CLAIMS[verdict]
    ]
    names = position.board.names(blocks)
    return (
        f"{position.to_move} to move, {goal} {names} of {defender}: {verdict}"
        + (", suicide allowed" if position.suicide else "")
        + (f", {position.to_move} may not play at {position.board.name(position.ko)}" if position.ko else "")
        + (f", given {position.board.names(given)}" if given else "")
        + (f", against {threats} ko threats" if threats is not None else "")
        + (", the outside given to the other side" if any(is_open) else "")
    )


class Claim(Walk):
    """A claim of a proof of reading with its nodes."""

    def __init__(self, position: Position, blocks: PointSet, given: PointSet, defender: str, lines: Lines) -> None:
        reader, line = position.reader, lines.next()
        self.board, self.position, self.blocks, self.suicides = position.board, position, blocks, position.suicide
        self.given = given
        self.colors = (other_color(defender), defender)
        self.goal = line.take("goal", word("kill", "live", "connect"))
        self.retakes = line.take("retakes", word("refuter", "nobody", "prover"))
        self.number = line.take("number", number(255), None)
        self.region = reader.union(line.take("region", items(reader.point)))
        self.wall_liberties = line.take("outside", COUNT, None)
        self.start = line.take("start", reader.start)
        count = line.take("nodes", COUNT)
        line.close()
        super().__init__(reader.nodes(lines, count))
        self.prover = ATTACKER if self.goal == "kill" else DEFENDER
        self.refuter = 1 - self.prover
        self.retaker = {"refuter": self.refuter, "nobody": None, "prover": self.prover}[self.retakes]
        self.endless = self.retaker if self.number is None else None

    def check(self, goal: str, retakes: str, times: Union[int, None]) -> bool:
        """Check the claim; whether it is open to the outside."""
        demand((self.goal, self.retakes, self.number) == (goal, retakes, times), "another claim belongs to the verdict")
        demand(not self.blocks & ~self.region, "a block in question is not in the region")
        if self.goal == "connect":
            demand(size(self.blocks) == 2 and self.region == self.board.all, "two blocks are connected on the board")
        self.see_outside()
        place = self.first_place()
        for block in self.board.blocks(place.stones[self.prover]):
            stays = self.stays(place, block, self.prover, 0)
            demand(stays, f"{self.board.name(first(block))} has no liberty in the region")
        start = self.follow_start(place, self.start)
        if self.goal == "kill":
            for point, most in self.limits:
                holds = not point & start.ground & self.secure[ATTACKER] or start.elsewhere <= most
                demand(holds, "the walls may fall before the blocks do")
        return bool(start.ground & self.rim)

    # The arena: section 4.1.

    def see_outside(self) -> None:
        """Work out what follows from the stones outside the region."""
        board = self.board
        attackers, defenders = (self.position.of(self.colors[side]) for side in (ATTACKER, DEFENDER))
        empty = board.all & ~(self.position.black | self.position.white)
        outside = board.all & ~self.region
        self.rim: PointSet = 0
        secure = [0, 0]
        self.limits: list[tuple[PointSet, int]] = []
        standing = board.pass_alive(attackers, board.all, board.all & ~attackers, outside)[0]
        for point in each(self.region):
            out = board.beside(point) & outside
            walls, friends = out & attackers, out & self.given & defenders if self.goal == "live" else 0
            others = out & ~walls & ~friends
            if friends:
                secure[DEFENDER] |= point
            if others:
                self.rim |= point
                secure[DEFENDER if self.goal == "kill" else ATTACKER] |= point
            for block in board.parts(walls, attackers):
                secure[ATTACKER] |= point
                if self.goal == "kill" and block & ~standing and not block & self.given:
                    self.limits.append((point, max(size(board.spread(block) & empty & outside) - 1, 0)))
            if self.goal == "kill" and point & self.given & empty:
                secure[ATTACKER] |= point
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
        ends = {"captured": self.captured, "dead": self.dead, "alive": self.alive, "joined": self.joined}
        shown = ends[name](place)
        demand(shown is not None, f"the end {name} does not hold")
        return shown

    def captured(self, place: Place) -> Union[Shown, None]:
        """All blocks in question are gone."""
        return Shown(0, 0, 0) if self.goal == "kill" and place.gone == self.blocks else None

    def alive(self, place: Place) -> Union[Shown, None]:
        """A block in question lives though its owner passes."""
        mine = place.stones[DEFENDER]
        safe = self.target(place) & self.secure[DEFENDER]
        if self.goal == "live" and safe:
            zone = self.closed(place, self.board.flood(safe, mine))
            return Shown(zone, zone, 0)
        without = self.region & ~mine
        is_open = self.board.flood(self.secure[ATTACKER] | self.secure[DEFENDER], without)
        empty = without if self.suicides else self.empty(place)
        living, shown = self.board.pass_alive(mine, self.region, empty, self.region & ~is_open)
        if self.goal != "live" or not living & self.target(place):
            return None
        zone = self.closed(place, shown)
        return Shown(zone, zone, 0)

    def joined(self, place: Place) -> Union[Shown, None]:
        """The two blocks are one, which the refuter can't take at once."""
        target = self.target(place)
        one = self.board.flood(first(self.blocks), target) == target
        liberties = list(each(self.spread(target) & self.empty(place)))[: 2 if place.to_move == self.refuter else 0]
        if self.goal != "connect" or place.gone or not one or place.to_move == self.refuter and len(liberties) < 2:
            return None
        zone = self.closed(place, target | sum(liberties))
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
        moves = size(room) if board.one_eye(room) else self.moves_in_room(place, room, target)
        if moves is None:
            return None
        around = board.flood(self.spread(area), walls)
        zone = self.closed(place, around | inner | target)
        is_open = area & ~inner
        if len(board.blocks(target)) > 1:
            moves = 6 + size(area)
        elif board.one_eye(room) and room & place.stones[ATTACKER]:
            moves += size(is_open & ~target)
        else:
            moves += size(is_open & self.empty(place))
        return Shown(zone, around | inner | target | area, moves)

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
        return n_lost + 1 if position in rounds else None

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
        after, zone = zone, zone | point
        taken = self.taken(place, point, self.refuter)
        for block in self.blocks_beside(place, point, self.refuter):
            if not block & taken:
                zone = self.add_with_liberty(place, zone, block, self.refuter, point)
        if taken:
            zone |= self.spread(taken) | self.spread(point)
            return self.closed(place, zone)
        for block in self.board.parts(after, place.stones[self.refuter]):
            breathes = block & self.secure[self.refuter] or self.liberties(place, block) & zone & ~point
            if block & ~zone or not breathes:
                zone |= self.spread(point)
                break
        if self.is_suicide(place, point, self.prover):
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

    def move(self, place: Place, point: PointSet, following: Next, depth: int) -> Shown:
        """What a move of the prover shows."""
        demand(place.to_move == self.prover, "the prover is not to move")
        after = self.after_play(place, point) if point else self.after_pass(place)
        demand(after is not None, f"the move {self.board.names(point)} is illegal")
        shown = self.follow_next(after, following, depth)
        zone = self.of_play(place, point, shown.zone) if point else self.closed(place, shown.zone)
        return Shown(zone, shown.ground | zone, shown.elsewhere)

    def all_moves(self, place: Place, node: Node, depth: int) -> Shown:
        """What a node shows if it answers exactly what it has to."""
        demand(place.to_move == self.refuter, "the refuter is not to move")
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
