//! Questions about stones, and play against the proofs that answer them.

use std::time::Duration;

use super::service::{Handling, Service, answer, read};
use crate::base::Budget;
use crate::board::{Color, Game, Move, Point, PointSet};
use crate::draw::picture::{Panel, Picture};
use crate::draw::views::goal_graph;
use crate::draw::{Theme, to_svg};
use crate::engine::reading::{
    Effort, Fate, Finding, FindingReport, LinkGoal, Outcome, ReadingError,
};
use crate::engine::{Half, HalfTrust, MistakeReason, NoProofPlay, ProofState};
use crate::goals::Reason;
use crate::tsumego::Goal;
use crate::web::message::{
    AnswerText, Code, Fault, FindingText, GivenText, GoalsAsk, GoalsText, HalfText, Hue, LineAsk,
    MistakeAsk, MistakeReasonText, MistakeText, MoveText, PointText, ProofText, QuestionAsk,
    QuestionWord, ReasonText, Threats, Trust, vertices,
};
use crate::web::sentences;
use crate::web::tab::{Caller, Tab};

pub(super) const TABLE: &[Service] = &[
    Service {
        name: "ask",
        work: Handling::AtOnce(|tab, fields, caller| answer(&ask(tab, &read(fields)?, caller)?)),
    },
    Service {
        name: "goals",
        work: Handling::AtOnce(|tab, fields, caller| answer(&goals(tab, &read(fields)?, caller)?)),
    },
    Service {
        name: "proof_play",
        work: Handling::AtOnce(|tab, fields, caller| {
            answer(&proof_play(tab, &read(fields)?, caller)?)
        }),
    },
    Service {
        name: "mistake",
        work: Handling::AtOnce(|tab, fields, caller| {
            answer(&mistake(tab, &read(fields)?, caller)?)
        }),
    },
];

/// Time for a question, unless the page names another.
pub(super) const USUAL: Duration = Duration::from_secs(5);

/// Most blocks in one question.
const MOST_BLOCKS: usize = 16;

/// An error about a question.
fn bad(message: impl Into<String>) -> Fault {
    Fault::new(Code::BadQuestion, message)
}

fn of_reading(error: ReadingError) -> Fault {
    bad(error.to_string())
}

/// The error of a line that can't be played.
pub(super) fn of_line(error: NoProofPlay) -> Fault {
    let message = error.to_string();
    match error {
        NoProofPlay::Illegal { number, .. } => Fault {
            at: Some(number),
            ..Fault::new(Code::BadGame, message)
        },
        NoProofPlay::Question(_) | NoProofPlay::NotProved | NoProofPlay::Ko | NoProofPlay::Turn => {
            bad(message)
        }
    }
}

/// The points of a question, which lie on the board.
pub(super) fn points(game: &Game, stones: &[PointText]) -> Result<Vec<Point>, Fault> {
    if stones.is_empty() || stones.len() > MOST_BLOCKS {
        return Err(bad(format!(
            "a question is about 1 to {MOST_BLOCKS} blocks"
        )));
    }
    let size = game.board().size();
    let on_board = |stone: &PointText| {
        let message = || bad(format!("{} is not on the board", stone.0));
        size.contains(stone.0)
            .then_some(stone.0)
            .ok_or_else(message)
    };
    stones.iter().map(on_board).collect()
}

/// The goal of a question about life.
pub(super) fn goal_of(question: QuestionWord) -> Result<Goal, Fault> {
    match question {
        QuestionWord::Kill => Ok(Goal::Kill),
        QuestionWord::Live => Ok(Goal::Live),
        QuestionWord::Status | QuestionWord::Connect | QuestionWord::Cut | QuestionWord::Race => {
            Err(bad("the question is neither kill nor live"))
        }
    }
}

/// The side that wins every ko.
pub(super) const fn ko_winner(threats: Threats) -> Option<Color> {
    match threats {
        Threats::None => None,
        Threats::Black => Some(Color::Black),
        Threats::White => Some(Color::White),
    }
}

/// The moves of a line.
pub(super) fn moves(line: &[(Hue, MoveText)]) -> Vec<(Color, Move)> {
    line.iter().map(|(color, mv)| (color.0, mv.0)).collect()
}

/// An answer as a message.
pub(super) fn finding_text(finding: &Finding, sentence: String) -> FindingText {
    let is_open = finding.verdict == Outcome::Unknown;
    FindingText {
        to_move: Hue(finding.to_move),
        found: FindingReport::new(finding),
        trust: if is_open {
            Trust::Open
        } else {
            Trust::of(finding.is_proven)
        },
        sentence,
        zone: vertices(&finding.zone),
        nodes: finding.n_nodes,
        seconds: finding.elapsed.as_secs_f64(),
    }
}

