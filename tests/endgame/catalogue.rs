//! The catalogue of McMillen, *Combinatorial Analysis of Go Endgame Positions* (2010), chapter 3, with its misprints
//! corrected: corridors, stranded stones, rooms, sockets. Values are chilled, and written as `marks + value` as in
//! the text.

use std::collections::{BTreeMap, BTreeSet};

use tedomari::base::Budget;
use tedomari::cgt::{Dyadic, GameId, evaluate};
use tedomari::endgame::ShapeStore;
use tedomari::endgame::shape::from_diagram;

/// The chilled value of a picture.
fn chilled(store: &mut ShapeStore, diagram: &str) -> GameId {
    let (frame, area) = from_diagram(diagram);
    let settled = area.settle(&frame);
    let value = store
        .solve_settled(&frame, &settled, &mut Budget::unlimited())
        .unwrap();
    let game = value
        .exact()
        .unwrap_or_else(|| panic!("not exact: {diagram}"));
    store.games().cool(game, Dyadic::ONE).unwrap()
}

/// Compares the value of a picture with an expression.
fn check(store: &mut ShapeStore, diagram: &str, expected: &str) {
    let found = chilled(store, diagram);
    let games = store.games();
    let wanted = evaluate(games, expected).unwrap().into_game().unwrap();
    assert_eq!(
        games.name(found).unwrap(),
        games.name(wanted).unwrap(),
        "{diagram}"
    );
}

/// A corridor with these contents and these ends, walled in by black stones.
fn corridor(left: char, contents: &str, right: char) -> String {
    let wall = "X".repeat(contents.len() + 2);
    format!("{wall}\n{left}{contents}{right}\n{wall}")
}

fn empties(n: usize) -> String {
    ".".repeat(n)
}

#[test]
fn corridors() {
    let mut store = ShapeStore::default();
    for n in 1..=7_i64 {
        let blocked = corridor('X', &empties(usize::try_from(n).unwrap()), 'O');
        check(
            &mut store,
            &blocked,
            &format!("{} + 1/{}", n - 2, 1 << (n - 1)),
        );
    }
    check(&mut store, &corridor('O', ".", 'O'), "0");
    for n in 3..=8_i64 {
        let unblocked = corridor('O', &empties(usize::try_from(n).unwrap()), 'O');
        check(
            &mut store,
            &unblocked,
            &format!("{} + 1/{}", n - 4, 1 << (n - 3)),
        );
    }
    check(&mut store, &corridor('O', "..", 'O'), "0");
}

#[test]
fn one_stranded_stone_gives_ups() {
    let mut store = ShapeStore::default();
    for (n, value) in [(2, "*"), (3, "^"), (4, "^^*"), (5, "^^^"), (6, "^4*")] {
        let contents = format!("o{}", empties(n - 1));
        check(
            &mut store,
            &corridor('X', &contents, 'O'),
            &format!("{} + {value}", n - 1),
        );
    }
}

#[test]
fn more_stranded_stones_give_tinies() {
    let mut store = ShapeStore::default();
    for stones in 2..=5_i32 {
        let size = 2 * stones - 2;
        for (empty, value) in [
            (1, format!("{{0|-{size}}}")),
            (2, format!("+_{size}")),
            (3, format!("{{0|+_{size}}}")),
        ] {
            let marks = 2 * stones + empty - 2;
            let contents = format!(
                "{}{}",
                "o".repeat(usize::try_from(stones).unwrap()),
                empties(usize::try_from(empty).unwrap())
            );
            check(
                &mut store,
                &corridor('X', &contents, 'O'),
                &format!("{marks} + {value}"),
            );
        }
    }
}

#[test]
fn stones_stranded_inside_a_corridor() {
    let mut store = ShapeStore::default();
    for (contents, value) in [
        (".o.", "{2|1}"),
        (".o..", "3 + (+_1)"),
        ("..o.", "{3|3/2}"),
        (".o...", "{4|4 + (+_1)}"),
        ("..o..", "4 + (+_3/2)"),
        ("...o.", "{4|9/4}"),
        (".oo.", "{4|1}"),
        ("..oo.", "{5|3/2}"),
        (".oo..", "5 + (+_3)"),
        ("o.o.", "{4|2*}"),
        ("o..o.", "{5|3^}"),
    ] {
        check(&mut store, &corridor('X', contents, 'O'), value);
    }
}

