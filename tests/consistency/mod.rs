//! Commands about the life of the same block agree: no proof contradicts another proof, no estimate
//! contradicts a proof that was given before, and the commands that show the one answer about life and death do not
//! contradict each other, though it is an estimate.
//!
//! Each block is tested with all commands, in one order in one program and in the reverse order in another one, so that
//! of each two commands each comes first once. Then a move is played and taken back, and all is repeated.
//!
//! `TEDOMARI_CONSISTENCY_POSITIONS` sets the number of positions, and `TEDOMARI_CONSISTENCY_PROGRAM` names another
//! program to test, with its own budgets: the counts are then printed, and contradictions do not fail the test.

mod claims;
mod clients;
mod history;
mod positions;
mod program;

use std::env;
use std::io::{self, Write as _};

use claims::{Block, Claim, ONE_ANSWER, QUERIES, Query};
use positions::{Position, position};
use program::Program;

/// Positions of a usual run.
const POSITIONS: usize = 4;

/// Numbers of commands sent, and what was wrong.
#[derive(Default)]
struct Count {
    n_questions: usize,
    n_proofs: usize,
    n_compared: usize,
    n_estimates: usize,
    contradictions: Vec<String>,
}

impl Count {
    /// Compares a claim with the proofs given before it.
    fn note(&mut self, claim: Claim, earlier: &mut Vec<Claim>, position: &Position) {
        let has_ko_ban = position.board.ko().is_some();
        if claim.is_proof {
            // An estimate gives way to a proof.
            earlier.retain(|old| old.is_proof || !claim.contradicts(old, has_ko_ban));
        }
        let is_compared = |old: &&Claim| {
            old.is_proof || old.is_one_answer && claim.is_one_answer && !claim.is_proof
        };
        for old in earlier.iter().filter(is_compared) {
            self.n_compared += 1;
            self.n_estimates += usize::from(!old.is_proof);
            if claim.contradicts(old, has_ko_ban) {
                let text = format!("{}\nfirst {old}\nthen  {claim}", position.board);
                self.contradictions.push(text);
            }
        }
        self.n_proofs += usize::from(claim.is_proof);
        earlier.push(claim);
    }
}

/// Sends some commands about all blocks of a position in order, twice, with a move played and taken back in between.
fn ask<'q>(
    position: &Position,
    queries: impl Iterator<Item = &'q Query> + Clone,
    file: Option<&str>,
    count: &mut Count,
) {
    let mut program = Program::start_with(file, &["reader.seconds=0"]);
    program.ask(&format!("boardsize {}", position.board.size().width()));
    for (color, point) in &position.plays {
        program.ask(&format!("play {color} {point}"));
    }
    let mut earlier = Vec::new();
    for is_again in [false, true] {
        if is_again && let Some((color, point)) = position.excursion {
            program.ask(&format!("play {color} {point}"));
            program.ask("undo");
        }
        for &(stone, enemy) in &position.pairs {
            let block = Block {
                stone,
                owner: position.board.color(stone).unwrap(),
                enemy,
            };
            for query in queries.clone() {
                let line = (query.line)(&block);
                let reply = program.ask(&line);
                count.n_questions += 1;
                for (block, first, least, most, is_proof) in (query.claims)(&block, &reply) {
                    let claim = Claim {
                        block,
                        first,
                        least,
                        most,
                        is_proof,
                        is_one_answer: ONE_ANSWER.contains(&query.name),
                        source: format!("{line}: {reply}"),
                    };
                    count.note(claim, &mut earlier, position);
                }
            }
        }
    }
}

#[test]
fn answers_about_a_block_agree() {
    let n_positions = env::var("TEDOMARI_CONSISTENCY_POSITIONS")
        .map_or(POSITIONS, |number| number.parse().unwrap());
    let file = env::var("TEDOMARI_CONSISTENCY_PROGRAM").ok();
    let mut count = Count::default();
    for number in 0..n_positions {
        let position = position(number);
        ask(&position, QUERIES.iter(), file.as_deref(), &mut count);
        ask(&position, QUERIES.iter().rev(), file.as_deref(), &mut count);
    }
    let is_counted = env::vars().any(|(name, _)| name.starts_with("TEDOMARI_CONSISTENCY_"));
    let report = format!(
        "{}\n\n{n_positions} positions, {} questions, {} proofs, {} comparisons, {} of them of estimates: {} \
            contradictions",
        count.contradictions.join("\n\n"),
        count.n_questions,
        count.n_proofs,
        count.n_compared,
        count.n_estimates,
        count.contradictions.len()
    );
    if is_counted {
        writeln!(io::stderr(), "{report}").unwrap();
    }
    // A test without proofs or estimates would show nothing.
    assert!(count.n_proofs > n_positions && count.n_estimates > n_positions);
    assert!(
        file.is_some() || count.contradictions.is_empty(),
        "{report}"
    );
}

#[test]
fn a_planted_contradiction_is_found() {
    let stone = "A1".parse().unwrap();
    let claim = |first, least, most, is_proof| Claim {
        block: stone,
        first,
        least,
        most,
        is_proof,
        is_one_answer: true,
        source: String::new(),
    };
    let killed = claim(claims::First::Attacker, 3, 3, true);
    let alive = claim(claims::First::Attacker, 0, 0, false);
    assert!(alive.contradicts(&killed, false) && !killed.contradicts(&killed, false));
    let dead = claim(claims::First::Defender, 0, 0, true);
    assert!(dead.contradicts(&alive, false) && !dead.contradicts(&alive, true));
    assert!(!dead.contradicts(&killed, false));
    for query in QUERIES {
        let others = QUERIES.iter().filter(|other| other.name == query.name);
        assert_eq!(others.count(), 1, "{}", query.name);
    }
}
