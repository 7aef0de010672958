//! Inputs against readings of their definitions without shortcuts.

use super::area::area;
use super::ladder::{LadderReader, Ladders};
use super::*;
use crate::base::Rng;
use crate::board::{Game, score};
use crate::intuition::History;
use crate::safety::unconditional_life;

/// A game of random legal moves.
fn random_game(rng: &mut Rng, size: Size, rules: Rules, n_moves: usize) -> Game {
    let mut game = Game::new(size, rules);
    for _ in 0..n_moves {
        let color = game.to_move();
        let empty = game.board().empty_points();
        let mv = if empty.is_empty() || rng.below(40) == 0 {
            Move::Pass
        } else {
            Move::Play(empty[rng.index(empty.len())])
        };
        let _ = game.play(color, mv);
    }
    game
}

fn random_size(rng: &mut Rng, from: u32, to: u32) -> Size {
    let mut side = || u8::try_from(from + rng.below(to + 1 - from)).unwrap();
    Size::new(side(), side()).unwrap()
}

/// A board of nothing but stones and the ko.
#[derive(Clone)]
struct Plain {
    size: Size,
    stones: Vec<(Point, Color)>,
    ko: Option<Point>,
}

impl Plain {
    fn new(board: &Board) -> Self {
        let points = board.size().points();
        Self {
            size: board.size(),
            stones: points.filter_map(|p| Some((p, board.color(p)?))).collect(),
            ko: board.ko().map(|(_, point)| point),
        }
    }

    fn color(&self, point: Point) -> Option<Color> {
        let stone = self.stones.iter().find(|(other, _)| *other == point);
        stone.map(|&(_, color)| color)
    }

    fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> {
        let size = self.size;
        point
            .neighbors()
            .into_iter()
            .filter(move |&near| size.contains(near))
    }

    /// The stones of a block and its liberties.
    fn block(&self, stone: Point) -> (Vec<Point>, Vec<Point>) {
        let color = self.color(stone);
        let (mut stones, mut liberties) = (vec![stone], Vec::new());
        let mut at = 0;
        while at < stones.len() {
            for near in self.neighbors(stones[at]) {
                if self.color(near).is_none() && !liberties.contains(&near) {
                    liberties.push(near);
                } else if self.color(near) == color && !stones.contains(&near) {
                    stones.push(near);
                }
            }
            at += 1;
        }
        (stones, liberties)
    }

    /// The board after a play without suicide.
    fn play(&self, color: Color, point: Point) -> Option<Self> {
        if self.color(point).is_some() || self.ko == Some(point) {
            return None;
        }
        let mut next = self.clone();
        next.stones.push((point, color));
        let mut captured = Vec::new();
        for near in self.neighbors(point) {
            if self.color(near) == Some(color.opponent()) && next.block(near).1.is_empty() {
                captured.extend(next.block(near).0);
            }
        }
        next.stones.retain(|(stone, _)| !captured.contains(stone));
        captured.dedup();
        let (own, liberties) = next.block(point);
        let is_ko = captured.len() == 1 && own.len() == 1 && liberties.len() == 1;
        next.ko = is_ko.then(|| captured[0]);
        (!liberties.is_empty()).then_some(next)
    }

    fn captures_beside(&self, stone: Point) -> Vec<Point> {
        let (stones, _) = self.block(stone);
        let near = stones.iter().flat_map(|&stone| self.neighbors(stone));
        let attackers = near.filter(|&near| {
            self.color(near)
                .is_some_and(|c| Some(c) != self.color(stone))
        });
        let in_atari = attackers
            .map(|near| self.block(near).1)
            .filter(|liberties| liberties.len() == 1);
        in_atari.map(|liberties| liberties[0]).collect()
    }

    fn is_caught(&self, stone: Point, defends: bool) -> bool {
        let color = self.color(stone).unwrap();
        let liberties = self.block(stone).1;
        let (mover, plays) = if defends {
            if liberties.len() > 1 || self.ko.is_some() {
                return false;
            }
            let mut plays = self.captures_beside(stone);
            plays.extend(liberties);
            (color, plays)
        } else {
            if liberties.len() != 2 {
                return liberties.len() < 2;
            }
            if self.is_between_kos(stone, &liberties) {
                return true;
            }
            (color.opponent(), liberties)
        };
        let mut boards = plays.iter().filter_map(|&point| self.play(mover, point));
        if defends {
            boards.all(|next| next.is_caught(stone, false))
        } else {
            boards.any(|next| next.is_caught(stone, true))
        }
    }

