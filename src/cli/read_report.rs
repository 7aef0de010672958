//! What `tedomari read` prints about a problem: a line of text, or a JSON object.

use std::fmt;

use serde::Serialize;

use crate::base::{Confidence, Move, Point};
use crate::engine::reading::{Fate, Finding, StatusFinding, TargetSource};
use crate::goals::Reason;

/// Where the block in question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Source {
    Option,
    Mark,
    Comment,
    Guess,
}

impl From<TargetSource> for Source {
    fn from(source: TargetSource) -> Self {
        match source {
            TargetSource::Mark => Self::Mark,
            TargetSource::Comment => Self::Comment,
            TargetSource::Guess => Self::Guess,
        }
    }
}

/// What was asked about a problem.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The name of the file.
    pub(super) problem: String,
    /// The word for the question.
    pub(super) goal: &'static str,
    /// The points in question, with spaces between them.
    pub(super) target: String,
    pub(super) target_from: Source,
}

/// What is printed about a problem.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Report {
    /// The answer to a question.
    Answer(AnswerReport),
    /// The status of a block.
    Status(StatusReport),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(report) => report.fmt(f),
            Self::Status(report) => report.fmt(f),
        }
    }
}

/// What was found about one question.
#[derive(Debug, Serialize)]
struct Found {
    verdict: &'static str,
    /// Why the verdict is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// In a ko: the side that needs threats, and how many more than the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    threats_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threats: Option<u8>,
    proof: &'static str,
    /// The basis of the answer.
    basis: &'static str,
    /// Measured probability that such an answer is right.
    confidence: Confidence,
    #[serde(rename = "move")]
    first: String,
    line: Vec<String>,
}

impl Found {
    fn new(finding: &Finding, reason: Option<String>) -> Self {
        let vertex = |point: &Option<Point>| point.map_or(Move::Pass, Move::Play).to_string();
        Self {
            verdict: finding.verdict,
            reason,
            threats_by: finding.needs_threats.map(|color| color.to_string()),
            threats: finding.n_threats,
            proof: finding.proof(),
            basis: finding.basis,
            confidence: finding.confidence,
            first: vertex(&finding.first()),
            line: finding.line.iter().map(vertex).collect(),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threats = match (&self.threats_by, self.threats) {
            (Some(color), Some(n)) => format!(" ({color} needs threats: {n})"),
            (Some(color), None) => format!(" ({color} needs threats)"),
            (None, _) => String::new(),
        };
        let reason = self.reason.as_ref().map(|reason| format!(" ({reason})"));
        let reason = reason.unwrap_or_default();
        let doubt = doubt(self.confidence);
        let (verdict, proof) = (self.verdict, self.proof);
        write!(f, "{verdict}{reason}{threats}, {proof}{doubt}")
    }
}

/// The words for a confidence, unless it is that of a proof.
fn doubt(confidence: Confidence) -> String {
    if confidence < Confidence::PROOF {
        format!(" (confidence {confidence})")
    } else {
        String::new()
    }
}

/// The answer to one question about a problem.
#[derive(Debug, Serialize)]
pub(super) struct AnswerReport {
    problem: String,
    to_move: String,
    goal: &'static str,
    target: String,
    target_from: Source,
    #[serde(flatten)]
    found: Found,
    zone: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// The file of the proof, or why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    /// Why, if that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<ReasonReport>,
}

/// A sentence of an explanation.
#[derive(Debug, Serialize)]
struct ReasonReport {
    /// How far to trust it: `proved`, `estimated`, or `comment`.
    ground: &'static str,
    text: String,
}

impl AnswerReport {
    /// What is printed about an answer, with the reason if it is unknown, and what became of its proof as data.
    pub(super) fn new(
        asked: Asked,
        finding: &Finding,
        reason: Option<String>,
        written: Option<String>,
    ) -> Self {
        Self {
            problem: asked.problem,
            to_move: finding.to_move.to_string(),
            goal: asked.goal,
            target: asked.target,
            target_from: asked.target_from,
            found: Found::new(finding, reason),
            zone: vertices(finding.zone.iter()),
            nodes: finding.n_nodes,
            seconds: finding.elapsed.as_secs_f64(),
            written,
            reasons: Vec::new(),
        }
    }

    /// The same with an explanation.
    pub(super) fn with_reasons(mut self, reasons: &[Reason]) -> Self {
        let report = |reason: &Reason| ReasonReport {
            ground: reason.ground.word(),
            text: reason.text.clone(),
        };
        self.reasons = reasons.iter().map(report).collect();
        self
    }
}

impl fmt::Display for AnswerReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guessed = if self.target_from == Source::Guess {
            " (guessed)"
        } else {
            ""
        };
        write!(
            f,
            "{}: {} to {} {}{guessed}: {}: {} ({} nodes, {:.3} s)",
            self.problem,
            self.to_move,
            self.goal,
            self.target,
            self.found,
            self.found.line.join(" "),
            self.nodes,
            self.seconds
        )?;
        if let Some(written) = &self.written {
            write!(f, ", {written}")?;
        }
        for reason in &self.reasons {
            write!(f, "\n  {}: {}", reason.ground, reason.text)?;
        }
        Ok(())
    }
}

/// The status of a block, with the answers to both questions about it.
#[derive(Debug, Serialize)]
pub(super) struct StatusReport {
    problem: String,
    goal: &'static str,
    target: String,
    target_from: Source,
    verdict: &'static str,
    proof: &'static str,
    basis: &'static str,
    confidence: Confidence,
    kill: Found,
    live: Found,
    zone: Vec<String>,
    nodes: u64,
    seconds: f64,
    #[serde(skip)]
    is_critical: bool,
}

impl StatusReport {
    /// What is printed about a status.
    pub(super) fn new(asked: Asked, status: &StatusFinding) -> Self {
        let (kill, live) = (&status.kill, &status.live);
        Self {
            problem: asked.problem,
            goal: asked.goal,
            target: asked.target,
            target_from: asked.target_from,
            verdict: status.fate.name(),
            proof: status.proof(),
            basis: status.basis(),
            confidence: status.confidence(),
            kill: Found::new(kill, None),
            live: Found::new(live, None),
            zone: vertices((kill.zone | live.zone).iter()),
            nodes: kill.n_nodes + live.n_nodes,
            seconds: (kill.elapsed + live.elapsed).as_secs_f64(),
            is_critical: status.fate == Fate::Critical,
        }
    }
}

impl fmt::Display for StatusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doubt = doubt(self.confidence);
        write!(
            f,
            "{}: {} is {}, {}{doubt}",
            self.problem, self.target, self.verdict, self.proof
        )?;
        if self.is_critical {
            let (kill, live) = (&self.kill.first, &self.live.first);
            write!(f, ": killed by {kill}, saved by {live}")?;
        }
        write!(f, " ({} nodes, {:.3} s)", self.nodes, self.seconds)
    }
}

/// The names of points.
pub(super) fn vertices(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
}
