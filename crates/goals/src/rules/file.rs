//! A file of rules while it is edited.

use std::ops::Range;

use thiserror::Error;

use super::cursor::Cursor;
use super::error::{RuleError, RuleFault};
use super::parse;
use super::rule::Rule;

/// A file of rules. The text of rules that are not touched stays as its author wrote it, with comments and blank lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// The lines with their ends.
    lines: Vec<String>,
    entries: Vec<Entry>,
}

/// A rule with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    rule: Rule,
    /// Its lines, from `rule` to `end`.
    lines: Range<usize>,
}

/// Why a rule can't be put into a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// The rule that should be replaced or removed is not there.
    #[error("there is no rule `{0}` in the file")]
    NoRule(String),
    /// Another rule of the file has this name.
    #[error("another rule of the file is named `{0}`")]
    SameName(String),
}

impl RuleFile {
    /// Reads the text of a file. Faults carry its `name`.
    ///
    /// # Errors
    /// The first fault, or a name that two rules have.
    pub fn read(name: &str, text: &str) -> Result<Self, RuleError> {
        let places = parse::rules(name, text)?;
        let lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        let mut entries: Vec<Entry> = Vec::new();
        for (place, rule) in places {
            if entries.iter().any(|entry| entry.rule.name() == rule.name()) {
                let name = rule.name().to_owned();
                return Err(place.error(RuleFault::SameName(name)));
            }
            let start = place.line_index();
            let is_end = |line: &String| Cursor::new(name, 1, line).peek_word() == "end";
            let length = lines[start..].iter().position(is_end);
            let end = length.map_or(lines.len(), |length| start + length + 1);
            entries.push(Entry {
                rule,
                lines: start..end,
            });
        }
        Ok(Self { lines, entries })
    }

    /// The rules in their order.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.entries.iter().map(|entry| &entry.rule)
    }

    /// The text of the whole file.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.concat()
    }

    /// The text of a rule as it stands in the file.
    #[must_use]
    pub fn text_of(&self, name: &str) -> Option<String> {
        let entry = &self.entries[self.position(name)?];
        Some(self.lines[entry.lines.clone()].concat())
    }

    /// Puts a rule into the place of another, or at the end if it is new. If nothing of it changed, its text stays.
    ///
    /// # Errors
    /// If the rule to replace is not there, or a third one has the name.
    pub fn put(&mut self, replaced: Option<&str>, rule: Rule) -> Result<(), EditError> {
        let place = match replaced {
            Some(name) => Some(self.expected(name)?),
            None => None,
        };
        if self
            .position(rule.name())
            .is_some_and(|other| Some(other) != place)
        {
            return Err(EditError::SameName(rule.name().to_owned()));
        }
        let Some(place) = place else {
            self.append(rule);
            return Ok(());
        };
        if self.entries[place].rule != rule {
            let text = rule.to_string();
            self.replace_lines(
                place,
                text.split_inclusive('\n').map(str::to_owned).collect(),
            );
            self.entries[place].rule = rule;
        }
        Ok(())
    }

    /// Removes a rule, and the blank lines below it.
    ///
    /// # Errors
    /// If it is not there.
    pub fn remove(&mut self, name: &str) -> Result<(), EditError> {
        let place = self.expected(name)?;
        let is_blank = |line: &&String| line.trim().is_empty();
        let end = self.entries[place].lines.end;
        let n_blank = self.lines[end..].iter().take_while(is_blank).count();
        self.entries[place].lines.end += n_blank;
        self.replace_lines(place, Vec::new());
        self.entries.remove(place);
        Ok(())
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.entries
            .iter()
            .position(|entry| entry.rule.name() == name)
    }

    fn expected(&self, name: &str) -> Result<usize, EditError> {
        let place = self.position(name);
        place.ok_or_else(|| EditError::NoRule(name.to_owned()))
    }

    /// Adds a rule at the end, below a blank line.
    fn append(&mut self, rule: Rule) {
        if let Some(last) = self.lines.last_mut().filter(|last| !last.ends_with('\n')) {
            last.push('\n');
        }
        if self
            .lines
            .last()
            .is_some_and(|last| !last.trim().is_empty())
        {
            self.lines.push("\n".to_owned());
        }
        let start = self.lines.len();
        let text = rule.to_string();
        self.lines
            .extend(text.split_inclusive('\n').map(str::to_owned));
        self.entries.push(Entry {
            rule,
            lines: start..self.lines.len(),
        });
    }

    /// Puts other lines into the place of those of a rule, and moves what stands below.
    fn replace_lines(&mut self, place: usize, lines: Vec<String>) {
        let old = self.entries[place].lines.clone();
        let new = old.start..old.start + lines.len();
        self.lines.splice(old.clone(), lines);
        self.entries[place].lines = new.clone();
        for entry in &mut self.entries[place + 1..] {
            let moved = |line: usize| line - old.end + new.end;
            entry.lines = moved(entry.lines.start)..moved(entry.lines.end);
        }
    }
}

