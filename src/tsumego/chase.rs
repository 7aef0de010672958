//! One side of a race: a group tries to capture another one before it is captured itself.
//!
//! Both sides play on the liberties of the two groups, inside small empty areas at them, and where blocks around them
//! are short of liberties. Liberties that nothing but one group and firm stones touch are all alike: of these only one
//! is looked at, and never for the group itself, which keeps the many orders of a long race apart. Within these moves
//! the search is complete; as they are a choice, its answers are estimates.

use super::capture::Success;
use super::trial::{Claim, GRADES, Trial};
use crate::base::{Color, Point, PointSet};
use crate::board::{Block, Board, Cell};
use crate::proof::Memory;

/// An empty area of so many points is looked at as a whole.
const SMALL_AREA: usize = 7;

/// Blocks around with so many liberties may be taken or saved.
const WEAK_LIBERTIES: u16 = 2;

/// A block with so many liberties is firm: filling a liberty beside it is safe.
const FIRM_LIBERTIES: u16 = 3;

/// A group that wins so many liberties has escaped.
const LIBERTIES_TO_WIN: u16 = 3;

/// A group with fewer liberties has not escaped.
const LEAST_TO_ESCAPE: u16 = 7;

/// A group with so many liberties does not gain by running.
const MANY_LIBERTIES: u16 = 4;

/// Liberties that two blocks of one color share if they count as one group.
const SHARED_LIBERTIES: usize = 2;

/// The claim that one group captures another one.
#[derive(Debug)]
pub(super) struct Chase {
    trial: Trial,
    memory: Memory<()>,
    hunter: Point,
    prey: Point,
    /// Liberties with which the prey has escaped.
    escape: u16,
}

impl Chase {
    /// The claim that the group on `hunter` captures the block on `prey` without being captured before.
    pub(super) fn new(board: &Board, hunter: Point, prey: Point) -> Option<Self> {
        let color = board.color(hunter)?;
        let block = board
            .block_at(prey)
            .filter(|block| block.color() != color)?;
        Some(Self {
            trial: Trial::new(board, color),
            memory: Memory::default(),
            hunter,
            prey,
            escape: LEAST_TO_ESCAPE.max(block.n_liberties() + LIBERTIES_TO_WIN),
        })
    }

    /// How well the hunter succeeds with `to_move` to move. Each of up to three searches may cost `nodes`.
    pub(super) fn success(&mut self, to_move: Color, nodes: u64) -> Success {
        let best = GRADES.into_iter().find(|&(threats, _)| {
            self.trial.begin(threats);
            self.holds(to_move, nodes)
        });
        best.map_or(Success::None, |(_, success)| success)
    }

    /// The first move of the hunter with which he reaches a grade of success, if there is one.
    pub(super) fn winning_move(&mut self, wanted: Success, nodes: u64) -> Option<Point> {
        let (threats, _) = GRADES.into_iter().find(|&(_, success)| success == wanted)?;
        self.trial.begin(threats);
        let (hunter, color) = (self.trial.prover, self.trial.prover.opponent());
        self.trial.to_move = hunter;
        let points = self.points();
        points
            .into_iter()
            .find(|&point| self.after(hunter, point, |after| after.holds(color, nodes)))
    }

    /// The move of the prey after which the hunter succeeds least, and how well he does then; none if none is better
    /// than doing nothing.
    pub(super) fn saving_move(&mut self, nodes: u64) -> (Success, Option<Point>) {
        let (hunter, color) = (self.trial.prover, self.trial.prover.opponent());
        let least = self.success(color, nodes);
        let Some(grade) = GRADES.iter().rposition(|&(_, success)| success > least) else {
            return (least, None);
        };
        let (threats, _) = GRADES[grade];
        self.trial.begin(threats);
        self.trial.to_move = color;
        let points = self.points();
        let mv = points
            .into_iter()
            .find(|&point| self.after(color, point, |after| !after.holds(hunter, nodes)));
        (least, mv)
    }

    fn block(&self, point: Point) -> Option<&Block> {
        self.trial.board.block_at(point)
    }

    fn is_gone(&self, point: Point, color: Color) -> bool {
        self.trial.board.color(point) != Some(color)
    }

    /// Stones that are captured by the next move for certain: more than one, as a single one may be taken in a ko.
    fn is_in_reach(&self, target: Point) -> bool {
        let last = self.block(target).filter(|block| block.n_stones() > 1);
        last.and_then(Block::atari)
            .is_some_and(|point| self.trial.board.is_legal(self.trial.to_move, point))
    }

