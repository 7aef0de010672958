//! One attempt at a question of the [reader](super): a frame, and how far the claims about it are settled.
//!
//! An *optimistic* frame helps the claim. In a kill, everything outside helps the attacker; in a life, a block that
//! gets out lives. What fails in it fails on the board. What succeeds in it is an estimate: the larger the frame, the
//! more likely. Its first move is worth trying first. A *pessimistic* frame gives away everything outside. What
//! succeeds in it succeeds on the board.
//!
//! An attempt that *grows* begins with the points that the defender reaches first. It takes in more of the board where
//! the defender gets out, or where the attacker's success depends on the rim.

use super::basis::FrameKind;
use super::reading::{Reading, Verdict};
use crate::board::{Point, PointSet};
use crate::proof::Numbers;
use crate::tactics::ko::KoThreats;
use crate::tsumego::fight::{Criteria, Easier, Fight};
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::frame::{Boundary, Frame};
use crate::tsumego::question::{Goal, LifeCriterion};

/// A frame, and how far the claims about it are settled.
#[derive(Clone)]
pub(crate) struct Attempt<const N: usize> {
    pub(super) goal: Goal,
    pub(super) life: LifeCriterion,
    pub(super) window: PointSet,
    pub(super) boundary: Boundary,
    pub(super) frame: Frame<N>,
    /// The ko threats of the next claim to try.
    pub(super) ko_threats: KoThreats,
    /// For each rank of ko threats: whether the claim holds, if that is known.
    pub(super) known: [Option<bool>; KoThreats::N_RANKS],
    /// How hard the claim looked when its search ended early.
    pub(super) numbers: Option<Numbers>,
    /// The result, once the claims decide it.
    pub(super) found: Option<Verdict>,
    /// The answer that holds if the refuter has two ko threats, as far as it was shown.
    pub(super) against_two: Option<Reading>,
    pub(super) salt: u64,
    /// The most promising first move so far.
    pub(super) guess: Option<Point>,
    /// A point that is marked as vital.
    pub(super) hint: Option<Point>,
    /// Whether the frame helps the claim: failures hold on the board, successes are estimates.
    pub(super) is_optimistic: bool,
    /// Whether the claim against two threats of the refuter is tried before the one without threats.
    pub(super) begins_against_two: bool,
    /// Whether the window grows where a failure depends on its rim.
    pub(super) grows: bool,
    /// Optimistic frames in parts of this frame, with the same layout.
    pub(super) easier: Vec<Easier<N>>,
}

