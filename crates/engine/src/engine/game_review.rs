//! A whole game, searched position by position: first all of them for a few visits, then longer where moves lost
//! points. Everything here is an estimate.

use super::state::Engine;
use crate::base::Budget;
use crate::board::{Color, Game, Move, PerColor};
use crate::mcts::Report;

/// The passes of a review: the visits of each position, and from how many points lost by a move on the positions before
/// and after it are searched so long.
const PASSES: [(u64, f64); 3] = [(12, 0.0), (100, MISTAKE / 2.0), (400, MISTAKE)];

/// From so many points lost on a move counts as a mistake.
const MISTAKE: f64 = 2.0;

/// A move that loses less, in points, is as good as the best one, as far as a short search can see.
const GOOD: f64 = 1.0;

/// Moves of a line, and lines, that are kept.
const LONGEST_LINE: usize = 8;
const MOST_LINES: usize = 4;

/// The parts of a game, each with its end as moves for each hundred points of the board.
const PHASES: [(&str, usize); 3] = [
    ("opening", 14),
    ("middle game", 42),
    ("endgame", usize::MAX),
];

/// What a search found about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPosition {
    /// Visits of the search.
    pub visits: u64,
    /// Black's chance to win, from 0 to 1.
    pub win_rate: f64,
    /// Black's lead in points.
    pub lead: f64,
    /// The best moves, each with what follows.
    pub lines: Vec<ReviewedLine>,
}

/// A candidate of a search with what follows.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedLine {
    /// The candidate and its most visited continuation; at least one move.
    pub moves: Vec<Move>,
    /// Black's lead after the candidate, in points.
    pub lead: f64,
}

impl ReviewedLine {
    /// The candidate.
    #[must_use]
    pub fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }
}

impl ReviewedPosition {
    fn of(report: &Report, to_move: Color) -> Self {
        let lines = report.candidates(1).take(MOST_LINES);
        Self {
            visits: report.visits(),
            win_rate: match to_move {
                Color::Black => report.win_rate,
                Color::White => 1.0 - report.win_rate,
            },
            lead: report.score_mean,
            lines: lines
                .map(|entry| ReviewedLine {
                    moves: entry.line.iter().take(LONGEST_LINE).copied().collect(),
                    lead: entry.score_mean,
                })
                .collect(),
        }
    }

    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.first()
    }
}

/// What a move of a game lost, by the positions before and after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LostPoints {
    /// Its number in the game, counted from 1.
    pub number: usize,
    /// Who played it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// What it lost in points, at least nothing.
    pub points: f64,
    /// The move that was found best.
    pub best: Option<Move>,
}

impl LostPoints {
    /// Whether it counts as a mistake.
    #[must_use]
    pub const fn is_mistake(&self) -> bool {
        self.points >= MISTAKE
    }
}

/// What a player lost in a part of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseSum {
    /// Moves that could be judged.
    pub n_moves: usize,
    /// Points lost.
    pub lost: f64,
    /// Moves that are about as good as the best ones.
    pub n_good: usize,
}

impl PhaseSum {
    /// The share of good moves in percent; nothing without moves.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        (self.n_moves > 0).then(|| 100.0 * count(self.n_good) / count(self.n_moves))
    }

    fn add(&mut self, lost: &LostPoints) {
        self.n_moves += 1;
        self.lost += lost.points;
        self.n_good += usize::from(lost.points < GOOD);
    }
}

/// A game with what searches found about its positions.
#[derive(Clone, Debug)]
pub struct GameReview {
    game: Game,
    /// The positions from the first to the last one, as far as the time allowed.
    positions: Vec<Option<ReviewedPosition>>,
}

impl GameReview {
    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The positions, from that before the first move on; nothing where the time was over.
    #[must_use]
    pub fn positions(&self) -> &[Option<ReviewedPosition>] {
        &self.positions
    }

    /// The game before the move with this number, counted from 1.
    #[must_use]
    pub fn before(&self, number: usize) -> Game {
        let mut game = self.game.clone();
        while game.moves().len() >= number.max(1) && game.undo().is_some() {}
        game
    }

    /// What each move lost, in the order of the game, where both of its positions were searched.
    #[must_use]
    pub fn losses(&self) -> Vec<LostPoints> {
        let pairs = self.positions.windows(2).zip(self.game.moves()).enumerate();
        pairs
            .filter_map(|(n, (pair, &(color, mv)))| {
                let [before, after] = pair else { return None };
                let (before, after) = (before.as_ref()?, after.as_ref()?);
                let lost = f64::from(color.sign()) * (before.lead - after.lead);
                let best = before.best();
                Some(LostPoints {
                    number: n + 1,
                    color,
                    mv,
                    points: if best == Some(mv) { 0.0 } else { lost.max(0.0) },
                    best,
                })
            })
            .collect()
    }

