//! Samples from games that a search with the teacher plays with itself, as in Wu, "Accelerating self-play learning in
//! Go", 2019: some moves are searched well, and only their positions become samples; the others are searched little, so
//! that there are many games. The target of moves is where the visits went; those of outcome, score and owners are what
//! became of the game.

use std::sync::Arc;

use super::chance::{BoardSizes, drawn, random_rules, random_symmetry};
use super::label::{SampleBuffers, SampleLabels, add, ask, with_komi};
use super::shard::Shard;
use crate::base::{Budget, CancelToken, Rng};
use crate::board::{Color, Game, Move, PerColor, Point};
use crate::intuition::{Evaluation, History, Intuition, NetworkPosition, Symmetry};
use crate::mcts::{Detail, Filter, LeafEvaluator, Params, Report, Searcher};
use crate::referee::{Judgement, JudgementEffort, Owner, OwnerSource, judge};

/// One search of so many is full, and makes a sample.
const FULL: u32 = 4;
/// A search that is not full has this part of the visits.
const CHEAP: u64 = 6;
/// Memory of a search, in MiB. The trees are small.
const MEMORY_MIB: usize = 16;
/// Before the first search the teacher alone plays up to this share of the points: games must differ.
const OPENING: usize = 12;

/// What games are played for a shard.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchedShard {
    /// The boards.
    pub(super) sizes: BoardSizes,
    /// Visits of a full search.
    pub(super) visits: u64,
    /// Number of samples to make.
    pub(super) n_samples: usize,
}

/// A position that was searched well, until it is known what became of the game.
struct Searched {
    game: Game,
    report: Report,
}

/// A shard of whole games on boards of one size; what the last game has beyond the number of samples is dropped.
pub(super) fn shard(
    manner: SearchedShard,
    teacher: &Arc<Intuition>,
    rng: &mut Rng,
    buffers: &mut SampleBuffers,
    cancel: &CancelToken,
) -> Option<Shard> {
    let size = manner.sizes.random(rng);
    let mut shard = Shard::new(size);
    for number in 0.. {
        let mut game = Game::new(size, random_rules(rng));
        open(&mut game, teacher, rng, buffers);
        game.set_rules(with_komi(&game, teacher, rng, buffers));
        let searched = play(&mut game, manner.visits, teacher, rng, cancel)?;
        let judgement = judged(&game, teacher, buffers, cancel);
        for Searched { game, report } in searched {
            let evaluation = evaluation(&game, &report, &judgement);
            let known = SampleLabels {
                winner: judgement.score.winner(),
                game: number,
                ..SampleLabels::default()
            };
            add(&mut shard, &game, Some(&evaluation), known, buffers);
            if shard.n_samples() == manner.n_samples {
                return Some(shard);
            }
        }
    }
    None
}

/// Some moves of the teacher alone, drawn by its policy.
fn open(game: &mut Game, teacher: &Intuition, rng: &mut Rng, buffers: &mut SampleBuffers) {
    let n_moves = rng.index(2 + game.board().size().n_points() / OPENING);
    for _ in 0..n_moves {
        let evaluation = ask(teacher, game, random_symmetry(rng), buffers);
        let weight = |&(mv, chance): &(Move, f32)| match mv {
            Move::Play(_) => f64::from(chance),
            Move::Pass | Move::Resign => 0.0,
        };
        let mv = drawn(&evaluation.policy, weight, rng);
        if game.play(game.to_move(), mv).is_err() {
            break;
        }
    }
}

/// Plays a game to its end. Returns the positions that were searched well; `None` if `cancel` is set.
fn play(
    game: &mut Game,
    visits: u64,
    teacher: &Arc<Intuition>,
    rng: &mut Rng,
    cancel: &CancelToken,
) -> Option<Vec<Searched>> {
    let evaluator: Arc<dyn LeafEvaluator> = Arc::<Intuition>::clone(teacher);
    let params = Params {
        memory_mib: MEMORY_MIB,
        seed: rng.bits(),
        stops_early: false,
        ..Params::default()
    };
    let mut searcher = Searcher::with_evaluator(params, Some(evaluator));
    let mut searched = Vec::new();
    while !game.is_over() && game.moves().len() < 2 * game.board().size().n_points() {
        let is_full = rng.below(FULL) == 0;
        let visits = if is_full { visits } else { visits / CHEAP };
        let mut budget = Budget::nodes(visits.max(1)).with_cancel(cancel);
        let report = searcher.search(game, game.to_move(), &Filter::NONE, &mut budget);
        if cancel.is_cancelled() {
            return None;
        }
        let mv = choose(game, &report, rng);
        if is_full {
            searched.push(Searched {
                game: game.clone(),
                report,
            });
        }
        if game.play(game.to_move(), mv).is_err() {
            break;
        }
    }
    Some(searched)
}