    /// Heads of the blocks that stand or fall together with the one on a point, that one first.
    fn group(&self, point: Point) -> Vec<Point> {
        let board = &self.trial.board;
        let Some(first) = board.block_at(point) else {
            return Vec::new();
        };
        let mut heads = vec![first.head()];
        let mut n_seen = 0;
        while let Some(&head) = heads.get(n_seen) {
            n_seen += 1;
            let Some(block) = board.block_at(head) else {
                continue;
            };
            let mut near: Vec<Point> = block
                .liberties()
                .iter()
                .flat_map(|liberty| liberty.neighbors())
                .filter(|&beside| board.color(beside) == Some(block.color()))
                .filter_map(|beside| Some(board.block_at(beside)?.head()))
                .collect();
            near.sort();
            for run in near.chunk_by(|a, b| a == b) {
                if run.len() >= SHARED_LIBERTIES && !heads.contains(&run[0]) {
                    heads.push(run[0]);
                }
            }
        }
        heads
    }

    /// The empty area at a point, or the point and what is empty beside it where the area is large.
    fn area(&self, point: Point, runs: bool) -> PointSet {
        let mut area = PointSet::EMPTY;
        area.insert(point);
        let mut waiting = vec![point];
        while let Some(at) = waiting.pop() {
            for near in at.neighbors() {
                if self.trial.board.is_empty(near) && area.insert(near) {
                    waiting.push(near);
                }
            }
            if area.len() > SMALL_AREA {
                let near = point.neighbors().into_iter().filter(|_| runs);
                let near = near.filter(|&near| self.trial.board.is_empty(near));
                return near.chain([point]).collect();
            }
        }
        area
    }

    /// Whether a liberty of a group is one like many: it touches only the group, firm stones of the other side, by which
    /// that fills it safely, and liberties which such stones touch as well. The group wins nothing there.
    fn is_plain(&self, liberty: Point, heads: &[Point], rival: &[Point]) -> bool {
        let board = &self.trial.board;
        let own = self.color_of(heads);
        let is_firm = |point: Point| {
            let block = board.block_at(point);
            block.is_some_and(|block| {
                Some(block.color()) != own
                    && block.n_liberties() >= FIRM_LIBERTIES
                    && !rival.contains(&block.head())
            })
        };
        let is_own = |point: Point| {
            let block = board.block_at(point);
            block.is_some_and(|block| heads.contains(&block.head()))
        };
        let is_like_it = |point: Point| {
            let near = point.neighbors();
            board.is_empty(point) && near.into_iter().any(is_firm) && near.into_iter().any(is_own)
        };
        let near = liberty.neighbors();
        near.into_iter().any(is_firm)
            && near.into_iter().all(|point| {
                board.cell(point) == Cell::Wall
                    || is_own(point)
                    || is_firm(point)
                    || is_like_it(point)
            })
    }

    /// Points at which the side to move may play, at most once each.
    fn points(&self) -> Vec<Point> {
        let board = &self.trial.board;
        let mover = self.trial.to_move;
        let groups = [self.group(self.prey), self.group(self.hunter)];
        let mut points = Vec::new();
        let mut shared = Vec::new();
        let mut inner = Vec::new();
        let rivals = liberties(board, &groups[1]);
        for (which, heads) in groups.iter().enumerate() {
            let rival = &groups[1 - which];
            let is_own = self.color_of(heads) == Some(mover);
            let mut has_plain = false;
            let liberties = liberties(board, heads);
            let runs = liberties.len() <= usize::from(MANY_LIBERTIES);
            for liberty in liberties.iter() {
                if self.is_plain(liberty, heads, rival) {
                    if !is_own && !has_plain {
                        points.push(liberty);
                    }
                    has_plain = true;
                    continue;
                }
                if which == 0 && rivals.contains(liberty) {
                    shared.push(liberty);
                } else if which == 0 || !shared.contains(&liberty) {
                    points.push(liberty);
                }
                inner.extend(self.area(liberty, runs).iter());
            }
            inner.extend(self.around(heads));
        }
        points.extend(shared);
        points.extend(inner);
        let mut seen = PointSet::EMPTY;
        points.retain(|&point| seen.insert(point) && board.is_legal(mover, point));
        points
    }

    /// Liberties of the weak blocks around a group, and of those that are weak around them.
    fn around(&self, heads: &[Point]) -> Vec<Point> {
        let mut liberties = Vec::new();
        for weak in self.weak_beside(heads, WEAK_LIBERTIES) {
            liberties.extend(
                self.block(weak)
                    .into_iter()
                    .flat_map(|b| b.liberties().iter()),
            );
            for second in self.weak_beside(&[weak], 1) {
                liberties.extend(self.block(second).and_then(Block::atari));
            }
        }
        liberties
    }

    /// Heads of the blocks of the other color beside some blocks with at most so many liberties.
    fn weak_beside(&self, heads: &[Point], most: u16) -> Vec<Point> {
        let board = &self.trial.board;
        let mut weak: Vec<Point> = heads
            .iter()
            .flat_map(|&head| board.stones(head))
            .flat_map(|stone| stone.neighbors().map(|near| (stone, near)))
            .filter(|&(stone, near)| board.color(stone) != board.color(near))
            .filter_map(|(_, near)| board.block_at(near))
            .filter(|block| block.n_liberties() <= most)
            .map(Block::head)
            .collect();
        weak.sort();
        weak.dedup();
        weak
    }
}

