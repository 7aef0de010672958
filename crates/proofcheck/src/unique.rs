//! Whether checked proofs together show that a goal has exactly one first move.
//!
//! A proof shows that the side to move reaches its goal. For a pass and for each legal play but one, another proof
//! shows that in the position afterwards the other side, now to move, reaches the opposite goal. So each of these moves
//! fails, and the move that is left is the only one that works. The legal plays are worked out here, by the rules of
//! `docs/proof_format.md` without suicide.

use thiserror::Error;

use super::board::{board, ko_of, set};
use super::fault::CheckError;
use super::format::{Header, Side, Verdict};
use super::grid::Grid;
use super::set::Set;

/// Why proofs do not show that one first move alone works.
#[derive(Debug, Error)]
pub enum NotUnique {
    /// The position of a proof makes no sense.
    #[error(transparent)]
    Position(#[from] CheckError),
    /// There is no proof, or the first one does not show that a goal is reached.
    #[error(
        "the first proof does not show that a goal is reached without suicide and stones taken for granted"
    )]
    NotAchieved,
    /// A proof is about no position after a first move of this question, or shows another claim.
    #[error("proof {0} is not that of a wrong first move")]
    Other(usize),
    /// Moves that no proof shows to fail.
    #[error("not shown to fail: {}", .0.join(" "))]
    Open(Vec<String>),
    /// All moves are shown to fail, though the goal is reached.
    #[error("all first moves are shown to fail")]
    None,
}

/// Whether a proof takes stones or a number of ko threats for granted.
fn takes_for_granted(header: &Header) -> bool {
    !header.given.is_empty() || header.threats.is_some()
}

/// A position: the stones of the side that moves first and of the other side.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Placed {
    own: Set,
    other: Set,
    /// Where the side to move next may not play.
    ko: Option<usize>,
}

/// The only first move that reaches the goal of the first header, if the others are those of accepted proofs for all
/// positions after wrong first moves, the pass included. Each header has to be that of a proof that was accepted.
///
/// # Errors
/// If they leave another number of moves than one, or do not fit.
pub fn unique_first_move(headers: &[Header]) -> Result<String, NotUnique> {
    let (first, rest) = headers.split_first().ok_or(NotUnique::NotAchieved)?;
    if first.verdict != Verdict::Achieved || first.suicide || takes_for_granted(first) {
        return Err(NotUnique::NotAchieved);
    }
    let (grid, start) = placed(first, first.to_move)?;
    let target = set(&grid, &first.blocks)?;
    let mut open: Vec<(Option<usize>, Placed)> = vec![(None, Placed { ko: None, ..start })];
    for point in (grid.all - start.own - start.other).points() {
        let after = played(&grid, &start, point);
        open.extend(after.map(|after| (Some(point), after)));
    }
    for (number, header) in (2..).zip(rest) {
        let wrong = || NotUnique::Other(number);
        let fits = (header.width, header.height) == (first.width, first.height)
            && header.verdict == Verdict::Achieved
            && header.goal == first.goal.opposite()
            && header.to_move != first.to_move
            && !header.suicide
            && !takes_for_granted(header);
        if !fits {
            return Err(wrong());
        }
        let (_, after) = placed(header, first.to_move)?;
        let blocks = set(&grid, &header.blocks)?;
        let of = |named: Set| {
            grid.flood(named & after.own, after.own) | grid.flood(named & after.other, after.other)
        };
        if of(blocks) != of(target) || of(blocks).is_empty() {
            return Err(wrong());
        }
        let place = open.iter().position(|(_, position)| *position == after);
        open.swap_remove(place.ok_or_else(wrong)?);
    }
    let name =
        |point: Option<usize>| point.map_or_else(|| "pass".to_owned(), |point| grid.name(point));
    let mut names: Vec<String> = open.iter().map(|&(point, _)| name(point)).collect();
    match (names.len(), names.pop()) {
        (1, Some(only)) => Ok(only),
        (_, None) => Err(NotUnique::None),
        (_, Some(last)) => {
            names.push(last);
            names.sort();
            Err(NotUnique::Open(names))
        }
    }
}

/// The position of a header, seen from a side.
fn placed(header: &Header, side: Side) -> Result<(Grid, Placed), CheckError> {
    let (grid, black, white) = board(header.width, header.height, &header.black, &header.white)?;
    let of = |side| match side {
        Side::Black => (black, white),
        Side::White => (white, black),
    };
    let (own, other) = of(side);
    let (mover, opponent) = of(header.to_move);
    let ko = ko_of(&grid, header.ko.as_deref(), mover, opponent)?;
    Ok((grid, Placed { own, other, ko }))
}

/// The position after a play of the side that moves first; `None` if it is illegal.
fn played(grid: &Grid, before: &Placed, point: usize) -> Option<Placed> {
    if before.ko == Some(point) {
        return None;
    }
    let stone = Set::of(point);
    let own = before.own | stone;
    let empty = grid.all - own - before.other;
    let beside = grid.spread(stone) & before.other;
    let blocks = grid.parts(beside, before.other).into_iter();
    let taken = blocks
        .filter(|&block| !grid.spread(block).meets(empty))
        .fold(Set::EMPTY, |all, block| all | block);
    let made = grid.flood(stone, own);
    let liberties = grid.spread(made) & (empty | taken);
    if liberties.is_empty() {
        return None;
    }
    let is_ko = taken.len() == 1 && made == stone && liberties == taken;
    Some(Placed {
        own,
        other: before.other - taken,
        ko: taken.first().filter(|_| is_ko),
    })
}

