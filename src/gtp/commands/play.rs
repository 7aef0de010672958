//! Moves: played, chosen, taken back; and stones set up before the first move.

use std::collections::BTreeSet;
use std::time::Duration;

use super::search::with_live_graphics;
use crate::base::Budget;
use crate::board::game::Start;
use crate::board::{Color, Move, Point, Size, handicap};
use crate::engine::Decision;
use crate::gtp::args::Args;
use crate::gtp::chat;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::mcts::Filter;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "play",
        arity: Arity::exactly(2),
        usage: "COLOR VERTEX",
        help: "Plays a move; a color may play twice in a row",
        analyze: None,
        run: |session, args| {
            let color = args.color()?;
            play_vertex(session, color, args)
        },
    },
    Command {
        name: "black",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Plays a black move",
        analyze: None,
        run: |session, args| play_vertex(session, Color::Black, args),
    },
    Command {
        name: "white",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Plays a white move",
        analyze: None,
        run: |session, args| play_vertex(session, Color::White, args),
    },
    Command {
        name: "genmove",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Chooses a move and plays it; the answer may be `pass` or `resign`",
        analyze: None,
        run: |session, args| {
            let color = args.color()?;
            generate(session, color)
        },
    },
    Command {
        name: "reg_genmove",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Chooses a move without playing it, always the same one in the same position",
        analyze: None,
        run: |session, args| {
            let color = args.color()?;
            propose(session, color)
        },
    },
    Command {
        name: "kgs-genmove_cleanup",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Chooses a move and plays it; passes only when no dead stone is left to take off",
        analyze: None,
        run: genmove_cleanup,
    },
    Command {
        name: "undo",
        arity: Arity::NONE,
        usage: "",
        help: "Takes the last move back",
        analyze: None,
        run: |session, _| session.undo(1).map(|()| Reply::none()),
    },
    Command {
        name: "gg-undo",
        arity: Arity::between(0, 1),
        usage: "[COUNT]",
        help: "Takes moves back, all or none",
        analyze: None,
        run: gg_undo,
    },
    Command {
        name: "gogui-play_sequence",
        arity: Arity::at_least(0),
        usage: "[COLOR...] [VERTEX...]",
        help: "Plays pairs of a color and a vertex, all or none",
        analyze: None,
        run: play_sequence,
    },
    Command {
        name: "gogui-setup",
        arity: Arity::at_least(0),
        usage: "[COLOR...] [VERTEX...]",
        help: "Sets stones on an empty board, pairs of a color and a vertex; nothing is captured",
        analyze: None,
        run: setup,
    },
    Command {
        name: "set_position",
        arity: Arity::at_least(0),
        usage: "[COLOR...] [VERTEX...]",
        help: "Replaces the position by these stones, pairs of a color and a vertex; it has no history, and Black is \
            to move",
        analyze: None,
        run: set_position,
    },
    Command {
        name: "gogui-setup_player",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Sets the color that moves first after a setup",
        analyze: None,
        run: setup_player,
    },
    Command {
        name: "fixed_handicap",
        arity: Arity::exactly(1),
        usage: "COUNT",
        help: "Places handicap stones on the star points of an empty board",
        analyze: None,
        run: fixed_handicap,
    },
    Command {
        name: "place_free_handicap",
        arity: Arity::exactly(1),
        usage: "COUNT",
        help: "Places a number of handicap stones on points that the engine chooses",
        analyze: None,
        run: place_free_handicap,
    },
    Command {
        name: "set_free_handicap",
        arity: Arity::at_least(2),
        usage: "VERTEX VERTEX [VERTEX...]",
        help: "Places handicap stones on given points of an empty board",
        analyze: None,
        run: set_free_handicap,
    },
];

fn play_vertex(session: &mut Session, color: Color, args: &mut Args<'_>) -> CommandResult {
    let mv = args.vertex(session.game.board().size())?;
    session.play(color, mv)?;
    Ok(Reply::none())
}

/// Chooses a move and plays it.
pub(super) fn generate(session: &mut Session, color: Color) -> CommandResult {
    session.refuse_on_trial()?;
    let interval = session.settings.live_graphics;
    let decision = if interval > 0.0 {
        let interval = Duration::from_secs_f64(interval);
        with_live_graphics(session, color, interval, |session, observer| {
            let Session {
                game,
                engine,
                cancel,
                ..
            } = session;
            engine.genmove_observed(game, color, &Filter::NONE, cancel, observer)
        })
    } else {
        session
            .engine
            .genmove(&session.game, color, &session.cancel)
    };
    make_move(session, color, &decision)
}

fn genmove_cleanup(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    session.refuse_on_trial()?;
    let color = args.color()?;
    let decision = session
        .engine
        .genmove_cleanup(&session.game, color, &session.cancel);
    make_move(session, color, &decision)
}

/// Plays what the engine has decided, and answers it.
pub(super) fn make_move(session: &mut Session, color: Color, decision: &Decision) -> CommandResult {
    tracing::info!(%decision, "decided");
    session.chat.note(decision, session.game.board(), color);
    if decision.mv != Move::Resign {
        session.game.play(color, decision.mv)?;
    }
    if session.settings.writes_ogs_chat {
        tell_ogs(session, color.opponent(), decision);
    }
    session.engine.has_moved(color);
    session.may_ponder = decision.mv != Move::Resign;
    Ok(Reply::chosen(decision.mv))
}

