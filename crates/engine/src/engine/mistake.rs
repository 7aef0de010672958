//! What a bad move changed, as far as reading finds it: a group that could live and now dies, one that could be killed
//! and now lives, blocks that could be joined and can now be cut, or that could be cut and are now joined.
//!
//! Each reason has two halves, the position before the move with its player to move, and the one after it with the
//! other player to move. A half is proved, or proved given that stones stand which look certain in both positions, or
//! an estimate. A reason has at least one half that is proved, or two that are so given these stones.

use std::sync::Arc;
use std::time::Instant;

use super::assumed_safe::AssumedSafe;
use super::likely_owners::LikelyOwners;
use super::mistake_reason::{Change, GrantedStones, Half, HalfTrust, MistakeReason};
use super::reading::{Effort, LinkGoal, Outcome, readers};
use super::state::Engine;
use crate::base::Budget;
use crate::board::{Board, Color, Game, Move, PerColor, Point, PointSet};
use crate::endgame::shown_probability;
use crate::tsumego::reader::{Basis, Past};
use crate::tsumego::{Goal, Question, Reading, Verdict};

/// Blocks are read that have a stone so near, in lines, to the move, to a better one, or to the answers.
const NEAR: u8 = 2;

/// Most blocks that are read, and most pairs of blocks.
const MOST_BLOCKS: usize = 8;
const MOST_PAIRS: usize = 8;

/// Nodes of each question about a connection.
const NODES: u64 = 30_000;

/// Nodes of each question about life: all blocks are read with few first, as most of what is proved costs little.
const ROUNDS: [u64; 2] = [2_000, NODES];

/// Most friends of a block to which it may be joined.
const MOST_FRIENDS: usize = 4;

/// Playouts that show which stones look certain, in one of the positions, may take this part of the time.
const PART_FOR_PLAYOUTS: u32 = 8;

/// The position before a move and the one after it.
struct Moment {
    before: Game,
    after: Game,
    mover: Color,
    /// The move, better ones, and the answers to it.
    hints: PointSet,
    certain: CertainStones,
}

/// Stones that look certain before the move and after it.
struct CertainStones {
    stones: PerColor<PointSet>,
    /// Who is likely to own each of them in the end, before the move and after it.
    owners: [LikelyOwners; 2],
}

impl CertainStones {
    /// How likely a stone of a color stands, 0 to 1.
    fn probability(&self, color: Color, stone: Point) -> f64 {
        let owners = self.owners.iter();
        let shares = owners.map(|owners| f64::from(color.sign()) * owners.mean(stone));
        (1.0 + shares.fold(1.0, f64::min)) / 2.0
    }

    /// What a proof takes for granted that depends on some points: the certain blocks on or beside them.
    fn beside(&self, board: &Board, zone: &PointSet) -> GrantedStones {
        let near = *zone | zone.spread();
        let heads = Color::BOTH.into_iter().flat_map(|color| {
            let heads = board.first_stones(color).into_iter();
            let is_certain = move |&head: &Point| {
                let block: PointSet = board.stones(head).collect();
                block.is_subset(&self.stones[color]) && block.intersects(&near)
            };
            heads.filter(is_certain)
        });
        let mut heads: Vec<Point> = heads.collect();
        heads.sort_unstable();
        self.of(board, &heads)
    }

    /// Blocks, by a stone each, as what a proof takes for granted.
    fn of(&self, board: &Board, heads: &[Point]) -> GrantedStones {
        let stones = heads.iter().flat_map(|&head| board.stones(head));
        let probabilities =
            stones.filter_map(|stone| Some(self.probability(board.color(stone)?, stone)));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share in percent"
        )]
        let percent = (shown_probability(probabilities) * 100.0).max(0.0) as u8;
        GrantedStones {
            stones: heads.to_vec(),
            percent,
        }
    }
}

