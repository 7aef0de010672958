//! Commands that scripts written for GNU Go use, with answers in its form.
//!
//! Where GNU Go shows a value of its own evaluation that has no counterpart here, the line is left out.

use std::fmt::Write as _;

use super::points::top_first;
use super::reading::{code, status_word, vertex};
use crate::base::Messages;
use crate::board::{Block, Board, Color, Move, Point, PointSet};
use crate::engine::reading::Effort;
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::{MOST_LEVEL, Session};
use crate::safety::gnugo::{PointStatus, UnconditionalStatus};

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "estimate_score",
        arity: Arity::NONE,
        usage: "",
        help: "The score of an unfinished game by network and playouts, proved points exact, and the range in which \
            90 % of games end; the bounds are White's lead",
        analyze: None,
        run: estimate_score,
    },
    Command {
        name: "new_score",
        arity: Arity::NONE,
        usage: "",
        help: "The same as estimate_score",
        analyze: None,
        run: estimate_score,
    },
    Command {
        name: "top_moves",
        arity: Arity::NONE,
        usage: "",
        help: "The best moves of the search for the side to move, each with its win rate in percent",
        analyze: None,
        run: |session, _| {
            let color = session.game.to_move();
            Ok(top_moves(session, color))
        },
    },
    Command {
        name: "top_moves_black",
        arity: Arity::NONE,
        usage: "",
        help: "The same for Black",
        analyze: None,
        run: |session, _| Ok(top_moves(session, Color::Black)),
    },
    Command {
        name: "top_moves_white",
        arity: Arity::NONE,
        usage: "",
        help: "The same for White",
        analyze: None,
        run: |session, _| Ok(top_moves(session, Color::White)),
    },
    Command {
        name: "worm_stones",
        arity: Arity::between(0, 1),
        usage: "[COLOR|VERTEX]",
        help: "The stones of the block on a point, or of each block, or of each block of a color",
        analyze: None,
        run: worm_stones,
    },
    Command {
        name: "worm_data",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "What is known of a block: size, liberties, capture and defense by reading of few liberties, \
            unconditional status",
        analyze: None,
        run: worm_data,
    },
    Command {
        name: "dragon_data",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "What is known of a group: its blocks that can't be cut apart, and life and death of the block on the \
            point",
        analyze: None,
        run: dragon_data,
    },
    Command {
        name: "level",
        arity: Arity::exactly(1),
        usage: "LEVEL",
        help: "Sets how strong the engine plays, 0 to 10 and full strength from there on, and the effort of reading \
            captures and connections: 10 is usual, each level more or less doubles or halves it",
        analyze: None,
        run: level,
    },
    Command {
        name: "echo",
        arity: Arity::at_least(0),
        usage: "[TEXT...]",
        help: "Answers the text",
        analyze: None,
        run: |_, args| Ok(Reply::text(args.tail())),
    },
    Command {
        name: "echo_err",
        arity: Arity::at_least(0),
        usage: "[TEXT...]",
        help: "Answers the text, and writes it on standard error, too",
        analyze: None,
        run: |_, args| {
            let text = args.tail();
            Messages::to_standard_error().write(format!("{text}\n").as_bytes());
            Ok(Reply::text(text))
        },
    },
];

/// Most moves that are listed.
const MOST_MOVES: usize = 10;

fn estimate_score(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let limits = session.limits();
    let estimate = session.engine.estimate_score(&session.game, &limits);
    let (low, high) = estimate.interval;
    Ok(Reply::text(format_args!(
        "{} (upper bound: {:.1}, lower: {:.1})",
        lead(estimate.mean),
        -low,
        -high
    )))
}

/// A lead from Black's view with one decimal: `B+3.5`, `W+0.4`.
fn lead(points: f64) -> String {
    let player = if points > 0.0 { 'B' } else { 'W' };
    format!("{player}+{:.1}", points.abs())
}

fn top_moves(session: &mut Session, color: Color) -> Reply {
    let Session {
        game,
        engine,
        cancel,
        ..
    } = session;
    let report = engine.consider_anew(game, color, cancel);
    let plays = report
        .candidates(0)
        .filter(|entry| entry.mv != Move::Pass)
        .take(MOST_MOVES);
    Reply::words(plays.map(|entry| format!("{} {:.2}", entry.mv, 100.0 * entry.win_rate)))
}

fn worm_stones(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board();
    let colors = match args.peek().map(str::parse::<Color>) {
        Some(Ok(color)) => {
            args.word()?;
            vec![color]
        }
        Some(Err(_)) => return Ok(top_first(block(board, stone(board, args)?).iter())),
        None => Color::BOTH.to_vec(),
    };
    let heads = colors
        .into_iter()
        .flat_map(|color| board.first_stones(color));
    let blocks = heads.map(|head| top_first(block(board, head).iter()).as_str().to_owned());
    Ok(Reply::lines(blocks))
}

