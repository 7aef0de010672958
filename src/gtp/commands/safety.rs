//! What is proved without search about life and territory, in the words of Fuego and GNU Go.

use super::points::{owner_grid, top_first};
use crate::board::{Color, PointSet};
use crate::engine::SafetyKind;
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::referee::JudgementReport;
use crate::safety::gnugo::{PointStatus, UnconditionalStatus};
use crate::safety::support;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "go_safe",
        arity: Arity::between(1, 2),
        usage: "benson|static|search [COLOR]",
        help: "Number and list of the points that are unconditionally safe, or safe under alternate play, statically \
               or by local search as well",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointString,
            label: "Safe Points Benson",
            args: "benson",
        }),
        run: safe,
    },
    Command {
        name: "go_safe_dame_static",
        arity: Arity::NONE,
        usage: "",
        help: "Empty points between points that are safe under alternate play",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointList,
            label: "Safe Dame",
            args: "",
        }),
        run: |session, _| {
            let map = session
                .engine
                .safe_points_of(&session.game, SafetyKind::Static);
            Ok(Reply::points(map.dame.iter()))
        },
    },
    Command {
        name: "go_safe_winner",
        arity: Arity::NONE,
        usage: "",
        help: "The winner by area if the safe points settle it, else unknown",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Safe Winner",
            args: "",
        }),
        run: winner,
    },
    Command {
        name: "static_score",
        arity: Arity::exactly(1),
        usage: "tromp_taylor_score|japanese_score",
        help: "The score of the position as it stands, every stone counted as alive",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Static Score Tromp-Taylor",
            args: "tromp_taylor_score",
        }),
        run: static_score,
    },
    Command {
        name: "unconditional_status",
        arity: Arity::exactly(1),
        usage: "POINT",
        help: "Whether a stone is alive or dead, or a point territory of a color, even if one side never answers; \
            else undecided. A stone that can be taken on a point of its own territory is no living one: the answer \
            names the territory",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Unconditional Status",
            args: "%p",
        }),
        run: unconditional_status,
    },
    Command {
        name: "tedomari-supports",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "The unconditionally alive stones of a color, a line for each set of blocks that live together",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointString,
            label: "Supports",
            args: "%c",
        }),
        run: supports,
    },
    Command {
        name: "tedomari-final_reasons",
        arity: Arity::between(0, 1),
        usage: "[bases]",
        help: "The status of each block if the game ended here, and why, a line each; with `bases` how many blocks \
               proofs, reading and ownership decide",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointString,
            label: "Final Reasons",
            args: "",
        }),
        run: final_reasons,
    },
    Command {
        name: "tedomari-score_estimate",
        arity: Arity::NONE,
        usage: "",
        help: "The score of an unfinished game by network and playouts, proved points exact: mean, its error, and the \
               spread of a single game, in points for Black",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Score Estimate",
            args: "",
        }),
        run: |session, _| {
            let limits = session.limits();
            Ok(Reply::text(
                session.engine.estimate_score(&session.game, &limits),
            ))
        },
    },
    Command {
        name: "tedomari-likely_owners",
        arity: Arity::between(0, 2),
        usage: "[playouts|network] [COLOR]",
        help: "The likely owner of each point when the game is over, from 1 for Black to -1 for White, if COLOR moves \
               first, else the mean of both: by network and playouts as in judgements, or by one of them alone",
        analyze: Some(Analyze {
            kind: AnalyzeKind::NumberBoard,
            label: "Likely Owners",
            args: "",
        }),
        run: likely_owners,
    },
    Command {
        name: "tedomari-safe_pairs",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "The pairs of points that keep the stones of a color safe: a play on one is answered on the other",
        analyze: Some(Analyze {
            kind: AnalyzeKind::PointString,
            label: "Safe Pairs",
            args: "%c",
        }),
        run: safe_pairs,
    },
    Command {
        name: "tedomari-safe_proof",
        arity: Arity::exactly(1),
        usage: "COLOR",
        help: "Why the stones and points of a color are safe under alternate play: a line for each chain with its eyes \
               and pairs, one for each part of the territory, and one for each region and each window that local \
               search adds",
        analyze: Some(Analyze {
            kind: AnalyzeKind::String,
            label: "Safe Proof",
            args: "%c",
        }),
        run: safe_proof,
    },
];

