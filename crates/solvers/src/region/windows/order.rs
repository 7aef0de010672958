//! The order of the owner's answers in the search by zones, and what each of them costs.
//!
//! The chance that a play is the right one follows from a sum of weights of what it does near the last play, near walls
//! and stones, and of how often it was right in this search. The weights are those of a softmax that was fitted to
//! answers found in other games (`scripts/fit_answers.py`). They decide only what is looked at first: a proof answers
//! every play of the opponent whatever the order was.

use super::super::region_board::{Mask, bits};
use super::solver::Solver;
use super::window::{AllJoined, Stones};

/// What an answer costs that is as likely as not to be right, or a pass.
pub(super) const UNIT: u16 = 16;
/// What an answer costs more for each time that it is half as likely, and the most of it.
const PER_HALF: f64 = 4.0;
const MOST_MORE: f64 = 160.0;

/// Features of a play.
const N_FEATURES: usize = 39;

/// Their weights for a free play of the owner, and for an answer to a play of the opponent.
#[rustfmt::skip]
const WEIGHTS: [[f64; N_FEATURES]; 2] = [
    [
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.36, -0.64,
        -0.58, 0.44, 1.23, -0.37, -0.15, 0.15, -0.16, -0.64, -0.37, 0.11,
        0.13, -0.5, 0.72, -0.81, 0.0, -0.64, 0.47, 0.44, 0.75, -0.31,
        0.0, 0.0, 0.61, 0.55, -0.72, -0.9, -0.06, 0.66, 0.93,
    ],
    [
        0.09, 0.32, -0.23, 0.05, -0.32, 0.13, 0.52, -0.78, 0.36, -0.51,
        -0.6, 0.48, 0.97, -0.52, -0.06, 0.19, -0.1, -2.15, -0.27, -0.01,
        0.42, 0.11, 0.25, -0.62, 2.06, -0.51, 0.57, 0.3, 0.58, -0.24,
        0.64, 0.63, 0.64, 0.37, -1.23, -0.73, -0.06, 0.64, 0.89,
    ],
];

/// The features, by their first numbers.
mod feature {
    /// Where the last play is: beside, diagonal, two steps, three steps, farther.
    pub(super) const DISTANCE: usize = 0;
    /// On a liberty of the block of the last play, beside one, beside an empty point beside the last play.
    pub(super) const LIBERTY: usize = 5;
    pub(super) const TAKES: usize = 8;
    /// Joins no walls, one, two, or more.
    pub(super) const JOINS: usize = 9;
    /// Beside so many empty points, and so many stones of the opponent.
    pub(super) const EMPTY: usize = 13;
    pub(super) const OTHERS: usize = 18;
    /// Touches the outside; fills a point among the owner's own stones; is where the opponent would break the duties;
    /// is joined to no wall; leaves a block one liberty.
    pub(super) const OPEN: usize = 22;
    pub(super) const FILLS: usize = 23;
    pub(super) const SAVES: usize = 24;
    pub(super) const LOOSE: usize = 25;
    pub(super) const ATARI: usize = 26;
    /// Makes one point of an eye, or several.
    pub(super) const EYES: usize = 27;
    pub(super) const BESIDE_WALLS: usize = 29;
    /// Beside the play that is right if the opponent passes, or two steps from it.
    pub(super) const USUAL: usize = 30;
    /// How often it was right after the same play, of the most that one was, and how often there was no answer to the
    /// opponent's play there: logarithms. Whether it was never right there and another one was.
    pub(super) const RIGHT: usize = 32;
    pub(super) const UNANSWERED: usize = 33;
    pub(super) const NEVER_RIGHT: usize = 34;
    /// So many points more beside walls and what is joined to them, at most three.
    pub(super) const GAIN: usize = 35;
}

/// An answer of the owner that breaks no duty at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) next: Stones,
    /// The point of the play, nothing for a pass.
    pub(super) play: Mask,
    /// In units of which [`UNIT`] are a likely answer.
    pub(super) cost: u16,
}

/// What all plays in a position have in common.
struct Situation {
    stones: Stones,
    last: Mask,
    usual: Mask,
    joined: AllJoined,
    empty: Mask,
    /// The last play with its neighbors, and all points within two and three steps.
    near: [Mask; 3],
    /// The liberties of the block of the last play.
    liberties: Mask,
    /// What the opponent would break the duties with.
    fatal: Mask,
    /// Points beside walls and what is joined to them.
    beside_held: Mask,
    most_right: u32,
    most_unanswered: u32,
}

