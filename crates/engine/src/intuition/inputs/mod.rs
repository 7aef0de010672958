//! A position as the inputs of a network of KataGo: features of version 7, 22 for each point and 19 for the whole
//! position.
//!
//! Source of the definition: KataGo, `cpp/neuralnet/nninputs.cpp`. The features of the encore, of the button and of
//! playouts doubled stay 0: our games have none of them.

mod area;
mod ladder;
#[cfg(test)]
mod tests;

use super::network_position::{N_RECENT, NetworkPosition};
use super::symmetry::{Places, Symmetry};
use crate::board::{
    Board, Color, KoRule, Komi, Move, PerColor, Point, PointSet, Rules, Scoring, Size, Tax,
};
use crate::network::NetworkInput;
use ladder::LadderReader;

/// Features of a point.
pub const N_POINT_FEATURES: usize = 22;
/// Features of the whole position.
pub const N_GLOBAL_FEATURES: usize = 19;

/// Numbers of the features of a point.
mod plane {
    pub(super) const ON_BOARD: usize = 0;
    pub(super) const OWN_STONE: usize = 1;
    pub(super) const OPPONENT_STONE: usize = 2;
    /// The first of three: blocks with one, two and three liberties.
    pub(super) const LIBERTIES: usize = 3;
    pub(super) const BANNED: usize = 6;
    /// The first of five: the last play, the one before it, and so on.
    pub(super) const RECENT: usize = 9;
    /// The first of three: caught in a ladder now, a move ago, two moves ago.
    pub(super) const CAUGHT: usize = 14;
    pub(super) const LADDER_START: usize = 17;
    pub(super) const OWN_AREA: usize = 18;
    pub(super) const OPPONENT_AREA: usize = 19;
}

/// Numbers of the features of the whole position.
mod whole {
    /// The first of five: whether the last move was a pass, the one before it, and so on.
    pub(super) const RECENT_PASS: usize = 0;
    pub(super) const KOMI: usize = 5;
    pub(super) const IS_SUPERKO: usize = 6;
    pub(super) const KIND_OF_SUPERKO: usize = 7;
    pub(super) const SUICIDE: usize = 8;
    pub(super) const TERRITORY: usize = 9;
    pub(super) const TAX: usize = 10;
    pub(super) const PASS_ENDS_GAME: usize = 14;
    pub(super) const PARITY: usize = 18;
}

/// Works out questions. It keeps what saves time from position to position; the questions don't depend on it.
#[derive(Debug)]
pub struct InputBuilder {
    ladders: LadderReader,
    /// A copy of the position under another suicide rule.
    other_rule: Board,
}

impl Default for InputBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl InputBuilder {
    /// An builder with empty caches. It takes about 600 KiB.
    #[must_use]
    pub fn new() -> Self {
        Self {
            ladders: LadderReader::new(),
            other_rule: Board::new(Size::square(1)),
        }
    }

    /// The question about a position, with the board turned by `symmetry`.
    ///
    /// `areas_allow_suicide`: whether unconditional life is judged as if suicide were legal, as some networks were
    /// trained whatever the rules.
    pub fn question(
        &mut self,
        position: &NetworkPosition<'_>,
        symmetry: Symmetry,
        areas_allow_suicide: bool,
    ) -> NetworkInput {
        let size = position.board.size();
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut sheet = Sheet {
            places: symmetry.places(size),
            question: NetworkInput {
                width,
                height,
                points: vec![0.0; N_POINT_FEATURES * width * height],
                globals: vec![0.0; N_GLOBAL_FEATURES],
            },
        };
        sheet.stones(position);
        sheet.bans(position);
        let n_shown = sheet.history(position);
        self.ladders(&mut sheet, position, n_shown);
        if let Some(area) = self.area(position, areas_allow_suicide) {
            sheet.mark(plane::OWN_AREA, &area[position.to_move]);
            sheet.mark(plane::OPPONENT_AREA, &area[position.to_move.opponent()]);
        }
        sheet.rules(position);
        sheet.question
    }

    fn ladders(&mut self, sheet: &mut Sheet, position: &NetworkPosition<'_>, n_shown: usize) {
        let now = self.ladders.ladders(position.board);
        sheet.mark(plane::CAUGHT, &now.caught);
        sheet.mark(
            plane::LADDER_START,
            &now.starts[position.to_move.opponent()],
        );
        let mut caught = now.caught;
        for (age, board) in (1..).zip(position.earlier) {
            if n_shown >= age {
                caught = self.ladders.ladders(board).caught;
            }
            sheet.mark(plane::CAUGHT + age, &caught);
        }
    }

    fn area(
        &mut self,
        position: &NetworkPosition<'_>,
        areas_allow_suicide: bool,
    ) -> Option<PerColor<PointSet>> {
        let board = position.board;
        if !areas_allow_suicide || board.allows_suicide() {
            return area::area(board, position.rules);
        }
        self.other_rule.copy_position(board);
        self.other_rule.set_suicide(true);
        area::area(&self.other_rule, position.rules)
    }
}

/// A question while it is written.
struct Sheet {
    places: Places,
    question: NetworkInput,
}

impl Sheet {
    #[inline]
    fn set(&mut self, point: Point, plane: usize) {
        self.question.points[N_POINT_FEATURES * self.places.of(point) + plane] = 1.0;
    }

    fn mark(&mut self, plane: usize, points: &PointSet) {
        for point in points {
            self.set(point, plane);
        }
    }

