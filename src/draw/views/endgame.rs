//! An endgame as a sum of regions.

use std::cmp::Reverse;

use crate::base::counted;
use crate::board::{Board, Color, Point, PointSet};
use crate::cgt::GameError;
use crate::draw::picture::{
    Area, BoardPanel, Favor, Label, Panel, Picture, Territory, Tone, Vertex, vertices,
};
use crate::draw::views::thermograph_of;
use crate::endgame::describe::RegionRow;
use crate::endgame::{Endgame, ShapeStore, shown_probability};

/// Thermographs are drawn for so many of the hottest regions at most.
const MOST_THERMOGRAPHS: usize = 2;
/// Lines about regions below the board at most.
const MOST_LINES: usize = 20;

/// The board with its regions shaded and named, the hottest ones with their thermographs, and a line about each.
///
/// # Errors
/// If a limit of the table of games is reached.
pub fn endgame_picture(
    board: &Board,
    endgame: &Endgame,
    rows: &[RegionRow],
    store: &mut ShapeStore,
    title: &str,
) -> Result<Picture, GameError> {
    let mut panel = BoardPanel::of(board);
    for color in Color::BOTH {
        let owned = endgame.partition.territory[color];
        panel.territory.extend(owned.iter().map(|at| Territory {
            at: at.into(),
            owner: color.into(),
            share: 1.0,
        }));
        for stone in &mut panel.stones {
            let dead = &endgame.partition.dead[color];
            stone.is_dead |= dead.contains(stone.at.0);
        }
    }
    // The cross on a dead stone already shows the owner of its point.
    let is_free = |at: Vertex| board.is_empty(at.0);
    panel.territory.retain(|it| is_free(it.at));
    let regions = endgame.regions.iter().map(|it| {
        let points = it.region.points.iter().copied().collect::<PointSet>();
        (it.name.as_str(), points)
    });
    let wide = endgame.partition.expanses.iter().map(|it| ("", it.points));
    for (number, (name, points)) in (0..).zip(regions.chain(wide)) {
        let empty = points.iter().filter(|&at| board.is_empty(at));
        if let Some(at) = place(&empty.collect::<Vec<_>>()).filter(|_| !name.is_empty()) {
            panel.labels.push(Label {
                at: at.into(),
                text: name.to_owned(),
                favor: Favor::None,
            });
        }
        panel.areas.push(Area {
            name: name.to_owned(),
            points: vertices(&points),
            tone: Tone::Region(number),
        });
    }
    panel.areas.extend(endgame.facts.iter().map(|fact| Area {
        name: String::new(),
        points: vertices((fact.stones | fact.territory).iter()),
        tone: Tone::Given,
    }));
    let mut panels = vec![Panel::Board(panel)];
    panels.extend(thermographs(endgame, store)?);
    let open = &rows[..endgame.regions.len().min(rows.len())];
    let mut lines: Vec<String> = open.iter().take(MOST_LINES).map(line).collect();
    if open.len() > MOST_LINES {
        lines.push(format!("and {} more regions", open.len() - MOST_LINES));
    }
    if endgame.partition.is_assumed {
        let given = counted(endgame.facts.len(), "area");
        let least = shown_probability(endgame.facts.iter().map(|fact| fact.probability));
        let are = if endgame.facts.len() == 1 {
            "is"
        } else {
            "are"
        };
        lines.push(format!(
            "an estimate: {given} {are} taken for granted, the least certain point {least:.2}"
        ));
    }
    Ok(Picture {
        title: title.to_owned(),
        panels,
        lines,
    })
}

/// The point of a region for its name: the one nearest to the middle.
fn place(points: &[Point]) -> Option<Point> {
    let n_points = u16::try_from(points.len()).unwrap_or(u16::MAX).max(1);
    let sum = |of: fn(Point) -> u8| points.iter().map(|&at| u16::from(of(at))).sum::<u16>();
    let (x, y) = (sum(Point::x), sum(Point::y));
    let distance = |&at: &Point| {
        let column = (u16::from(at.x()) * n_points).abs_diff(x);
        let row = (u16::from(at.y()) * n_points).abs_diff(y);
        u32::from(column) + u32::from(row)
    };
    points.iter().copied().min_by_key(distance)
}

/// The thermographs of the hottest regions whose value is exact.
fn thermographs(endgame: &Endgame, store: &mut ShapeStore) -> Result<Vec<Panel>, GameError> {
    let mut hot = Vec::new();
    for report in &endgame.regions {
        if let Some(game) = report.value.exact() {
            let graph = store.games().thermograph(game)?;
            hot.push((report.name.as_str(), graph));
        }
    }
    hot.sort_by_key(|(_, graph)| Reverse(graph.temperature));
    let panels = hot.iter().take(MOST_THERMOGRAPHS);
    Ok(panels
        .map(|(name, graph)| Panel::Thermograph(thermograph_of(graph, &format!("region {name}"))))
        .collect())
}

/// What is known of a region. Bounds that are all that is known of its value are too wide to be of use.
fn line(row: &RegionRow) -> String {
    if row.worth.is_none() && row.ko.is_none() && !row.is_exact {
        let points = counted(row.points.len(), "point");
        return format!("{}: {points}, too large to count", row.name);
    }
    format!(
        "{}: {}, mean {}, temperature {}, {}; Black {}, White {}",
        row.name, row.value, row.mean, row.temperature, row.initiative, row.black, row.white
    )
}
