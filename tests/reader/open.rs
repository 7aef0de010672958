//! Random open positions: what is proved holds against an opponent who plays anywhere.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::tsumego::Goal;
use tedomari::tsumego::{Question, Reader, ReaderParams, Verdict};

use super::{one_block, scattered, some_blocks};

/// A board with random stones, more white ones than black ones, and a black block.
fn open_position(rng: &mut Rng) -> Option<(Board, Point)> {
    scattered(rng, Size::square(7), 42, 24)
}

fn any_move(board: &Board, color: Color, rng: &mut Rng) -> Option<Point> {
    let legal: Vec<Point> = board
        .empty_points()
        .iter()
        .copied()
        .filter(|&point| board.is_legal(color, point))
        .collect();
    (!legal.is_empty()).then(|| legal[rng.index(legal.len())])
}

/// Removes captured blocks from the question. Returns whether a block is left.
fn forget_taken(board: &Board, question: &mut Question, defender: Color) -> bool {
    let left = question.targets.iter();
    let left = left.filter(|&target| board.color(target) == Some(defender));
    question.targets = left.collect();
    !question.targets.is_empty()
}

/// Plays on while each position is proved: the prover follows the reader, and the other side plays anywhere. A proved
/// goal must never become a refuted one. Returns the number of answered moves.
fn follow(board: &Board, mut question: Question, rng: &mut Rng, reader: &mut Reader) -> usize {
    let prover = question.to_move;
    let defender = question.owner(board).unwrap();
    let mut board = board.clone();
    for n in 0..20 {
        let before = board.clone();
        let mut budget = Budget::nodes(50_000);
        let reading = reader.read(&board, question, &mut budget).unwrap();
        assert!(
            !(reading.is_proven() && reading.verdict == Verdict::Refuted),
            "{before}\n{question:?}\n{reading:?}"
        );
        if !reading.is_proven() {
            return n;
        }
        match reading.first() {
            Some(point) => assert!(board.play(prover, point).is_ok(), "{before}\n{reading:?}"),
            None => board.pass(),
        }
        if !forget_taken(&board, &mut question, defender) {
            assert_eq!(question.goal, Goal::Kill, "{before}\n{reading:?}");
            return n;
        }
        match any_move(&board, prover.opponent(), rng) {
            Some(point) => assert!(board.play(prover.opponent(), point).is_ok()),
            None => board.pass(),
        }
        let is_there = forget_taken(&board, &mut question, defender);
        assert!(
            question.goal == Goal::Kill || is_there,
            "{before}\n{reading:?}"
        );
    }
    20
}

#[test]
fn proofs_hold_against_moves_anywhere() {
    check_proofs(11, one_block);
}

#[test]
fn proofs_about_several_blocks_hold_against_moves_anywhere() {
    check_proofs(12, some_blocks);
}

/// Follows proofs in random positions. `choose` makes the question from a block.
fn check_proofs(seed: u64, choose: impl Fn(&mut Rng, &Board, Point) -> PointSet) {
    let mut rng = Rng::new(seed, 0);
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 14,
        ..ReaderParams::default()
    });
    let mut n_followed = [0; 2];
    while n_followed[0] < 60 || n_followed[1] < 60 {
        let Some((board, target)) = open_position(&mut rng) else {
            continue;
        };
        let targets = choose(&mut rng, &board, target);
        for (kind, goal) in [Goal::Kill, Goal::Live].into_iter().enumerate() {
            let defender = board.color(target).unwrap();
            let question = Question::new(targets, goal, goal.player(defender));
            let mut budget = Budget::nodes(20_000);
            let reading = reader.read(&board, question, &mut budget).unwrap();
            let is_worth_it = reading.is_proven() && reading.line.len() > 2;
            if is_worth_it && reading.verdict == Verdict::Achieved {
                n_followed[kind] += follow(&board, question, &mut rng, &mut reader);
            }
        }
    }
}
