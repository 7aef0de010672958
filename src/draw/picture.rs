//! What a picture shows, without pixels and colors.
//!
//! A [`Picture`] is a title, panels and lines of text. [`views`](super::views) make pictures of the results of the
//! program, [`to_svg`](super::to_svg) and [`to_png`](super::to_png) draw them. All types can be written as JSON and
//! read back, so that other programs, such as a page in a browser, can draw the same pictures by the same names.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Color, ParsePointError, Point};

/// A picture: a title, panels side by side, and text below them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// What stands above the panels.
    pub title: String,
    /// The drawings.
    pub panels: Vec<Panel>,
    /// Text below the panels; long lines are broken.
    #[serde(default)]
    pub lines: Vec<String>,
}

/// One drawing of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Panel {
    /// A board.
    Board(BoardPanel),
    /// Boxes and arrows: a goal graph or a proof tree.
    Graph(GraphPanel),
    /// A thermograph.
    Thermograph(ThermographPanel),
    /// Curves over the numbers of moves or games.
    Curve(CurvePanel),
}

/// A point of the board, written by its name, such as `D4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Vertex(pub Point);

impl From<Point> for Vertex {
    fn from(point: Point) -> Self {
        Self(point)
    }
}

impl From<Vertex> for String {
    fn from(vertex: Vertex) -> Self {
        vertex.0.to_string()
    }
}

impl TryFrom<String> for Vertex {
    type Error = ParsePointError;

    fn try_from(name: String) -> Result<Self, ParsePointError> {
        name.parse().map(Self)
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Vertices of points.
pub(super) fn vertices(points: impl IntoIterator<Item = Point>) -> Vec<Vertex> {
    points.into_iter().map(Vertex).collect()
}

/// The color of a stone or of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// A board with stones, and what is marked on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardPanel {
    /// What stands below the board.
    #[serde(default)]
    pub caption: String,
    /// Number of columns, 1 to 25.
    pub width: u8,
    /// Number of rows, 1 to 25.
    pub height: u8,
    /// All stones.
    #[serde(default)]
    pub stones: Vec<Stone>,
    /// Points that a side owns.
    #[serde(default)]
    pub territory: Vec<Territory>,
    /// Points that are shaded together, such as a zone or a region of the endgame.
    #[serde(default)]
    pub areas: Vec<Area>,
    /// Groups with their status.
    #[serde(default)]
    pub groups: Vec<Group>,
    /// Signs on points.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// Short texts on points.
    #[serde(default)]
    pub labels: Vec<Label>,
    /// Arrows between points.
    #[serde(default)]
    pub arrows: Vec<Arrow>,
    /// The part of the board that is drawn; all of it if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crop: Option<Crop>,
}

/// A part of a board, by two of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crop {
    /// The lower left corner.
    pub from: Vertex,
    /// The upper right corner.
    pub to: Vertex,
}

/// Lines around what a cropped board has to show, and lines up to which the edge of the board is drawn with it.
const AROUND: u8 = 2;
const TO_EDGE: u8 = 2;

/// A crop has at most so many hundredths of the points of the board.
const MOST_OF_BOARD: usize = 60;

impl BoardPanel {
    /// Leaves out what lies far from some points, with everything near the edges of the board that are near them. A
    /// crop that would be nearly all of the board is not made.
    pub fn crop_to(&mut self, points: impl IntoIterator<Item = Point>) {
        let ends = points.into_iter().fold(None, |ends, at| {
            let (x, y) = (at.x(), at.y());
            let (left, bottom, right, top) = ends.unwrap_or((x, y, x, y));
            Some((left.min(x), bottom.min(y), right.max(x), top.max(y)))
        });
        let Some((left, bottom, right, top)) = ends else {
            return;
        };
        let low = |at: u8| {
            let at = at.saturating_sub(AROUND);
            if at <= TO_EDGE { 0 } else { at }
        };
        let high = |at: u8, side: u8| {
            let last = side.saturating_sub(1);
            let at = at.saturating_add(AROUND).min(last);
            if at.saturating_add(TO_EDGE) >= last {
                last
            } else {
                at
            }
        };
        let (left, bottom) = (low(left), low(bottom));
        let (right, top) = (high(right, self.width), high(top, self.height));
        let area = usize::from(right - left + 1) * usize::from(top - bottom + 1);
        let all = usize::from(self.width) * usize::from(self.height);
        if area * 100 <= all * MOST_OF_BOARD {
            self.crop = Some(Crop {
                from: Vertex(Point::new(left, bottom)),
                to: Vertex(Point::new(right, top)),
            });
        }
    }

