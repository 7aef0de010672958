//! Fixed work on one thread: node counts, which change only if the program changes, and the speed.
//!
//! Floor 13. Each searcher has a job: fixed positions, and a budget in nodes, never in time. So the counts are the same
//! on every machine. `tests/bench/signature` has them, each with a digest of the results.

mod boards;
mod games;
mod life;
mod play;
mod regions;
mod small;
mod tactics;
mod tally;

use std::io::Write;
use std::time::{Duration, Instant};

use self::tally::Tally;

/// The work of one subsystem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// Name of the subsystem.
    pub name: &'static str,
    /// Nodes, plays or playouts: each subsystem has its own unit.
    pub count: u64,
    /// A number that depends on every result.
    pub digest: u64,
    /// The time that it took.
    pub elapsed: Duration,
}

/// Fixed work, written into a tally.
type Job = fn(&mut Tally);

/// All jobs, ground floor first.
const JOBS: &[(&str, Job)] = &[
    ("perft", play::perft_lines),
    ("plays", play::random_plays),
    ("playouts", play::light_playouts),
    ("search", play::searches),
    ("forms", games::canonical_forms),
    ("thermographs", games::thermographs),
    ("sums", games::sums),
    ("logic", games::logic),
    ("benson", life::unconditional),
    ("tracking", life::tracking),
    ("safety", life::alternate),
    ("reader", life::reader),
    ("captures", tactics::captures),
    ("connections", tactics::connections),
    ("threats", tactics::double_threats),
    ("races", tactics::races),
    ("eyes", tactics::eyes),
    ("counting", regions::counting),
    ("best-play", regions::best_play),
    ("safe-areas", regions::safety_by_search),
    ("enclosed", regions::enclosed),
    ("seki", regions::seki),
    ("endgame", regions::local_games),
    ("endings", regions::sums_of_regions),
    ("numbers", small::by_numbers),
    ("deepening", small::by_depth),
    ("retrograde", small::retrograde),
    ("credits", small::credits),
    ("superko", small::superko),
];

/// Does all the work.
#[must_use]
pub fn work() -> Vec<Work> {
    JOBS.iter()
        .map(|&(name, run)| {
            let start = Instant::now();
            let mut tally = Tally::default();
            run(&mut tally);
            Work {
                name,
                count: tally.count(),
                digest: tally.digest(),
                elapsed: start.elapsed(),
            }
        })
        .collect()
}

/// The counts and digests as text. A change that only moves code leaves them alone.
#[must_use]
pub fn signature(work: &[Work]) -> String {
    work.iter()
        .map(
            |Work {
                 name,
                 count,
                 digest,
                 ..
             }| format!("{name} {count} {digest:016x}\n"),
        )
        .collect()
}

/// Does all the work and prints the signature, then the speed.
///
/// # Errors
/// If writing fails.
pub fn run(out: &mut impl Write) -> anyhow::Result<()> {
    let work = work();
    write!(out, "{}", signature(&work))?;
    writeln!(out)?;
    for Work {
        name,
        count,
        elapsed,
        ..
    } in work
    {
        let seconds = elapsed.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate for the reader")]
        let rate = count as f64 / seconds.max(1e-9);
        writeln!(out, "{name:12} {seconds:8.3} s {rate:14.0} per second")?;
    }
    Ok(())
}
