//! Relevance zones: the points that a result rests on, and why nothing outside can change it.
//!
//! A *result*: one side, the winner, reaches its goal against every play of the other side, the loser. Its *zone* is a
//! set of points *Z* with this property:
//!
//! > The winner reaches the goal in every legal position that has the same contents on *Z*, the same side to move and
//! > the same ko ban in *Z*, if there is one, and in which the blocks in question are on the board.
//!
//! So after a move of the loser outside *Z* the winner need not even answer, and a search has to look at no move of the
//! loser outside the zone of the loser's pass.
//!
//! # The rules
//!
//! A [`ZoneBoard`] gives blocks and liberties; its methods work zones out from the end of a line upward.
//! - *A settled position*: the points that show that it is settled, [closed](ZoneBoard::closed).
//! - *The winner moves* ([`ZoneBoard::zone_of_play`]): the zone after the move, the point played on, what shows that
//!   the move is legal, and what shows that it takes the blocks that it takes, and no others.
//! - *The loser moves* ([`ZoneBoard::zone_of_replies`]): the zones after all replies that were looked at, the pass
//!   among them, the points played on, what shows which blocks they take, and for every empty point in the zone that
//!   the loser may not play on what shows that this is suicide.
//! - *Where suicide is allowed*, a move that is suicide is a move like others, and needs what shows that it is one; a
//!   move of the loser that is none needs what shows that it is none; and each block of the loser with a stone in the
//!   zone lies wholly in it, with two liberties, or with all the points beside it.
//!
//! # Why they are sound
//!
//! Take two positions *P* and *P'* with the same contents on *Z*, and follow the line by which the winner wins in *P*.
//! By induction from its end, the winner wins in *P'* too:
//! - *Liberties.* Every zone is closed: a block of the winner with a stone in *Z* lies wholly in *Z*, with a liberty in
//!   *Z*, or is [never taken](ZoneBoard::is_never_taken). In *P'* it may have more stones and liberties outside; the
//!   liberty in *Z* is the same.
//! - *A move of the loser outside Z* therefore takes nothing in *Z*: the contents of *Z* stay as they are. A ko ban
//!   that it makes forbids the winner to retake where the loser took, which is outside. So the position after it agrees
//!   in *Z* with the position after a pass, whose zone is part of *Z*. (If a pass ends the line, a settled position has
//!   no later moves to change it, and the searches look at every move in the zones of all answers.)
//! - *A move of the loser inside Z* was looked at in *P*, or it was illegal there. What is suicide in *P* is suicide in
//!   *P'*: all liberties that the stone could have are in *Z* and taken, and so are the liberties that keep the blocks
//!   around it alive. A legal move takes the same blocks of the winner, since a block that it does not take has another
//!   liberty in *Z* and one that it takes has all its neighbors in *Z*. So both positions agree after it where the next
//!   zone lies.
//! - *A move of the winner* is on a point of *Z*. It is legal in *P'*: a liberty of the new block, or what it takes, is
//!   in *Z*. It takes the same blocks in *Z*: for a block that it takes all neighbors are in *Z*, and any other block
//!   of the loser beside it that has a stone in *Z* keeps a liberty in *Z*. In *P'* a block with a stone in *Z* may be
//!   joined outside to a stone beside the move; if it is not whole in *Z* with a liberty, all points beside the move
//!   are in *Z*, so that there is no such stone. A block of the loser that lies wholly outside may be taken in *P'*
//!   alone, which changes nothing in *Z*. If the move takes something in *P*, all blocks beside it are in *Z*, so that
//!   it begins a ko in both positions or in neither.
//! - *Suicide.* Where it is allowed, a move in *Z* is suicide in both positions or in neither, and removes the same
//!   stones. A suicide outside *Z* removes no stone in *Z*: a block of the loser with a stone in *Z* has two liberties
//!   in *Z*, of which one is left, or it is the same in *P'*, with all its liberties in *Z*.
//! - *Kos.* Where a ban stands in *Z* it is a part of *P* and *P'* alike: it comes from a capture in *Z*, after which
//!   both agree. A ban outside *Z* forbids no move of the winner that is needed. Repetitions never count for the
//!   winner, so that the line does not depend on what was played before.
//!
//! Source: Shih, Wei, Liu and Wu, "A novel approach to solving goal-achieving problems for board games" (2022), section
//! 4.

