//! Questions read out among the moves for goals (Klinger, sections 2.6 and 3.1).
//!
//! A plain depth-first minimax over two values, on longer and longer ways. In each position the goal graph of the side
//! to move is built. If its root is true or false, the position is settled. Else the moves for its unknown goals are
//! tried one after the other; a side without such moves fails. A position may not be repeated on the way, so that a ko
//! needs a move elsewhere before it is retaken, and no move is made for that alone.
//!
//! A verdict is an estimate, unless a proof settles the question before the first move.

use std::sync::Arc;

use super::goal::{Goal, Value};
use super::graph::Graph;
use super::moves::{GoalMove, generate_moves};
use super::node::Label;
use super::rules::RuleBase;
use super::state::{Costs, Standing, State};
use tedomari_base::Budget;
use tedomari_board::{Board, Color, Point};
use tedomari_solvers::tactics::ko::Success;
use tedomari_solvers::tsumego::Question;
use tedomari_solvers::tsumego::question;
use tedomari_solvers::tsumego::reader::Past;

/// Most moves on a way, in turn: what a short way settles is not searched for on a long one, where a wrong first move
/// may lead far. The thesis has no such limit.
const DEPTHS: [usize; 4] = [1, 3, 5, 9];

/// A task for the solver.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// Life and death of blocks.
    Fate(Question),
    /// The connection of two blocks of one color.
    Link {
        /// Stones of the two blocks.
        blocks: (Point, Point),
        /// Whether the question is to connect them; else to cut them.
        is_join: bool,
        /// The side that moves first.
        to_move: Color,
    },
}

/// What becomes of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached.
    Achieved,
    /// It is not.
    Refuted,
    /// The budget or the depth ended first.
    Unknown,
}

impl Verdict {
    const fn opposite(self) -> Self {
        match self {
            Self::Achieved => Self::Refuted,
            Self::Refuted => Self::Achieved,
            Self::Unknown => Self::Unknown,
        }
    }
}

/// A first move that was tried.
#[derive(Clone, Debug)]
pub struct FirstMove {
    /// The move and its reasons.
    pub mv: GoalMove,
    /// What it does for the side that made it.
    pub verdict: Verdict,
    /// The answer that refutes it, or the likeliest one; `None` if the other side has none.
    pub answer: Option<GoalMove>,
    /// Positions looked at after it.
    pub n_positions: u64,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Whether the goal of the question is reached.
    pub verdict: Verdict,
    /// Whether that is proved: a proof settles the question before the first move.
    pub is_proof: bool,
    /// How it goes on: moves of both sides in turn, the side that moves first beginning.
    pub line: Vec<Point>,
    /// The first moves in the order in which they were tried.
    pub first_moves: Vec<FirstMove>,
    /// The goal graph of the position in question, from the view of the side to move.
    pub graph: Graph,
    /// Positions that arose from hypothesized moves, in the thesis the size of the tree but for the root.
    pub n_positions: u64,
    /// Nodes of the searches that settle leaves.
    pub n_leaf_nodes: u64,
}

/// Reads questions with a base of rules.
#[derive(Clone, Copy, Debug)]
pub struct Solver<'r> {
    rules: &'r RuleBase,
    costs: Costs,
    /// The game before the position, where superko makes it count.
    past: Option<&'r Arc<Past>>,
}

impl<'r> Solver<'r> {
    /// A solver with the rules and costs of its leaves.
    #[must_use]
    pub const fn new(rules: &'r RuleBase, costs: Costs) -> Self {
        Self {
            rules,
            costs,
            past: None,
        }
    }

    /// The same solver for positions after a game: where a superko rule holds, proofs respect the positions before.
    #[must_use]
    pub const fn after(mut self, past: &'r Arc<Past>) -> Self {
        self.past = Some(past);
        self
    }

    /// Answers a question; `None` if there are no such blocks. Each hypothesized position costs one node of the budget,
    /// and each leaf search what it looks at.
    #[must_use]
    pub fn solve(&self, board: &Board, task: &Task, budget: &mut Budget) -> Option<Solution> {
        let mut state = State::new(board.clone(), self.rules, self.costs).within(budget);
        if let Some(past) = self.past {
            state = state.after(past);
        }
        let goals = goals_of(&state, task)?;
        let mover = task.to_move();
        let mut search = Search {
            past: vec![state.board().hash()],
            state,
            goals,
            budget,
            depth: DEPTHS[0],
            n_positions: 0,
            n_leaf_nodes: 0,
        };
        let graph = search.graph(mover);
        let is_asker = search.is_asker(mover);
        let settled = graph.value();
        let mut first_moves = Vec::new();
        let (verdict, line) = search.root(&graph, mover, &mut first_moves);
        search.note_leaf_nodes();
        let is_proof = match settled {
            Value::True(evidence) | Value::False(evidence) => evidence.is_proof(),
            Value::Unknown => false,
        };
        Some(Solution {
            verdict: if is_asker {
                verdict
            } else {
                verdict.opposite()
            },
            is_proof,
            line,
            first_moves,
            graph,
            n_positions: search.n_positions,
            n_leaf_nodes: search.n_leaf_nodes,
        })
    }
}

