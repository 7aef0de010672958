//! Questions about connections and statuses on the command line.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::program;

/// Two stones of Black, which D4 joins or parts, among stones of White.
const GAP: &str = "(;GM[1]FF[4]SZ[7]PL[B]AB[cd][ed]AW[bc][cc][ec][fc][bd][fd][be][ce][ee][fe])";

/// Runs `tedomari read` about [`GAP`]: whether it succeeded, and what it wrote to both outputs.
fn read(name: &str, options: &[&str]) -> (bool, String, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, GAP).unwrap();
    let output = program().arg("read").args(options).arg(&path).output();
    let output = output.unwrap();
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.success(), out, error)
}

#[test]
fn connections_and_statuses_come_as_json() {
    let json = |options: &[&str]| -> Value {
        let (is_done, out, error) = read("gap.sgf", &[options, &["--json"]].concat());
        assert!(is_done, "{error}");
        serde_json::from_str(&out).unwrap()
    };
    let joined = json(&["--connect", "C4,E4"]);
    assert_eq!(joined["goal"], "connect");
    assert_eq!(joined["verdict"], "achieved");
    assert_eq!(
        (&joined["to_move"], &joined["move"]),
        (&"black".into(), &"D4".into())
    );
    assert_eq!(
        (&joined["proof"], &joined["confidence"]),
        (&"proven".into(), &1.0.into())
    );
    let cut = json(&["--cut", "C4,E4"]);
    assert_eq!(
        (&cut["to_move"], &cut["move"]),
        (&"white".into(), &"D4".into())
    );
    assert_eq!(
        (&cut["verdict"], &cut["proof"]),
        (&"achieved".into(), &"estimated".into())
    );
    assert!(cut["confidence"].as_f64().unwrap() < 1.0, "{cut}");
    let status = json(&["--status", "C4"]);
    assert_eq!(status["kill"]["verdict"], "achieved");
    assert_eq!(status["goal"], "status");
    assert!(status["live"]["proof"].is_string() && status.get("to_move").is_none());
}

#[test]
fn one_question_is_asked_at_a_time() {
    for options in [
        &["--connect", "C4,E4", "--cut", "C4,E4"][..],
        &["--connect", "C4,E4", "--target", "C4"],
        &["--status", "C4", "--goal", "kill"],
        &["--status", "C4", "--proof", "out"],
    ] {
        let (is_done, out, error) = read("twice.sgf", options);
        assert!(
            !is_done && out.is_empty() && error.contains("cannot be used with"),
            "{error}"
        );
    }
}
