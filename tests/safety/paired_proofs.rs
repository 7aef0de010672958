//! Pairs in windows of proofs of safety: pairs and duties at random never show anything false.

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, PointSet};
use tedomari::proofcheck::safety::format::{
    AnswersLine, EyeLine, LinkLine, PairedLine, WindowLine,
};

use super::oracle::enclosed_board;
use super::proofs::Lines;
use super::window_proofs::{assert_true, claim_of_all, n_rounds, names, random_area};
use super::windows::{from_environment, report};
use crate::second_checker::n_both_accept;

/// A window with duties at random for the blocks around it: most often a link of all, and an eye or two.
fn forged_window(
    rng: &mut Rng,
    board: &Board,
    owner: Color,
    free: &PointSet,
) -> Option<WindowLine> {
    let size = [2 + rng.index(7), usize::from(u8::MAX)][rng.index(2)].min(free.len());
    let points = random_area(rng, free, size);
    let beside = points.spread();
    let mut heads = board.first_stones(owner);
    heads.retain(|&head| board.stones(head).any(|stone| beside.contains(stone)));
    let ends: Vec<Vec<String>> = heads.iter().map(|head| vec![head.to_string()]).collect();
    let eyes = (rng.below(3) > 0 && !heads.is_empty()).then(|| EyeLine {
        walls: ends.concat(),
        double: rng.below(3) > 0,
    });
    Some(WindowLine {
        window: names(&points),
        links: if ends.len() > 1 && rng.below(4) > 0 {
            vec![LinkLine {
                order: points.first()?.index(),
                ends,
            }]
        } else {
            Vec::new()
        },
        eyes: eyes.into_iter().collect(),
        territory: if rng.below(3) == 0 {
            names(&points)
        } else {
            Vec::new()
        },
        ..WindowLine::default()
    })
}

/// Pairs at random in some points, most of them of points near each other; takes these points away.
fn random_pairs(rng: &mut Rng, free: &mut Vec<Point>) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for _ in 0..rng.index(free.len() / 2 + 1) {
        let one = free.swap_remove(rng.index(free.len()));
        let near = PointSet::from(one).spread().spread();
        let is_near = |point: &Point| near.contains(*point);
        let n_near = free.iter().filter(|point| is_near(point)).count();
        let others = free
            .iter()
            .position(is_near)
            .filter(|_| n_near > 0 && rng.below(6) > 0);
        let other = free.swap_remove(others.unwrap_or_else(|| rng.index(free.len())));
        pairs.push((one.to_string(), other.to_string()));
        rng.shuffle(free);
    }
    pairs
}

/// Pairs at random for each part of a window; no stone of the owner stands in it.
fn forge_pairs(rng: &mut Rng, board: &Board, (window, answers): &mut (WindowLine, AnswersLine)) {
    let names = |points: &[Point]| points.iter().map(|point| point.to_string()).collect();
    let mut rest: PointSet = window
        .window
        .iter()
        .map(|name| name.parse::<Point>().unwrap())
        .collect();
    let mut numbers = Vec::new();
    while let Some(at) = rest.first() {
        let mut area = PointSet::from(at);
        while area != area.spread() & rest {
            area = area.spread() & rest;
        }
        rest -= area;
        let mut free: Vec<Point> = area.iter().filter(|&p| board.color(p).is_none()).collect();
        let pairs = random_pairs(rng, &mut free);
        let count = [None, Some(0), Some(1), Some(2), Some(2)][rng.index(5)];
        let n_spots = count.unwrap_or(0).min(free.len()) * rng.index(4).min(1);
        let spots = free.split_off(free.len() - n_spots);
        free.truncate(rng.index(3));
        numbers.push(answers.paired.len().to_string());
        answers.paired.push(PairedLine {
            at: at.to_string(),
            pairs,
            count,
            spots: names(&spots),
            granted: names(&free),
        });
    }
    answers.answers = format!("={}", numbers.join(","));
}

/// Windows with duties and pairs at random, none of which needs an answer, beside what lives without them.
fn forged_with_pairs(rng: &mut Rng, board: &Board, owner: Color) -> Option<Lines> {
    let own: PointSet = board.points_of(owner).collect();
    let mut free = PointSet::board(board.size()) - own;
    let mut windows = Vec::new();
    for _ in 0..1 + rng.index(2) {
        let line = forged_window(rng, board, owner, &free)?;
        for name in &line.window {
            free.remove(name.parse::<Point>().unwrap());
        }
        let mut window = (line, AnswersLine::default());
        if rng.below(4) > 0 {
            forge_pairs(rng, board, &mut window);
        }
        windows.push(window);
    }
    let mut lines = claim_of_all(board, owner, windows);
    lines.header.apart = match rng.below(3) {
        0 => names(&(PointSet::board(board.size()) - own)),
        1 => lines
            .windows
            .iter()
            .flat_map(|(window, _)| window.window.clone())
            .collect(),
        _ => names(&free.iter().filter(|_| rng.below(2) == 0).collect()),
    };
    Some(lines)
}

/// Pairs at random in windows at random never show anything false, also beside eyes that stay apart from them.
#[test]
fn forged_pairs_are_true_or_refused() {
    let mut rng = Rng::new(93, from_environment("TEDOMARI_WINDOW_SEED").unwrap_or(0));
    let (mut n_weighed, mut n_linked, mut n_territory) = (0, 0, 0);
    let (mut n_eyes, mut texts) = ([0; 3], Vec::new());
    for round in 0..n_rounds(500_000) {
        let sizes = [(4, 3), (5, 2), (4, 4), (5, 3), (6, 2), (7, 2), (5, 4)];
        let (width, height) = sizes[round % sizes.len()];
        let owner = Color::BOTH[round % 2];
        let board = enclosed_board(&mut rng, width, height, owner);
        if !(1..=4).contains(&board.first_stones(owner).len()) {
            continue;
        }
        let Some(lines) = forged_with_pairs(&mut rng, &board, owner) else {
            continue;
        };
        let areas = lines
            .windows
            .iter()
            .flat_map(|(_, answers)| &answers.paired);
        let areas: Vec<&PairedLine> = areas.filter(|area| !area.pairs.is_empty()).collect();
        if areas.is_empty() || !lines.holds() {
            continue;
        }
        n_weighed += usize::from(assert_true(&lines, &board));
        n_linked += usize::from(
            lines
                .windows
                .iter()
                .any(|(window, _)| !window.links.is_empty()),
        );
        n_territory += usize::from(!lines.header.territory.is_empty());
        for area in areas {
            n_eyes[area.count.unwrap_or(0)] += 1;
        }
        texts.push(lines.text());
    }
    let counts = (texts.len(), n_weighed, n_linked, n_territory, n_eyes);
    report(&format!(
        "accepted, weighed, linked, territory, by eyes: {counts:?}"
    ));
    texts.truncate(400);
    let n_true = n_both_accept("forged_pairs_in_windows", &texts);
    assert!(n_true.is_none_or(|n| n == texts.len()), "{n_true:?}");
    assert!(
        n_weighed > 40 && n_linked > 5 && n_territory > 5,
        "{counts:?}"
    );
    assert!(n_eyes.iter().all(|&n| n > 3), "{counts:?}");
}
