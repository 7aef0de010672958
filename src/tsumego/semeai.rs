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
const LIFE: u64 = 5;

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
/// may cost `nodes`, and each of five questions of life and death `LIFE` times as much. `None` unless there are stones of two
/// colors.
pub fn race(
    reader: &mut Reader,
    board: &Board,
    own: Point,
    other: Point,
    nodes: u64,
) -> Option<Race> {
    let mover = board.color(own)?;
    let mut attack = Chase::new(board, own, other)?;
    let mut threat = Chase::new(board, other, own)?;
    let mut read = |board: &Board, target: Point, goal: Goal, to_move: Color| {
        let question = Question {
            target,
            goal,
            to_move,
        };
        reader.read(board, question, &mut Budget::nodes(LIFE * nodes))
    };
    let mut proved = |target: Point, goal: Goal, to_move: Color| {
        read(board, target, goal, to_move).filter(|reading| reading.is_proven)
    };
    let is_lost = |reading: &Option<Reading>| {
        reading
            .as_ref()
            .is_some_and(|found| found.verdict == Verdict::Refuted)
    };
    let life = proved(own, Goal::Live, mover);
    let rival = proved(other, Goal::Live, mover.opponent());
    // If both are lost, the larger one does not live by taking the smaller one.
    let n_stones = |point| board.block_at(point).map_or(0, Block::n_stones);
    let is_own_larger = n_stones(own) > n_stones(other);
    if is_lost(&life) && (!is_lost(&rival) || is_own_larger) {
        return Some(Race {
            defense: Success::None,
            attack: Success::None,
            mv: None,
        });
    }
    if is_lost(&rival) {
        return Some(Race {
            defense: Success::Clean,
            attack: Success::Clean,
            mv: proved(other, Goal::Kill, mover).and_then(|death| death.first()),
        });
    }
    let death = proved(other, Goal::Kill, mover);
    let is_safe = proved(own, Goal::Kill, mover.opponent())
        .is_some_and(|death| death.verdict == Verdict::Refuted);
    // What is taken must not leave an eye space in which the own group dies.
    let mut survives = |mv: Point| {
        let mut after = board.clone();
        after.play(mover, mv).is_ok()
            && read(&after, own, Goal::Kill, mover.opponent())
                .is_none_or(|death| death.verdict != Verdict::Achieved)
    };
    let mut kill = attack.success(mover, nodes);
    let mut killing = attack.winning_move(kill, nodes);
    if killing.is_some_and(|mv| !survives(mv)) {
        (kill, killing) = (Success::None, None);
    }
    if kill != Success::Clean
        && let Some(death) = death
        && death.verdict == Verdict::Achieved
        && let Some(mv) = death.first()
    {
        (kill, killing) = (Success::Clean, Some(mv));
    }
    if kill == Success::Clean {
        return Some(Race {
            defense: kill,
            attack: kill,
            mv: killing,
        });
    }
    let standing = if is_safe {
        Success::Clean
    } else {
        against(threat.success(mover.opponent(), nodes))
    };
    if standing == Success::Clean {
        return Some(Race {
            defense: standing,
            attack: kill,
            mv: killing,
        });
    }
    let (loss, saving) = threat.saving_move(nodes);
    let defense = against(loss);
    if let Some(life) = life
        && life.verdict == Verdict::Achieved
        && defense != Success::Clean
    {
        return Some(Race {
            defense: Success::Clean,
            attack: kill,
            mv: life.first(),
        });
    }
    Some(Race {
        defense: defense.max(kill),
        attack: kill,
        mv: if kill >= defense { killing } else { saving },
    })
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
