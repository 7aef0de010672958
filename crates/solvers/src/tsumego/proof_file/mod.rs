//! Writes proofs of the reader down, in the format that a [`crate::proofcheck`] reads.
//!
//! The checker walks through the claim and requests the prover's moves; these come from searches of the same claim. A
//! search settles some positions for reasons that the checker lacks. From there on the moves come from a second search
//! that has no other reasons than the checker ([`Criteria::Plain`]).

mod asked;
mod hunt;
mod joiner;

use std::io::{self, Write};

use thiserror::Error;

use self::asked::{place, point};
use self::hunt::Hunt;
use self::joiner::Joiner;
use super::fight::{Criteria, Fight, FightMove, Position};
use super::frame::cells::Cells;
use super::frame::{Boundary, Frame};
use super::guide::proof_game::FightTable;
use super::question::{Goal, LifeCriterion, Question};
use super::reader::{Place, ProvedClaim, Reading, Verdict};
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet};
use crate::proof::Outcome;
use crate::proof::game::{LeafStatus, ProofGame};
use crate::proof::solver::Solver;
use crate::proof::table::SolverTable;
use crate::proofcheck::format::{ClaimLine, Goal as Aim, Header, NodeLine, Retakes, VERSION};
use crate::proofcheck::writing::{Advice, Asked, ProverMove, Wanted, record};
use crate::proofcheck::{self, CheckError};
use crate::region::{WrittenBoard, written_ko, written_side};
use crate::safety::unconditional_life;
use crate::tactics::ko::KoThreats;

/// Words of a set of cells in the usual frames, and in larger ones.
const FEW_WORDS: usize = 2;
const MANY_WORDS: usize = 4;

/// A proof as lines.
#[derive(Clone, Debug)]
pub struct ProofFile {
    header: Header,
    claims: Vec<(ClaimLine, Vec<NodeLine>)>,
}

/// Why there is no proof to write.
#[derive(Debug, Error)]
pub enum NoProof {
    /// The answer is an estimate, or unknown.
    #[error("the answer is not proved")]
    NotProved,
    /// A claim could not be put in a frame again.
    #[error("the frame of the proof can't be made again")]
    Frame,
    /// The moves that show a claim were not found in time, or the claim does not hold.
    #[error(transparent)]
    Claim(#[from] CheckError),
}

impl ProofFile {
    /// The proof of an answer, or the proof that it holds if what it takes for granted is so: that stones stand, or
    /// that the other side has few ko threats. Positions that are not known any more are searched again within the
    /// budget; tables get 2 to the power `log2_entries` entries.
    ///
    /// # Errors
    /// If the answer is not proved, not even so, or its proof is not found in time.
    pub fn new(
        board: &Board,
        question: Question,
        reading: &Reading,
        log2_entries: u32,
        budget: &mut Budget,
    ) -> Result<Self, NoProof> {
        if !reading.basis.is_shown() || reading.claims.is_empty() {
            return Err(NoProof::NotProved);
        }
        let header = header(board, &question, reading).ok_or(NoProof::NotProved)?;
        let heads = reading.given.iter().filter(|&head| !board.is_empty(head));
        let given = heads.flat_map(|head| board.stones(head));
        let mut writer = Writer {
            board,
            question,
            given: given.collect(),
            header: &header,
            log2_entries,
        };
        let claims = reading
            .claims
            .iter()
            .map(|claim| writer.claim(claim, budget));
        let claims = claims.collect::<Result<_, _>>()?;
        Ok(Self { header, claims })
    }

    /// The proof that the owner of two blocks, `from` and `to`, connects them if `to_move` moves first: that he does,
    /// or that the other side does not cut. Searches are made within the budget.
    ///
    /// # Errors
    /// If there are no two stones of one color, or the proof is not found in time.
    pub fn of_connection(
        board: &Board,
        (from, to): (Point, Point),
        to_move: Color,
        budget: &mut Budget,
    ) -> Result<Self, NoProof> {
        let owner = board.color(from).filter(|_| from != to);
        let owner = owner.filter(|&owner| board.color(to) == Some(owner));
        let owner = owner.ok_or(NoProof::NotProved)?;
        let (goal, verdict) = if to_move == owner {
            (Aim::Connect, proofcheck::format::Verdict::Achieved)
        } else {
            (Aim::Cut, proofcheck::format::Verdict::Refuted)
        };
        let header = first_line(board, [from, to], goal, to_move, verdict, 1);
        let wanted = Wanted {
            goal: Aim::Connect,
            retakes: Retakes::Refuter,
            number: None,
            region: board.size().points().map(place).collect(),
            outside: None,
        };
        let lines = record(&header, &wanted, |asked, attempt| {
            advice(budget, |budget| {
                let mut joiner = Joiner {
                    board,
                    blocks: (from, to),
                    owner,
                    budget,
                };
                joiner.choice(asked, attempt)
            })
        });
        Ok(Self {
            header,
            claims: vec![lines?],
        })
    }

