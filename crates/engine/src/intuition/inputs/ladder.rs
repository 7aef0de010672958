//! Ladders as networks are shown them: which blocks a chain of ataris captures, and which first moves do it.
//!
//! This reading defines an input that networks were trained with. It is no proof: all kos count as won by the defender,
//! and a search that grows too large counts as an escape. [`crate::tactics`] reads captures soundly.
//!
//! Source of the definition: KataGo, `cpp/game/board.cpp` and `cpp/neuralnet/nninputs.cpp`.

use arrayvec::ArrayVec;

use crate::board::{Block, Board, Color, PerColor, Point, PointSet, Size};

/// Plays that one reading may make.
const MAX_PLAYS: u32 = 25_000;

/// The ladders of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ladders {
    /// The stones of the blocks that are captured in a ladder: those in atari although they move first, those with two
    /// liberties if the opponent moves first.
    pub(super) caught: PointSet,
    /// For each color, the liberties of its caught blocks with two liberties at which the ladder begins.
    pub(super) starts: PerColor<PointSet>,
}

/// What the ladders of a position depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    hash: u64,
    size: Size,
    ko: Option<Point>,
}

impl Key {
    fn new(board: &Board) -> Self {
        Self {
            hash: board.hash(),
            size: board.size(),
            ko: board.ko().map(|(_, point)| point),
        }
    }
}

/// Number of positions whose ladders are cached: a search comes back to a position one and two moves later.
const N_REMEMBERED: usize = 1 << 11;

/// Reads ladders, and caches those of the last positions.
#[derive(Debug)]
pub(super) struct LadderReader {
    /// The board on which plays are tried.
    board: Board,
    n_plays: u32,
    known: Vec<Option<(Key, Ladders)>>,
}

impl LadderReader {
    pub(super) fn new() -> Self {
        Self {
            board: Board::new(Size::square(1)),
            n_plays: 0,
            known: vec![None; N_REMEMBERED],
        }
    }

    /// The ladders of a position.
    ///
    /// Usually a microsecond for each block with at most two liberties; a few tens of nanoseconds if the position is
    /// cached.
    pub(super) fn ladders(&mut self, board: &Board) -> Ladders {
        let key = Key::new(board);
        let slot = slot(&key);
        if let Some((known, ladders)) = &self.known[slot]
            && *known == key
        {
            return *ladders;
        }
        let ladders = self.read(board);
        self.known[slot] = Some((key, ladders));
        ladders
    }

    fn read(&mut self, board: &Board) -> Ladders {
        let mut ladders = Ladders::default();
        let mut seen = PointSet::EMPTY;
        let mut is_copied = false;
        for point in board.size().points() {
            let Some(block) = board.block_at(point) else {
                continue;
            };
            if block.n_liberties() > 2 || !seen.insert(block.head()) {
                continue;
            }
            if !is_copied {
                self.take(board);
                is_copied = true;
            }
            let (head, defender) = (block.head(), block.color());
            if block.n_liberties() == 1 {
                if self.is_caught_moving_first(head) {
                    ladders.caught.extend(board.stones(head));
                }
            } else {
                let starts = self.starts(head);
                if !starts.is_empty() {
                    ladders.caught.extend(board.stones(head));
                    ladders.starts[defender].extend(starts);
                }
            }
        }
        ladders
    }

    /// Puts a position on the board for trying. Suicide never helps in a ladder.
    fn take(&mut self, board: &Board) {
        self.board.copy_position(board);
        self.board.set_suicide(false);
    }

    /// The liberties of a block with two at which the opponent can begin a ladder.
    fn starts(&mut self, stone: Point) -> ArrayVec<Point, 2> {
        let Some(block) = self.board.block_at(stone) else {
            return ArrayVec::new();
        };
        let attacker = block.color().opponent();
        let liberties = two_liberties(block);
        // The ban of a ko holds for whoever would move first here.
        let ko = self.board.ko();
        let banned = ko.map(|(_, point)| point);
        let mut starts = ArrayVec::new();
        for (n, &liberty) in liberties.iter().enumerate() {
            let Some(&escape) = liberties.get(1 - n) else {
                continue;
            };
            let n_free =
                n_empty_neighbors(&self.board, escape) - u16::from(escape.is_adjacent_to(liberty));
            if banned == Some(liberty) || n_free > 2 {
                continue;
            }
            if self.board.play(attacker, liberty).is_ok() {
                if self.is_caught_moving_first(stone) {
                    starts.push(liberty);
                }
                self.board.undo();
            }
        }
        starts
    }

