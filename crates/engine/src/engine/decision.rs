//! A chosen move and the reason for it.

use std::fmt;

use crate::board::Move;
use crate::mcts::Report;

/// The reason for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is proved to keep the value of a small board.
    Exact,
    /// There is no legal play but filling one's own eyes.
    NothingToPlay,
    /// The opponent has passed, and the board as it stands wins.
    WinsAsItStands,
    /// Every point is settled.
    Settled,
    /// The board is a sum of regions, and the move is proved to keep the best score.
    ExactEndgame,
    /// The board was a sum of regions, and the move keeps the score that was proved before the opponent's play.
    KeepsTerritory,
    /// It is proved to reach the most that the bounds of the score leave open.
    ProvedBound,
    /// Only small regions are open, and complete reading of each finds the largest gain here.
    RegionReading,
    /// It gains most in the sum of regions that the playouts leave open, and the search agrees.
    EstimatedEndgame,
    /// A neutral point that counts, or a play that protects stones.
    LastPlay,
    /// Dead stones are taken off the board.
    Cleanup,
    /// The whole-board search finds it best.
    Search,
    /// It was drawn among the moves of a short search, as the level is below the full one.
    Level,
    /// The game is lost.
    Hopeless,
    /// There is no time for a search: the move follows from what is known already.
    OutOfTime,
}

impl Reason {
    /// All reasons.
    #[cfg(test)]
    pub(super) const ALL: [Self; 15] = [
        Self::Exact,
        Self::NothingToPlay,
        Self::WinsAsItStands,
        Self::Settled,
        Self::ExactEndgame,
        Self::KeepsTerritory,
        Self::ProvedBound,
        Self::RegionReading,
        Self::EstimatedEndgame,
        Self::LastPlay,
        Self::Cleanup,
        Self::Search,
        Self::Level,
        Self::Hopeless,
        Self::OutOfTime,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exact => "keeps the proved value",
            Self::NothingToPlay => "nothing to play",
            Self::WinsAsItStands => "wins as it stands",
            Self::Settled => "everything is settled",
            Self::ExactEndgame => "exact endgame",
            Self::KeepsTerritory => "answers a play in safe territory",
            Self::ProvedBound => "reaches the proved bound of the score",
            Self::RegionReading => "gains most of all open regions",
            Self::EstimatedEndgame => "gains most in the endgame as estimated",
            Self::LastPlay => "last play of a finished board",
            Self::Cleanup => "clears dead stones away",
            Self::Search => "search",
            Self::Level => "drawn as its level does",
            Self::Hopeless => "hopeless",
            Self::OutOfTime => "out of time",
        })
    }
}

/// A chosen move.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The move, a pass or a resignation.
    pub mv: Move,
    /// The reason.
    pub reason: Reason,
    /// The report of the search, if there was one.
    pub report: Option<Report>,
}

impl Decision {
    /// A move for which no search was needed.
    pub(super) const fn without_search(mv: Move, reason: Reason) -> Self {
        Self {
            mv,
            reason,
            report: None,
        }
    }

    /// A move chosen with a search.
    pub(super) const fn after_search(mv: Move, reason: Reason, report: Report) -> Self {
        Self {
            mv,
            reason,
            report: Some(report),
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.mv, self.reason)?;
        if let Some(report) = &self.report {
            write!(
                f,
                ", win rate {:.3}, score {:+.1}, {} playouts, {} reused, {} nodes",
                report.win_rate,
                report.score_mean,
                report.n_playouts,
                report.n_reused,
                report.n_nodes
            )?;
            if let Some(best) = report.moves.first() {
                let line: Vec<String> = best.line.iter().take(8).map(ToString::to_string).collect();
                write!(f, ", line {}", line.join(" "))?;
            }
        }
        Ok(())
    }
}
