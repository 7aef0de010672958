//! A game between a person and the engine.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::order::{HELP, Order};
use crate::base::{Budget, CancelToken};
use crate::board::{Color, Game, Move};
use crate::cli::terminal::Screen;
use crate::engine::{Decision, Engine};
use crate::files;
use crate::referee::{Count, JudgementReport, Unfinished};
use crate::sgf::{Application, RecordInfo, to_sgf};

/// Whether the game goes on.
enum Next {
    /// The player has to type something else.
    Again,
    /// The other side is to move.
    Turn,
    /// The game is over, or the player leaves.
    End,
}

/// The game, the engine, and the terminal.
pub(super) struct Table<'o, W> {
    game: Game,
    engine: Engine,
    person: Color,
    screen: Screen,
    /// Where the record is kept.
    kept: Option<PathBuf>,
    out: &'o mut W,
    /// The engine's last move, with its reason.
    decision: Option<Decision>,
    result: Option<String>,
}

impl<'o, W: Write> Table<'o, W> {
    pub(super) const fn new(
        game: Game,
        engine: Engine,
        person: Color,
        screen: Screen,
        kept: Option<PathBuf>,
        out: &'o mut W,
    ) -> Self {
        Self {
            game,
            engine,
            person,
            screen,
            kept,
            out,
            decision: None,
            result: None,
        }
    }

    /// Plays until the game is over, the player leaves, or the input ends.
    pub(super) fn play(&mut self, mut input: impl BufRead) -> anyhow::Result<()> {
        self.welcome()?;
        while self.result.is_none() {
            if self.game.to_move() == self.person {
                self.engine.clock_mut().start(self.person, Instant::now());
                if !self.turn_of_person(&mut input)? {
                    return Ok(());
                }
            } else {
                self.turn_of_engine()?;
            }
            if self.game.is_over() {
                self.count()?;
            }
            self.keep()?;
        }
        Ok(())
    }

    fn welcome(&mut self) -> anyhow::Result<()> {
        let (size, rules) = (self.game.board().size(), self.game.rules());
        let title = format!("Tedomari, {size}, {rules}");
        writeln!(self.out, "{}", self.screen.strong(&title))?;
        let n_handicap = self.game.n_handicap();
        if n_handicap > 0 {
            writeln!(self.out, "Black has {n_handicap} handicap stones.")?;
        }
        let color = self.person.player_name();
        writeln!(
            self.out,
            "You are {color}. Type a point such as d4, or `help`.\n"
        )?;
        self.show()
    }

    /// The board with the last move, and the clocks.
    fn show(&mut self) -> anyhow::Result<()> {
        let last = self.game.last_move().and_then(|(_, mv)| mv.point());
        let board = self
            .screen
            .board(self.game.board(), |point| Some(point) == last);
        writeln!(self.out, "{board}")?;
        let board = self.game.board();
        let [black, white] = [Color::White, Color::Black].map(|color| board.n_prisoners(color));
        let clocks = Color::BOTH.map(|color| self.clock(color));
        if let [Some(own), Some(other)] = clocks {
            writeln!(self.out, "Time: Black {own}, White {other}")?;
        }
        writeln!(self.out, "Captured: by Black {black}, by White {white}\n")?;
        Ok(())
    }

    /// What a side has left, in words.
    fn clock(&mut self, color: Color) -> Option<String> {
        let (seconds, overtime) = self.engine.clock_mut().time_left(color, Instant::now())?;
        let minutes = (seconds / 60.0).floor();
        let text = format!("{minutes}:{:02.0}", (seconds - 60.0 * minutes).floor());
        Some(match overtime {
            Some(periods) => format!("{text} ({periods} periods)"),
            None => text,
        })
    }

    /// Whether a side has used up its time; the other side has won then.
    fn is_out_of_time(&mut self, color: Color) -> bool {
        let left = self.engine.clock_mut().time_left(color, Instant::now());
        left.is_some_and(|(seconds, _)| seconds <= 0.0)
    }

