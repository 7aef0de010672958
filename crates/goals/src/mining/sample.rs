//! Positions of a proof in which the choice of the move matters: some moves are right, others are wrong.

use std::collections::{HashSet, VecDeque};
use std::io::BufRead;

use super::error::MiningError;
use super::window::Window;
use tedomari_base::Budget;
use tedomari_board::symmetry::Symmetry;
use tedomari_board::{Board, Color, Point, Size};
use tedomari_proofcheck::format::{
    ClaimLine, Goal as Claimed, Header, Next, NodeLine, ProverReply, Retakes, Start, Verdict,
};
use tedomari_solvers::tsumego::reader::ReadLife;
use tedomari_solvers::tsumego::reader::first_moves::{FirstMove, after_move, moves_near};
use tedomari_solvers::tsumego::{Goal, Question, Verdict as Answered};

/// A move whose result is proved.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The number of the proof. Samples of a proof count together as one witness.
    pub proof: u32,
    /// The number of the position in the proof.
    pub position: u32,
    /// What the move is for.
    pub aim: Goal,
    /// What stands around it.
    pub window: Window,
    /// Whether the move reaches its aim.
    pub is_right: bool,
}

/// What the samples of one proof may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleLimits {
    /// Most positions.
    pub n_positions: usize,
    /// Nodes of the reader for each move.
    pub nodes: u64,
}

impl Default for SampleLimits {
    fn default() -> Self {
        Self {
            n_positions: 16,
            nodes: 5000,
        }
    }
}

/// A proof about one block: the first claim with its nodes.
struct Proof {
    board: Board,
    target: Point,
    prover: Color,
    goal: Goal,
    start: Start,
    nodes: Vec<NodeLine>,
}

/// A position without its orientation and the names of its colors: width, height, and its stones in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape(u8, u8, Vec<(Point, Color)>);

impl Shape {
    /// The shape of a position.
    fn new(board: &Board) -> Self {
        let size = board.size();
        let stones: Vec<(Point, Color)> = size
            .points()
            .filter_map(|point| Some((point, board.color(point)?)))
            .collect();
        let orientations =
            Symmetry::all(size).flat_map(|symmetry| [(symmetry, false), (symmetry, true)]);
        let seen = orientations.map(|(symmetry, is_exchanged)| {
            let stone = |&(point, color): &(Point, Color)| {
                let color = if is_exchanged {
                    color.opponent()
                } else {
                    color
                };
                (symmetry.apply(size, point), color)
            };
            let mut seen: Vec<(Point, Color)> = stones.iter().map(stone).collect();
            seen.sort_unstable();
            seen
        });
        Self(size.width(), size.height(), seen.min().unwrap_or_default())
    }
}

/// The position and the samples of a proof of life or death of one block, in the format of `checker::format`; `None` if
/// a ko or several blocks are in question. In each position in which the prover moves, those near the beginning first,
/// the reader tries every move; positions in which all moves come to the same are left out.
///
/// # Errors
/// If the file can't be read, or is no such proof.
pub(super) fn samples(
    file: impl BufRead,
    number: u32,
    effort: SampleLimits,
    reader: &mut dyn ReadLife,
) -> Result<Option<(Shape, Vec<Sample>)>, MiningError> {
    let Some(proof) = read(file)? else {
        return Ok(None);
    };
    let mut samples = Vec::new();
    for (position, board) in (0..).zip(proof.positions(effort.n_positions)?) {
        let question = Question::new(proof.target, proof.goal, proof.prover);
        let tried = moves_near(&board, &question).into_iter().filter_map(|mv| {
            let mut budget = Budget::nodes(effort.nodes);
            after_move(reader, &board, &question, mv, &mut budget)
        });
        let proved: Vec<FirstMove> = tried.filter(|found| found.is_proven).collect();
        let is_right = |found: &FirstMove| found.verdict == Answered::Achieved;
        let does_matter = proved.iter().any(is_right) && !proved.iter().all(is_right);
        for found in proved.iter().filter(|_| does_matter) {
            let window = Window::new(&board, found.point, proof.prover, proof.target);
            samples.extend(window.map(|window| Sample {
                proof: number,
                position,
                aim: proof.goal,
                window,
                is_right: is_right(found),
            }));
        }
    }
    Ok(Some((Shape::new(&proof.board), samples)))
}