/// The stones of a block.
pub(super) fn block(board: &Board, stone: Point) -> PointSet {
    board.stones(stone).collect()
}

/// A point with a stone.
pub(super) fn stone(board: &Board, args: &mut Args<'_>) -> Result<Point, CommandError> {
    let point = args.point(board.size())?;
    match board.color(point) {
        Some(_) => Ok(point),
        None => Err(CommandError::Failed("vertex must not be empty".to_owned())),
    }
}

/// Lines of a name and a value, as GNU Go aligns them.
#[derive(Debug, Default)]
struct Data {
    text: String,
    width: usize,
}

impl Data {
    fn about(point: Point, width: usize) -> Self {
        Self {
            text: format!("{point}:"),
            width,
        }
    }

    fn line(&mut self, name: &str, value: impl std::fmt::Display) {
        // Writing to a string never fails.
        let _ = write!(self.text, "\n{name:width$} {value}", width = self.width);
    }
}

fn worm_data(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let point = stone(session.game.board(), args)?;
    let attack = session.reading().attack(point)?;
    let defense = session.reading().defend(point)?;
    let board = session.game.board();
    let stones: Vec<Point> = block(board, point).iter().collect();
    let status = match UnconditionalStatus::new(board).of(board, point) {
        PointStatus::Alive => "alive",
        PointStatus::Dead => "dead",
        PointStatus::Undecided | PointStatus::Territory(_) => "unknown",
    };
    let mut data = Data::about(point, 20);
    data.line("origin", origin(&stones));
    data.line("color", color_name(board, point));
    data.line("size", stones.len());
    data.line(
        "liberties",
        board.block_at(point).map_or(0, Block::n_liberties),
    );
    data.line("attack_code", code(attack.success));
    data.line("attack_point", vertex(attack.mv));
    data.line("defense_code", code(defense.success));
    data.line("defense_point", vertex(defense.mv));
    data.line("unconditional_status", status);
    Ok(Reply::text(data.text))
}

fn dragon_data(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let point = stone(session.game.board(), args)?;
    let heads = dragon(session, point)?;
    let usual = Effort::Usual(session.limits());
    let status = session.reading().status(point, &usual)?;
    let attack = session.reading().kill(point)?;
    let defense = session.reading().save(point)?;
    let board = session.game.board();
    let stones: Vec<Point> = heads.iter().flat_map(|&head| board.stones(head)).collect();
    let word = status_word(status.fate);
    let mut data = Data::about(point, 23);
    data.line("color", color_name(board, point));
    data.line("origin", origin(&stones));
    data.line("size", stones.len());
    data.line("owl_status", word);
    data.line("status", word);
    data.line("owl_attack_code", code(attack.success));
    data.line("owl_attack_point", vertex(attack.mv));
    data.line("owl_defense_code", code(defense.success));
    data.line("owl_defense_point", vertex(defense.mv));
    data.line("strings", Reply::points(heads).as_str());
    Ok(Reply::text(data.text))
}

/// The blocks, by a stone each, that can't be cut from the block on a point and share a liberty with one of them.
pub(super) fn dragon(session: &mut Session, point: Point) -> Result<Vec<Point>, CommandError> {
    let board = session.game.board().clone();
    let Some(color) = board.color(point) else {
        return Ok(Vec::new());
    };
    let liberties = |head: Point| board.block_at(head).map(|block| *block.liberties());
    let firsts = board.first_stones(color);
    let is_own = |head: &&Point| board.stones(**head).any(|stone| stone == point);
    let mut heads: Vec<Point> = firsts.iter().find(is_own).copied().into_iter().collect();
    let mut n_seen = 0;
    while let Some(&head) = heads.get(n_seen) {
        n_seen += 1;
        for &other in &firsts {
            let common = liberties(head).unwrap_or_default() & liberties(other).unwrap_or_default();
            if common.is_empty() || heads.contains(&other) {
                continue;
            }
            if session.reading().are_connected(head, other)? {
                heads.push(other);
            }
        }
    }
    heads.sort_unstable();
    Ok(heads)
}

/// The first stone in GNU Go's order: the top row first.
fn origin(stones: &[Point]) -> String {
    let first = stones
        .iter()
        .min_by_key(|point| (std::cmp::Reverse(point.y()), point.x()));
    first.map_or_else(String::new, ToString::to_string)
}

fn color_name(board: &Board, point: Point) -> String {
    board
        .color(point)
        .map_or_else(|| "empty".to_owned(), |color| color.to_string())
}

fn level(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let level = args.int(0..=i64::from(MOST_LEVEL))?;
    session.set_level(u8::try_from(level).unwrap_or(MOST_LEVEL));
    Ok(Reply::none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_name_the_player_ahead() {
        assert_eq!(lead(9.55), "B+9.6");
        assert_eq!(lead(-0.5), "W+0.5");
        assert_eq!(lead(0.0), "W+0.0");
    }
}
