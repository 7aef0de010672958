//! How the memory of the program is shared out among its parts: `limits.memory_mib`, and the settings of single parts.
//!
//! No other place decides it. A part without a setting of its own gets its share. What single settings demand is
//! granted first, if it leaves the other parts the least that they need, and is cut down in proportion if not; the
//! other parts share what is left, each at most its usual share. Without a limit each part has its share of
//! [`USUAL_MIB`].
//!
//! Source: own. The sizes of entries are those of the structures on 64-bit machines, with what the allocator adds.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The usual limit, in MiB; shares are those of this if there is no limit.
const USUAL_MIB: u64 = 1024;

/// The least limit that leaves every part enough to work, in MiB.
pub(super) const LEAST_MIB: i64 = 64;

/// Memory that is not shared out, in MiB: the program with its network, its tables of patterns, games, queues, the
/// small tables of quick readings, and what the allocator keeps.
const BASE_MIB: u64 = 24;

/// Bytes in a MiB.
const MIB: u64 = 1 << 20;

/// Shares are counted in thousandths of what is left above the base. What the parts of [`PARTS`] leave over is for
/// work that ends with its question: sums, formulas, records.
const WHOLE: u64 = 1000;

/// A size that the user sets, or the share that a part has of the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum PartSize {
    /// Its share; written `"auto"`.
    Share(Auto),
    /// As many units as set.
    Units(u64),
}

/// The word `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Auto {
    /// What fits.
    Auto,
}

/// The sizes as set, before they are fitted into the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemorySettings {
    /// The limit of the whole program, in MiB; 0 for none.
    pub limit_mib: u64,
    /// What the network takes, in bytes.
    pub network_bytes: u64,
    /// The sizes of the parts, in the order of [`PARTS`].
    pub parts: [PartSize; N_PARTS],
}

impl Default for MemorySettings {
    fn default() -> Self {
        Self {
            limit_mib: USUAL_MIB,
            network_bytes: 0,
            parts: [PartSize::Share(Auto::Auto); N_PARTS],
        }
    }
}

/// A part of the program that keeps memory from question to question.
struct Part {
    key: &'static str,
    /// Its share, in thousandths.
    share: u64,
    /// The least number of units that it works with.
    least: u64,
    cost: Cost,
}

/// The bytes that some units take.
#[derive(Clone, Copy)]
enum Cost {
    /// So many each.
    Each(u64),
    /// So many each, of as many as the next power of two.
    EachOfPower(u64),
    /// So many for each of two to the power of the units.
    OfLog2(u64),
}

impl Cost {
    fn bytes(self, units: u64) -> u64 {
        match self {
            Self::Each(each) => units.saturating_mul(each),
            Self::EachOfPower(each) => {
                let power = units.checked_next_power_of_two().unwrap_or(u64::MAX);
                power.saturating_mul(each)
            }
            Self::OfLog2(each) => each.saturating_mul(1 << units.min(50)),
        }
    }

    /// The most units that take at most so many bytes; 0 if one takes more.
    fn units_in(self, bytes: u64) -> u64 {
        match self {
            Self::Each(each) => bytes / each,
            Self::EachOfPower(each) => {
                let log2 = (bytes / each).checked_ilog2();
                log2.map_or(0, |log2| 1 << log2)
            }
            Self::OfLog2(each) => (bytes / each).checked_ilog2().unwrap_or(0).into(),
        }
    }
}

const N_PARTS: usize = 8;

/// Indices of the parts in [`PARTS`], for the table of settings.
pub(super) const TREE: usize = 0;
pub(super) const EXACT: usize = 1;
pub(super) const READER: usize = 2;
pub(super) const PROOFS: usize = 3;
pub(super) const SHAPES: usize = 4;
pub(super) const FORMS: usize = 5;
pub(super) const MEMOS: usize = 6;
pub(super) const LOGIC: usize = 7;

/// The parts, in the order of the constants above.
const PARTS: [Part; N_PARTS] = [
    Part {
        key: "search.memory_mib",
        share: 320,
        least: 2,
        // A quarter more for the search whether a pass loses anything.
        cost: Cost::Each(MIB + MIB / 4),
    },
    Part {
        key: "exact.memory_mib",
        share: 64,
        least: 1,
        cost: Cost::Each(MIB),
    },
    Part {
        key: "reader.log2_entries",
        share: 110,
        least: 10,
        // An entry of 64 bytes with its tag, and half as many of 80 bytes.
        cost: Cost::OfLog2(66 + 82 / 2),
    },
    Part {
        key: "reader.most_proofs",
        share: 7,
        least: 100,
        cost: Cost::Each(730),
    },
    Part {
        key: "endgame.max_shapes",
        share: 115,
        least: 1_000,
        cost: Cost::Each(512),
    },
    Part {
        key: "cgt.max_forms",
        share: 160,
        least: 1_000,
        // Two tables: one of the endgame, one of a question about games. A form has eight options at most on average.
        cost: Cost::Each(2 * 260),
    },
    Part {
        key: "cgt.memo_entries",
        share: 95,
        least: 1_000,
        // Six memo tables in each of the two, which round up to a power of two.
        cost: Cost::EachOfPower(2 * 730),
    },
    Part {
        key: "logic.memory_mib",
        share: 90,
        least: 1,
        cost: Cost::Each(MIB),
    },
];

