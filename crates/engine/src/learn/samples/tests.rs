use std::cmp::Ordering;
use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::board::Size;
use crate::intuition::inputs::{N_GLOBAL_FEATURES, N_POINT_FEATURES};
use crate::intuition::{NetworkSource, PrecisionChoice};

/// A small network with random weights.
fn teacher() -> Arc<Intuition> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/conversations/data/tiny_network.txt");
    Arc::new(Intuition::load(&NetworkSource::File(file), PrecisionChoice::F32).unwrap())
}

fn make(source: SampleSource, teacher: Option<&Arc<Intuition>>, n_samples: usize) -> Option<Shard> {
    let maker = SampleMaker {
        source,
        teacher: teacher.cloned(),
        seed: 3,
        n_samples,
    };
    maker.shard(7, &mut SampleBuffers::default(), &CancelToken::new())
}

/// Where the parts of a record begin, by the header, and its length.
struct Layout {
    n_points: usize,
    n_bytes: usize,
}

impl Layout {
    const fn new(n_points: usize) -> Self {
        Self {
            n_points,
            n_bytes: n_points.div_ceil(8),
        }
    }

    const fn policy(&self) -> usize {
        N_POINT_FEATURES * self.n_bytes + 4 * N_GLOBAL_FEATURES
    }

    const fn ownership(&self) -> usize {
        self.policy() + 2 * (self.n_points + 1)
    }

    const fn values(&self) -> usize {
        self.ownership() + self.n_points
    }

    const fn played(&self) -> usize {
        self.values() + 4 * 6
    }

    const fn length(&self) -> usize {
        self.played() + 2 + 2 + 4 + 1
    }
}

