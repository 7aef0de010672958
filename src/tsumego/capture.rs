//! Capture of a block with few liberties: ladders, nets and what saves from them.
//!
//! The attacker plays on the liberties of the block, beside them, or to save stones around it; the defender does the
//! same or takes stones around. A block that reaches `MOST_LIBERTIES` liberties is out of reach. While every move of
//! the attacker gives atari, the moves of the defender looked at are all there are, so a ladder is exact; where the
//! block has more liberties the moves of both are a choice, and the answer is an estimate.

use std::collections::BTreeSet;

use super::fight::KoRights;
use super::trial::{Claim, GRADES, Trial, grades_against};
use crate::base::{Color, Point, PointSet};
use crate::board::{Block, Board};

/// Liberties with which a block is out of reach when its owner is to move; one more when the attacker is.
const MOST_LIBERTIES: u16 = 4;

/// Moves beside the liberties are looked at up to so many liberties.
const NET_LIBERTIES: u16 = 3;

/// A block that reaches so many liberties gets out of a ladder.
const LADDER_LIBERTIES: u16 = 2;

/// Liberties of a block of the attacker around that the defender may try to take.
const WEAK_LIBERTIES: u16 = 3;

/// How well something succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Success {
    /// Not at all.
    None,
    /// If the first ko threat is found and a ko is won.
    KoNeedingThreat,
    /// If a ko is won in which the other side has to find the first threat.
    KoTakingFirst,
    /// Without any ko.
    Clean,
}

/// A question about capturing the block on a point.
#[derive(Debug)]
pub struct Capture {
    trial: Trial,
    target: Point,
    defender: Color,
    /// Liberties with which the block is out of reach when its owner is to move.
    most_liberties: u16,
}

/// What becomes of a block in a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderStatus {
    /// It is captured though its owner moves first.
    Captured,
    /// It is captured if the other side moves first.
    Unsettled,
    /// It is not captured.
    Escaped,
}

impl Capture {
    /// The block on `target`; `None` if there is none.
    #[must_use]
    pub fn new(board: &Board, target: Point) -> Option<Self> {
        let defender = board.color(target)?;
        Some(Self {
            trial: Trial::new(board, defender.opponent()),
            target,
            defender,
            most_liberties: MOST_LIBERTIES,
        })
    }

    /// What becomes of the block if the other side does nothing but give atari. A ko counts as captured for nobody. Exact
    /// unless one of the two searches needs more than `nodes`.
    pub fn ladder(&mut self, nodes: u64) -> LadderStatus {
        self.most_liberties = LADDER_LIBERTIES;
        let attacker = self.defender.opponent();
        if self.holds(self.defender, KoRights::Refuter, nodes) {
            LadderStatus::Captured
        } else if self.holds(attacker, KoRights::Refuter, nodes) {
            LadderStatus::Unsettled
        } else {
            LadderStatus::Escaped
        }
    }

    /// How well the other side captures the block if it moves first, and with which move. Each of up to a dozen searches
    /// may cost `nodes`.
    pub fn attack(&mut self, nodes: u64) -> (Success, Option<Point>) {
        let attacker = self.defender.opponent();
        for (ko, success) in GRADES {
            if self.holds(attacker, ko, nodes) {
                if let Some(liberty) = self
                    .trial
                    .board
                    .block_at(self.target)
                    .and_then(|b| b.atari())
                {
                    return (success, Some(liberty));
                }
                let works = |this: &mut Self, point| {
                    this.after(attacker, point, |after| {
                        after.holds(after.defender, ko, nodes)
                    })
                };
                let mv = self.candidates(attacker).into_iter();
                let mv = mv.flatten().find(|&point| works(self, point));
                if mv.is_some() {
                    return (success, mv);
                }
            }
        }
        (Success::None, None)
    }

    /// How well the owner saves the block if he moves first, and with which move; none is needed if there is none to
    /// name.
    pub fn defend(&mut self, nodes: u64) -> (Success, Option<Point>) {
        let attacker = self.defender.opponent();
        for (ko, success) in grades_against() {
            if success == Success::Clean && !self.holds(attacker, ko, nodes) {
                return (success, None);
            }
            for point in self.candidates(self.defender).into_iter().flatten() {
                let is_saved = self.after(self.defender, point, |after| {
                    !after.holds(attacker, ko, nodes)
                });
                if is_saved {
                    return (success, Some(point));
                }
            }
            if !self.holds(attacker, ko, nodes) {
                return (success, None);
            }
        }
        (Success::None, None)
    }

