//! A whole record with its variations, as an editor needs it: every node, and unknown properties kept as they are.
//!
//! [`load`](super::load) reads one line of play into a game. Here moves are not played, so that a record with an
//! illegal move can still be shown.

use sgf_parse::{SimpleText, Text};

use super::header::Header;
use super::lexer::{Cursor, Property, SMALL_NAMES, is_value, shown};
use super::scan::scan;
use super::stones::{Rows, rectangles};
use super::values::{point_named, read_move, read_turn};
use super::warnings::Warnings;
use super::{LoadOptions, RecordInfo, SgfError, TreeError, Warning};
use tedomari_board::{Color, Move, Point, Rules, Size};

/// Most nodes of a record that is kept as a tree.
pub const MAX_TREE_NODES: usize = 100_000;

/// Most points of a record that is kept as a tree: stones set up and marks; a label counts as `LABEL_ITEMS`, another
/// property as `PROPERTY_ITEMS` and `VALUE_ITEMS` for each value. Ten letters such as `TR[aa:yy]` mark 625 points.
pub const MAX_TREE_ITEMS: usize = 2_000_000;

/// What a label counts as.
const LABEL_ITEMS: usize = 4;

/// What a property that is kept as it is counts as.
const PROPERTY_ITEMS: usize = 4;

/// What each of its values counts as.
const VALUE_ITEMS: usize = 2;

/// Most games of one text.
const MAX_GAMES: usize = 10_000;

/// A record with its variations.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Board size.
    pub size: Size,
    /// Rules and komi.
    pub rules: Rules,
    /// Handicap stones as the record counts them.
    pub handicap: usize,
    /// Players, result and so on.
    pub info: RecordInfo,
    /// The nodes: the root first, a parent before its children, the main line through the first children.
    pub nodes: Vec<TreeNode>,
    /// The doubtful places.
    pub warnings: Vec<Warning>,
}

/// A node of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// The number of the parent; `None` for the root.
    pub parent: Option<usize>,
    /// The move.
    pub mv: Option<(Color, Move)>,
    /// Stones put down or taken away, and the side to move then.
    pub setup: TreeSetup,
    /// Remarks.
    pub comment: Option<String>,
    /// The name of the node.
    pub name: Option<String>,
    /// Marked points.
    pub marks: Marks,
    /// Points with a text.
    pub labels: Vec<(Point, String)>,
    /// Other properties: their names, and their values as they stand in the text, escapes included.
    pub other: Vec<(String, Vec<String>)>,
}

impl Tree {
    /// The numbers of the nodes of the main line, the root first.
    #[must_use]
    pub fn main_line(&self) -> Vec<usize> {
        let mut line = vec![0];
        // A parent stands before its children, so that the first child of the last node comes next.
        for (number, node) in self.nodes.iter().enumerate() {
            if node.parent.is_some() && node.parent == line.last().copied() {
                line.push(number);
            }
        }
        line
    }
}

impl TreeNode {
    /// Puts a text behind the comment.
    pub fn add_comment(&mut self, text: &str) {
        self.comment = Some(match self.comment.take() {
            Some(before) => format!("{before}\n\n{text}"),
            None => text.to_owned(),
        });
    }

    /// What the node counts as in [`MAX_TREE_ITEMS`].
    fn n_items(&self) -> usize {
        let setup = [&self.setup.black, &self.setup.white, &self.setup.empty];
        let n_points = setup.map(Vec::len).iter().sum::<usize>() + self.marks.n_points();
        let other = self.other.iter();
        let other = other.map(|(_, values)| PROPERTY_ITEMS + VALUE_ITEMS * values.len());
        n_points + LABEL_ITEMS * self.labels.len() + other.sum::<usize>()
    }
}

/// The setup of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeSetup {
    /// Points with black stones.
    pub black: Vec<Point>,
    /// Points with white stones.
    pub white: Vec<Point>,
    /// Points that become empty.
    pub empty: Vec<Point>,
    /// The side to move, if it is named.
    pub to_move: Option<Color>,
}

