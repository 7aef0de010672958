//! Random input: no panic, no hang, and exactly one response to every command; readers and searches against slow and
//! simple ones on input that a fuzzer found.
//!
//! `TEDOMARI_FUZZ_LINES` and `TEDOMARI_FUZZ_BYTES` set larger amounts than the quick default. The [`targets`] are what
//! `scripts/fuzz.sh` runs under libFuzzer; the input that it found is kept in `tests/fuzz/corpus/`.

mod bytes;
mod fights;
mod games;
mod positions;
mod session;
mod targets;
mod texts;

use std::fs;
use std::path::Path;

use tedomari::base::Rng;
use tedomari::gtp::registry;

use session::{check, writes_file};
use targets::TARGETS;

/// What fuzzers found: inputs that reach code which no other input reaches, and inputs that once failed.
#[test]
fn the_corpus_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    for (name, target) in TARGETS {
        let folder = fs::read_dir(corpus.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut n_inputs = 0;
        for entry in folder {
            let path = entry.unwrap().path();
            let data = fs::read(&path).unwrap();
            if std::panic::catch_unwind(|| target(&data)).is_err() {
                panic!("{} fails", path.display());
            }
            n_inputs += 1;
        }
        assert!(n_inputs > 0, "no corpus for {name}");
    }
}

pub(crate) fn amount(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Lines that clients send; the tests mutate them.
pub(crate) fn real_lines() -> Vec<String> {
    let mut lines: Vec<String> = [
        "boardsize 5",
        "boardsize 9 3",
        "clear_board",
        "komi 6.5",
        "play b C3",
        "play W pass",
        "genmove b",
        "genmove w",
        "reg_genmove b",
        "undo",
        "gg-undo 2",
        "fixed_handicap 2",
        "set_free_handicap A1 B2",
        "place_free_handicap 3",
        "gogui-setup b A1 w B2",
        "gogui-play_sequence b A1 w B1 b pass",
        "time_settings 60 10 5",
        "time_left b 3.5 0",
        "kgs-time_settings byoyomi 30 5 3",
        "kata-time_settings fischer 10 1",
        "kgs-rules japanese",
        "kata-set-rules tromp-taylor",
        "final_score",
        "final_status_list dead",
        "loadsgf missing.sgf 3",
        "printsgf",
        "showboard",
        "is_legal b A1",
        "5 name",
        "all_legal w",
        "countlib A1",
        "# interrupt",
        "# comment",
        "known_command play",
        "help play",
    ]
    .map(str::to_owned)
    .to_vec();
    lines.extend(
        registry::all()
            .map(|command| command.name.to_owned())
            .filter(|name| name != "quit"),
    );
    lines
}

pub(crate) fn mutate(line: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..rng.below(4) {
        let at = rng.index(bytes.len() + 1);
        match rng.below(5) {
            0 if at < bytes.len() => {
                bytes.remove(at);
            }
            1 => bytes.insert(at, rng.bits().to_le_bytes()[0].max(b'\n' + 1)),
            2 => bytes.splice(at..at, *b" -1").for_each(drop),
            3 => bytes.splice(at..at, *b" 99999999999").for_each(drop),
            _ => bytes.truncate(at),
        }
    }
    // The mutated lines may name files, but nothing may be written to them.
    if writes_file(&bytes) {
        bytes = b"printsgf".to_vec();
    }
    bytes.push(b'\n');
    bytes
}

#[test]
fn mutated_commands_are_answered_once_each() {
    let mut rng = Rng::new(11, 0);
    let lines = real_lines();
    let input = (0..amount("TEDOMARI_FUZZ_LINES", 4_000))
        .flat_map(|_| mutate(&lines[rng.index(lines.len())], &mut rng))
        .collect();
    check(input);
}

#[test]
fn random_bytes_are_survived() {
    let mut rng = Rng::new(12, 0);
    let n_bytes = amount("TEDOMARI_FUZZ_BYTES", 100_000);
    check((0..n_bytes).map(|_| rng.bits().to_le_bytes()[0]).collect());
    // Printable bytes give longer lines with digits, spaces and comments.
    check(
        (0..n_bytes)
            .map(|_| b"0123 abplyw#\n\t"[rng.index(14)])
            .collect(),
    );
}
