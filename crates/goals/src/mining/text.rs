//! A pattern as the text of a rule.

use std::fmt::Write;

use super::pattern::{Count, Pattern};
use super::window::{EDGES, Kind, LIBERTIES, MIDDLE, REACH, SIDE};
use tedomari_solvers::tsumego::Goal;

/// The column and the row of the move in a window.
const CENTER: usize = MIDDLE / SIDE;

/// The row and the column so many steps from the move toward an edge.
const fn at(edge: usize, steps: usize) -> (usize, usize) {
    match edge {
        0 => (CENTER - steps, CENTER),
        1 => (CENTER, CENTER - steps),
        2 => (CENTER + steps, CENTER),
        _ => (CENTER, CENTER + steps),
    }
}

impl Pattern {
    fn cares_for(&self, feature: usize) -> bool {
        self.cares >> feature & 1 == 1
    }

    /// The lines from the move to an edge that the pattern requires: 1 if the move is on the line at the edge. Nothing
    /// if it requires none, or that the edge is far.
    fn edge(&self, edge: usize) -> Option<usize> {
        let kind = self.window.kind(EDGES + edge);
        (self.cares_for(EDGES + edge) && kind != Kind::Off).then_some(kind as usize + 1)
    }

    /// Whether the pattern requires that an edge is far.
    fn is_far_from(&self, edge: usize) -> bool {
        self.cares_for(EDGES + edge) && self.window.kind(EDGES + edge) == Kind::Off
    }

    fn character(&self, row: usize, column: usize) -> char {
        let is_beyond =
            |edge: usize, distance: usize| self.edge(edge).is_some_and(|line| distance >= line);
        let is_off_row = is_beyond(0, CENTER.saturating_sub(row)) && row < CENTER
            || row > CENTER && is_beyond(2, row - CENTER);
        let is_off_column = column < CENTER && is_beyond(1, CENTER - column)
            || column > CENTER && is_beyond(3, column - CENTER);
        match (is_off_row, is_off_column) {
            (true, true) => return '+',
            (true, false) => return '-',
            (false, true) => return '|',
            (false, false) => {}
        }
        let feature = row * SIDE + column;
        let is_own = self.aim == Goal::Live;
        match () {
            () if feature == MIDDLE => '*',
            () if feature == self.object => {
                if is_own {
                    'A'
                } else {
                    'a'
                }
            }
            () if self.cares_for(feature) => match self.window.kind(feature) {
                Kind::Own => 'X',
                Kind::Other => 'O',
                Kind::Empty => '.',
                Kind::Off => '?',
            },
            () if self.shows_board(row, column) => '_',
            () => '?',
        }
    }

    /// Whether a point has to be on the board so that an edge is not nearer than in the pattern.
    fn shows_board(&self, row: usize, column: usize) -> bool {
        (0..4).any(|edge| {
            let far = self.is_far_from(edge).then_some(REACH as usize - 1);
            let nearest = self.edge(edge).map(|line| line - 1).or(far);
            nearest.is_some_and(|steps| at(edge, steps) == (row, column))
        })
    }

    /// The rows and columns of the map: first and last.
    fn extent(&self) -> [(usize, usize); 2] {
        let mut bounds = [(CENTER, CENTER); 2];
        let mut include = |row: usize, column: usize| {
            for (bound, value) in bounds.iter_mut().zip([row, column]) {
                *bound = (bound.0.min(value), bound.1.max(value));
            }
        };
        for feature in
            (0..SIDE * SIDE).filter(|&feature| self.cares_for(feature) || feature == self.object)
        {
            include(feature / SIDE, feature % SIDE);
        }
        let far = REACH as usize - 1;
        let reach = |edge: usize| {
            self.edge(edge)
                .or(self.is_far_from(edge).then_some(far))
                .unwrap_or(0)
        };
        include(CENTER - reach(0), CENTER - reach(1));
        include(CENTER + reach(2), CENTER + reach(3));
        bounds
    }

    /// What kind of move it is: a purpose of the language of rules.
    pub(super) fn purpose(&self) -> &'static str {
        let beside = [MIDDLE - SIDE, MIDDLE - 1, MIDDLE + 1, MIDDLE + SIDE];
        let count = |wanted: Kind| {
            let found = beside
                .iter()
                .filter(|&&feature| self.cares_for(feature) && self.window.kind(feature) == wanted);
            found.count()
        };
        let liberties = self.window.kind(LIBERTIES);
        let is_short = self.cares_for(LIBERTIES) && matches!(liberties, Kind::Own | Kind::Other);
        match self.aim {
            Goal::Kill if is_short => "decrease-liberties",
            Goal::Kill if count(Kind::Own) > 0 => "decrease-eyes",
            Goal::Kill => "destroy-eye",
            Goal::Live if is_short => "increase-liberties",
            Goal::Live if count(Kind::Own) > 1 => "reinforce-eyes",
            Goal::Live => "increase-eyes",
        }
    }

    /// The pattern as a rule with a number in its name.
    pub(super) fn rule(&self, number: usize, count: Count) -> String {
        let purpose = self.purpose();
        let (goal, side) = match self.aim {
            Goal::Kill => ("capture a", "a"),
            Goal::Live => ("save A", "A"),
        };
        let n_decided = count.n_right + count.n_wrong;
        let mut text = format!(
            "rule mined-{purpose}-{number}\npurpose {purpose}\ngoal {goal}\nplay good\n\
             note \"In {} of {n_decided} proofs in which this shape decides the move is right.\"\n\
             source mined support {n_decided} right {}\nmap\n",
            count.n_right, count.n_right
        );
        let [(top, bottom), (left, right)] = self.extent();
        for row in top..=bottom {
            let points = (left..=right).map(|column| self.character(row, column).to_string());
            let line = points.collect::<Vec<String>>().join(" ");
            // Writing to a string never fails.
            let _ = writeln!(text, "  {line}");
        }
        if self.cares_for(LIBERTIES) {
            let condition = ["= 1", "= 2", "= 3", ">= 4"][self.window.kind(LIBERTIES) as usize];
            let _ = writeln!(text, "where libs({side}) {condition}");
        }
        text.push_str("end\n");
        text
    }
}
