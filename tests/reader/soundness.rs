//! Small whole boards under every rule of suicide and of ko: what any question about life and death calls proved agrees
//! with exhaustive search of the board.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use tedomari::base::{Budget, Color, Move, Point, PointSet, Rng, Size};
use tedomari::board::game::Start;
use tedomari::board::{Board, Game, KoRule, Rules};
use tedomari::engine::reading::{Effort, Finding, Outcome};
use tedomari::engine::{Engine, EngineParams};
use tedomari::tsumego::{Goal, Verdict};

use super::small_boards::{Retakes, SmallBoard};

/// Questions of each rule set, unless `TEDOMARI_SOUNDNESS` gives another number.
const N_QUESTIONS: usize = 60;

/// Nodes for each question.
const NODES: u64 = 8_000;

/// Positions with more that can follow are left out.
const MOST_STATES: usize = 20_000;

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

const KO_RULES: [KoRule; 3] = [
    KoRule::Simple,
    KoRule::PositionalSuperko,
    KoRule::SituationalSuperko,
];

/// The position of a game with random stones, in which a few random moves were made.
fn random_game(rng: &mut Rng, rules: Rules) -> Option<Game> {
    let (width, height) = SIZES[rng.index(SIZES.len())];
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
    for _ in 0..rng.below(6) {
        let color = game.to_move();
        let legal = size.points().map(Move::Play).chain([Move::Pass]);
        let legal: Vec<Move> = legal.filter(|&mv| game.is_legal(color, mv)).collect();
        game.play(color, legal[rng.index(legal.len())]).ok()?;
    }
    Some(game)
}

