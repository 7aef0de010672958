//! What each color holds by itself: bounds of the score that need no regions.

use super::ranking::ScoreRange;
use super::split::Partition;
use crate::base::Budget;
use crate::board::{Board, Color, Game, KoRule, PerColor, PointSet, Score, Scoring, Tax};
use crate::region::{Kept, WindowMemory, kept_by_regions, kept_by_windows, sure_lead};
use crate::tsumego::reader::Past;

/// Nodes for the search of regions.
const REGION_NODES: u64 = 200_000;
/// Nodes for a question about a window, and for all of them.
const QUESTION_NODES: u64 = 5_000;
const WINDOW_NODES: u64 = 400 * QUESTION_NODES;
/// Positions of the sum of free areas that are searched for one bound.
const SUM_NODES: u64 = 5_000;

/// What each color keeps by answering each play of the other one.
#[derive(Clone, Debug)]
pub struct Held {
    kept: PerColor<Kept>,
}

impl Held {
    /// What is kept on the board of a game. A node of the budget is one of the search of regions or of windows. Answers
    /// about windows are remembered.
    #[must_use]
    pub fn new(game: &Game, memory: &mut WindowMemory, budget: &mut Budget) -> Self {
        let board = game.board();
        let kept = |budget: &mut Budget| {
            let mut regions = budget.part(REGION_NODES);
            let mut windows = budget.part(WINDOW_NODES);
            let kept = kept_by_windows(board, QUESTION_NODES, &mut regions, memory, &mut windows);
            budget.charge(regions.spent());
            budget.charge(windows.spent());
            kept
        };
        Self::among(game, kept, budget)
    }

    /// The same if what each color keeps by regions and windows is known already.
    #[must_use]
    pub fn knowing(game: &Game, kept: &PerColor<Kept>, budget: &mut Budget) -> Self {
        Self::among(game, |_| kept.clone(), budget)
    }

    /// What counts of that which is kept. Where points in seki do not count, windows are not used: they keep stones
    /// alive in seki as well.
    fn among(
        game: &Game,
        kept: impl FnOnce(&mut Budget) -> PerColor<Kept>,
        budget: &mut Budget,
    ) -> Self {
        let board = game.board();
        let by_regions = |budget: &mut Budget| {
            let mut regions = budget.part(REGION_NODES);
            let kept = kept_by_regions(board, &mut regions);
            budget.charge(regions.spent());
            kept
        };
        let mut kept = match game.rules().tax {
            Tax::None => kept(budget),
            Tax::Seki => by_regions(budget),
        };
        let past = Past::of(game);
        for color in Color::BOTH {
            if game.rules().ko != KoRule::Simple
                && past.may_come_back_after_losses(board, color, &kept[color].stones)
            {
                // A play of its own may be forbidden by superko.
                kept[color] = by_regions(budget)[color].clone();
                kept[color].answers = PointSet::board(board.size());
            }
        }
        Self { kept }
    }

    /// What is kept given the walls and the territory of a partition: the owners never have to answer for the walls.
    pub(super) fn given(partition: &Partition) -> Self {
        Self {
            kept: PerColor::from_fn(|color| Kept {
                stones: partition.walls[color],
                territory: partition.territory[color],
                ..Kept::default()
            }),
        }
    }

    /// The points that one of the colors holds.
    #[must_use]
    pub fn points(&self) -> PointSet {
        let of = |color: Color| self.kept[color].stones | self.kept[color].territory;
        of(Color::Black) | of(Color::White)
    }

    /// The least score, from its own view and with komi, that `color` reaches when `first` moves. `game` is the one of
    /// this analysis.
    #[must_use]
    pub fn least(&self, game: &Game, color: Color, first: Color, limits: &Budget) -> Score {
        let (board, rules) = (game.board(), game.rules());
        let mut budget = limits.part(SUM_NODES);
        let lead = sure_lead(board, color, &self.kept, rules.scoring, first, &mut budget).points;
        let (taken, bonus) = match rules.scoring {
            Scoring::Area => (0, rules.handicap_bonus.points(game.n_handicap())),
            Scoring::Territory => (prisoners(board), 0),
        };
        let for_black = Score::from_points(taken - i32::try_from(bonus).unwrap_or(i32::MAX))
            + rules.komi.score();
        Score::from_points(lead) + for_black.for_color(color)
    }

    /// Bounds of the score when `first` moves.
    #[must_use]
    pub fn range(&self, game: &Game, first: Color, limits: &Budget) -> ScoreRange {
        let [low, high] =
            Color::BOTH.map(|color| self.least(game, color, first, limits).for_color(color));
        ScoreRange { low, high }
    }
}

/// Bounds of a score for the analysis of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldBounds {
    /// The points that one of the colors holds.
    pub(super) points: PointSet,
    /// The bounds, by the color that moves first.
    pub(super) scores: PerColor<ScoreRange>,
}

impl HeldBounds {
    /// The bounds of a game's score.
    pub(super) fn new(game: &Game, held: &Held, limits: &Budget) -> Self {
        Self {
            points: held.points(),
            scores: PerColor::from_fn(|first| held.range(game, first, limits)),
        }
    }
}

/// White stones captured less black stones captured.
pub(super) fn prisoners(board: &Board) -> i32 {
    let taken = |color| i32::try_from(board.n_prisoners(color)).unwrap_or(i32::MAX);
    taken(Color::White) - taken(Color::Black)
}
