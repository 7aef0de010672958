//! A race between two groups of different colors: who captures whom, or whether both live.
//!
//! Each question is whether one group captures the other before it is captured itself (`chase`): asked for both groups,
//! with either side to move. The answers are estimates.

use super::capture::Success;
use super::chase::Chase;
use super::reader::Verdict;
use crate::base::Point;
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
/// may cost `nodes`. `None` unless there are stones of two colors.
#[must_use]
pub fn race(board: &Board, own: Point, other: Point, nodes: u64) -> Option<Race> {
    let mover = board.color(own)?;
    let mut attack = Chase::new(board, own, other)?;
    let kill = attack.success(mover, nodes);
    if kill == Success::Clean {
        return Some(Race {
            defense: kill,
            attack: kill,
            mv: attack.winning_move(kill, nodes),
        });
    }
    let mut threat = Chase::new(board, other, own)?;
    let standing = against(threat.success(mover.opponent(), nodes));
    if standing == Success::Clean {
        let mv = attack.winning_move(kill, nodes);
        return Some(Race {
            defense: standing,
            attack: kill,
            mv,
        });
    }
    let (loss, saving) = threat.saving_move(nodes);
    let defense = against(loss);
    let by_attack = attack.winning_move(kill, nodes);
    Some(Race {
        defense: defense.max(kill),
        attack: kill,
        mv: if kill >= defense { by_attack } else { saving },
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

    #[test]
    fn who_moves_first_wins_an_even_race() {
        let board: Board = ". . . . . .\nO O O X X X\nO X X O O X\nO X X O O X\nO . X O . X"
            .parse()
            .unwrap();
        let [black, white] = ["B3", "D3"].map(|name| name.parse().unwrap());
        for (own, other, mv) in [(black, white, "E1"), (white, black, "B1")] {
            let race = race(&board, own, other, 5_000).unwrap();
            assert_eq!(race.defense, Success::Clean, "{race:?}\n{board}");
            assert_eq!(race.attack, Success::Clean, "{race:?}\n{board}");
            assert_eq!(race.mv, Some(mv.parse().unwrap()), "{board}");
        }
        assert!(race(&board, black, black, 1000).is_none());
    }
}
