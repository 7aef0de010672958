//! From the text of a record to a game.

use std::collections::BTreeMap;

use sgf_parse::SgfNode;
use sgf_parse::go::Prop;

use super::header::Header;
use super::scan::{NodePlaces, scan};
use super::values::{read_move, read_points, read_turn};
use super::{Fault, Place, RecordInfo, SgfError, Warning};
use crate::base::{Color, Komi, Move, Point, Size};
use crate::board::game::Start;
use crate::board::{Game, Rules};

/// Komi of a handicap game whose record has none: half a point.
const HANDICAP_KOMI: Komi = Komi::from_half_points(1);

/// Options for reading a record.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Rules and komi if the record has none (`RU`, `KM`).
    pub rules: Rules,
    /// Stop before this move, counted as in GTP's `loadsgf`: 1 reads the setup only, 3 reads two moves. Passes count,
    /// setup stones do not. `None`, or a number beyond the end: the whole game.
    pub before_move: Option<usize>,
}

/// A record that was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position asked for, with the moves that led to it since the last setup.
    pub game: Game,
    /// Players, result and so on.
    pub info: RecordInfo,
    /// The doubtful places.
    pub warnings: Vec<Warning>,
}

/// The text of a file: UTF-8, or Latin-1 if it is not UTF-8. A byte order mark is removed.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Reads the main line of the first game of a text.
///
/// Size, komi and rules are those of the record. White moves first in a handicap game. A setup in the middle (stones
/// put down or taken away, a change of turn) begins a new [`Start`] from the resulting position: earlier moves can't
/// be taken back and the prisoners are forgotten. Moves that break superko are accepted, because the rules of old
/// games are often unknown. Unknown properties are skipped.
///
/// # Errors
/// The first error in the grammar, a game other than Go, or an impossible size, setup or move, with its place.
pub fn load(text: &str, options: &LoadOptions) -> Result<Record, SgfError> {
    let outline = scan(text)?;
    let root_place = outline
        .main_line
        .first()
        .map_or(Place::START, |places| places.node);
    let root = parse(&outline.game).map_err(|fault| SgfError {
        place: root_place,
        fault,
    })?;
    let nodes: Vec<Node<'_>> = root
        .main_variation()
        .zip(&outline.main_line)
        .map(|(node, places)| Node { node, places })
        .collect();
    let mut reader = Reader::new(&nodes, options)?;
    reader
        .warnings
        .extend(outline.unclosed.map(|place| Warning {
            place,
            text: "the file ends inside the game that begins here".to_owned(),
        }));
    for node in &nodes {
        if !reader.read(node)? {
            break;
        }
    }
    Ok(reader.finish())
}

/// The root of the one game in `text`.
fn parse(text: &str) -> Result<SgfNode<Prop>, Fault> {
    let parser = |error: sgf_parse::SgfParseError| Fault::Parser(error.to_string().to_lowercase());
    let game = sgf_parse::parse(text)
        .map_err(parser)?
        .into_iter()
        .next()
        .ok_or(Fault::NoGame)?;
    game.into_go_node().map_err(|_| Fault::OtherGame)
}

/// A node of the main line, and its place in the text.
struct Node<'a> {
    node: &'a SgfNode<Prop>,
    places: &'a NodePlaces,
}

impl Node<'_> {
    fn properties(&self) -> impl Iterator<Item = (&Prop, Place)> {
        self.node
            .properties()
            .zip(self.places.properties.iter().copied())
    }
}

/// Stones by their points.
type Stones = BTreeMap<Point, Color>;

/// The board after a setup, and the player to move if the setup names one.
struct Setup {
    stones: Stones,
    to_move: Option<Color>,
    /// The last property of the setup.
    last: Place,
}

/// The game so far, and the state of reading.
struct Reader {
    game: Game,
    info: RecordInfo,
    warnings: Vec<Warning>,
    /// The handicap of the record: the largest number of black setup stones that are handicap stones.
    handicap: usize,
    before_move: usize,
    /// Number of the next move in the file.
    next_number: usize,
    /// The player of the first move that is not read.
    next_to_move: Option<Color>,
}

