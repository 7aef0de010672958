//! The record of a reviewed game, for other programs to open: values of all positions, and at each mistake a comment,
//! the mark of a bad move, marks of the better ones and the best line as a variation.
//!
//! The values of positions are Black's chance in percent (`SBKV`, as Sabaki writes it) and Black's lead (`V`). Comments
//! have the words of KaTrain, and moves its marks: a cross where the best move is, squares where others are that are
//! nearly as good.

use crate::board::{Color, Move, Point};
use crate::engine::{GameReview, LostPoints, ReviewedLine, ReviewedPosition};
use crate::sgf::{self, Tree, TreeError, TreeNode};

/// From so many points lost on a move is marked as very bad.
const VERY_BAD: f64 = 10.0;

/// A move that loses at most so many points beside the best one is marked, too.
const NEARLY_BEST: f64 = 0.5;

/// The record with the review. `n_before` moves of its main line stand before the first one reviewed; `first` is added
/// to the first comment; `reasons` gives what is known of a mistake by its number in the record, or `None` where it is
/// not to be commented on.
///
/// # Errors
/// If the record is too large to be written.
pub(super) fn annotated(
    mut tree: Tree,
    review: &GameReview,
    n_before: usize,
    first: &str,
    reasons: impl Fn(usize) -> Option<Vec<String>>,
) -> Result<String, TreeError> {
    tree.nodes[0].add_comment(first);
    let mistakes = review.mistakes();
    let mut number: usize = 0;
    for step in tree.main_line().windows(2) {
        let (parent, node) = (step[0], step[1]);
        if tree.nodes[node].mv.is_none() {
            continue;
        }
        number += 1;
        let Some(reviewed) = number.checked_sub(n_before).filter(|&n| n > 0) else {
            continue;
        };
        let position = |n: usize| review.positions().get(n).and_then(Option::as_ref);
        let Some(after) = position(reviewed) else {
            continue;
        };
        add_values(&mut tree.nodes[node], after);
        let mistake = mistakes.iter().find(|it| it.number == reviewed);
        let (Some(mistake), Some(before)) = (mistake, position(reviewed - 1)) else {
            continue;
        };
        let Some(reasons) = reasons(number) else {
            continue;
        };
        mark(&mut tree.nodes[node], mistake, before);
        let mut lines = comment(number, mistake, before, after);
        lines.extend(reasons);
        tree.nodes[node].add_comment(&lines.join("\n"));
        add_line(&mut tree, parent, mistake.color, before);
    }
    sgf::write_tree(&tree)
}

fn add_values(node: &mut TreeNode, position: &ReviewedPosition) {
    set_property(node, "SBKV", format!("{:.2}", 100.0 * position.win_rate));
    set_property(node, "V", format!("{:.1}", position.lead));
}

/// What is written about a mistake, in KaTrain's words.
fn comment(
    number: usize,
    mistake: &LostPoints,
    before: &ReviewedPosition,
    after: &ReviewedPosition,
) -> Vec<String> {
    let color = mistake.color;
    let mut lines = vec![
        format!("Move {number}: {color:#} {}", mistake.mv),
        format!("Score: {}", lead_text(after.lead)),
        format!("Win rate: {}", chance_text(after.win_rate)),
        format!("Estimated point loss: {:.1}", mistake.points),
    ];
    if let Some(best) = before.lines.first()
        && let Some(mv) = best.first()
    {
        let moves: Vec<String> = best.moves.iter().map(ToString::to_string).collect();
        let lead = lead_text(best.lead);
        lines.push(format!("Predicted top move was {mv} ({lead})."));
        lines.push(format!("PV: {color:#}{}", moves.join(" ")));
    }
    lines
}

/// A lead of Black as `B+3.5`.
fn lead_text(lead: f64) -> String {
    let leader = if lead < 0.0 {
        Color::White
    } else {
        Color::Black
    };
    format!("{leader:#}+{:.1}", lead.abs())
}

/// The side that is likelier to win with its chance, as `W 67.2%`.
fn chance_text(win_rate: f64) -> String {
    let (color, chance) = if win_rate < 0.5 {
        (Color::White, 1.0 - win_rate)
    } else {
        (Color::Black, win_rate)
    };
    format!("{color:#} {:.1}%", 100.0 * chance)
}

/// Marks a mistake as a bad move, and the better moves unless the record has such marks there.
fn mark(node: &mut TreeNode, mistake: &LostPoints, before: &ReviewedPosition) {
    let degree = if mistake.points >= VERY_BAD { "2" } else { "1" };
    set_property(node, "BM", degree.to_owned());
    if !node.marks.cross.is_empty() || !node.marks.square.is_empty() {
        return;
    }
    let Some((best, others)) = before.lines.split_first() else {
        return;
    };
    let point = |line: &ReviewedLine| match line.first() {
        Some(mv @ Move::Play(point)) if mv != mistake.mv => Some(point),
        Some(Move::Play(_) | Move::Pass | Move::Resign) | None => None,
    };
    let lost = |line: &&ReviewedLine| f64::from(mistake.color.sign()) * (best.lead - line.lead);
    let near = others.iter().filter(|line| lost(line) <= NEARLY_BEST);
    let near: Vec<Point> = near.filter_map(point).collect();
    node.marks.cross = point(best).into_iter().collect();
    node.marks.square = near;
}

/// The best line of a position as a variation behind those that the record has.
fn add_line(tree: &mut Tree, parent: usize, first: Color, position: &ReviewedPosition) {
    let (mut parent, mut color) = (parent, first);
    for &mv in position.lines.first().into_iter().flat_map(|it| &it.moves) {
        tree.nodes.push(TreeNode {
            parent: Some(parent),
            mv: Some((color, mv)),
            ..TreeNode::default()
        });
        parent = tree.nodes.len() - 1;
        color = color.opponent();
    }
}

/// Sets a property in place of one with this name.
fn set_property(node: &mut TreeNode, name: &str, value: String) {
    node.other.retain(|(other, _)| other != name);
    node.other.push((name.to_owned(), vec![value]));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_and_chances_are_those_of_the_side_that_is_ahead() {
        assert_eq!(
            [3.5, -0.25, 0.0].map(lead_text),
            ["B+3.5", "W+0.2", "B+0.0"]
        );
        assert_eq!(
            [0.75, 0.4, 0.5].map(chance_text),
            ["B 75.0%", "W 60.0%", "B 50.0%"]
        );
    }

    #[test]
    fn better_moves_are_marked_unless_the_record_has_marks() {
        let line = |name: &str, lead: f64| ReviewedLine {
            moves: vec![name.parse().unwrap()],
            lead,
        };
        let before = ReviewedPosition {
            visits: 100,
            win_rate: 0.5,
            lead: -6.0,
            lines: vec![
                line("D4", -6.0),
                line("pass", -5.9),
                line("F4", -5.6),
                line("F5", -5.4),
            ],
        };
        let mistake = LostPoints {
            number: 1,
            color: Color::White,
            mv: "A1".parse().unwrap(),
            points: 4.0,
            best: before.best(),
        };
        let mut node = TreeNode::default();
        mark(&mut node, &mistake, &before);
        assert_eq!(node.marks.cross, ["D4".parse().unwrap()]);
        assert_eq!(node.marks.square, ["F4".parse().unwrap()]);
        assert_eq!(node.other, [("BM".to_owned(), vec!["1".to_owned()])]);
        let own = vec!["J9".parse().unwrap()];
        node.marks.square = own.clone();
        mark(&mut node, &mistake, &before);
        assert_eq!(node.marks.square, own);
    }
}