    fn is_between_kos(&self, stone: Point, liberties: &[Point]) -> bool {
        let color = self.color(stone).unwrap();
        let is_mouth = |&liberty: &Point| {
            let near: Vec<Point> = self.neighbors(liberty).collect();
            let capturable = near
                .iter()
                .filter(|&&p| self.color(p).is_some() && self.block(p).1.len() == 1);
            near.iter().all(|&p| self.color(p) == Some(color))
                && capturable.clone().count() == 1
                && capturable.clone().all(|&p| self.block(p).0.len() == 1)
                && self.with_stone(color, liberty).block(liberty).1.len() < 3
        };
        liberties.iter().all(is_mouth) && self.captures_beside(stone).is_empty()
    }

    fn with_stone(&self, color: Color, point: Point) -> Self {
        let mut next = self.clone();
        next.stones.push((point, color));
        next
    }

    fn ladders(&self) -> Ladders {
        let mut ladders = Ladders::default();
        let free = |plain: &Self| Self {
            ko: None,
            ..plain.clone()
        };
        for &(stone, color) in &self.stones {
            let liberties = self.block(stone).1;
            if liberties.len() == 1 && free(self).is_caught(stone, true) {
                ladders.caught.insert(stone);
            } else if liberties.len() == 2 {
                let starts = liberties.iter().filter(|&&liberty| {
                    let next = self.play(color.opponent(), liberty);
                    next.is_some_and(|next| free(&next).is_caught(stone, true))
                });
                for &start in starts {
                    ladders.caught.insert(stone);
                    ladders.starts[color].insert(start);
                }
            }
        }
        ladders
    }
}

#[test]
fn ladders_are_those_of_a_reading_without_shortcuts() {
    let mut rng = Rng::new(1, 0);
    let mut reader = LadderReader::new();
    let (mut n_caught, mut n_starts) = (0, 0);
    for _ in 0..400 {
        let size = random_size(&mut rng, 3, 7);
        let n_moves = rng.index(2 * size.n_points());
        let game = random_game(&mut rng, size, Rules::default(), n_moves);
        let found = reader.ladders(game.board());
        let expected = Plain::new(game.board()).ladders();
        assert_eq!(found, expected, "{}", game.board());
        assert_eq!(reader.ladders(game.board()), expected);
        n_caught += expected.caught.len();
        n_starts += expected.starts.0.iter().map(PointSet::len).sum::<usize>();
    }
    assert!(n_caught > 400 && n_starts > 100, "{n_caught} {n_starts}");
}

#[test]
fn a_ladder_runs_across_the_board_unless_a_stone_breaks_it() {
    let ladder = |breaker: Option<&str>| {
        let mut board = Board::new(Size::square(19));
        for (color, name) in [
            (Color::White, "D4"),
            (Color::Black, "C4"),
            (Color::Black, "D3"),
        ] {
            board.play(color, name.parse().unwrap()).unwrap();
        }
        board.play(Color::Black, "C5".parse().unwrap()).unwrap();
        if let Some(name) = breaker {
            board.play(Color::White, name.parse().unwrap()).unwrap();
        }
        LadderReader::new().ladders(&board)
    };
    let free = ladder(None);
    assert_eq!(free.caught, PointSet::from("D4".parse::<Point>().unwrap()));
    assert_eq!(
        free.starts[Color::White],
        PointSet::from("E4".parse::<Point>().unwrap())
    );
    assert!(!ladder(Some("Q16")).caught.contains("D4".parse().unwrap()));
}

/// The area by what only one color touches, and in unconditionally safe regions by their owner.
fn check_area(board: &Board, rules: &Rules) -> usize {
    let found = area(board, rules).unwrap();
    let counted = score::count(board, &PointSet::EMPTY);
    let alive = PerColor::from_fn(|color| unconditional_life(board, color).stones);
    let mut n_lost = 0;
    for point in board.size().points() {
        let by_touch = Color::BOTH.into_iter().find(|&color| {
            counted.stones[color].contains(point) || counted.surrounded[color].contains(point)
        });
        let safe = Color::BOTH.into_iter().find(|&color| {
            board.color(point) != Some(color) && is_safe(board, color, point, &alive[color])
        });
        let expected = safe.or(by_touch);
        n_lost += usize::from(safe.is_some_and(|color| by_touch == Some(color.opponent())));
        let owner = Color::BOTH
            .into_iter()
            .find(|&color| found[color].contains(point));
        assert_eq!(owner, expected, "{point}\n{board}");
    }
    assert!(!found[Color::Black].intersects(&found[Color::White]));
    n_lost
}

