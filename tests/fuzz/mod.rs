//! Random input: no panic, no hang, and exactly one response to every command.
//!
//! `TEDOMARI_FUZZ_LINES` and `TEDOMARI_FUZZ_BYTES` set larger amounts than the quick default.

use tedomari::base::Rng;
use tedomari::config::Settings;
use tedomari::gtp::line::Line;
use tedomari::gtp::serve::serve;
use tedomari::gtp::{Session, registry};

fn amount(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// A session with very small budgets.
fn session() -> Session {
    let overrides = [
        "search.max_playouts=2",
        "search.threads=1",
        "policy.scoring_playouts=2",
        "board.size=5",
        "exact.nodes=100",
    ];
    Session::new(Settings::load(&[], &overrides.map(str::to_owned)).unwrap())
}

/// Serves the input, and compares the number of responses with the number of requests before `quit`.
fn check(input: Vec<u8>) {
    let text = String::from_utf8_lossy(&input).into_owned();
    let mut n_requests = 0;
    for raw in text.split('\n') {
        if let Line::Request(request) = Line::parse(raw) {
            n_requests += 1;
            if request.name == "quit" && request.tail.is_empty() {
                break;
            }
        }
    }
    let mut output = Vec::new();
    serve(session(), std::io::Cursor::new(input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let responses: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(responses.len(), n_requests);
    for response in responses {
        let rest = response
            .strip_prefix('=')
            .or_else(|| response.strip_prefix('?'))
            .expect(response);
        // Nothing, a space, or the end of the line if other lines follow.
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        assert!(
            after.is_empty() || after.starts_with([' ', '\n']),
            "{response:?}"
        );
        assert!(!response.contains("internal error"), "{response}");
    }
}

/// Lines that clients send; the tests mutate them.
fn real_lines() -> Vec<String> {
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

fn mutate(line: &str, rng: &mut Rng) -> Vec<u8> {
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
    let parsed = Line::parse(&String::from_utf8_lossy(&bytes));
    if matches!(parsed, Line::Request(request) if request.name == "printsgf" && !request.tail.is_empty())
    {
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
