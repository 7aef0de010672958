//! The checker's rules against those of the board, which it does not use.

use super::arena::{Arena, Claim, State, Stones};
use super::check_file;
use super::format::{Goal, Retakes};
use super::grid::Grid;
use super::score::field::{Field, Settled};
use super::score::format::Counting;
use super::set::Set;
use tedomari_base::Rng;
use tedomari_board::{Board, Color, Game, KoRule, Move, Point, Rules, Size};

const SIDE: u8 = 5;

fn grid() -> Grid {
    Grid::new(SIDE.into(), SIDE.into()).unwrap()
}

fn index(point: Point) -> usize {
    grid().at(point.x().into(), point.y().into()).unwrap()
}

fn set(points: impl Iterator<Item = Point>) -> Set {
    points.map(index).collect()
}

fn stones(board: &Board) -> Stones {
    Stones {
        grid: grid(),
        attackers: set(board.points_of(Color::White)),
        defenders: set(board.points_of(Color::Black)),
        given: Set::EMPTY,
        allows_suicide: board.allows_suicide(),
    }
}

/// Random games on a whole board: the same moves are legal, and lead to the same stones.
#[test]
fn the_rules_are_those_of_the_board() {
    let mut rng = Rng::new(81, 0);
    let size = Size::square(SIDE);
    let (mut n_captures, mut n_kos, mut n_suicides) = (0, 0, 0);
    for round in 0..100 {
        let rules = Rules {
            ko: KoRule::Simple,
            allows_suicide: round % 2 == 0,
            ..Rules::default()
        };
        let mut game = Game::new(size, rules);
        let first = Point::new(2, 2);
        game.play(Color::Black, Move::Play(first)).unwrap();
        let claim = Claim {
            goal: Goal::Kill,
            retakes: Retakes::Nobody,
            number: None,
            region: grid().all,
            outside: None,
        };
        let arena = Arena::new(&stones(game.board()), &[index(first)], &claim).unwrap();
        let mut state: State = arena.start(&stones(game.board()), true, None);
        for _ in 0..120 {
            let color = game.to_move();
            let legal = |point: &Point| arena.play(&state, index(*point)).is_some();
            let points: Vec<Point> = size.points().filter(legal).collect();
            for point in size.points() {
                let board = game.board();
                let has_friend = |near: Point| board.color(near) == Some(color);
                let is_lone_suicide = board.is_empty(point)
                    && board.is_suicide(color, point)
                    && !point.neighbors().into_iter().any(has_friend);
                let is_legal = board.is_empty(point)
                    && game.is_legal(color, Move::Play(point))
                    && !is_lone_suicide;
                assert_eq!(
                    is_legal,
                    points.contains(&point),
                    "{point}\n{}",
                    game.board()
                );
            }
            let n_before = state.attackers.len() + state.defenders.len();
            let Some(&point) = points.get(rng.index(points.len().max(1))) else {
                game.play(color, Move::Pass).unwrap();
                state = Arena::pass(&state);
                continue;
            };
            let played = game.play(color, Move::Play(point)).unwrap();
            n_suicides += usize::from(played.n_suicide > 0);
            state = arena.play(&state, index(point)).unwrap();
            let now = stones(game.board());
            assert_eq!(
                (state.attackers, state.defenders),
                (now.attackers, now.defenders)
            );
            n_captures += usize::from(state.attackers.len() + state.defenders.len() <= n_before);
            n_kos += usize::from(state.ban.is_some());
        }
    }
    assert!(
        n_captures > 100 && n_kos > 20 && n_suicides > 5,
        "{n_captures} {n_kos} {n_suicides}"
    );
}

#[test]
fn a_stone_whose_liberties_lie_outside_the_region_is_not_alive() {
    // White takes B1 on B2.
    let proof = |region: &str| {
        let header = "{\"version\":1,\"width\":2,\"height\":3,\"black\":[\"B1\"],\"white\":[\"A1\",\"A2\"],\
            \"to_move\":\"white\",\"blocks\":[\"B1\"],\"goal\":\"live\",\"verdict\":\"achieved\",\"claims\":1}";
        format!(
            "{header}\n{{\"goal\":\"live\",\"retakes\":\"refuter\",\"region\":[{region}],\"start\":0,\"nodes\":1}}\n\
            {{\"node\":0}}\n"
        )
    };
    for region in [r#""B1","A2","A3","B3""#, r#""B1""#] {
        let error = check_file(proof(region).as_bytes(), u64::MAX).unwrap_err();
        assert!(error.to_string().contains("liberty"), "{error}");
    }
}

#[test]
fn own_stones_in_play_have_liberties_in_the_region() {
    let grid = Grid::new(4, 1).unwrap();
    let points =
        |names: &[&str]| -> Set { names.iter().filter_map(|name| grid.point(name)).collect() };
    let field = |region: &[&str]| {
        let stones = (points(&["C1"]), Set::EMPTY);
        let settled = Settled {
            stones: Set::EMPTY,
            territory: Set::EMPTY,
        };
        Field::new(grid, stones, settled, points(region), Counting::Area, 0)
    };
    assert!(field(&["B1", "C1"]).is_some());
    assert!(field(&["A1", "C1"]).is_none());
}
