//! The second checker, `scripts/check_proof.py`, beside the one of the program.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tedomari::proofcheck::check_file;

/// Files that one run of the second checker reads.
const FILES: usize = 200;

/// The Python that can run the second checker.
const MINOR: u32 = 10;

/// Whether there is a Python 3 of this minor version or a later one.
pub(crate) fn has_python(minor: u32) -> bool {
    let version = format!("import sys; sys.exit(sys.version_info < (3, {minor}))");
    let status = Command::new("python3")
        .args(["-c", &version])
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub(crate) fn say_skipped() {
    eprintln!("skipped: there is no python3 that is new enough");
}

/// Makes sure that both checkers accept the same of these texts. Returns how many they accept; nothing where no Python
/// is installed. `name` is that of a folder for the files.
pub(crate) fn n_both_accept(name: &str, texts: &[String]) -> Option<usize> {
    if !has_python(MINOR) {
        say_skipped();
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check_proof.py");
    let mut n_accepted = 0;
    for texts in texts.chunks(FILES) {
        let mut names = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let name = format!("{number}.proof");
            fs::write(folder.join(&name), text).unwrap();
            names.push(name);
        }
        let output = Command::new("python3")
            .arg("-B")
            .arg(&script)
            .args(&names)
            .current_dir(&folder)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let said: Vec<&str> = said.lines().collect();
        assert_eq!(said.len(), names.len(), "{said:?}");
        for ((text, name), line) in texts.iter().zip(&names).zip(said) {
            let is_accepted = line.starts_with(&format!("{name}: accepted: "));
            let is_refused = line.starts_with(&format!("{name}: refused: "));
            assert!(is_accepted != is_refused, "{line}");
            let shown = check_file(text.as_bytes(), u64::MAX);
            assert_eq!(shown.is_ok(), is_accepted, "{shown:?}\n{line}\n{text}");
            n_accepted += usize::from(is_accepted);
        }
    }
    Some(n_accepted)
}

/// A file that is no proof is refused, one that can't be read is an error of its own.
#[test]
fn the_second_checker_refuses_what_is_no_proof() {
    let texts = ["", "{}\n", "{\"version\":2}\n", "[1]\n"].map(str::to_owned);
    let n_accepted = n_both_accept("second_checker", &texts);
    assert!(n_accepted.is_none_or(|n| n == 0));
}
