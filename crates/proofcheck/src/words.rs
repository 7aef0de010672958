//! What a checked proof shows, in words.

use super::bounds::BoundsReached;
use super::check::Checked;
use super::format::{Goal, Side, Verdict};
use super::kinds::CheckedFile;
use super::safety::Safe;
use super::score::ScoreReached;
use super::score::format::Counting;
use super::whole::WholeReached;
use super::whole::format::Repetition;

impl CheckedFile {
    /// The claim in words, without the stones of the position.
    #[must_use]
    pub fn claim(&self) -> String {
        match self {
            Self::Reading(checked) => claim_of_reading(checked),
            Self::Safety(safe) => claim_of_safety(safe),
            Self::Score(reached) => claim_of_score(reached),
            Self::Bounds(reached) => claim_of_bounds(reached),
            Self::Whole(reached) => claim_of_whole(reached),
        }
    }

    /// The position in words: the size of the board, and the stones.
    #[must_use]
    pub fn position(&self) -> String {
        let (width, height, black, white) = match self {
            Self::Reading(Checked { header, .. }) => {
                (header.width, header.height, &header.black, &header.white)
            }
            Self::Safety(Safe { header, .. }) => {
                (header.width, header.height, &header.black, &header.white)
            }
            Self::Score(ScoreReached { header, .. }) => {
                (header.width, header.height, &header.black, &header.white)
            }
            Self::Bounds(BoundsReached { header, .. }) => {
                (header.width, header.height, &header.black, &header.white)
            }
            Self::Whole(WholeReached { header, .. }) => {
                (header.width, header.height, &header.black, &header.white)
            }
        };
        let stones = |names: &[String]| match names {
            [] => "none".to_owned(),
            names => names.join(" "),
        };
        format!(
            "{width}x{height}, black {}, white {}",
            stones(black),
            stones(white)
        )
    }
}

/// The name of a side.
const fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

/// Where a ko forbids the side that moves first to play, in words.
fn banned(ko: Option<&str>) -> String {
    ko.map_or_else(String::new, |point| format!(" but not at {point} (ko)"))
}

/// A number of things.
fn counted(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

fn claim_of_safety(safe: &Safe) -> String {
    let header = &safe.header;
    let suicide = if header.suicide {
        "allowed"
    } else {
        "forbidden"
    };
    format!(
        "{} answers, {} and {} of territory are safe, suicide {suicide}",
        name(header.color),
        counted(header.stones.len(), "block"),
        counted(header.territory.len(), "point"),
    )
}

/// What counts, in words.
const fn counted_by(counting: Counting) -> &'static str {
    match counting {
        Counting::Area => "area",
        Counting::Territory => "territory and prisoners from now on",
    }
}

fn claim_of_score(reached: &ScoreReached) -> String {
    let header = &reached.header;
    format!(
        "{} first{}, black is ahead by {} of {}, without komi",
        name(header.to_move),
        banned(header.ko.as_deref()),
        counted_points(header.lead),
        counted_by(header.counting),
    )
}

fn claim_of_bounds(reached: &BoundsReached) -> String {
    let header = &reached.header;
    let bounds = match (header.least, header.most) {
        (least, most) if least == most => counted_points(least),
        (least, most) => format!("{least} to {}", counted_points(most)),
    };
    format!(
        "{} first{}, black is ahead by {bounds} of {}, without komi",
        name(header.to_move),
        banned(header.ko.as_deref()),
        counted_by(header.counting),
    )
}

fn claim_of_whole(reached: &WholeReached) -> String {
    let bounds = match reached.bounds() {
        (least, most) if least == most => format!("ahead by {}", counted_points(least)),
        (least, most) => format!("ahead by {least} to {}", counted_points(most)),
    };
    let claims = reached.claims.iter().map(|claim| {
        let repetition = match claim.repetition {
            Repetition::Superko => "simple ko or superko",
            Repetition::Any => "simple ko",
            Repetition::Draw => "simple ko, endless play a draw",
        };
        let least = claim.least;
        format!(
            "{} by {least} at least with {repetition}",
            name(claim.owner)
        )
    });
    let claims: Vec<String> = claims.collect();
    format!(
        "{} first, black is {bounds} of area, without komi ({})",
        name(reached.header.to_move),
        claims.join(", "),
    )
}

/// A number of points, which may be negative.
fn counted_points(number: i32) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} point{plural}")
}

fn claim_of_reading(checked: &Checked) -> String {
    let header = &checked.header;
    let goal = match header.goal {
        Goal::Kill => "kill",
        Goal::Live => "live with",
        Goal::Connect => "connect",
        Goal::Cut => "cut",
    };
    let verdict = match header.verdict {
        Verdict::Achieved => "achieved",
        Verdict::Refuted => "refuted",
        Verdict::KoTheOtherNeedsThreats => "ko, the other side needs threats",
        Verdict::KoNeedsThreats => "ko that needs threats",
    };
    let suicide = if header.suicide {
        ", suicide allowed"
    } else {
        ""
    };
    let given = match header.given.as_slice() {
        [] => String::new(),
        stones => format!(", given {}", stones.join(" ")),
    };
    let threats = match header.threats {
        Some(n) => format!(", against {n} ko threats"),
        None => String::new(),
    };
    format!(
        "{} first{}{suicide}, to {goal} {}: {verdict}{given}{threats}",
        name(header.to_move),
        banned(header.ko.as_deref()),
        header.blocks.join(" "),
    )
}
