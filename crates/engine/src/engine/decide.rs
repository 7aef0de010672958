//! Which part of the engine chooses a move: an ordered table of deciders.
//!
//! Each decider whose precondition holds is called in turn, until one of them chooses. Proofs come first: small boards,
//! sums of regions, answers in safe territory, passes that win. The whole-board search comes after them. Last, the
//! policy turns the result of the search into a move, a pass or a resignation. Below the full strength proofs are left
//! out, and a move is drawn among those of a short search.

use super::bounded_moves::is_late;
use super::costs::Step;
use super::decision::{Decision, Reason};
use super::level::Level;
use super::state::Engine;
use super::turn::Turn;
use crate::board::Move;

/// A part of the engine that may choose the move.
pub(super) struct Decider {
    /// Its name in logs.
    pub(super) name: &'static str,
    /// The precondition under which it is called.
    applies: fn(&mut Engine, &Turn<'_, '_>) -> bool,
    /// The steps that it needs: if there is no time for one of them, it is not called.
    needs: &'static [Step],
    /// The most that a call costs.
    pub(super) cost: Cost,
    /// The reasons it may give for a move.
    pub(super) reasons: &'static [Reason],
    /// Chooses a move, or leaves the choice to the next decider.
    choose: fn(&mut Engine, &mut Turn<'_, '_>) -> Option<Decision>,
}

/// The most that a decider costs, if no decider before it has paid for a part of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    /// Next to nothing.
    Nothing,
    /// Up to half of the time before the first deadline, and a bound on nodes: reading and proofs. They belong to the
    /// full strength alone.
    HalfTheTime,
    /// The playouts of a judgement of the whole board.
    Judgement,
    /// The first part of the search, and a judgement where that finds the board settled.
    Probe,
    /// The rest of the time.
    Search,
}

/// The deciders among all moves, in the order in which they are called.
pub(super) const ALL_MOVES: &[Decider] = &[
    Decider {
        name: "out of time",
        needs: &[],
        applies: Engine::is_out_of_time,
        cost: Cost::Nothing,
        reasons: &[
            Reason::OutOfTime,
            Reason::NothingToPlay,
            Reason::WinsAsItStands,
        ],
        choose: |engine, turn| Some(engine.hasty_move(turn)),
    },
    Decider {
        name: "small board",
        needs: &[Step::SmallBoard],
        applies: |engine, turn| engine.params.exact.nodes > 0 && !turn.options.clears_dead_stones,
        cost: Cost::HalfTheTime,
        reasons: &[Reason::Exact],
        choose: Engine::small_board_move,
    },
    Decider {
        name: "exact endgame",
        needs: &[Step::Proofs, Step::ExactEndgame],
        applies: is_small_sum,
        cost: Cost::HalfTheTime,
        reasons: &[Reason::ExactEndgame],
        choose: Engine::endgame_move,
    },
    Decider {
        name: "answer in territory",
        needs: &[Step::Proofs, Step::ExactEndgame],
        applies: |engine, turn| engine.params.endgame.enabled && is_answer(turn),
        cost: Cost::HalfTheTime,
        reasons: &[Reason::KeepsTerritory],
        choose: Engine::territory_answer,
    },
    Decider {
        name: "bounds of the score",
        needs: &[Step::ScoreBounds],
        applies: |engine, turn| engine.params.endgame.enabled && is_late(turn),
        cost: Cost::HalfTheTime,
        reasons: &[Reason::ProvedBound],
        choose: Engine::bounded_move,
    },
    Decider {
        name: "pass that wins",
        needs: &[],
        applies: |_, turn| turn.opponent_passed(),
        cost: Cost::Judgement,
        reasons: &[Reason::WinsAsItStands],
        choose: Engine::winning_pass,
    },
    Decider {
        name: "region reading",
        needs: &[Step::Proofs, Step::RegionReading],
        applies: |_, _| true,
        cost: Cost::HalfTheTime,
        reasons: &[Reason::RegionReading],
        choose: Engine::region_move,
    },
    Decider {
        name: "end of the game",
        needs: &[],
        applies: |_, _| true,
        cost: Cost::Probe,
        reasons: &[Reason::LastPlay, Reason::Settled, Reason::Cleanup],
        choose: Engine::finishing_move,
    },
    Decider {
        name: "resignation",
        needs: &[],
        applies: |_, turn| turn.options.may_resign && turn.options.level == Level::FULL,
        cost: Cost::Search,
        reasons: &[Reason::Hopeless],
        choose: Engine::resignation,
    },
    Decider {
        name: "level",
        needs: &[],
        applies: |_, turn| turn.options.level != Level::FULL,
        cost: Cost::Search,
        reasons: &[Reason::Level],
        choose: Engine::drawn_play,
    },
    Decider {
        name: "estimated endgame",
        needs: &[],
        applies: |_, _| true,
        cost: Cost::Search,
        reasons: &[Reason::EstimatedEndgame],
        choose: Engine::estimated_endgame_choice,
    },
    Decider {
        name: "search",
        needs: &[],
        applies: |_, _| true,
        cost: Cost::Search,
        reasons: &[Reason::NothingToPlay, Reason::Search],
        choose: Engine::searched_play,
    },
    Decider {
        name: "pass policy",
        needs: &[],
        applies: |_, _| true,
        cost: Cost::Search,
        reasons: &[
            Reason::OutOfTime,
            Reason::Cleanup,
            Reason::LastPlay,
            Reason::Settled,
            Reason::Search,
        ],
        choose: Engine::instead_of_pass,
    },
];

