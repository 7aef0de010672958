//! Stones that certainly stand, and what is proved if they do.
//!
//! A kill may also take points for granted: that a stone by which the attacker blocks a way out there stands, whatever
//! is played outside.
//!
//! Nothing is known outside a frame: a kill is proved only with walls that can't be taken there, and a life by a friend
//! nearby only if the friend lives by itself. A network that has seen the whole board calls most such stones certain.
//! With them taken for granted the reader proves far more. Such an answer is an estimate, and names the blocks that it
//! takes for granted.

use super::effort::Effort;
use super::guess::group_sizes;
use super::position::PositionReading;
use super::readers;
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet, Rules};
use crate::intuition::{EvaluationBuffers, History, Intuition, NetworkPosition, Symmetry};
use crate::tsumego::reader::{Basis, Grant};
use crate::tsumego::{Goal, Question, Reader, Reading, Verdict};

/// How far a block belongs to its owner at least, whichever side moves first, to be taken for granted.
const CERTAIN: f32 = 0.9;

/// Fewest liberties of a block that is taken for granted: a block that may be taken soon is part of the fight.
const LEAST_LIBERTIES: u16 = 3;

/// Nodes of a question with stones taken for granted.
const NODES: u64 = 6_000;

/// Most nodes of a kill with walls taken for granted.
const NODES_WITH_WALLS: u64 = 1_000_000;

/// Fewest points, stones and room together, of a group outside a problem: stones inside the group in question have
/// less.
const LEAST_OUTSIDE: usize = 10;

/// Blocks of a proof that are tried to be left out, at most.
const MOST_LEFT_OUT: usize = 6;

/// Nodes for the same proof without a block: so many, and so many times those that it took with the block.
const LEAST_NODES: u64 = 500;
const MORE_NODES: u64 = 3;

/// A reader to which certain stones never fall.
#[derive(Debug)]
pub(super) struct Standing {
    grant: Grant,
    stones: PointSet,
    /// Points on which a stone of the attacker that blocks a way out never falls either.
    blocks: PointSet,
    reader: Reader,
    /// For each question.
    nodes: u64,
}

impl Standing {
    /// `reader` answers each question with so many nodes.
    fn new(grant: Grant, stones: PointSet, reader: Reader, nodes: u64) -> Self {
        let mut standing = Self {
            grant,
            stones: PointSet::EMPTY,
            blocks: PointSet::EMPTY,
            reader,
            nodes,
        };
        standing.assume(stones);
        standing
    }

    /// The same with walls, and points on which stones block ways out, taken for granted around blocks in question.
    fn of_walls(walls: PointSet, board: &Board, reader: Reader, nodes: u64) -> Self {
        let mut standing = Self::new(Grant::Walls, walls, reader, nodes);
        standing.assume_blocks(board.empty_set());
        standing
    }

    fn assume(&mut self, stones: PointSet) {
        self.stones = stones;
        self.reader.assume(stones);
        self.reader.assume_friends(stones);
    }

    fn assume_blocks(&mut self, points: PointSet) {
        self.blocks = points;
        self.reader.assume_blocks(points);
    }

    /// Takes what a point of [`Reading::given`] stands for no longer for granted.
    fn leave_out(&mut self, board: &Board, point: Point) {
        if board.is_empty(point) {
            self.assume_blocks(self.blocks - [point].into_iter().collect());
        } else {
            let block: PointSet = board.stones(point).collect();
            self.assume(self.stones - block);
        }
    }

    /// An answer that is proved so with blocks and points left out of what it takes for granted, one after the other,
    /// as long as the same is proved without them. Later questions have no more nodes than that takes.
    ///
    /// Cost: for each of these, up to `MOST_LEFT_OUT` of them, a few times the nodes of the proof.
    pub(super) fn with_fewest(
        &mut self,
        board: &Board,
        question: Question,
        mut found: Reading,
        limits: &Budget,
    ) -> Reading {
        if found.given.len() > MOST_LEFT_OUT {
            return found;
        }
        let granted = self.stones;
        let block = |head: Point| board.stones(head).collect::<PointSet>() & granted;
        self.nodes = self.nodes.min(LEAST_NODES + MORE_NODES * found.n_nodes);
        let heads = found.given;
        let points = heads & board.empty_set();
        let of_blocks = heads - points;
        let stones = of_blocks.iter().map(block);
        self.assume(stones.fold(PointSet::EMPTY, |all, block| all | block));
        self.assume_blocks(points);
        for head in heads.iter() {
            let (stones, blocks) = (self.stones, self.blocks);
            self.leave_out(board, head);
            match self.proved(board, question, limits) {
                Some(other) if is_as_strong(&other, &found) => found = other,
                Some(_) | None => {
                    self.assume(stones);
                    self.assume_blocks(blocks);
                }
            }
        }
        found
    }