/// Writes the engine's estimate, and what is proved now, for gtp2ogs; `to_move` is the opponent.
fn tell_ogs(session: &mut Session, to_move: Color, decision: &Decision) {
    let nothing = Budget::nodes(0).with_cancel(&session.cancel);
    let facts = session
        .engine
        .proved_facts(&session.game, to_move, &nothing);
    let notes = session.chat.news(&facts, session.game.board());
    chat::tell_ogs(decision, &notes, session.began.elapsed());
}

/// Chooses a move, always the same one in the same position, and does not play it.
pub(super) fn propose(session: &mut Session, color: Color) -> CommandResult {
    let decision = session
        .engine
        .reg_genmove(&session.game, color, &session.cancel);
    tracing::info!(%decision, "decided");
    Ok(Reply::chosen(decision.mv))
}

fn gg_undo(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let count = if args.has_more() {
        args.int(0..=i64::MAX)?
    } else {
        1
    };
    session.undo(usize::try_from(count).unwrap_or(usize::MAX))?;
    Ok(Reply::none())
}

/// The remaining arguments as pairs of a color and a vertex.
fn pairs(session: &Session, args: &mut Args<'_>) -> Result<Vec<(Color, Move)>, CommandError> {
    let size = session.game.board().size();
    let mut pairs = Vec::with_capacity(args.len() / 2);
    while args.has_more() {
        pairs.push((args.color()?, args.vertex(size)?));
    }
    Ok(pairs)
}

fn play_sequence(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let moves = pairs(session, args)?;
    let n_before = session.game.moves().len();
    for (color, mv) in moves {
        if let Err(error) = session.play(color, mv) {
            let n_played = session.game.moves().len() - n_before;
            session.undo(n_played)?;
            return Err(error);
        }
    }
    Ok(Reply::none())
}

fn require_bare_board(session: &Session) -> Result<(), CommandError> {
    if session.game.board().is_bare() {
        Ok(())
    } else {
        Err(CommandError::BoardNotEmpty)
    }
}

fn setup(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    require_bare_board(session)?;
    set_position(session, args)
}

fn set_position(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let stones = pairs(session, args)?
        .into_iter()
        .map(|(color, mv)| match mv.point() {
            Some(point) => Ok((color, point)),
            None => Err(CommandError::Syntax("a pass can't be set up".to_owned())),
        });
    let stones = stones.collect::<Result<Vec<_>, _>>()?;
    let points: BTreeSet<Point> = stones.iter().map(|&(_, point)| point).collect();
    if points.len() < stones.len() {
        return Err(CommandError::Failed("a point is there twice".to_owned()));
    }
    session.start_game(Start {
        stones,
        ..Start::empty(session.game.board().size())
    })?;
    Ok(Reply::none())
}

fn setup_player(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    if !session.game.moves().is_empty() {
        return Err(CommandError::Failed("the game has begun".to_owned()));
    }
    session.game.set_first_to_move(color);
    Ok(Reply::none())
}

/// Sets handicap stones on an empty board.
fn place_handicap(session: &mut Session, points: &[Point]) -> Result<(), CommandError> {
    let size = session.game.board().size();
    let stones = handicap::stones(points).collect();
    session.start_game(Start {
        stones,
        n_handicap: points.len(),
        ..Start::empty(size)
    })
}

fn n_handicap_stones(args: &mut Args<'_>) -> Result<usize, CommandError> {
    let count = args.int(i64::MIN..=i64::MAX)?;
    usize::try_from(count).map_err(|_| CommandError::InvalidHandicap)
}

fn fixed_handicap(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    place_chosen(session, args, handicap::fixed)
}

fn place_free_handicap(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    place_chosen(session, args, handicap::free)
}

/// Sets the requested number of handicap stones on the points that `choose` picks, and replies with the points.
fn place_chosen(
    session: &mut Session,
    args: &mut Args<'_>,
    choose: fn(Size, usize) -> Option<Vec<Point>>,
) -> CommandResult {
    let n_stones = n_handicap_stones(args)?;
    require_bare_board(session)?;
    let points =
        choose(session.game.board().size(), n_stones).ok_or(CommandError::InvalidHandicap)?;
    place_handicap(session, &points)?;
    Ok(Reply::points(points))
}

fn set_free_handicap(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    require_bare_board(session)?;
    let size = session.game.board().size();
    let mut points = Vec::with_capacity(args.len());
    while args.has_more() {
        match args.vertex(size)? {
            Move::Play(point) => points.push(point),
            Move::Pass | Move::Resign => {
                return Err(CommandError::BadVertexList(
                    "a pass is not a stone".to_owned(),
                ));
            }
        }
    }
    if points.iter().collect::<BTreeSet<_>>().len() < points.len() {
        return Err(CommandError::BadVertexList(
            "a point is there twice".to_owned(),
        ));
    }
    place_handicap(session, &points)?;
    Ok(Reply::none())
}
