"""Proofs about whole boards: section 7 of docs/proof_format.md."""

from typing import Iterator, NamedTuple, Union

from .basics import (COUNT, Board, Fields, Lines, PointSet, demand, each, number, other_color, read_position,
                     size, text, word)

LETTERS = "abcdefghijklmnopqrstuvwxyzABCD"
LEAST = number(2**31 - 1, -(2**31))


class State(NamedTuple):
    """A position without the side to move."""

    own: PointSet
    others: PointSet
    ban: PointSet
    passed: bool


class Game:
    """A board with a claim: moves, and what is reached."""

    def __init__(self, board: Board, least: int) -> None:
        self.board, self.least = board, least
        self.held: dict[PointSet, bool] = {}
        width, height = board.width, board.height
        turns = [False, True] if width == height else [False]
        self.images = [
            [self.image_of_point(point, turn, across, up) for point in range(width * height)]
            for turn in turns for across in (False, True) for up in (False, True)
        ]

    def image_of_point(self, point: int, turn: bool, across: bool, up: bool) -> PointSet:
        """The image of the point with some number under a symmetry."""
        row, column = divmod(point, self.board.width)
        row = self.board.height - 1 - row if up else row
        column = self.board.width - 1 - column if across else column
        return 1 << (column * self.board.width + row if turn else row * self.board.width + column)

    def image(self, state: State) -> State:
        """The least image of a position."""
        best = (state.own, state.others, state.ban)
        for images in self.images:
            sets = tuple(sum(images[point.bit_length() - 1] for point in each(points)) for points in state[:3])
            best = min(best, sets)
        return State(*best, state.passed)

    def arrangement(self, state: State) -> State:
        """The image of the stones alone."""
        return self.image(State(state.own, state.others, 0, False))

    def play(self, state: State, by_owner: bool, point: PointSet) -> Union[State, None]:
        """The position after a play; none if it is illegal."""
        board = self.board
        mine, theirs = (state.own, state.others) if by_owner else (state.others, state.own)
        if point & (mine | theirs | state.ban):
            return None
        mine |= point
        empty = board.all & ~(mine | theirs)
        taken = sum(block for block in board.parts(board.spread(point), theirs) if not board.spread(block) & empty)
        made = board.flood(point, mine)
        liberties = board.spread(made) & (empty | taken)
        if not liberties:
            return None
        is_ko = size(taken) == 1 and made == point and liberties == taken
        theirs &= ~taken
        own, others = (mine, theirs) if by_owner else (theirs, mine)
        return State(own, others, taken if is_ko else 0, False)

    def plays(self, state: State, by_owner: bool) -> Iterator[State]:
        """The positions after all legal plays, in order."""
        for point in each(self.board.all & ~(state.own | state.others)):
            after = self.play(state, by_owner, point)
            if after is not None:
                yield after

    def count(self, state: State) -> int:
        """Points of the owner less those of the other side."""
        lead = size(state.own) - size(state.others)
        for part in self.board.blocks(self.board.all & ~(state.own | state.others)):
            mine, theirs = self.board.spread(part) & state.own, self.board.spread(part) & state.others
            lead += size(part) * (bool(mine and not theirs) - bool(theirs and not mine))
        return lead

    def is_settled(self, state: State) -> bool:
        """Whether the points held are enough."""
        if state.own not in self.held:
            board = self.board
            free = board.all & ~state.own
            lasting, _ = board.pass_alive(state.own, board.all, free, free)
            held = lasting
            for part in board.blocks(board.all & ~lasting) if lasting else []:
                held |= part if board.one_eye(part & ~board.spread(lasting)) else 0
            self.held[state.own] = 2 * size(held) - size(board.all) >= self.least
        return self.held[state.own]

    def is_reached(self, state: State) -> bool:
        """Whether the owner, to move, needs no answer."""
        if self.is_settled(state) or state.passed and self.count(state) >= self.least:
            return True
        return any(self.is_settled(after) for after in self.plays(state, True))


