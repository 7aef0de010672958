//! Records as the page keeps them.

use serde::{Deserialize, Serialize};

use super::terms::{Hue, MoveText, Vertex};

/// A record to read.
#[derive(Debug, Deserialize)]
pub struct RecordAsk {
    /// The text.
    pub sgf: Option<String>,
    /// The bytes of a file in any encoding, in base 64.
    pub base64: Option<String>,
    /// Which game of a collection, from 0.
    #[serde(default)]
    pub number: usize,
}

/// A record that was read.
#[derive(Debug, Serialize)]
pub struct RecordText {
    /// Number of games in the text.
    pub n_games: usize,
    /// Which of them this is.
    pub number: usize,
    /// The game.
    pub tree: TreeText,
}

/// A tree to write.
#[derive(Debug, Deserialize)]
pub struct TreeAsk {
    /// The tree.
    pub tree: TreeText,
}

/// The text of a record.
#[derive(Debug, Serialize)]
pub struct SgfText {
    /// The text.
    pub sgf: String,
}

/// A record with its variations.
#[derive(Debug, Serialize, Deserialize)]
pub struct TreeText {
    /// Width and height.
    pub size: (u8, u8),
    /// The name of the rules, if they have one.
    pub rules: Option<String>,
    /// Komi.
    pub komi: f64,
    /// Handicap stones.
    #[serde(default)]
    pub handicap: usize,
    /// Players and so on.
    #[serde(default)]
    pub info: InfoText,
    /// The nodes, a parent before its children.
    pub nodes: Vec<NodeText>,
    /// What is doubtful in the text.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// Players and so on.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct InfoText {
    /// The player with the black stones.
    pub black: Option<String>,
    /// The player with the white stones.
    pub white: Option<String>,
    /// How the game ended.
    pub result: Option<String>,
    /// The date.
    pub date: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// Remarks on the game.
    pub comment: Option<String>,
}

/// A node.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeText {
    /// The number of the parent.
    pub parent: Option<usize>,
    /// The move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<(Hue, MoveText)>,
    /// Black stones put down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub black: Vec<Vertex>,
    /// White stones put down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub white: Vec<Vertex>,
    /// Points that become empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<Vertex>,
    /// The side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Hue>,
    /// Remarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The name of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Marked points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<MarksText>,
    /// Points with a text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(Vertex, String)>,
    /// Other properties, their values as they stand in the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<(String, Vec<String>)>,
}

/// Marked points.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MarksText {
    /// Triangles.
    pub triangle: Vec<Vertex>,
    /// Squares.
    pub square: Vec<Vertex>,
    /// Circles.
    pub circle: Vec<Vertex>,
    /// Crosses.
    pub cross: Vec<Vertex>,
}

/// The games that come with the program.
#[derive(Debug, Serialize)]
pub struct ExampleList {
    /// The games.
    pub examples: Vec<ExampleText>,
}

/// A game that comes with the program.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ExampleText {
    /// A short name.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The record.
    pub sgf: &'static str,
}
