//! The friendly room around a core (Klinger, section 3.8).

use super::State;
use super::known::Aura;
use tedomari_board::{Color, Point, PointSet};

/// Steps from the core that count.
const REACH: usize = 6;

/// The weight of a point that the owner reaches two steps before the other side.
const FULL: u16 = 4;

/// The weight of one that the owner reaches one step before.
const HALF: u16 = 2;

/// The weight of one that both reach at the same time, unless that is by the next move.
const CONTESTED: u16 = 1;

/// Steps from the core within which moves are weighed.
const NEAR: usize = 3;

/// Most moves that are named for each side.
const MOST_MOVES: usize = 4;

/// What the room is measured between.
#[derive(Clone, Copy, Debug)]
struct Ground {
    own: PointSet,
    others: PointSet,
    /// Where a side can go: empty points, and stones that it takes.
    free: PointSet,
    /// Where the other side can go.
    free_for_others: PointSet,
    /// The points that count.
    counted: PointSet,
}

impl Ground {
    /// Points that the owner reaches in 1 to `REACH` steps, with their weights, and those within `NEAR` steps.
    fn measure(&self) -> (u16, PointSet) {
        let mut others = [self.others; REACH + 2];
        for step in 1..others.len() {
            others[step] = (others[step - 1].spread() & self.free_for_others) | self.others;
        }
        let (mut reached, mut room, mut near) = (self.own, 0, PointSet::EMPTY);
        for step in 1..=REACH {
            let before_others = if step == 1 {
                others[step]
            } else {
                others[step - 1]
            };
            let new = (reached.spread() & self.free) - reached - before_others;
            let n = |set: PointSet| u16::try_from((set & self.counted).len()).unwrap_or(u16::MAX);
            let half = (new & others[step + 1]) - others[step];
            let contested = new & others[step];
            let full = new - others[step + 1];
            room += FULL * n(full) + HALF * n(half) + CONTESTED * n(contested);
            reached |= new;
            if step <= NEAR {
                near |= new;
            }
        }
        (room, near)
    }

    fn after_other(mut self, point: Point) -> Self {
        self.others.insert(point);
        self.free.remove(point);
        self
    }

    fn after_own(mut self, point: Point) -> Self {
        self.own.insert(point);
        self.free.remove(point);
        self.free_for_others.remove(point);
        self
    }
}

impl State<'_> {
    /// The room of some stones of one color. Points of `settled` are not counted.
    pub(super) fn aura_of(&self, color: Color, stones: &PointSet, settled: &PointSet) -> Aura {
        let empty: PointSet = self.board.empty_set();
        let lost = self.lost_stones();
        let all: PointSet = self.board.points_of(color.opponent()).collect();
        let friends: PointSet = self.board.points_of(color).collect::<PointSet>() - *stones - lost;
        let ground = Ground {
            own: *stones,
            others: all - lost,
            free: empty | (all & lost) | friends,
            free_for_others: empty,
            counted: (empty | (all & lost)) - *settled,
        };
        let (room, near) = ground.measure();
        let candidates: Vec<Point> = near
            .iter()
            .filter(|&point| self.board.is_empty(point))
            .collect();
        let weigh = |after: &dyn Fn(Point) -> Ground| {
            let weighed = candidates
                .iter()
                .map(|&point| (after(point).measure().0, point));
            weighed.collect::<Vec<_>>()
        };
        let mut reduced = weigh(&|point| ground.after_other(point));
        let mut extended = weigh(&|point| ground.after_own(point));
        reduced
            .retain(|&(after, point)| after < room && self.board.is_legal(color.opponent(), point));
        extended.retain(|&(after, point)| after > room && self.board.is_legal(color, point));
        reduced.sort_unstable();
        extended.sort_unstable_by_key(|&(after, point)| (std::cmp::Reverse(after), point));
        // The attacks that leave least, each with the best answer.
        let answered = reduced.iter().take(MOST_MOVES).map(|&(after, attack)| {
            let attacked = ground.after_other(attack);
            let answers = candidates.iter().filter(|&&answer| answer != attack);
            answers
                .map(|&answer| attacked.after_own(answer).measure().0)
                .max()
                .unwrap_or(after)
        });
        let least = answered.min().unwrap_or(room);
        let points = |weighed: &[(u16, Point)]| {
            weighed
                .iter()
                .take(MOST_MOVES)
                .map(|&(_, point)| point)
                .collect()
        };
        Aura {
            room,
            least,
            most: extended.first().map_or(room, |&(after, _)| after),
            reducing: points(&reduced),
            extending: points(&extended),
        }
    }
}
