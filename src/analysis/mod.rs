//! KataGo's analysis engine: queries as lines of JSON in, answers as lines of JSON out, many positions at a time.
//!
//! Floor 12, beside `gtp`; stands on the façade alone. A line becomes a `request`; its positions wait in a `queue` by
//! priority; threads with an engine each take them, search, and write answers in whatever order they are done. Every
//! position ends with exactly one answer with `"isDuringSearch": false`. Whatever is proved about a position stands in
//! the answer as `proved`, an addition to KataGo's format.
//!
//! The same query gets the same answer whatever queries came before or run meanwhile: each search starts from nothing.
//! (With several threads for one search it may vary.)
//!
//! Source: KataGo, `docs/Analysis_Engine.md`; the messages of errors are KataGo's.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod answer;
mod course;
mod fields;
mod query;
mod queue;
mod request;
mod rules;
mod serve;
mod shared;
mod worker;

pub use course::{Course, query_of_game};
pub use serve::{AnalysisParams, serve};
