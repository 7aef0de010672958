//! Fixed work on one thread: node counts that change only when the program does, and, apart from them, the speed.
//!
//! Floor 13. The counts stand in `tests/bench/signature`; the budget is counted in nodes and playouts, never in time, so
//! they are the same on every machine.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::base::{Budget, Color, Rng, Size};
use crate::board::perft::{PerftOptions, perft};
use crate::board::{Board, Game, Rules};
use crate::mcts::playout::{Policy, Turn, play_out};
use crate::mcts::{self, Filter, Searcher};

/// What one subsystem did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// Name of the subsystem.
    pub name: &'static str,
    /// Nodes, plays or playouts: the unit is the subsystem's own.
    pub count: u64,
    /// A number that depends on every result.
    pub digest: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Fixed work: returns the count and the digest.
type Job = fn() -> (u64, u64);

/// Does all the work.
#[must_use]
pub fn work() -> Vec<Work> {
    let list: [(&str, Job); 4] = [
        ("perft", perft_lines),
        ("plays", random_plays),
        ("playouts", light_playouts),
        ("search", searches),
    ];
    list.into_iter()
        .map(|(name, run)| {
            let start = Instant::now();
            let (count, digest) = run();
            Work {
                name,
                count,
                digest,
                elapsed: start.elapsed(),
            }
        })
        .collect()
}

/// The counts and digests as text: what must not change.
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
        writeln!(out, "{name:10} {seconds:8.3} s {rate:14.0} per second")?;
    }
    Ok(())
}

/// Mixes a number into a digest.
const fn mix(digest: u64, number: u64) -> u64 {
    (digest.rotate_left(5) ^ number).wrapping_mul(0x517C_C1B7_2722_0A95)
}

/// Counts legal lines; the count is that of plays tried.
fn perft_lines() -> (u64, u64) {
    let options = PerftOptions {
        counts_passes: true,
    };
    let list = [
        (Size::square(4), 5),
        (Size::square(9), 3),
        (Size::square(19), 2),
    ];
    list.into_iter()
        .fold((0, 0), |(count, digest), (size, depth)| {
            let n_lines = perft(&mut Board::new(size), Color::Black, depth, options);
            (count + n_lines, mix(digest, n_lines))
        })
}

/// Plays and takes back random moves; the count is that of plays.
fn random_plays() -> (u64, u64) {
    let mut rng = Rng::new(1, 0);
    let (mut count, mut digest) = (0, 0);
    for side in [9, 13, 19] {
        let mut board = Board::new(Size::square(side));
        for n in 0..50_000 {
            let color = Color::BOTH[n % 2];
            let points = board.empty_points();
            let point = points[rng.index(points.len())];
            count += u64::from(board.play(color, point).is_ok());
            if rng.below(4) == 0 {
                board.undo();
            }
        }
        digest = mix(digest, board.hash());
    }
    (count, digest)
}

/// Uniformly random playouts from the empty board; the count is that of playouts.
fn light_playouts() -> (u64, u64) {
    let mut rng = Rng::new(2, 0);
    let (mut count, mut digest) = (0, 0);
    for (side, n_playouts) in [(9, 4000), (13, 2000), (19, 1000)] {
        let empty = Board::new(Size::square(side));
        let mut board = empty.clone();
        for _ in 0..n_playouts {
            board.copy_position(&empty);
            play_out(
                &mut board,
                Turn::first(Color::Black),
                Policy::Uniform,
                &mut rng,
                |_, _, _, _| (),
            );
            digest = mix(digest, board.hash());
            count += 1;
        }
    }
    (count, digest)
}

/// Searches from the first moves of a game; the count is that of playouts.
fn searches() -> (u64, u64) {
    let (mut count, mut digest) = (0, 0);
    for side in [9, 13, 19] {
        let mut searcher = Searcher::new(mcts::Params::default());
        let mut game = Game::new(Size::square(side), Rules::default());
        for _ in 0..4 {
            let color = game.to_move();
            let report = searcher.search(&game, color, &Filter::NONE, &mut Budget::nodes(400));
            count += report.n_playouts;
            for entry in &report.moves {
                digest = mix(digest, u64::from(entry.visits));
            }
            if game.play(color, report.best()).is_err() {
                break;
            }
        }
        digest = mix(digest, game.board().hash());
    }
    (count, digest)
}
