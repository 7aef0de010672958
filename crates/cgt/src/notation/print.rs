//! Games as text, with names where they exist.
//!
//! Options are written in alphabetical order, so the text does not depend on what the table was used for before.

use std::fmt::Write as _;

use crate::GameError;
use crate::game::Games;
use crate::game_id::GameId;
use crate::infinitesimal::TinyOrMiny;
use crate::notation::MAX_NESTING;
use crate::player::Player;
use crate::upstar::UpStar;

/// Largest number of arrows in a row; with more ups the number is written: `^4`.
const MOST_ARROWS: u16 = 3;

/// How games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Arrows and mathematical signs instead of ASCII.
    pub unicode: bool,
    /// `{2||1|*}` instead of `{2|{1|*}}`.
    pub bars: bool,
}

impl Games {
    /// The game as text: its name, or its canonical form with named options.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn text(&mut self, game: GameId, style: Style) -> Result<String, GameError> {
        Printer::new(self, style).game(game, MAX_NESTING)
    }

    /// The game in plain ASCII, with one bar in each pair of braces.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn name(&mut self, game: GameId) -> Result<String, GameError> {
        self.text(game, Style::default())
    }

    /// The canonical form written out down to numbers: `{{0|0}|-1}`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn braces(&mut self, game: GameId) -> Result<String, GameError> {
        Printer::new(self, Style::default()).braces(game, MAX_NESTING)
    }
}

struct Printer<'a> {
    games: &'a mut Games,
    style: Style,
    /// Games that may still be written: a small form can be a very long text.
    n_left: usize,
}

impl<'a> Printer<'a> {
    const fn new(games: &'a mut Games, style: Style) -> Self {
        let n_left = games.config.max_forms;
        Self {
            games,
            style,
            n_left,
        }
    }

    fn game(&mut self, game: GameId, nesting: u32) -> Result<String, GameError> {
        let nesting = self.one_more(nesting)?;
        if let Some((value, upstar)) = game.as_number_upstar() {
            let mut text = String::new();
            if !value.is_zero() || upstar == UpStar::ZERO {
                text = value.to_string();
            }
            self.write_upstar(upstar, &mut text);
            return Ok(text);
        }
        let infinitesimal = game.plus_number(-game.number)?;
        let Some(found) = self.games.as_tiny_or_miny(infinitesimal)? else {
            return self.form(game, nesting);
        };
        let text = self.tiny_or_miny(found, nesting)?;
        Ok(if game.number.is_zero() {
            text
        } else {
            format!("{}+({text})", game.number)
        })
    }

    /// Counts one more game to write, and the nesting that is left inside it.
    fn one_more(&mut self, nesting: u32) -> Result<u32, GameError> {
        self.games.budget.work(1)?;
        let limit = self.games.config.max_forms;
        let too_long = GameError::TooLong { limit };
        self.n_left = self.n_left.checked_sub(1).ok_or(too_long)?;
        nesting
            .checked_sub(1)
            .ok_or(GameError::TooDeep { limit: MAX_NESTING })
    }

    fn write_upstar(&self, value: UpStar, text: &mut String) {
        let (arrow, double) = match (self.style.unicode, value.ups > 0) {
            (false, true) => ('^', "^^"),
            (false, false) => ('v', "vv"),
            (true, true) => ('\u{2191}', "\u{21d1}"),
            (true, false) => ('\u{2193}', "\u{21d3}"),
        };
        match value.ups.unsigned_abs() {
            0 => {}
            2 => text.push_str(double),
            count @ 1..=MOST_ARROWS if count == 1 || !self.style.unicode => {
                text.extend(std::iter::repeat_n(arrow, count.into()));
            }
            count => write!(text, "{arrow}{count}").unwrap_or_default(),
        }
        match value.nimber {
            0 => {}
            1 => text.push('*'),
            nimber => write!(text, "*{nimber}").unwrap_or_default(),
        }
    }

    fn tiny_or_miny(&mut self, found: TinyOrMiny, nesting: u32) -> Result<String, GameError> {
        let (ascii, unicode, size) = match found {
            TinyOrMiny::Tiny(size) => ("+_", "\u{29fe}", size),
            TinyOrMiny::Miny(size) => ("-_", "\u{29ff}", size),
        };
        let sign = if self.style.unicode { unicode } else { ascii };
        let inner = self.game(size, nesting)?;
        Ok(if size.is_number() {
            format!("{sign}{inner}")
        } else {
            format!("{sign}({inner})")
        })
    }

    fn form(&mut self, game: GameId, nesting: u32) -> Result<String, GameError> {
        let [left, right] = [
            self.side(game, Player::Left, nesting)?,
            self.side(game, Player::Right, nesting)?,
        ];
        if !self.style.bars {
            return Ok(format!("{{{}|{}}}", left.join(","), right.join(",")));
        }
        let (left, left_bars) = unwrapped(left);
        let (right, right_bars) = unwrapped(right);
        let bars = "|".repeat(left_bars.max(right_bars) + 1);
        Ok(format!("{{{left}{bars}{right}}}"))
    }

    fn side(
        &mut self,
        game: GameId,
        player: Player,
        nesting: u32,
    ) -> Result<Vec<String>, GameError> {
        let mut texts = Vec::new();
        for option in self.games.options(game, player)? {
            texts.push(self.game(option, nesting)?);
        }
        texts.sort_unstable();
        Ok(texts)
    }

    fn braces(&mut self, game: GameId, nesting: u32) -> Result<String, GameError> {
        let nesting = self.one_more(nesting)?;
        if let Some(value) = game.as_number() {
            return Ok(value.to_string());
        }
        let mut sides = [String::new(), String::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            let mut texts = Vec::new();
            for option in self.games.options(game, player)? {
                texts.push(self.braces(option, nesting)?);
            }
            texts.sort_unstable();
            *side = texts.join(",");
        }
        let [left, right] = sides;
        Ok(format!("{{{left}|{right}}}"))
    }
}

/// The text of one side, and its longest run of bars outside braces. A side with a single form has no braces.
fn unwrapped(side: Vec<String>) -> (String, usize) {
    if let [only] = &side[..]
        && let Some(inner) = only
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
    {
        return (inner.to_owned(), longest_bars(inner));
    }
    (side.join(","), 0)
}

/// The longest run of bars outside braces and parentheses.
fn longest_bars(text: &str) -> usize {
    let (mut depth, mut run, mut longest) = (0, 0, 0);
    for c in text.chars() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        run = if c == '|' && depth == 0 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
