//! Questions of reading about the position: life and death, captures, connections, races, eyes.
//!
//! Each question is one call on a [`PositionReading`], which [`Engine::reading`](crate::engine::Engine::reading) gives.
//! The answers agree: what is proved about a position is remembered, and no later answer contradicts it. Here stand
//! also the [budgets](ReadingBudgets) of all questions, and the [`readers`] of the program.

mod answer;
mod bounds;
mod budgets;
mod by_goals;
mod by_network;
mod captures;
mod connections;
mod error;
mod fights;
mod finding;
mod finding_report;
mod goal_report;
mod goals;
mod guess;
mod knowledge;
mod life;
mod link_basis;
mod links;
mod memory;
mod position;
mod problem;
pub mod readers;
mod semeai;
mod state;

pub use answer::{Answer, BlockStatus};
pub use budgets::ReadingBudgets;
pub use by_goals::by_goals;
pub use error::ReadingError;
pub use finding::{AnswerBasis, Certainty, Fate, Finding, Outcome, StatusFinding};
pub use finding_report::{FindingReport, doubt};
pub use goal_report::GoalReport;
pub use goals::explainer;
pub use guess::{Guess, GuessGround, guess};
pub use knowledge::{Knowledge, KnowledgeError, KnowledgeParams, RuleText};
pub use link_basis::LinkBasis;
pub use links::{LinkGoal, read_link};
pub use position::{PositionReading, position_with_ban};
pub use problem::{ProblemTargets, Source, has_fight, targets_of};
pub use state::{ReadingMethod, ReadingParams};
pub(super) use state::{ReadingState, SettledBlocks};