    /// The mistakes, the largest first.
    #[must_use]
    pub fn mistakes(&self) -> Vec<LostPoints> {
        let mut mistakes = self.losses();
        mistakes.retain(LostPoints::is_mistake);
        mistakes.sort_by(|one, other| other.points.total_cmp(&one.points));
        mistakes
    }

    /// For each part of the game what each player lost there.
    #[must_use]
    pub fn phases(&self) -> Vec<(&'static str, PerColor<PhaseSum>)> {
        let n_points = self.game.board().size().n_points();
        let mut phases = PHASES.map(|(name, _)| (name, PerColor::<PhaseSum>::default()));
        for lost in self.losses() {
            let is_in =
                |&(_, end): &(&str, usize)| lost.number * 100 <= end.saturating_mul(n_points);
            if let Some(phase) = PHASES.iter().position(is_in) {
                phases[phase].1[lost.color].add(&lost);
            }
        }
        phases.into()
    }
}

impl Engine {
    /// Searches all positions of a game within the time of `limits`; `depth` times the visits of each pass. `show` is
    /// called before each search with the pass, counted from 1, and the number of moves before the position.
    pub fn review_game(
        &mut self,
        game: &Game,
        depth: u64,
        limits: &Budget,
        mut show: impl FnMut(usize, usize),
    ) -> GameReview {
        let n_positions = game.moves().len() + 1;
        let mut review = GameReview {
            game: game.clone(),
            positions: vec![None; n_positions],
        };
        for (pass, (visits, least)) in PASSES.into_iter().enumerate() {
            let wanted = match pass {
                0 => (0..n_positions).collect(),
                _ => review.positions_around(least),
            };
            for number in wanted {
                if limits.check().is_err() {
                    return review;
                }
                show(pass + 1, number);
                let found =
                    self.search_position(&review.before(number + 1), visits * depth, limits);
                // A search that the time cut short may be worse than the one before.
                if review.positions[number].is_none() || limits.check().is_ok() {
                    review.positions[number] = Some(found);
                }
            }
        }
        review
    }

    fn search_position(&mut self, game: &Game, visits: u64, limits: &Budget) -> ReviewedPosition {
        let color = game.to_move();
        let report = self.look(game, color, &limits.renewed(visits));
        ReviewedPosition::of(&report, color)
    }
}

impl GameReview {
    /// The positions before and after all moves that lost so many points, the worst first.
    fn positions_around(&self, least: f64) -> Vec<usize> {
        let mut losses = self.losses();
        losses.retain(|lost| lost.points >= least);
        losses.sort_by(|one, other| other.points.total_cmp(&one.points));
        let mut wanted = Vec::new();
        for position in losses
            .iter()
            .flat_map(|lost| [lost.number - 1, lost.number])
        {
            if !wanted.contains(&position) {
                wanted.push(position);
            }
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Rules, Size};

    fn position(lead: f64, best: &str) -> Option<ReviewedPosition> {
        Some(ReviewedPosition {
            visits: 1,
            win_rate: 0.5,
            lead,
            lines: vec![ReviewedLine {
                moves: vec![best.parse().unwrap()],
                lead,
            }],
        })
    }

    fn review(positions: Vec<Option<ReviewedPosition>>) -> GameReview {
        let mut game = Game::new(Size::square(9), Rules::default());
        for (color, name) in [
            (Color::Black, "E5"),
            (Color::White, "A1"),
            (Color::Black, "C3"),
        ] {
            game.play(color, name.parse().unwrap()).unwrap();
        }
        GameReview { game, positions }
    }

    #[test]
    fn a_move_loses_what_the_lead_changes() {
        let found = review(vec![
            position(1.0, "E5"),
            position(0.0, "D4"),
            position(6.0, "C3"),
            None,
        ]);
        let losses = found.losses();
        assert_eq!(losses.len(), 2);
        // The best move loses nothing, whatever a short search makes of it.
        assert_eq!((losses[0].number, losses[0].points), (1, 0.0));
        assert_eq!((losses[1].color, losses[1].points), (Color::White, 6.0));
        assert_eq!(found.mistakes(), [losses[1]]);
        let phases = found.phases();
        assert_eq!(phases[0].0, "opening");
        assert!((phases[0].1[Color::White].lost - 6.0).abs() < 1e-9);
        assert_eq!(phases[0].1[Color::Black].accuracy(), Some(100.0));
        assert_eq!(phases[2].1[Color::Black].accuracy(), None);
        assert_eq!(found.before(2).moves().len(), 1);
        assert_eq!(found.positions_around(2.0), [1, 2]);
    }

    #[test]
    fn a_review_ends_with_its_time() {
        let game = review(Vec::new()).game;
        let mut engine = Engine::new(crate::engine::EngineParams::default());
        let over = Budget::unlimited().until(std::time::Instant::now());
        let nothing = engine.review_game(&game, 1, &over, |_, _| ());
        assert_eq!(nothing.positions(), [None, None, None, None]);
    }
}
