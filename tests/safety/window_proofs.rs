//! Windows in proofs of safety: what windows show is written and accepted, and nothing false is, neither a changed
//! proof nor windows and duties at random whose answers are looked for by asking the checker.

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, PointSet};
use tedomari::proofcheck::format::Side;
use tedomari::proofcheck::safety::format::{
    AnswersLine, EyeLine, KIND, LinkLine, PairedLine, SafetyHeader, VERSION, WindowLine,
};
use tedomari::proofcheck::{CheckError, WindowError, Wrong, check_file};

use super::oracle::enclosed_board;
use super::proofs::{LIMIT, Lines, board_of, for_each_proof};
use super::search::is_kept;
use super::windows::{from_environment, report};
use crate::second_checker::n_both_accept;

/// How many rounds are played: `TEDOMARI_WINDOW_PROOFS` times the usual number.
pub(super) fn n_rounds(usual: usize) -> usize {
    usual * from_environment("TEDOMARI_WINDOW_PROOFS").unwrap_or(1)
}

/// The names of some points.
pub(super) fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

fn random_point(rng: &mut Rng, board: &Board) -> Point {
    let points: Vec<Point> = board.size().points().collect();
    points[rng.index(points.len())]
}

/// Takes a random name away, or adds one.
fn change(rng: &mut Rng, board: &Board, names: &mut Vec<String>) {
    let name = random_point(rng, board).to_string();
    if names.is_empty() || !names.contains(&name) && rng.below(2) == 0 {
        names.push(name);
    } else {
        let n = rng.index(names.len());
        names.remove(n);
    }
}

/// Number of kinds of changes.
const KINDS: usize = 22;

/// Changes something in the windows of a proof. Nothing if there is nothing of the kind.
fn plant(rng: &mut Rng, kind: usize, board: &Board, lines: &mut Lines) -> Option<()> {
    let number = rng.index(lines.windows.len());
    let n_windows = lines.windows.len();
    let (window, answers) = &mut lines.windows[number];
    let mut given: Vec<String> = answers.answers.split(' ').map(str::to_owned).collect();
    given.retain(|name| !name.is_empty());
    match kind {
        // A point more or less.
        0 => change(rng, board, &mut window.window),
        // Another answer.
        1 => {
            let name = random_point(rng, board).to_string();
            let n = rng.index(given.len().max(1));
            *given.get_mut(n)? = if rng.below(4) == 0 {
                "-".to_owned()
            } else {
                name
            };
        }
        // An answer is left out.
        2 => {
            given.pop()?;
        }
        // An eye counts twice.
        3 => window.eyes.iter_mut().find(|eye| !eye.double)?.double = true,
        // Walls of an eye.
        4 => change(rng, board, &mut window.eyes.first_mut()?.walls),
        // An eye is left out.
        5 => {
            window.eyes.pop()?;
        }
        // A link is left out.
        6 => {
            window.links.pop()?;
        }
        // An end of a link.
        7 => {
            let end = window.links.first_mut()?.ends.first_mut()?;
            change(rng, board, end);
        }
        // Links in another order.
        8 => {
            let order = rng.index(4);
            window.links.first_mut()?.order = order;
        }
        // More territory.
        9 => {
            window.territory = window.window.clone();
            let more = window.window.iter();
            let more = more.filter(|name| !lines.header.territory.contains(*name));
            let more: Vec<String> = more.cloned().collect();
            lines.header.territory.extend(more);
        }
        // A window is left out, or stands there twice.
        10 if n_windows > 1 => {
            lines.windows.remove(number);
            lines.header.windows -= 1;
            return Some(());
        }
        11 => {
            let copy = lines.windows[number].clone();
            lines.windows.push(copy);
            lines.header.windows += 1;
            return Some(());
        }
        // A stone is taken off, put on, or changes its color.
        12 => {
            let name = random_point(rng, board).to_string();
            let header = &mut lines.header;
            for stones in [&mut header.black, &mut header.white] {
                stones.retain(|other| *other != name);
            }
            match rng.below(3) {
                0 => header.black.push(name),
                1 => header.white.push(name),
                _ => {}
            }
            return Some(());
        }
        // Another side, or other rules.
        13 => {
            lines.header.color = match lines.header.color {
                Side::Black => Side::White,
                Side::White => Side::Black,
            };
            return Some(());
        }
        14 => {
            lines.header.suicide = !lines.header.suicide;
            return Some(());
        }
        // More or less is left to windows.
        15 => {
            change(rng, board, &mut lines.header.apart);
            return Some(());
        }
        // Something in a paired area.
        16..=20 => {
            let n = rng.index(answers.paired.len().max(1));
            change_area(rng, kind, board, answers.paired.get_mut(n)?)?;
        }
        // Pairs hold another position, or one less.
        21 => {
            let numbers = (0..=answers.paired.len()).map(|n| format!("={n}"));
            let mut ends: Vec<String> = numbers.collect();
            ends.push(String::new());
            let n = rng.index(given.len().max(1));
            let word = given.get_mut(n)?;
            let name = word.split('=').next().unwrap_or_default().to_owned();
            *word = name + &pick(rng, &ends);
        }
        _ => return None,
    }
    lines.windows[number].1.answers = given.join(" ");
    Some(())
}

