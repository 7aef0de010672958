//! The end of a game: whether a pass gives anything away, and what is still to be played before it.

use std::time::Instant;

use super::assessment::Assessment;
use super::costs::Step;
use super::decision::{Decision, Reason};
use super::effort::Effort;
use super::haste::wins_with_all_stones;
use super::level::Level;
use super::search_moves::{LEAST_PROBE, most_open};
use super::state::Engine;
use super::turn::{Options, Turn};
use crate::base::{Budget, CancelToken};
use crate::board::{Color, Game, Move, Point, PointSet, Scoring};
use crate::endgame::fill::{FinishedBoard, is_self_atari, last_move};
use crate::mcts::{self, Filter, Report, Searcher};
use crate::referee::{Judgement, Unfinished};

/// A search that weighs a pass takes so many times as long as a probe.
const PASS_SHARE: u32 = 2;

/// The tree of the search that weighs a pass gets one quarter of the memory.
const PASS_MEMORY: usize = 4;

/// How much less a pass may win than the best move of the probe.
const PASS_WIN_RATE: f64 = 0.03;

/// How many points less a pass may score than the best move of the probe.
const PASS_POINTS: f64 = 1.0;

/// A game in which only last plays are left.
struct Finish {
    /// Plays that help to take dead stones off the board, where the rules demand that.
    plays: Vec<Move>,
}

