//! From the bytes or the text of a record to a game.

use super::encoding::decode;
use super::reader::Reader;
use super::scan::scan;
use super::warnings::Warnings;
use super::{LoadOptions, Record, SgfError};

/// Decodes the bytes of a file (see [`decode`]), and reads the main line of the first game (see [`load`]).
///
/// # Errors
/// As for [`load`].
pub fn load_bytes(bytes: Vec<u8>, options: &LoadOptions) -> Result<Record, SgfError> {
    let decoded = decode(bytes, &options.cancel)?;
    let mut record = load(&decoded.text, options)?;
    record.warnings.splice(0..0, decoded.doubt);
    Ok(record)
}

/// Reads the main line of the first game of a text.
///
/// Size, komi and rules are those of the record. White moves first in a handicap game. A setup in the middle (stones
/// put down or taken away, a change of turn) begins a new [`Start`](tedomari_board::game::Start) from the resulting
/// position: earlier moves can't be taken back and the prisoners are not kept. Moves that break superko are accepted,
/// because the rules of old games are often unknown. Unknown properties are skipped.
///
/// Cost: linear in the length of the text. The memory depends on the main line only.
///
/// # Errors
/// The first error in the grammar, a game other than Go, or an impossible size, setup or move, with its place. Also if
/// the token of the options is cancelled.
pub fn load(text: &str, options: &LoadOptions) -> Result<Record, SgfError> {
    let outline = scan(text, &options.cancel)?;
    let warnings = Warnings::about(text, &outline);
    let mut reader = Reader::new(outline.nodes().next(), warnings, options)?;
    for node in outline.nodes() {
        if !reader.read(&node)? {
            break;
        }
    }
    Ok(reader.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fault, MAX_LINE_NODES, Place};
    use tedomari_base::CancelToken;
    use tedomari_board::{Komi, Rules};

    const RULES: Rules = Rules {
        scoring: tedomari_board::Scoring::Territory,
        ko: tedomari_board::KoRule::PositionalSuperko,
        allows_suicide: false,
        tax: tedomari_board::rules::Tax::Seki,
        handicap_bonus: tedomari_board::rules::HandicapBonus::None,
        komi: Komi::from_half_points(13),
    };

    fn options(before_move: Option<usize>) -> LoadOptions {
        LoadOptions {
            rules: RULES,
            before_move,
            cancel: CancelToken::new(),
        }
    }

    fn read(text: &str, before_move: Option<usize>) -> Record {
        load(text, &options(before_move)).unwrap_or_else(|error| panic!("{text}: {error}"))
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
            load(text, &options(None)).unwrap_err().to_string(),
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
            (2, Komi::from_half_points(1))
        );
        check("(;SZ[9]HA[2];B[gc];B[cg];W[ee])", Some(1), "| | W W");
        check("(;SZ[9]HA[1];B[gc])", Some(1), "| | B B");
        check("(;SZ[9]HA[2]AB[gc];W[cc])", Some(1), "| B G7 | W W");
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
        assert_eq!(rules("(;SZ[5])"), RULES.name());
        let record = read("(;SZ[5]RU[house rules])", None);
        assert_eq!(record.game.rules(), &RULES);
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
        let error = load("(;SZ[2:1];B[aa];W[ba];B[aa])", &options(None)).unwrap_err();
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
            "1:3 board size `26` is not a number, or two numbers with a colon, from 1 to 25",
        );
        check_error(
            "(;SZ[nine])",
            "1:3 board size `nine` is not a number, or two numbers with a colon, from 1 to 25",
        );
        check_error(
            "(;GM[2]\nSZ[9])",
            "1:3 not a record of Go: the game type is not 1",
        );
        check_error(
            "(;SZ[9];B[aa];\nC[x]W[aa])",
            "2:5 move 2, white A9, is illegal: the point is occupied",
        );
        check_error("(;SZ[9];B[jj])", "1:9 `B[jj]` is not a move");
        check_error("(;SZ[9];B[a])", "1:9 `B[a]` is not a move");
        check_error(
            "(;SZ[9]AB[aa][jj])",
            "1:8 `AB[jj]` has a point that is not on the board",
        );
        check_error(
            "(;SZ[9]AW[aa][b])",
            "1:8 `AW[b]` has a point that is not on the board",
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
    fn info_is_read_without_its_escapes() {
        let record = read("(;SZ[5]PB[a\\]é\\\\]PW[b]RE[W+R]AP[x:1]C[a\\\nb])", None);
        assert_eq!(record.info.black.as_deref(), Some("a]é\\"));
        assert_eq!(record.info.white.as_deref(), Some("b"));
        assert_eq!(record.info.result.as_deref(), Some("W+R"));
        let application = record.info.application.unwrap();
        assert_eq!((&*application.name, &*application.version), ("x", "1"));
        assert_eq!(record.info.root_comment.as_deref(), Some("ab"));
    }

    #[test]
    fn the_program_is_read_with_its_version() {
        for (value, expected) in [
            ("x:1", Some(("x", "1"))),
            ("x", Some(("x", ""))),
            ("x:", Some(("x", ""))),
            (":1", Some(("", "1"))),
            (" x : 1\n", Some(("x", "1"))),
            (r"a\:b\]:1:2", Some(("a:b]", "1:2"))),
            (r"a\\:1", Some((r"a\", "1"))),
            ("\\:\n", Some((":", ""))),
            ("", None),
            (":", None),
            ("\n: ", None),
        ] {
            let application = read(&format!("(;AP[{value}])"), None).info.application;
            let found = application.as_ref().map(|it| (&*it.name, &*it.version));
            assert_eq!(found, expected, "{value}");
        }
    }

    fn check_warnings(text: &str, expected: &[&str]) {
        let warnings = read(text, None).warnings;
        let told = warnings.iter().map(|w| format!("{} {}", w.place, w.text));
        assert_eq!(told.collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn doubtful_values_are_told() {
        check_warnings(
            "(;GM[1]KM[6.5]GM[1])",
            &["1:15 `GM` is repeated; the first one counts"],
        );
        check_warnings(
            "(;SZ[9]\nSZ[13];B[ii])",
            &["2:1 `SZ` is repeated; the first one counts"],
        );
        check_warnings(
            "(;GM[go])",
            &["1:3 game type `go` is not a number, ignored"],
        );
        check_warnings("(;KM[abc])", &["1:3 komi `abc` is not a number, ignored"]);
        check_warnings(
            "(;KM[5][7])",
            &["1:3 `KM` has several values; the first one counts"],
        );
        check_warnings("(;RU[]KM[]HA[]GM[ 1 ])", &[]);
        let rules = &read("(;RU[foo])", None).warnings[0].text;
        assert!(
            rules.starts_with("unknown rules `foo`, known are "),
            "{rules}"
        );
        let long = format!("(;C[{}])", "x".repeat(1 << 17));
        check_warnings(&long, &["1:3 the text of `C` is too long, and cut"]);
        let name = "é".repeat(50);
        let shown = format!("1:3 komi `{}…` is not a number, ignored", "é".repeat(40));
        check_warnings(&format!("(;KM[{name}])"), &[&shown]);
    }

    #[test]
    fn endless_warnings_and_moves_are_cut() {
        let warnings = read(&format!("(;{})", "PL[x]".repeat(1000)), None).warnings;
        assert_eq!(warnings.len(), 21);
        assert_eq!(warnings[20].text, "980 more doubtful places follow");
        let text = format!("(;{})", "B[]".repeat(MAX_LINE_NODES + 1));
        let error = load(&text, &options(None)).unwrap_err();
        assert_eq!(error.fault, Fault::TooLong);
    }

    #[test]
    fn rectangles_cost_no_more_than_their_text() {
        // Each of the rectangles has 625 points: 200 million together.
        let list = "[aa:yy]".repeat(300_000);
        check(
            &format!("(;SZ[25]AE{list}TR{list};B[aa])"),
            None,
            "B A25 | | B W",
        );
        let marks = read(&format!("(;SZ[25]TR{list})"), None).info.marks;
        assert_eq!(marks.len(), 625);
    }

    #[test]
    fn an_interrupt_ends_the_reading() {
        let options = options(None);
        options.cancel.cancel();
        let error = load("(;B[aa])", &options).unwrap_err();
        assert_eq!(error.to_string(), "1:1 interrupted");
    }

    #[test]
    fn the_longest_line_fits_the_stack() {
        let text = format!("({})", ";B[]".repeat(MAX_LINE_NODES));
        assert_eq!(read(&text, None).game.moves().len(), MAX_LINE_NODES);
    }
}
