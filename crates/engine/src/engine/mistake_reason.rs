//! Why a move was bad: two halves, one about the position before it and one about that after it, and the sentence.

use super::reading::{Finding, Outcome};
use crate::board::{Color, Point};

/// Most granted stones that a sentence names.
const MOST_NAMED: usize = 3;

/// What a bad move let happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A group of its player can now be killed.
    LetDie,
    /// A group of the other player now lives.
    LetLive,
    /// Two blocks of its player can now be cut apart.
    LetCut,
    /// Two blocks of the other player are now joined.
    LetJoin,
}

impl Change {
    /// The word for it in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LetDie => "let_die",
            Self::LetLive => "let_live",
            Self::LetCut => "let_cut",
            Self::LetJoin => "let_join",
        }
    }
}

/// How far a half of a reason can be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HalfTrust {
    /// It is proved.
    Proved,
    /// It is proved if some stones are never taken, which look certain before the move and after it.
    Given(GrantedStones),
    /// It is an estimate.
    Estimate,
}

/// Stones that a proof takes for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantedStones {
    /// A stone of each block beside what the proof depends on.
    pub stones: Vec<Point>,
    /// How likely the least certain of them stands, in whole percent.
    pub percent: u8,
}

/// An answer about the position before or after the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Half {
    /// The move that does it; nothing if none is needed.
    pub mv: Option<Point>,
    /// How far it can be trusted.
    pub trust: HalfTrust,
}

impl Half {
    /// An answer that the side that moves first succeeds; `None` for all others.
    pub(super) fn achieved(finding: &Finding) -> Option<Self> {
        (finding.verdict == Outcome::Achieved).then(|| Self {
            mv: finding.first(),
            trust: if finding.is_proven {
                HalfTrust::Proved
            } else {
                HalfTrust::Estimate
            },
        })
    }

    /// Whether it is proved, nothing taken for granted.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        matches!(self.trust, HalfTrust::Proved)
    }

    /// Such as ` at B1 (proved)`.
    fn text(&self) -> String {
        let at = self.mv.map(|mv| format!(" at {mv}")).unwrap_or_default();
        match &self.trust {
            HalfTrust::Proved => format!("{at} (proved)"),
            HalfTrust::Estimate => format!("{at} (estimate)"),
            HalfTrust::Given(granted) => {
                let percent = granted.percent;
                let stones = names(&granted.stones, MOST_NAMED);
                let stand = if granted.stones.len() == 1 {
                    "stands"
                } else {
                    "stand"
                };
                format!("{at} (proved, given that {stones} {stand}: {percent} % likely)")
            }
        }
    }
}

/// Stones named in a sentence: some of them, if there are many.
fn names(stones: &[Point], most: usize) -> String {
    let mut names: Vec<String> = stones.iter().take(most).map(Point::to_string).collect();
    if stones.len() > most {
        names.push("others".to_owned());
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

/// Why a move was bad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MistakeReason {
    /// What it let happen.
    pub change: Change,
    /// The player of the move.
    pub mover: Color,
    /// A stone of the block, or of each of two blocks.
    pub stones: Vec<Point>,
    /// Before the move, its player first.
    pub before: Half,
    /// After it, the other player first.
    pub after: Half,
}

impl MistakeReason {
    /// Whether both halves are proved.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        self.before.is_proven() && self.after.is_proven()
    }

    /// Whether both halves are proved, at least if some stones stand that look certain.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        !matches!(self.before.trust, HalfTrust::Estimate)
            && !matches!(self.after.trust, HalfTrust::Estimate)
    }

    /// The reason as a sentence.
    #[must_use]
    pub fn text(&self) -> String {
        let [mover, other] = [self.mover, self.mover.opponent()].map(Color::player_name);
        let (before, after) = (self.before.text(), self.after.text());
        let blocks = names(&self.stones, self.stones.len());
        let is_needed = self.before.mv.is_some();
        match self.change {
            Change::LetDie if is_needed => format!(
                "Now {other} kills the group of {blocks}{after}; before, it could live{before}."
            ),
            Change::LetDie => format!(
                "Now {other} kills the group of {blocks}{after}; before, it was alive{before}."
            ),
            Change::LetLive if is_needed => format!(
                "Now the group of {blocks} lives{after}; before, {mover} could kill it{before}."
            ),
            Change::LetLive => {
                format!("Now the group of {blocks} lives{after}; before, it was dead{before}.")
            }
            Change::LetCut => format!(
                "Now {other} cuts {blocks} apart{after}; before, {mover} could join them{before}."
            ),
            Change::LetJoin => format!(
                "Now {other} joins {blocks}{after}; before, {mover} could cut them apart{before}."
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_named_as_a_list() {
        let stones = ["A1", "B2", "C3", "D4"].map(|name| name.parse().unwrap());
        assert_eq!(names(&stones[..1], 3), "A1");
        assert_eq!(names(&stones[..2], 3), "A1 and B2");
        assert_eq!(names(&stones, 3), "A1, B2, C3 and others");
    }
}