impl Engine {
    /// Chooses a move as [`Self::genmove`] does, but passes only when no dead stone of the opponent is left that a play
    /// can help to capture, and never resigns: the cleanup phase of KGS. While the board is not settled it plays on.
    pub fn genmove_cleanup(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Decision {
        let effort = self.timed_effort(game, color, cancel);
        let is_attacked =
            matches!(game.last_move(), Some((mover, Move::Play(_))) if mover != color);
        let options = Options {
            may_resign: false,
            clears_dead_stones: true,
            level: Level::FULL,
        };
        let mut turn = Turn::new(game, color, effort, options);
        // The assessment also keeps the search off the liberties of sekis.
        if !self.has_come_to_cleanup(&mut turn) || is_attacked {
            return self.decide(turn);
        }
        let Some(judgement) = self.deep_judgement(&turn) else {
            return self.decide(turn);
        };
        let plays = cleanup_plays(game, color, &judgement);
        if !plays.is_empty() {
            return self.clean_up(&mut turn, plays);
        }
        let (mv, reason) = last_choice(game, color, &judgement);
        Decision::without_search(mv, reason)
    }

    /// Whether playouts leave little open, so that nothing is left but dead stones to take off, and there is time to
    /// judge which these are.
    fn has_come_to_cleanup(&mut self, turn: &mut Turn<'_, '_>) -> bool {
        if !self.affords(Step::DeepJudgement, turn) {
            return false;
        }
        let board = turn.game.board();
        let n_open = self.assessed(turn).map(|known| known.n_open(board));
        n_open.is_some_and(|n_open| n_open <= most_open(board))
    }

    /// The game judged as if it ended here; `None` if there is no time for it. Judging costs playouts: once a turn is
    /// enough.
    fn assessed<'t>(&mut self, turn: &'t mut Turn<'_, '_>) -> Option<&'t Assessment> {
        if turn.assessment.is_none() && self.affords(Step::Judgement, turn) {
            turn.assessment = self.timed_judgement(Step::Judgement, turn, Self::assess);
        }
        turn.assessment.as_ref()
    }

    /// The judgement of what was assessed, with a search about the stones in doubt; `None` if there is no time for it.
    fn deep_judgement(&mut self, turn: &Turn<'_, '_>) -> Option<Judgement> {
        let assessment = turn.assessment.as_ref()?;
        let reconsidered =
            self.timed_judgement(Step::DeepJudgement, turn, |engine, game, limits| {
                engine.reconsider(game, assessment, limits)
            })?;
        Some(reconsidered.unwrap_or_else(|| assessment.judgement.clone()))
    }

    /// A judgement of the game; `None` if the time of the move or a cancel cut it short. It is then too uncertain to
    /// end a game by it.
    fn timed_judgement<T>(
        &mut self,
        step: Step,
        turn: &Turn<'_, '_>,
        judge: impl FnOnce(&Self, &Game, &Budget) -> T,
    ) -> Option<T> {
        let limits = turn.effort.judgement_limits();
        let start = Instant::now();
        let judgement = judge(self, turn.game, &limits);
        let cost = start.elapsed();
        let is_whole = limits.check().is_ok();
        self.costs
            .note(step, if is_whole { cost } else { 2 * cost });
        is_whole.then_some(judgement)
    }

    /// A pass that ends the game, if the board counts as won even if every doubt goes against the side to move, with
    /// the dead stones on it unless these have to be taken off. An open board is not won by what it counts now: players
    /// go on with it even if they agree about the result. Where all stones count as they stand, it is.
    pub(super) fn winning_pass(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let (game, color, options) = (turn.game, turn.color, turn.options);
        let assessment = self.assessed(turn)?;
        let is_clean = !options.clears_dead_stones
            || dead_of(game, &assessment.judgement, color.opponent()).is_empty();
        let counts_as_it_stands =
            options.clears_dead_stones && game.rules().scoring == Scoring::Area;
        let ends = counts_as_it_stands && wins_with_all_stones(game, color)
            || !assessment.wins_too_early(color);
        let wins = is_clean && ends && assessment.worst_margin(color) > 0;
        wins.then(|| Decision::without_search(Move::Pass, Reason::WinsAsItStands))
    }

    /// The last play or a pass, where a probe finds nothing left to play for. The assessment of the position has to
    /// agree, and a search has to find that the opponent gains nothing after a pass.
    pub(super) fn finishing_move(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        self.probe(turn);
        let (game, color) = (turn.game, turn.color);
        let probe = turn.probe.take()?;
        let decision = if Self::seems_settled(game.board(), &probe) {
            self.finish(turn, &probe)
        } else {
            None
        };
        turn.probe = Some(probe);
        let Finish { plays } = decision?;
        if !plays.is_empty() {
            return Some(self.clean_up(turn, plays));
        }
        let (mv, reason) = last_choice(game, color, &turn.assessment.as_ref()?.judgement);
        Some(Decision::after_search(mv, reason, turn.probe.take()?))
    }

    /// Whether only last plays are left: `None` if not, else the plays that help to take dead stones off the board,
    /// where that is demanded.
    fn finish(&mut self, turn: &mut Turn<'_, '_>, probe: &Report) -> Option<Finish> {
        let (game, color, options) = (turn.game, turn.color, turn.options);
        let opponent_passed = turn.opponent_passed();
        let assessment = self.assessed(turn)?;
        let judgement = &assessment.judgement;
        // Never pass into a loss that the search does not find.
        let agrees = judgement.score.winner() == Some(color) || probe.win_rate < 0.5;
        let is_settled = assessment.n_uncertain(Some(&probe.ownership)) == 0
            && !(opponent_passed && assessment.wins_too_early(color));
        if !is_settled || !agrees || !self.may_pass(game, color, probe, &mut turn.effort) {
            return None;
        }
        let plays = if options.clears_dead_stones {
            cleanup_plays(game, color, &turn.assessment.as_ref()?.judgement)
        } else {
            Vec::new()
        };
        Some(Finish { plays })
    }

    /// Whether a pass loses nothing against the best move of a probe, by a search for the opponent. It keeps the engine
    /// from passing while an invasion still needs an answer.
    fn may_pass(
        &mut self,
        game: &Game,
        color: Color,
        probe: &Report,
        effort: &mut Effort<'_>,
    ) -> bool {
        let Some(best) = probe.moves.first() else {
            return true;
        };
        let mut after = game.clone();
        if after.play(color, Move::Pass).is_err() {
            return false;
        }
        let params = self.searcher.params();
        let params = mcts::Params {
            memory_mib: params.memory_mib / PASS_MEMORY,
            stops_early: false,
            ..params.clone()
        };
        // A second pass would end the game in the search with dead stones on the board.
        let filter = Filter {
            avoid: vec![Move::Pass],
            ..Filter::NONE
        };
        let mut budget = effort.part_of_search(PASS_SHARE);
        let report = self.timed_search(game, budget.deadline(), |engine, threads| {
            let params = mcts::Params { threads, ..params };
            let mut searcher = Searcher::with_evaluator(params, engine.searcher.evaluator());
            searcher.search(&after, color.opponent(), &filter, &mut budget)
        });
        effort.budget.charge(report.n_playouts);
        let Some(reply) = report.moves.first() else {
            return true;
        };
        let lost_win_rate = best.win_rate - (1.0 - reply.win_rate);
        let lost_points = (best.score_mean - reply.score_mean) * f64::from(color.sign());
        let n_playouts = report.n_playouts;
        tracing::debug!(lost_win_rate, lost_points, reply = %reply.mv, n_playouts, "weighed a pass");
        lost_win_rate <= PASS_WIN_RATE && lost_points <= PASS_POINTS
    }

    /// The best of the plays that help to take dead stones off the board.
    fn clean_up(&mut self, turn: &mut Turn<'_, '_>, plays: Vec<Move>) -> Decision {
        let filter = Filter {
            allow: Some(plays),
            ..Filter::NONE
        };
        let report = self.search(turn.game, turn.color, &filter, &mut turn.effort);
        Decision::after_search(report.best(), Reason::Cleanup, report)
    }

    /// What to do where the search finds a pass best: take dead stones off where that is demanded, or make the last
    /// plays on a settled board.
    pub(super) fn instead_of_pass(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let (game, color, options) = (turn.game, turn.color, turn.options);
        let opponent_passed = turn.opponent_passed();
        let report = turn.report.take()?;
        if let Some(mv) = self.instead_of_hasty_pass(turn, &report) {
            return Some(Decision::after_search(mv, Reason::OutOfTime, report));
        }
        let Some(assessment) = self.assessed(turn) else {
            return Some(Decision::after_search(
                report.best(),
                Reason::Search,
                report,
            ));
        };
        if options.clears_dead_stones {
            let plays = cleanup_plays(game, color, &assessment.judgement);
            if !plays.is_empty() {
                return Some(self.clean_up(turn, plays));
            }
        }
        // The search counts the board after a second pass as it stands.
        let too_early = opponent_passed && assessment.wins_too_early(color);
        let mut plays = report.moves.iter().map(|entry| entry.mv);
        let play = plays.find(|&mv| too_early && mv != Move::Pass);
        if let Some(play) = play {
            return Some(Decision::after_search(play, Reason::Search, report));
        }
        let is_settled = assessment.n_uncertain(Some(&report.ownership)) == 0;
        let (mv, reason) = match last_play(game, color, &assessment.judgement) {
            Some(mv) if is_settled => (mv, Reason::LastPlay),
            _ => (Move::Pass, Reason::Settled),
        };
        Some(Decision::after_search(mv, reason, report))
    }

    /// A play found without a search in place of a pass that hardly a search chose: too few playouts to find a board
    /// settled, and no judgement that the game is over.
    fn instead_of_hasty_pass(&mut self, turn: &mut Turn<'_, '_>, report: &Report) -> Option<Move> {
        if report.visits() >= LEAST_PROBE {
            return None;
        }
        let assessment = self.assessed(turn);
        if assessment.is_some_and(|known| Unfinished::of(&known.judgement).is_none()) {
            return None;
        }
        let filter = turn.filter.take().unwrap_or(Filter::NONE);
        self.unsearched_play(turn.game, turn.color, &filter)
    }
}

