//! Suites of questions with expected answers: the `.tst` format of gogui-regress and GNU Go.

use regex::Regex;

/// A command of a suite, and what its answer must be if it is a question.
#[derive(Debug)]
pub(super) struct Step {
    line: usize,
    command: String,
    question: Option<Question>,
}

#[derive(Debug)]
struct Question {
    number: u32,
    expected: Expected,
}

/// The text behind `#?`.
#[derive(Debug)]
struct Expected {
    text: String,
    pattern: Regex,
    is_negated: bool,
    is_known_failure: bool,
}

impl Expected {
    /// Reads `[PATTERN]`, `[!PATTERN]`, and either with `*` behind it.
    fn parse(text: &str) -> Result<Self, String> {
        let (inner, is_known_failure) = match text.strip_suffix('*') {
            Some(inner) => (inner.trim_end(), true),
            None => (text, false),
        };
        let inner = inner
            .strip_prefix('[')
            .and_then(|inner| inner.strip_suffix(']'))
            .ok_or_else(|| format!("`{text}` is not `[PATTERN]` or `[PATTERN]*`"))?;
        let (inner, is_negated) = match inner.strip_prefix('!') {
            Some(inner) => (inner, true),
            None => (inner, false),
        };
        let pattern = Regex::new(&format!("^(?s:{inner})$")).map_err(|error| error.to_string())?;
        Ok(Self {
            text: text.to_owned(),
            pattern,
            is_negated,
            is_known_failure,
        })
    }

    /// Whether an answer is right. An error never is.
    fn accepts(&self, answer: &Answer) -> bool {
        answer.is_success && self.pattern.is_match(&answer.text) != self.is_negated
    }
}

/// A response without its identity.
struct Answer {
    is_success: bool,
    text: String,
}

impl Answer {
    fn parse(response: &str) -> Self {
        let is_success = response.starts_with('=');
        let text = response.trim_start_matches(['=', '?']);
        let text = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
        Self {
            is_success,
            text: text.trim().to_owned(),
        }
    }
}

/// What a run of a suite found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Report {
    /// Number of questions.
    pub(super) n_questions: usize,
    /// Number of questions with wrong answers that are marked as known in the suite.
    pub(super) n_known_failures: usize,
    /// Deviations from the suite, a text each.
    pub(super) surprises: Vec<String>,
}

/// Reads a suite.
///
/// # Errors
/// With the line that is wrong: a question without an expected answer, an expected answer without a question, a number
/// that is not larger than the one before, or a pattern that is no regular expression.
pub(super) fn parse(text: &str) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    let mut waiting: Option<(usize, u32, String)> = None;
    let mut last_number = 0;
    for (line, raw) in (1..).zip(text.lines()) {
        if let Some(expected) = raw.strip_prefix("#?") {
            let (line, number, command) = waiting
                .take()
                .ok_or_else(|| format!("line {line}: no question before the answer"))?;
            let expected = Expected::parse(expected.trim())
                .map_err(|error| format!("line {line}: {error}"))?;
            let question = Some(Question { number, expected });
            steps.push(Step {
                line,
                command,
                question,
            });
            continue;
        }
        let words = raw.split('#').next().unwrap_or_default().trim();
        if words.is_empty() {
            continue;
        }
        if let Some((line, number, _)) = waiting {
            return Err(format!("line {line}: question {number} has no answer"));
        }
        let numbered = words
            .split_once(' ')
            .and_then(|(number, command)| Some((number.parse::<u32>().ok()?, command)));
        match numbered {
            Some((number, _)) if number <= last_number => {
                return Err(format!("line {line}: {number} comes after {last_number}"));
            }
            Some((number, command)) => {
                last_number = number;
                waiting = Some((line, number, command.trim().to_owned()));
            }
            None => steps.push(Step {
                line,
                command: words.to_owned(),
                question: None,
            }),
        }
    }
    match waiting {
        Some((line, number, _)) => Err(format!("line {line}: question {number} has no answer")),
        None => Ok(steps),
    }
}

/// The files that a suite loads.
pub(super) fn loaded_files(steps: &[Step]) -> impl Iterator<Item = &str> {
    steps.iter().filter_map(|step| {
        let rest = step.command.strip_prefix("loadsgf ")?;
        rest.split_whitespace().next()
    })
}

/// Sends a suite to an engine: `ask` takes a line and returns the response.
///
/// A surprise is an unexpected failure, an unexpected pass of a known failure, or an error in answer to a command that
/// is no question.
pub(super) fn run(steps: &[Step], mut ask: impl FnMut(&str) -> String) -> Report {
    let mut report = Report::default();
    for Step {
        line,
        command,
        question,
    } in steps
    {
        let Some(Question { number, expected }) = question else {
            let response = ask(command);
            let answer = Answer::parse(&response);
            if !answer.is_success {
                let text = answer.text;
                let surprise = format!("line {line}: {command}\n  error: {text}");
                report.surprises.push(surprise);
            }
            continue;
        };
        let answer = Answer::parse(&ask(&format!("{number} {command}")));
        report.n_questions += 1;
        let what = match (expected.accepts(&answer), expected.is_known_failure) {
            (true, false) => continue,
            (false, true) => {
                report.n_known_failures += 1;
                continue;
            }
            (true, true) => "unexpected pass",
            (false, false) => "unexpected failure",
        };
        report.surprises.push(format!(
            "{number} (line {line}): {command}\n  {what}: expected {}, got {}",
            expected.text, answer.text
        ));
    }
    report
}
