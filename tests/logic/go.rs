//! The rules of Go as formulas, compared with the board; and the logic as an oracle for the reader.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Game, Move, PointSet, Rules, Size};
use tedomari::engine::go_model::{GoModel, Memory, ModelLimits};
use tedomari::engine::go_question::go_theory;
use tedomari::logic::check::{check, check_all};
use tedomari::logic::formula::Formula;
use tedomari::logic::model::GameModel;
use tedomari::logic::truth::Truth;
use tedomari::region::Area;

fn whole(width: u8, height: u8, memory: Memory) -> GoModel {
    let board = Board::new(Size::new(width, height).unwrap());
    GoModel::explore(
        &board,
        Color::Black,
        0,
        memory,
        ModelLimits::of_states(usize::MAX),
        &mut Budget::unlimited(),
    )
    .unwrap()
}

/// Every rule, corrected if needed, holds in every state. The literal forms of the corrected rules do not.
#[test]
fn the_rules_hold_on_whole_boards() {
    for (width, height, n_states) in [(2, 2, 632), (3, 2, 9452)] {
        let model = whole(width, height, Memory::Moves);
        assert_eq!(model.n_states(), n_states);
        let theory = go_theory().unwrap();
        let meant = theory.rules.iter().map(|rule| rule.meant());
        let literal = theory.rules.iter().map(|rule| &rule.literal);
        let formulas: Vec<&Formula> = meant.chain(literal).collect();
        let labels = check_all(&model, theory, formulas, &mut Budget::unlimited()).unwrap();
        let (meant, literal) = labels.split_at(theory.rules.len());
        for ((rule, meant), literal) in theory.rules.iter().zip(meant).zip(literal) {
            let holds = |labels: &[Truth]| labels.iter().all(|&truth| truth == Truth::True);
            assert!(holds(meant), "{width}x{height} {}", rule.name);
            // On 2x2 no empty region is larger than an eye if a player is ahead at the end.
            if rule.name != "6.3.21" || width > 2 {
                assert_eq!(
                    holds(literal),
                    rule.corrected.is_none(),
                    "{} by the letter",
                    rule.name
                );
            }
        }
    }
}

/// For each corrected rule a position in which the literal rule is wrong.
#[test]
fn where_the_letter_is_wrong() {
    let model = whole(3, 2, Memory::Moves);
    let theory = go_theory().unwrap();
    for (name, diagram) in [
        // By the literal rule a single stone is not a block.
        ("2.1", "...\nX.."),
        // After two passes nothing follows.
        ("6.3.2", "...\n..."),
        // By the literal rule impossible moves lead to a state.
        ("6.3.6", "...\nX.."),
        ("6.3.7", "...\nX.."),
        ("6.3.8", "...\nX.."),
        // A stone in atari is captured, and its points are empty then.
        ("6.3.12", "O..\nX.."),
        ("6.3.16", "O..\nX.."),
        // The first move repeats a position in some color, and a pass has no empty point.
        ("6.3.19", "...\n..."),
        // By the literal rule White's two empty points are not eyes.
        ("6.3.21", ".O.\nXOX"),
        // By the literal rule a game that has just begun is a draw.
        ("6.3.22", "...\nX.."),
    ] {
        let rule = theory.rules.iter().find(|rule| rule.name == name).unwrap();
        assert!(rule.corrected.is_some(), "{name}");
        let labels = check(&model, theory, &rule.literal, &mut Budget::unlimited()).unwrap();
        let board: Board = diagram.parse().unwrap();
        let is_shown = labels.iter().enumerate().any(|(state, &truth)| {
            truth == Truth::False && model.board(state).hash() == board.hash()
        });
        assert!(is_shown, "{name}");
    }
}

/// The literal rule 6.3.3 compares a row with a column. On the board, adjacent points are one step in one direction
/// apart.
#[test]
fn adjacency_is_one_step() {
    let model = whole(3, 2, Memory::Needed);
    let theory = go_theory().unwrap();
    let size = Size::new(3, 2).unwrap();
    let mut n_wrong = 0;
    for p in size.points() {
        for q in size.points() {
            let formula: Formula = format!("Adj({p}, {q})").parse().unwrap();
            let adjacent = check(&model, theory, &formula, &mut Budget::unlimited()).unwrap()[0];
            let steps = p.x().abs_diff(q.x()) + p.y().abs_diff(q.y());
            assert_eq!(adjacent, Truth::from(steps == 1), "{p} {q}");
            let letter = (p.x().abs_diff(p.y()) == 1) != (q.x().abs_diff(q.y()) == 1);
            n_wrong += usize::from(letter != (steps == 1));
        }
    }
    assert!(n_wrong > 0);
}

