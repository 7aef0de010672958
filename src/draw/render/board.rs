//! A board with stones and marks.

use svg::node::element::{Circle, Group, Path, Polygon, Rectangle};

use super::contour::contours;
use super::drawn::Drawn;
use crate::board::PointSet;
use crate::draw::picture::{
    Area, Arrow, BoardPanel, Fate, Favor, Label, Mark, Shape, Side, Stone, Territory, Tone, Vertex,
};
use crate::draw::text::{label, pixel};

/// Distance between two lines of the board, in pixels.
pub(super) const CELL: f64 = 34.0;
/// Room for coordinates around the points, in pixels.
const MARGIN: f64 = 26.0;
/// Radius of a stone.
const RADIUS: f64 = CELL * 0.455;
/// Number of different colors of regions.
const N_HUES: u8 = 8;

/// Places of a board in pixels.
struct Grid<'a> {
    panel: &'a BoardPanel,
    /// The first and the last column and row that are drawn.
    columns: (u8, u8),
    rows: (u8, u8),
}

impl<'a> Grid<'a> {
    fn new(panel: &'a BoardPanel) -> Self {
        let last = (
            panel.width.saturating_sub(1),
            panel.height.saturating_sub(1),
        );
        let crop = panel.crop.map(|crop| (crop.from.0, crop.to.0));
        let crop = crop.filter(|(from, to)| from.x() <= to.x() && from.y() <= to.y());
        let (columns, rows) = crop.map_or(((0, last.0), (0, last.1)), |(from, to)| {
            (
                (from.x(), to.x().min(last.0)),
                (from.y(), to.y().min(last.1)),
            )
        });
        Self {
            panel,
            columns,
            rows,
        }
    }

    fn x(&self, column: f64) -> f64 {
        MARGIN + CELL * (column - f64::from(self.columns.0) + 0.5)
    }

    fn y(&self, row: f64) -> f64 {
        MARGIN + CELL * (f64::from(self.rows.1) - row + 0.5)
    }

    /// Number of columns and of rows.
    fn size(&self) -> (f64, f64) {
        let number = |(first, last): (u8, u8)| f64::from(last) - f64::from(first) + 1.0;
        (number(self.columns), number(self.rows))
    }

    fn at(&self, vertex: Vertex) -> (f64, f64) {
        let point = vertex.0;
        (self.x(point.x().into()), self.y(point.y().into()))
    }

    /// The color of the stone on a point.
    fn stone(&self, at: Vertex) -> Option<Side> {
        let mut stones = self.panel.stones.iter();
        stones.find(|stone| stone.at == at).map(|stone| stone.color)
    }

    fn is_on_board(&self, vertex: Vertex) -> bool {
        let is_in = |at: u8, (first, last): (u8, u8)| (first..=last).contains(&at);
        is_in(vertex.0.x(), self.columns) && is_in(vertex.0.y(), self.rows)
    }

    /// Outlines as the data of a path, moved inwards by a share of a square.
    fn outline(&self, points: &[Vertex], inset: f64) -> String {
        let on_board = points.iter().filter(|&&vertex| self.is_on_board(vertex));
        let points: PointSet = on_board.map(|vertex| vertex.0).collect();
        let mut data = String::new();
        for corners in contours(&points, inset) {
            let places = corners
                .iter()
                .map(|&(x, y)| format!("{} {}", pixel(self.x(x - 0.5)), pixel(self.y(y - 0.5))));
            data += &format!("M{}z", places.collect::<Vec<_>>().join("L"));
        }
        data
    }
}