    /// An empty board.
    #[must_use]
    pub fn empty(width: u8, height: u8) -> Self {
        Self {
            width,
            height,
            ..Self::default()
        }
    }

    /// The stones of a position.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let size = board.size();
        let stone = |at: Point| {
            let color = board.color(at)?;
            Some(Stone::new(color, at))
        };
        Self {
            stones: size.points().filter_map(stone).collect(),
            ..Self::empty(size.width(), size.height())
        }
    }

    /// Shows a line of play by numbers on its moves, the first one by `first`; `None` is a pass. A second move on the
    /// same point, as in a ko, is not shown.
    pub fn number(&mut self, first: Color, line: impl IntoIterator<Item = Option<Point>>) {
        let mut color = first;
        for (number, at) in (1..).zip(line) {
            if let Some(at) = at
                && !self.stones.iter().any(|stone| stone.at == Vertex(at))
            {
                self.stones.push(Stone {
                    number: Some(number),
                    ..Stone::new(color, at)
                });
            }
            color = color.opponent();
        }
    }
}

/// A stone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stone {
    /// Its color.
    pub color: Side,
    /// Where it stands.
    pub at: Vertex,
    /// The number of its move, if it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// Whether it is dead at the end of the game.
    #[serde(default)]
    pub is_dead: bool,
}

impl Stone {
    /// A living stone without a number.
    #[must_use]
    pub fn new(color: Color, at: Point) -> Self {
        Self {
            color: color.into(),
            at: at.into(),
            number: None,
            is_dead: false,
        }
    }
}

/// A point that a side owns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Territory {
    /// The point.
    pub at: Vertex,
    /// The owner.
    pub owner: Side,
    /// How surely it is owned, 0 to 1; 1 for territory.
    pub share: f64,
}

/// What the shading of an area means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// The points on which a proof rests.
    Zone,
    /// An independent region of the endgame; regions beside each other have different numbers.
    Region(u8),
    /// What is taken for granted.
    Given,
}

/// Points that are shaded together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Its name, such as `A`; may be empty.
    #[serde(default)]
    pub name: String,
    /// Its points.
    pub points: Vec<Vertex>,
    /// What it is.
    pub tone: Tone,
}

/// What becomes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It lives.
    Alive,
    /// It is dead.
    Dead,
    /// It lives in a seki.
    Seki,
    /// The next move decides.
    Open,
}

/// A group with its status.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Its stones.
    pub points: Vec<Vertex>,
    /// What becomes of it.
    pub fate: Fate,
    /// Whether that is proved.
    pub is_proved: bool,
}

/// A sign on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A triangle: the stones in question.
    Triangle,
    /// A square.
    Square,
    /// A circle: the last move.
    Circle,
    /// A cross.
    Cross,
    /// A filled point: a neutral point, or a move that keeps the result.
    Dot,
}

/// A sign with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Where it stands.
    pub at: Vertex,
    /// The sign.
    pub shape: Shape,
}

/// How good a result is for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Favor {
    /// Not compared.
    #[default]
    None,
    /// The best that can be had.
    Best,
    /// Less than the best.
    Worse,
}

/// A short text on a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Where it stands.
    pub at: Vertex,
    /// The text; more than four characters become small.
    pub text: String,
    /// How good its result is.
    #[serde(default)]
    pub favor: Favor,
}

/// An arrow from one point to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrow {
    /// Where it begins.
    pub from: Vertex,
    /// Where its head is.
    pub to: Vertex,
}