impl Solver<'_> {
    /// The owner's answers, a pass first, then those that are most likely. The opponent has just played at `last`, or
    /// nothing is there and the owner plays freely; `usual` is what it plays if the opponent passes.
    pub(super) fn ordered_choices(&self, stones: Stones, last: Mask, usual: Mask) -> Vec<Choice> {
        let mut choices: Vec<Choice> = (self.choices(stones, last != 0).into_iter())
            .map(|(next, _)| Choice {
                next,
                play: next.own & !stones.own,
                cost: UNIT,
            })
            .collect();
        let n_passes = choices.iter().take_while(|choice| choice.play == 0).count();
        let plays = &mut choices[n_passes..];
        let situation = self.situation(stones, last, usual, plays);
        let chance = |choice: &Choice| self.strength(&situation, choice.next, choice.play).exp();
        let mut chances: Vec<(f64, Choice)> = plays.iter().map(|own| (chance(own), *own)).collect();
        let sum: f64 = chances.iter().map(|(chance, _)| chance).sum();
        chances.sort_by(|(one, _), (two, _)| two.total_cmp(one));
        for (choice, (chance, likely)) in plays.iter_mut().zip(chances) {
            *choice = Choice {
                cost: cost(chance / sum),
                ..likely
            };
        }
        choices
    }

    fn situation(&self, stones: Stones, last: Mask, usual: Mask, plays: &[Choice]) -> Situation {
        let (window, empty) = (self.window, self.window.empty(stones));
        let held = window.held(stones);
        let one = window.spread(last);
        let two = window.spread(one);
        let indices = || plays.iter().flat_map(|choice| bits(choice.play));
        let n_right = indices().map(|index| self.zones.n_right(last, index));
        let n_unanswered = indices().map(|index| self.zones.n_unanswered[usize::from(index)]);
        Situation {
            stones,
            last,
            usual,
            joined: window.joined(stones),
            empty,
            near: [one, two, window.spread(two)],
            liberties: window.spread(window.component(last, stones.other)) & empty,
            fatal: self.fatal_plays(stones, held),
            beside_held: window.beside_held(held),
            most_right: n_right.max().unwrap_or(0),
            most_unanswered: n_unanswered.max().unwrap_or(0),
        }
    }

    /// The sum of the weights of a play, which leads to `next`.
    fn strength(&self, at: &Situation, next: Stones, play: Mask) -> f64 {
        let weights = &WEIGHTS[usize::from(at.last != 0)];
        let mut sum = self.strength_by_history(at, play, weights);
        let mut add = |feature: usize, is: bool| {
            if is {
                sum += weights[feature];
            }
        };
        let window = self.window;
        let within = window.spread(play);
        let around = within & !play;
        if at.last != 0 {
            self.add_nearness(at, play, &mut add);
        }
        add(feature::TAKES, next.other != at.stones.other);
        let joined = at.joined.iter().filter(|joined| joined.beside & play != 0);
        add(feature::JOINS + joined.count().min(3), true);
        let n_empty = (around & at.empty).count_ones() as usize;
        let n_others = (around & at.stones.other).count_ones() as usize;
        add(feature::EMPTY + n_empty.min(4), true);
        add(feature::OTHERS + n_others.min(3), true);
        add(feature::OPEN, window.open() & play != 0);
        add(feature::FILLS, n_empty + n_others == 0);
        add(feature::SAVES, at.fatal & play != 0);
        let (held, empty) = (window.held(next), window.empty(next));
        add(feature::LOOSE, held & play == 0);
        add(feature::ATARI, window.takes(next, around) != 0);
        let is_eye = |&index: &u8| {
            let bit = 1 << index;
            let beside = window.spread(bit) & !bit;
            (beside & (empty | next.other)) | (bit & window.open()) == 0
        };
        let n_eyes = bits(around & at.empty).filter(is_eye).count();
        add(feature::EYES, n_eyes == 1);
        add(feature::EYES + 1, n_eyes > 1);
        add(feature::BESIDE_WALLS, window.beside_held(0) & play != 0);
        if at.usual != 0 {
            let is_beside = around & at.usual != 0;
            let is_near = window.spread(within) & !within & at.usual != 0;
            add(feature::USUAL, is_beside);
            add(feature::USUAL + 1, is_near);
        }
        let gain = window.beside_held(held) & empty & !(at.beside_held & at.empty);
        add(feature::GAIN + gain.count_ones().min(3) as usize, true);
        sum
    }

    /// Adds what follows from where a play is beside the last one.
    fn add_nearness(&self, at: &Situation, play: Mask, add: &mut impl FnMut(usize, bool)) {
        let around = self.window.spread(play) & !play;
        let shared = around & at.near[0] & !at.last;
        let distance = if around & at.last != 0 {
            0
        } else if play & at.near[1] != 0 {
            if shared.count_ones() > 1 { 1 } else { 2 }
        } else if play & at.near[2] != 0 {
            3
        } else {
            4
        };
        add(feature::DISTANCE + distance, true);
        let is_liberty = play & at.liberties != 0;
        add(feature::LIBERTY, is_liberty && distance != 0);
        let is_beside_liberty = !is_liberty && around & at.liberties != 0;
        add(feature::LIBERTY + 1, is_beside_liberty);
        add(feature::LIBERTY + 2, shared & at.empty != 0);
    }

    /// The part of it that this search has learned.
    fn strength_by_history(&self, at: &Situation, play: Mask, weights: &[f64; N_FEATURES]) -> f64 {
        let share = |number: u32, most: u32| (f64::from(number + 1) / f64::from(most + 1)).ln();
        let strength = bits(play).map(|index| {
            let n_right = self.zones.n_right(at.last, index);
            let n_unanswered = self.zones.n_unanswered[usize::from(index)];
            let never = if n_right == 0 && at.most_right > 0 {
                weights[feature::NEVER_RIGHT]
            } else {
                0.0
            };
            never
                + weights[feature::RIGHT] * share(n_right, at.most_right)
                + weights[feature::UNANSWERED] * share(n_unanswered, at.most_unanswered)
        });
        strength.sum()
    }
}

