//! From the text of a record to a game.

use std::collections::{BTreeMap, BTreeSet};

use sgf_parse::go::{Move as SgfMove, Point as SgfPoint, Prop};
use sgf_parse::{SgfNode, SgfProp as _};

use super::scan::{NodePlaces, scan};
use super::{Fault, Place, RecordInfo, SgfError};
use crate::base::{Color, Komi, Move, Point, Size};
use crate::board::game::Start;
use crate::board::{Game, Rules};

/// Komi of a handicap game whose record names none.
const HANDICAP_KOMI: Komi = Komi::from_half_points(1);

/// How a record is to be read.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Rules and komi where the record has none.
    pub rules: Rules,
    /// Whether the rules that the record names (`RU`) replace these. Komi (`KM`) always does.
    pub obeys_record_rules: bool,
    /// Stop before this move, as GTP's `loadsgf` counts: 1 leaves the setup only, 3 leaves two moves on the board.
    /// Passes count, setup stones do not. Beyond the end, and `None`: the whole game.
    pub before_move: Option<usize>,
}

/// A doubtful place of a record, and what was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The property in question.
    pub place: Place,
    /// What is odd, and how it was read.
    pub text: String,
}

/// A record that was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position asked for, with the moves that led to it since the last setup.
    pub game: Game,
    /// Players, result and so on.
    pub info: RecordInfo,
    /// What was doubtful.
    pub warnings: Vec<Warning>,
}

/// The text of a file: UTF-8, or else Latin-1, in which every sequence of bytes is a text. A byte order mark goes.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Reads the main line of the first game of a text.
///
/// Size, komi and, if wanted, rules are those of the record. White moves first in a handicap game. A setup in the
/// middle (stones put down or taken away, a change of turn) begins a new [`Start`] from the resulting position:
/// earlier moves can't be taken back and the prisoners are forgotten. Moves that break superko are let pass, as
/// nobody can know which rules an old game was played under; unknown properties are skipped.
///
/// # Errors
/// The first breach of the grammar, a game other than Go, or an impossible size, setup or move, with its place.
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

/// A node of the main line, and where it stands in the text.
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

/// The game so far, and what is left to settle.
struct Reader {
    game: Game,
    info: RecordInfo,
    warnings: Vec<Warning>,
    /// The record's handicap; at most so many black stones of the setup are handicap stones.
    handicap: usize,
    before_move: usize,
    /// Number of the next move in the file.
    next_number: usize,
    /// Who makes the first move that was not read any more.
    next_to_move: Option<Color>,
}

