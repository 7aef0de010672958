//! Random games in several shapes, as plain trees that any implementation can build.

use arrayvec::ArrayVec;
use tedomari::base::Rng;
use tedomari::cgt::{Dyadic, GameError, GameId, Games};

/// Largest number of options of a random game on one side.
const MAX_OPTIONS: usize = 3;

/// A game as a tree, not in canonical form.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    /// `numerator / 2^exponent`.
    Number(i32, u32),
    /// `n.^ + *k`.
    UpStar(i8, u8),
    /// `{left | right}`.
    Form(Vec<Tree>, Vec<Tree>),
}

/// Kinds of random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Any form of birthday at most 4, up to three options on each side.
    Any,
    /// Hot games: numbers from -8 to 8 in steps of 1/4 at the leaves.
    Hot,
    /// Sente and gote as in Go: integers at the leaves, larger ones for Left.
    Ordered,
    /// Infinitesimals: both players always have a move, zeros, stars and ups at the leaves.
    Small,
}

impl Shape {
    /// All shapes.
    pub(crate) const ALL: [Self; 4] = [Self::Any, Self::Hot, Self::Ordered, Self::Small];
}

/// A random game of a shape.
pub(crate) fn tree(rng: &mut Rng, shape: Shape) -> Tree {
    match shape {
        Shape::Any => any(rng, 4),
        Shape::Hot => hot(rng, 3),
        Shape::Ordered => {
            let leaves = ordered_leaves(rng);
            ordered(rng, 3, &leaves)
        }
        Shape::Small => small(rng, 3),
    }
}

/// Builds a tree in our table.
pub(crate) fn build(games: &mut Games, tree: &Tree) -> Result<GameId, GameError> {
    match tree {
        &Tree::Number(numerator, exponent) => Ok(GameId::from_number(Dyadic::new(
            numerator.into(),
            exponent,
        )?)),
        &Tree::UpStar(ups, nimber) => games.ups(ups.into(), nimber.into()),
        Tree::Form(left, right) => {
            let mut build_all = |trees: &[Tree]| {
                trees
                    .iter()
                    .map(|tree| build(games, tree))
                    .collect::<Result<ArrayVec<_, MAX_OPTIONS>, _>>()
            };
            let (left, right) = (build_all(left)?, build_all(right)?);
            games.game(&left, &right)
        }
    }
}

fn many(rng: &mut Rng, least: u32, most: u32, mut one: impl FnMut(&mut Rng) -> Tree) -> Vec<Tree> {
    let count = least + rng.below(most - least + 1);
    (0..count).map(|_| one(rng)).collect()
}

fn any(rng: &mut Rng, depth: u32) -> Tree {
    if depth == 0 || rng.below(12) == 0 {
        return Tree::Number(0, 0);
    }
    let most = if depth > 3 { 3 } else { 2 };
    let left = many(rng, 0, most, |rng| any(rng, depth - 1));
    let right = many(rng, 0, most, |rng| any(rng, depth - 1));
    Tree::Form(left, right)
}

fn signed(rng: &mut Rng, most: i32) -> i32 {
    rng.below(2 * most.unsigned_abs() + 1).cast_signed() - most
}

fn hot(rng: &mut Rng, depth: u32) -> Tree {
    if depth == 0 || (depth < 3 && rng.below(3) == 0) {
        return Tree::Number(signed(rng, 32), 2);
    }
    let left = many(rng, 1, 2, |rng| hot(rng, depth - 1));
    let right = many(rng, 1, 2, |rng| hot(rng, depth - 1));
    Tree::Form(left, right)
}

fn ordered_leaves(rng: &mut Rng) -> Vec<i32> {
    let mut leaves: Vec<_> = (0..8).map(|_| signed(rng, 12)).collect();
    leaves.sort_unstable_by(|a, b| b.cmp(a));
    leaves
}

fn ordered(rng: &mut Rng, depth: u32, leaves: &[i32]) -> Tree {
    if leaves.len() == 1 || depth == 0 || (depth < 3 && rng.below(4) == 0) {
        return Tree::Number(leaves[leaves.len() / 2], 0);
    }
    let (high, low) = leaves.split_at(leaves.len() / 2);
    Tree::Form(
        vec![ordered(rng, depth - 1, high)],
        vec![ordered(rng, depth - 1, low)],
    )
}

fn small(rng: &mut Rng, depth: u32) -> Tree {
    if depth == 0 || (depth < 3 && rng.below(3) == 0) {
        return match rng.below(6) {
            0..=2 => Tree::Number(0, 0),
            3 => Tree::UpStar(0, 1),
            4 => Tree::UpStar(0, 2),
            _ => Tree::UpStar(if rng.below(2) == 0 { 1 } else { -1 }, 0),
        };
    }
    let left = many(rng, 1, 2, |rng| small(rng, depth - 1));
    let right = many(rng, 1, 2, |rng| small(rng, depth - 1));
    Tree::Form(left, right)
}
