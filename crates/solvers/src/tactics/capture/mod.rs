//! Capture of a block with few liberties: ladders, nets and what saves from them.
//!
//! The attacker plays on the liberties of the block, beside them, or to save stones around it; the defender does the
//! same or takes stones around. A block that reaches `MOST_LIBERTIES` liberties is out of reach. While every move of
//! the attacker gives atari, the moves of the defender looked at are all there are, so a ladder is exact; where the
//! block has more liberties the moves of both are a choice, and the answer is an estimate.

mod moves;

use crate::base::Budget;
use crate::board::{Block, Board, Color, Point, PointSet};
use crate::proof::{Memory, Numbers, Outcome};
use crate::tactics::goal_search::{GoalSearch, SearchBoard};
use crate::tactics::ko::{GRADES, KoThreats, LONGEST_LINE, Success, grades_against};
use crate::tactics::zone::{WholeBoard, ZoneBoard};

/// Liberties with which a block is out of reach when its owner is to move; one more when the attacker is.
const MOST_LIBERTIES: u16 = 4;

/// Liberties with which a block gets out of a ladder.
const LADDER_LIBERTIES: u16 = 2;

/// How much more a search may cost in which the owner may play wherever it can make a difference.
const WIDER: u64 = 2;

/// How much more the search of an attack may cost than that of a single move.
const ROOT: u64 = 8;

/// Short searches before those of full length cost so many parts of it.
const ROUNDS: [u64; 2] = [64, 8];

/// How much more all searches for an answer may cost than one.
const SEARCHES: u64 = 40;

/// A question about capturing the block on a point.
#[derive(Debug)]
pub struct Capture {
    search_board: SearchBoard,
    memory: Memory<PointSet>,
    target: Point,
    defender: Color,
    /// Liberties with which the block is out of reach when its owner is to move.
    most_liberties: u16,
    /// Whether the owner may play wherever it can make a difference.
    has_all_replies: bool,
    /// Nodes that all searches for one answer may cost together, if that is less than `SEARCHES` allows.
    most_nodes: u64,
}

/// What searches find out about the capture of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It is captured, whatever its owner does, for reasons that these points hold.
    Captured(PointSet),
    /// It is captured among the likely moves of both, and the search of the owner's other moves ended early.
    LikelyCaptured,
    /// The search among the likely moves ended early.
    Open,
    /// It is not captured by the moves of the attacker that are looked at.
    Holds,
}

impl Standing {
    const fn is_proved(self) -> bool {
        matches!(self, Self::Captured(_))
    }

    /// Whether an attack passes for a success.
    const fn is_capture(self) -> bool {
        matches!(self, Self::Captured(_) | Self::LikelyCaptured)
    }

    /// Whether a block passes for saved. One that may be captured does only if the attack is not proved with any rights
    /// of the attacker to retake.
    fn is_rescue(self, grade: Success) -> bool {
        match self {
            Self::Holds | Self::Open => true,
            Self::LikelyCaptured => grade == Success::Clean,
            Self::Captured(_) => false,
        }
    }

    /// What a capture rests on; nothing if there is none.
    const fn zone(self) -> PointSet {
        match self {
            Self::Captured(zone) => zone,
            Self::LikelyCaptured | Self::Open | Self::Holds => PointSet::EMPTY,
        }
    }
}

/// A capture that is proved.
#[derive(Clone, Debug)]
pub struct CaptureProof {
    /// How it goes on until the block is taken, or the owner takes back a ko: moves of the attacker that win, likely
    /// ones of the owner.
    pub line: Vec<Option<Point>>,
    /// The points that it rests on.
    pub zone: PointSet,
}

/// What becomes of a block in a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderStatus {
    /// It is captured though its owner moves first.
    Captured,
    /// It is captured if the other side moves first.
    Unsettled,
    /// It is not captured.
    Escaped,
}

impl Capture {
    /// The block on `target`; `None` if there is none.
    #[must_use]
    pub fn new(board: &Board, target: Point) -> Option<Self> {
        let defender = board.color(target)?;
        Some(Self {
            search_board: SearchBoard::new(board, defender.opponent()).with_suicide_of(board),
            memory: Memory::default(),
            target,
            defender,
            most_liberties: MOST_LIBERTIES,
            has_all_replies: false,
            most_nodes: u64::MAX,
        })
    }

    /// The same question, with at most so many nodes for each answer.
    #[must_use]
    pub fn at_most(mut self, most_nodes: u64) -> Self {
        self.most_nodes = most_nodes;
        self
    }