/// Whether a verdict that is called proved is true; `None` if too many positions can follow.
pub(super) fn is_true(small: &SmallBoard, goal: Goal, verdict: Verdict) -> Option<bool> {
    let is_kill = goal == Goal::Kill;
    let reaches = |retakes| Some(small.is_captured(is_kill, retakes, MOST_STATES)? == is_kill);
    let (by_refuter, by_prover) = (!is_kill, is_kill);
    Some(match verdict {
        Verdict::Achieved => reaches(Retakes::Endless(by_refuter))?,
        Verdict::Refuted => !reaches(Retakes::Endless(by_prover))?,
        Verdict::Ko { is_favorable: true } => {
            reaches(Retakes::Nobody)? && !reaches(Retakes::Twice(by_refuter))?
        }
        Verdict::Ko {
            is_favorable: false,
        } => reaches(Retakes::Endless(by_prover))? && !reaches(Retakes::Nobody)?,
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
    fn add(&mut self, kind: &'static str, truth: Option<bool>, example: impl FnOnce() -> String) {
        let counts = self.kinds.entry(kind).or_default();
        counts[0] += 1;
        if let Some(is_right) = truth {
            counts[1] += 1;
            if !is_right {
                counts[2] += 1;
                if self.examples.len() < 40 {
                    self.examples.push(example());
                }
            }
        }
    }

    fn total(&self, n: usize) -> usize {
        self.kinds.values().map(|counts| counts[n]).sum()
    }
}

/// Reads all questions about one block, or two, of a game.
fn ask(engine: &mut Engine, game: &Game, rng: &mut Rng, tally: &mut Tally) {
    let board = game.board();
    let owner = Color::BOTH[rng.index(2)];
    let heads = board.first_stones(owner);
    if heads.is_empty() {
        return;
    }
    let target = heads[rng.index(heads.len())];
    let mut targets = PointSet::from(target);
    if rng.below(4) == 0 {
        targets.insert(heads[rng.index(heads.len())]);
    }
    let end = Instant::now() + Duration::from_secs(100);
    let limits = || Budget::nodes(NODES);
    let small = SmallBoard::new(board, &targets);
    for goal in [Goal::Kill, Goal::Live] {
        let mut reading = engine.reading_of(game, limits());
        let found = reading.life_in_full(targets, goal, end).unwrap();
        let verdict = verdict_of(&found, goal);
        let truth = found
            .is_proven
            .then(|| is_true(&small, goal, verdict))
            .flatten();
        // The first move of a ko that needs a threat may be the retake.
        let is_legal = !found.is_proven
            || matches!(
                verdict,
                Verdict::Ko {
                    is_favorable: false
                }
            )
            || found
                .first()
                .is_none_or(|point| game.is_legal(found.to_move, Move::Play(point)));
        let truth = truth.map(|truth| truth && is_legal);
        tally.add(
            if goal == Goal::Kill { "kill" } else { "live" },
            truth,
            || format!("{goal:?} {targets:?} {found:?} {:?}\n{board}", board.ko()),
        );
        if rng.below(3) > 0 {
            continue;
        }
        let mut reading = engine.reading_of(game, limits());
        for found in reading
            .life_by_move(targets, goal, &Effort::until(end, &limits()))
            .unwrap()
        {
            let mut after = board.clone();
            let color = goal.player(owner);
            after.play(color, found.point).unwrap();
            let truth = found
                .is_proven
                .then(|| {
                    let is_gone = targets.iter().all(|point| {
                        let is_there = after.color(point) == Some(owner);
                        !is_there
                    });
                    if is_gone {
                        return Some((found.verdict == Verdict::Achieved) == (goal == Goal::Kill));
                    }
                    let left = targets
                        .iter()
                        .filter(|&point| after.color(point) == Some(owner));
                    let left: PointSet = left.collect();
                    let small = SmallBoard::new(&after, &left);
                    is_true(&small, goal.opposite(), found.verdict.for_the_other())
                })
                .flatten();
            let is_legal = game.is_legal(color, Move::Play(found.point));
            let truth = truth.map(|truth| truth && (is_legal || !found.is_proven));
            tally.add("moves", truth, || {
                format!("{goal:?} {targets:?} {found:?} {:?}\n{board}", board.ko())
            });
        }
    }
    let small = SmallBoard::new(board, &target.into());
    let mut reading = engine.reading_of(game, limits());
    let status = reading.status_in_full(target, end).unwrap();
    for (finding, goal) in [(&status.kill, Goal::Kill), (&status.live, Goal::Live)] {
        let verdict = verdict_of(finding, goal);
        let truth = finding
            .is_proven
            .then(|| is_true(&small, goal, verdict))
            .flatten();
        tally.add("status", truth, || format!("{target} {status:?}\n{board}"));
    }
}

/// Reads so many questions under some rules.
fn campaign(rules: Rules, n_questions: usize, seed: u64) -> Tally {
    let mut params = EngineParams::default();
    params.search.memory_mib = 4;
    params.reading.reader.log2_entries = 14;
    let mut engine = Engine::new(params);
    let mut rng = Rng::new(seed, 0);
    let mut tally = Tally::default();
    while tally.total(0) < n_questions {
        if let Some(game) = random_game(&mut rng, rules) {
            ask(&mut engine, &game, &mut rng, &mut tally);
        }
    }
    tally
}

/// `TEDOMARI_SOUNDNESS=100000` is the long run; `TEDOMARI_SOUNDNESS_RULES=tt` limits it to one of `plain`, `simple`,
/// `tt`, `nz`.
#[test]
fn what_is_called_proved_is_true_under_every_rule() {
    let wanted = std::env::var("TEDOMARI_SOUNDNESS").ok();
    let n_questions = wanted.as_ref().map_or(N_QUESTIONS, |n| n.parse().unwrap());
    let only = std::env::var("TEDOMARI_SOUNDNESS_RULES").ok();
    let seed = std::env::var("TEDOMARI_SOUNDNESS_SEED").map_or(1, |n| n.parse().unwrap());
    let plans = [
        ("plain", false, KO_RULES[0]),
        ("simple", true, KO_RULES[0]),
        ("tt", true, KO_RULES[1]),
        ("nz", true, KO_RULES[2]),
    ];
    let mut n_false = 0;
    let mut falsehoods = Vec::new();
    for (name, allows_suicide, ko) in plans {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let rules = Rules {
            allows_suicide,
            ko,
            ..Rules::default()
        };
        let tally = campaign(rules, n_questions, seed);
        let kinds = &tally.kinds;
        let line = format!("{name}: kind [questions, proofs compared, false] {kinds:?}");
        writeln!(io::stderr(), "{line}").unwrap();
        let examples = tally.examples.iter();
        falsehoods.extend(examples.map(|example| format!("{name}: {example}")));
        n_false += tally.total(2);
        assert!(tally.total(1) * 4 > tally.total(0), "{name}: few proofs");
    }
    assert_eq!(n_false, 0, "{}", falsehoods.join("\n"));
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
    let mut params = EngineParams::default();
    params.search.memory_mib = 4;
    params.reading.reader.log2_entries = 12;
    Engine::new(params)
}

/// Black's group has a space of two points. White cuts it off and takes the stones in the corner, unless Black may add
/// a fourth stone there and have all of them removed: then White gets no two eyes, and it is a seki.
const TAKEN_BUT_FOR_SUICIDE: &str = "X X\n. X\n. O\nX .\nX X\nX X\n. .";

/// A kill where suicide is forbidden, and a life where it is allowed: both are proved.
#[test]
fn suicide_saves_a_group_and_both_answers_are_proved() {
    let mut engine = small_engine();
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