    /// The answer to a question if it is proved with these stones taken for granted, or without them.
    ///
    /// Cost: as many nodes as the effort allows.
    pub(super) fn proved(
        &mut self,
        board: &Board,
        question: Question,
        limits: &Budget,
    ) -> Option<Reading> {
        let found = self.read(board, question, limits)?;
        found.basis.is_shown().then_some(found)
    }

    /// The answer to a question: proved, with these stones taken for granted if they matter, or an estimate.
    fn read(&mut self, board: &Board, question: Question, limits: &Budget) -> Option<Reading> {
        let mut budget = limits.renewed(self.nodes);
        let found = self.reader.read(board, question, &mut budget)?;
        if !found.basis.is_shown() {
            return Some(found);
        }
        let given = self.reader.rests_on(board, &question, &found);
        let basis = match given.is_empty() {
            true => found.basis,
            false => Basis::Given(self.grant),
        };
        Some(Reading {
            basis,
            given,
            ..found
        })
    }

    /// What a first move comes to by the answer of the other side, proved with these stones taken for granted or an
    /// estimate; nothing if the blocks are gone after it.
    ///
    /// Cost: as above.
    pub(super) fn after(
        &mut self,
        board: &Board,
        question: &Question,
        mv: Point,
        limits: &Budget,
    ) -> Option<Reading> {
        let mut after = board.clone();
        after.play(question.to_move, mv).ok()?;
        let found = self.read(&after, question.of_the_other(), limits)?;
        let line = [Some(mv)].into_iter().chain(found.line.iter().copied());
        // Whether superko allows the move is not proved.
        let basis = if found.is_proven() {
            Basis::Given(self.grant)
        } else {
            found.basis
        };
        Some(Reading {
            basis,
            verdict: found.verdict.for_the_other(),
            line: line.collect(),
            // Those of a ko depend on the side that moves first.
            claims: match found.verdict {
                Verdict::Achieved | Verdict::Refuted => found.claims,
                Verdict::Ko { .. } | Verdict::Unknown => Vec::new(),
            },
            ..found
        })
    }
}

impl PositionReading<'_> {
    /// The stones that stand certainly beside those `in_question`, by a network, whichever side moves first and also
    /// after a move of the attacker that may kill: friends that would die with the group are not among them. `None` if
    /// there is no network, no such stone, or no time left.
    ///
    /// Cost: two or three evaluations.
    pub(super) fn standing(
        &self,
        in_question: PointSet,
        attack: Option<(Color, Point)>,
        effort: &Effort,
    ) -> Option<Standing> {
        let limits = effort.limits();
        let nodes = effort.for_given(NODES, &self.budgets);
        if nodes == 0 {
            return None;
        }
        let network = self.network?.wait(limits).ok()??;
        let (history, rules) = (self.game.map(History::of_game), Rules::default());
        let mut stones = PointSet::board(self.board.size()) - in_question;
        for to_move in Color::BOTH {
            limits.check().ok()?;
            let position = self.shown_to_network(to_move, &history, &rules);
            stones &= certain(&network, &position);
        }
        let mut after = self.board.clone();
        if let Some((color, mv)) = attack
            && after.play(color, mv).is_ok()
        {
            let position = NetworkPosition::alone(&after, color.opponent(), &rules);
            stones &= certain(&network, &position);
        }
        (!stones.is_empty()).then(|| {
            let reader = readers::for_hints(&self.life.past);
            Standing::new(Grant::Certain, stones, reader, nodes)
        })
    }
}

