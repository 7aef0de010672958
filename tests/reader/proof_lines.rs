//! Proofs of reading as lines that a test may change, and whether what they claim is true.

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, Size};
use tedomari::proofcheck::check;
use tedomari::proofcheck::format::{
    ClaimLine, End, Goal as Aim, Header, Next, NodeLine, ProverReply, Retakes, Side, Start,
    Verdict as Said,
};
use tedomari::proofcheck::writing::{Advice, Wanted, record};

use super::small_boards::{Retakes as Taken, SmallBoard};

/// Boards with more points are not searched.
const MOST_POINTS: usize = 16;

/// Positions with more that can follow are left out.
const MOST_STATES: usize = 60_000;

/// Whether a claim is shown in one of some tries by a side whose moves are drawn from the region; one of eight is a
/// pass if `passes`.
pub(super) fn is_shown_by_chance(
    header: &Header,
    wanted: &Wanted,
    n_tries: usize,
    passes: bool,
    rng: &mut Rng,
) -> bool {
    let places = &wanted.region;
    (0..n_tries).any(|_| {
        let shown = record(header, wanted, |_, attempt| {
            if attempt > 0 {
                return Advice::NoMove;
            }
            let pass = passes && rng.below(8) == 0;
            Advice::Move((!pass).then(|| places[rng.index(places.len())]))
        });
        shown.is_ok()
    })
}

/// The lines of a proof.
#[derive(Clone)]
pub(super) struct Lines {
    pub(super) header: Header,
    pub(super) claims: Vec<(ClaimLine, Vec<NodeLine>)>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let mut lines = text.lines();
        let header: Header = serde_json::from_str(lines.next().unwrap()).unwrap();
        let claims = (0..header.claims).map(|_| {
            let claim: ClaimLine = serde_json::from_str(lines.next().unwrap()).unwrap();
            let nodes = (0..claim.nodes).map(|_| serde_json::from_str(lines.next().unwrap()));
            let nodes = nodes.collect::<Result<_, _>>().unwrap();
            (claim, nodes)
        });
        Self {
            claims: claims.collect(),
            header,
        }
    }

    pub(super) fn text(&self) -> String {
        let mut lines = vec![serde_json::to_string(&self.header).unwrap()];
        for (claim, nodes) in &self.claims {
            lines.push(serde_json::to_string(claim).unwrap());
            lines.extend(
                nodes
                    .iter()
                    .map(|node| serde_json::to_string(node).unwrap()),
            );
        }
        lines.join("\n") + "\n"
    }

    pub(super) fn holds(&self) -> bool {
        check(self.text().as_bytes()).is_ok()
    }

    /// All answers of a claim.
    fn answers(&mut self, claim: usize) -> Vec<&mut ProverReply> {
        let (line, nodes) = &mut self.claims[claim];
        let first = match &mut line.start {
            Start::Prover(answer) => Some(answer),
            Start::Refuter(_) => None,
        };
        let nodes = nodes.iter_mut().flat_map(|node| {
            let replies = node.replies.iter_mut().map(|(_, answer)| answer);
            node.pass.iter_mut().chain(replies)
        });
        first.into_iter().chain(nodes).collect()
    }
}

/// Another point of the region, or a pass.
fn other_move(rng: &mut Rng, region: &[String], name: &str) -> String {
    let others: Vec<&String> = region.iter().filter(|other| *other != name).collect();
    others[rng.index(others.len())].clone()
}

