//! Matches against the oracle that tries every place.

use std::collections::BTreeSet;

use super::random;
use crate::rules::naive;
use crate::rules::{Assertion, GoalKind, RuleBase, dominant};
use tedomari_base::Rng;
use tedomari_board::{Board, Color, Point, PointSet, Size};

/// Assertions in an order that does not depend on how they were found.
fn sorted(found: &[Assertion]) -> Vec<String> {
    let mut texts: Vec<String> = found
        .iter()
        .map(|assertion| format!("{assertion:?}"))
        .collect();
    texts.sort_unstable();
    texts
}

/// Fails, and shows the difference, if two lists of assertions are not the same.
#[track_caller]
fn assert_same(found: &[Assertion], wanted: &[Assertion], place: &str) {
    let (found, wanted) = (sorted(found), sorted(wanted));
    let surplus = |of: &[String], over: &[String]| -> Vec<String> {
        let count = |list: &[String], text: &String| list.iter().filter(|&it| it == text).count();
        let more = of.iter().filter(|text| count(of, text) > count(over, text));
        more.cloned().collect()
    };
    let (missing, wrong) = (surplus(&wanted, &found), surplus(&found, &wanted));
    assert!(
        found == wanted,
        "{place}\nmissing {missing:#?}\nwrong {wrong:#?}"
    );
}

fn random_base(rng: &mut Rng, n_rules: usize) -> RuleBase {
    let text: String = (0..n_rules)
        .map(|number| random::rule(rng, number))
        .collect();
    RuleBase::read(&[("random.rules", &text)]).unwrap()
}

fn random_board(rng: &mut Rng) -> Board {
    let (width, height) = (2 + rng.below(8), 2 + rng.below(8));
    let size = Size::new(u8::try_from(width).unwrap(), u8::try_from(height).unwrap());
    random::board(rng, size.unwrap())
}

/// Calls `check` with random bases of rules, boards and players, and with all matches that the oracle finds. It returns
/// how many matches it compared, of which there have to be many.
fn for_each_position(
    seed: u64,
    mut check: impl FnMut(&mut Rng, &RuleBase, &Board, Color, &[Assertion]) -> usize,
) {
    let mut rng = Rng::new(seed, 0);
    let mut n_found = 0;
    for _ in 0..30 {
        let base = random_base(&mut rng, 30);
        let board = random_board(&mut rng);
        for player in Color::BOTH {
            let all = naive::matches(base.compiled(), &board, player);
            n_found += check(&mut rng, &base, &board, player, &all);
        }
    }
    assert!(n_found > 1_000, "{n_found}");
}

#[test]
fn matches_near_points_are_those_of_the_oracle() {
    for_each_position(5, |rng, base, board, player, all| {
        let points: Vec<Point> = board.size().points().collect();
        let mut n_found = 0;
        for n_points in [1, 1, 3, 20] {
            let around: PointSet = (0..n_points)
                .map(|_| points[rng.index(points.len())])
                .collect();
            let mut found = Vec::new();
            base.matches_near(board, &around, player, &mut found);
            let mut wanted = all.to_vec();
            wanted.retain(|assertion| assertion.reads.intersects(&around));
            assert_same(&found, &wanted, &format!("{board}\n{around:?}"));
            n_found += found.len();
        }
        n_found
    });
}

#[test]
fn matches_at_a_block_are_those_of_the_oracle() {
    for_each_position(6, |_, base, board, player, all| {
        let mut n_found = 0;
        for object in board.size().points() {
            let mut found = Vec::new();
            base.matches_at(board, object, player, &mut found);
            let wanted: Vec<Assertion> = all
                .iter()
                .filter_map(|assertion| about(board, assertion, object))
                .collect();
            assert_same(&found, &wanted, &format!("{board}\n{object}"));
            n_found += found.len();
        }
        n_found
    });
}

/// The assertion with the block on `object` first, if its goal is about that block.
fn about(board: &Board, assertion: &Assertion, object: Point) -> Option<Assertion> {
    let mut assertion = assertion.clone();
    let block: PointSet = board
        .color(object)
        .map(|_| board.stones(object).collect())?;
    let is_here = |stone: Option<Point>| stone.is_some_and(|stone| block.contains(stone));
    let has_two = matches!(assertion.goal, GoalKind::Connect | GoalKind::Sever);
    if has_two && is_here(assertion.objects[1]) {
        assertion.objects.swap(0, 1);
    }
    is_here(assertion.objects[0]).then_some(assertion)
}

