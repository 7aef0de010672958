//! Teire: points of their own territory that players have to fill once all dame are taken, such as false eyes.
//!
//! The opponent takes the dame one by one, with the dead stones still on the board. The player answers each threat of
//! capture: on a dame if that helps, else by an extension in its territory, or by taking dead stones. A point of the
//! player's territory that has to be filled then, or later against a throw-in, counts no point. Threats that need more
//! than a play and its answer are not found.
//!
//! Where a point would have to be filled, the dame beside its blocks are contested: the player may answer a play on one
//! of them, that threatens nothing yet, by a play on another one, such as a connection instead of one inside. The
//! opponent takes them in the order that is worst for the player, and saves its own blocks in atari before it goes on.

use crate::board::{Board, Color, Point, PointSet};
use crate::endgame::fill::{loses_a_block, rescues, saves};

/// The most dame of a group for which all orders of plays are tried.
const MOST_CONTESTED: usize = 5;

/// The points of `territory` that `color` has to fill. `dead` are the dead stones of both colors; `dame` are the empty
/// points that may be filled without loss.
pub(super) fn teire(
    board: &Board,
    dead: &PointSet,
    color: Color,
    territory: &PointSet,
    dame: &PointSet,
) -> PointSet {
    let nothing = PointSet::EMPTY;
    let (Some(board), Some(bare)) = (without(board, &nothing), without(board, dead)) else {
        return nothing;
    };
    let mut ending = Ending {
        board,
        color,
        dead: *dead,
        territory: *territory,
        filled: nothing,
        left_alone: nothing,
    };
    ending.leave_lost_blocks(&bare);
    ending.answer();
    let mut lost = ending.clone();
    lost.lose_dame(dame);
    let lost = lost.finished().filled;
    let groups = ending.contested(dame, &(lost - ending.filled));
    if groups.is_empty() {
        return lost;
    }
    let contested = groups.iter().fold(nothing, |all, group| all | *group);
    ending.lose_dame(&(*dame - contested));
    for group in &groups {
        ending = ending.share(group).ending;
    }
    ending.finished().filled
}

/// A board with the same stones but for some, without a past.
fn without(board: &Board, taken: &PointSet) -> Option<Board> {
    let stays = board
        .size()
        .points()
        .filter(|point| !taken.contains(*point));
    let stones: Vec<_> = stays
        .filter_map(|point| Some((board.color(point)?, point)))
        .collect();
    Board::with_stones(board.size(), stones).ok()
}

#[derive(Clone)]
struct Ending {
    board: Board,
    color: Color,
    dead: PointSet,
    territory: PointSet,
    /// Points of the territory that were filled.
    filled: PointSet,
    /// Stones of blocks in atari that need no answer.
    left_alone: PointSet,
}

/// An end of the plays on contested dame.
struct Line {
    ending: Ending,
    /// How many points of the territory are filled when all is finished.
    cost: usize,
}

impl Ending {
    /// Leaves the blocks alone that are in atari from the beginning and cannot be saved, or that dead stones alone keep
    /// in atari. `bare` is the board without dead stones.
    fn leave_lost_blocks(&mut self, bare: &Board) {
        for (head, liberty) in self.in_atari() {
            let is_short = bare
                .block_at(head)
                .is_some_and(|block| block.atari().is_some());
            if !is_short || !saves(&self.board, self.color, liberty) {
                self.left_alone.extend(self.board.stones(head));
            }
        }
    }

    /// The dame beside own blocks that touch points which have to be `filled` if the opponent takes all dame, in groups
    /// that share none. A group of more than [`MOST_CONTESTED`] is left out.
    fn contested(&self, dame: &PointSet, filled: &PointSet) -> Vec<PointSet> {
        let mut groups: Vec<PointSet> = Vec::new();
        for point in filled {
            let mut group = self.liberties_beside(point) & *dame;
            groups.retain(|other| {
                let is_apart = (*other & group).is_empty();
                if !is_apart {
                    group |= *other;
                }
                is_apart
            });
            groups.push(group);
        }
        groups.retain(|group| group.len() <= MOST_CONTESTED);
        groups
    }

