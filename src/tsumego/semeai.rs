//! A race between two groups of different colors: who captures whom, or whether both live.
//!
//! Each question is put to the [reader](super::reader), whose frames take in the neighbors that may be captured. The
//! answers are as sure as its verdicts.

use super::capture::Success;
use super::fight::Goal;
use super::reader::{Question, Reader, Reading, Verdict};
use crate::base::{Budget, Color, Point};
use crate::board::Board;

/// What becomes of a race if the owner of the first group moves first.
#[derive(Clone, Debug)]
pub struct Race {
    /// How well the first group is saved.
    pub defense: Success,
    /// How well the second group is captured.
    pub attack: Success,
    /// The move; none is needed, or none helps, if there is none to name.
    pub mv: Option<Point>,
    /// Whether every reading behind this is proved.
    pub is_proven: bool,
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

/// Reads the race between the groups on two points, the owner of the first to move. Each of up to four readings has
/// `nodes` of the budget. `None` unless there are stones of two colors.
pub fn race(
    reader: &mut Reader,
    board: &Board,
    own: Point,
    other: Point,
    nodes: u64,
    budget: &mut Budget,
) -> Option<Race> {
    let mover = board.color(own)?;
    if board.color(other) != Some(mover.opponent()) {
        return None;
    }
    let mut is_proven = true;
    let mut ask = |target: Point, goal: Goal, to_move: Color| -> Option<Reading> {
        let mut part = budget.part(nodes);
        let question = Question {
            target,
            goal,
            to_move,
        };
        let reading = reader.read(board, question, &mut part)?;
        budget.charge(part.spent());
        is_proven &= reading.is_proven;
        Some(reading)
    };
    let kill = ask(other, Goal::Kill, mover)?;
    let attack = success(kill.verdict);
    let (defense, attack, mv) = if attack == Success::Clean {
        // Nothing has to be played if the other is lost anyhow.
        let rescue = ask(other, Goal::Live, mover.opponent())?;
        let is_lost = rescue.verdict == Verdict::Refuted;
        (Success::Clean, attack, kill.first().filter(|_| !is_lost))
    } else {
        let threat = ask(own, Goal::Kill, mover.opponent())?;
        let standing = success_against(threat.verdict);
        if threat.verdict != Verdict::Unknown && standing == Success::Clean {
            (
                standing,
                attack,
                kill.first().filter(|_| attack != Success::None),
            )
        } else {
            let save = ask(own, Goal::Live, mover)?;
            let defense = success(save.verdict);
            if attack > defense {
                (attack, attack, kill.first())
            } else {
                (defense, attack, save.first())
            }
        }
    };
    Some(Race {
        defense,
        attack,
        mv,
        is_proven,
    })
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
            let mut budget = Budget::nodes(200_000);
            let race = race(&mut reader, &board, own, other, 50_000, &mut budget).unwrap();
            assert_eq!(race.defense, Success::Clean, "{race:?}\n{board}");
            assert_eq!(race.attack, Success::Clean, "{race:?}\n{board}");
            assert_eq!(race.mv, Some(mv.parse().unwrap()), "{board}");
        }
        let mut budget = Budget::nodes(1000);
        assert!(race(&mut reader, &board, black, black, 1000, &mut budget).is_none());
    }
}
