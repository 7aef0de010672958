//! Whether a search finds a play of the estimated endgame as good as its own choice.

use crate::board::{Color, Move};
use crate::endgame::EstimatedMoves;
use crate::mcts::{Evidence, Report};

/// What an estimated endgame counts exactly, given its walls, of a play that it suggests and of the best move of the
/// search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// All regions.
    AllRegions,
    /// The region of the play.
    ThePlay,
    /// Only the region of the best move of the search.
    TheOther,
    /// Neither: two estimates are compared.
    Neither,
}

impl Counts {
    /// What `estimated` counts of a play and the best move of the search.
    pub(super) fn new(estimated: &EstimatedMoves, play: Move, best: Move) -> Self {
        let is_counted = |mv: Move| {
            let point = mv.point();
            point.is_some_and(|point| estimated.counted.contains(point))
        };
        match (is_counted(play), is_counted(best)) {
            _ if estimated.is_exact => Self::AllRegions,
            (true, _) => Self::ThePlay,
            (false, true) => Self::TheOther,
            (false, false) => Self::Neither,
        }
    }
}

/// How much worse such a move may be than the best move of the search.
pub(super) struct Tolerance {
    /// How much less it may win.
    win_rate: f64,
    /// How many points less it may score.
    points: f64,
}

impl Tolerance {
    /// Playouts do not show smaller differences.
    const OF_PLAYOUTS: Self = Self {
        win_rate: 0.01,
        points: 1.5,
    };

    /// A network does.
    const OF_A_NETWORK: Self = Self {
        win_rate: 0.0,
        points: 0.5,
    };

    /// Beside a play in a region with an exact value even those are small.
    const OF_AN_EXACT_VALUE: Self = Self {
        win_rate: 0.01,
        points: 0.5,
    };

    /// Where regions are counted to their end and points are what counts, a search is there to find that a wall does
    /// not hold.
    const OF_COUNTED_REGIONS: Self = Self {
        win_rate: 1.0,
        points: 3.0,
    };

    /// How much worse a play of an estimated endgame may be. Where only points count, no win rate does.
    pub(super) const fn new(evidence: Evidence, goes_for_points: bool, counts: Counts) -> Self {
        let tolerance = match (evidence, goes_for_points, counts) {
            (_, true, Counts::AllRegions) => Self::OF_COUNTED_REGIONS,
            (Evidence::Playouts, ..) | (_, true, Counts::ThePlay | Counts::TheOther) => {
                Self::OF_PLAYOUTS
            }
            (_, _, Counts::Neither) | (_, false, Counts::TheOther) => Self::OF_A_NETWORK,
            (_, false, Counts::AllRegions | Counts::ThePlay) => Self::OF_AN_EXACT_VALUE,
        };
        Self {
            win_rate: if goes_for_points {
                1.0
            } else {
                tolerance.win_rate
            },
            ..tolerance
        }
    }
}

