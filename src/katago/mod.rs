//! KataGo's vocabulary, which two protocols share: rules by their parts, and parameters by KataGo's names.
//!
//! Floor 11. Clients written for KataGo name rules and settings in its words, in its GTP commands as well as in the
//! queries of its analysis engine. This module translates words to [`Rules`](crate::board::Rules) and
//! [`EngineParams`](crate::engine::EngineParams) and back; it reads and writes no line of any protocol.
//!
//! Sources: KataGo, `docs/GTP_Extensions.md` and `docs/Analysis_Engine.md`.

pub mod models;
pub mod params;
pub mod rules;

pub use params::{KataParams, ParamError, Perspective, Reporting};
pub use rules::KataRules;
