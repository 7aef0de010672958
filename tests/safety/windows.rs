//! Safety by windows: on small boards every play of the opponent is tried, anywhere and any number of times, while the
//! owner only gives the answers of the windows; on large ones random attacks are played. The statements themselves are
//! compared with a search of all defenses.

use std::collections::HashSet;

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Cell, Color, Point, PointSet, Size};
use tedomari::region::{
    WindowFollower, WindowMemory, WindowSafety, WindowStates, WindowStrategy, safety_by_search,
    safety_by_windows,
};
use tedomari::safety::unconditional_life;

use super::{oracle, search};

/// Nodes of a question about a window.
const NODES: u64 = 3_000;

/// An attack on the stones and the territory of a color.
struct Attack<'a> {
    owner: Color,
    safety: &'a WindowSafety<'a>,
    follower: WindowFollower<'a>,
    seen: HashSet<(u64, WindowStates)>,
    limit: usize,
}

impl Attack<'_> {
    /// Plays an attacking play and its answer; false if the play is illegal.
    fn play(&self, board: &mut Board, states: &mut WindowStates, play: Point) -> bool {
        board.set_ko(None);
        let before = board.clone();
        if board.play(self.owner.opponent(), play).is_err() {
            return false;
        }
        self.check(&before, board, play);
        let answer = self.follower.answer(states, play);
        let answer = answer.unwrap_or_else(|| panic!("no answer to {play}\n{before}"));
        if let Some(answer) = answer {
            let is_legal = board.play(self.owner, answer);
            assert!(
                is_legal.is_ok(),
                "{answer} after {play}: {is_legal:?}\n{before}"
            );
        }
        board.forget_history();
        true
    }

    fn check(&self, before: &Board, board: &Board, play: Point) {
        let is_there = |stone: Point| board.color(stone) == Some(self.owner);
        assert!(
            self.safety.stones.iter().all(is_there),
            "{play} captures\n{before}"
        );
        let invader = unconditional_life(board, self.owner.opponent()).stones;
        assert!(
            !invader.intersects(&self.safety.territory),
            "{play} lives\n{before}"
        );
    }

    /// Tries every line; false if there are more than `limit` positions.
    fn try_all(&mut self, board: &Board, states: &WindowStates) -> bool {
        let mut open = vec![(board.clone(), states.clone())];
        while let Some((board, states)) = open.pop() {
            for &point in board.empty_points() {
                let (mut after, mut next) = (board.clone(), states.clone());
                if !self.play(&mut after, &mut next, point) {
                    continue;
                }
                if self.seen.insert((after.hash(), next.clone())) {
                    if self.seen.len() > self.limit {
                        return false;
                    }
                    open.push((after, next));
                }
            }
        }
        true
    }

    /// Plays random attacks, many of them near the last play.
    fn try_some(&self, board: &Board, start: &WindowStates, rng: &mut Rng, n_attacks: u32) {
        for _ in 0..n_attacks {
            let (mut board, mut states) = (board.clone(), start.clone());
            let mut last: Option<Point> = None;
            for _ in 0..80 {
                let empty = board.empty_points();
                if empty.is_empty() {
                    break;
                }
                let mut point = pick(rng, empty);
                if let (Some(last), true) = (last, rng.below(2) == 0) {
                    let near = last.around().into_iter();
                    let near: Vec<Point> = near
                        .filter(|&point| board.size().contains(point) && board.is_empty(point))
                        .collect();
                    if !near.is_empty() {
                        point = pick(rng, &near);
                    }
                }
                if self.play(&mut board, &mut states, point) {
                    last = Some(point);
                }
            }
        }
    }
}

fn pick(rng: &mut Rng, points: &[Point]) -> Point {
    points[rng.below(u32::try_from(points.len()).unwrap()) as usize]
}