use std::ops::BitOrAssign;

use arrayvec::ArrayVec;

use crate::board::{Board, Color, Point, PointSet};

/// Liberties with which a block can't be removed by a suicide.
const ENOUGH_LIBERTIES: usize = 2;

/// Most blocks that can lie beside a point.
const MOST_BESIDE: usize = 4;

/// A set of points that zones are made of.
pub(crate) trait ZoneSet: Copy + BitOrAssign {
    /// A point as the set holds it.
    type Point: Copy;

    /// The set of no points.
    const EMPTY: Self;

    /// Whether the set holds no point.
    fn is_empty(&self) -> bool;

    /// Whether two sets share a point.
    fn meets(&self, other: &Self) -> bool;

    /// The points that `other` does not hold.
    fn without(&self, other: &Self) -> Self;

    /// The points in order.
    fn points(&self) -> impl Iterator<Item = Self::Point>;

    /// Adds a point.
    fn add(&mut self, point: Self::Point);
}

impl ZoneSet for PointSet {
    type Point = Point;

    const EMPTY: Self = Self::EMPTY;

    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn meets(&self, other: &Self) -> bool {
        self.intersects(other)
    }

    fn without(&self, other: &Self) -> Self {
        *self - *other
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        self.iter()
    }

    fn add(&mut self, point: Point) {
        self.insert(point);
    }
}

/// The side that a result is for, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Party {
    /// The side that reaches its goal.
    Winner,
    /// The other side.
    Loser,
}

impl Party {
    const fn other(self) -> Self {
        match self {
            Self::Winner => Self::Loser,
            Self::Loser => Self::Winner,
        }
    }
}

/// A position in which one side wins: its blocks and liberties, and with them the zones of results.
pub(crate) trait ZoneBoard {
    /// A set of points.
    type Area: ZoneSet;

    /// A block.
    type Block: Copy;

    /// The blocks of the winner with a stone in an area, each once.
    fn winner_blocks(&self, area: Self::Area) -> impl Iterator<Item = Self::Block>;

    /// The blocks of a party beside a point, each once.
    fn blocks_beside(
        &self,
        point: PointOf<Self>,
        party: Party,
    ) -> impl Iterator<Item = Self::Block>;

    /// The stones of a block.
    fn stones(&self, block: Self::Block) -> Self::Area;

    /// The liberties of a block, without the point `except`.
    fn liberties(&self, block: Self::Block, except: Option<PointOf<Self>>) -> Self::Area;

    /// Whether a block can't be taken, whatever its liberties.
    fn is_never_taken(&self, block: Self::Block) -> bool;

    /// The points of an area and their neighbors.
    fn spread(&self, area: &Self::Area) -> Self::Area;

    /// A point and its neighbors.
    fn around(&self, point: PointOf<Self>) -> Self::Area;

    /// The empty neighbors of an empty point.
    fn empty_beside(&self, point: PointOf<Self>) -> Self::Area;

    /// The empty points of an area.
    fn empty_in(&self, area: &Self::Area) -> Self::Area;

    /// Whether a move of a party, which is to move, on an empty point is suicide.
    fn is_suicide(&self, point: PointOf<Self>, party: Party) -> bool;

    /// Whether a block may be removed by suicide.
    fn allows_suicide(&self) -> bool;

    /// The blocks of the loser with a stone in an area, each once.
    fn loser_blocks(&self, area: Self::Area) -> impl Iterator<Item = Self::Block>;

    /// Makes sure that no move outside takes stones of the winner inside.
    fn closed(&self, mut zone: Self::Area) -> Self::Area {
        for block in self.winner_blocks(zone) {
            self.add_breathing(&mut zone, block, None);
        }
        zone
    }

    /// Adds a block that is not taken, and a liberty of it other than `except` if the block needs one and none is
    /// there.
    fn add_breathing(
        &self,
        zone: &mut Self::Area,
        block: Self::Block,
        except: Option<PointOf<Self>>,
    ) {
        *zone |= self.stones(block);
        if self.is_never_taken(block) {
            return;
        }
        let liberties = self.liberties(block, except);
        if !liberties.meets(zone)
            && let Some(liberty) = liberties.points().next()
        {
            zone.add(liberty);
        }
    }

