//! Reading of life and death.
//!
//! Floor 4. [`enclosed`] settles a block in a small area that stones which are not in question enclose,
//! [`seki`] finds blocks of both colors that live without eyes, [`region_count`] counts a small region by search,
//! [`region_play`] finds the best play where only small regions are open, [`safe_regions`] proves safety by search
//! where static rules do not. [`reader`] answers questions about blocks anywhere, [`first_moves`] asks about every move
//! near, [`capture`] about blocks with few liberties, [`combination`] about two of them at once, [`connection`] about
//! joining and cutting, [`semeai`] about races, [`eye_value`] about eyes; the reader cuts a [`frame`] out of the board and
//! proves a [`claim`] in the [`fight`] there; [`cells`] are the sets of points of a frame. `eye_shapes` has tables of small spaces inside a block.

#[cfg(test)]
mod all_moves;
mod attempt;
mod blocks;
pub mod capture;
pub mod cells;
pub mod certificate;
mod chase;
pub mod claim;
pub mod combination;
pub mod connection;
mod death;
mod dependence;
pub mod enclosed;
mod eye_shapes;
pub mod eye_value;
mod feature_weights;
pub mod fight;
pub mod first_moves;
mod forecast;
pub mod frame;
#[cfg(test)]
mod images;
pub mod lesson;
mod life;
mod ordering;
mod outlook;
mod pattern;
mod question;
pub mod reader;
pub mod region_count;
pub mod region_play;
pub mod safe_regions;
pub mod seki;
pub mod semeai;
mod site;
pub mod space;
mod stage;
mod targets;
mod trial;
mod verdict;
mod verdict_details;
pub mod window;
mod zone;

pub use enclosed::{Area, Reading};
pub use region_count::{RegionCount, Repetition};
pub use region_play::{RegionPlay, best_region_play};
pub use safe_regions::{closed_safety_by_search, safety_by_search};
pub use seki::{Seki, Settled, Standoff};
