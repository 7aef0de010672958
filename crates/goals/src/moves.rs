//! Moves for the unknown goals of a graph, with their reasons (Klinger, section 2.6: `GENERATE_MOVES`).

use std::collections::BTreeMap;

use super::goal::Goal;
use super::graph::Graph;
use super::node::{Label, NodeId};
use super::rules::{Assertion, GoalKind, Purpose, Recommendation, RuleId, Source, dominant};
use super::state::{Core, Link, Standing, State};
use tedomari_board::{Color, Point, PointSet};
use tedomari_solvers::tactics::capture::Capture;

/// Most liberties of a block whose liberties are moves for it.
const MOST_LIBERTIES: u16 = 4;

/// Most liberties of a block in a race.
const RACE_LIBERTIES: u16 = 7;

/// Most points of a space all of whose points are looked at.
const MOST_SPACE: usize = 7;

/// Where a move is suggested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    /// A rule prescribes it.
    Rule(RuleId),
    /// A short search found that it reaches the goal, or what the goal needs most.
    Search,
    /// It is one of the moves that searches look at for such a goal.
    Candidate,
    /// It threatens two blocks at once.
    DoubleThreat,
}

/// One reason of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The goals from the root to the one that the move serves.
    pub path: Vec<Goal>,
    /// What the move does for that goal.
    pub purpose: Purpose,
    /// Where it is suggested.
    pub source: MoveSource,
    /// How much the suggestion counts when moves are put in order.
    pub weight: u32,
}

/// A move with its reasons, the weightiest one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalMove {
    /// Where to play.
    pub point: Point,
    /// Why; at least one reason.
    pub suggestions: Vec<Suggestion>,
}

impl GoalMove {
    /// The order in which moves are tried: the weight of the best reason, and a little for each other one.
    fn rank(&self) -> u32 {
        let best = self.suggestions.first().map_or(0, |it| it.weight);
        best + u32::try_from(self.suggestions.len())
            .unwrap_or(u32::MAX)
            .min(8)
    }
}

/// The moves of `player` for the unknown goals of a graph, the likeliest first. Goals are visited depth-first from the
/// root, each once; known ones suggest nothing.
#[must_use]
pub fn generate_moves(state: &State<'_>, graph: &Graph, player: Color) -> Vec<GoalMove> {
    let mut generator = Generator {
        state,
        graph,
        player,
        is_visited: vec![false; graph.nodes().len()],
        found: BTreeMap::new(),
    };
    generator.visit(graph.root(), &mut Vec::new());
    let mut moves: Vec<GoalMove> = generator
        .found
        .into_iter()
        .filter(|(_, suggestions)| !suggestions.iter().all(|it| is_mined(state, it.source)))
        .map(|(point, mut suggestions)| {
            suggestions.sort_by_key(|it| (std::cmp::Reverse(it.weight), it.path.len()));
            GoalMove { point, suggestions }
        })
        .collect();
    moves.sort_by_key(|mv| (std::cmp::Reverse(mv.rank()), mv.point));
    moves
}

/// Whether a mined rule suggests a move. Such rules put moves in order that others suggest: with moves of their own the
/// trees grow and fewer questions are answered.
fn is_mined(state: &State<'_>, source: MoveSource) -> bool {
    match source {
        MoveSource::Rule(id) => matches!(state.rules().rule(id).source(), Source::Mined { .. }),
        MoveSource::Search | MoveSource::Candidate | MoveSource::DoubleThreat => false,
    }
}

/// Weights of sources, before what is taken off for the way from the root.
const SEARCHED: u32 = 200;
const FORKING: u32 = 160;
const VITAL: u32 = 180;
const RULE: u32 = 100;
const MOST_FOR_SPECIFICITY: u32 = 40;
const ROOM: u32 = 90;
const CANDIDATE: u32 = 60;

/// What is taken off for each goal between the root and the goal of a move.
const STEP: u32 = 25;

