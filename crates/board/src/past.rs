//! The earlier positions of a game, which superko compares.

use std::collections::HashMap;

use super::KoRule;
use crate::Color;

/// A position of the game, and the player to move in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PositionKey {
    pub(super) hash: u64,
    pub(super) to_move: Color,
}

impl PositionKey {
    const fn with(self, to_move: Color) -> Self {
        Self { to_move, ..self }
    }
}

/// How often a position has been on the board, and after which move first.
#[derive(Clone, Copy, Debug)]
struct Occurrences {
    first: usize,
    count: usize,
}

/// One key for the start and one after each move. Every operation takes the same time in long games as in short ones.
#[derive(Clone, Debug)]
pub(super) struct Past {
    keys: Vec<PositionKey>,
    occurrences: HashMap<PositionKey, Occurrences>,
}

impl Past {
    pub(super) fn new(start: PositionKey) -> Self {
        let mut past = Self {
            keys: Vec::new(),
            occurrences: HashMap::new(),
        };
        past.push(start);
        past
    }

    pub(super) fn keys(&self) -> &[PositionKey] {
        &self.keys
    }

    pub(super) fn push(&mut self, key: PositionKey) {
        let first = self.keys.len();
        let known = self.occurrences.entry(key);
        known.or_insert(Occurrences { first, count: 0 }).count += 1;
        self.keys.push(key);
    }

    /// Takes the last key back.
    pub(super) fn pop(&mut self) {
        let Some(key) = self.keys.pop() else {
            return;
        };
        if let Some(known) = self.occurrences.get_mut(&key) {
            known.count -= 1;
            if known.count == 0 {
                self.occurrences.remove(&key);
            }
        }
    }

    /// Changes the player to move in the starting position. Linear in the length of the game.
    pub(super) fn set_first_to_move(&mut self, color: Color) {
        let mut keys = std::mem::take(&mut self.keys);
        keys[0].to_move = color;
        self.occurrences.clear();
        for key in keys {
            self.push(key);
        }
    }

    /// Number of moves after which a ko rule first finds the same position; `None` if it was never there.
    pub(super) fn first(&self, rule: KoRule, key: PositionKey) -> Option<usize> {
        let first = |key| self.occurrences.get(&key).map(|known| known.first);
        match rule {
            KoRule::Simple => None,
            KoRule::SituationalSuperko => first(key),
            KoRule::PositionalSuperko => {
                let either = Color::BOTH.map(|to_move| first(key.with(to_move)));
                either.into_iter().flatten().min()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tedomari_base::Rng;

    /// The same by a comparison with every key.
    fn by_looking(past: &Past, rule: KoRule, key: PositionKey) -> Option<usize> {
        match rule {
            KoRule::Simple => None,
            KoRule::PositionalSuperko => past.keys.iter().position(|k| k.hash == key.hash),
            KoRule::SituationalSuperko => past.keys.iter().position(|&k| k == key),
        }
    }

    #[test]
    fn the_index_agrees_with_the_keys() {
        let mut rng = Rng::new(5, 0);
        let mut draw = |bound| rng.below(bound);
        let mut key = || PositionKey {
            hash: draw(12).into(),
            to_move: Color::BOTH[draw(2) as usize],
        };
        let mut past = Past::new(key());
        for n in 0..4_000_u32 {
            if n % 3 == 2 && past.keys.len() > 1 {
                past.pop();
            } else if n % 97 == 0 {
                past.set_first_to_move(key().to_move);
            } else if past.keys.len() < 40 {
                past.push(key());
            }
            let asked = key();
            for rule in [
                KoRule::Simple,
                KoRule::PositionalSuperko,
                KoRule::SituationalSuperko,
            ] {
                let expected = by_looking(&past, rule, asked);
                assert_eq!(past.first(rule, asked), expected, "{rule:?} {asked:?}");
            }
        }
    }
}