/// Draws a board. What lies outside of it is left out.
pub(super) fn board(panel: &BoardPanel) -> Drawn {
    let grid = Grid::new(panel);
    let (n_columns, n_rows) = grid.size();
    let width = 2.0 * MARGIN + CELL * n_columns;
    let height = 2.0 * MARGIN + CELL * n_rows;
    let wood = Rectangle::new()
        .set("class", "wood")
        .set("width", pixel(width))
        .set("height", pixel(height))
        .set("rx", 4);
    let mut group = Group::new().add(wood);
    group = panel
        .areas
        .iter()
        .fold(group, |group, area| group.add(shaded(&grid, area)));
    group = group.add(lines(&grid)).add(coordinates(&grid));
    let owned = panel.territory.iter();
    let owned = owned.filter(|it| grid.is_on_board(it.at));
    group = owned.fold(group, |group, point| group.add(owner(&grid, point)));
    let stones = panel.stones.iter().filter(|it| grid.is_on_board(it.at));
    group = stones.fold(group, |group, it| group.add(stone(&grid, it)));
    for it in &panel.groups {
        let guess = if it.is_proved { "" } else { " guess" };
        let path = Path::new()
            .set("class", format!("fate {}{guess}", fate_class(it.fate)))
            .set("stroke-width", 1.8)
            .set("stroke-linejoin", "round")
            .set("d", grid.outline(&it.points, 0.015));
        group = group.add(path);
    }
    // Arrows lie below signs and texts, so that they cross none.
    let arrows =
        (panel.arrows.iter()).filter(|it| grid.is_on_board(it.from) && grid.is_on_board(it.to));
    group = arrows.fold(group, |group, it| group.add(arrow(&grid, it)));
    let marks = panel.marks.iter().filter(|it| grid.is_on_board(it.at));
    group = marks.fold(group, |group, it| group.add(sign(&grid, it)));
    let labels = panel.labels.iter().filter(|it| grid.is_on_board(it.at));
    group = labels.fold(group, |group, it| group.add(short_text(&grid, it)));
    Drawn {
        group,
        width,
        height,
    }
}

/// The class of the line around a group.
pub(super) const fn fate_class(fate: Fate) -> &'static str {
    match fate {
        Fate::Alive => "alive",
        Fate::Dead => "fallen",
        Fate::Seki => "seki",
        Fate::Open => "open",
    }
}

/// The classes of an area.
pub(super) fn area_class(tone: Tone) -> String {
    match tone {
        Tone::Zone => "zone".to_owned(),
        Tone::Region(number) => format!("region region{}", number % N_HUES),
        Tone::Given => "given".to_owned(),
    }
}

fn shaded(grid: &Grid<'_>, area: &Area) -> Path {
    Path::new()
        .set("class", area_class(area.tone))
        .set("stroke-width", 1.5)
        .set("d", grid.outline(&area.points, 0.03))
}

/// The lines of the board and its star points. Lines that go on beyond the part that is drawn reach half a square out
/// of it.
fn lines(grid: &Grid<'_>) -> Group {
    let (width, height) = (grid.panel.width, grid.panel.height);
    let span = |(first, last): (u8, u8), side: u8| {
        let out = |goes_on: bool| if goes_on { 0.5 } else { 0.0 };
        let begin = f64::from(first) - out(first > 0);
        (begin, f64::from(last) + out(last + 1 < side))
    };
    let (left, right) = span(grid.columns, width);
    let (bottom, top) = span(grid.rows, height);
    let mut data = String::new();
    for column in grid.columns.0..=grid.columns.1 {
        let x = pixel(grid.x(column.into()));
        data += &format!("M{x} {}V{}", pixel(grid.y(bottom)), pixel(grid.y(top)));
    }
    for row in grid.rows.0..=grid.rows.1 {
        let y = pixel(grid.y(row.into()));
        data += &format!("M{} {y}H{}", pixel(grid.x(left)), pixel(grid.x(right)));
    }
    let mut group = Group::new().add(Path::new().set("class", "grid").set("d", data));
    let is_drawn = |at: u8, (first, last): (u8, u8)| (first..=last).contains(&at);
    for column in stars(width)
        .into_iter()
        .filter(|&it| is_drawn(it, grid.columns))
    {
        for row in stars(height)
            .into_iter()
            .filter(|&it| is_drawn(it, grid.rows))
        {
            let is_middle = |at: u8, side: u8| 2 * at + 1 == side;
            let is_side = is_middle(column, width) != is_middle(row, height);
            if is_side && width.min(height) < 15 {
                continue;
            }
            let star = Circle::new()
                .set("class", "star")
                .set("cx", pixel(grid.x(column.into())))
                .set("cy", pixel(grid.y(row.into())))
                .set("r", 3);
            group = group.add(star);
        }
    }
    group
}

/// The columns or rows of star points on a side of this length.
fn stars(side: u8) -> Vec<u8> {
    let middle = (side % 2 == 1).then_some(side / 2);
    let distance = match side {
        13.. => 3,
        7..=12 => 2,
        5 => return middle.into_iter().collect(),
        _ => return Vec::new(),
    };
    let ends = [distance, side - 1 - distance];
    ends.into_iter().chain(middle).collect()
}

