//! Conversations: files of lines sent and replies expected, run in process.
//!
//! A line `> TEXT` is sent as it stands. The lines after it, up to the next one sent, are the expected reply; empty
//! lines do not count. Where a figure may vary, such as a time or a number of nodes, the expected line is `~ REGEX`,
//! which has to match a whole line of the reply; `~* REGEX` matches all lines up to the first one that is different, at
//! least one. `#` at the start of a line is a comment. A line `% KEY=VALUE` changes a setting for the whole file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use tedomari::config::Settings;
use tedomari::gtp::{Session, registry};

/// One line sent, and the reply expected to it.
struct Exchange {
    line: usize,
    sent: String,
    expected: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations")
}

fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|ext| ext == "gtp"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn read(path: &Path) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for (n, text) in fs::read_to_string(path).unwrap().lines().enumerate() {
        if let Some(sent) = text.strip_prefix("> ") {
            exchanges.push(Exchange {
                line: n + 1,
                sent: sent.to_owned(),
                expected: Vec::new(),
            });
        } else if !text.starts_with(['#', '%']) && !text.trim().is_empty() {
            exchanges
                .last_mut()
                .expect("a reply before the first line")
                .expected
                .push(text.to_owned());
        }
    }
    exchanges
}

/// Whether a whole line matches a regular expression.
fn is_like(pattern: &str, line: &str) -> bool {
    Regex::new(&format!("^(?:{pattern})$"))
        .unwrap()
        .is_match(line)
}

fn matches(expected: &[String], reply: &str) -> bool {
    let mut lines = reply
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .peekable();
    for wanted in expected {
        if let Some(pattern) = wanted.strip_prefix("~* ") {
            let mut n_matched = 0;
            while lines.next_if(|line| is_like(pattern, line)).is_some() {
                n_matched += 1;
            }
            if n_matched == 0 {
                return false;
            }
            continue;
        }
        let is_right = lines.next().is_some_and(|line| {
            wanted.strip_prefix("~ ").map_or_else(
                || wanted.trim_end() == line,
                |pattern| is_like(pattern, line),
            )
        });
        if !is_right {
            return false;
        }
    }
    lines.next().is_none()
}

#[test]
fn replies_match_as_a_whole() {
    let matches = |expected: &[&str], reply| {
        let expected: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
        matches(&expected, reply)
    };
    assert!(matches(&["= A1"], "= A1\n\n"));
    assert!(!matches(&["="], "= A1\n\n"));
    assert!(!matches(&["= A1", "B1"], "= A1\n\n"));
    assert!(!matches(&["= A1"], "= A1\nB1\n\n"));
    assert!(matches(&["~ = \\d+ nodes", "end"], "= 12 nodes\nend\n\n"));
    // A part of a line is not enough.
    assert!(!matches(&["~ = \\d+"], "= 12 nodes\n\n"));
    assert!(matches(&["= a", "~* [b-d]", "e"], "= a\nb\nc\ne\n\n"));
    assert!(!matches(&["= a", "~* [b-d]"], "= a\nb\ne\n\n"));
    assert!(!matches(&["= a", "~* [b-d]"], "= a\n\n"));
}

/// A session with searches of a handful of playouts, and with the settings in the text of a conversation.
fn session(text: &str) -> Session {
    let usual = [
        "search.max_playouts=100",
        "exact.nodes=20000",
        "search.threads=1",
        // Replies that hang on the network would change with it.
        "search.network=none",
    ];
    let own = text.lines().filter_map(|line| line.strip_prefix("% "));
    let overrides: Vec<String> = usual.into_iter().chain(own).map(with_folder).collect();
    Session::new(Settings::load(&[], &overrides).unwrap())
}

/// A line in which `$DATA` stands for the folder of files to read.
fn with_folder(line: &str) -> String {
    line.replace("$DATA", folder().join("data").to_str().unwrap())
}

#[test]
fn conversations_go_as_written() {
    let mut wrong = Vec::new();
    for path in files() {
        let mut session = session(&fs::read_to_string(&path).unwrap());
        for Exchange {
            line,
            sent,
            expected,
        } in read(&path)
        {
            let sent = with_folder(&sent);
            let reply = session
                .respond(&sent)
                .map(|reply| reply.to_string())
                .unwrap_or_default();
            if !matches(&expected, &reply) {
                let name = path.file_name().unwrap().display();
                wrong.push(format!(
                    "{name}:{line}: {sent}\nwanted {expected:?}\nfound  {reply:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn reg_genmove_repeats_itself_and_plays_nothing() {
    let mut session = session("");
    for line in ["boardsize 7", "play b D4", "play w C3"] {
        session.respond(line).unwrap();
    }
    let mut ask = |line: &str| session.respond(line).unwrap().to_string();
    let first = ask("reg_genmove b");
    ask("genmove b");
    ask("undo");
    assert_eq!(ask("reg_genmove b"), first);
    assert_eq!(ask("move_history"), "= white C3\nblack D4\n\n");
}

#[test]
fn the_status_lists_share_out_the_stones() {
    let mut session = session("");
    let mut ask = |line: &str| session.respond(line).unwrap().to_string();
    ask("boardsize 7");
    for _ in 0..20 {
        ask("genmove b");
        ask("genmove w");
    }
    let mut points = |line: &str| -> Vec<String> {
        ask(line)[1..]
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut stones: Vec<String> = points("list_stones b");
    stones.extend(points("list_stones w"));
    let mut listed = Vec::new();
    for status in ["alive", "dead", "seki"] {
        listed.extend(points(&format!("final_status_list {status}")));
    }
    stones.sort();
    listed.sort();
    assert_eq!(listed, stones);
}

#[test]
fn every_command_occurs_in_a_conversation() {
    let sent: BTreeSet<String> = files()
        .iter()
        .flat_map(|path| read(path))
        .flat_map(|exchange| {
            exchange
                .sent
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    let missing: Vec<_> = registry::all()
        .map(|command| command.name)
        .filter(|name| !sent.contains(*name))
        .collect();
    assert!(
        missing.is_empty(),
        "commands without a conversation: {missing:?}"
    );
}
