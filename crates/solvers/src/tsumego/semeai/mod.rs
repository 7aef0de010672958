//! A semeai: a race between two groups of different colors. Which group captures the other, or do both live?
//!
//! A group wins if it kills the other group (`reader`) and survives that, or if it captures the other group before it
//! is captured itself (`race`). A group holds out if neither happens to it, or if the other group can't afford the
//! capture. The answers are estimates.

use super::question::{Goal, Question};
use super::reader::{Basis, FrameKind, ReadLife, Reading, Trust, Verdict};
use crate::base::Budget;
use crate::board::{Block, Board, Cell, Color, Point, PointSet};
use crate::tactics::ko::Success;
use crate::tactics::race::Race;

/// Nodes for a question of life and death, as a multiple of the nodes for one search of a race.
const LIFE: u64 = 2;

/// Largest area, in points, of a group that counts as shut in.
const MOST_INSIDE: usize = 12;

/// The result of a race when the owner of the first group moves first.
#[derive(Clone, Debug)]
pub struct SemeaiResult {
    /// How well the owner saves the first group.
    pub defense: Success,
    /// How well the owner captures the second group.
    pub attack: Success,
    /// The move; `None` if no move is needed, or if none helps.
    pub mv: Option<Point>,
    /// What the answer about the first group rests on.
    pub defense_ground: Ground,
    /// What the answer about the second group rests on.
    pub attack_ground: Ground,
    /// Positions evaluated, including those of questions of life and death.
    pub n_nodes: u64,
}

/// What an answer about a race rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A proof, or complete searches of likely moves.
    Shown,
    /// A reading of life and death that is likely right.
    Likely,
    /// Complete searches of liberties about a group around the other one, which may yet live or die by its eyes.
    Liberties,
    /// Nothing: a search that had to show more did not end.
    Open,
}

/// What is found about one of the groups.
#[derive(Clone, Copy, Debug)]
struct Found {
    success: Success,
    mv: Option<Point>,
    ground: Ground,
}

impl Found {
    const fn new(success: Success, mv: Option<Point>, ground: Ground) -> Self {
        Self {
            success,
            mv,
            ground,
        }
    }

    const fn shown(success: Success, mv: Option<Point>) -> Self {
        Self::new(success, mv, Ground::Shown)
    }
}

/// One of the two groups of a race.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    /// A stone of the block whose liberties are counted.
    pub stone: Point,
    /// A stone of each block that lives or dies with it, its own included.
    pub blocks: PointSet,
}

impl From<Point> for Rival {
    /// A group of one block.
    fn from(stone: Point) -> Self {
        Self {
            stone,
            blocks: stone.into(),
        }
    }
}

/// Reads the race between two groups. The owner of the first group moves first. `None` unless there are stones of two
/// colors. What lives or dies is a whole group; liberties are those of its one block.
///
/// There are at most about thirty searches of `nodes` each, and fourteen questions of life and death of `LIFE` times as
/// many. All end when the time of `limits` is over or its token is cancelled; the nodes of `limits` are not spent.
pub fn read_semeai(
    reader: &mut dyn ReadLife,
    board: &Board,
    groups: [Rival; 2],
    nodes: u64,
    limits: &Budget,
) -> Option<SemeaiResult> {
    let [own, other] = groups.map(|group| group.stone);
    let mut attack = Race::new(board, own, other)?.within(limits);
    let mut threat = Race::new(board, other, own)?.within(limits);
    let mut rivals = Rivals {
        reader,
        board,
        mover: board.color(own)?,
        own,
        other,
        groups,
        nodes,
        limits,
        n_nodes: 0,
    };
    let (defense, kill) = rivals.race(&mut attack, &mut threat);
    let mv = if kill.success >= defense.success {
        kill.mv
    } else {
        defense.mv.or(kill.mv)
    };
    Some(SemeaiResult {
        defense: defense.success.max(kill.success),
        attack: kill.success,
        mv,
        defense_ground: defense.ground,
        attack_ground: kill.ground,
        n_nodes: rivals.n_nodes + attack.n_nodes() + threat.n_nodes(),
    })
}

fn is_refuted(reading: Option<&Reading>) -> bool {
    reading.is_some_and(|found| found.verdict == Verdict::Refuted)
}

fn achieves(reading: Option<&Reading>) -> bool {
    reading.is_some_and(|found| found.achieves(Trust::Likely))
}