    /// The same question, given up when a budget's time is over or its token is cancelled; its nodes are not touched.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        self.search_board.stop_with(budget);
        self
    }

    /// What becomes of the block if the other side does nothing but give atari. A capture by ko counts as none. Exact
    /// unless one of the two searches needs more than `nodes`.
    pub fn ladder(&mut self, nodes: u64) -> LadderStatus {
        self.most_liberties = LADDER_LIBERTIES;
        self.search_board.allow(u64::MAX);
        let attacker = self.defender.opponent();
        self.search_board.begin(KoThreats::RefuterEndless);
        if self.holds(self.defender, nodes) {
            LadderStatus::Captured
        } else if self.holds(attacker, nodes) {
            LadderStatus::Unsettled
        } else {
            LadderStatus::Escaped
        }
    }

    /// How well the other side captures the block if it moves first, and with which move. A search about one move may
    /// cost a few times `nodes`, one about all moves `ROOT` times as much, and all together `SEARCHES` times `nodes`,
    /// or what [`Self::at_most`] allows.
    pub fn attack(&mut self, nodes: u64) -> (Success, Option<Point>) {
        self.allow(nodes);
        let attacker = self.defender.opponent();
        for (threats, success) in GRADES {
            self.search_board.begin(threats);
            let standing = self.capture_by(attacker, self.nodes_at_root(nodes));
            let near = standing.is_capture().then(|| self.moves_of(attacker));
            let far = (success == Success::Clean).then(|| self.relief());
            let points = near.into_iter().chain(far).flatten();
            let points: Vec<Point> = points.collect();
            if let Some(first) = self.capturing(&points, nodes) {
                return (success, Some(self.clearest(first, &points, success, nodes)));
            }
        }
        (Success::None, None)
    }

    /// The first of some moves that captures the block. Short searches about all of them come first: what the search of
    /// the attack has proved about one of them costs nothing, and no long search about the others is needed.
    fn capturing(&mut self, points: &[Point], nodes: u64) -> Option<Point> {
        for short in ROUNDS.map(|part| nodes / part) {
            let proved = points.iter().copied().find(|&point| {
                let after = self.standing_after(self.defender.opponent(), point, short);
                after.is_some_and(Standing::is_proved)
            });
            if proved.is_some() {
                return proved;
            }
        }
        let mut points = points.iter().copied();
        points.find(|&point| self.is_captured_after(point, nodes))
    }

    /// Of the moves that capture the block the first that does so without any ko, if that is a choice.
    fn clearest(&mut self, first: Point, points: &[Point], success: Success, nodes: u64) -> Point {
        if success != Success::Clean {
            return first;
        }
        self.search_board.begin(KoThreats::RefuterEndless);
        if self.is_captured_after(first, nodes) {
            return first;
        }
        self.capturing(points, nodes).unwrap_or(first)
    }

    /// How well the owner saves the block by moving first, and with which move. No move is named if none is needed.
    /// Where a search ends early the block passes for saved, unless a complete one saves it otherwise. For the cost see
    /// [`Self::attack`].
    pub fn defend(&mut self, nodes: u64) -> (Success, Option<Point>) {
        self.allow(nodes);
        for (threats, success) in grades_against() {
            if self.nodes_left() == 0 {
                break;
            }
            self.search_board.begin(threats);
            let standing = self.capture_by(self.defender.opponent(), ROOT * nodes);
            if standing == Standing::Holds && success == Success::Clean {
                return (success, None);
            }
            let anyway = self.capture_by(self.defender, ROOT * nodes);
            if anyway.is_proved() {
                continue;
            }
            let mut perhaps = None;
            for point in self.rescues(standing.zone()) {
                if self.nodes_left() == 0 {
                    // A move that is not searched any more passes for a rescue, if that is not by a ko.
                    perhaps = perhaps.or((success == Success::Clean).then_some(point));
                    break;
                }
                match self.standing_after(self.defender, point, nodes) {
                    Some(Standing::Holds) => return (success, Some(point)),
                    Some(after) if after.is_rescue(success) => perhaps = perhaps.or(Some(point)),
                    Some(_) | None => {}
                }
            }
            if !standing.is_capture() {
                return (success, None);
            }
            if perhaps.is_some() {
                return (success, perhaps);
            }
        }
        (Success::None, None)
    }

    /// A proof that the block is captured if `to_move` moves first, though its owner may take back every ko for ever;
    /// `None` if there is none among the attacker's likely moves, or not within the budget.
    pub fn proof(&mut self, to_move: Color, budget: &mut Budget) -> Option<CaptureProof> {
        self.search_board.limit = budget.clone();
        let before = self.search_board.n_nodes;
        let nodes = budget.remaining() / (1 + WIDER);
        self.search_board.begin(KoThreats::RefuterEndless);
        self.search_board.to_move = to_move;
        if self.outcome() == Some(false) {
            // No table is made for a block that is out of reach.
            return None;
        }
        let proof = match self.capture_by(to_move, nodes) {
            Standing::Captured(zone) => {
                let mut line = self.line(to_move, nodes, LONGEST_LINE);
                line.truncate(self.search_board.playable(to_move, &line));
                // A proof whose entries the table has lost in the meantime is left out.
                let is_told = !line.is_empty() || to_move == self.defender;
                is_told.then(|| CaptureProof {
                    line,
                    zone: zone & self.search_board.board.size().points().collect(),
                })
            }
            Standing::LikelyCaptured | Standing::Open | Standing::Holds => None,
        };
        budget.charge(self.search_board.n_nodes - before);
        proof
    }

    /// How a capture that is proved goes on.
    fn line(&mut self, to_move: Color, nodes: u64, longest: usize) -> Vec<Option<Point>> {
        let is_taken = self.search_board.board.color(self.target) != Some(self.defender);
        if is_taken || longest == 0 {
            return Vec::new();
        }
        let mut points = self.candidates(to_move).into_iter().flatten();
        let mv = if to_move == self.defender {
            points.next()
        } else {
            let wins = points.find(|&point| {
                let after = self.standing_after(to_move, point, nodes);
                after.is_some_and(Standing::is_proved)
            });
            if wins.is_none() {
                return Vec::new();
            }
            wins
        };
        let mut line = vec![mv];
        line.extend(self.after(to_move, mv, |after| {
            after.line(to_move.opponent(), nodes, longest - 1)
        }));
        line
    }

    /// Moves of one side that are worth a look.
    #[must_use]
    pub fn moves_of(&self, color: Color) -> Vec<Point> {
        self.candidates(color).into_iter().flatten().collect()
    }

    /// How well a move of the attacker captures the block; nothing if it is illegal.
    pub fn does_attack(&mut self, point: Point, nodes: u64) -> Success {
        self.allow(nodes);
        let mut grades = GRADES.into_iter();
        let best = grades.find(|&(threats, _)| {
            self.search_board.begin(threats);
            self.is_captured_after(point, nodes)
        });
        best.map_or(Success::None, |(_, success)| success)
    }

    /// How well a move of the owner saves the block; nothing if it is illegal.
    pub fn does_defend(&mut self, point: Point, nodes: u64) -> Success {
        self.allow(nodes);
        let mut grades = grades_against();
        let best = grades.find(|&(threats, grade)| {
            self.search_board.begin(threats);
            let after = self.standing_after(self.defender, point, nodes);
            after.is_some_and(|after| after.is_rescue(grade))
        });
        best.map_or(Success::None, |(_, success)| success)
    }

    /// The owner of the block.
    #[must_use]
    pub const fn owner(&self) -> Color {
        self.defender
    }

    /// Whether a stone of the attacker was taken, or any removed by suicide, in any search so far.
    #[must_use]
    pub const fn has_lost_attackers(&self) -> bool {
        self.search_board.has_lost_stones()
    }

    /// Positions looked at so far.
    #[must_use]
    pub const fn n_nodes(&self) -> u64 {
        self.search_board.n_nodes
    }

    /// Begins an answer whose single searches cost `nodes`.
    fn allow(&mut self, nodes: u64) {
        self.search_board
            .allow(self.most_nodes.min(SEARCHES.saturating_mul(nodes)));
    }

    /// Nodes for the search of an attack: half of all at most, so that moves beside it have their share.
    fn nodes_at_root(&self, nodes: u64) -> u64 {
        (self.most_nodes / 2).min(ROOT.saturating_mul(nodes))
    }

    const fn nodes_left(&self) -> u64 {
        self.search_board.limit.remaining()
    }

    fn is_captured_after(&mut self, point: Point, nodes: u64) -> bool {
        let after = self.standing_after(self.defender.opponent(), point, nodes);
        after.is_some_and(Standing::is_capture)
    }

    /// What becomes of the block after a move; `None` if it is illegal.
    fn standing_after(&mut self, color: Color, point: Point, nodes: u64) -> Option<Standing> {
        self.after(color, point, |after| {
            Some(after.capture_by(color.opponent(), nodes))
        })
    }

    /// Whether the block is captured: by a search among the likely moves of both, and if that succeeds, by one in which
    /// the owner may play wherever it can make a difference.
    fn capture_by(&mut self, to_move: Color, nodes: u64) -> Standing {
        self.has_all_replies = false;
        match self.verdict(to_move, nodes) {
            Outcome::Proved => {}
            Outcome::Disproved => return Standing::Holds,
            Outcome::Unknown(_) => return Standing::Open,
        }
        self.has_all_replies = true;
        match self.search(to_move, WIDER * nodes) {
            (Outcome::Proved, zone) => Standing::Captured(zone),
            (Outcome::Disproved, _) => Standing::Holds,
            (Outcome::Unknown(_), _) => Standing::LikelyCaptured,
        }
    }

    /// The board for the zones of the attacker, the winner of a capture.
    const fn won(&self) -> WholeBoard<'_> {
        WholeBoard {
            board: &self.search_board.board,
            winner: self.defender.opponent(),
        }
    }

    /// The stones of the block and the points beside.
    fn surroundings(&self) -> PointSet {
        let stones: PointSet = match self.search_board.board.color(self.target) {
            Some(color) if color == self.defender => {
                self.search_board.board.stones(self.target).collect()
            }
            Some(_) | None => [self.target].into_iter().collect(),
        };
        stones.spread()
    }

    /// Whether the attacker takes more than one stone now. That is final, whatever can be taken back; a single stone
    /// may be taken in a ko, and that is played out.
    fn takes_several(&self) -> bool {
        let block = self.search_board.board.block_at(self.target);
        let last = block.filter(|b| b.n_stones() > 1).and_then(Block::atari);
        self.search_board.to_move != self.defender
            && last.is_some_and(|point| {
                self.search_board
                    .board
                    .is_legal(self.search_board.to_move, point)
            })
    }

    /// Whether a single stone is in atari and can be taken in a ko: then there may be better moves.
    fn is_in_ko(&self, block: &Block) -> bool {
        let Some(last) = block.atari().filter(|_| block.n_stones() == 1) else {
            return false;
        };
        last.neighbors().into_iter().all(|near| {
            near == self.target || {
                !self.search_board.board.is_empty(near)
                    && self.search_board.board.color(near) != Some(self.defender.opponent())
            }
        })
    }

    fn n_liberties(&self) -> u16 {
        self.liberties_at(self.target)
    }

    fn liberties_at(&self, point: Point) -> u16 {
        let block = self.search_board.board.block_at(point);
        block.map_or(0, Block::n_liberties)
    }
}

