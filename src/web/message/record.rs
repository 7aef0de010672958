//! Records as the page keeps them.

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::terms::{Hue, MoveText, PointText};
use crate::sgf::MAX_TREE_NODES;

/// A record to read.
#[derive(Debug, Deserialize)]
pub(crate) struct RecordAsk {
    /// The text.
    pub(crate) sgf: Option<String>,
    /// The bytes of a file in any encoding, in base 64.
    pub(crate) base64: Option<String>,
    /// Which game of a collection, from 0.
    #[serde(default)]
    pub(crate) number: usize,
}

/// A record that was read.
#[derive(Debug, Serialize)]
pub(crate) struct RecordText {
    /// Number of games in the text.
    pub(crate) n_games: usize,
    /// Which of them this is.
    pub(crate) number: usize,
    /// The game.
    pub(crate) tree: TreeText,
}

/// A tree to write.
#[derive(Debug, Deserialize)]
pub(crate) struct TreeAsk {
    /// The tree.
    pub(crate) tree: TreeText,
}

/// The text of a record.
#[derive(Debug, Serialize)]
pub(crate) struct SgfText {
    /// The text.
    pub(crate) sgf: String,
}

/// A record with its variations.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TreeText {
    /// Width and height.
    pub(crate) size: (u8, u8),
    /// The name of the rules, if they have one.
    pub(crate) rules: Option<String>,
    /// Komi.
    pub(crate) komi: f64,
    /// Handicap stones.
    #[serde(default)]
    pub(crate) handicap: usize,
    /// Players and so on.
    #[serde(default)]
    pub(crate) info: InfoText,
    /// The nodes, a parent before its children.
    #[serde(deserialize_with = "nodes")]
    pub(crate) nodes: Vec<NodeText>,
    /// What is doubtful in the text.
    #[serde(default)]
    pub(crate) warnings: Vec<String>,
}

/// Reads no more nodes than a tree may have: one of three bytes takes hundreds in memory.
fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<NodeText>, D::Error> {
    struct Nodes;

    impl<'de> Visitor<'de> for Nodes {
        type Value = Vec<NodeText>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {MAX_TREE_NODES} nodes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut nodes = Vec::new();
            while let Some(node) = list.next_element()? {
                if nodes.len() == MAX_TREE_NODES {
                    return Err(A::Error::invalid_length(MAX_TREE_NODES + 1, &self));
                }
                nodes.push(node);
            }
            Ok(nodes)
        }
    }

    deserializer.deserialize_seq(Nodes)
}

/// Players and so on.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct InfoText {
    /// The player with the black stones.
    pub(crate) black: Option<String>,
    /// The player with the white stones.
    pub(crate) white: Option<String>,
    /// How the game ended.
    pub(crate) result: Option<String>,
    /// The date.
    pub(crate) date: Option<String>,
    /// The event.
    pub(crate) event: Option<String>,
    /// Remarks on the game.
    pub(crate) comment: Option<String>,
}

/// A node.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct NodeText {
    /// The number of the parent.
    pub(crate) parent: Option<usize>,
    /// The move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) r#move: Option<(Hue, MoveText)>,
    /// Black stones put down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) black: Vec<PointText>,
    /// White stones put down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) white: Vec<PointText>,
    /// Points that become empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) empty: Vec<PointText>,
    /// The side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to_move: Option<Hue>,
    /// Remarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    /// The name of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Marked points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) marks: Option<MarksText>,
    /// Points with a text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) labels: Vec<(PointText, String)>,
    /// Other properties, their values as they stand in the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) other: Vec<(String, Vec<String>)>,
}

/// Marked points.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct MarksText {
    /// Triangles.
    pub(crate) triangle: Vec<PointText>,
    /// Squares.
    pub(crate) square: Vec<PointText>,
    /// Circles.
    pub(crate) circle: Vec<PointText>,
    /// Crosses.
    pub(crate) cross: Vec<PointText>,
}

/// The games that come with the program.
#[derive(Debug, Serialize)]
pub(crate) struct ExampleList {
    /// The games.
    pub(crate) examples: Vec<ExampleText>,
}

/// A game that comes with the program.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ExampleText {
    /// A short name.
    pub(crate) name: &'static str,
    /// What it shows.
    pub(crate) title: &'static str,
    /// The record.
    pub(crate) sgf: &'static str,
}
