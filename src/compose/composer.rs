//! The search for problems: through the positions of games, group by group.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use super::canonical;
use super::difficulty::{Difficulty, policy_view};
use super::games::{GameSource, Games};
use super::judge::{Judge, Solved};
use super::prove::{Proofs, proofs};
use super::record::{Content, place, record};
use super::reduce::reduced;
use super::set::{Problem, ProblemSet, SetHeader, write_proofs};
use super::solution::Strategy;
use crate::base::{Budget, Rng};
use crate::board::{Board, Color, Point, PointSet, Size};
use crate::intuition::{EvaluationBuffers, Intuition};
use crate::proofcheck::check_file;
use crate::region::WrittenBoard;
use crate::safety::unconditional_life;
use crate::tsumego::{Goal, Question, Reading};

/// Fewest and most stones of a block in question.
const STONES: std::ops::RangeInclusive<u16> = 3..=14;

/// Nodes of the first look at a group.
const FIRST_LOOK: u64 = 1_500;

/// Moves between two positions of a game that are looked at.
const STRIDE: usize = 3;

/// The goals of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goals {
    /// Groups are to be killed.
    Kill,
    /// Groups are to be saved.
    Live,
    /// Both kinds.
    Both,
}

impl Goals {
    /// The word for them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::Live => "live",
            Self::Both => "both",
        }
    }
}

impl FromStr for Goals {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let all = [Self::Kill, Self::Live, Self::Both];
        let found = all.into_iter().find(|goals| goals.name() == text);
        found.ok_or("neither `kill`, `live` nor `both`")
    }
}

/// What problems are made of, and which are kept.
#[derive(Clone, Debug)]
pub struct ComposeParams {
    /// The size of the boards.
    pub size: Size,
    /// The seed of the games.
    pub seed: u64,
    /// How games are played.
    pub source: GameSource,
    /// The goals.
    pub goals: Goals,
    /// Most nodes of a question.
    pub nodes: u64,
    /// Fewest nodes to prove that the right move works.
    pub least_nodes: u64,
    /// Fewest moves of the main line.
    pub least_line: usize,
    /// Most stones of a problem.
    pub most_stones: usize,
    /// Whether obvious first moves are allowed: those that take stones or save stones in atari.
    pub easy: bool,
}

impl ComposeParams {
    fn header(&self) -> SetHeader {
        SetHeader {
            set: SetHeader::version(),
            width: self.size.width(),
            height: self.size.height(),
            seed: self.seed,
            games_by: self.source.name().to_owned(),
            goals: self.goals.name().to_owned(),
            nodes: self.nodes,
            least_nodes: self.least_nodes,
            least_line: self.least_line,
            most_stones: self.most_stones,
            easy: self.easy,
            n_games: 0,
        }
    }
}

/// What has happened.
#[derive(Debug)]
pub enum ComposeEvent<'a> {
    /// A problem is finished and stands in the folder.
    Problem(&'a Problem),
    /// So many games were looked through.
    Games(u64),
    /// So many problems are left out, and made again: one of their proofs is missing, or refused.
    Refused(usize),
}

/// Makes problems and keeps them in a folder.
#[derive(Debug)]
pub struct Composer {
    params: ComposeParams,
    folder: PathBuf,
    set: ProblemSet,
    taken: HashSet<String>,
    /// Games of problems that are made again, the first one last.
    again: Vec<u64>,
    games: Games,
    network: Option<Arc<Intuition>>,
    buffers: EvaluationBuffers,
    judge: Judge,
    limits: Budget,
}

/// A group that may be a problem.
#[derive(Clone, Copy)]
struct Candidate {
    target: Point,
    question: Question,
}

impl Composer {
    /// A composer that goes on where the set in the folder ended. The network plays the games, if these are by policy,
    /// and measures the problems. The time and the token of `limits` end the work. `None` if the set was made with
    /// other settings.
    #[must_use]
    pub fn new(
        params: ComposeParams,
        folder: &Path,
        set: Option<ProblemSet>,
        network: Option<Arc<Intuition>>,
        limits: &Budget,
    ) -> Option<Self> {
        let header = params.header();
        let set = set.unwrap_or_else(|| ProblemSet {
            header: header.clone(),
            problems: Vec::new(),
        });
        let n_games = set.header.n_games;
        if set.header != (SetHeader { n_games, ..header }) {
            return None;
        }
        let names = set.problems.iter().flat_map(|problem| &problem.names);
        let player = network
            .clone()
            .filter(|_| params.source == GameSource::Policy);
        Some(Self {
            taken: names.cloned().collect(),
            again: Vec::new(),
            games: Games::new(params.size, params.seed, player),
            judge: Judge::new(params.nodes, limits),
            limits: limits.clone(),
            folder: folder.to_owned(),
            buffers: EvaluationBuffers::default(),
            params,
            set,
            network,
        })
    }