#[derive(Debug)]
struct Generator<'a, 'r> {
    state: &'a State<'r>,
    graph: &'a Graph,
    player: Color,
    is_visited: Vec<bool>,
    found: BTreeMap<Point, Vec<Suggestion>>,
}

impl Generator<'_, '_> {
    fn visit(&mut self, id: NodeId, path: &mut Vec<Goal>) {
        let node = self.graph.node(id);
        if node.value.is_known() || std::mem::replace(&mut self.is_visited[id.index()], true) {
            return;
        }
        if let Label::Goal(goal) = node.label {
            path.push(goal);
            if goal.player(self.state) == Some(self.player) {
                self.add_rules(goal, path);
                self.add_known(goal, path);
            }
        }
        for fork in self.graph.forks().iter().filter(|fork| fork.node == id) {
            let is_own = self.state.board().color(fork.blocks.0) == Some(self.player);
            let purpose = if is_own {
                Purpose::Save
            } else {
                Purpose::Capture
            };
            self.add(path, fork.point, purpose, MoveSource::DoubleThreat, FORKING);
        }
        for &child in &node.children {
            self.visit(child, path);
        }
        if matches!(node.label, Label::Goal(_)) {
            path.pop();
        }
    }

    fn add(
        &mut self,
        path: &[Goal],
        point: Point,
        purpose: Purpose,
        source: MoveSource,
        weight: u32,
    ) {
        if !self.state.board().is_legal(self.player, point) {
            return;
        }
        let steps = u32::try_from(path.len())
            .unwrap_or(u32::MAX)
            .saturating_sub(1);
        let weight = weight.saturating_sub(STEP.saturating_mul(steps));
        let suggestions = self.found.entry(point).or_default();
        suggestions.push(Suggestion {
            path: path.to_vec(),
            purpose,
            source,
            weight,
        });
    }

    /// Moves that the dominant rules prescribe for the goal itself, written and mined ones apart.
    fn add_rules(&mut self, goal: Goal, path: &[Goal]) {
        let state = self.state;
        let about: Vec<&Assertion> = match goal.other {
            Some(other) => state.about_pair(goal.object, other).collect(),
            None => about_core(state, goal),
        };
        // The specificity of mined rules does not compare with that of written ones.
        let is_written =
            |found: &&Assertion| state.rules().rule(found.rule).source() == Source::Hand;
        let (written, mined): (Vec<_>, Vec<_>) = about.into_iter().partition(is_written);
        let board = state.board();
        let dominant = [dominant(board, written), dominant(board, mined)].concat();
        for found in dominant {
            let is_asked = found.goal == goal.kind && found.player == self.player;
            if let Some(point) = found.prescribed
                && is_asked
                && !found.purpose.is_recognition()
                && found.recommendation != Recommendation::Bad
            {
                let weight = RULE + self.preference(found);
                self.add(
                    path,
                    point,
                    found.purpose,
                    MoveSource::Rule(found.rule),
                    weight,
                );
            }
        }
    }

    /// How much a rule is preferred: a written one by its specificity, a mined one by how often it was right.
    fn preference(&self, found: &Assertion) -> u32 {
        match self.state.rules().rule(found.rule).source() {
            Source::Hand => (found.specificity / 32).min(MOST_FOR_SPECIFICITY),
            Source::Mined { support, right } => {
                // A rule that was right in few proofs counts less than one that was right in many.
                let sure = MOST_FOR_SPECIFICITY * (right + 1) / (support + 2);
                sure.min(MOST_FOR_SPECIFICITY)
            }
        }
    }

    /// Moves that searches found for the goal.
    fn add_known(&mut self, goal: Goal, path: &[Goal]) {
        if let Some(other) = goal.other {
            self.add_linking(goal, other, path);
            return;
        }
        self.add_fight(goal, path);
        if let Some(core) = self.state.core(goal.object) {
            self.add_eyes(goal, &core, path);
        }
    }

