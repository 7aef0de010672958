//! The positions that a game has had, where a superko rule forbids to come back to them.
//!
//! A proof is about a position, independent of the game before it. Under a superko rule a move of the prover is
//! forbidden if it leads back to a position of the game. So each move of the prover in a proof is compared with all of
//! them: it may lead back to one only if that position has the same contents on the zone of the move. Where a proof
//! ends with a position that needs no search, the moves that follow are not known: they may lead back to a position
//! unless a stone is missing there that stays. Outside the frame the prover does not play: there its stones become
//! fewer, and without suicide those of the refuter become more.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::board::{Board, Color, Game, KoRule, PerColor, Point, PointSet};
use crate::safety::{SafetyMap, components};
use crate::tsumego::fight::Position;
use crate::tsumego::frame::Frame;
use crate::tsumego::frame::cells::Cells;

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Earlier {
    stones: PerColor<PointSet>,
    to_move: Color,
}

/// The positions of a game to which superko forbids to come back, the present one among them; none under other rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    positions: Vec<Earlier>,
    /// Whether a position counts only if the same player is to move.
    is_situational: bool,
}

impl Past {
    /// The past of a game. Costs one undo for each move of the game under a superko rule, and nothing else.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let rule = game.rules().ko;
        if rule == KoRule::Simple || game.moves().is_empty() {
            return Self::default();
        }
        let mut game = game.clone();
        let mut positions = Vec::new();
        loop {
            let stones = |color: Color| game.board().points_of(color).collect();
            positions.push(Earlier {
                stones: PerColor::from_fn(stones),
                to_move: game.to_move(),
            });
            if game.undo().is_none() {
                break;
            }
        }
        Self {
            positions,
            is_situational: rule == KoRule::SituationalSuperko,
        }
    }

    /// Whether no position counts.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// A hash of the past; 0 for the empty one.
    pub fn fingerprint(&self) -> u64 {
        if self.is_empty() {
            return 0;
        }
        let mut hasher = DefaultHasher::new();
        for position in &self.positions {
            position.to_move.index().hash(&mut hasher);
            for color in Color::BOTH {
                for point in position.stones[color].iter() {
                    point.index().hash(&mut hasher);
                }
                usize::MAX.hash(&mut hasher);
            }
        }
        hasher.finish() | 1
    }

    /// Whether a prover never comes back to a position of the game whose moves lie in a zone, if stones of its
    /// own are removed in the course of its proof or not: `has_losses`. As it only adds stones otherwise, it would
    /// have to play where a stone of its own was taken before.
    pub fn lets_pass(
        &self,
        board: &Board,
        prover: Color,
        zone: &PointSet,
        has_losses: bool,
    ) -> bool {
        self.is_empty() || !has_losses && !self.has_lost(board, prover, zone)
    }

    /// Whether an earlier position of the game may come back while some stones of a color stay on the board: where they
    /// all stood. Who answers every play of the other side may then not be allowed to.
    #[must_use]
    pub fn may_come_back_with(&self, board: &Board, color: Color, stones: &PointSet) -> bool {
        let present = PerColor::from_fn(|color: Color| board.points_of(color).collect());
        let mut positions = self.positions.iter();
        positions
            .any(|earlier| earlier.stones != present && stones.is_subset(&earlier.stones[color]))
    }

    /// The same for a player who never plays where a stone of its own stands now: an earlier position comes back only
    /// if this color has lost a stone since.
    pub fn may_come_back_after_losses(
        &self,
        board: &Board,
        color: Color,
        stones: &PointSet,
    ) -> bool {
        let present: PointSet = board.points_of(color).collect();
        self.positions.iter().any(|earlier| {
            let own = &earlier.stones[color];
            stones.is_subset(own) && !own.is_subset(&present)
        })
    }

    /// Whether a move to this board, after which `to_move` would be to move, is forbidden.
    pub fn forbids(&self, board: &Board, to_move: Color) -> bool {
        if self.is_empty() {
            return false;
        }
        let stones = PerColor::from_fn(|color: Color| board.points_of(color).collect());
        let mut positions = self.positions.iter();
        positions.any(|earlier| {
            earlier.stones == stones && (!self.is_situational || earlier.to_move == to_move)
        })
    }

    /// What is left of a map after the game: where superko may forbid an answer, only what needs none. Stones of the
    /// other color have to be taken before their points are territory, which superko may forbid, too.
    #[must_use]
    pub fn leaves(&self, map: SafetyMap, board: &Board) -> SafetyMap {
        let is_kept =
            PerColor::from_fn(|color| !self.may_come_back_with(board, color, &map.stones[color]));
        if Color::BOTH.into_iter().all(|color| is_kept[color]) {
            return map;
        }
        let benson = SafetyMap::benson(board);
        let of = |color: Color| if is_kept[color] { &map } else { &benson };
        SafetyMap::new(
            board,
            PerColor::from_fn(|color| of(color).stones[color]),
            PerColor::from_fn(|color| {
                let territory = of(color).territory[color];
                if is_kept[color] {
                    territory
                } else {
                    without_stones(board, territory, color.opponent())
                }
            }),
        )
    }

    /// Whether a stone of a color stood in the game on one of some points where none stands now.
    fn has_lost(&self, board: &Board, color: Color, points: &PointSet) -> bool {
        let is_gone = |point: Point| points.contains(point) && board.color(point) != Some(color);
        let mut positions = self.positions.iter();
        positions.any(|earlier| earlier.stones[color].iter().any(is_gone))
    }

    /// The positions to which a move of `prover` in a frame could lead back.
    pub(super) fn in_frame<const N: usize>(
        &self,
        board: &Board,
        frame: &Frame<N>,
        prover: Color,
    ) -> PastCells<N> {
        let refuter = prover.opponent();
        let outside = |stones: PointSet| stones - frame.region;
        let now = PerColor::from_fn(|color: Color| outside(board.points_of(color).collect()));
        let can_return = |earlier: &&Earlier| {
            let is_same_side = !self.is_situational || earlier.to_move == refuter;
            is_same_side
                && outside(earlier.stones[prover]).is_subset(&now[prover])
                && (board.allows_suicide() || now[refuter].is_subset(&earlier.stones[refuter]))
        };
        let cells = |stones: &PointSet| {
            let inside = stones.iter();
            inside.fold(Cells::EMPTY, |cells, point| cells | frame.cell(point))
        };
        let present = PerColor::from_fn(|color: Color| board.points_of(color).collect());
        let mut positions: Vec<EarlierCells<N>> = Vec::new();
        for earlier in self.positions.iter().filter(can_return) {
            let here = EarlierCells {
                attackers: cells(&earlier.stones[frame.defender.opponent()]),
                defenders: cells(&earlier.stones[frame.defender]),
                is_present: earlier.stones == present,
            };
            if !positions.contains(&here) {
                positions.push(here);
            }
        }
        PastCells(positions)
    }
}

