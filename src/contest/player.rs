//! An engine as the match uses it.

use std::time::{Duration, Instant};

use super::process::{EngineError, EngineProcess};
use super::settings::MatchSettings;
use crate::board::{Color, Move, Score};
use crate::engine::clock::{PlayerClock, TimeSystem};

/// An engine whose answer is later than clock and grace allow is kept for the next game, if not later than this.
const LATE: Duration = Duration::from_secs(5);

/// Characters of a command that stand behind the name of an engine, at most.
const LONGEST_DISTINCTION: usize = 60;

/// Stands for the number of the game in a command.
const NUMBER: &str = "{game}";

/// An engine of the match. Its process runs, or starts with the next game.
#[derive(Debug)]
pub(super) struct EnginePlayer {
    /// Words of the command; [`NUMBER`] in them stands for the number of the game.
    template: Vec<String>,
    command: Vec<String>,
    timeout: Duration,
    /// The name that the engine reports, and the name of its program until then.
    name: String,
    /// What distinguishes its command from that of the other engine; see [`distinctions`].
    distinction: String,
    /// Optional commands that the engine lists.
    extras: Extras,
    process: Option<EngineProcess>,
}

/// Whether an engine supports these optional commands.
#[derive(Clone, Copy, Debug, Default)]
struct Extras {
    time_settings: bool,
    kgs_time_settings: bool,
    kata_time_settings: bool,
    time_left: bool,
    rectangular_boardsize: bool,
}

impl Extras {
    /// The command that sets the engine's time system; `None` if there is no limit, or the engine has no such
    /// command. One that has the commands of GTP alone gets the system of GTP that is stricter: byo-yomi as one period
    /// for each move, Fischer time without the increment.
    fn time_command(self, system: TimeSystem) -> Option<String> {
        let extended = match (self.kgs_time_settings, self.kata_time_settings) {
            (true, _) => Some("kgs-time_settings"),
            (false, true) => Some("kata-time_settings"),
            (false, false) => None,
        };
        let plain = |main, period, stones| {
            let text = format!("time_settings {main} {period} {stones}");
            self.time_settings.then_some(text)
        };
        match system {
            TimeSystem::None => None,
            TimeSystem::Absolute { main } => plain(main, 0.0, 0),
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } => plain(main, period, stones),
            TimeSystem::Byoyomi {
                main,
                period,
                periods,
            } => match extended {
                Some(name) => Some(format!("{name} byoyomi {main} {period} {periods}")),
                None => plain(main, period, 1),
            },
            TimeSystem::Fischer {
                main, increment, ..
            } if self.kata_time_settings => {
                Some(format!("kata-time_settings fischer {main} {increment}"))
            }
            TimeSystem::Fischer { main, .. } => plain(main, 0.0, 0),
        }
    }
}

/// A move, and the time it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimedMove {
    pub mv: Move,
    pub spent: Duration,
}

impl EnginePlayer {
    pub(super) fn new(command: Vec<String>, distinction: String, timeout: Duration) -> Self {
        Self {
            name: command.first().cloned().unwrap_or_default(),
            template: command.clone(),
            command,
            distinction,
            timeout,
            extras: Extras::default(),
            process: None,
        }
    }

    /// The name of this engine in a game against another one. Two that report the same name are distinguished by their
    /// commands.
    pub(super) fn name_against(&self, other: &Self) -> String {
        if self.name == other.name && !self.distinction.is_empty() {
            format!("{} ({})", self.name, self.distinction)
        } else {
            self.name.clone()
        }
    }

    /// Sets the number of the next game. An engine whose command contains the number starts afresh.
    pub(super) fn next_game(&mut self, number: usize) {
        let number = number.to_string();
        let words = self.template.iter();
        let command: Vec<String> = words.map(|word| word.replace(NUMBER, &number)).collect();
        if command != self.command {
            self.quit();
            self.command = command;
        }
    }

