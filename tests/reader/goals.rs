//! Questions read among the moves for goals: what is called proved is true, and seki aside estimates are often right.

use std::sync::Arc;

use tedomari::base::{Budget, Rng};
use tedomari::board::Color;
use tedomari::engine::reading::by_goals;
use tedomari::goals::rules::RuleBase;
use tedomari::tsumego::{Goal, Question, Verdict};

use super::enclosed::{MIXED, enclosed_position};
use super::oracle::Enclosure;
use super::some_blocks;
use super::verdict::truth;

/// Questions with a known truth.
const N_QUESTIONS: usize = 120;

/// Nodes of a question, with those of its leaves.
const NODES: u64 = 5_000;

#[test]
fn what_the_goals_prove_is_true() {
    let mut rng = Rng::new(81, 0);
    let (mut n_asked, mut n_proved, mut n_estimated, mut n_right) = (0, 0, 0, 0);
    while n_asked < N_QUESTIONS {
        let Some((board, region, target)) = enclosed_position(&mut rng, &MIXED) else {
            continue;
        };
        let targets = some_blocks(&mut rng, &board, target);
        let enclosure = Enclosure::new(&board, &region, targets);
        for goal in [Goal::Kill, Goal::Live] {
            let Some([refuter_endless, _, _, prover_endless]) = truth(&enclosure, goal) else {
                continue;
            };
            n_asked += 1;
            let question = Question::new(targets, goal, goal.player(Color::Black));
            let reading = by_goals(
                &board,
                &Arc::default(),
                RuleBase::builtin(),
                question,
                &mut Budget::nodes(NODES),
            )
            .unwrap();
            let (is_true, is_known) = match reading.verdict {
                Verdict::Achieved => (refuter_endless, true),
                Verdict::Refuted => (!prover_endless, true),
                Verdict::Ko { .. } | Verdict::Unknown => (true, false),
            };
            if reading.is_proven() {
                n_proved += 1;
                assert!(
                    is_true,
                    "{goal:?} {:?} {targets:?}\n{board}",
                    reading.verdict
                );
            } else if is_known {
                n_estimated += 1;
                n_right += usize::from(is_true);
            }
        }
    }
    assert!(n_proved >= 5, "{n_proved}");
    assert!(n_right * 2 > n_estimated, "{n_right} of {n_estimated}");
}