/// Reads a proof; `None` if it is of another kind.
fn read(file: impl BufRead) -> Result<Option<Proof>, MiningError> {
    let mut lines = file.lines();
    let mut next = |what: &'static str| -> Result<String, MiningError> {
        Ok(lines.next().ok_or(MiningError::Ends(what))??)
    };
    let header: Header = serde_json::from_str(&next("its header")?)?;
    let is_decided = matches!(header.verdict, Verdict::Achieved | Verdict::Refuted);
    let [target] = &header.blocks[..] else {
        return Ok(None);
    };
    if !is_decided || header.ko.is_some() {
        return Ok(None);
    }
    let claim: ClaimLine = serde_json::from_str(&next("its claim")?)?;
    let mut nodes: Vec<NodeLine> = Vec::new();
    for _ in 0..claim.nodes {
        nodes.push(serde_json::from_str(&next("its last node")?)?);
    }
    if claim.retakes != Retakes::Refuter {
        return Ok(None);
    }
    nodes.sort_by_key(|node| node.node);
    let board = position(&header)?;
    let target = point(target)?;
    let owner = board.color(target).ok_or(MiningError::NoBlock)?;
    let goal = match claim.goal {
        Claimed::Kill => Goal::Kill,
        Claimed::Live => Goal::Live,
        Claimed::Connect | Claimed::Cut => return Ok(None),
    };
    Ok(Some(Proof {
        board,
        target,
        prover: goal.player(owner),
        goal,
        start: claim.start,
        nodes,
    }))
}

impl Proof {
    /// The first positions in which the prover moves, breadth first.
    fn positions(&self, most: usize) -> Result<Vec<Board>, MiningError> {
        let mut found = Vec::new();
        let mut waiting = VecDeque::new();
        let mut seen = HashSet::new();
        match &self.start {
            Start::Prover(answer) => waiting.push_back((self.board.clone(), answer)),
            Start::Refuter(next) => self.expect(&self.board, *next, &mut seen, &mut waiting)?,
        }
        while let Some((board, answer)) = waiting.pop_front() {
            if found.len() == most {
                break;
            }
            let ProverReply::Play(name, next) = answer else {
                continue;
            };
            let mut after = board.clone();
            if name != "pass" {
                found.push(board);
                if !play(&mut after, self.prover, point(name)?) {
                    continue;
                }
            }
            self.expect(&after, *next, &mut seen, &mut waiting)?;
        }
        Ok(found)
    }

    /// Adds what follows the moves of the refuter in a node.
    fn expect<'p>(
        &'p self,
        board: &Board,
        next: Next,
        seen: &mut HashSet<u32>,
        waiting: &mut VecDeque<(Board, &'p ProverReply)>,
    ) -> Result<(), MiningError> {
        let Next::Node(number) = next else {
            return Ok(());
        };
        if !seen.insert(number) {
            return Ok(());
        }
        let found = self.nodes.binary_search_by_key(&number, |node| node.node);
        let line = &self.nodes[found.map_err(|_| MiningError::NoNode(number))?];
        for (name, answer) in &line.replies {
            let mut after = board.clone();
            if play(&mut after, self.prover.opponent(), point(name)?) {
                waiting.push_back((after, answer));
            }
        }
        Ok(())
    }
}

/// Plays a move; a ko may be retaken at once. Whether the move was legal.
fn play(board: &mut Board, color: Color, mv: Point) -> bool {
    board.set_ko(None);
    let is_legal = board.play(color, mv).is_ok();
    board.set_ko(None);
    is_legal
}

fn point(name: &str) -> Result<Point, MiningError> {
    name.parse()
        .map_err(|_| MiningError::NoPoint(name.to_owned()))
}

/// The board of a header.
fn position(header: &Header) -> Result<Board, MiningError> {
    let side = |length: usize| u8::try_from(length).ok();
    let size = side(header.width).zip(side(header.height));
    let size = size.and_then(|(width, height)| Size::new(width, height));
    let mut stones = Vec::new();
    for (color, names) in [(Color::Black, &header.black), (Color::White, &header.white)] {
        for name in names {
            stones.push((color, point(name)?));
        }
    }
    let size = size.ok_or(MiningError::NoBoard)?;
    Board::with_stones(size, stones).map_err(|_| MiningError::NoBoard)
}
