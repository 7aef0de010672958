//! `tedomari fit-reader`: learns the order of moves of the reader from life and death problems.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::fit::report;
use super::read::{QuestionOptions, for_each_problem, problem};
use crate::base::Budget;
use crate::config::Settings;
use crate::learn::ReadingFit;
use crate::tsumego::lesson::{Lesson, Syllabus};

/// Where the problems are, and where the weights go.
#[derive(Debug, Args)]
pub(super) struct FitReaderOptions {
    /// Records of the problems in SGF, as for `read`.
    #[arg(required = true)]
    problems: Vec<PathBuf>,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions evaluated for each problem.
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    nodes: u64,
    /// A position counts if so many were evaluated below it.
    #[arg(long, value_name = "N", default_value_t = 30)]
    least_work: u32,
    /// Positions of each problem to learn from, at most.
    #[arg(long, value_name = "N", default_value_t = 200)]
    lessons: usize,
    /// Problems read at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

/// Reads the problems, fits, writes the file and prints how well it predicts what was held back.
pub(super) fn run(
    options: &FitReaderOptions,
    settings: &Settings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let syllabus = Syllabus {
        least_work: options.least_work,
        most_lessons: options.lessons,
        seed: 1,
    };
    let lessons = for_each_problem(&options.problems, options.jobs, settings, |path, reader| {
        let problem = problem(path, &QuestionOptions::default(), settings)?;
        let mut budget = Budget::nodes(options.nodes);
        Ok(reader.lessons(&problem.board, problem.question, &syllabus, &mut budget))
    })?;
    let lessons = lessons
        .into_iter()
        .collect::<anyhow::Result<Vec<Vec<Lesson>>>>()?;
    let fitted = ReadingFit::default().run(&lessons);
    let path = &options.out;
    fs::write(path, &fitted.bytes).with_context(|| format!("{}", path.display()))?;
    let n_lessons: usize = lessons.iter().map(Vec::len).sum();
    write!(out, "{n_lessons} lessons of {} problems, ", lessons.len())?;
    report(&fitted, out)
}