/// The dead stones of a color.
fn dead_of(game: &Game, judgement: &Judgement, color: Color) -> PointSet {
    judgement
        .dead
        .iter()
        .filter(|&point| game.board().color(point) == Some(color))
        .collect()
}

/// The legal plays on liberties of dead blocks of the opponent that are no self-atari. If there are none, the
/// self-ataris: stones thrown into an eye that is too small to live in.
pub(super) fn cleanup_plays(game: &Game, color: Color, judgement: &Judgement) -> Vec<Move> {
    let board = game.board();
    let near = dead_of(game, judgement, color.opponent()).spread();
    let plays = board.size().points().filter(|&point| {
        near.contains(point) && board.is_empty(point) && game.is_legal(color, Move::Play(point))
    });
    let (risky, sound): (Vec<Point>, Vec<Point>) =
        plays.partition(|&point| is_self_atari(game.board(), color, point));
    let plays = if sound.is_empty() { risky } else { sound };
    plays.into_iter().map(Move::Play).collect()
}

/// The last play of `color` on a finished board, else a pass, with the reason.
fn last_choice(game: &Game, color: Color, judgement: &Judgement) -> (Move, Reason) {
    match last_play(game, color, judgement) {
        Some(mv) => (mv, Reason::LastPlay),
        None => (Move::Pass, Reason::Settled),
    }
}

/// The play that `color` still has to make on a finished board before it passes, if there is one.
pub(super) fn last_play(game: &Game, color: Color, judgement: &Judgement) -> Option<Move> {
    let in_seki = judgement.blocks.iter().map(|block| block.shared);
    let finished = FinishedBoard {
        dead: &judgement.dead,
        dame: &in_seki.fold(judgement.dame, |dame, shared| dame - shared),
    };
    last_move(game, color, finished).map(Move::Play)
}

