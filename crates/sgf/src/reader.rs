//! The game of a record, node by node.

use super::header::Header;
use super::lexer::{Property, SMALL_NAMES};
use super::scan::{MAX_LINE_NODES, Node};
use super::stones::{Stones, rectangles};
use super::values::{read_move, read_turn};
use super::warnings::Warnings;
use super::{Fault, LoadOptions, Record, RecordInfo, SgfError};
use tedomari_base::CancelToken;
use tedomari_board::game::Start;
use tedomari_board::{Color, Game, Move};

/// The board after a setup, and the player to move if the setup names one.
struct Setup {
    stones: Stones,
    to_move: Option<Color>,
    /// The last property of the setup, as an offset in bytes.
    last: usize,
}

/// The game so far, and the state of reading.
pub(super) struct Reader<'a> {
    game: Game,
    info: RecordInfo,
    warnings: Warnings<'a>,
    /// The handicap of the record: the largest number of black setup stones that are handicap stones.
    handicap: usize,
    before_move: usize,
    /// Number of the next move in the file.
    next_number: usize,
    /// The player of the first move that is not read.
    next_to_move: Option<Color>,
    cancel: &'a CancelToken,
}

impl<'a> Reader<'a> {
    /// An empty board with the size and the rules of the record.
    pub(super) fn new(
        root: Option<Node<'a>>,
        warnings: Warnings<'a>,
        options: &'a LoadOptions,
    ) -> Result<Self, SgfError> {
        let mut header = Header::new(warnings);
        for property in root.iter().flat_map(Node::properties) {
            header.read(property)?;
        }
        let rules = header.rules_or(&options.rules);
        let (size, handicap) = (header.size(), header.handicap);
        let (info, warnings) = header.finish();
        Ok(Self {
            game: Game::new(size, rules),
            info,
            warnings,
            handicap,
            before_move: options.before_move.unwrap_or(usize::MAX),
            next_number: 1,
            next_to_move: None,
            cancel: &options.cancel,
        })
    }

    fn error(&self, offset: usize, fault: Fault) -> SgfError {
        SgfError {
            place: self.warnings.place(offset),
            fault,
        }
    }

    /// Applies a node: first its setup, then its moves. False when the requested end is reached.
    pub(super) fn read(&mut self, node: &Node<'_>) -> Result<bool, SgfError> {
        self.read_setup(node)?;
        for property in node.properties() {
            self.check_cancel(property.offset)?;
            if property.has_small_name() {
                self.warnings.push_once(property.offset, SMALL_NAMES);
            }
            if let Some((color, mv)) = read_move(property, self.game.board().size()) {
                if self.next_number >= self.before_move {
                    self.next_to_move = Some(color);
                    return Ok(false);
                }
                if property.has_more_values() {
                    let text = || "a move has several values; the first one counts".to_owned();
                    self.warnings.push(property.offset, text);
                }
                let found = mv.map_err(|fault| self.error(property.offset, fault))?;
                let mv = self.warnings.told(property.offset, found);
                self.play(color, mv)
                    .map_err(|fault| self.error(property.offset, fault))?;
                self.next_number += 1;
            }
        }
        // An interrupt ends the properties early.
        self.check_cancel(node.offset)?;
        Ok(true)
    }

