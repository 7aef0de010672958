//! The editor of rules.

use serde::{Deserialize, Serialize};

use super::game::GameText;
use super::questions::QuestionWord;
use super::terms::{Hue, PointText};
use crate::goals::rules::{FormError, RuleForm};
use crate::goals::trial::TrialSums;

/// Request for the rules that fit.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RulesAsk {
    /// Word of a purpose.
    pub(crate) purpose: Option<String>,
    /// Word of a goal.
    pub(crate) goal: Option<String>,
    /// Words that all stand in the text.
    pub(crate) words: String,
}

/// The rules that fit.
#[derive(Debug, Serialize)]
pub(crate) struct RulesList {
    /// The rules, those of the user's files last.
    pub(crate) rules: Vec<RuleRow>,
    /// How many rules there are in all.
    pub(crate) n_all: usize,
    /// The words of all purposes; those of recognition are the last two.
    pub(crate) purposes: Vec<&'static str>,
    /// The words of all goals.
    pub(crate) goals: Vec<&'static str>,
    /// Files that are not used, with the reason.
    pub(crate) faults: Vec<String>,
}

/// A rule in a list.
#[derive(Debug, Serialize)]
pub(crate) struct RuleRow {
    pub(crate) name: String,
    pub(crate) purpose: &'static str,
    pub(crate) goal: &'static str,
    pub(crate) play: &'static str,
    /// Its information in bits.
    pub(crate) bits: f64,
    pub(crate) note: String,
    /// The file of the folder; none for a rule that is compiled in.
    pub(crate) file: Option<String>,
}

/// Names a rule.
#[derive(Debug, Deserialize)]
pub(crate) struct RuleName {
    pub(crate) name: String,
}

/// A rule with all its fields.
#[derive(Debug, Serialize)]
pub(crate) struct RuleText {
    pub(crate) form: RuleForm,
    pub(crate) text: String,
    /// The file of the folder, and the revision that was read; none for a rule that is compiled in.
    pub(crate) file: Option<String>,
    pub(crate) revision: Option<String>,
    #[serde(flatten)]
    pub(crate) relations: RelationsText,
}

/// How a rule stands to others, by their names.
#[derive(Debug, Default, Serialize)]
pub(crate) struct RelationsText {
    /// The information of the rule in bits.
    pub(crate) bits: f64,
    /// Rules that it overrides wherever it matches.
    pub(crate) overrides: Vec<String>,
    /// Rules that override it wherever they match.
    pub(crate) overridden_by: Vec<String>,
    /// Rules that match at the same places.
    pub(crate) same: Vec<String>,
}

/// A rule as the page has it, not saved yet.
#[derive(Debug, Deserialize)]
pub(crate) struct DraftAsk {
    pub(crate) form: RuleForm,
    /// The rule that it would replace.
    #[serde(default)]
    pub(crate) replaces: Option<String>,
}

/// The checks of a draft.
#[derive(Debug, Default, Serialize)]
pub(crate) struct CheckedDraft {
    /// The fault, if there is one; then the rest is empty.
    pub(crate) error: Option<FormError>,
    /// The rule as it would stand in a file.
    pub(crate) text: String,
    #[serde(flatten)]
    pub(crate) relations: RelationsText,
}

/// Tries a draft on a position.
#[derive(Debug, Deserialize)]
pub(crate) struct TryAsk {
    #[serde(flatten)]
    pub(crate) draft: DraftAsk,
    pub(crate) game: GameText,
}

/// The matches.
#[derive(Debug, Serialize)]
pub(crate) struct TryText {
    pub(crate) matches: Vec<MatchText>,
    /// Whether some are left out, because there are too many.
    pub(crate) is_cut: bool,
}

/// A match of a rule.
#[derive(Debug, Serialize)]
pub(crate) struct MatchText {
    /// Whose goal it is.
    pub(crate) player: Hue,
    /// Stones of the blocks that the goal is about.
    pub(crate) objects: Vec<PointText>,
    /// The move.
    pub(crate) point: Option<PointText>,
    /// Whether the move is legal.
    pub(crate) is_legal: bool,
    /// The points that the maps look at.
    pub(crate) reads: Vec<PointText>,
    /// The border of the eye, and what it surrounds.
    pub(crate) border: Vec<PointText>,
    pub(crate) center: Vec<PointText>,
    /// Whether a more special rule has the same subject.
    pub(crate) is_overridden: bool,
    /// What the move is worth, in a problem: `right`, `wrong` or `open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) judgement: Option<&'static str>,
}

/// Measures a draft on problems.
#[derive(Debug, Deserialize)]
pub(crate) struct MeasureAsk {
    #[serde(flatten)]
    pub(crate) draft: DraftAsk,
    /// The problems; those of the program if there are none.
    #[serde(default)]
    pub(crate) problems: Vec<ProblemAsk>,
}

/// A problem.
#[derive(Debug, Deserialize)]
pub(crate) struct ProblemAsk {
    #[serde(default)]
    pub(crate) title: String,
    pub(crate) game: GameText,
    pub(crate) question: QuestionWord,
    pub(crate) stones: Vec<PointText>,
}

/// What the draft does in a problem.
#[derive(Debug, Serialize)]
pub(crate) struct MeasuredProblem {
    /// Its number, from 0.
    pub(crate) problem: usize,
    pub(crate) title: String,
    pub(crate) matches: Vec<MatchText>,
    /// Whether the goals solve it without the draft and with it, and their trees.
    pub(crate) before: OutcomeText,
    pub(crate) after: OutcomeText,
}

/// What the draft does in all problems.
#[derive(Debug, Serialize)]
pub(crate) struct MeasuredSums {
    /// The number of problems requested; fewer were measured if the time was over.
    pub(crate) n_asked: usize,
    #[serde(flatten)]
    pub(crate) sums: TrialSums,
}

/// What the goals make of a problem.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeText {
    pub(crate) is_solved: bool,
    /// Whether they claim to solve it, and the reader does not confirm it.
    pub(crate) is_unconfirmed: bool,
    pub(crate) r#move: Option<PointText>,
    pub(crate) positions: u64,
}

/// An edit of a file of rules.
#[derive(Debug, Deserialize)]
pub(crate) struct EditAsk {
    /// The file of the folder; it need not be there yet.
    pub(crate) file: String,
    /// The new rule; none to remove the one that `replaces` names.
    pub(crate) form: Option<RuleForm>,
    /// The rule of the file that is replaced or removed.
    #[serde(default)]
    pub(crate) replaces: Option<String>,
    /// The revision of the file that the edit is made for, when it is saved; none for a new file.
    #[serde(default)]
    pub(crate) revision: Option<String>,
}

/// What an edit would change.
#[derive(Debug, Serialize)]
pub(crate) struct DiffText {
    /// Each line with `kept`, `removed` or `added`.
    pub(crate) lines: Vec<(&'static str, String)>,
    /// The revision that the file has now.
    pub(crate) revision: Option<String>,
}

/// The rules that a tab uses from now on.
#[derive(Debug, Serialize)]
pub(crate) struct RulesUsed {
    /// Their number.
    pub(crate) n_rules: usize,
    /// Why other files are not used.
    pub(crate) faults: Vec<String>,
}