    /// The liberties of the own blocks that touch a point.
    fn liberties_beside(&self, point: Point) -> PointSet {
        let mut liberties = PointSet::EMPTY;
        for neighbor in point.neighbors() {
            let is_own = self.board.color(neighbor) == Some(self.color);
            if let Some(block) = self.board.block_at(neighbor).filter(|_| is_own) {
                liberties |= *block.liberties();
            }
        }
        liberties
    }

    /// Lets the opponent take dame, each of which is answered only where it threatens something.
    fn lose_dame(&mut self, dame: &PointSet) {
        for point in dame {
            if self.opponent_takes(point) {
                self.answer();
            }
        }
    }

    /// The line in which the opponent, to move, takes the dame that are left in the worst order, and each play that
    /// threatens nothing may be answered on another one.
    fn share(&self, left: &PointSet) -> Line {
        let mut worst: Option<Line> = None;
        for point in left {
            let mut after = self.clone();
            if !after.opponent_takes(point) {
                continue;
            }
            let rest = *left - PointSet::from_iter([point]);
            let line = if after.answer() {
                after.share(&rest)
            } else {
                after.best_answer(&rest)
            };
            if worst.as_ref().is_none_or(|worst| line.cost > worst.cost) {
                worst = Some(line);
            }
        }
        worst.unwrap_or_else(|| Line {
            cost: self.finished().filled.len(),
            ending: self.clone(),
        })
    }

    /// The line that is best for the player, to move: without a play, or with one on a dame.
    fn best_answer(&self, left: &PointSet) -> Line {
        let mut best = self.share(left);
        for point in left {
            let mut after = self.clone();
            if best.cost > 0 && after.board.play(self.color, point).is_ok() {
                let rest = *left - PointSet::from_iter([point]);
                let line = if after.opponent_escapes() && !after.answer() {
                    after.best_answer(&rest)
                } else {
                    after.share(&rest)
                };
                if line.cost < best.cost {
                    best = line;
                }
            }
        }
        best
    }

    /// The same with the dead stones taken, and filled against throw-ins.
    fn finished(&self) -> Self {
        let mut ending = self.clone();
        if let Some(bare) = without(&self.board, &self.dead) {
            ending.board = bare;
            ending.opponent_escapes();
            ending.answer();
            while let Some(point) = ending.throw_in() {
                ending.fill(point);
            }
        }
        ending
    }

    /// Lets the opponent play on a dame unless the stone could be taken at once; whether it did.
    fn opponent_takes(&mut self, point: Point) -> bool {
        if self.board.play(self.color.opponent(), point).is_err() {
            return false;
        }
        let is_safe = self
            .board
            .block_at(point)
            .is_some_and(|block| block.n_liberties() > 1);
        if !is_safe {
            self.board.undo();
        }
        is_safe
    }

    /// Gets the blocks of the opponent out of atari that can be saved; whether there were any.
    fn opponent_escapes(&mut self) -> bool {
        let opponent = self.color.opponent();
        let mut has_escaped = false;
        for head in self.board.first_stones(opponent) {
            let is_in_play = self.board.color(head) == Some(opponent) && !self.dead.contains(head);
            let block = self.board.block_at(head).filter(|_| is_in_play);
            let Some(liberty) = block.and_then(|block| block.atari()) else {
                continue;
            };
            let way_out = rescues(&self.board, opponent, (head, liberty)).next();
            has_escaped |= way_out.is_some_and(|point| self.board.play(opponent, point).is_ok());
        }
        has_escaped
    }

    /// Gets the blocks in atari out of it. One that cannot be saved any more had other liberties before the opponent
    /// took all dame: its owner would have played on the last one in time, and it is left alone.
    fn answer(&mut self) -> bool {
        let mut is_answered = false;
        while let Some(&(head, liberty)) = self.in_atari().first() {
            let answers = rescues(&self.board, self.color, (head, liberty));
            let cheapest = answers.min_by_key(|point| self.territory.contains(*point));
            if let Some(point) = cheapest {
                self.fill(point);
            } else {
                if self.territory.contains(liberty) {
                    self.fill(liberty);
                }
                self.left_alone.extend(self.board.stones(head));
            }
            is_answered = true;
        }
        is_answered
    }

