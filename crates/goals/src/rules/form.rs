//! A rule as the fields of a form, so that a fault can be shown beside its field.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::error::{RuleError, RuleFault};
use super::file::RuleFile;
use super::rule::{Recommendation, Rule};

/// The fields of a rule, each as it stands in the text of the rule, without the word before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleForm {
    /// The name.
    pub name: String,
    /// The word of the purpose.
    pub purpose: String,
    /// The word of the goal, and its objects: `connect A B`.
    pub goal: String,
    /// How the rule rates its move: `good`, `bad` or `threat`; empty for rules of recognition.
    #[serde(default)]
    pub play: String,
    /// The sentence for readers, without quotes.
    pub note: String,
    /// `hand`, or `mined support N right M`.
    pub source: String,
    /// Each map: rows from the top, one in each line, points with blanks between.
    pub maps: Vec<String>,
    /// Each meaning of a letter: `w X border`.
    #[serde(default)]
    pub marks: Vec<String>,
    /// Each constraint: `libs(A) >= 2`.
    #[serde(default)]
    pub constraints: Vec<String>,
}

/// A field of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FormField {
    /// The name.
    Name,
    /// The purpose.
    Purpose,
    /// The goal with its objects.
    Goal,
    /// How the move is rated.
    Play,
    /// The note.
    Note,
    /// Where the rule comes from.
    Source,
    /// A map.
    Map,
    /// The meaning of a letter.
    Mark,
    /// A constraint.
    Constraint,
    /// The rule as a whole.
    Rule,
}

/// Why a form is no rule.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[error("{message}")]
pub struct FormError {
    /// The field at fault.
    pub field: FormField,
    /// Which of several maps, marks or constraints it is, counted from 0.
    pub index: usize,
    /// The row of the map, counted from 0 from the top.
    pub row: usize,
    /// The character in the field or in the row, counted from 0.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl FormError {
    /// The error that another rule has the name.
    #[must_use]
    pub fn same_name(name: &str) -> Self {
        Self {
            field: FormField::Name,
            index: 0,
            row: 0,
            column: 0,
            message: RuleFault::SameName(name.to_owned()).to_string(),
        }
    }
}

/// A line of the rule's text, with the field that it shows.
struct FormLine {
    field: FormField,
    index: usize,
    row: usize,
    /// Characters before the text of the field.
    n_before: usize,
    text: String,
}

impl RuleForm {
    /// The fields of a rule.
    #[must_use]
    pub fn of(rule: &Rule) -> Self {
        let mut form = Self {
            note: rule.note().to_owned(),
            maps: rule.maps().iter().map(ToString::to_string).collect(),
            ..Self::default()
        };
        for line in rule.to_string().lines() {
            let Some((word, rest)) = line.split_once(' ') else {
                continue;
            };
            let rest = rest.to_owned();
            match word {
                "rule" => form.name = rest,
                "purpose" => form.purpose = rest,
                "goal" => form.goal = rest,
                "play" => form.play = rest,
                "source" => form.source = rest,
                "mark" => form.marks.push(rest),
                "where" => form.constraints.push(rest),
                _ => {}
            }
        }
        form
    }

    /// The rule of the fields.
    ///
    /// # Errors
    /// The first fault, with its field.
    pub fn rule(&self) -> Result<Rule, FormError> {
        let lines = self.lines();
        if let Some(line) = lines
            .iter()
            .find(|line| line.text.contains(char::is_control))
        {
            return Err(line.error(
                0,
                "there may be no line end and no tabulator here".to_owned(),
            ));
        }
        let text: String = lines
            .iter()
            .map(|line| format!("{}\n", line.text))
            .collect();
        let file = RuleFile::read("", &text).map_err(|error| fault(&lines, &error))?;
        let rule = file.rules().next().cloned();
        rule.ok_or_else(|| FormError {
            field: FormField::Rule,
            index: 0,
            row: 0,
            column: 0,
            message: "there is no rule".to_owned(),
        })
    }

