//! A claim about a block, or about several, as a game on the cells of a frame.
//!
//! A question about several blocks is one fight: the attacker has to take all of them. The defender has to bring one of
//! them out, or make it live.
//!
//! Both sides may play on any cell or pass. The attacker wins by taking the block. The defender wins if the block gets
//! out, if it is unconditionally alive, or if the attacker passes while no ko forbids a play: then the defender may
//! pass too, and the block stays on the board, with eyes or in a seki. Where a seki is not enough, the fight goes on
//! after the pass; if the defender then passes too, without two eyes, the attacker wins.
//!
//! The attacker also wins once the block can neither get two eyes nor get out ([`death`]). This folder is independent
//! of learned weights: `guide` joins them with a fight.

pub mod blocks;
pub mod claim;
pub mod death;
pub mod eye_space;
mod eye_table;
mod life;
mod moves;
pub mod position;
mod settle;
mod targets;
mod zone;

pub use claim::{Criteria, Easier, Fight};
pub use position::{FightMove, Position};
