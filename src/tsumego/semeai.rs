//! A race between two groups of different colors: who captures whom, or whether both live.
//!
//! Each question is whether one group captures the other before it is captured itself (`chase`): asked for both groups,
//! with either side to move. The answers are estimates.

use super::capture::Success;
use super::chase::Chase;
use super::fight::Goal;
use super::reader::{Question, Reader, Reading, Verdict};
use crate::base::{Budget, Color, Point};
use crate::board::{Block, Board};

/// Nodes of a question of life and death for each node of a search of a race.
const LIFE: u64 = 8;

/// What becomes of a race if the owner of the first group moves first.
#[derive(Clone, Debug)]
pub struct Race {
    /// How well the first group is saved.
    pub defense: Success,
    /// How well the second group is captured.
    pub attack: Success,
    /// The move; none is needed, or none helps, if there is none to name.
    pub mv: Option<Point>,
}

/// How well the one succeeds who asked.
#[must_use]
pub const fn success(verdict: Verdict) -> Success {
    match verdict {
        Verdict::Achieved => Success::Clean,
        Verdict::Ko { is_favorable: true } => Success::KoTakingFirst,
        Verdict::Ko {
            is_favorable: false,
        } => Success::KoNeedingThreat,
        Verdict::Refuted | Verdict::Unknown => Success::None,
    }
}

/// How well the other side of the one who was asked for succeeds: what he reaches, the other loses.
#[must_use]
pub const fn success_against(verdict: Verdict) -> Success {
    match verdict {
        Verdict::Achieved | Verdict::Unknown => Success::None,
        Verdict::Ko { is_favorable: true } => Success::KoNeedingThreat,
        Verdict::Ko {
            is_favorable: false,
        } => Success::KoTakingFirst,
        Verdict::Refuted => Success::Clean,
    }
}

/// Reads the race between the groups on two points, the owner of the first to move. Each of up to about thirty searches
/// may cost `nodes`, and each of six questions of life and death `LIFE` times as much. `None` unless there are stones
/// of two colors.
pub fn race(
    reader: &mut Reader,
    board: &Board,
    own: Point,
    other: Point,
    nodes: u64,
) -> Option<Race> {
    let mover = board.color(own)?;
    let mut fates = Fates {
        reader,
        board,
        nodes: LIFE * nodes,
    };
    let attack = Chase::new(board, own, other)?;
    let threat = Chase::new(board, other, own)?;
    let life = fates.proved(own, Goal::Live, mover);
    let rival = fates.proved(other, Goal::Live, mover.opponent());
    // If both are lost, the larger one does not live by taking the smaller one.
    let n_stones = |point| board.block_at(point).map_or(0, Block::n_stones);
    let is_own_larger = n_stones(own) > n_stones(other);
    if is_refuted(life.as_ref()) && (is_own_larger || !is_refuted(rival.as_ref())) {
        return Some(Race {
            defense: Success::None,
            attack: Success::None,
            mv: None,
        });
    }
    if is_refuted(rival.as_ref()) {
        let death = fates.proved(other, Goal::Kill, mover);
        return Some(Race {
            defense: Success::Clean,
            attack: Success::Clean,
            mv: death.and_then(|death| death.first()),
        });
    }
    let (kill, killing) = fates.kill(attack, own, other, nodes);
    if kill == Success::Clean {
        return Some(Race {
            defense: kill,
            attack: kill,
            mv: killing,
        });
    }
    let (defense, saving) = fates.defense(threat, own, life.as_ref(), nodes);
    Some(Race {
        defense: defense.max(kill),
        attack: kill,
        mv: if kill >= defense {
            killing
        } else {
            saving.or(killing)
        },
    })
}

fn is_refuted(reading: Option<&Reading>) -> bool {
    reading.is_some_and(|found| found.verdict == Verdict::Refuted)
}

fn achieves(reading: Option<&Reading>) -> bool {
    reading.is_some_and(|found| found.judgement() == Verdict::Achieved)
}

