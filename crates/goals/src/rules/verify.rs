//! What a rule must keep to as a whole, checked when its last line is read.

use super::cursor::Cursor;
use super::draft::Draft;
use super::error::{RuleError, RuleFault};
use super::rule::{Content, Map, PRESCRIBED, Recommendation, Rule, content_of_name};

/// Most rows and columns of a map, edges aside.
pub(super) const MAX_SIDE_OF_MAP: usize = 9;
/// Most letters whose points a rule keeps: objects, and points in constraints.
pub(super) const MAX_NAMES: usize = 8;
/// Most maps of a rule.
const MAX_MAPS: usize = 16;

/// The rule of a draft; `end` is the place of its last line.
pub(super) fn rule(draft: Draft<'_>, end: &Cursor<'_>) -> Result<Rule, RuleError> {
    let missing = |keyword| end.error(RuleFault::Missing(keyword));
    if draft.maps.is_empty() {
        return Err(missing("map"));
    }
    if draft.maps.len() > MAX_MAPS {
        return Err(draft.start.error(RuleFault::TooManyMaps));
    }
    shapes(&draft)?;
    marks(&draft)?;
    letters(&draft)?;
    ties(&draft)?;
    constraints(&draft)?;
    let (goal_place, goal, objects) = draft.goal.ok_or_else(|| missing("goal"))?;
    let rule = Rule {
        name: draft.name,
        purpose: draft.purpose.ok_or_else(|| missing("purpose"))?,
        goal,
        objects,
        recommendation: draft.recommendation.unwrap_or(Recommendation::Good),
        note: draft.note.ok_or_else(|| missing("note"))?,
        source: draft.source.ok_or_else(|| missing("source"))?,
        maps: draft.maps.into_iter().map(|(_, map)| map).collect(),
        marks: draft.marks.into_iter().map(|(_, mark)| mark).collect(),
        constraints: draft.constraints.into_iter().map(|(_, it)| it).collect(),
    };
    goal_fits(&rule, &goal_place)?;
    let is_play_fit = rule.prescribes() || rule.recommendation == Recommendation::Good;
    if rule.prescribes() == rule.purpose.is_recognition() || !is_play_fit {
        return Err(draft.start.error(RuleFault::Purpose));
    }
    let has = |is_part: fn(&super::rule::Mark) -> bool| rule.marks.iter().any(is_part);
    let is_eye = has(|mark| mark.is_border) && has(|mark| mark.is_center);
    if rule.purpose == super::rule::Purpose::Eye && !is_eye {
        return Err(draft.start.error(RuleFault::Eye));
    }
    Ok(rule)
}

/// Sizes and edges of the maps.
fn shapes(draft: &Draft<'_>) -> Result<(), RuleError> {
    for (places, map) in &draft.maps {
        let place = places.first().unwrap_or(&draft.start);
        let is_edge = |character: char| matches!(character, '-' | '|' | '+');
        let (n_rows, n_columns) = (map.rows.len(), map.rows.first().map_or(0, Vec::len));
        let row_is_edge = |n: usize| {
            map.rows
                .get(n)
                .is_some_and(|row| row.iter().all(|&c| is_edge(c)))
        };
        let column_is_edge = |n: usize| map.rows.iter().all(|row| is_edge(row[n]));
        if n_rows == 0 || n_columns == 0 {
            return Err(place.error(RuleFault::Size));
        }
        let outer_rows = [row_is_edge(0), n_rows > 1 && row_is_edge(n_rows - 1)];
        let outer_columns = [
            column_is_edge(0),
            n_columns > 1 && column_is_edge(n_columns - 1),
        ];
        for (place, (y, row)) in places.iter().zip(map.rows.iter().enumerate()) {
            for (x, &character) in row.iter().enumerate() {
                let in_row = y == 0 && outer_rows[0] || y + 1 == n_rows && outer_rows[1];
                let in_column =
                    x == 0 && outer_columns[0] || x + 1 == n_columns && outer_columns[1];
                let is_right = match (in_row, in_column) {
                    (true, true) => character == '+',
                    (true, false) => character == '-',
                    (false, true) => character == '|',
                    (false, false) => !is_edge(character),
                };
                if !is_right {
                    return Err(place.error(RuleFault::Edge));
                }
            }
        }
        let count = |edges: [bool; 2]| edges.into_iter().filter(|&is_edge| is_edge).count();
        let sides = [(n_rows, outer_rows), (n_columns, outer_columns)];
        let is_fit = |(n, edges): (usize, [bool; 2])| {
            (1..=MAX_SIDE_OF_MAP).contains(&n.saturating_sub(count(edges)))
        };
        if !sides.into_iter().all(is_fit) {
            return Err(place.error(RuleFault::Size));
        }
    }
    Ok(())
}

/// Marks give letters a meaning once, and only letters that stand in a map.
fn marks(draft: &Draft<'_>) -> Result<(), RuleError> {
    for (n, (place, mark)) in draft.marks.iter().enumerate() {
        let letter = mark.letter;
        let known = content_of_name(letter).or_else(|| Content::of(letter));
        let changes = known.is_some_and(|known| Content::of(mark.content) != Some(known));
        let is_again = draft.marks[..n]
            .iter()
            .any(|(_, other)| other.letter == letter);
        // A letter such as `X` means its content everywhere.
        let is_content = content_of_name(letter).is_none() && known.is_some();
        if changes || is_again || is_content {
            return Err(place.error(RuleFault::Marked(letter)));
        }
        if !draft.maps.iter().any(|(_, map)| map.has(letter)) {
            return Err(place.error(RuleFault::Letter(letter)));
        }
    }
    Ok(())
}

