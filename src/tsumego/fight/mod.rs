//! A claim about a block, or several, as a game on the cells of a frame.
//!
//! Several blocks are in question together: the attacker has to take them all, and the defender needs one of them to get out
//! or to live.
//!
//! Both sides may play on any cell or pass. The attacker wins by taking the block. The defender wins if the block gets
//! out, if it is unconditionally alive, or if the attacker passes though no ko keeps it from playing: then the
//! defender may pass as well, and the block stays, with eyes or in a seki. Where a seki is not enough, the fight goes on; if the
//! defender passes too, without two eyes, the attacker wins.
//!
//! The attacker also wins once the block can't get two eyes and can't get out ([`death`]). The room knows nothing of learned
//! weights: `guide` joins them with a fight.

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

pub use claim::{Easier, Fight};
pub use position::{FightMove, Position};
