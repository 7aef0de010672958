//! Checks a file: reads its lines, walks through each claim, and checks that the claims show the verdict.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;

use super::arena::{Arena, Claim, State, Stones};
use super::board::{board, ko_of, points};
use super::fault::{CheckError, Wrong};
use super::format::{
    ClaimLine, Goal, Header, NodeLine, ProverReply, Retakes, Side, VERSION, Verdict,
};
use super::grid::Grid;
use super::lines::Lines;
use super::room::Rooms;
use super::set::Set;
use super::walk::{Guide, Walk};

/// Retakes of the other side against which a ko has to be reached, where it is the other side that needs threats.
pub const FEW_RETAKES: u8 = 2;

/// What a valid file proves.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The position and the verdict.
    pub header: Header,
    /// Nodes of all claims.
    pub n_nodes: usize,
    /// Claims in which it matters what a point beside something outside the region holds. For these the outside is
    /// turned against the prover; the others hold on the board as it stands, as long as the walls do.
    pub n_open: usize,
}

/// A position with the blocks in question.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) stones: Stones,
    pub(crate) named: Vec<usize>,
    pub(crate) is_attacker_to_move: bool,
    pub(crate) ko: Option<usize>,
}

impl Position {
    /// The position of a header.
    pub(crate) fn of(header: &Header) -> Result<Self, CheckError> {
        let wrong = CheckError::Question;
        let (grid, black, white) =
            board(header.width, header.height, &header.black, &header.white)?;
        let named = points(&grid, &header.blocks);
        let twice = "a point is not on the board, or stands there twice";
        let named = named.ok_or(wrong(twice))?;
        let blocks: Set = named.iter().copied().collect();
        let defender = match () {
            () if blocks.is_empty() => return Err(wrong("no block is in question")),
            () if blocks.is_within(black) => Side::Black,
            () if blocks.is_within(white) => Side::White,
            () => return Err(wrong("the blocks in question are not stones of one color")),
        };
        let (own, other) = match header.to_move {
            Side::Black => (black, white),
            Side::White => (white, black),
        };
        let ko = ko_of(&grid, header.ko.as_deref(), own, other)?;
        let is_about_life = matches!(header.goal, Goal::Kill | Goal::Live);
        let is_clean = matches!(header.verdict, Verdict::Achieved | Verdict::Refuted);
        if header
            .threats
            .is_some_and(|n| n == 0 || !is_about_life || !is_clean)
        {
            return Err(wrong(
                "a number of ko threats, from 1 on, belongs to a life or a kill without a ko",
            ));
        }
        let (defenders, attackers) = match defender {
            Side::Black => (black, white),
            Side::White => (white, black),
        };
        let given = points(&grid, &header.given).ok_or(wrong(twice))?;
        let given: Set = given.into_iter().collect();
        let of_named = grid.flood(blocks, defenders);
        let may_be_given = if is_about_life {
            grid.all - of_named
        } else {
            Set::EMPTY
        };
        if !given.is_within(may_be_given) {
            return Err(wrong(
                "what is taken for granted is a stone in question, or no life or kill is",
            ));
        }
        let of_blocks = grid.flood(given, attackers) | grid.flood(given, defenders);
        Ok(Self {
            stones: Stones {
                grid,
                attackers,
                defenders,
                given: given | of_blocks,
                allows_suicide: header.suicide,
            },
            named,
            is_attacker_to_move: header.to_move != defender,
            ko,
        })
    }

    /// The arena of a claim and the position in it; `None` if the claim makes no sense here.
    pub(crate) fn arena(&self, claim: &Claim) -> Option<(Arena, State)> {
        let arena = Arena::new(&self.stones, &self.named, claim)?;
        let state = arena.start(&self.stones, self.is_attacker_to_move, self.ko);
        arena.prover_breathes(&state).then_some((arena, state))
    }
}

/// The answers of a file.
struct Pages<'g> {
    grid: &'g Grid,
    nodes: HashMap<u32, Page>,
}

/// The answers of a node, and those that were used.
struct Page {
    answers: HashMap<Option<usize>, ProverReply>,
    /// The moves that are answered, as they stand in the file.
    names: Vec<String>,
    asked: HashSet<Option<usize>>,
}

impl Page {
    /// `None` if a move is no point of the board, or stands there twice.
    fn of(grid: &Grid, line: NodeLine) -> Option<Self> {
        let mut answers = HashMap::new();
        let mut names = Vec::new();
        if let Some(pass) = line.pass {
            answers.insert(None, pass);
            names.push("pass".to_owned());
        }
        for (name, answer) in line.replies {
            let point = grid.point(&name)?;
            if answers.insert(Some(point), answer).is_some() {
                return None;
            }
            names.push(name);
        }
        Some(Self {
            answers,
            names,
            asked: HashSet::new(),
        })
    }
}