    /// The problems so far.
    #[must_use]
    pub const fn set(&self) -> &ProblemSet {
        &self.set
    }

    /// Looks through games until there are so many problems, or the limits end the work. Before, problems of the folder
    /// with a proof that does not hold are left out; their games come first then.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn run(&mut self, count: usize, mut told: impl FnMut(ComposeEvent<'_>)) -> io::Result<()> {
        let n_refused = self.leave_out_refused();
        if n_refused > 0 {
            told(ComposeEvent::Refused(n_refused));
        }
        let mut begin = Instant::now();
        while self.set.problems.len() < count && self.limits.check().is_ok() {
            let again = self.again.last().copied();
            let found = self.in_game(again.unwrap_or(self.set.header.n_games));
            if self.limits.check().is_err() {
                break;
            }
            if again.is_some() {
                self.again.pop();
            } else {
                self.set.header.n_games += 1;
            }
            if let Some((mut problem, proofs)) = found {
                problem.seconds = (begin.elapsed().as_secs_f64() * 1_000.0).round() / 1_000.0;
                begin = Instant::now();
                let all = std::iter::once((&proofs.right, true));
                let all = all.chain(proofs.wrong.iter().map(|proof| (proof, false)));
                let texts: Vec<(String, &str)> = all
                    .map(|(proof, is_right)| (proof.file_name(is_right), proof.text.as_str()))
                    .collect();
                write_proofs(&self.folder, &problem, &texts)?;
                self.taken.extend(problem.names.iter().cloned());
                let at = problem.number - 1;
                self.set.problems.insert(at, problem);
                self.set.write(&self.folder)?;
                told(ComposeEvent::Problem(&self.set.problems[at]));
            }
            told(ComposeEvent::Games(self.set.header.n_games));
        }
        self.set.write(&self.folder)
    }

    /// Leaves out the problems with a proof that is missing or does not hold, and returns how many there are. The
    /// rules by which proofs are checked may have become stricter since they were written.
    fn leave_out_refused(&mut self) -> usize {
        let (folder, limits) = (&self.folder, &self.limits);
        let is_refused = |problem: &mut Problem| {
            let place = folder.join(problem.folder());
            let mut names = problem.proofs.iter();
            limits.check().is_ok() && !names.all(|name| holds(&place.join(name)))
        };
        let refused: Vec<Problem> = self.set.problems.extract_if(.., is_refused).collect();
        for name in refused.iter().flat_map(|problem| &problem.names) {
            self.taken.remove(name);
        }
        self.again = refused.iter().rev().map(|problem| problem.game).collect();
        refused.len()
    }

    /// The first number that no problem has.
    fn free_number(&self) -> usize {
        let numbered = (1..).zip(&self.set.problems);
        let gap = numbered
            .map(|(number, problem)| (number, problem.number))
            .find(|(number, has)| number != has);
        gap.map_or(self.set.problems.len() + 1, |(number, _)| number)
    }

    /// The first problem in the positions of a game.
    fn in_game(&mut self, number: u64) -> Option<(Problem, Proofs)> {
        let boards = self.games.positions(number);
        let mut rng = Rng::new(self.params.seed ^ number, 1);
        let begin = self.params.size.n_points() / 4;
        let mut seen = HashSet::new();
        let positions = boards.iter().enumerate().skip(begin + rng.index(STRIDE));
        for (after_move, board) in positions.step_by(STRIDE) {
            for candidate in self.candidates(board, &mut seen, &mut rng) {
                if self.limits.check().is_err() {
                    return None;
                }
                let found = self.problem(board, candidate, (number, after_move));
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The groups of a position whose fate the next move decides. Surroundings that were seen before are left out.
    fn candidates(
        &mut self,
        board: &Board,
        seen: &mut HashSet<String>,
        rng: &mut Rng,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for owner in Color::BOTH {
            let safe = unconditional_life(board, owner).stones;
            for target in board.first_stones(owner) {
                let Some(block) = board.block_at(target) else {
                    continue;
                };
                let is_fit = STONES.contains(&block.n_stones()) && block.n_liberties() > 1;
                let stones: PointSet = board.stones(target).collect();
                let near = stones.spread().spread().spread();
                if !is_fit
                    || safe.contains(target)
                    || !seen.insert(canonical::name(board, &stones, &near))
                {
                    continue;
                }
                let goals = [Goal::Kill, Goal::Live];
                let questions = goals.map(|goal| Question::new(target, goal, goal.player(owner)));
                let is_open = questions
                    .iter()
                    .all(|&question| self.judge.achieved(board, question, FIRST_LOOK).is_some());
                if is_open {
                    let kinds = questions
                        .into_iter()
                        .filter(|question| self.is_wanted(question.goal));
                    let mut kinds: Vec<Question> = kinds.collect();
                    rng.shuffle(&mut kinds);
                    candidates.extend(
                        kinds
                            .into_iter()
                            .map(|question| Candidate { target, question }),
                    );
                }
            }
        }
        candidates
    }

    fn is_wanted(&self, goal: Goal) -> bool {
        match self.params.goals {
            Goals::Both => true,
            Goals::Kill => goal == Goal::Kill,
            Goals::Live => goal == Goal::Live,
        }
    }

    /// The problem of a candidate, reduced, proved and measured.
    fn problem(
        &mut self,
        board: &Board,
        candidate: Candidate,
        (game, after_move): (u64, usize),
    ) -> Option<(Problem, Proofs)> {
        let Candidate { target, question } = candidate;
        let mut board = board.clone();
        board.forget_history();
        board.set_ko(None);
        let params = &self.params;
        let is_wanted =
            |achieved: &Reading, right| !is_trivial(params, &board, question, achieved, right);
        let solved = self.judge.solve(&board, question, is_wanted)?;
        let (board, solved) = reduced(&mut self.judge, &board, question, solved);
        let n_stones = Color::BOTH.map(|color| board.n_stones(color));
        if is_trivial(
            &self.params,
            &board,
            question,
            &solved.achieved,
            solved.right,
        ) || n_stones.iter().sum::<usize>() > self.params.most_stones
        {
            return None;
        }
        let names = names(&board, question, &solved);
        if names.iter().any(|name| self.taken.contains(name)) {
            return None;
        }
        let proofs = proofs(
            &mut self.judge,
            &board,
            question,
            &solved,
            self.params.nodes,
        )?;
        let zone = solved.zone();
        let difficulty = Difficulty {
            nodes: solved.achieved.n_nodes,
            all_nodes: solved.n_nodes,
            line: solved.achieved.line.len(),
            depth: Strategy::new(&proofs.right.claim).depth(),
            policy: self.network.clone().and_then(|network| {
                let (buffers, right) = (&mut self.buffers, solved.right);
                policy_view(&network, buffers, &board, question, right, &zone)
            }),
        };
        let number = self.free_number();
        let sgf = record(&Content {
            title: format!("Problem {number}"),
            board: &board,
            question,
            target,
            place: place(&board, &question.stones(&board).spread()),
            difficulty: &difficulty,
            proofs: &proofs,
            zone,
        });
        let WrittenBoard { black, white, .. } = WrittenBoard::new(&board);
        let files = std::iter::once(proofs.right.file_name(true));
        let files = files.chain(proofs.wrong.iter().map(|proof| proof.file_name(false)));
        let all = std::iter::once(&proofs.right).chain(&proofs.wrong);
        let problem = Problem {
            number,
            game,
            after_move,
            place: place(&board, &question.stones(&board).spread()).to_owned(),
            black,
            white,
            to_move: question.to_move.to_string(),
            goal: match question.goal {
                Goal::Kill => "kill".to_owned(),
                Goal::Live => "live".to_owned(),
            },
            target: target.to_string(),
            right: solved.right.to_string(),
            difficulty,
            proofs: files.collect(),
            proof_bytes: all.map(|proof| proof.text.len() as u64).sum(),
            seconds: 0.0,
            names: names.into(),
            sgf: sgf.ok()?,
        };
        Some((problem, proofs))
    }
}

/// Whether a file holds a proof that the checker accepts.
fn holds(path: &Path) -> bool {
    let file = File::open(path).ok();
    file.is_some_and(|file| check_file(BufReader::new(file), u64::MAX).is_ok())
}

/// Whether the answer is too easy to find, or takes too little to prove.
fn is_trivial(
    params: &ComposeParams,
    board: &Board,
    question: Question,
    achieved: &Reading,
    right: Point,
) -> bool {
    achieved.n_nodes < params.least_nodes
        || achieved.line.len() < params.least_line
        || !params.easy && is_obvious(board, question, right)
}

/// Whether a move takes stones, or joins stones of its color in atari; or a block in question is in atari.
fn is_obvious(board: &Board, question: Question, right: Point) -> bool {
    let is_in_atari = |point: Point| {
        let block = board.block_at(point);
        block.is_some_and(|block| block.n_liberties() == 1)
    };
    let near = right.neighbors().into_iter();
    question.blocks(board).iter().chain(near).any(is_in_atari)
}

/// The names of the whole position and of the part that the answer rests on.
fn names(board: &Board, question: Question, solved: &Solved) -> [String; 2] {
    let target = question.stones(board);
    let everything = PointSet::board(board.size());
    let zone = solved.zone() | target;
    [everything, zone].map(|shown| canonical::name(board, &target, &shown))
}
