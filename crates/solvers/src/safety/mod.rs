//! Static answers about life: no search.
//!
//! Floor 3. Regions of a color, unconditional life and support (Benson 1976), safety under alternate play by miai pairs
//! (after Mueller 1997), and the answers of GNU Go in the same terms. All results here hold for the position as it is,
//! for either side to move, under the suicide rule of the board; ko and superko can't overturn it.
//!
//! ```
//! use tedomari_board::{Board, Color};
//! use tedomari_solvers::safety::{static_safety, unconditional_life};
//!
//! let board: Board = ". . . . X O\nX X X X X O\nO O O O O .".parse()?;
//! // Four points in a row are two eyes: Black answers a play on one of the middle points on the other.
//! let black = static_safety(&board, Color::Black);
//! assert_eq!(black.stones.len(), 6);
//! assert!(black.territory.contains("A3".parse()?));
//! // A Black who never answers is captured.
//! assert!(unconditional_life(&board, Color::Black).stones.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod benson;
pub(crate) mod elimination;
pub mod eye_shape;
pub mod gnugo;
pub mod map;
#[cfg(test)]
mod marks;
pub mod nakade;
mod pair_plans;
mod pairing;
pub mod region;
pub mod static_safety;
pub mod support;

pub use benson::{LifeTracker, UnconditionalLife, unconditional_life};
pub use eye_shape::EyeShape;
pub use map::SafetyMap;
pub use nakade::Nakade;
pub use pairing::{ChainProof, Pair};
pub use region::{Region, Regions, component, components};
pub use static_safety::{StaticSafety, closed_part, closed_safety, part_apart, static_safety};