    fn add_linking(&mut self, goal: Goal, other: Point, path: &[Goal]) {
        let Some(Link::Open { join, cut }) = self.state.link(goal.object, other) else {
            return;
        };
        let (point, purpose) = match goal.kind {
            GoalKind::Connect => (join, Purpose::Connect),
            GoalKind::Sever => (cut, Purpose::Sever),
            GoalKind::Save | GoalKind::Capture => (None, Purpose::Connect),
        };
        if let Some(point) = point {
            self.add(path, point, purpose, MoveSource::Search, SEARCHED);
        }
    }

    /// Moves of the short fight about the block, and its liberties.
    fn add_fight(&mut self, goal: Goal, path: &[Goal]) {
        let is_save = goal.kind == GoalKind::Save;
        if let Standing::InDanger { attack, rescue, .. } = self.state.standing(goal.object) {
            let (point, purpose) = if is_save {
                (rescue, Purpose::Save)
            } else {
                (attack, Purpose::Capture)
            };
            if let Some(point) = point {
                self.add(path, point, purpose, MoveSource::Search, SEARCHED);
            }
        }
        let Some(block) = self.state.board().block_at(goal.object) else {
            return;
        };
        let purpose = if is_save {
            Purpose::IncreaseLiberties
        } else {
            Purpose::DecreaseLiberties
        };
        let n_liberties = block.n_liberties();
        if n_liberties <= MOST_LIBERTIES {
            let moves = Capture::new(self.state.board(), goal.object)
                .map(|capture| capture.moves_of(self.player));
            for point in moves.into_iter().flatten() {
                self.add(path, point, purpose, MoveSource::Candidate, CANDIDATE);
            }
        } else if n_liberties <= RACE_LIBERTIES && !is_save {
            for point in &block.liberties().clone() {
                self.add(
                    path,
                    point,
                    Purpose::SemeaiDecreaseLiberties,
                    MoveSource::Candidate,
                    CANDIDATE,
                );
            }
        }
    }

    /// Vital points of the eyes, other points of small spaces whose eyes are not certain, and moves that change the
    /// room.
    fn add_eyes(&mut self, goal: Goal, core: &Core, path: &[Goal]) {
        let is_save = goal.kind == GoalKind::Save;
        let purpose = if is_save {
            Purpose::IncreaseEyes
        } else {
            Purpose::DecreaseEyes
        };
        for space in core.eyes.iter().filter(|space| space.least < space.most) {
            if let Some((attack, defense)) = space.vital {
                let point = if is_save { defense } else { attack };
                self.add(path, point, purpose, MoveSource::Search, VITAL);
            }
            if space.center.len() <= MOST_SPACE {
                for point in &space.center {
                    self.add(path, point, purpose, MoveSource::Candidate, CANDIDATE);
                }
            }
        }
        let (points, purpose) = if is_save {
            (&core.aura.extending, Purpose::IncreaseAura)
        } else {
            (&core.aura.reducing, Purpose::DecreaseAura)
        };
        for (n, &point) in (0..).zip(points) {
            self.add(path, point, purpose, MoveSource::Candidate, ROOM - 5 * n);
        }
        let both: PointSet = core
            .aura
            .reducing
            .iter()
            .chain(&core.aura.extending)
            .copied()
            .collect();
        for point in both.iter().filter(|point| !points.contains(point)) {
            self.add(path, point, purpose, MoveSource::Candidate, CANDIDATE);
        }
    }
}

/// Matches of rules about one block of the core that a goal is about.
fn about_core<'s>(state: &'s State<'_>, goal: Goal) -> Vec<&'s Assertion> {
    let Some(core) = state.core(goal.object) else {
        return Vec::new();
    };
    let is_here = |stone: Option<Point>| stone.is_some_and(|stone| core.stones.contains(stone));
    let about = state.assertions();
    about
        .filter(|found| found.goal == goal.kind && is_here(found.objects[0]))
        .collect()
}