/// What is safe by windows is attacked on a small board; how many points were checked, in stones and territory.
fn attack(board: &Board, owner: Color, memory: &mut WindowMemory, limit: usize) -> (usize, usize) {
    let mut board = board.clone();
    board.forget_history();
    board.set_ko(None);
    let mut budget = Budget::nodes(1_000_000);
    let safety = WindowSafety::new(&board, owner, NODES, memory, &mut budget);
    if safety.stones.is_empty() {
        return (0, 0);
    }
    let strategy = WindowStrategy::new(&safety);
    let follower = strategy.follower().unwrap();
    let mut attack = Attack {
        owner,
        safety: &safety,
        follower,
        seen: HashSet::new(),
        limit,
    };
    if attack.try_all(&board, &strategy.start()) {
        (safety.stones.len(), safety.territory.len())
    } else {
        (0, 0)
    }
}

/// A position of a random game in which few eyes are filled.
fn random_game(rng: &mut Rng, width: u8, height: u8, n_plays: usize) -> Board {
    let size = Size::new(width, height).unwrap();
    let mut board = Board::new(size);
    for turn in 0..n_plays {
        let color = Color::BOTH[turn % 2];
        let fills_eye = |point: &Point| {
            point.neighbors().into_iter().all(|neighbor| {
                matches!(board.cell(neighbor), Cell::Wall) || board.color(neighbor) == Some(color)
            })
        };
        let plays: Vec<Point> = size
            .points()
            .filter(|point| board.is_legal(color, *point) && !fills_eye(point))
            .collect();
        if plays.is_empty() {
            board.pass();
        } else {
            let play = pick(rng, &plays);
            board.play(color, play).unwrap();
        }
    }
    board
}

/// A number from the environment.
pub(super) fn from_environment(name: &str) -> Option<usize> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap())
}

/// Prints what a campaign with other boards has counted.
#[expect(clippy::print_stderr, reason = "a long run prints its counts")]
pub(super) fn report(counts: &str) {
    if from_environment("TEDOMARI_WINDOW_SEED").is_some() {
        eprintln!("{counts}");
    }
}

/// How many boards of each size are tried; `usual` if the environment sets no number.
fn n_rounds(usual: usize) -> usize {
    from_environment("TEDOMARI_WINDOW_BOARDS").unwrap_or(usual)
}

/// Random numbers for a test; `TEDOMARI_WINDOW_SEED` gives other boards.
fn random(test: u64) -> Rng {
    Rng::new(test, from_environment("TEDOMARI_WINDOW_SEED").unwrap_or(0))
}

#[test]
fn every_attack_on_small_boards_fails() {
    let n_rounds = n_rounds(60);
    let mut rng = random(53);
    let mut memory = WindowMemory::default();
    let (mut n_stones, mut n_territory, mut n_boards, mut n_with_suicide) = (0, 0, 0, 0);
    for (width, height) in [
        (4, 3),
        (5, 3),
        (4, 4),
        (7, 2),
        (5, 4),
        (6, 3),
        (8, 2),
        (5, 5),
    ] {
        for round in 0..n_rounds {
            let owner = Color::BOTH[round % 2];
            let board = if round % 3 == 0 {
                let n_plays = 10 + rng.below(30) as usize;
                random_game(&mut rng, width, height, n_plays)
            } else {
                oracle::enclosed_board(&mut rng, width, height, owner)
            };
            let board = board.with_suicide(round % 4 == 1);
            let (stones, territory) = attack(&board, owner, &mut memory, 6_000);
            n_stones += stones;
            n_territory += territory;
            n_boards += usize::from(stones > 0);
            n_with_suicide += usize::from(stones > 0 && board.allows_suicide());
        }
    }
    report(&format!(
        "attacks: {n_boards} boards, {n_with_suicide} with suicide, {n_stones} stones, {n_territory} of territory"
    ));
    assert!(n_with_suicide > n_rounds / 5, "{n_with_suicide}");
    assert!(n_boards > n_rounds, "{n_boards} boards, {n_stones} stones");
    assert!(n_territory > n_rounds, "{n_territory}");
}

