//! Networks as KataGo describes them.

use std::path::Path;

use serde_json::{Value, json};

use crate::intuition::Intuition;

/// A list with the network of a file, if there is one that was loaded.
#[must_use]
pub fn json(file: Option<&Path>, network: Option<&Intuition>) -> Value {
    let file = file.and_then(Path::file_name).unwrap_or_default();
    let model = network.map(|network| {
        json!({
            "name": file.to_string_lossy(),
            "internalName": network.name(),
            "maxBatchSize": 1,
            "usesHumanSLProfile": false,
            "version": network.version(),
            "usingFP16": "false",
            "precision": network.describe(),
        })
    });
    model.into_iter().collect()
}
