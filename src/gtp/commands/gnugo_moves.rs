//! More commands that scripts written for GNU Go use: the moves of a search with their values and reasons, random
//! seeds, and small questions about the board. Answers have GNU Go's form.

use super::gnugo::{block, dragon, stone};
use super::play;
use super::points::top_first;
use crate::board::{Board, Color, Game, Move, Point};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::mcts::Report;
use crate::referee::{Judgement, Status};
use crate::tactics::ko::Success;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "query_boardsize",
        arity: Arity::NONE,
        usage: "",
        help: "The size of the board: its side, or columns and rows if they differ",
        analyze: None,
        run: |session, _| {
            let size = session.game.board().size();
            Ok(if size.is_square() {
                Reply::text(size.width())
            } else {
                Reply::text(format_args!("{} {}", size.width(), size.height()))
            })
        },
    },
    Command {
        name: "color",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "Whether a point is black, white or empty",
        analyze: None,
        run: |session, args| {
            let board = session.game.board();
            let color = board.color(args.point(board.size())?);
            Ok(Reply::text(
                color.map_or("empty".to_owned(), |color| color.to_string()),
            ))
        },
    },
    Command {
        name: "get_handicap",
        arity: Arity::NONE,
        usage: "",
        help: "Number of handicap stones of the game",
        analyze: None,
        run: |session, _| Ok(Reply::text(session.game.n_handicap())),
    },
    Command {
        name: "accuratelib",
        arity: Arity::exactly(2),
        usage: "COLOR VERTEX",
        help: "The liberties that a stone of a color would have on an empty point",
        analyze: None,
        run: liberties_after,
    },
    Command {
        name: "genmove_black",
        arity: Arity::NONE,
        usage: "",
        help: "The same as genmove for Black",
        analyze: None,
        run: |session, _| play::generate(session, Color::Black),
    },
    Command {
        name: "genmove_white",
        arity: Arity::NONE,
        usage: "",
        help: "The same as genmove for White",
        analyze: None,
        run: |session, _| play::generate(session, Color::White),
    },
    Command {
        name: "gg_genmove",
        arity: Arity::between(1, 2),
        usage: "COLOR [SEED]",
        help: "Chooses a move as reg_genmove does, after set_random_seed if a seed is given",
        analyze: None,
        run: gg_genmove,
    },
    Command {
        name: "get_random_seed",
        arity: Arity::NONE,
        usage: "",
        help: "The seed of the random numbers of the search, the setting search.seed",
        analyze: None,
        run: |session, _| Ok(Reply::text(session.settings.engine.search.seed)),
    },
    Command {
        name: "set_random_seed",
        arity: Arity::exactly(1),
        usage: "SEED",
        help: "Sets the seed of the random numbers of the search until the end of the conversation",
        analyze: None,
        run: |session, args| {
            set_seed(session, args)?;
            Ok(Reply::none())
        },
    },
    Command {
        name: "final_status",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "What a point is if the game ends here: alive, dead or seki, white_territory, black_territory or dame",
        analyze: None,
        run: final_status,
    },
    Command {
        name: "all_move_values",
        arity: Arity::NONE,
        usage: "",
        help: "The moves that the search for the side to move has looked at, each with its win rate in percent, a \
            line each",
        analyze: None,
        run: |session, _| {
            let report = considered(session);
            let lines =
                plays(&report).map(|play| format!("{} {:6.2}", play.mv, 100.0 * play.value));
            Ok(Reply::lines(lines))
        },
    },
    Command {
        name: "move_probabilities",
        arity: Arity::NONE,
        usage: "",
        help: "The same moves, each with its share of the visits",
        analyze: None,
        run: |session, _| {
            let report = considered(session);
            let lines = plays(&report).map(|play| format!("{} {:.4}", play.mv, play.share));
            Ok(Reply::lines(lines))
        },
    },
    Command {
        name: "move_uncertainty",
        arity: Arity::NONE,
        usage: "",
        help: "How undecided the search for the side to move is: the entropy of these shares, in bits",
        analyze: None,
        run: |session, _| {
            let report = considered(session);
            let bits: f64 = plays(&report)
                .filter(|play| play.share > 0.0)
                .map(|play| -play.share * play.share.log2())
                .sum();
            // Adding zero makes a positive zero of a negative one.
            Ok(Reply::text(format_args!("{:.4}", bits + 0.0)))
        },
    },
    Command {
        name: "move_reasons",
        arity: Arity::exactly(1),
        usage: "VERTEX",
        help: "What a play of the side to move does to the blocks around, by reading of few liberties: attacks, \
               defends, connects or cuts",
        analyze: None,
        run: move_reasons,
    },
    Command {
        name: "dragon_stones",
        arity: Arity::between(0, 1),
        usage: "[COLOR|VERTEX]",
        help: "The stones of the group on a point, or of each group, or of each group of a color",
        analyze: None,
        run: dragon_stones,
    },
];

fn set_seed(session: &mut Session, args: &mut Args<'_>) -> Result<(), CommandError> {
    let seed = args.int(0..=i64::MAX)?;
    let params = &mut session.settings.engine;
    params.search.seed = seed.unsigned_abs();
    session.engine.set_params(params);
    Ok(())
}

fn gg_genmove(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    if args.has_more() {
        set_seed(session, args)?;
    }
    play::propose(session, color)
}

fn liberties_after(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let mut board = session.game.board().clone();
    let (color, point) = (args.color()?, args.point(board.size())?);
    if board.color(point).is_some() {
        return Err(CommandError::Failed("vertex must be empty".to_owned()));
    }
    let liberties = board.probe(color, point, |board| {
        board.block_at(point).map(|block| *block.liberties())
    });
    let liberties = liberties.map_err(|error| CommandError::IllegalMove(error.into()))?;
    Ok(top_first(liberties.unwrap_or_default().iter()))
}

