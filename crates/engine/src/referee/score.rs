//! The owner of every point and the score of a finished game.

use super::basis::{Basis, OwnerSource};
use super::blocks::{Proofs, judge_blocks, prove_by_windows};
use super::effort::JudgementEffort;
use super::status::{BlockJudgement, Status};
use super::teire::teire;
use crate::board::{Board, Color, Game, PerColor, Point, PointSet, Score, Scoring, score};
use crate::safety::SafetyMap;

/// The owner of a point when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A living stone of the color, or a point that only its living stones surround.
    Color(Color),
    /// A stone in seki or a point that stones in seki surround.
    Seki,
    /// An empty point that neither color surrounds.
    Dame,
}

/// A block whose fate hangs on who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hinge {
    /// Its first stone in point order.
    pub block: Point,
    /// Its color: it lives if this color moves first, and dies if the other does.
    pub color: Color,
    /// The score if a color moves first there, with all else as judged.
    pub scores: PerColor<Score>,
    /// The move of each color, where the reader proves both fates and names it.
    pub moves: PerColor<Option<Point>>,
    /// Whether the reader proves both fates; else they are estimates.
    pub is_proved: bool,
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
    /// Points that a color surrounds, empty or under a dead stone; under territory rules without [`Self::teire`].
    pub territory: PerColor<PointSet>,
    /// Surrounded points that their owner has to fill before the game ends, such as false eyes; empty under area
    /// rules, where that costs nothing.
    pub teire: PerColor<PointSet>,
    /// The surrounded points among [`Self::territory`] that a seki tax takes away.
    pub taxed: PointSet,
    /// Empty points that neither color surrounds, and those of [`Self::teire`].
    pub dame: PointSet,
    /// Empty points that neither color surrounds though an estimate gives them clearly to one: its border is open.
    pub unsealed: PerColor<PointSet>,
    /// The largest of the blocks whose fate hangs on who moves first.
    pub hinge: Option<Hinge>,
    /// The final score under the rules of the game, with komi, prisoners and compensation for handicap.
    pub score: Score,
}