#[cfg(test)]
mod tests {
    use super::super::effort::Deadlines;
    use super::*;
    use crate::board::game::Start;
    use crate::board::{Board, Rules, Size};
    use crate::engine::EngineParams;

    fn engine(max_playouts: u64) -> Engine {
        let mut params = EngineParams {
            max_playouts: Some(max_playouts),
            ..EngineParams::default()
        };
        params.search.memory_mib = 16;
        Engine::new(params)
    }

    #[test]
    fn a_probe_of_one_playout_does_not_settle_the_board() {
        let game = Game::new(Size::square(9), Rules::default());
        let decision = engine(5).genmove(&game, Color::Black, &CancelToken::new());
        assert_eq!(decision.reason, Reason::Search, "{decision}");
    }

    /// One playout from the middle of an open board finds a pass as good as any play; a finished board is left alone.
    #[test]
    fn a_pass_of_one_playout_does_not_end_an_open_game() {
        let mut open = Game::new(Size::square(5), Rules::named("chinese").unwrap());
        let center = "C3".parse().map(Move::Play).unwrap();
        open.play(Color::Black, center).unwrap();
        let finished: Board = ". X X O .\nX X X O O\n. X X O .\nX X X O O\nX X X O ."
            .parse()
            .unwrap();
        let finished = Game::from_start(Start::from_board(&finished), *open.rules()).unwrap();
        for most in 1..=8 {
            let one = |game: &Game| {
                let mut engine = engine(most);
                engine.params.exact.nodes = 0;
                engine.genmove(game, Color::White, &CancelToken::new())
            };
            let decision = one(&open);
            assert_ne!(decision.mv, Move::Pass, "{most}: {decision}");
            let decision = one(&finished);
            assert_eq!(decision.mv, Move::Pass, "{most}: {decision}");
        }
    }

    #[test]
    fn a_judgement_that_is_cut_short_decides_nothing() {
        let game = Game::new(Size::square(9), Rules::default());
        let cancel = CancelToken::new();
        let mut engine = engine(100);
        let now = Instant::now();
        let options = Options {
            may_resign: false,
            clears_dead_stones: false,
            level: Level::FULL,
        };
        let mut turn = |end: Instant| {
            let effort = Effort {
                budget: Budget::nodes(100).with_cancel(&cancel),
                deadlines: Some(Deadlines {
                    target: now,
                    limit: now,
                    end,
                }),
                observer: None,
            };
            let turn = Turn::new(&game, Color::Black, effort, options);
            let judgement = engine.timed_judgement(Step::Judgement, &turn, Engine::assess);
            judgement.is_some()
        };
        assert!(!turn(now));
        assert!(turn(now + std::time::Duration::from_secs(600)));
        cancel.cancel();
        assert!(!turn(now + std::time::Duration::from_secs(600)));
    }

    #[test]
    fn the_cleanup_plays_on_while_the_board_is_open() {
        let mut game = Game::new(Size::square(19), Rules::default());
        for (color, name) in [
            (Color::Black, "D4"),
            (Color::White, "Q16"),
            (Color::Black, "Q4"),
            (Color::White, "D16"),
        ] {
            let mv = name.parse().map(Move::Play).unwrap();
            game.play(color, mv).unwrap();
        }
        // Nothing of White is under attack: it has just moved itself.
        let decision = engine(100).genmove_cleanup(&game, Color::White, &CancelToken::new());
        assert_eq!(decision.reason, Reason::Search, "{decision}");
    }

    #[test]
    fn the_cleanup_leaves_a_seki_alone() {
        let board: Board =
            ". O . O . O . O .\nO O O O O O O O O\nO O O O X X X O O\nO O X X X O X O O\n\
            O O X . O O X O O\nO O X X . X X O O"
                .parse()
                .unwrap();
        let rules = Rules::named("chinese").unwrap();
        let mut game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let mv = "C6".parse().map(Move::Play).unwrap();
        game.play(Color::White, mv).unwrap();
        let mut engine = engine(100);
        let effort = engine.timed_effort(&game, Color::Black, &CancelToken::new());
        let options = Options {
            may_resign: false,
            clears_dead_stones: true,
            level: Level::FULL,
        };
        let mut turn = Turn::new(&game, Color::Black, effort, options);
        assert!(engine.has_come_to_cleanup(&mut turn));
        let filter = engine.sensible_moves(&mut turn);
        for shared in ["D2", "E1"] {
            let mv = shared.parse().map(Move::Play).unwrap();
            assert!(filter.avoid.contains(&mv), "{filter:?}");
        }
    }
}
