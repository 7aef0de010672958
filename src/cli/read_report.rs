//! What `tedomari read` prints about a problem: a line of text, or a JSON object.

use std::fmt;

use serde::Serialize;

use crate::base::counted;
use crate::board::Point;
use crate::calibration::Confidence;
use crate::engine::reading::{
    AnswerBasis, Certainty, Fate, Finding, FindingReport, ProblemTargets, Source, StatusFinding,
    doubt,
};
use crate::goals::Reason;

/// The question about a problem.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The name of the file.
    pub(super) problem: String,
    /// The word for the question.
    pub(super) goal: &'static str,
    /// The same before the names of the points in question.
    pub(super) verb: &'static str,
    /// The points in question.
    pub(super) target: Vec<String>,
    /// Why these.
    pub(super) targets: ProblemTargets,
    /// What is doubtful in the record.
    pub(super) doubts: Vec<String>,
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
    #[serde(skip)]
    verb: &'static str,
    target: String,
    target_from: Source,
    /// What was guessed and why, if the target is a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    guessed: Option<String>,
    #[serde(flatten)]
    found: FindingReport,
    zone: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// The file of the proof, or why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    /// The reasons, with `--explain`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<ReasonReport>,
    /// What is doubtful in the record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// A sentence of an explanation.
#[derive(Debug, Serialize)]
struct ReasonReport {
    /// How reliable it is: `proved`, `estimated`, or `comment`.
    ground: &'static str,
    text: String,
}

impl AnswerReport {
    /// What is printed about an answer, and what became of its proof as data.
    pub(super) fn new(asked: Asked, finding: &Finding, written: Option<String>) -> Self {
        Self {
            problem: asked.problem,
            to_move: finding.to_move.to_string(),
            goal: asked.goal,
            verb: asked.verb,
            target: asked.target.join(" "),
            target_from: asked.targets.source,
            guessed: asked.targets.guess.map(|guess| guess.to_string()),
            found: FindingReport::new(finding),
            zone: vertices(finding.zone.iter()),
            nodes: finding.n_nodes,
            seconds: finding.elapsed.as_secs_f64(),
            written,
            reasons: Vec::new(),
            warnings: asked.doubts,
        }
    }

    /// The answer in a few words.
    pub(super) fn title(&self) -> String {
        format!(
            "{} to {} {}: {}",
            self.to_move, self.verb, self.target, self.found
        )
    }

    /// What stands below the answer: the guess, and what is doubtful in the record.
    pub(super) fn notes(&self) -> Vec<String> {
        let guess = self.guessed.iter();
        let guess = guess.map(|it| format!("guessed: {it}; --target names another block"));
        guess.chain(self.warnings.iter().cloned()).collect()
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
            "{}: {} to {} {}{guessed}: {}",
            self.problem, self.to_move, self.verb, self.target, self.found,
        )?;
        if !self.found.line.is_empty() {
            write!(f, ": {}", self.found.line.join(" "))?;
        }
        let nodes = counted(self.nodes, "node");
        write!(f, " ({nodes}, {:.3} s)", self.seconds)?;
        if let Some(written) = &self.written {
            write!(f, ", {written}")?;
        }
        for reason in &self.reasons {
            write!(f, "\n  {}: {}", reason.ground, reason.text)?;
        }
        for note in self.notes() {
            write!(f, "\n  {note}")?;
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
    verdict: Fate,
    proof: Certainty,
    basis: AnswerBasis,
    confidence: Confidence,
    kill: FindingReport,
    live: FindingReport,
    zone: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// What is doubtful in the record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

impl StatusReport {
    /// What is printed about a status.
    pub(super) fn new(asked: Asked, status: &StatusFinding) -> Self {
        let (kill, live) = (&status.kill, &status.live);
        Self {
            problem: asked.problem,
            goal: asked.goal,
            target: asked.target.join(" "),
            target_from: asked.targets.source,
            verdict: status.fate,
            proof: status.certainty(),
            basis: status.basis(),
            confidence: status.confidence(),
            kill: FindingReport::new(kill),
            live: FindingReport::new(live),
            zone: vertices((kill.zone | live.zone).iter()),
            nodes: kill.n_nodes + live.n_nodes,
            seconds: (kill.elapsed + live.elapsed).as_secs_f64(),
            warnings: asked.doubts,
        }
    }

    /// The status in a few words.
    pub(super) fn title(&self) -> String {
        let doubt = doubt(self.confidence);
        let (target, verdict, proof) = (&self.target, self.verdict.name(), self.proof.name());
        let mut text = format!("{target} is {verdict}, {proof}{doubt}");
        if self.verdict == Fate::Critical {
            let (kill, live) = (&self.kill.first, &self.live.first);
            text += &format!(": killed by {kill}, saved by {live}");
        }
        text
    }
}

impl fmt::Display for StatusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, seconds) = (self.title(), self.seconds);
        let nodes = counted(self.nodes, "node");
        write!(f, "{}: {title} ({nodes}, {seconds:.3} s)", self.problem)?;
        for doubt in &self.warnings {
            write!(f, "\n  {doubt}")?;
        }
        Ok(())
    }
}

/// The names of points.
pub(super) fn vertices(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
}
