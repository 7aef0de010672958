//! What a bad move changed, as far as reading finds it: a group that could live and now dies, one that could be killed
//! and now lives, blocks that could be joined and can now be cut, or that could be cut and are now joined.
//!
//! Each reason has two halves, the position before the move with its player to move, and the one after it with the
//! other player to move. A half is proved or an estimate; a reason has at least one half that is proved.

use super::reading::{Effort, Finding, LinkGoal, Outcome};
use super::state::Engine;
use crate::base::Budget;
use crate::board::{Board, Color, Game, Move, Point, PointSet};
use crate::tsumego::Goal;

/// Blocks are read that have a stone so near, in lines, to the move, to a better one, or to the answers.
const NEAR: u8 = 2;

/// Most blocks that are read, and most pairs of blocks.
const MOST_BLOCKS: usize = 8;
const MOST_PAIRS: usize = 8;

/// Nodes of each question.
const NODES: u64 = 30_000;

/// What a bad move let happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A group of its player can now be killed.
    LetDie,
    /// A group of the other player now lives.
    LetLive,
    /// Two blocks of its player can now be cut apart.
    LetCut,
    /// Two blocks of the other player are now joined.
    LetJoin,
}

impl Change {
    /// The word for it in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LetDie => "let_die",
            Self::LetLive => "let_live",
            Self::LetCut => "let_cut",
            Self::LetJoin => "let_join",
        }
    }
}

/// An answer about the position before or after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// The move that does it; nothing if none is needed.
    pub mv: Option<Point>,
    /// Whether it is proved.
    pub is_proven: bool,
}

impl Half {
    /// An answer that the side that moves first succeeds; `None` for all others.
    fn achieved(finding: &Finding) -> Option<Self> {
        (finding.verdict == Outcome::Achieved).then(|| Self {
            mv: finding.first(),
            is_proven: finding.is_proven,
        })
    }

    /// Such as ` at B1 (proved)`.
    fn text(&self) -> String {
        let at = self.mv.map(|mv| format!(" at {mv}")).unwrap_or_default();
        let trust = if self.is_proven { "proved" } else { "estimate" };
        format!("{at} ({trust})")
    }
}

/// Why a move was bad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MistakeReason {
    /// What it let happen.
    pub change: Change,
    /// The player of the move.
    pub mover: Color,
    /// A stone of the block, or of each of two blocks.
    pub stones: Vec<Point>,
    /// Before the move, its player first.
    pub before: Half,
    /// After it, the other player first.
    pub after: Half,
}

impl MistakeReason {
    /// Whether both halves are proved.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        self.before.is_proven && self.after.is_proven
    }

    /// The reason as a sentence.
    #[must_use]
    pub fn text(&self) -> String {
        let [mover, other] = [self.mover, self.mover.opponent()].map(Color::player_name);
        let (before, after) = (self.before.text(), self.after.text());
        let names: Vec<String> = self.stones.iter().map(Point::to_string).collect();
        let blocks = names.join(" and ");
        let is_needed = self.before.mv.is_some();
        match self.change {
            Change::LetDie if is_needed => format!(
                "Now {other} kills the group of {blocks}{after}; before, it could live{before}."
            ),
            Change::LetDie => format!(
                "Now {other} kills the group of {blocks}{after}; before, it was alive{before}."
            ),
            Change::LetLive if is_needed => format!(
                "Now the group of {blocks} lives{after}; before, {mover} could kill it{before}."
            ),
            Change::LetLive => {
                format!("Now the group of {blocks} lives{after}; before, it was dead{before}.")
            }
            Change::LetCut => format!(
                "Now {other} cuts {blocks} apart{after}; before, {mover} could join them{before}."
            ),
            Change::LetJoin => format!(
                "Now {other} joins {blocks}{after}; before, {mover} could cut them apart{before}."
            ),
        }
    }
}

/// The position before a move and the one after it.
struct Moment {
    before: Game,
    after: Game,
    mover: Color,
    /// The move, better ones, and the answers to it.
    hints: PointSet,
}