impl Reader {
    /// An empty board with the size and the rules of the record.
    fn new(nodes: &[Node<'_>], options: &LoadOptions) -> Result<Self, SgfError> {
        let mut header = Header::default();
        for (property, place) in nodes.first().iter().flat_map(|root| root.properties()) {
            header.read(property, place)?;
        }
        let mut rules = header.rules.unwrap_or(options.rules);
        rules.komi = match header.komi {
            Some(komi) => komi,
            None if header.handicap >= 2 => HANDICAP_KOMI,
            None => options.rules.komi,
        };
        Ok(Self {
            game: Game::new(header.size.unwrap_or(Size::square(19)), rules),
            info: header.info,
            warnings: header.warnings,
            handicap: header.handicap,
            before_move: options.before_move.unwrap_or(usize::MAX),
            next_number: 1,
            next_to_move: None,
        })
    }

    /// Applies a node: first its setup, then its moves. False when the wanted end is reached.
    fn read(&mut self, node: &Node<'_>) -> Result<bool, SgfError> {
        self.read_setup(node)?;
        for (property, place) in node.properties() {
            if let Some((color, mv)) = read_move(property, self.game.board().size()) {
                if self.next_number >= self.before_move {
                    self.next_to_move = Some(color);
                    return Ok(false);
                }
                mv.and_then(|mv| self.play(color, mv))
                    .map_err(|fault| SgfError { place, fault })?;
                self.next_number += 1;
            }
        }
        Ok(true)
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Fault> {
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
        let before = self.stones();
        let setup = self.gather_setup(node, &before)?;
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
        restarted.map_err(|fault| SgfError {
            place: setup.last,
            fault,
        })
    }

    /// The stones on the board.
    fn stones(&self) -> Stones {
        let board = self.game.board();
        let points = board.size().points();
        points
            .filter_map(|point| Some((point, board.color(point)?)))
            .collect()
    }

    /// The stones and the turn after the setup properties of a node.
    fn gather_setup(&mut self, node: &Node<'_>, before: &Stones) -> Result<Setup, SgfError> {
        let size = self.game.board().size();
        let mut setup = Setup {
            stones: before.clone(),
            to_move: None,
            last: node.places.node,
        };
        for (property, place) in node.properties() {
            if let Some((color, points)) = read_points(property, size) {
                for point in points.map_err(|fault| SgfError { place, fault })? {
                    match color {
                        Some(color) => setup.stones.insert(point, color),
                        None => setup.stones.remove(&point),
                    };
                }
                setup.last = place;
            }
            match read_turn(property) {
                Some(Ok(color)) => setup.to_move = Some(color),
                Some(Err(text)) => self.warnings.push(Warning {
                    place,
                    text: format!("`{text}` is no player, ignored"),
                }),
                None => {}
            }
        }
        Ok(setup)
    }

    fn restart(&mut self, stones: Stones, to_move: Option<Color>) -> Result<(), Fault> {
        let n_black = stones
            .values()
            .filter(|&&color| color == Color::Black)
            .count();
        let start = Start {
            size: self.game.board().size(),
            n_handicap: if self.handicap >= 2 {
                self.handicap.min(n_black)
            } else {
                0
            },
            stones: stones
                .into_iter()
                .map(|(point, color)| (color, point))
                .collect(),
            to_move,
        };
        self.game = Game::from_start(start, *self.game.rules())?;
        Ok(())
    }

    fn finish(mut self) -> Record {
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
            info: self.info,
            warnings: self.warnings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::MAX_LINE_NODES;

    const OPTIONS: LoadOptions = LoadOptions {
        rules: Rules {
            scoring: crate::board::Scoring::Territory,
            ko: crate::board::KoRule::PositionalSuperko,
            allows_suicide: false,
            tax: crate::board::rules::Tax::Seki,
            handicap_bonus: crate::board::rules::HandicapBonus::None,
            komi: Komi::from_half_points(13),
        },
        before_move: None,
    };

    fn read(text: &str, before_move: Option<usize>) -> Record {
        let options = LoadOptions {
            before_move,
            ..OPTIONS
        };
        load(text, &options).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Moves in the record, `|`, stones at its start, `|`, the player who moves first, the player who moves next.
    fn check(text: &str, before_move: Option<usize>, expected: &str) {
        let game = read(text, before_move).game;
        let moves = game
            .moves()
            .iter()
            .map(|(color, mv)| format!("{color:#} {mv} "));
        let stones = game
            .start()
            .stones
            .iter()
            .map(|(color, point)| format!("{color:#} {point} "));
        let (moves, stones): (String, String) = (moves.collect(), stones.collect());
        let (first, next) = (game.start().first_to_move(), game.to_move());
        assert_eq!(
            format!("{moves}| {stones}| {first:#} {next:#}"),
            expected,
            "{text}"
        );
    }

    fn check_error(text: &str, expected: &str) {
        assert_eq!(
            load(text, &OPTIONS).unwrap_err().to_string(),
            expected,
            "{text}"
        );
    }

    #[test]
    fn moves_are_counted_as_the_protocol_counts_them() {
        let text = "(;SZ[9]AB[cc];B[aa];W[];C[no move];B[tt];W[ii])";
        check(text, None, "B A9 W pass B pass W J1 | B C7 | B B");
        check(text, Some(0), "| B C7 | B B");
        check(text, Some(1), "| B C7 | B B");
        check(text, Some(3), "B A9 W pass | B C7 | B B");
        check(text, Some(4), "B A9 W pass B pass | B C7 | B W");
        check(text, Some(99), "B A9 W pass B pass W J1 | B C7 | B B");
    }

    #[test]
    fn size_rows_and_passes() {
        check("(;B[aa])", None, "B A19 | | B W");
        check("(;SZ[9:13]B[am];W[ia])", None, "B A1 W J13 | | B B");
        check("(;SZ[21]B[tt])", None, "B U2 | | B W");
        check("(;SZ[19]B[ tt ])", None, "B pass | | B W");
        check("(;SiZe[9];White[ba])", None, "W B9 | | W B");
    }

    #[test]
    fn white_moves_first_in_a_handicap_game() {
        let text = "(;SZ[9]HA[2];AB[gc][cg];W[ee])";
        check(text, Some(1), "| B C3 B G7 | W W");
        let game = read(text, None).game;
        assert_eq!(
            (game.start().n_handicap, game.rules().komi),
            (2, HANDICAP_KOMI)
        );
        check("(;SZ[9]HA[2];B[gc];B[cg];W[ee])", Some(1), "| | W W");
        check("(;SZ[9]HA[1];B[gc])", Some(1), "| | B B");
        check("(;SZ[9]HA[2]AB[aa][bb]PL[B])", None, "| B B8 B A9 | B B");
    }

    #[test]
    fn the_turn_is_named_or_told_by_the_first_move() {
        for name in ["W", "w", "2", "White", "white"] {
            check(&format!("(;SZ[5]PL[{name}])"), None, "| | W W");
        }
        check("(;SZ[5]AB[aa]AW[bb];W[cc])", Some(1), "| W B4 B A5 | W W");
        check(
            "(;SZ[5]AB[aa]AW[bb]PL[B];W[cc])",
            Some(1),
            "| W B4 B A5 | B B",
        );
        let record = read("(;SZ[5]PL[green])", None);
        assert_eq!(record.warnings.len(), 1);
        assert_eq!(record.warnings[0].place, Place { line: 1, column: 8 });
    }

    #[test]
    fn a_setup_in_the_middle_begins_anew() {
        let text = "(;SZ[5];B[aa];W[ee];AW[cc]AE[aa];B[bb];W[dd])";
        check(text, Some(3), "| W E1 W C3 | B B");
        check(text, Some(4), "B B4 | W E1 W C3 | B W");
        check(text, Some(2), "B A5 | | B W");
        check("(;SZ[5];B[aa];PL[B];B[bb])", None, "B B4 | B A5 | B W");
        check(
            "(;SZ[5];B[aa];PL[W]AE[cc]AB[aa];W[bb])",
            None,
            "B A5 W B4 | | B B",
        );
        check(
            "(;SZ[5]AB[bb:cc]AE[bb]AB[];B[aa])",
            None,
            "B A5 | B B3 B C3 B C4 | B W",
        );
    }

    #[test]
    fn komi_and_rules_are_the_records_or_the_given_ones() {
        let komi = |text: &str| read(text, None).game.rules().komi.to_string();
        assert_eq!(komi("(;SZ[5])"), "6.5");
        assert_eq!(komi("(;SZ[5]KM[])"), "6.5");
        assert_eq!(komi("(;SZ[5]KM[5.5])"), "5.5");
        assert_eq!(komi("(;SZ[5]KM[-3,5])"), "-3.5");
        assert_eq!(
            komi("(;SZ[5]HA[3]KM[2])"),
            Komi::from_half_points(4).to_string()
        );
        assert_eq!(read("(;KM[many])", None).warnings.len(), 1);
        assert_eq!(read("(;KM[nan])", None).warnings.len(), 1);
        let rules = |text: &str| read(text, None).game.rules().name();
        assert_eq!(rules("(;SZ[5]RU[Chinese])"), Some("chinese"));
        assert_eq!(rules("(;SZ[5]RU[NZ])"), Some("new_zealand"));
        assert_eq!(rules("(;SZ[5])"), OPTIONS.rules.name());
        let record = read("(;SZ[5]RU[house rules])", None);
        assert_eq!(record.game.rules(), &OPTIONS.rules);
        assert_eq!(record.warnings.len(), 1);
    }

    #[test]
    fn only_the_main_line_of_the_first_game_counts() {
        let text =
            "mail header\n(;SZ[5];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ea])))\n(;SZ[9];B[zz])";
        check(text, None, "B A5 W B4 B C3 | | B W");
    }

    #[test]
    fn superko_is_let_pass() {
        // Taking back at once is forbidden by the position. After two passes only superko forbids it.
        let error = load("(;SZ[2:1];B[aa];W[ba];B[aa])", &OPTIONS).unwrap_err();
        assert_eq!(error.to_string(), "1:23 move 3, black A1, is illegal: ko");
        check(
            "(;SZ[2:1];B[aa];W[ba];B[];W[];B[aa])",
            None,
            "B A1 W B1 B pass W pass B A1 | | B W",
        );
    }

    #[test]
    fn errors_name_the_property() {
        check_error(
            "(;SZ[26])",
            "1:3 board size `26:26` is not a number, or two numbers with a colon, from 1 to 25",
        );
        check_error(
            "(;SZ[19x19])",
            "1:3 board size `19x19` is not a number, or two numbers with a colon, from 1 to 25",
        );
        check_error(
            "(;GM[2]\nSZ[9])",
            "1:2 not a record of Go: the game type is not 1",
        );
        check_error(
            "(;SZ[9];B[aa];\nC[x]W[aa])",
            "2:5 move 2, white A9, is illegal: the point is occupied",
        );
        check_error("(;SZ[9];B[jj])", "1:9 `B[jj]` is not a move");
        check_error("(;SZ[9];B[a])", "1:9 `B[a]` is not a move");
        check_error(
            "(;SZ[9]AB[aa][jj])",
            "1:8 `AB` has a point that is not on the board",
        );
        check_error(
            "(;SZ[9]AW[aa][b])",
            "1:8 `AW[aab]` has a point that is not on the board",
        );
        check_error(
            "(;SZ[2]AB[aa:bb])",
            "1:8 after this setup the block on A1 has no liberty",
        );
        check_error("(;SZ[9];W", "1:9 the file ends inside a property");
    }

    #[test]
    fn a_file_cut_off_between_nodes_is_read_with_a_warning() {
        let record = read("(;SZ[5];B[aa]", None);
        assert_eq!(record.game.moves().len(), 1);
        assert_eq!(record.warnings.len(), 1);
        assert_eq!(record.warnings[0].place, Place::START);
    }

    #[test]
    fn bytes_are_decoded() {
        assert_eq!(decode("\u{feff}(;PB[手])".as_bytes()), "(;PB[手])");
        assert_eq!(decode(b"(;PB[\xe9])"), "(;PB[é])");
        let record = read(&decode(b"(;SZ[5]PB[a\\]\xe9]PW[b]RE[W+R]AP[x:1])"), None);
        assert_eq!(record.info.black.as_deref(), Some("a]é"));
        assert_eq!(record.info.white.as_deref(), Some("b"));
        assert_eq!(record.info.result.as_deref(), Some("W+R"));
        assert_eq!(record.info.application.as_deref(), Some("x:1"));
    }

    #[test]
    fn the_longest_line_fits_the_stack() {
        let text = format!("({})", ";B[]".repeat(MAX_LINE_NODES));
        assert_eq!(read(&text, None).game.moves().len(), MAX_LINE_NODES);
    }
}