    /// Moves of one side that are worth a look.
    #[must_use]
    pub fn moves_of(&self, color: Color) -> Vec<Point> {
        self.candidates(color).into_iter().flatten().collect()
    }

    /// How well a move of the attacker captures the block; nothing if it is illegal.
    pub fn does_attack(&mut self, point: Point, nodes: u64) -> Success {
        let captures = |this: &mut Self, ko| {
            this.after(this.defender.opponent(), point, |after| {
                after.holds(after.defender, ko, nodes)
            })
        };
        let best = GRADES.into_iter().find(|&(ko, _)| captures(self, ko));
        best.map_or(Success::None, |(_, success)| success)
    }

    /// How well a move of the owner saves the block; nothing if it is illegal.
    pub fn does_defend(&mut self, point: Point, nodes: u64) -> Success {
        if !self.trial.board.is_legal(self.defender, point) {
            return Success::None;
        }
        let attacker = self.defender.opponent();
        let mut grades = grades_against();
        let best = grades.find(|&(ko, _)| {
            self.after(self.defender, point, |after| {
                !after.holds(attacker, ko, nodes)
            })
        });
        best.map_or(Success::None, |(_, success)| success)
    }

    /// Whether a single stone was taken that takes back at once, which its owner may do.
    fn is_taken_back(&self) -> bool {
        let takes = |point: Point| {
            self.trial
                .board
                .block_at(point)
                .is_some_and(|block| block.n_stones() == 1 && block.atari() == Some(self.target))
        };
        self.trial.is_refuter_retaking()
            && self.trial.board.is_empty(self.target)
            && self.target.neighbors().into_iter().any(takes)
    }

    /// Whether a single stone is in atari and can be taken in a ko: then there may be better moves.
    fn is_in_ko(&self, block: &Block) -> bool {
        let Some(last) = block.atari().filter(|_| block.n_stones() == 1) else {
            return false;
        };
        last.neighbors().into_iter().all(|near| {
            near == self.target || {
                !self.trial.board.is_empty(near)
                    && self.trial.board.color(near) != Some(self.defender.opponent())
            }
        })
    }

    fn n_liberties(&self) -> u16 {
        self.trial
            .board
            .block_at(self.target)
            .map_or(0, |block| block.n_liberties())
    }

    /// Heads of the blocks of the attacker that touch the block.
    fn surrounding(&self) -> BTreeSet<Point> {
        let attacker = self.defender.opponent();
        let beside = self
            .trial
            .board
            .stones(self.target)
            .flat_map(|s| s.neighbors());
        beside
            .filter(|&point| self.trial.board.color(point) == Some(attacker))
            .filter_map(|point| Some(self.trial.board.block_at(point)?.head()))
            .collect()
    }

    /// Moves to look at, the liberties first; a pass at last, where it is a choice.
    fn candidates(&self, color: Color) -> Vec<Option<Point>> {
        let Some(block) = self.trial.board.block_at(self.target) else {
            return vec![None];
        };
        let is_defender = color == self.defender;
        let is_ladder = self.most_liberties == LADDER_LIBERTIES;
        let n_liberties = block.n_liberties();
        let mut points: Vec<Point> = block.liberties().iter().collect();
        points.sort_by_key(|&point| std::cmp::Reverse(self.room(point)));
        let is_forced = n_liberties == 1 && (is_ladder || !self.is_in_ko(block));
        let most = if is_forced || is_ladder {
            1
        } else if is_defender {
            WEAK_LIBERTIES.min(n_liberties + 1)
        } else {
            2
        };
        for head in self.surrounding() {
            let Some(other) = self.trial.board.block_at(head) else {
                continue;
            };
            if other.n_liberties() <= most {
                points.extend(other.liberties());
            }
            if !is_defender && other.n_liberties() <= 2 {
                points.extend(self.captures_around(head));
            }
        }
        if !is_forced && n_liberties <= NET_LIBERTIES && !is_ladder {
            let near = block.liberties().iter().flat_map(|point| point.neighbors());
            points.extend(near.filter(|&point| self.trial.board.is_empty(point)));
            points.extend(self.liberties_of_friends(block.liberties()));
        }
        let mut seen = BTreeSet::new();
        points.retain(|&point| seen.insert(point) && self.trial.board.is_legal(color, point));
        let mut moves: Vec<Option<Point>> = points.into_iter().map(Some).collect();
        if moves.is_empty() || is_defender && !is_forced {
            moves.push(None);
        }
        moves
    }