/// Changes something in an area with pairs.
fn change_area(rng: &mut Rng, kind: usize, board: &Board, area: &mut PairedLine) -> Option<()> {
    match kind {
        16 if !area.pairs.is_empty() && rng.below(2) == 0 => {
            let n = rng.index(area.pairs.len());
            area.pairs.remove(n);
        }
        16 => {
            let n = rng.index(area.pairs.len().max(1));
            area.pairs.get_mut(n)?.1 = random_point(rng, board).to_string();
        }
        17 => area.count = area.count.map_or(Some(1), |n| (n < 2).then_some(n + 1)),
        18 => change(rng, board, &mut area.spots),
        19 => change(rng, board, &mut area.granted),
        _ => area.at = random_point(rng, board).to_string(),
    }
    Some(())
}

/// Makes sure that what is accepted is true; whether that was found out.
pub(super) fn assert_true(lines: &Lines, board: &Board) -> bool {
    let board = board_of(&lines.header, board).unwrap();
    let owner = match lines.header.color {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    let mut heads = lines.header.stones.iter();
    assert!(heads.all(|head| board.color(head.parse().unwrap()) == Some(owner)));
    let truth = is_kept(&board, owner, lines.claim(&board), LIMIT);
    assert_ne!(truth, Some(false), "{board}\n{}", lines.text());
    truth.is_some()
}

/// The second checker accepts windows that the program writes, and agrees about planted faults.
#[test]
fn both_checkers_agree_about_windows() {
    let (mut n_proofs, mut texts) = (0, Vec::new());
    for_each_proof(95, n_rounds(60), |rng, board, _, text| {
        let proof = Lines::of(text);
        if proof.windows.is_empty() {
            return;
        }
        for kind in 0..KINDS {
            let mut lines = proof.clone();
            if plant(rng, kind, board, &mut lines).is_some() {
                texts.push(lines.text());
            }
        }
        texts.push(text.to_owned());
        n_proofs += 1;
    });
    let n_accepted = n_both_accept("both_checkers_windows", &texts);
    assert!(n_accepted.is_none_or(|n| n >= n_proofs), "{n_accepted:?}");
}

/// Changed windows are refused, or their claims are true all the same.
#[test]
fn planted_faults_in_windows_are_found() {
    let (mut n_found, mut n_true, mut n_weighed) = ([0; KINDS], [0; KINDS], 0);
    let mut n_proofs = 0;
    for_each_proof(91, n_rounds(150), |rng, board, _, text| {
        let proof = Lines::of(text);
        if proof.windows.is_empty() {
            return;
        }
        n_proofs += 1;
        for kind in 0..KINDS {
            for _ in 0..4 {
                let mut lines = proof.clone();
                if plant(rng, kind, board, &mut lines).is_none() {
                    break;
                }
                if lines.holds() {
                    n_true[kind] += 1;
                    n_weighed += usize::from(assert_true(&lines, board));
                } else {
                    n_found[kind] += 1;
                }
            }
        }
    });
    report(&format!(
        "{n_proofs} proofs: refused {n_found:?}, true {n_true:?}, {n_weighed} weighed"
    ));
    assert!(
        n_proofs > 20 && n_found.iter().all(|&n| n > 0),
        "{n_found:?}"
    );
    // A missing answer, window or two of them, and the other side are never accepted.
    assert!(
        [2, 11, 13].iter().all(|&kind| n_true[kind] == 0),
        "{n_true:?}"
    );
}

/// A random area without stones of walls, of up to `size` points.
pub(super) fn random_area(rng: &mut Rng, free: &PointSet, size: usize) -> PointSet {
    let points: Vec<Point> = free.iter().collect();
    let mut area = PointSet::EMPTY;
    if points.is_empty() {
        return area;
    }
    area.insert(points[rng.index(points.len())]);
    while area.len() < size {
        let more: Vec<Point> = ((area.spread() - area) & *free).iter().collect();
        if more.is_empty() {
            break;
        }
        area.insert(more[rng.index(more.len())]);
    }
    area
}

/// One of some things.
fn pick<T: Clone>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.index(items.len())].clone()
}

