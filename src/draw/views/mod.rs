//! Pictures of results: one file for each kind of question.

mod endgame;
mod exact;
mod goals;
mod judgement;
mod proof_tree;
mod reading;
mod thermograph;

pub use endgame::endgame_picture;
pub use exact::{FirstMove, exact_picture};
pub use goals::goal_graph;
pub use judgement::judgement_picture;
pub use proof_tree::proof_tree;
pub use reading::{Asked, reading_picture};
pub use thermograph::{OnAxis, thermograph_of};