/// Whether a point without a stone of `color` lies in a region that only alive stones enclose, and in which at most one
/// point touches none of them, or which is empty.
fn is_safe(board: &Board, color: Color, point: Point, alive: &PointSet) -> bool {
    let is_open = |p: &Point| board.size().contains(*p) && board.color(*p) != Some(color);
    let mut region = vec![point];
    let mut at = 0;
    let (mut n_inner, mut is_empty, mut is_sealed) = (0, true, true);
    while at < region.len() {
        let here = region[at];
        at += 1;
        is_empty &= board.is_empty(here);
        let walls = here
            .neighbors()
            .into_iter()
            .filter(|&p| board.color(p) == Some(color));
        is_sealed &= walls.clone().all(|p| alive.contains(p));
        n_inner += usize::from(walls.count() == 0);
        for near in here.neighbors().into_iter().filter(is_open) {
            if !region.contains(&near) {
                region.push(near);
            }
        }
    }
    is_sealed && (is_empty || n_inner < 2) && !alive.is_empty()
}

#[test]
fn areas_are_those_of_the_definition() {
    let mut rng = Rng::new(2, 0);
    let mut n_lost = 0;
    for n in 0..600 {
        let rules = Rules {
            allows_suicide: n % 2 == 0,
            ..Rules::default()
        };
        let size = random_size(&mut rng, 3, 7);
        let game = random_game(&mut rng, size, rules, 4 * size.n_points());
        n_lost += check_area(game.board(), &rules);
    }
    assert!(n_lost > 20, "{n_lost}");
}

#[test]
fn a_seki_counts_no_territory_under_its_tax() {
    let rules = Rules {
        tax: Tax::Seki,
        ..Rules::default()
    };
    // Each side has an eye, and neither may fill the common liberty C4.
    let board: Board = ". X . O .\nX X O O O\nO O O . .\n. . . . ."
        .parse()
        .unwrap();
    let full = area(&board, &Rules::default()).unwrap();
    let taxed = area(&board, &rules).unwrap();
    assert!(full[Color::Black].contains("A4".parse().unwrap()));
    assert!(!taxed[Color::Black].contains("A4".parse().unwrap()));
    assert!(taxed[Color::Black].contains("B4".parse().unwrap()));
    assert!(!taxed[Color::White].contains("A1".parse().unwrap()));
    let territory = Rules::named("japanese").unwrap();
    assert_eq!(area(&board, &territory), None);
}

/// The game as a mirror shows it.
fn mirrored(game: &Game, symmetry: Symmetry) -> Game {
    let size = game.board().size();
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let side = |n: usize| u8::try_from(n).unwrap();
    let places = symmetry.places(size);
    let turn = |point| {
        let place = places.of(point);
        Point::new(side(place % width), side(height - 1 - place / width))
    };
    let mut other = Game::new(size, *game.rules());
    for &(color, mv) in game.moves() {
        other.play(color, Move::from(mv.point().map(turn))).unwrap();
    }
    other
}

#[test]
fn a_turned_question_is_the_question_of_the_turned_game() {
    let mut rng = Rng::new(3, 0);
    let mut builder = InputBuilder::new();
    let ask = |builder: &mut InputBuilder, game: &Game, symmetry| {
        let history = History::of_game(game);
        let position = NetworkPosition::of_game(game, &history, game.to_move());
        builder.question(&position, symmetry, false)
    };
    for name in ["chinese", "japanese", "tromp_taylor", "aga"] {
        let size = random_size(&mut rng, 4, 8);
        let game = random_game(&mut rng, size, Rules::named(name).unwrap(), size.n_points());
        for symmetry in Symmetry::all() {
            let turned = ask(&mut builder, &game, symmetry);
            let other = ask(&mut builder, &mirrored(&game, symmetry), Symmetry::IDENTITY);
            assert_eq!(turned, other, "{symmetry:?}\n{}", game.board());
        }
    }
}