/// What a play with this chance costs.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between bounds"
)]
fn cost(chance: f64) -> u16 {
    let more = PER_HALF * (-chance.log2() - 1.0);
    UNIT + more.clamp(0.0, MOST_MORE) as u16
}

#[cfg(test)]
mod tests {
    use super::super::duty::{Duties, End, Standing};
    use super::super::plan::Walls;
    use super::super::window::Placed;
    use super::*;
    use crate::board::{Board, Color, PointSet};

    #[test]
    fn a_play_costs_more_the_less_likely_it_is() {
        assert_eq!([1.0, 0.6, 0.5].map(cost), [UNIT; 3]);
        assert_eq!([0.25, 0.125].map(cost), [UNIT + 4, UNIT + 8]);
        assert_eq!(cost(0.0), UNIT + 160);
    }

    /// The answers to White's play at `last` where Black links two walls, in their order, with what they cost.
    fn answers(diagram: &str, points: &[&str], last: Option<&str>) -> Vec<(Option<String>, u16)> {
        let board: Board = diagram.parse().unwrap();
        let points: PointSet = points.iter().map(|name| name.parse().unwrap()).collect();
        let nothing = PointSet::EMPTY;
        let walls = Walls::new(&board, Color::Black, &nothing, &nothing);
        let placed = Placed::new(&board, Color::Black, &points, |point| walls.at(point)).unwrap();
        let end = |walls| End {
            walls,
            standing: Standing::Alive,
        };
        let duties = Duties {
            links: vec![vec![end(1), end(2)]],
            ..Duties::default()
        };
        let solver = Solver::new(&placed.window, &duties);
        let last = last.map_or(0, |name| 1 << placed.index(name.parse().unwrap()).unwrap());
        let choices = solver.ordered_choices(placed.start, last, 0);
        let name = |play| {
            bits(play)
                .next()
                .map(|index| placed.points[usize::from(index)].to_string())
        };
        choices
            .iter()
            .map(|choice| (name(choice.play), choice.cost))
            .collect()
    }

    #[test]
    fn a_pass_comes_first_and_then_the_play_that_joins_walls() {
        let diagram = "X . X . .\nX O X . .\n. . . . .\nO O O . O";
        let points = [
            "A2", "B2", "B3", "B4", "C2", "D2", "D3", "D4", "E2", "E3", "E4",
        ];
        let found = answers(diagram, &points, Some("B3"));
        let (first, rest) = found.split_first().unwrap();
        assert_eq!(*first, (None, UNIT));
        assert!(
            ["B4", "B2"]
                .map(|name| Some(name.to_owned()))
                .contains(&rest[0].0),
            "{found:?}"
        );
        assert!(rest.is_sorted_by_key(|(_, cost)| cost), "{found:?}");
        let free = answers(diagram, &points, None);
        assert!(free.iter().all(|(play, _)| play.is_some()), "{free:?}");
    }
}
