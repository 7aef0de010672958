//! The last moves of a game, each beside the best one.

use std::time::Instant;

use super::assumed_safe::AssumedSafe;
use super::likely_owners::LikelyOwners;
use super::state::Engine;
use crate::base::{Budget, counted};
use crate::board::{Color, Game, Move, PerColor, Point, PointSet};
use crate::cgt::{Dyadic, GameError};
use crate::endgame::verdict::{Loss, PlayKind, Verdict};
use crate::endgame::{Endgame, GrantedFact, ScoreRange, shown_probability};

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
        let Verdict { worth, best, .. } = &self.verdict;
        let (best, best_worth) = (*best)?;
        let (worth, best_worth) = ((*worth)?, best_worth?);
        if best == self.mv || !self.verdict.loses() {
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

/// What a review has found out about the position after a move.
#[derive(Clone, Debug, Default)]
struct After {
    leads: Leads,
    /// The side to move, and the score with best play.
    score: Option<(Color, ScoreRange)>,
    /// Whether something is taken for granted, and what.
    is_given: bool,
    facts: Vec<GrantedFact>,
    /// The points of each region, and its temperature if that is known.
    heats: Vec<(PointSet, Option<Dyadic>)>,
    /// The move that was played there.
    played: Option<(Color, Move)>,
}

/// Moves at most so many points apart may be a play and its answer.
const NEAR: u8 = 3;

impl After {
    /// Whether two moves, one after the other, are a play inside an area that is granted to the other color and its
    /// answer there.
    fn is_answered(&self, play: Option<(Color, Move)>, answer: Option<(Color, Move)>) -> bool {
        let (Some((color, Move::Play(at))), Some((owner, Move::Play(reply)))) = (play, answer)
        else {
            return false;
        };
        let is_near = at.x().abs_diff(reply.x()) <= NEAR && at.y().abs_diff(reply.y()) <= NEAR;
        let holds = |fact: &GrantedFact| {
            fact.color == owner && fact.territory.contains(at) && fact.territory.contains(reply)
        };
        owner == color.opponent() && is_near && self.facts.iter().any(holds)
    }

    /// Whether a move leads from this position to one in which something that is granted here has become open, and is
    /// hotter than all that was open here: the move threatens it. What is open in the region of the move is counted
    /// there.
    fn is_threatened(&self, next: &Self, mv: Move) -> bool {
        let granted = self.facts.iter().fold(PointSet::EMPTY, |all, fact| {
            all | fact.stones | fact.territory
        });
        let hottest = self.heats.iter().filter_map(|&(_, heat)| heat).max();
        let most = hottest.unwrap_or(Dyadic::ZERO).max(Dyadic::ZERO);
        let is_of_move = |points: &PointSet| matches!(mv, Move::Play(at) if points.contains(at));
        let was_open = self.heats.iter();
        let was_open = was_open.filter(|(points, heat)| heat.is_none() || is_of_move(points));
        let was_open = was_open.fold(PointSet::EMPTY, |all, (points, _)| all | *points);
        next.heats.iter().any(|(points, heat)| {
            heat.is_none_or(|heat| heat > most)
                && points.intersects(&granted)
                && !points.intersects(&was_open)
        })
    }
}

/// Puts a loss into a verdict about `mv` that agrees with the scores before and after it. Whether that changes the
/// verdict.
fn follow(verdict: &mut Verdict, mv: Move, loss: Loss) -> bool {
    if loss == verdict.loss {
        return false;
    }
    // What seemed exact and is contradicted is an estimate.
    let about = match verdict.loss {
        Loss::Exact(points) => Some(points),
        Loss::Between(..) | Loss::Unknown => verdict.about,
    };
    verdict.about = loss.estimate(about);
    verdict.loss = loss;
    if verdict.loses() && verdict.best.is_some_and(|(best, _)| best == mv) {
        verdict.best = None;
    }
    true
}

/// Adds the facts that go beyond those that are there.
fn add_facts(facts: &mut Vec<GrantedFact>, more: Vec<GrantedFact>) {
    let points = |fact: &GrantedFact| fact.stones | fact.territory;
    for fact in more {
        let is_known = |known: &GrantedFact| {
            known.color == fact.color && points(&fact).is_subset(&points(known))
        };
        if !facts.iter().any(is_known) {
            facts.push(fact);
        }
    }
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
        let mut after = After::default();
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

    /// The verdict about the move that was played in a position. `after` is what is known of the position after it, and
    /// of the one before it when this is done.
    fn review_move(
        &mut self,
        before: &Game,
        (number, color, mv): (usize, Color, Move),
        after: &mut After,
        limits: &Budget,
    ) -> Result<ReviewedMove, GameError> {
        let (endgame, owners) = self.endgame_given(before, limits);
        let score = endgame.score(&mut self.store, color)?;
        let now = After {
            leads: owners.as_ref().map(leads_of).unwrap_or_default(),
            score: Some((color, score)),
            is_given: owners.is_some(),
            facts: endgame.facts.clone(),
            heats: endgame.heats(&mut self.store)?,
            played: Some((color, mv)),
        };
        let next = std::mem::replace(after, now.clone());
        let mut verdict = endgame.verdict(&mut self.store, color, mv)?;
        let is_followed = next.score.is_some_and(|(to_move, _)| to_move != color);
        let in_doubt = if now.is_answered(now.played, next.played)
            || is_followed && now.is_threatened(&next, mv)
        {
            Some(PlayKind::Threat)
        } else if now.is_answered(before.last_move(), now.played) {
            Some(PlayKind::Answer)
        } else {
            None
        };
        let (mut facts, mut is_given) = (now.facts, now.is_given);
        let left = next.score.filter(|_| is_followed);
        let loss = left.map(|(_, left)| verdict.loss.narrowed(score, left, color));
        if let Some(kind) = in_doubt.filter(|_| verdict.loses()) {
            verdict = verdict.in_doubt(kind);
        } else if let Some(loss) = loss
            && follow(&mut verdict, mv, loss)
        {
            is_given |= next.is_given;
            add_facts(&mut facts, next.facts);
        }
        Ok(ReviewedMove {
            number,
            color,
            mv,
            basis: if is_given {
                ReviewBasis::Given
            } else {
                ReviewBasis::Proved
            },
            score,
            verdict,
            facts,
            lost_by_network: match (now.leads[color], next.leads[color.opponent()]) {
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
        let given = self.granted(game, &closed, &owners, limits);
        (given, Some(owners))
    }

    /// The position taken apart further along what looks certain in its open regions. What is taken for granted is
    /// listed.
    pub(super) fn granted(
        &mut self,
        game: &Game,
        closed: &Endgame,
        owners: &LikelyOwners,
        limits: &Budget,
    ) -> Endgame {
        let board = game.board();
        let assumed = AssumedSafe::new(board, |point| owners.mean(point));
        let share = |color: Color, point: Point| {
            f64::midpoint(1.0, f64::from(color.sign()) * owners.mean(point))
        };
        let mut endgame = self.along_assumed(game, closed, &assumed, limits);
        let regions = endgame.partition.regions.iter();
        let open = regions.fold(PointSet::EMPTY, |all, region| all | region.point_set());
        let territory = PerColor::from_fn(|color| assumed.territory[color] - open);
        endgame.facts = closed.partition.facts(&assumed.stones, &territory, share);
        if !endgame.is_exact() {
            endgame.bound_given(game, limits);
        }
        endgame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &[&str]) -> PointSet {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    fn position(heats: &[(&[&str], Option<i32>)]) -> After {
        let heats = heats.iter();
        After {
            facts: vec![GrantedFact {
                color: Color::White,
                stones: points(&["D4", "D5"]),
                territory: points(&["E4", "E5"]),
                probability: 0.9,
            }],
            heats: heats
                .map(|&(names, heat)| (points(names), heat.map(Dyadic::from)))
                .collect(),
            ..After::default()
        }
    }

    #[test]
    fn a_play_in_a_granted_area_and_its_answer_belong_together() {
        let position = position(&[]);
        let play = |color, name: &str| Some((color, Move::Play(name.parse().unwrap())));
        let (threat, answer) = (play(Color::Black, "E4"), play(Color::White, "E5"));
        assert!(position.is_answered(threat, answer));
        assert!(!position.is_answered(answer, threat));
        assert!(!position.is_answered(threat, play(Color::White, "A1")));
        assert!(!position.is_answered(threat, Some((Color::White, Move::Pass))));
    }

    #[test]
    fn a_move_that_opens_what_is_granted_is_a_threat() {
        let before = position(&[(&["A1", "A2"], Some(2))]);
        let elsewhere = Move::Play("C4".parse().unwrap());
        let is_threat =
            |after: &[(&[&str], Option<i32>)], mv| before.is_threatened(&position(after), mv);
        assert!(is_threat(&[(&["C3", "D4"], Some(5))], elsewhere));
        assert!(is_threat(&[(&["C3", "D4"], None)], elsewhere));
        // Nothing is hotter than what was open, or the region is not one that was granted, or it is that of the move.
        assert!(!is_threat(&[(&["C3", "D4"], Some(2))], elsewhere));
        assert!(!is_threat(&[(&["A1", "A2"], Some(5))], elsewhere));
        assert!(!is_threat(
            &[(&["A1", "D4"], Some(5))],
            Move::Play("A2".parse().unwrap())
        ));
    }
}
