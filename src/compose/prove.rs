//! The proof of each first move of a problem, written as data and checked.

use super::judge::{Judge, LOG2_ENTRIES, Solved};
use crate::board::{Board, Point};
use crate::proofcheck::format::{ClaimLine, Header, NodeLine, ProverReply, Start};
use crate::proofcheck::{CheckedFile, check_file, unique_first_move};
use crate::region::{WrittenBoard, written_ko};
use crate::tsumego::proof_file::ProofFile;
use crate::tsumego::{Question, Reading};

/// Most nodes to write a proof, for each node that a question may have.
const NODES_TO_WRITE: u64 = 8;

/// Most bytes of a proof.
const MOST_BYTES: usize = 4 << 20;

/// What a first move of a problem comes to, as a file.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// The wrong move; `None` for a pass.
    pub(super) wrong: Option<Point>,
    /// The lines of the file.
    pub(super) text: String,
    /// The claim and its nodes.
    pub(super) claim: (ClaimLine, Vec<NodeLine>),
}

/// The proofs of a problem: that the right move works, that a pass fails, and that each other play fails.
#[derive(Clone, Debug)]
pub(super) struct Proofs {
    /// That the goal is reached; it begins with the right move.
    pub(super) right: Proof,
    /// For a pass and each other legal play.
    pub(super) wrong: Vec<Proof>,
}

/// Writes the proofs and has the checker look at all of them together; `None` if one of them is not found.
pub(super) fn proofs(
    judge: &mut Judge,
    board: &Board,
    question: Question,
    solved: &Solved,
    nodes: u64,
) -> Option<Proofs> {
    let nodes = nodes.saturating_mul(NODES_TO_WRITE);
    let right = written(judge, board, question, &solved.achieved, nodes)?;
    if begins_with(&right.claim.0) != Some(solved.right.to_string()) {
        return None;
    }
    let other = question.of_the_other();
    let pass = written(judge, board, other, &solved.after_pass, nodes)?;
    let mut wrong = Vec::new();
    let plays = board.size().points();
    for point in plays.filter(|&point| board.is_legal(question.to_move, point)) {
        if point == solved.right {
            continue;
        }
        let mut after = board.clone();
        after.play(question.to_move, point).ok()?;
        after.forget_history();
        let known = solved.after_moves.iter().find(|(wrong, _)| *wrong == point);
        let proof = match known {
            Some((_, reading)) => written(judge, &after, other, reading, nodes),
            None => transferred(&pass, &after).or_else(|| {
                let reading = judge.failure(board, question, point)?;
                written(judge, &after, other, &reading, nodes)
            }),
        };
        wrong.push(Proof {
            wrong: Some(point),
            ..proof?
        });
    }
    wrong.insert(0, pass);
    let proofs = Proofs { right, wrong };
    are_checked(&proofs).then_some(proofs)
}

/// Whether the checker accepts all proofs, and finds that they leave one first move.
fn are_checked(proofs: &Proofs) -> bool {
    let all = std::iter::once(&proofs.right).chain(&proofs.wrong);
    let headers: Option<Vec<Header>> = all
        .map(|proof| match check_file(proof.text.as_bytes(), u64::MAX) {
            Ok(CheckedFile::Reading(checked)) => Some(checked.header),
            Ok(
                CheckedFile::Safety(_)
                | CheckedFile::Score(_)
                | CheckedFile::Bounds(_)
                | CheckedFile::Whole(_),
            )
            | Err(_) => None,
        })
        .collect();
    headers.is_some_and(|headers| unique_first_move(&headers).is_ok())
}

/// The proof of an answer as a file.
fn written(
    judge: &Judge,
    board: &Board,
    question: Question,
    reading: &Reading,
    nodes: u64,
) -> Option<Proof> {
    let mut budget = judge.budget(nodes);
    let file = ProofFile::new(board, question, reading, LOG2_ENTRIES, &mut budget).ok()?;
    let mut text = Vec::new();
    file.write(&mut text).ok()?;
    let text = String::from_utf8(text).ok()?;
    let [claim] = file.claims() else { return None };
    (text.len() <= MOST_BYTES).then(|| Proof {
        wrong: None,
        text,
        claim: claim.clone(),
    })
}

/// The proof that a pass fails as one for the position after a play that changes nothing in it. The checker decides
/// whether it holds there.
fn transferred(pass: &Proof, after: &Board) -> Option<Proof> {
    let (first, rest) = pass.text.split_once('\n')?;
    let header: Header = serde_json::from_str(first).ok()?;
    let to_move = match header.to_move {
        crate::proofcheck::format::Side::Black => crate::board::Color::Black,
        crate::proofcheck::format::Side::White => crate::board::Color::White,
    };
    let WrittenBoard { black, white, .. } = WrittenBoard::new(after);
    let header = Header {
        black,
        white,
        ko: written_ko(after, to_move),
        ..header
    };
    let first = serde_json::to_string(&header).ok()?;
    let text = format!("{first}\n{rest}");
    check_file(text.as_bytes(), u64::MAX).ok()?;
    Some(Proof {
        wrong: None,
        text,
        claim: pass.claim.clone(),
    })
}

/// The prover's first move in a claim.
fn begins_with(claim: &ClaimLine) -> Option<String> {
    match &claim.start {
        Start::Prover(ProverReply::Play(point, _)) => Some(point.clone()),
        Start::Prover(ProverReply::End(_)) | Start::Refuter(_) => None,
    }
}

impl Proof {
    /// The name of its file.
    pub(super) fn file_name(&self, is_right: bool) -> String {
        let name = match self.wrong {
            _ if is_right => "right".to_owned(),
            None => "pass".to_owned(),
            Some(point) => point.to_string(),
        };
        format!("{name}.proof")
    }
}
