//! The score of an unfinished game, with error bars: by playouts, or by a network with playouts.

use std::fmt;

use super::basis::OwnerSource;
use super::blocks::proved_safety;
use crate::base::{Budget, Rng};
use crate::board::{Board, Color, Game, Point, PointSet, Score, Scoring, score};
use crate::mcts;

/// The likely end of a game, by playouts, or by a network with playouts. Every point whose owner is proved counts for
/// that owner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEstimate {
    /// Mean score in points, Black's view.
    pub mean: f64,
    /// Standard error of the mean, in points: of the playouts; by a network how far the sum of the likely owners is
    /// from the mean.
    pub error: f64,
    /// Standard deviation of the score of one game, in points.
    pub spread: f64,
    /// 90 % of the games end between these scores, in points.
    pub interval: (f64, f64),
    /// Share of the games that Black wins; jigo counts half.
    pub black_wins: f64,
    /// What the estimate was made by.
    pub source: OwnerSource,
    /// Number of playouts; 0 by a network.
    pub n_playouts: u32,
    /// Number of points whose owner is proved.
    pub n_proved: usize,
}

/// A network's estimate of the result of a game, with one of the colors to move first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEvaluation {
    /// The color to move.
    pub first: Color,
    /// Black's lead, in points.
    pub lead: f64,
    /// The chance of Black; a game without a result counts half.
    pub black_wins: f64,
    /// Standard deviation of the score, in points.
    pub spread: f64,
}

/// Estimates the score of a game under its rules, with the side to move moving first. The same seed gives the same
/// answer. Once the clock or the token of `limits` ends the work, the playouts so far have to do; without any the mean
/// is 0.
///
/// Under territory rules the area at the end of a playout is corrected by the number of stones that each color has
/// played so far, as if both colors played equally many from now on. Points in seki count as under area rules.
#[must_use]
pub fn estimate_score(
    game: &Game,
    n_playouts: u32,
    rng: &mut Rng,
    limits: &Budget,
) -> ScoreEstimate {
    let board = game.board();
    let proved = OwnedByProof::new(game, limits);
    let constant = beside_area(game);
    let mut start = board.clone();
    start.forget_history();
    start.set_ko(None);
    let mut scores = Vec::new();
    mcts::sample(&start, game.to_move(), n_playouts, rng, limits, |end| {
        scores.push(f64::from(proved.lead(end)) + constant);
    });
    summarize(scores, proved.n_points())
}

/// Estimates the score of a game under its rules by a network, with the side to move moving first: `owner` gives the
/// owner of a point if a color moves first, 1 for Black, -1 for White; `evaluations` are its estimates of the result,
/// of which those for the side to move count. Rules that count territory are treated as in [`estimate_score`]. The
/// clock and the token of `limits` end the proofs.
#[must_use]
pub fn estimate_score_by_network(
    game: &Game,
    owner: impl Fn(Color, Point) -> f64,
    evaluations: &[ScoreEvaluation],
    limits: &Budget,
) -> ScoreEstimate {
    let board = game.board();
    let proved = OwnedByProof::new(game, limits);
    let open = PointSet::board(board.size()) - proved.black - proved.white;
    let sure = size(&proved.black) - size(&proved.white);
    let first = game.to_move();
    let shares = |points: PointSet| points.iter().map(|point| owner(first, point)).sum::<f64>();
    let by_points = sure + shares(open) + beside_area(game);
    let evaluations: Vec<&ScoreEvaluation> =
        evaluations.iter().filter(|it| it.first == first).collect();
    let mean_of = |value: fn(&ScoreEvaluation) -> f64| {
        let n_evaluations = u32::try_from(evaluations.len().max(1)).unwrap_or(u32::MAX);
        evaluations
            .iter()
            .map(|evaluation| value(evaluation))
            .sum::<f64>()
            / f64::from(n_evaluations)
    };
    // The network's lead is what a search begins with; its ownership of proved points is corrected.
    let mean = if open.is_empty() || evaluations.is_empty() {
        by_points
    } else {
        mean_of(|evaluation| evaluation.lead) + sure - shares(proved.black | proved.white)
    };
    // Proved points vary no more.
    let spread = mean_of(|evaluation| evaluation.spread).min(size(&open));
    ScoreEstimate {
        mean,
        error: (mean - by_points).abs(),
        spread,
        interval: (mean - NINE_OF_TEN * spread, mean + NINE_OF_TEN * spread),
        black_wins: if open.is_empty() {
            win_of(mean)
        } else {
            mean_of(|evaluation| evaluation.black_wins)
        },
        source: OwnerSource::Network,
        n_playouts: 0,
        n_proved: proved.n_points(),
    }
}

