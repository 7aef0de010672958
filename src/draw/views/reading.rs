//! An answer about life and death, a connection or a status.

use crate::board::{Board, Color, Point, PointSet};
use crate::draw::picture::{Area, BoardPanel, Mark, Panel, Picture, Shape, Tone, vertices};

/// The question about a position, and the answer.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The position.
    pub board: &'a Board,
    /// A stone of each block in question.
    pub targets: PointSet,
    /// The side that moves first in the line.
    pub first: Color,
    /// The line of play; `None` is a pass.
    pub line: &'a [Option<Point>],
    /// The points that the answer rests on.
    pub zone: &'a PointSet,
}

/// The position with the blocks in question, the line by numbers, and the points that the answer rests on. `title`
/// states the answer.
#[must_use]
pub fn reading_picture(asked: &Asked<'_>, title: &str) -> Picture {
    let board = asked.board;
    let mut panel = BoardPanel::of(board);
    let on_board = asked.zone.iter().filter(|&it| board.size().contains(it));
    let zone = vertices(on_board);
    if !zone.is_empty() {
        panel.areas.push(Area {
            name: String::new(),
            points: zone,
            tone: Tone::Zone,
        });
    }
    let mut stones = PointSet::EMPTY;
    let targets = asked.targets.iter();
    for target in targets.filter(|&it| board.block_at(it).is_some()) {
        stones.extend(board.stones(target));
    }
    panel.marks.extend(stones.iter().map(|at| Mark {
        at: at.into(),
        shape: Shape::Triangle,
    }));
    panel.number(asked.first, asked.line.iter().copied());
    let zone = asked.zone.iter();
    let line = asked.line.iter().copied().flatten();
    panel.crop_to(
        zone.chain(line)
            .chain(stones.iter())
            .filter(|&it| board.size().contains(it)),
    );
    Picture {
        title: title.to_owned(),
        panels: vec![Panel::Board(panel)],
        lines: Vec::new(),
    }
}