impl Engine {
    /// Why the move of the side to move in `before` was bad: reasons with a half that is proved, the surest and largest
    /// first. `hints` are points of interest beside the move: better moves, and answers to it. Nothing if the move is
    /// illegal. Costs up to forty questions of 30,000 nodes within the time of `limits`.
    pub fn mistake_reasons(
        &mut self,
        before: &Game,
        mv: Move,
        hints: &[Point],
        limits: &Budget,
    ) -> Vec<MistakeReason> {
        let mover = before.to_move();
        let mut after = before.clone();
        if after.play_ignoring_superko(mover, mv).is_err() {
            return Vec::new();
        }
        let mut hints: PointSet = hints.iter().copied().collect();
        if let Move::Play(point) = mv {
            hints.insert(point);
        }
        let moment = Moment {
            before: before.clone(),
            after,
            mover,
            hints,
        };
        let blocks = moment.blocks();
        let mut reasons = Vec::new();
        for &block in &blocks {
            reasons.extend(self.change_of_life(&moment, block, limits));
        }
        for pair in moment.pairs(&blocks) {
            reasons.extend(self.change_of_link(&moment, pair, limits));
        }
        let size = |reason: &MistakeReason| {
            let board = moment.before.board();
            let stones = reason.stones.iter();
            stones
                .map(|&stone| board.stones(stone).count())
                .sum::<usize>()
        };
        reasons.sort_by_key(|reason| {
            let is_link = matches!(reason.change, Change::LetCut | Change::LetJoin);
            (!reason.is_proven(), is_link, usize::MAX - size(reason))
        });
        reasons
    }

    /// A change of the life of a block. The rarer half is read first.
    fn change_of_life(
        &mut self,
        moment: &Moment,
        stone: Point,
        limits: &Budget,
    ) -> Option<MistakeReason> {
        let is_own = moment.before.board().color(stone)? == moment.mover;
        let (change, before, after) = if is_own {
            let after = self.life_half(&moment.after, stone, Goal::Kill, limits)?;
            let before = self.life_half(&moment.before, stone, Goal::Live, limits)?;
            (Change::LetDie, before, after)
        } else {
            let before = self.life_half(&moment.before, stone, Goal::Kill, limits)?;
            let after = self.life_half(&moment.after, stone, Goal::Live, limits)?;
            (Change::LetLive, before, after)
        };
        moment.reason(change, vec![stone], before, after)
    }

    fn life_half(
        &mut self,
        game: &Game,
        stone: Point,
        goal: Goal,
        limits: &Budget,
    ) -> Option<Half> {
        let effort = Effort::Within(limits.part(NODES));
        let mut reading = self.reading_of(game, limits.clone());
        let question = reading.question(stone, goal).ok()?;
        Half::achieved(&reading.life(question, &effort).ok()?)
    }

    /// A change of the connection of two blocks, if it is about one of the moves of interest.
    fn change_of_link(
        &mut self,
        moment: &Moment,
        pair: (Point, Point),
        limits: &Budget,
    ) -> Option<MistakeReason> {
        let is_own = moment.before.board().color(pair.0)? == moment.mover;
        let (change, goals) = if is_own {
            (Change::LetCut, [LinkGoal::Connect, LinkGoal::Cut])
        } else {
            (Change::LetJoin, [LinkGoal::Cut, LinkGoal::Connect])
        };
        let before = self.link_half(&moment.before, pair, goals[0], limits)?;
        // Where no move is needed before, nothing was at stake.
        let is_at_stake = |half: Half| half.mv.is_some_and(|mv| moment.hints.contains(mv));
        if !is_at_stake(before) {
            return None;
        }
        let after = self.link_half(&moment.after, pair, goals[1], limits)?;
        moment.reason(change, vec![pair.0, pair.1], before, after)
    }

    fn link_half(
        &mut self,
        game: &Game,
        pair: (Point, Point),
        goal: LinkGoal,
        limits: &Budget,
    ) -> Option<Half> {
        let effort = Effort::Within(limits.part(NODES));
        let reading = self.reading_of(game, limits.clone());
        Half::achieved(&reading.link(pair, goal, &effort).ok()?)
    }
}

impl Moment {
    /// A stone of each block of both positions that stands near a move of interest, the nearest first.
    fn blocks(&self) -> Vec<Point> {
        let (board, later) = (self.before.board(), self.after.board());
        let mut blocks: Vec<(u8, Point)> = Vec::new();
        for color in Color::BOTH {
            for head in board.first_stones(color) {
                let stays = later.color(head) == Some(color);
                let away = distance_to(board, head, &self.hints);
                if let Some(away) = away.filter(|&away| stays && away <= NEAR) {
                    blocks.push((away, head));
                }
            }
        }
        blocks.sort_unstable();
        blocks.truncate(MOST_BLOCKS);
        blocks.into_iter().map(|(_, head)| head).collect()
    }