/// Whether a killing attack succeeds for certain, or at least likely.
fn is_death(reading: &Reading) -> bool {
    reading.achieves(Trust::NearlySure)
}

/// Whether a goal is reached in a frame that gives the outside to the other side, though not proved.
fn is_framed(reading: Option<&Reading>) -> bool {
    reading.is_some_and(|found| {
        let is_shown = matches!(found.basis, Basis::Pessimistic(_) | Basis::Given(_));
        found.verdict == Verdict::Achieved && is_shown
    })
}

/// Whether a goal is not reached, not even in a frame that gives the outside to the side that wants it.
fn fails_in_all(reading: Option<&Reading>) -> bool {
    reading.is_some_and(|found| {
        found.verdict == Verdict::Refuted && found.basis == Basis::Failure(FrameKind::Optimistic)
    })
}

/// Whether a ko is shown: by a proof, or in a frame that is pessimistic for the side to move.
fn shows_ko(reading: &Reading) -> bool {
    matches!(reading.verdict, Verdict::Ko { .. })
        && matches!(
            reading.basis,
            Basis::Proof | Basis::Ko(FrameKind::Pessimistic)
        )
}

/// Whether the block on `outer` shuts in a group of the other side, alone and in a small area.
#[must_use]
pub fn shuts_in(board: &Board, outer: Point, inner: Point) -> bool {
    let color = board.color(outer);
    let mut inside = PointSet::EMPTY;
    inside.insert(inner);
    let mut waiting = vec![inner];
    while let Some(point) = waiting.pop() {
        for near in point.neighbors() {
            if board.cell(near) == Cell::Wall {
                continue;
            }
            if board.color(near) == color {
                if board.block_id(near) != board.block_id(outer) {
                    return false;
                }
            } else if inside.insert(near) {
                waiting.push(near);
            }
        }
        if inside.len() > MOST_INSIDE {
            return false;
        }
    }
    true
}

/// Two groups that may fight for their lives. The owner of the first group is to move.
struct Rivals<'a> {
    reader: &'a mut dyn ReadLife,
    board: &'a Board,
    mover: Color,
    own: Point,
    other: Point,
    groups: [Rival; 2],
    nodes: u64,
    limits: &'a Budget,
    /// Positions that questions of life and death have cost.
    n_nodes: u64,
}

