//! Exact stops and winners of sums by search over the components.
//!
//! Two searches share one node expansion. The *score* search finds a stop. There every component may be replaced by
//! its reduced canonical form, since infinitesimals never change a stop. The *win* search decides which player makes
//! the last move. It is needed only when the stop is 0. Both use bounds from thermographs, dominance (a move need not
//! be tried if its incentive is at most that of another move), cancellation of `G + -G`, and a table of positions.
//! The keys of the table are the components themselves, so no answer depends on a hash alone.

use std::cmp::Reverse;
use std::rc::Rc;

use super::SumMove;
use super::bounds::{self, Bounds};
use super::table::{Map, StopBounds};
use crate::GameError;
use crate::dyadic::{Dyadic, Overflow};
use crate::game::Games;
use crate::game_id::{GameId, PartId};
use crate::player::Player;
use crate::thermograph::Thermograph;

/// What a search proved about the stop of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreReport {
    /// The proved bounds of the stop; a single value if the search was finished.
    pub stop: Bounds,
    /// A move after which the value is at least (for Right: at most) the best proved bound. `None` if there is no
    /// move or none was proved.
    pub best: Option<SumMove>,
    /// Positions searched.
    pub nodes: u64,
}

/// What a search proved about the winner of a sum, if the last move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinReport {
    /// The winner, if the budget was enough to prove it.
    pub winner: Option<Player>,
    /// A winning move of the player who starts, if there is one.
    pub best: Option<SumMove>,
    /// Positions searched.
    pub nodes: u64,
}

/// The two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Search {
    /// Finds stops; infinitesimals do not count.
    Score,
    /// Finds the player who makes the last move.
    Win,
}

/// A move in a component, prepared for ordering and dominance.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    part: PartId,
    option: GameId,
    incentive: GameId,
}

/// Components in order of their ids, and the player to move.
type SumKey = (Box<[PartId]>, Player);

/// Searches sums. It keeps its tables of positions, moves and thermographs for the next sum.
#[derive(Debug)]
pub struct SumSolver<'a> {
    games: &'a mut Games,
    scores: Map<SumKey, StopBounds>,
    wins: Map<(SumKey, i128), bool>,
    candidates: Map<(PartId, Player, Search), Rc<[Candidate]>>,
    graphs: Map<PartId, Rc<Thermograph>>,
    limit: usize,
    nodes: u64,
}

impl<'a> SumSolver<'a> {
    /// A solver on a table of games. It spends the budget of the table. It stores at most `limit` positions, and drops
    /// them all when it is full.
    pub fn new(games: &'a mut Games, limit: usize) -> Self {
        Self {
            games,
            scores: Map::default(),
            wins: Map::default(),
            candidates: Map::default(),
            graphs: Map::default(),
            limit,
            nodes: 0,
        }
    }

    /// The table of games.
    pub fn games(&mut self) -> &mut Games {
        self.games
    }

    /// The stop of a sum when `player` starts: exact if the budget is sufficient, else proved bounds.
    ///
    /// # Errors
    /// If a limit of the table is reached (but not if the budget ends).
    pub fn score(
        &mut self,
        components: &[GameId],
        player: Player,
    ) -> Result<ScoreReport, GameError> {
        let nodes_before = self.nodes;
        let mut report = ScoreReport {
            stop: Bounds::exact(Dyadic::ZERO),
            best: None,
            nodes: 0,
        };
        let (offset, parts) = self.reduced_parts(components)?;
        report.stop = self.score_bounds(&parts, player)?.translate(offset)?;
        match self.narrow(components, player, &mut report) {
            Ok(()) | Err(GameError::Stopped(_)) => {}
            Err(error) => return Err(error),
        }
        report.nodes = self.nodes - nodes_before;
        Ok(report)
    }

    /// Halves the interval until one value is left, then finds a move that keeps this value.
    fn narrow(
        &mut self,
        components: &[GameId],
        player: Player,
        report: &mut ScoreReport,
    ) -> Result<(), GameError> {
        let (offset, parts) = self.reduced_parts(components)?;
        let unit = self.unit(&parts, offset)?;
        let exponent = unit.exponent();
        // Ends of the interval in units.
        let (_, mut low) = in_units(report.stop.low, exponent)?;
        let (mut high, _) = in_units(report.stop.high, exponent)?;
        while low < high {
            let middle = low + (high - low + 1) / 2;
            let target = Dyadic::new(middle, exponent)?;
            if self.at_least(&parts, player, target.minus(offset)?)? {
                low = middle;
            } else {
                high = middle - 1;
            }
            report.stop = Bounds {
                low: Dyadic::new(low, exponent)?,
                high: Dyadic::new(high, exponent)?,
            };
        }
        report.stop = Bounds::exact(Dyadic::new(low, exponent)?);
        report.best = self.keeping_move(components, player, report.stop.low)?;
        Ok(())
    }

