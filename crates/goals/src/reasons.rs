//! Why a move works, and why others do not: an answer of the reader in the words of the goals.
//!
//! The facts come from the reader: who reaches the goal, by which move, and what refutes other moves. Each is marked as
//! proved or not. What a move is for comes from the goals: a comment that proves nothing.

use std::fmt::Write as _;

use super::goal::{Evidence, Goal as BlockGoal, Value};
use super::graph::Graph;
use super::moves::{GoalMove, MoveSource, Suggestion, generate_moves};
use super::node::Label;
use super::rules::{GoalKind, Purpose, RuleBase, Source};
use super::state::{Costs, State};
use super::statics::value_of;
use tedomari_base::Budget;
use tedomari_board::{Board, Color, Point};
use tedomari_solvers::tsumego::reader::ReadLife;
use tedomari_solvers::tsumego::reader::first_moves::after_move;
use tedomari_solvers::tsumego::{Goal, Question, Reading, Verdict};

/// Most other moves that are explained.
const MOST_OTHERS: usize = 4;

/// A sentence, and whether it is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// A sentence.
    pub text: String,
    /// What it rests on.
    pub ground: Ground,
}

impl Reason {
    /// A sentence, which begins with a capital letter.
    fn new(text: String, ground: Ground) -> Self {
        let mut letters = text.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        Self {
            text: first.chain(letters).collect(),
            ground,
        }
    }
}

/// What a sentence rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A proof.
    Proof,
    /// A search that proved nothing, or an incomplete one.
    Estimate,
    /// Rules and goals: what a move is for.
    Comment,
}

impl Ground {
    const fn of(is_proof: bool) -> Self {
        if is_proof {
            Self::Proof
        } else {
            Self::Estimate
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Proof => "proved",
            Self::Estimate => "estimated",
            Self::Comment => "comment",
        }
    }
}

/// Explains answers about life and death.
#[derive(Clone, Copy, Debug)]
pub struct Explainer<'a> {
    /// The rules that name the purposes of moves.
    pub rules: &'a RuleBase,
    /// What short searches about the goals may cost.
    pub costs: Costs,
    /// Nodes for each question about another move.
    pub nodes: u64,
}

impl Explainer<'_> {
    /// The reasons for an answer, the most important ones first: its verdict, what the move is for, what happens
    /// without it, and why other moves fail. `reader` answers questions about the other moves. Empty if there is no
    /// block. A budget ends the searches.
    pub fn explain(
        &self,
        reader: &mut dyn ReadLife,
        board: &Board,
        question: &Question,
        reading: &Reading,
        budget: &mut Budget,
    ) -> Vec<Reason> {
        let Some(owner) = question.owner(board) else {
            return Vec::new();
        };
        let mut state = State::new(board.clone(), self.rules, self.costs).within(budget);
        let names = state.names_of(owner, &question.targets);
        let asked = Asked {
            board,
            question,
            owner,
            names: &names,
        };
        let moves = asked.moves(&state);
        let mut reasons = vec![asked.answer(reading)];
        let chosen = reading.first();
        if let Some(point) = chosen.filter(|_| reading.verdict != Verdict::Refuted) {
            reasons.push(asked.purpose(&state, &moves, point));
            reasons.extend(self.without(reader, &asked, point, reading, budget));
        }
        let others = moves
            .iter()
            .filter(|mv| Some(mv.point) != chosen || reading.verdict == Verdict::Refuted);
        for mv in others.take(MOST_OTHERS) {
            if budget.check().is_err() {
                break;
            }
            reasons.extend(self.other(reader, &asked, &mut state, mv.point, reading, budget));
        }
        reasons
    }

    /// What happens if the other side moves first.
    fn without(
        self,
        reader: &mut dyn ReadLife,
        asked: &Asked<'_>,
        point: Point,
        reading: &Reading,
        budget: &mut Budget,
    ) -> Option<Reason> {
        if reading.verdict != Verdict::Achieved {
            return None;
        }
        let other = asked.question.of_the_other();
        let mut part = budget.part(self.nodes);
        let found = reader.read(asked.board, other, &mut part)?;
        let (side, what) = (other.to_move, asked.deed(other.goal));
        let text = match (found.judgement(), found.first()) {
            (Verdict::Achieved, Some(reply)) if reply == point => {
                format!(
                    "It is the vital point for both: if {side} plays there first, {side} {what}."
                )
            }
            (Verdict::Achieved, Some(reply)) => {
                format!("If {side} moves first, {side} {what} by {reply}.")
            }
            (Verdict::Refuted, _) => {
                "The move is not even needed: the other side can't prevent it by moving first."
                    .to_owned()
            }
            (Verdict::Achieved | Verdict::Ko { .. } | Verdict::Unknown, _) => return None,
        };
        Some(Reason::new(text, Ground::of(found.is_proven())))
    }

    /// What becomes of another move. The state is as before afterwards.
    fn other(
        self,
        reader: &mut dyn ReadLife,
        asked: &Asked<'_>,
        state: &mut State<'_>,
        point: Point,
        reading: &Reading,
        budget: &mut Budget,
    ) -> Option<Reason> {
        let mut part = budget.part(self.nodes);
        let found = after_move(reader, asked.board, asked.question, point, &mut part)?;
        let text = match found.verdict {
            Verdict::Achieved => format!("{point} works as well."),
            Verdict::Ko { .. } if !matches!(reading.verdict, Verdict::Ko { .. }) => {
                format!("{point} leads to a ko only.")
            }
            Verdict::Refuted => {
                let refuter = asked.mover().opponent();
                let how = match found.answer {
                    Some(answer) => format!(": {refuter} answers {answer}"),
                    None => format!(", though {refuter} does not answer"),
                };
                let after = asked.aftermath(state, point, found.answer).unwrap_or("");
                format!("{point} fails{how}{after}.")
            }
            Verdict::Ko { .. } | Verdict::Unknown => return None,
        };
        Some(Reason::new(text, Ground::of(found.is_proven)))
    }
}

