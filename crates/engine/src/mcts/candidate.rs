//! The moves of a report that are worth showing, with values that hold more than luck.
//!
//! A move with two playouts has won none, one or both of them. Clients that show the best value of all moves, as Sabaki
//! does, would show nothing but the luckiest of such moves. So a move is shown only if a fair share of the playouts
//! went to it, and its values are drawn toward those of the whole search, the more so the fewer playouts it has. An
//! evaluation of an evaluator carries more information than a playout: where values come from evaluations, all visited
//! moves are shown as they are.

use super::ownership::Ownership;
use super::report::{Detail, Evidence, LineVisits, MoveReport, Report};
use crate::board::Move;

/// A move with fewer playouts is not shown unless more moves are requested.
const LEAST_VISITS: u32 = 10;

/// A move is not shown either if it has fewer playouts than the best move has, divided by this.
const LEAST_SHARE: u32 = 100;

/// The playouts of a move count as much as this many of the whole search. The values of moves that are looked at often
/// differ by about 0.05; this is the number of playouts after which chance makes a difference of that size.
const WEIGHT_OF_ALL: f64 = 100.0;

/// Playouts without a winner that are added to the whole search: its first ones are luck, too.
const WEIGHT_OF_NOTHING: f64 = 4.0;

/// A move with the values to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<'a> {
    /// The move: a play or a pass.
    pub mv: Move,
    /// Its playouts.
    pub visits: u32,
    /// Chance of the player to move to win after it, in 0..=1.
    pub win_rate: f64,
    /// Prior probability of the move.
    pub prior: f64,
    /// Score after it in points, from Black's view.
    pub score_mean: f64,
    /// The move and its most visited continuation.
    pub line: &'a [Move],
    /// The visits of each move of the line.
    pub line_visits: &'a [LineVisits],
    /// What else is known, as the search has found it.
    pub detail: Detail,
    /// Owners of the points after the move, if they were requested and are known.
    pub ownership: Option<&'a Ownership>,
}

impl Candidate<'_> {
    /// A lower bound of the win rate: with playouts it holds with a probability of 97.5 %, if they were independent of
    /// each other; with evaluations it is KataGo's "LCB".
    #[must_use]
    pub fn lower_bound(&self, evidence: Evidence) -> f64 {
        match evidence {
            Evidence::Playouts => {
                let n = f64::from(self.visits) + 2.0;
                // Two more playouts, a win and a loss, keep the bound from being sure of anything.
                let mean = (self.win_rate * f64::from(self.visits) + 1.0) / n;
                (mean - 1.96 * (mean * (1.0 - mean) / n).sqrt()).max(0.0)
            }
            // A utility of 2 is the way from a loss to a win.
            Evidence::Evaluations => (self.win_rate - 0.5 * self.detail.utility_radius).max(0.0),
        }
    }
}

impl Report {
    /// The moves worth showing, the most visited first, and so many in any case.
    pub fn candidates(&self, least: usize) -> impl Iterator<Item = Candidate<'_>> {
        let most_visits = self
            .moves
            .iter()
            .map(|entry| entry.visits)
            .max()
            .unwrap_or(0);
        let (least_visits, weight_of_all) = match self.evidence {
            Evidence::Playouts => (LEAST_VISITS.max(most_visits / LEAST_SHARE), WEIGHT_OF_ALL),
            Evidence::Evaluations => (1, 0.0),
        };
        let least = least.max(usize::from(most_visits > 0));
        let all = self.mean_values();
        let is_shown =
            move |n: usize, entry: &MoveReport| n < least || entry.visits >= least_visits;
        let moves = self.moves.iter().enumerate();
        moves
            .take_while(move |&(n, entry)| is_shown(n, entry))
            .map(move |(_, entry)| candidate(entry, all, weight_of_all))
    }

    /// Win rate and score of the whole search.
    fn mean_values(&self) -> (f64, f64) {
        let visits: u32 = self.moves.iter().map(|entry| entry.visits).sum();
        let nothing = (0.5, 0.0);
        drawn(
            (self.win_rate, self.score_mean),
            visits,
            nothing,
            WEIGHT_OF_NOTHING,
        )
    }
}

