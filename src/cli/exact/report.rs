//! What `tedomari exact` has found: lines of text, a JSON object, or a picture.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::board::Point;
use crate::draw::picture::Picture;
use crate::draw::views::{FirstMove, exact_picture};
use crate::exact::shape::Shape;

/// Bounds of a value, with the words for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Value {
    /// The value as `B+9`, `W+2` or `0`; bounds as `W+2 to B+9`. In the prisoner game, `win`, `draw` or `loss` comes
    /// first.
    pub(super) text: String,
    /// Points that Black gets at least, less those of White.
    pub(super) least: i8,
    /// The most that Black gets.
    pub(super) most: i8,
}

impl Value {
    /// Bounds of a value; `has_outcomes` in the prisoner game.
    pub(super) fn new((least, most): (i8, i8), has_outcomes: bool) -> Self {
        let mut text = points(least);
        if least != most {
            text = format!("{text} to {}", points(most));
        } else if has_outcomes {
            let outcome = match least {
                1.. => "win",
                0 => "draw",
                _ => "loss",
            };
            text = format!("{outcome} {text}");
        }
        Self { text, least, most }
    }
}

/// A value as `B+9`, `W+2` or `0`.
fn points(value: i8) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("B+{value}"),
        _ => format!("W+{}", value.unsigned_abs()),
    }
}

/// A first move with its value.
#[derive(Debug, Serialize)]
pub(super) struct MoveReport {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) value: Value,
}

/// What the work took: for the value alone, and in all if more was found.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Spent<T> {
    pub(super) for_value: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) in_all: Option<T>,
}

/// The states of a board that was solved backwards.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct States {
    pub(super) number: usize,
    pub(super) sweeps: u32,
}

/// A certificate in a file.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Written {
    pub(super) file: PathBuf,
    /// Positions up to symmetry that its strategies answer.
    pub(super) answers: usize,
    pub(super) bytes: usize,
    pub(super) seconds: f64,
}

/// All that was found.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// Columns and rows.
    pub(super) board: String,
    pub(super) value: Value,
    /// Why the search ended before the value, or the values of all moves, were known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) not_finished: Option<String>,
    /// Best play, if it was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<Vec<String>>,
    pub(super) moves: Vec<MoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) states: Option<States>,
    /// The certificate that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<Written>,
    /// What the value rests on without a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) assumed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<Spent<u64>>,
    pub(super) seconds: Spent<f64>,
}

impl Report {
    /// A report that holds the value alone.
    pub(super) fn new(shape: &Shape, value: Value, seconds: f64) -> Self {
        Self {
            board: format!("{}x{}", shape.width(), shape.height()),
            value,
            not_finished: None,
            line: None,
            moves: Vec::new(),
            states: None,
            certificate: None,
            assumed: None,
            nodes: None,
            seconds: Spent {
                for_value: seconds,
                in_all: None,
            },
        }
    }

    /// The values of the first moves on the board, and the best line beside them.
    pub(super) fn picture(&self, shape: &Shape) -> Picture {
        // Boards of one row may have more columns than a picture.
        let at = |name: &String| match name.as_str() {
            "pass" => Some(None),
            name => name.parse::<Point>().ok().map(Some),
        };
        let best = self.moves.iter().map(|it| it.value.least).max();
        let first_move = |it: &MoveReport| {
            Some(FirstMove {
                at: at(&it.mv)?,
                value: it.value.text.clone(),
                is_best: Some(it.value.least) == best,
            })
        };
        let moves: Vec<FirstMove> = self.moves.iter().filter_map(first_move).collect();
        let line = self.line.iter().flatten();
        let line: Vec<Option<Point>> = line.filter_map(at).collect();
        let title = format!("{}: {}", self.board, self.value.text);
        let side = |side: u32| u8::try_from(side).unwrap_or(u8::MAX);
        let size = (side(shape.width()), side(shape.height()));
        exact_picture(size, &title, &moves, &line)
    }
}

impl fmt::Display for MoveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} {}", self.mv, self.value.text)
    }
}

/// The lines of a report after the value and the moves.
pub(super) struct Rest<'r>(pub(super) &'r Report);

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "value {}", self.value.text)?;
        for it in &self.moves {
            writeln!(f, "{it}")?;
        }
        write!(f, "{}", Rest(self))
    }
}

impl fmt::Display for Rest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            line,
            not_finished,
            states,
            certificate,
            assumed,
            nodes,
            seconds,
            ..
        } = self.0;
        if let Some(line) = line {
            writeln!(f, "line {}", line.join(" "))?;
        }
        if let Some(reason) = not_finished {
            writeln!(f, "not finished: {reason}")?;
        }
        if let Some(States { number, sweeps }) = states {
            writeln!(f, "states {number}, sweeps {sweeps}")?;
        }
        if let Some(it) = certificate {
            let (file, answers, bytes) = (it.file.display(), it.answers, it.bytes);
            writeln!(f, "proof in {file}: {answers} answers, {bytes} bytes")?;
        }
        if let Some(assumed) = assumed {
            writeln!(f, "assumed: {assumed}")?;
        }
        match nodes {
            Some(Spent {
                for_value,
                in_all: Some(all),
            }) => {
                writeln!(f, "nodes {for_value} for the value, {all} in all")?;
            }
            Some(Spent {
                for_value,
                in_all: None,
            }) => writeln!(f, "nodes {for_value}")?,
            None => {}
        }
        let Spent { for_value, in_all } = seconds;
        match in_all {
            Some(all) => writeln!(f, "seconds {for_value:.2} for the value, {all:.2} in all"),
            None => writeln!(f, "seconds {for_value:.2}"),
        }
    }
}