#[test]
fn a_free_owner_keeps_what_windows_call_safe() {
    let n_rounds = n_rounds(120) / 2;
    let mut rng = random(54);
    let mut n_more = 0;
    for (width, height) in [(4, 3), (4, 4), (5, 3), (7, 2), (5, 4), (6, 3)] {
        for round in 0..n_rounds {
            let owner = Color::BOTH[round % 2];
            let board =
                oracle::enclosed_board(&mut rng, width, height, owner).with_suicide(round % 5 == 0);
            let (mut regions, mut windows) = (Budget::nodes(50_000), Budget::nodes(200_000));
            let map = safety_by_windows(&board, NODES, &mut regions, &mut windows);
            let known = safety_by_search(&board, &mut Budget::nodes(50_000));
            assert!(known.stones[owner].is_subset(&map.stones[owner]), "{board}");
            assert!(
                known.territory[owner].is_subset(&map.territory[owner]),
                "{board}"
            );
            let claim = (map.stones[owner], map.territory[owner]);
            if map.safe(owner) == known.safe(owner) {
                continue;
            }
            if let Some(is_kept) = search::is_kept(&board, owner, claim, 3_000) {
                assert!(is_kept, "{owner}\n{board}\n{claim:?}");
                n_more += 1;
            }
        }
    }
    report(&format!("defenses: {n_more} boards"));
    assert!(n_more > n_rounds / 10, "{n_more}");
}

#[test]
fn more_nodes_never_show_less() {
    let mut rng = random(57);
    let mut n_more = 0;
    for round in 0..24 {
        let (side, n_plays) = [(5, 22), (7, 45), (9, 70)][round % 3];
        let n_plays = n_plays + rng.below(12) as usize;
        let board = random_game(&mut rng, side, side, n_plays);
        let points = |nodes| {
            let (mut regions, mut windows) = (Budget::nodes(20_000), Budget::nodes(4_000_000));
            let map = safety_by_windows(&board, nodes, &mut regions, &mut windows);
            Color::BOTH.map(|color| map.safe(color).len())
        };
        let mut known = points(300);
        for nodes in [700, 1_300, 5_000] {
            let next = points(nodes);
            assert!(
                next[0] >= known[0] && next[1] >= known[1],
                "{nodes}: {next:?} after {known:?}\n{board}"
            );
            n_more += usize::from(next != known);
            known = next;
        }
    }
    report(&format!("more nodes: {n_more} boards with more"));
}

#[test]
fn random_attacks_on_large_boards_fail() {
    let n_rounds = n_rounds(60) / 10;
    let mut rng = random(55);
    let mut memory = WindowMemory::default();
    let mut n_stones = 0;
    for side in [7u8, 9, 13] {
        for round in 0..n_rounds {
            let n_points = usize::from(side) * usize::from(side);
            let n_plays = n_points * (2 + round % 3) / 3;
            let mut board = random_game(&mut rng, side, side, n_plays).with_suicide(round % 3 == 1);
            board.forget_history();
            board.set_ko(None);
            for owner in Color::BOTH {
                let (stones, _) = attack_at_random(&board, owner, &mut memory, &mut rng, 30);
                n_stones += stones.len();
            }
        }
    }
    report(&format!("random attacks: {n_stones} stones"));
    assert!(n_stones > 20 * n_rounds, "{n_stones}");
}

/// Attacks what windows keep so many times at random, and returns it: stones and territory.
fn attack_at_random(
    board: &Board,
    owner: Color,
    memory: &mut WindowMemory,
    rng: &mut Rng,
    n_attacks: u32,
) -> (PointSet, PointSet) {
    let mut budget = Budget::nodes(1_000_000);
    let safety = WindowSafety::new(board, owner, NODES, memory, &mut budget);
    let strategy = WindowStrategy::new(&safety);
    let attack = Attack {
        owner,
        safety: &safety,
        follower: strategy.follower().unwrap(),
        seen: HashSet::new(),
        limit: 0,
    };
    attack.try_some(board, &strategy.start(), rng, n_attacks);
    (safety.stones, safety.territory)
}

