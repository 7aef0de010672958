//! `tedomari-dev fit-reader`: learns the reader's move order and forecast from life and death problems.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::fit::report;
use crate::base::{Budget, counted};
use crate::cli::read::{failure, for_each_problem, recorded_problem};
use crate::config::Settings;
use crate::engine::reading::readers;
use crate::files;
use crate::learn::ReaderFit;
use crate::tsumego::guide::lesson::{Lesson, LessonOptions, Subject};

/// The problems, the file of weights, and parameters.
#[derive(Debug, Args)]
pub(super) struct FitReaderOptions {
    /// Records of the problems in SGF, as for `read`.
    #[arg(required = true)]
    problems: Vec<PathBuf>,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The weights to learn.
    #[arg(long, value_enum, default_value_t = Learned::Moves)]
    learn: Learned,
    /// Nodes for each problem.
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    nodes: u64,
    /// A position counts if the search spent at least this many nodes below it.
    #[arg(long, value_name = "N", default_value_t = 30)]
    least_work: u32,
    /// Most positions of each problem to learn from.
    #[arg(long, value_name = "N", default_value_t = 200)]
    lessons: usize,
    /// Number of problems read at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

/// The weights to learn.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Learned {
    /// The move order: which move achieves the goal.
    Moves,
    /// The first proof numbers: which side succeeds.
    Forecast,
}

/// Reads the problems, fits the weights, writes the file, and prints how well they predict the lessons held back.
pub(super) fn run(
    options: &FitReaderOptions,
    settings: &Settings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let lesson_options = LessonOptions {
        subject: match options.learn {
            Learned::Moves => Subject::Moves,
            Learned::Forecast => Subject::Outcome,
        },
        least_work: options.least_work,
        most_lessons: options.lessons,
        seed: 1,
    };
    let reader = |n_jobs| readers::for_problems(settings.reader_of(n_jobs));
    let lessons = for_each_problem(&options.problems, options.jobs, reader, |path, reader| {
        let problem = recorded_problem(path, settings, &mut Budget::nodes(options.nodes))?;
        let mut budget = Budget::nodes(options.nodes);
        Ok(reader.lessons(
            &problem.board,
            problem.question,
            &lesson_options,
            &mut budget,
        ))
    })?;
    let n_problems = lessons.len();
    let (lessons, errors): (Vec<_>, Vec<_>) = lessons.into_iter().partition(Result::is_ok);
    let lessons: Vec<Vec<Lesson>> = lessons.into_iter().flatten().collect();
    let errors = errors.into_iter().filter_map(anyhow::Result::err).collect();
    if lessons.is_empty() {
        return failure(errors, n_problems).map_or(Ok(()), Err);
    }
    let fitted = ReaderFit::default().run(&lessons);
    let path = &options.out;
    files::write(path, &fitted.bytes).with_context(|| format!("{}", path.display()))?;
    let n_lessons: usize = lessons.iter().map(Vec::len).sum();
    write!(
        out,
        "{} of {}, ",
        counted(n_lessons, "lesson"),
        counted(lessons.len(), "problem")
    )?;
    report(&fitted, out)?;
    failure(errors, n_problems).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::base::weights::Weights;

    #[test]
    fn weights_are_written_and_reported() {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            options: FitReaderOptions,
        }
        let dir = tempfile::tempdir().unwrap();
        let [problem, weights] = ["problem.sgf", "weights.bin"].map(|name| dir.path().join(name));
        let record = "(;GM[1]FF[4]SZ[9]PL[W]MA[ch]AB[ah][bh][ch][dh][eh][ei]\
            AW[ag][bg][cg][dg][eg][fg][fh][fi][ae][be][ce][de][ee][fe][gg])";
        fs::write(&problem, record).unwrap();
        let [problem, out] = [&problem, &weights].map(|path| path.display().to_string());
        for learn in ["moves", "forecast"] {
            let line = [
                "fit-reader",
                &problem,
                "--out",
                &out,
                "--least-work",
                "1",
                "--learn",
                learn,
            ];
            let options = <Line as clap::Parser>::parse_from(line).options;
            let mut settings = Settings::default();
            settings.engine.reading.reader.log2_entries = 12;
            let mut said = Vec::new();
            run(&options, &settings, &mut said).unwrap();
            let said = String::from_utf8(said).unwrap();
            assert!(said.contains(" of 1 problem, "), "{said}");
            assert!(Weights::new(&fs::read(&weights).unwrap()).is_ok());
        }
    }
}
