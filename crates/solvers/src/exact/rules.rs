//! The rule sets of the small boards: how a finished board counts, what ends the game, what repetition is worth.
//!
//! Source of the prisoner game: Sei and Kawashima, "A Solution of Go on 4x4 Board by Game Tree Search Program",
//! section 2. The points that their text leaves open are [`Territory`] and [`KoAtEnd`].

use std::fmt;

use super::shape::{Bits, Shape};
use super::state::{Played, State};

/// Which points count at the end, when every stone on the board is taken to be alive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Stones and empty regions that touch one color; prisoners do not count.
    Area,
    /// Empty regions that touch one color, and prisoners.
    Prisoners(Territory),
}

/// Which empty regions that touch one color are territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Territory {
    /// All of them.
    All,
    /// Not those bordered by a block that has a liberty in a region of both colors (no territory in seki).
    NotInSeki,
    /// As `NotInSeki`, and a block that borders a region without territory makes its other regions so.
    NotInLinkedSeki,
}

/// What a ko does to passing and to the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KoAtEnd {
    /// There is no ban on retaking at all.
    NoBan,
    /// A pass lifts the ban; two passes end the game.
    Ignored,
    /// A pass made while a ban is in force is not one of the two that end the game.
    BannedPassDoesNotCount,
    /// Two passes do not end the game while a ko can be taken somewhere.
    OpenKoContinues,
}

/// The rules of one small-board game. Suicide is illegal and a pass always legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExactRules {
    /// What counts at the end.
    pub counting: Counting,
    /// Ko and the end of the game.
    pub ko: KoAtEnd,
}

impl ExactRules {
    /// Area scoring with a simple ko.
    pub const AREA: Self = Self {
        counting: Counting::Area,
        ko: KoAtEnd::Ignored,
    };
    /// Sei and Kawashima's game, with the reading that agrees with their result on 4x4.
    pub const SEI_KAWASHIMA: Self = Self {
        counting: Counting::Prisoners(Territory::NotInSeki),
        ko: KoAtEnd::Ignored,
    };

    /// Points that capturing `n` stones adds to the capturer's score.
    pub(super) fn capture_value(&self, n: u32) -> i8 {
        match self.counting {
            Counting::Area => 0,
            Counting::Prisoners(_) => i8::try_from(n).unwrap_or(i8::MAX),
        }
    }

    /// What the board is worth to the owner of `own` when the game ends here, prisoners apart.
    pub fn count(&self, shape: &Shape, own: Bits, other: Bits) -> i8 {
        match self.counting {
            Counting::Area => area(shape, own, other) - area(shape, other, own),
            Counting::Prisoners(rule) => territory(shape, own, other, rule),
        }
    }

    /// The state after the mover plays at `point`, or nothing when that is illegal.
    pub fn play(&self, shape: &Shape, state: &State, point: u32) -> Option<Played> {
        let played = state.play(shape, point)?;
        Some(match self.ko {
            KoAtEnd::NoBan => Played {
                state: played.state.without_ban(),
                ..played
            },
            KoAtEnd::Ignored | KoAtEnd::BannedPassDoesNotCount | KoAtEnd::OpenKoContinues => played,
        })
    }

    /// The state after a pass, or nothing when that pass ends the game.
    pub fn pass(&self, shape: &Shape, state: &State) -> Option<State> {
        let ends =
            state.passed && (self.ko != KoAtEnd::OpenKoContinues || !state.has_open_ko(shape));
        if ends {
            return None;
        }
        let counts = self.ko != KoAtEnd::BannedPassDoesNotCount || state.ko.is_none();
        Some(State {
            own: state.other,
            other: state.own,
            ko: None,
            passed: counts,
        })
    }
}

/// Names the choices, such as `prisoners not-in-seki, ko ignored`.
impl fmt::Display for ExactRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counting = match self.counting {
            Counting::Area => "area",
            Counting::Prisoners(Territory::All) => "prisoners all",
            Counting::Prisoners(Territory::NotInSeki) => "prisoners not-in-seki",
            Counting::Prisoners(Territory::NotInLinkedSeki) => "prisoners not-in-linked-seki",
        };
        let ko = match self.ko {
            KoAtEnd::NoBan => "no-ban",
            KoAtEnd::Ignored => "ignored",
            KoAtEnd::BannedPassDoesNotCount => "banned-pass-does-not-count",
            KoAtEnd::OpenKoContinues => "open-ko-continues",
        };
        write!(f, "{counting}, ko {ko}")
    }
}

/// Stones of `own` and empty regions that touch `own` alone.
fn area(shape: &Shape, own: Bits, other: Bits) -> i8 {
    let empty = shape.full() & !(own | other);
    let reached_by_other = shape.flood(shape.neighbors(other) & empty, empty);
    let reached_by_own = shape.flood(shape.neighbors(own) & empty, empty);
    count_of(own | (reached_by_own & !reached_by_other))
}

fn territory(shape: &Shape, own: Bits, other: Bits, rule: Territory) -> i8 {
    let empty = shape.full() & !(own | other);
    let by_own = shape.flood(shape.neighbors(own) & empty, empty);
    let by_other = shape.flood(shape.neighbors(other) & empty, empty);
    let mut dame = by_own & by_other;
    if rule != Territory::All {
        loop {
            let seki = shape.flood(shape.neighbors(dame) & own, own)
                | shape.flood(shape.neighbors(dame) & other, other);
            let touched = shape.flood(shape.neighbors(seki) & empty, empty);
            if touched == dame {
                break;
            }
            dame |= touched;
            if rule == Territory::NotInSeki {
                break;
            }
        }
    }
    count_of(by_own & !by_other & !dame) - count_of(by_other & !by_own & !dame)
}

fn count_of(set: Bits) -> i8 {
    i8::try_from(set.count_ones()).unwrap_or(i8::MAX)
}