impl PositionReading<'_> {
    /// An answer to a kill that is not proved, or a kill in its place that is proved if walls of the attacker that are
    /// not short of liberties stand, or if the defender has few ko threats.
    ///
    /// Cost: a few questions of [`Standing`], the first one with many nodes.
    pub(super) fn with_walls(
        &mut self,
        question: &Question,
        kill: Reading,
        effort: &Effort,
    ) -> Reading {
        let nodes = effort.for_kill_with_walls(NODES_WITH_WALLS, &self.budgets);
        let is_open = question.goal == Goal::Kill && nodes > 0 && is_open_kill(&kill);
        let Some(owner) = question.owner(self.board).filter(|_| is_open) else {
            return kill;
        };
        let walls = walls_outside(self.board, owner);
        let reader = self.life.reader.lend(&self.life.past);
        let mut standing = Standing::of_walls(walls, self.board, reader, nodes);
        let limits = effort.limits();
        let found = standing.proved(self.board, *question, limits);
        let found = found.filter(|found| counts_more(found, &kill));
        let found = found.map(|found| standing.with_fewest(self.board, *question, found, limits));
        self.life.reader.take_back(standing.reader);
        match found {
            Some(found) => Reading {
                n_nodes: kill.n_nodes + found.n_nodes,
                elapsed: kill.elapsed + found.elapsed,
                ..found
            },
            None if kill.verdict == Verdict::Achieved => {
                self.with_walls_after(question, owner, kill, effort)
            }
            None => kill,
        }
    }

    /// The same for the move of the kill alone, by the answer of the other side after it.
    fn with_walls_after(
        &mut self,
        question: &Question,
        owner: Color,
        kill: Reading,
        effort: &Effort,
    ) -> Reading {
        let Some(mv) = kill.first() else {
            return kill;
        };
        let nodes = effort.for_walls(NODES, &self.budgets);
        let walls = walls_around(self.board, owner);
        let reader = readers::for_hints(&self.life.past);
        let mut standing = Standing::of_walls(walls, self.board, reader, nodes);
        let limits = effort.limits();
        let mut after = self.board.clone();
        let is_made = after.play(question.to_move, mv).is_ok();
        let saving = question.of_the_other();
        let found = is_made.then(|| standing.proved(&after, saving, limits));
        match found.flatten() {
            Some(found) if found.verdict == Verdict::Refuted => {
                let found = standing.with_fewest(&after, saving, found, limits);
                if found.is_proven() {
                    let proved = self.proved_by(question, mv, &kill, limits);
                    return proved.unwrap_or(kill);
                }
                Reading {
                    basis: found.basis,
                    given: found.given,
                    zone: found.zone,
                    claims: found.claims,
                    ..kill
                }
            }
            Some(_) | None => kill,
        }
    }
}

impl PositionReading<'_> {
    /// The answer to a question if it is proved given that the stones `walls` of the attacker are never taken.
    ///
    /// Cost: up to `nodes` nodes, within the limits.
    pub(in crate::engine) fn proved_given(
        &self,
        question: Question,
        walls: PointSet,
        nodes: u64,
        limits: &Budget,
    ) -> Option<Reading> {
        let reader = readers::for_hints(&self.life.past);
        let mut standing = Standing::new(Grant::Walls, walls, reader, nodes);
        standing.proved(self.board, question, limits)
    }
}

/// Whether an answer shows the same as another one, a success by the same first move, and needs the other side to have
/// few ko threats only if that one does.
fn is_as_strong(one: &Reading, other: &Reading) -> bool {
    let is_same = match one.verdict {
        Verdict::Achieved => is_as_good(one, other),
        Verdict::Ko { .. } | Verdict::Refuted | Verdict::Unknown => one.verdict == other.verdict,
    };
    is_same && (one.given_threats().is_none() || other.given_threats().is_some())
}

/// Whether an answer reaches the goal by the same first move.
fn is_as_good(one: &Reading, other: &Reading) -> bool {
    (one.verdict, one.first()) == (other.verdict, other.first())
}

/// The stones of the attacker outside a problem about blocks of `owner`: those of blocks that are not short of
/// liberties, in groups that are no stones inside.
pub(in crate::engine) fn walls_outside(board: &Board, owner: Color) -> PointSet {
    let walls = walls_around(board, owner);
    let heads = board.first_of_each_block(walls.iter());
    let sizes = group_sizes(board, owner.opponent(), &heads);
    let outside = heads.into_iter().zip(sizes);
    let outside = outside.filter(|&(_, size)| size >= LEAST_OUTSIDE);
    outside.flat_map(|(head, _)| board.stones(head)).collect()
}