impl Reader {
    /// An empty board of the size, and with the rules, of the record.
    fn new(nodes: &[Node<'_>], options: &LoadOptions) -> Result<Self, SgfError> {
        let mut header = Header::default();
        for (property, place) in nodes.first().iter().flat_map(|root| root.properties()) {
            header.read(property, place, options)?;
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

    /// Applies a node: first its setup, then its moves. Whether the end asked for is still ahead.
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

    /// Where neither turn nor handicap is given, the color of the first move tells who moves first.
    fn set_turn_by_first_move(&mut self, color: Color) {
        let is_open = self.game.moves().is_empty() && self.game.start().to_move.is_none();
        if is_open && self.handicap < 2 && self.game.start().first_to_move() != color {
            self.game.set_first_to_move(color);
        }
    }

    /// Puts down and takes away stones, and changes the turn. What changes nothing leaves the game alone.
    fn read_setup(&mut self, node: &Node<'_>) -> Result<(), SgfError> {
        let board = self.game.board();
        let size = board.size();
        let before: BTreeMap<Point, Color> = size
            .points()
            .filter_map(|point| Some((point, board.color(point)?)))
            .collect();
        let mut stones = before.clone();
        let mut to_move = None;
        let mut last = node.places.node;
        for (property, place) in node.properties() {
            if let Some((color, points)) = read_points(property, size) {
                for point in points.map_err(|fault| SgfError { place, fault })? {
                    match color {
                        Some(color) => stones.insert(point, color),
                        None => stones.remove(&point),
                    };
                }
                last = place;
            }
            match read_turn(property) {
                Some(Ok(color)) => to_move = Some(color),
                Some(Err(text)) => self.warnings.push(Warning {
                    place,
                    text: format!("`{text}` is no player, ignored"),
                }),
                None => {}
            }
        }
        let turn = self.game.to_move();
        if stones != before {
            // At the start an unnamed turn stays open, for the handicap or the first move to tell.
            let unnamed = if self.game.moves().is_empty() {
                self.game.start().to_move
            } else {
                Some(turn)
            };
            self.restart(stones, to_move.or(unnamed))
                .map_err(|fault| SgfError { place: last, fault })?;
        } else if let Some(color) = to_move {
            if self.game.moves().is_empty() {
                self.game.set_first_to_move(color);
            } else if color != turn {
                self.restart(stones, to_move)
                    .map_err(|fault| SgfError { place: last, fault })?;
            }
        }
        Ok(())
    }

    fn restart(
        &mut self,
        stones: BTreeMap<Point, Color>,
        to_move: Option<Color>,
    ) -> Result<(), Fault> {
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
            // The handicap stones may be yet to come, as moves: White is to move all the same.
            self.game.set_first_to_move(Color::White);
        }
        Record {
            game: self.game,
            info: self.info,
            warnings: self.warnings,
        }
    }
}

/// What the root node says about the game.
#[derive(Default)]
struct Header {
    size: Option<Size>,
    komi: Option<Komi>,
    rules: Option<Rules>,
    handicap: usize,
    info: RecordInfo,
    warnings: Vec<Warning>,
}

impl Header {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other seventy properties say nothing that a game keeps"
    )]
    fn read(
        &mut self,
        property: &Prop,
        place: Place,
        options: &LoadOptions,
    ) -> Result<(), SgfError> {
        let text = |text: &dyn std::fmt::Display| Some(text.to_string());
        match property {
            Prop::SZ((width, height)) => {
                self.size = Some(Size::new(*width, *height).ok_or_else(|| SgfError {
                    place,
                    fault: Fault::Size(format!("{width}:{height}")),
                })?);
            }
            Prop::KM(points) => self.read_komi(*points, place),
            Prop::HA(stones) => self.handicap = usize::try_from(*stones).unwrap_or(0),
            Prop::RU(name) if options.obeys_record_rules => match Rules::named(&name.text) {
                Ok(rules) => self.rules = Some(rules),
                Err(error) => self.warn(place, format!("{error}; ours are kept")),
            },
            Prop::PB(name) => self.info.black = text(name),
            Prop::PW(name) => self.info.white = text(name),
            Prop::RE(result) => self.info.result = text(result),
            Prop::DT(date) => self.info.date = text(date),
            Prop::EV(event) => self.info.event = text(event),
            Prop::GC(comment) => self.info.comment = text(comment),
            Prop::AP((name, version)) => self.info.application = Some(format!("{name}:{version}")),
            Prop::Invalid(identifier, values) => {
                self.read_invalid(identifier, &values.concat(), place)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn read_komi(&mut self, points: f64, place: Place) {
        match Komi::from_points(points) {
            Some(komi) => self.komi = Some(komi),
            None => self.warn(place, format!("komi {points} is impossible, ignored")),
        }
    }

    /// A property of the standard with a value that is not in the standard.
    fn read_invalid(
        &mut self,
        identifier: &str,
        value: &str,
        place: Place,
    ) -> Result<(), SgfError> {
        let trimmed = value.trim();
        match identifier {
            "SZ" => {
                let fault = Fault::Size(value.to_owned());
                return Err(SgfError { place, fault });
            }
            // Decimal commas, as some programs write them, and blanks.
            "KM" if trimmed.is_empty() => {}
            "KM" => match trimmed.replace(',', ".").parse() {
                Ok(points) => self.read_komi(points, place),
                Err(_) => self.warn(place, format!("komi `{trimmed}` is not a number, ignored")),
            },
            "AP" => self.info.application = Some(value.to_owned()),
            // Programs write 0 or 1, or nothing, where there is no handicap.
            "HA" if trimmed.is_empty() || trimmed.parse::<i64>().is_ok() => {}
            "HA" => self.warn(
                place,
                format!("handicap `{trimmed}` is not a number, ignored"),
            ),
            _ => {}
        }
        Ok(())
    }

    fn warn(&mut self, place: Place, text: String) {
        self.warnings.push(Warning { place, text });
    }
}

/// Who moves and where, if the property is a move.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other properties are not moves"
)]
fn read_move(property: &Prop, size: Size) -> Option<(Color, Result<Move, Fault>)> {
    let (color, mv) = match property {
        Prop::B(mv) => (Color::Black, Some(*mv)),
        Prop::W(mv) => (Color::White, Some(*mv)),
        // Blanks around the point.
        Prop::Invalid(identifier, values) => {
            let color = match identifier.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            (color, values.concat().trim().parse().ok())
        }
        _ => return None,
    };
    let mv = mv.and_then(|mv| match mv {
        SgfMove::Pass => Some(Move::Pass),
        SgfMove::Move(OLD_PASS) if size.width() <= 19 && size.height() <= 19 => Some(Move::Pass),
        SgfMove::Move(point) => read_point(point, size).map(Move::Play),
    });
    Some((color, mv.ok_or_else(|| Fault::Move(property.to_string()))))
}

/// `tt`, a pass on boards of up to 19 lines before FF\[4\], and in many programs still.
const OLD_PASS: SgfPoint = SgfPoint { x: 19, y: 19 };

/// A point of the board. SGF counts rows from the top.
fn read_point(point: SgfPoint, size: Size) -> Option<Point> {
    let y = size.height().checked_sub(point.y + 1)?;
    (point.x < size.width()).then(|| Point::new(point.x, y))
}

/// Points that a setup property changes, or what is wrong with them.
type SetupPoints = Result<BTreeSet<Point>, Fault>;

/// The points of a setup property, in point order, and the color of the stones they get.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other properties set nothing up"
)]
fn read_points(property: &Prop, size: Size) -> Option<(Option<Color>, SetupPoints)> {
    let fault = |what: &str| Fault::Points(what.to_owned());
    let (color, points) = match property {
        Prop::AB(points) => (Some(Color::Black), points),
        Prop::AW(points) => (Some(Color::White), points),
        Prop::AE(points) => (None, points),
        Prop::Invalid(identifier, values) if ["AB", "AW", "AE"].contains(&identifier.as_str()) => {
            let text = values.concat();
            let is_blank = text.trim().is_empty();
            let points = if is_blank {
                Ok(BTreeSet::new())
            } else {
                Err(fault(&format!("{identifier}[{text}]")))
            };
            return Some((None, points));
        }
        _ => return None,
    };
    let points = points.iter().map(|&point| read_point(point, size));
    let points: Option<BTreeSet<Point>> = points.collect();
    Some((color, points.ok_or_else(|| fault(&property.identifier()))))
}

