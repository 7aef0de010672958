//! Answers in words.

use crate::board::{Color, Move, Point, PointSet};
use crate::calibration::Confidence;
use crate::engine::reading::{Fate, Finding, LinkGoal, Outcome, StatusFinding};
use crate::engine::{Judged, Progress, ProofState, ProofStep};
use crate::tactics::ko::Success;
use crate::tsumego::Goal;
use crate::tsumego::semeai::SemeaiResult;

/// A status as a sentence.
#[must_use]
pub(crate) fn status(head: Point, color: Color, status: &StatusFinding) -> String {
    let block = format!("The {color} block of {head}");
    let trust = trust(status.is_proven(), status.confidence());
    let at = |finding: &Finding| {
        finding
            .first()
            .map_or_else(String::new, |point| format!(" at {point}"))
    };
    let other = capital(&color.opponent().to_string());
    let owner = capital(&color.to_string());
    match status.fate {
        Fate::Alive => format!(
            "{block} lives even if {} moves first ({trust}).",
            color.opponent()
        ),
        Fate::Seki => format!(
            "{block} stays in a seki even if {} moves first ({trust}).",
            color.opponent()
        ),
        Fate::Dead => format!("{block} dies even if {color} moves first ({trust})."),
        Fate::Critical => format!(
            "{block} hangs on the next move: {other} kills{}, {owner} saves it{} ({trust}).",
            at(&status.kill),
            at(&status.live)
        ),
        Fate::Unknown => format!(
            "What becomes of {} was not found in the time given.",
            small(&block)
        ),
    }
}

/// The stones of a question, in words.
fn blocks(stones: &[Point]) -> String {
    let names: Vec<String> = stones.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => "no block".to_owned(),
        [one] => format!("the block of {one}"),
        [first @ .., last] => format!("the blocks of {} and {last}", first.join(", ")),
    }
}

/// An answer about killing or living as a sentence; `ko_winner` is the side that wins every ko, if one does.
#[must_use]
pub(crate) fn life(
    finding: &Finding,
    goal: Goal,
    stones: &[Point],
    ko_winner: Option<Color>,
) -> String {
    let mover = capital(&finding.to_move.to_string());
    let blocks = blocks(stones);
    let trust = trust(finding.is_proven, finding.confidence());
    let (does, can) = match goal {
        Goal::Kill => ("kills", "kill"),
        Goal::Live => ("lives with", "live with"),
    };
    let by = finding
        .first()
        .map_or_else(String::new, |point| format!(" by {point}"));
    match finding.verdict {
        Outcome::Achieved => format!("{mover}, moving first, {does} {blocks}{by} ({trust})."),
        Outcome::Refuted => {
            format!("{mover} can't {can} {blocks}, though it moves first ({trust}).")
        }
        Outcome::Seki => format!(
            "{}: it stays on the board in a seki ({trust}).",
            capital(&blocks)
        ),
        Outcome::Ko => ko(finding, goal, &blocks, ko_winner, &trust),
        Outcome::Unknown => {
            format!("Whether {mover} can {can} {blocks} was not found in the time given.")
        }
    }
}

fn ko(
    finding: &Finding,
    goal: Goal,
    blocks: &str,
    ko_winner: Option<Color>,
    trust: &str,
) -> String {
    let mover = finding.to_move;
    let does = match goal {
        Goal::Kill => "killed",
        Goal::Live => "saved",
    };
    match (ko_winner, finding.needs_threats) {
        (Some(winner), _) => {
            let result = if winner == mover {
                does.to_owned()
            } else {
                format!("not {does}")
            };
            format!(
                "It is a ko. {} has the threats, so {blocks} {} {result} ({trust}).",
                capital(&winner.to_string()),
                if blocks.starts_with("the blocks") {
                    "are"
                } else {
                    "is"
                }
            )
        }
        (None, Some(needs)) => {
            let number = finding
                .n_threats
                .map_or_else(String::new, |n| format!(" ({n} more than the other side)"));
            format!(
                "It is a ko about {blocks}: {} has to find threats{number} ({trust}).",
                capital(&needs.to_string())
            )
        }
        (None, None) => format!("It is a ko about {blocks} ({trust})."),
    }
}

/// An answer about a connection as a sentence.
#[must_use]
pub(crate) fn link(finding: &Finding, goal: LinkGoal, from: Point, to: Point) -> String {
    let mover = capital(&finding.to_move.to_string());
    let trust = trust(finding.is_proven, finding.confidence());
    let by = finding
        .first()
        .map_or_else(String::new, |point| format!(" by {point}"));
    let (does, can) = match goal {
        LinkGoal::Connect => ("connects", "connect"),
        LinkGoal::Cut => ("cuts", "cut"),
    };
    match finding.verdict {
        Outcome::Achieved => {
            format!("{mover}, moving first, {does} {from} and {to}{by} ({trust}).")
        }
        Outcome::Refuted => {
            format!("{mover} can't {can} {from} and {to}, though it moves first ({trust}).")
        }
        Outcome::Ko => format!("Whether {mover} {does} {from} and {to} hangs on a ko ({trust})."),
        Outcome::Seki | Outcome::Unknown => {
            format!("Whether {mover} can {can} {from} and {to} was not found in the time given.")
        }
    }
}