    /// Whether a stone of the other color on a point takes a block beside it.
    fn is_taken_by(&self, block: Self::Block, point: PointOf<Self>) -> bool {
        !self.is_never_taken(block) && self.liberties(block, Some(point)).is_empty()
    }

    /// The zone of a position in which the winner plays on `point` to reach one with zone `after`.
    fn zone_of_play(&self, point: PointOf<Self>, after: Self::Area) -> Self::Area {
        let mut zone = after;
        zone.add(point);
        let takes = self.add_taken(&mut zone, point, Party::Loser);
        self.add_untaken(&mut zone, point);
        if !takes {
            if self.may_be_joined(&zone, after, point) {
                zone |= self.around(point);
                self.add_untaken(&mut zone, point);
            }
            if self.allows_suicide() && self.is_suicide(point, Party::Winner) {
                self.add_suicide(&mut zone, point, Party::Winner);
            } else {
                self.add_legality(&mut zone, point, Party::Winner);
            }
        }
        self.closed(zone)
    }

    /// Adds what shows that a move of the winner on `point` does not take the blocks of the loser in the zone beside it
    /// that it does not take.
    fn add_untaken(&self, zone: &mut Self::Area, point: PointOf<Self>) {
        for block in self.blocks_beside(point, Party::Loser) {
            if !self.is_taken_by(block, point) && self.stones(block).meets(zone) {
                self.add_breathing(zone, block, Some(point));
            }
        }
    }

    /// Whether stones of the loser in `after` may, outside the zone, be joined to a stone beside `point` and lose their
    /// liberties, so that a move of the winner on `point` takes them: their block is not whole in the zone, or has no
    /// liberty in it.
    fn may_be_joined(&self, zone: &Self::Area, after: Self::Area, point: PointOf<Self>) -> bool {
        self.loser_blocks(after).any(|block| {
            let is_whole = self.stones(block).without(zone).is_empty();
            let breathes =
                self.is_never_taken(block) || self.liberties(block, Some(point)).meets(zone);
            !is_whole || !breathes
        })
    }

    /// Adds what shows that a move on `point` takes the blocks of a party that it takes; whether there are any.
    fn add_taken(&self, zone: &mut Self::Area, point: PointOf<Self>, party: Party) -> bool {
        let mut takes = false;
        for block in self.blocks_beside(point, party) {
            if self.is_taken_by(block, point) {
                takes = true;
                *zone |= self.spread(&self.stones(block));
            }
        }
        if takes {
            *zone |= self.around(point);
        }
        takes
    }

    /// Adds what shows that a stone of a party on `point`, which takes nothing, has a liberty.
    fn add_legality(&self, zone: &mut Self::Area, point: PointOf<Self>, party: Party) {
        let beside = self.empty_beside(point);
        if beside.meets(zone) {
            return;
        }
        let friends = self.blocks_beside(point, party);
        let friends: ArrayVec<Self::Block, MOST_BESIDE> = friends.collect();
        let breathes_in = |block: Self::Block, zone: &Self::Area| {
            self.stones(block).meets(zone)
                && (self.is_never_taken(block) || self.liberties(block, Some(point)).meets(zone))
        };
        if friends.iter().any(|&block| breathes_in(block, zone)) {
            return;
        }
        if let Some(liberty) = beside.points().next() {
            zone.add(liberty);
            return;
        }
        let mut friends = friends.into_iter();
        if let Some(block) = friends.find(|&block| !self.is_taken_by(block, point)) {
            self.add_breathing(zone, block, Some(point));
        }
    }

    /// The zone of a position in which the loser loses with each of some replies, with the zones after them. `None` is
    /// a pass: all replies outside the zone lose as it does.
    fn zone_of_replies(
        &self,
        lost: impl IntoIterator<Item = (Option<PointOf<Self>>, Self::Area)>,
    ) -> Self::Area {
        let mut zone = Self::Area::EMPTY;
        for (reply, after) in lost {
            zone |= after;
            if let Some(point) = reply {
                zone.add(point);
                self.add_taken(&mut zone, point, Party::Winner);
            }
        }
        self.completed(zone)
    }