impl Rivals<'_> {
    /// How well the mover saves its group, and how well it captures the other group.
    fn race(&mut self, attack: &mut Race, threat: &mut Race) -> (Found, Found) {
        let (own, other) = (self.own, self.other);
        if self.is_lost_around(other, own) {
            let won = Found::new(Success::Clean, None, Ground::Likely);
            return (won, won);
        }
        if self.is_lost_around(own, other) {
            let lost = Found::new(Success::None, None, Ground::Likely);
            return (lost, lost);
        }
        let kill = self.attack(attack);
        if kill.success == Success::Clean {
            return (kill, kill);
        }
        (self.defense(threat), kill)
    }

    fn read(
        &mut self,
        board: &Board,
        target: Point,
        goal: Goal,
        to_move: Color,
    ) -> Option<Reading> {
        let color = self.board.color(target);
        let is_left = |&stone: &Point| board.color(stone) == color;
        let group = self.groups.iter().find(|group| group.stone == target)?;
        let targets: PointSet = group.blocks.iter().filter(is_left).collect();
        let question = Question::new(targets, goal, to_move);
        let mut budget = self.limits.renewed(LIFE * self.nodes);
        let reading = self.reader.read(board, question, &mut budget);
        self.n_nodes += budget.spent();
        reading
    }

    /// Whether the outer group dies even though it can take a group that it shuts in. The shut-in group then gives it
    /// no race to win, so a likely death counts as a death.
    fn is_lost_around(&mut self, outer: Point, inner: Point) -> bool {
        let Some(owner) = self.board.color(outer) else {
            return false;
        };
        if !shuts_in(self.board, outer, inner) {
            return false;
        }
        let capture = self.read(self.board, inner, Goal::Kill, owner);
        if !achieves(capture.filter(|capture| capture.is_proven()).as_ref()) {
            return false;
        }
        let life = self.read(self.board, outer, Goal::Live, owner);
        is_refuted(life.as_ref())
    }

    /// The move by which the mover's group lives for certain; `None` if the group lives without a move.
    fn securing(&mut self) -> Option<Point> {
        let threat = self.read(self.board, self.own, Goal::Kill, self.mover.opponent());
        if is_refuted(threat.as_ref()) {
            return None;
        }
        let life = self.read(self.board, self.own, Goal::Live, self.mover);
        let life = life.filter(|life| life.is_proven() && life.verdict == Verdict::Achieved);
        life.as_ref().and_then(Reading::first)
    }

    /// The answer, if it is proved or a likely death.
    fn sure(&mut self, target: Point, goal: Goal, to_move: Color) -> Option<Reading> {
        let reading = self.read(self.board, target, goal, to_move);
        reading.filter(|reading| reading.is_proven() || goal == Goal::Kill && is_death(reading))
    }

    /// Whether a group has more stones than another group. If each can take the other in the end, the smaller group is
    /// taken first, and the space that this leaves does not make the larger group live.
    fn is_larger(&self, one: Point, than: Point) -> bool {
        let n_stones = |point| self.board.block_at(point).map_or(0, Block::n_stones);
        n_stones(one) > n_stones(than)
    }

    /// Whether the group on `hunter` survives the move with which it begins to take the group on `prey`.
    fn can_afford(&mut self, hunter: Point, prey: Point, mv: Option<Point>) -> bool {
        let (Some(color), true) = (self.board.color(hunter), self.is_larger(hunter, prey)) else {
            return true;
        };
        !self.is_lost_after(hunter, color, mv)
    }

    /// Whether a group is killed after a move of its owner, or after a pass.
    fn is_lost_after(&mut self, group: Point, owner: Color, mv: Option<Point>) -> bool {
        self.death_after(group, owner, mv).is_some()
    }

    /// The death of a group after a move of its owner, or after a pass. Its own captures may leave it an eye space
    /// in which it dies. Only a likely death counts against a race that is won.
    fn death_after(&mut self, group: Point, owner: Color, mv: Option<Point>) -> Option<Reading> {
        let mut after = self.board.clone();
        if mv.is_some_and(|mv| after.play(owner, mv).is_err()) {
            return None;
        }
        let death = self.read(&after, group, Goal::Kill, owner.opponent());
        death.filter(is_death)
    }

    /// Whether a group is proved to survive a move of its owner.
    fn survives(&mut self, group: Point, owner: Color, mv: Point) -> bool {
        let mut after = self.board.clone();
        if after.play(owner, mv).is_err() {
            return false;
        }
        let death = self.read(&after, group, Goal::Kill, owner.opponent());
        is_refuted(death.filter(Reading::is_proven).as_ref())
    }

    /// How well the mover kills the other group, and the move if one is needed. If the search of the race does not end,
    /// a death counts that is more likely than not. A death that is not proved does not count if the mover's own group
    /// is lost after the move.
    fn attack(&mut self, race: &mut Race) -> Found {
        let (own, other) = (self.own, self.other);
        let death = self.read(self.board, other, Goal::Kill, self.mover);
        let mv = death.as_ref().and_then(Reading::first);
        let is_sure = death.as_ref().is_some_and(is_death);
        let is_proven = death.as_ref().is_some_and(Reading::is_proven);
        let is_won = is_sure && self.can_afford(own, other, mv);
        if is_won && (is_proven || !self.is_lost_after(own, self.mover, mv)) {
            let life = self.sure(other, Goal::Live, self.mover.opponent());
            if is_refuted(life.as_ref()) {
                return Found::shown(Success::Clean, self.securing());
            }
            let mv = mv.map(|mv| self.by_outside_liberty(race, mv));
            let ground = if is_proven {
                Ground::Shown
            } else {
                Ground::Likely
            };
            return Found::new(Success::Clean, mv, ground);
        }
        if fails_in_all(death.as_ref()) {
            return Found::shown(Success::None, None);
        }
        if let Some(mv) = mv.filter(|_| is_framed(death.as_ref()))
            && self.survives(own, self.mover, mv)
        {
            return Found::new(Success::Clean, Some(mv), Ground::Likely);
        }
        let found = race.success(self.mover, self.nodes);
        let is_open = found.success == Success::None && found.is_open;
        let is_likely = !is_sure && achieves(death.as_ref());
        let may_win = is_open && is_likely && self.can_afford(own, other, mv);
        if may_win && !self.is_lost_after(own, self.mover, mv) {
            return Found::new(Success::Clean, mv, Ground::Likely);
        }
        let killing = race.winning_move(found.success, self.nodes);
        let found = match killing {
            Some(_) => match self.death_after(own, self.mover, killing) {
                Some(death) if death.is_proven() => {
                    return Found::new(Success::None, None, Ground::Likely);
                }
                Some(_) => return Found::new(Success::None, None, Ground::Open),
                None => Found::shown(found.success, killing),
            },
            _ if is_open => Found::new(Success::None, None, Ground::Open),
            _ if found.success == Success::None
                && !is_refuted(death.as_ref())
                && shuts_in(self.board, other, own) =>
            {
                Found::new(Success::None, None, Ground::Liberties)
            }
            _ => Found::shown(found.success, killing),
        };
        self.or_by_ko(found, other, death.as_ref())
    }

    /// What liberties show about a group, or the ko by which the mover kills or saves it, if that is better for the
    /// mover.
    fn or_by_ko(&mut self, found: Found, group: Point, reading: Option<&Reading>) -> Found {
        let Some(ko) = reading.filter(|reading| shows_ko(reading)) else {
            return found;
        };
        let success = ko.verdict.success();
        if success <= found.success {
            return found;
        }
        let rival = self.mover.opponent();
        let goal = if group == self.own {
            Goal::Kill
        } else {
            Goal::Live
        };
        let others = self.read(self.board, group, goal, rival);
        let needs_no_move = others.is_some_and(|others| {
            shows_ko(&others) && others.verdict.success().of_the_other() >= success
        });
        let mv = ko.first().filter(|_| !needs_no_move);
        Found {
            success,
            mv,
            ..found
        }
    }

    /// The move that kills the other group, or one on a liberty of that group alone if that is proved to kill it, too:
    /// it costs the mover's group no liberty.
    fn by_outside_liberty(&mut self, race: &mut Race, mv: Point) -> Point {
        let liberties = |point| {
            let block = self.board.block_at(point);
            block.map_or(PointSet::EMPTY, |block| *block.liberties())
        };
        let (own, theirs) = (liberties(self.own), liberties(self.other));
        if !own.contains(mv) && theirs.contains(mv) {
            return mv;
        }
        let outside = race.winning_move(Success::Clean, self.nodes);
        let outside = outside.filter(|&point| theirs.contains(point) && !own.contains(point));
        let Some(outside) = outside else {
            return mv;
        };
        let mut after = self.board.clone();
        if after.play(self.mover, outside).is_err() {
            return mv;
        }
        let life = self.read(&after, self.other, Goal::Live, self.mover.opponent());
        let is_dead = life.is_some_and(|life| life.is_proven() && life.verdict == Verdict::Refuted);
        if is_dead { outside } else { mv }
    }

    /// How well the mover saves its group from the other group, and the move if one is needed.
    fn defense(&mut self, threat: &mut Race) -> Found {
        let (own, other) = (self.own, self.other);
        let rival = self.mover.opponent();
        let death = self.read(self.board, own, Goal::Kill, rival);
        let is_refuted_at_all = is_refuted(death.as_ref());
        let death = death.filter(|death| death.is_proven() || is_death(death));
        if is_refuted(death.as_ref()) {
            return Found::shown(Success::Clean, None);
        }
        if achieves(death.as_ref()) {
            let mv = death.as_ref().and_then(Reading::first);
            if !self.can_afford(other, own, mv) {
                return Found::new(Success::Clean, None, Ground::Likely);
            }
        }
        let reading = self.read(self.board, own, Goal::Live, self.mover);
        let life = reading.clone().filter(Reading::is_proven);
        if is_refuted(life.as_ref()) {
            return Found::shown(Success::None, None);
        }
        if !achieves(death.as_ref()) {
            let threatened = threat.success(rival, self.nodes);
            if threatened.success == Success::None {
                let ground = match threatened.is_open {
                    true => Ground::Open,
                    false if !is_refuted_at_all && shuts_in(self.board, own, other) => {
                        Ground::Liberties
                    }
                    false => Ground::Shown,
                };
                return Found::new(Success::Clean, None, ground);
            }
        }
        let (loss, saving) = threat.saving_move(self.nodes);
        match life.filter(|_| loss != Success::None) {
            Some(life) if achieves(Some(&life)) => Found::shown(Success::Clean, life.first()),
            _ => {
                if loss != Success::None && fails_in_all(reading.as_ref()) {
                    return Found::shown(Success::None, None);
                }
                let found = Found::shown(loss.of_the_other(), saving);
                self.or_by_ko(found, own, reading.as_ref())
            }
        }
    }
}

#[cfg(test)]
mod tests;