#[cfg(test)]
mod tests {
    use tedomari_base::Rng;
    use tedomari_board::{Board, Color, Point, Size};

    use super::*;
    use crate::format::{Goal, VERSION};

    /// A header of a proof about the black block on A1, on a board of three by two points.
    fn header(rows: [&str; 2], to_move: Side, ko: Option<&str>) -> Header {
        let stones = |sign: char| {
            let rows = rows.iter().zip(["2", "1"]);
            let all = rows.flat_map(|(row, number)| {
                let signs = row.chars().zip(["A", "B", "C"]);
                signs
                    .filter(move |&(at, _)| at == sign)
                    .map(move |(_, letter)| format!("{letter}{number}"))
            });
            all.collect::<Vec<String>>()
        };
        Header {
            version: VERSION,
            width: 3,
            height: 2,
            black: stones('X'),
            white: stones('O'),
            to_move,
            ko: ko.map(str::to_owned),
            suicide: false,
            blocks: vec!["A1".to_owned()],
            given: Vec::new(),
            threats: None,
            goal: match to_move {
                Side::White => Goal::Kill,
                Side::Black => Goal::Live,
            },
            verdict: Verdict::Achieved,
            claims: 1,
        }
    }

    #[test]
    fn the_move_that_is_left_is_the_only_one() {
        let start = header(["O..", "X.O"], Side::White, None);
        let pass = header(["O..", "X.O"], Side::Black, None);
        let far = header(["O.O", "X.O"], Side::Black, None);
        let near = header(["OO.", "X.O"], Side::Black, None);
        let all = [start.clone(), pass.clone(), far.clone(), near.clone()];
        assert_eq!(unique_first_move(&all).unwrap(), "B1");
        let told = |headers: &[Header]| unique_first_move(headers).unwrap_err().to_string();
        assert_eq!(told(&all[..3]), "not shown to fail: B1 B2");
        assert_eq!(told(&all[..1]), "not shown to fail: B1 B2 C2 pass");
        assert!(told(&[start.clone(), far.clone(), far]).starts_with("proof 3 is not"));
        let other_goal = Header {
            goal: Goal::Kill,
            ..near.clone()
        };
        assert!(told(&[start.clone(), other_goal]).starts_with("proof 2 is not"));
        let other_block = Header {
            blocks: vec!["A2".to_owned()],
            ..near
        };
        assert!(told(&[start.clone(), other_block]).starts_with("proof 2 is not"));
        let if_it_stands = Header {
            given: vec!["C1".to_owned()],
            ..start.clone()
        };
        assert!(told(&[if_it_stands]).starts_with("the first proof does not show"));
        let against_few = Header {
            threats: Some(2),
            ..start.clone()
        };
        assert!(told(&[against_few]).starts_with("the first proof does not show"));
        let refuted = Header {
            verdict: Verdict::Refuted,
            ..start
        };
        assert!(told(&[refuted, pass]).starts_with("the first proof"));
    }

    /// The plays of both sides on random boards, compared with those of the program's board.
    #[test]
    fn plays_are_those_of_the_board() {
        let mut rng = Rng::new(3, 0);
        let (mut n_plays, mut n_kos) = (0, 0);
        for _ in 0..3_000 {
            let [width, height] = [0, 0].map(|_: u8| 2 + rng.index(3));
            let size = Size::new(width.try_into().unwrap(), height.try_into().unwrap()).unwrap();
            let stones = size.points().filter_map(|point| match rng.below(3) {
                0 => None,
                1 => Some((Color::Black, point)),
                _ => Some((Color::White, point)),
            });
            let Ok(before) = Board::with_stones(size, stones) else {
                continue;
            };
            let grid = Grid::new(width, height).unwrap();
            let set = |board: &Board, color| -> Set {
                let points = board.points_of(color);
                points
                    .map(|point| grid.point(&point.to_string()).unwrap())
                    .collect()
            };
            for point in size.points().filter(|&point| before.is_empty(point)) {
                for color in Color::BOTH {
                    let placed = |board: &Board, ko: Option<Point>| Placed {
                        own: set(board, color),
                        other: set(board, color.opponent()),
                        ko: ko.map(|ko| grid.point(&ko.to_string()).unwrap()),
                    };
                    let mut after = before.clone();
                    let is_legal = after.play(color, point).is_ok();
                    let expected = is_legal.then(|| placed(&after, after.ko().map(|(_, ko)| ko)));
                    let at = grid.point(&point.to_string()).unwrap();
                    let found = played(&grid, &placed(&before, None), at);
                    assert!(found == expected, "{color} {point} on\n{before}");
                    n_plays += 1;
                    n_kos += usize::from(expected.is_some_and(|after| after.ko.is_some()));
                }
            }
        }
        assert!(n_plays > 5_000 && n_kos > 20, "{n_plays} {n_kos}");
    }
}
