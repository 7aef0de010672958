//! Tactics: captures, connections, double threats, races and eyes, each read by a search of its own.
//!
//! Floor 4. [`ko`] has the words for ko threats and for grades of success that all of them share. A goal such as
//! "capture this block" is a `goal_search::GoalSearch`: the search plays on the real board among the moves that the
//! goal names, and what it proves rests on a `zone`. The room reads few liberties and short distances; life and death
//! in full is `tsumego`.

#[cfg(test)]
pub(crate) mod all_moves;
pub mod capture;
pub mod connection;
pub mod double_threat;
pub mod dragon;
pub mod eyes;
mod goal_search;
pub mod ko;
pub mod race;
pub(crate) mod zone;
