//! Records in the forms that servers and programs really write: komi in points, stones, hundredths and words; names of
//! rules; points and structure that are not the standard's.

use tedomari::base::CancelToken;
use tedomari::board::Komi;
use tedomari::board::rules::{Rules, Unplayed};
use tedomari::sgf::{LoadOptions, Record, Tree, load, load_bytes, load_tree, to_sgf, write_tree};

fn options() -> LoadOptions {
    LoadOptions {
        rules: Rules {
            komi: Komi::from_half_points(1),
            ..Rules::default()
        },
        before_move: None,
        cancel: CancelToken::new(),
    }
}

fn read(text: &str) -> Record {
    load(text, &options()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read_tree(text: &str) -> Tree {
    load_tree(text, &options()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn komi(text: &str) -> (f64, usize) {
    let record = read(text);
    let tree = read_tree(text);
    assert_eq!(tree.rules, *record.game.rules(), "{text}");
    assert_eq!(tree.warnings, record.warnings, "{text}");
    (record.game.rules().komi.points(), record.warnings.len())
}

/// The digits of a text in full width.
fn wide(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '0'..='9' | '.' | '-' => char::from_u32(u32::from(c) + 0xFEE0).unwrap(),
            _ => c,
        })
        .collect()
}

/// All ways of writing one komi, and whether each is doubtful.
fn ways(points: f64) -> Vec<(String, bool)> {
    let mut ways = Vec::new();
    let sign = if points < 0.0 { "-" } else { "" };
    let size = points.abs();
    for text in [
        format!("{points}"),
        format!("{points:.2}"),
        format!(" {points} "),
    ] {
        ways.push((text.replace('.', ","), false));
        ways.push((wide(&text), false));
        ways.push((text, false));
    }
    for unit in ["目", " points", " pts", "집"] {
        ways.push((format!("{points}{unit}"), false));
    }
    for unit in ["子", " stones", " zi"] {
        ways.push((format!("{}{unit}", points / 2.0), false));
    }
    if size.fract() != 0.0 {
        let whole = size.trunc();
        ways.push((format!("{sign}{whole}½"), false));
        ways.push((format!("{sign}{whole} 1/2"), false));
        ways.push((format!("{sign}{whole}目半"), false));
        ways.push((
            format!("コミ{sign}{whole}目半").replace("コミ-", "逆コミ"),
            false,
        ));
        // An odd number of half points is a number of quarters of a stone.
        ways.push((format!("{}", points / 2.0), true));
        let quarters = if (size / 2.0).fract() > 0.5 { 3 } else { 1 };
        let stones = (size / 2.0).trunc();
        ways.push((format!("{sign}{stones}又{quarters}/4子"), false));
        ways.push((format!("{sign}{stones} {quarters}/4子"), false));
        ways.push((
            format!(
                "{sign}{stones}又四分之{}子",
                if quarters == 3 { '三' } else { '一' }
            ),
            false,
        ));
        // Hundredths of stones; up to 100 they may be tenths or points.
        if size > 2.0 {
            ways.push((format!("{}", points * 50.0), true));
        }
    }
    if (5.0..=8.5).contains(&size) {
        // Hundredths of points: not where they would be a usual number of stones.
        ways.push((format!("{}", points * 100.0), true));
    }
    ways
}

#[test]
fn komi_in_every_form_is_the_same_komi() {
    let mut n_checked = 0;
    for half_points in (-17..=17).chain([19, 21, 25, 31]) {
        let points = f64::from(half_points) / 2.0;
        for (text, is_doubtful) in ways(points) {
            for (rules, properties) in [
                ("chinese", "RU[Chinese]AP[foxwq]"),
                ("chinese", "AP[MultiGo:4.4.4]RU[中国规则]"),
                ("chinese", ""),
                ("japanese", "RU[Japanese]PC[OGS]"),
            ] {
                // Hundredths of stones do not occur where territory is counted; a few are hundredths of points there.
                let number: Option<f64> = text.trim().parse().ok();
                let is_hundredths = number.is_some_and(|number| number.abs() >= 50.0);
                if is_hundredths && (rules == "japanese" || half_points % 2 == 0) {
                    continue;
                }
                for record in [
                    format!("(;GM[1]SZ[19]{properties}KM[{text}];B[aa])"),
                    format!("(;KM[{text}]GM[1]{properties}SZ[19];B[aa])"),
                    format!("(;GM[1]{properties}KO[{text}];B[aa])"),
                ] {
                    let n_doubts = usize::from(is_doubtful) + usize::from(record.contains("KO"));
                    assert_eq!(komi(&record), (points, n_doubts), "{record}");
                    n_checked += 1;
                }
            }
        }
    }
    assert!(n_checked > 5_000, "{n_checked}");
}

#[test]
fn komi_of_servers() {
    for (text, expected) in [
        ("(;AP[GNU Go:3.8]RU[Chinese]KM[375]AP[foxwq])", 7.5),
        ("(;RU[Chinese]KM[325])", 6.5),
        ("(;RU[Chinese]KM[350])", 7.0),
        ("(;RU[Chinese]KM[275])", 5.5),
        ("(;RU[Japanese]KM[650]AP[foxwq])", 6.5),
        ("(;RU[Japanese]KM[650])", 6.5),
        ("(;RU[Chinese]KM[650])", 6.5),
        ("(;RU[Japanese]KM[550])", 5.5),
        ("(;RU[Korean]KM[650])", 6.5),
        ("(;RU[Chinese]KM[750])", 7.5),
        ("(;RU[Chinese]KM[50]HA[2])", 0.5),
        ("(;RU[Chinese]KM[25]AP[foxwq])", 0.5),
        ("(;RU[Chinese]KM[0]HA[3])", 0.0),
        ("(;RU[Chinese]KM[3.75]US[x])", 7.5),
        ("(;RU[Chinese]KM[2.75])", 5.5),
        ("(;KM[65])", 6.5),
        ("(;KM[75])", 7.5),
        ("(;KM[-50])", -0.5),
    ] {
        assert!(
            (komi(text).0 - expected).abs() < 1e-12,
            "{text}: {:?}",
            komi(text)
        );
    }
    // A record of this program has points alone.
    let mut game = read("(;SZ[9];B[aa])").game;
    game.set_rules(Rules {
        komi: Komi::from_half_points(750),
        ..Rules::default()
    });
    let info = tedomari::sgf::RecordInfo {
        application: Some(tedomari::sgf::Application::tedomari()),
        ..Default::default()
    };
    assert!((komi(&to_sgf(&game, &info)).0 - 375.0).abs() < 1e-12);
}

#[test]
fn doubtful_komi_is_told_with_its_place() {
    let told = |text: &str| {
        let warnings = read(text).warnings.into_iter();
        warnings
            .map(|it| format!("{} {}", it.place, it.text))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told("(;SZ[9]\nKM[375]RU[Chinese])"),
        ["2:1 komi `375` is read as 3.75 stones, 7.5 points"]
    );
    assert_eq!(
        told("(;SZ[9]KM[650])"),
        ["1:8 komi `650` is read as hundredths, 6.5 points"]
    );
    assert_eq!(
        told("(;SZ[9]KM[3.8])"),
        ["1:8 komi `3.8` is no number of half points; read as 4"]
    );
    assert_eq!(
        told("(;SZ[9]KM[100.5])"),
        ["1:8 komi `100.5` is far from any that is usual, taken as 100.5 points"]
    );
    assert_eq!(
        told("(;SZ[9]KM[7.5]KO[5.5])"),
        ["1:15 `KO` looks like another komi; the one in `KM` counts"]
    );
    assert_eq!(
        told("(;SZ[9]KM[7.5]KO[7.5];B[aa]KO[])"),
        Vec::<String>::new()
    );
}

#[test]
fn rules_by_the_names_that_records_have() {
    for (name, expected) in [
        ("Japanese Rules", "japanese"),
        ("JP", "japanese"),
        ("日本", "japanese"),
        ("日本ルール", "japanese"),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
        ("한국", "japanese"),
        ("AGA Rules", "aga"),
        ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1", "aga"),
        ("Chinese (OGS)", "chinese_superko"),
        ("中国规则", "chinese"),
        ("數子", "chinese"),
        ("Tromp/Taylor", "tromp_taylor"),
        ("Ing's SST", "ing"),
        ("NZ", "new_zealand"),
        (
            r#"{"ko":"SIMPLE"\,"scoring":"TERRITORY"\,"suicide":false}"#,
            "japanese",
        ),
    ] {
        let record = read(&format!("(;SZ[9]RU[{name}])"));
        let expected = Rules::named(expected).unwrap();
        assert_eq!(
            *record.game.rules(),
            expected.with_komi_of(record.game.rules()),
            "{name}"
        );
        assert!(record.warnings.is_empty(), "{name}: {:?}", record.warnings);
    }
    let compact = read("(;SZ[9]RU[koPOSITIONALscoreTERRITORYtaxSEKIsui0komi5.5];B[aa])");
    assert_eq!(compact.game.rules().komi, Komi::from_half_points(11));
    let told = &read("(;SZ[9]RU[koSIMPLEscoreAREAtaxALLsui0])").warnings[0].text;
    assert!(
        told.contains("the group tax is not supported; the nearest rules"),
        "{told}"
    );
    let nearest = Rules::nearest("ancient").unwrap();
    assert_eq!(nearest.unplayed, [Unplayed::GroupTax]);
}

/// Both readers find the moves of a plain record, and each reports that something is odd.
fn check_odd(odd: &str, plain: &str) {
    let (found, expected) = (read(odd), read(plain));
    assert_eq!(found.game.moves(), expected.game.moves(), "{odd}");
    assert_eq!(found.game.board(), expected.game.board(), "{odd}");
    assert!(!found.warnings.is_empty(), "{odd}");
    let tree = read_tree(odd);
    let moves = |tree: &Tree| {
        let nodes = tree.nodes.iter();
        nodes.filter_map(|node| node.mv).collect::<Vec<_>>()
    };
    assert_eq!(moves(&tree), moves(&read_tree(plain)), "{odd}");
    assert!(!tree.warnings.is_empty(), "{odd}");
    // Nothing is lost when it is written again.
    let again = read_tree(&write_tree(&tree).unwrap());
    assert_eq!(moves(&again), moves(&tree), "{odd}");
    assert_eq!(again.size, tree.size, "{odd}");
}

#[test]
fn structure_that_is_not_the_standards() {
    let plain = "(;SZ[13]PB[a];B[dd];W[jj];B[jd])";
    for odd in [
        "(SZ[13]PB[a];B[dd];W[jj];B[jd])",
        "(\nSZ[13]\nPB[a]\n;B[dd];W[jj];B[jd])",
        "(\r\nPB[a]\r\nSZ[ 13 ]\r\n;B[dd];W[jj];B[jd])",
        "(\u{feff}\0SZ[13]\u{3000}PB[a];B[dd]\0;W[jj];B[jd])",
        "(;SZ[13]PB[a];B[dd](W[jj];B[jd])(W[cc]))",
        ";SZ[13]PB[a];B[dd];W[jj];B[jd]",
        ";SZ[13]PB[a];B[dd];W[jj];B[jd])",
        "(;SZ[13x13]PB[a];B[dd];W[jj];B[jd])",
        "(;SZ[13路]PB[a];B[dd];W[jj];B[jd])",
        "(;SZ[13]PB[a];B[d\nd];W[j\r\nj];B[jd])",
        "(;SZ[13]PB[a];B[d\\\nd];W[jj];B[jd])",
        "(;SZ[13]PB[a];B[D10];W[K4];B[k10])",
        "(;SZ[13]PB[a];B[DD];W[JJ];B[JD])",
        "(;sz[13]pb[a];b[dd];w[jj];b[jd])",
    ] {
        if !odd.contains("(W[cc])") {
            check_odd(odd, plain);
        } else {
            let found = read(odd);
            assert_eq!(found.game.moves(), read(plain).game.moves());
            assert_eq!(read_tree(odd).nodes.len(), 5);
        }
    }
    let old = "(;Size[13]PlayerBlack[a];Black[dd];White[jj];black[jd])";
    assert_eq!(read(old).game.moves(), read(plain).game.moves());
    check_odd("(;SZ[5];B[pass];W[aa];B[PASS])", "(;SZ[5];B[];W[aa];B[tt])");
    check_odd(
        "(;SZ[9]AB[C7][g\n3]AW[D4:E5];B[ii])",
        "(;SZ[9]AB[cc][gg]AW[de:ef];B[ii])",
    );
}

#[test]
fn names_in_small_letters_keep_all_they_have() {
    let record = read("(;gm[1]ff[3]sz[9]km[5.5]ha[2]pb[a]pw[b]re[B+1]ab[cc][gg];w[ee])");
    assert_eq!(record.game.n_handicap(), 2);
    assert_eq!(record.game.moves().len(), 1);
    assert_eq!(record.info.black.as_deref(), Some("a"));
    assert_eq!(record.info.result.as_deref(), Some("B+1"));
    assert_eq!(record.warnings.len(), 1);
    let tree = read_tree("(;sz[9]foo[1];b[aa])");
    assert_eq!(
        tree.nodes[0].other,
        [("FOO".to_owned(), vec!["1".to_owned()])]
    );
    assert!(write_tree(&tree).is_ok());
}

#[test]
fn handicaps_in_words() {
    for (text, stones) in [
        ("2", 2),
        (" 3 ", 3),
        ("２", 2),
        ("让3子", 3),
        ("三子", 3),
        ("4 stones", 4),
        ("0", 0),
        ("1", 0),
        ("", 0),
    ] {
        let text = format!("(;SZ[9]HA[{text}]AB[aa][ba][ca][da];W[ee])");
        assert_eq!(read_tree(&text).handicap, stones, "{text}");
    }
    assert_eq!(read("(;SZ[9]HA[many])").warnings.len(), 1);
}

#[test]
fn bytes_that_mean_nothing_are_put_up_with() {
    let text = "\u{feff}(;\0SZ[9]\0;B[aa]\0\r\n;W[bb])\0\0";
    let record = load_bytes(text.as_bytes().to_vec(), &options()).unwrap();
    assert_eq!(record.game.moves().len(), 2);
}