impl<const N: usize> Attempt<N> {
    /// Takes over failures in optimistic frames. They also fail in larger optimistic frames and in pessimistic ones.
    pub(super) fn learn_from<'s>(&mut self, optimistic: impl Iterator<Item = &'s Self>) {
        self.easier.clear();
        for other in optimistic {
            let is_part = (other.frame.region - self.frame.region).is_empty();
            if is_part && other.frame.layout == self.frame.layout {
                self.easier.push(Easier {
                    cells: other.frame.cells,
                    salt: other.salt,
                });
            }
            if is_part || !self.is_optimistic {
                self.learn(other);
            }
        }
    }

    /// Takes over failures in one optimistic frame.
    pub(super) fn learn(&mut self, other: &Self) {
        if self.is_ko_in_doubt() && other.fails_against_two_threats() {
            self.known[KoThreats::REFUTER_TWO.rank()] = Some(false);
        }
        if self.found.is_some() {
            return;
        }
        if !self.holds_without_threats() {
            self.hint = other.guess.or(self.hint);
        }
        for (known, learned) in self.known.iter_mut().zip(other.known) {
            if learned == Some(false) {
                *known = learned;
            }
        }
        self.choose_threats();
    }

    /// Chooses the next claim to try from what is known, or concludes with a result.
    pub(super) fn choose_threats(&mut self) {
        if self.known[KoThreats::Nobody.rank()] == Some(false) {
            self.known[KoThreats::REFUTER_TWO.rank()] = Some(false);
        }
        if self.known[KoThreats::REFUTER_TWO.rank()] == Some(false) {
            self.known[KoThreats::RefuterEndless.rank()] = Some(false);
        }
        if self.known[KoThreats::REFUTER_TWO.rank()] == Some(true) {
            self.known[KoThreats::Nobody.rank()] = Some(true);
        }
        let [refuter_endless, refuter_two, nobody, _, prover_endless] = self.known;
        match (refuter_endless, nobody, prover_endless) {
            (Some(true), ..) => self.found = Some(Verdict::Achieved),
            (_, _, Some(false)) => self.found = Some(Verdict::Refuted),
            (_, Some(false), Some(true)) => {
                self.found = Some(Verdict::Ko {
                    is_favorable: false,
                });
            }
            (_, Some(false), None) => self.ko_threats = KoThreats::ProverEndless,
            (Some(false), Some(true), _) if refuter_two == Some(true) => {
                self.found = Some(Verdict::Achieved);
            }
            (Some(false), Some(true), _) => self.found = Some(Verdict::Ko { is_favorable: true }),
            (None, Some(true), _) => self.ko_threats = KoThreats::RefuterEndless,
            (Some(false), None, _) if self.begins_against_two && refuter_two.is_none() => {
                self.ko_threats = KoThreats::REFUTER_TWO;
            }
            (Some(false), None, _) => self.ko_threats = KoThreats::Nobody,
            (None, None, _) => {}
        }
    }

    /// Whether the frame may grow where the current claim fails. A kill with a ko is examined in the frame that holds
    /// the defender; a life is searched for in ever larger frames.
    pub(super) fn grows_with_threats(&self) -> bool {
        (self.goal == Goal::Kill) == (self.ko_threats != KoThreats::RefuterEndless)
    }

    /// Whether a favorable ko was found, but not yet tested against two threats of the refuter.
    pub(super) fn is_ko_in_doubt(&self) -> bool {
        self.found == Some(Verdict::Ko { is_favorable: true })
            && self.known[KoThreats::REFUTER_TWO.rank()].is_none()
    }

    /// Whether the claim holds when neither side has ko threats.
    pub(super) fn holds_without_threats(&self) -> bool {
        self.known[KoThreats::Nobody.rank()] == Some(true)
    }

    /// Whether the search of the claim ended early and the claim looked easier to prove than to refute.
    pub(super) fn is_promising(&self) -> bool {
        self.numbers
            .is_some_and(|numbers| numbers.proof <= numbers.disproof)
    }

    /// Whether the claim fails when the refuter has two ko threats.
    pub(super) fn fails_against_two_threats(&self) -> bool {
        self.known[KoThreats::REFUTER_TWO.rank()] == Some(false)
    }

    /// Whether one of the other attempts is about to search the same claim in the same frame: one that has not grown
    /// yet.
    pub(super) fn is_searched_by(&self, others: &[Self]) -> bool {
        others.iter().any(|other| {
            other.found.is_none() && (other.salt, other.ko_threats) == (self.salt, self.ko_threats)
        })
    }

    pub(super) const fn frame_kind(&self) -> FrameKind {
        if self.is_optimistic {
            FrameKind::Optimistic
        } else {
            FrameKind::Pessimistic
        }
    }

    pub(super) fn fight(&self) -> Fight<'_, N> {
        self.fight_for(self.ko_threats)
    }

    pub(super) fn fight_for(&self, ko_threats: KoThreats) -> Fight<'_, N> {
        self.fight_in(&self.frame, ko_threats, self.salt)
    }

    pub(super) fn fight_in<'f>(
        &'f self,
        frame: &'f Frame<N>,
        ko_threats: KoThreats,
        salt: u64,
    ) -> Fight<'f, N> {
        Fight {
            frame,
            goal: self.goal,
            life: self.life,
            ko_threats,
            criteria: Criteria::All,
            salt,
            hint: self.hint.map_or(Cells::EMPTY, |point| frame.cell(point)),
            easier: if frame.layout == self.frame.layout {
                &self.easier
            } else {
                &[]
            },
        }
    }

    pub(super) fn is_same_frame(&self, frame: &Frame<N>) -> bool {
        self.frame.region == frame.region
            && self.frame.anchored == frame.anchored
            && self.frame.exits == frame.exits
    }
}