/// A line of a comparison of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffLine<'a> {
    /// In both texts.
    Kept(&'a str),
    /// In the first text only.
    Removed(&'a str),
    /// In the second text only.
    Added(&'a str),
}

/// Lines around a change that are shown.
const CONTEXT: usize = 3;

/// What an edit changed: the lines from the first that differs to the last, with a few around them; empty if the texts
/// are the same. The lines have no ends.
#[must_use]
pub fn diff<'a>(before: &'a str, after: &'a str) -> Vec<DiffLine<'a>> {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    let is_same = |(one, two): &(&&str, &&str)| one == two;
    let n_first = before.iter().zip(&after).take_while(is_same).count();
    if n_first == before.len() && n_first == after.len() {
        return Vec::new();
    }
    let rest = before[n_first..]
        .iter()
        .rev()
        .zip(after[n_first..].iter().rev());
    let n_last = rest.take_while(is_same).count();
    let (end_before, end_after) = (before.len() - n_last, after.len() - n_last);
    let above = before[n_first.saturating_sub(CONTEXT)..n_first].iter();
    let below = before[end_before..].iter().take(CONTEXT);
    above
        .map(|line| DiffLine::Kept(line))
        .chain(
            before[n_first..end_before]
                .iter()
                .map(|line| DiffLine::Removed(line)),
        )
        .chain(
            after[n_first..end_after]
                .iter()
                .map(|line| DiffLine::Added(line)),
        )
        .chain(below.map(|line| DiffLine::Kept(line)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleBase;

    const TEXT: &str = "# My rules.\n\nrule one # the first\n  purpose save\n  goal save A\n  note \"One.\"\n\
        \x20 source hand\n\n  map\n    A *\nend\n\n# About the second.\nrule two\npurpose save\ngoal save A\n\
        note \"Two.\"\nsource hand\nmap\nA . *\nend\n";

    fn rule(text: &str) -> Rule {
        let base = RuleBase::read(&[("new", text)]).unwrap();
        base.rules().next().unwrap().1.clone()
    }

    fn file() -> RuleFile {
        RuleFile::read("my.rules", TEXT).unwrap()
    }

    fn names(file: &RuleFile) -> Vec<&str> {
        file.rules().map(Rule::name).collect()
    }

    #[test]
    fn what_is_not_touched_stays_as_it_was() {
        let mut file = file();
        assert_eq!(
            (file.text().as_str(), names(&file)),
            (TEXT, vec!["one", "two"])
        );
        let one = file.rules().next().unwrap().clone();
        file.put(Some("one"), one).unwrap();
        assert_eq!(file.text(), TEXT);
        let text = file.text_of("two").unwrap();
        let changed = rule(&text.replace("A . *", "A . . *"));
        file.put(Some("two"), changed.clone()).unwrap();
        let (kept, new) = file
            .text()
            .split_once("rule two")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        assert!(TEXT.starts_with(&kept), "{kept}");
        assert!(new.contains("  A . . *\nend\n"), "{new}");
        let again = RuleFile::read("my.rules", &file.text()).unwrap();
        assert_eq!(again, file);
        assert_eq!(again.rules().nth(1), Some(&changed));
    }

    #[test]
    fn rules_come_and_go() {
        let mut file = file();
        let three = rule(&file.text_of("two").unwrap().replace("two", "three"));
        file.put(None, three.clone()).unwrap();
        assert_eq!(file.text(), format!("{TEXT}\n{three}"));
        file.remove("one").unwrap();
        assert_eq!(names(&file), ["two", "three"]);
        assert!(
            file.text()
                .starts_with("# My rules.\n\n# About the second.\nrule two\n"),
            "{}",
            file.text()
        );
        assert_eq!(RuleFile::read("", &file.text()).unwrap(), file);
        file.remove("three").unwrap();
        file.remove("two").unwrap();
        assert_eq!(names(&file), [""; 0]);
        file.put(None, three.clone()).unwrap();
        assert_eq!(
            RuleFile::read("", &file.text()).unwrap().rules().next(),
            Some(&three)
        );
    }

    #[test]
    fn names_stay_unique() {
        let mut file = file();
        let two = file.rules().nth(1).unwrap().clone();
        assert_eq!(
            file.put(None, two.clone()),
            Err(EditError::SameName("two".into()))
        );
        assert_eq!(
            file.put(Some("one"), two.clone()),
            Err(EditError::SameName("two".into()))
        );
        assert_eq!(
            file.put(Some("six"), two),
            Err(EditError::NoRule("six".into()))
        );
        assert_eq!(file.remove("six"), Err(EditError::NoRule("six".into())));
        assert_eq!(file.text(), TEXT);
        let error = RuleFile::read("my.rules", &format!("{TEXT}{TEXT}")).unwrap_err();
        assert_eq!((error.line, error.column), (24, 6));
    }

    #[test]
    fn a_difference_has_the_changed_lines() {
        use DiffLine::{Added, Kept, Removed};
        let found = diff("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\nx\ny\nf\ng\nh\n");
        let expected = [
            Kept("b"),
            Kept("c"),
            Kept("d"),
            Removed("e"),
            Added("x"),
            Added("y"),
            Kept("f"),
            Kept("g"),
            Kept("h"),
        ];
        assert_eq!(found, expected);
        assert_eq!(diff("a\nb", "a\nb"), []);
        assert_eq!(diff("", "a"), [Added("a")]);
        assert_eq!(diff("a\na\n", "a\n"), [Kept("a"), Removed("a")]);
    }
}
