//! What the judgement on a block rests on, and how often judgements that rest on it are right.

use std::fmt;
use std::sync::LazyLock;

use crate::calibration::{Calibration, Confidence};

/// What the judgement on a block rests on. It decides the use of the judgement; the [confidence](Self::confidence) is
/// only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// The block cannot be captured even if its owner always passes.
    UnconditionallyAlive,
    /// The block cannot be captured if its owner answers each play, as pairs of points show; the opponent moves first.
    SafeByProof,
    /// The same, as complete search of the regions around it shows.
    SafeBySearch,
    /// Safe stones of the other color enclose the block and leave it no room for two eyes.
    InsideSafeTerritory,
    /// The reader proves that the block stays on the board though the opponent moves first: with two eyes or in a seki.
    ProvedToLive,
    /// The reader proves that the block is captured though its owner moves first; the stones around it are proved safe.
    ProvedToFall,
    /// The reader proves that the block stays on the board and that it gets no two eyes, though its owner moves first.
    ProvedSeki,
    /// Reading captures the block though its owner moves first. The stones around it are assumed safe: they are proved
    /// safe, or ownership calls them clearly alive.
    CapturedByReading,
    /// Reading keeps the block on the board though the opponent moves first. The stones around it, or those of its
    /// group to which it is linked, are assumed safe.
    SurvivesByReading,
    /// In a small region neither side gains by moving first, and neither can fill the shared liberties without loss. By
    /// complete reading, with the stones around the region assumed safe.
    NobodyGains,
    /// Blocks beside it live in a seki, and it shares liberties with them: neither side takes the other off without
    /// loss.
    SharesSeki,
    /// The reader proves that the opponent kills the block if it moves first, and that the owner saves it if it does.
    /// The status is that of ownership.
    HangsOnFirstMove,
    /// All living stones around the block are its own: what could take it is dead itself.
    AmongOwn,
    /// No proof and no reading: an estimate of ownership by playouts decides.
    Ownership(Clearness),
    /// No proof and no reading: ownership by a network decides, and playouts with it where it is not sure.
    Network(Clearness),
}

/// Kinds of work that judgements rest on, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BasisKind {
    /// A proof without search: Benson's, or by pairs of points.
    StaticProof,
    /// A proof by search of the regions around the block.
    RegionSearch,
    /// A proof of the reader.
    ProofByReader,
    /// Reading that assumes something about the stones around.
    Reading,
    /// Ownership by network or playouts.
    Estimate,
}

impl BasisKind {
    /// Every kind, the surest first.
    pub const ALL: [Self; 5] = [
        Self::StaticProof,
        Self::RegionSearch,
        Self::ProofByReader,
        Self::Reading,
        Self::Estimate,
    ];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StaticProof => "static proof",
            Self::RegionSearch => "search of regions",
            Self::ProofByReader => "proof by reading",
            Self::Reading => "reading with assumptions",
            Self::Estimate => "ownership",
        }
    }
}

/// The source of ownership, where nothing is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnerSource {
    /// Playouts from the position.
    Playouts,
    /// A network, and playouts with it where it is not sure.
    Network,
}

impl OwnerSource {
    /// The basis of a judgement that rests on such ownership alone.
    pub(super) const fn basis(self, clearness: Clearness) -> Basis {
        match self {
            Self::Playouts => Basis::Ownership(clearness),
            Self::Network => Basis::Network(clearness),
        }
    }
}

/// How clear an estimate of ownership is, in thousandths: 0 for a toss-up, 1000 if all playouts agree, or the network
/// has no doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clearness(u16);

/// Estimates of ownership by how clear they are, the least clear first. These bands decide the use of an estimate, and
/// each has its own row in the table of calibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// Hardly better than a toss-up: below 0.4.
    TossUp,
    /// Below 0.8.
    Leaning,
    /// Below 0.9. Living stones this clear may be the wall of a reading.
    Clear,
    /// Below 0.97. Dead stones this clear count as dead in readings of others.
    VeryClear,
    /// 0.97 or more. No reading is tried.
    NearlyCertain,
}

impl Clearness {
    /// No clearness at all.
    pub const NONE: Self = Self(0);

    /// The clearness of a mean owner from -1 to 1.
    #[must_use]
    pub fn of(mean_owner: f32) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share in thousandths"
        )]
        Self((mean_owner.abs().min(1.0) * 1000.0) as u16)
    }

    /// The band that it falls into.
    #[must_use]
    pub const fn band(self) -> Band {
        match self.0 {
            0..400 => Band::TossUp,
            400..800 => Band::Leaning,
            800..900 => Band::Clear,
            900..970 => Band::VeryClear,
            970.. => Band::NearlyCertain,
        }
    }
}