impl Engine {
    /// Why the move of the side to move in `before` was bad: reasons with a half that is proved, the surest and largest
    /// first. `hints` are points of interest beside the move: better moves, and answers to it. Nothing if the move is
    /// illegal. Costs up to seventy questions of 30,000 nodes within the time of `limits`, and eight evaluations by
    /// the network.
    pub fn mistake_reasons(
        &mut self,
        before: &Game,
        mv: Move,
        hints: &[Point],
        limits: &Budget,
    ) -> Vec<MistakeReason> {
        let mover = before.to_move();
        let mut after = before.clone();
        if after.play_ignoring_superko(mover, mv).is_err() {
            return Vec::new();
        }
        let mut hints: PointSet = hints.iter().copied().collect();
        if let Move::Play(point) = mv {
            hints.insert(point);
        }
        let certain = self.certain_stones(before, &after, limits);
        let moment = Moment {
            before: before.clone(),
            after,
            mover,
            hints,
            certain,
        };
        let blocks = moment.blocks();
        let mut reasons = self.changes_of_life(&moment, &blocks, limits);
        for pair in moment.pairs(&blocks) {
            reasons.extend(self.change_of_link(&moment, pair, limits));
        }
        let size = |reason: &MistakeReason| {
            let board = moment.before.board();
            let stones = reason.stones.iter();
            stones
                .map(|&stone| board.stones(stone).count())
                .sum::<usize>()
        };
        reasons.sort_by_key(|reason| {
            let is_link = matches!(reason.change, Change::LetCut | Change::LetJoin);
            let trust = (!reason.is_proven(), !reason.is_given());
            (trust, is_link, usize::MAX - size(reason))
        });
        reasons
    }

    /// What changed about the life of each block.
    fn changes_of_life(
        &mut self,
        moment: &Moment,
        blocks: &[Point],
        limits: &Budget,
    ) -> Vec<MistakeReason> {
        let mut found: Vec<Option<MistakeReason>> = vec![None; blocks.len()];
        for nodes in ROUNDS {
            let budget = limits.part(nodes);
            for (known, &block) in found.iter_mut().zip(blocks) {
                if known.as_ref().is_some_and(MistakeReason::is_given) {
                    continue;
                }
                let change = self.change_of_life(moment, block, known.is_none(), &budget);
                if change.is_some() {
                    *known = change;
                }
            }
        }
        found.into_iter().flatten().collect()
    }

    /// A change of the life of a block, each question within `limits`. The rarer half is read first; an estimate is
    /// looked for only beside a proof, and if `may_estimate`.
    fn change_of_life(
        &mut self,
        moment: &Moment,
        stone: Point,
        may_estimate: bool,
        limits: &Budget,
    ) -> Option<MistakeReason> {
        let is_own = moment.before.board().color(stone)? == moment.mover;
        let (kill, live) = if is_own {
            (&moment.after, &moment.before)
        } else {
            (&moment.before, &moment.after)
        };
        let killing = self.shown_life(kill, moment, (stone, Goal::Kill), limits);
        if matches!(killing, Shown::Fails) {
            return None;
        }
        let living = self.shown_life(live, moment, (stone, Goal::Live), limits);
        let (killing, living) = match (killing, living) {
            (Shown::Half(killing), Shown::Half(living)) => (killing, living),
            (Shown::Half(killing), Shown::Nothing) if killing.is_proven() && may_estimate => (
                killing,
                self.likely_life(live, (stone, Goal::Live), limits)?,
            ),
            (Shown::Nothing, Shown::Half(living)) if living.is_proven() && may_estimate => {
                (self.likely_life(kill, (stone, Goal::Kill), limits)?, living)
            }
            (Shown::Half(_) | Shown::Nothing | Shown::Fails, _) => return None,
        };
        if is_own {
            moment.reason(Change::LetDie, vec![stone], living, killing)
        } else {
            moment.reason(Change::LetLive, vec![stone], killing, living)
        }
    }

    /// Stones that look certain in both positions: by the network, or by playouts without one.
    fn certain_stones(&self, before: &Game, after: &Game, limits: &Budget) -> CertainStones {
        let owners = [before, after].map(|game| {
            let by_network = self.owners_by_network(game, limits);
            by_network.unwrap_or_else(|_| {
                let part = limits.time_left().map(|left| left / PART_FOR_PLAYOUTS);
                let end = part.and_then(|part| Instant::now().checked_add(part));
                let limits = limits.clone();
                let limits = match end {
                    Some(end) => limits.until(end),
                    None => limits,
                };
                self.owners_by_playouts(game, &limits)
            })
        });
        let [one, two] = [(before, &owners[0]), (after, &owners[1])]
            .map(|(game, owners)| AssumedSafe::new(game.board(), |point| owners.mean(point)));
        CertainStones {
            stones: PerColor::from_fn(|color| one.stones[color] & two.stones[color]),
            owners,
        }
    }