    /// Pairs of these blocks, of one color each, that are near each other.
    fn pairs(&self, blocks: &[Point]) -> Vec<(Point, Point)> {
        let board = self.before.board();
        let mut pairs = Vec::new();
        for (n, &first) in blocks.iter().enumerate() {
            let stones: PointSet = board.stones(first).collect();
            for &second in &blocks[n + 1..] {
                let is_near = distance_to(board, second, &stones).is_some_and(|it| it <= NEAR);
                if is_near && board.color(first) == board.color(second) {
                    pairs.push((first, second));
                }
            }
        }
        pairs.truncate(MOST_PAIRS);
        pairs
    }

    /// A reason, if one of its halves is proved.
    fn reason(
        &self,
        change: Change,
        stones: Vec<Point>,
        before: Half,
        after: Half,
    ) -> Option<MistakeReason> {
        (before.is_proven || after.is_proven).then_some(MistakeReason {
            change,
            mover: self.mover,
            stones,
            before,
            after,
        })
    }
}

/// How many lines lie between a block and the nearest of some points, diagonals counted as one; nothing if there are
/// no points.
fn distance_to(board: &Board, head: Point, points: &PointSet) -> Option<u8> {
    let away = |stone: Point, point: Point| {
        let (x, y) = (stone.x().abs_diff(point.x()), stone.y().abs_diff(point.y()));
        x.max(y)
    };
    let stones = board.stones(head);
    stones
        .filter_map(|stone| points.iter().map(|point| away(stone, point)).min())
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::board::game::Start;
    use crate::engine::EngineParams;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// What a move of `color` let happen, as sentences.
    fn reasons(diagram: &str, color: Color, mv: &str, hints: &[&str]) -> Vec<String> {
        let board: Board = diagram.parse().unwrap();
        let start = Start {
            to_move: Some(color),
            ..Start::from_board(&board)
        };
        let game = Game::from_start(start, Rules::default()).unwrap();
        let hints: Vec<Point> = hints.iter().map(|name| point(name)).collect();
        let mut engine = Engine::new(EngineParams::default());
        let mv = Move::Play(point(mv));
        let found = engine.mistake_reasons(&game, mv, &hints, &Budget::unlimited());
        found.iter().map(MistakeReason::text).collect()
    }

    /// Black has three points in a row in the corner: the middle one decides.
    const CORNER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O O O O . . . .
        X X X X O . . . .
        . . . X O . . . .";

    #[test]
    fn a_move_elsewhere_lets_a_group_die() {
        let found = reasons(CORNER, Color::Black, "J9", &["B1"]);
        assert_eq!(
            found,
            [
                "Now White kills the group of D1 at B1 (proved); before, it could live at B1 (proved)."
            ]
        );
    }

    #[test]
    fn a_move_elsewhere_lets_a_group_live() {
        let found = reasons(CORNER, Color::White, "J9", &["B1"]);
        assert_eq!(
            found,
            [
                "Now the group of D1 lives at B1 (proved); before, White could kill it at B1 (proved)."
            ]
        );
    }

    #[test]
    fn the_saving_move_changes_nothing_for_the_worse() {
        for color in Color::BOTH {
            let found = reasons(CORNER, color, "B1", &[]);
            assert!(found.is_empty(), "{found:?}");
        }
    }

    /// E6 alone joins Black's blocks on both sides of White's wall, which reaches both edges.
    #[test]
    fn a_move_elsewhere_lets_two_blocks_be_cut_apart() {
        let diagram = "
            . . . X O . . . .
            . . . X O O O . .
            . . . X O X X . .
            . . . X . X X . .
            . . . X O X X . .
            . . . X O O O . .
            . . . X O . . . .
            . . . X O . . . .
            . . . X O . . . .";
        let found = reasons(diagram, Color::Black, "A1", &["E6"]);
        let is_named = |text: &String| {
            text.starts_with("Now White cuts D1 and F5 apart at E6 (estimate)")
                && text.ends_with("before, Black could join them at E6 (proved).")
        };
        assert!(found.iter().any(is_named), "{found:?}");
    }
}