/// Marked points of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Points with triangles.
    pub triangle: Vec<Point>,
    /// Points with squares.
    pub square: Vec<Point>,
    /// Points with circles.
    pub circle: Vec<Point>,
    /// Points with crosses.
    pub cross: Vec<Point>,
}

impl Marks {
    fn n_points(&self) -> usize {
        self.named().iter().map(|(_, points)| points.len()).sum()
    }

    /// The names of these properties, each with its points.
    pub(super) fn named(&self) -> [(&'static str, &[Point]); 4] {
        [
            ("TR", self.triangle.as_slice()),
            ("SQ", self.square.as_slice()),
            ("CR", self.circle.as_slice()),
            ("MA", self.cross.as_slice()),
        ]
    }

    fn named_mut(&mut self, name: &str) -> Option<&mut Vec<Point>> {
        match name {
            "TR" => Some(&mut self.triangle),
            "SQ" => Some(&mut self.square),
            "CR" => Some(&mut self.circle),
            "MA" => Some(&mut self.cross),
            _ => None,
        }
    }
}

/// Properties of the root that [`Tree`] has fields for, or that [`write_tree`](super::write_tree) writes itself.
const HEADER: [&str; 15] = [
    "AP", "CA", "DT", "EV", "FF", "GC", "GM", "HA", "KM", "PB", "PW", "RE", "RU", "ST", "SZ",
];

/// The games of a text, each as the text from its start on, as far as the text is a collection of records.
///
/// # Errors
/// The first error in the grammar of the first game, or an interruption by the token of `options`.
pub fn games<'t>(text: &'t str, options: &LoadOptions) -> Result<Vec<&'t str>, SgfError> {
    let mut rest = text;
    let mut games = Vec::new();
    while games.len() < MAX_GAMES {
        match scan(rest, &options.cancel) {
            Ok(outline) => {
                let (game, after) = rest.split_at_checked(outline.after).unwrap_or((rest, ""));
                games.push(game);
                rest = after;
            }
            Err(error) if games.is_empty() => return Err(error),
            Err(_) => break,
        }
    }
    Ok(games)
}

/// Reads the first game of a text with its variations.
///
/// Rules and komi are those of the record, or those of the options. Moves are not played. The time and the memory grow
/// with the length of the text.
///
/// # Errors
/// The first error in the grammar, a game other than Go, an impossible size or move, or more than [`MAX_TREE_NODES`]
/// nodes. Also if the token of the options is cancelled.
pub fn load_tree(text: &str, options: &LoadOptions) -> Result<Tree, TreeError> {
    let outline = scan(text, &options.cancel)?;
    let mut header = Header::new(Warnings::about(text, &outline));
    for property in outline
        .nodes()
        .next()
        .iter()
        .flat_map(|root| root.properties())
    {
        header.read(property)?;
    }
    let size = header.size();
    let rules = header.rules_or(&options.rules);
    let handicap = header.handicap;
    let (info, warnings) = header.finish();
    let mut reader = TreeReader {
        size,
        nodes: Vec::new(),
        n_items: 0,
        warnings,
    };
    reader.read(outline.cursor())?;
    Ok(Tree {
        size,
        rules,
        handicap,
        info: RecordInfo {
            root_comment: None,
            marks: Vec::new(),
            ..info
        },
        nodes: reader.nodes,
        warnings: reader.warnings.finish(),
    })
}

/// The nodes so far.
struct TreeReader<'a> {
    size: Size,
    nodes: Vec<TreeNode>,
    /// Points and the like of these nodes, as [`MAX_TREE_ITEMS`] counts them.
    n_items: usize,
    warnings: Warnings<'a>,
}

