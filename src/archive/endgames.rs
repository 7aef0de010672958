//! Exact endgames of self-played games, and what is safe in their positions.

use std::time::Instant;

use super::entry::rounded;
use crate::base::Budget;
use crate::board::game::Start;
use crate::board::{Board, Color, Game, Rules};
use crate::compose::Games;
use crate::endgame::ScoreFile;
use crate::engine::Engine;
use crate::region::SafetyFile;

/// Moves before the end of a game of the positions that are tried, the earliest first.
const BEFORE_END: [usize; 4] = [12, 8, 4, 0];

/// A proof that was made: its kind, the end of the name of its file, its text and the seconds it took.
pub(super) type Made = (&'static str, &'static str, Vec<u8>, f64);

/// The ends of the names of the files of a game.
pub(super) const NAMES: [&str; 3] = ["endgame", "black.safety", "white.safety"];

/// The proofs from a game: the exact score of the earliest position near the end in which it is found, and what is safe
/// for each color there. Nothing if there is no such position.
pub(super) fn proofs(
    engine: &mut Engine,
    games: &mut Games,
    number: u64,
    nodes: u64,
    limits: &Budget,
) -> Vec<Made> {
    let boards = games.positions(number);
    for back in BEFORE_END {
        let at = boards.len().checked_sub(1 + back);
        let Some(board) = at.and_then(|at| boards.get(at)) else {
            continue;
        };
        if limits.check().is_err() {
            return Vec::new();
        }
        let start = Instant::now();
        if let Some(text) = score(engine, board, nodes, limits) {
            let [name, safe @ ..] = NAMES;
            let mut made = vec![(
                "endgame",
                name,
                text,
                rounded(start.elapsed().as_secs_f64()),
            )];
            for (color, name) in Color::BOTH.into_iter().zip(safe) {
                let start = Instant::now();
                let text = safety(board, color, nodes, limits);
                let seconds = rounded(start.elapsed().as_secs_f64());
                made.extend(text.map(|text| ("safety", name, text, seconds)));
            }
            return made;
        }
    }
    Vec::new()
}

/// The proof of the exact score of a position, Black first.
fn score(engine: &mut Engine, board: &Board, nodes: u64, limits: &Budget) -> Option<Vec<u8>> {
    let start = Start {
        to_move: Some(Color::Black),
        ..Start::from_board(board)
    };
    let game = Game::from_start(start, Rules::default()).ok()?;
    let endgame = engine.endgame(&game, limits);
    let lead = endgame.lead(&game, engine.endgame_store(), Color::Black);
    let mut budget = limits.renewed(nodes);
    let file = ScoreFile::new(&game, Color::Black, lead.ok()??, &mut budget).ok()?;
    let mut text = Vec::new();
    file.write(&mut text).ok()?;
    Some(text)
}

/// The proof of what is safe for a color.
fn safety(board: &Board, color: Color, nodes: u64, limits: &Budget) -> Option<Vec<u8>> {
    let mut fresh = board.clone();
    fresh.forget_history();
    fresh.set_ko(None);
    let file = SafetyFile::new(&fresh, color, nodes, &mut limits.renewed(nodes)).ok()?;
    let mut text = Vec::new();
    file.write(&mut text).ok()?;
    Some(text)
}
