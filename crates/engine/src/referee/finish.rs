//! Whether a game is over, and what each side has.

use std::fmt;

use serde::Serialize;

use super::score::{Hinge, Judgement};
use crate::base::counted;
use crate::board::rules::Tax;
use crate::board::{Color, Game, PerColor, Point, PointSet, Scoring};
use crate::safety::{component, components};

/// In a finished game so many empty points without an owner may lie together; more of them are room to play in.
const MOST_DAME_TOGETHER: usize = 7;

/// So many points together that count for neither color, though an estimate gives them to one, show that its border is
/// open. A single one may be a dame, a point of a ko, or one that is never filled.
const LEAST_UNSEALED: usize = 2;

/// Why a game looks unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// The fate of a block hangs on who moves first.
    Hinge(Hinge),
    /// The status of the block on this point is a toss-up.
    Block(Point),
    /// So many points around this one count for neither color, though an estimate gives them to one: its border is
    /// open.
    Border(Color, Point, usize),
    /// So many empty points around this one belong to neither color.
    Room(Point, usize),
}

impl Unfinished {
    /// What is still to be played in a game; `None` if it looks finished. A guess: a game may go on for small points
    /// after it looks finished.
    #[must_use]
    pub fn of(judgement: &Judgement) -> Option<Self> {
        if let Some(hinge) = judgement.hinge {
            return Some(Self::Hinge(hinge));
        }
        let blocks = judgement.blocks.iter();
        if let Some(block) = blocks
            .filter(|block| block.is_doubtful())
            .max_by_key(|it| it.stones.len())
        {
            return Some(Self::Block(block.head));
        }
        for color in Color::BOTH {
            let mut borders = components(judgement.unsealed[color]);
            let open = borders.find(|points| points.len() >= LEAST_UNSEALED);
            if let Some(points) = open
                && let Some(first) = points.first()
            {
                return Some(Self::Border(color, first, points.len()));
            }
        }
        let shared = judgement.blocks.iter().map(|block| block.shared);
        let mut open = shared.fold(judgement.dame, |open, shared| open - shared);
        while let Some(point) = open.first() {
            let room = component(&open, point);
            if room.len() > MOST_DAME_TOGETHER {
                return Some(Self::Room(point, room.len()));
            }
            open -= room;
        }
        None
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hinge(Hinge {
                block,
                color,
                scores,
                moves,
                is_proved,
            }) => {
                let other = color.opponent();
                let at =
                    |first: Color| moves[first].map_or(String::new(), |mv| format!(" on {mv}"));
                write!(
                    f,
                    "the block on {block} lives if {color} moves first{} ({}), and dies if {other} does{} ({})",
                    at(*color),
                    scores[*color],
                    at(other),
                    scores[other]
                )?;
                f.write_str(if *is_proved {
                    ", as reading proves"
                } else {
                    ""
                })
            }
            Self::Border(color, point, n_points) => write!(
                f,
                "{n_points} points around {point} look like those of {color}, but the border is open"
            ),
            Self::Block(point) => write!(f, "the status of the block on {point} is open"),
            Self::Room(point, n_points) => {
                write!(f, "{n_points} empty points around {point} belong to nobody")
            }
        }
    }
}

/// What one side has when the game ends as it was judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Living stones on the board.
    pub stones: usize,
    /// Points that count as territory: empty, or under dead stones of the other side.
    pub territory: usize,
    /// Stones of the other side that were captured in the game or are dead at its end.
    pub prisoners: usize,
    /// What counts under the rules of the game, without komi and handicap.
    pub total: usize,
}