/// The effort of a question: the time of the limits, and the nodes that the page names.
fn effort(ask: &QuestionAsk, limits: &Budget) -> Effort {
    Effort::Within(limits.part(ask.nodes.unwrap_or(u64::MAX)))
}

fn ask(tab: &mut Tab, ask: &QuestionAsk, caller: &Caller) -> Result<AnswerText, Fault> {
    let game = tab.game(&ask.game)?;
    let stones = points(&game, &ask.stones)?;
    match (ask.question, stones.as_slice()) {
        (QuestionWord::Kill, stones) => life(tab, &game, ask, Goal::Kill, stones, caller),
        (QuestionWord::Live, stones) => life(tab, &game, ask, Goal::Live, stones, caller),
        (QuestionWord::Status, &[stone]) => status(tab, &game, ask, stone, caller),
        (QuestionWord::Connect, &[from, to]) => {
            link(tab, &game, ask, LinkGoal::Connect, (from, to), caller)
        }
        (QuestionWord::Cut, &[from, to]) => {
            link(tab, &game, ask, LinkGoal::Cut, (from, to), caller)
        }
        (QuestionWord::Race, &[own, other]) => race(tab, &game, ask, (own, other), caller),
        (QuestionWord::Status, _) => Err(bad("this question is about one stone")),
        (QuestionWord::Connect | QuestionWord::Cut | QuestionWord::Race, _) => {
            Err(bad("this question is about two stones"))
        }
    }
}

fn life(
    tab: &mut Tab,
    game: &Game,
    ask: &QuestionAsk,
    goal: Goal,
    stones: &[Point],
    caller: &Caller,
) -> Result<AnswerText, Fault> {
    let limits = caller.budget(ask.seconds, USUAL);
    let targets: PointSet = stones.iter().copied().collect();
    let mut reading = tab.engine.reading_of(game, limits.clone());
    let question = reading.question(targets, goal).map_err(of_reading)?;
    let effort = effort(ask, &limits);
    let answered = if ask.explain.unwrap_or(true) {
        reading.life_explained(question, &effort)
    } else {
        let found = reading.life(question, &effort);
        found.map(|finding| (finding, Vec::new()))
    };
    let (finding, reasons) = answered.map_err(of_reading)?;
    let sentence = sentences::life(&finding, goal, stones, ko_winner(ask.threats));
    Ok(AnswerText::Finding {
        can_play: finding.is_proven && finding.verdict != Outcome::Ko,
        finding: finding_text(&finding, sentence),
        reasons: reasons.into_iter().map(reason).collect(),
    })
}

fn reason(reason: Reason) -> ReasonText {
    ReasonText {
        ground: reason.ground.word(),
        text: reason.text,
    }
}

fn status(
    tab: &mut Tab,
    game: &Game,
    ask: &QuestionAsk,
    stone: Point,
    caller: &Caller,
) -> Result<AnswerText, Fault> {
    let limits = caller.budget(ask.seconds, USUAL);
    let mut reading = tab.engine.reading_of(game, limits.clone());
    let status = reading.status(stone, &effort(ask, &limits));
    let status = status.map_err(of_reading)?;
    let owner = game
        .board()
        .color(stone)
        .ok_or_else(|| of_reading(ReadingError::NoStone))?;
    let each = |finding: &Finding, goal: Goal| {
        let sentence = sentences::life(finding, goal, &[stone], ko_winner(ask.threats));
        finding_text(finding, sentence)
    };
    let is_open = status.fate == Fate::Unknown;
    Ok(AnswerText::Status {
        fate: status.fate,
        trust: if is_open {
            Trust::Open
        } else {
            Trust::of(status.is_proven())
        },
        confidence: status.confidence(),
        sentence: sentences::status(stone, owner, &status),
        kill: each(&status.kill, Goal::Kill),
        live: Box::new(each(&status.live, Goal::Live)),
    })
}

fn link(
    tab: &mut Tab,
    game: &Game,
    ask: &QuestionAsk,
    goal: LinkGoal,
    (from, to): (Point, Point),
    caller: &Caller,
) -> Result<AnswerText, Fault> {
    let limits = caller.budget(ask.seconds, USUAL);
    let reading = tab.engine.reading_of(game, limits.clone());
    let finding = reading.link((from, to), goal, &effort(ask, &limits));
    let finding = finding.map_err(of_reading)?;
    let sentence = sentences::link(&finding, goal, from, to);
    Ok(AnswerText::Finding {
        can_play: false,
        finding: finding_text(&finding, sentence),
        reasons: Vec::new(),
    })
}

