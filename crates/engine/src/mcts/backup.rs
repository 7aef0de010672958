//! Adds the result of a playout to the nodes on its path.

use super::node::{Node, ONE, PlayoutResult};
use super::tree::Tree;
use crate::board::{Color, N_INDICES, Point};

/// A node on the path of a playout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    pub(super) node: &'a Node,
    /// The player of the move that leads to the node.
    pub(super) mover: Color,
    /// Number of plays in the playout before this node.
    pub(super) n_plays: usize,
}

/// Adds a result to every node on the path, and to the RAVE counts of their children. A child counts the playout if
/// its player was the first to play on its point after the node.
pub(super) fn backup(
    tree: &Tree,
    path: &[Step<'_>],
    plays: &[(Color, Point)],
    outcome: PlayoutResult,
) {
    let mut first_player = [None; N_INDICES];
    let mut n_open = plays.len();
    for step in path.iter().rev() {
        for &(color, point) in plays[step.n_plays..n_open].iter().rev() {
            first_player[point.index()] = Some(color);
        }
        n_open = step.n_plays;
        let chooser = step.mover.opponent();
        let value = value_for(chooser, outcome);
        for child in tree.children(step.node) {
            if let Some(point) = child.point()
                && first_player[point.index()] == Some(chooser)
            {
                child.add_rave(value);
            }
        }
        let half_wins = match outcome.score.winner() {
            None => 1,
            Some(winner) => 2 * u32::from(winner == step.mover),
        };
        step.node.end_visit(ONE - value, half_wins, outcome.score);
    }
}

/// Value of a result for a player.
fn value_for(color: Color, outcome: PlayoutResult) -> u64 {
    match color {
        Color::Black => outcome.value,
        Color::White => ONE - outcome.value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Score};

    #[test]
    fn values_alternate_and_rave_counts_first_plays_only() {
        let [a, b, c] = [Point::new(0, 0), Point::new(1, 0), Point::new(2, 0)];
        let tree = Tree::new(1);
        let children = || [a, b, c].map(|point| (Move::Play(point), 0.1)).to_vec();
        assert!(tree.expand(tree.root(), children));
        let child = &tree.children(tree.root())[0];
        assert!(tree.expand(child, children));
        let path = [
            Step {
                node: tree.root(),
                mover: Color::White,
                n_plays: 0,
            },
            Step {
                node: child,
                mover: Color::Black,
                n_plays: 1,
            },
        ];
        for step in path {
            step.node.begin_visit();
        }
        // Black wins; White is the first on b, Black on c, then Black on b.
        let plays = [
            (Color::Black, a),
            (Color::White, b),
            (Color::Black, c),
            (Color::Black, b),
        ];
        let outcome = PlayoutResult {
            value: ONE,
            score: Score::from_points(3),
        };
        backup(&tree, &path, &plays, outcome);
        let rave = |node: &Node| {
            let counts = |child: &Node| (child.rave_visits(), child.rave_mean() > 0.5);
            tree.children(node).iter().map(counts).collect::<Vec<_>>()
        };
        assert_eq!(rave(tree.root()), [(1, true), (0, false), (1, true)]);
        assert_eq!(rave(child), [(0, false), (1, false), (0, false)]);
        assert!(child.mean() > 0.99 && child.win_rate() > 0.99 && tree.root().mean() < 0.01);
        assert!((child.score_mean() - 3.0).abs() < 1e-9);
    }
}
