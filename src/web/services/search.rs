//! The whole-board search, live.

use std::time::{Duration, Instant};

use super::service::{Background, Handling, Service, Step, answer, read};
use crate::base::{Budget, CancelToken};
use crate::board::{Color, Game, Move};
use crate::mcts::{Candidate, Filter, Observer, Report};
use crate::web::message::{
    CandidateText, Fault, Fields, Hue, MoveText, SearchAsk, SearchText, map_of_points,
};
use crate::web::tab::{Caller, Tab, seconds_within};

pub(super) const TABLE: &[Service] = &[Service {
    name: "search",
    work: Handling::InBackground(search),
}];

/// Least time between two reports of a search.
const INTERVAL: Duration = Duration::from_millis(100);

/// Moves of a line that are sent.
const LONGEST_LINE: usize = 20;

/// Most moves that are sent.
const MOST_CANDIDATES: usize = 20;

/// A search that can be paused.
struct Search {
    game: Game,
    filter: Filter,
    interval: Duration,
    has_ownership: bool,
    /// What is left of its time and of its visits.
    time: Duration,
    visits: u64,
}

fn search(tab: &mut Tab, fields: Fields) -> Result<Box<dyn Background>, Fault> {
    let ask: SearchAsk = read(fields)?;
    let longest = tab.server.limits.time;
    let interval = seconds_within(ask.interval, INTERVAL, longest).max(INTERVAL);
    Ok(Box::new(Search {
        game: tab.game(&ask.game)?,
        filter: Filter {
            allow: ask
                .among
                .map(|points| points.iter().map(|point| Move::Play(point.0)).collect()),
            ..Filter::NONE
        },
        interval,
        has_ownership: ask.ownership,
        time: seconds_within(ask.seconds, longest, longest),
        visits: ask.visits.unwrap_or(u64::MAX),
    }))
}

impl Background for Search {
    fn go_on(&mut self, tab: &mut Tab, caller: &Caller, stop: &CancelToken) -> Result<Step, Fault> {
        let start = Instant::now();
        let mut budget = Budget::nodes(self.visits)
            .until(start + self.time)
            .with_cancel(stop);
        let color = self.game.to_move();
        let (game, has_ownership) = (&self.game, self.has_ownership);
        let mut show = |report: &Report| caller.live(&search_text(game, report, has_ownership));
        let mut observer = Observer {
            interval: self.interval,
            show: &mut show,
            owners_by_move: false,
        };
        let report =
            tab.engine
                .search_within(game, color, &self.filter, &mut budget, &mut observer);
        self.visits = self.visits.saturating_sub(report.n_playouts);
        self.time = self.time.saturating_sub(start.elapsed());
        let text = search_text(game, &report, has_ownership);
        if !stop.is_cancelled() || self.visits == 0 || self.time.is_zero() {
            return Ok(Step::Done(answer(&text)?));
        }
        caller.live(&text);
        Ok(Step::Paused)
    }
}

/// What a search has found, as a message.
pub(super) fn search_text(game: &Game, report: &Report, has_ownership: bool) -> SearchText {
    let color = game.to_move();
    let size = game.board().size();
    let ownership = || map_of_points(size, |point| report.ownership.mean(point));
    SearchText {
        to_move: Hue(color),
        visits: report.n_playouts + u64::from(report.n_reused),
        win_rate: of_black(report.win_rate, color),
        score: rounded(report.score_mean),
        candidates: report
            .candidates(1)
            .take(MOST_CANDIDATES)
            .map(|entry| candidate(&entry, color))
            .collect(),
        ownership: has_ownership.then(ownership),
    }
}

fn candidate(entry: &Candidate<'_>, color: Color) -> CandidateText {
    CandidateText {
        r#move: MoveText(entry.mv),
        visits: entry.visits,
        win_rate: of_black(entry.win_rate, color),
        score: rounded(entry.score_mean),
        prior: rounded(entry.prior),
        line: entry
            .line
            .iter()
            .take(LONGEST_LINE)
            .copied()
            .map(MoveText)
            .collect(),
    }
}

/// Black's chance, from that of the side to move.
pub(super) fn of_black(win_rate: f64, to_move: Color) -> f64 {
    rounded(match to_move {
        Color::Black => win_rate,
        Color::White => 1.0 - win_rate,
    })
}

/// A number with four digits after the point: more mean nothing, and cost room.
pub(super) fn rounded(number: f64) -> f64 {
    (1e4 * number).round() / 1e4
}
