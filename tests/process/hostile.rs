//! Hostile and valid lines over real pipes: each command has one well-formed answer, and no error moves a stone.
//!
//! `TEDOMARI_HOSTILE_LINES` and `TEDOMARI_HOSTILE_SEED` set other amounts and other lines; `scripts/soak.sh` does.

use std::io::Write;

use tedomari::base::Rng;
use tedomari::gtp::input::MAX_LINE_BYTES;
use tedomari::gtp::line::Line;

use super::{Engine, program};
use crate::fuzz::{amount, mutate, real_lines};

/// After so many lines the engine is ended, each time in another way, and started again.
const LINES_OF_A_SESSION: usize = 2_500;

/// Small budgets: the lines are what is tested, not the searches.
const SETTINGS: [&str; 7] = [
    "search.max_playouts=2",
    "search.threads=1",
    "policy.scoring_playouts=2",
    "board.size=5",
    "exact.nodes=100",
    "limits.memory_mib=256",
    "log.level=\"off\"",
];

/// What must not change when a command fails.
const POSITION: [&str; 3] = ["showboard", "move_history", "kata-get-rules"];

/// A line that no client of good will sends, or one that it does; without its end.
fn draw(lines: &[String], rng: &mut Rng) -> Vec<u8> {
    match rng.below(1_000) {
        // Longer than what is kept: with an id, as a comment, and of spaces.
        0 => [b"77 play b A1".to_vec(), vec![b' '; MAX_LINE_BYTES]].concat(),
        1 => [b"# ".to_vec(), vec![b'x'; MAX_LINE_BYTES]].concat(),
        2..50 => (0..rng.below(40))
            .map(|_| rng.bits().to_le_bytes()[0])
            .filter(|&byte| byte != b'\n')
            .collect(),
        50..100 => b"# interrupt".to_vec(),
        100..300 => {
            // Moves, so that there is a position to lose.
            let color = ["b", "w"][rng.index(2)];
            let column = "ABCDEFG".as_bytes()[rng.index(7)];
            let point = format!("{}{}", char::from(column), 1 + rng.below(7));
            format!("play {color} {point}").into_bytes()
        }
        300..600 => lines[rng.index(lines.len())].clone().into_bytes(),
        _ => {
            let mut line = mutate(&lines[rng.index(lines.len())], rng);
            line.pop();
            line
        }
    }
}

/// The id of the answer to a line, empty if it has none; `None` if there is no answer.
fn id_of_answer(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line);
    let line = if text.len() > MAX_LINE_BYTES {
        Line::parse_cut(&text[..MAX_LINE_BYTES])
    } else {
        Line::parse(&text)
    };
    match line {
        Line::Request(request) => Some(request.id.unwrap_or_default()),
        Line::Blank | Line::Interrupt => None,
    }
}

/// Whether the line would end the session.
fn quits(line: &[u8]) -> bool {
    matches!(Line::parse(&String::from_utf8_lossy(line)), Line::Request(request) if request.name == "quit")
}

/// The text of an answer after its status and id, which must be these.
fn body<'a>(answer: &'a str, id: &str, line: &str) -> Result<&'a str, &'a str> {
    assert!(answer.ends_with('\n'), "{line:?}: {answer:?}");
    let (status, rest) = answer.split_at(1);
    let rest = rest
        .strip_prefix(id)
        .unwrap_or_else(|| panic!("{line:?}: {answer:?}"));
    assert!(rest.starts_with([' ', '\n']), "{line:?}: {answer:?}");
    assert!(!answer.contains("internal error"), "{line:?}: {answer:?}");
    match status {
        "=" => Ok(rest),
        "?" => Err(rest),
        _ => panic!("{line:?}: {answer:?}"),
    }
}

fn start(folder: &std::path::Path) -> Engine {
    let settings = SETTINGS.iter().flat_map(|setting| ["--set", setting]);
    let mut command = program();
    command.current_dir(folder).args(settings);
    Engine::spawn(command.stderr(std::process::Stdio::null()))
}

/// What comes behind a line: most commands are interrupted; an empty line ends live analyses only.
#[derive(Clone, Copy)]
enum Behind {
    Interrupt,
    Empty,
}

/// Sends the line, what comes behind it, and questions about the position. Returns the answers to these, and whether
/// the line was refused.
fn exchange(engine: &mut Engine, line: &[u8], behind: Behind) -> (Vec<String>, bool) {
    let shown = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
    let behind: &[u8] = match behind {
        Behind::Interrupt => b"\n# interrupt\n",
        Behind::Empty => b"\n\n",
    };
    let mut bytes = [line, behind].concat();
    for (n, question) in POSITION.iter().enumerate() {
        bytes.extend(format!("{} {question}\n", 900_000_001 + n).into_bytes());
    }
    engine.stdin.as_mut().unwrap().write_all(&bytes).unwrap();
    let is_refused =
        id_of_answer(line).is_none_or(|id| body(&engine.response(), &id, &shown).is_err());
    let answers = (0..POSITION.len()).map(|n| {
        let answer = engine.response();
        let id = (900_000_001 + n).to_string();
        body(&answer, &id, &shown)
            .unwrap_or_else(|e| panic!("{shown:?}: {e}"))
            .to_owned()
    });
    (answers.collect(), is_refused)
}

/// Ends the engine in one of the ways in which clients end.
fn end(mut engine: Engine, way: usize) {
    match way % 3 {
        0 => {
            assert_eq!(engine.ask("1 quit"), "=1 \n");
        }
        1 => engine.end_input(),
        _ => {
            engine.send("genmove b");
            engine.close_output();
        }
    }
    engine.assert_gone();
}

#[test]
fn hostile_lines_are_answered_once_each_and_errors_move_no_stone() {
    let seed = amount("TEDOMARI_HOSTILE_SEED", 1) as u64;
    let n_lines = amount("TEDOMARI_HOSTILE_LINES", 7_500);
    let mut rng = Rng::new(seed, 0);
    let lines = real_lines();
    let folder = tempfile::tempdir().unwrap();
    for session in 0..n_lines.div_ceil(LINES_OF_A_SESSION) {
        let mut engine = start(folder.path());
        let (mut position, _) = exchange(&mut engine, b"clear_board", Behind::Empty);
        let n_left = n_lines - session * LINES_OF_A_SESSION;
        for _ in 0..n_left.min(LINES_OF_A_SESSION) {
            let line = draw(&lines, &mut rng);
            if quits(&line) {
                continue;
            }
            let behind = match rng.below(50) {
                0 => Behind::Empty,
                _ => Behind::Interrupt,
            };
            let (now, is_refused) = exchange(&mut engine, &line, behind);
            let shown = String::from_utf8_lossy(&line[..line.len().min(200)]);
            assert!(
                !is_refused || now == position,
                "{shown:?}\n{position:?}\n{now:?}"
            );
            position = now;
        }
        end(engine, session);
    }
}