/// The liberties of a group.
fn liberties(board: &Board, heads: &[Point]) -> PointSet {
    let blocks = heads.iter().filter_map(|&head| board.block_at(head));
    blocks.flat_map(|block| block.liberties().iter()).collect()
}

impl Chase {
    /// Whether one group captures the other by filling its liberties, counted: nothing that touches either can be
    /// taken, and the other can't gain liberties.
    ///
    /// Each move of the faster group fills a liberty of the other one, the shared ones also one of its own, and each
    /// move of the other fills one of its.
    fn outruns(&self, faster: &[Point], slower: &[Point], is_faster_to_move: bool) -> bool {
        let board = &self.trial.board;
        let (own, theirs) = (liberties(board, faster), liberties(board, slower));
        let n_shared = theirs.iter().filter(|&point| own.contains(point)).count();
        let fewest = theirs.len() + n_shared.saturating_sub(1) + usize::from(!is_faster_to_move);
        if own.len() < fewest || !self.is_surrounded_firmly(slower, faster) {
            return false;
        }
        let mut n_eyes = 0;
        for liberty in theirs.iter() {
            if self.gain(liberty, slower, &theirs) > 1 {
                return false;
            }
            let touches_faster = liberty.neighbors().into_iter().any(|near| {
                board.block_at(near).is_some_and(|block| {
                    faster.contains(&block.head())
                        || self.color_of(faster) == Some(block.color())
                            && block.n_liberties() >= FIRM_LIBERTIES
                })
            });
            n_eyes += usize::from(!touches_faster);
        }
        // The last move is in the eye, so that all shared liberties have to be filled before.
        n_eyes == 0 || n_eyes == 1 && own.len() >= fewest + usize::from(n_shared > 0)
    }

    fn color_of(&self, heads: &[Point]) -> Option<Color> {
        heads.first().and_then(|&head| self.trial.board.color(head))
    }

    /// Whether no block around a group but those of the rival is weak.
    fn is_surrounded_firmly(&self, heads: &[Point], rival: &[Point]) -> bool {
        let weak = self.weak_beside(heads, FIRM_LIBERTIES - 1);
        weak.iter().all(|head| rival.contains(head))
    }

    /// Liberties that a group wins by a move at one of its liberties, that one not subtracted.
    fn gain(&self, liberty: Point, heads: &[Point], known: &PointSet) -> usize {
        let board = &self.trial.board;
        let mut won = PointSet::EMPTY;
        for near in liberty.neighbors() {
            if board.is_empty(near) {
                won.insert(near);
            } else if let Some(block) = board.block_at(near)
                && Some(block.color()) == self.color_of(heads)
            {
                won.extend(block.liberties().iter());
            }
        }
        won.remove(liberty);
        won.iter().filter(|&point| !known.contains(point)).count()
    }

    /// Who wins if liberties alone decide, if they do.
    fn count(&self) -> Option<bool> {
        let is_hunters_turn = self.trial.to_move == self.trial.prover;
        let (hunter, prey) = (self.group(self.hunter), self.group(self.prey));
        if self.outruns(&hunter, &prey, is_hunters_turn) {
            return Some(true);
        }
        self.outruns(&prey, &hunter, !is_hunters_turn)
            .then_some(false)
    }
}

impl Claim for Chase {
    type Zone = ();

    fn memory(&mut self) -> &mut Memory<()> {
        &mut self.memory
    }

    fn trial(&self) -> &Trial {
        &self.trial
    }

    fn trial_mut(&mut self) -> &mut Trial {
        &mut self.trial
    }

    fn outcome(&self) -> Option<bool> {
        let hunter = self.trial.prover;
        let is_hunters_turn = self.trial.to_move == hunter;
        if self.is_gone(self.prey, hunter.opponent()) {
            return self.trial.outcome_of_taking(self.prey);
        }
        if self.is_gone(self.hunter, hunter) {
            return Some(false);
        }
        if self.is_in_reach(if is_hunters_turn {
            self.prey
        } else {
            self.hunter
        }) {
            return Some(is_hunters_turn);
        }
        let n_liberties = self.block(self.prey).map_or(0, Block::n_liberties);
        if n_liberties >= self.escape + u16::from(is_hunters_turn) {
            return Some(false);
        }
        self.count()
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        if self.is_gone(self.prey, self.trial.prover.opponent()) {
            return vec![self.trial.move_in_ko(self.prey)];
        }
        let mut moves: Vec<Option<Point>> = self.points().into_iter().map(Some).collect();
        if moves.is_empty() || self.trial.to_move != self.trial.prover {
            moves.push(None);
        }
        moves
    }
}