/// Rooms by their grids. A grid has one row of digits for each distance from the invading stone. In each row, the
/// j-th digit from the right is the number of points that have j neighbors in the room. Each entry has grid, marks
/// and value.
const ROOMS: [(&str, i32, &str); 30] = [
    ("1/10/1", 1, "1/4"),
    ("10/2", 1, "*"),
    ("2/10", 0, "0"),
    ("1/10/10/1", 2, "1/8"),
    ("1/100/2", 2, "^"),
    ("10/11/1", 2, "{0|-1/2}"),
    ("10/20/10", 1, "{1|0}"),
    ("100/3", 1, "{1|0}"),
    ("11/11", 1, "-1/4"),
    ("2/100/1", 0, "1/2"),
    ("1/10/10/10/1", 3, "1/16"),
    ("1/10/100/2", 3, "^^*"),
    ("1/100/11/1", 3, "+_1/2"),
    ("1/100/20/10", 3, "+_1"),
    ("1/1000/3", 3, "+_1"),
    ("10/101/2", 2, "{1|*}"),
    ("10/11/10/1", 3, "{0|-3/4}"),
    ("10/110/11", 2, "{1|-1/4}"),
    ("10/20/100/1", 2, "{1|-1/2}"),
    ("10/20/2", 2, "{1|0}"),
    ("100/12/1", 2, "{1|-1/2}"),
    ("100/21/10", 2, "{1|-1}"),
    ("101/12", 1, "{1/2|0}"),
    ("11/101/1", 1, "3/8"),
    ("11/110/10", 1, "{1/8|0}"),
    ("11/20/1", 1, "1/2*"),
    ("12/20", 0, "1/2"),
    ("2/100/10/1", 1, "1/4"),
    ("2/1000/2", 1, "*"),
    ("20/12", 1, "0"),
];

type Cell = (i32, i32);

fn around((x, y): Cell) -> [Cell; 4] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

/// All connected sets of `n` cells that contain the origin, grown one cell at a time.
fn rooms(n: usize) -> BTreeSet<BTreeSet<Cell>> {
    let mut found = BTreeSet::from([BTreeSet::from([(0, 0)])]);
    for _ in 1..n {
        let grow = |room: &BTreeSet<Cell>| {
            let room = room.clone();
            let fresh: BTreeSet<Cell> = room.iter().flat_map(|&cell| around(cell)).collect();
            fresh
                .into_iter()
                .filter(|cell| !room.contains(cell))
                .map(|cell| room.iter().copied().chain([cell]).collect::<BTreeSet<_>>())
                .collect::<Vec<_>>()
        };
        found = found.iter().flat_map(grow).collect();
    }
    found
}

/// The grid of numbers of a room with an invading stone.
fn grid(room: &BTreeSet<Cell>, invader: Cell) -> String {
    let mut distance = BTreeMap::from([(invader, 0)]);
    let mut edge = vec![invader];
    let mut rows: Vec<[u32; 5]> = Vec::new();
    while !edge.is_empty() {
        let next: BTreeSet<Cell> = edge
            .iter()
            .flat_map(|&cell| around(cell))
            .filter(|cell| room.contains(cell) && !distance.contains_key(cell))
            .collect();
        if !next.is_empty() {
            let mut row = [0; 5];
            for &cell in &next {
                let degree = around(cell)
                    .iter()
                    .filter(|near| room.contains(near))
                    .count();
                row[degree] += 1;
                distance.insert(cell, rows.len() + 1);
            }
            rows.push(row);
        }
        edge = next.into_iter().collect();
    }
    let digits = |row: &[u32; 5]| {
        let number = (1..5)
            .rev()
            .fold(0, |number, degree| number * 10 + row[degree]);
        number.to_string()
    };
    rows.iter().map(digits).collect::<Vec<_>>().join("/")
}

/// The picture of a room with black walls and one invading stone.
fn picture(room: &BTreeSet<Cell>, invader: Cell) -> String {
    let row = |y: i32| -> String {
        let cell = |x: i32| match (x, y) {
            at if at == invader => 'O',
            at if room.contains(&at) => '.',
            _ => 'X',
        };
        (-6..=6).map(cell).collect()
    };
    (-6..=6).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_room_of_three_to_five_points_has_the_value_of_its_grid() {
    let mut store = ShapeStore::default();
    let known: BTreeMap<&str, (i32, &str)> = ROOMS
        .iter()
        .map(|&(grid, marks, value)| (grid, (marks, value)))
        .collect();
    let mut seen = BTreeSet::new();
    for n in 3..=5 {
        for room in rooms(n) {
            let beside: BTreeSet<Cell> = room.iter().flat_map(|&cell| around(cell)).collect();
            for &invader in beside.iter().filter(|cell| !room.contains(cell)) {
                let grid = grid(&room, invader);
                let (marks, value) = known[grid.as_str()];
                check(
                    &mut store,
                    &picture(&room, invader),
                    &format!("{marks} + {value}"),
                );
                seen.insert(grid);
            }
        }
    }
    assert_eq!(seen.len(), ROOMS.len());
}

#[test]
fn groups_that_hang_on_a_socket() {
    let mut store = ShapeStore::default();
    // Five white stones that are linked to safety only by the point below their middle.
    let group = |left: &str, right: &str| {
        let blank = "X".repeat(left.len());
        let end = "X".repeat(right.len());
        let walls = "X".repeat(left.len() + right.len() + 3);
        format!("{walls}\n{left}ooo{right}\n{blank}o.o{end}\n{blank}XOX{end}")
    };
    // The blocked corridors are worth 1 together, so the defect costs nothing.
    check(&mut store, &group("X..", "..X"), "0 + 1/2 + 1/2");
    // They are worth less than 1, and there is an unblocked corridor worth 1.
    check(&mut store, &group("O...", "..X"), "-1 + 1 + 1/2 + 1/4");
    // They are worth less than 1, and there are only blocked corridors.
    check(&mut store, &group("X", "..X"), "1 + (-_8)");
    check(&mut store, &group("X...", "...X"), "2 + 1 + {-_8|0}");
}