    /// Makes a zone whole where the loser is to move: no move outside takes a stone inside, and what is suicide inside
    /// is shown to be suicide. Where suicide is allowed, what is none is shown to be none, and no suicide outside
    /// removes a stone inside.
    fn completed(&self, mut zone: Self::Area) -> Self::Area {
        let mut seen = Self::Area::EMPTY;
        loop {
            zone = self.closed(zone);
            if self.allows_suicide() {
                zone = self.guarded(zone);
            }
            let fresh = self.empty_in(&zone).without(&seen);
            if fresh.is_empty() {
                return zone;
            }
            seen |= fresh;
            for point in fresh.points() {
                if self.is_suicide(point, Party::Loser) {
                    self.add_suicide(&mut zone, point, Party::Loser);
                } else if self.allows_suicide() {
                    self.add_legality(&mut zone, point, Party::Loser);
                }
            }
        }
    }

    /// Makes sure that no suicide of the loser outside removes stones of the loser inside.
    fn guarded(&self, mut zone: Self::Area) -> Self::Area {
        for block in self.loser_blocks(zone) {
            let stones = self.stones(block);
            zone |= stones;
            if self.is_never_taken(block) {
                continue;
            }
            let liberties = self.liberties(block, None);
            let n_inside = liberties.points().count() - liberties.without(&zone).points().count();
            let outside = liberties.without(&zone);
            let more: ArrayVec<PointOf<Self>, ENOUGH_LIBERTIES> = outside
                .points()
                .take(ENOUGH_LIBERTIES.saturating_sub(n_inside))
                .collect();
            if n_inside + more.len() < ENOUGH_LIBERTIES {
                zone |= self.spread(&stones);
            }
            for liberty in more {
                zone.add(liberty);
            }
        }
        zone
    }

    /// Adds what shows that a move of a party on `point` is suicide.
    fn add_suicide(&self, zone: &mut Self::Area, point: PointOf<Self>, party: Party) {
        *zone |= self.around(point);
        for block in self.blocks_beside(point, party) {
            *zone |= self.spread(&self.stones(block));
        }
        for block in self.blocks_beside(point, party.other()) {
            self.add_breathing(zone, block, Some(point));
        }
    }
}

/// A point as the areas of a board hold it.
pub(crate) type PointOf<B> = <<B as ZoneBoard>::Area as ZoneSet>::Point;

/// A whole board for the zones of one side, the winner. Every block can be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholeBoard<'a> {
    pub board: &'a Board,
    pub winner: Color,
}

impl WholeBoard<'_> {
    const fn color(&self, party: Party) -> Color {
        match party {
            Party::Winner => self.winner,
            Party::Loser => self.winner.opponent(),
        }
    }

    /// One stone of each block of a color with a stone in an area.
    fn blocks_of(&self, color: Color, area: PointSet) -> impl Iterator<Item = Point> {
        let mut rest = area;
        std::iter::from_fn(move || {
            loop {
                let point = rest.first()?;
                rest.remove(point);
                if self.board.color(point) == Some(color) {
                    rest -= self.stones(point);
                    return Some(point);
                }
            }
        })
    }
}

impl ZoneBoard for WholeBoard<'_> {
    type Area = PointSet;

    /// A stone of the block.
    type Block = Point;

    fn winner_blocks(&self, area: PointSet) -> impl Iterator<Item = Point> {
        self.blocks_of(self.winner, area)
    }

    fn loser_blocks(&self, area: PointSet) -> impl Iterator<Item = Point> {
        self.blocks_of(self.winner.opponent(), area)
    }

    fn blocks_beside(&self, point: Point, party: Party) -> impl Iterator<Item = Point> {
        self.board.blocks_beside(point, self.color(party))
    }

    fn stones(&self, block: Point) -> PointSet {
        self.board.stones(block).collect()
    }

    fn liberties(&self, block: Point, except: Option<Point>) -> PointSet {
        let block = self.board.block_at(block);
        let mut liberties = block.map_or(PointSet::EMPTY, |block| *block.liberties());
        if let Some(point) = except {
            liberties.remove(point);
        }
        liberties
    }

    fn is_never_taken(&self, _block: Point) -> bool {
        false
    }

    fn spread(&self, area: &PointSet) -> PointSet {
        area.spread()
    }

    fn around(&self, point: Point) -> PointSet {
        point.neighbors().into_iter().chain([point]).collect()
    }

    fn empty_beside(&self, point: Point) -> PointSet {
        let near = point.neighbors().into_iter();
        near.filter(|&near| self.board.is_empty(near)).collect()
    }

    fn empty_in(&self, area: &PointSet) -> PointSet {
        let points = area.iter();
        points.filter(|&point| self.board.is_empty(point)).collect()
    }

    fn is_suicide(&self, point: Point, party: Party) -> bool {
        self.board.is_suicide(self.color(party), point)
    }

    fn allows_suicide(&self) -> bool {
        self.board.allows_suicide()
    }
}