/// Every character of the maps has a meaning, and objects and the prescribed point stand where they may.
fn letters(draft: &Draft<'_>) -> Result<(), RuleError> {
    let mut n_prescribed = 0;
    for (places, map) in &draft.maps {
        for (place, row) in places.iter().zip(&map.rows) {
            for &character in row {
                let is_marked = draft.marks.iter().any(|(_, mark)| mark.letter == character);
                let is_object = matches!(character, 'A'..='C' | 'a'..='c');
                let is_known = Content::of(character).is_some() || character == PRESCRIBED;
                if !is_marked && !is_object && !is_known {
                    return Err(place.error(RuleFault::Character(character)));
                }
                n_prescribed += usize::from(character == PRESCRIBED);
                if n_prescribed > 1 {
                    return Err(place.error(RuleFault::Prescribed));
                }
                let in_map = count(map, character);
                let twin = swapped_case(character);
                let is_twin = draft.maps.iter().any(|(_, map)| map.has(twin));
                if is_object && (in_map > 1 || is_twin) {
                    return Err(place.error(RuleFault::Object(character)));
                }
            }
        }
    }
    Ok(())
}

fn count(map: &Map, character: char) -> usize {
    map.rows
        .iter()
        .flatten()
        .filter(|&&found| found == character)
        .count()
}

const fn swapped_case(letter: char) -> char {
    if letter.is_ascii_uppercase() {
        letter.to_ascii_lowercase()
    } else {
        letter.to_ascii_uppercase()
    }
}

/// The objects in a map.
pub(super) fn objects_of(map: &Map) -> impl Iterator<Item = char> + '_ {
    let is_object = |character: &char| matches!(character, 'A'..='C' | 'a'..='c');
    map.rows.iter().flatten().copied().filter(is_object)
}

/// Each map after the first shares an object with an earlier one, or has one that a constraint calls the same block.
fn ties(draft: &Draft<'_>) -> Result<(), RuleError> {
    let ties: Vec<(char, char)> = draft
        .constraints
        .iter()
        .flat_map(|(_, constraint)| constraint.ties())
        .collect();
    for (n, (places, map)) in draft.maps.iter().enumerate() {
        let mut objects = objects_of(map);
        let is_earlier = |object: char| draft.maps[..n].iter().any(|(_, map)| map.has(object));
        let is_tied_to_earlier = |object: char| {
            is_earlier(object)
                || ties.iter().any(|&(one, two)| {
                    one == object && is_earlier(two) || two == object && is_earlier(one)
                })
        };
        let is_tied = match n {
            0 => objects.next().is_some(),
            _ => objects.any(is_tied_to_earlier),
        };
        if !is_tied {
            let place = places.first().unwrap_or(&draft.start);
            return Err(place.error(RuleFault::Untied));
        }
    }
    Ok(())
}

/// Letters of constraints stand in the maps, at one point if they are no objects.
fn constraints(draft: &Draft<'_>) -> Result<(), RuleError> {
    let mut names: Vec<char> = draft
        .maps
        .iter()
        .flat_map(|(_, map)| objects_of(map))
        .collect();
    for (place, constraint) in &draft.constraints {
        let is_pair = |(one, two): (char, char)| {
            let colors = [one, two].map(content_of_name);
            one != two && colors[0] == colors[1] && one != PRESCRIBED && colors[0].is_some()
        };
        if constraint.has_loose_tie() || !constraint.ties().into_iter().all(is_pair) {
            return Err(place.error(RuleFault::Tie));
        }
        for letter in constraint.letters() {
            let n: usize = draft.maps.iter().map(|(_, map)| count(map, letter)).sum();
            let is_object = content_of_name(letter).is_some();
            let is_marked = draft.marks.iter().any(|(_, mark)| mark.letter == letter);
            if n == 0 || !is_object && (n > 1 || !is_marked) {
                return Err(place.error(RuleFault::Letter(letter)));
            }
            names.push(letter);
        }
    }
    names.sort_unstable();
    names.dedup();
    if names.len() > MAX_NAMES {
        return Err(draft.start.error(RuleFault::TooManyNames));
    }
    Ok(())
}

/// The goal has its objects, of the right color, in the maps.
fn goal_fits(rule: &Rule, place: &Cursor<'_>) -> Result<(), RuleError> {
    let n = rule.goal.n_objects();
    let objects = &rule.objects;
    let is_own = |object: &char| object.is_ascii_uppercase();
    let n_right = objects
        .iter()
        .take(n)
        .filter(|object| is_own(object) == rule.goal.is_about_own());
    let is_distinct = (1..objects.len()).all(|n| !objects[..n].contains(&objects[n]));
    if n_right.count() != n || objects.len() > 3 || !is_distinct {
        let wanted = match (n, rule.goal.is_about_own()) {
            (1, true) => "one object of the own color first, such as A",
            (1, false) => "one object of the other color first, such as a",
            (_, true) => "two objects of the own color first, such as A B",
            (_, false) => "two objects of the other color first, such as a b",
        };
        let (goal, wanted) = (rule.goal.word(), wanted.to_owned());
        return Err(place.error(RuleFault::Goal { goal, wanted }));
    }
    let is_of_goal = |letter: char| objects.iter().take(n).any(|&object| object == letter);
    if rule
        .ties()
        .any(|(one, two)| is_of_goal(one) && is_of_goal(two))
    {
        return Err(place.error(RuleFault::Tie));
    }
    let is_there = |object: &&char| !rule.maps.iter().any(|map| map.has(**object));
    match objects.iter().find(is_there) {
        Some(&object) => Err(place.error(RuleFault::Letter(object))),
        None => Ok(()),
    }
}