/// The next move: drawn among those with visits, more and more surely the best one as the game goes on.
fn choose(game: &Game, report: &Report, rng: &mut Rng) -> Move {
    /// Probabilities are the visits to the power of one over this: at the start, and at last.
    const TEMPERATURE: [f64; 2] = [0.8, 0.15];
    let side = f64::from(game.board().size().width());
    let n_moves = u32::try_from(game.moves().len()).map_or(f64::INFINITY, f64::from);
    let [first, last] = TEMPERATURE;
    let temperature = last + (first - last) * 0.5_f64.powf(n_moves / side);
    let policy = policy(report);
    let most = policy.iter().map(|choice| choice.1).fold(0.0, f32::max);
    // The weights of many visits would overflow to infinity, were they not measured by the largest.
    let weight = |&(_, share): &(Move, f32)| f64::from(share / most).powf(1.0 / temperature);
    drawn(&policy, weight, rng)
}

/// The share of each move in the visits, those not counted that it got before it turned out worse than the best.
fn policy(report: &Report) -> Vec<(Move, f32)> {
    let weight = |detail: &Detail| detail.merit.min(detail.weight);
    let sum: f64 = report.moves.iter().map(|it| weight(&it.detail)).sum();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a share needs no more digits"
    )]
    let share = |detail: &Detail| (weight(detail) / sum.max(f64::MIN_POSITIVE)) as f32;
    let moves = report.moves.iter();
    moves.map(|it| (it.mv, share(&it.detail))).collect()
}

/// The end of a game: proofs of the referee come first, the teacher's ownership decides what nothing is proved about.
fn judged(
    game: &Game,
    teacher: &Intuition,
    buffers: &mut SampleBuffers,
    cancel: &CancelToken,
) -> Judgement {
    let size = game.board().size();
    let history = History::of_game(game);
    let halves = PerColor::from_fn(|color: Color| {
        let position = NetworkPosition::of_game(game, &history, color);
        buffers
            .ask(teacher, &position, Symmetry::IDENTITY)
            .ownership
    });
    let owner = |first: Color, point: Point| {
        let place = size.points_from_top().position(|other| other == point);
        let own = place.and_then(|place| halves[first].get(place));
        own.map_or(0.0, |own| {
            own * if first == Color::Black { 1.0 } else { -1.0 }
        })
    };
    let limits = Budget::unlimited().with_cancel(cancel);
    let effort = JudgementEffort {
        seconds: SECONDS_OF_READING,
        limits: &limits,
    };
    judge(game, OwnerSource::Network, owner, &effort)
}

/// Seconds of the reader for the judgement of a game that a sample comes from.
const SECONDS_OF_READING: f64 = 0.25;

/// The labels of a position: the moves by its search, the rest by the end of the game. The deviation of the score and
/// the lead, which one game does not determine, are those of the search.
fn evaluation(game: &Game, report: &Report, judgement: &Judgement) -> Evaluation {
    let color = game.to_move();
    let sign = f64::from(color.sign());
    let win = match judgement.score.winner() {
        Some(winner) => f32::from(u8::from(winner == color)),
        None => 0.5,
    };
    let owner = |point: Point| match judgement.owner(point) {
        Owner::Color(owner) if owner == color => 1.0,
        Owner::Color(_) => -1.0,
        Owner::Seki | Owner::Dame => 0.0,
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "points need no more digits"
    )]
    let [lead, score_mean, score_stdev] = [
        sign * report.score_mean,
        sign * judgement.score.points(),
        report.detail.score_stdev,
    ]
    .map(|points| points as f32);
    Evaluation {
        policy: policy(report),
        win,
        loss: 1.0 - win,
        no_result: 0.0,
        lead,
        score_mean,
        score_stdev,
        variance_time: -1.0,
        win_error: -1.0,
        score_error: -1.0,
        ownership: game.board().size().points_from_top().map(owner).collect(),
    }
}