    /// The text of the rule, line by line.
    fn lines(&self) -> Vec<FormLine> {
        let one =
            |field, word: &str, text: &str| FormLine::new(field, 0, &format!("{word} "), text);
        let mut lines = vec![
            one(FormField::Name, "rule", &self.name),
            one(FormField::Purpose, "purpose", &self.purpose),
            one(FormField::Goal, "goal", &self.goal),
        ];
        let is_plain = self.play.is_empty() || self.play == Recommendation::Good.word();
        if !is_plain {
            lines.push(one(FormField::Play, "play", &self.play));
        }
        let note = self.note.replace('\\', "\\\\").replace('"', "\\\"");
        lines.push(FormLine::new(
            FormField::Note,
            0,
            "note \"",
            &format!("{note}\""),
        ));
        lines.push(one(FormField::Source, "source", &self.source));
        for (index, map) in self.maps.iter().enumerate() {
            lines.push(FormLine::new(FormField::Map, index, "map", ""));
            for (row, text) in map.lines().enumerate() {
                lines.push(FormLine {
                    row,
                    ..FormLine::new(FormField::Map, index, "", text)
                });
            }
        }
        for (index, mark) in self.marks.iter().enumerate() {
            lines.push(FormLine::new(FormField::Mark, index, "mark ", mark));
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            lines.push(FormLine::new(
                FormField::Constraint,
                index,
                "where ",
                constraint,
            ));
        }
        lines.push(FormLine::new(FormField::Rule, 0, "end", ""));
        lines
    }
}

impl FormLine {
    fn new(field: FormField, index: usize, before: &str, text: &str) -> Self {
        Self {
            field,
            index,
            row: 0,
            n_before: before.chars().count(),
            text: format!("{before}{text}"),
        }
    }

    fn error(&self, column: usize, message: String) -> FormError {
        FormError {
            field: self.field,
            index: self.index,
            row: self.row,
            column: column.saturating_sub(self.n_before),
            message,
        }
    }
}

/// A fault in the text, as a fault of its field.
fn fault(lines: &[FormLine], error: &RuleError) -> FormError {
    let number = usize::try_from(error.line).unwrap_or(usize::MAX);
    let line = lines.get(number.saturating_sub(1)).or(lines.last());
    let column = usize::try_from(error.column).unwrap_or(usize::MAX);
    let message = error.fault.to_string();
    match line {
        Some(line) => line.error(column.saturating_sub(1), message),
        None => FormError {
            field: FormField::Rule,
            index: 0,
            row: 0,
            column: 0,
            message,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleBase;

    #[test]
    fn forms_of_all_rules_say_the_same_rules() {
        for (_, rule) in RuleBase::builtin().rules() {
            let again = RuleForm::of(rule).rule();
            assert_eq!(again.as_ref(), Ok(rule), "{rule}");
        }
    }

    fn form() -> RuleForm {
        RuleForm {
            name: "my-rule".to_owned(),
            purpose: "connect".to_owned(),
            goal: "connect A B".to_owned(),
            note: "A \"solid\" connection.".to_owned(),
            source: "hand".to_owned(),
            maps: vec!["A * B".to_owned(), "A x\nx c".to_owned()],
            constraints: vec!["libs(c) = 1".to_owned()],
            ..RuleForm::default()
        }
    }

    #[test]
    fn faults_are_told_with_their_fields() {
        assert_eq!(form().rule().unwrap().note(), "A \"solid\" connection.");
        let fault = |change: fn(&mut RuleForm)| {
            let mut form = form();
            change(&mut form);
            let error = form.rule().unwrap_err();
            (
                error.field,
                error.index,
                error.row,
                error.column,
                error.message,
            )
        };
        let place = |change| {
            let (field, index, row, column, _) = fault(change);
            (field, index, row, column)
        };
        assert_eq!(
            place(|form| form.name = "My rule".to_owned()),
            (FormField::Name, 0, 0, 0)
        );
        assert_eq!(
            place(|form| form.purpose = "tennis".to_owned()),
            (FormField::Purpose, 0, 0, 0)
        );
        assert_eq!(
            place(|form| form.goal = "connect A D".to_owned()),
            (FormField::Goal, 0, 0, 10)
        );
        assert_eq!(fault(|form| form.note.clear()).0, FormField::Note);
        assert_eq!(
            place(|form| form.maps[1] = "A x\nx Q".to_owned()),
            (FormField::Map, 1, 1, 0)
        );
        assert_eq!(place(|form| form.maps.clear()), (FormField::Rule, 0, 0, 0));
        assert_eq!(
            place(|form| form.marks.push("f".to_owned())),
            (FormField::Mark, 0, 0, 1)
        );
        let (field, _, _, column, message) =
            fault(|form| form.constraints[0] = "libs(c) = many".to_owned());
        assert_eq!((field, column), (FormField::Constraint, 10));
        assert!(message.starts_with("expected `libs(P)`"), "{message}");
    }

    #[test]
    fn a_field_is_one_line() {
        let mut form = form();
        form.note = "One.\"\nend\nrule two".to_owned();
        let error = form.rule().unwrap_err();
        assert_eq!(error.field, FormField::Note);
        form.note = "One.".to_owned();
        form.constraints[0] = "libs(c) = 1\nend".to_owned();
        assert_eq!(form.rule().unwrap_err().field, FormField::Constraint);
    }
}