    /// What is proved about a half, at least if the certain stones stand.
    fn shown_life(
        &mut self,
        game: &Game,
        moment: &Moment,
        (stone, goal): (Point, Goal),
        limits: &Budget,
    ) -> Shown {
        let mut reading = self.reading_of(game, limits.renewed(NODES));
        let Ok(question) = reading.question(stone, goal) else {
            return Shown::Fails;
        };
        let plain = reading.read_life(question, &mut limits.clone());
        if let Some(plain) = plain.filter(Reading::is_proven) {
            return Shown::of(&plain, HalfTrust::Proved);
        }
        match goal {
            Goal::Kill => {
                let given = given(game, moment, question, limits);
                if given.is_proven() {
                    let granted = moment.certain.beside(game.board(), &given.zone);
                    Shown::of(&given, HalfTrust::Given(granted))
                } else {
                    Shown::Nothing
                }
            }
            Goal::Live => self.joined(game, moment, stone, limits),
        }
    }

    /// A life by being joined to a block that looks certain: at once by one move, or as a search proves it.
    fn joined(&mut self, game: &Game, moment: &Moment, stone: Point, limits: &Budget) -> Shown {
        let friends = moment.friends(game.board(), stone);
        for &friend in &friends {
            if let Some(mv) = moment.joining_move(game, stone, friend) {
                return Shown::Half(moment.given_a_friend(game.board(), Some(mv), friend));
            }
        }
        for &friend in &friends {
            let effort = Effort::Within(limits.clone());
            let reading = self.reading_of(game, limits.renewed(NODES));
            let link = reading.link((stone, friend), LinkGoal::Connect, &effort);
            let joined = link.ok().filter(|link| link.is_proven);
            if let Some(link) = joined.filter(|link| link.verdict == Outcome::Achieved) {
                return Shown::Half(moment.given_a_friend(game.board(), link.first(), friend));
            }
        }
        Shown::Nothing
    }

    /// The answer about a half, if it is that the side that moves first succeeds.
    fn likely_life(
        &mut self,
        game: &Game,
        (stone, goal): (Point, Goal),
        limits: &Budget,
    ) -> Option<Half> {
        let effort = Effort::Within(limits.clone());
        let mut reading = self.reading_of(game, limits.renewed(NODES));
        let question = reading.question(stone, goal).ok()?;
        Half::achieved(&reading.life(question, &effort).ok()?)
    }

    /// A change of the connection of two blocks, if it is about one of the moves of interest.
    fn change_of_link(
        &mut self,
        moment: &Moment,
        pair: (Point, Point),
        limits: &Budget,
    ) -> Option<MistakeReason> {
        let is_own = moment.before.board().color(pair.0)? == moment.mover;
        let (change, goals) = if is_own {
            (Change::LetCut, [LinkGoal::Connect, LinkGoal::Cut])
        } else {
            (Change::LetJoin, [LinkGoal::Cut, LinkGoal::Connect])
        };
        let before = self.link_half(&moment.before, pair, goals[0], limits)?;
        // Where no move is needed before, nothing was at stake.
        let is_at_stake = |half: &Half| half.mv.is_some_and(|mv| moment.hints.contains(mv));
        if !is_at_stake(&before) {
            return None;
        }
        let after = self.link_half(&moment.after, pair, goals[1], limits)?;
        moment.reason(change, vec![pair.0, pair.1], before, after)
    }

    fn link_half(
        &mut self,
        game: &Game,
        pair: (Point, Point),
        goal: LinkGoal,
        limits: &Budget,
    ) -> Option<Half> {
        let effort = Effort::Within(limits.part(NODES));
        let reading = self.reading_of(game, limits.clone());
        Half::achieved(&reading.link(pair, goal, &effort).ok()?)
    }
}

/// What is proved about a half, at least if the certain stones stand.
enum Shown {
    /// The side that moves first succeeds.
    Half(Half),
    /// It fails, or needs a ko.
    Fails,
    /// Nothing.
    Nothing,
}