#[cfg(test)]
mod tests {
    use super::super::all_moves::{changed, random_board};
    use super::*;
    use crate::base::Rng;
    use crate::board::Size;

    const SIZES: [Size; 3] = [
        Size::new(3, 3).unwrap(),
        Size::new(4, 3).unwrap(),
        Size::new(4, 4).unwrap(),
    ];

    /// Other boards that each zone is compared on.
    const N_OTHERS: usize = 6;

    /// A small board with a winner.
    fn random_position(rng: &mut Rng, allows_suicide: bool) -> (Board, Color) {
        let size = SIZES[rng.index(SIZES.len())];
        let n_stones = 3 + rng.index(8);
        let board = random_board(rng, size, n_stones).with_suicide(allows_suicide);
        (board, Color::BOTH[rng.index(2)])
    }

    /// Some points of a board.
    fn some_points(rng: &mut Rng, board: &Board) -> PointSet {
        let points = board.size().points();
        points.filter(|_| rng.below(4) == 0).collect()
    }

    /// A play of the winner is legal on all boards that agree on its zone, and leaves the zone after it alike.
    #[test]
    fn a_play_leaves_its_zone_alike_on_other_boards() {
        let mut rng = Rng::new(29, 0);
        let mut n_compared = 0;
        for n in 0..20_000 {
            let (board, winner) = random_position(&mut rng, n % 2 == 0);
            let empty = board.empty_points();
            let point = empty[rng.index(empty.len())];
            let mut after = board.clone();
            if after.play(winner, point).is_err() {
                continue;
            }
            let some = some_points(&mut rng, &board);
            let zone_after = WholeBoard {
                board: &after,
                winner,
            }
            .completed(some);
            let zone = WholeBoard {
                board: &board,
                winner,
            }
            .zone_of_play(point, zone_after);
            for _ in 0..N_OTHERS {
                let Some(other) = changed(&board, &zone, &mut rng) else {
                    break;
                };
                let mut other_after = other.clone().with_suicide(board.allows_suicide());
                let is_legal = other_after.play(winner, point).is_ok();
                let differs = |at: &Point| other_after.color(*at) != after.color(*at);
                let is_alike = is_legal && !zone_after.iter().any(|at| differs(&at));
                assert!(
                    is_alike,
                    "{winner:?} {point}, zone {zone:?}:\n{board}\n{other}"
                );
                n_compared += 1;
            }
        }
        assert!(n_compared > 20_000, "{n_compared}");
    }

    /// A play of the loser outside a zone leaves it as it is. One inside that is legal is legal on all boards that
    /// agree on the zone.
    #[test]
    fn plays_of_the_loser_keep_to_zones() {
        let mut rng = Rng::new(30, 0);
        let mut n_compared = 0;
        for n in 0..5_000 {
            let (board, winner) = random_position(&mut rng, n % 2 == 0);
            let some = some_points(&mut rng, &board);
            let zone = WholeBoard {
                board: &board,
                winner,
            }
            .completed(some);
            for _ in 0..N_OTHERS {
                let Some(other) = changed(&board, &zone, &mut rng) else {
                    break;
                };
                let other = other.with_suicide(board.allows_suicide());
                for &point in other.empty_points() {
                    let mut played = other.clone();
                    if played.play(winner.opponent(), point).is_err() {
                        continue;
                    }
                    n_compared += 1;
                    let is_sound = if zone.contains(point) {
                        board.is_legal(winner.opponent(), point)
                    } else {
                        zone.iter().all(|at| played.color(at) == other.color(at))
                    };
                    assert!(
                        is_sound,
                        "{winner:?} {point}, zone {zone:?}:\n{board}\n{other}"
                    );
                }
            }
        }
        assert!(n_compared > 20_000, "{n_compared}");
    }
}
