//! The board: its size, its stones, and simple questions about them.

use super::points::top_first;
use crate::board::{Block, Color, Komi, Move, Size};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "boardsize",
        arity: Arity::between(1, 2),
        usage: "WIDTH [HEIGHT]",
        help: "Sets the size of the board and clears it; komi, rules and time settings stay",
        analyze: None,
        run: boardsize,
    },
    Command {
        name: "rectangular_boardsize",
        arity: Arity::exactly(2),
        usage: "WIDTH HEIGHT",
        help: "Sets the size of a board whose sides may differ, and clears it",
        analyze: None,
        run: boardsize,
    },
    Command {
        name: "clear_board",
        arity: Arity::NONE,
        usage: "",
        help: "Takes all stones off the board; komi, rules and time settings stay",
        analyze: None,
        run: clear_board,
    },
    Command {
        name: "komi",
        arity: Arity::exactly(1),
        usage: "POINTS",
        help: "Sets the points that White receives",
        analyze: None,
        run: komi,
    },
    Command {
        name: "get_komi",
        arity: Arity::NONE,
        usage: "",
        help: "Points that White receives",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Komi",
            args: "",
        }),
        run: |session, _| Ok(Reply::text(session.game.rules().komi)),
    },
    Command {
        name: "showboard",
        arity: Arity::NONE,
        usage: "",
        help: "The board as text",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Board as Text",
            args: "",
        }),
        run: showboard,
    },
    Command {
        name: "list_stones",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "The stones of a color",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointList,
            label: "Stones",
            args: "%c",
        }),
        run: |session, args| {
            let color = args.color()?;
            Ok(top_first(session.game.board().points_of(color)))
        },
    },
    Command {
        name: "is_legal",
        arity: Arity::exactly(2),
        usage: "COLOR VERTEX",
        help: "Answers 1 if a move is legal, else 0",
        analyze: None,
        run: is_legal,
    },
    Command {
        name: "all_legal",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "All points where a color may play",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointList,
            label: "Legal Moves",
            args: "%c",
        }),
        run: all_legal,
    },
    Command {
        name: "countlib",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Number of liberties of the block on a point",
        analyze: None,
        run: |session, args| Ok(Reply::text(block(session, args)?.n_liberties())),
    },
    Command {
        name: "findlib",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "The liberties of the block on a point",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointList,
            label: "Liberties",
            args: "%p",
        }),
        run: |session, args| Ok(top_first(block(session, args)?.liberties().iter())),
    },
    Command {
        name: "captures",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Number of stones that a color has captured",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Captures",
            args: "%c",
        }),
        run: |session, args| {
            Ok(Reply::text(
                session.game.board().n_prisoners(args.color()?.opponent()),
            ))
        },
    },
    Command {
        name: "last_move",
        arity: Arity::NONE,
        usage: "",
        help: "Color and vertex of the last move",
        analyze: None,
        run: last_move,
    },
    Command {
        name: "move_history",
        arity: Arity::NONE,
        usage: "",
        help: "All moves, the last one first",
        analyze: None,
        run: |session, _| {
            Ok(Reply::lines(
                session.game.moves().iter().rev().map(|&mv| move_text(mv)),
            ))
        },
    },
];

fn boardsize(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    // Any integer is a side, but few are acceptable: that is another error than a word that is no number.
    let width = args.int(i64::MIN..=i64::MAX)?;
    let height = if args.has_more() {
        args.int(i64::MIN..=i64::MAX)?
    } else {
        width
    };
    let sides = u8::try_from(width).ok().zip(u8::try_from(height).ok());
    let size = sides.and_then(|(width, height)| Size::new(width, height));
    session.clear_board(size.ok_or(CommandError::UnacceptableSize)?);
    Ok(Reply::none())
}

fn clear_board(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    session.clear_board(session.game.board().size());
    Ok(Reply::none())
}

fn komi(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let points = args.number()?;
    let komi = Komi::from_points(points)
        .ok_or_else(|| CommandError::Syntax(format!("komi is at most {} points", Komi::LIMIT)))?;
    if (komi.points() - points).abs() > 1e-9 {
        tracing::warn!(points, %komi, "komi is rounded to half points");
    }
    session.set_rules(crate::board::Rules {
        komi,
        ..*session.game.rules()
    });
    Ok(Reply::none())
}

fn showboard(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let game = &session.game;
    let last = game.last_move().and_then(|(_, mv)| mv.point());
    let board = game.board();
    let picture = board.to_picture(|point| Some(point) == last);
    let captured = |color: Color| board.n_prisoners(color.opponent());
    Ok(Reply::block(format_args!(
        "{picture}\n{} to move, move {}; captured by black {}, by white {}; {}",
        game.to_move(),
        game.moves().len() + 1,
        captured(Color::Black),
        captured(Color::White),
        game.rules()
    )))
}

fn is_legal(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let mv = args.vertex(session.game.board().size())?;
    Ok(Reply::text(u8::from(session.game.is_legal(color, mv))))
}

fn all_legal(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let game = &session.game;
    Ok(top_first(
        game.board()
            .size()
            .points()
            .filter(|&point| game.is_legal(color, Move::Play(point))),
    ))
}

fn block<'a>(session: &'a Session, args: &mut Args<'_>) -> Result<&'a Block, CommandError> {
    let board = session.game.board();
    let point = args.point(board.size())?;
    board
        .block_at(point)
        .ok_or_else(|| CommandError::Failed("vertex must not be empty".to_owned()))
}

fn last_move(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    match session.game.last_move() {
        Some(last) => Ok(Reply::text(move_text(last))),
        None => Err(CommandError::Failed("no previous move known".to_owned())),
    }
}

fn move_text((color, mv): (Color, Move)) -> String {
    format!("{color} {mv}")
}