/// The header of a file without its first ten bytes, and the records.
fn split(file: &[u8]) -> (String, &[u8]) {
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([file[8], file[9]]));
    assert_eq!((10 + length) % 64, 0);
    let head = String::from_utf8(file[10..10 + length].to_vec()).unwrap();
    assert!(head.ends_with('\n'));
    (head, &file[10 + length..])
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn f32_at(bytes: &[u8], at: usize) -> f32 {
    f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn positions_of_records_are_written_as_they_were_played() {
    let text = "6.5\tB+R\tpdddtt\n7.5\tW+1.5\tqd\n";
    let games = parse_recorded_games(text).unwrap();
    let games = RecordedGames::new(games, Part::Learned);
    let file = make(SampleSource::Recorded(games), None, 40)
        .unwrap()
        .into_file();
    let (head, records) = split(&file);
    assert!(head.contains("'shape': (40,)"), "{head}");
    let layout = Layout::new(361);
    assert_eq!(records.len(), 40 * layout.length());
    let mut n_won = 0;
    for record in records.chunks(layout.length()) {
        let plane = |number: usize| -> Vec<usize> {
            let bytes = &record[number * layout.n_bytes..(number + 1) * layout.n_bytes];
            (0..361)
                .filter(|place| bytes[place / 8] & (0x80 >> (place % 8)) != 0)
                .collect()
        };
        let played = u16_at(record, layout.played());
        let number = u16_at(record, layout.played() + 2);
        let game = u16_at(record, layout.played() + 4);
        let [own, opponent] = [plane(1), plane(2)];
        // Row 4 from the top, columns 16 and 4; row 4, column 17.
        let expected: (u16, Vec<usize>, Vec<usize>) = match (game, number) {
            (0, 0) => (72, vec![], vec![]),
            (0, 1) => (60, vec![], vec![72]),
            (0, 2) => (361, vec![72], vec![60]),
            (1, 0) => (73, vec![], vec![]),
            other => panic!("{other:?}"),
        };
        assert_eq!((played, own, opponent), expected);
        assert_eq!(plane(0).len(), 361);
        // Legal moves have a policy of 0 without an evaluation.
        let n_legal = (0..362).filter(|place| u16_at(record, layout.policy() + 2 * place) == 0);
        assert_eq!(n_legal.count(), 362 - expected.1.len() - expected.2.len());
        assert!(f32_at(record, layout.values()).is_nan());
        let winner = i8::from_le_bytes([record[layout.length() - 1]]);
        let sign = if number == 1 { -1 } else { 1 } * if game == 0 { 1 } else { -1 };
        assert!(winner == sign || winner == 0, "{winner}");
        n_won += usize::from(winner != 0);
    }
    assert!((1..40).contains(&n_won), "{n_won}");
}

#[test]
fn games_are_kept_out() {
    let line = |n: usize| format!("6.5\tB+R\t{}\n", "pddd".repeat(1 + n / 100));
    let text: String = (0..120).map(line).collect();
    let games = parse_recorded_games(&text).unwrap();
    let shard = |part| {
        let games = RecordedGames::new(games.clone(), part);
        make(SampleSource::Recorded(games), None, 300)
            .unwrap()
            .into_file()
    };
    for part in [Part::KeptOut, Part::Learned] {
        let file = shard(part);
        let layout = Layout::new(361);
        for record in split(&file).1.chunks(layout.length()) {
            let game = u16_at(record, layout.played() + 4);
            assert_eq!(game % 50 == 49, part == Part::KeptOut, "{game}");
        }
    }
    let none = RecordedGames::new(Vec::new(), Part::Learned);
    assert!(none.is_empty() && make(SampleSource::Recorded(none), None, 1).is_none());
    let error = parse_recorded_games("6.5\tB+R\tpdx").unwrap_err();
    assert!(error.to_string().starts_with("line 1, move 2"), "{error}");
}

#[test]
fn what_the_teacher_says_is_written() {
    let teacher = teacher();
    let sizes = BoardSizes::One(Size::new(5, 6).unwrap());
    let file = |n| {
        make(SampleSource::SelfMade(sizes), Some(&teacher), n)
            .unwrap()
            .into_file()
    };
    let many = file(150);
    let (head, records) = split(&many);
    assert!(head.contains("('ownership', '|i1', (30,))"), "{head}");
    let layout = Layout::new(30);
    assert_eq!(records.len(), 150 * layout.length());
    let mut numbers = Vec::new();
    for record in records.chunks(layout.length()) {
        let policy = (0..31).map(|place| u16_at(record, layout.policy() + 2 * place));
        let legal: Vec<u32> = policy.filter(|&p| p != u16::MAX).map(u32::from).collect();
        let sum: u32 = legal.iter().sum();
        assert!(sum.abs_diff(65_534) < 40, "{sum}");
        let values: Vec<f32> = (0..6)
            .map(|n| f32_at(record, layout.values() + 4 * n))
            .collect();
        let certain = values[0] + values[1] + values[2];
        assert!((certain - 1.0).abs() < 1e-5, "{values:?}");
        assert!(values[4] > 0.0);
        assert_eq!(u16_at(record, layout.played()), u16::MAX);
        numbers.push(u16_at(record, layout.played() + 2));
    }
    // Several games, each from its start.
    assert!(numbers.iter().filter(|&&number| number == 0).count() > 1);
    assert!(
        numbers
            .windows(2)
            .all(|pair| pair[1] == pair[0] + 1 || pair[1] == 0)
    );
    // The same records again, however many are made.
    let few = file(20);
    assert_eq!(split(&few).1, &records[..20 * layout.length()]);
}

#[test]
fn what_became_of_searched_games_is_written() {
    let teacher = teacher();
    let source = || SampleSource::Searched {
        sizes: BoardSizes::One(Size::square(4)),
        visits: 12,
    };
    let many = make(source(), Some(&teacher), 60).unwrap().into_file();
    let layout = Layout::new(16);
    let mut n_unvisited = 0;
    // The owners and the score of each game, from Black's view.
    let mut ends: Vec<(Vec<i8>, f32)> = Vec::new();
    for record in split(&many).1.chunks(layout.length()) {
        let policy = (0..17).map(|place| u16_at(record, layout.policy() + 2 * place));
        let legal: Vec<u32> = policy.filter(|&p| p != u16::MAX).map(u32::from).collect();
        assert!(legal.iter().sum::<u32>().abs_diff(65_534) < 40, "{legal:?}");
        n_unvisited += legal.iter().filter(|&&share| share == 0).count();
        let value = |n: usize| f32_at(record, layout.values() + 4 * n);
        let (win, score) = (value(0), value(3));
        let winner = i8::from_le_bytes([record[layout.length() - 1]]);
        let expected = match score.total_cmp(&0.0) {
            _ if score.abs() < 0.1 => (0.5, 0),
            Ordering::Greater => (1.0, 1),
            Ordering::Less | Ordering::Equal => (0.0, -1),
        };
        assert!((win - expected.0).abs() < 1e-6 && winner == expected.1);
        assert!((win + value(1) - 1.0).abs() < 1e-6);
        let is_black = u16_at(record, layout.played() + 2).is_multiple_of(2);
        let sign = if is_black { 1 } else { -1 };
        let owners = record[layout.ownership()..layout.values()].iter();
        let owners: Vec<i8> = owners.map(|&it| sign * i8::from_le_bytes([it])).collect();
        assert!(owners.iter().all(|it| [-127, 0, 127].contains(it)));
        let game = usize::from(u16_at(record, layout.played() + 4));
        let end = (owners, f32::from(sign) * score);
        match ends.get(game) {
            Some(known) => assert_eq!(*known, end),
            None => ends.resize(game + 1, end),
        }
    }
    assert!(n_unvisited > 0 && ends.len() > 1);
    let few = make(source(), Some(&teacher), 20).unwrap().into_file();
    assert_eq!(split(&few).1, &split(&many).1[..20 * layout.length()]);
}

#[test]
fn making_can_be_stopped() {
    let sizes = BoardSizes::Mixed;
    for source in [
        SampleSource::SelfMade(sizes),
        SampleSource::Searched { sizes, visits: 9 },
    ] {
        let maker = SampleMaker {
            source,
            teacher: Some(teacher()),
            seed: 1,
            n_samples: 1 << 20,
        };
        let cancel = CancelToken::new();
        cancel.cancel();
        let mut buffers = SampleBuffers::default();
        assert!(maker.shard(0, &mut buffers, &cancel).is_none());
    }
}
