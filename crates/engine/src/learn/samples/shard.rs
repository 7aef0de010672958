//! The file of a shard: an array of records in NumPy's format `.npy`, version 1.0
//! (<https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>).

use crate::board::{Color, Move, Point, Size};
use crate::intuition::inputs::{N_GLOBAL_FEATURES, N_POINT_FEATURES};
use crate::intuition::{Evaluation, NetworkPosition};
use crate::network::NetworkInput;

/// What stands in the policy at a move that is illegal.
const ILLEGAL: u16 = u16::MAX;
/// What a probability of 1 is in the policy.
const CERTAIN: f32 = 65_534.0;
/// What stands for a move that was not played.
const NO_MOVE: u16 = u16::MAX;
/// What full ownership is.
const OWNED: f32 = 127.0;

/// Samples on boards of one size.
#[derive(Clone, Debug)]
pub struct Shard {
    size: Size,
    n_samples: usize,
    records: Vec<u8>,
}

/// A position, and what is known about it. Everything is from the view of the player to move.
pub(super) struct Sample<'a> {
    pub(super) position: &'a NetworkPosition<'a>,
    /// The inputs of a network of version 8, the board as it is.
    pub(super) question: &'a NetworkInput,
    pub(super) evaluation: Option<&'a Evaluation>,
    /// The move that was played.
    pub(super) played: Option<Move>,
    /// Who won the game, if that counts for this position.
    pub(super) winner: Option<Color>,
    /// Number of the game among those of its source.
    pub(super) game: u32,
    /// Number of moves before the position.
    pub(super) n_moves: usize,
}

impl Shard {
    /// No samples yet.
    pub(super) const fn new(size: Size) -> Self {
        Self {
            size,
            n_samples: 0,
            records: Vec::new(),
        }
    }

    /// The size of all its boards.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Number of samples in it.
    #[must_use]
    pub const fn n_samples(&self) -> usize {
        self.n_samples
    }

    /// The bytes of the file, which `numpy.load` reads.
    #[must_use]
    pub fn into_file(self) -> Vec<u8> {
        let n_points = self.size.n_points();
        let n_bytes = n_points.div_ceil(8);
        let head = format!(
            "{{'descr': [('planes', '|u1', ({N_POINT_FEATURES}, {n_bytes})), \
             ('globals', '<f4', ({N_GLOBAL_FEATURES},)), ('policy', '<u2', ({},)), \
             ('ownership', '|i1', ({n_points},)), \
             ('values', '<f4', (6,)), ('move', '<u2'), ('number', '<u2'), ('game', '<u4'), ('winner', '|i1')], \
             'fortran_order': False, 'shape': ({},), }}",
            n_points + 1,
            self.n_samples
        );
        // Magic, version and length take ten bytes; all before the records is a multiple of 64, and ends a line.
        let length = (10 + head.len() + 1).next_multiple_of(64) - 10;
        let padded = format!("{head:<width$}\n", width = length - 1);
        let length = u16::try_from(length).unwrap_or(u16::MAX);
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend(length.to_le_bytes());
        file.extend(padded.bytes());
        file.extend(self.records);
        file
    }

    /// Adds a sample on a board of this size.
    pub(super) fn add(&mut self, sample: &Sample<'_>) {
        self.planes(sample.question);
        for number in &sample.question.globals {
            self.records.extend(number.to_le_bytes());
        }
        self.policy(sample);
        self.evaluation(sample.evaluation);
        let played = sample.played.and_then(|mv| self.place(mv));
        let played = played.map_or(NO_MOVE, narrow);
        let winner = sample.winner.map_or(0, |winner| {
            if winner == sample.position.to_move {
                1
            } else {
                -1
            }
        });
        self.records.extend(played.to_le_bytes());
        self.records.extend(narrow(sample.n_moves).to_le_bytes());
        self.records.extend(sample.game.to_le_bytes());
        self.records.extend(i8::to_le_bytes(winner));
        self.n_samples += 1;
    }

    /// One plane of bits for each feature of a point, the first point in the highest bit.
    fn planes(&mut self, question: &NetworkInput) {
        let start = self.records.len();
        let n_bytes = self.size.n_points().div_ceil(8);
        self.records.resize(start + N_POINT_FEATURES * n_bytes, 0);
        let features = question.points.chunks(N_POINT_FEATURES);
        for (place, features) in features.enumerate() {
            for (plane, &feature) in features.iter().enumerate() {
                if feature > 0.5 {
                    self.records[start + plane * n_bytes + place / 8] |= 0x80 >> (place % 8);
                }
            }
        }
    }

    /// A probability for each point and the pass; 0 for all that is legal without an evaluation.
    fn policy(&mut self, sample: &Sample<'_>) {
        let mut policy = vec![ILLEGAL; self.size.n_points() + 1];
        let mut set = |mv: Move, chance: f32| {
            if let Some(place) = self.place(mv) {
                policy[place] = fraction(chance);
            }
        };
        if let Some(evaluation) = sample.evaluation {
            for &(mv, chance) in &evaluation.policy {
                set(mv, chance);
            }
        } else {
            let position = sample.position;
            let points = self.size.points();
            let legal = points.filter(|&point| position.is_legal(point));
            for mv in legal.map(Move::Play).chain([Move::Pass]) {
                set(mv, 0.0);
            }
        }
        for chance in policy {
            self.records.extend(chance.to_le_bytes());
        }
    }

    /// Ownership; then win, loss, no result, mean and deviation of the score, lead. Without an evaluation, ownership is
    /// 0, and the others are no numbers.
    fn evaluation(&mut self, evaluation: Option<&Evaluation>) {
        let Some(evaluation) = evaluation else {
            let start = self.records.len();
            self.records.resize(start + self.size.n_points(), 0);
            for _ in 0..6 {
                self.records.extend(f32::NAN.to_le_bytes());
            }
            return;
        };
        let owners = evaluation.ownership.iter();
        self.records
            .extend(owners.flat_map(|&owner| ownership(owner).to_le_bytes()));
        let Evaluation {
            win,
            loss,
            no_result,
            score_mean,
            score_stdev,
            lead,
            ..
        } = *evaluation;
        for number in [win, loss, no_result, score_mean, score_stdev, lead] {
            self.records.extend(number.to_le_bytes());
        }
    }

    /// Where a move stands in a list row by row from the top left, the pass at the end.
    fn place(&self, mv: Move) -> Option<usize> {
        let row_by_row = |point: Point| {
            let row = usize::from(self.size.height() - 1 - point.y());
            row * usize::from(self.size.width()) + usize::from(point.x())
        };
        match mv {
            Move::Play(point) => Some(row_by_row(point)),
            Move::Pass => Some(self.size.n_points()),
            Move::Resign => None,
        }
    }
}

fn narrow(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and CERTAIN"
)]
fn fraction(chance: f32) -> u16 {
    (chance.clamp(0.0, 1.0) * CERTAIN).round() as u16
}

#[expect(clippy::cast_possible_truncation, reason = "between -127 and 127")]
fn ownership(owner: f32) -> i8 {
    (owner.clamp(-1.0, 1.0) * OWNED).round() as i8
}
