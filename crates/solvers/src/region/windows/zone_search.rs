//! The search of a window by zones: what a proof does not use may be the opponent's.
//!
//! A position with the opponent to move is kept together with all others in which the owner has the same stones and the
//! opponent has none but on a set of points: the set is everything that the proof leaves aside. So the opponent is
//! given what it may have, and only its plays on the other points need an answer. First the owner's best play is looked
//! for as if the opponent had passed: what that proof leaves aside bounds the plays that are looked at. Theorem 8 in
//! `docs/design/windows.md` is about these sets. It is not true where suicide is allowed.
//!
//! The search goes in rounds: one answer of the owner in a line until eyes that stay settle the window, then two, and
//! so on. An answer that is less likely than others (`order`) counts as more than one. What a round has found stays
//! known.

use super::super::region_board::{Mask, bits};
use super::order::{Choice, UNIT};
use super::solver::Solver;
use super::window::{Invasion, Stones};
use super::zones::Zone;
use crate::base::Budget;

/// Most answers of the owner in a line.
const MOST_ROUNDS: u16 = 12;

/// Why a position is not known to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    Broken,
    /// The answers of a line may not cost so little.
    TooFew,
}

/// An answer that keeps the duties.
#[derive(Clone, Copy, Debug)]
struct Answer {
    /// The point of the play, nothing for a pass.
    play: Mask,
    next: Stones,
    zone: Zone,
}

