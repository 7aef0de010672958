//! What `tedomari read` prints about a problem: a line of text, or a JSON object.

use std::fmt;

use serde::Serialize;

use crate::base::{Confidence, Point};
use crate::engine::reading::{Fate, Finding, FindingReport, Source, StatusFinding, doubt};
use crate::goals::Reason;

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

/// The answer to one question about a problem.
#[derive(Debug, Serialize)]
pub(super) struct AnswerReport {
    problem: String,
    to_move: String,
    goal: &'static str,
    target: String,
    target_from: Source,
    #[serde(flatten)]
    found: FindingReport,
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
            found: FindingReport::new(finding, reason),
            zone: vertices(finding.zone.iter()),
            nodes: finding.n_nodes,
            seconds: finding.elapsed.as_secs_f64(),
            written,
            reasons: Vec::new(),
        }
    }

    /// The answer in a few words.
    pub(super) fn title(&self) -> String {
        format!(
            "{} to {} {}: {}",
            self.to_move, self.goal, self.target, self.found
        )
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
    kill: FindingReport,
    live: FindingReport,
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
            kill: FindingReport::new(kill, None),
            live: FindingReport::new(live, None),
            zone: vertices((kill.zone | live.zone).iter()),
            nodes: kill.n_nodes + live.n_nodes,
            seconds: (kill.elapsed + live.elapsed).as_secs_f64(),
            is_critical: status.fate == Fate::Critical,
        }
    }

    /// The status in a few words.
    pub(super) fn title(&self) -> String {
        let doubt = doubt(self.confidence);
        let (target, verdict, proof) = (&self.target, self.verdict, self.proof);
        let mut text = format!("{target} is {verdict}, {proof}{doubt}");
        if self.is_critical {
            let (kill, live) = (&self.kill.first, &self.live.first);
            text += &format!(": killed by {kill}, saved by {live}");
        }
        text
    }
}

impl fmt::Display for StatusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, nodes, seconds) = (self.title(), self.nodes, self.seconds);
        write!(
            f,
            "{}: {title} ({nodes} nodes, {seconds:.3} s)",
            self.problem
        )
    }
}

/// The names of points.
pub(super) fn vertices(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
}