    /// Reads orders until the player has moved; false if the player leaves.
    fn turn_of_person(&mut self, input: &mut impl BufRead) -> anyhow::Result<bool> {
        loop {
            write!(self.out, "{}> ", self.person.player_name())?;
            self.out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(false);
            }
            let next = match Order::parse(&line, self.game.board().size()) {
                Ok(Some(order)) => self.obey(order)?,
                Ok(None) => Next::Again,
                Err(message) => {
                    writeln!(self.out, "{message}")?;
                    Next::Again
                }
            };
            match next {
                Next::Again => {}
                Next::Turn => return Ok(true),
                Next::End => return Ok(self.result.is_some()),
            }
        }
    }

    fn obey(&mut self, order: Order) -> anyhow::Result<Next> {
        match order {
            Order::Move(mv) => return self.move_of_person(mv),
            Order::Quit => return Ok(Next::End),
            Order::Undo => self.take_back()?,
            Order::Hint => self.hint()?,
            Order::Score => self.stand()?,
            Order::Why => match &self.decision {
                Some(decision) => writeln!(self.out, "{decision}")?,
                None => writeln!(self.out, "The engine has not played yet.")?,
            },
            Order::Board => self.show()?,
            Order::Save(path) => match self.save(&path) {
                Ok(()) => writeln!(self.out, "Saved in {}.", path.display())?,
                Err(error) => {
                    writeln!(
                        self.out,
                        "The game cannot be saved in {}: {error}",
                        path.display()
                    )?;
                }
            },
            Order::Help => writeln!(self.out, "{HELP}")?,
        }
        Ok(Next::Again)
    }

    fn move_of_person(&mut self, mv: Move) -> anyhow::Result<Next> {
        let (person, opponent) = (self.person, self.person.opponent());
        if mv == Move::Resign {
            self.end(format!("{opponent:#}+R"))?;
            return Ok(Next::End);
        }
        if self.is_out_of_time(person) {
            writeln!(self.out, "Your time is up.")?;
            self.end(format!("{opponent:#}+T"))?;
            return Ok(Next::End);
        }
        if let Err(error) = self.game.play(person, mv) {
            writeln!(self.out, "You cannot play there: {error}.")?;
            return Ok(Next::Again);
        }
        self.engine.has_moved(person);
        if let Some(left) = self.clock(person) {
            writeln!(self.out, "You have {left} left.")?;
        }
        Ok(Next::Turn)
    }

    fn turn_of_engine(&mut self) -> anyhow::Result<()> {
        let color = self.person.opponent();
        let decision = self.engine.genmove(&self.game, color, &CancelToken::new());
        let mv = decision.mv;
        self.decision = Some(decision);
        let is_late = self.is_out_of_time(color);
        self.engine.has_moved(color);
        if is_late {
            return self.end(format!("{:#}+T", self.person));
        }
        match mv {
            Move::Resign => {
                writeln!(self.out, "{} resigns.", color.player_name())?;
                return self.end(format!("{:#}+R", self.person));
            }
            Move::Pass => writeln!(
                self.out,
                "{} passes.",
                self.screen.strong(color.player_name())
            )?,
            Move::Play(_) => {
                let text = format!("{} plays {mv}", color.player_name());
                writeln!(self.out, "{}\n", self.screen.strong(&text))?;
            }
        }
        // A move that the engine chose is legal; if not, a pass lets the game go on.
        if self.game.play(color, mv).is_err() {
            tracing::error!(%mv, "the engine chose an illegal move");
            self.game.play(color, Move::Pass)?;
        }
        self.show()
    }

    /// Takes back moves until the player is to move in front of the last own move.
    fn take_back(&mut self) -> anyhow::Result<()> {
        let moves = self.game.moves().iter();
        if !moves.rev().any(|&(color, _)| color == self.person) {
            writeln!(self.out, "Nothing to take back.")?;
            return Ok(());
        }
        while let Some((color, _)) = self.game.undo() {
            self.engine.clock_mut().undo();
            if color == self.person {
                break;
            }
        }
        self.engine.forget();
        writeln!(self.out, "Taken back.\n")?;
        self.show()
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let decision = self
            .engine
            .reg_genmove(&self.game, self.person, &CancelToken::new());
        writeln!(self.out, "Hint: {decision}")?;
        Ok(())
    }

    /// How the game stands if it ended now.
    fn stand(&mut self) -> anyhow::Result<()> {
        let judgement = self.engine.judge(&self.game, &Budget::unlimited());
        match Unfinished::of(&judgement) {
            None => writeln!(self.out, "If the game ended now: {}", judgement.score)?,
            Some(reason) => {
                let estimate = self.engine.estimate_score(&self.game, &Budget::unlimited());
                let (low, high) = estimate.interval;
                writeln!(
                    self.out,
                    "The game is unfinished: {reason}. Black's lead is estimated as {:+.1}, between {low:+.1} and \
                        {high:+.1}.",
                    estimate.mean
                )?;
            }
        }
        Ok(())
    }

    /// Counts the finished game.
    fn count(&mut self) -> anyhow::Result<()> {
        let judgement = self.engine.judge(&self.game, &Budget::unlimited());
        let board = self
            .screen
            .board(self.game.board(), |point| judgement.dead.contains(point));
        writeln!(self.out, "The game is over.\n\n{board}")?;
        let report = JudgementReport::new(&self.game, &judgement);
        if !report.dead.is_empty() {
            writeln!(self.out, "Dead stones: {}", report.dead.join(" "))?;
        }
        let count = Count::of(&self.game, &judgement);
        let scoring = self.game.rules().scoring;
        for color in Color::BOTH {
            writeln!(
                self.out,
                "{}: {}",
                color.player_name(),
                count[color].text(scoring)
            )?;
        }
        self.end(format!("{:#}", judgement.score))
    }

    fn end(&mut self, result: String) -> anyhow::Result<()> {
        writeln!(
            self.out,
            "{}",
            self.screen.strong(&format!("Result: {result}"))
        )?;
        self.result = Some(result);
        Ok(())
    }

    /// Writes the record where it is kept.
    fn keep(&mut self) -> anyhow::Result<()> {
        if let Some(path) = self.kept.clone() {
            self.save(&path)?;
        }
        Ok(())
    }

    fn save(&self, path: &Path) -> std::io::Result<()> {
        let name = |color: Color| {
            let is_person = color == self.person;
            Some(if is_person { "you" } else { "Tedomari" }.to_owned())
        };
        let info = RecordInfo {
            black: name(Color::Black),
            white: name(Color::White),
            result: self.result.clone(),
            application: Some(Application::tedomari()),
            ..RecordInfo::default()
        };
        files::write(path, to_sgf(&self.game, &info).as_bytes())
    }
}