/// A question with the names of its blocks.
struct Asked<'a> {
    board: &'a Board,
    question: &'a Question,
    owner: Color,
    names: &'a [Point],
}

impl Asked<'_> {
    const fn mover(&self) -> Color {
        self.question.to_move
    }

    /// The moves of the side to move, with the goals taken as open whatever their values are.
    fn moves(&self, state: &State<'_>) -> Vec<GoalMove> {
        let goal = Goal::of(self.mover(), self.owner);
        let names = self.names.iter();
        let goals: Vec<BlockGoal> = names.map(|&name| BlockGoal::about(goal, name)).collect();
        let label = match goal {
            Goal::Live => Label::Any,
            Goal::Kill => Label::All,
        };
        let graph = Graph::in_doubt(state, &goals, label);
        generate_moves(state, &graph, self.mover())
    }

    /// The blocks in words.
    fn blocks(&self) -> String {
        let stones: Vec<String> = self.names.iter().map(ToString::to_string).collect();
        match &stones[..] {
            [one] => format!("the {} stones at {one}", self.owner),
            _ => format!("the {} stones at {}", self.owner, stones.join(" and ")),
        }
    }

    /// What a side does with a goal, in the third person.
    fn deed(&self, goal: Goal) -> String {
        match goal {
            Goal::Kill => format!("kills {}", self.blocks()),
            Goal::Live => format!("saves {}", self.blocks()),
        }
    }

    /// The verdict of the answer as a sentence.
    fn answer(&self, reading: &Reading) -> Reason {
        let goal = self.question.goal;
        let (prover, mover) = (goal.player(self.owner), self.mover());
        let first = if prover == mover {
            "moves first".to_owned()
        } else {
            format!("moves second, after {mover},")
        };
        let deed = self.deed(goal);
        let bare = deed
            .replacen("kills", "kill", 1)
            .replacen("saves", "save", 1);
        let text = match reading.verdict {
            Verdict::Achieved => match reading.first().filter(|_| prover == mover) {
                Some(point) => format!("{prover} {first} and {deed} by {point}."),
                None => format!("{prover} {first} and {deed}."),
            },
            Verdict::Refuted => format!("{prover} {first} and can't {bare}."),
            Verdict::Ko { is_favorable: true } => format!(
                "{prover} {first} and {deed} by a ko, in which the other side needs the first threat."
            ),
            Verdict::Ko {
                is_favorable: false,
            } => format!(
                "{prover} {first} and {deed} only by a ko, in which {prover} needs the first threat."
            ),
            Verdict::Unknown => {
                format!("It is not known whether {prover}, who {first}, can {bare}.")
            }
        };
        Reason::new(text, Ground::of(reading.is_proven()))
    }

    /// What a move is for.
    fn purpose(&self, state: &State<'_>, moves: &[GoalMove], point: Point) -> Reason {
        let suggestion = moves
            .iter()
            .find(|mv| mv.point == point)
            .map(|mv| &mv.suggestions[..]);
        let best = suggestion.and_then(|all| {
            let is_from = |it: &&Suggestion, wanted: fn(Source) -> bool| match it.source {
                MoveSource::Rule(id) => wanted(state.rules().rule(id).source()),
                MoveSource::Search | MoveSource::Candidate | MoveSource::DoubleThreat => false,
            };
            // The purpose of a written rule explains more than that of a mined one.
            all.iter()
                .find(|it| is_from(it, |source| source == Source::Hand))
                .or_else(|| all.iter().find(|it| is_from(it, |_| true)))
                .or(all.first())
        });
        let text = best.map_or_else(
            || format!("No rule and no goal suggests {point}; the search found it."),
            |best| purpose_of(state, point, best),
        );
        Reason::new(text, Ground::Comment)
    }

    /// What is known of the block after a move and its answer, if it explains why the move failed.
    fn aftermath(
        &self,
        state: &mut State<'_>,
        point: Point,
        answer: Option<Point>,
    ) -> Option<&'static str> {
        let &[name] = self.names else {
            return None;
        };
        state.play(self.mover(), point).ok()?;
        let refuter = self.mover().opponent();
        let is_answered = answer.map(|answer| state.play(refuter, answer).is_ok());
        let value = value_of(state, BlockGoal::save(name));
        if is_answered == Some(true) {
            state.undo();
        }
        state.undo();
        match (value, self.question.goal) {
            _ if is_answered == Some(false) => None,
            (Value::False(Evidence::Board), Goal::Live) => Some(" and takes the stones"),
            (Value::False(Evidence::Capture), Goal::Live) => Some(", and the stones are caught"),
            (Value::False(Evidence::Eyes | Evidence::Room), Goal::Live) => {
                Some(", and there is no room for two eyes")
            }
            (Value::False(Evidence::Race), Goal::Live) => Some(", and the race is lost"),
            (Value::True(Evidence::Safety), Goal::Kill) => Some(", and the stones have two eyes"),
            (Value::True(Evidence::Eyes), Goal::Kill) => Some(", and there are two eyes"),
            (Value::True(Evidence::Race), Goal::Kill) => {
                Some(", and the race is won by the other side")
            }
            _ => None,
        }
    }
}

