//! Random rules and boards.

use tedomari_base::Rng;
use tedomari_board::{Board, Color, Point, Size};

/// One of some items.
pub(super) fn pick<'a, T: ?Sized>(rng: &mut Rng, items: &[&'a T]) -> &'a T {
    items[rng.index(items.len())]
}

/// The text of a rule that has no fault.
pub(super) fn rule(rng: &mut Rng, number: usize) -> String {
    let (goal, objects) = match rng.below(4) {
        0 => ("save", "A"),
        1 => ("capture", "a"),
        2 => ("connect", "AB"),
        _ => ("sever", "ab"),
    };
    let is_eye = objects.len() == 1 && rng.below(3) == 0;
    let prescribes = !is_eye && rng.below(3) > 0;
    let purpose = match (is_eye, prescribes) {
        (true, _) => "eye",
        (false, true) => pick(rng, &["save", "capture", "kill", "break-out"]),
        (false, false) => "connection",
    };
    let mut text = format!("rule rule-{number}\npurpose {purpose}\ngoal {goal}");
    objects
        .chars()
        .for_each(|object| text += &format!(" {object}"));
    if prescribes {
        text += &format!("\nplay {}", pick(rng, &["good", "bad", "threat"]));
    }
    text += "\nnote \"A random rule.\"\nsource hand\n";
    let mut letters: Vec<char> = objects.chars().collect();
    letters.extend(prescribes.then_some('*'));
    letters.extend(is_eye.then_some("de").into_iter().flat_map(str::chars));
    letters.extend((rng.below(3) == 0).then_some('f'));
    text += &map(rng, &letters);
    let first = objects.chars().next().unwrap();
    let mut tie = String::new();
    if rng.below(4) == 0 {
        let is_own = first.is_ascii_uppercase();
        let another = if is_own { 'C' } else { 'c' };
        let is_by_name = rng.below(2) == 0;
        text += &map(rng, &[if is_by_name { first } else { another }]);
        if !is_by_name {
            tie = format!("where block({another}) = block({first})\n");
        }
    }
    if is_eye {
        text += &format!(
            "mark d {} border\nmark e {} center\n",
            pick(rng, &["x", "X"]),
            pick(rng, &[".", "o", "?"])
        );
    }
    if letters.contains(&'f') {
        text += &format!("mark f {}\n", pick(rng, &["_", "?", ".", "x"]));
    }
    if rng.below(2) == 0 {
        text += &format!("where {}\n", constraint(rng, &letters, 2));
    }
    text + &tie + "end\n"
}

/// A map that has the given letters, some of its sides at the edge.
fn map(rng: &mut Rng, letters: &[char]) -> String {
    let side = |rng: &mut Rng| 1 + rng.index(4);
    let (mut width, height) = (side(rng), side(rng));
    while width * height < letters.len() {
        width += 1;
    }
    let n = width * height;
    let content = |rng: &mut Rng| pick(rng, &["X", "O", ".", ".", "x", "o", "%", "_", "?", "?"]);
    let mut cells: Vec<char> = (0..n).flat_map(|_| content(rng).chars()).collect();
    let mut places: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut places);
    letters
        .iter()
        .zip(places)
        .for_each(|(&letter, place)| cells[place] = letter);
    let mut rows: Vec<Vec<char>> = cells.chunks(width).map(<[char]>::to_vec).collect();
    if rng.below(4) == 0 {
        rows.iter_mut().for_each(|row| row.push('|'));
    }
    if rng.below(4) == 0 {
        let row = rows[0].iter().map(|&c| if c == '|' { '+' } else { '-' });
        rows.push(row.collect());
    }
    let line = |row: &Vec<char>| row.iter().map(|c| format!(" {c}")).collect::<String>();
    let rows: Vec<String> = rows.iter().map(line).collect();
    format!("map\n {}\n", rows.join("\n "))
}

/// A constraint on objects and on the letter f.
fn constraint(rng: &mut Rng, letters: &[char], depth: u32) -> String {
    let named: Vec<char> = letters
        .iter()
        .copied()
        .filter(|letter| letter.is_ascii_alphabetic())
        .collect();
    match rng.below(if depth == 0 { 2 } else { 5 }) {
        0 => {
            let relation = pick(rng, &["<", "<=", "=", ">=", ">"]);
            let letter = named[rng.index(named.len())];
            let right = match rng.below(3) {
                0 => format!("libs({})", named[rng.index(named.len())]),
                _ => rng.below(5).to_string(),
            };
            format!("libs({letter}) {relation} {right}")
        }
        1 => {
            let letter = named[rng.index(named.len())];
            format!(
                "occ({letter}) = {}",
                pick(rng, &["own", "other", "empty", "edge"])
            )
        }
        2 => format!("not ({})", constraint(rng, letters, depth - 1)),
        _ => {
            let word = pick(rng, &["and", "or"]);
            let (one, two) = (
                constraint(rng, letters, depth - 1),
                constraint(rng, letters, depth - 1),
            );
            format!("({one}) {word} ({two})")
        }
    }
}

/// A board after random plays.
pub(super) fn board(rng: &mut Rng, size: Size) -> Board {
    let mut board = Board::new(size);
    let n_plays = rng.index(size.n_points() + 1);
    for _ in 0..n_plays {
        let point = Point::new(
            u8::try_from(rng.below(size.width().into())).unwrap(),
            u8::try_from(rng.below(size.height().into())).unwrap(),
        );
        let color = Color::BOTH[rng.index(2)];
        // An illegal play is left out.
        let _ = board.play(color, point);
    }
    board
}
