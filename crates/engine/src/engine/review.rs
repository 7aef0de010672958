//! The last moves of a game, each beside the best one.

use std::time::Instant;

use super::assumed_safe::AssumedSafe;
use super::likely_owners::LikelyOwners;
use super::state::Engine;
use crate::base::{Budget, counted};
use crate::board::{Color, Game, Move, PerColor, Point};
use crate::cgt::GameError;
use crate::endgame::verdict::{Loss, Verdict};
use crate::endgame::{Endgame, GrantedFact, Partition, ScoreRange, shown_probability};

/// What the verdict about a move rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewBasis {
    /// Proofs alone.
    Proved,
    /// Proofs, given the facts that are listed.
    Given,
}

/// A move of a game beside the best one.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// Its number in the game from its start, counted from 1.
    pub number: usize,
    /// Who played it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// What the verdict rests on.
    pub basis: ReviewBasis,
    /// What is taken for granted, the smallest areas first; empty if all is proved.
    pub facts: Vec<GrantedFact>,
    /// The score with best play before the move, from Black's view.
    pub score: ScoreRange,
    /// What the move is worth.
    pub verdict: Verdict,
    /// About how many points the move loses by the network alone: its score before the move less that after it. An
    /// estimate with an error of a point or so; nothing where all is proved, or without a network.
    pub lost_by_network: Option<f64>,
}

impl ReviewedMove {
    /// The move beside the largest one, as a sentence, if it loses something: such as `The largest endgame move was E1,
    /// gote 6 (miai 3); this is gote 2 (miai 1).` Nothing if one of them is not counted.
    #[must_use]
    pub fn comparison(&self) -> Option<String> {
        let Verdict {
            worth, best, about, ..
        } = &self.verdict;
        let (best, best_worth) = (*best)?;
        let (worth, best_worth) = ((*worth)?, best_worth?);
        let loses = match self.verdict.loss {
            Loss::Exact(points) => points > 0.0,
            Loss::Between(_, most) => most > 0.0 && about.is_none_or(|about| about > 0.0),
            Loss::Unknown => about.is_some_and(|about| about > 0.0),
        };
        if best == self.mv || !loses {
            return None;
        }
        let left_out = match self.verdict.n_uncounted {
            0 => String::new(),
            n => format!(" ({} not counted)", counted(n, "region")),
        };
        let [best_worth, worth] = [best_worth, worth].map(|worth| worth.words(self.color));
        Some(format!(
            "The largest endgame move was {best}, {best_worth}; this is {worth}{left_out}."
        ))
    }

    /// The probability of the least likely point that is taken for granted, below one; nothing if all is proved.
    #[must_use]
    pub fn probability(&self) -> Option<f64> {
        let probabilities = self.facts.iter().map(|fact| fact.probability);
        (self.basis == ReviewBasis::Given).then(|| shown_probability(probabilities))
    }
}

/// Black's lead by the network when each color moves first, if there is a network.
type Leads = PerColor<Option<f64>>;

fn leads_of(owners: &LikelyOwners) -> Leads {
    PerColor::from_fn(|first| {
        let evaluations = owners.scores().iter().filter(|it| it.first == first);
        let leads: Vec<f64> = evaluations.map(|it| it.lead).collect();
        #[expect(clippy::cast_precision_loss, reason = "two symmetries")]
        let n = leads.len() as f64;
        (!leads.is_empty()).then(|| leads.iter().sum::<f64>() / n)
    })
}

impl Engine {
    /// Reviews the last moves of a game, at most `last` of them, the latest first in time and in the answer. The time
    /// of `limits` is shared among them; the review ends early when it is over.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn review(
        &mut self,
        game: &Game,
        last: usize,
        limits: &Budget,
    ) -> Result<Vec<ReviewedMove>, GameError> {
        let mut before = game.clone();
        let mut reviewed = Vec::new();
        let mut after = Leads::default();
        for done in 0..last {
            let number = before.moves().len();
            let Some((color, mv)) = before.undo() else {
                break;
            };
            if limits.check().is_err() {
                break;
            }
            let share = match limits.time_left() {
                Some(left) => {
                    let n_left = u32::try_from((last - done).min(number)).unwrap_or(u32::MAX);
                    limits
                        .clone()
                        .until(Instant::now() + left * 3 / n_left.max(3))
                }
                None => limits.clone(),
            };
            let played = (number, color, mv);
            reviewed.push(self.review_move(&before, played, &mut after, &share)?);
        }
        Ok(reviewed)
    }

    /// The verdict about the move that was played in a position. `leads` are those after the move, and those before it
    /// when this is done.
    fn review_move(
        &mut self,
        before: &Game,
        (number, color, mv): (usize, Color, Move),
        leads: &mut Leads,
        limits: &Budget,
    ) -> Result<ReviewedMove, GameError> {
        let after = std::mem::take(leads);
        let (endgame, owners) = self.endgame_given(before, limits);
        *leads = owners.as_ref().map(leads_of).unwrap_or_default();
        let basis = match owners {
            Some(_) => ReviewBasis::Given,
            None => ReviewBasis::Proved,
        };
        Ok(ReviewedMove {
            number,
            color,
            mv,
            basis,
            score: endgame.score(&mut self.store, color)?,
            verdict: endgame.verdict(&mut self.store, color, mv)?,
            facts: endgame.facts,
            lost_by_network: match (leads[color], after[color.opponent()]) {
                (Some(before), Some(after)) => Some(f64::from(color.sign()) * (before - after)),
                _ => None,
            },
        })
    }

    /// The position as a sum of regions. Where that leaves some open, it is taken apart further along what looks
    /// certain by the network, or by playouts without one: the likely owners that this rests on come with it, and what
    /// is taken for granted is listed in the analysis.
    pub fn endgame_given(
        &mut self,
        game: &Game,
        limits: &Budget,
    ) -> (Endgame, Option<LikelyOwners>) {
        let closed = self.sum_of_regions(game, limits);
        if closed.is_exact() {
            return (closed, None);
        }
        let owners = match self.owners_by_network(game, limits) {
            Ok(owners) => owners,
            Err(_) => self.owners_by_playouts(game, limits),
        };
        let open = closed.open_regions();
        let given = self.granted(game, &closed.partition, &open, &owners, limits);
        (given, Some(owners))
    }

    /// The position taken apart further along what looks certain in its open regions. What is taken for granted is
    /// listed.
    pub(super) fn granted(
        &mut self,
        game: &Game,
        closed: &Partition,
        open: &[usize],
        owners: &LikelyOwners,
        limits: &Budget,
    ) -> Endgame {
        let board = game.board();
        let assumed = AssumedSafe::new(board, |point| owners.mean(point));
        let (stones, territory) = (&assumed.stones, &assumed.territory);
        let share = |color: Color, point: Point| {
            f64::midpoint(1.0, f64::from(color.sign()) * owners.mean(point))
        };
        let facts = closed.facts(stones, territory, share);
        let partition = closed.granting(board, open, stones, territory);
        let mut endgame = self.estimate_along(game, partition, limits);
        endgame.facts = facts;
        if !endgame.is_exact() {
            endgame.bound_given(game, limits);
        }
        endgame
    }
}
