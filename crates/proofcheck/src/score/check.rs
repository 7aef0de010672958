//! Checks a proof of a score: for each side what is safe, and then the strategy.

use std::io::BufRead;

use super::field::{Field, Settled};
use super::format::{ScoreHeader, StrategyLine, VERSION};
use crate::board::{board, ko_of, set};
use crate::fault::{CheckError, Fault};
use crate::format::{Next, NodeLine, ProverReply, Side, Start};
use crate::lines::Lines;
use crate::safety::check::SafeSoFar;
use crate::safety::part::RegionState;
use crate::safety::walk::{Pages, StrategyWalk};
use crate::set::Set;

/// What a valid proof of a score shows.
#[derive(Clone, Debug)]
pub struct ScoreReached {
    /// The position and the score.
    pub header: ScoreHeader,
    /// Nodes of all strategies.
    pub n_nodes: usize,
}

/// Checks a proof whose lines were not read yet.
pub(crate) fn check_score(lines: &mut Lines<impl BufRead>) -> Result<ScoreReached, CheckError> {
    let header: ScoreHeader = lines.expect()?;
    if header.version != VERSION {
        return Err(CheckError::Version(header.version));
    }
    let mut n_nodes = 0;
    for (number, side) in [(1, Side::Black), (2, Side::White)] {
        n_nodes += check_strategy(&header, side, number, lines)?;
    }
    lines.end()?;
    Ok(ScoreReached { header, n_nodes })
}

/// The points in play for a side, and the position; nothing if something that the side needs is among them.
pub(crate) fn field(
    header: &ScoreHeader,
    side: Side,
    known: &SafeSoFar,
    region: Set,
) -> Result<Option<(Field, RegionState)>, CheckError> {
    let (grid, black, white) = board(header.width, header.height, &header.black, &header.white)?;
    let (stones, goal) = match side {
        Side::Black => ((black, white), header.lead),
        Side::White => ((white, black), header.lead.saturating_neg()),
    };
    let settled = Settled {
        stones: known.stones,
        territory: known.territory,
    };
    // What is safe rests on the territory alone, where the owner answers plays and does nothing else.
    if !known.used.is_within(known.territory) {
        return Ok(None);
    }
    let made = Field::new(grid, stones, settled, region, header.counting, goal);
    let (own, other) = match header.to_move {
        Side::Black => (black, white),
        Side::White => (white, black),
    };
    let ko = ko_of(&grid, header.ko.as_deref(), own, other)?;
    Ok(made.map(|(field, state)| {
        let ban = ko.filter(|_| header.to_move == side);
        (field, RegionState { ban, ..state })
    }))
}

/// Checks the strategy of a side; the number of its nodes.
fn check_strategy(
    header: &ScoreHeader,
    side: Side,
    number: usize,
    lines: &mut Lines<impl BufRead>,
) -> Result<usize, CheckError> {
    let line: StrategyLine = lines.expect()?;
    let (grid, black, white) = board(header.width, header.height, &header.black, &header.white)?;
    let stones = match side {
        Side::Black => (black, white),
        Side::White => (white, black),
    };
    let layers = (line.steps, line.windows);
    let (known, mut n_nodes) =
        SafeSoFar::held(grid, stones, &line.pairs, layers, &line.walls, lines)?;
    let region = set(&grid, &line.region)?;
    let made = field(header, side, &known, region)?;
    let wrong = "the region holds something that is settled or leaves own stones without a liberty, or settled stones \
        need more than territory";
    let (field, state) = made.ok_or(CheckError::Question(wrong))?;
    let nodes: Vec<NodeLine> = lines.nodes(line.nodes).collect::<Result<_, _>>()?;
    n_nodes += nodes.len();
    let fault = |fault| CheckError::Claim {
        claim: number,
        fault,
    };
    let is_first = match line.start {
        Start::Prover(ProverReply::Play(..)) => true,
        Start::Refuter(Next::Node(_)) => false,
        Start::Prover(ProverReply::End(_)) | Start::Refuter(Next::End(_)) => header.to_move == side,
    };
    if is_first != (header.to_move == side) {
        let wrong = "the strategy begins with the wrong side";
        return Err(CheckError::Question(wrong));
    }
    let pages = Pages::new(&grid, nodes.into_iter());
    let pages = pages.map_err(|wrong| {
        fault(Fault {
            line: Vec::new(),
            wrong,
        })
    })?;
    StrategyWalk::new(&field, pages)
        .run(&line.start, &state)
        .map_err(fault)?;
    Ok(n_nodes)
}
