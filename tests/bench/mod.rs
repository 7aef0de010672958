//! The file `signature` has the node counts of `tedomari bench`. A change of a search shows in the diff of that file.

use tedomari::bench::{signature, work};

#[test]
fn the_signature_is_the_committed_one() {
    let committed = include_str!("signature");
    let found = signature(&work());
    assert_eq!(
        found, committed,
        "if the change is intended, write this into tests/bench/signature:\n{found}"
    );
}
