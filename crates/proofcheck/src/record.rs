//! Writes the proof of a claim down; a callback gives the prover's moves.
//!
//! The same walk that checks a file finds out which moves of the refuter matter. So what is written down holds; a file
//! is checked again from nothing.

use std::collections::HashMap;

use super::arena::{Arena, State};
use super::check::Position;
use super::ends::shown_by;
use super::fault::{CheckError, Fault, Wrong};
use super::format::{ClaimLine, End, Goal, Header, Next, NodeLine, ProverReply, Retakes, Start};
use super::grid::Grid;
use super::prune::reached;
use super::room::Rooms;
use super::walk::{Guide, Walk};

/// The most nodes of a claim.
const MOST_NODES: usize = 1 << 20;

/// A position of a claim, for the callback that gives the prover's moves. Points are columns and rows, counted from
/// zero from the left and from below.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Stones of the attacker.
    pub attackers: Vec<(usize, usize)>,
    /// Stones of the defender.
    pub defenders: Vec<(usize, usize)>,
    /// Where a ko forbids the prover to play, if no retake is left.
    pub ban: Option<(usize, usize)>,
    /// Retakes left, if they are counted.
    pub retakes: u8,
    /// The blocks in question that were taken, as bits in the order of the claim.
    pub gone: u32,
}

/// The prover's move: a column and a row, or nothing for a pass.
pub type ProverMove = Option<(usize, usize)>;

/// The answer of the callback to a query for the prover's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// This move.
    Move(ProverMove),
    /// No other move is known. Another line is tried.
    NoMove,
    /// There is no time left. Nothing more is tried.
    GiveUp,
}

/// A claim to be shown, the points in play as columns and rows.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// What the prover reaches.
    pub goal: Goal,
    /// The side that may take back kos at once.
    pub retakes: Retakes,
    /// How often; without a bound if `None`.
    pub number: Option<u8>,
    /// The points in play.
    pub region: Vec<(usize, usize)>,
    /// See [`ClaimLine::outside`].
    pub outside: Option<usize>,
}

/// Fetches the prover's moves from the callback, and gives each position of the refuter a number.
struct Recorder<'a, F> {
    arena: &'a Arena,
    choose: F,
    numbers: HashMap<State, u32>,
    nodes: Vec<NodeLine>,
}

impl<F: FnMut(&Asked, usize) -> Advice> Recorder<'_, F> {
    /// What is reached in a position without a move, if it is.
    fn end(&self, state: &State, rooms: &mut Rooms) -> Option<End> {
        let mut ends = End::ALL.into_iter();
        ends.find(|&end| shown_by(self.arena, end, state, rooms).is_some())
    }

    fn next(&mut self, state: &State, rooms: &mut Rooms) -> Result<Next, Wrong> {
        if let Some(end) = self.end(state, rooms) {
            return Ok(Next::End(end));
        }
        if let Some(&node) = self.numbers.get(state) {
            return Ok(Next::Node(node));
        }
        let node = u32::try_from(self.nodes.len()).map_err(|_| Wrong::TooLong)?;
        if self.nodes.len() >= MOST_NODES {
            return Err(Wrong::TooLong);
        }
        self.numbers.insert(*state, node);
        self.nodes.push(NodeLine {
            node,
            pass: None,
            replies: Vec::new(),
        });
        Ok(Next::Node(node))
    }

    /// What the prover does in a position.
    fn choose(
        &mut self,
        state: &State,
        attempt: usize,
        rooms: &mut Rooms,
    ) -> Result<ProverReply, Wrong> {
        if let Some(end) = self.end(state, rooms) {
            return Ok(ProverReply::End(end));
        }
        let grid = self.arena.grid;
        let places = |set: super::set::Set| set.points().map(|point| grid.place(point)).collect();
        let asked = Asked {
            attackers: places(state.attackers),
            defenders: places(state.defenders),
            ban: state.ban.map(|point| grid.place(point)),
            retakes: state.retakes,
            gone: state.gone,
        };
        let mv = match (self.choose)(&asked, attempt) {
            Advice::Move(mv) => mv,
            Advice::NoMove => return Err(Wrong::Unknown),
            Advice::GiveUp => return Err(Wrong::OutOfTime),
        };
        let Some((column, row)) = mv else {
            let next = self.next(&Arena::pass(state), rooms)?;
            return Ok(ProverReply::Play("pass".to_owned(), next));
        };
        let point = grid.at(column, row).ok_or(Wrong::Unknown)?;
        let name = grid.name(point);
        let played = self.arena.play(state, point);
        let played = played.ok_or_else(|| Wrong::Illegal(name.clone()))?;
        Ok(ProverReply::Play(name, self.next(&played, rooms)?))
    }
}

