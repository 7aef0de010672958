//! `tedomari exact`: small boards solved.

mod options;
mod report;
mod task;
#[cfg(test)]
mod tests;

use std::io::Write;

use anyhow::bail;

use crate::base::{Budget, CancelToken};
use crate::config::Settings;
use crate::exact::rules::ExactRules;
use crate::exact::superko::Superko;
pub(super) use options::ExactOptions;
use options::{Method, Repetition};
use report::Rest;
use task::Task;
pub(super) use task::{go_on, parse_shape};

/// Solves the board and prints its value, or the bounds proved so far. As text, the value comes as soon as it is known,
/// and then each move.
pub(super) fn run(
    options: &ExactOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    options.picture.check()?;
    let shape = parse_shape(&options.board)?;
    let rules = options.exact_rules();
    let only_area = !matches!(
        options.repetition,
        Repetition::Draw | Repetition::Loses | Repetition::Wins
    );
    if only_area && rules != ExactRules::AREA {
        bail!("this rule of repetition needs area scoring and the default ko rule");
    }
    if options.table.is_some() && (only_area || options.method != Method::Search) {
        bail!("only `--method search` without a rule of repetition keeps a table");
    }
    if options.proof.is_some()
        && (rules != ExactRules::AREA
            || options.repetition != Repetition::Draw
            || options.method != Method::Search)
    {
        bail!(
            "`--proof` needs area scoring, the default ko rule, `--repetition draw` and `--method search`"
        );
    }
    options.check_method()?;
    let mut budget = options.nodes.map_or_else(Budget::unlimited, Budget::nodes);
    budget = budget.with_cancel(cancel);
    let task = Task::new(options, settings, shape.clone(), rules)?;
    let mut is_printed = false;
    let report = match (options.repetition, options.method) {
        (Repetition::Captures, _) => task.by_captures(cancel)?,
        (Repetition::Superko, _) => task.by_superko(Superko::Positional, &mut budget)?,
        (Repetition::SituationalSuperko, _) => {
            task.by_superko(Superko::Situational, &mut budget)?
        }
        (_, Method::Retrograde) => task.by_retrograde(cancel)?,
        (_, Method::Search) => {
            is_printed = !options.json;
            let report = task.by_search(&mut budget, |text| {
                if is_printed {
                    writeln!(out, "{text}")?;
                    out.flush()?;
                }
                Ok(())
            })?;
            if is_printed {
                write!(out, "{}", Rest(&report))?;
            }
            report
        }
    };
    if options.picture.is_wanted() {
        options.picture.write(&report.picture(&shape))?;
    }
    if options.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else if !is_printed {
        write!(out, "{report}")?;
    }
    Ok(())
}
