//! The record of a problem: the position, the goal in words, and the solution with refutations of tempting moves.

use super::difficulty::Difficulty;
use super::prove::{Proof, Proofs};
use super::solution::Strategy;
use crate::base::counted;
use crate::board::{Board, Color, Move, Point, PointSet, Rules};
use crate::sgf::{Marks, RecordInfo, Tree, TreeError, TreeNode, TreeSetup, write_tree};
use crate::tsumego::{Goal, Question};

/// Wrong moves whose refutation is shown.
const MOST_WRONG: usize = 4;

/// Where on the board some points lie; those beside it do not count.
pub(super) fn place(board: &Board, points: &PointSet) -> &'static str {
    let size = board.size();
    let points = *points & PointSet::board(size);
    let touches = |is_edge: &dyn Fn(Point) -> bool| points.iter().any(is_edge);
    let sides = touches(&|point| point.x() == 0 || point.x() + 1 == size.width());
    let ends = touches(&|point| point.y() == 0 || point.y() + 1 == size.height());
    match (sides, ends) {
        (true, true) => "corner",
        (true, false) | (false, true) => "side",
        (false, false) => "center",
    }
}

/// The goal as a sentence.
pub(super) fn task(question: Question, target: Point) -> String {
    let mover = match question.to_move {
        Color::Black => "Black",
        Color::White => "White",
    };
    match question.goal {
        Goal::Kill => format!("{mover} plays and kills the marked group ({target})."),
        Goal::Live => format!("{mover} plays and lives with the marked group ({target})."),
    }
}

/// The difficulty in words.
fn measured(difficulty: &Difficulty, place: &str) -> String {
    let mut text = format!(
        "Place: {place}. Difficulty: {} to prove the right move, {} with all wrong ones; main line of {}, longest \
            line of {}.",
        counted(difficulty.nodes, "node"),
        counted(difficulty.all_nodes, "node"),
        counted(difficulty.line, "move"),
        counted(difficulty.depth, "move")
    );
    if let Some(policy) = &difficulty.policy {
        text.push_str(&format!(
            " The network's first choice is wrong in {} of 8 symmetries.",
            policy.wrong
        ));
    }
    text
}

/// What a record is made of.
pub(super) struct Content<'p> {
    pub(super) title: String,
    pub(super) board: &'p Board,
    pub(super) question: Question,
    pub(super) target: Point,
    pub(super) place: &'static str,
    pub(super) difficulty: &'p Difficulty,
    pub(super) proofs: &'p Proofs,
    /// Points that matter: no wrong move elsewhere is tempting.
    pub(super) zone: PointSet,
}

/// The text of the record.
pub(super) fn record(content: &Content<'_>) -> Result<String, TreeError> {
    let Content {
        board, question, ..
    } = content;
    let mut nodes = vec![root(content)];
    let strategy = Strategy::new(&content.proofs.right.claim);
    let first = nodes.len();
    strategy.add(&mut nodes, 0, question.to_move, "RIGHT. ");
    if let Some(node) = nodes.get_mut(first) {
        node.add_comment("The only move that works.");
        node.other.push(("TE".to_owned(), vec!["1".to_owned()]));
    }
    for proof in tempting(content) {
        let Some(point) = proof.wrong else { continue };
        let at = nodes.len();
        nodes.push(TreeNode {
            parent: Some(0),
            mv: Some((question.to_move, Move::Play(point))),
            comment: Some("Wrong.".to_owned()),
            other: vec![("BM".to_owned(), vec!["1".to_owned()])],
            ..TreeNode::default()
        });
        let strategy = Strategy::new(&proof.claim);
        strategy.add(&mut nodes, at, question.to_move.opponent(), "");
    }
    write_tree(&Tree {
        size: board.size(),
        rules: Rules::default(),
        handicap: 0,
        info: RecordInfo {
            event: Some(content.title.clone()),
            ..RecordInfo::default()
        },
        nodes,
        warnings: Vec::new(),
    })
}

fn root(content: &Content<'_>) -> TreeNode {
    let Content {
        board, question, ..
    } = content;
    TreeNode {
        setup: TreeSetup {
            black: board.points_of(Color::Black).collect(),
            white: board.points_of(Color::White).collect(),
            empty: Vec::new(),
            to_move: Some(question.to_move),
        },
        comment: Some(format!(
            "{} One first move works, all others fail: both are proved.\n\n{}",
            task(*question, content.target),
            measured(content.difficulty, content.place)
        )),
        marks: Marks {
            triangle: board.stones(content.target).collect(),
            ..Marks::default()
        },
        ..TreeNode::default()
    }
}

/// The wrong moves that tempt most: those that the network likes best, or whose refutation is longest.
fn tempting<'p>(content: &Content<'p>) -> Vec<&'p Proof> {
    let Content {
        difficulty, proofs, ..
    } = content;
    let order = difficulty.policy.as_ref().map(|policy| &policy.order);
    let rank = |point: Point| {
        let name = point.to_string();
        order.and_then(|order| order.iter().position(|other| *other == name))
    };
    let mut wrong: Vec<(usize, usize, &Proof)> = proofs
        .wrong
        .iter()
        .filter_map(|proof| {
            let point = proof.wrong.filter(|&point| content.zone.contains(point))?;
            let (_, nodes) = &proof.claim;
            Some((
                rank(point).unwrap_or(usize::MAX),
                usize::MAX - nodes.len(),
                proof,
            ))
        })
        .collect();
    wrong.sort_by_key(|&(rank, size, _)| (rank, size));
    let shown = wrong.into_iter().take(MOST_WRONG);
    shown.map(|(_, _, proof)| proof).collect()
}
