//! One side of a race: a group tries to capture another one before it is captured itself.
//!
//! Both sides play on the liberties of the two groups, inside small empty areas at them, and where blocks around them
//! are short of liberties. Liberties that nothing but one group and firm stones touch are all alike, and so are those
//! that nothing but the two groups touch: of these only one is looked at, and never an outer one of the group itself,
//! which keeps the many orders of a long race apart. Within these moves the search is complete; as they are a choice,
//! its answers are estimates.

mod count;
mod group;
mod moves;
#[cfg(test)]
pub(crate) mod truth;

use self::count::outruns;
use self::group::Group;
use crate::base::Budget;
use crate::board::{Block, Board, Color, Point};
use crate::proof::{Memory, Numbers, Outcome};
use crate::tactics::goal_search::{GoalSearch, SearchBoard};
use crate::tactics::ko::GRADES;
use crate::tactics::ko::Success;

/// Liberties that a group has to win to escape.
const LIBERTIES_TO_WIN: u16 = 3;

/// Fewest liberties of a group that has escaped.
const LEAST_TO_ESCAPE: u16 = 7;

/// The claim that one group captures another one.
#[derive(Debug)]
pub struct Race {
    search_board: SearchBoard,
    memory: Memory<()>,
    hunter: Point,
    prey: Point,
    /// Liberties with which the prey has escaped.
    escape: u16,
}

/// The results of the searches of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceResult {
    /// How well the hunter succeeds for certain.
    pub success: Success,
    /// Whether a search for more than that did not end.
    pub is_open: bool,
}

impl Race {
    /// The claim that the group on `hunter` captures the block on `prey` without being captured before.
    pub fn new(board: &Board, hunter: Point, prey: Point) -> Option<Self> {
        let color = board.color(hunter)?;
        let block = board
            .block_at(prey)
            .filter(|block| block.color() != color)?;
        Some(Self {
            search_board: SearchBoard::new(board, color),
            memory: Memory::default(),
            hunter,
            prey,
            escape: LEAST_TO_ESCAPE.max(block.n_liberties() + LIBERTIES_TO_WIN),
        })
    }

    /// The same claim, given up when a budget's time is over or its token is cancelled; its nodes are not touched.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        self.search_board.stop_with(budget);
        self
    }

    /// Positions looked at so far.
    pub const fn n_nodes(&self) -> u64 {
        self.search_board.n_nodes
    }

    /// How well the hunter succeeds with `to_move` to move. Each of up to three searches may cost `nodes`.
    pub fn success(&mut self, to_move: Color, nodes: u64) -> RaceResult {
        let mut is_open = false;
        for (threats, success) in GRADES {
            self.search_board.begin(threats);
            match self.verdict(to_move, nodes) {
                Outcome::Proved => return RaceResult { success, is_open },
                Outcome::Disproved => {}
                Outcome::Unknown(_) => is_open = true,
            }
            if !self.search_board.has_met_ko() {
                break;
            }
        }
        RaceResult {
            success: Success::None,
            is_open,
        }
    }

    /// The first move with which the hunter reaches a grade of success, if there is one.
    pub(crate) fn winning_move(&mut self, wanted: Success, nodes: u64) -> Option<Point> {
        let (threats, _) = GRADES.into_iter().find(|&(_, success)| success == wanted)?;
        self.search_board.begin(threats);
        let (hunter, color) = (
            self.search_board.prover,
            self.search_board.prover.opponent(),
        );
        self.search_board.to_move = hunter;
        let points = self.points();
        points
            .into_iter()
            .find(|&point| self.after(hunter, point, |after| after.holds(color, nodes)))
    }

    /// How well the hunter succeeds against the best move of the prey, and that move. No move is named if a pass is as
    /// good.
    pub(crate) fn saving_move(&mut self, nodes: u64) -> (Success, Option<Point>) {
        let (hunter, color) = (
            self.search_board.prover,
            self.search_board.prover.opponent(),
        );
        let least = self.success(color, nodes).success;
        let Some(grade) = GRADES.iter().rposition(|&(_, success)| success > least) else {
            return (least, None);
        };
        let (threats, _) = GRADES[grade];
        self.search_board.begin(threats);
        self.search_board.to_move = color;
        let points = self.points();
        let mv = points
            .into_iter()
            .find(|&point| self.after(color, point, |after| !after.holds(hunter, nodes)));
        (least, mv)
    }

    fn block(&self, point: Point) -> Option<&Block> {
        self.search_board.board.block_at(point)
    }

    fn is_gone(&self, point: Point, color: Color) -> bool {
        self.search_board.board.color(point) != Some(color)
    }

    /// Stones that are captured by the next move for certain: more than one, as a single one may be taken in a ko.
    fn is_in_reach(&self, target: Point) -> bool {
        let last = self.block(target).filter(|block| block.n_stones() > 1);
        last.and_then(Block::atari).is_some_and(|point| {
            self.search_board
                .board
                .is_legal(self.search_board.to_move, point)
        })
    }

    /// Whether the hunter wins, if liberties alone decide.
    fn count(&self) -> Option<bool> {
        let board = &self.search_board.board;
        let is_hunters_turn = self.search_board.to_move == self.search_board.prover;
        let (hunter, prey) = (Group::at(board, self.hunter)?, Group::at(board, self.prey)?);
        // A single stone may be taken back in a ko.
        let is_single = self
            .block(self.prey)
            .is_none_or(|prey| prey.n_stones() == 1);
        if !is_single && outruns(board, &hunter, &prey, is_hunters_turn) {
            return Some(true);
        }
        outruns(board, &prey, &hunter, !is_hunters_turn).then_some(false)
    }
}

