//! Composed problems compared with exhaustive search: on boards of twelve points every first move is tried.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tedomari::base::Budget;
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::compose::{ComposeParams, Composer, GameSource, Goals, Problem, ProblemSet};
use tedomari::proofcheck::{CheckedFile, check_file, unique_first_move};
use tedomari::sgf::{LoadOptions, games, load};

use super::small_boards::{Retakes, SmallBoard};

use crate::second_checker::n_both_accept;

/// Most positions of an exhaustive search.
const LIMIT: usize = 4_000_000;

fn params(seed: u64) -> ComposeParams {
    ComposeParams {
        size: Size::new(4, 3).unwrap(),
        seed,
        source: GameSource::Playouts,
        goals: Goals::Both,
        nodes: 5_000,
        least_nodes: 1,
        least_line: 1,
        most_stones: 40,
        easy: true,
    }
}

/// So many problems in a folder of their own.
fn composed(name: &str, seed: u64, count: usize) -> ProblemSet {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    go_on(&folder, seed, count)
}

fn go_on(folder: &Path, seed: u64, count: usize) -> ProblemSet {
    let set = ProblemSet::read(folder).unwrap();
    let limits = Budget::unlimited();
    let mut composer = Composer::new(params(seed), folder, set, None, &limits).unwrap();
    composer.run(count, |_| {}).unwrap();
    composer.set().clone()
}

fn board(problem: &Problem) -> Board {
    let stones = |names: &[String], color| -> Vec<(Color, Point)> {
        let points = names.iter().map(|name| name.parse().unwrap());
        points.map(|point| (color, point)).collect()
    };
    let mut all = stones(&problem.black, Color::Black);
    all.extend(stones(&problem.white, Color::White));
    Board::with_stones(params(0).size, all).unwrap()
}

/// Whether a move reaches the goal, by the claims of proofs: whatever kos the other side takes back.
fn works(problem: &Problem, mv: Option<Point>, fails: bool) -> bool {
    let mut board = board(problem);
    let to_move: Color = problem.to_move.parse().unwrap();
    let target: Point = problem.target.parse().unwrap();
    if let Some(point) = mv {
        board.play(to_move, point).unwrap();
    }
    let kills = problem.goal == "kill";
    if board.color(target).is_none() {
        return kills;
    }
    // The side whose claim it is may not take back a ko, the other side always.
    let claims_capture = kills != fails;
    let retakes = Retakes::Endless(!claims_capture);
    let mut whole = SmallBoard::new(&board, &PointSet::from(target));
    let is_captured = whole.is_captured(!kills, retakes, LIMIT).unwrap();
    is_captured == kills
}

#[test]
fn one_first_move_works_by_exhaustive_search() {
    let set = composed("composed_truth", 1, 6);
    assert_eq!(set.problems.len(), 6);
    let mut goals = BTreeSet::new();
    for problem in &set.problems {
        goals.insert(problem.goal.clone());
        let board = board(problem);
        let to_move: Color = problem.to_move.parse().unwrap();
        let right: Point = problem.right.parse().unwrap();
        assert!(works(problem, Some(right), false), "{board}\n{problem:?}");
        let plays = board.size().points();
        let plays = plays.filter(|&point| point != right && board.is_legal(to_move, point));
        for mv in plays.map(Some).chain([None]) {
            assert!(!works(problem, mv, true), "{mv:?}\n{board}\n{problem:?}");
        }
    }
    assert_eq!(goals.len(), 2, "{goals:?}");
}

#[test]
fn every_proof_holds_and_the_record_has_the_problem() {
    let name = "composed_proofs";
    let set = composed(name, 2, 3);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let collection = fs::read_to_string(folder.join("problems.sgf")).unwrap();
    let options = LoadOptions {
        before_move: Some(1),
        ..LoadOptions::default()
    };
    let records = games(&collection, &options).unwrap();
    assert_eq!(records.len(), set.problems.len());
    for (problem, record) in set.problems.iter().zip(records) {
        let mut headers = Vec::new();
        let mut texts = Vec::new();
        for file in &problem.proofs {
            let text = fs::read(folder.join(problem.folder()).join(file)).unwrap();
            texts.push(String::from_utf8(text.clone()).unwrap());
            match check_file(text.as_slice(), u64::MAX).unwrap() {
                CheckedFile::Reading(checked) => headers.push(checked.header),
                other @ (CheckedFile::Safety(_)
                | CheckedFile::Score(_)
                | CheckedFile::Bounds(_)
                | CheckedFile::Whole(_)) => {
                    panic!("{other:?}")
                }
            }
        }
        let n_both = n_both_accept("composed_second", &texts);
        assert!(n_both.is_none_or(|n| n == texts.len()));
        assert_eq!(unique_first_move(&headers).unwrap(), problem.right);
        headers.pop();
        assert!(unique_first_move(&headers).is_err(), "a proof is missing");
        let record = load(record, &options).unwrap();
        assert_eq!(record.game.board().to_string(), board(problem).to_string());
        assert_eq!(record.game.to_move().to_string(), problem.to_move);
        assert!(!record.info.marks.is_empty());
        let comment = record.info.root_comment.unwrap();
        assert!(comment.contains("One first move works"), "{comment}");
    }
}

/// Without the times, which are those of the machine.
fn timeless(set: &ProblemSet) -> Vec<Problem> {
    let problems = set.problems.iter().cloned();
    problems
        .map(|problem| Problem {
            seconds: 0.0,
            ..problem
        })
        .collect()
}

#[test]
fn a_seed_makes_the_same_problems_also_in_parts() {
    let whole = composed("composed_whole", 3, 3);
    composed("composed_parts", 3, 1);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("composed_parts");
    let parts = go_on(&folder, 3, 3);
    assert_eq!(timeless(&whole), timeless(&parts));
    let names: BTreeSet<&String> = whole
        .problems
        .iter()
        .filter_map(|problem| problem.names.first())
        .collect();
    assert_eq!(names.len(), whole.problems.len(), "no position twice");
    // Another seed does not go on with it.
    let set = ProblemSet::read(&folder).unwrap();
    let limits = Budget::unlimited();
    assert!(Composer::new(params(4), &folder, set, None, &limits).is_none());
}

/// A problem with a proof that does not hold, or is missing, is made again where the set goes on.
#[test]
fn a_problem_with_a_refused_proof_is_made_again() {
    let whole = composed("composed_damaged", 3, 3);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("composed_damaged");
    let proof = |number: usize, name: &str| {
        let problem = &whole.problems[number];
        folder.join(problem.folder()).join(name)
    };
    let texts = |path: &Path| fs::read_to_string(path).unwrap();
    let before = texts(&proof(0, "right.proof"));
    let wrong = before.replace("\"achieved\"", "\"refuted\"");
    assert_ne!(wrong, before);
    fs::write(proof(0, "right.proof"), wrong).unwrap();
    fs::remove_file(proof(2, "pass.proof")).unwrap();
    let again = go_on(&folder, 3, 3);
    assert_eq!(timeless(&whole), timeless(&again));
    assert_eq!(texts(&proof(0, "right.proof")), before);
    assert!(proof(2, "pass.proof").exists());
    assert_eq!(
        ProblemSet::read(&folder).unwrap().unwrap().problems.len(),
        3
    );
}
