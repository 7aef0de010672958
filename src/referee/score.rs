//! The owner of every point and the score of a finished game.

use super::status::{BlockJudgement, Proved, Status, judge_blocks};
use crate::base::{Color, PerColor, Point, PointSet, Score};
use crate::board::{Game, score};

/// Whom a point belongs to when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A living stone of the color, or a point that only its living stones surround.
    Color(Color),
    /// A stone in seki or a point that stones in seki surround.
    Seki,
    /// An empty point that nobody surrounds.
    Dame,
}

/// The referee's answer: one status for each block, the owner of each point, the score.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Every block in point order of their first stones.
    pub blocks: Vec<BlockJudgement>,
    /// All stones of dead blocks.
    pub dead: PointSet,
    /// All stones of blocks in seki.
    pub seki: PointSet,
    /// Points that a color surrounds: empty, or under a dead stone.
    pub territory: PerColor<PointSet>,
    /// The surrounded points among [`Self::territory`] that a seki tax takes away.
    pub taxed: PointSet,
    /// Empty points that nobody surrounds.
    pub dame: PointSet,
    /// The final score under the rules of the game, with komi, prisoners and compensation for handicap.
    pub score: Score,
}

impl Judgement {
    /// All stones of blocks with a status.
    #[must_use]
    pub fn stones(&self, status: Status) -> PointSet {
        let mut stones = PointSet::EMPTY;
        for block in self.blocks.iter().filter(|block| block.status == status) {
            stones |= block.stones;
        }
        stones
    }

    /// Whom a point of the board belongs to.
    #[must_use]
    pub fn owner(&self, point: Point) -> Owner {
        if self.seki.contains(point) || self.taxed.contains(point) {
            return Owner::Seki;
        }
        let surrounds = |color: &Color| self.territory[*color].contains(point);
        if let Some(color) = Color::BOTH.into_iter().find(surrounds) {
            return Owner::Color(color);
        }
        self.blocks
            .iter()
            .find(|block| block.stones.contains(point))
            .map_or(Owner::Dame, |block| Owner::Color(block.color))
    }
}

/// Judges the position of a game as finished.
///
/// `ownership` tells for each point of the board how far it belongs to Black, from -1 to 1, such as playouts say;
/// only points about which nothing is proved are asked. Whose turn it is does not matter.
#[must_use]
pub fn judge(game: &Game, ownership: impl Fn(Point) -> f32) -> Judgement {
    let board = game.board();
    let proved = Proved::new(board);
    let blocks = judge_blocks(board, &proved, &ownership);
    let mut judgement = Judgement {
        blocks,
        dead: PointSet::EMPTY,
        seki: PointSet::EMPTY,
        territory: PerColor::default(),
        taxed: PointSet::EMPTY,
        dame: PointSet::EMPTY,
        score: Score::JIGO,
    };
    judgement.dead = judgement.stones(Status::Dead);
    judgement.seki = judgement.stones(Status::Seki);
    let count = score::count(board, &judgement.dead);
    let surrounded = count.surrounded[Color::Black] | count.surrounded[Color::White];
    judgement.taxed = surrounded_by_seki(&surrounded, &judgement.seki);
    judgement.dame = board
        .empty_points()
        .iter()
        .copied()
        .filter(|&point| !surrounded.contains(point))
        .collect();
    judgement.territory = PerColor(count.surrounded.0);
    judgement.score = score::score(
        board,
        &judgement.dead,
        &judgement.taxed,
        game.rules(),
        game.n_handicap(),
    );
    judgement
}

/// The components of `surrounded` that touch a stone in seki.
fn surrounded_by_seki(surrounded: &PointSet, seki: &PointSet) -> PointSet {
    let mut taxed = seki.spread() & *surrounded;
    loop {
        let wider = taxed.spread() & *surrounded;
        if wider == taxed {
            return taxed;
        }
        taxed = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Komi, Size};
    use crate::board::game::Start;
    use crate::board::{Board, Rules};
    use crate::referee::status::Reason;

    fn game(diagram: &str, rules: &str) -> Game {
        let board: Board = diagram.parse().unwrap();
        let stones = Color::BOTH
            .into_iter()
            .flat_map(|color| board.points_of(color).map(move |point| (color, point)))
            .collect();
        let start = Start {
            stones,
            ..Start::empty(board.size())
        };
        let rules = Rules {
            komi: Komi::default(),
            ..Rules::named(rules).unwrap()
        };
        Game::from_start(start, rules).unwrap()
    }

    /// A living black group on the left with a dead white stone in its eye, White on the right by ownership alone.
    const DIAGRAM: &str = ". X . X O . . . .\nX X O X O . . . .\n. X X X . O . . .";

    #[test]
    fn proof_comes_before_ownership() {
        let everything_is_white = |_: Point| -1.0;
        let judgement = judge(&game(DIAGRAM, "chinese"), everything_is_white);
        let statuses: Vec<_> = judgement
            .blocks
            .iter()
            .map(|block| (block.status, block.reason.is_proof()))
            .collect();
        let proved = |status| (status, true);
        let judged = (Status::Alive, false);
        assert_eq!(
            statuses,
            [proved(Status::Alive), judged, proved(Status::Dead), judged]
        );
        assert_eq!(judgement.dame.len(), 1);
        assert_eq!(
            judgement.owner("C2".parse().unwrap()),
            Owner::Color(Color::Black)
        );
        assert_eq!(judgement.owner("E1".parse().unwrap()), Owner::Dame);
        assert_eq!(judgement.score, Score::from_points(12 - 14));
        let territory = judge(&game(DIAGRAM, "japanese"), everything_is_white);
        assert_eq!(territory.score, Score::from_points(4 + 1 - 11));
    }

    #[test]
    fn ownership_decides_where_there_is_no_proof() {
        let left_is_black = |point: Point| if point.x() < 2 { 0.5 } else { -1.0 };
        let diagram = "X . . . O\n. . . . .\n. . . . .\n. . . . .\nO . . . X";
        let judgement = judge(&game(diagram, "chinese"), left_is_black);
        let dead: Vec<_> = judgement
            .dead
            .iter()
            .map(|point| point.to_string())
            .collect();
        assert_eq!(dead, ["A1", "E1"]);
        let first = &judgement.blocks[0];
        assert_eq!(first.reason, Reason::Ownership { confidence: 0.5 });
    }

    #[test]
    fn reading_finds_the_dead_shape_that_ownership_misses() {
        // Bent three with a white stone on its vital point, inside a wall with many liberties outside.
        let diagram =
            ". . O X . O\n. . O X X .\n. . O O X X\n. . . . O X\n. . . . O X\n. . . . O O";
        let ownership = |point: Point| match (point.x(), point.y()) {
            (5, 0 | 5) => -1.0,
            (3.., 4..) | (4.., 3) | (5, _) => 1.0,
            _ => -1.0,
        };
        let judgement = judge(&game(diagram, "chinese"), ownership);
        let black = judgement
            .blocks
            .iter()
            .find(|block| block.color == Color::Black)
            .unwrap();
        assert_eq!(black.status, Status::Dead, "{:?}", black.reason);
        assert_eq!(black.reason, Reason::CapturedByReading);
    }

    #[test]
    fn an_empty_board_belongs_to_nobody() {
        let judgement = judge(&Game::new(Size::square(5), Rules::default()), |_| 1.0);
        assert_eq!(judgement.dame.len(), 25);
        assert_eq!(judgement.score.half_points(), -15);
    }
}