/// Whose turn it becomes, if the property says so; else the text that says it wrongly.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other properties leave the turn alone"
)]
fn read_turn(property: &Prop) -> Option<Result<Color, String>> {
    match property {
        Prop::PL(sgf_parse::Color::Black) => Some(Ok(Color::Black)),
        Prop::PL(sgf_parse::Color::White) => Some(Ok(Color::White)),
        Prop::Invalid(identifier, values) if identifier == "PL" => {
            let text = values.concat().trim().to_ascii_lowercase();
            Some(match text.as_str() {
                "b" | "black" | "1" => Ok(Color::Black),
                "w" | "white" | "2" => Ok(Color::White),
                _ => Err(text),
            })
        }
        _ => None,
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
        obeys_record_rules: true,
        before_move: None,
    };

    fn read(text: &str, before_move: Option<usize>) -> Record {
        let options = LoadOptions {
            before_move,
            ..OPTIONS
        };
        load(text, &options).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Moves in the record, `|`, stones at its start, `|`, who moves first, who moves next.
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
        let options = LoadOptions {
            obeys_record_rules: false,
            ..OPTIONS
        };
        let record = load("(;SZ[5]RU[Chinese])", &options).unwrap();
        assert_eq!(record.game.rules(), &OPTIONS.rules);
    }

    #[test]
    fn only_the_main_line_of_the_first_game_counts() {
        let text =
            "mail header\n(;SZ[5];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ea])))\n(;SZ[9];B[zz])";
        check(text, None, "B A5 W B4 B C3 | | B W");
    }

    #[test]
    fn superko_is_let_pass() {
        // Taking back at once is a matter of the position; the passes make it one of superko.
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
