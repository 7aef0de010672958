//! Problems as exercises.

use std::time::Duration;

use super::questions::{USUAL, finding_text, goal_of, ko_winner, moves, of_line, points};
use super::record::{load_options, text_of};
use super::service::{Handling, Service, answer, read};
use crate::base::Budget;
use crate::board::{Game, Point, PointSet};
use crate::engine::reading::{Source, targets_of};
use crate::engine::{Exercise, Judged, ko_decided};
use crate::sgf::{LoadOptions, games, load};
use crate::tactics::ko::Success;
use crate::tsumego::{Goal, Verdict, owner_of};
use crate::web::message::{
    Code, Fault, GameText, Hue, LineAsk, MoveResult, MoveText, MovesText, PointText, ProblemList,
    ProblemText, ProgressText, QuestionWord, RecordAsk, RegionAsk, RegionQuestion, RegionQuestions,
    Trust, vertices,
};
use crate::web::sentences;
use crate::web::tab::{Caller, Tab};

pub(super) const TABLE: &[Service] = &[
    Service {
        name: "problems",
        work: Handling::AtOnce(|tab, fields, caller| {
            answer(&problems(tab, &read(fields)?, caller)?)
        }),
    },
    Service {
        name: "problem_move",
        work: Handling::AtOnce(|tab, fields, caller| {
            answer(&problem_move(tab, &read(fields)?, caller)?)
        }),
    },
    Service {
        name: "problem_moves",
        work: Handling::AtOnce(|tab, fields, caller| {
            answer(&problem_moves(tab, &read(fields)?, caller)?)
        }),
    },
    Service {
        name: "problem_of_region",
        work: Handling::AtOnce(|tab, fields, _| answer(&problem_of_region(tab, &read(fields)?)?)),
    },
];

/// Time for all first moves of a problem, unless the page names another.
const FOR_ALL_MOVES: Duration = Duration::from_secs(10);

/// Nodes of which a guess, which block a problem is about, takes a share.
const NODES_OF_PROBLEM: u64 = 100_000;

/// Most problems of a collection.
const MOST_PROBLEMS: usize = 1_000;

/// Warnings that are sent.
const MOST_WARNINGS: usize = 20;

/// The word for a goal.
const fn question_of(goal: Goal) -> QuestionWord {
    match goal {
        Goal::Kill => QuestionWord::Kill,
        Goal::Live => QuestionWord::Live,
    }
}

/// Reads a collection. Problems in which no block is marked or named are left out from a time limit on, because the
/// guess costs a search.
fn problems(tab: &Tab, ask: &RecordAsk, caller: &Caller) -> Result<ProblemList, Fault> {
    let (text, doubt) = text_of(tab, ask, caller)?;
    let options = LoadOptions {
        before_move: Some(1),
        ..load_options(tab, caller)
    };
    let texts =
        games(&text, &options).map_err(|error| Fault::new(Code::BadGame, error.to_string()))?;
    let mut list = ProblemList {
        problems: Vec::new(),
        warnings: doubt.into_iter().collect(),
    };
    let mut warn = |text: String| {
        if list.warnings.len() < MOST_WARNINGS {
            list.warnings.push(text);
        }
    };
    if texts.len() > MOST_PROBLEMS {
        warn(format!("only the first {MOST_PROBLEMS} problems are read"));
    }
    let limits = caller.budget(None, FOR_ALL_MOVES);
    for (number, text) in texts.into_iter().enumerate().take(MOST_PROBLEMS) {
        if limits.check().is_err() {
            warn(format!(
                "the problems from number {} on are left out: reading them takes too long",
                number + 1
            ));
            break;
        }
        match problem(number, text, &options, &mut limits.part(NODES_OF_PROBLEM)) {
            Ok(problem) => list.problems.push(problem),
            Err(why) => warn(format!("problem {}: {why}", number + 1)),
        }
    }
    Ok(list)
}

fn problem(
    number: usize,
    text: &str,
    options: &LoadOptions,
    limits: &mut Budget,
) -> Result<ProblemText, String> {
    let record = load(text, options).map_err(|error| error.to_string())?;
    let (game, info) = (&record.game, &record.info);
    let to_move = game.to_move();
    let targets = targets_of(game, info, to_move, limits).ok_or("there is no block to read")?;
    let owner =
        owner_of(game.board(), &targets.stones).ok_or("the blocks have different colors")?;
    let comment = info.root_comment.clone().or_else(|| info.comment.clone());
    Ok(ProblemText {
        number,
        title: info.event.clone().unwrap_or_default(),
        comment,
        game: GameText {
            to_move: Some(Hue(to_move)),
            ..GameText::of_start(game)
        },
        question: question_of(Goal::of(to_move, owner)),
        stones: vertices(&targets.stones),
        target_from: match targets.source {
            Source::Option | Source::Mark => "mark",
            Source::Comment => "comment",
            Source::Guess => "guess",
        },
        guessed: targets.guess.map(|guess| guess.to_string()),
    })
}

