//! Safety by windows: disjoint parts of the board, in each of which the owner answers every play of the other color
//! and keeps what the plan of all windows needs there.
//!
//! `plan` checks that the promises of all windows together keep every wall alive, `place` is play in one window,
//! `duty` what is promised there, `paired` what pairs of points keep of it, and `walk` goes through all plays of the
//! other color and the owner's answers. The theorems stand in `docs/design/windows.md`; this is written from them
//! alone.

pub(crate) mod duty;
pub(crate) mod paired;
pub(crate) mod place;
pub(crate) mod plan;
pub(crate) mod walk;
