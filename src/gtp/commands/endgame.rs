//! The mathematics of the endgame, and the board as a sum of games.

use crate::board::Point;
use crate::cgt::{Games, Style, evaluate};
use crate::endgame::{Endgame, describe};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "tedomari-cgt",
        arity: Arity::at_least(1),
        usage: "EXPRESSION [WORD...]",
        help: "Evaluates an expression of combinatorial games, such as `{3|1} + ^` or `mean({4|1})`",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Combinatorial Game",
            args: "%s",
        }),
        run: cgt,
    },
    Command {
        name: "tedomari-regions",
        arity: Arity::between(0, 1),
        usage: "[assume-safe]",
        help: "The independent open regions, one per line: points, value, mean, temperature, the side that plays \
            there in sente, best moves; `assume-safe` assumes that all that ownership calls certain is safe",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointString,
            label: "Regions",
            args: "",
        }),
        run: regions,
    },
    Command {
        name: "tedomari-region_value",
        arity: Arity::at_least(1),
        usage: "VERTEX [VERTEX...]",
        help: "The sum of the values of the regions that hold the given points, with mean, temperature and stops",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Region Value",
            args: "%P",
        }),
        run: region_value,
    },
    Command {
        name: "tedomari-endgame_score",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Black's score minus White's with best play when COLOR moves first, komi included; unknown LOW HIGH if \
            it is not proved",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Endgame Score",
            args: "%c",
        }),
        run: score,
    },
    Command {
        name: "tedomari-endgame_moves",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "The moves of COLOR that keep the score, undominated ones first; unknown if the score is not proved",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointString,
            label: "Endgame Moves",
            args: "%c",
        }),
        run: moves,
    },
    Command {
        name: "restricted_genmove",
        arity: Arity::at_least(2),
        usage: "COLOR VERTEX [VERTEX...]",
        help: "Chooses one of the given moves without playing it; answers `pass` if none of them is legal",
        analyze: None,
        run: restricted_genmove,
    },
];

fn cgt(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let mut games = Games::new(session.settings.cgt);
    games.set_budget(session.limits());
    let value = evaluate(&mut games, args.tail()).map_err(|error| {
        let text = error.to_string();
        if error.problem.is_limit() {
            CommandError::Failed(text)
        } else {
            CommandError::Syntax(text)
        }
    })?;
    let text = value.text(&mut games, Style::default());
    text.map(Reply::text)
        .map_err(|error| CommandError::Failed(error.to_string()))
}

fn analyze(session: &mut Session) -> Endgame {
    let limits = session.limits();
    session.engine.endgame(&session.game, &limits)
}

fn failed(error: impl std::fmt::Display) -> CommandError {
    CommandError::Failed(error.to_string())
}

fn regions(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let limits = session.limits();
    let endgame = match args.has_more().then(|| args.word()).transpose()? {
        None => {
            let endgame = session.engine.endgame_with_worths(&session.game, &limits);
            endgame.map_err(failed)?
        }
        Some("assume-safe") => {
            let endgame = session.engine.endgame_assumed_safe(&session.game, &limits);
            endgame.map_err(failed)?
        }
        Some(word) => {
            return Err(CommandError::Syntax(format!(
                "expected `assume-safe`, found `{word}`"
            )));
        }
    };
    let lines = describe::region_lines(&endgame, session.engine.endgame_store());
    Ok(Reply::lines(lines.map_err(failed)?))
}

fn region_value(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let size = session.game.board().size();
    let mut points: Vec<Point> = Vec::new();
    while args.has_more() {
        points.push(args.point(size)?);
    }
    let endgame = analyze(session);
    let text = describe::value_of_points(&endgame, session.engine.endgame_store(), &points);
    text.map(Reply::text).map_err(failed)
}

fn score(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let endgame = analyze(session);
    let range = endgame.score(session.engine.endgame_store(), color);
    Ok(Reply::text(range.map_err(failed)?))
}

fn moves(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let endgame = analyze(session);
    let store = session.engine.endgame_store();
    if endgame
        .score(store, color)
        .map_err(failed)?
        .exact()
        .is_none()
    {
        return Ok(Reply::text("unknown"));
    }
    let moves = endgame.keeping_moves(store, color).map_err(failed)?;
    Ok(Reply::words(moves.iter().map(|mv| mv.mv())))
}

fn restricted_genmove(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let size = session.game.board().size();
    let mut moves = Vec::new();
    while args.has_more() {
        moves.push(args.vertex(size)?);
    }
    let decision = session
        .engine
        .restricted_genmove(&session.game, color, moves, &session.cancel);
    tracing::info!(%decision, "decided");
    Ok(Reply::chosen(decision.mv))
}