impl fmt::Display for Clearness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", f32::from(self.0) / 1000.0)
    }
}

impl Band {
    /// Every band, the least clear first.
    pub const ALL: [Self; 5] = [
        Self::TossUp,
        Self::Leaning,
        Self::Clear,
        Self::VeryClear,
        Self::NearlyCertain,
    ];

    /// The least clear estimate of the band, in hundredths.
    const fn from(self) -> u16 {
        match self {
            Self::TossUp => 0,
            Self::Leaning => 40,
            Self::Clear => 80,
            Self::VeryClear => 90,
            Self::NearlyCertain => 97,
        }
    }

    /// Its name in the table of calibration.
    fn name(self, source: OwnerSource) -> String {
        let source = match source {
            OwnerSource::Playouts => "ownership",
            OwnerSource::Network => "network",
        };
        format!("{source} from 0.{:02}", self.from())
    }

    /// How often estimates of this band are right. Never less than for a less clear band.
    fn confidence(self, source: OwnerSource) -> Confidence {
        static BY_PLAYOUTS: LazyLock<Vec<Confidence>> =
            LazyLock::new(|| rising(OwnerSource::Playouts));
        static BY_NETWORK: LazyLock<Vec<Confidence>> =
            LazyLock::new(|| rising(OwnerSource::Network));
        let by_band = match source {
            OwnerSource::Playouts => &BY_PLAYOUTS,
            OwnerSource::Network => &BY_NETWORK,
        };
        let mut bands = Self::ALL.into_iter().zip(by_band.iter());
        bands
            .find(|(band, _)| *band == self)
            .map_or(Confidence::NONE, |(_, &confidence)| confidence)
    }
}

/// The confidence of each band.
fn rising(source: OwnerSource) -> Vec<Confidence> {
    let names = Band::ALL.map(|band| band.name(source));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Calibration::measured().rising(KIND, &names)
}

/// The kind of the referee's rows in the table of calibration.
const KIND: &str = "referee";

impl Basis {
    /// Whether the status is proved.
    #[must_use]
    pub const fn is_proof(self) -> bool {
        match self.kind() {
            BasisKind::StaticProof | BasisKind::RegionSearch | BasisKind::ProofByReader => true,
            BasisKind::Reading | BasisKind::Estimate => false,
        }
    }

    /// Whether the status is proved without the reader: a block that lives so stands as a wall when others are read.
    pub(super) const fn is_proved_apart(self) -> bool {
        matches!(
            self.kind(),
            BasisKind::StaticProof | BasisKind::RegionSearch
        )
    }

    /// What kind of work the judgement rests on.
    #[must_use]
    pub const fn kind(self) -> BasisKind {
        match self {
            Self::UnconditionallyAlive | Self::SafeByProof | Self::InsideSafeTerritory => {
                BasisKind::StaticProof
            }
            Self::SafeBySearch => BasisKind::RegionSearch,
            Self::ProvedToLive | Self::ProvedToFall | Self::ProvedSeki => BasisKind::ProofByReader,
            Self::CapturedByReading
            | Self::SurvivesByReading
            | Self::NobodyGains
            | Self::SharesSeki
            | Self::HangsOnFirstMove
            | Self::AmongOwn => BasisKind::Reading,
            Self::Ownership(_) | Self::Network(_) => BasisKind::Estimate,
        }
    }

    /// How clear ownership is, where it decides.
    #[must_use]
    pub const fn clearness(self) -> Option<Clearness> {
        match self {
            Self::Ownership(clearness) | Self::Network(clearness) => Some(clearness),
            Self::UnconditionallyAlive
            | Self::SafeByProof
            | Self::SafeBySearch
            | Self::InsideSafeTerritory
            | Self::ProvedToLive
            | Self::ProvedToFall
            | Self::ProvedSeki
            | Self::CapturedByReading
            | Self::SurvivesByReading
            | Self::NobodyGains
            | Self::SharesSeki
            | Self::HangsOnFirstMove
            | Self::AmongOwn => None,
        }
    }

    /// The band of the estimate, where ownership decides.
    pub(super) fn band(self) -> Option<Band> {
        self.clearness().map(Clearness::band)
    }

