//! `tedomari play`: a game in the terminal.

mod order;
mod table;

use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;

use super::terminal::Screen;
use crate::board::game::Start;
use crate::board::{Color, Game, Komi, Rules, Size, handicap};
use crate::config::Settings;
use crate::engine::clock::TimeSystem;
use crate::engine::{Engine, Level};
use table::Table;

/// The game to play.
#[derive(Clone, Debug, Args)]
pub(super) struct PlayOptions {
    /// Board size: 1 to 25, or columns and rows as in 9x13.
    #[arg(long, default_value = "9", value_parser = crate::contest::parse_size)]
    size: Size,
    /// Your color.
    #[arg(long, value_name = "COLOR", default_value = "black")]
    color: Color,
    /// Rules, by name. The default is the setting `rules.name`.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Komi. The default is the komi of the rules, and 0.5 with a handicap.
    #[arg(long, allow_hyphen_values = true)]
    komi: Option<f64>,
    /// Handicap stones for Black.
    #[arg(long, value_name = "N", default_value_t = 0)]
    handicap: usize,
    /// Minutes of main time for each side. The default is no limit; the engine then takes `--seconds` for a move.
    #[arg(long, value_name = "MINUTES")]
    time: Option<f64>,
    /// Seconds of each period after the main time.
    #[arg(long, value_name = "SECONDS", requires = "time")]
    byo_yomi: Option<f64>,
    /// Number of these periods.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        requires = "byo_yomi",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    periods: u32,
    /// Seconds that the engine takes for a move in a game without a limit.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 3.0,
        conflicts_with = "time"
    )]
    seconds: f64,
    /// How strong the engine plays: 0, a beginner, to 9, and 10 for full strength. The default is the setting
    /// `policy.level`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=10))]
    level: Option<u8>,
    /// Keep the record of the game in this file, from the first move on.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
}

impl PlayOptions {
    /// The game before its first move.
    fn game(&self, settings: &Settings) -> anyhow::Result<Game> {
        let mut rules = match &self.rules {
            Some(name) => Rules::named(name)?,
            None => settings.rules,
        };
        if self.handicap > 0 {
            rules.komi = Komi::from_half_points(1);
        }
        if let Some(komi) = self.komi {
            rules.komi = Komi::from_points(komi).context("this komi is out of range")?;
        }
        let mut start = Start::empty(self.size);
        if self.handicap > 0 {
            let points = handicap::free(self.size, self.handicap)
                .context("a handicap is 2 stones or more, and leaves room on the board")?;
            start.stones = handicap::stones(&points).collect();
            start.n_handicap = self.handicap;
        }
        Ok(Game::from_start(start, rules)?)
    }

    fn time(&self) -> anyhow::Result<TimeSystem> {
        let Some(minutes) = self.time else {
            return Ok(TimeSystem::None);
        };
        let main = 60.0 * minutes;
        let period = self.byo_yomi.unwrap_or(0.0);
        if !(0.0..1e7).contains(&main) || !(0.0..1e7).contains(&period) || main + period <= 0.0 {
            bail!("a time is a number of minutes or seconds above 0");
        }
        Ok(match self.byo_yomi {
            None => TimeSystem::Absolute { main },
            Some(period) => TimeSystem::Byoyomi {
                main,
                period,
                periods: self.periods,
            },
        })
    }
}

/// Plays a game with the person at the terminal.
pub(super) fn run(
    options: &PlayOptions,
    settings: &Settings,
    screen: Screen,
    input: impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let game = options.game(settings)?;
    let mut params = settings.engine.clone();
    if !(0.0..=1e6).contains(&options.seconds) {
        bail!("--seconds takes a number from 0 to 1000000");
    }
    params.clock.untimed_seconds = options.seconds;
    if let Some(level) = options.level.and_then(Level::new) {
        params.policy.level = level;
    }
    let mut engine = Engine::new(params);
    engine.clock_mut().set_system(options.time()?);
    let mut table = Table::new(
        game,
        engine,
        options.color,
        screen,
        options.sgf.clone(),
        out,
    );
    table.play(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed when these lines are typed.
    fn play(args: &str, lines: &str) -> anyhow::Result<String> {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            options: PlayOptions,
        }
        let args = std::iter::once("play").chain(args.split_whitespace());
        let options = <Line as clap::Parser>::try_parse_from(args)?.options;
        let overrides = [
            "search.max_playouts=30".to_owned(),
            "search.threads=1".to_owned(),
        ];
        let settings = Settings::load(&[], &overrides)?;
        let mut out = Vec::new();
        run(
            &options,
            &settings,
            Screen::default(),
            lines.as_bytes(),
            &mut out,
        )?;
        Ok(String::from_utf8(out)?)
    }

    fn check(args: &str, lines: &str, expected: &[&str]) {
        let out = play(args, lines).unwrap();
        for part in expected {
            assert!(out.contains(part), "{part}\n{out}");
        }
    }

    #[test]
    fn a_game_is_played_to_its_end() {
        let end = "c3\nc2\nb3\nresign\n";
        check(
            "--size 5 --seconds 0.1",
            end,
            &["You are Black", "White plays", "W+R"],
        );
        // There is no point to play on: both sides pass.
        check(
            "--size 1 --rules chinese",
            "pass\n",
            &["White passes", "The game is over", "Result: W+7.5"],
        );
    }

    #[test]
    fn the_engine_begins_if_it_is_black() {
        check(
            "--size 5 --color white",
            "quit\n",
            &["Black plays", "You are White"],
        );
        check(
            "--size 9 --handicap 4",
            "quit\n",
            &["White plays", "komi 0.5", "4 handicap stones"],
        );
    }

    #[test]
    fn orders_are_answered() {
        let lines = "hint\nc3\nwhy\nscore\nboard\nundo\nundo\nhelp\nquit\n";
        let words = ["Hint:", "Taken back", "Nothing to take back", "save FILE"];
        check("--size 5", lines, &words);
    }

    #[test]
    fn bad_input_gets_help_and_the_game_goes_on() {
        let words = [
            "neither a point",
            "not on a board of 5x5",
            "occupied",
            "Black> ",
        ];
        check("--size 5 --seconds 0.1", "foo\nk9\nc3\nc3\nquit\n", &words);
        check("--size 5", "", &["5x5"]);
    }

    #[test]
    fn records_are_kept_and_saved() {
        let folder = tempfile::tempdir().unwrap();
        let (kept, saved) = (folder.path().join("a.sgf"), folder.path().join("b.sgf"));
        let args = format!("--size 5 --sgf {}", kept.display());
        let lines = format!("c3\nsave {}\nresign\n", saved.display());
        check(&args, &lines, &["Saved in"]);
        let kept = std::fs::read_to_string(kept).unwrap();
        assert!(
            kept.contains("RE[W+R]") && kept.contains(";B[cc]"),
            "{kept}"
        );
        assert!(std::fs::read_to_string(saved).unwrap().contains(";B[cc]"));
        check(
            "--size 5",
            "save /no/such/folder/a.sgf\nquit\n",
            &["cannot be saved"],
        );
    }

    #[test]
    fn a_clock_is_shown_and_ends_the_game() {
        check(
            "--size 5 --time 1 --byo-yomi 5",
            "c3\nquit\n",
            &["1:00", "You have"],
        );
        check("--size 5 --time 0.000000001", "c3\n", &["W+T"]);
    }

    #[test]
    fn options_that_make_no_game_are_refused() {
        for args in [
            "--handicap 1",
            "--komi 1e9",
            "--rules none",
            "--time -1",
            "--size 30",
        ] {
            assert!(play(args, "").is_err(), "{args}");
        }
    }
}