    /// The own blocks in atari that need an answer, each with its last liberty.
    fn in_atari(&self) -> Vec<(Point, Point)> {
        let heads = self.board.first_stones(self.color).into_iter();
        let in_question =
            heads.filter(|head| !self.dead.contains(*head) && !self.left_alone.contains(*head));
        in_question
            .filter_map(|head| Some((head, self.board.block_at(head)?.atari()?)))
            .collect()
    }

    fn fill(&mut self, point: Point) {
        if self.board.play(self.color, point).is_ok() && self.territory.contains(point) {
            self.filled.insert(point);
        }
    }

    /// A point of the territory on which the opponent could play so that a block is lost, and the own play there is
    /// legal.
    fn throw_in(&self) -> Option<Point> {
        let is_short = |point: &Point| {
            point.neighbors().into_iter().any(|neighbor| {
                self.board.color(neighbor) == Some(self.color)
                    && self
                        .board
                        .block_at(neighbor)
                        .is_some_and(|block| block.n_liberties() <= 2)
            })
        };
        let open = (self.territory - self.filled)
            .iter()
            .filter(is_short)
            .collect::<Vec<_>>();
        open.into_iter().find(|&point| {
            saves(&self.board, self.color, point)
                && loses_a_block(&self.board, self.color, point, &PointSet::EMPTY)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagram: &str, territory: &[&str], dame: &[&str], expected: &[&str]) {
        let board: Board = diagram.parse().unwrap();
        let points = |names: &[&str]| -> PointSet {
            names.iter().map(|name| name.parse().unwrap()).collect()
        };
        let found = teire(
            &board,
            &PointSet::EMPTY,
            Color::Black,
            &points(territory),
            &points(dame),
        );
        assert_eq!(found, points(expected), "{diagram}");
    }

    #[test]
    fn a_false_eye_is_filled_once_the_dame_are_taken() {
        let diagram = ". X X O O .\nX X O O . O\n. . X . O O";
        check(diagram, &["A1", "A3", "B1"], &["D1"], &["B1"]);
        check(diagram, &["A1", "A3", "B1"], &[], &[]);
    }

    #[test]
    fn one_of_two_dame_that_connect_is_left_after_a_play_on_the_other() {
        let diagram =
            ". O . O O O O O\nO O O O O O O O\n. X . O O O O O\nX . X X X X X X\n. . X X . X . X";
        let territory = ["A1", "B1", "B2", "E1", "G1"];
        check(diagram, &territory, &["A3", "C3"], &[]);
        check(diagram, &territory, &["A3"], &[]);
        let taken = diagram.replace("\n. X . O", "\nO X . O");
        check(&taken, &territory, &["C3"], &["B2"]);
    }

    #[test]
    fn an_opponent_in_atari_escapes_and_threatens_again() {
        // White on A3 threatens C2. Black on B4 is no answer: White leaves three stones to capture only until A5.
        let diagram = ". O . O . O O\nO O O O O O O\n. O O O O X X\nO . X X X X .\n. O X X X X X\nX X . . X . X\n\
            X . . . X X .";
        let territory = ["B1", "C1", "D1", "C2", "D2", "G1", "F2", "G4"];
        check(diagram, &territory, &["A3", "B4"], &["C2"]);
    }

    #[test]
    fn two_eyes_need_no_defence() {
        let diagram = ". X . X . O\nX X X X O .\nO O O O O .";
        check(diagram, &["A3", "C3"], &["E3"], &[]);
    }

    #[test]
    fn a_hopeless_block_elsewhere_makes_no_point_necessary() {
        // White captures the stone on H3 whatever Black does. A throw-in on C2 is answered by a capture.
        let diagram = "O O O O O O O O O\n. X . X O . O X .\nX X . X O O O O O\n. X X O O O . O .";
        check(diagram, &["A1", "A3", "C2", "C3"], &[], &[]);
    }

    #[test]
    fn a_throw_in_that_takes_a_tail_is_answered_beforehand() {
        // White on B1 leaves the two stones on the right with no liberty but that of the capture.
        let diagram = ". X X O O .\nX X O . O .\n. . X X O .\nO O O O O .";
        check(diagram, &["A4", "A2", "B2"], &[], &["B2"]);
    }
}
