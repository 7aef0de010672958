//! Where the cells of a frame lie on the board.

use crate::board::{Point, PointSet};

/// Where the cells of a region lie: the corner of its bounding box, and whether rows and columns are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(super) x: u8,
    pub(super) y: u8,
    pub(super) stride: u32,
    pub(super) rows: u32,
    pub(super) is_transposed: bool,
}

impl Layout {
    /// The layout that fits a region; `None` if it needs more than `most` cells.
    pub(super) fn of(region: &PointSet, most: u32) -> Option<Self> {
        let (mut x, mut y) = ((u8::MAX, 0), (u8::MAX, 0));
        for point in region {
            x = (x.0.min(point.x()), x.1.max(point.x()));
            y = (y.0.min(point.y()), y.1.max(point.y()));
        }
        let width = u32::from(x.1.checked_sub(x.0)?) + 1;
        let height = u32::from(y.1.checked_sub(y.0)?) + 1;
        let is_transposed = (width + 1) * height > (height + 1) * width;
        let (stride, rows) = if is_transposed {
            (height + 1, width)
        } else {
            (width + 1, height)
        };
        (stride * rows <= most).then_some(Self {
            x: x.0,
            y: y.0,
            stride,
            rows,
            is_transposed,
        })
    }

    /// Whether all points of a region have a cell.
    pub(super) fn holds(&self, region: &PointSet) -> bool {
        region.iter().all(|point| {
            let steps = point
                .x()
                .checked_sub(self.x)
                .zip(point.y().checked_sub(self.y));
            steps.is_some_and(|(x, y)| {
                let (column, row) = if self.is_transposed { (y, x) } else { (x, y) };
                u32::from(column) + 1 < self.stride && u32::from(row) < self.rows
            })
        })
    }

    pub(super) fn bit(&self, point: Point) -> u32 {
        let (x, y) = (u32::from(point.x() - self.x), u32::from(point.y() - self.y));
        if self.is_transposed {
            x * self.stride + y
        } else {
            y * self.stride + x
        }
    }
}