/// A move with its values drawn toward those of the whole search, which weigh as much as `weight_of_all` visits.
fn candidate(entry: &MoveReport, all: (f64, f64), weight_of_all: f64) -> Candidate<'_> {
    let own = (entry.win_rate, entry.score_mean);
    let (win_rate, score_mean) = match entry.visits {
        0 => all,
        visits => drawn(own, visits, all, weight_of_all),
    };
    Candidate {
        mv: entry.mv,
        visits: entry.visits,
        win_rate,
        prior: entry.prior,
        score_mean,
        line: &entry.line,
        line_visits: &entry.line_visits,
        detail: entry.detail,
        ownership: entry.ownership.as_ref(),
    }
}

/// The mean of two pairs of values with their weights.
fn drawn(own: (f64, f64), visits: u32, toward: (f64, f64), weight: f64) -> (f64, f64) {
    let visits = f64::from(visits);
    let mean = |own: f64, toward: f64| (visits * own + weight * toward) / (visits + weight);
    (mean(own.0, toward.0), mean(own.1, toward.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::{Color, Game, Rules, Size};
    use crate::mcts::{Detail, Filter, Params, Searcher};

    fn entry(name: &str, visits: u32, win_rate: f64, score_mean: f64) -> MoveReport {
        let mv = name.parse().map(Move::Play).unwrap();
        MoveReport {
            mv,
            visits,
            win_rate,
            prior: 0.1,
            score_mean,
            line: vec![mv],
            line_visits: Vec::new(),
            detail: Detail::default(),
            ownership: None,
        }
    }

    fn report(moves: Vec<MoveReport>) -> Report {
        let game = Game::new(Size::square(9), Rules::default());
        let mut searcher = Searcher::new(Params {
            memory_mib: 1,
            ..Params::default()
        });
        let report = searcher.search(&game, Color::Black, &Filter::NONE, &mut Budget::nodes(1));
        Report {
            moves,
            win_rate: 0.5,
            score_mean: 0.0,
            ..report
        }
    }

    fn names(report: &Report, least: usize) -> Vec<String> {
        let candidates = report.candidates(least);
        candidates
            .map(|candidate| candidate.mv.to_string())
            .collect()
    }

    #[test]
    fn moves_with_few_playouts_are_not_shown() {
        let moves = vec![
            entry("D4", 5000, 0.52, 1.0),
            entry("E5", 60, 0.55, 3.0),
            entry("F6", 40, 0.9, 70.0),
            entry("G7", 2, 1.0, 233.0),
            entry("A1", 0, 0.5, 0.0),
        ];
        let many = report(moves.clone());
        assert_eq!(names(&many, 0), ["D4", "E5"]);
        assert_eq!(names(&many, 4), ["D4", "E5", "F6", "G7"]);
        let few = report(moves[2..].to_vec());
        assert_eq!(names(&few, 0), ["F6"]);
        assert_eq!(names(&report(moves[3..].to_vec()), 0), ["G7"]);
        assert_eq!(names(&report(moves[4..].to_vec()), 0), [""; 0]);
        assert_eq!(names(&report(moves[4..].to_vec()), 1), ["A1"]);
    }

    #[test]
    fn values_of_few_playouts_are_those_of_the_whole_search() {
        let moves = vec![
            entry("D4", 9900, 0.52, 1.0),
            entry("G7", 2, 1.0, 233.0),
            entry("A1", 0, 0.5, 0.0),
        ];
        let report = report(moves);
        let shown: Vec<(f64, f64)> = report
            .candidates(3)
            .map(|candidate| (candidate.win_rate, candidate.score_mean))
            .collect();
        let is_near = |n: usize, win_rate: f64, score: f64| {
            (shown[n].0 - win_rate).abs() < 0.011 && (shown[n].1 - score).abs() < 4.6
        };
        assert!(is_near(0, 0.52, 1.0), "{shown:?}");
        assert!(is_near(1, 0.5, 0.0), "{shown:?}");
        assert!(is_near(2, 0.5, 0.0), "{shown:?}");
    }

    /// What Sabaki draws: the largest win rate of all moves.
    #[test]
    fn the_best_value_of_all_moves_is_about_that_of_the_search() {
        let game = Game::new(Size::square(19), Rules::default());
        let mut searcher = Searcher::new(Params {
            memory_mib: 64,
            stops_early: false,
            ..Params::default()
        });
        for _ in 0..3 {
            let budget = &mut Budget::nodes(150);
            let report = searcher.search(&game, Color::Black, &Filter::NONE, budget);
            let rates = report.candidates(0).map(|candidate| candidate.win_rate);
            let best = rates.fold(0.0, f64::max);
            assert!((best - report.win_rate).abs() < 0.1, "{best}");
        }
    }
}