    /// Prepares for a game. Starts the process if it is not running.
    pub(super) fn start_game(&mut self, settings: &MatchSettings) -> Result<(), EngineError> {
        if self.process.is_none() {
            self.process = Some(EngineProcess::start(&self.command)?);
            self.introduce()?;
        }
        let size = settings.size;
        let (width, height) = (size.width(), size.height());
        if size.is_square() {
            self.ask(&format!("boardsize {width}"))?;
        } else if self.extras.rectangular_boardsize {
            self.ask(&format!("rectangular_boardsize {width} {height}"))?;
        } else {
            self.ask(&format!("boardsize {width} {height}"))?;
        }
        self.ask("clear_board")?;
        self.ask(&format!("komi {}", settings.rules.komi))?;
        if let Some(command) = self.extras.time_command(settings.time) {
            self.ask(&command)?;
        }
        Ok(())
    }

    /// Queries name, version and commands. An engine may answer with an error.
    fn introduce(&mut self) -> Result<(), EngineError> {
        let name = self.ask_optional("name")?;
        let version = self.ask_optional("version")?.unwrap_or_default();
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            self.name = format!("{name} {version}").trim().to_owned();
        }
        let commands = self.ask_optional("list_commands")?.unwrap_or_default();
        let knows = |command: &str| commands.lines().any(|line| line.trim() == command);
        self.extras = Extras {
            time_settings: knows("time_settings"),
            kgs_time_settings: knows("kgs-time_settings"),
            kata_time_settings: knows("kata-time_settings"),
            time_left: knows("time_left"),
            rectangular_boardsize: knows("rectangular_boardsize"),
        };
        Ok(())
    }

    /// Requests a move while the clock runs.
    pub(super) fn genmove(
        &mut self,
        color: Color,
        clock: &PlayerClock,
        grace: Duration,
    ) -> Result<TimedMove, EngineError> {
        if let Some((seconds, stones)) = clock.time_left()
            && self.extras.time_left
        {
            self.ask_optional(&format!("time_left {color:#} {seconds} {stones}"))?;
        }
        let timeout = clock
            .limit()
            .map_or(self.timeout, |limit| limit + grace + LATE);
        let command = format!("genmove {color:#}");
        let start = Instant::now();
        let text = self.ask_within(&command, timeout)?;
        let spent = start.elapsed();
        match text.parse() {
            Ok(mv) => Ok(TimedMove { mv, spent }),
            Err(_) => Err(self.fail(EngineError::Nonsense {
                command,
                answer: text,
            })),
        }
    }

    /// Sends a move of the other engine.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), EngineError> {
        self.ask(&format!("play {color:#} {mv}")).map(drop)
    }

    /// The score as the engine counts it; `None` if it gives none.
    pub(super) fn final_score(&mut self) -> Option<Score> {
        self.process.as_ref()?;
        self.ask("final_score")
            .ok()
            .and_then(|text| parse_score(&text))
    }

    fn ask(&mut self, command: &str) -> Result<String, EngineError> {
        self.ask_within(command, self.timeout)
    }

    /// Sends an optional command; `None` if the engine answers with an error.
    fn ask_optional(&mut self, command: &str) -> Result<Option<String>, EngineError> {
        match self.ask(command) {
            Ok(text) => Ok(Some(text)),
            Err(EngineError::Refused { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn ask_within(&mut self, command: &str, timeout: Duration) -> Result<String, EngineError> {
        let Some(process) = &mut self.process else {
            return Err(EngineError::Died {
                command: command.to_owned(),
            });
        };
        process
            .ask(command, timeout)
            .map_err(|error| self.fail(error))
    }

    /// Stops an engine after an error, so that it starts afresh with the next game. A refused command is no reason to
    /// stop it.
    fn fail(&mut self, error: EngineError) -> EngineError {
        if !matches!(error, EngineError::Refused { .. }) {
            self.process = None;
        }
        error
    }

    /// Ends the process with `quit`.
    pub(super) fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }
}

/// What sets each of two commands apart from the other: the words between their common beginning and their common end.
/// Where these are the same, the engines are A and B.
pub(super) fn distinctions(commands: &[Vec<String>; 2]) -> [String; 2] {
    let [first, second] = commands;
    let n_front = n_common(first.iter().zip(second));
    let rests = [first, second].map(|words| words.get(n_front..).unwrap_or_default());
    let n_back = n_common(rests[0].iter().rev().zip(rests[1].iter().rev()));
    let own = rests.map(|rest| {
        let words = rest[..rest.len() - n_back].join(" ");
        words.chars().take(LONGEST_DISTINCTION).collect::<String>()
    });
    if own[0] == own[1] {
        ["A", "B"].map(str::to_owned)
    } else {
        own
    }
}

/// Number of pairs of equal words at the beginning.
fn n_common<'a>(pairs: impl Iterator<Item = (&'a String, &'a String)>) -> usize {
    pairs.take_while(|(one, other)| one == other).count()
}

/// A score from `B+12.5`, `W+3` or `0`; text after the score is ignored.
fn parse_score(text: &str) -> Option<Score> {
    let word = text.split_whitespace().next()?;
    if word.parse() == Ok(0.0) {
        return Some(Score::JIGO);
    }
    let (winner, margin) = word.split_once('+')?;
    let color = match winner.to_ascii_uppercase().as_str() {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let margin = crate::board::Komi::from_points(margin.parse().ok()?)?;
    Some(Score::from_half_points(margin.half_points() * color.sign()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_apart_by_the_words_that_differ() {
        let check = |first: &str, second: &str, expected: [&str; 2]| {
            let words = |line: &str| line.split(' ').map(str::to_owned).collect();
            assert_eq!(distinctions(&[words(first), words(second)]), expected);
        };
        check("a --set x=1", "a --set x=2", ["x=1", "x=2"]);
        check("a", "a --set x=2", ["", "--set x=2"]);
        check("a --set x=1 -q", "a -q", ["--set x=1", ""]);
        check("old/a -q", "new/a -q", ["old/a", "new/a"]);
        check("a -q", "a -q", ["A", "B"]);
        check("a b b", "a b", ["b", ""]);
    }

    #[test]
    fn engines_get_the_time_system_that_they_understand() {
        let gtp = Extras {
            time_settings: true,
            ..Extras::default()
        };
        let kata = Extras {
            kata_time_settings: true,
            ..gtp
        };
        let kgs = Extras {
            kgs_time_settings: true,
            ..gtp
        };
        let check = |system, expected: [Option<&str>; 4]| {
            let told = [Extras::default(), gtp, kgs, kata].map(|it| it.time_command(system));
            assert_eq!(told, expected.map(|text| text.map(str::to_owned)));
        };
        check(TimeSystem::None, [None; 4]);
        let absolute = Some("time_settings 10 0 0");
        let main = 10.0;
        check(
            TimeSystem::Absolute { main },
            [None, absolute, absolute, absolute],
        );
        let byoyomi = TimeSystem::Byoyomi {
            main,
            period: 5.0,
            periods: 3,
        };
        check(
            byoyomi,
            [
                None,
                Some("time_settings 10 5 1"),
                Some("kgs-time_settings byoyomi 10 5 3"),
                Some("kata-time_settings byoyomi 10 5 3"),
            ],
        );
        let fischer = TimeSystem::Fischer {
            main,
            increment: 2.0,
            main_limit: f64::INFINITY,
            move_limit: f64::INFINITY,
        };
        let told = Some("kata-time_settings fischer 10 2");
        check(fischer, [None, absolute, absolute, told]);
    }

    #[test]
    fn scores_are_read_as_engines_write_them() {
        assert_eq!(parse_score("W+12.0"), Some(Score::from_points(-12)));
        assert_eq!(parse_score("B+0.5"), Some(Score::from_half_points(1)));
        assert_eq!(parse_score("0"), Some(Score::JIGO));
        assert_eq!(
            parse_score("w+3 (upper bound: 4)"),
            Some(Score::from_points(-3))
        );
        assert_eq!(parse_score("B+R"), None);
        assert_eq!(parse_score("?"), None);
    }
}
