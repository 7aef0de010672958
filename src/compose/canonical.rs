//! One name for all positions that differ by a symmetry of the board or by the colors only.

use crate::board::symmetry::Symmetry;
use crate::board::{Board, Color, Point, PointSet};

/// The name of a position with a group in question, the same for all images under the symmetries of the board and for
/// exchanged colors. Points outside `shown` are left out of it.
pub(super) fn name(board: &Board, target: &PointSet, shown: &PointSet) -> String {
    let size = board.size();
    let owner = target.iter().find_map(|point| board.color(point));
    let sign = |point: Point| match board.color(point) {
        _ if !shown.contains(point) => '?',
        None => '.',
        color if color == owner && target.contains(point) => 'T',
        color if color == owner => 'X',
        Some(Color::Black | Color::White) => 'O',
    };
    let images = Symmetry::all(size).map(|symmetry| {
        let mut image = vec!['?'; size.n_points()];
        let width = usize::from(size.width());
        for point in size.points() {
            let to = symmetry.apply(size, point);
            if let Some(place) = image.get_mut(usize::from(to.y()) * width + usize::from(to.x())) {
                *place = sign(point);
            }
        }
        image.into_iter().collect::<String>()
    });
    let image = images.min().unwrap_or_default();
    format!("{}x{} {image}", size.width(), size.height())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_and_colors_do_not_matter() {
        let named = |diagram: &str, target: &str| {
            let board: Board = diagram.parse().unwrap();
            let target: Point = target.parse().unwrap();
            let shown = PointSet::board(board.size());
            name(&board, &target.into(), &shown)
        };
        let first = named(". X O\n. X O\n. . .", "B3");
        assert_eq!(first, named("O X .\nO X .\n. . .", "B3"));
        assert_eq!(first, named(". . .\nO O .\nX X .", "A2"));
        assert_ne!(first, named(". X O\n. X O\n. . .", "C3"));
    }
}
