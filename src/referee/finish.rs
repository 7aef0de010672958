//! Whether a game is over, and what each side has.

use std::fmt;

use serde::Serialize;

use super::score::Judgement;
use crate::base::{Color, PerColor, Point, PointSet};
use crate::board::rules::Tax;
use crate::board::{Game, Scoring};

/// In a finished game so many empty points that nobody owns may lie together; more of them are room to play in.
const MOST_DAME_TOGETHER: usize = 7;

/// Why a game looks unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// The status of the block on this point is a toss-up.
    Block(Point),
    /// So many empty points around this one belong to nobody.
    Room(Point, usize),
}

impl Unfinished {
    /// What is still to be played in a game; `None` if it looks finished. A guess: a game may go on for small points
    /// after it looks finished.
    #[must_use]
    pub fn of(judgement: &Judgement) -> Option<Self> {
        let blocks = judgement.blocks.iter();
        if let Some(block) = blocks
            .filter(|block| block.is_doubtful())
            .max_by_key(|it| it.stones.len())
        {
            return Some(Self::Block(block.head));
        }
        let shared = judgement.blocks.iter().map(|block| block.shared);
        let mut open = shared.fold(judgement.dame, |open, shared| open - shared);
        while let Some(point) = open.first() {
            let mut room = PointSet::from(point);
            loop {
                let wider = (room.spread() & open) | room;
                if wider == room {
                    break;
                }
                room = wider;
            }
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
            Scoring::Area => format!("{stones} stones + {territory} territory = {total}"),
            Scoring::Territory => {
                format!("{territory} territory + {prisoners} prisoners = {total}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Score;
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
        for (rules, words) in [("chinese", "stones"), ("japanese", "prisoners")] {
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
        let mut doubtful = judgement;
        doubtful.blocks[0].basis = Basis::Ownership(Clearness::of(0.01));
        let head = doubtful.blocks[0].head;
        assert_eq!(Unfinished::of(&doubtful), Some(Unfinished::Block(head)));
    }
}
