//! What the goals of a block are, as lines and as JSON.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::error::ReadingError;
use crate::base::Budget;
use crate::board::{Board, Color, Point};
use crate::goals::rules::RuleBase;
use crate::goals::state::Costs;
use crate::goals::{
    Goal as BlockGoal, GoalMove, Graph, Label, MoveSource, State, Suggestion, generate_moves,
};
use crate::tsumego::Goal;
use crate::tsumego::reader::Past;

/// What a block hangs on for one side, and the moves for it.
#[derive(Clone, Debug)]
pub struct GoalReport<'r> {
    /// The side that moves.
    pub player: Color,
    /// The goals that the goal of the side hangs on.
    pub graph: Graph,
    /// The moves for those that are unknown, the likeliest first.
    pub moves: Vec<GoalMove>,
    /// The rules that moves refer to.
    pub rules: &'r RuleBase,
}

impl<'r> GoalReport<'r> {
    /// What the block on a point hangs on if it is to be killed or to live. What seems to be plain but is not proved is
    /// taken apart, too. `limits` end the short searches about the goals; proofs respect the past of the game.
    ///
    /// # Errors
    /// If there is no stone on the point.
    pub fn find(
        (board, past): (&Board, &Arc<Past>),
        rules: &'r RuleBase,
        target: Point,
        goal: Goal,
        limits: &Budget,
    ) -> Result<Self, ReadingError> {
        let owner = Some(target).filter(|&target| board.size().contains(target));
        let owner = owner.and_then(|target| board.color(target));
        let owner = owner.ok_or(ReadingError::NoStone)?;
        let state = State::new(board.clone(), rules, Costs::FEW)
            .within(limits)
            .after(past);
        let names = state.names_of(owner, &target.into());
        let names = names.into_iter();
        let goals: Vec<BlockGoal> = names.map(|name| BlockGoal::about(goal, name)).collect();
        let player = goal.player(owner);
        let graph = Graph::in_doubt(&state, &goals, Label::All);
        let mut moves = generate_moves(&state, &graph, player);
        for mv in &mut moves {
            // A rule may match in several ways with one reason.
            let reason = |it: &Suggestion| (it.purpose, it.source, it.path.clone());
            mv.suggestions
                .dedup_by(|one, two| reason(one) == reason(two));
        }
        Ok(Self {
            player,
            graph,
            moves,
            rules,
        })
    }

    /// The side, the goals with what is known of them and what they hang on, and the reasons of each move; one in each
    /// line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut text = vec![format!("player {}", self.player)];
        for (number, node) in self.graph.nodes().iter().enumerate() {
            let children = node.children.iter();
            let children: Vec<String> = children.map(|id| id.index().to_string()).collect();
            let is_root = number == self.graph.root().index();
            let line = format!(
                "goal {number}{} {} {}: {}",
                if is_root { " root" } else { "" },
                node.label,
                node.value.word(),
                children.join(" ")
            );
            text.push(line.trim_end().to_owned());
        }
        for mv in &self.moves {
            for suggestion in &mv.suggestions {
                text.push(format!("move {} {}", mv.point, self.reason(suggestion)));
            }
        }
        text
    }

    /// What a move is for, in a few words.
    #[must_use]
    pub fn reason(&self, suggestion: &Suggestion) -> String {
        let path = suggestion.path.iter().rev();
        let path: Vec<String> = path.map(ToString::to_string).collect();
        let source = match suggestion.source {
            MoveSource::Rule(id) => format!(" by {}", self.rules.rule(id).name()),
            MoveSource::Search => " by a short search".to_owned(),
            MoveSource::DoubleThreat => " by a double threat".to_owned(),
            MoveSource::Candidate => String::new(),
        };
        let purpose = suggestion.purpose.word();
        format!("{purpose}{source} for {}", path.join(" for "))
    }

    /// The same as [`Self::lines`], with the notes of the rules.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let nodes = self.graph.nodes().iter().map(|node| {
            let children = node.children.iter();
            json!({
                "goal": node.label.to_string(),
                "value": node.value.word(),
                "evidence": node.value.evidence().map(|evidence| evidence.word()),
                "children": children.map(|child| child.index()).collect::<Vec<_>>(),
            })
        });
        let moves = self.moves.iter().map(|mv| {
            let reasons = mv.suggestions.iter().map(|it| self.reason_to_json(it));
            json!({ "move": mv.point.to_string(), "reasons": reasons.collect::<Vec<_>>() })
        });
        json!({
            "player": self.player.to_string(),
            "root": self.graph.root().index(),
            "goals": nodes.collect::<Vec<_>>(),
            "moves": moves.collect::<Vec<_>>(),
        })
    }

    fn reason_to_json(&self, suggestion: &Suggestion) -> Json {
        let path: Vec<String> = suggestion.path.iter().map(ToString::to_string).collect();
        let (source, rule) = match suggestion.source {
            MoveSource::Rule(id) => ("rule", Some(self.rules.rule(id))),
            MoveSource::Search => ("search", None),
            MoveSource::DoubleThreat => ("double-threat", None),
            MoveSource::Candidate => ("candidate", None),
        };
        json!({
            "purpose": suggestion.purpose.word(),
            "path": path,
            "source": source,
            "rule": rule.map(|rule| rule.name()),
            "note": rule.map(|rule| rule.note()),
        })
    }
}