impl Guide for Pages<'_> {
    fn answer(
        &mut self,
        node: u32,
        reply: Option<usize>,
        _state: &State,
        _attempt: usize,
        _rooms: &mut Rooms,
    ) -> Result<ProverReply, Wrong> {
        let page = self.nodes.get_mut(&node).ok_or(Wrong::NoNode(node))?;
        page.asked.insert(reply);
        page.answers
            .get(&reply)
            .cloned()
            .ok_or_else(|| Wrong::Missing {
                node,
                reply: reply.map_or_else(|| "pass".to_owned(), |point| self.grid.name(point)),
            })
    }

    fn leave(&mut self, node: u32) -> Result<(), Wrong> {
        let page = self.nodes.get(&node).ok_or(Wrong::NoNode(node))?;
        let point = |name: &String| self.grid.point(name);
        let mut extra = page
            .names
            .iter()
            .filter(|name| !page.asked.contains(&point(name)));
        extra.next().map_or(Ok(()), |reply| {
            Err(Wrong::Unasked {
                node,
                reply: reply.clone(),
            })
        })
    }
}

/// Checks a proof.
///
/// # Errors
/// If it does not hold: why, and where.
pub fn check(reader: impl BufRead) -> Result<Checked, CheckError> {
    check_lines(&mut Lines::new(reader, u64::MAX))
}

/// Checks a proof whose lines were not read yet.
pub(crate) fn check_lines(lines: &mut Lines<impl BufRead>) -> Result<Checked, CheckError> {
    let header: Header = lines.expect()?;
    if header.version != VERSION {
        return Err(CheckError::Version(header.version));
    }
    let position = Position::of(&header)?;
    let (mut n_nodes, mut n_open) = (0, 0);
    let mut claims = Vec::new();
    for number in 1..=header.claims {
        let line: ClaimLine = lines.expect()?;
        let (size, is_open) = check_claim(&position, &line, number, lines)?;
        n_nodes += size;
        n_open += usize::from(is_open);
        claims.push((line.goal, line.retakes, line.number));
    }
    lines.end()?;
    if claims != claims_of(&header) {
        return Err(CheckError::Verdict);
    }
    Ok(Checked {
        header,
        n_nodes,
        n_open,
    })
}

/// Checks a claim whose nodes follow: the number of nodes, and whether it is open to the outside.
fn check_claim(
    position: &Position,
    line: &ClaimLine,
    number: usize,
    lines: &mut Lines<impl BufRead>,
) -> Result<(usize, bool), CheckError> {
    let grid = position.stones.grid;
    let place = |wrong| CheckError::Claim {
        claim: number,
        fault: super::fault::Fault {
            line: Vec::new(),
            wrong,
        },
    };
    let claim = Claim::of(line, &grid);
    let made = claim.and_then(|claim| position.arena(&claim));
    let (arena, state) = made.ok_or(CheckError::Question(
        "the goal, the blocks in question and the region do not fit, or leave a block without a liberty",
    ))?;
    let mut nodes = HashMap::new();
    for line in lines.nodes(line.nodes) {
        let line = line?;
        let node = line.node;
        let page = Page::of(&grid, line).ok_or_else(|| place(Wrong::TwoNodes(node)))?;
        if nodes.insert(node, page).is_some() {
            return Err(place(Wrong::TwoNodes(node)));
        }
    }
    let guide = Pages { grid: &grid, nodes };
    let mut walk = Walk::new(&arena, guide);
    let shown = walk
        .run(&line.start, &state)
        .map_err(|fault| CheckError::Claim {
            claim: number,
            fault,
        })?;
    let n_unused = line.nodes - walk.n_nodes();
    if n_unused > 0 {
        return Err(place(Wrong::Unused(n_unused)));
    }
    Ok((line.nodes, shown.ground.meets(arena.rim)))
}

/// The claims that show the verdict of a proof.
pub(crate) fn claims_of(header: &Header) -> Vec<(Goal, Retakes, Option<u8>)> {
    let (goal, other) = (header.goal, header.goal.opposite());
    match header.verdict {
        Verdict::Achieved => vec![(goal, Retakes::Refuter, header.threats)],
        Verdict::Refuted => vec![(other, Retakes::Refuter, header.threats)],
        Verdict::KoTheOtherNeedsThreats => vec![
            (goal, Retakes::Nobody, None),
            (other, Retakes::Prover, Some(FEW_RETAKES)),
        ],
        Verdict::KoNeedsThreats => vec![
            (goal, Retakes::Prover, None),
            (other, Retakes::Nobody, None),
        ],
    }
}
