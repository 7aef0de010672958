//! How specific the conditions of a rule are, in bits: the measure by which special rules override general ones.
//!
//! The information of a condition is minus the logarithm of its probability. The probabilities are those of a position
//! in the middle of a fight, guessed and fixed: an empty point 1/2, a stone of each color 1/4, a given side of the map
//! at the edge of the board 1/8, and the liberties of a block as in `LIBERTIES`. Conditions count as independent. All
//! sums are of whole numbers, so that every machine ranks the rules alike.

use super::constraint::{Constraint, Occupancy, Relation, Term};
use super::rule::{Content, Map, Rule};

/// One bit.
const BIT: u32 = 16;
/// Information of one side at the edge.
const EDGE: u32 = 3 * BIT;
/// The probability 1.
const ONE: u32 = 1 << 16;
/// Probability, in 64ths, that a block has 0, 1, 2, ... liberties; the last entry is for all larger numbers too.
const LIBERTIES: [u32; 9] = [0, 6, 11, 12, 11, 8, 6, 4, 6];
/// 16 times the binary logarithm of 1 + n/16.
const LOGARITHMS: [u32; 16] = [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15];

/// Information of a rule in sixteenths of a bit.
pub(super) fn of_rule(rule: &Rule) -> u32 {
    let maps: u32 = rule.maps.iter().map(|map| of_map(rule, map)).sum();
    let constraints = rule.constraints.iter();
    maps + constraints
        .map(|constraint| of_probability(probability(constraint)))
        .sum::<u32>()
}

fn of_map(rule: &Rule, map: &Map) -> u32 {
    let contents = map
        .rows
        .iter()
        .flatten()
        .map(|&character| rule.content(character));
    let points: u32 = contents.map(of_content).sum();
    let is_edge = |character: &char| matches!(character, '-' | '|' | '+');
    let has_column = |column: Option<usize>| {
        column.is_some_and(|n| map.rows.iter().all(|row| row.get(n).is_some_and(is_edge)))
    };
    let has_row = |row: Option<&Vec<char>>| row.is_some_and(|row| row.iter().all(is_edge));
    let width = map.rows.first().map_or(0, Vec::len);
    let sides = [
        has_row(map.rows.first()),
        has_row(map.rows.last()),
        has_column(Some(0)),
        has_column(width.checked_sub(1)),
    ];
    points
        + sides
            .into_iter()
            .filter(|&is_edge| is_edge)
            .map(|_| EDGE)
            .sum::<u32>()
}

/// Information of what one point holds; the edge is counted once for a side.
fn of_content(content: Content) -> u32 {
    let weight = |bit: Content, eighths: u32| match content.bits() & bit.bits() {
        0 => 0,
        _ => eighths,
    };
    let eighths = weight(Content::OWN, 2) + weight(Content::OTHER, 2) + weight(Content::EMPTY, 4);
    match eighths {
        0 => 0,
        eighths => of_probability(eighths * ONE / 8),
    }
}

/// Minus the binary logarithm of a probability in parts of [`ONE`], in sixteenths of a bit; 16 bits for the impossible.
fn of_probability(probability: u32) -> u32 {
    let probability = probability.clamp(1, ONE);
    let exponent = probability.ilog2();
    // The four bits after the leading one.
    let fraction = (probability << 4 >> exponent) & 15;
    let logarithm = exponent * BIT + LOGARITHMS[fraction as usize];
    16 * BIT - logarithm
}

/// The probability of a constraint, in parts of [`ONE`].
fn probability(constraint: &Constraint) -> u32 {
    let both = |a: u32, b: u32| {
        ((u64::from(a) * u64::from(b)) >> 16)
            .try_into()
            .unwrap_or(ONE)
    };
    match constraint {
        Constraint::Compare(left, relation, right) => of_comparison(*left, *relation, *right),
        Constraint::And(parts) => parts.iter().map(probability).fold(ONE, both),
        Constraint::Or(parts) => {
            ONE - parts
                .iter()
                .map(|part| ONE - probability(part))
                .fold(ONE, both)
        }
        Constraint::Not(part) => ONE - probability(part),
        // Without it the two are different blocks, which counts nothing either.
        Constraint::OneBlock(..) => ONE,
    }
}

/// The values of a term with their probabilities in 64ths.
fn values(term: Term) -> Vec<(u32, u32)> {
    match term {
        Term::Liberties(_) => (0..).zip(LIBERTIES).collect(),
        Term::Number(number) => vec![(number.into(), 64)],
        Term::Occupancy(_) => {
            let chances = [14, 14, 28, 8];
            Occupancy::ALL.into_iter().map(code).zip(chances).collect()
        }
        Term::Word(word) => vec![(code(word), 64)],
    }
}

fn code(occupancy: Occupancy) -> u32 {
    match occupancy {
        Occupancy::Own => 0,
        Occupancy::Other => 1,
        Occupancy::Empty => 2,
        Occupancy::Edge => 3,
    }
}

fn of_comparison(left: Term, relation: Relation, right: Term) -> u32 {
    let rights = values(right);
    let pairs = values(left)
        .into_iter()
        .flat_map(|one| rights.iter().map(move |&two| (one, two)));
    let holding = pairs.filter(|&((left, _), (right, _))| relation.holds(left, right));
    let chance: u32 = holding.map(|((_, one), (_, two))| one * two).sum();
    // Both terms count in 64ths.
    chance * (ONE >> 12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_one() {
        assert_eq!(LIBERTIES.iter().sum::<u32>(), 64);
        for relation in Relation::ALL {
            let holds = of_comparison(Term::Liberties('A'), relation, Term::Number(3));
            let negated = Constraint::Not(Box::new(Constraint::Compare(
                Term::Liberties('A'),
                relation,
                Term::Number(3),
            )));
            assert_eq!(holds + probability(&negated), ONE, "{relation:?}");
        }
    }

    #[test]
    fn logarithms_are_near_the_real_ones() {
        for probability in 1..=ONE {
            let real = -16.0 * (f64::from(probability) / f64::from(ONE)).log2();
            assert!(
                (f64::from(of_probability(probability)) - real).abs() < 2.5,
                "{probability}"
            );
        }
    }

    #[test]
    fn points_have_the_information_of_their_chance() {
        for (character, sixteenths) in [
            ('X', 32),
            ('O', 32),
            ('.', 16),
            ('%', 16),
            ('_', 0),
            ('?', 0),
        ] {
            let content = Content::of(character).unwrap();
            assert_eq!(of_content(content), sixteenths, "{character}");
        }
        let own_or_empty = of_content(Content::of('x').unwrap());
        assert!((6..=7).contains(&own_or_empty), "{own_or_empty}");
    }
}
