//! Drafts of rules tried on positions and on problems.

use std::time::Instant;

use crate::board::{Board, Point, PointSet};
use crate::engine::reading::{Knowledge, RuleText, readers};
use crate::goals::rules::{Assertion, RuleBase};
use crate::goals::trial::{
    Judgement, Outcome, Problem, RuleTrial, TrialLimits, TrialSums, TrialVerdict, positions,
};
use crate::tsumego::{Goal, Question, owner_of};
use crate::web::message::{
    Code, DraftAsk, Fault, Hue, MatchText, MeasureAsk, MeasuredProblem, MeasuredSums, OutcomeText,
    PointText, ProblemAsk, QuestionWord, TryAsk, TryText, vertices,
};
use crate::web::services::rules::shelf::Shelf;
use crate::web::tab::{Caller, Tab};

/// The rules without a draft and without the rule that it replaces, and the base with the draft.
struct Bases {
    before: Knowledge,
    after: RuleBase,
}

impl Bases {
    fn new(tab: &Tab, ask: &DraftAsk) -> Result<Self, Fault> {
        let refused = |message: String| Fault::new(Code::BadRequest, message);
        let rule = ask
            .form
            .rule()
            .map_err(|error| refused(error.to_string()))?;
        let before = Shelf::open(tab)?.without(ask.replaces.as_deref())?;
        let after = before.and(&[RuleText::new("the draft", rule.to_string())]);
        Ok(Self {
            after: after.map_err(|error| refused(error.to_string()))?,
            before,
        })
    }

    fn trial(&self) -> RuleTrial<'_> {
        RuleTrial::new(self.before.rules(), &self.after, TrialLimits::default())
    }
}

/// Every match of a draft in a position.
pub(super) fn position(tab: &Tab, ask: &TryAsk) -> Result<TryText, Fault> {
    let game = tab.game(&ask.game)?;
    let board = game.board();
    let bases = Bases::new(tab, &ask.draft)?;
    let (found, is_cut) = bases.trial().matches(board);
    let text = |(assertion, is_dominant): &(Assertion, bool)| {
        match_text(board, assertion, !is_dominant, None)
    };
    Ok(TryText {
        matches: found.iter().map(text).collect(),
        is_cut,
    })
}

fn match_text(
    board: &Board,
    assertion: &Assertion,
    is_overridden: bool,
    judgement: Option<Judgement>,
) -> MatchText {
    let eye = |part: fn(&crate::goals::rules::Eye) -> &PointSet| {
        let eye = assertion.eye.as_deref();
        eye.map_or_else(Vec::new, |eye| vertices(part(eye)))
    };
    let is_legal = |point: Point| board.is_legal(assertion.player, point);
    MatchText {
        player: Hue(assertion.player),
        objects: assertion
            .objects
            .into_iter()
            .flatten()
            .map(PointText)
            .collect(),
        point: assertion.prescribed.map(PointText),
        is_legal: assertion.prescribed.is_none_or(is_legal),
        reads: vertices(&assertion.reads),
        border: eye(|eye| &eye.border),
        center: eye(|eye| &eye.center),
        is_overridden,
        judgement: judgement.map(|judgement| match judgement {
            Judgement::Right => "right",
            Judgement::Wrong => "wrong",
            Judgement::Open => "open",
        }),
    }
}

/// A problem that the page sent.
fn problem(tab: &Tab, ask: &ProblemAsk) -> Result<Problem, Fault> {
    let game = tab.game(&ask.game)?;
    let board = game.board();
    let bad = |message: &str| Fault::new(Code::BadQuestion, message);
    let targets: PointSet = ask.stones.iter().map(|stone| stone.0).collect();
    let goal = match ask.question {
        QuestionWord::Kill => Goal::Kill,
        QuestionWord::Live => Goal::Live,
        QuestionWord::Status | QuestionWord::Connect | QuestionWord::Cut | QuestionWord::Race => {
            return Err(bad(
                "rules are tried on questions whether blocks are killed or live",
            ));
        }
    };
    let are_there = targets.iter().all(|stone| board.size().contains(stone));
    let owner = are_there.then(|| owner_of(board, &targets)).flatten();
    let owner = owner.ok_or_else(|| bad("the blocks in question are of one color"))?;
    Ok(Problem {
        name: ask.title.clone(),
        board: board.clone(),
        question: Question::new(targets, goal, goal.player(owner)),
    })
}

/// What a draft does in problems, one after the other, and the sums. When the time is over, the other problems are left
/// out.
pub(super) fn measure(tab: &Tab, ask: &MeasureAsk, caller: &Caller) -> Result<MeasuredSums, Fault> {
    let bases = Bases::new(tab, &ask.draft)?;
    let problems = if ask.problems.is_empty() {
        positions()
    } else {
        let problems = ask.problems.iter().map(|ask| problem(tab, ask));
        problems.collect::<Result<_, _>>()?
    };
    let mut reader = readers::for_problems(tab.server.settings.reader_of(1));
    let trial = bases.trial();
    let end = caller.end(None, caller.longest);
    let mut sums = TrialSums::default();
    for (number, problem) in problems.iter().enumerate() {
        if Instant::now() >= end {
            break;
        }
        let found = trial.problem(problem, &mut reader, &caller.cancel);
        let found = found.ok_or_else(Fault::cancelled)?;
        sums.add(&problem.name, &found);
        caller.progress(&MeasuredProblem {
            problem: number,
            title: problem.name.clone(),
            matches: found
                .matches
                .iter()
                .map(|it| {
                    match_text(
                        &problem.board,
                        &it.assertion,
                        it.is_overridden,
                        it.judgement,
                    )
                })
                .collect(),
            before: outcome(found.before),
            after: outcome(found.after),
        });
    }
    Ok(MeasuredSums {
        n_asked: problems.len(),
        sums,
    })
}

fn outcome(outcome: Outcome) -> OutcomeText {
    OutcomeText {
        is_solved: outcome.answer == TrialVerdict::Solved,
        is_unconfirmed: outcome.answer == TrialVerdict::Unconfirmed,
        r#move: outcome.first.map(PointText),
        positions: outcome.n_positions,
    }
}
