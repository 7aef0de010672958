//! Samples from recorded games.

use super::chance::{normal, random_rules, random_symmetry};
use super::label::{SampleBuffers, SampleLabels, add, ask};
use super::shard::Shard;
use crate::base::{CancelToken, Rng};
use crate::board::game::Start;
use crate::board::{Color, Game, Komi, Move, Rules, Size};
use crate::intuition::{Intuition, Symmetry};
use crate::learn::records::{RecordError, SIDE, parse_line};

/// Positions taken from one game at a time.
const N_FROM_GAME: usize = 4;
/// One game of this many is kept out for measuring.
const KEPT_OUT: usize = 50;

/// A game to learn from.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    start: Start,
    komi: Option<Komi>,
    moves: Vec<(Color, Move)>,
    winner: Option<Color>,
}

/// Which of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Those to learn from.
    Learned,
    /// Those kept out for measuring: every fiftieth. They are shown as they are, with rules of China and their komi.
    KeptOut,
}

/// The games that count, by size of the board.
#[derive(Clone, Debug)]
pub struct RecordedGames {
    part: Part,
    sizes: Vec<Group>,
    n_moves: usize,
}

#[derive(Clone, Debug)]
struct Group {
    size: Size,
    n_moves: usize,
    /// With the number of the game among all.
    games: Vec<(usize, RecordedGame)>,
}

impl RecordedGame {
    /// The moves of a game, with the result as SGF has it, such as `B+3.5`.
    #[must_use]
    pub fn new(game: &Game, result: Option<&str>) -> Self {
        Self {
            start: game.start().clone(),
            komi: Some(game.rules().komi),
            moves: game.moves().to_vec(),
            winner: result.and_then(winner),
        }
    }

    /// The game replayed up to a number of moves, or to the first illegal one.
    fn replay(&self, n_moves: usize, rules: Rules) -> Option<Game> {
        let mut game = Game::from_start(self.start.clone(), rules).ok()?;
        for &(color, mv) in self.moves.iter().take(n_moves) {
            game.play(color, mv).ok()?;
        }
        Some(game)
    }
}

impl RecordedGames {
    /// One part of some games.
    #[must_use]
    pub fn new(games: Vec<RecordedGame>, part: Part) -> Self {
        let mut sizes: Vec<Group> = Vec::new();
        let mut n_all = 0;
        for (number, game) in games.into_iter().enumerate() {
            let is_kept_out = number % KEPT_OUT == KEPT_OUT - 1;
            let (size, n_moves) = (game.start.size, game.moves.len());
            if is_kept_out != (part == Part::KeptOut) || n_moves == 0 {
                continue;
            }
            n_all += n_moves;
            if let Some(group) = sizes.iter_mut().find(|group| group.size == size) {
                group.n_moves += n_moves;
                group.games.push((number, game));
            } else {
                sizes.push(Group {
                    size,
                    n_moves,
                    games: vec![(number, game)],
                });
            }
        }
        Self {
            part,
            sizes,
            n_moves: n_all,
        }
    }

    /// Whether there is no move at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.n_moves == 0
    }

    /// A size of board, each as often as the games have moves on it.
    fn random_group(&self, rng: &mut Rng) -> Option<&Group> {
        if self.n_moves == 0 {
            return None;
        }
        let mut at = rng.index(self.n_moves);
        self.sizes.iter().find(|group| {
            let is_here = at < group.n_moves;
            at = at.wrapping_sub(group.n_moves);
            is_here
        })
    }
}

/// Reads games on 19x19, one in each line: komi, result and moves, with tabs between.
///
/// # Errors
/// If a line is not a game.
pub fn parse_recorded_games(text: &str) -> Result<Vec<RecordedGame>, RecordError> {
    let game = |(index, line): (usize, &str)| {
        let mut colors = [Color::Black, Color::White].into_iter().cycle();
        let moves = parse_line(line, index + 1)?.into_iter();
        let mut fields = line.split('\t');
        let komi = fields.next().and_then(|komi| komi.trim().parse().ok());
        Ok(RecordedGame {
            start: Start::empty(Size::square(SIDE)),
            komi: komi.and_then(Komi::from_points),
            winner: fields.next().and_then(winner),
            moves: moves
                .filter_map(|mv| Some((colors.next()?, mv.map_or(Move::Pass, Move::Play))))
                .collect(),
        })
    };
    text.lines().enumerate().map(game).collect()
}

/// Who won by a result as SGF has it.
fn winner(result: &str) -> Option<Color> {
    match result.as_bytes() {
        [b'B', b'+', ..] => Some(Color::Black),
        [b'W', b'+', ..] => Some(Color::White),
        _ => None,
    }
}

/// A shard of positions of random games on boards of one size. Rules and komi are those of the game in half of the
/// cases, and random in the others.
pub(super) fn shard(
    games: &RecordedGames,
    n_samples: usize,
    teacher: Option<&Intuition>,
    rng: &mut Rng,
    buffers: &mut SampleBuffers,
    cancel: &CancelToken,
) -> Option<Shard> {
    let group = games.random_group(rng)?;
    let mut shard = Shard::new(group.size);
    while shard.n_samples() < n_samples {
        if cancel.is_cancelled() {
            return None;
        }
        let (number, recorded) = &group.games[rng.index(group.games.len())];
        let is_as_played = games.part == Part::KeptOut || rng.below(2) == 0;
        let rules = rules(recorded, is_as_played, rng);
        let mut chosen = [0; N_FROM_GAME].map(|_| rng.index(recorded.moves.len()));
        chosen.sort_unstable();
        for &n_moves in &chosen {
            // A record with an illegal move gives no sample beyond it. There are samples before.
            let Some(mut game) = recorded.replay(n_moves, rules) else {
                break;
            };
            let (color, played) = recorded.moves[n_moves];
            if game.to_move() != color {
                game.set_first_to_move(color);
            }
            if game.to_move() != color || !game.is_legal(color, played) {
                continue;
            }
            let symmetry = if games.part == Part::KeptOut {
                Symmetry::IDENTITY
            } else {
                random_symmetry(rng)
            };
            let evaluation = teacher.map(|teacher| ask(teacher, &game, symmetry, buffers));
            let known = SampleLabels {
                played: Some(played),
                winner: recorded.winner.filter(|_| is_as_played),
                game: u32::try_from(*number).unwrap_or(u32::MAX),
            };
            add(&mut shard, &game, evaluation.as_ref(), known, buffers);
            if shard.n_samples() == n_samples {
                break;
            }
        }
    }
    Some(shard)
}

fn rules(recorded: &RecordedGame, is_as_played: bool, rng: &mut Rng) -> Rules {
    /// Standard deviation of what is added to a komi, in points.
    const SPREAD: f64 = 8.0;
    let own = Rules::default();
    let komi = recorded.komi.unwrap_or(own.komi);
    if is_as_played {
        return Rules { komi, ..own };
    }
    let other = Komi::from_points(komi.points() + SPREAD * normal(rng));
    Rules {
        komi: other.unwrap_or(komi),
        ..random_rules(rng)
    }
}