fn final_status(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let point = args.point(session.game.board().size())?;
    let judgement = session.engine.judge(&session.game, &session.limits());
    status_of(&judgement, point)
        .map(Reply::text)
        .ok_or_else(|| {
            CommandError::CannotScore(format!("nobody surrounds {point}, and it is open"))
        })
}

/// GNU Go's word for a point at the end of the game.
fn status_of(judgement: &Judgement, point: Point) -> Option<&'static str> {
    let block = judgement
        .blocks
        .iter()
        .find(|block| block.stones.contains(point));
    if let Some(block) = block {
        return Some(match block.status {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
        });
    }
    let words = [
        (&judgement.territory[Color::Black], "black_territory"),
        (&judgement.territory[Color::White], "white_territory"),
        (&judgement.dame, "dame"),
    ];
    let found = words.into_iter().find(|(points, _)| points.contains(point));
    found.map(|(_, word)| word)
}

/// The report of the search for the side to move.
fn considered(session: &mut Session) -> Report {
    let Session {
        game,
        engine,
        cancel,
        ..
    } = session;
    engine.consider(game, game.to_move(), cancel)
}

/// A play that a search has looked at.
struct Play {
    mv: Move,
    /// Chance to win after it, in 0..=1.
    value: f64,
    /// Its part of the visits of all plays, in 0..=1.
    share: f64,
}

/// The plays of a report, the best first.
fn plays(report: &Report) -> impl Iterator<Item = Play> {
    let found = || report.candidates(0).filter(|entry| entry.mv != Move::Pass);
    let n_visits: f64 = found().map(|entry| f64::from(entry.visits)).sum();
    found().map(move |entry| Play {
        mv: entry.mv,
        value: entry.win_rate,
        share: f64::from(entry.visits) / n_visits.max(1.0),
    })
}

fn move_reasons(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board().clone();
    let color = session.game.to_move();
    let point = args.point(board.size())?;
    if board.color(point).is_some() {
        return Err(CommandError::Failed("vertex must be empty".to_owned()));
    }
    let mut after = session.game.clone();
    after.play(color, Move::Play(point))?;
    let mut reasons = Vec::new();
    for target in touching(&board, color.opponent(), point) {
        if session.reading().attack_by(point, target)? != Success::None {
            reasons.push(format!("Move at {point} attacks {target}"));
        }
    }
    let own = touching(&board, color, point);
    for &target in &own {
        let is_in_danger = session.reading().attack(target)?.success != Success::None;
        if is_in_danger && session.reading().defend_by(point, target)? != Success::None {
            reasons.push(format!("Move at {point} defends {target}"));
        }
    }
    for (first, second) in pairs(&own) {
        let were_connected = session.reading().are_connected(first, second)?;
        if !were_connected && are_connected_on(session, &after, first, second)? {
            reasons.push(format!("Move at {point} connects {first} and {second}"));
        }
    }
    for (first, second) in pairs(&touching(&board, color.opponent(), point)) {
        let could_connect = session.reading().connect(first, second)?.success != Success::None;
        if could_connect && are_cut_on(session, &after, first, second)? {
            reasons.push(format!("Move at {point} cuts {first} and {second}"));
        }
    }
    Ok(Reply::lines(reasons))
}

/// A stone of each block of a color that has a point among its liberties.
fn touching(board: &Board, color: Color, point: Point) -> Vec<Point> {
    let has_liberty = |head: &Point| {
        let block = board.block_at(*head);
        block.is_some_and(|block| block.liberties().contains(point))
    };
    let heads = board.first_stones(color).into_iter();
    heads.filter(has_liberty).collect()
}

fn pairs(points: &[Point]) -> Vec<(Point, Point)> {
    let with_later = |(n, &first): (usize, &Point)| {
        let later = points.iter().skip(n + 1);
        later
            .map(move |&second| (first, second))
            .collect::<Vec<_>>()
    };
    points.iter().enumerate().flat_map(with_later).collect()
}

/// Whether two blocks can't be kept apart after the play, whichever side moves.
fn are_connected_on(
    session: &mut Session,
    after: &Game,
    first: Point,
    second: Point,
) -> Result<bool, CommandError> {
    let limits = session.limits();
    Ok(session
        .engine
        .reading_of(after, limits)
        .are_connected(first, second)?)
}

/// Whether two blocks can't be connected after the play, or one of them is gone.
fn are_cut_on(
    session: &mut Session,
    after: &Game,
    first: Point,
    second: Point,
) -> Result<bool, CommandError> {
    let board = after.board();
    if board.color(first).is_none() || board.color(second).is_none() {
        return Ok(true);
    }
    let limits = session.limits();
    let found = session
        .engine
        .reading_of(after, limits)
        .connect(first, second)?;
    Ok(found.success == Success::None)
}

fn dragon_stones(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board().clone();
    let heads = match args.peek().map(str::parse::<Color>) {
        Some(Err(_)) => vec![stone(&board, args)?],
        Some(Ok(color)) => {
            args.word()?;
            board.first_stones(color)
        }
        None => Color::BOTH
            .iter()
            .flat_map(|&color| board.first_stones(color))
            .collect(),
    };
    let mut seen: Vec<Point> = Vec::new();
    let mut lines = Vec::new();
    for head in heads {
        if seen.contains(&head) {
            continue;
        }
        let blocks = dragon(session, head)?;
        let stones = blocks
            .iter()
            .flat_map(|&head| block(&board, head).iter().collect::<Vec<_>>());
        lines.push(top_first(stones).as_str().to_owned());
        seen.extend(blocks);
    }
    Ok(Reply::lines(lines))
}