impl Task {
    /// The side that moves first.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        match self {
            Self::Fate(question) => question.to_move,
            Self::Link { to_move, .. } => *to_move,
        }
    }
}

/// The goals of the side with the goal of the task, and how they belong together.
#[derive(Clone, Debug)]
struct Goals {
    asker: Color,
    goals: Vec<Goal>,
    /// Whether the asker needs all of them.
    needs_all: bool,
}

fn goals_of(state: &State<'_>, task: &Task) -> Option<Goals> {
    match task {
        Task::Fate(asked) => {
            let owner = asked.owner(state.board())?;
            let names = state.names_of(owner, &asked.targets);
            let needs_all = asked.goal == question::Goal::Kill;
            let goals = names.into_iter().map(|name| Goal::about(asked.goal, name));
            Some(Goals {
                asker: asked.goal.player(owner),
                goals: goals.collect(),
                needs_all,
            })
        }
        &Task::Link {
            blocks: (one, other),
            is_join,
            ..
        } => {
            let owner = state.board().color(one)?;
            if state.board().color(other) != Some(owner) {
                return None;
            }
            let goal = if is_join {
                Goal::connect(one, other)
            } else {
                Goal::sever(one, other)
            };
            let asker = if is_join { owner } else { owner.opponent() };
            Some(Goals {
                asker,
                goals: vec![goal],
                needs_all: true,
            })
        }
    }
}

/// The verdict for the side to move by the value of its goal.
const fn verdict_of(value: Value) -> Option<Verdict> {
    match value {
        Value::True(_) => Some(Verdict::Achieved),
        Value::False(_) => Some(Verdict::Refuted),
        Value::Unknown => None,
    }
}

/// The reading of one question. Verdicts inside are those of the side to move.
#[derive(Debug)]
struct Search<'r, 'b> {
    state: State<'r>,
    goals: Goals,
    budget: &'b mut Budget,
    /// Most moves on a way.
    depth: usize,
    /// Hashes of the positions on the way.
    past: Vec<u64>,
    n_positions: u64,
    n_leaf_nodes: u64,
}

impl Search<'_, '_> {
    fn is_asker(&self, mover: Color) -> bool {
        mover == self.goals.asker
    }

    /// The goals of the side to move, and how they belong together.
    fn goals_of(&self, mover: Color) -> (Vec<Goal>, Label) {
        let goals = self.goals.goals.iter();
        let label = |is_all| if is_all { Label::All } else { Label::Any };
        if self.is_asker(mover) {
            (goals.copied().collect(), label(self.goals.needs_all))
        } else {
            (
                goals.map(|goal| goal.opposite()).collect(),
                label(!self.goals.needs_all),
            )
        }
    }

    /// The goal graph of the side to move.
    fn graph(&self, mover: Color) -> Graph {
        let (goals, label) = self.goals_of(mover);
        Graph::of_several(&self.state, &goals, label)
    }

    fn graph_in_doubt(&self, mover: Color) -> Graph {
        let (goals, label) = self.goals_of(mover);
        Graph::in_doubt(&self.state, &goals, label)
    }

    fn note_leaf_nodes(&mut self) {
        let nodes = self.state.n_nodes();
        self.n_leaf_nodes += nodes;
        self.budget.charge(nodes);
    }

    fn is_stopped(&self) -> bool {
        self.budget.remaining() == 0 || self.budget.check().is_err()
    }

    /// Answers the question itself. A proof settles it. What is only estimated is put to the test: a goal that seems to
    /// be reached, by the other side's moves; one that seems to fail, by one's own.
    fn root(
        &mut self,
        graph: &Graph,
        mover: Color,
        tried: &mut Vec<FirstMove>,
    ) -> (Verdict, Vec<Point>) {
        let settled = match graph.value() {
            Value::Unknown => return self.first_moves(graph, mover, tried),
            Value::True(evidence) if evidence.is_proof() => return (Verdict::Achieved, Vec::new()),
            Value::False(evidence) if evidence.is_proof() => return (Verdict::Refuted, Vec::new()),
            Value::True(_) => Verdict::Achieved,
            Value::False(_) => Verdict::Refuted,
        };
        if settled == Verdict::Achieved {
            let attack = self.graph_in_doubt(mover.opponent());
            let (verdict, _) = self.first_moves(&attack, mover.opponent(), &mut Vec::new());
            if verdict == Verdict::Refuted {
                return (settled, Vec::new());
            }
        }
        let doubted = self.graph_in_doubt(mover);
        self.first_moves(&doubted, mover, tried)
    }