/// An estimate of ownership that gives a point clearly to a color, whichever side moves first.
const CLEARLY_OWNED: f32 = 0.7;

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

    /// Whether all statuses are proved together: without the reader, which proves the fate of one block at a time.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.all(|block| block.basis.is_proved_apart())
    }

    /// Lets what is proved of the board stand as the basis of what is judged already.
    pub fn prove(&mut self, safe: &SafetyMap) {
        prove_by_windows(&mut self.blocks, safe);
    }

    /// Takes the points that have to be filled from the territory and the score.
    fn subtract_teire(&mut self, board: &Board) {
        let in_seki = self.blocks.iter().map(|block| block.shared);
        let free = in_seki.fold(self.dame, |dame, shared| dame - shared);
        for color in Color::BOTH {
            let own = self.territory[color] - self.taxed;
            let filled = teire(board, &self.dead, color, &own, &free);
            let n_filled = i32::try_from(filled.len()).unwrap_or(0);
            self.score += Score::from_points(-color.sign() * n_filled);
            self.territory[color] -= filled;
            self.dame |= filled;
            self.teire[color] = filled;
        }
    }

    /// Whether the status of a block hangs on an estimate that is hardly better than a toss-up.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.blocks.iter().any(BlockJudgement::is_doubtful)
    }

    /// The owner of a point of the board.
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
/// `ownership` gives the likely owner of a point when the given color moves first, by `source`: 1 for Black, -1 for
/// White. It is called only for points where nothing is proved. The side to move and a ko ban do not matter, so the
/// second pass of a game changes nothing. The positions before do under a superko rule: what needs a move back to one
/// of them is not proved.
///
/// The reader reads every block that is not proved without it, as far as the `effort` goes. What is not read by then is
/// judged by `ownership`, with that as its [`Basis`].
#[must_use]
pub fn judge(
    game: &Game,
    source: OwnerSource,
    ownership: impl Fn(Color, Point) -> f32,
    effort: &JudgementEffort<'_>,
) -> Judgement {
    let board = game.board();
    let proofs = Proofs::new(game, effort.limits);
    let blocks = judge_blocks(board, &proofs, source, &ownership, effort);
    let mut judgement = Judgement {
        blocks,
        dead: PointSet::EMPTY,
        seki: PointSet::EMPTY,
        territory: PerColor::default(),
        teire: PerColor::default(),
        taxed: PointSet::EMPTY,
        dame: PointSet::EMPTY,
        unsealed: PerColor::default(),
        hinge: None,
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
    let shared = judgement.blocks.iter().map(|block| block.shared);
    let open = shared.fold(judgement.dame, |open, shared| open - shared);
    judgement.unsealed = PerColor::from_fn(|color| {
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let mean = |point: Point| {
            Color::BOTH
                .map(|first| ownership(first, point))
                .iter()
                .sum::<f32>()
                / 2.0
        };
        open.iter()
            .filter(|&point| sign * mean(point) >= CLEARLY_OWNED)
            .collect()
    });
    if game.rules().scoring == Scoring::Territory {
        judgement.subtract_teire(board);
    }
    judgement.hinge = hinge(game, &judgement);
    judgement
}

/// The largest block whose fate hangs on who moves first, with the score of both fates. Blocks of its color that share
/// an eye space with it, and hang on the first move as it does, share its fate.
fn hinge(game: &Game, judgement: &Judgement) -> Option<Hinge> {
    let blocks = judgement.blocks.iter();
    let hanging: Vec<&BlockJudgement> =
        blocks.filter(|block| block.hangs_on_first_move()).collect();
    let is_proved = |block: &BlockJudgement| block.basis == Basis::HangsOnFirstMove;
    let block = hanging
        .iter()
        .max_by_key(|block| (is_proved(block), block.stones.len()))?;
    let near = block.stones.spread();
    let sharing = hanging.iter().filter(|other| {
        other.color == block.color
            && is_proved(other) == is_proved(block)
            && other.stones.spread().intersects(&(near - block.stones))
    });
    let stones = sharing.fold(block.stones, |all, other| all | other.stones);
    let counted = |dead: &PointSet| {
        let (board, taxed) = (game.board(), &judgement.taxed);
        score::score(board, dead, taxed, game.rules(), game.n_handicap()).half_points()
    };
    let as_judged = counted(&judgement.dead);
    let scores = PerColor::from_fn(|first| {
        let dead = if first == block.color {
            judgement.dead - stones
        } else {
            judgement.dead | stones
        };
        let change = counted(&dead) - as_judged;
        Score::from_half_points(judgement.score.half_points() + change)
    });
    Some(Hinge {
        block: block.head,
        color: block.color,
        scores,
        moves: block.first_moves,
        is_proved: is_proved(block),
    })
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
pub(super) mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::game::Start;
    use crate::board::{Komi, Rules, Size};
    use crate::referee::basis::Clearness;

    /// A game without komi that begins with a diagram.
    pub(in crate::referee) fn game(diagram: &str, rules: &str) -> Game {
        let board: Board = diagram.parse().unwrap();
        let rules = Rules {
            komi: Komi::default(),
            ..Rules::named(rules).unwrap()
        };
        Game::from_start(Start::from_board(&board), rules).unwrap()
    }

    /// A judgement without a limit.
    pub(in crate::referee) fn judge_freely(
        game: &Game,
        ownership: impl Fn(Color, Point) -> f32,
    ) -> Judgement {
        let effort = JudgementEffort {
            seconds: 1.0,
            limits: &Budget::unlimited(),
        };
        judge(game, OwnerSource::Playouts, ownership, &effort)
    }

    /// A living black group on the left with a dead white stone in its eye, White on the right by ownership alone.
    const DIAGRAM: &str = ". X . X O . . . .\nX X O X O . . . .\n. X X X . O . . .";

    #[test]
    fn proof_comes_before_ownership() {
        let everything_is_white = |_: Color, _: Point| -1.0;
        let judgement = judge_freely(&game(DIAGRAM, "chinese"), everything_is_white);
        let statuses: Vec<_> = judgement
            .blocks
            .iter()
            .map(|block| (block.status, block.basis.is_proof()))
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
        let territory = judge_freely(&game(DIAGRAM, "japanese"), everything_is_white);
        // Once Black has taken the dame, a cut on F2 would capture: White connects there.
        assert_eq!(territory.teire[Color::White].len(), 1);
        assert_eq!(territory.score, Score::from_points(4 + 1 - (11 - 1)));
    }

    #[test]
    fn ownership_decides_where_there_is_no_proof() {
        let left_is_black = |_: Color, point: Point| if point.x() < 2 { 0.5 } else { -1.0 };
        let diagram = "X . . . O\n. . . . .\n. . . . .\n. . . . .\nO . . . X";
        let judgement = judge_freely(&game(diagram, "chinese"), left_is_black);
        let dead: Vec<_> = judgement
            .dead
            .iter()
            .map(|point| point.to_string())
            .collect();
        assert_eq!(dead, ["A1", "E1"]);
        let first = &judgement.blocks[0];
        assert_eq!(first.basis, Basis::Ownership(Clearness::of(0.5)));
    }

    #[test]
    fn a_block_that_hangs_on_the_first_move_is_told_with_both_scores() {
        let first_takes_all =
            |first: Color, _: Point| if first == Color::Black { 0.6 } else { -0.6 };
        let diagram = "X . . . O\n. . . . .\n. . . . .\n. . . . .\n. . . . X";
        let game = game(diagram, "chinese");
        let judgement = judge_freely(&game, first_takes_all);
        let hinge = judgement.hinge.unwrap();
        let [black, white] = hinge.scores.0.map(Score::half_points);
        assert!(black > white, "{hinge:?}");
        assert!(
            [black, white].contains(&judgement.score.half_points()),
            "{hinge:?}"
        );
        let settled = judge_freely(&game, |_, _| 0.6);
        assert_eq!(settled.hinge, None);
    }

    #[test]
    fn an_open_border_is_seen() {
        // The gap on C1 joins both sides.
        let diagram = ". X . O .\n. X . O .\n. X . O .\n. . . . .";
        let left_is_black =
            |_: Color, point: Point| f32::from(2 - i8::try_from(point.x()).unwrap());
        let judgement = judge_freely(&game(diagram, "chinese"), left_is_black);
        let unsealed = judgement.unsealed[Color::Black];
        assert!(unsealed.contains("A4".parse().unwrap()), "{unsealed:?}");
        assert!(!unsealed.contains("C1".parse().unwrap()), "{unsealed:?}");
        let sealed = ". X . O .\n. X . O .\n. X . O .\n. X . O .";
        let judgement = judge_freely(&game(sealed, "chinese"), left_is_black);
        assert_eq!(judgement.unsealed, PerColor::default());
    }

    #[test]
    fn reading_finds_the_dead_shape_that_ownership_misses() {
        // Bent three with a white stone on its vital point, inside a wall with many liberties outside.
        let diagram =
            ". . O X . O\n. . O X X .\n. . O O X X\n. . . . O X\n. . . . O X\n. . . . O O";
        let ownership = |_: Color, point: Point| match (point.x(), point.y()) {
            (5, 0 | 5) => -1.0,
            (3.., 4..) | (4.., 3) | (5, _) => 1.0,
            _ => -1.0,
        };
        let judgement = judge_freely(&game(diagram, "chinese"), ownership);
        let black = judgement
            .blocks
            .iter()
            .find(|block| block.color == Color::Black)
            .unwrap();
        assert_eq!(black.status, Status::Dead, "{:?}", black.basis);
        assert_eq!(black.basis, Basis::CapturedByReading);
    }

    #[test]
    fn an_empty_board_belongs_to_nobody() {
        let judgement = judge_freely(&Game::new(Size::square(5), Rules::default()), |_, _| 1.0);
        assert_eq!(judgement.dame.len(), 25);
        assert_eq!(judgement.score.half_points(), -15);
    }
}