/// The features of the whole position after some moves on 9x9, where a letter is the column of a play on row 5.
fn globals(rules: &str, moves: &[&str]) -> (Vec<f32>, usize) {
    let mut game = Game::new(Size::square(9), Rules::named(rules).unwrap());
    for name in moves {
        let mv = if *name == "pass" {
            Move::Pass
        } else {
            Move::Play(name.parse().unwrap())
        };
        game.play(game.to_move(), mv).unwrap();
    }
    let history = History::of_game(&game);
    let position = NetworkPosition::of_game(&game, &history, game.to_move());
    let question = InputBuilder::new().question(&position, Symmetry::IDENTITY, false);
    let shown = question.points.chunks(N_POINT_FEATURES);
    let n_shown = shown.map(|point| {
        point[plane::RECENT..plane::CAUGHT]
            .iter()
            .filter(|&&x| x > 0.5)
            .count()
    });
    (question.globals, n_shown.sum())
}

#[test]
fn passes_are_shown_and_end_the_game_where_the_rules_say_so() {
    let check = |rules: &str, moves: &[&str], passes: [u8; 5], n_shown, ends: bool| {
        let (globals, n_plays) = globals(rules, moves);
        let found: Vec<bool> = globals[..5].iter().map(|&x| x > 0.5).collect();
        let expected: Vec<bool> = passes.iter().map(|&x| x > 0).collect();
        let found_end = globals[whole::PASS_ENDS_GAME] > 0.5;
        assert_eq!(
            (found, n_plays, found_end),
            (expected, n_shown, ends),
            "{rules} {moves:?}"
        );
    };
    let plays = ["C5", "D5", "E5"];
    check("tromp_taylor", &plays, [0; 5], 3, false);
    check(
        "tromp_taylor",
        &["C5", "D5", "pass"],
        [1, 0, 0, 0, 0],
        2,
        true,
    );
    check("japanese", &["C5", "D5", "pass"], [1, 0, 0, 0, 0], 2, true);
    // Under rules by which players clear up after the passes, the end is hidden, and with it the moves.
    check("chinese", &["C5", "D5", "pass"], [0; 5], 0, false);
    // The game went on after its end: earlier moves are left out of the inputs.
    check(
        "tromp_taylor",
        &["C5", "pass", "pass", "E5"],
        [0, 1, 0, 0, 0],
        1,
        false,
    );
    // The same player passes in the same position again.
    check(
        "japanese",
        &["pass", "C5", "pass"],
        [1, 0, 1, 0, 0],
        1,
        true,
    );
}

#[test]
fn komi_is_that_of_the_player_to_move_with_what_was_played() {
    let close =
        |found: f32, expected: f32| assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    let (black, _) = globals("chinese", &[]);
    close(black[whole::KOMI], -7.5 / 20.0);
    close(black[whole::PARITY], -0.5);
    let (white, _) = globals("tromp_taylor", &["C5"]);
    close(white[whole::KOMI], 7.5 / 20.0);
    close(white[whole::PARITY], 0.5);
    close(white[whole::KIND_OF_SUPERKO], 0.5);
    // Stones that Black plays while White passes are handicap stones.
    let (white, _) = globals("chinese", &["C5", "pass", "D5"]);
    close(white[whole::KOMI], 9.5 / 20.0);
    // Under territory scoring a play costs its player a point of what counts beside the area.
    let (white, _) = globals("japanese", &["C5"]);
    close(white[whole::KOMI], 7.5 / 20.0);
    close(white[whole::PARITY], 0.0);
}

#[test]
fn the_wave_of_parity_rises_around_ties() {
    let check = |size: Size, waves: [f32; 8]| {
        for (quarter, expected) in (0..8u8).zip(waves) {
            let found = parity(size, f32::from(quarter) / 4.0);
            assert!((found - expected).abs() < 1e-6, "{size} {quarter} {found}");
        }
    };
    check(
        Size::square(8),
        [0.0, 0.25, 0.5, 0.25, 0.0, -0.25, -0.5, -0.25],
    );
    check(
        Size::square(9),
        [0.0, -0.25, -0.5, -0.25, 0.0, 0.25, 0.5, 0.25],
    );
}