/// A size that was set and does not fit into the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    key: &'static str,
    wanted: u64,
    granted: u64,
    limit_mib: u64,
}

impl fmt::Display for Reduced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            key,
            wanted,
            granted,
            limit_mib,
        } = self;
        write!(
            f,
            "{key} = {wanted} does not fit into limits.memory_mib = {limit_mib}: {granted} is used"
        )
    }
}

impl MemorySettings {
    /// The units that each part gets, in the order of [`PARTS`], and which sizes were cut down.
    pub(super) fn plan(&self) -> ([usize; N_PARTS], Vec<Reduced>) {
        let (mut plan, mut reduced) = ([0; N_PARTS], Vec::new());
        let sized = PARTS.iter().zip(&self.parts).zip(self.bytes(self.room()));
        for (planned, ((part, size), bytes)) in plan.iter_mut().zip(sized) {
            let fitting = part.cost.units_in(bytes).max(part.least);
            let units = match *size {
                PartSize::Share(Auto::Auto) => fitting,
                PartSize::Units(wanted) if self.limit_mib == 0 => wanted,
                PartSize::Units(wanted) => wanted.min(fitting),
            };
            if let PartSize::Units(wanted) = *size
                && units < wanted
            {
                reduced.push(Reduced {
                    key: part.key,
                    wanted,
                    granted: units,
                    limit_mib: self.limit_mib,
                });
            }
            *planned = usize::try_from(units).unwrap_or(usize::MAX);
        }
        (plan, reduced)
    }

    /// The most entries, as a power of two, with which so many readers fit into the limit together.
    pub(super) fn log2_entries_of_readers(&self, log2_entries: u32, n_readers: usize) -> u32 {
        let part = &PARTS[READER];
        let n_readers = u64::try_from(n_readers).unwrap_or(u64::MAX).max(1);
        let fitting = part.cost.units_in(self.room() / n_readers).max(part.least);
        match self.limit_mib {
            0 => log2_entries,
            _ => log2_entries.min(u32::try_from(fitting).unwrap_or(u32::MAX)),
        }
    }

    /// The memory of one of so many engines that work at the same time. Each gets what it needs at least.
    pub(super) fn part_for(&self, n_engines: usize) -> Self {
        let n_engines = u64::try_from(n_engines).unwrap_or(u64::MAX).max(1);
        let fixed = BASE_MIB + self.network_bytes / MIB;
        let shared = self.limit_mib.saturating_sub(fixed) / n_engines;
        let limit_mib = match self.limit_mib {
            0 => 0,
            _ => (fixed + shared).max(LEAST_MIB.unsigned_abs()),
        };
        Self { limit_mib, ..*self }
    }

    /// MiB for a solver that has the whole program to itself; nothing if there is no limit.
    pub(super) fn mib_for_one(&self) -> Option<usize> {
        let mib = usize::try_from(self.room() / MIB).unwrap_or(usize::MAX);
        (self.limit_mib > 0).then_some(mib)
    }

    /// The most bytes that parts of so many units take.
    #[cfg(test)]
    pub(super) fn bytes_of(units: [usize; N_PARTS]) -> u64 {
        let parts = PARTS.iter().zip(units);
        parts
            .map(|(part, units)| part.cost.bytes(units as u64))
            .sum()
    }

    /// Bytes that are shared out: what the program and the network leave, and at least what the least limit leaves, so
    /// that every part can work beside a network that takes all.
    fn room(&self) -> u64 {
        let bytes_of = |limit: u64| limit.saturating_sub(BASE_MIB).saturating_mul(MIB);
        match self.limit_mib {
            0 => bytes_of(USUAL_MIB),
            limit => {
                let left = bytes_of(limit).saturating_sub(self.network_bytes);
                left.max(bytes_of(LEAST_MIB.unsigned_abs()))
            }
        }
    }

    /// The bytes that each part may take of `room` bytes.
    fn bytes(&self, room: u64) -> [u64; N_PARTS] {
        let share = |part: &Part| room / WHOLE * part.share;
        let least = |part: &Part| part.cost.bytes(part.least);
        let of_work = WHOLE - PARTS.iter().map(|part| part.share).sum::<u64>();
        let room_for_parts = room - room / WHOLE * of_work;
        let sized = || PARTS.iter().zip(&self.parts);
        let (mut asked, mut least_left, mut shares_left) = (0u64, 0, 0);
        for (part, size) in sized() {
            match *size {
                PartSize::Units(units) => asked = asked.saturating_add(part.cost.bytes(units)),
                PartSize::Share(Auto::Auto) => {
                    least_left += least(part);
                    shares_left += part.share;
                }
            }
        }
        let for_asked = asked.min(room_for_parts.saturating_sub(least_left));
        let left = room_for_parts - for_asked;
        let mut sizes = [0; N_PARTS];
        for (bytes, (part, size)) in sizes.iter_mut().zip(sized()) {
            *bytes = match *size {
                PartSize::Units(units) => proportion(part.cost.bytes(units), for_asked, asked),
                PartSize::Share(Auto::Auto) => {
                    proportion(left, part.share, shares_left).min(share(part))
                }
            };
        }
        sizes
    }
}

/// `of` times `part / whole`.
fn proportion(of: u64, part: u64, whole: u64) -> u64 {
    let scaled = u128::from(of) * u128::from(part) / u128::from(whole.max(1));
    u64::try_from(scaled).unwrap_or(u64::MAX)
}
