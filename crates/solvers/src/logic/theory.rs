//! Theories: named definitions and rules as blocks of text.
//!
//! A block begins at the start of a line and continues in indented lines. `#` begins a comment.
//!
//! ```text
//! define Empty(p: point)
//!     Occ(p, EMPTY)
//! rule 6.3.1 Black plays first.
//!     [^]false -> ToPlay(black)
//! corrected 6.3.1 why the literal rule is wrong
//!     true
//! ```
//!
//! A definition may use the definitions before it. A rule should be true in every state.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::str::FromStr;

use thiserror::Error;

use super::formula::Formula;
use super::model::Sort;
use super::parse::ParseError;

/// A predicate defined by a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Names and sorts of its arguments.
    pub parameters: Vec<(String, Sort)>,
    /// The formula that it stands for.
    pub body: Formula,
}

/// A formula that ought to be true in every state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its number.
    pub name: String,
    /// The rule in words.
    pub title: String,
    /// The formula as its source writes it.
    pub literal: Formula,
    /// Why the literal formula is wrong, and the right formula.
    pub corrected: Option<(String, Formula)>,
}

impl Rule {
    /// The right formula: the corrected one, if there is one.
    #[must_use]
    pub fn meant(&self) -> &Formula {
        self.corrected
            .as_ref()
            .map_or(&self.literal, |(_, formula)| formula)
    }
}

/// Definitions and rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Theory {
    /// The definitions. Each may use those before it.
    pub definitions: Vec<Definition>,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// Why a text is not a theory.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct TheoryError {
    /// The line where the block begins, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: TheoryProblem,
}

/// What is wrong with a block.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TheoryProblem {
    /// A block of none of the three kinds.
    #[error(
        "expected `define NAME(x: sort, ..)`, `rule NUMBER TITLE` or `corrected NUMBER REASON`"
    )]
    Header,
    /// A correction without its rule, or a second correction of a rule.
    #[error("there is no rule {0} to correct")]
    NothingToCorrect(String),
    /// A text that is not a formula.
    #[error(transparent)]
    Formula(#[from] ParseError),
}

impl FromStr for Theory {
    type Err = TheoryError;

    fn from_str(text: &str) -> Result<Self, TheoryError> {
        let mut theory = Self::default();
        for block in blocks(text) {
            let line = block.line;
            theory
                .add(&block)
                .map_err(|problem| TheoryError { line, problem })?;
        }
        Ok(theory)
    }
}

impl Theory {
    fn add(&mut self, block: &Block) -> Result<(), TheoryProblem> {
        let (kind, rest) = block.header.split_once(' ').ok_or(TheoryProblem::Header)?;
        let body: Formula = block.body.parse()?;
        if kind == "define" {
            let (name, parameters) = signature(rest).ok_or(TheoryProblem::Header)?;
            self.definitions.push(Definition {
                name,
                parameters,
                body,
            });
            return Ok(());
        }
        let (number, words) = rest.split_once(' ').unwrap_or((rest, ""));
        let (number, words) = (number.to_owned(), words.trim().to_owned());
        match kind {
            "rule" => self.rules.push(Rule {
                name: number,
                title: words,
                literal: body,
                corrected: None,
            }),
            "corrected" => {
                let mut rules = self.rules.iter_mut();
                match rules.find(|rule| rule.name == number && rule.corrected.is_none()) {
                    Some(rule) => rule.corrected = Some((words, body)),
                    None => return Err(TheoryProblem::NothingToCorrect(number)),
                }
            }
            _ => return Err(TheoryProblem::Header),
        }
        Ok(())
    }
}

/// A header with the indented lines below it.
struct Block {
    line: usize,
    header: String,
    body: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let code = text.split('#').next().unwrap_or("").trim_end();
        if code.is_empty() {
            continue;
        }
        match blocks.last_mut().filter(|_| code.starts_with([' ', '\t'])) {
            Some(block) => {
                block.body.push_str(code.trim_start());
                block.body.push(' ');
            }
            None => blocks.push(Block {
                line,
                header: code.trim().to_owned(),
                body: String::new(),
            }),
        }
    }
    blocks
}

/// Name and parameters of `Name(x: sort, y: sort)`, or of `Name`.
fn signature(text: &str) -> Option<(String, Vec<(String, Sort)>)> {
    let is_name = |word: &str| !word.is_empty() && word.chars().all(char::is_alphanumeric);
    let Some((name, rest)) = text.split_once('(') else {
        return is_name(text).then(|| (text.to_owned(), Vec::new()));
    };
    let list = rest.strip_suffix(')')?;
    let parameters: Option<Vec<_>> = list
        .split(',')
        .map(|parameter| {
            let (variable, sort) = parameter.split_once(':')?;
            let (variable, sort) = (variable.trim(), sort.trim());
            let sort = Sort::ALL.into_iter().find(|known| known.name() == sort)?;
            is_name(variable).then(|| (variable.to_owned(), sort))
        })
        .collect();
    is_name(name).then_some((name.to_owned(), parameters?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read() {
        let text = "# a theory\ndefine P(x: point, i: player)\n  Q(x) &  # both\n  R(i)\n\nrule 1 Always.\n  P(a, b)\n\
            corrected 1 Not so.\n  true\n";
        let theory: Theory = text.parse().unwrap();
        assert_eq!(theory.definitions[0].body, "Q(x) & R(i)".parse().unwrap());
        assert_eq!(theory.definitions[0].parameters.len(), 2);
        assert_eq!(theory.rules[0].title, "Always.");
        assert_eq!(theory.rules[0].meant(), &Formula::Constant(true));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("define P(x)\n  Q", 1),
            ("\nrule 1 x\n  P &\n", 2),
            ("corrected 1 x\n true", 1),
            ("rule 1 x\n P\ncorrected 1 y\n P\ncorrected 1 z\n P", 5),
            ("lemma 1 x\n P", 1),
            ("  P", 1),
        ] {
            assert_eq!(text.parse::<Theory>().unwrap_err().line, line, "{text:?}");
        }
    }
}