/// Letters below and above, numbers on the left and on the right.
fn coordinates(grid: &Grid<'_>) -> Group {
    let (width, height) = grid.size();
    let mut group = Group::new()
        .set("class", "coordinate")
        .set("font-size", 12)
        .set("text-anchor", "middle");
    let text = |text: String, x: f64, y: f64| label(text, (x, y + 4.3), "middle");
    let (left, right) = (MARGIN / 2.0 + 1.0, MARGIN * 1.5 - 1.0 + CELL * width);
    let (above, below) = (MARGIN / 2.0 + 1.0, MARGIN * 1.5 - 1.0 + CELL * height);
    for column in grid.columns.0..=grid.columns.1 {
        let name = crate::board::Point::new(column, 0).to_string();
        let letter = name.trim_end_matches('1');
        for y in [above, below] {
            group = group.add(text(letter.to_owned(), grid.x(column.into()), y));
        }
    }
    for row in grid.rows.0..=grid.rows.1 {
        for x in [left, right] {
            group = group.add(text((row + 1).to_string(), x, grid.y(row.into())));
        }
    }
    group
}

fn owner(grid: &Grid<'_>, territory: &Territory) -> Rectangle {
    let (x, y) = grid.at(territory.at);
    let half = CELL * 0.17 * territory.share.clamp(0.0, 1.0).max(0.2).sqrt();
    let class = match territory.owner {
        Side::Black => "owned-black",
        Side::White => "owned-white",
    };
    Rectangle::new()
        .set("class", class)
        .set("x", pixel(x - half))
        .set("y", pixel(y - half))
        .set("width", pixel(2.0 * half))
        .set("height", pixel(2.0 * half))
}

fn stone(grid: &Grid<'_>, stone: &Stone) -> Group {
    let (x, y) = grid.at(stone.at);
    let (class, on) = match stone.color {
        Side::Black => ("black", "on-black"),
        Side::White => ("white", "on-white"),
    };
    let circle = Circle::new()
        .set("class", class)
        .set("cx", pixel(x))
        .set("cy", pixel(y))
        .set("r", pixel(RADIUS));
    let mut group = Group::new();
    if stone.is_dead {
        group = group
            .add(Group::new().set("class", "dead").add(circle))
            .add(cross((x, y)));
    } else {
        group = group.add(circle);
    }
    if let Some(number) = stone.number {
        group = group.add(centered(&number.to_string(), (x, y)).set("class", on));
    }
    group
}

/// A red cross.
fn cross((x, y): (f64, f64)) -> Path {
    let r = CELL * 0.2;
    let data = format!(
        "M{} {}L{} {}M{} {}L{} {}",
        pixel(x - r),
        pixel(y - r),
        pixel(x + r),
        pixel(y + r),
        pixel(x - r),
        pixel(y + r),
        pixel(x + r),
        pixel(y - r)
    );
    Path::new()
        .set("class", "cross")
        .set("stroke-width", 3)
        .set("stroke-linecap", "round")
        .set("d", data)
}

fn sign(grid: &Grid<'_>, mark: &Mark) -> Group {
    let (x, y) = grid.at(mark.at);
    let class = match grid.stone(mark.at) {
        Some(Side::Black) => "sign-on-black",
        Some(Side::White) | None => "sign-on-white",
    };
    let group = Group::new().set("class", class).set("stroke-width", 2.2);
    let r = CELL * 0.26;
    match mark.shape {
        Shape::Triangle => {
            let corners = [
                (x, y - r),
                (x + 0.87 * r, y + 0.5 * r),
                (x - 0.87 * r, y + 0.5 * r),
            ];
            let corners = corners.map(|(x, y)| format!("{},{}", pixel(x), pixel(y)));
            group.add(Polygon::new().set("points", corners.join(" ")))
        }
        Shape::Square => group.add(
            Rectangle::new()
                .set("x", pixel(x - 0.75 * r))
                .set("y", pixel(y - 0.75 * r))
                .set("width", pixel(1.5 * r))
                .set("height", pixel(1.5 * r)),
        ),
        Shape::Circle => group.add(
            Circle::new()
                .set("class", "last")
                .set("cx", pixel(x))
                .set("cy", pixel(y))
                .set("r", pixel(r)),
        ),
        Shape::Cross => group.add(cross((x, y))),
        Shape::Dot => group.add(
            Circle::new()
                .set("class", "star")
                .set("cx", pixel(x))
                .set("cy", pixel(y))
                .set("r", pixel(CELL * 0.13)),
        ),
    }
}

/// A text in the middle of a point, small enough to stay there.
fn centered(text: &str, (x, y): (f64, f64)) -> svg::node::element::Text {
    let size = match text.chars().count() {
        0..=2 => 15.0,
        3 => 13.0,
        4 => 11.0,
        5 => 9.0,
        _ => 7.5,
    };
    label(text, (x, y + size * 0.36), "middle").set("font-size", size)
}