    /// The claims, each with the positions in which the other side moves.
    #[must_use]
    pub fn claims(&self) -> &[(ClaimLine, Vec<NodeLine>)] {
        &self.claims
    }

    /// Writes the lines.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = |value: Result<String, serde_json::Error>| writeln!(out, "{}", value?);
        line(serde_json::to_string(&self.header))?;
        for (claim, nodes) in &self.claims {
            line(serde_json::to_string(claim))?;
            for node in nodes {
                line(serde_json::to_string(node))?;
            }
        }
        Ok(())
    }
}

/// The first line; `None` if the verdict can't be proved.
fn header(board: &Board, question: &Question, reading: &Reading) -> Option<Header> {
    let verdict = match reading.verdict {
        Verdict::Achieved => proofcheck::format::Verdict::Achieved,
        Verdict::Refuted => proofcheck::format::Verdict::Refuted,
        Verdict::Ko { is_favorable: true } => proofcheck::format::Verdict::KoTheOtherNeedsThreats,
        Verdict::Ko {
            is_favorable: false,
        } => proofcheck::format::Verdict::KoNeedsThreats,
        Verdict::Unknown => return None,
    };
    let blocks = question.blocks(board);
    let n_claims = reading.claims.len();
    let (goal, to_move) = (goal(question.goal), question.to_move);
    let given = reading.given.iter().map(|stone| stone.to_string());
    Some(Header {
        given: given.collect(),
        threats: reading.given_threats(),
        ..first_line(board, blocks.iter(), goal, to_move, verdict, n_claims)
    })
}

/// The first line of a proof about some blocks.
fn first_line(
    board: &Board,
    blocks: impl IntoIterator<Item = Point>,
    goal: Aim,
    to_move: Color,
    verdict: proofcheck::format::Verdict,
    n_claims: usize,
) -> Header {
    let written = WrittenBoard::new(board);
    let blocks = blocks.into_iter();
    Header {
        version: VERSION,
        width: written.width,
        height: written.height,
        black: written.black,
        white: written.white,
        to_move: written_side(to_move),
        ko: written_ko(board, to_move),
        suicide: board.allows_suicide(),
        blocks: blocks.map(|point| point.to_string()).collect(),
        given: Vec::new(),
        threats: None,
        goal,
        verdict,
        claims: n_claims,
    }
}

const fn goal(goal: Goal) -> Aim {
    match goal {
        Goal::Kill => Aim::Kill,
        Goal::Live => Aim::Live,
    }
}

/// A question whose proof is written.
struct Writer<'a> {
    board: &'a Board,
    question: Question,
    /// Stones that are taken for granted.
    given: PointSet,
    header: &'a Header,
    log2_entries: u32,
}