/// The number of points in a set.
fn size(points: &PointSet) -> f64 {
    f64::from(u32::try_from(points.len()).unwrap_or(u32::MAX))
}

/// Standard deviations on either side of the mean that hold 90 % of a normal distribution.
const NINE_OF_TEN: f64 = 1.645;

/// What counts in a score beside the area: komi, handicap, and under territory rules the stones played.
fn beside_area(game: &Game) -> f64 {
    let (board, rules) = (game.board(), game.rules());
    let in_rules = match rules.scoring {
        Scoring::Area => {
            f64::from(u32::try_from(rules.handicap_bonus.points(game.n_handicap())).unwrap_or(0))
        }
        Scoring::Territory => {
            f64::from(n_played(board, Color::Black) - n_played(board, Color::White))
        }
    };
    rules.komi.score().points() - in_rules
}

/// Black's share of a game with a score: 1 if Black wins, a half for jigo.
fn win_of(score: f64) -> f64 {
    f64::midpoint(1.0, score.clamp(-0.5, 0.5) * 2.0)
}

/// Stones that a color has put on the board, handicap and setup stones included.
fn n_played(board: &Board, color: Color) -> i32 {
    let n_stones = board.n_stones(color) + board.n_prisoners(color) as usize;
    i32::try_from(n_stones).unwrap_or(i32::MAX)
}

/// The points whose owner is proved.
struct OwnedByProof {
    black: PointSet,
    white: PointSet,
}

impl OwnedByProof {
    fn new(game: &Game, limits: &Budget) -> Self {
        let map = proved_safety(game, limits);
        let black = map.safe(Color::Black);
        Self {
            black,
            white: map.safe(Color::White) - black,
        }
    }

    fn n_points(&self) -> usize {
        self.black.len() + self.white.len()
    }

    /// Black's lead in points at the end of a playout.
    fn lead(&self, end: &Board) -> i32 {
        let count = score::count(end, &PointSet::EMPTY);
        let area = |color: Color| count.stones[color] | count.surrounded[color];
        let black = (area(Color::Black) | self.black) - self.white;
        let white = (area(Color::White) | self.white) - self.black;
        let size = |points: PointSet| i32::try_from(points.len()).unwrap_or(i32::MAX);
        size(black) - size(white)
    }
}

/// Sums up the scores of single playouts.
fn summarize(mut scores: Vec<f64>, n_proved: usize) -> ScoreEstimate {
    scores.sort_by(f64::total_cmp);
    let n_playouts = u32::try_from(scores.len()).unwrap_or(u32::MAX);
    let n = f64::from(n_playouts.max(1));
    let mean = scores.iter().sum::<f64>() / n;
    let squares = scores.iter().map(|score| (score - mean) * (score - mean));
    let variance = squares.sum::<f64>() / n;
    let wins = scores.iter().map(|&score| win_of(score));
    let n_cut = scores.len() / 20;
    let at = |index: usize| scores.get(index).copied().unwrap_or(mean);
    ScoreEstimate {
        mean,
        error: (variance / n).sqrt(),
        spread: variance.sqrt(),
        interval: (at(n_cut), at((scores.len() - n_cut).saturating_sub(1))),
        black_wins: wins.sum::<f64>() / n,
        source: OwnerSource::Playouts,
        n_playouts,
        n_proved,
    }
}

