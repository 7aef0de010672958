"""Proofs of scores: section 6 of docs/proof_format.md."""

from .basics import COUNT, Fields, Lines, Position, demand, number, read_position, size, word
from .safety import Play, SafetyFields, Strategy, show_safe


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
        near = board.spread(alive)
        spaces = [part for part in board.blocks(region & ~alive) if part & near and not part & secure]
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
    for block in board.blocks(safe.own & region | walls):
        breathes = block & walls or board.spread(block) & region & ~(safe.own | safe.others)
        demand(not block & region or breathes, "own stones have no liberty in the region")
    is_first = position.to_move == owner
    play = Play(safe.own & region, safe.others & region, position.ko & region if is_first else 0, 0)
    strategy.check_score(play, secure, lead, goal, is_first, start)