    fn check_cancel(&self, offset: usize) -> Result<(), SgfError> {
        if self.cancel.is_cancelled() {
            return Err(self.error(offset, Fault::Interrupted));
        }
        Ok(())
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Fault> {
        if self.next_number > MAX_LINE_NODES {
            return Err(Fault::TooLong);
        }
        self.set_turn_by_first_move(color);
        match self.game.play_ignoring_superko(color, mv) {
            Ok(_) => Ok(()),
            Err(reason) => Err(Fault::Illegal {
                number: self.next_number,
                color,
                mv,
                reason,
            }),
        }
    }

    /// If neither turn nor handicap is given, the color of the first move decides which player moves first.
    fn set_turn_by_first_move(&mut self, color: Color) {
        let is_open = self.game.moves().is_empty() && self.game.start().to_move.is_none();
        if is_open && self.handicap < 2 && self.game.start().first_to_move() != color {
            self.game.set_first_to_move(color);
        }
    }

    /// Adds and removes stones, and changes the turn. The game is left as it is if nothing changes.
    fn read_setup(&mut self, node: &Node<'_>) -> Result<(), SgfError> {
        let before = Stones::of(self.game.board());
        let Some(setup) = self.gather_setup(node, before)? else {
            return Ok(());
        };
        let is_start = self.game.moves().is_empty();
        let turn = self.game.to_move();
        let restarted = if setup.stones != before {
            // At the start an unnamed turn stays open: the handicap or the first move decides it.
            let unnamed = if is_start {
                self.game.start().to_move
            } else {
                Some(turn)
            };
            self.restart(setup.stones, setup.to_move.or(unnamed))
        } else {
            match setup.to_move {
                Some(color) if is_start => {
                    self.game.set_first_to_move(color);
                    Ok(())
                }
                Some(color) if color != turn => self.restart(before, setup.to_move),
                Some(_) | None => Ok(()),
            }
        };
        restarted.map_err(|fault| self.error(setup.last, fault))
    }

    /// The stones and the turn after the setup properties of a node; `None` if it has none.
    fn gather_setup(&mut self, node: &Node<'_>, before: Stones) -> Result<Option<Setup>, SgfError> {
        let mut setup = Setup {
            stones: before,
            to_move: None,
            last: node.offset,
        };
        let mut is_found = false;
        for property in node.properties() {
            self.check_cancel(property.offset)?;
            match property.name().as_str() {
                "AB" => self.place(&mut setup, property, Some(Color::Black))?,
                "AW" => self.place(&mut setup, property, Some(Color::White))?,
                "AE" => self.place(&mut setup, property, None)?,
                "PL" => match read_turn(property) {
                    Ok(color) => setup.to_move = Some(color),
                    Err(text) => self.warnings.push(property.offset, || {
                        format!("`{text}` is no player, ignored")
                    }),
                },
                _ => continue,
            }
            is_found = true;
        }
        Ok(is_found.then_some(setup))
    }

    /// Puts stones of a color on the points of a list, or takes all stones off them.
    fn place(
        &mut self,
        setup: &mut Setup,
        property: Property<'_>,
        color: Option<Color>,
    ) -> Result<(), SgfError> {
        for rectangle in rectangles(property, self.game.board().size()) {
            let found = rectangle.map_err(|fault| self.error(property.offset, fault))?;
            let rectangle = self.warnings.told(property.offset, found);
            setup.stones.set(rectangle, color);
        }
        setup.last = property.offset;
        Ok(())
    }

    fn restart(&mut self, stones: Stones, to_move: Option<Color>) -> Result<(), Fault> {
        // A handicap is of at least two stones. If only one of them is there, White still moves first.
        let (n_handicap, by_handicap) = match self.handicap.min(stones.n_black()) {
            0 => (0, None),
            1 => (0, (self.handicap >= 2).then_some(Color::White)),
            n_stones => (n_stones, None),
        };
        let start = Start {
            size: self.game.board().size(),
            n_handicap,
            stones: stones.list(),
            to_move: to_move.or(by_handicap),
        };
        self.game = Game::from_start(start, *self.game.rules())?;
        Ok(())
    }

    pub(super) fn finish(mut self) -> Record {
        if let Some(color) = self.next_to_move {
            self.set_turn_by_first_move(color);
        }
        let is_bare = self.game.moves().is_empty() && self.game.start().n_handicap == 0;
        if self.handicap >= 2 && is_bare && self.game.start().to_move.is_none() {
            // The handicap stones may still come, as moves. White is to move after them.
            self.game.set_first_to_move(Color::White);
        }
        Record {
            game: self.game,
            n_moves: self.next_number - 1,
            info: self.info,
            warnings: self.warnings.finish(),
        }
    }
}
