//! `tedomari-dev try`: rules of a file tried before they are kept.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use crate::base::{Budget, CancelToken};
use crate::cli::knowledge_said::said;
use crate::cli::read::recorded_problem;
use crate::cli::record::{At, load_game};
use crate::config::Settings;
use crate::engine::reading::readers;
use crate::engine::reading::{Knowledge, RuleText};
use crate::goals::rules::{RuleBase, RuleFile, RuleId};
use crate::goals::trial::{Judgement, Problem, RuleTrial, TrialLimits, TrialSums, positions};
use crate::tsumego::reader::ReadLife;

/// The rules, and what they are tried on.
#[derive(Debug, Args)]
pub(super) struct TryOptions {
    /// File of rules.
    file: PathBuf,
    /// Try this rule of the file, beside the others. The default is to try all rules of the file. May be repeated.
    #[arg(long = "rule", value_name = "NAME")]
    rules: Vec<String>,
    /// Try the rules on these problems, records in SGF as `read` takes them.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    problems: Vec<PathBuf>,
    /// Show every match in the last position of this record.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// Nodes of the reader for each move that it judges.
    #[arg(long, default_value_t = TrialLimits::default().move_nodes)]
    nodes: u64,
}

/// Tries the rules, and prints the results: first what they are, then the position, the problems, and the positions of
/// the base.
pub(super) fn try_rules(
    options: &TryOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (before, after) = bases(options, settings, cancel)?;
    let effort = TrialLimits {
        move_nodes: options.nodes,
        ..TrialLimits::default()
    };
    let trial = RuleTrial::new(&before, &after, effort);
    for &id in trial.tried() {
        writeln!(out, "{}", described(&before, &after, id))?;
    }
    if let Some(path) = &options.position {
        let game = load_game(path, settings, At::End)?;
        let board = game.board();
        let (found, is_cut) = trial.matches(board);
        let plural = if found.len() == 1 { "match" } else { "matches" };
        let left_out = if is_cut { ", others left out" } else { "" };
        writeln!(
            out,
            "{}: {} {plural}{left_out}",
            path.display(),
            found.len()
        )?;
        for (assertion, is_dominant) in &found {
            let aside = if *is_dominant { "" } else { " [overridden]" };
            writeln!(out, "  {}{aside}", said(&after, board, assertion))?;
        }
    }
    let mut reader = readers::for_problems(settings.reader_of(1));
    let mut problems = Vec::new();
    for path in &options.problems {
        let loaded = recorded_problem(path, settings, &mut Budget::nodes(options.nodes))?;
        problems.push(Problem {
            name: path.display().to_string(),
            board: loaded.board,
            question: loaded.question,
        });
    }
    for (title, problems) in [
        ("problems", problems),
        ("positions of the base", positions()),
    ] {
        if !problems.is_empty() {
            let sums = tried(&trial, &after, &problems, &mut reader, cancel, out)?;
            writeln!(out, "{title}: {}", told(&sums))?;
        }
    }
    Ok(())
}

/// The base without the rules that are tried, and with them.
fn bases(
    options: &TryOptions,
    settings: &Settings,
    cancel: &CancelToken,
) -> anyhow::Result<(RuleBase, RuleBase)> {
    let mut params = settings.engine.knowledge.clone();
    params
        .files
        .retain(|path| !is_same_file(path, &options.file));
    let knowledge = Knowledge::load(&params);
    let text = RuleText::read(&options.file, cancel)?;
    let mut others = RuleFile::read(text.parts().0, text.parts().1)?;
    let all: Vec<String> = others.rules().map(|rule| rule.name().to_owned()).collect();
    let names = if options.rules.is_empty() {
        &all
    } else {
        &options.rules
    };
    for name in names {
        let place = || options.file.display().to_string();
        others.remove(name).with_context(place)?;
    }
    let before = knowledge.and(&[RuleText::new(text.parts().0, others.text())])?;
    Ok((before, knowledge.and(&[text])?))
}

fn is_same_file(one: &Path, two: &Path) -> bool {
    let real = [one, two].map(fs::canonicalize);
    matches!(real, [Ok(one), Ok(two)] if one == two)
}

/// A rule with its specificity, and how it stands to others.
fn described(before: &RuleBase, after: &RuleBase, id: RuleId) -> String {
    let rule = after.rule(id);
    let relations = before.relations(rule);
    let bits = f64::from(relations.specificity) / 16.0;
    let mut text = format!("{}: {bits:.1} bits", rule.name());
    for (what, ids) in [
        ("overrides", &relations.overrides),
        ("overridden by", &relations.overridden_by),
        ("matches as", &relations.same),
    ] {
        if !ids.is_empty() {
            let names: Vec<&str> = ids.iter().map(|&id| before.rule(id).name()).collect();
            text += &format!("; {what} {}", names.join(", "));
        }
    }
    text
}

