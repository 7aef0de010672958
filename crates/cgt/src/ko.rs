//! Simple kos: bounds by finite games, and thermographs that depend on which player has ko threats.
//!
//! A [`KoGraph`] is a local position in which play may go back and forth between two positions (a capture and the
//! recapture). Longer cycles are an error. Positions without kos are games of the table.
//!
//! *Bounds.* In the lower bound Left never takes a ko. Where Left could take one, Left gets instead the worst final
//! value that can be reached. The upper bound is the same with the players exchanged. The bounds hold if every ko is
//! finally resolved.
//!
//! *Thermographs.* After a player takes a ko, the opponent may not retake at once. With [`KoMaster::Neutral`] neither
//! player has threats: the opponent plays elsewhere, and the taker may finish the ko. The komaster (Left or Right)
//! has more threats and may retake at once, but must then finish the ko and not let the opponent take it again. Masts
//! are rational numbers, such as thirds. Source: Berlekamp, "The Economist's View of Combinatorial Games" (1996);
//! Müller, Berlekamp and Spight, "Generalized Thermography" (1996); McMillen (2010), section 4.1.

use thiserror::Error;

use super::GameError;
use super::dyadic::{Dyadic, Overflow};
use super::game::Games;
use super::game_id::GameId;
use super::player::Player;
use super::rational::Rational;
use super::thermograph::Thermograph;
use super::wall::{self, Envelope, Segment};

/// One position of a [`KoGraph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KoNode {
    /// A finite game: no ko is left.
    Finite(GameId),
    /// Moves to other positions, by index.
    Open {
        /// Left's moves.
        left: Vec<usize>,
        /// Right's moves.
        right: Vec<usize>,
    },
}

/// The player who has enough ko threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoMaster {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Neither player.
    Neutral,
}

/// Why a ko could not be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum KoError {
    /// A move leads to a position that does not exist.
    #[error("move to position {0}, which does not exist")]
    NoSuchPosition(usize),
    /// Play can repeat in another way than by taking and retaking one ko.
    #[error("more than a simple ko at position {0}")]
    NotSimple(usize),
    /// A player has no move in a position that is not a finite game.
    #[error("a player has no move at position {0}")]
    NoMove(usize),
    /// Neither player gains by moving, at any temperature.
    #[error("neither player wants to move at position {0}")]
    Cold(usize),
    /// A game could not be computed.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl From<Overflow> for KoError {
    fn from(overflow: Overflow) -> Self {
        Self::Game(overflow.into())
    }
}

/// A position with simple kos, as a graph of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KoGraph {
    nodes: Vec<KoNode>,
}

/// Thermographs of kos: from temperature 0 up, with rational values.
pub type KoThermograph = Thermograph<Rational>;

type Wall = Vec<Segment<Rational>>;

impl KoGraph {
    /// A graph of these positions.
    ///
    /// # Errors
    /// If a move leads to a position that does not exist, or play can repeat in another way than in simple kos, or a
    /// position belongs to two kos.
    pub fn new(nodes: Vec<KoNode>) -> Result<Self, KoError> {
        let graph = Self { nodes };
        for (at, node) in graph.nodes.iter().enumerate() {
            if let KoNode::Open { left, right } = node {
                let missing = left
                    .iter()
                    .chain(right)
                    .find(|&&to| to >= graph.nodes.len());
                if let Some(&missing) = missing {
                    return Err(KoError::NoSuchPosition(missing));
                }
                if graph.ko_moves(at, Player::Left).len() + graph.ko_moves(at, Player::Right).len()
                    > 1
                {
                    return Err(KoError::NotSimple(at));
                }
            }
        }
        graph.check_cycles()?;
        Ok(graph)
    }

    /// The simple ko that Left can finish with the value `left` and Right with the value `right`. At position 0 Left
    /// needs one move and Right two. Position 1 follows when Right takes the ko.
    ///
    /// # Errors
    /// The same as [`Self::new`]; this graph never fails its checks.
    pub fn simple(left: GameId, right: GameId) -> Result<Self, KoError> {
        Self::new(vec![
            KoNode::Open {
                left: vec![2],
                right: vec![1],
            },
            KoNode::Open {
                left: vec![0],
                right: vec![3],
            },
            KoNode::Finite(left),
            KoNode::Finite(right),
        ])
    }

    fn moves(&self, at: usize, player: Player) -> &[usize] {
        match (&self.nodes[at], player) {
            (KoNode::Finite(_), _) => &[],
            (KoNode::Open { left, .. }, Player::Left) => left,
            (KoNode::Open { right, .. }, Player::Right) => right,
        }
    }

