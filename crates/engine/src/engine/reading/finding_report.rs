//! What was found about one question, for a reader: as text, and as JSON.

use std::fmt;

use serde::Serialize;

use super::finding::{AnswerBasis, Certainty, Finding, Outcome};
use crate::board::{Move, Point};
use crate::calibration::Confidence;

/// What was found about one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FindingReport {
    /// What was found.
    pub verdict: Outcome,
    /// Why the verdict is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// In a ko: the side that needs threats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats_by: Option<String>,
    /// How many threats more than the other side, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<u8>,
    /// How far it can be trusted.
    pub proof: Certainty,
    /// A stone of each block that has to stand, if it is proved given that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// The ko threats of the other side up to which it is proved, if it is proved given that there are no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_threats: Option<u8>,
    /// The basis of the answer.
    pub basis: AnswerBasis,
    /// Measured probability that such an answer is right.
    pub confidence: Confidence,
    /// The first move.
    #[serde(rename = "move")]
    pub first: String,
    /// How it goes on, the first move included.
    pub line: Vec<String>,
}

impl FindingReport {
    /// Puts a finding into words.
    #[must_use]
    pub fn new(finding: &Finding) -> Self {
        let vertex = |point: &Option<Point>| point.map_or(Move::Pass, Move::Play).to_string();
        Self {
            verdict: finding.verdict,
            reason: finding.why_open.map(|why| why.to_string()),
            threats_by: finding.needs_threats.map(|color| color.to_string()),
            threats: finding.n_threats,
            proof: finding.certainty(),
            given: finding
                .given()
                .iter()
                .map(|point| point.to_string())
                .collect(),
            given_threats: finding.given_threats(),
            basis: finding.basis,
            confidence: finding.confidence(),
            first: vertex(&finding.first()),
            line: finding.line.iter().map(vertex).collect(),
        }
    }
}

impl fmt::Display for FindingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threats = match (&self.threats_by, self.threats) {
            (Some(color), Some(n)) => format!(" ({color} needs threats: {n})"),
            (Some(color), None) => format!(" ({color} needs threats)"),
            (None, _) => String::new(),
        };
        let reason = self.reason.as_ref().map(|reason| format!(" ({reason})"));
        let reason = reason.unwrap_or_default();
        let doubt = doubt(self.confidence);
        let given = self.given.iter().map(|stone| format!(" {stone}"));
        let given: String = given.collect();
        let few = self.given_threats;
        let few = few.map_or(String::new(), |n| format!(" against {n} ko threats"));
        let (verdict, proof) = (self.verdict.name(), self.proof.name());
        write!(f, "{verdict}{reason}{threats}, {proof}{given}{few}{doubt}")
    }
}

/// The words for a confidence, unless it is that of a proof.
#[must_use]
pub fn doubt(confidence: Confidence) -> String {
    if confidence < Confidence::PROOF {
        format!(" (confidence {confidence})")
    } else {
        String::new()
    }
}
