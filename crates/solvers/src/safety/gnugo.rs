//! What GNU Go calls unconditional status: life, territory and death that hold though one side never answers.
//!
//! The opponent first captures whatever can be captured by consecutive moves, then fills the liberties of the rest;
//! what is left of the board belongs to the owner unless the opponent's stones could live or reach a seki there.
//! The invincible stones are the unconditionally alive ones; on top of them come the regions in which the opponent
//! has no room for two eyes, with all stones in them.
//!
//! This restates the procedure behind the command `unconditional_status` of GNU Go 3.8 so that the owned points agree
//! one for one; suicide is taken to be forbidden, as there. GNU Go calls every stone on a point of its own territory
//! alive. Here a stone is alive only if it can't be captured; other stones of the owner stand on territory.

use crate::board::{Board, Cell, Color, PerColor, Point, PointSet};

/// The answer for one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointStatus {
    /// Nothing is certain.
    Undecided,
    /// A stone that can't be captured though its owner passes forever.
    Alive,
    /// A stone in the opponent's unconditional territory.
    Dead,
    /// A point of unconditional territory: empty, or with a stone of its owner that can be captured, though the stones
    /// that capture it die there.
    Territory(Color),
}

/// The unconditional territory of both colors, stones of either color in it included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnconditionalStatus {
    /// Points that belong to each color.
    pub owned: PerColor<PointSet>,
    /// The stones of each color that can't be captured though their owner passes forever.
    pub invincible: PerColor<PointSet>,
}

impl UnconditionalStatus {
    /// Works out the status of all points. Costs a few plays for each liberty of each block, many times the cost of
    /// [`unconditional_life`](super::unconditional_life).
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let mut status = Self::default();
        // A later result overwrites an earlier one: Black is last.
        for owner in [Color::White, Color::Black] {
            let Some((invincible, owned)) = TrialBoard::new(board, owner).run() else {
                continue;
            };
            status.invincible[owner] = invincible;
            status.owned[owner] = owned;
            status.owned[owner.opponent()] -= owned;
        }
        status
    }

    /// The status of a point.
    #[must_use]
    pub fn of(&self, board: &Board, point: Point) -> PointStatus {
        let is_owned = |color: &Color| self.owned[*color].contains(point);
        match (Color::BOTH.into_iter().find(is_owned), board.color(point)) {
            (None, _) => PointStatus::Undecided,
            (Some(owner), Some(color)) if owner != color => PointStatus::Dead,
            (Some(owner), Some(_)) if self.invincible[owner].contains(point) => PointStatus::Alive,
            (Some(owner), _) => PointStatus::Territory(owner),
        }
    }
}

/// The board on which the opponent plays alone.
struct TrialBoard {
    board: Board,
    owner: Color,
    /// Points of the owner's lonely pairs, which may matter for a seki.
    set_aside: PointSet,
    /// All points from the top row down, each row from the left.
    points: Vec<Point>,
}

impl TrialBoard {
    fn new(board: &Board, owner: Color) -> Self {
        let mut board = board.clone().with_suicide(false);
        board.forget_history();
        let size = board.size();
        let points: Vec<Point> = (0..size.height())
            .rev()
            .flat_map(|y| (0..size.width()).map(move |x| Point::new(x, y)))
            .collect();
        let mut trial = Self {
            board,
            owner,
            set_aside: PointSet::EMPTY,
            points,
        };
        trial.set_aside = trial.lonely_pairs();
        trial
    }

    /// Invincible stones and owned points, or `None` if nothing is invincible.
    fn run(mut self) -> Option<(PointSet, PointSet)> {
        self.capture_all();
        let invincible: PointSet = self.points_of_owner().collect();
        if invincible.is_empty() {
            return None;
        }
        self.fill_liberties(|trial, head| !trial.set_aside.contains(head));
        self.extend_from_atari();
        self.keep_sekis();
        self.fill_liberties(|trial, head| trial.set_aside.contains(head));
        self.divide_pairs_of_liberties();
        let mut owned = invincible;
        for head in self.heads(self.owner) {
            if !self.set_aside.contains(head) {
                owned |= self.liberties(head);
            }
        }
        for head in self.heads(self.owner.opponent()) {
            let liberties = self.liberties(head);
            if liberties.len() == 1 {
                owned.extend(self.board.stones(head));
                owned |= liberties;
            }
        }
        Some((invincible, owned))
    }