/// The deciders among some moves only.
pub(super) const SOME_MOVES: &[Decider] = &[
    Decider {
        name: "nothing to choose",
        needs: &[],
        applies: |_, turn| turn.among.as_ref().is_some_and(Vec::is_empty),
        cost: Cost::Nothing,
        reasons: &[Reason::NothingToPlay],
        choose: |_, _| Some(Decision::without_search(Move::Pass, Reason::NothingToPlay)),
    },
    Decider {
        name: "out of time",
        needs: &[],
        applies: Engine::is_out_of_time,
        cost: Cost::Nothing,
        reasons: &[
            Reason::OutOfTime,
            Reason::NothingToPlay,
            Reason::WinsAsItStands,
        ],
        choose: |engine, turn| Some(engine.hasty_move(turn)),
    },
    Decider {
        name: "exact endgame",
        needs: &[Step::Proofs, Step::ExactEndgame],
        applies: is_small_sum,
        cost: Cost::HalfTheTime,
        reasons: &[Reason::ExactEndgame],
        choose: Engine::endgame_move,
    },
    Decider {
        name: "search",
        needs: &[],
        applies: |_, _| true,
        cost: Cost::Search,
        reasons: &[Reason::Search],
        choose: Engine::best_searched,
    },
];

/// Whether the board has fallen apart into regions that are small enough for exact play.
fn is_small_sum(engine: &mut Engine, turn: &Turn<'_, '_>) -> bool {
    engine.is_small_sum(turn.game.board(), &turn.effort.exact_limits())
}

/// Whether the opponent's last move was a play.
fn is_answer(turn: &Turn<'_, '_>) -> bool {
    matches!(turn.game.last_move(), Some((mover, Move::Play(_))) if mover != turn.color)
}

impl Engine {
    /// Calls the deciders in order, until one chooses a move.
    pub(super) fn decide(&mut self, mut turn: Turn<'_, '_>) -> Decision {
        let deciders = if turn.among.is_some() {
            SOME_MOVES
        } else {
            ALL_MOVES
        };
        let level = turn.options.level;
        if let Some(most) = level.most_playouts() {
            turn.effort.budget = turn.effort.budget.part(most);
        }
        for decider in deciders {
            if decider.cost == Cost::HalfTheTime && level != Level::FULL {
                continue;
            }
            let has_time = decider.needs.iter().all(|&step| self.affords(step, &turn));
            if !has_time || !(decider.applies)(self, &turn) {
                continue;
            }
            tracing::debug!(decider = decider.name, cost = ?decider.cost, "asked for a move");
            if let Some(decision) = (decider.choose)(self, &mut turn) {
                debug_assert!(decider.reasons.contains(&decision.reason));
                return decision;
            }
        }
        Decision::without_search(Move::Pass, Reason::NothingToPlay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_asked_before_estimates() {
        let position = |name: &str| ALL_MOVES.iter().position(|decider| decider.name == name);
        for (earlier, later) in ALL_MOVES.iter().zip(&ALL_MOVES[1..]) {
            assert_ne!(earlier.name, later.name);
        }
        let first_search = ALL_MOVES
            .iter()
            .position(|decider| decider.cost == Cost::Search);
        for proof in [
            "small board",
            "exact endgame",
            "answer in territory",
            "bounds of the score",
            "region reading",
        ] {
            assert!(position(proof) < position("end of the game"), "{proof}");
            assert!(position(proof) < first_search, "{proof}");
        }
    }

    #[test]
    fn each_reason_has_a_decider() {
        let all = ALL_MOVES.iter().chain(SOME_MOVES);
        let reasons: Vec<Reason> = all.flat_map(|decider| decider.reasons).copied().collect();
        for reason in Reason::ALL {
            assert!(reasons.contains(&reason), "{reason}");
        }
    }
}
