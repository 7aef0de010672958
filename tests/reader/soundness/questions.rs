//! The questions about one game, with their answers by exhaustive search.

use std::time::{Duration, Instant};

use tedomari::base::{Budget, Rng};
use tedomari::board::{Color, Game, Move, Point, PointSet};
use tedomari::engine::reading::{Effort, Finding, LinkGoal, Outcome, PositionReading};
use tedomari::engine::{Engine, SafetyKind};
use tedomari::goals::rules::GoalKind;
use tedomari::goals::{Label, Value};
use tedomari::referee::Status;
use tedomari::tactics::capture::Capture;
use tedomari::tactics::ko::Success;
use tedomari::tsumego::reader::first_moves::FirstMove;
use tedomari::tsumego::{Goal, Verdict};

use super::super::small_boards::{Retakes, SmallBoard};
use super::{MOST_STATES, NODES, Tally, is_true, verdict_of};

/// Reads all questions about one block, or two, of a game.
pub(super) struct Questions<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) game: &'a Game,
    pub(super) rng: &'a mut Rng,
    pub(super) tally: &'a mut Tally,
}

/// The blocks in question.
struct Case {
    owner: Color,
    target: Point,
    targets: PointSet,
    /// The target alone.
    one: SmallBoard,
}

impl Questions<'_> {
    pub(super) fn ask(mut self) {
        let board = self.game.board();
        let owner = Color::BOTH[self.rng.index(2)];
        let heads = board.first_stones(owner);
        if heads.is_empty() {
            return;
        }
        let target = heads[self.rng.index(heads.len())];
        let mut targets = PointSet::from(target);
        if self.rng.below(4) == 0 {
            targets.insert(heads[self.rng.index(heads.len())]);
        }
        let mut case = Case {
            owner,
            target,
            targets,
            one: self.small(&target.into(), owner.opponent()),
        };
        self.life(&mut case);
        self.moves(&case);
        self.status(&mut case);
        self.captures(&mut case);
        self.safety(&mut case);
        if self.rng.below(4) == 0 {
            self.judgement(&case);
        }
        self.goals(&mut case);
        if let Some(&other) = heads.iter().find(|&&head| head != target) {
            self.links([target, other]);
        }
        let rivals = board.first_stones(owner.opponent());
        if !rivals.is_empty() {
            let rival = rivals[self.rng.index(rivals.len())];
            self.races(target, rival);
        }
    }

    fn small(&self, targets: &PointSet, attacker: Color) -> SmallBoard {
        SmallBoard::new(self.game.board(), targets).after(self.game, attacker)
    }

    fn reading(&mut self) -> PositionReading<'_> {
        self.engine.reading_of(self.game, Budget::nodes(NODES))
    }

    fn picture(&self) -> String {
        let board = self.game.board();
        let moves: Vec<String> = self
            .game
            .moves()
            .iter()
            .map(|it| format!("{it:?}"))
            .collect();
        format!("{:?} {}\n{board}", board.ko(), moves.join(" "))
    }

    fn life(&mut self, case: &mut Case) {
        for (kind, goal) in [("kill", Goal::Kill), ("live", Goal::Live)] {
            let targets = case.targets;
            let found = self.reading().life_in_full(targets, goal, end()).unwrap();
            let verdict = verdict_of(&found, goal);
            let needs_threats = Verdict::Ko {
                is_favorable: false,
            };
            // The first move of a ko that needs a threat may be the retake.
            let is_legal = verdict == needs_threats
                || found
                    .first()
                    .is_none_or(|point| self.game.is_legal(found.to_move, Move::Play(point)));
            let truth = found.is_proven.then(|| {
                let truth = if targets == case.target.into() {
                    is_true(&mut case.one, goal, verdict)
                } else {
                    is_true(
                        &mut self.small(&targets, case.owner.opponent()),
                        goal,
                        verdict,
                    )
                };
                Some(truth? && is_legal)
            });
            let picture = || format!("{targets:?} {found:?} {}", self.picture());
            let text = truth.flatten().filter(|truth| !truth).map(|_| picture());
            self.tally
                .add(kind, truth.flatten(), || text.unwrap_or_default());
        }
    }

    /// What each first move comes to, for some questions.
    fn moves(&mut self, case: &Case) {
        let goal = [Goal::Kill, Goal::Live][self.rng.index(2)];
        if self.rng.below(3) > 0 {
            return;
        }
        let (targets, effort) = (case.targets, Effort::until(end(), &Budget::nodes(NODES)));
        let found = self.reading().life_by_move(targets, goal, &effort).unwrap();
        for found in found {
            let truth = found.is_proven.then(|| self.after(case, goal, &found));
            let picture = || format!("{goal:?} {targets:?} {found:?} {}", self.picture());
            let text = truth.flatten().filter(|truth| !truth).map(|_| picture());
            self.tally
                .add("moves", truth.flatten(), || text.unwrap_or_default());
        }
    }

    /// Whether a proved answer about a first move is true.
    fn after(&self, case: &Case, goal: Goal, found: &FirstMove) -> Option<bool> {
        let mut after = self.game.clone();
        let color = goal.player(case.owner);
        if after.play(color, Move::Play(found.point)).is_err() {
            return Some(false);
        }
        let board = after.board();
        let targets = case.targets.iter();
        let left: PointSet = targets
            .filter(|&point| board.color(point) == Some(case.owner))
            .collect();
        if left.is_empty() {
            return Some((found.verdict == Verdict::Achieved) == (goal == Goal::Kill));
        }
        let mut small = SmallBoard::new(board, &left).after(&after, case.owner.opponent());
        is_true(&mut small, goal.opposite(), found.verdict.for_the_other())
    }

    fn status(&mut self, case: &mut Case) {
        let target = case.target;
        let status = self.reading().status_in_full(target, end()).unwrap();
        for (finding, goal) in [(&status.kill, Goal::Kill), (&status.live, Goal::Live)] {
            let verdict = verdict_of(finding, goal);
            let truth = finding
                .is_proven
                .then(|| is_true(&mut case.one, goal, verdict))
                .flatten();
            let picture = self.picture();
            self.tally
                .add("status", truth, || format!("{target} {status:?} {picture}"));
        }
    }

    /// Captures that are proved on the board, and the numbers of commands, which no proof may contradict.
    fn captures(&mut self, case: &mut Case) {
        let (board, target) = (self.game.board(), case.target);
        let mut small = SmallBoard::new(board, &target.into());
        for (kind, first) in [("attack", case.owner.opponent()), ("defend", case.owner)] {
            let mut capture = Capture::new(board, target).unwrap();
            let proof = capture.proof(first, &mut Budget::nodes(NODES));
            let truth = proof.is_some().then(|| {
                small.is_captured(first != case.owner, Retakes::Endless(false), MOST_STATES)
            });
            let picture = self.picture();
            self.tally.add(kind, truth.flatten(), || {
                format!("{target} {proof:?} {picture}")
            });
        }
        let kill = proved(self, case, Goal::Kill);
        let live = proved(self, case, Goal::Live);
        let attack = self.reading().attack(target).unwrap();
        let defend = self.reading().defend(target).unwrap();
        let agree = [
            kill.map(|kill| attack.is_unknown || attack.success <= kill),
            live.map(|live| defend.is_unknown || defend.success >= live),
        ];
        for (kind, agrees) in ["attack number", "defend number"].into_iter().zip(agree) {
            let picture = self.picture();
            self.tally.add(kind, agrees, || {
                format!("{target} {attack:?} {defend:?} kill {kill:?} live {live:?} {picture}")
            });
        }
    }

    /// Safe stones, blocks whose fate is proved, and stones that stay though their owner passes.
    fn safety(&mut self, case: &mut Case) {
        let (board, target, owner) = (self.game.board(), case.target, case.owner);
        let picture = self.picture();
        let mut alone = SmallBoard::new(board, &target.into());
        for (name, kind) in [
            ("benson", SafetyKind::Unconditional),
            ("safe static", SafetyKind::Static),
            ("safe search", SafetyKind::Searched),
        ] {
            let map = self.engine.safe_points(board, kind);
            let is_safe = map.stones[owner].contains(target);
            let truth = is_safe.then(|| {
                if kind == SafetyKind::Unconditional {
                    return alone.stays_alone(MOST_STATES);
                }
                Some(!alone.is_captured(true, Retakes::Endless(true), MOST_STATES)?)
            });
            self.tally.add(name, truth.flatten(), || {
                format!("{target} {map:?} {picture}")
            });
        }
        let budget = Budget::nodes(NODES);
        let to_move = self.game.to_move();
        let facts = self.engine.proved_facts(self.game, to_move, &budget);
        let mut blocks = facts.blocks.iter();
        let fact = blocks.find(|block| board.block_id(block.stone) == board.block_id(target));
        let truth = fact.map(|fact| {
            let dies = !fact.is_alive;
            case.one.is_true(dies, !dies, Retakes::Nobody, MOST_STATES)
        });
        self.tally.add("facts", truth.flatten(), || {
            format!("{target} {fact:?} {picture}")
        });
    }

    /// What the referee calls proved of a block at the end of the game, after two passes.
    fn judgement(&mut self, case: &Case) {
        let mut over = self.game.clone();
        for _ in 0..2 {
            over.play(over.to_move(), Move::Pass).unwrap();
        }
        let judgement = self.engine.judge(&over, &Budget::unlimited());
        let mut blocks = judgement.blocks.iter();
        let block = blocks.find(|block| block.stones.contains(case.target));
        let block = block.unwrap();
        let mut small =
            SmallBoard::new(over.board(), &case.target.into()).after(&over, case.owner.opponent());
        let truth = block.basis.is_proof().then(|| {
            let dies = block.status == Status::Dead;
            small.is_true(dies, !dies, Retakes::Nobody, MOST_STATES)
        });
        let picture = self.picture();
        self.tally.add("judged", truth.flatten(), || {
            format!(
                "{} {:?} {:?} {picture}",
                case.target, block.status, block.basis
            )
        });
    }

    fn goals(&mut self, case: &mut Case) {
        let (target, owner) = (case.target, case.owner);
        let goal = [Goal::Kill, Goal::Live][self.rng.index(2)];
        let picture = self.picture();
        let report = self.reading().goals(target, goal).unwrap();
        for node in report.graph.nodes() {
            let Label::Goal(goal) = node.label else {
                continue;
            };
            let is_reached = match node.value {
                Value::True(evidence) if evidence.is_proof() => true,
                Value::False(evidence) if evidence.is_proof() => false,
                Value::True(_) | Value::False(_) | Value::Unknown => continue,
            };
            let board = self.game.board();
            if board.color(goal.object) != Some(owner)
                || board.block_id(goal.object) != board.block_id(target)
            {
                continue;
            }
            let dies = match goal.kind {
                GoalKind::Save => !is_reached,
                GoalKind::Capture => is_reached,
                GoalKind::Connect | GoalKind::Sever => continue,
            };
            // It holds whichever side moves first.
            let truth = case.one.is_true(dies, !dies, Retakes::Nobody, MOST_STATES);
            self.tally
                .add("goals", truth, || format!("{goal} {node:?} {picture}"));
        }
    }

    fn links(&mut self, pair: [Point; 2]) {
        let joiner = self.game.board().color(pair[0]).unwrap();
        let mut small = SmallBoard::joining(self.game.board(), pair).after(self.game, joiner);
        for (kind, goal, joined) in [
            ("connect", LinkGoal::Connect, Outcome::Achieved),
            ("cut", LinkGoal::Cut, Outcome::Refuted),
        ] {
            let reading = self.reading();
            let found = reading.link_in_full((pair[0], pair[1]), goal, end());
            let found: Finding = found.unwrap();
            let is_first = goal == LinkGoal::Connect;
            let truth = found.is_proven.then(|| {
                let is_joined =
                    small.is_true(true, is_first, Retakes::Endless(false), MOST_STATES)?;
                Some(is_joined && found.verdict == joined)
            });
            let picture = self.picture();
            self.tally.add(kind, truth.flatten(), || {
                format!("{pair:?} {found:?} {picture}")
            });
        }
    }

    /// Races are estimates, which the proofs about either block bound; now and after a move.
    fn races(&mut self, own: Point, other: Point) {
        self.race(self.game, own, other, "race");
        let mut after = self.game.clone();
        let color = after.to_move();
        let legal = after.board().size().points();
        let legal: Vec<Point> = legal
            .filter(|&point| after.is_legal(color, Move::Play(point)))
            .collect();
        if legal.is_empty() {
            return;
        }
        let mv = Move::Play(legal[self.rng.index(legal.len())]);
        after.play(color, mv).unwrap();
        let is_there = |point: Point| !after.board().is_empty(point);
        if is_there(own) && is_there(other) {
            self.race(&after, own, other, "race after a move");
        }
    }

    fn race(&mut self, game: &Game, own: Point, other: Point, kind: &'static str) {
        let mut reading = self.engine.reading_of(game, Budget::nodes(NODES));
        let kill = reading.life_in_full(other.into(), Goal::Kill, end());
        let kill = kill.unwrap();
        let race = reading.semeai(own, other).unwrap();
        let most = success_of(&kill, Goal::Kill);
        let agrees = kill.is_proven.then(|| race.attack <= most);
        self.tally.add(kind, agrees, || {
            format!("{own} {other} {race:?} {kill:?}\n{}", game.board())
        });
    }
}

/// When a question has to end; its nodes end it before.
fn end() -> Instant {
    Instant::now() + Duration::from_secs(100)
}

fn success_of(found: &Finding, goal: Goal) -> Success {
    verdict_of(found, goal).success()
}

/// How well the side whose goal it is succeeds, if that is proved.
fn proved(questions: &mut Questions<'_>, case: &Case, goal: Goal) -> Option<Success> {
    let found = questions
        .reading()
        .life_in_full(case.target.into(), goal, end());
    let found = found.unwrap();
    found.is_proven.then(|| success_of(&found, goal))
}