    /// The owner's stones on the trial board that are not set aside.
    fn points_of_owner(&self) -> impl Iterator<Item = Point> + '_ {
        self.board
            .points_of(self.owner)
            .filter(|&point| !self.set_aside.contains(point))
    }

    /// The owner's blocks of two stones off the edge that have no other own stone in the eight points around them.
    fn lonely_pairs(&self) -> PointSet {
        let board = &self.board;
        let is_lonely = |stones: &PointSet| {
            stones.len() == 2
                && stones
                    .iter()
                    .flat_map(Point::around)
                    .all(|point| match board.cell(point) {
                        Cell::Wall => false,
                        cell @ (Cell::Black | Cell::White | Cell::Empty) => {
                            cell != Cell::from(self.owner) || stones.contains(point)
                        }
                    })
        };
        self.heads(self.owner)
            .into_iter()
            .map(|head| board.stones(head).collect())
            .filter(is_lonely)
            .fold(PointSet::EMPTY, |all, pair| all | pair)
    }

    /// The first stone of each block of a color in reading order.
    fn heads(&self, color: Color) -> Vec<Point> {
        let mut seen = PointSet::EMPTY;
        let mut heads = Vec::new();
        for &point in &self.points {
            if self.board.color(point) == Some(color) && !seen.contains(point) {
                seen.extend(self.board.stones(point));
                heads.push(point);
            }
        }
        heads
    }

    fn liberties(&self, stone: Point) -> PointSet {
        self.board
            .block_at(stone)
            .map_or(PointSet::EMPTY, |block| *block.liberties())
    }

    /// The liberties of a block in reading order.
    fn liberties_in_order(&self, stone: Point) -> Vec<Point> {
        let mut liberties: Vec<Point> = self.liberties(stone).iter().collect();
        liberties.sort_by_key(|point| (std::cmp::Reverse(point.y()), point.x()));
        liberties
    }

    /// Whether the opponent's stone could be played.
    fn play(&mut self, point: Point) -> bool {
        self.board.play(self.owner.opponent(), point).is_ok()
    }

    /// Plays in spite of a ko ban; the play must not be suicide.
    fn play_ignoring_ko(&mut self, point: Point) {
        self.board.set_ko(None);
        let is_played = self.play(point);
        debug_assert!(is_played, "the last liberty is a capture");
    }

    /// Captures every block of the owner that consecutive plays on its liberties can take, until none is left.
    fn capture_all(&mut self) {
        let mut captures = true;
        while captures {
            captures = false;
            for head in self.heads(self.owner) {
                let is_there = self.board.color(head) == Some(self.owner);
                if is_there && !self.set_aside.contains(head) {
                    captures |= self.try_capture(head);
                }
            }
        }
    }

    fn try_capture(&mut self, head: Point) -> bool {
        let liberties = self.liberties_in_order(head);
        let ko = self.board.ko();
        let n_played = liberties
            .into_iter()
            .filter(|&point| self.play(point))
            .count();
        if self
            .board
            .color(head)
            .is_some_and(|color| color == self.owner)
        {
            let left = self.liberties(head);
            if let (1, Some(last)) = (left.len(), left.first()) {
                self.play_ignoring_ko(last);
                return true;
            }
            for _ in 0..n_played {
                self.board.undo();
            }
            self.board.set_ko(ko);
            return false;
        }
        true
    }

    /// The opponent plays on all liberties of the owner's blocks that `picks` picks.
    fn fill_liberties(&mut self, picks: impl Fn(&Self, Point) -> bool) {
        for head in self.heads(self.owner) {
            if picks(self, head) {
                for point in self.liberties_in_order(head) {
                    self.play(point);
                }
            }
        }
    }

    /// The opponent's blocks in atari extend as long as that is not suicide.
    fn extend_from_atari(&mut self) {
        let opponent = self.owner.opponent();
        let mut extends = true;
        while extends {
            extends = false;
            for head in self.heads(opponent) {
                if let Some(last) = self.board.block_at(head).and_then(|block| block.atari())
                    && self.board.color(head) == Some(opponent)
                    && !self.board.is_suicide(opponent, last)
                {
                    self.play_ignoring_ko(last);
                    extends = true;
                }
            }
        }
    }

    /// A lonely pair of the owner in an eye space of six that one block of the opponent encloses makes a seki: the
    /// owner adds a third stone, so that filling the rest does not cost the opponent the chance of two eyes.
    fn keep_sekis(&mut self) {
        for head in self.heads(self.owner) {
            let pair: Vec<Point> = self.board.stones(head).collect();
            let (true, &[a, b]) = (self.set_aside.contains(head), pair.as_slice()) else {
                continue;
            };
            for side in 0..4 {
                if self.keep_seki(a, b, side) {
                    break;
                }
            }
        }
    }

    /// Looks at the pair `a`, `b` with an empty point beside `a` in the direction `side`, an index into
    /// [`Point::neighbors`], and one beside `b` opposite; whether the owner has played.
    fn keep_seki(&mut self, a: Point, b: Point, side: usize) -> bool {
        let opposite = |direction: usize| 3 - direction;
        let Some(along) = a.neighbors().iter().position(|&neighbor| neighbor == b) else {
            return false;
        };
        if side == along || side == opposite(along) {
            return false;
        }
        let (before, beyond) = (a.neighbors()[opposite(along)], b.neighbors()[along]);
        let open = [
            before,
            beyond,
            a.neighbors()[side],
            b.neighbors()[opposite(side)],
        ];
        let wall = [a.neighbors()[opposite(side)], b.neighbors()[side]];
        if !open.into_iter().all(|point| self.board.is_empty(point)) {
            return false;
        }
        let opponent = self.owner.opponent();
        let n_played = wall
            .into_iter()
            .filter(|&point| self.board.is_empty(point) && self.play(point))
            .count();
        let is_held = |point: Point| self.board.color(point) == Some(opponent);
        if wall.into_iter().all(is_held)
            && self.board.block_id(wall[0]) == self.board.block_id(wall[1])
            && self.board.play(self.owner, beyond).is_ok()
        {
            self.set_aside.insert(beyond);
            return true;
        }
        for _ in 0..n_played {
            self.board.undo();
        }
        false
    }

    /// Each block of the opponent whose only two liberties are adjacent plays one of them.
    fn divide_pairs_of_liberties(&mut self) {
        let opponent = self.owner.opponent();
        for head in self.heads(opponent) {
            if self.board.color(head) != Some(opponent) {
                continue;
            }
            if let &[a, b] = self.liberties_in_order(head).as_slice()
                && a.is_adjacent_to(b)
            {
                let n_liberties = |point, color| self.n_liberties_after(point, color).min(4);
                let (for_owner, for_opponent) = (
                    [n_liberties(a, self.owner), n_liberties(b, self.owner)],
                    [n_liberties(a, opponent), n_liberties(b, opponent)],
                );
                let takes_first = for_owner[0] > for_owner[1]
                    || (for_owner[0] == for_owner[1] && for_opponent[0] >= for_opponent[1]);
                self.play(if takes_first { a } else { b });
            }
        }
    }

    /// Liberties of the block that a stone of `color` on `point` would be part of, captures aside.
    fn n_liberties_after(&self, point: Point, color: Color) -> usize {
        let mut liberties = PointSet::EMPTY;
        for neighbor in point.neighbors() {
            if self.board.is_empty(neighbor) {
                liberties.insert(neighbor);
            } else if self.board.color(neighbor) == Some(color) {
                liberties |= self.liberties(neighbor);
            }
        }
        liberties.remove(point);
        liberties.len()
    }
}