impl Solver<'_> {
    /// Whether the owner keeps the duties from `start`; nothing when the budget is used up or after many rounds.
    pub(super) fn keep_by_zones(&mut self, start: Stones, budget: &mut Budget) -> Option<bool> {
        for n_answers in 1..=MOST_ROUNDS {
            match self.keep(start, n_answers * UNIT, budget)? {
                Ok(_) => return Some(true),
                Err(Failure::Broken) => return Some(false),
                Err(Failure::TooFew) => {}
            }
        }
        None
    }

    /// The set of kept positions with this one, if answers in a line that cost at most `limit` are enough.
    fn keep(
        &mut self,
        stones: Stones,
        limit: u16,
        budget: &mut Budget,
    ) -> Option<Result<Zone, Failure>> {
        if let Some(zone) = self.zones.find(stones) {
            return Some(Ok(zone));
        }
        let tried = self.zones.tried(stones);
        if tried.is_some_and(|tried| tried >= limit) {
            return Some(Err(Failure::TooFew));
        }
        budget.spend(1).ok()?;
        let settled = tried.map_or_else(|| self.settled_zone(stones), |_| None);
        let found = match settled {
            Some(zone) => Ok(zone),
            None if limit >= UNIT => self.answer_all(stones, limit, budget)?,
            None => Err(Failure::TooFew),
        };
        match found {
            Ok(zone) => self.zones.kept.entry(stones.own).or_default().push(zone),
            Err(_) => self.zones.fail(stones, limit),
        }
        Some(found)
    }

    /// The positions that are settled as this one is, if it is.
    fn settled_zone(&self, stones: Stones) -> Option<Zone> {
        let needs = self.duties.needs(self.window, stones)?;
        let caught = stones.other & needs.eyes | needs.fillers;
        let rest = self.window.rest(stones.own | needs.eyes);
        // Beside what is caught no stone may come or go: joined with others, it could be taken in their stead.
        Some(Zone {
            other: rest & !self.window.spread(caught) | stones.other,
            caught,
        })
    }

    /// Looks for an answer to each play of the opponent that matters.
    fn answer_all(
        &mut self,
        stones: Stones,
        limit: u16,
        budget: &mut Budget,
    ) -> Option<Result<Zone, Failure>> {
        let window = self.window;
        let (empty, held) = (window.empty(stones), window.held(stones));
        if self.fatal_plays(stones, held) != 0 {
            return Some(Err(Failure::Broken));
        }
        // What the owner would play if it were its turn.
        let Some(free) = self.answer_to(stones, 0, 0, limit, budget)? else {
            return Some(Err(Failure::TooFew));
        };
        let mut zone = Zone {
            other: stones.other | empty,
            caught: 0,
        };
        self.restrict(&mut zone, stones, stones, free);
        if self.duties.territory == 0 {
            // No pass of the opponent makes the owner play.
            zone.caught = 0;
        }
        let mut answered = 0;
        loop {
            zone.other = self.sound_part(stones, zone, held);
            let n_unanswered = |index: &u8| self.zones.n_unanswered[usize::from(*index)];
            let Some(index) = bits(empty & !zone.other & !answered).max_by_key(n_unanswered) else {
                return Some(Ok(zone));
            };
            answered |= 1 << index;
            let Invasion::Stands(after) = window.invade(stones, held, index) else {
                // Without a liberty the play is forbidden as long as the stones around it are the same.
                let block = window.component(1 << index, stones.other | 1 << index);
                zone.caught |= block & stones.other;
                continue;
            };
            let answer = self.answer_to(after, 1 << index, free.play, limit, budget)?;
            let Some(answer) = answer else {
                self.zones.n_unanswered[usize::from(index)] += 1;
                return Some(Err(Failure::TooFew));
            };
            self.restrict(&mut zone, stones, after, answer);
        }
    }

    /// Leaves of a zone what holds with an answer to the play that led to `after` as well.
    fn restrict(&self, zone: &mut Zone, stones: Stones, after: Stones, answer: Answer) {
        let window = self.window;
        let taken = after.other & !answer.next.other;
        zone.caught |= (answer.zone.caught | taken) & stones.other;
        zone.other &= answer.zone.other & !answer.play | stones.other;
        if taken == 0 && answer.play & !window.held(answer.next) != 0 {
            // The answer needs a liberty.
            let block = window.component(answer.play, answer.next.own);
            zone.other &= !window.spread(block) | stones.other;
        }
    }

    /// The plays of the opponent that break the duties at once.
    pub(super) fn fatal_plays(&self, stones: Stones, held: Mask) -> Mask {
        let empty = self.window.empty(stones);
        let lifelines = self.duties.lifelines(self.window, stones, false);
        if lifelines.are_whole {
            (self.window.captures(stones, held) | lifelines.last) & empty
        } else {
            empty
        }
    }

    /// The part of a zone's points in which all stones of the opponent leave the duties kept for now and its plays
    /// elsewhere harmless, and which does not touch what is caught.
    fn sound_part(&self, stones: Stones, zone: Zone, held: Mask) -> Mask {
        let window = self.window;
        let mut other = zone.other & !window.spread(zone.caught) | stones.other;
        let is_sound = |other: Mask| {
            let with = Stones { other, ..stones };
            self.duties.hold(window, with)
                && window.owner_breathes(with)
                && self.fatal_plays(with, held) == 0
        };
        for index in bits(other & !stones.other & window.beside_held(held)) {
            if is_sound(other) {
                return other;
            }
            other &= !(1 << index);
        }
        if is_sound(other) { other } else { stones.other }
    }

    /// An answer of the owner to a play of the opponent at `last`, or a free play of its own if that is empty. The play
    /// `usual` is tried first.
    fn answer_to(
        &mut self,
        stones: Stones,
        last: Mask,
        usual: Mask,
        limit: u16,
        budget: &mut Budget,
    ) -> Option<Option<Answer>> {
        for play in [usual, 0] {
            if play == 0 && last == 0 {
                continue;
            }
            let next = match bits(play & self.window.empty(stones)).next() {
                Some(index) => self.window.answer(stones, index),
                None => (play == 0).then_some(stones),
            };
            if let Some(next) = next.filter(|next| self.duties.hold(self.window, *next))
                && let Ok(zone) = self.keep(next, limit - UNIT, budget)?
            {
                return Some(Some(Answer { play, next, zone }));
            }
        }
        let choices = self.ordered_choices(stones, last, usual);
        budget.spend(choices.len() as u64).ok()?;
        let mut known = choices.iter();
        let known = known.find_map(|&Choice { next, play, .. }| {
            let zone = self.zones.find(next)?;
            Some(Answer { play, next, zone })
        });
        if known.is_some() {
            return Some(known);
        }
        for part in (UNIT + limit % UNIT..=limit).step_by(UNIT.into()) {
            for &Choice { next, play, cost } in choices.iter().take_while(|own| own.cost <= part) {
                if let Ok(zone) = self.keep(next, part - cost, budget)? {
                    self.zones.count_right(last, play);
                    return Some(Some(Answer { play, next, zone }));
                }
            }
        }
        Some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::duty::{Duties, End, Eye, Standing};
    use super::super::plan::Walls;
    use super::super::window::Placed;
    use super::*;
    use crate::base::Rng;
    use crate::board::{Board, Color, PointSet, Size};
    use std::collections::HashMap;

    /// Whether the owner keeps duties, by all plays and answers until eyes settle them, without pairs or zones.
    struct Oracle<'a> {
        placed: &'a Placed,
        duties: &'a Duties,
        known: HashMap<Stones, bool>,
    }

    impl Oracle<'_> {
        fn is_kept(&mut self, stones: Stones) -> bool {
            if let Some(&known) = self.known.get(&stones) {
                return known;
            }
            let window = &self.placed.window;
            let held = window.held(stones);
            let is_kept = self.duties.are_settled(window, stones)
                || self.duties.hold(window, stones)
                    && (self.duties.territory == 0 || self.has_answer(stones, false))
                    && bits(window.empty(stones)).all(|play| {
                        match window.invade(stones, held, play) {
                            Invasion::Captures => false,
                            Invasion::Smothered { during, .. } => {
                                self.duties.survive(window, during)
                            }
                            Invasion::Stands(after) => {
                                self.duties.survive(window, after) && self.has_answer(after, true)
                            }
                        }
                    });
            self.known.insert(stones, is_kept);
            is_kept
        }

        fn has_answer(&mut self, after: Stones, may_pass: bool) -> bool {
            let window = &self.placed.window;
            let plays = bits(window.empty(after)).filter_map(|play| window.answer(after, play));
            let mut answers: Vec<Stones> = plays.collect();
            answers.extend(may_pass.then_some(after));
            answers.into_iter().any(|next| self.is_kept(next))
        }
    }

    /// A board after random plays of both colors.
    fn random_board(rng: &mut Rng) -> Board {
        let (width, height) = [(4, 4), (5, 4), (6, 3), (7, 2), (5, 5)][rng.below(5) as usize];
        let mut board = Board::new(Size::new(width, height).unwrap());
        for _ in 0..rng.below(30) + 8 {
            let color = if rng.below(5) < 3 {
                Color::Black
            } else {
                Color::White
            };
            let empty = board.empty_points();
            let chosen = rng.below(u32::try_from(empty.len()).unwrap().max(1)) as usize;
            if let Some(&point) = empty.get(chosen) {
                let _ = board.play(color, point);
            }
        }
        board
    }

    /// Random points without walls, and duties of walls around them.
    fn random_window(rng: &mut Rng, board: &Board) -> Option<(Placed, Duties)> {
        let own: PointSet = board.points_of(Color::Black).collect();
        let given_up: PointSet = own.iter().filter(|_| rng.below(8) == 0).collect();
        let heads = board.first_stones(Color::Black).into_iter();
        let given_up: PointSet = heads
            .filter(|head| given_up.contains(*head))
            .flat_map(|head| board.stones(head))
            .collect();
        let nothing = PointSet::EMPTY;
        let walls = Walls::new(board, Color::Black, &nothing, &given_up);
        let rest = PointSet::board(board.size()) - walls.stones;
        let is_whole = rng.below(2) == 0;
        let points: PointSet = (rest.iter())
            .filter(|_| is_whole || rng.below(5) > 0)
            .collect();
        let placed = Placed::new(board, Color::Black, &points, |point| walls.at(point))?;
        let n_walls = u32::try_from(placed.wall_ids.len()).ok()?;
        let n_empty = placed.window.empty(placed.start).count_ones();
        if n_walls == 0 || !(2..=6).contains(&n_empty) {
            return None;
        }
        let mut some_walls = || 1 << rng.below(n_walls) | 1 << rng.below(n_walls);
        let mut duties = Duties::default();
        let (one, two, three) = (some_walls(), some_walls(), some_walls());
        if one & two == 0 && rng.below(2) == 0 {
            let standings = [Standing::Alive, Standing::Anchored, Standing::Alone];
            let ends = [one, two].map(|walls| End {
                walls,
                standing: standings[rng.below(3) as usize],
            });
            duties.links.push(ends.to_vec());
        }
        if duties.links.is_empty() || rng.below(2) == 0 {
            duties.eyes.push(Eye {
                walls: three,
                is_double: rng.below(2) == 0,
            });
        }
        if placed.window.open() == 0 && rng.below(2) == 0 {
            duties.territory = placed.window.rest(0);
            if rng.below(2) == 0 {
                (duties.links, duties.eyes) = (Vec::new(), Vec::new());
            }
        }
        Some((placed, duties))
    }

    /// Random positions of a zone.
    fn members(rng: &mut Rng, own: Mask, zone: Zone) -> Vec<Stones> {
        let member = |_| {
            let chosen = bits(zone.other).filter(|_| rng.below(2) == 0);
            let other = chosen.fold(zone.caught, |all, index| all | 1 << index);
            Stones { own, other }
        };
        (0..4).map(member).collect()
    }

    /// Whether what a search by zones has found answers every play of the opponent, and its pass where the owner has to
    /// play then.
    fn has_all_answers(solver: &Solver<'_>, stones: Stones) -> bool {
        let window = solver.window;
        let answers = |play| match window.invade(stones, window.held(stones), play) {
            Invasion::Captures => false,
            Invasion::Smothered { .. } => true,
            Invasion::Stands(after) => solver.answer(after, true).is_some(),
        };
        let must_play = solver.duties.territory != 0;
        solver.is_settled(stones)
            || bits(window.empty(stones)).all(answers)
                && (!must_play || solver.answer(stones, false).is_some())
    }

    #[test]
    fn all_positions_of_zones_are_kept() {
        let mut rng = Rng::new(58, 0);
        let (mut n_kept, mut n_broken, mut n_members, mut n_territories) = (0, 0, 0, 0);
        while n_kept < 100 || n_territories < 20 {
            let board = random_board(&mut rng);
            let Some((placed, duties)) = random_window(&mut rng, &board) else {
                continue;
            };
            let window = &placed.window;
            if !window.is_legal(placed.start) || !duties.hold(window, placed.start) {
                continue;
            }
            let mut oracle = Oracle {
                placed: &placed,
                duties: &duties,
                known: HashMap::new(),
            };
            let mut solver = Solver::new(window, &duties);
            let found = solver.keep_by_zones(placed.start, &mut Budget::nodes(50_000));
            let expected = oracle.is_kept(placed.start);
            assert!(
                found.is_none_or(|found| found == expected),
                "{board}\n{duties:?}\n{placed:?}"
            );
            n_kept += usize::from(found == Some(true));
            n_territories += usize::from(found == Some(true) && duties.territory != 0);
            n_broken += usize::from(found == Some(false));
            // In an order that is the same each time: members are drawn by lot.
            let mut kept: Vec<_> = solver.zones.kept.iter().collect();
            kept.sort_unstable_by_key(|&(own, _)| own);
            for (&own, zones) in kept {
                for &zone in zones {
                    let touching = window.spread(zone.caught) & !zone.caught;
                    assert_eq!(touching & zone.other, 0, "{placed:?}\n{zone:?}");
                    for stones in members(&mut rng, own, zone) {
                        if window.is_legal(stones) {
                            assert!(
                                oracle.is_kept(stones) && has_all_answers(&solver, stones),
                                "{board}\n{duties:?}\n{placed:?}\n{zone:?}\n{stones:?}"
                            );
                            n_members += 1;
                        }
                    }
                }
            }
        }
        assert!(n_broken > 5 && n_members > 1_000, "{n_broken} {n_members}");
    }
}
