//! Lines in, workers, lines out. No more than a few jobs are in memory at any time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};
use serde::Serialize;

use super::done::{Done, open_for_more};
use super::progress::Progress;
use super::work::Worker;
use crate::base::CancelToken;
use crate::base::allocation::spawn_up_to;
use crate::config::Settings;

/// A line that is longer is no job, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Jobs that wait for each worker.
const WAITING: usize = 2;

/// The jobs to do, from the command line.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct BatchOptions {
    /// File with one job in each line, as JSON. The default is standard input.
    jobs_file: Option<PathBuf>,
    /// Number of jobs done at the same time. They share `limits.memory_mib`.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Add the results to this file, and skip the jobs that have results there: a run that was cut off goes on.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Skip the jobs that have results in this file. May be repeated.
    #[arg(long, value_name = "FILE")]
    skip_done: Vec<PathBuf>,
    /// Do jobs again that have failed, instead of skipping them.
    #[arg(long)]
    retry_failed: bool,
    /// Seconds for a job that names none; 0 for no limit.
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u32,
    /// Seconds between two messages about the progress; 0 for none.
    #[arg(long, value_name = "S", default_value_t = 10)]
    progress: u32,
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Jobs that have a new result.
    pub n_done: u64,
    /// Those of them that failed.
    pub n_failed: u64,
    /// Jobs that had a result before.
    pub n_skipped: u64,
}

/// Works off all jobs, and writes a line for each as it ends. Results of jobs that a cancel has cut off are not
/// written.
///
/// # Errors
/// If a file can't be read or written, or if the run is cancelled. A job that fails is no error.
pub fn run(
    options: &BatchOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut (impl Write + Send),
) -> anyhow::Result<Summary> {
    let mut done = Done::default();
    for path in &options.skip_done {
        let place = || path.display().to_string();
        let file = File::open(path).with_context(place)?;
        let read = done.read(BufReader::new(file), options.retry_failed);
        read.with_context(place)?;
    }
    // From here on no other run writes to the file, or counts its jobs.
    let open = |path: &PathBuf| {
        let file = open_for_more(path, &mut done, options.retry_failed);
        file.with_context(|| path.display().to_string())
    };
    let results = options.out.as_ref().map(open).transpose()?;
    let (input, n_jobs) = options.input()?;
    let progress = Progress::new(n_jobs, nonzero(options.progress));
    match results {
        Some(file) => {
            let mut file = io::LineWriter::new(file);
            work_off(options, settings, cancel, input, &done, progress, &mut file)
        }
        None => work_off(options, settings, cancel, input, &done, progress, out),
    }
}

impl BatchOptions {
    /// The input, and how many jobs it has if that is known.
    fn input(&self) -> anyhow::Result<(Box<dyn BufRead + Send>, Option<u64>)> {
        let Some(path) = &self.jobs_file else {
            return Ok((Box::new(BufReader::new(io::stdin())), None));
        };
        let place = || path.display().to_string();
        let open = || File::open(path).map(BufReader::new);
        // What is no regular file, such as a pipe, can be read only once.
        if !std::fs::metadata(path).with_context(place)?.is_file() {
            return Ok((Box::new(open().with_context(place)?), None));
        }
        let mut n_lines = 0;
        for line in open().with_context(place)?.split(b'\n') {
            n_lines += u64::from(!line.with_context(place)?.trim_ascii().is_empty());
        }
        Ok((Box::new(open().with_context(place)?), Some(n_lines)))
    }

    /// Settings of one worker: all of them share the memory.
    fn of_one_worker(&self, settings: &Settings) -> Settings {
        let mut settings = settings.shared_by(self.jobs.into());
        // Jobs run side by side; the threads of a search would only wait for each other.
        settings.engine.search.threads = 1;
        settings.engine.reading.reader.threads.number = 1;
        settings
    }
}

fn nonzero(seconds: u32) -> Option<Duration> {
    (seconds > 0).then(|| Duration::from_secs(seconds.into()))
}

/// What is written, and counted, one line at a time.
struct Output<'o, W> {
    out: &'o mut W,
    progress: Progress,
    failure: Option<io::Error>,
}

fn work_off<W: Write + Send>(
    options: &BatchOptions,
    settings: &Settings,
    cancel: &CancelToken,
    input: Box<dyn BufRead + Send>,
    done: &Done,
    progress: Progress,
    out: &mut W,
) -> anyhow::Result<Summary> {
    let settings = options.of_one_worker(settings);
    let time = nonzero(options.seconds);
    let n_workers = usize::from(options.jobs);
    let output = Mutex::new(Output {
        out,
        progress,
        failure: None,
    });
    let stop = CancelToken::new();
    let (sender, receiver) = sync_channel(WAITING * n_workers);
    let receiver = Mutex::new(receiver);
    let work = || {
        let mut worker = Worker::new(&settings, time, cancel);
        while let Some(line) = next(&receiver) {
            let (result, is_ok) = worker.answer(&line);
            if cancel.is_cancelled() {
                break;
            }
            if write(&output, &result, is_ok).is_err() {
                stop.cancel();
                break;
            }
        }
        // The sender must not wait for a worker that has ended: the rest of the input is thrown away.
        while next(&receiver).is_some() {}
    };
    thread::scope(|scope| {
        let sender = sender;
        if spawn_up_to(scope, n_workers, |_| &work).is_empty() {
            bail!("no thread for a job can be started");
        }
        let is_stopped = || cancel.is_cancelled() || stop.is_cancelled();
        let skip = || lock(&output).progress.n_skipped += 1;
        feed(input, done, &sender, is_stopped, skip)
    })?;
    let output = output.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = output.failure {
        return Err(error.into());
    }
    output.out.flush()?;
    if cancel.is_cancelled() {
        bail!("interrupted: the jobs without a result are still to be done");
    }
    Ok(Summary {
        n_done: output.progress.n_done,
        n_failed: output.progress.n_failed,
        n_skipped: output.progress.n_skipped,
    })
}

