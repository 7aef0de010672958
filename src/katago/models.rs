//! Networks as KataGo describes them.

use serde_json::{Value, json};

use crate::intuition::{Intuition, NetworkSource};

/// A list with the network from `source`, if there is one that was loaded.
#[must_use]
pub fn json(source: Option<&NetworkSource>, network: Option<&Intuition>) -> Value {
    let name = source.map(NetworkSource::short_name);
    let model = network.map(|network| {
        json!({
            "name": name,
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