    /// The last liberties of blocks of the owner that touch a block of the attacker.
    fn captures_around(&self, head: Point) -> Vec<Point> {
        let beside = self
            .trial
            .board
            .stones(head)
            .flat_map(|stone| stone.neighbors());
        beside
            .filter(|&point| self.trial.board.color(point) == Some(self.defender))
            .filter_map(|point| self.trial.board.block_at(point)?.atari())
            .collect()
    }

    /// Liberties of other blocks of the owner beside some points, which have few.
    fn liberties_of_friends(&self, points: &PointSet) -> Vec<Point> {
        let beside = points.iter().flat_map(|point| point.neighbors());
        beside
            .filter(|&point| self.trial.board.color(point) == Some(self.defender))
            .filter_map(|point| self.trial.board.block_at(point))
            .filter(|block| block.n_liberties() <= NET_LIBERTIES)
            .flat_map(|block| block.liberties().iter().collect::<Vec<_>>())
            .collect()
    }

    /// Empty points beside a point.
    fn room(&self, point: Point) -> usize {
        let around = point.neighbors().into_iter();
        around.filter(|&n| self.trial.board.is_empty(n)).count()
    }
}

impl Claim for Capture {
    fn trial(&self) -> &Trial {
        &self.trial
    }

    fn trial_mut(&mut self) -> &mut Trial {
        &mut self.trial
    }

    fn outcome(&self) -> Option<bool> {
        if self.trial.board.color(self.target) != Some(self.defender) {
            return Some(!self.is_taken_back());
        }
        let is_attacker = self.trial.to_move != self.defender;
        let block = self.trial.board.block_at(self.target);
        // A single stone may be taken in a ko: that is played out.
        let last = block.filter(|b| b.n_stones() > 1).and_then(|b| b.atari());
        if is_attacker
            && last.is_some_and(|point| self.trial.board.is_legal(self.trial.to_move, point))
        {
            return Some(true);
        }
        (self.n_liberties() >= self.most_liberties + u16::from(is_attacker)).then_some(false)
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        self.candidates(self.trial.to_move)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagram: &str, target: &str, attack: (Success, &str), defend: (Success, &str)) {
        let board: Board = diagram.parse().unwrap();
        let target = target.parse().unwrap();
        let mut capture = Capture::new(&board, target).unwrap();
        let text = |mv: Option<Point>| mv.map_or(String::new(), |point| point.to_string());
        let (success, mv) = capture.attack(20_000);
        assert_eq!((success, text(mv).as_str()), attack, "{board}");
        let (success, mv) = capture.defend(20_000);
        assert_eq!((success, text(mv).as_str()), defend, "{board}");
    }

    #[test]
    fn ladders_run_to_the_edge_or_to_a_stone() {
        let upper = ". . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n\
                     . . . X . . . . .\n. . X O . . . . .\n";
        let lower = ". . . . . . . . .\n. . . . . . . . .";
        let free = format!("{upper}. . X . . . . . .\n{lower}");
        let clean = |mv| (Success::Clean, mv);
        check(&free, "D4", clean("E4"), clean("E4"));
        let broken = format!("{upper}. . X . O . . . .\n{lower}");
        check(&broken, "D4", (Success::None, ""), clean(""));
    }

    #[test]
    fn a_ko_is_no_clean_capture() {
        check(
            ". X O . .\nX . X O .\n. X O . .\n. . . . .\n. . . . .",
            "C4",
            (Success::KoTakingFirst, "B4"),
            (Success::Clean, "B4"),
        );
    }
}