impl<F: FnMut(&Asked, usize) -> Advice> Guide for Recorder<'_, F> {
    fn answer(
        &mut self,
        node: u32,
        reply: Option<usize>,
        state: &State,
        attempt: usize,
        rooms: &mut Rooms,
    ) -> Result<ProverReply, Wrong> {
        let answer = self.choose(state, attempt, rooms)?;
        let line = &mut self.nodes[node as usize];
        match reply {
            None => line.pass = Some(answer.clone()),
            Some(point) => {
                let name = self.arena.grid.name(point);
                line.replies.retain(|(other, _)| *other != name);
                line.replies.push((name, answer.clone()));
            }
        }
        Ok(answer)
    }

    fn enter(&mut self, node: u32) {
        let line = &mut self.nodes[node as usize];
        line.pass = None;
        line.replies.clear();
    }

    fn may_retry(&self, wrong: &Wrong) -> bool {
        matches!(wrong, Wrong::Circle(_) | Wrong::Unknown | Wrong::TooLong)
    }

    fn leave(&mut self, _node: u32) -> Result<(), Wrong> {
        Ok(())
    }
}

/// The proof of a claim, the prover's moves taken from the callback `choose`: the first choice, and the next one where
/// that did not lead to the end.
///
/// # Errors
/// If the position makes no sense, or where the moves do not show the claim.
pub fn record(
    header: &Header,
    wanted: &Wanted,
    choose: impl FnMut(&Asked, usize) -> Advice,
) -> Result<(ClaimLine, Vec<NodeLine>), CheckError> {
    let position = Position::of(header)?;
    let grid = position.stones.grid;
    let mut line = ClaimLine {
        goal: wanted.goal,
        retakes: wanted.retakes,
        number: wanted.number,
        region: names(&grid, &wanted.region),
        outside: wanted.outside,
        start: Start::Refuter(Next::Node(0)),
        nodes: 0,
    };
    let claim = super::arena::Claim::of(&line, &grid);
    let made = claim.and_then(|claim| position.arena(&claim));
    let (arena, state) = made.ok_or(CheckError::Question("the region does not fit"))?;
    let recorder = Recorder {
        arena: &arena,
        choose,
        numbers: HashMap::new(),
        nodes: Vec::new(),
    };
    let fault = |fault| CheckError::Claim { claim: 1, fault };
    let mut walk = Walk::new(&arena, recorder);
    let mut attempt = 0;
    loop {
        line.start = begin(&mut walk, &state, attempt).map_err(fault)?;
        match walk.run(&line.start, &state) {
            Ok(_) => break,
            Err(wrong) if walk.guide.may_retry(&wrong.wrong) => walk.go_back(0, 0),
            Err(wrong) => return Err(fault(wrong)),
        }
        attempt += 1;
    }
    let nodes = reached(&line.start, walk.guide.nodes);
    line.nodes = nodes.len();
    Ok((line, nodes))
}

/// How a claim begins.
fn begin<F: FnMut(&Asked, usize) -> Advice>(
    walk: &mut Walk<'_, Recorder<'_, F>>,
    state: &State,
    attempt: usize,
) -> Result<Start, Fault> {
    let Walk { guide, rooms, .. } = walk;
    let start = if guide.arena.is_prover_to_move(state) {
        guide.choose(state, attempt, rooms).map(Start::Prover)
    } else if attempt == 0 {
        guide.next(state, rooms).map(Start::Refuter)
    } else {
        Err(Wrong::Unknown)
    };
    start.map_err(|wrong| Fault {
        line: Vec::new(),
        wrong,
    })
}

fn names(grid: &Grid, places: &[(usize, usize)]) -> Vec<String> {
    let points = places
        .iter()
        .filter_map(|&(column, row)| grid.at(column, row));
    points.map(|point| grid.name(point)).collect()
}
