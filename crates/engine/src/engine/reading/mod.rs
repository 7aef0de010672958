//! Questions of reading about the position: life and death, captures, connections, races, eyes.
//!
//! Each question is one call on a [`PositionReading`], which [`Engine::reading`](crate::engine::Engine::reading) gives.
//! The answers agree: what is proved about a position is remembered, and no later answer contradicts it. Here stand
//! also the [budgets](ReadingBudgets) of all questions, and the [`readers`] of the program.

mod agreement;
mod best_move;
mod bounds;
mod budgets;
mod by_goals;
mod by_network;
mod captures;
mod connections;
mod effort;
mod error;
mod estimates;
mod fights;
mod finding;
mod finding_report;
mod goal_report;
mod goals;
mod group_search;
mod guess;
mod knowledge;
mod known_capture;
mod life;
mod link_basis;
mod links;
mod memory;
mod open;
mod position;
mod problem;
mod questions;
pub mod readers;
mod running_room;
mod semeai;
mod standing;
mod state;
mod threat;

pub use best_move::BestMove;
pub use budgets::ReadingBudgets;
pub(super) use budgets::share;
pub use by_goals::by_goals;
pub use effort::Effort;
pub use error::ReadingError;
pub use finding::{AnswerBasis, Certainty, Fate, Finding, Outcome, StatusFinding};
pub use finding_report::{FindingReport, doubt};
pub use goal_report::GoalReport;
pub use guess::{Guess, GuessGround, guess};
pub use knowledge::{Knowledge, KnowledgeError, KnowledgeParams, RuleText};
pub use link_basis::LinkBasis;
pub use links::LinkGoal;
pub use open::WhyOpen;
pub use position::PositionReading;
pub(super) use position::board_as_read;
pub use problem::{ProblemTargets, Source, has_fight, targets_of};
pub use questions::{Answer, Question};
pub(super) use standing::walls_outside;
pub use state::{ReadingMethod, ReadingParams};
pub(super) use state::{ReadingState, SettledBlocks};