impl TreeReader<'_> {
    /// Reads the nodes of a game whose structure was checked.
    fn read(&mut self, mut cursor: Cursor<'_>) -> Result<(), TreeError> {
        let mut last = None;
        let mut above = Vec::new();
        loop {
            cursor.check_cancel()?;
            cursor.skip_space();
            let Some(found) = cursor.peek() else {
                return Ok(());
            };
            if !found.is_ascii_alphabetic() {
                cursor.offset += 1;
            }
            match found {
                b'(' => above.push(last),
                b';' | b'A'..=b'Z' | b'a'..=b'z' => last = Some(self.node(last, &mut cursor)?),
                _ => {
                    last = above.pop().flatten();
                    if above.is_empty() {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Adds a node, and a child of it for each further move in it. Returns the number of the last one.
    fn node(&mut self, parent: Option<usize>, cursor: &mut Cursor<'_>) -> Result<usize, TreeError> {
        let mut node = TreeNode {
            parent,
            ..TreeNode::default()
        };
        let mut more = Vec::new();
        while let Some(property) = cursor.property()? {
            if property.has_small_name() {
                self.warnings.push_once(property.offset, SMALL_NAMES);
            }
            if let Some((color, mv)) = read_move(property, self.size) {
                let found = mv.map_err(|fault| cursor.error(property.offset, fault))?;
                let mv = self.warnings.told(property.offset, found);
                if node.mv.is_none() {
                    node.mv = Some((color, mv));
                } else {
                    more.push((color, mv));
                }
            } else {
                self.property(&mut node, property, parent.is_none());
            }
        }
        let mut last = self.add(node)?;
        for mv in more {
            last = self.add(TreeNode {
                parent: Some(last),
                mv: Some(mv),
                ..TreeNode::default()
            })?;
        }
        Ok(last)
    }

    fn add(&mut self, node: TreeNode) -> Result<usize, TreeError> {
        if self.nodes.len() >= MAX_TREE_NODES {
            return Err(TreeError::TooManyNodes);
        }
        self.n_items += node.n_items();
        if self.n_items > MAX_TREE_ITEMS {
            return Err(TreeError::TooManyItems);
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// Reads a property that is no move.
    fn property(&mut self, node: &mut TreeNode, property: Property<'_>, is_root: bool) {
        let name = property.name();
        match name.as_str() {
            "AB" => node.setup.black = self.points(property),
            "AW" => node.setup.white = self.points(property),
            "AE" => node.setup.empty = self.points(property),
            "PL" => match read_turn(property) {
                Ok(color) => node.setup.to_move = Some(color),
                Err(text) => {
                    let text = || format!("`{text}` is no player, ignored");
                    self.warnings.push(property.offset, text);
                }
            },
            "C" => node.comment = Some(Text::from(property.value()).to_string()),
            "N" => node.name = Some(SimpleText::from(property.value()).to_string()),
            "LB" => node.labels = self.labels(property),
            _ => {
                if let Some(marked) = node.marks.named_mut(&name) {
                    *marked = self.points(property);
                } else if !(is_root && HEADER.contains(&name.as_str())) {
                    let values = property.values().map(str::to_owned).collect();
                    node.other.push((name, values));
                }
            }
        }
    }

    /// The points of a list, from the top row. Those that are not on the board are left out with a warning.
    fn points(&mut self, property: Property<'_>) -> Vec<Point> {
        let mut rows = Rows::default();
        for rectangle in rectangles(property, self.size) {
            match rectangle {
                Ok(found) => rows.set(self.warnings.told(property.offset, found), true),
                Err(fault) => self.warnings.push(property.offset, || fault.to_string()),
            }
        }
        rows.points(self.size)
    }

    fn labels(&mut self, property: Property<'_>) -> Vec<(Point, String)> {
        let mut labels = Vec::new();
        for value in property.values() {
            let point = value.split_once(':').and_then(|(point, text)| {
                let text = SimpleText::from(text).to_string();
                Some((point_named(point, self.size)?, text))
            });
            match point {
                Some((point, text)) => {
                    labels.push((self.warnings.told(property.offset, point), text));
                }
                None => {
                    let text = || format!("label `{}` is on no point, left out", shown(value));
                    self.warnings.push(property.offset, text);
                }
            }
        }
        labels
    }
}

/// Whether a property can be written: its name has capital letters alone, and its values have no open end.
pub(super) fn is_writable((name, values): &(String, Vec<String>)) -> bool {
    !name.is_empty()
        && name.len() <= 16
        && name.bytes().all(|byte| byte.is_ascii_uppercase())
        && !values.is_empty()
        && values.iter().all(|value| is_value(value))
}
