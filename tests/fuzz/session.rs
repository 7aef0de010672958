//! A fuzz target for a whole session: one response to every command.

use tedomari::config::Settings;
use tedomari::gtp::Session;
use tedomari::gtp::line::Line;
use tedomari::gtp::serve::serve;

/// A session with very small budgets.
fn small_session() -> Session {
    let overrides = [
        "search.max_playouts=2",
        "search.threads=1",
        "policy.scoring_playouts=2",
        "board.size=5",
        "exact.nodes=100",
        "search.network=none",
    ];
    Session::new(Settings::load(&[], &overrides.map(str::to_owned)).unwrap())
}

/// Serves the input, and compares the number of responses with the number of requests before `quit`.
pub(crate) fn check(input: Vec<u8>) {
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
    let output = serve(small_session(), std::io::Cursor::new(input), Vec::new()).unwrap();
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

/// Whether a line is a command that writes to a file.
pub(crate) fn writes_file(line: &[u8]) -> bool {
    let parsed = Line::parse(&String::from_utf8_lossy(line));
    matches!(parsed, Line::Request(request) if request.name == "printsgf" && !request.tail.is_empty())
}

/// Any lines, but none that writes a file.
pub(crate) fn session(data: &[u8]) {
    let lines = data.split_inclusive(|&byte| byte == b'\n');
    check(
        lines
            .filter(|line| !writes_file(line))
            .flatten()
            .copied()
            .collect(),
    );
}