    /// Tries the first moves until one reaches the goal, on longer and longer ways.
    fn first_moves(
        &mut self,
        graph: &Graph,
        mover: Color,
        tried: &mut Vec<FirstMove>,
    ) -> (Verdict, Vec<Point>) {
        let moves = generate_moves(&self.state, graph, mover);
        let mut best_line = Vec::new();
        for depth in DEPTHS {
            self.depth = depth;
            for mv in &moves {
                if tried
                    .iter()
                    .any(|known| known.mv.point == mv.point && known.verdict == Verdict::Refuted)
                {
                    continue;
                }
                let Some((first, line)) = self.first_move(mv, mover) else {
                    continue;
                };
                let verdict = first.verdict;
                tried.retain(|known| known.mv.point != mv.point);
                tried.push(first);
                if verdict == Verdict::Achieved {
                    return (verdict, line);
                }
                if verdict == Verdict::Unknown || best_line.is_empty() {
                    best_line = line;
                }
                if self.is_stopped() {
                    return (Verdict::Unknown, best_line);
                }
            }
        }
        let is_open = tried.iter().any(|first| first.verdict == Verdict::Unknown);
        (
            if is_open {
                Verdict::Unknown
            } else {
                Verdict::Refuted
            },
            best_line,
        )
    }

    /// Tries one first move; `None` if it repeats a position.
    fn first_move(&mut self, mv: &GoalMove, mover: Color) -> Option<(FirstMove, Vec<Point>)> {
        let before = self.n_positions;
        let mut answer = None;
        let (verdict, mut line) = self.after(mover, mv.point, 1, Some(&mut answer))?;
        line.insert(0, mv.point);
        let n_positions = self.n_positions - before;
        Some((
            FirstMove {
                mv: mv.clone(),
                verdict,
                answer,
                n_positions,
            },
            line,
        ))
    }

    /// What a move does for its player, and how it goes on; `None` if it repeats a position. `answer` gets the reply
    /// that the line begins with.
    fn after(
        &mut self,
        mover: Color,
        point: Point,
        n_plies: usize,
        answer: Option<&mut Option<GoalMove>>,
    ) -> Option<(Verdict, Vec<Point>)> {
        if self
            .past
            .contains(&self.state.board().hash_after(mover, point))
        {
            return None;
        }
        self.state.play(mover, point).ok()?;
        self.past.push(self.state.board().hash());
        self.n_positions += 1;
        let (verdict, line) = self.reply(mover.opponent(), n_plies, answer);
        self.note_leaf_nodes();
        self.past.pop();
        self.state.undo();
        Some((verdict.opposite(), line))
    }

    /// What the side to move achieves, and how.
    fn reply(
        &mut self,
        mover: Color,
        n_plies: usize,
        answer: Option<&mut Option<GoalMove>>,
    ) -> (Verdict, Vec<Point>) {
        let graph = self.graph(mover);
        if let Some(verdict) = verdict_of(graph.value()) {
            return (verdict, Vec::new());
        }
        if self.takes_at_once(mover) {
            return (Verdict::Achieved, Vec::new());
        }
        if n_plies >= self.depth || self.budget.spend(1).is_err() {
            return (Verdict::Unknown, Vec::new());
        }
        let mut best = (Verdict::Refuted, Vec::new());
        let mut chosen = None;
        for mv in generate_moves(&self.state, &graph, mover) {
            let Some((verdict, mut line)) = self.after(mover, mv.point, n_plies + 1, None) else {
                continue;
            };
            line.insert(0, mv.point);
            let is_better = chosen.is_none() || verdict != Verdict::Refuted;
            if is_better {
                (best, chosen) = ((verdict, line), Some(mv));
            }
            if verdict == Verdict::Achieved {
                break;
            }
            if self.is_stopped() {
                best.0 = Verdict::Unknown;
                break;
            }
        }
        if let Some(answer) = answer {
            *answer = chosen;
        }
        best
    }

    /// Whether the side to move takes a block that decides by a short fight.
    fn takes_at_once(&self, mover: Color) -> bool {
        let [goal] = self.goals.goals[..] else {
            return false;
        };
        let is_takers_turn = goal.other.is_none()
            && self
                .state
                .board()
                .color(goal.object)
                .is_some_and(|owner| owner != mover);
        let standing = self.state.standing(goal.object);
        is_takers_turn
            && matches!(
                standing,
                Standing::InDanger {
                    success: Success::Clean,
                    ..
                }
            )
    }
}
