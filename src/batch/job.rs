//! The fields of a job.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// A job: one line of the input.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The name of the job, unique in its run: a text or a number. The result has it, too.
    pub id: Value,
    /// What is to be done.
    pub kind: Kind,
    /// The position; `exact` jobs have none.
    #[serde(flatten)]
    pub position: PositionFields,
    /// How it is to be done.
    #[serde(default)]
    pub options: Options,
}

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Judge a finished game.
    Score,
    /// Read a problem of life and death.
    Read,
    /// Take an endgame apart.
    Endgame,
    /// Search a position.
    Analyze,
    /// Solve a small board.
    Exact,
}

impl Kind {
    /// The name in jobs and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Read => "read",
            Self::Endgame => "endgame",
            Self::Analyze => "analyze",
            Self::Exact => "exact",
        }
    }
}

/// A position: a record, a file with one, or stones.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct PositionFields {
    /// The record of a game in SGF.
    pub sgf: Option<String>,
    /// A file with a record in SGF.
    pub file: Option<PathBuf>,
    /// The size of a board with stones: its side, or columns and rows as in `9x13`.
    pub size: Option<Value>,
    /// Points with black stones.
    #[serde(default)]
    pub black: Vec<String>,
    /// Points with white stones.
    #[serde(default)]
    pub white: Vec<String>,
    /// The side to move, `black` or `white`; the default is that of the record.
    pub to_move: Option<String>,
}

/// How a job is to be done. An option that does not apply to the kind of job is an error.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Rules by their name, instead of those of the record.
    pub rules: Option<String>,
    /// Komi, instead of that of the record.
    pub komi: Option<f64>,
    /// Stop before this move of the record, counted from 1.
    #[serde(rename = "move")]
    pub before_move: Option<usize>,
    /// Seconds for the job; the default is that of the run.
    pub seconds: Option<f64>,
    /// Most nodes, for `read` and `exact`.
    pub nodes: Option<u64>,
    /// Points of the blocks in question, for `read`; the default is what the record marks.
    pub target: Option<Vec<String>>,
    /// `kill` or `live`, for `read`; the default is the goal of the side to move.
    pub goal: Option<String>,
    /// Whether to assume that what ownership calls certain is safe, for `endgame`.
    pub assume_safe: Option<bool>,
    /// Playouts or evaluations of the network, for `analyze`.
    pub visits: Option<u64>,
    /// Columns and rows, for `exact`, such as `4x3`.
    pub board: Option<String>,
}

impl Options {
    /// The first option that is given and does not apply to jobs of this kind.
    #[must_use]
    pub fn unknown_for(&self, kind: Kind) -> Option<&'static str> {
        use Kind::{Analyze, Endgame, Exact, Read, Score};
        const GAMES: &[Kind] = &[Score, Endgame, Analyze];
        let options: [(&str, bool, &[Kind]); 9] = [
            ("rules", self.rules.is_some(), GAMES),
            ("komi", self.komi.is_some(), GAMES),
            (
                "move",
                self.before_move.is_some(),
                &[Score, Endgame, Analyze, Read],
            ),
            ("nodes", self.nodes.is_some(), &[Read, Exact]),
            ("target", self.target.is_some(), &[Read]),
            ("goal", self.goal.is_some(), &[Read]),
            ("assume_safe", self.assume_safe.is_some(), &[Endgame]),
            ("visits", self.visits.is_some(), &[Analyze]),
            ("board", self.board.is_some(), &[Exact]),
        ];
        options
            .into_iter()
            .find(|(_, is_given, kinds)| *is_given && !kinds.contains(&kind))
            .map(|(name, _, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Job, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn a_job_names_its_kind_its_position_and_its_options() {
        let job = read(
            r#"{"id":7,"kind":"read","sgf":"(;SZ[9])","options":{"target":["A1"],"seconds":2}}"#,
        )
        .unwrap();
        assert_eq!((job.id, job.kind), (Value::from(7), Kind::Read));
        assert_eq!(job.options.unknown_for(Kind::Read), None);
        assert_eq!(job.options.unknown_for(Kind::Score), Some("target"));
    }

    #[test]
    fn what_is_misspelled_is_refused() {
        for text in [
            r#"{"id":1}"#,
            r#"{"id":1,"kind":"guess"}"#,
            r#"{"id":1,"kind":"score","options":{"ruels":"chinese"}}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
