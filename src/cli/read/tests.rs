//! Problems from records, and the options for questions about them.

use std::fs;

use super::*;

/// Reads the records. Returns what is printed, and the error at the end.
fn printed(records: &[&str], extra: &[&str]) -> (String, String) {
    let dir = tempfile::tempdir().unwrap();
    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        options: ReadOptions,
    }
    let mut args = vec!["read".to_owned()];
    for (number, sgf) in records.iter().enumerate() {
        let path = dir.path().join(format!("{number}.sgf"));
        fs::write(&path, sgf).unwrap();
        args.push(path.display().to_string());
    }
    args.extend(extra.iter().map(|&word| word.to_owned()));
    let options = <Line as clap::Parser>::parse_from(args).options;
    let mut settings = Settings::default();
    settings.engine.reading.reader.log2_entries = 12;
    let mut out = Vec::new();
    let outcome = run(&options, &settings, &CancelToken::new(), &mut out);
    let error = outcome.err().map(|error| format!("{error:#}"));
    (String::from_utf8(out).unwrap(), error.unwrap_or_default())
}

fn check(sgf: &str, extra: &[&str], expected: &str) {
    let (out, error) = printed(&[sgf], extra);
    assert!(out.contains(expected) && error.is_empty(), "{out} {error}");
}

#[test]
fn a_bad_file_among_several_does_not_end_the_run() {
    let good = format!("(;GM[1]SZ[9]PL[W]{SHAPE}MA[ch])");
    let (out, error) = printed(&[&good, "(;GM[1]SZ[37])", "no record", &good], &[]);
    assert_eq!(
        out.matches("white to kill C2: achieved, proven").count(),
        2,
        "{out}"
    );
    assert_eq!(error, "2 of 4 problems could not be read");
    let (_, error) = printed(&["(;GM[1]SZ[9])"], &[]);
    assert!(
        error.ends_with(": no block to read: --target names one"),
        "{error}"
    );
}

#[test]
fn an_unknown_result_has_a_reason() {
    let open = "(;GM[1]SZ[9]PL[W]AB[aa]AW[ba])";
    check(
        open,
        &["--target", "A9", "--seconds", "0"],
        "unknown (out of time)",
    );
    check(
        open,
        &["--target", "A9", "--nodes", "0"],
        "unknown (out of nodes)",
    );
    check(
        open,
        &["--target", "A9", "--seconds", "0", "--json"],
        "\"reason\":\"out of time\"",
    );
}

const SHAPE: &str =
    "AB[ah][bh][ch][dh][di]AW[ag][bg][cg][dg][eg][eh][ei][ae][be][ce][de][ee][fe][gg]";

#[test]
fn the_block_is_marked_named_or_guessed() {
    let record = |more: &str| format!("(;GM[1]FF[4]SZ[9]PL[W]{SHAPE}{more})");
    check(
        &record("MA[ch]"),
        &[],
        "white to kill C2: achieved, proven: B1",
    );
    check(
        &record("MA[ch]"),
        &["--threads", "2"],
        "white to kill C2: achieved, proven: B1",
    );
    check(
        &record("C[White kills D1.]"),
        &[],
        "white to kill D1: achieved, proven: B1",
    );
    check(&record(""), &[], "(guessed): achieved, proven: B1");
    let json =
        "\"goal\":\"live\",\"target\":\"A2\",\"target_from\":\"option\",\"verdict\":\"achieved\"";
    check(
        &record(""),
        &["--target", "A2", "--to-move", "b", "--json"],
        json,
    );
    // A block that lives anyway: marked together with the first block, or named as a target together with it.
    let alive = "AB[fa][fb][gb][hb][ib][ha]";
    let more = format!("{alive}MA[ch][gb]");
    check(&record(&more), &[], "white to kill C2 G8: refuted, proven");
    check(
        &record(alive),
        &["--target", "G8,C2"],
        "white to kill C2 G8: refuted, proven",
    );
}

#[test]
fn connections_and_statuses_are_asked_by_options() {
    let record = format!("(;GM[1]FF[4]SZ[9]PL[W]{SHAPE})");
    let status = "C2 is critical, proven: killed by B1, saved by B1";
    check(&record, &["--status", "C2"], status);
    let json = "\"goal\":\"status\",\"target\":\"C2\",\"target_from\":\"option\",\
        \"verdict\":\"critical\",\"proof\":\"proven\"";
    check(&record, &["--status", "C2", "--json"], json);
    let joint = "(;GM[1]SZ[7]PL[B]AB[cd][ce][ed][ee])";
    check(
        joint,
        &["--cut", "C4,E4"],
        "white to cut C4 E4: refuted, proven: D",
    );
    let json = "\"to_move\":\"black\",\"goal\":\"connect\",\"target\":\"C4 E4\",\
        \"target_from\":\"option\",\"verdict\":\"achieved\"";
    check(joint, &["--connect", "C4,E4", "--json"], json);
    let unknown =
        "black to connect C4 E4: unknown (out of nodes), estimated (confidence 0.00) (0 nodes";
    check(joint, &["--connect", "C4,E4", "--nodes", "0"], unknown);
    for (extra, expected) in [
        (["--connect", "C4"], "--connect takes two points"),
        (["--connect", "C4,A1"], "there is no stone on A1"),
        (["--status", "A1"], "there is no stone on A1"),
        (["--target", "A1"], "there is no stone on A1"),
        (["--connect", "C4,H4"], "H4 is not on the 7x7 board"),
        (["--status", "C8"], "C8 is not on the 7x7 board"),
        (["--target", "C4,Z25"], "Z25 is not on the 7x7 board"),
    ] {
        let (_, error) = printed(&[joint], &extra);
        assert!(error.ends_with(expected), "{error}");
    }
}

