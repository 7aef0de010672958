//! Proofs of bounds as data: what is written is accepted and true, planted faults are refused or change nothing.

use tedomari::base::{Budget, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Komi, Rules, Scoring, Size};
use tedomari::endgame::BoundsFile;
use tedomari::proofcheck::bounds::format::{BoundsHeader, HoldingLine};
use tedomari::proofcheck::{CheckedFile, check_file};

use super::bounds::add_stones;
use super::oracle::Oracle;
use super::random::{self, Eyes, Wanted};
use crate::second_checker::n_both_accept;

/// Most states of the oracle.
const MOST_STATES: usize = 20_000;

/// The lines of a proof. Steps and windows are kept as text.
#[derive(Clone)]
struct Lines {
    header: BoundsHeader,
    holdings: Vec<(HoldingLine, Vec<String>)>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let mut lines = text.lines().peekable();
        let header = serde_json::from_str(lines.next().unwrap()).unwrap();
        let mut holdings = Vec::new();
        while let Some(line) = lines.next() {
            let line: HoldingLine = serde_json::from_str(line).unwrap();
            let mut layers = Vec::new();
            while let Some(layer) = lines.next_if(|line| is_layer(line)) {
                layers.push(layer.to_owned());
            }
            holdings.push((line, layers));
        }
        Self { header, holdings }
    }

    fn text(&self) -> String {
        let mut lines = vec![serde_json::to_string(&self.header).unwrap()];
        for (line, layers) in &self.holdings {
            lines.push(serde_json::to_string(line).unwrap());
            lines.extend(layers.iter().cloned());
        }
        lines.join("\n") + "\n"
    }

    fn holds(&self) -> bool {
        matches!(
            check_file(self.text().as_bytes(), u64::MAX),
            Ok(CheckedFile::Bounds(_))
        )
    }

    /// Whether the bounds agree with the values of brute force, which gives two where endless play matters.
    fn agrees(&self, (low, high): (i32, i32)) -> bool {
        self.header.least <= high && low <= self.header.most
    }
}

/// Whether a line belongs to a step or a window.
fn is_layer(line: &str) -> bool {
    serde_json::from_str::<HoldingLine>(line).is_err()
}

/// Calls `work` with proofs about random boards and the values of brute force. Every fourth board has more room for an
/// invasion.
fn for_each_proof(
    seed: u64,
    n_boards: usize,
    mut work: impl FnMut(&mut Rng, &Board, Lines, Option<(i32, i32)>),
) {
    let mut rng = Rng::new(seed, 0);
    for round in 0..n_boards {
        let name = ["chinese", "japanese"][round % 2];
        let is_paired = round % 5 == 0;
        let wanted = Wanted {
            size: Size::new(7, 6).unwrap(),
            regions: if is_paired { (1, 3) } else { (2, 6) },
            empty: 7,
            eyes: if is_paired { Eyes::Paired } else { Eyes::Small },
        };
        let mut board = random::board(&mut rng, &wanted);
        if round % 3 > 0 {
            add_stones(&mut rng, &mut board);
        }
        let rules = Rules {
            komi: Komi::default(),
            ..Rules::named(name).unwrap()
        };
        let oracle = Oracle::new(&board, MOST_STATES);
        for color in Color::BOTH {
            let start = Start {
                to_move: Some(color),
                ..Start::from_board(&board)
            };
            let game = Game::from_start(start, rules).unwrap();
            let file = BoundsFile::new(&game, color, &mut Budget::unlimited()).unwrap();
            let mut text = Vec::new();
            file.write(&mut text).unwrap();
            let truth = match rules.scoring {
                Scoring::Area => oracle.area(color),
                Scoring::Territory => oracle.territory(color),
            };
            let lines = Lines::of(&String::from_utf8(text).unwrap());
            work(&mut rng, &board, lines, truth);
        }
    }
}

/// Proofs are accepted, and brute force agrees with the bounds.
#[test]
fn proofs_of_bounds_are_written_accepted_and_true() {
    let n_boards = super::bounds::n_boards().unwrap_or(24);
    let (mut n_proofs, mut n_compared, mut n_exact, mut n_areas) = (0, 0, 0, 0);
    for_each_proof(301, n_boards, |_, board, lines, truth| {
        let text = lines.text();
        let shown = check_file(text.as_bytes(), u64::MAX);
        assert!(shown.is_ok(), "{shown:?}\n{board}\n{text}");
        n_proofs += 1;
        n_areas += lines
            .holdings
            .iter()
            .map(|(line, _)| line.areas.len())
            .sum::<usize>();
        if let Some(truth) = truth {
            n_compared += 1;
            assert!(lines.agrees(truth), "{truth:?}\n{board}\n{text}");
            n_exact += usize::from(lines.header.least == lines.header.most);
        }
    });
    let counts = (n_proofs, n_compared, n_exact, n_areas);
    assert!(
        n_compared * 2 > n_proofs && n_exact > 3 && n_areas > n_proofs,
        "{counts:?}"
    );
}

