//! Archives of proofs: built by one run of the program, checked by another, and found out if they are changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::program;

/// Options for small problems, found in a moment.
const KIND: [&str; 9] = [
    "--size",
    "4x3",
    "--least-nodes",
    "1",
    "--least-line",
    "1",
    "--easy",
    "--count",
    "2",
];

fn run(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    format!("{text}{}", String::from_utf8_lossy(&output.stderr))
}

/// A fresh folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The archive in a folder is refused, for this reason.
fn assert_refused(folder: &Path, reason: &str) {
    let output = run(&["archive", "check", folder.to_str().unwrap()]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(reason), "{reason}\n{text}");
}

#[test]
fn an_archive_is_built_and_every_change_is_found() {
    let folder = folder("archive");
    let name = folder.to_str().unwrap();
    let mut args = vec!["archive", "build", name, "--boards", "4", "--endgames", "0"];
    args.extend(KIND);
    let output = run(&args);
    assert!(output.status.success(), "{}", text(&output));
    let manifest = folder.join("manifest.jsonl");
    let listed = fs::read_to_string(&manifest).unwrap();
    let output = run(&args);
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(
        listed,
        fs::read_to_string(&manifest).unwrap(),
        "nothing is made twice"
    );
    let check = || run(&["archive", "check", name, "--jobs", "2"]);
    let output = check();
    let said = text(&output);
    assert!(
        output.status.success() && said.contains("2 problems with one solution"),
        "{said}"
    );
    assert!(said.contains("board: 4 files hold"), "{said}");

    let proof = folder.join("problems/proofs/0001/right.proof");
    let original = fs::read(&proof).unwrap();
    let mut flipped = original.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    fs::write(&proof, &flipped).unwrap();
    assert_refused(&folder, "right.proof: changed: the hash is another one");
    fs::write(&proof, &original[1..]).unwrap();
    assert_refused(&folder, "right.proof: ");
    fs::remove_file(&proof).unwrap();
    assert_refused(&folder, "right.proof: No such file");
    fs::write(&proof, &original).unwrap();

    let surplus = folder.join("problems/more");
    fs::write(&surplus, "").unwrap();
    assert_refused(&folder, "problems/more: not in the manifest");
    fs::remove_file(&surplus).unwrap();

    for (word, other, reason) in [
        (
            "black is ahead by 3 points",
            "black is ahead by 2 points",
            "the claim of the manifest is not what is proved",
        ),
        (
            " alone: the ",
            " alone: now the ",
            "problem of problems/proofs",
        ),
        (
            r#""line":"file","file":"problems/proofs/0001/right"#,
            r#""line":"file","file":"../right"#,
            "no name of a file in the folder",
        ),
        (
            r#"{"line":"archive","version":1"#,
            r#"{"line":"archive","version":2"#,
            "none of version 1",
        ),
    ] {
        assert!(listed.contains(word), "{word}\n{listed}");
        fs::write(&manifest, listed.replacen(word, other, 1)).unwrap();
        assert_refused(&folder, reason);
    }
    // A problem without the proof of one wrong move.
    let pass = r#","problems/proofs/0001/pass.proof""#;
    assert!(listed.contains(pass), "{listed}");
    fs::write(&manifest, listed.replacen(pass, "", 1)).unwrap();
    assert_refused(&folder, "not shown to fail");
    fs::write(&manifest, &listed).unwrap();
    assert!(check().status.success());
}

#[test]
fn problems_composed_before_are_taken_over() {
    let [problems, archive] = ["composed_before", "archive_of_composed"].map(folder);
    let mut args = vec!["compose", "--out", problems.to_str().unwrap()];
    args.extend(KIND);
    let output = run(&args);
    assert!(output.status.success(), "{}", text(&output));
    let args = [
        "archive",
        "build",
        archive.to_str().unwrap(),
        "--problems",
        problems.to_str().unwrap(),
        "--boards",
        "0",
        "--endgames",
        "0",
    ];
    let built = || {
        let output = run(&args);
        assert!(output.status.success(), "{}", text(&output));
        let output = run(&["archive", "check", archive.to_str().unwrap()]);
        assert!(output.status.success(), "{}", text(&output));
        assert!(
            text(&output).contains("2 problems with one solution"),
            "{}",
            text(&output)
        );
    };
    built();
    // Proofs of an earlier problem of the same number are removed.
    let proofs = archive.join("problems/proofs/0001");
    fs::copy(proofs.join("right.proof"), proofs.join("K9.proof")).unwrap();
    built();
}

#[test]
fn wrong_arguments_have_clear_errors() {
    let empty = folder("archive_empty");
    fs::create_dir_all(&empty).unwrap();
    let empty = empty.to_str().unwrap();
    for (args, reason) in [
        (&["compose"][..], "--out <DIR>"),
        (
            &["compose", "--out", empty, "--size", "30"],
            "not a size from 3 to 25",
        ),
        (
            &["compose", "--out", empty, "--size", "9x2"],
            "not a size from 3 to 25",
        ),
        (
            &["compose", "--out", empty, "--goal", "ko"],
            "neither `kill`, `live` nor `both`",
        ),
        (
            &["compose", "--out", empty, "--games", "x"],
            "neither `policy` nor `playouts`",
        ),
        (
            &["compose", "--out", empty, "--seconds=-1"],
            "--seconds: not a time",
        ),
        (&["archive", "check", empty], "manifest.jsonl: No such file"),
        (
            &["archive", "build", empty, "--problems", empty],
            "no problems there",
        ),
        (&["archive"], "Usage"),
    ] {
        let output = run(args);
        let text = text(&output);
        assert!(
            !output.status.success() && text.contains(reason),
            "{args:?}\n{text}"
        );
    }
}

#[test]
fn other_options_do_not_go_on_with_a_set() {
    let folder = folder("composed_other");
    let name = folder.to_str().unwrap();
    let mut args = vec!["compose", "--out", name, "--seed", "1"];
    args.extend(KIND);
    assert!(run(&args).status.success());
    args[4] = "2";
    let output = run(&args);
    let text = text(&output);
    assert!(text.contains("were made with other options"), "{text}");
}