impl GoalSearch for Capture {
    type Zone = PointSet;

    fn memory(&mut self) -> &mut Memory<PointSet> {
        &mut self.memory
    }

    fn variant(&self) -> u64 {
        u64::from(self.most_liberties) << 1 | u64::from(self.has_all_replies)
    }

    fn search_board(&self) -> &SearchBoard {
        &self.search_board
    }

    fn search_board_mut(&mut self) -> &mut SearchBoard {
        &mut self.search_board
    }

    fn first_numbers(&self) -> Numbers {
        let is_attacker = self.search_board.to_move != self.defender;
        match self.n_liberties() + u16::from(!is_attacker) {
            0..=2 => Numbers::new(1, 3),
            3 => Numbers::new(2, 2),
            4 => Numbers::new(4, 1),
            _ => Numbers::new(8, 1),
        }
    }

    fn outcome(&self) -> Option<bool> {
        if self.search_board.board.color(self.target) != Some(self.defender) {
            return self.search_board.outcome_of_taking(self.target);
        }
        let is_attacker = self.search_board.to_move != self.defender;
        if self.takes_several() {
            return Some(true);
        }
        (self.n_liberties() >= self.most_liberties + u16::from(is_attacker)).then_some(false)
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        self.candidates(self.search_board.to_move)
    }

    fn shown(&self) -> PointSet {
        self.won().closed(self.surroundings())
    }

    fn zone_of_move(&self, mv: Option<Point>, after: &PointSet) -> PointSet {
        match mv {
            Some(point) => self.won().zone_of_play(point, *after),
            None => self.won().closed(*after),
        }
    }

    fn zone_of_replies(&self, lost: &[(Option<Point>, PointSet)]) -> PointSet {
        // Without a pass the block is in atari: if nothing is done, it is taken.
        let is_passed = lost.iter().any(|(mv, _)| mv.is_none());
        let taken = (!is_passed).then(|| (None, self.surroundings()));
        self.won()
            .zone_of_replies(lost.iter().copied().chain(taken))
    }

    fn replies_in(&self, zone: &PointSet) -> Vec<Option<Point>> {
        let color = self.search_board.to_move;
        let points = zone.iter().filter(|_| self.has_all_replies);
        let legal = points.filter(|&point| self.search_board.is_play(color, point));
        legal.map(Some).collect()
    }
}

#[cfg(test)]
mod tests;