fn exercise(game: &Game, ask: &LineAsk) -> Result<(Exercise, Vec<Point>), Fault> {
    let stones = points(game, &ask.stones)?;
    let exercise = Exercise {
        targets: stones.iter().copied().collect(),
        goal: goal_of(ask.question)?,
        ko_winner: ko_winner(ask.threats),
        walls_stand: ask.walls_stand,
    };
    Ok((exercise, stones))
}

fn problem_move(tab: &mut Tab, ask: &LineAsk, caller: &Caller) -> Result<ProgressText, Fault> {
    let game = tab.game(&ask.game)?;
    let (exercise, stones) = exercise(&game, ask)?;
    let limits = caller.budget(ask.seconds, USUAL);
    let line = moves(&ask.line);
    let progress = tab
        .engine
        .exercise_step(&game, &exercise, &line, &limits)
        .map_err(of_line)?;
    let finding = progress.finding.as_ref().map(|finding| {
        let other = exercise.goal.opposite();
        finding_text(
            finding,
            sentences::life(finding, other, &stones, exercise.ko_winner),
        )
    });
    Ok(ProgressText {
        judgement: match progress.judged {
            Judged::Right => "right",
            Judged::Wrong => "wrong",
            Judged::Open => "open",
        },
        trust: match progress.judged {
            Judged::Open => Trust::Open,
            Judged::Right | Judged::Wrong => Trust::of(progress.is_proven),
        },
        given: vertices(&progress.given),
        reply: progress.reply.map(MoveText),
        state: match (progress.judged, progress.is_over) {
            (Judged::Wrong, _) => "failed",
            (Judged::Right, true) => "solved",
            (Judged::Right | Judged::Open, _) => "going",
        },
        sentence: sentences::progress(&progress),
        finding,
    })
}

fn problem_moves(tab: &mut Tab, ask: &LineAsk, caller: &Caller) -> Result<MovesText, Fault> {
    let game = tab.game(&ask.game)?;
    let (exercise, _) = exercise(&game, ask)?;
    let limits = caller.budget(ask.seconds, FOR_ALL_MOVES);
    let found = tab.engine.exercise_moves(&game, &exercise, &limits);
    let found = found.map_err(|error| Fault::new(Code::BadQuestion, error.to_string()))?;
    let owner = owner_of(game.board(), &exercise.targets);
    let player = owner.map_or(game.to_move(), |owner| exercise.goal.player(owner));
    let success = |verdict: Verdict| ko_decided(verdict.success(), player, exercise.ko_winner);
    let known = found
        .iter()
        .filter(|(found, _)| found.verdict != Verdict::Unknown);
    let best = known
        .map(|(found, _)| success(found.verdict))
        .max()
        .unwrap_or(Success::None);
    let mut rows: Vec<(Success, MoveResult)> = found
        .iter()
        .map(|(found, given)| {
            let reached = success(found.verdict);
            let is_open = found.verdict == Verdict::Unknown;
            let row = MoveResult {
                r#move: PointText(found.point),
                result: if is_open {
                    "open"
                } else {
                    sentences::success(reached)
                },
                trust: if is_open {
                    Trust::Open
                } else {
                    Trust::of(found.is_proven)
                },
                given: vertices(given),
                is_solution: !is_open && reached == best && best != Success::None,
            };
            (reached, row)
        })
        .collect();
    rows.sort_by_key(|(reached, _)| std::cmp::Reverse(*reached));
    Ok(MovesText {
        moves: rows.into_iter().map(|(_, row)| row).collect(),
        best: sentences::success(best),
    })
}

fn problem_of_region(tab: &Tab, ask: &RegionAsk) -> Result<RegionQuestions, Fault> {
    let game = tab.game(&ask.game)?;
    let board = game.board();
    let points: PointSet = ask
        .points
        .iter()
        .map(|point| point.0)
        .filter(|&point| board.size().contains(point))
        .collect();
    let to_move = game.to_move();
    let mut blocks: Vec<(usize, Point)> = Vec::new();
    for color in crate::board::Color::BOTH {
        for head in board.first_stones(color) {
            let n_inside = board
                .stones(head)
                .filter(|&stone| points.contains(stone))
                .count();
            if n_inside > 0 {
                let share = 100 * n_inside / board.stones(head).count();
                blocks.push((share, head));
            }
        }
    }
    // The walls of the region lie mostly outside of it.
    blocks.sort_by_key(|&(share, head)| (std::cmp::Reverse(share), head));
    let question = |head: Point| {
        let owner = board.color(head)?;
        let goal = Goal::of(to_move, owner);
        Some(RegionQuestion {
            question: question_of(goal),
            stones: vec![PointText(head)],
            to_move: Hue(to_move),
            sentence: format!(
                "{} to move: {} the block of {head}.",
                sentences::capital(&to_move.to_string()),
                goal.verb()
            ),
        })
    };
    Ok(RegionQuestions {
        questions: blocks
            .into_iter()
            .filter_map(|(_, head)| question(head))
            .collect(),
    })
}
