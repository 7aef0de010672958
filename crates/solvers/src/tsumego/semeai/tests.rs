//! Races whose winner is certain, and the questions of life and death that a race reads.

use super::*;
use crate::tsumego::{Reader, ReaderParams};

/// Groups of one block each.
fn alone((own, other): (Point, Point)) -> [Rival; 2] {
    [own.into(), other.into()]
}

/// The race of a group of Black and a group of White, with either side moving first. The side that moves first
/// never loses.
fn races(diagram: &str, groups: [&str; 2], attack: Success) -> [SemeaiResult; 2] {
    let board: Board = diagram.parse().unwrap();
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 12,
        ..ReaderParams::default()
    });
    let [black, white] = groups.map(|name| name.parse().unwrap());
    let limits = Budget::unlimited();
    assert!(read_semeai(&mut reader, &board, alone((black, black)), 1000, &limits).is_none());
    [(black, white), (white, black)].map(|(own, other)| {
        let race = read_semeai(&mut reader, &board, alone((own, other)), 5_000, &limits).unwrap();
        assert_eq!(race.defense, Success::Clean, "{race:?}\n{board}");
        assert_eq!(race.attack, attack, "{race:?}\n{board}");
        race
    })
}

/// Black can take three stones inside, but is dead afterwards.
#[test]
fn who_is_lost_for_taking_the_other_does_not_win() {
    let diagram = ". O . O O O\nO O O O O O\nO X X X X .\nO X . O X X\nO X X O O .";
    races(diagram, ["B1", "D1"], Success::None);
}

/// Black takes the group that it has shut in, and dies of it, whichever side moves first.
#[test]
fn who_dies_around_the_other_has_lost() {
    let diagram = ". O . X . O\nO X X X O .\n. X . O O O\nX X . O . .\n. . O O . .\nO O O . . .";
    let board: Board = diagram.parse().unwrap();
    let mut reader = Reader::new(ReaderParams::default());
    let [black, white] = ["D6", "B6"].map(|name| name.parse().unwrap());
    let limits = Budget::unlimited();
    let lost = read_semeai(&mut reader, &board, alone((black, white)), 20_000, &limits).unwrap();
    assert_eq!((lost.defense, lost.attack), (Success::None, Success::None));
    let won = read_semeai(&mut reader, &board, alone((white, black)), 20_000, &limits).unwrap();
    assert_eq!((won.defense, won.attack), (Success::Clean, Success::Clean));
}

#[test]
fn who_moves_first_wins_an_even_race() {
    let diagram = ". . . . . .\nO O O X X X\nO X X O O X\nO X X O O X\nO . X O . X";
    let races = races(diagram, ["B3", "D3"], Success::Clean);
    let moves = races.map(|race| race.mv);
    assert_eq!(moves, ["E1", "B1"].map(|name| Some(name.parse().unwrap())));
}

/// White's chain on C1 has two liberties of its own and one that it shares with Black's on E1, which has more.
const BEHIND: &str = "\
    . . . X O . . . .\n\
    . . . X O . . . .\n\
    . . . X O . . . .\n\
    X X X X O O O O O\n\
    X X O O X . O . .\n\
    X X O O X . O . .\n\
    X X O O X . O . .\n\
    X . O O X . O . .\n\
    X . O . X . O . .";

#[test]
fn a_liberty_outside_is_filled_before_a_shared_one() {
    let board: Board = BEHIND.parse().unwrap();
    let [own, other, shared]: [Point; 3] = ["E1", "C1", "D1"].map(|name| name.parse().unwrap());
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 12,
        ..ReaderParams::default()
    });
    let mut race = Race::new(&board, own, other).unwrap();
    let mut rivals = Rivals {
        reader: &mut reader,
        board: &board,
        mover: Color::Black,
        own,
        other,
        groups: alone((own, other)),
        nodes: 10_000,
        limits: &Budget::unlimited(),
        n_nodes: 0,
    };
    let found = rivals.by_outside_liberty(&mut race, shared).to_string();
    assert!(["B1", "B2"].contains(&found.as_str()), "{found}");
    // A move there stays.
    let outside = "B2".parse().unwrap();
    assert_eq!(rivals.by_outside_liberty(&mut race, outside), outside);
}

/// A reader that finds nothing.
struct Silent;

impl ReadLife for Silent {
    fn read(&mut self, _: &Board, _: Question, _: &mut Budget) -> Option<Reading> {
        Some(Reading::new(Verdict::Unknown, Basis::Nothing))
    }

