//! One way to look at a question of the [reader](super): a frame, and how far the claims about it were settled.
//!
//! An *optimistic* frame helps the claim: a block is killed if everything outside helps the attacker, or it lives if it gets out.
//! What fails there fails on the board. What is achieved there is an estimate, the more likely the larger the frame is, and its
//! first move is worth trying first. A *pessimistic* frame gives away what lies outside: what is achieved there is achieved on the
//! board. An attempt that *grows* begins with the points that the defender reaches first. It takes in more of the board where
//! the defender gets out, or where the attacker's success leans on the rim.

use super::reading::Verdict;
use crate::base::{Point, PointSet};
use crate::proof::Numbers;
use crate::tactics::ko::KoThreats;
use crate::tsumego::fight::{Easier, Fight};
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::frame::{Boundary, Frame};
use crate::tsumego::question::{Goal, LifeCriterion};

/// A frame, and how far the claims about it were settled.
#[derive(Clone)]
pub(crate) struct Attempt<const N: usize> {
    pub(super) goal: Goal,
    pub(super) life: LifeCriterion,
    pub(super) window: PointSet,
    pub(super) boundary: Boundary,
    pub(super) frame: Frame<N>,
    /// The claim to try next.
    pub(super) ko_threats: KoThreats,
    /// What is known of the claims that are tried in turn, by ko_threats.
    pub(super) known: [Option<bool>; KoThreats::N_RANKS],
    /// How hard the claim looked when its search ended early.
    pub(super) numbers: Option<Numbers>,
    /// What was proved in the frame, or a failure.
    pub(super) found: Option<Verdict>,
    pub(super) salt: u64,
    /// The most promising first move so far.
    pub(super) guess: Option<Point>,
    /// A point that is taken for vital.
    pub(super) hint: Option<Point>,
    /// Whether the frame helps the claim: what fails in it fails on the board, what is achieved in it is an estimate.
    pub(super) is_optimistic: bool,
    /// Whether the window grows where a failure leans on its rim.
    pub(super) grows: bool,
    /// The sketches in parts of the frame that have its layout.
    pub(super) easier: Vec<Easier<N>>,
}

impl<const N: usize> Attempt<N> {
    /// Takes over what sketches found: what fails there fails in larger sketches and in sound frames.
    pub(super) fn learn_from<'s>(&mut self, sketches: impl Iterator<Item = &'s Self>) {
        self.easier.clear();
        for sketch in sketches {
            let is_part = (sketch.frame.region - self.frame.region).is_empty();
            if is_part && sketch.frame.layout == self.frame.layout {
                self.easier.push(Easier {
                    cells: sketch.frame.cells,
                    salt: sketch.salt,
                });
            }
            if is_part || !self.is_optimistic {
                self.learn(sketch);
            }
        }
    }

    /// Takes over what failed in a sketch.
    pub(super) fn learn(&mut self, sketch: &Self) {
        if self.is_ko_in_doubt() && sketch.is_unclean() {
            self.known[KoThreats::REFUTER_TWO.rank()] = Some(false);
        }
        if self.found.is_some() {
            return;
        }
        if !self.is_fair() {
            self.hint = sketch.guess.or(self.hint);
        }
        for (known, sketched) in self.known.iter_mut().zip(sketch.known) {
            if sketched == Some(false) {
                *known = sketched;
            }
        }
        self.choose_threats();
    }

    /// What to try next after what is known, or what was found.
    pub(super) fn choose_threats(&mut self) {
        if self.known[KoThreats::Nobody.rank()] == Some(false) {
            self.known[KoThreats::REFUTER_TWO.rank()] = Some(false);
        }
        if self.known[KoThreats::REFUTER_TWO.rank()] == Some(false) {
            self.known[KoThreats::RefuterEndless.rank()] = Some(false);
        }
        let [clean, few, fair, _, free] = self.known;
        match (clean, fair, free) {
            (Some(true), ..) => self.found = Some(Verdict::Achieved),
            (_, _, Some(false)) => self.found = Some(Verdict::Refuted),
            (_, Some(false), Some(true)) => {
                self.found = Some(Verdict::Ko {
                    is_favorable: false,
                });
            }
            (_, Some(false), None) => self.ko_threats = KoThreats::ProverEndless,
            (Some(false), Some(true), _) if few == Some(true) => {
                self.found = Some(Verdict::Achieved);
            }
            (Some(false), Some(true), _) => self.found = Some(Verdict::Ko { is_favorable: true }),
            (None, Some(true), _) => self.ko_threats = KoThreats::RefuterEndless,
            (Some(false), None, _) => self.ko_threats = KoThreats::Nobody,
            (None, None, _) => {}
        }
    }

    /// Whether its frame may grow where the claim now tried fails. A kill that is no clean one is told apart in the frame that
    /// holds the defender; a life is looked for in ever larger ones.
    pub(super) fn grows_with_threats(&self) -> bool {
        (self.goal == Goal::Kill) == (self.ko_threats != KoThreats::RefuterEndless)
    }

    /// Whether it is open if a favorable ko that was found is one.
    pub(super) fn is_ko_in_doubt(&self) -> bool {
        self.found == Some(Verdict::Ko { is_favorable: true })
            && self.known[KoThreats::REFUTER_TWO.rank()].is_none()
    }

    /// Whether the claim is shown if nobody has ko threats.
    pub(super) fn is_fair(&self) -> bool {
        self.known[KoThreats::Nobody.rank()] == Some(true)
    }

    /// Whether the claim, if it is still open, looks easier to prove than to refute.
    pub(super) fn is_promising(&self) -> bool {
        self.numbers
            .is_some_and(|numbers| numbers.proof <= numbers.disproof)
    }

    /// Whether it has been ruled out that it is achieved though the other side has a few ko threats.
    pub(super) fn is_unclean(&self) -> bool {
        self.known[KoThreats::REFUTER_TWO.rank()] == Some(false)
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