/// On 3x3 along random games. Beyond a game the truth is unknown, but no rule may be false.
#[test]
fn no_rule_is_broken_in_random_games() {
    let theory = go_theory().unwrap();
    let size = Size::square(3);
    for seed in 0..12 {
        let mut rng = Rng::new(seed, 0);
        let mut game = Game::new(size, Rules::default());
        let mut moves = Vec::new();
        while !game.is_over() && moves.len() < 14 {
            let color = game.to_move();
            let empty = game.board().empty_points();
            let mv = match rng.index(empty.len() + 1) {
                at if at < empty.len() => Move::Play(empty[at]),
                _ => Move::Pass,
            };
            if game.play(color, mv).is_ok() {
                moves.push(mv);
            }
        }
        let model = GoModel::along(size, &moves).unwrap();
        let meant = theory.rules.iter().map(|rule| rule.meant());
        let labels = check_all(&model, theory, meant, &mut Budget::unlimited()).unwrap();
        for (rule, labels) in theory.rules.iter().zip(labels) {
            assert!(!labels.contains(&Truth::False), "{} {moves:?}", rule.name);
        }
    }
}

/// Goals of section 2.5 that follow from each other, in every state of 3x2.
#[test]
fn goals_are_dual_and_nested() {
    let model = whole(3, 2, Memory::Needed);
    let theory = go_theory().unwrap();
    for text in [
        // Theorem 5.9.7 for the goals: to connect is not to be severed.
        "forall p: point. forall q: point. Connect(p, q, black) <-> !Sever(p, q, white)",
        // If a player saves a block, the opponent does not capture it.
        "forall p: point. Save(p, black) -> !Capture(p, white)",
        "forall p: point. Save(p, black) -> est[black](exists q: point. Eye(p, q, black))",
        "forall p: point. forall q: point. Near(p, q) -> !Empty(p) & !Empty(q)",
        "forall p: point. forall q: point. FriendlyNbrs(p, q) | EnemyNbrs(p, q) -> Near(p, q)",
        "forall p: point. forall q: point. Friends(p, q) & Adj(p, q) <-> FriendlyNbrs(p, q)",
    ] {
        let formula: Formula = text.parse().unwrap();
        let labels = check(&model, theory, &formula, &mut Budget::unlimited()).unwrap();
        assert!(labels.iter().all(|&truth| truth == Truth::True), "{text}");
    }
}

/// On 3x3 the reader proves a capture exactly if a capture can be established by the logic. It proves survival only if
/// the block can be kept irrefutably.
#[test]
fn the_reader_agrees_with_the_logic() {
    const N_TRIED: usize = 40;
    let model = whole(3, 3, Memory::Needed);
    let theory = go_theory().unwrap();
    let mut rng = Rng::new(5, 0);
    for point in ["A1", "B1", "B2"] {
        let texts = [
            format!("est[white](!Occ({point}, black))"),
            format!("irr[black](Occ({point}, black))"),
        ];
        let formulas: Vec<Formula> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let labels = check_all(&model, theory, &formulas, &mut Budget::unlimited()).unwrap();
        let target = point.parse().unwrap();
        let (mut n_captured, mut n_survives, mut n_tried) = (0, 0, 0);
        while n_tried < N_TRIED {
            let state = rng.index(model.n_states());
            let board = model.board(state);
            if board.color(target) != Some(Color::Black)
                || board.empty_points().len() > 5
                || model.n_passes(state) > 0
            {
                continue;
            }
            n_tried += 1;
            let to_move = Color::BOTH[model.to_play(state)];
            let area = Area::new(&board, target, &PointSet::EMPTY, 9).unwrap();
            let captured = area.is_captured(&board, to_move, &mut Budget::nodes(2_000_000));
            let survives = area.survives(&board, to_move, &mut Budget::nodes(2_000_000));
            let [can_capture, can_keep] = [0, 1].map(|at| labels[at][state] == Truth::True);
            assert_eq!(captured, can_capture, "{point} {to_move} to move\n{board}");
            assert!(!survives || can_keep, "{point} {to_move} to move\n{board}");
            n_captured += usize::from(captured);
            n_survives += usize::from(survives);
        }
        assert!(
            n_captured > 0 && n_survives > 0,
            "{n_captured} {n_survives}"
        );
    }
}

/// The thesis saves a point, not the stones on it. Here White captures them, but the six points that White then has
/// are one eye, and Black captures everything.
#[test]
fn a_point_may_be_saved_though_its_stones_are_lost() {
    let board: Board = "OOO\nOXO\nOX.".parse().unwrap();
    let model = GoModel::explore(
        &board,
        Color::White,
        0,
        Memory::Needed,
        ModelLimits::of_states(usize::MAX),
        &mut Budget::unlimited(),
    )
    .unwrap();
    let theory = go_theory().unwrap();
    for text in ["est[white](Empty(B1))", "Save(B1, black)"] {
        let formula: Formula = text.parse().unwrap();
        let labels = check(&model, theory, &formula, &mut Budget::unlimited()).unwrap();
        assert_eq!(labels[0], Truth::True, "{text}");
    }
}