fn short_text(grid: &Grid<'_>, text: &Label) -> Group {
    let at = grid.at(text.at);
    let favor = match text.favor {
        Favor::None => "label",
        Favor::Best => "best",
        Favor::Worse => "worse",
    };
    let (class, back) = match grid.stone(text.at) {
        Some(Side::Black) => ("on-black", None),
        Some(Side::White) => ("on-white", None),
        None => (favor, Some("back")),
    };
    let mut group = Group::new();
    // Behind a text on an empty point the lines of the board are hidden, in a shaded area no more than needed.
    let mut areas = grid.panel.areas.iter();
    let is_shaded = areas.any(|area| area.points.contains(&text.at));
    let radius = RADIUS * if is_shaded { 0.66 } else { 0.9 };
    if let Some(back) = back {
        let patch = Circle::new()
            .set("class", back)
            .set("cx", pixel(at.0))
            .set("cy", pixel(at.1))
            .set("r", pixel(radius));
        group = group.add(patch);
    }
    let weight = if text.favor == Favor::Best {
        "bold"
    } else {
        "normal"
    };
    let text = centered(&text.text, at)
        .set("class", class)
        .set("font-weight", weight);
    group.add(text)
}

/// An arrow from the rim of one point to that of another one.
fn arrow(grid: &Grid<'_>, arrow: &Arrow) -> Path {
    let (from, to) = (grid.at(arrow.from), grid.at(arrow.to));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    // A point is never its own neighbor, but a file may claim so.
    let share = (RADIUS / dx.hypot(dy).max(RADIUS)).min(0.45);
    let inside = |share: f64| (from.0 + share * dx, from.1 + share * dy);
    let ((x, y), (to_x, to_y)) = (inside(share), inside(1.0 - share));
    Path::new()
        .set("class", "last")
        .set("stroke-width", 2.5)
        .set("marker-end", "url(#tip)")
        .set(
            "d",
            format!("M{} {}L{} {}", pixel(x), pixel(y), pixel(to_x), pixel(to_y)),
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::picture::{Crop, Panel, Picture};
    use crate::draw::{Theme, to_svg};

    fn vertex(name: &str) -> Vertex {
        Vertex(name.parse().unwrap())
    }

    fn svg(panel: BoardPanel) -> String {
        let picture = Picture {
            panels: vec![Panel::Board(panel)],
            ..Picture::default()
        };
        to_svg(&picture, Theme::Light)
    }

    fn labelled(at: &str) -> BoardPanel {
        BoardPanel {
            labels: vec![Label {
                at: vertex(at),
                text: "label".to_owned(),
                favor: Favor::None,
            }],
            ..BoardPanel::empty(9, 9)
        }
    }

    #[test]
    fn arrows_lie_below_texts() {
        let panel = BoardPanel {
            arrows: vec![Arrow {
                from: vertex("A5"),
                to: vertex("J5"),
            }],
            ..labelled("E5")
        };
        let text = svg(panel);
        let arrow = text.find("url(#tip)").unwrap();
        assert!(
            arrow
                < text
                    .find(">label<")
                    .or_else(|| text.find("label\n"))
                    .unwrap(),
            "{text}"
        );
    }

    #[test]
    fn a_text_in_a_shaded_area_hides_the_lines_below_it() {
        let mut panel = labelled("E5");
        panel.areas.push(Area {
            name: String::new(),
            points: vec![vertex("E5")],
            tone: Tone::Region(0),
        });
        assert!(svg(panel).contains("class=\"back\""));
    }

    #[test]
    fn a_part_of_a_board_has_its_own_coordinates_and_stones() {
        let mut panel = labelled("A1");
        for name in ["B2", "H8"] {
            panel
                .stones
                .push(Stone::new(crate::board::Color::Black, vertex(name).0));
        }
        let whole = board(&panel);
        panel.crop = Some(Crop {
            from: vertex("A1"),
            to: vertex("D3"),
        });
        let part = board(&panel);
        assert!((whole.width - part.width - 5.0 * CELL).abs() < 1e-9);
        assert!((whole.height - part.height - 6.0 * CELL).abs() < 1e-9);
        let text = svg(panel);
        assert_eq!(text.matches("class=\"black\"").count(), 1, "{text}");
        assert!(
            text.contains('D') && !text.contains(">J<") && !text.contains("\nJ\n"),
            "{text}"
        );
    }
}