#[test]
fn an_assertion_stays_while_what_it_reads_stays() {
    let mut rng = Rng::new(7, 0);
    let mut n_kept = 0;
    for _ in 0..40 {
        let base = random_base(&mut rng, 20);
        let mut board = random_board(&mut rng);
        let player = Color::BOTH[rng.index(2)];
        let before = naive::matches(base.compiled(), &board, player);
        let old = board.clone();
        let empty = board.empty_points().to_vec();
        let Some(&point) = empty.get(rng.index(empty.len().max(1))) else {
            continue;
        };
        if board.play(Color::BOTH[rng.index(2)], point).is_err() {
            continue;
        }
        let after: BTreeSet<String> = sorted(&naive::matches(base.compiled(), &board, player))
            .into_iter()
            .collect();
        for assertion in &before {
            let reads = &assertion.reads;
            let same_points = reads
                .iter()
                .all(|point| old.cell(point) == board.cell(point));
            let block = |board: &Board, stone: Point| {
                let stones: PointSet = board.stones(stone).collect();
                (
                    stones,
                    board.block_at(stone).map(|block| block.n_liberties()),
                )
            };
            let same_blocks = same_points
                && assertion
                    .reads_liberties
                    .iter()
                    .all(|&stone| block(&old, stone) == block(&board, stone));
            if same_blocks {
                assert!(
                    after.contains(&format!("{assertion:?}")),
                    "{old}\n{point}\n{assertion:?}"
                );
                n_kept += 1;
            }
        }
    }
    assert!(n_kept > 300, "{n_kept}");
}

/// Two maps that a constraint alone ties: they need not share a letter.
#[test]
fn maps_are_tied_by_a_constraint_alone() {
    let text = "rule far\npurpose save\ngoal save A\nnote \"Text.\"\nsource hand\n\
        map\n A c\nmap\n b *\nwhere block(b) = block(c)\nwhere libs(c) = 1\nend\n";
    let base = RuleBase::read(&[("test.rules", text)]).unwrap();
    let point = |name: &str| -> Point { name.parse().unwrap() };
    let said = |diagram: &str| {
        let board: Board = diagram.parse().unwrap();
        let mut found = Vec::new();
        base.matches_at(&board, point("A2"), Color::Black, &mut found);
        found
            .iter()
            .filter_map(|it| it.prescribed)
            .collect::<PointSet>()
    };
    // The white block beside A2 has its last liberty on E1; cut in two, its left part has it on C1.
    let board = ". . . X X .\n. X . X O .\nX O X X X .\nO O O O . .";
    assert_eq!(said(board), point("E1").into());
    assert_eq!(
        said(&board.replace("O O O O", "O O . O")),
        point("C1").into()
    );
}

/// A rule whose maps can lie in far too many ways to try all, and a rule of one map beside it.
#[test]
fn a_rule_with_many_ways_has_a_share_of_the_work() {
    let maps = "map\n A .\n".repeat(8).replacen('.', "*", 1);
    let head = "purpose save\ngoal save A\nnote \"Text.\"\nsource hand\n";
    let many = format!("rule many-ways\n{head}{maps}end\n");
    let one = format!("rule one-way\n{head}map\n A *\nend\n");
    let base = RuleBase::read(&[("test", &(many + &one))]).unwrap();
    let row = |letter| vec![letter; 13].join(" ") + "\n";
    let comb = (row("X") + &"X . ".repeat(6) + "X\n").repeat(6) + &row("X");
    let board: Board = comb.parse().unwrap();
    let object: Point = "A1".parse().unwrap();
    let everywhere = PointSet::board(board.size());
    let mut near = Vec::new();
    let mut at = Vec::new();
    let cut = [
        base.matches_near(&board, &everywhere, Color::Black, &mut near),
        base.matches_at(&board, object, Color::Black, &mut at),
    ];
    let names = cut.map(|cut| {
        cut.into_iter()
            .map(|id| base.rule(id).name())
            .collect::<Vec<_>>()
    });
    assert_eq!(names, [["many-ways"], ["many-ways"]]);
    for found in [&near, &at] {
        let n_of = |name: &str| {
            let named = found.iter().filter(|it| base.rule(it.rule).name() == name);
            named.count()
        };
        // Four ways to each of the six times six empty points, and none twice.
        assert_eq!(n_of("one-way"), 4 * 36);
        assert!((1..=1_000).contains(&n_of("many-ways")));
        let dominant = dominant(&board, found);
        assert_eq!(
            dominant.len(),
            n_of("many-ways") + 144 - overridden(&base, found)
        );
    }
    let too_many = format!(
        "rule maps\n{head}map\n A *\n{}end\n",
        "map\n A .\n".repeat(16)
    );
    let error = RuleBase::read(&[("test", &too_many)]).unwrap_err();
    assert!(error.to_string().contains("16 maps"), "{error}");
}

/// Matches of the rule of one map that a match of the other rule overrides, by comparing all pairs.
fn overridden(base: &RuleBase, found: &[Assertion]) -> usize {
    let is_one = |it: &&Assertion| base.rule(it.rule).name() == "one-way";
    let others: Vec<&Assertion> = found.iter().filter(|it| !is_one(it)).collect();
    let is_overridden = |one: &&Assertion| {
        others
            .iter()
            .any(|other| other.specificity > one.specificity && other.prescribed == one.prescribed)
    };
    found.iter().filter(is_one).filter(is_overridden).count()
}