/// Windows and duties at random on a board all of whose blocks of one color are walls; no answers yet.
fn forged(rng: &mut Rng, board: &Board, owner: Color) -> Option<Lines> {
    let heads = board.first_stones(owner);
    let own: PointSet = board.points_of(owner).collect();
    let mut free = PointSet::board(board.size()) - own;
    let mut windows: Vec<(WindowLine, AnswersLine)> = Vec::new();
    let mut areas = Vec::new();
    for _ in 0..2 + rng.below(3) {
        let size = 1 + rng.index(6);
        let area = random_area(rng, &free, size);
        if area.is_empty() {
            break;
        }
        free -= area;
        let window = WindowLine {
            window: names(&area),
            territory: if rng.below(3) == 0 {
                names(&area)
            } else {
                Vec::new()
            },
            ..WindowLine::default()
        };
        areas.push(area);
        windows.push((window, AnswersLine::default()));
    }
    if areas.is_empty() {
        return None;
    }
    let mut classes: Vec<Vec<String>> = heads.iter().map(|head| vec![head.to_string()]).collect();
    for order in 0..rng.index(3) {
        if classes.len() < 2 {
            break;
        }
        let n = rng.index(classes.len());
        let one = classes.swap_remove(n);
        let n = rng.index(classes.len());
        let other = classes.swap_remove(n);
        let n = rng.index(windows.len());
        classes.push([one.clone(), other.clone()].concat());
        windows[n].0.links.push(LinkLine {
            order,
            ends: vec![one, other],
        });
    }
    for class in &classes {
        let is_double = rng.below(3) == 0;
        for _ in 0..if is_double { 1 } else { 2 } {
            let n = rng.index(windows.len());
            let mut walls = class.clone();
            if walls.len() > 1 && rng.below(3) == 0 {
                walls = vec![pick(rng, &walls)];
            }
            windows[n].0.eyes.push(EyeLine {
                walls,
                double: is_double,
            });
        }
    }
    Some(claim_of_all(board, owner, windows))
}

/// The claim that windows keep all blocks of a color, and their territories.
pub(super) fn claim_of_all(
    board: &Board,
    owner: Color,
    windows: Vec<(WindowLine, AnswersLine)>,
) -> Lines {
    let territory = windows.iter().flat_map(|(window, _)| &window.territory);
    let heads = board.first_stones(owner);
    let header = SafetyHeader {
        proof: KIND.to_owned(),
        version: VERSION,
        width: board.size().width().into(),
        height: board.size().height().into(),
        black: names(&board.points_of(Color::Black).collect()),
        white: names(&board.points_of(Color::White).collect()),
        suicide: board.allows_suicide(),
        color: if owner == Color::Black {
            Side::Black
        } else {
            Side::White
        },
        stones: heads.iter().map(|head| head.to_string()).collect(),
        territory: territory.cloned().collect(),
        pairs: Vec::new(),
        apart: Vec::new(),
        steps: 0,
        windows: windows.len(),
    };
    Lines {
        header,
        steps: Vec::new(),
        windows,
    }
}

