//! Lines in, answers out, and threads that analyze in between.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use serde_json::{Value, json};

use super::answer;
use super::request::{Action, Request, RequestError};
use super::shared::{Shared, Written};
use super::worker::Worker;
use crate::base::{Background, Budget, CancelToken};
use crate::engine::Engine;
use crate::katago::{KataParams, models};

/// Longest line, in bytes. A longer one is answered by an error and not stored.
const MAX_LINE_BYTES: usize = 4_000_000;

/// How an analysis engine works.
#[derive(Clone, Debug)]
pub struct AnalysisParams {
    /// Positions that are analyzed at the same time, at least 1.
    pub n_threads: usize,
    /// What queries do not change. Its memory is that of one thread.
    pub usual: KataParams,
    /// Whether all positions are analyzed after the end of the input; otherwise it ends all work.
    pub finishes: bool,
}

/// Answers the queries of `input` on `output` until the end of the input, or until the output is closed by its reader.
/// Returns the output when all is written. The calling thread reads.
///
/// # Errors
/// If a thread can't be started, or writing fails for another reason than a closed pipe.
pub fn serve<O: Write + Send + 'static>(
    params: &AnalysisParams,
    input: impl Read,
    output: O,
) -> io::Result<O> {
    let written = Arc::new(Written::default());
    let told = Arc::clone(&written);
    let (writer, thread) = Background::start(output, move || told.tell())?;
    let shared = Arc::new(Shared::new(writer.clone(), written));
    // All engines share one network, which lives as long as the input_loop.
    let engine = || Engine::new(params.usual.engine.clone());
    let input_loop = InputLoop {
        params,
        shared: &shared,
        network: engine(),
    };
    let mut threads = Vec::new();
    for number in 0..params.n_threads.max(1) {
        let worker = Worker::new(engine(), Arc::clone(&shared));
        let builder = thread::Builder::new().name(format!("analysis {number}"));
        threads.push(builder.spawn(move || worker.run())?);
    }
    input_loop.read_all(input);
    shared.queue.close();
    for thread in threads {
        thread
            .join()
            .map_err(|_| io::Error::other("a thread that analyzes has ended"))?;
    }
    writer.end();
    let output = thread
        .join()
        .map_err(|_| io::Error::other("the thread that writes has ended"))?;
    match writer.failure() {
        Some(kind) if kind != io::ErrorKind::BrokenPipe => Err(kind.into()),
        Some(_) | None => Ok(output),
    }
}

/// Where lines arrive.
struct InputLoop<'a> {
    params: &'a AnalysisParams,
    shared: &'a Shared,
    /// Holds the network, and never searches.
    network: Engine,
}

impl InputLoop<'_> {
    /// Takes lines until there are no more, or the output has failed.
    fn read_all(&self, input: impl Read) {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        while !self.shared.has_failed() {
            line.clear();
            let limit = MAX_LINE_BYTES as u64 + 1;
            match input.by_ref().take(limit).read_until(b'\n', &mut line) {
                Ok(0) => break,
                Ok(_) if line.len() > MAX_LINE_BYTES => {
                    let message = format!("line longer than {MAX_LINE_BYTES} bytes");
                    self.shared.send(&answer::general_error(&message));
                    if input.skip_until(b'\n').is_err() {
                        break;
                    }
                }
                Ok(_) => self.take_line(&String::from_utf8_lossy(&line)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    tracing::error!(%error, "the input can't be read");
                    break;
                }
            }
        }
        if !self.params.finishes || self.shared.has_failed() {
            self.terminate(None, None);
        }
    }

    fn take_line(&self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        match Request::parse(line, &self.params.usual) {
            Ok(Request::Query(parsed)) => {
                for warning in &parsed.warnings {
                    self.shared
                        .send(&answer::warning(&parsed.query.id, warning));
                }
                self.shared.queue.wait_for_room();
                self.shared.queue.add(parsed.query);
            }
            Ok(Request::Action(action, request)) => {
                let more = self.act(&action);
                self.shared.send(&answer::echo(request, &more));
            }
            Err(RequestError::General(message)) => {
                self.shared.send(&answer::general_error(&message));
            }
            Err(RequestError::OfQuery(id, error)) => self.shared.send(&answer::error(&id, &error)),
        }
    }

    /// Performs an action; returns the fields that its answer adds.
    fn act(&self, action: &Action) -> Vec<(&'static str, Value)> {
        match action {
            Action::QueryVersion => vec![
                ("version", json!(env!("CARGO_PKG_VERSION"))),
                ("git_hash", json!("<omitted>")),
            ],
            Action::QueryModels => {
                let source = self.params.usual.engine.network.source.as_ref();
                let budget = Budget::unlimited().with_cancel(&CancelToken::new());
                let network = self.network.network(&budget).ok();
                vec![("models", models::json(source, network.as_deref()))]
            }
            Action::ClearCache => {
                self.shared.n_cleared.fetch_add(1, Ordering::Relaxed);
                Vec::new()
            }
            Action::Terminate { id, turns } => {
                self.terminate(id.as_deref(), turns.as_deref());
                Vec::new()
            }
        }
    }

    /// Ends the analysis of positions; those that wait are answered at once.
    fn terminate(&self, id: Option<&str>, turns: Option<&[i64]>) {
        for job in self.shared.queue.terminate(id, turns) {
            self.shared.send(&answer::nothing(&job.query, job.turn));
        }
    }
}