/// A game in which Black comes to the shape of [`SHAPE`] and then passes, and White comes to its wall.
const GAME: &str = "(;GM[1]FF[4]SZ[9];B[ah];W[ag];B[bh];W[bg];B[ch];W[cg];B[dh];W[dg];B[di];W[eg];B[];W[eh]\
    ;B[];W[ei];B[];W[ae];B[];W[be];B[];W[ce];B[];W[de];B[];W[ee];B[];W[fe];B[])";

#[test]
fn a_game_is_read_where_it_is_asked_about() {
    let kill = "white to kill D1 (guessed): achieved, proven: B1";
    check(GAME, &[], kill);
    check(
        GAME,
        &["--target", "C2"],
        "white to kill C2: achieved, proven: B1",
    );
    check(GAME, &["--status", "C2"], "C2 is critical, proven");
    let live = "black to live with C2: achieved, proven";
    check(
        GAME,
        &["--target", "C2", "--move", "27", "--komi", "0"],
        live,
    );
    let (_, error) = printed(&[GAME], &["--target", "C2", "--move", "4"]);
    assert!(error.ends_with("there is no stone on C2"), "{error}");
    for (number, expected) in [
        ("29", "there is no move 29: the record has 27 moves"),
        ("0", "moves are counted from 1"),
    ] {
        let (_, error) = printed(&[GAME], &["--target", "C2", "--move", number]);
        assert!(error.ends_with(expected), "{error}");
    }
    // The moves of a problem are its solution.
    let problem = format!("(;GM[1]SZ[9]PL[W]{SHAPE};W[bi];B[ai])");
    check(&problem, &[], kill);
    check(
        &problem,
        &["--target", "C2", "--move", "3"],
        "white to kill C2: achieved, proven",
    );
}

#[test]
fn a_guess_is_told() {
    let record = format!("(;GM[1]SZ[9]PL[W]{SHAPE})");
    let guess = "kill D1: the next move decides its fate, proven";
    check(
        &record,
        &[],
        &format!("\n  guessed: {guess}; --target names another block"),
    );
    check(
        &record,
        &["--json"],
        &format!("\"target_from\":\"guess\",\"guessed\":\"{guess}\""),
    );
    let (out, _) = printed(&[&record], &["--target", "D1"]);
    assert!(!out.contains("guessed"), "{out}");
}

#[test]
fn what_is_doubtful_in_the_record_stands_beside_the_answer() {
    let cut = format!("(;GM[1]SZ[9]PL[W]{SHAPE}MA[ch];W[bi]");
    let doubt = "doubtful record, at 1:1: the file ends inside the game that begins here";
    check(&cut, &[], &format!("\n  {doubt}"));
    check(&cut, &["--json"], &format!("\"warnings\":[\"{doubt}\"]"));
    check(&cut, &["--status", "C2"], &format!("\n  {doubt}"));
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.json");
    let name = picture.display().to_string();
    check(&cut, &["--picture", &name], "");
    let picture = fs::read_to_string(&picture).unwrap();
    assert!(picture.contains(doubt), "{picture}");
}

#[test]
fn a_proof_that_is_not_written_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let name = file.display().to_string();
    let open = "(;GM[1]SZ[9]PL[W]AB[aa]AW[ba])";
    let args = ["--target", "A9", "--nodes", "0", "--proof", &name];
    let (out, error) = printed(&[open], &args);
    assert!(
        out.contains("no proof written: the answer is not proved"),
        "{out}"
    );
    assert_eq!(error, "no proof written: the answer is not proved");
    assert!(!file.exists());
    let shape = format!("(;GM[1]SZ[9]PL[W]{SHAPE}MA[ch])");
    let (_, error) = printed(&[&shape], &["--proof", &name]);
    assert!(error.is_empty() && file.exists(), "{error}");
}

#[test]
fn the_game_before_the_position_counts_under_superko() {
    let record = "(;GM[1]SZ[5]RU[Chinese]AB[bd][cc][ce]AW[cd][dc][de][ed];B[dd];W[];B[];W[];B[])";
    let kill = ["--target", "D2", "--goal", "kill", "--to-move", "white"];
    let after_a_retake = [&kill[..], &["--move", "4", "--nodes", "3000"]].concat();
    let superko = record.replace("[Chinese]", "[koPOSITIONALscoreAREAtaxNONEsui0]");
    let (out, error) = printed(&[&superko], &after_a_retake);
    assert!(!out.contains("proven") && error.is_empty(), "{out} {error}");
    let simple = record.replace("[Chinese]", "[koSIMPLEscoreAREAtaxNONEsui0]");
    let (out, _) = printed(&[&simple], &after_a_retake);
    assert!(out.contains("achieved, proven: C2"), "{out}");
}

/// The proof of a connection is written and holds, whichever side moves first.
#[test]
fn the_proof_of_a_connection_is_written() {
    let bamboo = "(;GM[1]SZ[7]PL[W]AB[cc][cd][ec][ed]AW[dg])";
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("link.proof");
    let name = path.display().to_string();
    for (option, claim) in [
        ("--cut", "white first, to cut C5 E5: refuted"),
        ("--connect", "black first, to connect C5 E5: achieved"),
    ] {
        check(bamboo, &[option, "C5,E5", "--proof", &name], "proof in ");
        let text = fs::read(&path).unwrap();
        let shown = crate::proofcheck::check_file(&text[..], u64::MAX).unwrap();
        assert_eq!(shown.claim(), claim);
    }
    let apart = "(;GM[1]SZ[7]PL[W]AB[aa][gg]AW[dd])";
    let (_, error) = printed(&[apart], &["--connect", "A7,G1", "--proof", &name]);
    assert!(error.ends_with("the answer is not proved"), "{error}");
}