/// Looks for answers that the checker accepts, by trying one point after the other where it misses one; whether it
/// found some.
fn complete(lines: &mut Lines, n_checks: &mut usize) -> bool {
    if *n_checks == 0 {
        return false;
    }
    *n_checks -= 1;
    let window = match check_file(lines.text().as_bytes(), u64::MAX) {
        Ok(_) => return true,
        Err(CheckError::Window {
            window,
            error: WindowError::Strategy(fault),
        }) if fault.wrong == Wrong::NoAnswer => window - 1,
        Err(_) => return false,
    };
    let points = lines.windows[window].0.window.clone();
    let before = lines.windows[window].1.answers.clone();
    for name in std::iter::once("-".to_owned()).chain(points) {
        lines.windows[window].1.answers = format!("{before} {name}");
        if complete(lines, n_checks) {
            return true;
        }
    }
    lines.windows[window].1.answers = before;
    false
}

/// Windows at random never show anything false, whether suicide is allowed or not.
#[test]
fn forged_windows_are_true_or_refused() {
    let mut rng = Rng::new(92, from_environment("TEDOMARI_WINDOW_SEED").unwrap_or(0));
    let (mut n_accepted, mut n_weighed) = ([0; 2], [0; 2]);
    let (mut n_linked, mut n_answers) = (0, 0);
    for round in 0..n_rounds(5_000) {
        let sizes = [(4, 3), (5, 2), (4, 4), (5, 3), (6, 2), (7, 2)];
        let (width, height) = sizes[round % sizes.len()];
        let owner = Color::BOTH[round % 2];
        let board = enclosed_board(&mut rng, width, height, owner);
        let board = board.with_suicide(rng.below(5) == 0);
        let n_blocks = board.first_stones(owner).len();
        if n_blocks == 0 || n_blocks > 4 {
            continue;
        }
        let Some(mut lines) = forged(&mut rng, &board, owner) else {
            continue;
        };
        if !complete(&mut lines, &mut 40) {
            continue;
        }
        let rules = usize::from(board.allows_suicide());
        n_accepted[rules] += 1;
        n_weighed[rules] += usize::from(assert_true(&lines, &board));
        let mut windows = lines.windows.iter();
        n_linked += usize::from(windows.any(|(window, _)| !window.links.is_empty()));
        let mut windows = lines.windows.iter();
        n_answers += usize::from(windows.any(|(_, answers)| !answers.answers.is_empty()));
    }
    report(&format!(
        "accepted {n_accepted:?}, weighed {n_weighed:?}, with links {n_linked}, with answers {n_answers}"
    ));
    assert!(
        n_weighed.iter().all(|&n| n > 10) && n_linked > 0 && n_answers > 10,
        "{n_accepted:?} {n_weighed:?} {n_linked} {n_answers}"
    );
}

/// Answers may stand in several lines, as many as the window states.
#[test]
fn answers_may_take_several_lines() {
    let (mut n_split, mut texts) = (0, Vec::new());
    for_each_proof(97, 20, |rng, _, _, text| {
        let proof = Lines::of(text);
        let Some((_, answers)) = proof.windows.first().filter(|(_, a)| a.answers.len() > 8) else {
            return;
        };
        let words: Vec<&str> = answers.answers.split(' ').collect();
        let (one, two) = words.split_at(rng.index(words.len() + 1));
        let lines = [one.join(" "), two.join(" ")].map(|answers| AnswersLine {
            answers,
            paired: Vec::new(),
        });
        let lines = [
            AnswersLine {
                paired: answers.paired.clone(),
                ..lines[0].clone()
            },
            lines[1].clone(),
        ];
        let line = |value: &AnswersLine| serde_json::to_string(value).unwrap();
        for n_lines in 1..=3 {
            let mut changed = proof.clone();
            changed.windows[0].0.lines = n_lines;
            let text = changed.text();
            let whole = line(answers);
            let split = text.replacen(
                &whole,
                &format!("{}\n{}", line(&lines[0]), line(&lines[1])),
                1,
            );
            assert_eq!(
                check_file(split.as_bytes(), u64::MAX).is_ok(),
                n_lines == 2,
                "{split}"
            );
            texts.push(split);
        }
        n_split += 1;
    });
    assert!(n_split > 3, "{n_split}");
    let n_accepted = n_both_accept("answers_of_several_lines", &texts);
    assert!(n_accepted.is_none_or(|n| n == n_split), "{n_accepted:?}");
}