/// A race as a sentence.
#[must_use]
pub(crate) fn race(race: &SemeaiResult, mover: Color, own: Point, other: Point) -> String {
    let mover = capital(&mover.to_string());
    let how = |success: Success, does: &str, group: String| match success {
        Success::Clean => format!("{does} {group}"),
        Success::KoTakingFirst => format!("{does} {group} by a ko that it takes first"),
        Success::KoNeedingThreat => format!("{does} {group} by a ko that needs a threat"),
        Success::None => format!("does not {} {group}", does.trim_end_matches('s')),
    };
    let by = race
        .mv
        .map_or_else(String::new, |point| format!(" The move is {point}."));
    format!(
        "{mover}, moving first, {} and {} (estimated).{by}",
        how(race.defense, "saves", format!("its group of {own}")),
        how(race.attack, "captures", format!("the group of {other}"))
    )
}

/// The name of a success in messages.
#[must_use]
pub(crate) const fn success(success: Success) -> &'static str {
    match success {
        Success::Clean => "clean",
        Success::KoTakingFirst => "ko_taking_first",
        Success::KoNeedingThreat => "ko_needing_threat",
        Success::None => "none",
    }
}

/// The answer of a proof as a sentence; `mv` is the move that it answers.
#[must_use]
pub(crate) fn proof_step(step: &ProofStep, mv: Option<Move>) -> String {
    let prover = capital(&step.prover.to_string());
    let reply = match step.reply {
        Some(Move::Play(point)) => format!("{prover} plays {point}. "),
        Some(Move::Pass | Move::Resign) | None => String::new(),
    };
    let left = |stones: &PointSet| {
        stones.first().map_or_else(
            || "the blocks".to_owned(),
            |first| format!("the block of {first}"),
        )
    };
    match step.state {
        ProofState::Captured => {
            format!("{reply}All stones in question are captured: the proof has reached its goal.")
        }
        ProofState::DeadAsItStands => format!(
            "{} is dead as it stands: even if you move again, it gets no two eyes. The proof has reached its goal.",
            capital(&left(&step.stones))
        ),
        ProofState::Alive => format!(
            "{reply}{} has two eyes that nobody can take: the proof has reached its goal.",
            capital(&left(&step.stones))
        ),
        ProofState::LeftAlone => format!(
            "You pass, and {} lives: the proof has reached its goal.",
            left(&step.stones)
        ),
        ProofState::NotFound => {
            "The proof was not found again in the time given. Give it more time.".to_owned()
        }
        ProofState::Going => going(step, mv, &prover, &reply),
    }
}

fn going(step: &ProofStep, mv: Option<Move>, prover: &str, reply: &str) -> String {
    match (mv, step.reply) {
        (Some(Move::Play(point)), _) if !step.is_in_zone => format!(
            "{point} lies outside the zone. The proof rests on no point there, so your move changes nothing in it, and \
             {prover} needs no answer: it passes."
        ),
        (Some(_), Some(Move::Pass)) => {
            format!(
                "{prover} needs no answer: the goal is reached even if you move twice. It passes."
            )
        }
        (Some(Move::Play(point)), _) => {
            format!("{point} is answered: {reply}The claim holds as before.")
        }
        (Some(Move::Pass | Move::Resign), _) => {
            format!("You pass. {reply}The claim holds as before.")
        }
        (None, Some(_)) => format!("{reply}It is your move: play whatever you like."),
        (None, None) => format!("It is your move: play whatever you like. {prover} answers."),
    }
}

/// The judgement on a move of a problem as a sentence.
#[must_use]
pub(crate) fn progress(progress: &Progress) -> String {
    let given: Vec<Point> = progress.given.iter().collect();
    let proved = match (progress.is_proven, given.as_slice()) {
        (true, _) => "proved".to_owned(),
        (false, []) => "estimated".to_owned(),
        (false, given) => format!("proved if nothing of {} is taken", blocks(given)),
    };
    let result = |success: Success| match success {
        Success::Clean => "success",
        Success::KoTakingFirst => "a ko that you take first",
        Success::KoNeedingThreat => "a ko for which you need a threat",
        Success::None => "failure",
    };
    match (progress.judged, progress.is_over) {
        (Judged::Right, true) => format!("Right: the problem is solved ({proved})."),
        (Judged::Right, false) => format!(
            "Right: this leads to {} ({proved}).",
            result(progress.reached)
        ),
        (Judged::Wrong, _) => {
            let reply = match progress.reply {
                Some(Move::Play(point)) => format!(" {point} answers it."),
                Some(Move::Pass | Move::Resign) | None => String::new(),
            };
            let reached = result(progress.reached);
            match progress.best {
                Some(Success::None) => format!("No move reaches the goal ({proved}).{reply}"),
                Some(best) => {
                    let best = result(best);
                    format!(
                        "Wrong: this leads to {reached}, and {best} was possible ({proved}).{reply}"
                    )
                }
                None => format!("Wrong: this leads to {reached} ({proved}).{reply}"),
            }
        }
        (Judged::Open, _) => {
            "Reading has not proved what this move comes to: it may be right.".to_owned()
        }
    }
}

/// How reliable an answer is, in words.
#[must_use]
pub(crate) fn trust(is_proven: bool, confidence: Confidence) -> String {
    if is_proven {
        "proved".to_owned()
    } else {
        format!("estimated, confidence {confidence}")
    }
}

/// The text with a capital first letter.
#[must_use]
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The text with a small first letter.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
