//! Small whole boards under every rule of suicide and of ko: what any question calls proved agrees with exhaustive
//! search of the board.

mod questions;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tedomari::base::{Budget, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, KoRule, Move, Point, PointSet, Rules, Size};
use tedomari::engine::reading::{Effort, Fate, Finding, Outcome};
use tedomari::engine::{Engine, EngineParams};
use tedomari::referee::Status;
use tedomari::tsumego::{Goal, Verdict};

use super::small_boards::{Retakes, SmallBoard};
use questions::Questions;

/// Questions of each rule set, unless `TEDOMARI_SOUNDNESS` gives another number.
const N_QUESTIONS: usize = 120;

/// Nodes for each question.
const NODES: u64 = 4_000;

/// Positions with more that can follow are left out.
pub(super) const MOST_STATES: usize = 30_000;

/// Columns and rows.
const SIZES: [(u8, u8); 8] = [
    (2, 6),
    (6, 2),
    (3, 4),
    (4, 3),
    (2, 7),
    (3, 5),
    (4, 4),
    (3, 3),
];

/// The sizes of a campaign: two thirds of the boards are tiny.
const TINY: [(u8, u8); 5] = [(2, 3), (2, 4), (5, 2), (3, 3), (2, 5)];

/// Rule sets by name: whether suicide is allowed, and the rule of ko.
const RULE_SETS: [(&str, bool, KoRule); 6] = [
    ("plain", false, KoRule::Simple),
    ("simple", true, KoRule::Simple),
    ("positional", false, KoRule::PositionalSuperko),
    ("tt", true, KoRule::PositionalSuperko),
    ("situational", false, KoRule::SituationalSuperko),
    ("nz", true, KoRule::SituationalSuperko),
];

/// The columns and rows of a board: of one of the `only` ones, if there are any.
fn random_size(rng: &mut Rng, only: &[(u8, u8)]) -> (u8, u8) {
    let sizes: &[(u8, u8)] = if !only.is_empty() {
        only
    } else if rng.below(3) > 0 {
        &TINY
    } else {
        &SIZES
    };
    sizes[rng.index(sizes.len())]
}

/// The position of a game with random stones, in which a few random moves were made.
fn random_game(rng: &mut Rng, rules: Rules, only: &[(u8, u8)]) -> Option<Game> {
    let (width, height) = random_size(rng, only);
    let size = Size::new(width, height)?;
    let (n_white, n_black) = (25 + rng.below(20), 25 + rng.below(20));
    let stones = size.points().filter_map(|point| match rng.below(100) {
        n if n < n_white => Some((Color::White, point)),
        n if n < n_white + n_black => Some((Color::Black, point)),
        _ => None,
    });
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).ok()?;
    let start = Start {
        to_move: Some(Color::BOTH[rng.index(2)]),
        ..Start::from_board(&board)
    };
    let mut game = Game::from_start(start, rules).ok()?;
    for _ in 0..rng.below(8) {
        let color = game.to_move();
        let legal = size.points().map(Move::Play).chain([Move::Pass]);
        let legal: Vec<Move> = legal.filter(|&mv| game.is_legal(color, mv)).collect();
        game.play(color, legal[rng.index(legal.len())]).ok()?;
    }
    Some(game)
}

/// Whether a verdict that is called proved is true; `None` if too many positions can follow. The past of the game
/// counts where no ko decides; a ko is fought with threats elsewhere, after which no position of the game comes back.
pub(super) fn is_true(small: &mut SmallBoard, goal: Goal, verdict: Verdict) -> Option<bool> {
    let is_kill = goal == Goal::Kill;
    let (by_refuter, by_prover) = (!is_kill, is_kill);
    // The attacker moves first in a question whether it kills.
    let claim = |small: &mut SmallBoard, reached: bool, retakes| {
        small.is_true(reached == is_kill, is_kill, retakes, MOST_STATES)
    };
    let reaches = |small: &mut SmallBoard, retakes| {
        Some(small.is_captured(is_kill, retakes, MOST_STATES)? == is_kill)
    };
    Some(match verdict {
        Verdict::Achieved => claim(small, true, Retakes::Endless(by_refuter))?,
        Verdict::Refuted => claim(small, false, Retakes::Endless(by_prover))?,
        Verdict::Ko { is_favorable: true } => {
            reaches(small, Retakes::Nobody)? && !reaches(small, Retakes::Twice(by_refuter))?
        }
        Verdict::Ko {
            is_favorable: false,
        } => reaches(small, Retakes::Endless(by_prover))? && !reaches(small, Retakes::Nobody)?,
        Verdict::Unknown => true,
    })
}

