//! Questions about the capture of blocks with few liberties.
//!
//! Reading of few liberties looks at likely moves only, so that its answers are estimates. They are part of the one
//! answer about a block: a block that can be taken is killed, and one that can't be saved from being taken does not
//! live. A proof about its life stands: a block that can't be killed can't be taken, and one that can be made to live
//! can be saved. So the answers about the capture of a block and about its life agree.

use super::best_move::BestMove;
use super::effort::Effort;
use super::error::ReadingError;
use super::finding::Finding;
use super::known_capture::KnownCapture;
use super::position::PositionReading;
use crate::base::Budget;
use crate::board::{Color, Point, PointSet};
use crate::tactics::capture::{Capture, LadderStatus};
use crate::tactics::double_threat::DoubleThreat;
use crate::tactics::ko::Success;
use crate::tsumego::reader::{Basis, Taking};
use crate::tsumego::{Goal, Question, Reading, Verdict};

/// Liberties of a block up to which it may be captured for want of eyes, as GNU Go's reading of few liberties sees it.
const FEW_LIBERTIES: u16 = 4;

/// All searches about one capture may cost so many times as much as a single one: two seconds at most. With fewer,
/// moves that capture were no longer found.
const CAPTURE_SEARCHES: u64 = 24;

impl PositionReading<'_> {
    /// Whether the attacker, moving first, captures a block, by few liberties or for want of eyes.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn attack(&mut self, target: Point) -> Result<BestMove, ReadingError> {
        let usual = self.usual();
        Ok(BestMove::of(&self.capture(target, Goal::Kill, &usual)?))
    }

    /// Whether the defender, moving first, saves a block from capture.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn defend(&mut self, target: Point) -> Result<BestMove, ReadingError> {
        let usual = self.usual();
        Ok(BestMove::of(&self.capture(target, Goal::Live, &usual)?))
    }

    /// Whether a block is taken, or saved from that; without a move if none is needed.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn capture(
        &mut self,
        target: Point,
        goal: Goal,
        effort: &Effort,
    ) -> Result<Finding, ReadingError> {
        let question = self.question(target, goal)?;
        let reading = match goal {
            Goal::Kill => self.taken(target, question, effort)?,
            Goal::Live => self.rescued(target, question, effort)?,
        };
        Ok(self.as_playable(Finding::of_life(&reading, question.to_move)))
    }

    /// Whether the attacker takes a block: as few liberties show it, unless it is proved that the block is not killed.
    fn taken(
        &mut self,
        target: Point,
        kill: Question,
        effort: &Effort,
    ) -> Result<Reading, ReadingError> {
        if self.life.memory.bounds(self.board, &kill).most == Success::None {
            return Ok(Reading::proved(
                Verdict::Refuted,
                Vec::new(),
                PointSet::EMPTY,
            ));
        }
        let found = self.attack_by_few_liberties(target, effort)?;
        let Some(found) = found else {
            let reading = self.want_of_eyes(target, Goal::Kill)?;
            let proof = reading.filter(Reading::is_proven);
            return Ok(
                proof.unwrap_or_else(|| of_few_liberties(Verdict::Refuted, Taking::NotTaken))
            );
        };
        let killed = self.read(kill, effort)?;
        let is_less = killed.verdict.success() < found.verdict.success();
        Ok(if is_less { killed } else { found })
    }

    /// Whether the owner saves a block from being taken: as few liberties show it, unless the answer about its life is
    /// better.
    fn rescued(
        &mut self,
        target: Point,
        live: Question,
        effort: &Effort,
    ) -> Result<Reading, ReadingError> {
        let kill = live.of_the_other();
        if self.life.memory.bounds(self.board, &kill).most == Success::None {
            return Ok(Reading::proved(
                Verdict::Achieved,
                Vec::new(),
                PointSet::EMPTY,
            ));
        }
        let found = self.defense_by_few_liberties(target, effort)?;
        if is_safe_without_a_move(&found) {
            let rescue = self.rescue_for_want_of_eyes(target)?;
            return Ok(rescue.unwrap_or(found));
        }
        let killed = self.read(kill, effort)?;
        let is_alive = |killed: &Reading| killed.verdict.success() == Success::None;
        if !is_alive(&killed) && found.verdict == Verdict::Achieved {
            return Ok(found);
        }
        let living = self.read(live, effort)?;
        let agreed = self.in_agreement(&kill, killed.clone(), &living);
        if is_alive(&agreed) {
            let basis = match agreed.verdict {
                Verdict::Refuted => agreed.basis,
                Verdict::Unknown | Verdict::Achieved | Verdict::Ko { .. } => found.basis,
            };
            return Ok(Reading::new(Verdict::Achieved, basis));
        }
        if found.verdict == Verdict::Achieved {
            return Ok(found);
        }
        let saved = self.in_agreement(&live, living, &killed);
        Ok(if saved.verdict.success() > found.verdict.success() {
            saved
        } else {
            found
        })
    }

    /// The move that saves a block if reading of few liberties finds no capture, but a proof finds that it dies for
    /// want of eyes.
    fn rescue_for_want_of_eyes(&mut self, target: Point) -> Result<Option<Reading>, ReadingError> {
        let attack = self.want_of_eyes(target, Goal::Kill)?;
        let is_killed = attack.is_some_and(|attack| {
            attack.is_proven() && attack.judgement().success() != Success::None
        });
        if !is_killed {
            return Ok(None);
        }
        let rescue = self.want_of_eyes(target, Goal::Live)?;
        Ok(rescue.filter(|rescue| rescue.judgement().success() != Success::None))
    }

    /// An answer about the life of a block as far as few liberties let it stand: one that can be taken is killed, and
    /// one that can't be saved from being taken does not live. Such a capture was right in 135 of 147 cases, more often
    /// than any other estimate against it (`docs/measurements/calibration.md`); only a proof stands against it.
    ///
    /// Cost: that of one capture if it could change the answer.
    pub(super) fn with_captures(
        &mut self,
        question: &Question,
        reading: Reading,
        effort: &Effort,
    ) -> Result<Reading, ReadingError> {
        let owner = question.owner(self.board).ok_or(ReadingError::NoStone)?;
        let is_own_turn = question.to_move == question.goal.player(owner);
        let Some(target) = question.targets.first().filter(|_| is_own_turn) else {
            return Ok(reading);
        };
        let is_open = !reading.is_proven() && can_change(question.goal, &reading);
        if !is_open || question.targets.len() > 1 || !self.has_few_liberties(target) {
            return Ok(reading);
        }
        let found = match question.goal {
            Goal::Kill => self.attack_by_few_liberties(target, effort)?,
            Goal::Live => Some(self.defense_by_few_liberties(target, effort)?),
        };
        let bounds = self.life.bounds(self.board, question);
        Ok(match found {
            Some(found) if changes(question.goal, &found, &reading) => bounds.apply(Reading {
                n_nodes: reading.n_nodes,
                elapsed: reading.elapsed,
                ..found
            }),
            Some(_) | None => reading,
        })
    }

    /// The capture of a block by few liberties, if one is found that superko does not forbid.
    fn attack_by_few_liberties(
        &mut self,
        target: Point,
        effort: &Effort,
    ) -> Result<Option<Reading>, ReadingError> {
        let attacker = self.owner(target)?.opponent();
        let (success, mv) = self.few_liberties(target, Goal::Kill, effort)?;
        let is_banned = mv.is_some_and(|mv| self.is_banned(attacker, mv));
        let taking = match success {
            Success::Clean => Taking::Taken,
            Success::KoTakingFirst | Success::KoNeedingThreat => Taking::Ko,
            Success::None => return Ok(None),
        };
        Ok((!is_banned).then(|| Reading {
            line: vec![mv],
            ..of_few_liberties(Verdict::of(success), taking)
        }))
    }

    /// Whether the owner saves a block from being taken by few liberties; without a move if none is needed.
    fn defense_by_few_liberties(
        &mut self,
        target: Point,
        effort: &Effort,
    ) -> Result<Reading, ReadingError> {
        let (success, mv) = self.few_liberties(target, Goal::Live, effort)?;
        let taking = match success {
            Success::Clean => Taking::Saved,
            Success::KoTakingFirst | Success::KoNeedingThreat => Taking::Ko,
            Success::None => Taking::Taken,
        };
        Ok(Reading {
            line: mv.into_iter().map(Some).collect(),
            ..of_few_liberties(Verdict::of(success), taking)
        })
    }

    /// What the search among likely moves finds; it is done once for a position, unless its time was over.
    fn few_liberties(
        &mut self,
        target: Point,
        goal: Goal,
        effort: &Effort,
    ) -> Result<(Success, Option<Point>), ReadingError> {
        let head = self
            .board
            .stones(target)
            .min()
            .ok_or(ReadingError::NoStone)?;
        let nodes = effort.for_captures(self.depth.scale(self.budgets.capture), &self.budgets);
        let is_same =
            |known: &&KnownCapture| (known.head, known.nodes, known.goal) == (head, nodes, goal);
        if let Some(known) = self.captures.iter().find(is_same) {
            return Ok(known.found);
        }
        let mut search = self.capture_search(target, nodes, effort.limits())?;
        let found = match goal {
            Goal::Kill => search.attack(nodes),
            Goal::Live => search.defend(nodes),
        };
        if effort.limits().check().is_ok() {
            self.captures.push(KnownCapture {
                head,
                nodes,
                goal,
                found,
            });
        }
        Ok(found)
    }

    /// How well a move of the attacker captures a block; not at all if it is illegal.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn attack_by(&mut self, mv: Point, target: Point) -> Result<Success, ReadingError> {
        let attacker = self.owner(target)?.opponent();
        if self.is_banned(attacker, mv) {
            return Ok(Success::None);
        }
        let nodes = self.depth.scale(self.budgets.capture);
        let mut search = self.capture_search(target, nodes, &self.limits)?;
        let found = search.does_attack(mv, nodes);
        if found == Success::None {
            return Ok(found);
        }
        let kill = self.question(target, Goal::Kill)?;
        let killed = self.agreed(kill, &self.usual())?;
        Ok(match killed.verdict {
            Verdict::Unknown => found,
            Verdict::Achieved | Verdict::Refuted | Verdict::Ko { .. } => {
                found.min(killed.verdict.success())
            }
        })
    }

    /// How well a move of the defender saves a block from capture; not at all if it is illegal.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn defend_by(&mut self, mv: Point, target: Point) -> Result<Success, ReadingError> {
        if self.is_banned(self.owner(target)?, mv) {
            return Ok(Success::None);
        }
        let nodes = self.depth.scale(self.budgets.capture);
        let mut search = self.capture_search(target, nodes, &self.limits)?;
        Ok(search.does_defend(mv, nodes))
    }

    /// What becomes of a block if the attacker does nothing but give atari.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn ladder(&mut self, target: Point) -> Result<LadderStatus, ReadingError> {
        let nodes = self.depth.scale(self.budgets.capture);
        let mut search = self.capture_search(target, nodes, &self.limits)?;
        Ok(search.ladder(self.budgets.ladder))
    }

    /// How well the attacker captures one of two blocks of one color, perhaps by a move that threatens both.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn attack_either(&mut self, first: Point, second: Point) -> Result<Success, ReadingError> {
        self.of_one_color(first, second)?;
        let best = self.double_threat().attack_either(first, second);
        Ok(best.map_or(Success::None, |(success, _)| success))
    }

    /// How well the defender saves two blocks of one color together.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn defend_both(&mut self, first: Point, second: Point) -> Result<Success, ReadingError> {
        self.of_one_color(first, second)?;
        let best = self.double_threat().defend_both(first, second);
        Ok(best.map_or(Success::None, |(success, _)| success))
    }

    /// A move of `color` that threatens two blocks neither of which it captures by itself.
    #[must_use]
    pub fn double_attack(&mut self, color: Color) -> Option<Point> {
        self.double_threat().attack_of(color)
    }

    /// The moves of `color` that answer such a threat of the other side.
    #[must_use]
    pub fn double_defenses(&mut self, color: Color) -> Vec<Point> {
        self.double_threat().defenses_of(color)
    }

    /// A search about a capture that costs `nodes` for each move, and so many times as much for all of them.
    fn capture_search(
        &self,
        target: Point,
        nodes: u64,
        limits: &Budget,
    ) -> Result<Capture, ReadingError> {
        let capture = Capture::new(self.board, target).ok_or(ReadingError::NoStone)?;
        let most = CAPTURE_SEARCHES.saturating_mul(nodes);
        Ok(capture.at_most(most).within(limits))
    }

    fn double_threat(&self) -> DoubleThreat<'_> {
        let nodes = self.depth.scale(self.budgets.double_threat);
        DoubleThreat::new(self.board, nodes).within(&self.limits)
    }

    /// The reading of life and death of a block with few liberties; `None` if it has many.
    fn want_of_eyes(&mut self, target: Point, goal: Goal) -> Result<Option<Reading>, ReadingError> {
        if !self.has_few_liberties(target) {
            return Ok(None);
        }
        let question = self.question(target, goal)?;
        let mut budget = self.limits.part(self.budgets.want_of_eyes);
        self.life_within(question, &mut budget).map(Some)
    }

    fn has_few_liberties(&self, target: Point) -> bool {
        let block = self.board.block_at(target);
        block.is_some_and(|block| block.n_liberties() <= FEW_LIBERTIES)
    }
}

/// An answer by reading of few liberties.
fn of_few_liberties(verdict: Verdict, taking: Taking) -> Reading {
    Reading::new(verdict, Basis::FewLiberties(taking))
}

/// Whether few liberties show that nothing has to be done for a block.
fn is_safe_without_a_move(found: &Reading) -> bool {
    found.verdict == Verdict::Achieved && found.line.is_empty()
}

/// Whether few liberties can show that an answer is wrong: a capture makes a kill better and a life worse.
fn can_change(goal: Goal, reading: &Reading) -> bool {
    reading.verdict != Verdict::of_death(goal)
}

/// Whether what few liberties show takes the place of an answer about life. They show nothing about a block that is not
/// taken.
fn changes(goal: Goal, found: &Reading, reading: &Reading) -> bool {
    let [shown, known] = [found, reading].map(|it| it.verdict.success());
    match goal {
        Goal::Kill => shown > known,
        Goal::Live if reading.verdict == Verdict::Unknown => shown == Success::None,
        Goal::Live => shown < known,
    }
}
