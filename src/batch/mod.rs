//! Many jobs from a stream: `tedomari batch`.
//!
//! Floor 13. One JSON object in each line of the input is a [`Job`]; one JSON object in each line of the output is the
//! result of a job, in the order in which the jobs end. A job that fails, or in which the program panics, has an error
//! as its result; no content of a job ends the run. A job uses no results of the jobs before it, so that its result
//! depends neither on the order nor on the number of workers.
//!
//! | file | what it does |
//! |---|---|
//! | [`job`] | the fields of a job |
//! | `work` | the answer to one job |
//! | `done` | which jobs have results already; files that a killed run left behind |
//! | `stream` | lines in, workers, lines out; memory for a few jobs only |
//! | `progress` | how far the run is, on standard error |

mod done;
pub mod job;
mod progress;
mod stream;
mod work;

pub use done::Done;
pub use job::Job;
pub use stream::{BatchOptions, Summary, run};