/// The verdict of a finding; a seki is a life.
fn verdict_of(finding: &Finding, goal: Goal) -> Verdict {
    match (finding.verdict, goal) {
        (Outcome::Achieved, _) | (Outcome::Seki, Goal::Live) => Verdict::Achieved,
        (Outcome::Refuted, _) | (Outcome::Seki, Goal::Kill) => Verdict::Refuted,
        (Outcome::Ko, _) => Verdict::Ko {
            is_favorable: finding.needs_threats == Some(finding.to_move.opponent()),
        },
        (Outcome::Unknown, _) => Verdict::Unknown,
    }
}

/// What was counted.
#[derive(Default)]
struct Tally {
    /// Questions, answers called proved that were compared, and those of them that are false; by kind.
    kinds: BTreeMap<&'static str, [usize; 3]>,
    examples: Vec<String>,
}

impl Tally {
    /// Counts a question; `truth` is whether its answer is true, if that is called proved and known.
    fn add(&mut self, kind: &'static str, truth: Option<bool>, example: impl FnOnce() -> String) {
        let counts = self.kinds.entry(kind).or_default();
        counts[0] += 1;
        if let Some(is_right) = truth {
            counts[1] += 1;
            if !is_right {
                counts[2] += 1;
                if self.examples.len() < 40 {
                    self.examples.push(format!("{kind}: {}", example()));
                }
            }
        }
    }

    fn total(&self, n: usize) -> usize {
        self.kinds.values().map(|counts| counts[n]).sum()
    }
}

/// Reads so many questions under some rules.
fn campaign(name: &str, rules: Rules, n_questions: usize, seed: u64) -> Tally {
    const REPORTED: usize = 5_000;
    let mut engine = small_engine();
    let mut rng = Rng::new(seed, 0);
    let mut tally = Tally::default();
    let mut next_report = REPORTED;
    let only = wanted_sizes();
    while tally.total(0) < n_questions {
        if let Some(game) = random_game(&mut rng, rules, &only) {
            Questions {
                engine: &mut engine,
                game: &game,
                rng: &mut rng,
                tally: &mut tally,
            }
            .ask();
        }
        if tally.total(0) >= next_report {
            next_report += REPORTED;
            report(name, &tally);
        }
    }
    report(name, &tally);
    tally
}

#[expect(clippy::print_stderr, reason = "a long run prints its counts")]
fn report(name: &str, tally: &Tally) {
    let (n, n_false) = (tally.total(0), tally.total(2));
    let kinds = &tally.kinds;
    let text = format!(
        "{name}: {n} questions, {n_false} false; kind [questions, compared, false] {kinds:?}"
    );
    eprintln!("{text}");
    for example in &tally.examples {
        eprintln!("{name}: {example}");
    }
}

/// The sizes in `TEDOMARI_SOUNDNESS_SIZES`, such as `2x5,2x6`; none if it is not set.
fn wanted_sizes() -> Vec<(u8, u8)> {
    let Ok(text) = std::env::var("TEDOMARI_SOUNDNESS_SIZES") else {
        return Vec::new();
    };
    let size = |word: &str| {
        let (width, height) = word.split_once('x').unwrap();
        (width.parse().unwrap(), height.parse().unwrap())
    };
    text.split(',').map(size).collect()
}

/// `TEDOMARI_SOUNDNESS=100000` is the long run; `TEDOMARI_SOUNDNESS_RULES=tt` limits it to one of [`RULE_SETS`].
#[test]
fn what_is_called_proved_is_true_under_every_rule() {
    let wanted = std::env::var("TEDOMARI_SOUNDNESS").ok();
    let n_questions = wanted.as_ref().map_or(N_QUESTIONS, |n| n.parse().unwrap());
    let only = std::env::var("TEDOMARI_SOUNDNESS_RULES").ok();
    let seed = std::env::var("TEDOMARI_SOUNDNESS_SEED").map_or(1, |n| n.parse().unwrap());
    let mut falsehoods = Vec::new();
    for (name, allows_suicide, ko) in RULE_SETS {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let rules = Rules {
            allows_suicide,
            ko,
            ..Rules::default()
        };
        let tally = campaign(name, rules, n_questions, seed);
        let examples = tally.examples.iter();
        falsehoods.extend(examples.map(|example| format!("{name}: {example}")));
        assert!(tally.total(1) * 5 > tally.total(0), "{name}: few proofs");
    }
    assert!(falsehoods.is_empty(), "{}", falsehoods.join("\n"));
}