/// What a move is for, by one of its suggestions.
fn purpose_of(state: &State<'_>, point: Point, suggestion: &Suggestion) -> String {
    let mut text = format!("{point} is there to {}", phrase(suggestion.purpose));
    let goals: Vec<String> = suggestion
        .path
        .iter()
        .rev()
        .map(|goal| words(*goal))
        .collect();
    let way = goals.join(", in order to ");
    let _ = write!(text, ", in order to {way}");
    match suggestion.source {
        MoveSource::Rule(id) => {
            let rule = state.rules().rule(id);
            let note = rule.note().trim_end_matches('.');
            let _ = match rule.source() {
                Source::Hand => write!(text, ". {note} (rule {})", rule.name()),
                Source::Mined { .. } => write!(text, " (rule {}: {note})", rule.name()),
            };
        }
        MoveSource::Search => text.push_str("; a short search found it"),
        MoveSource::DoubleThreat => text.push_str("; it threatens two blocks at once"),
        MoveSource::Candidate => {}
    }
    text.push('.');
    text
}

/// A goal in words.
fn words(goal: BlockGoal) -> String {
    let other = goal
        .other
        .map_or_else(String::new, |other| other.to_string());
    match goal.kind {
        GoalKind::Save => format!("save {}", goal.object),
        GoalKind::Capture => format!("kill {}", goal.object),
        GoalKind::Connect => format!("connect {} with {other}", goal.object),
        GoalKind::Sever => format!("cut {} from {other}", goal.object),
    }
}

/// What a purpose means, after "to".
const fn phrase(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::IncreaseLiberties => "gain liberties",
        Purpose::BreakOut => "break through the wall",
        Purpose::Escape => "run out",
        Purpose::Connect => "connect",
        Purpose::Join => "join the stones",
        Purpose::IncreaseEyes => "make an eye",
        Purpose::ReinforceEyes => "make an eye certain",
        Purpose::Save => "save the stones",
        Purpose::Live => "make two eyes",
        Purpose::IncreaseAura => "gain room",
        Purpose::SemeaiIncreaseLiberties => "gain liberties in the race",
        Purpose::DecreaseLiberties => "take liberties",
        Purpose::Trap => "catch the stones",
        Purpose::Enclose => "shut the stones in",
        Purpose::Sever => "cut",
        Purpose::Split => "keep the stones apart",
        Purpose::DecreaseEyes => "take an eye",
        Purpose::DestroyEye => "destroy an eye",
        Purpose::Capture => "capture",
        Purpose::Kill => "leave no two eyes",
        Purpose::DecreaseAura => "take room",
        Purpose::SemeaiDecreaseLiberties => "take liberties in the race",
        Purpose::Eye | Purpose::Connection => "be seen",
    }
}