    fn forbids(&self, _: &Board, _: Color) -> bool {
        false
    }
}

/// Two groups side by side, each with seven liberties, all of them shared.
const SIDE_BY_SIDE: &str = "\
    . . . . . . .\n\
    O O O O O O O\n\
    X X X X X X X\n\
    . . . . . . .\n\
    O O O O O O O\n\
    X X X X X X X\n\
    . . . . . . .";

/// A reader that finds a ko in every question, in which the side of one color needs the threats.
struct Kos(Color, Basis);

impl ReadLife for Kos {
    fn read(&mut self, _: &Board, question: Question, _: &mut Budget) -> Option<Reading> {
        let needs_threat = question.to_move == self.0;
        let is_favorable = !needs_threat;
        Some(Reading::new(Verdict::Ko { is_favorable }, self.1))
    }

    fn forbids(&self, _: &Board, _: Color) -> bool {
        false
    }
}

#[test]
fn a_ko_for_life_counts_where_liberties_show_less() {
    let board: Board = SIDE_BY_SIDE.parse().unwrap();
    let groups = ["A5", "A3"].map(|name| name.parse().unwrap()).into();
    let attack = |needs_threats, basis| {
        let limits = Budget::unlimited();
        let mut reader = Kos(needs_threats, basis);
        let race = read_semeai(&mut reader, &board, alone(groups), 5_000, &limits).unwrap();
        race.attack
    };
    let shown = Basis::Ko(FrameKind::Pessimistic);
    assert_eq!(attack(Color::Black, shown), Success::KoNeedingThreat);
    assert_eq!(attack(Color::White, shown), Success::KoTakingFirst);
    assert_eq!(attack(Color::White, Basis::Proof), Success::KoTakingFirst);
    // What owns all of the outside has shown nothing.
    assert_eq!(
        attack(Color::White, Basis::Ko(FrameKind::Optimistic)),
        Success::None
    );
}

/// A reader that finds nothing, and keeps the blocks of its questions.
struct Asked(Vec<(Color, PointSet)>);

impl ReadLife for Asked {
    fn read(&mut self, board: &Board, question: Question, _: &mut Budget) -> Option<Reading> {
        let owner = question.owner(board)?;
        self.0.push((owner, question.targets));
        Some(Reading::new(Verdict::Unknown, Basis::Nothing))
    }

    fn forbids(&self, _: &Board, _: Color) -> bool {
        false
    }
}

#[test]
fn life_and_death_in_a_race_are_those_of_whole_groups() {
    let diagram = ". . . . . .\nO O O X X X\nO X X O O X\nO X X O O X\nO . X O . X";
    let board: Board = diagram.parse().unwrap();
    let [own, beside, other]: [Point; 3] = ["B3", "D4", "D3"].map(|name| name.parse().unwrap());
    let group = Rival {
        stone: own,
        blocks: [own, beside].into_iter().collect(),
    };
    let mut asked = Asked(Vec::new());
    let rivals = [group, other.into()];
    read_semeai(&mut asked, &board, rivals, 5_000, &Budget::unlimited()).unwrap();
    let of = |color| asked.0.iter().filter(move |(owner, _)| *owner == color);
    assert!(of(Color::Black).count() > 0 && of(Color::White).count() > 0);
    assert!(of(Color::Black).all(|(_, targets)| *targets == group.blocks));
    assert!(of(Color::White).all(|(_, targets)| *targets == other.into()));
}

#[test]
fn liberties_leave_open_whether_a_group_around_the_other_dies_for_want_of_eyes() {
    let grounds = |diagram: &str, own: &str, other: &str| {
        let board: Board = diagram.parse().unwrap();
        let groups = (own.parse().unwrap(), other.parse().unwrap());
        let limits = Budget::unlimited();
        let race = read_semeai(&mut Silent, &board, alone(groups), 5_000, &limits).unwrap();
        assert_eq!(race.attack, Success::None, "{race:?}");
        [race.defense_ground, race.attack_ground]
    };
    let inside = "\
        . . . . . . .\n\
        . . O . . O .\n\
        . . . . . . .\n\
        X X X X . . .\n\
        . . . X . O .\n\
        . O . X . . .\n\
        . . . X . . .";
    assert_eq!(grounds(inside, "B2", "A4")[1], Ground::Liberties);
    assert_eq!(grounds(SIDE_BY_SIDE, "A5", "A3"), [Ground::Shown; 2]);
}