/// A random small board with few empty points, and a block of a random color.
pub(super) fn crowded(rng: &mut Rng) -> Option<(Board, PointSet)> {
    let (width, height) = SIZES[rng.index(4)];
    let size = Size::new(width, height)?;
    let n_empty = 3 + rng.index(4);
    let mut points: Vec<_> = size.points().collect();
    let mut stones = Vec::new();
    while points.len() > n_empty {
        let point = points.swap_remove(rng.index(points.len()));
        stones.push((Color::BOTH[rng.index(2)], point));
    }
    let board = Board::with_stones(size, stones).ok()?;
    let heads = board.first_stones(Color::BOTH[rng.index(2)]);
    let target = *heads.get(rng.index(heads.len().max(1)))?;
    Some((board, target.into()))
}

/// An engine for short questions.
fn small_engine() -> Engine {
    engine_with_table(12)
}

/// The same with a table of 2 to the power `log2_entries` entries for reading.
fn engine_with_table(log2_entries: u32) -> Engine {
    let mut params = EngineParams::default();
    params.search.memory_mib = 4;
    params.reading.reader.log2_entries = log2_entries;
    params.referee.seconds = 0.1;
    params.policy.scoring_playouts = 20;
    Engine::new(params)
}

/// Black's group has a space of two points. White cuts it off and takes the stones in the corner, unless Black may add
/// a fourth stone there and have all of them removed: then White gets no two eyes, and it is a seki.
const TAKEN_BUT_FOR_SUICIDE: &str = "X X\n. X\n. O\nX .\nX X\nX X\n. .";

/// A kill where suicide is forbidden, and a life where it is allowed: both are proved. A smaller table loses too much
/// of the proofs for their check.
#[test]
fn suicide_saves_a_group_and_both_answers_are_proved() {
    let mut engine = engine_with_table(14);
    let board: Board = TAKEN_BUT_FOR_SUICIDE.parse().unwrap();
    for (allows_suicide, expected) in [(false, Verdict::Achieved), (true, Verdict::Refuted)] {
        let board = board.clone().with_suicide(allows_suicide);
        let end = Instant::now() + Duration::from_secs(100);
        let mut reading = engine.reading(&board, Budget::nodes(400_000));
        let target: Point = "A3".parse().unwrap();
        let found = reading
            .life_in_full(target.into(), Goal::Kill, end)
            .unwrap();
        let verdict = verdict_of(&found, Goal::Kill);
        assert!(
            found.is_proven && verdict == expected,
            "{allows_suicide} {found:?}\n{board}"
        );
    }
}

/// Black's two stones lie in White's safe territory, and have a ko on either side once Black plays D2. White captures
/// them unless Black has threats for ever.
const DEAD_BUT_FOR_KOS: &str = ". O . O\nO O O O\nX O O .\n. X X .";

/// Dead without two eyes, and yet not clean: a ko decides, so that no clean answer is called proved.
#[test]
fn no_clean_death_is_proved_where_kos_decide() {
    let board: Board = DEAD_BUT_FOR_KOS.parse().unwrap();
    let point = |name: &str| -> Point { name.parse().unwrap() };
    // Whatever White takes, Black takes back.
    let mut with_kos = board.clone();
    with_kos.play(Color::Black, point("D2")).unwrap();
    for (take, retake) in [("A1", "A2"), ("D1", "D2")] {
        let mut after = with_kos.clone();
        after.play(Color::White, point(take)).unwrap();
        after.set_ko(None);
        after.play(Color::Black, point(retake)).unwrap();
        assert_eq!(after.hash(), with_kos.hash());
    }
    let target = point("B1");
    let mut engine = small_engine();
    let end = Instant::now() + Duration::from_secs(100);
    let mut reading = engine.reading(&board, Budget::nodes(40_000));
    let found = reading.life_in_full(target.into(), Goal::Live, end);
    let found = found.unwrap();
    let is_failure = verdict_of(&found, Goal::Live) == Verdict::Refuted;
    assert!(!found.is_proven || !is_failure, "{found:?}");
    let status = reading.status_in_full(target, end).unwrap();
    let is_dead = status.fate == Fate::Dead;
    assert!(!status.is_proven() || !is_dead, "{status:?}");
    let effort = Effort::until(end, &Budget::nodes(40_000));
    let moves = reading.life_by_move(target.into(), Goal::Live, &effort);
    let mut moves = moves.unwrap().into_iter();
    let d2 = moves.find(|found| found.point == point("D2")).unwrap();
    let is_failure = d2.verdict == Verdict::Refuted;
    assert!(!d2.is_proven || !is_failure, "{d2:?}");
}