impl Count {
    /// The count of each side.
    #[must_use]
    pub fn of(game: &Game, judgement: &Judgement) -> PerColor<Self> {
        let (board, rules) = (game.board(), game.rules());
        PerColor::from_fn(|color: Color| {
            let other = color.opponent();
            let is_living = |point: &Point| !judgement.dead.contains(*point);
            let dead = board.points_of(other).filter(|point| !is_living(point));
            let taxed = match rules.tax {
                Tax::None => PointSet::EMPTY,
                Tax::Seki => judgement.taxed,
            };
            let stones = board.points_of(color).filter(is_living).count();
            let territory = (judgement.territory[color] - taxed).len();
            let captured = usize::try_from(board.n_prisoners(other)).unwrap_or(0);
            let prisoners = captured + dead.count();
            let total = match rules.scoring {
                Scoring::Area => stones + territory,
                Scoring::Territory => territory + prisoners,
            };
            Self {
                stones,
                territory,
                prisoners,
                total,
            }
        })
    }

    /// The sum in words, under rules that count so.
    #[must_use]
    pub fn text(&self, scoring: Scoring) -> String {
        let Self {
            stones,
            territory,
            prisoners,
            total,
        } = self;
        match scoring {
            Scoring::Area => {
                let stones = counted(*stones, "stone");
                format!("{stones} + {territory} territory = {total}")
            }
            Scoring::Territory => {
                let prisoners = counted(*prisoners, "prisoner");
                format!("{territory} territory + {prisoners} = {total}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Score;
    use crate::referee::basis::{Basis, Clearness};
    use crate::referee::score::tests::{game, judge_freely};

    /// Two living groups, a dead white stone on A1, one neutral point.
    const FINISHED: &str = "\
        . X X O . O .\n\
        X . X O O . O\n\
        X X X . O O O\n\
        O . X X O . O\n";

    #[test]
    fn counts_add_up_to_the_score() {
        for (rules, words) in [("chinese", "stones"), ("japanese", "prisoner")] {
            let game = game(FINISHED, rules);
            let judgement = judge_freely(&game, |_, point| if point.x() < 3 { 1.0 } else { -1.0 });
            let count = Count::of(&game, &judgement);
            let [black, white] = count.0.map(|it| i32::try_from(it.total).unwrap());
            assert_eq!(
                Score::from_points(black - white),
                judgement.score,
                "{count:?}"
            );
            assert!(
                count[Color::Black]
                    .text(game.rules().scoring)
                    .contains(words)
            );
            assert_eq!(count[Color::Black].prisoners, 1);
            assert_eq!(Unfinished::of(&judgement), None);
        }
    }

    #[test]
    fn an_open_board_is_unfinished() {
        let game = game(FINISHED, "chinese");
        let judgement = judge_freely(&game, |_, point| if point.x() < 3 { 1.0 } else { -1.0 });
        let mut open = judgement.clone();
        open.dame = (0..8).map(|x| Point::new(x % 4, x / 4)).collect();
        let first = Point::new(0, 0);
        assert_eq!(Unfinished::of(&open), Some(Unfinished::Room(first, 8)));
        open.dame = (0..9).map(|x| Point::new(2 * x, 0)).collect();
        assert_eq!(Unfinished::of(&open), None);
        let mut doubtful = judgement.clone();
        doubtful.blocks[0].basis = Basis::Ownership(Clearness::of(0.01));
        let head = doubtful.blocks[0].head;
        assert_eq!(Unfinished::of(&doubtful), Some(Unfinished::Block(head)));
        let mut unsealed = judgement.clone();
        unsealed.unsealed[Color::White] = [first].into_iter().collect();
        assert_eq!(Unfinished::of(&unsealed), None);
        unsealed.unsealed[Color::White].insert(Point::new(1, 0));
        let border = Unfinished::Border(Color::White, first, 2);
        assert_eq!(Unfinished::of(&unsealed), Some(border));
        let mut hanging = judgement;
        hanging.hinge = Some(Hinge {
            block: head,
            color: Color::Black,
            scores: PerColor([Score::from_points(3), Score::from_points(-4)]),
            moves: PerColor::default(),
            is_proved: false,
        });
        let reason = Unfinished::of(&hanging).unwrap().to_string();
        let expected = format!(
            "the block on {head} lives if black moves first (B+3.0), and dies if white does (W+4.0)"
        );
        assert_eq!(reason, expected);
    }
}
