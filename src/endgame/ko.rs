//! Areas in which play can return to an earlier position: bounds by finite games.
//!
//! In the lower bound Black renounces the plays that can lead back; for each of them she gets instead what is left when
//! everything goes to White. White may take every ko, at once if he likes. So Black can hold the lower bound under every ko
//! rule and whatever ko threats there are elsewhere; the upper bound is the mirror image. First only captures of single stones
//! that can be recaptured are renounced; if play can still return (triple kos, sending two and returning one), all
//! plays within the component are.
//! Source: McMillen (2010), section 4.1; the bounds are those of `cgt::ko`, on the graph of shapes.

use std::collections::HashMap;

use super::cache::{ShapeId, Store};
use super::local::{Edge, Expansion, Unsolved, Value, form};
use crate::base::{Color, PerColor};
use crate::cgt::{GameError, GameId};

/// Which plays inside a component are renounced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Renounced {
    /// Captures of one stone that can be taken back.
    Kos,
    /// All.
    All,
}

/// Why a bound was not found.
enum Failure {
    /// Play still returns.
    Cycle,
    Game(GameError),
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

/// Bounds one strongly connected component of areas and stores them.
///
/// # Errors
/// If a limit of the table of games is reached, or the budget ends.
pub(super) fn bound_component(
    store: &mut Store,
    members: &[(u32, Expansion)],
) -> Result<(), Unsolved> {
    let expansions: HashMap<u32, &Expansion> = members
        .iter()
        .map(|(node, expansion)| (*node, expansion))
        .collect();
    for renounced in [Renounced::Kos, Renounced::All] {
        let mut bounding = Bounding {
            store: &mut *store,
            expansions: &expansions,
            renounced,
            known: HashMap::new(),
            fills_up: true,
        };
        let mut values = Vec::with_capacity(members.len());
        let result = members.iter().try_for_each(|(node, _)| {
            let lower = bounding.bound(*node, Color::Black)?;
            let upper = bounding.bound(*node, Color::White)?;
            values.push((*node, lower, upper));
            Ok(())
        });
        let fills_up = bounding.fills_up;
        match result {
            Ok(()) => {
                for (node, lower, upper) in values {
                    store.set_node_value(
                        node,
                        Value {
                            lower,
                            upper,
                            fills_up,
                        },
                    );
                }
                return Ok(());
            }
            Err(Failure::Game(error)) => return Err(error.into()),
            Err(Failure::Cycle) => {}
        }
    }
    Err(Unsolved::TooDeep)
}

struct Bounding<'a> {
    store: &'a mut Store,
    expansions: &'a HashMap<u32, &'a Expansion>,
    renounced: Renounced,
    /// Bounds found, by area and who renounces; `None` while they are being found.
    known: HashMap<(u32, Color), Option<GameId>>,
    fills_up: bool,
}

impl Bounding<'_> {
    /// The bound in which `renouncing` does without kos.
    fn bound(&mut self, node: u32, renouncing: Color) -> Result<GameId, Failure> {
        match self.known.get(&(node, renouncing)) {
            Some(Some(game)) => return Ok(*game),
            Some(None) => return Err(Failure::Cycle),
            None => {}
        }
        self.known.insert((node, renouncing), None);
        let expansion = self.expansions[&node];
        let mut options: PerColor<Vec<GameId>> = PerColor::default();
        for color in Color::BOTH {
            for edge in &expansion.plays[color] {
                let is_given_up = color == renouncing && self.is_given_up(node, color, edge);
                let option = self.option(edge, renouncing, is_given_up)?;
                options[color].push(option);
            }
        }
        let form = form(&mut self.store.games, &options, expansion.most)?;
        self.fills_up &= form.is_forced;
        let game = match renouncing {
            Color::Black => form.low,
            Color::White => form.high,
        };
        self.known.insert((node, renouncing), Some(game));
        Ok(game)
    }

    /// What a play leads to: bounds of its parts, or the worst of those in the component if the play is given up.
    fn option(
        &mut self,
        edge: &Edge,
        renouncing: Color,
        is_given_up: bool,
    ) -> Result<GameId, Failure> {
        let mut total = Store::integer(edge.score);
        for &part in &edge.parts {
            let game = match self.expansions.get(&part.node) {
                Some(expansion) if is_given_up => {
                    let enemy = renouncing.opponent();
                    let stored = if part.is_swapped { renouncing } else { enemy };
                    Store::integer(enemy.sign() * expansion.most[stored])
                }
                Some(_) if part.is_swapped => {
                    let mirrored = self.bound(part.node, renouncing.opponent())?;
                    self.store.games.negative(mirrored)?
                }
                Some(_) => self.bound(part.node, renouncing)?,
                None => self.outside(part, renouncing)?,
            };
            total = self.store.games.sum(total, game)?;
        }
        Ok(total)
    }

    fn outside(&mut self, part: ShapeId, renouncing: Color) -> Result<GameId, Failure> {
        let value = self.store.value(part)?.ok_or(Failure::Cycle)?;
        self.fills_up &= value.fills_up;
        Ok(match renouncing {
            Color::Black => value.lower,
            Color::White => value.upper,
        })
    }

    fn is_given_up(&self, node: u32, color: Color, edge: &Edge) -> bool {
        edge.parts
            .iter()
            .filter_map(|part| Some((part, self.expansions.get(&part.node)?)))
            .any(|(part, after)| match self.renounced {
                Renounced::All => true,
                Renounced::Kos => {
                    let enemy = color.opponent();
                    let stored = if part.is_swapped { color } else { enemy };
                    edge.n_captured == 1
                        && after.plays[stored].iter().any(|reply| {
                            reply.n_captured == 1
                                && reply.parts.iter().any(|back| back.node == node)
                        })
                }
            })
    }
}
