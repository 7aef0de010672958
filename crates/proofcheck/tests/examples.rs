//! The program of `examples/`, run as its users run it.

#[path = "../examples/check_proof.rs"]
#[allow(dead_code, reason = "the program's `main` is not called")]
mod check_proof;

const HEADER: &str = concat!(
    r#"{"version":1,"width":3,"height":2,"black":["A1"],"white":["A2"],"to_move":"white","blocks":["A1"],"#,
    r#""goal":"kill","verdict":"achieved","claims":1}"#,
);
const CLAIM: &str = concat!(
    r#"{"goal":"kill","retakes":"refuter","region":["A1","B1","C1","A2","B2","C2"],"start":["B1","captured"],"#,
    r#""nodes":0}"#,
);

#[test]
fn a_proof_is_checked() {
    let lines = format!("{HEADER}\n{CLAIM}\n");
    assert_eq!(
        check_proof::shown(lines.as_bytes()).unwrap(),
        "White first, Kill A1: Achieved"
    );
    let wrong = lines.replace("captured", "dead");
    assert!(check_proof::shown(wrong.as_bytes()).is_err());
}
