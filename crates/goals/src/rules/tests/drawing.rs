//! The maps of a rule drawn on boards.

use crate::rules::{Assertion, Map, Rule, RuleBase, RuleId};
use tedomari_base::Rng;
use tedomari_board::{Board, Color, Point, PointSet, Size};

/// How often a rule is drawn, each time with other stones around and where the maps leave a choice.
const N_DRAWINGS: usize = 20_000;
/// Side of the boards.
const SIDE: i16 = 13;

/// A board on which some points are given: `Some(None)` is empty.
type Drawing = Vec<Option<Option<Color>>>;

/// Whether some drawing of the rule, with Black as its player, is matched there, with a legal move.
pub(super) fn is_drawn_and_found(base: &RuleBase, id: RuleId, rule: &Rule, rng: &mut Rng) -> bool {
    (0..N_DRAWINGS).any(|_| {
        let Some((board, reads, prescribed)) = draw(rule, rng) else {
            return false;
        };
        let mut found: Vec<Assertion> = Vec::new();
        let around: PointSet = [reads].into_iter().collect();
        base.matches_near(&board, &around, Color::Black, &mut found);
        found.iter().any(|assertion| {
            assertion.rule == id
                && assertion.prescribed == prescribed
                && prescribed.is_none_or(|point| board.is_legal(Color::Black, point))
        })
    })
}

/// A board with the maps of the rule, one of their points, and the prescribed point.
fn draw(rule: &Rule, rng: &mut Rng) -> Option<(Board, Point, Option<Point>)> {
    let mut drawing: Drawing = vec![None; usize::try_from(SIDE * SIDE).ok()?];
    let mut objects = Vec::new();
    let mut prescribed = None;
    for map in rule.maps() {
        let (place, is_turned) = lay(map, &objects, rng);
        for (x, y, character) in map.cells() {
            let (x, y) = turned(x, y, is_turned);
            let (x, y) = (place.0 + x, place.1 + y);
            let bits = rule.content(character).bits();
            if !(0..SIDE).contains(&x) || !(0..SIDE).contains(&y) {
                (bits & 8 != 0).then_some(())?;
                continue;
            }
            (bits & 7 != 0).then_some(())?;
            put(&mut drawing, x, y, choose(bits, rng))?;
            if character == '*' {
                prescribed = Some(point(x, y));
            }
            if matches!(character, 'A'..='C' | 'a'..='c') {
                let known = objects
                    .iter()
                    .find(|object: &&Object| object.0 == character);
                if let Some(&(_, from_x, from_y)) = known {
                    join(&mut drawing, (from_x, from_y), (x, y), character)?;
                }
                objects.push((character, x, y));
            }
        }
    }
    let board = filled(&drawing, rng)?;
    let &(_, x, y) = objects.first()?;
    Some((board, point(x, y), prescribed))
}

/// A letter of a block, with column and row of a stone.
type Object = (char, i16, i16);

/// Where the lower left corner of a map lies, and whether its columns become rows: a map with objects of earlier maps
/// lies where two stones coincide, or anywhere.
fn lay(map: &Map, objects: &[Object], rng: &mut Rng) -> ((i16, i16), bool) {
    let mut characters = map.rows.iter().flatten();
    let has_edge = characters.any(|&character| matches!(character, '-' | '|' | '+'));
    let is_free = !objects.is_empty() && !has_edge;
    let is_turned = is_free && rng.below(2) == 0;
    let shared = map.cells().find_map(|(x, y, character)| {
        let known = objects.iter().find(|object| object.0 == character)?;
        let (x, y) = turned(x, y, is_turned);
        Some((known.1 - x, known.2 - y))
    });
    let shared = shared.filter(|_| is_free && rng.below(2) == 0);
    (shared.unwrap_or_else(|| corner(map, rng)), is_turned)
}

const fn turned(x: i16, y: i16, is_turned: bool) -> (i16, i16) {
    if is_turned { (y, x) } else { (x, y) }
}

/// The board of a drawing, with stones here and there where nothing is given.
fn filled(drawing: &Drawing, rng: &mut Rng) -> Option<Board> {
    let n_stones = rng.below(4);
    let stones = (0..SIDE * SIDE).filter_map(|n| {
        let color = match drawing[usize::try_from(n).ok()?] {
            Some(color) => color?,
            None if rng.below(4) < n_stones => Color::BOTH[rng.index(2)],
            None => return None,
        };
        Some((color, point(n % SIDE, n / SIDE)))
    });
    Board::with_stones(Size::square(13), stones.collect::<Vec<_>>()).ok()
}

fn point(x: i16, y: i16) -> Point {
    Point::new(u8::try_from(x).unwrap(), u8::try_from(y).unwrap())
}

/// Where the lower left corner of a map lies: its edges just off the board.
fn corner(map: &Map, rng: &mut Rng) -> (i16, i16) {
    let is_edge = |character: char| matches!(character, '-' | '|' | '+');
    let height = i16::try_from(map.rows.len()).unwrap();
    let width = i16::try_from(map.rows[0].len()).unwrap();
    let column = |n: usize| map.rows.iter().all(|row| is_edge(row[n]));
    let row = |n: usize| map.rows[n].iter().all(|&character| is_edge(character));
    let mut place = |first: bool, last: bool, length: i16| match (first, last) {
        (true, _) => -1,
        (false, true) => SIDE + 1 - length,
        (false, false) => {
            let room = u32::try_from(SIDE - length).unwrap();
            i16::try_from(1 + rng.below(room - 1)).unwrap()
        }
    };
    let left = place(column(0), column(map.rows[0].len() - 1), width);
    let bottom = place(row(map.rows.len() - 1), row(0), height);
    (left, bottom)
}

/// One of the contents that a point may have.
fn choose(bits: u8, rng: &mut Rng) -> Option<Color> {
    let choices = [
        (1, Some(Color::Black)),
        (2, Some(Color::White)),
        (4, None),
        (4, None),
    ];
    let allowed: Vec<Option<Color>> = choices
        .into_iter()
        .filter(|&(bit, _)| bits & bit != 0)
        .map(|(_, color)| color)
        .collect();
    allowed[rng.index(allowed.len())]
}

/// Puts something on a point; `None` if something else is there.
fn put(drawing: &mut Drawing, x: i16, y: i16, content: Option<Color>) -> Option<()> {
    let slot = &mut drawing[usize::try_from(y * SIDE + x).ok()?];
    match *slot {
        None => *slot = Some(content),
        Some(known) => (known == content).then_some(())?,
    }
    Some(())
}

/// Makes two stones of an object one block: along the row, then along the column.
fn join(drawing: &mut Drawing, from: (i16, i16), to: (i16, i16), object: char) -> Option<()> {
    let color = if object.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    };
    let (mut x, mut y) = from;
    while (x, y) != to {
        if x == to.0 {
            y += (to.1 - y).signum();
        } else {
            x += (to.0 - x).signum();
        }
        put(drawing, x, y, Some(color))?;
    }
    Some(())
}