    /// Its name in reports; but for estimates of ownership also in the table of calibration.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnconditionallyAlive => "unconditionally alive",
            Self::SafeByProof => "safe by proof",
            Self::SafeBySearch => "safe by search of its regions",
            Self::InsideSafeTerritory => "inside territory of safe stones",
            Self::ProvedToLive => "proved to live by reading",
            Self::ProvedToFall => "proved to fall by reading",
            Self::ProvedSeki => "proved to live in seki by reading",
            Self::CapturedByReading => "captured by reading",
            Self::SurvivesByReading => "survives by reading",
            Self::NobodyGains => "neither side gains by moving first",
            Self::SharesSeki => "shares a seki with its neighbors",
            Self::HangsOnFirstMove => "hangs on the first move by reading",
            Self::AmongOwn => "among living stones of its own color",
            Self::Ownership(_) => "judged by ownership",
            Self::Network(_) => "judged by network and playouts",
        }
    }

    /// How often judgements that rest on it are right, as measured (`docs/measurements/calibration.md`): 1 for a proof
    /// alone.
    #[must_use]
    pub fn confidence(self) -> Confidence {
        match self {
            Self::UnconditionallyAlive
            | Self::SafeByProof
            | Self::SafeBySearch
            | Self::InsideSafeTerritory
            | Self::ProvedToLive
            | Self::ProvedToFall
            | Self::ProvedSeki => Confidence::PROOF,
            Self::HangsOnFirstMove => Confidence::NONE,
            Self::CapturedByReading
            | Self::SurvivesByReading
            | Self::NobodyGains
            | Self::SharesSeki
            | Self::AmongOwn => Calibration::measured().confidence(KIND, self.name()),
            Self::Ownership(clearness) => clearness.band().confidence(OwnerSource::Playouts),
            Self::Network(clearness) => clearness.band().confidence(OwnerSource::Network),
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Some(clearness) = self.clearness() {
            write!(f, " {clearness}")?;
        }
        // Too few cases to state anything: better silent than 0.00.
        if !self.is_proof() && self.confidence() > Confidence::NONE {
            write!(f, ", confidence {}", self.confidence())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every basis, with estimates at both ends of each band.
    fn all() -> impl Iterator<Item = Basis> {
        let others = [
            Basis::UnconditionallyAlive,
            Basis::SafeByProof,
            Basis::SafeBySearch,
            Basis::InsideSafeTerritory,
            Basis::ProvedToLive,
            Basis::ProvedToFall,
            Basis::ProvedSeki,
            Basis::CapturedByReading,
            Basis::SurvivesByReading,
            Basis::NobodyGains,
            Basis::SharesSeki,
            Basis::HangsOnFirstMove,
            Basis::AmongOwn,
        ];
        let estimates = [OwnerSource::Playouts, OwnerSource::Network]
            .into_iter()
            .flat_map(|source| (0..=1000).map(move |n| source.basis(Clearness(n))));
        others.into_iter().chain(estimates)
    }

    /// The name of the row for a basis; none for a proof.
    fn row_name(basis: Basis) -> Option<String> {
        let source = if matches!(basis, Basis::Network(_)) {
            OwnerSource::Network
        } else {
            OwnerSource::Playouts
        };
        match basis.band() {
            Some(band) => Some(band.name(source)),
            // A block that hangs on the first move has no status that could be right.
            None => (!basis.is_proof() && basis != Basis::HangsOnFirstMove)
                .then(|| basis.name().to_owned()),
        }
    }

    #[test]
    fn only_a_proof_is_certain_and_every_other_basis_has_a_row() {
        for basis in all() {
            assert_eq!(basis.confidence() == Confidence::PROOF, basis.is_proof());
            let is_stated = !basis.is_proof() && basis.confidence() > Confidence::NONE;
            assert_eq!(basis.to_string().contains("confidence"), is_stated);
            assert!(!basis.to_string().contains("confidence 1.00"), "{basis}");
            if let Some(name) = row_name(basis) {
                assert!(Calibration::measured().row(KIND, &name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn every_row_of_the_referee_has_a_basis() {
        let rows = Calibration::measured().rows().iter();
        for row in rows.filter(|row| row.kind == KIND) {
            let is_named = all().any(|basis| row_name(basis).as_ref() == Some(&row.basis));
            assert!(is_named, "{}", row.basis);
        }
    }

    #[test]
    fn confidence_rises_with_clearness() {
        for source in [OwnerSource::Playouts, OwnerSource::Network] {
            let estimates = (0..=1000).map(|n| source.basis(Clearness(n)).confidence());
            assert!(estimates.is_sorted());
        }
    }

    #[test]
    fn bands_begin_where_their_names_say() {
        for band in Band::ALL {
            let name = band.name(OwnerSource::Network);
            let from: f32 = name.rsplit(' ').next().unwrap().parse().unwrap();
            assert_eq!(Clearness::of(from).band(), band);
            assert_eq!(Clearness::of(-from).band(), band);
            let below = Clearness(Clearness::of(from).0.saturating_sub(1)).band();
            assert!(below < band || band == Band::TossUp, "{band:?}");
        }
        assert_eq!(Clearness::of(1.5).to_string(), "1.00");
    }
}
