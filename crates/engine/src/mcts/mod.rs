//! Monte-Carlo tree search: the whole-board player for positions that nothing exact decides.
//!
//! Floor 8. Everything here is an estimate; nothing in a [`Report`] is proved. The module uses positions, rules and
//! budgets. It has no protocol and no clock policy, and it does not decide to pass or resign: the engine reads the
//! [`Report`] and decides.
//!
//! A search is UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006) with RAVE (Gelly and
//! Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011) and a move prior as in
//! PUCT (Rosin, "Multi-armed bandits with episode context", 2011). Playouts use the 3x3 patterns and
//! tactical replies of MoGo (Gelly et al., "Modification of UCT with patterns in Monte-Carlo Go", 2006).
//!
//! Where an [`LeafEvaluator`] such as a network is at hand, the search of `puct` takes the place of this one: it
//! evaluates positions by the evaluator and plays no playouts. Both share filters, budgets, threads and reports.
//!
//! Reading order: [`playout`] first, then `node` and `tree`, `select` and `backup`, `puct`, and [`Searcher`] last.

mod backup;
mod candidate;
mod features;
mod filter;
mod node;
mod numbers;
mod origin;
mod ownership;
mod params;
mod pattern;
pub mod playout;
mod prior;
mod puct;
mod report;
mod samples;
mod score;
mod search;
mod searcher;
mod select;
mod shape;
mod tactics;
mod team;
mod tree;
mod worker;

pub use candidate::Candidate;
pub(crate) use features::View;
pub use filter::{Filter, Restriction};
pub use ownership::{Ownership, ownership, sample};
pub use params::Params;
pub use puct::{EvaluationSession, LeafEvaluator};
pub use report::{Detail, Ending, Evidence, LineVisits, MoveReport, Report};
pub use score::area;
pub use searcher::Searcher;
pub use team::Observer;