/// A game from a diagram, with a move for each turn; no name for a pass.
fn game_from(diagram: &str, first: Color, rules: Rules, moves: &[&str]) -> Game {
    let board: Board = diagram.parse().unwrap();
    let start = Start {
        to_move: Some(first),
        ..Start::from_board(&board)
    };
    let mut game = Game::from_start(start, rules).unwrap();
    for name in moves {
        let mv = if name.is_empty() {
            Move::Pass
        } else {
            Move::Play(name.parse().unwrap())
        };
        game.play(game.to_move(), mv).unwrap();
    }
    game
}

fn rules_with(allows_suicide: bool, ko: KoRule) -> Rules {
    Rules {
        allows_suicide,
        ko,
        ..Rules::default()
    }
}

/// A capture comes back to an earlier position: a kill that begins with it is not proved, nor one that ends with it.
#[test]
fn no_proof_needs_a_move_that_superko_forbids() {
    let limits = Budget::nodes(NODES);
    let end = Instant::now() + Duration::from_secs(100);
    let point = |name: &str| -> Point { name.parse().unwrap() };
    let rules = rules_with(true, KoRule::PositionalSuperko);
    let diagram = ". X X\nO X .\n. . .";
    let moves = ["", "C1", "B1", "", "", "A1", ""];
    let game = game_from(diagram, Color::White, rules, &moves);
    assert!(!game.is_legal(Color::White, Move::Play(point("B1"))));
    let mut engine = small_engine();
    let mut reading = engine.reading_of(&game, limits.clone());
    let kill = reading
        .life_in_full(point("A1").into(), Goal::Kill, end)
        .unwrap();
    assert!(
        !kill.is_proven || kill.verdict != Outcome::Achieved,
        "{kill:?}"
    );
    let rules = rules_with(false, KoRule::PositionalSuperko);
    let moves = ["A3", "B4", "B1", "A2", "", "B2"];
    let game = game_from(". .\n. X\n. .\nX .", Color::Black, rules, &moves);
    let mut reading = engine.reading_of(&game, limits.clone());
    let effort = Effort::until(end, &limits);
    let found = reading.life_by_move(point("A2").into(), Goal::Live, &effort);
    let mut found = found.unwrap().into_iter();
    let b1 = found.find(|found| found.point == point("B1")).unwrap();
    assert!(!b1.is_proven || b1.verdict != Verdict::Refuted, "{b1:?}");
}

/// White's three stones have one liberty in Black's corner, and Black may not take them there: it would come back to
/// the first position. Black has two eyes and no other move.
#[test]
fn stones_that_superko_forbids_to_take_are_not_proved_dead() {
    let diagram = "X X X .\n. . X X\nX . X .";
    let moves = ["A2", "", "B1", "", "B2", "", ""];
    let point = |name: &str| -> Point { name.parse().unwrap() };
    let target = point("B2");
    for (ko, dies) in [
        (KoRule::Simple, true),
        (KoRule::PositionalSuperko, false),
        (KoRule::SituationalSuperko, false),
    ] {
        let game = game_from(diagram, Color::White, rules_with(false, ko), &moves);
        let is_legal = game.is_legal(Color::Black, Move::Play(point("A1")));
        assert_eq!(is_legal, dies, "{ko:?}");
        let mut small = SmallBoard::new(game.board(), &target.into()).after(&game, Color::Black);
        let truth = small.is_true(true, true, Retakes::Nobody, 20 * MOST_STATES);
        assert_eq!(truth, Some(dies), "{ko:?}");
        let mut engine = small_engine();
        let judgement = engine.judge(&game, &Budget::unlimited());
        let mut blocks = judgement.blocks.iter();
        let block = blocks.find(|block| block.stones.contains(target)).unwrap();
        let is_proved = block.status == Status::Dead && block.basis.is_proof();
        assert_eq!(is_proved, dies, "{ko:?} {:?}", block.basis);
        let limits = Budget::nodes(NODES);
        let facts = engine.proved_facts(&game, Color::Black, &limits);
        let is_dead = facts
            .blocks
            .iter()
            .any(|block| block.color == Color::White && !block.is_alive);
        assert_eq!(is_dead, dies, "{ko:?} {facts:?}");
        let end = Instant::now() + Duration::from_secs(100);
        let mut reading = engine.reading_of(&game, limits);
        let kill = reading.life_in_full(target.into(), Goal::Kill, end);
        let kill = kill.unwrap();
        let is_killed = kill.is_proven && kill.verdict == Outcome::Achieved;
        assert_eq!(is_killed, dies, "{ko:?} {kill:?}");
    }
}