/// What reading of life and death says about groups.
struct Fates<'a> {
    reader: &'a mut Reader,
    board: &'a Board,
    nodes: u64,
}

impl Fates<'_> {
    fn read(
        &mut self,
        board: &Board,
        target: Point,
        goal: Goal,
        to_move: Color,
    ) -> Option<Reading> {
        let question = Question {
            target,
            goal,
            to_move,
        };
        let mut budget = Budget::nodes(self.nodes);
        self.reader.read(board, question, &mut budget)
    }

    fn proved(&mut self, target: Point, goal: Goal, to_move: Color) -> Option<Reading> {
        let reading = self.read(self.board, target, goal, to_move);
        reading.filter(|reading| reading.is_proven)
    }

    /// How well the owner of one group, who is to move, kills the other one, and his move.
    fn kill(
        &mut self,
        mut attack: Chase,
        own: Point,
        other: Point,
        nodes: u64,
    ) -> (Success, Option<Point>) {
        let Some(mover) = self.board.color(own) else {
            return (Success::None, None);
        };
        let kill = attack.success(mover, nodes);
        let killing = attack.winning_move(kill, nodes);
        let found = match killing {
            Some(mv) if !self.survives(own, mover, mv) => (Success::None, None),
            _ => (kill, killing),
        };
        if found.0 == Success::Clean {
            return found;
        }
        let death = self.proved(other, Goal::Kill, mover);
        match death.as_ref().and_then(Reading::first) {
            Some(mv) if achieves(death.as_ref()) => (Success::Clean, Some(mv)),
            _ => found,
        }
    }

    /// Whether a group does not die after a move of its owner: what it takes may leave an eye space in which it does.
    fn survives(&mut self, own: Point, mover: Color, mv: Point) -> bool {
        let mut after = self.board.clone();
        if after.play(mover, mv).is_err() {
            return false;
        }
        let death = self.read(&after, own, Goal::Kill, mover.opponent());
        !achieves(death.as_ref())
    }

    /// How well the owner of a group, who is to move, saves it from the other one, and his move if he needs one.
    fn defense(
        &mut self,
        mut threat: Chase,
        own: Point,
        life: Option<&Reading>,
        nodes: u64,
    ) -> (Success, Option<Point>) {
        let Some(mover) = self.board.color(own) else {
            return (Success::None, None);
        };
        let death = self.proved(own, Goal::Kill, mover.opponent());
        let is_safe =
            is_refuted(death.as_ref()) || threat.success(mover.opponent(), nodes) == Success::None;
        if is_safe {
            return (Success::Clean, None);
        }
        let (loss, saving) = threat.saving_move(nodes);
        match life.filter(|_| loss != Success::None) {
            Some(life) if achieves(Some(life)) => (Success::Clean, life.first()),
            _ => (against(loss), saving),
        }
    }
}

/// How well the one succeeds whom the other attacks with such a success.
const fn against(attack: Success) -> Success {
    match attack {
        Success::None => Success::Clean,
        Success::KoNeedingThreat => Success::KoTakingFirst,
        Success::KoTakingFirst => Success::KoNeedingThreat,
        Success::Clean => Success::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsumego::reader::ReaderParams;

    #[test]
    fn who_moves_first_wins_an_even_race() {
        let board: Board = ". . . . . .\nO O O X X X\nO X X O O X\nO X X O O X\nO . X O . X"
            .parse()
            .unwrap();
        let mut reader = Reader::new(ReaderParams { log2_entries: 12 });
        let [black, white] = ["B3", "D3"].map(|name| name.parse().unwrap());
        for (own, other, mv) in [(black, white, "E1"), (white, black, "B1")] {
            let race = race(&mut reader, &board, own, other, 5_000).unwrap();
            assert_eq!(race.defense, Success::Clean, "{race:?}\n{board}");
            assert_eq!(race.attack, Success::Clean, "{race:?}\n{board}");
            assert_eq!(race.mv, Some(mv.parse().unwrap()), "{board}");
        }
        assert!(race(&mut reader, &board, black, black, 1000).is_none());
    }
}
