//! Changed proofs that a checker accepts, compared with exhaustive search of their boards.

use std::fs;

use tedomari::proofcheck::{CheckedFile, check_file};

use super::proof_lines::truth_of;

/// With `TEDOMARI_ACCEPTED=FOLDER` the accepted files of a folder, as `scripts/mutate_proofs.py` leaves them, claim
/// nothing false about life and death, or about connections. Prints how many were compared.
#[test]
#[expect(clippy::print_stderr, reason = "a campaign reports what it compared")]
fn accepted_files_claim_nothing_false() {
    let Ok(folder) = std::env::var("TEDOMARI_ACCEPTED") else {
        return;
    };
    let (mut n_true, mut n_open, mut n_false) = (0, 0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read(&path).unwrap();
        let Ok(CheckedFile::Reading(checked)) = check_file(&text[..], u64::MAX) else {
            continue;
        };
        match truth_of(&checked.header) {
            Some(true) => n_true += 1,
            None => n_open += 1,
            Some(false) => {
                n_false += 1;
                eprintln!("false: {}", path.display());
            }
        }
    }
    eprintln!("true {n_true}, too many positions {n_open}, false {n_false}");
    assert_eq!(n_false, 0);
}
