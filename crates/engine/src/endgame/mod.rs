//! The endgame, exactly: a board that has fallen apart into independent regions is a sum of games.
//!
//! Floor 8; imports nothing from `mcts`. What is called exact was proved. Everything else is an interval, or marked as
//! an estimate.
//!
//! | file | what it does |
//! |---|---|
//! | `area`, `shape` | one region as bits; the same region under symmetry |
//! | `split`, `settled` | the board taken apart into walls, territory and regions; what is decided for good |
//! | `value`, `shape_store`, `expansion` | what is proved of a region, kept by shape; all plays in it |
//! | `local`, `ko` | a region as a combinatorial game; bounds where a ko can return |
//! | `estimate`, `komaster`, `worth`, `appraise` | mean and temperature of regions that are not solved, and of kos |
//! | `region_report`, `held`, `analysis` | everything found out about each region; [`Endgame`], the whole board |
//! | `stops`, `sum`, `ranking`, `advise` | the sum of the regions under the rules in force: scores and best moves |
//! | `suggest` | the plays that are best if the regions are as they look, for a search to choose among |
//! | `facts`, [`verdict`] | what is taken for granted; what a move was worth beside the best one |
//! | `score_file` | the proof of the score as data |
//! | `sente`, [`describe`], [`report`] | sente and gote; regions as text; the whole board as text and JSON |
//! | [`fill`] | the last moves of a game |
//!
//! Sources: Berlekamp and Wolfe, *Mathematical Go* (1994); Mueller and Gasser, "Experiments in computer Go endgames"
//! (1996); McMillen, *Combinatorial Analysis of Go Endgame Positions* (2010), chapters 3 and 4.

mod advise;
mod analysis;
mod appraise;
mod area;
mod bounds_file;
pub mod describe;
mod estimate;
mod expansion;
mod facts;
pub mod fill;
mod held;
mod ko;
mod komaster;
mod local;
mod plays;
mod ranking;
mod region_report;
pub mod report;
mod score_file;
mod score_proof;
mod sente;
mod settled;
pub mod shape;
mod shape_store;
mod split;
mod stops;
mod suggest;
mod sum;
mod value;
pub mod verdict;
mod worth;

pub use advise::ChosenMove;
pub use analysis::{Endgame, EndgameParams};
pub use area::{LocalArea, PointGraph};
pub use bounds_file::BoundsFile;
pub use facts::{GrantedFact, shown_probability};
pub use held::Held;
pub use plays::RegionPlay;
pub use ranking::{RankedMove, ScoreRange};
pub use region_report::{RegionMove, RegionReport};
pub use score_file::{NoScoreProof, ScoreFile};
pub use score_proof::ScoreProof;
pub use settled::Settled;
pub use shape_store::{ShapeStore, StoreConfig};
pub use split::{EndgameRegion, Expanse, Partition};
pub use suggest::EstimatedMoves;
pub use value::{AreaValue, Unsolved};
pub use worth::{RegionWorth, WorthBasis};
