//! Kos: bounds compared with play under the ko rule, and thermographs compared with each other.

use std::collections::HashMap;

use tedomari::base::Rng;
use tedomari::cgt::Scalar;
use tedomari::cgt::{Dyadic, GameId, Games, Player, Rational};
use tedomari::cgt::{KoGraph, KoMaster, KoNode};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// A simple ko with the values `left` and `right`, and gote moves `{n|-n}` elsewhere.
struct Board {
    left: i32,
    right: i32,
}

/// The state of the ko: not taken, taken by Right, or finished; and the player who may not retake at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Ko {
    Open(Option<Player>),
    Taken(Option<Player>),
    Settled(i32),
}

impl Board {
    /// The score with best play when `player` moves first. A player may always pass. If both pass, the player who can
    /// finish the ko in one move gets it. `limit` is the largest number of moves, so that play ends.
    fn score(
        &self,
        ko: Ko,
        gote: &[i32],
        player: Player,
        passed: bool,
        limit: u32,
        known: &mut HashMap<(Ko, Vec<i32>, Player, bool, u32), i32>,
    ) -> i32 {
        let key = (ko, gote.to_vec(), player, passed, limit);
        if let Some(&score) = known.get(&key) {
            return score;
        }
        // The ban ends with the next move, wherever it is.
        let free = match ko {
            Ko::Open(_) => Ko::Open(None),
            Ko::Taken(_) => Ko::Taken(None),
            settled @ Ko::Settled(_) => settled,
        };
        let other = player.opponent();
        let mut scores = Vec::new();
        if limit > 0 {
            let next = match (ko, player) {
                (Ko::Open(_), Player::Left) => Some(Ko::Settled(self.left)),
                (Ko::Open(ban), Player::Right) if ban != Some(Player::Right) => {
                    Some(Ko::Taken(Some(Player::Left)))
                }
                (Ko::Taken(_), Player::Right) => Some(Ko::Settled(self.right)),
                (Ko::Taken(ban), Player::Left) if ban != Some(Player::Left) => {
                    Some(Ko::Open(Some(Player::Right)))
                }
                _ => None,
            };
            if let Some(next) = next {
                scores.push(self.score(next, gote, other, false, limit - 1, known));
            }
            for at in 0..gote.len() {
                let mut rest = gote.to_vec();
                let gain = rest.remove(at) * if player == Player::Left { 1 } else { -1 };
                scores.push(gain + self.score(free, &rest, other, false, limit - 1, known));
            }
        }
        scores.push(if passed || limit == 0 {
            match ko {
                Ko::Open(_) => self.left,
                Ko::Taken(_) => self.right,
                Ko::Settled(score) => score,
            }
        } else {
            self.score(free, gote, other, true, limit, known)
        });
        let best = match player {
            Player::Left => scores.into_iter().max(),
            Player::Right => scores.into_iter().min(),
        };
        let best = best.unwrap();
        known.insert(key, best);
        best
    }
}

#[test]
fn play_by_the_ko_rule_stays_within_the_bounds() {
    let mut games = Games::default();
    let mut rng = Rng::new(51, 0);
    for _ in 0..120 {
        let right = i32::try_from(rng.below(9)).unwrap() - 4;
        let left = right + 1 + i32::try_from(rng.below(6)).unwrap();
        let mut gote: Vec<i32> = (0..rng.below(4))
            .map(|_| 1 + i32::try_from(rng.below(5)).unwrap())
            .collect();
        gote.sort_unstable();
        let board = Board { left, right };
        let graph = KoGraph::simple(number(left), number(right)).unwrap();
        for (root, start) in [(0, Ko::Open(None)), (1, Ko::Taken(None))] {
            let (low, high) = graph.bounds(&mut games, root).unwrap();
            assert!(games.at_most(low, high).unwrap());
            let mut environment = GameId::ZERO;
            for &n in &gote {
                let switch = games.switch(n.into(), (-n).into()).unwrap();
                environment = games.sum(environment, switch).unwrap();
            }
            let [low, high] = [low, high].map(|game| games.sum(game, environment).unwrap());
            let [low, high] = [low, high].map(|game| games.stops(game).unwrap());
            for player in PLAYERS {
                let score =
                    Dyadic::from(board.score(start, &gote, player, false, 12, &mut HashMap::new()));
                let (least, most) = match player {
                    Player::Left => (low.left, high.left),
                    Player::Right => (low.right, high.right),
                };
                assert!(
                    least <= score && score <= most,
                    "{left} {right} {gote:?} {player:?}: {least} {score} {most}"
                );
            }
        }
    }
}

fn number(value: i32) -> GameId {
    GameId::from_number(value.into())
}

fn rational(numerator: i32, denominator: i32) -> Rational {
    Rational::new(numerator.into(), denominator.into()).unwrap()
}

#[test]
fn masts_of_simple_kos_stand_at_thirds() {
    let mut games = Games::default();
    for left in -3..6 {
        for right in -6..left {
            let graph = KoGraph::simple(number(left), number(right)).unwrap();
            for master in [KoMaster::Left, KoMaster::Right, KoMaster::Neutral] {
                let open = graph.thermograph(&mut games, 0, master).unwrap();
                let taken = graph.thermograph(&mut games, 1, master).unwrap();
                assert_eq!(open.temperature, rational(left - right, 3));
                assert_eq!(taken.temperature, open.temperature);
                assert_eq!(open.mean, rational(2 * left + right, 3));
                assert_eq!(taken.mean, rational(left + 2 * right, 3));
            }
        }
    }
}

#[test]
fn threats_are_never_a_burden() {
    // Random trees above a ko with hot ends: the player with the threats has walls at least as good.
    let mut games = Games::default();
    let mut rng = Rng::new(52, 0);
    for _ in 0..200 {
        let right = i32::try_from(rng.below(9)).unwrap() - 6;
        let left = right + 2 + i32::try_from(rng.below(8)).unwrap();
        let hot = games.switch((left + 3).into(), left.into()).unwrap();
        let outside = number(left + 1 + i32::try_from(rng.below(6)).unwrap());
        let nodes = vec![
            KoNode::Open {
                left: vec![2],
                right: vec![1],
            },
            KoNode::Open {
                left: vec![0],
                right: vec![3],
            },
            KoNode::Finite(hot),
            KoNode::Finite(number(right)),
            KoNode::Open {
                left: vec![5],
                right: vec![0],
            },
            KoNode::Finite(outside),
        ];
        let graph = KoGraph::new(nodes).unwrap();
        for root in [0, 1, 4] {
            let [good, neutral, bad] = [KoMaster::Left, KoMaster::Neutral, KoMaster::Right]
                .map(|master| graph.thermograph(&mut games, root, master).unwrap());
            for player in PLAYERS {
                for sixths in 0..30 {
                    let t = rational(sixths, 6);
                    let [good, neutral, bad] =
                        [&good, &neutral, &bad].map(|graph| graph.stop(player, t).unwrap());
                    assert!(good >= neutral && neutral >= bad);
                }
            }
            assert!(neutral.mean.minus(good.mean).unwrap() <= Rational::ZERO);
        }
    }
}