/// Whether a search has visited a move often and rates it as good as its best move.
pub(super) fn is_as_good(report: &Report, mv: Move, color: Color, tolerance: &Tolerance) -> bool {
    let (Some(best), Some(entry)) = (report.moves.first(), report.find(mv)) else {
        return false;
    };
    let lost_points = (best.score_mean - entry.score_mean) * f64::from(color.sign());
    let lost_win_rate = best.win_rate - entry.win_rate;
    tracing::debug!(%mv, visits = entry.visits, lost_win_rate, lost_points, "estimated move");
    entry.visits >= best.visits / 16
        && lost_win_rate <= tolerance.win_rate
        && lost_points <= tolerance.points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::{Game, Point, PointSet, Rules, Size};
    use crate::mcts::{self, Filter, Params, Searcher};

    /// The report of a search of an empty board on its two best moves, with these numbers in place of what it found.
    /// For each move: visits, win rate of the side to move, score from Black's view.
    fn report(evidence: Evidence, moves: [(u32, f64, f64); 2]) -> Report {
        let game = Game::new(Size::square(5), Rules::default());
        let mut budget = Budget::nodes(50);
        let found = Searcher::new(Params::default()).search(
            &game,
            Color::Black,
            &Filter::NONE,
            &mut budget,
        );
        let numbered = found.moves.into_iter().zip(moves);
        let moves = numbered.map(|(entry, (visits, win_rate, score_mean))| mcts::MoveReport {
            visits,
            win_rate,
            score_mean,
            ..entry
        });
        Report {
            moves: moves.collect(),
            evidence,
            ..found
        }
    }

    #[test]
    fn an_estimated_move_may_lose_no_more_than_its_search_can_show() {
        use Counts::{AllRegions, Neither, TheOther, ThePlay};
        use Evidence::{Evaluations, Playouts};
        let best = (1600, 0.6, 3.0);
        // Whether the other move is good enough, by what is counted exactly: in a game, and for points.
        for (evidence, other, in_a_game, for_points) in [
            (Playouts, (100, 0.595, 1.6), [true; 4], [true; 4]),
            (Playouts, (99, 0.595, 1.6), [false; 4], [false; 4]),
            (Playouts, (100, 0.585, 3.0), [false; 4], [true; 4]),
            (
                Playouts,
                (100, 0.6, 1.4),
                [false; 4],
                [true, false, false, false],
            ),
            (Playouts, (100, 0.6, -0.1), [false; 4], [false; 4]),
            (Evaluations, (100, 0.6, 2.6), [true; 4], [true; 4]),
            (
                Evaluations,
                (100, 0.595, 3.0),
                [true, true, false, false],
                [true; 4],
            ),
            (Evaluations, (100, 0.585, 3.0), [false; 4], [true; 4]),
            (
                Evaluations,
                (100, 0.6, 2.0),
                [false; 4],
                [true, true, true, false],
            ),
            (Evaluations, (99, 0.6, 3.0), [false; 4], [false; 4]),
        ] {
            let report = report(evidence, [best, other]);
            let mv = report.moves[1].mv;
            let found = [false, true].map(|goes_for_points| {
                [AllRegions, ThePlay, TheOther, Neither].map(|counts| {
                    let tolerance = Tolerance::new(evidence, goes_for_points, counts);
                    assert!(!is_as_good(&report, Move::Pass, Color::Black, &tolerance));
                    is_as_good(&report, mv, Color::Black, &tolerance)
                })
            });
            assert_eq!(found, [in_a_game, for_points], "{evidence:?} {other:?}");
        }
    }

    #[test]
    fn a_play_is_counted_in_a_region_with_an_exact_value() {
        let [in_region, elsewhere] = ["B2", "C3"].map(|name| name.parse::<Point>().unwrap());
        let mut estimated = EstimatedMoves {
            points: vec![in_region],
            is_exact: false,
            counted: PointSet::from_iter([in_region]),
        };
        for (play, best, counts) in [
            (
                Move::Play(in_region),
                Move::Play(elsewhere),
                Counts::ThePlay,
            ),
            (
                Move::Play(in_region),
                Move::Play(in_region),
                Counts::ThePlay,
            ),
            (
                Move::Play(elsewhere),
                Move::Play(in_region),
                Counts::TheOther,
            ),
            (Move::Play(elsewhere), Move::Pass, Counts::Neither),
        ] {
            assert_eq!(Counts::new(&estimated, play, best), counts);
        }
        estimated.is_exact = true;
        let counts = Counts::new(&estimated, Move::Play(in_region), Move::Play(elsewhere));
        assert_eq!(counts, Counts::AllRegions);
    }

    #[test]
    fn white_loses_points_where_the_score_rises() {
        let report = report(Evidence::Playouts, [(1600, 0.6, -3.0), (1600, 0.6, -1.0)]);
        let mv = report.moves[1].mv;
        let tolerance = Tolerance::new(Evidence::Playouts, true, Counts::Neither);
        assert!(!is_as_good(&report, mv, Color::White, &tolerance));
        assert!(is_as_good(&report, mv, Color::Black, &tolerance));
    }
}
