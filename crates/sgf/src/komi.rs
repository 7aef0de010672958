//! The komi of a record. Servers and programs write it in points, in stones of Chinese counting, of which each is worth
//! two points, and in hundredths or tenths of either; which one it is shows in the number.

use super::amount::{Amount, Unit, amount};
use super::lexer::shown;
use tedomari_board::{Komi, Size};

/// From this number on, a multiple of a quarter of a hundred is a number of hundredths: `375`, `650`, `50`.
const HUNDREDTHS_FROM: f64 = 50.0;

/// The same in records of the server Fox, which writes nothing but hundredths.
const HUNDREDTHS_OF_FOX: f64 = 25.0;

/// Komi in tenths, in points: `65` is 6.5.
const TENTHS: std::ops::RangeInclusive<f64> = 5.0..=8.5;

/// Komi of even games in points. Of two readings of hundredths the one in this range is right.
const USUAL: std::ops::RangeInclusive<f64> = 5.0..=8.5;

/// Largest komi in points that another unit may come to. Less than [`HUNDREDTHS_FROM`], so that a record that is
/// written with this komi in points is read as it was.
const MOST_BY_UNIT: f64 = 20.0;

/// Where a komi comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// The board.
    pub size: Size,
    /// Whether the record is one of this program, which writes points alone.
    pub is_own: bool,
    /// Whether the record is of the server Fox.
    pub is_fox: bool,
    /// Whether the rules of the record count territory, where no komi is one of stones.
    pub counts_territory: bool,
}

/// A komi as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KomiRead {
    /// The komi; `None` if the text means none.
    pub komi: Option<Komi>,
    /// What is doubtful about it.
    pub doubt: Option<String>,
}

/// The komi that a text means, which is not blank.
pub(super) fn read_komi(text: &str, origin: Origin) -> KomiRead {
    let Some(amount) = amount(text) else {
        return KomiRead {
            komi: None,
            doubt: Some(format!("komi `{}` is not a number, ignored", shown(text))),
        };
    };
    let (points, doubt) = points(amount, origin);
    match Komi::from_points(points) {
        Some(komi) => {
            let is_odd = !is_whole(4.0 * amount.value) || !is_whole(2.0 * points);
            let odd = || format!("no number of half points; read as {komi}");
            let doubt = doubt
                .map(|doubt| doubt.told(komi))
                .or_else(|| is_odd.then(odd));
            KomiRead {
                komi: Some(komi),
                doubt: doubt.map(|doubt| format!("komi `{}` is {doubt}", shown(text))),
            }
        }
        None => KomiRead {
            komi: None,
            doubt: Some(format!("komi `{}` is impossible, ignored", shown(text))),
        },
    }
}

/// Why a komi is doubtful.
#[derive(Clone, Copy, Debug)]
enum Doubt {
    Stones(f64),
    Hundredths,
    Tenths,
    Large,
}

impl Doubt {
    fn told(self, komi: Komi) -> String {
        match self {
            Self::Stones(stones) => format!("read as {stones} stones, {komi} points"),
            Self::Hundredths => format!("read as hundredths, {komi} points"),
            Self::Tenths => format!("read as tenths, {komi} points"),
            Self::Large => format!("far from any that is usual, taken as {komi} points"),
        }
    }
}

/// The points that an amount comes to, and what is doubtful about it. A record that is written with the komi read
/// here is read as the same komi.
fn points(amount: Amount, origin: Origin) -> (f64, Option<Doubt>) {
    let Amount { value, unit } = amount;
    if origin.is_own {
        return (value, None);
    }
    let are_few = (2.0 * value).abs() <= MOST_BY_UNIT;
    if unit == Some(Unit::Stones) && are_few {
        return (2.0 * value, None);
    }
    if is_whole(4.0 * value) && !is_whole(2.0 * value) && are_few {
        return (2.0 * value, Some(Doubt::Stones(value)));
    }
    let value = (2.0 * value).round() / 2.0;
    let from = if origin.is_fox {
        HUNDREDTHS_OF_FOX
    } else {
        HUNDREDTHS_FROM
    };
    if value.abs() >= from {
        let tenths = value / 10.0;
        let are_tenths = value.abs() > HUNDREDTHS_FROM && TENTHS.contains(&tenths.abs());
        let is_known_as_hundredths = origin.is_fox && is_whole(value / 25.0);
        if are_tenths && !is_known_as_hundredths && is_whole(value / 5.0) {
            return (tenths, Some(Doubt::Tenths));
        }
        if is_whole(value / 25.0)
            && let Some(found) = by_hundredths(value, unit, origin)
        {
            return found;
        }
    }
    let n_points = u16::try_from(origin.size.n_points()).unwrap_or(u16::MAX);
    let is_large = value.abs() >= HUNDREDTHS_FROM.min(f64::from(n_points) + 0.5);
    (value, is_large.then_some(Doubt::Large))
}

