//! The façade: one typed call for each question of a client, whatever part of the program answers it.
//!
//! Floor 10. Holds games, time and policy; contains no protocol and prints nothing. [`Engine`] is the state; the other
//! files are what it can do: [choose a move](Engine::genmove), [judge a position](Engine::judge), take the board apart
//! into [regions](Engine::endgame), and answer questions of [`reading`].

mod assessment;
mod assumed_safe;
mod bound_memory;
mod bounded_moves;
mod capture_hints;
pub mod clock;
mod costs;
mod decide;
mod decision;
mod effort;
mod exact_moves;
mod exercise;
mod exercise_moves;
mod finish;
mod game_review;
mod genmove;
pub mod go_model;
pub mod go_question;
mod group_hints;
mod haste;
mod judge;
mod level;
mod likely_owners;
mod mistake;
mod mistake_reason;
mod network;
mod pace;
mod params;
pub mod policy;
mod proof_cache;
mod proof_play;
mod proved;
pub mod reading;
mod region_sums;
mod review;
mod safe_points;
mod search_moves;
pub mod small_board;
mod state;
mod tolerance;
mod turn;

pub use decision::{Decision, Reason};
pub use exercise::{Exercise, Judged, Progress, ko_decided};
pub use game_review::{GameReview, LostPoints, PhaseSum, ReviewedLine, ReviewedPosition};
pub use genmove::MoveEffort;
pub use level::Level;
pub use likely_owners::LikelyOwners;
pub use mistake_reason::{Change, GrantedStones, Half, HalfTrust, MistakeReason};
pub use network::NetworkError;
pub use params::{EngineParams, HintParams, NetworkParams, SafetyParams};
pub use proof_play::{NoProofPlay, ProofState, ProofStep};
pub use proved::{ProvedBlock, ProvedFacts};
pub use review::{ReviewBasis, ReviewedMove};
pub use safe_points::{SafetyKind, SafetyProof};
pub use state::Engine;