/// The stones of the attacker of blocks of `owner` that are not short of liberties.
fn walls_around(board: &Board, owner: Color) -> PointSet {
    let heads = board.first_stones(owner.opponent()).into_iter();
    let walls = heads.filter(|&head| has_room(board, head));
    walls.flat_map(|head| board.stones(head)).collect()
}

/// Whether an answer to a kill is an estimate about which walls taken for granted may show more.
fn is_open_kill(kill: &Reading) -> bool {
    match kill.verdict {
        Verdict::Achieved => is_by_frames(kill.basis),
        Verdict::Ko { .. } => matches!(kill.basis, Basis::Ko(_)),
        Verdict::Refuted | Verdict::Unknown => !kill.basis.is_shown(),
    }
}

/// Whether an answer that is proved given walls takes the place of an estimate: a clean kill does, whatever the
/// estimate (`docs/measurements/reading.md`), a ko only of the same ko.
fn counts_more(given: &Reading, estimate: &Reading) -> bool {
    given.verdict == Verdict::Achieved || is_as_good(given, estimate)
}

/// Whether an answer is an estimate that frames show, or a network where they show nothing.
const fn is_by_frames(basis: Basis) -> bool {
    match basis {
        Basis::Promising(_) | Basis::Optimistic(_) | Basis::Pessimistic(_) | Basis::Network(_) => {
            true
        }
        Basis::Nothing
        | Basis::Ko(_)
        | Basis::Failure(_)
        | Basis::SelectedMoves
        | Basis::FewLiberties(_)
        | Basis::Given(_)
        | Basis::Proof => false,
    }
}

/// Whether a block is not short of liberties.
fn has_room(board: &Board, head: Point) -> bool {
    board
        .block_at(head)
        .is_some_and(|block| block.n_liberties() >= LEAST_LIBERTIES)
}