/// Sums in words.
fn told(sums: &TrialSums) -> String {
    let list = |names: &[String]| match names {
        [] => String::new(),
        names => format!(" ({})", names.join(", ")),
    };
    format!(
        "matched in {} of {}; moves: {} right, {} wrong, {} open; {} overridden; solved by goals: {} without, {} with; \
         not confirmed: {} without, {} with; gained {}{}, lost {}{}; positions: {} without, {} with",
        sums.n_matched,
        sums.n_problems,
        sums.right,
        sums.wrong,
        sums.open,
        sums.overridden,
        sums.solved_before,
        sums.solved_after,
        sums.unconfirmed_before,
        sums.unconfirmed_after,
        sums.gained.len(),
        list(&sums.gained),
        sums.lost.len(),
        list(&sums.lost),
        sums.positions_before,
        sums.positions_after,
    )
}

/// Tries the rules on problems, and prints every match.
fn tried(
    trial: &RuleTrial<'_>,
    after: &RuleBase,
    problems: &[Problem],
    reader: &mut dyn ReadLife,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<TrialSums> {
    let mut sums = TrialSums::default();
    for problem in problems {
        let found = trial.problem(problem, reader, cancel);
        let found = found.context("interrupted")?;
        for found in &found.matches {
            let aside = if found.is_overridden {
                " [overridden]"
            } else {
                ""
            };
            let judged = match found.judgement {
                Some(Judgement::Right) => " -> right",
                Some(Judgement::Wrong) => " -> wrong",
                Some(Judgement::Open) => " -> open",
                None => "",
            };
            let said = said(after, &problem.board, &found.assertion);
            writeln!(out, "{}: {said}{judged}{aside}", problem.name)?;
        }
        sums.add(&problem.name, &found);
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "rule my-three\npurpose live\ngoal save A\nnote \"The middle.\"\nsource hand\nmap\n \
        A ? ? ?\n . * . X\n - - - -\nend\n\n\
        rule my-other\npurpose live\ngoal save A\nnote \"Text.\"\nsource hand\nmap\n \
        A O O O O *\nend\n";
    const THREE: &str = "(;SZ[7]AW[ae][be][ce][de][ee][ef][eg]AB[af][bf][cf][df][dg]PL[B])";

    fn run(rules: &[&str], position: bool) -> anyhow::Result<String> {
        let folder = tempfile::tempdir()?;
        let (file, record) = (folder.path().join("my.rules"), folder.path().join("a.sgf"));
        fs::write(&file, RULES)?;
        fs::write(&record, THREE)?;
        let options = TryOptions {
            file,
            rules: rules.iter().map(|&name| name.to_owned()).collect(),
            problems: Vec::new(),
            position: position.then_some(record),
            nodes: 5_000,
        };
        crate::cli::printed(try_rules, &options)
    }

    #[test]
    fn rules_are_described_matched_and_judged() {
        let text = run(&[], false).unwrap();
        assert!(
            text.starts_with("my-three: ") && text.contains("\nmy-other: "),
            "{text}"
        );
        let line = "live three in the corner: black: save A2: live at B1, good: The middle. \
            (my-three) -> right [overridden]\n";
        assert!(text.contains(line), "{text}");
        assert!(
            text.contains("positions of the base: matched in "),
            "{text}"
        );
        assert!(text.contains(" lost 0;"), "{text}");
    }

    /// The session of docs/goals.md: nothing but the rule of the session is in force.
    #[test]
    fn a_rule_gains_problems_in_a_trial() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web/base_slide");
        let problems = ["slide", "stone_less", "solved_before", "no_match"];
        let options = TryOptions {
            file: folder.join("base_slide.rules"),
            rules: Vec::new(),
            problems: problems
                .map(|name| folder.join(format!("{name}.sgf")))
                .to_vec(),
            position: None,
            nodes: 20_000,
        };
        let settings = Settings::load(&[], &["goals.builtin=false".to_owned()]).unwrap();
        let mut out = Vec::new();
        try_rules(&options, &settings, &CancelToken::new(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let sums = "problems: matched in 3 of 4; moves: 3 right, 0 wrong, 0 open; 0 overridden; solved by goals: \
                    1 without, 3 with; not confirmed: 0 without, 0 with; gained 2 (";
        assert!(text.contains(sums) && text.contains(", lost 0;"), "{text}");
    }

    #[test]
    fn one_rule_is_tried_beside_the_others_of_its_file() {
        let text = run(&["my-other"], true).unwrap();
        assert!(
            text.starts_with("my-other: ") && !text.contains("my-three"),
            "{text}"
        );
        assert!(text.contains("a.sgf: 0 matches\n"), "{text}");
        let error = run(&["no-rule"], false).unwrap_err();
        assert!(
            format!("{error:#}").ends_with("there is no rule `no-rule` in the file"),
            "{error:#}"
        );
    }
}
