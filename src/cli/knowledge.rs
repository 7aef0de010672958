//! `tedomari knowledge`: the base of rules, checked, listed and matched.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::knowledge_said::said;
use super::record::{At, check_on_board, load_game};
use crate::base::{CancelToken, counted};
use crate::board::{Color, Point, PointSet};
use crate::config::Settings;
use crate::engine::reading::{Knowledge, KnowledgeError, RuleText};
use crate::goals::rules::{GoalKind, Overlap, Purpose, RuleBase, RuleQuery, dominant};

/// What is asked of the rules.
#[derive(Debug, Args)]
pub(super) struct KnowledgeOptions {
    #[command(subcommand)]
    command: KnowledgeCommand,
}

#[derive(Debug, Subcommand)]
enum KnowledgeCommand {
    /// Check files of rules: faults, and rules that say what others say already.
    Check(CheckOptions),
    /// List the rules: names, purposes and notes, with counts.
    List(ListOptions),
    /// Say which rules match in the last position of a record.
    Match(MatchOptions),
}

#[derive(Debug, Args)]
struct CheckOptions {
    /// Files of rules.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Files of rules beside those that are compiled in.
#[derive(Debug, Default, Args)]
pub(super) struct BaseOptions {
    /// Read rules from this file too. May be repeated.
    #[arg(long, value_name = "FILE")]
    knowledge: Vec<PathBuf>,
}

#[derive(Debug, Args)]
struct ListOptions {
    #[command(flatten)]
    base: BaseOptions,
    /// Only rules of this purpose, such as `capture` or `increase-eyes`.
    #[arg(long)]
    purpose: Option<String>,
    /// Only rules of this goal: `save`, `capture`, `connect` or `sever`.
    #[arg(long)]
    goal: Option<String>,
    /// Only rules whose text has all these words: their name, note, map or constraints.
    #[arg(long, default_value = "")]
    text: String,
    /// Print one JSON object for each rule, one in each line.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct MatchOptions {
    #[command(flatten)]
    base: BaseOptions,
    /// Record of the game in SGF.
    game: PathBuf,
    /// Only goals about the block here. The default is the whole board.
    #[arg(long, value_name = "VERTEX")]
    object: Option<Point>,
    /// Whose goals. The default is both colors, one after the other.
    #[arg(long, value_name = "COLOR")]
    color: Option<Color>,
    /// Stop before this move, counted from 1. The default is the end of the record.
    #[arg(long = "move", value_name = "N")]
    before_move: Option<usize>,
}

/// Answers the question and prints the answer.
pub(super) fn run(
    options: &KnowledgeOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match &options.command {
        KnowledgeCommand::Check(options) => check(options, cancel, out)?,
        KnowledgeCommand::List(options) => list(options, settings, cancel, out)?,
        KnowledgeCommand::Match(options) => matches(options, settings, cancel, out)?,
    }
    out.flush()?;
    Ok(())
}

/// The names and the texts of some files.
fn texts(paths: &[PathBuf], cancel: &CancelToken) -> Result<Vec<RuleText>, KnowledgeError> {
    paths
        .iter()
        .map(|path| RuleText::read(path, cancel))
        .collect()
}

impl BaseOptions {
    /// The rules that are compiled in, those of the files that the settings name, and those of the options' files.
    pub(super) fn read(
        &self,
        settings: &Settings,
        cancel: &CancelToken,
    ) -> anyhow::Result<RuleBase> {
        let knowledge = Knowledge::load(&settings.engine.knowledge);
        Ok(knowledge.and(&texts(&self.knowledge, cancel)?)?)
    }
}

/// Checks files by themselves. Fails at the first fault, and if rules contradict each other.
fn check(options: &CheckOptions, cancel: &CancelToken, out: &mut impl Write) -> anyhow::Result<()> {
    let files = texts(&options.files, cancel)?;
    let base = RuleBase::read(&files.iter().map(RuleText::parts).collect::<Vec<_>>())?;
    let mut n_wrong = 0;
    for (one, two, overlap) in base.overlaps() {
        let said = match overlap {
            Overlap::Same => "is the same as",
            Overlap::Contradiction => "contradicts",
            Overlap::SpecialCase => "is a special case of",
        };
        n_wrong += usize::from(overlap != Overlap::SpecialCase);
        let names = [one, two].map(|id| base.rule(id).name());
        writeln!(out, "{} {said} {}", names[0], names[1])?;
    }
    writeln!(out, "{}", counted(base.rules().count(), "rule"))?;
    if n_wrong > 0 {
        bail!("{n_wrong} rules repeat or contradict others");
    }
    Ok(())
}

/// A rule in a list.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    name: &'a str,
    purpose: &'static str,
    goal: &'static str,
    play: Option<&'static str>,
    specificity: u32,
    note: &'a str,
    /// The whole rule as it can be read again.
    text: String,
}

fn list(
    options: &ListOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let base = options.base.read(settings, cancel)?;
    let query = RuleQuery {
        purpose: options.purpose.as_deref().map(purpose).transpose()?,
        goal: options.goal.as_deref().map(goal).transpose()?,
        words: options.text.clone(),
    };
    for purpose in Purpose::ALL {
        let rules: Vec<_> = base
            .rules()
            .filter(|(_, rule)| rule.purpose() == purpose && query.fits(rule))
            .collect();
        if !options.json && !rules.is_empty() {
            writeln!(out, "{}: {}", purpose.word(), rules.len())?;
        }
        for (id, rule) in rules {
            if options.json {
                let listed = Listed {
                    name: rule.name(),
                    purpose: purpose.word(),
                    goal: rule.goal().word(),
                    play: rule.prescribes().then(|| rule.recommendation().word()),
                    specificity: base.specificity(id),
                    note: rule.note(),
                    text: rule.to_string(),
                };
                writeln!(out, "{}", serde_json::to_string(&listed)?)?;
            } else {
                writeln!(out, "  {}: {}", rule.name(), rule.note())?;
            }
        }
    }
    Ok(())
}

