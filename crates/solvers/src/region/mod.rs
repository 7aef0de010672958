//! Small regions, searched completely.
//!
//! Floor 4. A region is a part of the board small enough to be searched to the end. `region_board` is the cut-out board
//! that the searches play on. [`RegionCount`] counts what a color can get in a region, [`best_region_play`] finds the
//! best play where only small regions are open, [`safety_by_search()`] proves safety where static rules do not,
//! [`safety_by_windows()`] cuts open areas into windows that keep walls alive together, [`Seki`] finds blocks of both
//! colors that live without eyes, and [`Area`] settles a block in a small area that stones enclose which are not in
//! question themselves. Open positions are left to other modules.

mod best_play;
mod count;
mod enclosed;
mod names;
mod no_safety_proof;
mod parts;
mod reasons;
mod region_board;
mod safety_by_search;
mod safety_file;
mod seki;
mod step_lines;
mod windows;
mod written;

pub use best_play::{RegionPlay, best_region_play};
pub use count::{RegionCount, RegionKo};
pub use enclosed::{Area, EnclosedStatus};
pub use no_safety_proof::NoSafetyProof;
pub use reasons::searched_reasons;
pub use safety_by_search::{RegionSafety, closed_safety_by_search, safety_by_search};
pub use safety_file::{SafetyFile, WrittenKept};
pub use seki::{Seki, SekiCandidate, SettledSeki};
pub use windows::{
    Kept, SureLead, WindowFollower, WindowMemory, WindowSafety, WindowState, WindowStates,
    WindowStrategy, add_windows, add_windows_beside, kept_by_regions, kept_by_windows,
    nodes_on_board, safety_by_windows, sure_lead,
};
pub use written::{WrittenBoard, written_ko, written_side};