    /// Moves of `player` that the opponent could take back.
    fn ko_moves(&self, at: usize, player: Player) -> Vec<usize> {
        let opponent = player.opponent();
        let taken_back = |&&to: &&usize| self.moves(to, opponent).contains(&at);
        self.moves(at, player)
            .iter()
            .filter(taken_back)
            .copied()
            .collect()
    }

    fn plain_moves(&self, at: usize, player: Player) -> Vec<usize> {
        let kos = self.ko_moves(at, player);
        self.moves(at, player)
            .iter()
            .filter(|to| !kos.contains(to))
            .copied()
            .collect()
    }

    /// Checks that no cycle is left without the ko captures of one player.
    fn check_cycles(&self) -> Result<(), KoError> {
        for drops in [Player::Left, Player::Right] {
            // 0: not visited, 1: on the path, 2: done.
            let mut marks = vec![0u8; self.nodes.len()];
            for start in 0..self.nodes.len() {
                let mut path = vec![(start, 0)];
                while let Some((at, next)) = path.pop() {
                    if next == 0 {
                        if marks[at] == 2 {
                            continue;
                        }
                        marks[at] = 1;
                    }
                    let Some(&to) = self.moves_without(at, drops).get(next) else {
                        marks[at] = 2;
                        continue;
                    };
                    path.push((at, next + 1));
                    match marks[to] {
                        0 => path.push((to, 0)),
                        1 => return Err(KoError::NotSimple(to)),
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    /// All moves, without the ko captures of player `drops`.
    fn moves_without(&self, at: usize, drops: Player) -> Vec<usize> {
        let mut moves = self.plain_moves(at, drops);
        moves.extend(self.moves(at, drops.opponent()));
        moves
    }

    /// Finite games below and above the position `root`.
    ///
    /// # Errors
    /// If a player has no move in an open position, or a limit is reached.
    pub fn bounds(&self, games: &mut Games, root: usize) -> Result<(GameId, GameId), KoError> {
        let mut bound = |renouncing| {
            let mut known = vec![None; self.nodes.len()];
            self.bound(games, root, renouncing, &mut known)
        };
        Ok((bound(Player::Left)?, bound(Player::Right)?))
    }

    /// The bound in which player `renouncing` never takes a ko.
    fn bound(
        &self,
        games: &mut Games,
        at: usize,
        renouncing: Player,
        known: &mut [Option<GameId>],
    ) -> Result<GameId, KoError> {
        if let Some(game) = known[at] {
            return Ok(game);
        }
        if let KoNode::Finite(game) = self.nodes[at] {
            return Ok(game);
        }
        games.enter()?;
        let game = self.bound_by_moves(games, at, renouncing, known);
        games.leave();
        let game = game?;
        known[at] = Some(game);
        Ok(game)
    }

    fn bound_by_moves(
        &self,
        games: &mut Games,
        at: usize,
        renouncing: Player,
        known: &mut [Option<GameId>],
    ) -> Result<GameId, KoError> {
        let mut lists = [Vec::new(), Vec::new()];
        for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
            let renounces = player == renouncing;
            let moves = if renounces {
                self.plain_moves(at, player)
            } else {
                self.moves(at, player).to_vec()
            };
            for to in moves {
                list.push(self.bound(games, to, renouncing, known)?);
            }
            if renounces && !self.ko_moves(at, player).is_empty() {
                let worst = self.worst(games, at, renouncing)?;
                list.push(GameId::from_number(worst));
            }
            if list.is_empty() {
                return Err(KoError::NoMove(at));
            }
        }
        Ok(games.game(&lists[0], &lists[1])?)
    }

    /// The worst stop for `player` of all finite games that can be reached.
    fn worst(&self, games: &Games, from: usize, player: Player) -> Result<Dyadic, KoError> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![from];
        let mut worst: Option<Dyadic> = None;
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            if let KoNode::Finite(game) = self.nodes[at] {
                let here = worst_end(games, game, player)?;
                worst = Some(match (worst, player) {
                    (None, _) => here,
                    (Some(old), Player::Left) => old.min(here),
                    (Some(old), Player::Right) => old.max(here),
                });
            }
            open.extend(self.moves(at, Player::Left));
            open.extend(self.moves(at, Player::Right));
        }
        worst.ok_or(KoError::NoMove(from))
    }

    /// The thermograph of position `root` when `master` has the ko threats.
    ///
    /// # Errors
    /// If a player has no move in an open position, if neither player gains by moving, or if a limit is reached.
    pub fn thermograph(
        &self,
        games: &mut Games,
        root: usize,
        master: KoMaster,
    ) -> Result<KoThermograph, KoError> {
        let mut known = vec![None; self.nodes.len()];
        self.graph_at(games, root, master, &mut known)
    }

    fn graph_at(
        &self,
        games: &mut Games,
        at: usize,
        master: KoMaster,
        known: &mut Vec<Option<KoThermograph>>,
    ) -> Result<KoThermograph, KoError> {
        if let Some(graph) = &known[at] {
            return Ok(graph.clone());
        }
        games.enter()?;
        let graph = match self.nodes[at] {
            KoNode::Finite(game) => settled(games, game),
            KoNode::Open { .. } => self.open_graph(games, at, master, known),
        };
        games.leave();
        let graph = graph?;
        known[at] = Some(graph.clone());
        Ok(graph)
    }

    fn open_graph(
        &self,
        games: &mut Games,
        at: usize,
        master: KoMaster,
        known: &mut Vec<Option<KoThermograph>>,
    ) -> Result<KoThermograph, KoError> {
        let mut sides = [None, None];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            *side = self.plain_scaffold(games, at, player, master, known)?;
            for to in self.ko_moves(at, player) {
                let taken = self.ko_scaffold(games, to, player, master, known)?;
                *side = merge(side.take(), taken, player)?;
            }
        }
        let [Some(left), Some(right)] = sides else {
            return Err(KoError::NoMove(at));
        };
        join(&left, &right)?.ok_or(KoError::Cold(at))
    }

    /// The best of the opponent's walls after the moves of `player` that do not take a ko, less the tax.
    fn plain_scaffold(
        &self,
        games: &mut Games,
        at: usize,
        player: Player,
        master: KoMaster,
        known: &mut Vec<Option<KoThermograph>>,
    ) -> Result<Option<Wall>, KoError> {
        let mut scaffold = None;
        for to in self.plain_moves(at, player) {
            let graph = self.graph_at(games, to, master, known)?;
            let mut side = graph.wall(player.opponent()).to_vec();
            wall::tilt(&mut side, tax(player))?;
            scaffold = merge(scaffold, Some(side), player)?;
        }
        Ok(scaffold)
    }

    /// The scaffold of `player` for taking the ko, which leads to position `to`.
    fn ko_scaffold(
        &self,
        games: &mut Games,
        to: usize,
        player: Player,
        master: KoMaster,
        known: &mut Vec<Option<KoThermograph>>,
    ) -> Result<Option<Wall>, KoError> {
        let opponent = player.opponent();
        let retakes = match master {
            KoMaster::Left => opponent == Player::Left,
            KoMaster::Right => opponent == Player::Right,
            KoMaster::Neutral => false,
        };
        let mut after = if retakes {
            Some(
                self.graph_at(games, to, master, known)?
                    .wall(opponent)
                    .to_vec(),
            )
        } else {
            // The opponent makes another move here, or plays elsewhere and then the taker finishes the ko.
            let reply = self.plain_scaffold(games, to, opponent, master, known)?;
            let finish = self.plain_scaffold(games, to, player, master, known)?;
            match finish {
                Some(finish) => merge(reply, Some(finish), opponent)?,
                None => None,
            }
        };
        if let Some(side) = &mut after {
            wall::tilt(side, tax(player))?;
        }
        Ok(after)
    }
}

const fn tax(player: Player) -> i8 {
    match player {
        Player::Left => -1,
        Player::Right => 1,
    }
}

/// The better of two scaffolds for `player`.
fn merge(
    first: Option<Wall>,
    second: Option<Wall>,
    player: Player,
) -> Result<Option<Wall>, Overflow> {
    let (Some(first), Some(second)) = (&first, &second) else {
        return Ok(first.or(second));
    };
    let which = match player {
        Player::Left => Envelope::Max,
        Player::Right => Envelope::Min,
    };
    let mut out = Vec::new();
    wall::envelope(first, second, which, &mut out)?;
    Ok(Some(out))
}

/// The thermograph between two scaffolds.
fn join(left: &Wall, right: &Wall) -> Result<Option<KoThermograph>, Overflow> {
    let Some(foot) = wall::mast_foot(left, right)? else {
        return Ok(None);
    };
    let (mut left_wall, mut right_wall) = (Vec::new(), Vec::new());
    wall::capped(left, foot, &mut left_wall);
    wall::capped(right, foot, &mut right_wall);
    let top = |side: &Wall| side.last().map_or(Rational::ZERO, |piece| piece.from);
    let temperature = top(&left_wall).max(top(&right_wall));
    Ok(Some(Thermograph {
        left: left_wall,
        right: right_wall,
        mean: foot.1,
        temperature,
    }))
}

/// The thermograph of a finite game from temperature 0 up.
fn settled(games: &mut Games, game: GameId) -> Result<KoThermograph, KoError> {
    let graph = games.thermograph(game)?;
    let side = |player| -> Result<Wall, KoError> {
        let mut out = Vec::new();
        let start = graph.stop(player, Dyadic::ZERO)?;
        let slope = graph
            .wall(player)
            .iter()
            .rev()
            .find(|piece| !piece.from.is_positive())
            .map_or(0, |piece| piece.slope);
        out.push(Segment {
            from: Rational::ZERO,
            value: start.try_into()?,
            slope,
        });
        for piece in graph.wall(player) {
            if piece.from.is_positive() {
                out.push(Segment {
                    from: piece.from.try_into()?,
                    value: piece.value.try_into()?,
                    slope: piece.slope,
                });
            }
        }
        Ok(out)
    };
    Ok(Thermograph {
        left: side(Player::Left)?,
        right: side(Player::Right)?,
        mean: graph.mean.try_into()?,
        temperature: graph.temperature.max(Dyadic::ZERO).try_into()?,
    })
}

/// The worst number for `player` at which play in a game can end: the smallest for Left, the largest for Right.
fn worst_end(games: &Games, game: GameId, player: Player) -> Result<Dyadic, KoError> {
    let mut open = vec![game];
    let mut seen = Vec::new();
    let mut worst: Option<Dyadic> = None;
    while let Some(game) = open.pop() {
        if seen.contains(&game) {
            continue;
        }
        seen.push(game);
        if let Some(value) = game.as_number() {
            worst = Some(match (worst, player) {
                (None, _) => value,
                (Some(old), Player::Left) => old.min(value),
                (Some(old), Player::Right) => old.max(value),
            });
            continue;
        }
        // The worst end is reached if only the opponent moves.
        open.extend(games.options(game, player.opponent())?);
    }
    worst.ok_or(KoError::Game(Overflow.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;

    fn ko(games: &mut Games, left: &str, right: &str) -> KoGraph {
        let left = parse_game(games, left).unwrap();
        let right = parse_game(games, right).unwrap();
        KoGraph::simple(left, right).unwrap()
    }

    #[test]
    fn bounds_of_the_one_point_ko() {
        let mut games = Games::default();
        let graph = ko(&mut games, "1", "0");
        let (low, high) = graph.bounds(&mut games, 1).unwrap();
        assert_eq!(games.name(low).unwrap(), "*");
        assert_eq!(games.name(high).unwrap(), "{1*|0}");
    }

    #[test]
    fn thermographs_of_the_one_point_ko() {
        let mut games = Games::default();
        let graph = ko(&mut games, "1", "0");
        let mut check = |root, master, expected: &str| {
            let found = graph.thermograph(&mut games, root, master).unwrap();
            assert_eq!(found.to_string(), expected);
        };
        let neutral = "left (1, 0) (2/3, 1/3); right (0, 0) (2/3, 1/3); mean 2/3, temperature 1/3";
        check(0, KoMaster::Neutral, neutral);
        let leaning = "left (1, 0) (2/3, 1/3); right (1, 0) (2/3, 1/3); mean 2/3, temperature 1/3";
        check(0, KoMaster::Left, leaning);
        check(0, KoMaster::Right, neutral);
        let after = "left (1, 0) (1/3, 1/3); right (0, 0) (1/3, 1/3); mean 1/3, temperature 1/3";
        check(1, KoMaster::Neutral, after);
        check(1, KoMaster::Left, after);
        let leaning = "left (0, 0) (1/3, 1/3); right (0, 0) (1/3, 1/3); mean 1/3, temperature 1/3";
        check(1, KoMaster::Right, leaning);
    }

    #[test]
    fn long_cycles_and_dead_ends_are_refused() {
        let open = |left: &[usize], right: &[usize]| KoNode::Open {
            left: left.to_vec(),
            right: right.to_vec(),
        };
        let end = KoNode::Finite(GameId::ZERO);
        let triangle = vec![
            open(&[1], &[3]),
            open(&[2], &[3]),
            open(&[0], &[3]),
            end.clone(),
        ];
        assert_eq!(KoGraph::new(triangle), Err(KoError::NotSimple(0)));
        assert_eq!(
            KoGraph::new(vec![open(&[7], &[])]),
            Err(KoError::NoSuchPosition(7))
        );
        let graph = KoGraph::new(vec![open(&[1], &[]), end]).unwrap();
        let mut games = Games::default();
        assert_eq!(graph.bounds(&mut games, 0), Err(KoError::NoMove(0)));
    }
}