    /// A power of two, at most 1, that divides all numbers at which the components can end. Every stop is a multiple
    /// of it.
    fn unit(&mut self, parts: &[PartId], offset: Dyadic) -> Result<Dyadic, GameError> {
        let mut finest = offset.exponent();
        let mut open: Vec<GameId> = parts.iter().map(|&part| whole(part)).collect();
        let mut seen: Map<PartId, ()> = Map::default();
        while let Some(game) = open.pop() {
            finest = finest.max(game.number.exponent());
            if game.is_number() || seen.insert(game.part, ()).is_some() {
                continue;
            }
            self.games.budget.spend(1)?;
            for player in [Player::Left, Player::Right] {
                open.extend(self.games.options(whole(game.part), player)?);
            }
        }
        Ok(Dyadic::new(1, finest)?)
    }

    /// A move of `player` after which the value is still `value`.
    fn keeping_move(
        &mut self,
        components: &[GameId],
        player: Player,
        value: Dyadic,
    ) -> Result<Option<SumMove>, GameError> {
        let ordered = self.ordered_root(components, player)?;
        for mv in ordered {
            let after = after_move(components, mv);
            let (offset, parts) = self.reduced_parts(&after)?;
            let target = value.minus(offset)?;
            let keeps = match player {
                Player::Left => self.at_least(&parts, Player::Right, target)?,
                Player::Right => !self.exceeds(&parts, Player::Left, target)?,
            };
            if keeps {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// All moves in components that are not numbers, the most urgent first. If all components are numbers, the moves
    /// in them.
    fn ordered_root(
        &mut self,
        components: &[GameId],
        player: Player,
    ) -> Result<Vec<SumMove>, GameError> {
        let all_numbers = components.iter().all(|game| game.is_number());
        let mut rated = Vec::new();
        for (component, &game) in components.iter().enumerate() {
            if game.is_number() && !all_numbers {
                continue;
            }
            for option in self.games.options(game, player)? {
                let incentive = self.games.incentive(game, option, player)?;
                let stops = self.games.stops(incentive)?;
                let rating = (self.games.temperature(incentive)?, stops.left, stops.right);
                rated.push((rating, SumMove { component, option }));
            }
        }
        rated.sort_by_key(|&(rating, _)| Reverse(rating));
        Ok(rated.into_iter().map(|(_, mv)| mv).collect())
    }

    /// Whether the stop is greater than `target`.
    fn exceeds(
        &mut self,
        parts: &[PartId],
        player: Player,
        target: Dyadic,
    ) -> Result<bool, GameError> {
        let unit = self.unit(parts, target)?;
        self.at_least(parts, player, target.plus(unit)?)
    }

    /// The winner of the sum when `player` starts, if the last move wins.
    ///
    /// # Errors
    /// If a limit of the table is reached (but not if the budget ends).
    pub fn winner(
        &mut self,
        components: &[GameId],
        player: Player,
    ) -> Result<WinReport, GameError> {
        let nodes_before = self.nodes;
        let mut report = WinReport {
            winner: None,
            best: None,
            nodes: 0,
        };
        match self.decide_winner(components, player, &mut report) {
            Ok(()) | Err(GameError::Stopped(_)) => {}
            Err(error) => return Err(error),
        }
        report.nodes = self.nodes - nodes_before;
        Ok(report)
    }

    fn decide_winner(
        &mut self,
        components: &[GameId],
        player: Player,
        report: &mut WinReport,
    ) -> Result<(), GameError> {
        if !self.mover_wins(components, player)? {
            report.winner = Some(player.opponent());
            return Ok(());
        }
        report.winner = Some(player);
        for mv in self.ordered_root(components, player)? {
            if !self.mover_wins(&after_move(components, mv), player.opponent())? {
                report.best = Some(mv);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether `player` wins the sum when moving first: decided by the stop, or by the exact search if the stop is 0.
    fn mover_wins(&mut self, components: &[GameId], player: Player) -> Result<bool, GameError> {
        let (offset, parts) = self.reduced_parts(components)?;
        if !self.at_least(&parts, player, -offset)? {
            return Ok(player == Player::Right);
        }
        if self.exceeds(&parts, player, -offset)? {
            return Ok(player == Player::Left);
        }
        let mut parts = Vec::new();
        let mut number = Dyadic::ZERO;
        for &game in components {
            number = number.plus(self.insert(&mut parts, game)?)?;
        }
        self.win_search(&parts, number, player)
    }

    /// Whether `player` wins the sum of the parts and the number when moving first.
    fn win_search(
        &mut self,
        parts: &[PartId],
        number: Dyadic,
        player: Player,
    ) -> Result<bool, GameError> {
        if parts.len() <= 2 {
            let games: Vec<_> = parts.iter().map(|&part| whole(part)).collect();
            let sum = self.games.total(&games)?.plus_number(number)?;
            let lost = match player {
                Player::Left => self.games.at_most(sum, GameId::ZERO)?,
                Player::Right => self.games.at_most(GameId::ZERO, sum)?,
            };
            return Ok(!lost);
        }
        let key = ((parts.into(), player), number.bits());
        if let Some(&known) = self.wins.get(&key) {
            return Ok(known);
        }
        let bounds = self.score_bounds(parts, player)?.translate(number)?;
        if bounds.low.is_positive() {
            return Ok(player == Player::Left);
        }
        if bounds.high.is_negative() {
            return Ok(player == Player::Right);
        }
        self.games.enter()?;
        self.nodes += 1;
        let wins = self.expand_win(parts, number, player);
        self.games.leave();
        let wins = wins?;
        if self.wins.len() >= self.limit {
            self.wins.clear();
        }
        self.wins.insert(key, wins);
        Ok(wins)
    }

    fn expand_win(
        &mut self,
        parts: &[PartId],
        number: Dyadic,
        player: Player,
    ) -> Result<bool, GameError> {
        let candidates = self.ordered(parts, player, Search::Win)?;
        for (at, candidate) in candidates.iter().enumerate() {
            if self.is_dominated(candidate, &candidates[..at])? {
                continue;
            }
            let mut child = parts.to_vec();
            remove_part(&mut child, candidate.part);
            let left_over = self.insert(&mut child, candidate.option)?;
            if !self.win_search(&child, number.plus(left_over)?, player.opponent())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sum of all numbers, and the reduced forms of the other components in order, without pairs that cancel.
    fn reduced_parts(&mut self, components: &[GameId]) -> Result<(Dyadic, Vec<PartId>), GameError> {
        let mut offset = Dyadic::ZERO;
        let mut parts = Vec::new();
        for &game in components {
            let reduced = self.games.reduced(game)?;
            offset = offset.plus(self.insert(&mut parts, reduced)?)?;
        }
        Ok((offset, parts))
    }

    /// Adds a game to ordered parts. Cancels it with its negative, and merges multiples of up and nimbers. Returns
    /// the number that is then left over.
    fn insert(&mut self, parts: &mut Vec<PartId>, game: GameId) -> Result<Dyadic, GameError> {
        let mut part = game.part;
        let mut number = game.number;
        if let Some(value) = part.as_upstar() {
            if let Some(other) = parts.first().and_then(|first| first.as_upstar()) {
                part = PartId::symbolic(value.plus(other)?);
                parts.remove(0);
            }
            if part == PartId::NUMBER {
                return Ok(number);
            }
        } else {
            let negative = self.games.negative(whole(part))?;
            if let Ok(at) = parts.binary_search(&negative.part) {
                parts.remove(at);
                number = number.minus(negative.number)?;
                return Ok(number);
            }
        }
        let at = parts.partition_point(|&other| other < part);
        parts.insert(at, part);
        Ok(number)
    }

    /// Whether the stop of the sum of parts is at least `target` when `player` starts.
    fn at_least(
        &mut self,
        parts: &[PartId],
        player: Player,
        target: Dyadic,
    ) -> Result<bool, GameError> {
        if parts.len() <= 2 {
            return self.small_at_least(parts, player, target);
        }
        let key = (parts.into(), player);
        let mut known = match self.scores.get(&key) {
            Some(&known) => known,
            None => {
                let Bounds { low, high } = self.score_bounds(parts, player)?;
                StopBounds {
                    low,
                    high,
                    open: false,
                }
            }
        };
        if let Some(holds) = known.at_least(target) {
            return Ok(holds);
        }
        self.games.enter()?;
        self.nodes += 1;
        let holds = self.expand_score(parts, player, target);
        self.games.leave();
        let holds = holds?;
        known.learn(target, holds);
        if self.scores.len() >= self.limit {
            self.scores.clear();
        }
        self.scores.insert(key, known);
        Ok(holds)
    }

    fn small_at_least(
        &mut self,
        parts: &[PartId],
        player: Player,
        target: Dyadic,
    ) -> Result<bool, GameError> {
        let games: Vec<_> = parts.iter().map(|&part| whole(part)).collect();
        let sum = self.games.total(&games)?;
        let stops = self.games.stops(sum)?;
        Ok(match player {
            Player::Left => stops.left,
            Player::Right => stops.right,
        } >= target)
    }

    fn expand_score(
        &mut self,
        parts: &[PartId],
        player: Player,
        target: Dyadic,
    ) -> Result<bool, GameError> {
        let wanted = player == Player::Left;
        let candidates = self.ordered(parts, player, Search::Score)?;
        for (at, candidate) in candidates.iter().enumerate() {
            if self.is_dominated(candidate, &candidates[..at])? {
                continue;
            }
            let mut child = parts.to_vec();
            remove_part(&mut child, candidate.part);
            let number = self.insert(&mut child, candidate.option)?;
            if self.at_least(&child, player.opponent(), target.minus(number)?)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    fn score_bounds(&mut self, parts: &[PartId], player: Player) -> Result<Bounds, GameError> {
        if parts.is_empty() {
            return Ok(Bounds::exact(Dyadic::ZERO));
        }
        let graphs = self.graphs_of(parts)?;
        let graphs: Vec<_> = graphs.iter().map(Rc::as_ref).collect();
        Ok(bounds::stop_bounds(&graphs, player)?)
    }

    fn graphs_of(&mut self, parts: &[PartId]) -> Result<Vec<Rc<Thermograph>>, GameError> {
        let mut graphs = Vec::with_capacity(parts.len());
        for &part in parts {
            if let Some(graph) = self.graphs.get(&part) {
                graphs.push(Rc::clone(graph));
                continue;
            }
            let graph = Rc::new(self.games.thermograph(whole(part))?);
            self.graphs.insert(part, Rc::clone(&graph));
            graphs.push(graph);
        }
        Ok(graphs)
    }

    /// The moves of `player` in distinct parts, in order of their gain at the ambient temperature, the largest first.
    fn ordered(
        &mut self,
        parts: &[PartId],
        player: Player,
        search: Search,
    ) -> Result<Vec<Candidate>, GameError> {
        let graphs = self.graphs_of(parts)?;
        let mut temperatures: Vec<_> = graphs.iter().map(|graph| graph.temperature).collect();
        temperatures.sort_unstable_by(|a, b| b.cmp(a));
        let ambient = temperatures
            .get(1)
            .map_or(Dyadic::ZERO, |&t| t.max(Dyadic::ZERO));
        let mut rated = Vec::new();
        for (at, (&part, graph)) in parts.iter().zip(&graphs).enumerate() {
            if at > 0 && parts[at - 1] == part {
                continue;
            }
            let other = player.opponent();
            let before = graph.stop(other, ambient)?;
            for &candidate in self.candidates_of(part, player, search)?.iter() {
                let after = self.games.cooled_stop(candidate.option, other, ambient)?;
                let gain = match player {
                    Player::Left => after.minus(before)?,
                    Player::Right => before.minus(after)?,
                };
                rated.push((gain, candidate));
            }
        }
        rated.sort_by_key(|&(rating, _)| Reverse(rating));
        Ok(rated.into_iter().map(|(_, candidate)| candidate).collect())
    }

    fn candidates_of(
        &mut self,
        part: PartId,
        player: Player,
        search: Search,
    ) -> Result<Rc<[Candidate]>, GameError> {
        if let Some(known) = self.candidates.get(&(part, player, search)) {
            return Ok(Rc::clone(known));
        }
        let game = whole(part);
        let mut list = Vec::new();
        for option in self.games.options(game, player)? {
            let incentive = self.games.incentive(game, option, player)?;
            list.push(match search {
                Search::Win => Candidate {
                    part,
                    option,
                    incentive,
                },
                Search::Score => Candidate {
                    part,
                    option: self.games.reduced(option)?,
                    incentive: self.games.reduced(incentive)?,
                },
            });
        }
        let list: Rc<[Candidate]> = list.into();
        self.candidates
            .insert((part, player, search), Rc::clone(&list));
        Ok(list)
    }

    /// Whether a move that was tried before is at least as good wherever both are possible.
    fn is_dominated(
        &mut self,
        candidate: &Candidate,
        tried: &[Candidate],
    ) -> Result<bool, GameError> {
        self.games.budget.work(tried.len())?;
        for other in tried {
            if self.games.at_most(candidate.incentive, other.incentive)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The part as a game.
const fn whole(part: PartId) -> GameId {
    GameId {
        number: Dyadic::ZERO,
        part,
    }
}

/// Takes one copy of a part out of an ordered list.
fn remove_part(parts: &mut Vec<PartId>, part: PartId) {
    if let Ok(at) = parts.binary_search(&part) {
        parts.remove(at);
    }
}

/// The components after a move.
#[must_use]
pub fn after_move(components: &[GameId], mv: SumMove) -> Vec<GameId> {
    let mut after = components.to_vec();
    after[mv.component] = mv.option;
    after
}

/// A number in units of `2^-exponent`, rounded down and up.
fn in_units(value: Dyadic, exponent: u32) -> Result<(i128, i128), GameError> {
    let numerator = value.numerator();
    if let Some(finer) = value.exponent().checked_sub(exponent) {
        return Ok((numerator >> finer, -(-numerator >> finer)));
    }
    let factor = 1i128 << (exponent - value.exponent());
    let scaled = numerator.checked_mul(factor).ok_or(Overflow)?;
    Ok((scaled, scaled))
}
