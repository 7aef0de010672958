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
    /// What is kept on the board of a game, found within the time of `limits`. Answers about windows are remembered.
    ///
    /// Where points in seki do not count, windows are not used: they keep stones alive in seki as well.
    #[must_use]
    pub fn new(game: &Game, memory: &mut WindowMemory, limits: &Budget) -> Self {
        let board = game.board();
        let mut regions = limits.part(REGION_NODES);
        let mut kept = match game.rules().tax {
            Tax::None => {
                let windows = &mut limits.part(WINDOW_NODES);
                kept_by_windows(board, QUESTION_NODES, &mut regions, memory, windows)
            }
            Tax::Seki => kept_by_regions(board, &mut regions),
        };
        let past = Past::of(game);
        for color in Color::BOTH {
            if game.rules().ko != KoRule::Simple
                && past.may_come_back_after_losses(board, color, &kept[color].stones)
            {
                // A play of its own may be forbidden by superko.
                kept[color] = kept_by_regions(board, &mut limits.part(REGION_NODES))[color].clone();
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
        let lead = sure_lead(board, color, &self.kept, rules.scoring, first, &mut budget);
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
    pub(super) fn new(game: &Game, limits: &Budget) -> Self {
        let held = Held::new(game, &mut WindowMemory::default(), limits);
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
