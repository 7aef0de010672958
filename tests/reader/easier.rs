//! A goal that fails in a part of a frame, where everything outside helps the prover, fails in the whole frame.

use tedomari::base::{Budget, Rng};
use tedomari::board::{PointSet, Size};
use tedomari::proof::Outcome;
use tedomari::proof::game::ProofGame;
use tedomari::proof::solver::Solver;
use tedomari::proof::table::SolverTable;
use tedomari::tactics::ko::KoThreats;
use tedomari::tsumego::fight::{Criteria, Easier, Fight, Position};
use tedomari::tsumego::frame::cells::Cells;
use tedomari::tsumego::frame::{Boundary, Frame};
use tedomari::tsumego::question::{Goal, LifeCriterion};

use super::scattered;

const ALL_THREATS: [KoThreats; 6] = [
    KoThreats::REFUTER_TWO,
    KoThreats::Nobody,
    KoThreats::PROVER_TWO,
    KoThreats::RefuterEndless,
    KoThreats::Nobody,
    KoThreats::ProverEndless,
];

fn prove(fight: &Fight<'_, 2>, position: &Position<2>) -> Outcome {
    let mut table = SolverTable::new(12);
    Solver::new(fight, &mut table).prove(position, &mut Budget::nodes(20_000))
}

#[test]
fn what_fails_in_a_part_fails_in_the_whole() {
    let mut rng = Rng::new(21, 0);
    let (mut n_failed, mut n_open) = (0, 0);
    for round in 0..1500 {
        let size = Size::new(5, 4).unwrap();
        let Some((board, target)) = scattered(&mut rng, size, 25, 40) else {
            continue;
        };
        let all: PointSet = board.size().points().collect();
        let near: PointSet = board.stones(target).collect::<PointSet>().spread();
        let cut = |window: &PointSet, layout| {
            Frame::laid_out(
                &board,
                target,
                window,
                &PointSet::EMPTY,
                Boundary::Shut,
                layout,
            )
        };
        let Some(whole) = cut(&all, None) else {
            continue;
        };
        let part = cut(&near, Some(whole.layout)).unwrap();
        assert_eq!(part.layout, whole.layout);
        let fight = |frame, easier| Fight {
            frame,
            goal: Goal::Kill,
            life: [LifeCriterion::EyesOrSeki, LifeCriterion::TwoEyes][round / 6 % 2],
            ko_threats: ALL_THREATS[round % ALL_THREATS.len()],
            criteria: Criteria::All,
            salt: 0,
            hint: Cells::EMPTY,
            easier,
        };
        let mut position = fight(&whole, &[]).start(rng.below(2) == 0, Cells::EMPTY);
        for _ in 0..rng.below(4) {
            let mut moves = Vec::new();
            fight(&whole, &[]).expand(&position, &mut moves);
            position = moves[rng.index(moves.len())].position;
        }
        let inside = Position {
            attackers: position.attackers & part.cells,
            defenders: position.defenders & part.cells,
            ban: position.ban & part.cells,
            ..position
        };
        let easier = [Easier {
            cells: part.cells,
            salt: 7,
        }];
        let of_part = Fight {
            salt: 7,
            ..fight(&part, &[])
        };
        // The key is the key of the part.
        let key = fight(&whole, &easier).easier_key(&position, 0);
        assert_eq!(key, Some(of_part.key(&inside)));
        if prove(&of_part, &inside) == Outcome::Disproved {
            n_failed += 1;
            let found = prove(&fight(&whole, &[]), &position);
            assert_ne!(found, Outcome::Proved, "{target}\n{board}\n{position:?}");
            n_open += usize::from(found != Outcome::Disproved);
        }
    }
    assert!(
        n_failed > 40 && 4 * n_open < n_failed,
        "{n_failed} {n_open}"
    );
}