impl Shown {
    /// What a reading shows that is proved as far as `trust` goes.
    fn of(reading: &Reading, trust: HalfTrust) -> Self {
        if reading.verdict == Verdict::Achieved {
            Self::Half(Half {
                mv: reading.first(),
                trust,
            })
        } else {
            Self::Fails
        }
    }
}

impl Moment {
    /// A stone of each certain block of the color of a block that stands near it, the nearest first.
    fn friends(&self, board: &Board, stone: Point) -> Vec<Point> {
        let Some(owner) = board.color(stone) else {
            return Vec::new();
        };
        let block: PointSet = board.stones(stone).collect();
        let heads = board.first_stones(owner).into_iter();
        let certain = heads.filter(|&head| {
            let mut stones = board.stones(head);
            !block.contains(head) && stones.all(|it| self.certain.stones[owner].contains(it))
        });
        let mut friends: Vec<(u8, Point)> = certain
            .filter_map(|head| Some((distance_to(board, head, &block)?, head)))
            .filter(|&(away, _)| away <= NEAR)
            .collect();
        friends.sort_unstable();
        friends.truncate(MOST_FRIENDS);
        friends.into_iter().map(|(_, head)| head).collect()
    }

    /// A move that makes two blocks one at once; one of interest, if there are several.
    fn joining_move(&self, game: &Game, stone: Point, friend: Point) -> Option<Point> {
        let board = game.board();
        let owner = board.color(stone)?;
        let [one, two] =
            [stone, friend].map(|it| board.block_at(it).map(|block| *block.liberties()));
        let common = one? & two?;
        let legal = common
            .iter()
            .filter(|&point| game.is_legal(owner, Move::Play(point)));
        legal.min_by_key(|&point| (!self.hints.contains(point), point))
    }

    /// That a block is saved if a friend that looks certain stands.
    fn given_a_friend(&self, board: &Board, mv: Option<Point>, friend: Point) -> Half {
        Half {
            mv,
            trust: HalfTrust::Given(self.certain.of(board, &[friend])),
        }
    }

    /// A stone of each block of both positions that stands near a move of interest, the nearest first.
    fn blocks(&self) -> Vec<Point> {
        let (board, later) = (self.before.board(), self.after.board());
        let mut blocks: Vec<(u8, Point)> = Vec::new();
        for color in Color::BOTH {
            for head in board.first_stones(color) {
                let stays = later.color(head) == Some(color);
                let away = distance_to(board, head, &self.hints);
                if let Some(away) = away.filter(|&away| stays && away <= NEAR) {
                    blocks.push((away, head));
                }
            }
        }
        blocks.sort_unstable();
        blocks.truncate(MOST_BLOCKS);
        blocks.into_iter().map(|(_, head)| head).collect()
    }

    /// Pairs of these blocks, of one color each, that are near each other.
    fn pairs(&self, blocks: &[Point]) -> Vec<(Point, Point)> {
        let board = self.before.board();
        let mut pairs = Vec::new();
        for (n, &first) in blocks.iter().enumerate() {
            let stones: PointSet = board.stones(first).collect();
            for &second in &blocks[n + 1..] {
                let is_near = distance_to(board, second, &stones).is_some_and(|it| it <= NEAR);
                if is_near && board.color(first) == board.color(second) {
                    pairs.push((first, second));
                }
            }
        }
        pairs.truncate(MOST_PAIRS);
        pairs
    }

    /// A reason, if one of its halves is proved, or both are if the certain stones stand.
    fn reason(
        &self,
        change: Change,
        stones: Vec<Point>,
        before: Half,
        after: Half,
    ) -> Option<MistakeReason> {
        let reason = MistakeReason {
            change,
            mover: self.mover,
            stones,
            before,
            after,
        };
        let is_partly = reason.before.is_proven() || reason.after.is_proven();
        (is_partly || reason.is_given()).then_some(reason)
    }
}