impl Writer<'_> {
    /// The lines of one claim.
    fn claim(
        &mut self,
        claim: &ProvedClaim,
        budget: &mut Budget,
    ) -> Result<(ClaimLine, Vec<NodeLine>), NoProof> {
        match claim.place {
            Place::Board => {
                let region = PointSet::board(self.board.size());
                let wanted = wanted(claim, &region, None);
                let lines = record(self.header, &wanted, |asked, attempt| {
                    advice(budget, |budget| {
                        let mut hunt = Hunt {
                            board: self.board,
                            question: &self.question,
                            budget,
                        };
                        hunt.choices(asked, attempt)
                    })
                })?;
                Ok(lines)
            }
            Place::Frame(region, boundary) => self
                .claim_in_frame::<FEW_WORDS>(claim, &region, boundary, budget)
                .or_else(|| self.claim_in_frame::<MANY_WORDS>(claim, &region, boundary, budget))
                .unwrap_or(Err(NoProof::Frame)),
        }
    }

    /// The lines of a claim that was proved in a frame; `None` if the frame needs more words.
    fn claim_in_frame<const N: usize>(
        &self,
        claim: &ProvedClaim,
        region: &PointSet,
        boundary: Boundary,
        budget: &mut Budget,
    ) -> Option<Result<(ClaimLine, Vec<NodeLine>), NoProof>> {
        let owner = self.question.owner(self.board)?;
        let attacker = owner.opponent();
        // In a life the attacker's stones outside count as stones that can't be taken anyway.
        let beside = match claim.goal {
            Goal::Live => self.board.points_of(attacker).collect::<PointSet>() - *region,
            Goal::Kill => PointSet::EMPTY,
        };
        let safe = unconditional_life(self.board, attacker).stones | self.given | beside;
        let blocks = self.question.blocks(self.board);
        let frame = Frame::<N>::new(self.board, blocks, region, &safe, boundary)?;
        if frame.region != *region {
            return Some(Err(NoProof::Frame));
        }
        let outside = match boundary {
            Boundary::Open { least_liberties } => Some(least_liberties),
            Boundary::Shut => None,
        };
        let fight = |criteria| Fight {
            frame: &frame,
            goal: claim.goal,
            life: LifeCriterion::EyesOrSeki,
            ko_threats: claim.ko_threats,
            criteria,
            salt: 0,
            hint: Cells::EMPTY,
            easier: &[],
        };
        let mut searches = [Criteria::All, Criteria::Plain]
            .map(|criteria| (fight(criteria), FightTable::<N>::new(self.log2_entries)));
        let wanted = wanted(claim, region, outside);
        let lines = record(self.header, &wanted, |asked, attempt| {
            advice(budget, |budget| {
                let searches = searches.iter_mut();
                let mut choices = searches
                    .filter_map(|(fight, table)| choose(fight, table, &blocks, asked, budget));
                choices.nth(attempt)
            })
        });
        Some(lines.map_err(NoProof::from))
    }
}

fn wanted(claim: &ProvedClaim, region: &PointSet, outside: Option<usize>) -> Wanted {
    Wanted {
        goal: goal(claim.goal),
        retakes: match claim.ko_threats {
            KoThreats::RefuterEndless | KoThreats::Refuter(_) => Retakes::Refuter,
            KoThreats::Nobody => Retakes::Nobody,
            KoThreats::Prover(_) | KoThreats::ProverEndless => Retakes::Prover,
        },
        number: claim.ko_threats.count(),
        region: region.iter().map(place).collect(),
        outside,
    }
}

/// What a search finds, if there is time for one. A search that needs few nodes looks at the clock too late: together
/// they could go on for ever.
fn advice(budget: &mut Budget, search: impl FnOnce(&mut Budget) -> Option<ProverMove>) -> Advice {
    if budget.remaining() == 0 || budget.check().is_err() {
        return Advice::GiveUp;
    }
    search(budget).map_or(Advice::NoMove, Advice::Move)
}

/// The move that wins a position of a fight for the prover; nothing if none is found, or none is needed.
fn choose<const N: usize>(
    fight: &Fight<'_, N>,
    table: &mut SolverTable<FightMove, Cells<N>>,
    blocks: &PointSet,
    asked: &Asked,
    budget: &mut Budget,
) -> Option<ProverMove> {
    let frame = fight.frame;
    let cell = |at: &(usize, usize)| point(*at).map_or(Cells::EMPTY, |point| frame.cell(point));
    let cells = |places: &[(usize, usize)]| {
        places
            .iter()
            .fold(Cells::EMPTY, |cells, place| cells | cell(place))
    };
    let taken = (0..).zip(blocks).filter(|(n, _)| asked.gone >> n & 1 != 0);
    let position = Position {
        attackers: cells(&asked.attackers),
        defenders: cells(&asked.defenders),
        ban: asked.ban.as_ref().map_or(Cells::EMPTY, cell),
        is_attacker_to_move: fight.goal == Goal::Kill,
        is_left_alone: false,
        n_retakes: asked.retakes,
        gone: taken.fold(0, |gone, (_, block)| gone | fight.named(frame.cell(block))),
    };
    let last = match fight.goal {
        Goal::Kill => fight.capture(&position),
        Goal::Live => fight.escape(&position),
    };
    let mv = match fight.evaluate(&position) {
        _ if last.is_some() => last,
        LeafStatus::Proved(_) | LeafStatus::Disproved(_) => return None,
        LeafStatus::Open(_) => {
            let mut solver = Solver::new(fight, table);
            if solver.prove(&position, budget) != Outcome::Proved {
                return None;
            }
            solver.entry(&position)?.best?
        }
    };
    Some(mv.map(|cell| place(frame.point(Cells::cell(cell.into())))))
}
