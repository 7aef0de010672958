//! Reading model files: gzip or plain, numbers as text or binary; all of it is recognized by the bytes, not by the
//! name.
//!
//! A file is a list of words, in the order in which the network computes. Before the numbers of a layer stand its name
//! and sizes. Numbers are words, or the mark `@BIN@` and 32 bits for each.

mod blocks;
mod error;
mod heads;
mod limits;
mod reader;
mod source;
#[cfg(test)]
mod tests;

use std::io::Read;

pub use error::{ModelError, ModelProblem};
pub use limits::Limits;

use super::heads::{PolicyHead, Trunk, ValueHead};
use super::scales::{ErrorScale, Scales};
use super::whole::Model;
use reader::{Reader, fits};

/// Features of a point in all these versions.
const N_POINT_FEATURES: usize = 22;

/// Features of the whole position in all these versions.
const N_GLOBAL_FEATURES: usize = 19;

impl Model {
    /// Reads a model; `file` gives its bytes and `name` is what errors call it. Reads to the end.
    ///
    /// Memory: the weights, and not much more than the bytes that the file really has.
    ///
    /// # Errors
    /// If the bytes can't be read, or are not one whole model within the limits.
    pub fn read(file: impl Read, name: &str, limits: &Limits) -> Result<Self, ModelError> {
        let error = |place: String, problem: ModelProblem| ModelError {
            file: name.to_owned(),
            place,
            problem,
        };
        let mut reader =
            Reader::new(file, limits).map_err(|problem| error(String::new(), problem))?;
        model(&mut reader).map_err(|problem| error(reader.place(), problem))
    }
}

fn model(reader: &mut Reader<'_>) -> Result<Model, ModelProblem> {
    let (name, version) = name_and_version(reader)?;
    reader.version = version;
    let n_point_features = reader.channels("features of a point")?;
    fits("features of a point", N_POINT_FEATURES, n_point_features)?;
    let n_global_features = reader.channels("features of the position")?;
    fits(
        "features of the position",
        N_GLOBAL_FEATURES,
        n_global_features,
    )?;
    let scales = if version >= 13 {
        scales(reader)?
    } else {
        old_scales(version)
    };
    let mut areas_allow_suicide = false;
    if version >= 15 {
        if reader.integer("version of the encoder of players")? != 0 {
            return Err(ModelProblem::NotSupported(
                "networks that imitate players of a given rank",
            ));
        }
        areas_allow_suicide = reader.flag("areas as if suicide were legal")?;
        reader.reserved(6)?;
    }
    let trunk: Trunk = reader.trunk(n_point_features, n_global_features)?;
    let policy: PolicyHead = reader.policy_head(trunk.n_channels)?;
    let value: ValueHead = reader.value_head(trunk.n_channels)?;
    reader.finish()?;
    Ok(Model {
        name,
        version,
        n_point_features,
        n_global_features,
        areas_allow_suicide,
        scales,
        trunk,
        policy,
        value,
    })
}

/// The first two words. Any other file most likely fails here.
fn name_and_version(reader: &mut Reader<'_>) -> Result<(String, u32), ModelProblem> {
    let foreign = |problem| {
        let is_about_words = matches!(
            problem,
            ModelProblem::NoNumber { .. } | ModelProblem::Truncated | ModelProblem::Unknown { .. }
        );
        if is_about_words {
            ModelProblem::Foreign
        } else {
            problem
        }
    };
    let name = reader.word().map_err(foreign)?;
    let version = reader.integer("version").map_err(foreign)?;
    match u32::try_from(version) {
        Ok(known @ 8..=17) => Ok((name, known)),
        Ok(_) | Err(_) => Err(ModelProblem::Version(version)),
    }
}

fn scales(reader: &mut Reader<'_>) -> Result<Scales, ModelProblem> {
    // The score after a fixed number of moves: only training has it.
    reader.positive("factor of the later scores")?;
    let score_mean = reader.positive("factor of the score")?;
    let score_stdev = reader.positive("factor of the deviation of the score")?;
    let lead = reader.positive("factor of the lead")?;
    let variance_time = reader.positive("factor of the time")?;
    let value = reader.positive("factor of the error of the win rate")?;
    let score = reader.positive("factor of the error of the score")?;
    let errors = error_scale(reader.version, value, score);
    Ok(Scales {
        score_mean,
        score_stdev,
        lead,
        variance_time,
        errors,
    })
}

/// Before version 13 the factors were the same for all.
fn old_scales(version: u32) -> Scales {
    let errors = error_scale(version, 0.25, 30.0);
    Scales {
        score_mean: 20.0,
        score_stdev: 20.0,
        lead: 20.0,
        variance_time: 40.0,
        errors,
    }
}

fn error_scale(version: u32, value: f64, score: f64) -> ErrorScale {
    match version {
        0..9 => ErrorScale::Absent,
        9 => ErrorScale::Softplus {
            value: 1.0,
            score: 10.0,
        },
        10..14 => ErrorScale::Root { value, score },
        14.. => ErrorScale::Half { value, score },
    }
}