impl fmt::Display for ScoreEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
        let half_points = (self.mean * 2.0).round() as i32;
        write!(
            f,
            "{} mean {:+.2} error {:.2} spread {:.2} interval90 {:+.1} {:+.1} black_wins {:.3} ",
            Score::from_half_points(half_points),
            self.mean,
            self.error,
            self.spread,
            self.interval.0,
            self.interval.1,
            self.black_wins,
        )?;
        match self.source {
            OwnerSource::Network => f.write_str("by network and playouts,")?,
            OwnerSource::Playouts => write!(f, "playouts {}", self.n_playouts)?,
        }
        write!(f, " proved {}", self.n_proved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::score::tests::game;

    fn estimate(diagram: &str, rules: &str) -> ScoreEstimate {
        let game = game(diagram, rules);
        estimate_score(&game, 100, &mut Rng::new(1, 0), &Budget::unlimited())
    }

    #[test]
    fn proved_points_have_no_error() {
        let diagram = ". X . X O . O .\nX X X X O O O O";
        let area = estimate(diagram, "chinese");
        assert_eq!((area.n_proved, area.mean, area.error), (16, 0.0, 0.0));
        let territory = estimate(diagram, "japanese");
        assert_eq!((territory.mean, territory.spread), (0.0, 0.0));
        assert!((area.black_wins - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_network_tells_of_the_points_that_are_not_proved() {
        let evaluation = |first, lead, black_wins| ScoreEvaluation {
            first,
            lead,
            black_wins,
            spread: 3.0,
        };
        let evaluations = [
            evaluation(Color::Black, 5.0, 0.2),
            evaluation(Color::Black, 6.0, 0.6),
            evaluation(Color::White, -9.0, 0.0),
        ];
        let black_by_half = |_: Color, _: Point| 0.5;
        let by_network = |diagram| {
            let game = game(diagram, "chinese");
            estimate_score_by_network(&game, black_by_half, &evaluations, &Budget::unlimited())
        };
        let closed = by_network(". X . X O . O .\nX X X X O O O O");
        assert_eq!(
            (closed.n_proved, closed.mean, closed.spread),
            (16, 0.0, 0.0)
        );
        assert!((closed.black_wins - 0.5).abs() < 1e-9);
        let open = by_network(". . . .\n. X O .\n. . . .");
        assert_eq!((open.n_proved, open.mean, open.error), (0, 5.5, 0.5));
        assert_eq!(open.source, OwnerSource::Network);
        assert!((open.black_wins - 0.4).abs() < 1e-9);
    }

    #[test]
    fn the_side_to_move_gains_by_the_first_move() {
        let diagram = ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .";
        let mut game = game(diagram, "chinese");
        let estimate = |game: &Game| {
            let limits = Budget::unlimited();
            let playouts = estimate_score(game, 400, &mut Rng::new(1, 0), &limits);
            let owner = |first: Color, _: Point| 0.5 * f64::from(first.sign());
            let network = estimate_score_by_network(game, owner, &[], &limits);
            (playouts.mean, network.mean)
        };
        let black_first = estimate(&game);
        game.play(Color::Black, crate::board::Move::Pass).unwrap();
        let white_first = estimate(&game);
        assert!(
            black_first.0 > white_first.0 + 1.0,
            "{black_first:?} {white_first:?}"
        );
        assert!((black_first.1 - white_first.1 - 25.0).abs() < 1e-9);
    }

    #[test]
    fn an_open_board_is_uncertain() {
        let open = estimate(
            ". . . . .\n. . X . .\n. . . . .\n. . O . .\n. . . . .",
            "chinese",
        );
        assert_eq!((open.n_playouts, open.n_proved), (100, 0));
        assert!(open.error > 0.5 && open.error < open.spread, "{open}");
        let (low, high) = open.interval;
        assert!(
            low < open.mean - open.error && open.mean + open.error < high,
            "{open}"
        );
    }
}