/// A position of the game as the cells of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EarlierCells<const N: usize> {
    attackers: Cells<N>,
    defenders: Cells<N>,
    /// Whether it is the position in question.
    is_present: bool,
}

/// The positions of the game to which a prover could lead back.
#[derive(Clone, Debug)]
pub(super) struct PastCells<const N: usize>(Vec<EarlierCells<N>>);

impl<const N: usize> PastCells<N> {
    /// Whether a move of the prover may lead back to one of them: `after` is the position after the move, `zone` that
    /// of the move.
    pub(super) fn may_forbid(&self, after: &Position<N>, zone: Cells<N>) -> bool {
        let differ = |one: Cells<N>, other: Cells<N>| ((one ^ other) & zone).intersects(zone);
        self.0.iter().any(|earlier| {
            !differ(earlier.attackers, after.attackers)
                && !differ(earlier.defenders, after.defenders)
        })
    }

    /// Whether the moves by which a block is killed in time may lead back to one of them. Some stones of the attacker
    /// stay on the board, and those of the block until it is taken, if it is a single block.
    ///
    /// Who gets on with a claim does not need to come back to the position in question.
    pub(super) fn may_forbid_death(&self, walls: Cells<N>, block: Option<Cells<N>>) -> bool {
        self.before().any(|earlier| {
            let stands = |block: Cells<N>| (block & !earlier.defenders).is_empty();
            let is_gone = |block| !(earlier.attackers | earlier.defenders).intersects(block);
            (walls & !earlier.attackers).is_empty()
                && block.is_none_or(|block| stands(block) || is_gone(block))
        })
    }

    /// Whether the answers by which a block lives may lead back to one of them. The stones of the block stay on the
    /// board, if it is a single block.
    pub(super) fn may_forbid_life(&self, block: Option<Cells<N>>) -> bool {
        let stands =
            |block: Cells<N>, earlier: &EarlierCells<N>| (block & !earlier.defenders).is_empty();
        self.before()
            .any(|earlier| block.is_none_or(|block| stands(block, earlier)))
    }

    /// The positions before the one in question.
    fn before(&self) -> impl Iterator<Item = &EarlierCells<N>> {
        self.0.iter().filter(|earlier| !earlier.is_present)
    }
}

/// The parts of a set of points on which a color has no stone.
fn without_stones(board: &Board, points: PointSet, color: Color) -> PointSet {
    let stones: PointSet = board.points_of(color).collect();
    let free = components(points).filter(|part| !part.intersects(&stones));
    free.fold(PointSet::EMPTY, |all, part| all | part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::Start;
    use crate::board::{Move, Rules};

    /// A game in which Black has taken a stone on C2 in a ko.
    fn game_after_a_capture(ko: KoRule) -> Game {
        let diagram = ". . . . .\n. . . . .\n. . X O .\n. X O . O\n. . X O .";
        let board: Board = diagram.parse().unwrap();
        let rules = Rules {
            ko,
            ..Rules::default()
        };
        let mut game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let take = Move::Play("D2".parse().unwrap());
        game.play(Color::Black, take).unwrap();
        game
    }

    #[test]
    fn who_only_adds_stones_comes_back_where_one_was_taken() {
        for (ko, counts) in [
            (KoRule::Simple, false),
            (KoRule::PositionalSuperko, true),
            (KoRule::SituationalSuperko, true),
        ] {
            let game = game_after_a_capture(ko);
            let past = Past::of(&game);
            assert_eq!(past.is_empty(), !counts);
            let point = |name: &str| -> PointSet { name.parse::<Point>().unwrap().into() };
            let passes = |color, zone: &PointSet, has_losses| {
                past.lets_pass(game.board(), color, zone, has_losses)
            };
            assert!(passes(Color::White, &point("E1"), false));
            assert!(passes(Color::Black, &point("C2"), false));
            assert_eq!(passes(Color::White, &point("C2"), false), !counts);
            assert_eq!(passes(Color::White, &point("E1"), true), !counts);
            let comes_back =
                |color, stones| past.may_come_back_with(game.board(), color, &point(stones));
            assert_eq!(comes_back(Color::White, "D1"), counts);
            assert!(!comes_back(Color::Black, "D2"));
        }
    }
}