impl GoalSearch for Race {
    type Zone = ();

    fn memory(&mut self) -> &mut Memory<()> {
        &mut self.memory
    }

    fn search_board(&self) -> &SearchBoard {
        &self.search_board
    }

    fn search_board_mut(&mut self) -> &mut SearchBoard {
        &mut self.search_board
    }

    /// The liberties that each side has to fill, or to win.
    fn first_numbers(&self) -> Numbers {
        let n_liberties = |point| self.block(point).map_or(1, Block::n_liberties);
        let (hunter, prey) = (n_liberties(self.hunter), n_liberties(self.prey));
        let to_escape = self.escape.saturating_sub(prey);
        let number = |n: u16| u32::from(n.max(1));
        Numbers::new(number(prey), number(hunter.min(to_escape)))
    }

    fn outcome(&self) -> Option<bool> {
        let hunter = self.search_board.prover;
        let is_hunters_turn = self.search_board.to_move == hunter;
        if self.is_gone(self.prey, hunter.opponent()) {
            return self.search_board.outcome_of_taking(self.prey);
        }
        if self.is_gone(self.hunter, hunter) {
            return Some(false);
        }
        if self.is_in_reach(if is_hunters_turn {
            self.prey
        } else {
            self.hunter
        }) {
            return Some(is_hunters_turn);
        }
        let n_liberties = self.block(self.prey).map_or(0, Block::n_liberties);
        if n_liberties >= self.escape + u16::from(is_hunters_turn) {
            return Some(false);
        }
        self.count()
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        if self.is_gone(self.prey, self.search_board.prover.opponent()) {
            return vec![self.search_board.move_in_ko(self.prey)];
        }
        let mut moves: Vec<Option<Point>> = self.points().into_iter().map(Some).collect();
        if moves.is_empty() || self.search_board.to_move != self.search_board.prover {
            moves.push(None);
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{CancelToken, Rng};
    use crate::board::{PointSet, Size};
    use crate::tactics::all_moves::{AllMoves, random_board};
    use crate::tactics::ko::KoThreats;

    fn race(diagram: &str, hunter: &str, prey: &str) -> Race {
        let board: Board = diagram.parse().unwrap();
        let [hunter, prey] = [hunter, prey].map(|name| name.parse().unwrap());
        Race::new(&board, hunter, prey).unwrap()
    }

    /// Seven liberties, all shared: the side that fills the last but one is taken. They are alike, so that their orders
    /// are not looked at.
    #[test]
    fn liberties_that_are_alike_are_tried_once() {
        let diagram = "\
            . . . . . . .\n\
            O O O O O O O\n\
            X X X X X X X\n\
            . . . . . . .\n\
            O O O O O O O\n\
            X X X X X X X\n\
            . . . . . . .";
        let nobody = RaceResult {
            success: Success::None,
            is_open: false,
        };
        for (hunter, prey) in [("A5", "A3"), ("A3", "A5")] {
            for color in Color::BOTH {
                let mut race = race(diagram, hunter, prey);
                assert!(race.success(color, 1).is_open);
                assert_eq!(race.success(color, 50), nobody, "{hunter} {color}");
                assert!(!race.search_board.has_met_ko());
            }
        }
    }

    /// Black has one eye on the upper side. White is around it with `n_liberties` liberties, and Black around that. A
    /// stone of White's block and one of the block with the eye are named.
    fn race_with_eye(eye: &[&str], n_liberties: usize) -> (Board, Point, Point) {
        let size = Size::square(11);
        let named = |name: &&str| name.parse::<Point>().unwrap();
        let eye: PointSet = eye.iter().map(named).collect();
        let ring = |inside: PointSet| -> PointSet {
            let is_near = |point: &Point| {
                inside.iter().any(|other| {
                    point.x().abs_diff(other.x()) <= 1 && point.y().abs_diff(other.y()) <= 1
                })
            };
            size.points().filter(is_near).collect::<PointSet>() - inside
        };
        let prey = ring(eye);
        let hunter = ring(eye | prey);
        let third = ring(eye | prey | hunter);
        let wall = ring(eye | prey | hunter | third) | third;
        let touching = wall & hunter.spread();
        let liberties: PointSet = touching.iter().take(n_liberties).collect();
        assert_eq!(liberties.len(), n_liberties);
        let black = prey | (wall - liberties);
        let black = black.iter().map(|point| (Color::Black, point));
        let white = hunter.iter().map(|point| (Color::White, point));
        let board = Board::with_stones(size, black.chain(white).collect::<Vec<_>>()).unwrap();
        (board, hunter.first().unwrap(), prey.first().unwrap())
    }

    /// An eye of one, two, three, four or five points takes one, two, three, five or eight moves, unless its owner
    /// makes two of it.
    #[test]
    fn big_eyes_take_more_moves() {
        let eyes: [(&[&str], usize, bool); 5] = [
            (&["F11"], 1, false),
            (&["E11", "F11"], 2, false),
            (&["E11", "F11", "G11"], 3, true),
            (&["E11", "F11", "E10", "F10"], 5, false),
            (&["E11", "F11", "G11", "E10", "F10"], 8, true),
        ];
        for (eye, n_moves, can_be_two) in eyes {
            for n_liberties in n_moves.max(2) - 1..=n_moves + 1 {
                let (board, hunter, prey) = race_with_eye(eye, n_liberties);
                for color in Color::BOTH {
                    let is_late = usize::from(color == Color::Black);
                    let wins =
                        n_moves + is_late <= n_liberties && !(can_be_two && color == Color::Black);
                    let mut race = Race::new(&board, hunter, prey).unwrap();
                    let found = race.success(color, 20_000);
                    assert!(!found.is_open);
                    assert_eq!(found.success == Success::Clean, wins, "{color}\n{board}");
                }
            }
        }
    }

    /// Whether one of the two is taken, as a fact.
    fn outcome_of_captures(race: &Race) -> Option<bool> {
        let color = race.search_board.prover;
        if race.is_gone(race.prey, color.opponent()) {
            return race.search_board.outcome_of_taking(race.prey);
        }
        race.is_gone(race.hunter, color).then_some(false)
    }

    #[test]
    fn a_cancelled_race_gives_up() {
        let mut rng = Rng::new(41, 0);
        let cancel = CancelToken::new();
        let limits = Budget::unlimited().with_cancel(&cancel);
        let races = std::iter::repeat_with(|| random_race(&mut rng)).flatten();
        let races: Vec<_> = races.take(20).collect();
        let most_nodes = || {
            let n_nodes = races.iter().map(|(board, hunter, prey)| {
                let race = Race::new(board, *hunter, *prey).unwrap();
                let mut race = race.within(&limits);
                race.success(Color::Black, 5_000);
                race.search_board.n_nodes
            });
            n_nodes.max()
        };
        assert!(most_nodes() > Some(100), "{:?}", most_nodes());
        cancel.cancel();
        assert!(most_nodes() <= Some(GRADES.len() as u64));
    }

    /// A random board with a block of Black and one of White.
    fn random_race(rng: &mut Rng) -> Option<(Board, Point, Point)> {
        let board = random_board(rng, Size::square(4), 12);
        let [hunter, prey] = Color::BOTH.map(|color| {
            let heads = board.first_stones(color);
            (!heads.is_empty()).then(|| heads[rng.index(heads.len())])
        });
        Some((board, hunter?, prey?))
    }

    /// The side that wins by counting liberties wins against all moves. Looking at a choice of moves instead of all
    /// changes the answer in less than 2 % of the races.
    #[test]
    fn races_are_those_of_all_moves() {
        let mut rng = Rng::new(41, 0);
        let (mut n_counted, mut n_searched, mut n_wrong) = (0, 0, 0);
        for _ in 0..300 {
            let Some((board, hunter, prey)) = random_race(&mut rng) else {
                continue;
            };
            for threats in [
                KoThreats::REFUTER_TWO,
                KoThreats::Nobody,
                KoThreats::ProverEndless,
            ] {
                for color in Color::BOTH {
                    let [mut race, mut all] = [(); 2].map(|()| {
                        let mut race = Race::new(&board, hunter, prey).unwrap();
                        race.search_board.begin(threats);
                        race.search_board.to_move = color;
                        race
                    });
                    let counted = race.count();
                    let found = race.verdict(color, 5_000);
                    let mut all = AllMoves::new(&mut all, outcome_of_captures);
                    let truth = all.verdict(color, 20_000);
                    if [found, truth]
                        .iter()
                        .any(|verdict| matches!(verdict, Outcome::Unknown(_)))
                    {
                        continue;
                    }
                    if let Some(wins) = counted {
                        let name = format!("{hunter} {prey} {color} {threats:?}\n{board}");
                        assert_eq!(wins, truth == Outcome::Proved, "{name}");
                        n_counted += 1;
                    } else {
                        n_searched += 1;
                        n_wrong += usize::from(found != truth);
                    }
                }
            }
        }
        assert!(
            n_counted > 300 && n_searched > 500,
            "{n_counted} {n_searched}"
        );
        assert!(n_wrong * 50 < n_searched, "{n_wrong} of {n_searched}");
    }
}