/// Windows may not share points, and what an eye without windows needs is no window.
#[test]
fn windows_use_nothing_twice() {
    let window = |points: &&[&str]| WindowLine {
        window: points.iter().map(|&name| name.to_owned()).collect(),
        eyes: vec![EyeLine {
            walls: vec!["B1".to_owned()],
            double: false,
        }],
        ..WindowLine::default()
    };
    let proof = |windows: &[&[&str]], suicide: bool| Lines {
        header: SafetyHeader {
            proof: KIND.to_owned(),
            version: VERSION,
            width: 5,
            height: 2,
            black: ["A2", "B2", "C2", "D2", "B1", "D1"]
                .map(str::to_owned)
                .to_vec(),
            white: vec!["E1".to_owned()],
            suicide,
            color: Side::Black,
            stones: vec!["B1".to_owned()],
            territory: Vec::new(),
            pairs: Vec::new(),
            apart: Vec::new(),
            steps: 0,
            windows: windows.len(),
        },
        steps: Vec::new(),
        windows: windows
            .iter()
            .map(|points| (window(points), AnswersLine::default()))
            .collect(),
    };
    // A1 and C1 are eyes without windows if suicide is forbidden, and are used by that.
    assert!(proof(&[], false).holds());
    assert!(!proof(&[&["A1"], &["C1"]], false).holds());
    // Else they are windows in which no answer is needed.
    assert!(!proof(&[], true).holds());
    assert!(proof(&[&["A1"], &["C1"]], true).holds());
    for windows in [
        &[&["A1"][..], &["A1"]][..],
        &[&["A1"], &["C1", "A1"]],
        &[&["A1"], &["C1", "D1"]],
        &[&["A1"], &["E2"]],
        &[&["A1"]],
    ] {
        assert!(!proof(windows, true).holds(), "{windows:?}");
    }
}

/// The lines of a proof with windows, once more with other numbers and texts: refused with a reason, without a panic.
#[test]
fn windows_that_make_no_sense_are_refused() {
    let header = "{\"proof\":\"safety\",\"version\":1,\"width\":3,\"height\":1,\"black\":[\"B1\"],\"white\":[],\
        \"suicide\":true,\"color\":\"black\",\"stones\":[\"B1\"],\"windows\":2}";
    let eye =
        |window: &str| format!("{{\"window\":[\"{window}\"],\"eyes\":[{{\"walls\":[\"B1\"]}}]}}");
    let no_answers = "{\"answers\":\"\"}";
    let text = |lines: &[&str]| lines.join("\n") + "\n";
    let (one, two) = (eye("A1"), eye("C1"));
    let good = text(&[header, &one, &two, no_answers, no_answers]);
    assert!(check_file(good.as_bytes(), u64::MAX).is_ok());
    let links: Vec<String> = (0..70)
        .map(|order| format!("{{\"order\":{order},\"ends\":[[\"B1\"]]}}"))
        .collect();
    let many = format!("{{\"window\":[\"A1\"],\"links\":[{}]}}", links.join(","));
    for (lines, reason) in [
        (vec![header, &one, &two, no_answers], "is missing"),
        (vec![header, &one, no_answers, no_answers], "line 3"),
        (
            vec![header, &one, &two, no_answers, "{\"answers\":\"A1\"}"],
            "asks for",
        ),
        (
            vec![header, &one, &eye("D1"), no_answers, no_answers],
            "points",
        ),
        (
            vec![header, &one, &many, no_answers, no_answers],
            "used twice|points|too many",
        ),
        (
            vec![
                &header.replace("true", "false"),
                &one,
                &two,
                no_answers,
                no_answers,
            ],
            "points",
        ),
        (
            vec![
                &header.replace(":2", ":3"),
                &one,
                &two,
                no_answers,
                no_answers,
            ],
            "line 4",
        ),
    ] {
        let error = check_file(text(&lines).as_bytes(), u64::MAX)
            .unwrap_err()
            .to_string();
        assert!(
            reason.split('|').any(|reason| error.contains(reason)),
            "{error}"
        );
    }
    let error = check_file(good.as_bytes(), 1_000).unwrap_err();
    assert!(matches!(error, CheckError::Memory { .. }), "{error}");
}