fn race(
    tab: &mut Tab,
    game: &Game,
    ask: &QuestionAsk,
    (own, other): (Point, Point),
    caller: &Caller,
) -> Result<AnswerText, Fault> {
    let limits = caller.budget(ask.seconds, USUAL);
    let mover = game
        .board()
        .color(own)
        .ok_or_else(|| of_reading(ReadingError::NoStone))?;
    let result = tab
        .engine
        .reading_of(game, limits)
        .semeai(own, other)
        .map_err(of_reading)?;
    Ok(AnswerText::Race {
        defense: sentences::success(result.defense),
        attack: sentences::success(result.attack),
        r#move: result.mv.map(PointText),
        trust: Trust::Estimated,
        sentence: sentences::race(&result, mover, own, other),
    })
}

fn goals(tab: &mut Tab, ask: &GoalsAsk, caller: &Caller) -> Result<GoalsText, Fault> {
    let game = tab.game(&ask.game)?;
    let &[stone] = points(&game, &ask.stones)?.as_slice() else {
        return Err(bad("this question is about one stone"));
    };
    let owner = game
        .board()
        .color(stone)
        .ok_or_else(|| of_reading(ReadingError::NoStone))?;
    let goal = match ask.question {
        Some(question) => goal_of(question)?,
        None => Goal::of(game.to_move(), owner),
    };
    let limits = caller.budget(None, USUAL);
    let report = tab
        .engine
        .reading_of(&game, limits)
        .goals(stone, goal)
        .map_err(of_reading)?;
    let picture = Picture {
        title: format!("{} to move, {stone}", report.player),
        panels: vec![Panel::Graph(goal_graph(&report.graph))],
        lines: Vec::new(),
    };
    Ok(GoalsText {
        graph: report.to_json(),
        svg: to_svg(&picture, Theme::Light),
    })
}

fn mistake(tab: &mut Tab, ask: &MistakeAsk, caller: &Caller) -> Result<MistakeText, Fault> {
    let game = tab.game(&ask.game)?;
    let hints = match ask.hints.as_slice() {
        [] => Vec::new(),
        hints => points(&game, hints)?,
    };
    let limits = caller.budget(ask.seconds, USUAL);
    let reasons = (tab.engine).mistake_reasons(&game, ask.r#move.0, &hints, &limits);
    if caller.cancel.is_cancelled() {
        return Err(Fault::cancelled());
    }
    Ok(MistakeText {
        reasons: reasons.iter().map(mistake_reason).collect(),
    })
}

fn mistake_reason(reason: &MistakeReason) -> MistakeReasonText {
    let half = |half: &Half| HalfText {
        r#move: half.mv.map(PointText),
        trust: Trust::of(half.is_proven()),
        given: match &half.trust {
            HalfTrust::Given(granted) => Some(GivenText {
                stones: granted.stones.iter().copied().map(PointText).collect(),
                probability: f64::from(granted.percent) / 100.0,
            }),
            HalfTrust::Proved | HalfTrust::Estimate => None,
        },
    };
    MistakeReasonText {
        change: reason.change.name(),
        stones: reason.stones.iter().copied().map(PointText).collect(),
        before: half(&reason.before),
        after: half(&reason.after),
        trust: Trust::of(reason.is_proven()),
        text: reason.text(),
    }
}

fn proof_play(tab: &mut Tab, ask: &LineAsk, caller: &Caller) -> Result<ProofText, Fault> {
    let game = tab.game(&ask.game)?;
    let targets = points(&game, &ask.stones)?.into_iter().collect();
    let goal = goal_of(ask.question)?;
    let line = moves(&ask.line);
    let limits = caller.budget(ask.seconds, USUAL);
    let step = tab
        .engine
        .proof_step(&game, targets, goal, &line, &limits)
        .map_err(of_line)?;
    Ok(ProofText {
        prover: Hue(step.prover),
        reply: step.reply.map(MoveText),
        state: match step.state {
            ProofState::Going => "going",
            ProofState::Captured
            | ProofState::DeadAsItStands
            | ProofState::Alive
            | ProofState::LeftAlone => "reached",
            ProofState::NotFound => "not_proved",
        },
        in_zone: step.is_in_zone,
        sentence: sentences::proof_step(&step, line.last().map(|&(_, mv)| mv)),
        zone: vertices(&step.zone),
        goal_stones: vertices(&step.stones),
    })
}
