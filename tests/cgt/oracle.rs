//! The games of the `cgt` crate beside ours: conversion, and assertions that both agree.

use std::cmp::Ordering;

use cgt_oracle::numeric::dyadic_rational_number::DyadicRationalNumber;
use cgt_oracle::numeric::nimber::Nimber;
use cgt_oracle::numeric::rational::Rational;
use cgt_oracle::short::partizan::canonical_form::{CanonicalForm, nus::Nus};
use cgt_oracle::short::partizan::trajectory::Trajectory;
use tedomari::cgt::{Dyadic, GameId, Games, Player, Segment};

use super::random::Tree;

/// The game in the other implementation.
pub(crate) fn theirs(tree: &Tree) -> CanonicalForm {
    match tree {
        &Tree::Number(numerator, exponent) => {
            CanonicalForm::new_dyadic(DyadicRationalNumber::new(numerator.into(), exponent))
        }
        &Tree::UpStar(ups, nimber) => CanonicalForm::new_nus(Nus::new(
            DyadicRationalNumber::new_integer(0),
            ups.into(),
            Nimber::from(u32::from(nimber)),
        )),
        Tree::Form(left, right) => CanonicalForm::new_from_moves(
            left.iter().map(theirs).collect(),
            right.iter().map(theirs).collect(),
        ),
    }
}

fn their_number(value: DyadicRationalNumber) -> Dyadic {
    Dyadic::new(value.numerator().into(), value.denominator_exponent()).unwrap()
}

fn our_number(value: Dyadic) -> DyadicRationalNumber {
    let numerator = i64::try_from(value.numerator()).unwrap();
    DyadicRationalNumber::new(numerator, value.exponent())
}

fn rational(value: Dyadic) -> Rational {
    our_number(value).to_rational()
}

/// The canonical form written out, options in alphabetical order.
fn our_text(games: &Games, game: GameId) -> String {
    if let Some(value) = game.as_number() {
        return value.to_string();
    }
    let [left, right] = [Player::Left, Player::Right].map(|player| {
        let options = games.options(game, player).unwrap();
        let mut texts: Vec<_> = options.iter().map(|&o| our_text(games, o)).collect();
        texts.sort();
        texts.join(",")
    });
    format!("{{{left}|{right}}}")
}

fn their_text(game: &CanonicalForm) -> String {
    if let Some(value) = game.to_number() {
        return their_number(value).to_string();
    }
    let side = |mut texts: Vec<String>| {
        texts.sort();
        texts.join(",")
    };
    let left = side(game.left_moves().map(|g| their_text(g.as_ref())).collect());
    let right = side(game.right_moves().map(|g| their_text(g.as_ref())).collect());
    format!("{{{left}|{right}}}")
}

/// Corners and values of a wall agree with a trajectory of the other implementation.
fn assert_same_wall(ours: &[Segment<Dyadic>], theirs: &Trajectory, name: &str) {
    let corners: Vec<_> = ours[1..].iter().map(|piece| rational(piece.from)).collect();
    let mut their_corners = theirs.critical_points.clone();
    their_corners.sort();
    assert_eq!(corners, their_corners, "{name}");
    for piece in ours {
        let value = theirs.value_at(rational(piece.from));
        assert_eq!(value, rational(piece.value), "{name}");
    }
    let mut slopes: Vec<_> = ours.iter().map(|piece| i64::from(piece.slope)).collect();
    slopes.reverse();
    let their_slopes: Vec<_> = theirs.slopes.clone();
    let slopes: Vec<_> = slopes.into_iter().map(Rational::new_integer).collect();
    assert_eq!(slopes, their_slopes, "{name}");
}

/// Two games have the same canonical form.
pub(crate) fn assert_same_game(
    games: &mut Games,
    ours: GameId,
    theirs: &CanonicalForm,
    what: &str,
) {
    let text = our_text(games, ours);
    assert_eq!(text, their_text(theirs), "{what}");
}

/// Stops, mean, temperature, thermograph, birthday, negative, cooled, heated and reduced games agree.
pub(crate) fn assert_same_properties(games: &mut Games, ours: GameId, theirs: &CanonicalForm) {
    let text = our_text(games, ours);
    let stops = games.stops(ours).unwrap();
    assert_eq!(stops.left, their_number(theirs.left_stop()), "{text}");
    assert_eq!(stops.right, their_number(theirs.right_stop()), "{text}");
    let mean = games.mean(ours).unwrap();
    let temperature = games.temperature(ours).unwrap();
    assert_eq!(mean, their_number(theirs.mean()), "{text}");
    assert_eq!(temperature, their_number(theirs.temperature()), "{text}");
    let graph = games.thermograph(ours).unwrap();
    assert_eq!(
        (graph.mean, graph.temperature),
        (mean, temperature),
        "{text}"
    );
    let their_graph = theirs.thermograph();
    assert_same_wall(&graph.left, &their_graph.left_wall, &text);
    assert_same_wall(&graph.right, &their_graph.right_wall, &text);
    let birthday = games.birthday(ours).unwrap();
    assert_eq!(birthday, u128::from(theirs.birthday()), "{text}");
    let negative = games.negative(ours).unwrap();
    assert_same_game(games, negative, &-theirs, "negative");
    for (numerator, exponent) in [(1, 1), (1, 0), (-1, 2)] {
        let t = Dyadic::new(numerator, exponent).unwrap();
        let cooled = games.cool(ours, t).unwrap();
        assert_same_game(games, cooled, &theirs.cool(our_number(t)), &text);
    }
    let heated = games.heat(ours, Dyadic::ONE).unwrap();
    let one = CanonicalForm::new_integer(1);
    assert_same_game(games, heated, &theirs.heat(&one), &text);
    let reduced = games.reduced(ours).unwrap();
    assert_same_game(games, reduced, &theirs.reduced(), &text);
}

/// Order and sum of two games agree.
pub(crate) fn assert_same_pair(games: &mut Games, ours: [GameId; 2], theirs: [&CanonicalForm; 2]) {
    let what = ours.map(|game| our_text(games, game)).join(" and ");
    let order = games.compare(ours[0], ours[1]).unwrap();
    let below = CanonicalForm::leq(theirs[0], theirs[1]);
    let above = CanonicalForm::leq(theirs[1], theirs[0]);
    let their_order = match (below, above) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        (false, false) => None,
    };
    assert_eq!(order, their_order, "{what}");
    let sum = games.sum(ours[0], ours[1]).unwrap();
    assert_same_game(games, sum, &(theirs[0] + theirs[1]), &what);
}
