//! Counting a position when the dead stones are known.

use super::rules::Tax;
use super::{Board, Rules, Scoring};
use crate::{Color, PerColor, PointSet, Score};

/// The stones and points of both players after the dead stones are removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Living stones.
    pub stones: PerColor<PointSet>,
    /// Points that only stones of one color reach through empty points, points of removed stones included.
    pub surrounded: PerColor<PointSet>,
    /// Dead stones, by their color.
    pub dead: PerColor<PointSet>,
}

/// Counts stones and surrounded points. Linear in the size of the board.
///
/// A region without adjacent stones belongs to neither player. `dead` should have whole blocks. The area of a color are
/// its `stones` and the points that it has `surrounded`.
#[must_use]
pub fn count(board: &Board, dead: &PointSet) -> Count {
    let is_living = |point| !dead.contains(point);
    let stones = PerColor::from_fn(|color| {
        board
            .points_of(color)
            .filter(|&point| is_living(point))
            .collect()
    });
    let dead = PerColor::from_fn(|color| {
        board
            .points_of(color)
            .filter(|&point| !is_living(point))
            .collect()
    });
    let mut count = Count {
        stones,
        surrounded: PerColor::default(),
        dead,
    };
    let mut seen = PointSet::EMPTY;
    for start in board.size().points() {
        let is_open = |point| {
            board.size().contains(point)
                && !count.stones[Color::Black].contains(point)
                && !count.stones[Color::White].contains(point)
        };
        if !is_open(start) || seen.contains(start) {
            continue;
        }
        let mut region = PointSet::EMPTY;
        let mut touches = PerColor([false; 2]);
        let mut open = vec![start];
        region.insert(start);
        while let Some(point) = open.pop() {
            for neighbor in point.neighbors() {
                if is_open(neighbor) {
                    if region.insert(neighbor) {
                        open.push(neighbor);
                    }
                } else if let Some(color) = board.color(neighbor) {
                    touches[color] = true;
                }
            }
        }
        seen |= region;
        match touches.0 {
            [true, false] => count.surrounded[Color::Black] |= region,
            [false, true] => count.surrounded[Color::White] |= region,
            [true, true] | [false, false] => {}
        }
    }
    count
}

/// The score of a finished game under the given rules: komi, prisoners and handicap compensation included.
///
/// `dead` are the stones to remove, in whole blocks. `in_seki` are the surrounded points that do not count under a
/// seki tax; without the tax they count like the others. `n_handicap` are Black's handicap stones, for which some rules
/// give White points ([`Game::n_handicap`](crate::Game::n_handicap)).
///
/// ```
/// use tedomari_board::score::score;
/// use tedomari_board::{Board, PointSet, Rules};
///
/// let board: Board = ". X . O .\nO X X O .\n. X . O .".parse()?;
/// let dead: PointSet = ["A2".parse()?].into_iter().collect();
/// let rules = Rules::named("chinese")?;
/// let score = score(&board, &dead, &PointSet::EMPTY, &rules, 0);
/// assert_eq!(score.to_string(), "W+6.5"); // komi 7.5
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn score(
    board: &Board,
    dead: &PointSet,
    in_seki: &PointSet,
    rules: &Rules,
    n_handicap: usize,
) -> Score {
    let count = count(board, dead);
    let points = |color: Color| -> i32 {
        let surrounded = match rules.tax {
            Tax::None => count.surrounded[color],
            Tax::Seki => count.surrounded[color] - *in_seki,
        };
        let taken =
            count.dead[color.opponent()].len() + board.n_prisoners(color.opponent()) as usize;
        let total = match rules.scoring {
            Scoring::Area => count.stones[color].len() + surrounded.len(),
            Scoring::Territory => surrounded.len() + taken,
        };
        i32::try_from(total).unwrap_or(i32::MAX)
    };
    let bonus = i32::try_from(rules.handicap_points(n_handicap)).unwrap_or(0);
    Score::from_points(points(Color::Black) - points(Color::White) - bonus) + rules.komi.score()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Komi;
    use crate::rules::HandicapBonus;

    /// Black owns the left with a dead white stone in it, White the right; the middle column is split.
    const DIAGRAM: &str = ". X . O .\nO X X O .\n. X . O .";

    fn check(rules: &str, half_komi: i32, dead: &[&str], expected: &str) {
        let board: Board = DIAGRAM.parse().unwrap();
        let rules = Rules {
            komi: Komi::from_half_points(half_komi),
            ..Rules::named(rules).unwrap()
        };
        let dead: PointSet = dead.iter().map(|name| name.parse().unwrap()).collect();
        let score = score(&board, &dead, &PointSet::EMPTY, &rules, 0);
        assert_eq!(score.to_string(), expected, "{rules}");
    }

    #[test]
    fn area_and_territory_are_counted() {
        check("chinese", 0, &["A2"], "B+1.0");
        check("chinese", 15, &["A2"], "W+6.5");
        check("japanese", 0, &["A2"], "B+1.0");
        check("tromp-taylor", 0, &[], "W+3.0");
    }

    #[test]
    fn white_is_compensated_for_handicap_under_area_rules() {
        let board: Board = "X X .\n. . .\n. . .".parse().unwrap();
        let points = |rules: &str| {
            let rules = Rules {
                komi: Komi::default(),
                ..Rules::named(rules).unwrap()
            };
            score(&board, &PointSet::EMPTY, &PointSet::EMPTY, &rules, 2).half_points() / 2
        };
        assert_eq!(
            ["chinese", "aga", "new_zealand", "japanese"].map(points),
            [7, 8, 9, 7]
        );
        assert_eq!(
            Rules::named("chinese").unwrap().handicap_bonus,
            HandicapBonus::EachStone
        );
    }

    #[test]
    fn points_in_seki_do_not_count_under_a_seki_tax() {
        let board: Board = ". X . O .".parse().unwrap();
        let seki: PointSet = board.size().points().collect();
        let rules = Rules {
            komi: Komi::default(),
            ..Rules::named("japanese").unwrap()
        };
        assert_eq!(
            score(&board, &PointSet::EMPTY, &PointSet::EMPTY, &rules, 0),
            Score::JIGO
        );
        assert_eq!(
            score(&board, &PointSet::EMPTY, &seki, &rules, 0),
            Score::JIGO
        );
        let lopsided: Board = ". X . O O".parse().unwrap();
        assert_eq!(
            score(&lopsided, &PointSet::EMPTY, &PointSet::EMPTY, &rules, 0),
            Score::from_points(1)
        );
        assert_eq!(
            score(&lopsided, &PointSet::EMPTY, &seki, &rules, 0),
            Score::JIGO
        );
    }
}