/// A proof with a fault; `None` if it has no place for this fault.
pub(super) fn with_fault(rng: &mut Rng, proof: &Lines, fault: usize) -> Option<Lines> {
    let mut wrong = proof.clone();
    let claim = rng.index(wrong.claims.len());
    let region = wrong.claims[claim].0.region.clone();
    match fault {
        // A reply is left out.
        0 => {
            let nodes = wrong.claims[claim].1.iter_mut();
            let mut nodes: Vec<_> = nodes.filter(|node| !node.replies.is_empty()).collect();
            let n = rng.index(nodes.len().max(1));
            let node = nodes.get_mut(n)?;
            node.replies.remove(rng.index(node.replies.len()));
        }
        // The answer to a pass is left out, or one is given where none is needed.
        1 => {
            let nodes = &mut wrong.claims[claim].1;
            let n = rng.index(nodes.len().max(1));
            let node = nodes.get_mut(n)?;
            node.pass = match node.pass {
                Some(_) => None,
                None => Some(ProverReply::End(End::Alive)),
            };
        }
        // Another reason at an end.
        2 => {
            let answers = wrong.answers(claim).into_iter();
            let ends = answers.filter_map(|answer| match answer {
                ProverReply::End(end) | ProverReply::Play(_, Next::End(end)) => Some(end),
                ProverReply::Play(_, Next::Node(_)) => None,
            });
            let mut ends: Vec<_> = ends.collect();
            let n = rng.index(ends.len().max(1));
            let end = ends.get_mut(n)?;
            **end = match end {
                End::Captured => End::Dead,
                End::Dead | End::Alive | End::Joined => End::Captured,
            };
        }
        // A line is missing, and an easier claim.
        3 => {
            wrong.claims[claim].1.pop()?;
        }
        4 => {
            let line = &mut wrong.claims[claim].0;
            (line.retakes, line.number) = match line.retakes {
                Retakes::Prover => (Retakes::Prover, Some(9)),
                Retakes::Refuter | Retakes::Nobody => (Retakes::Prover, None),
            };
        }
        5 => {
            wrong.header.verdict = match wrong.header.verdict {
                Said::Achieved => Said::Refuted,
                Said::Refuted | Said::KoNeedsThreats => Said::Achieved,
                Said::KoTheOtherNeedsThreats => Said::KoNeedsThreats,
            };
        }
        // A move is changed.
        6 => {
            let answers = wrong.answers(claim).into_iter();
            let moves = answers.filter_map(|answer| match answer {
                ProverReply::Play(name, _) => Some(name),
                ProverReply::End(_) => None,
            });
            let mut moves: Vec<_> = moves.collect();
            let n = rng.index(moves.len().max(1));
            let name = moves.get_mut(n)?;
            **name = other_move(rng, &region, name);
        }
        // A point of the region is missing.
        7 => {
            let region = &mut wrong.claims[claim].0.region;
            region.remove(rng.index(region.len()));
        }
        // A stone is moved.
        _ => {
            let header = &mut wrong.header;
            let is_black = rng.below(2) == 0;
            let taken: Vec<String> = header.black.iter().chain(&header.white).cloned().collect();
            let empty: Vec<&String> = region.iter().filter(|name| !taken.contains(name)).collect();
            let to = (*empty.get(rng.index(empty.len().max(1)))?).clone();
            let stones = if is_black {
                &mut header.black
            } else {
                &mut header.white
            };
            let inside = stones
                .iter_mut()
                .filter(|name| region.contains(name) && !header.blocks.contains(name));
            let mut inside: Vec<_> = inside.collect();
            let n = rng.index(inside.len().max(1));
            **inside.get_mut(n)? = to;
        }
    }
    Some(wrong)
}

/// The board of a proof, with its rule of suicide and its ko.
pub(super) fn board_of(header: &Header) -> Option<Board> {
    let stones = [(Color::Black, &header.black), (Color::White, &header.white)];
    let stones = stones.into_iter().flat_map(|(color, names)| {
        names
            .iter()
            .map(move |name| (color, name.parse::<Point>().unwrap()))
    });
    let size = Size::new(
        header.width.try_into().ok()?,
        header.height.try_into().ok()?,
    )?;
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).ok()?;
    let mut board = board.with_suicide(header.suicide);
    let banned = header
        .ko
        .as_ref()
        .map(|name| (color(header.to_move), name.parse().unwrap()));
    board.set_ko(banned);
    Some(board)
}

/// The color of a side.
pub(super) const fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

/// Whether all claims of a header are true on the board as it stands, by exhaustive search; `None` if the board has
/// more than 16 points, or if too many positions can follow.
pub(super) fn truth_of(header: &Header) -> Option<bool> {
    let board = board_of(header).filter(|_| header.width * header.height <= MOST_POINTS)?;
    let blocks: Vec<Point> = header
        .blocks
        .iter()
        .map(|name| name.parse().unwrap())
        .collect();
    let owner = board.color(*blocks.first()?)?;
    let mover = color(header.to_move);
    if let (Aim::Connect | Aim::Cut, &[from, to]) = (header.goal, &blocks[..]) {
        let mut small = SmallBoard::joining(&board, [from, to]);
        return small.is_captured(mover == owner, Taken::Endless(false), MOST_STATES);
    }
    let mut small = SmallBoard::new(&board, &blocks.into_iter().collect());
    let other = match header.goal {
        Aim::Kill => Aim::Live,
        Aim::Live | Aim::Connect | Aim::Cut => Aim::Kill,
    };
    let claims = match header.verdict {
        Said::Achieved => vec![(header.goal, Some(false), false)],
        Said::Refuted => vec![(other, Some(false), false)],
        Said::KoTheOtherNeedsThreats => {
            vec![(header.goal, None, false), (other, Some(true), true)]
        }
        Said::KoNeedsThreats => vec![(header.goal, Some(true), false), (other, None, false)],
    };
    let mut is_true = true;
    for (goal, of_prover, is_counted) in claims {
        let retakes = match of_prover.map(|is_prover| is_prover == (goal == Aim::Kill)) {
            None => Taken::Nobody,
            Some(is_attacker) if is_counted => Taken::Twice(is_attacker),
            Some(is_attacker) => Taken::Endless(is_attacker),
        };
        let is_captured = small.is_captured(mover != owner, retakes, MOST_STATES)?;
        is_true &= is_captured == (goal == Aim::Kill);
    }
    Some(is_true)
}