    /// Whether a block in atari is caught although its owner moves first, and may take every ko at once.
    fn is_caught_moving_first(&mut self, stone: Point) -> bool {
        let ko = self.board.ko();
        self.board.set_ko(None);
        self.n_plays = 0;
        let is_caught = self.defend(stone);
        self.board.set_ko(ko);
        is_caught == Some(true)
    }

    /// Whether the block of `stone` is caught with its owner to move. `None` if the reading grows too large.
    fn defend(&mut self, stone: Point) -> Option<bool> {
        let board = &self.board;
        let Some(liberty) = board.block_at(stone).and_then(Block::atari) else {
            return Some(false);
        };
        // A ladder that leaves a ko is not counted as one.
        if board.ko().is_some() {
            return Some(false);
        }
        let defender = board.block_at(stone)?.color();
        let mut moves = captures_beside(board, stone);
        let (at_least, at_most) = liberties_after(board, defender, liberty);
        if at_least > 2 {
            return Some(false);
        }
        if !moves.contains(&liberty) {
            if moves.is_empty() && at_most < 2 {
                return Some(true);
            }
            moves.push(liberty);
        }
        for point in moves {
            if let Some(is_caught) = self.try_play(defender, point, |this| this.attack(stone))
                && !is_caught?
            {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the block of `stone` is caught with the opponent of its owner to move. `None` as above.
    fn attack(&mut self, stone: Point) -> Option<bool> {
        let block = self.board.block_at(stone)?;
        match block.n_liberties() {
            0 | 1 => return Some(true),
            2 => {}
            _ => return Some(false),
        }
        let attacker = block.color().opponent();
        if is_between_kos(&self.board, stone) {
            return Some(true);
        }
        for point in ataris(&self.board, stone) {
            if let Some(is_caught) = self.try_play(attacker, point, |this| this.defend(stone))
                && is_caught?
            {
                return Some(true);
            }
        }
        Some(false)
    }

    /// What `look` finds after a play; `None` if the play is illegal, `Some(None)` if the reading grows too large.
    fn try_play(
        &mut self,
        color: Color,
        point: Point,
        look: impl FnOnce(&mut Self) -> Option<bool>,
    ) -> Option<Option<bool>> {
        if self.n_plays >= MAX_PLAYS {
            return Some(None);
        }
        self.board.play(color, point).ok()?;
        self.n_plays += 1;
        let found = look(self);
        self.board.undo();
        Some(found)
    }
}

/// The slot in which the ladders of a position are cached.
#[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
fn slot(key: &Key) -> usize {
    let ko = key.ko.map_or(0, Point::index);
    (key.hash as usize ^ ko.wrapping_mul(0x9E37)) % N_REMEMBERED
}

/// The liberties of a block that has two.
fn two_liberties(block: &Block) -> ArrayVec<Point, 2> {
    block.liberties().iter().take(2).collect()
}

fn n_empty_neighbors(board: &Board, point: Point) -> u16 {
    let neighbors = point.neighbors().into_iter();
    neighbors.map(|near| u16::from(board.is_empty(near))).sum()
}

/// The points where the owner of a block captures an adjacent block in atari.
fn captures_beside(board: &Board, stone: Point) -> Vec<Point> {
    let mut captures = Vec::new();
    let attacker = board.color(stone).map(Color::opponent);
    for near in board.stones(stone).flat_map(Point::neighbors) {
        if board.color(near) == attacker
            && let Some(liberty) = board.block_at(near).and_then(Block::atari)
            && !captures.contains(&liberty)
        {
            captures.push(liberty);
        }
    }
    captures
}

/// Bounds for the liberties of the block that a play of `color` makes: at least, at most.
fn liberties_after(board: &Board, color: Color, point: Point) -> (u16, u16) {
    let (mut n_free, mut n_captures, mut n_prisoners) = (0, 0, 0);
    let (mut n_joined, mut most_joined) = (0, 0);
    for near in point.neighbors() {
        let Some(block) = board.block_at(near) else {
            n_free += u16::from(board.is_empty(near));
            continue;
        };
        if block.color() == color {
            let n_others = block.n_liberties() - 1;
            n_joined += n_others;
            most_joined = n_others.max(most_joined);
        } else if block.n_liberties() == 1 {
            n_captures += 1;
            n_prisoners += block.n_stones();
        }
    }
    (
        n_captures + n_free.max(most_joined),
        n_free + n_prisoners + n_joined,
    )
}

/// The attacker's plays on the two liberties of a block, the more promising first; those that leave it too many are
/// left out.
fn ataris(board: &Board, stone: Point) -> ArrayVec<Point, 2> {
    let Some(block) = board.block_at(stone) else {
        return ArrayVec::new();
    };
    let mut plays = two_liberties(block);
    let &[one, two] = plays.as_slice() else {
        return plays;
    };
    let n_free = [one, two].map(|point| n_empty_neighbors(board, point));
    if !one.is_adjacent_to(two) {
        // The defender plays on the other liberty, and has all the free points beside it.
        let works = [n_free[1] < 3, n_free[0] < 3];
        let mut n = 0;
        plays.retain(|_| {
            n += 1;
            works[n - 1]
        });
    }
    let reach = |point: Point, n_free: u16| {
        let friends = point
            .neighbors()
            .into_iter()
            .filter_map(|near| board.block_at(near));
        let friends = friends.filter(|friend| friend.color() == block.color());
        let joined = friends
            .map(|friend| (2 * friend.n_liberties()).saturating_sub(3))
            .sum::<u16>();
        2 * n_free + joined
    };
    if plays.len() == 2 && reach(two, n_free[1]) > reach(one, n_free[0]) {
        plays.swap(0, 1);
    }
    plays
}

/// Whether both liberties of a block with two are mouths of kos which the defender can't gain from filling, and no
/// attacking block beside it is in atari: it never gets out of atari.
fn is_between_kos(board: &Board, stone: Point) -> bool {
    let Some(block) = board.block_at(stone) else {
        return false;
    };
    let (defender, attacker) = (block.color(), block.color().opponent());
    let liberties = two_liberties(block);
    liberties.iter().all(|&liberty| {
        n_empty_neighbors(board, liberty) == 0
            && is_mouth_of_ko(board, attacker, liberty)
            && n_liberties_after(board, defender, liberty) < 3
    }) && captures_beside(board, stone).is_empty()
}

/// Whether `color` would capture a single stone at `point`, among stones of the other color alone.
fn is_mouth_of_ko(board: &Board, color: Color, point: Point) -> bool {
    let mut n_capturable = 0;
    for near in point.neighbors() {
        match board.block_at(near) {
            Some(block) if block.color() == color => return false,
            Some(block) if block.n_liberties() == 1 => {
                if block.n_stones() != 1 {
                    return false;
                }
                n_capturable += 1;
            }
            Some(_) => {}
            None if board.is_empty(near) => return false,
            None => {}
        }
    }
    n_capturable == 1
}

/// Number of liberties of the block that a play on an empty point makes.
fn n_liberties_after(board: &Board, color: Color, point: Point) -> usize {
    let mut freed = PointSet::EMPTY;
    let mut own = PointSet::from(point);
    for near in point.neighbors() {
        match board.block_at(near) {
            Some(block) if block.color() == color => own.extend(board.stones(near)),
            Some(block) if block.n_liberties() == 1 => freed.extend(board.stones(near)),
            Some(_) | None => {}
        }
    }
    let around = own.spread() - own;
    around
        .iter()
        .filter(|&near| board.is_empty(near) || freed.contains(near))
        .count()
}