/// Number of ways in which [`plant`] changes a proof.
const KINDS: usize = 9;

/// Changes something in a proof. Nothing if there is nothing of the kind.
fn plant(rng: &mut Rng, kind: usize, lines: &mut Lines) -> Option<()> {
    let side = rng.index(lines.holdings.len());
    let points = lines.header.width * lines.header.height;
    let (line, layers) = &mut lines.holdings[side];
    let n_areas = line.areas.len();
    match kind {
        0 => lines.header.least += 1,
        1 => lines.header.most -= 1,
        // An area less.
        2 => {
            (n_areas > 0).then(|| line.areas.remove(rng.index(n_areas)))?;
            shrink(&mut line.groups);
        }
        // A point more in an area.
        3 => {
            let area = line.areas.get_mut(rng.index(n_areas.max(1)))?;
            let number = rng.index(points);
            let (column, row) = (number % lines.header.width, number / lines.header.width);
            area.push(format!("{}{}", b"ABCDEFGH"[column] as char, row + 1));
        }
        // A point less.
        4 => {
            let area = line.areas.get_mut(rng.index(n_areas.max(1)))?;
            area.remove(rng.index(area.len()));
        }
        // Other groups: two are one, or one is cut.
        5 if line.groups.len() > 1 && rng.index(2) == 0 => {
            let last = line.groups.pop()?;
            *line.groups.last_mut()? += last;
        }
        5 => {
            let group = line.groups.iter_mut().find(|size| **size > 1)?;
            *group -= 1;
            line.groups.push(1);
        }
        // Without a pair, the steps or the windows.
        6 if !line.pairs.is_empty() => {
            line.pairs.remove(rng.index(line.pairs.len()));
        }
        6 if line.steps + line.windows > 0 => {
            (line.steps, line.windows) = (0, 0);
            layers.clear();
        }
        // The other side moves first.
        7 => {
            lines.header.to_move = match lines.header.to_move {
                tedomari::proofcheck::format::Side::Black => {
                    tedomari::proofcheck::format::Side::White
                }
                tedomari::proofcheck::format::Side::White => {
                    tedomari::proofcheck::format::Side::Black
                }
            };
        }
        // Two areas are one.
        8 => {
            let other = (n_areas > 1).then(|| line.areas.pop())??;
            line.areas[rng.index(n_areas - 1)].extend(other);
            shrink(&mut line.groups);
        }
        _ => return None,
    }
    Some(())
}

/// One area less in the last group.
fn shrink(groups: &mut Vec<usize>) {
    if let Some(last) = groups.pop()
        && last > 1
    {
        groups.push(last - 1);
    }
}

/// A planted fault is refused, or the bounds are true all the same.
#[test]
fn planted_faults_in_proofs_of_bounds_show_nothing_false() {
    let n_boards = super::bounds::n_boards().unwrap_or(24);
    let (mut n_found, mut n_passed, mut n_false) = ([0; KINDS], [0; KINDS], 0);
    for_each_proof(302, n_boards, |rng, board, proof, truth| {
        let Some(truth) = truth else { return };
        for kind in (0..KINDS).filter(|&kind| kind != 7) {
            let mut lines = proof.clone();
            if plant(rng, kind, &mut lines).is_none() {
                continue;
            }
            if lines.holds() {
                n_passed[kind] += 1;
                assert!(
                    lines.agrees(truth),
                    "kind {kind}\n{board}\n{}",
                    lines.text()
                );
            } else {
                n_found[kind] += 1;
            }
            n_false += usize::from(!lines.agrees(truth));
        }
    });
    let is_found = |kind: usize| n_found[kind] > 0;
    let counts = format!("found {n_found:?}, passed {n_passed:?}, false {n_false}");
    assert!(
        [0, 1, 2, 3, 4, 6].into_iter().all(is_found) && n_false > 10,
        "{counts}"
    );
}

/// The second checker accepts what the program writes, and agrees about planted faults.
#[test]
fn both_checkers_agree_about_bounds() {
    let (mut n_proofs, mut texts) = (0, Vec::new());
    for_each_proof(303, 8, |rng, _, proof, _| {
        for kind in 0..KINDS {
            let mut lines = proof.clone();
            if plant(rng, kind, &mut lines).is_some() {
                texts.push(lines.text());
            }
        }
        texts.push(proof.text());
        n_proofs += 1;
    });
    let n_accepted = n_both_accept("both_checkers_bounds", &texts);
    assert!(n_accepted.is_none_or(|n| n >= n_proofs), "{n_accepted:?}");
}
