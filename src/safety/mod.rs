//! Static answers about life: no search.
//!
//! Floor 3. Regions of a color, unconditional life and support (Benson 1976), safety under alternate play by miai
//! pairs (after Mueller 1997), and the answers of GNU Go in the same terms. Everything said here holds for the
//! position as it is, whoever moves, under the suicide rule of the board; ko and superko can't overturn it.

pub mod benson;
pub(crate) mod elimination;
pub mod eye_shape;
pub mod eye_space;
pub mod gnugo;
pub mod map;
mod pairing;
pub mod region;
pub mod static_safety;
pub mod support;

pub use benson::{LifeTracker, UnconditionalLife, unconditional_life};
pub use eye_shape::EyeShape;
pub use eye_space::EyeSpace;
pub use map::SafetyMap;
pub use pairing::{ChainProof, Pair};
pub use region::{Region, Regions, component};
pub use static_safety::{StaticSafety, closed_part, closed_safety, static_safety};