/// A rectangle of empty points and a few stones of the other color, with a wall of the owner around it, at the border
/// of the board or not; outside, stones of the other color.
fn territory_board(rng: &mut Rng, owner: Color) -> Board {
    let size = Size::new(10, 10).unwrap();
    let (width, height) = (3 + rng.below(5), 2 + rng.below(4));
    let (left, bottom) = (rng.below(10 - width), rng.below(3));
    let is_in = |point: Point, margin: u32| {
        let (x, y) = (u32::from(point.x()), u32::from(point.y()));
        (x + margin >= left && x < left + width + margin)
            && (y + margin >= bottom && y < bottom + height + margin)
    };
    let mut stones = Vec::new();
    for point in size.points() {
        if is_in(point, 0) {
            if rng.below(12) == 0 {
                stones.push((owner.opponent(), point));
            }
        } else if is_in(point, 1) {
            if rng.below(20) != 0 {
                stones.push((owner, point));
            }
        } else if rng.below(4) == 0 {
            stones.push((owner.opponent(), point));
        }
    }
    Board::with_stones(size, stones).unwrap_or_else(|_| Board::new(size))
}

#[test]
fn random_attacks_on_large_territories_fail() {
    let n_rounds = std::env::var("TEDOMARI_WINDOW_BOARDS")
        .map_or(40, |text| text.parse::<usize>().unwrap() / 2);
    let mut rng = Rng::new(56, 0);
    let mut memory = WindowMemory::default();
    let mut n_points = 0;
    for round in 0..n_rounds {
        let owner = Color::BOTH[round % 2];
        let board = territory_board(&mut rng, owner);
        let (_, territory) = attack_at_random(&board, owner, &mut memory, &mut rng, 100);
        n_points += territory.len();
    }
    assert!(n_points > 2 * n_rounds, "{n_points}");
}

/// Two boards on which nothing is shown if each region has to give two eyes to all walls around it.
#[test]
fn regions_that_link_to_life_are_used() {
    for (diagram, n_stones, n_territory) in [
        (
            "O . O O O O X
             O X . . X X X
             O X . X X . X
             O O . O O X X
             . . O X . O .
             . O X O O X X
             O . X X O O .",
            19,
            9,
        ),
        (
            "X X O . X . O
             O X O X O O O
             O X O O X O O
             . X O X . O X
             X O O X X X .
             X X O O X X X
             X . . O . . .",
            17,
            4,
        ),
    ] {
        let board: Board = diagram.parse().unwrap();
        let mut memory = WindowMemory::default();
        let mut budget = Budget::nodes(1_000_000);
        let safety = WindowSafety::new(&board, Color::White, 5_000, &mut memory, &mut budget);
        assert_eq!(safety.stones.len(), n_stones, "{board}");
        assert_eq!(safety.territory.len(), n_territory, "{board}");
    }
}

/// A board on which pairs take a point that windows need for other blocks: beside a part of the pairs, windows show one
/// point more.
#[test]
fn windows_stand_beside_a_part_of_the_pairs() {
    let board: Board = "
        X X O X X X O .
        X X . X X . . X
        O X X . X X X O
        O X O . O X O O
        . X X X . X O .
        X . X O O O O .
        . X X . O . O O
        O X . X O . X ."
        .parse()
        .unwrap();
    let (mut regions, mut windows) = (Budget::nodes(100_000), Budget::nodes(500_000));
    let map = safety_by_windows(&board, 1_200, &mut regions, &mut windows);
    let n_points: usize = Color::BOTH.iter().map(|&color| map.safe(color).len()).sum();
    assert_eq!(n_points, 54, "{board}");
}