class Claim:
    """The walk through a claim."""

    def __init__(self, game: Game, repetition: str, answers: str) -> None:
        self.game, self.repetition, self.letters = game, repetition, iter(answers)
        self.answers: dict[State, Union[State, None]] = {}
        self.open: set[State] = set()

    def answer(self, state: State) -> State:
        """The position after the next answer."""
        letter = next(self.letters, None)
        demand(letter is not None, "no answer is left")
        if letter == "-":
            demand(not state.passed, "a pass ends the game with less")
            return State(state.own, state.others, 0, True)
        after = self.game.play(state, True, 1 << LETTERS.index(letter))
        demand(after is not None, f"the answer {letter} is illegal")
        return after

    def ask(self, state: State) -> None:
        """A position with the owner to move."""
        state = self.game.image(state)
        if state in self.answers:
            demand(self.repetition == "draw" or state not in self.open, "play comes back to a position")
            return
        if self.game.is_reached(state):
            return
        self.answers[state] = after = self.answer(state)
        self.open.add(state)
        self.defend(after)
        self.open.remove(state)

    def defend(self, state: State) -> None:
        """A position with the other side to move."""
        demand(not state.passed or self.game.count(state) >= self.game.least, "the other side ends the game")
        for after in self.replies(state):
            self.ask(after)

    def replies(self, state: State) -> Iterator[State]:
        """The positions after moves of the other side that are walked."""
        if not self.game.is_settled(state):
            yield from self.game.plays(state, False)
            if not state.passed:
                yield State(state.own, state.others, 0, True)

    def run(self, start: State, owner_first: bool) -> None:
        """The walk from a position."""
        if owner_first:
            self.ask(start)
        else:
            self.defend(start)
        demand(next(self.letters, None) is None, "an answer is left")
        if self.repetition == "superko":
            self.superko([] if owner_first else [start])

    # Superko: 7.3. A turn is whether the owner moves, and a position.

    def moves(self, turn: tuple[bool, State]) -> Iterator[tuple[bool, State]]:
        """The turns after one."""
        owner_moves, state = turn
        if owner_moves:
            after = self.answers.get(self.game.image(state))
            if after is not None:
                yield False, self.game.image(after)
        else:
            for after in self.replies(state):
                yield True, self.game.image(after)

    def superko(self, starts: list[State]) -> None:
        """Refuse the claim if the owner can bring an arrangement back."""
        turns = {(True, state) for state in self.answers} | {(False, self.game.image(state)) for state in starts}
        turns |= {(False, self.game.image(after)) for after in self.answers.values()}
        after = {turn: list(self.moves(turn)) for turn in turns}
        stones = {turn: self.game.arrangement(turn[1]) for turn in turns}
        core = self.core(after, stones)
        for begin in core:
            self.no_return(begin, core, after, stones)

    def no_return(self, begin: State, core: set[State], after: dict, stones: dict) -> None:
        """Follow the lines from an arrangement within the core."""
        for owner_first in (True, False):
            first = [turn for turn in after if stones[turn] == begin and turn[0] == owner_first]
            line = [turn for start in first for turn in after[start] if turn in after and stones[turn] != begin]
            seen: set[tuple[bool, State]] = set()
            while line:
                turn = line.pop()
                if turn in seen or turn not in after or stones[turn] not in core:
                    continue
                seen.add(turn)
                if stones[turn] == begin:
                    demand(turn[0], "the owner brings stones back")
                    if owner_first:
                        continue
                line += after[turn]

    @staticmethod
    def core(after: dict, stones: dict) -> set[State]:
        """The arrangements that are left if those that nothing is left before, or after, are taken away again and again:
        all that come back are among them."""
        links = {(stones[turn], stones[other]) for turn, turns in after.items() for other in turns if other in after}
        links = {(one, other) for one, other in links if one != other}
        while True:
            begins, ends = {one for one, _ in links}, {other for _, other in links}
            left = {(one, other) for one, other in links if one in ends and other in begins}
            if left == links:
                return begins | ends
            links = left


def check_whole(line: Fields, lines: Lines) -> str:
    """Check a proof about a whole board."""
    demand("ko" not in line.values, "there is no ko")
    position = read_position(line, moves=True, suicide=False)
    board = position.board
    demand(size(board.all) <= 30, "the board has more than 30 points")
    n_claims = line.take("claims", COUNT)
    line.close()
    demand(1 <= n_claims <= 2, "there are one or two claims")
    said = []
    for at in range(n_claims):
        line = lines.next()
        owner = line.take("owner", word("black", "white"))
        least = line.take("least", LEAST)
        repetition = line.take("repetition", word("superko", "any", "draw"))
        n_lines = line.take("lines", COUNT)
        line.close()
        demand(n_claims == 1 or owner == ("black", "white")[at], "there is one of Black and then one of White")
        answers = ""
        for _ in range(n_lines):
            line = lines.next()
            answers += line.take("answers", text)
            line.close()
        known = LETTERS[: size(board.all)] + "-"
        demand(all(letter in known for letter in answers), "a letter stands for no move")
        demand(repetition != "draw" or least <= 0, "more is claimed than endless play is worth")
        claim = Claim(Game(board, least), repetition, answers)
        start = State(position.of(owner), position.of(other_color(owner)), 0, False)
        claim.run(start, position.to_move == owner)
        said.append(f"{owner} has {least} points more at least ({repetition})")
    return f"{position.to_move} first, {', '.join(said)}"