    /// The board, the stones, and the blocks with few liberties.
    fn stones(&mut self, position: &NetworkPosition<'_>) {
        let board = position.board;
        for point in board.size().points() {
            self.set(point, plane::ON_BOARD);
            let Some(block) = board.block_at(point) else {
                continue;
            };
            let is_own = block.color() == position.to_move;
            self.set(
                point,
                if is_own {
                    plane::OWN_STONE
                } else {
                    plane::OPPONENT_STONE
                },
            );
            if let n @ 1..=3 = usize::from(block.n_liberties()) {
                self.set(point, plane::LIBERTIES + n - 1);
            }
        }
    }

    /// The points where a ko or superko forbids the player to move to play.
    fn bans(&mut self, position: &NetworkPosition<'_>) {
        let ko = position.board.ko();
        if let Some((color, point)) = ko
            && color == position.to_move
        {
            self.set(point, plane::BANNED);
        }
        let banned = position.banned.iter();
        for point in banned.filter(|&point| !position.is_lone_suicide(point)) {
            self.set(point, plane::BANNED);
        }
    }

    /// The last moves, and how many of them are shown.
    fn history(&mut self, position: &NetworkPosition<'_>) -> usize {
        let n_shown = n_shown(position);
        for (age, recent) in position.recent.iter().take(n_shown).enumerate() {
            match recent.map(|(_, mv)| mv) {
                Some(Move::Play(point)) => self.set(point, plane::RECENT + age),
                Some(Move::Pass) => self.question.globals[whole::RECENT_PASS + age] = 1.0,
                Some(Move::Resign) | None => {}
            }
        }
        n_shown
    }

    fn rules(&mut self, position: &NetworkPosition<'_>) {
        let rules = position.rules;
        let globals = &mut self.question.globals;
        let komi = komi(position);
        globals[whole::KOMI] = komi / 20.0;
        let ko = match rules.ko {
            KoRule::Simple => None,
            KoRule::PositionalSuperko => Some(0.5),
            KoRule::SituationalSuperko => Some(-0.5),
        };
        if let Some(kind) = ko {
            globals[whole::IS_SUPERKO] = 1.0;
            globals[whole::KIND_OF_SUPERKO] = kind;
        }
        let one_if = |holds: bool| f32::from(u8::from(holds));
        globals[whole::SUICIDE] = one_if(rules.allows_suicide);
        globals[whole::TERRITORY] = one_if(rules.scoring == Scoring::Territory);
        globals[whole::TAX] = one_if(rules.tax == Tax::Seki);
        globals[whole::PASS_ENDS_GAME] = one_if(position.pass_ends_game && !hides_end(position));
        if rules.scoring == Scoring::Area {
            globals[whole::PARITY] = parity(position.board.size(), komi);
        }
    }
}

/// How many of the last moves a network is shown: as long as the players take turns, not beyond the end of a game that
/// went on after two passes, and none if the end of the game is hidden.
fn n_shown(position: &NetworkPosition<'_>) -> usize {
    if hides_end(position) {
        return 0;
    }
    let recent = &position.recent;
    let is_pass = |age: usize| matches!(recent.get(age), Some(Some((_, Move::Pass))));
    for (age, mv) in recent.iter().enumerate() {
        let expected = if age % 2 == 0 {
            position.to_move.opponent()
        } else {
            position.to_move
        };
        match mv {
            Some((color, Move::Play(_) | Move::Pass)) if *color == expected => {}
            Some(_) | None => return age,
        }
        if age > 0 && is_pass(age) && is_pass(age - 1) {
            return age;
        }
    }
    N_RECENT
}

/// Whether the inputs hide that a pass would end the game: under rules by which players agree about dead stones, or
/// play on, after the passes.
fn hides_end(position: &NetworkPosition<'_>) -> bool {
    let [last, before, ..] = position.recent;
    let is_pass = |recent: Option<(Color, Move)>| matches!(recent, Some((_, Move::Pass)));
    position.pass_ends_game
        && is_pass(last)
        && !is_pass(before)
        && passes_are_friendly(position.rules)
}

/// Whether a pass as answer to a pass is harmless under these rules, although dead stones are on the board.
fn passes_are_friendly(rules: &Rules) -> bool {
    rules.scoring == Scoring::Area
        && matches!(
            rules.name(),
            Some("chinese" | "chinese_superko" | "aga" | "new_zealand")
        )
}

/// The komi that the player to move receives, with everything else that counts beside the board.
///
/// Under territory scoring the prisoners count too. They and the stones on the board are all that was played, so that
/// the difference of the stones played is what stands beside the score by area.
#[expect(clippy::cast_precision_loss, reason = "counts of stones are small")]
fn komi(position: &NetworkPosition<'_>) -> f32 {
    let NetworkPosition { board, rules, .. } = *position;
    let played = |color| board.n_stones(color) as f32 + board.n_prisoners(color) as f32;
    let beside_komi = match rules.scoring {
        Scoring::Area => rules.handicap_bonus.points(position.n_handicap) as f32,
        Scoring::Territory => played(Color::Black) - played(Color::White),
    };
    let for_white = half_points(rules.komi) / 2.0 + beside_komi;
    let limit = board.size().n_points() as f32 + 20.0;
    let own = match position.to_move {
        Color::Black => -for_white,
        Color::White => for_white,
    };
    own.clamp(-limit, limit)
}

#[expect(clippy::cast_precision_loss, reason = "a komi is small")]
const fn half_points(komi: Komi) -> f32 {
    komi.half_points() as f32
}

/// A wave with a period of two points: how much a little more komi is worth, which depends on whether a tie is possible
/// with the nearest komis.
fn parity(size: Size, komi: f32) -> f32 {
    let first_tie = f32::from(u8::from(size.n_points() % 2 == 1));
    let beyond_tie = (komi - first_tie).rem_euclid(2.0);
    if beyond_tie < 0.5 {
        beyond_tie
    } else if beyond_tie < 1.5 {
        1.0 - beyond_tie
    } else {
        beyond_tie - 2.0
    }
}