/// The answer of a reader to which the certain stones never fall.
fn given(game: &Game, moment: &Moment, question: Question, limits: &Budget) -> Reading {
    let mut reader = readers::for_hints(&Arc::new(Past::of(game)));
    let all = moment.certain.stones[Color::Black] | moment.certain.stones[Color::White];
    reader.assume(all);
    reader.assume_friends(all);
    let found = reader.read(game.board(), question, &mut limits.clone());
    found.unwrap_or_else(|| Reading::new(Verdict::Unknown, Basis::Nothing))
}

/// How many lines lie between a block and the nearest of some points, diagonals counted as one; nothing if there are
/// no points.
fn distance_to(board: &Board, head: Point, points: &PointSet) -> Option<u8> {
    let away = |stone: Point, point: Point| {
        let (x, y) = (stone.x().abs_diff(point.x()), stone.y().abs_diff(point.y()));
        x.max(y)
    };
    let stones = board.stones(head);
    stones
        .filter_map(|stone| points.iter().map(|point| away(stone, point)).min())
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::board::game::Start;
    use crate::engine::EngineParams;
    use crate::intuition::NetworkSource;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// What a move of `color` let happen, as sentences.
    fn reasons(diagram: &str, color: Color, mv: &str, hints: &[&str]) -> Vec<String> {
        let board: Board = diagram.parse().unwrap();
        let start = Start {
            to_move: Some(color),
            ..Start::from_board(&board)
        };
        let game = Game::from_start(start, Rules::default()).unwrap();
        let hints: Vec<Point> = hints.iter().map(|name| point(name)).collect();
        let mut params = EngineParams::default();
        params.network.source = Some(NetworkSource::Embedded);
        let mut engine = Engine::new(params);
        let mv = Move::Play(point(mv));
        let found = engine.mistake_reasons(&game, mv, &hints, &Budget::unlimited());
        found.iter().map(MistakeReason::text).collect()
    }

    /// Black has three points in a row in the corner: the middle one decides.
    const CORNER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O O O O . . . .
        X X X X O . . . .
        . . . X O . . . .";

    #[test]
    fn a_move_elsewhere_lets_a_group_die() {
        let found = reasons(CORNER, Color::Black, "J9", &["B1"]);
        assert_eq!(
            found,
            [
                "Now White kills the group of D1 at B1 (proved); before, it could live at B1 (proved)."
            ]
        );
    }

    #[test]
    fn a_move_elsewhere_lets_a_group_live() {
        let found = reasons(CORNER, Color::White, "J9", &["B1"]);
        assert_eq!(
            found,
            [
                "Now the group of D1 lives at B1 (proved); before, White could kill it at B1 (proved)."
            ]
        );
    }

    #[test]
    fn the_saving_move_changes_nothing_for_the_worse() {
        for color in Color::BOTH {
            let found = reasons(CORNER, color, "B1", &[]);
            assert!(found.is_empty(), "{found:?}");
        }
    }

    /// D5 joins a stone in atari to a wall with open territory behind it, whose life is clear, but is not proved.
    const WALLS: &str = "
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . . X O . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .";

    #[test]
    fn a_life_that_rests_on_a_wall_is_proved_given_that_the_wall_stands() {
        let found = reasons(WALLS, Color::Black, "J9", &["D5"]);
        let is_named = |text: &String| {
            text.starts_with(
                "Now White kills the group of E5 at D5 (proved); before, it could live",
            ) && text.contains(" at D5 (proved, given that D1 stands: ")
                && text.ends_with(" % likely).")
        };
        assert!(found.iter().any(is_named), "{found:?}");
    }

    /// E6 alone joins Black's blocks on both sides of White's wall, which reaches both edges.
    #[test]
    fn a_move_elsewhere_lets_two_blocks_be_cut_apart() {
        let diagram = "
            . . . X O . . . .
            . . . X O O O . .
            . . . X O X X . .
            . . . X . X X . .
            . . . X O X X . .
            . . . X O O O . .
            . . . X O . . . .
            . . . X O . . . .
            . . . X O . . . .";
        let found = reasons(diagram, Color::Black, "A1", &["E6"]);
        let is_named = |text: &String| {
            text.starts_with("Now White cuts D1 and F5 apart at E6 (estimate)")
                && text.ends_with("before, Black could join them at E6 (proved).")
        };
        assert!(found.iter().any(is_named), "{found:?}");
    }
}
