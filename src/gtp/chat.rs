//! The lines of a bot in the chat of a server: the estimate of its latest search, and groups that were just proved.
//!
//! OGS is reached by gtp2ogs, which reads standard error: it sends lines after `MALKOVICH:` to the chat that is hidden
//! from the opponent during the game, and shows a search that is written in Leela Zero's form. KGS has a command for
//! it.

use std::time::Duration;

use crate::base::{Messages, counted};
use crate::board::{Board, Color, Move, PointSet};
use crate::engine::{Decision, ProvedFacts};
use crate::mcts::Report;

/// Moves of a search that are shown, and moves of each line.
const MOST_MOVES: usize = 5;
const MOST_LINE: usize = 12;

/// Proved groups that are reported after one move.
const MOST_NOTES: usize = 3;

/// What was sent to the chat, and the latest estimate.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    /// Stones of groups that were reported alive.
    told_alive: PointSet,
    /// Stones of groups that were reported dead.
    told_dead: PointSet,
    /// The estimate of the latest search.
    pub thought: Option<Thought>,
}

/// The estimate of a position by a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The player to move then.
    pub color: Color,
    /// Chance of that player to win.
    pub win_rate: f64,
    /// Points by which Black is ahead.
    pub lead: f64,
    /// Visits of the search.
    pub visits: u64,
    /// Points whose owner is not clear.
    pub n_open: usize,
}

impl Thought {
    /// The mean owner of a point is clear from here on.
    const CLEAR: f64 = 0.7;

    fn new(report: &Report, board: &Board, color: Color) -> Self {
        Self {
            color,
            win_rate: report.win_rate,
            lead: report.score_mean,
            visits: report.visits(),
            n_open: report.ownership.n_unsettled(board, Self::CLEAR),
        }
    }
}

impl Chat {
    /// Notes what a decision rests on.
    pub fn note(&mut self, decision: &Decision, board: &Board, color: Color) {
        if let Some(report) = &decision.report {
            self.thought = Some(Thought::new(report, board, color));
        }
    }

    /// The notes on groups that are proved and were not reported before, a line each. What is too much for one move is
    /// reported after the next ones.
    pub fn news(&mut self, facts: &ProvedFacts, board: &Board) -> Vec<String> {
        let mut notes = Vec::new();
        for block in &facts.blocks {
            let (told, fate) = if block.is_alive {
                (&mut self.told_alive, "alive")
            } else {
                (&mut self.told_dead, "dead")
            };
            let stones: PointSet = board.stones(block.stone).collect();
            let is_new = (*told & stones).is_empty();
            if is_new && notes.len() == MOST_NOTES {
                continue;
            }
            *told |= stones;
            if is_new {
                notes.push(format!("group at {} proved {fate}", block.stone));
            }
        }
        notes
    }
}

/// Writes a decision and notes to standard error, for gtp2ogs.
pub fn tell_ogs(decision: &Decision, notes: &[String], elapsed: Duration) {
    let mut text = String::new();
    if let Some(report) = &decision.report {
        text.push_str(&search_lines(report, elapsed));
    }
    for note in notes {
        text.push_str(&format!("MALKOVICH:{note}\n"));
    }
    if !text.is_empty() {
        Messages::to_standard_error().write(text.as_bytes());
    }
}

/// A search in Leela Zero's form: its best moves, and how large it was.
#[must_use]
pub fn search_lines(report: &Report, elapsed: Duration) -> String {
    let mut text = String::new();
    for entry in report.candidates(1).take(MOST_MOVES) {
        let plays = entry.line.iter().take_while(|mv| **mv != Move::Pass);
        let line: Vec<String> = plays.take(MOST_LINE).map(ToString::to_string).collect();
        if line.is_empty() {
            continue;
        }
        text.push_str(&format!(
            "{} -> {} (V: {:.2}%) (LCB: {:.2}%) (N: {:.2}%) PV: {}\n",
            entry.mv,
            entry.visits,
            100.0 * entry.win_rate,
            100.0 * entry.lower_bound(report.evidence),
            100.0 * entry.prior,
            line.join(" ")
        ));
    }
    let seconds = elapsed.as_secs_f64().max(1e-3);
    #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
    let speed = report.n_playouts as f64 / seconds;
    text.push_str(&format!(
        "{}, {}, {}, {speed:.0} n/s\n",
        counted(report.visits(), "visit"),
        counted(report.n_nodes, "node"),
        counted(report.n_playouts, "playout")
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, CancelToken};
    use crate::board::{Game, PerColor, Point, Rules, Size, game::Start};
    use crate::engine::{Engine, EngineParams, ProvedBlock};

    fn engine() -> Engine {
        Engine::new(EngineParams {
            max_playouts: Some(50),
            ..EngineParams::default()
        })
    }

    /// The shapes that gtp2ogs recognizes.
    #[test]
    fn searches_have_leela_zero_s_form() {
        let game = Game::new(Size::square(9), Rules::default());
        let decision = engine().genmove(&game, Color::Black, &CancelToken::new());
        let text = search_lines(&decision.report.unwrap(), Duration::from_millis(100));
        let lines: Vec<&str> = text.lines().collect();
        let (last, moves) = lines.split_last().unwrap();
        let percent = r"\d+\.\d\d%";
        let vertex = "[A-HJ][1-9]";
        let shape = format!(
            r"^{vertex} -> \d+ \(V: {percent}\) \(LCB: {percent}\) \(N: {percent}\) PV:( {vertex})+$"
        );
        let shape = regex::Regex::new(&shape).unwrap();
        assert!(
            !moves.is_empty() && moves.iter().all(|line| shape.is_match(line)),
            "{text}"
        );
        let last_shape =
            regex::Regex::new(r"^\d+ visits, \d+ nodes, \d+ playouts, \d+ n/s$").unwrap();
        assert!(last_shape.is_match(last), "{last}");
    }

    #[test]
    fn a_proved_group_is_told_once() {
        let board: Board = ". X O . X\nX X O . .\n. X O O O\n. X O . .\n. X O . ."
            .parse()
            .unwrap();
        let game = Game::from_start(Start::from_board(&board), Rules::default()).unwrap();
        let facts = engine().proved_facts(&game, Color::Black, &Budget::nodes(0));
        let mut chat = Chat::default();
        let notes = chat.news(&facts, &board);
        assert!(
            notes.contains(&"group at E5 proved dead".to_owned()),
            "{notes:?}"
        );
        assert!(chat.news(&facts, &board).is_empty());
    }

    /// More than are reported at once: the others follow after the next moves, each once.
    #[test]
    fn no_proved_group_is_left_out() {
        let board: Board = "X . X . X . X\n. X . X . X .\nX . X . X . X"
            .parse()
            .unwrap();
        let stones: Vec<Point> = board.points_of(Color::Black).collect();
        let block = |&stone: &Point| ProvedBlock {
            stone,
            color: Color::Black,
            is_alive: true,
        };
        let facts = ProvedFacts {
            blocks: stones.iter().map(block).collect(),
            owned: PerColor::default(),
            score: None,
        };
        let n_blocks = stones.len();
        let mut chat = Chat::default();
        let mut told: Vec<String> = Vec::new();
        loop {
            let notes = chat.news(&facts, &board);
            if notes.is_empty() {
                break;
            }
            assert!(notes.len() <= MOST_NOTES);
            told.extend(notes);
        }
        let n_told = told.len();
        told.sort_unstable();
        told.dedup();
        assert_eq!((n_told, told.len()), (n_blocks, n_blocks));
    }
}