/// Hands the jobs without a result to the workers, and counts the others as skipped.
fn feed(
    mut input: Box<dyn BufRead + Send>,
    done: &Done,
    sender: &SyncSender<String>,
    is_stopped: impl Fn() -> bool,
    skip: impl Fn(),
) -> anyhow::Result<()> {
    while !is_stopped() {
        let mut bytes = Vec::new();
        let n_bytes = input
            .by_ref()
            .take(MOST_BYTES)
            .read_until(b'\n', &mut bytes)?;
        if n_bytes == 0 {
            break;
        }
        if n_bytes as u64 == MOST_BYTES && bytes.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
            bytes.truncate(0);
            bytes.extend(b"a line of more than 16 MiB");
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if done.has(line) {
            skip();
        } else if sender.send(line.to_owned()).is_err() {
            break;
        }
    }
    Ok(())
}

/// The next job; `None` when there are no more.
fn next(receiver: &Mutex<Receiver<String>>) -> Option<String> {
    let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
    receiver.recv().ok()
}

fn lock<'a, 'o, W>(output: &'a Mutex<Output<'o, W>>) -> MutexGuard<'a, Output<'o, W>> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a line, so that it is there even if the run is killed at the next moment.
fn write<W: Write>(
    output: &Mutex<Output<'_, W>>,
    result: &serde_json::Value,
    is_ok: bool,
) -> Result<(), ()> {
    let mut output = lock(output);
    let written = writeln!(output.out, "{result}").and_then(|()| output.out.flush());
    if let Err(error) = written {
        output.failure.get_or_insert(error);
        return Err(());
    }
    output.progress.count(is_ok);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn jobs(n_jobs: usize) -> String {
        (0..n_jobs)
            .map(|id| format!("{{\"id\":{id},\"kind\":\"score\",\"size\":2,\"black\":[\"A1\"]}}\n"))
            .collect()
    }

    fn options(folder: &Path, text: &str, jobs: u16) -> BatchOptions {
        let file = folder.join("jobs");
        std::fs::write(&file, text).unwrap();
        BatchOptions {
            jobs_file: Some(file),
            jobs,
            ..BatchOptions::default()
        }
    }

    fn run_all(options: &BatchOptions) -> (Summary, String) {
        let mut out = Vec::new();
        let settings = Settings::default();
        let summary = run(options, &settings, &CancelToken::new(), &mut out).unwrap();
        (summary, String::from_utf8(out).unwrap())
    }

    #[test]
    fn every_job_has_one_result_whatever_the_number_of_workers() {
        let folder = tempfile::tempdir().unwrap();
        let text = format!("{}\nnonsense\n", jobs(20));
        let sorted = |text: &str| -> BTreeSet<String> {
            let lines = text.lines().map(|line| {
                let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
                value["seconds"] = 0.into();
                value.to_string()
            });
            lines.collect()
        };
        let (summary, one) = run_all(&options(folder.path(), &text, 1));
        assert_eq!((summary.n_done, summary.n_failed), (21, 1));
        assert_eq!(one.lines().count(), 21);
        let (_, three) = run_all(&options(folder.path(), &text, 3));
        assert_eq!(sorted(&one), sorted(&three));
    }

    #[test]
    fn a_run_that_was_cut_off_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let mut options = options(folder.path(), &jobs(5), 1);
        options.out = Some(out.clone());
        std::fs::write(&out, "{\"id\":3,\"ok\":true}\n{\"id\":4,\"o").unwrap();
        let (summary, printed) = run_all(&options);
        assert_eq!((summary.n_done, summary.n_skipped), (4, 1));
        assert_eq!(printed, "");
        assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 5);
        let (summary, _) = run_all(&options);
        assert_eq!((summary.n_done, summary.n_skipped), (0, 5));
    }

    /// As in `tedomari batch <(PROGRAM)`: the jobs are there only once.
    #[cfg(unix)]
    #[test]
    fn jobs_come_through_a_pipe() {
        let folder = tempfile::tempdir().unwrap();
        let (reader, mut writer) = io::pipe().unwrap();
        let feeder = thread::spawn(move || writer.write_all(jobs(5).as_bytes()).unwrap());
        let mut options = options(folder.path(), "", 1);
        let fd = std::os::fd::AsRawFd::as_raw_fd(&reader);
        options.jobs_file = Some(format!("/proc/self/fd/{fd}").into());
        let (summary, _) = run_all(&options);
        drop(reader);
        feeder.join().unwrap();
        assert_eq!((summary.n_done, summary.n_failed), (5, 0));
    }

    #[test]
    fn a_cancelled_run_writes_no_half_results() {
        let folder = tempfile::tempdir().unwrap();
        let cancel = CancelToken::new();
        cancel.cancel();
        let mut out = Vec::new();
        let options = options(folder.path(), &jobs(9), 2);
        let error = run(&options, &Settings::default(), &cancel, &mut out).unwrap_err();
        assert!(error.to_string().starts_with("interrupted") && out.is_empty());
    }
}