/// The stones of blocks that belong to their owners nearly surely, and are not short of liberties.
fn certain(network: &Intuition, position: &NetworkPosition<'_>) -> PointSet {
    let board = position.board;
    let mut buffers = EvaluationBuffers::default();
    let evaluation = network.ask(position, Symmetry::IDENTITY, 0.0, true, &mut buffers);
    let points = board.size().points_from_top();
    let owned: Vec<(Point, f32)> = points.zip(evaluation.ownership.iter().copied()).collect();
    let mut certain = PointSet::EMPTY;
    for color in Color::BOTH {
        let sign = if color == position.to_move { 1.0 } else { -1.0 };
        for head in board.first_stones(color) {
            let stones: PointSet = board.stones(head).collect();
            let of_block = owned.iter().filter(|(point, _)| stones.contains(*point));
            let least = of_block.map(|(_, owned)| sign * owned).fold(1.0, f32::min);
            if least >= CERTAIN && has_room(board, head) {
                certain |= stones;
            }
        }
    }
    certain
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::tsumego::reader::{FrameKind, Past};

    /// A white group in the corner with three points in a row. The wall around it has two liberties and is shut in.
    const SHUT_WALL: &str = "\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . O O O O . . . .\n\
        X X X X X O . . .\n\
        O O O O X O . . .\n\
        . . . O X . . . .";

    fn question(board: &Board, target: &str, goal: Goal) -> Question {
        let target: Point = target.parse().unwrap();
        let owner = board.color(target).unwrap();
        Question::new(target, goal, goal.player(owner))
    }

    fn standing(board: &Board, blocks: &[&str]) -> Standing {
        let heads = blocks.iter().map(|name| name.parse::<Point>().unwrap());
        let stones = heads.flat_map(|head| board.stones(head)).collect();
        let reader = readers::for_hints(&Arc::new(Past::default()));
        Standing::new(Grant::Certain, stones, reader, 20_000)
    }

    #[test]
    fn a_group_dies_if_the_wall_around_it_stands() {
        let board: Board = SHUT_WALL.parse().unwrap();
        let kill = question(&board, "A2", Goal::Kill);
        let limits = Budget::unlimited();
        let alone = standing(&board, &[]).proved(&board, kill, &limits);
        assert!(alone.is_none_or(|alone| alone.verdict != Verdict::Achieved));
        let found = standing(&board, &["E1"]).proved(&board, kill, &limits);
        let found = found.unwrap();
        assert_eq!(
            (found.verdict, found.basis),
            (Verdict::Achieved, Basis::Given(Grant::Certain))
        );
        assert!(!found.is_proven());
        assert_eq!(found.first(), Some("B1".parse().unwrap()));
        let wall: PointSet = board.stones("E1".parse().unwrap()).collect();
        assert!(
            found.given.len() == 1 && found.given.is_subset(&wall),
            "{found:?}"
        );
    }

    #[test]
    fn only_the_blocks_that_matter_are_taken_for_granted() {
        let board: Board = SHUT_WALL.parse().unwrap();
        let kill = question(&board, "A2", Goal::Kill);
        let limits = Budget::unlimited();
        let mut all = standing(&board, &["E1", "B4", "F3"]);
        let found = all.proved(&board, kill, &limits).unwrap();
        let found = all.with_fewest(&board, kill, found, &limits);
        let wall: PointSet = board.stones("E1".parse().unwrap()).collect();
        assert!(
            found.given.len() == 1 && found.given.is_subset(&wall),
            "{found:?}"
        );
    }

    #[test]
    fn a_clean_kill_given_walls_counts_more_than_any_estimate() {
        let ko = Verdict::Ko { is_favorable: true };
        let reading = |verdict, mv: &str, basis| Reading {
            line: vec![Some(mv.parse().unwrap())],
            ..Reading::new(verdict, basis)
        };
        let given = |verdict| reading(verdict, "B1", Basis::Given(Grant::Walls));
        let failure = Basis::Failure(FrameKind::Pessimistic);
        let estimates = [
            reading(Verdict::Achieved, "C1", failure),
            reading(ko, "B1", Basis::Ko(FrameKind::Optimistic)),
            reading(Verdict::Refuted, "C1", failure),
        ];
        assert!(
            estimates
                .iter()
                .all(|other| counts_more(&given(Verdict::Achieved), other))
        );
        let by_ko = estimates.map(|other| counts_more(&given(ko), &other));
        assert_eq!(by_ko, [false, true, false]);
    }

    #[test]
    fn failures_that_are_shown_are_not_looked_at_again() {
        let is_open = |basis| is_open_kill(&Reading::new(Verdict::Refuted, basis));
        assert!(is_open(Basis::Failure(FrameKind::Pessimistic)));
        assert!(!is_open(Basis::Proof) && !is_open(Basis::Given(Grant::Certain)));
    }

    #[test]
    fn points_that_do_not_matter_are_not_taken_for_granted() {
        let board: Board = SHUT_WALL.parse().unwrap();
        let kill = question(&board, "A2", Goal::Kill);
        let limits = Budget::unlimited();
        let mut all = standing(&board, &["E1"]);
        let found = all.proved(&board, kill, &limits).unwrap();
        let wall = found.given;
        let far: Point = "H9".parse().unwrap();
        let more = Reading {
            given: wall | far.into(),
            ..found
        };
        let found = all.with_fewest(&board, kill, more, &limits);
        assert_eq!(found.given, wall);
    }

    #[test]
    fn a_move_is_followed_by_the_answer_of_the_other_side() {
        let board: Board = SHUT_WALL.parse().unwrap();
        let kill = question(&board, "A2", Goal::Kill);
        let mut standing = standing(&board, &["E1"]);
        let mut after = |name: &str| {
            let mv = name.parse().unwrap();
            let found = standing.after(&board, &kill, mv, &Budget::unlimited());
            found.unwrap().verdict
        };
        assert_eq!(after("B1"), Verdict::Achieved);
        assert_eq!(after("J9"), Verdict::Refuted);
    }

    /// A white stone with three liberties inside Black's eye space is in the problem, not outside.
    #[test]
    fn stones_inside_are_not_taken_for_granted() {
        let diagram = "\
            . . . . . . . . .\n\
            . . . . . . . . .\n\
            O O O O O O . . .\n\
            X X X X X O . . .\n\
            . O . . X O . . .\n\
            X . X X X O . . .";
        let board: Board = diagram.parse().unwrap();
        let walls = walls_outside(&board, Color::Black);
        let inside: Point = "B2".parse().unwrap();
        let wall: Point = "A4".parse().unwrap();
        assert!(!walls.contains(inside) && walls.contains(wall), "{walls:?}");
    }
}