/// Boxes and arrows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphPanel {
    /// What stands below it.
    #[serde(default)]
    pub caption: String,
    /// The boxes; the first one is the root, which has a double border.
    pub nodes: Vec<GraphNode>,
}

/// A box of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphNode {
    /// The text in the box.
    pub label: String,
    /// What is known about it, below the box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// Whether that is proved.
    #[serde(default)]
    pub is_proved: bool,
    /// Whether boxes below it are left out.
    #[serde(default)]
    pub is_cut_off: bool,
    /// The side that moves, in a tree of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Indices of the boxes that it hangs on.
    #[serde(default)]
    pub children: Vec<usize>,
}

/// A corner of a line in a plane.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Corner {
    /// The value on the horizontal axis.
    pub x: f64,
    /// The value on the vertical axis.
    pub y: f64,
}

/// A thermograph: two walls that meet in a mast. The horizontal axis is the value, which decreases to the right; the
/// vertical axis is the temperature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThermographPanel {
    /// The game.
    pub caption: String,
    /// Corners of Left's wall from below.
    pub left: Vec<Corner>,
    /// Corners of Right's wall from below.
    pub right: Vec<Corner>,
    /// The foot of the mast.
    pub mast: Corner,
    /// Mean and temperature as exact numbers.
    pub note: String,
}

/// A curve with a band around it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CurvePanel {
    /// What stands below it.
    #[serde(default)]
    pub caption: String,
    /// What is counted on the horizontal axis.
    pub x_name: String,
    /// The least and the largest value of the vertical axis.
    pub range: (f64, f64),
    /// What values on the vertical axis are followed by, such as ` %`.
    pub unit: String,
    /// A value that is marked by a broken line, such as 50 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<f64>,
    /// The curve, ordered by `x`.
    pub points: Vec<Corner>,
    /// The lower and upper ends of an interval at each point of the curve, or nothing.
    #[serde(default)]
    pub band: Vec<(f64, f64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_written_and_read_by_their_names() {
        let board: Board = ". X\nO .".parse().unwrap();
        let mut panel = BoardPanel::of(&board);
        panel.number(Color::Black, [Some(Point::new(0, 1)), None, None]);
        let picture = Picture {
            title: "two stones".to_owned(),
            panels: vec![Panel::Board(panel)],
            lines: Vec::new(),
        };
        let text = serde_json::to_string(&picture).unwrap();
        assert!(text.contains(r#""kind":"board""#), "{text}");
        assert!(
            text.contains(r#"{"color":"black","at":"A2","number":1,"is_dead":false}"#),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Picture>(&text).unwrap(), picture);
    }

    #[test]
    fn a_move_on_a_stone_is_not_shown() {
        let mut panel = BoardPanel::empty(3, 3);
        let at = Some(Point::new(1, 1));
        panel.number(Color::White, [at, None, at]);
        assert_eq!(panel.stones.len(), 1);
        assert_eq!(panel.stones[0].color, Side::White);
    }

    #[test]
    fn names_of_no_point_are_refused() {
        assert!(serde_json::from_str::<Vertex>("\"I5\"").is_err());
    }

    #[test]
    fn a_corner_is_drawn_without_the_rest_of_the_board() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let crop = |width, height, names: &[&str]| {
            let mut panel = BoardPanel::empty(width, height);
            panel.crop_to(names.iter().map(|name| point(name)));
            panel.crop.map(|it| format!("{} {}", it.from, it.to))
        };
        // The edges that are near are drawn.
        assert_eq!(crop(19, 19, &["C3", "F2"]).as_deref(), Some("A1 H5"));
        assert_eq!(crop(19, 19, &["Q17"]).as_deref(), Some("O15 T19"));
        assert_eq!(crop(19, 19, &["K10"]).as_deref(), Some("H8 M12"));
        // Nearly all of a board is all of it.
        assert_eq!(crop(9, 9, &["C3", "G7"]), None);
        assert_eq!(crop(19, 19, &[]), None);
    }
}