/// The purpose of a word.
fn purpose(word: &str) -> anyhow::Result<Purpose> {
    chosen(&Purpose::ALL, Purpose::word, word, "purposes")
}

/// The goal of a word.
fn goal(word: &str) -> anyhow::Result<GoalKind> {
    chosen(&GoalKind::ALL, GoalKind::word, word, "goals")
}

/// The value that a word stands for.
fn chosen<T: Copy>(
    values: &[T],
    word_of: fn(T) -> &'static str,
    word: &str,
    what: &str,
) -> anyhow::Result<T> {
    let found = values.iter().copied().find(|&value| word_of(value) == word);
    found.with_context(|| {
        let words: Vec<&str> = values.iter().map(|&value| word_of(value)).collect();
        format!("`{word}` is none of the {what} {}", words.join(", "))
    })
}

fn matches(
    options: &MatchOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let base = options.base.read(settings, cancel)?;
    let game = load_game(&options.game, settings, At::before(options.before_move))?;
    let board = game.board();
    check_on_board(&options.game, board.size(), options.object)?;
    let colors = options
        .color
        .map_or(Color::BOTH.to_vec(), |color| vec![color]);
    for color in colors {
        let mut found = Vec::new();
        let cut = match options.object {
            None => base.matches_near(board, &PointSet::board(board.size()), color, &mut found),
            Some(object) if board.color(object).is_some() => {
                base.matches_at(board, object, color, &mut found)
            }
            Some(object) => bail!("{}: there is no stone on {object}", options.game.display()),
        };
        for assertion in dominant(board, &found) {
            writeln!(out, "{}", said(&base, board, assertion))?;
        }
        for rule in cut {
            let name = base.rule(rule).name();
            writeln!(
                out,
                "{name}: too many matches for {color}, the others are left out"
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn listed(purpose: Option<&str>, json: bool) -> anyhow::Result<String> {
        let options = ListOptions {
            base: BaseOptions {
                knowledge: Vec::new(),
            },
            purpose: purpose.map(str::to_owned),
            goal: None,
            text: String::new(),
            json,
        };
        crate::cli::printed(list, &options)
    }

    #[test]
    fn listed_rules_can_be_read_again() {
        let lines = listed(None, true).unwrap();
        let rules: String = lines
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|rule| rule["text"].as_str().unwrap().to_owned())
            .collect();
        let again = RuleBase::read(&[("list", &rules)]).unwrap();
        assert_eq!(again.rules().count(), RuleBase::builtin().rules().count());
    }

    #[test]
    fn a_purpose_is_chosen_by_its_word() {
        let text = listed(Some("capture"), false).unwrap();
        assert!(
            text.starts_with("capture: ") && !text.contains("sever: "),
            "{text}"
        );
        let error = listed(Some("tennis"), false).unwrap_err().to_string();
        assert!(
            error.contains("`tennis`") && error.contains("destroy-eye"),
            "{error}"
        );
    }

    #[test]
    fn a_match_is_told_with_its_reason() {
        let board: Board = ". . . .\n. X . .\nX O . .\n. X . .".parse().unwrap();
        let base = RuleBase::builtin();
        let mut found = Vec::new();
        base.matches_at(&board, Point::new(1, 1), Color::Black, &mut found);
        let said: Vec<String> = found.iter().map(|it| said(base, &board, it)).collect();
        let expected = "black: capture B2: capture at C2, good: \
                        The block has one liberty left: a stone there takes it. (take)";
        assert!(said.iter().any(|line| line == expected), "{said:#?}");
    }

    #[test]
    fn a_block_that_is_not_there_has_no_matches() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game.sgf");
        std::fs::write(&game, "(;GM[1]SZ[5]AB[cd])").unwrap();
        for (object, expected) in [
            ("A1", "game.sgf: there is no stone on A1"),
            ("J9", "game.sgf: J9 is not on the 5x5 board"),
        ] {
            let options = MatchOptions {
                base: BaseOptions::default(),
                game: game.clone(),
                object: Some(object.parse().unwrap()),
                color: None,
                before_move: None,
            };
            let mut out = Vec::new();
            let (settings, cancel) = (Settings::default(), CancelToken::new());
            let error = matches(&options, &settings, &cancel, &mut out).unwrap_err();
            let text = format!("{error:#}");
            assert!(text.ends_with(expected), "{text}");
        }
    }

    #[test]
    fn repetitions_are_told_and_fail() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("twice.rules");
        let rule = RuleBase::builtin().rules().next().unwrap().1.to_string();
        let text = rule.clone() + &rule.replacen("rule ", "rule again-", 1);
        std::fs::write(&path, text).unwrap();
        let mut out = Vec::new();
        let options = CheckOptions { files: vec![path] };
        assert!(check(&options, &CancelToken::new(), &mut out).is_err());
        let out = String::from_utf8(out).unwrap();
        assert!(
            out.starts_with("again-link-jump is the same as link-jump"),
            "{out}"
        );
    }
}
