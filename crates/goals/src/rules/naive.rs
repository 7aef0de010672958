//! Matching without an index: every orientation of every map at every place. The oracle of the tests.

use super::assertion::Assertion;
use super::compiled::CompiledRule;
use super::found::{Conditions, View};
use super::grid::{Grid, Place, flat, place};
use super::pattern::Pattern;
use tedomari_board::{Board, Color, Point};

/// Every match of the rules on the board for a player.
pub(super) fn matches(rules: &[CompiledRule], board: &Board, player: Color) -> Vec<Assertion> {
    let grid = Grid::new(board, player);
    let view = View {
        board,
        grid: &grid,
        player,
    };
    let mut out = Vec::new();
    for CompiledRule {
        rule, conditions, ..
    } in rules
    {
        let maps: Vec<Vec<Pattern>> = rule
            .maps
            .iter()
            .map(|map| {
                let turned = |n| Pattern::new(rule, conditions.names(), map, n);
                (0..8).map(turned).collect()
            })
            .collect();
        let mut lies = Vec::new();
        for_each_place(view, conditions, &maps, &mut lies, &mut out);
    }
    out
}

fn for_each_place<'a>(
    view: View<'_>,
    conditions: &Conditions,
    maps: &'a [Vec<Pattern>],
    lies: &mut Vec<(&'a Pattern, Place)>,
    out: &mut Vec<Assertion>,
) {
    let Some(patterns) = maps.get(lies.len()) else {
        if let Some(found) = conditions.assertion(view, lies)
            && !out.contains(&found)
        {
            out.push(found);
        }
        return;
    };
    let origin = place(Point::new(0, 0));
    for pattern in patterns {
        for y in -10..i16::from(view.board.size().height()) {
            for x in -10..i16::from(view.board.size().width()) {
                let corner = origin.wrapping_add_signed(flat(x, y));
                if pattern.fits(view.grid, corner) {
                    lies.push((pattern, corner));
                    for_each_place(view, conditions, maps, lies, out);
                    lies.pop();
                }
            }
        }
    }
}