fn safe(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let kind = match args.word()? {
        "benson" => SafetyKind::Unconditional,
        "static" => SafetyKind::Static,
        "search" => SafetyKind::Searched,
        other => {
            return Err(CommandError::Syntax(format!(
                "`{other}` is none of benson, static and search"
            )));
        }
    };
    let map = session.engine.safe_points_of(&session.game, kind);
    let points: PointSet = if args.has_more() {
        map.safe(args.color()?)
    } else {
        map.safe(Color::Black) | map.safe(Color::White)
    };
    let words = std::iter::once(points.len().to_string())
        .chain(points.iter().map(|point| point.to_string()));
    Ok(Reply::words(words))
}

fn winner(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let winner = session.engine.safe_winner(&session.game);
    Ok(winner.map_or_else(|| Reply::text("unknown"), Reply::text))
}

fn static_score(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let name = match args.word()? {
        "tromp_taylor_score" => "tromp_taylor",
        "japanese_score" => "japanese",
        other => {
            return Err(CommandError::Syntax(format!(
                "`{other}` is not a way to score"
            )));
        }
    };
    let score = session.engine.static_score(&session.game, name);
    let score = score.map_err(|error| CommandError::Syntax(error.to_string()))?;
    Ok(Reply::text(format!("{score:#}")))
}

fn unconditional_status(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let board = session.game.board();
    let point = args.point(board.size())?;
    Ok(Reply::text(
        match UnconditionalStatus::new(board).of(board, point) {
            PointStatus::Undecided => "undecided",
            PointStatus::Alive => "alive",
            PointStatus::Dead => "dead",
            PointStatus::Territory(Color::Black) => "black_territory",
            PointStatus::Territory(Color::White) => "white_territory",
        },
    ))
}

fn final_reasons(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let counts_bases = args.has_more();
    if counts_bases {
        match args.word()? {
            "bases" => {}
            other => return Err(CommandError::Syntax(format!("`{other}` is not `bases`"))),
        }
    }
    let judgement = session.engine.judge(&session.game, &session.limits());
    let report = JudgementReport::new(&session.game, &judgement);
    Ok(if counts_bases {
        Reply::lines(report.bases)
    } else {
        Reply::lines(report.blocks)
    })
}

fn supports(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let supports = support::supports(session.game.board(), color);
    Ok(Reply::lines(supports.iter().map(points_text)))
}

fn likely_owners(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let limits = session.limits();
    let (engine, game) = (&session.engine, &session.game);
    let source = args.peek().unwrap_or_default();
    if ["playouts", "network"].contains(&source) {
        args.word()?;
    }
    let first = args.has_more().then(|| args.color()).transpose()?;
    args.end()?;
    let owners = match source {
        "playouts" => engine.owners_by_playouts(game, &limits),
        "network" => engine.owners_by_network(game, &limits)?,
        _ => engine.likely_owners(game, &limits),
    };
    let size = game.board().size();
    Ok(Reply::block(owner_grid(size, |point| match first {
        Some(first) => owners.first(first, point),
        None => owners.mean(point),
    })))
}

fn safe_pairs(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let pairs = session.engine.safe_pairs(&session.game, color);
    Ok(Reply::lines(
        pairs
            .iter()
            .map(|[first, second]| format!("{first} {second}")),
    ))
}

fn safe_proof(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let color = args.color()?;
    let proof = session.engine.safety_proof(&session.game, color);
    let chains = proof.chains.iter().map(ToString::to_string);
    let territory = proof.territory.iter().map(|(area, eye_space)| {
        let area = points_text(area);
        match eye_space {
            Some(space) => format!(
                "territory {area}: eye space kept down, {}",
                points_text(space)
            ),
            None => format!("territory {area}: no room for two eyes"),
        }
    });
    Ok(Reply::lines(chains.chain(territory).chain(proof.searched)))
}

fn points_text(points: &PointSet) -> String {
    top_first(points.iter()).as_str().to_owned()
}
