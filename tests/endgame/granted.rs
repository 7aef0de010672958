//! What is granted never costs anything that is proved.

use tedomari::base::{Budget, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Point, Rules, Size};
use tedomari::endgame::{Endgame, ScoreRange};
use tedomari::engine::{Engine, EngineParams};

use super::random::{self, Eyes, Wanted};

fn ranges(endgame: &Endgame, engine: &mut Engine) -> [ScoreRange; 2] {
    let store = engine.endgame_store();
    Color::BOTH.map(|color| endgame.score(store, color).unwrap())
}

/// Boards that fall apart, with a few stones taken off: parts of them are open.
#[test]
fn an_assumption_never_widens_a_score_and_never_loses_a_point() {
    let mut rng = Rng::new(33, 13);
    let mut params = EngineParams::default();
    params.policy.scoring_playouts = 40;
    let mut engine = Engine::new(params);
    let wanted = Wanted {
        size: Size::square(8),
        regions: (1, 3),
        empty: 20,
        eyes: Eyes::Small,
    };
    let limits = Budget::unlimited();
    let (mut n_open, mut n_narrower) = (0, 0);
    for round in 0..24 {
        let whole = random::board(&mut rng, &wanted);
        let points: Vec<Point> = whole.size().points().collect();
        let holes: Vec<Point> = (0..2 + round % 5)
            .map(|_| points[rng.index(points.len())])
            .collect();
        let stones = points.iter().filter(|point| !holes.contains(point));
        let stones = stones.filter_map(|&point| Some((whole.color(point)?, point)));
        let board = Board::with_stones(whole.size(), stones.collect::<Vec<_>>()).unwrap();
        let rules = Rules::named(["japanese", "chinese"][round % 2]).unwrap();
        let game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let proved = engine.endgame(&game, &limits);
        let (n_proved, before) = (proved.n_proved(), ranges(&proved, &mut engine));
        let granted = engine.endgame_assumed_safe(&game, &limits).unwrap();
        assert!(granted.n_proved() >= n_proved, "{board}");
        let after = ranges(&granted, &mut engine);
        for (before, after) in before.iter().zip(&after) {
            assert!(before.low <= after.low, "{before} {after}\n{board}");
            assert!(after.high <= before.high, "{before} {after}\n{board}");
        }
        n_open += usize::from(!proved.is_exact());
        n_narrower += usize::from(before != after);
    }
    assert!(n_open > 6 && n_narrower > 1, "{n_open} {n_narrower}");
}
