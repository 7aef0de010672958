//! The program under test: this one in process, or any one over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tedomari::config::Settings;
use tedomari::engine::reading::ReadingBudgets;
use tedomari::gtp::Session;

/// A small table is enough for small boards.
const OVERRIDES: [&str; 3] = [
    "reader.log2_entries=14",
    "policy.scoring_playouts=20",
    "search.network=none",
];

/// Nodes of a question of life and death in this program.
pub(super) const LIFE_NODES: u64 = 2000;

pub(super) enum Program {
    InProcess(Box<Session>),
    Process {
        child: Child,
        stdin: ChildStdin,
        stdout: BufReader<ChildStdout>,
    },
}

impl Program {
    /// The program in a file, or this one with budgets for a quick test; with more settings.
    pub(super) fn start_with(file: Option<&str>, more: &[&str]) -> Self {
        let overrides = OVERRIDES.iter().chain(more);
        let Some(file) = file else {
            let overrides: Vec<String> = overrides.map(|&setting| setting.to_owned()).collect();
            let mut settings = Settings::load(&[], &overrides).unwrap();
            let usual = ReadingBudgets::default();
            settings.engine.reading.budgets = ReadingBudgets {
                life: LIFE_NODES,
                want_of_eyes: 1000,
                race: 300,
                // In proportion, as for clients that name the nodes of a question.
                capture: usual.capture * LIFE_NODES / usual.life,
                seconds: settings.engine.reading.budgets.seconds,
                ..usual
            };
            return Self::InProcess(Box::new(Session::new(settings)));
        };
        let sets = overrides.flat_map(|setting| ["--set", setting]);
        let mut child = Command::new(file)
            .arg("gtp")
            .args(sets)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self::Process {
            child,
            stdin,
            stdout,
        }
    }

    /// The text of the reply to a command, which must succeed.
    pub(super) fn ask(&mut self, line: &str) -> String {
        let response = self.response(line);
        let text = response.strip_prefix("= ");
        let text = text.unwrap_or_else(|| panic!("{line}: {response}"));
        text.trim_end().to_owned()
    }

    /// The response to a command, a failure included.
    pub(super) fn response(&mut self, line: &str) -> String {
        match self {
            Self::InProcess(session) => session.respond(line).unwrap().to_string(),
            Self::Process { stdin, stdout, .. } => {
                writeln!(stdin, "{line}").unwrap();
                stdin.flush().unwrap();
                let mut text = String::new();
                while !text.ends_with("\n\n") {
                    assert!(
                        stdout.read_line(&mut text).unwrap() > 0,
                        "no reply to {line}"
                    );
                }
                text
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Self::Process { child, stdin, .. } = self {
            // A program that has gone already is no mistake.
            let _ = writeln!(stdin, "quit");
            let _ = child.wait();
        }
    }
}