/// A number of hundredths, of points or of stones.
fn by_hundredths(value: f64, unit: Option<Unit>, origin: Origin) -> Option<(f64, Option<Doubt>)> {
    let (points, stones) = (value / 100.0, value / 50.0);
    let is_usual = USUAL.contains(&stones.abs()) && !origin.counts_territory;
    let is_named = unit == Some(Unit::Stones) && stones.abs() <= MOST_BY_UNIT;
    let are_stones = !is_whole(2.0 * points) || is_usual || is_named;
    let (found, doubt) = if are_stones {
        (stones, Doubt::Stones(points))
    } else {
        (points, Doubt::Hundredths)
    };
    (found.abs() <= MOST_BY_UNIT).then_some((found, Some(doubt)))
}

fn is_whole(number: f64) -> bool {
    number.fract() == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHINESE: Origin = Origin {
        size: Size::square(19),
        is_own: false,
        is_fox: false,
        counts_territory: false,
    };
    const JAPANESE: Origin = Origin {
        counts_territory: true,
        ..CHINESE
    };
    const FOX: Origin = Origin {
        is_fox: true,
        ..CHINESE
    };

    /// The half points and whether there is a doubt.
    fn check(origin: Origin, text: &str, half_points: i32, is_doubtful: bool) {
        let read = read_komi(text, origin);
        assert_eq!(
            (read.komi.map(Komi::half_points), read.doubt.is_some()),
            (Some(half_points), is_doubtful),
            "{text}: {read:?}"
        );
    }

    #[test]
    fn the_unit_shows_in_the_number() {
        for (text, half_points) in [
            ("375", 15),
            ("325", 13),
            ("275", 11),
            ("350", 14),
            ("650", 13),
            ("550", 11),
            ("750", 15),
            ("700", 14),
            ("50", 1),
            ("100", 2),
            ("800", 16),
            ("450", 9),
            ("-375", -15),
            ("-50", -1),
            ("65", 13),
            ("75", 15),
            ("55", 11),
            ("3.75", 15),
            ("2.75", 11),
            ("3.25", 13),
            ("0.25", 1),
            ("-3.75", -15),
            ("1.75", 7),
            ("３．７５", 15),
        ] {
            check(CHINESE, text, half_points, true);
        }
        for (text, half_points) in [
            ("0", 0),
            ("7.5", 15),
            ("6,5", 13),
            ("-6.5", -13),
            ("3.5", 7),
            ("7", 14),
            ("25", 50),
            ("40.5", 81),
            ("3又3/4子", 15),
            ("3.75子", 15),
            ("3.5子", 14),
            ("6.5目", 13),
            ("0.5", 1),
        ] {
            check(CHINESE, text, half_points, false);
        }
        for (text, half_points) in [("350", 7), ("650", 13), ("375", 15), ("50", 1), ("550", 11)] {
            check(JAPANESE, text, half_points, true);
        }
        for (text, half_points) in [
            ("375", 15),
            ("25", 1),
            ("75", 3),
            ("50", 1),
            ("650", 13),
            ("0", 0),
        ] {
            check(FOX, text, half_points, text != "0");
        }
    }

    #[test]
    fn large_and_odd_numbers_are_doubted() {
        for (text, half_points) in [
            ("51", 102),
            ("361", 722),
            ("100.5", 201),
            ("3.8", 8),
            ("7.3", 15),
            ("9999", 19998),
        ] {
            check(CHINESE, text, half_points, true);
        }
        let small = Origin {
            size: Size::square(3),
            ..CHINESE
        };
        check(small, "9", 18, false);
        check(small, "10", 20, true);
        let own = Origin {
            is_own: true,
            ..CHINESE
        };
        for (text, half_points) in [("375", 750), ("50", 100), ("3.5", 7)] {
            check(own, text, half_points, false);
        }
        for text in ["20000", "many", "", "375 650"] {
            let read = read_komi(text, CHINESE);
            assert!(read.komi.is_none() && read.doubt.is_some(), "{text}");
        }
        let told = read_komi("375", CHINESE).doubt.unwrap();
        assert_eq!(told, "komi `375` is read as 3.75 stones, 7.5 points");
    }

    /// Every number of hundredths, in every origin: what is written from the komi read is read as that komi.
    #[test]
    fn what_was_read_is_read_again() {
        let mut n_checked = 0;
        for number in -40_000_i32..=40_000 {
            let texts = [
                format!("{}", f64::from(number) / 100.0),
                format!("{}", f64::from(number)),
                format!("{}子", f64::from(number) / 4.0),
                format!("{}目", f64::from(number) / 2.0),
            ];
            for (text, origin) in texts.iter().flat_map(|text| {
                let small = Origin {
                    size: Size::square(2),
                    ..CHINESE
                };
                [CHINESE, JAPANESE, FOX, small].map(|origin| (text, origin))
            }) {
                let Some(komi) = read_komi(text, origin).komi else {
                    assert!(number.abs() > 10_000, "{text}");
                    continue;
                };
                let again = read_komi(&komi.to_string(), origin).komi;
                assert_eq!(again, Some(komi), "{text} {origin:?}");
                n_checked += 1;
            }
        }
        assert!(n_checked > 800_000, "{n_checked}");
    }
}
