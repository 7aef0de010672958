//! Races whose winner is certain, and the questions of life and death that a race reads.

use super::*;
use crate::base::Rng;
use crate::board::Size;
use crate::tactics::all_moves::random_board;
use crate::tactics::race::truth::take_and_stay;
use crate::tsumego::reader::{Gap, Support};
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

/// A block of a color with three stones or more, if there is one.
fn large_block(rng: &mut Rng, board: &Board, color: Color) -> Option<Point> {
    let is_large = |&head: &Point| {
        board
            .block_at(head)
            .is_some_and(|block| block.n_stones() > 2)
    };
    let heads: Vec<Point> = board
        .first_stones(color)
        .into_iter()
        .filter(is_large)
        .collect();
    (!heads.is_empty()).then(|| heads[rng.index(heads.len())])
}

/// Races on small boards that are full of liberties in common, eyes and kos: which group takes the other and stays, and
/// by which kind of ko, is what a search of all moves finds in more than 95 of 100.
#[test]
fn races_on_small_boards_end_as_by_exhaustive_search() {
    let mut rng = Rng::new(43, 0);
    let limits = Budget::unlimited();
    let (mut n_read, mut n_kos, mut n_wrong) = (0, 0, 0);
    for _ in 0..110 {
        let board = random_board(&mut rng, Size::new(5, 4).unwrap(), 17);
        let groups = Color::BOTH.map(|color| large_block(&mut rng, &board, color));
        let [Some(own), Some(other)] = groups else {
            continue;
        };
        let attack = take_and_stay(&board, [own, other], Color::Black, 30_000);
        let loss = take_and_stay(&board, [other, own], Color::Black, 30_000);
        let (Some(attack), Some(loss)) = (attack, loss) else {
            continue;
        };
        let defense = loss.of_the_other().max(attack);
        let mut reader = Reader::new(ReaderParams {
            log2_entries: 12,
            ..ReaderParams::default()
        });
        let found = read_semeai(&mut reader, &board, alone((own, other)), 5_000, &limits).unwrap();
        let is_ko = |success| !matches!(success, Success::None | Success::Clean);
        n_read += 1;
        n_kos += usize::from(is_ko(attack) || is_ko(defense));
        n_wrong += usize::from((found.attack, found.defense) != (attack, defense));
    }
    assert!(n_read > 70 && n_kos > 5, "{n_kos} of {n_read}");
    assert!(n_wrong * 20 < n_read, "{n_wrong} of {n_read}");
}

/// A reader that finds the same of every kill of a side's group, and nothing else.
struct Deaths(Color, Verdict, Basis);

impl ReadLife for Deaths {
    fn read(&mut self, board: &Board, question: Question, _: &mut Budget) -> Option<Reading> {
        let is_of_it = question.goal == Goal::Kill && question.owner(board) == Some(self.0);
        Some(match is_of_it {
            true => Reading::new(self.1, self.2),
            false => Reading::new(Verdict::Unknown, Basis::Nothing),
        })
    }

    fn forbids(&self, _: &Board, _: Color) -> bool {
        false
    }
}

/// Black to move wins the race by liberties.
const FIRST_WINS: &str = ". . . . . .\nO O O X X X\nO X X O O X\nO X X O O X\nO . X O . X";

#[test]
fn a_death_after_a_race_that_is_won_leaves_it_open_unless_it_is_proved() {
    let board: Board = FIRST_WINS.parse().unwrap();
    let groups = ["B3", "D3"].map(|name| name.parse().unwrap()).into();
    let attack = |basis| {
        let limits = Budget::unlimited();
        let mut reader = Deaths(Color::Black, Verdict::Achieved, basis);
        let race = read_semeai(&mut reader, &board, alone(groups), 5_000, &limits).unwrap();
        (race.attack, race.attack_ground)
    };
    let in_many = Basis::Optimistic(Support::KillInMany);
    assert_eq!(attack(in_many), (Success::None, Ground::Open));
    assert_eq!(attack(Basis::Proof), (Success::None, Ground::Likely));
    let in_few = Basis::Optimistic(Support::KillInFew);
    assert_eq!(attack(in_few), (Success::Clean, Ground::Shown));
}

#[test]
fn a_kill_that_fails_with_all_of_the_outside_is_no_race() {
    let board: Board = FIRST_WINS.parse().unwrap();
    let groups = ["B3", "D3"].map(|name| name.parse().unwrap()).into();
    let attack = |frame| {
        let limits = Budget::unlimited();
        let mut reader = Deaths(Color::White, Verdict::Refuted, Basis::Failure(frame));
        let race = read_semeai(&mut reader, &board, alone(groups), 5_000, &limits).unwrap();
        race.attack
    };
    assert_eq!(attack(FrameKind::Optimistic), Success::None);
    assert_eq!(attack(FrameKind::Pessimistic), Success::Clean);
}

/// A reader that finds White killed on a point, in a frame and but for a gap, and that Black survives, on some basis.
struct Framed(Point, Basis);

impl ReadLife for Framed {
    fn read(&mut self, board: &Board, question: Question, _: &mut Budget) -> Option<Reading> {
        let owner = question.owner(board)?;
        let found = match (question.goal, owner) {
            (Goal::Kill, Color::White) => Reading {
                line: vec![Some(self.0)],
                ..Reading::new(Verdict::Achieved, Basis::Pessimistic(Gap::Walls))
            },
            (Goal::Kill, Color::Black) => Reading::new(Verdict::Refuted, self.1),
            (Goal::Live, _) => Reading::new(Verdict::Unknown, Basis::Nothing),
        };
        Some(found)
    }

    fn forbids(&self, _: &Board, _: Color) -> bool {
        false
    }
}

#[test]
fn a_kill_in_a_frame_counts_where_the_own_group_is_proved_to_survive_it() {
    let board: Board = SIDE_BY_SIDE.parse().unwrap();
    let groups = ["A5", "A3"].map(|name| name.parse().unwrap()).into();
    let attack = |basis| {
        let limits = Budget::unlimited();
        let mut reader = Framed("C4".parse().unwrap(), basis);
        let race = read_semeai(&mut reader, &board, alone(groups), 5_000, &limits).unwrap();
        (race.attack, race.mv)
    };
    let mv = Some("C4".parse().unwrap());
    assert_eq!(attack(Basis::Proof), (Success::Clean, mv));
    assert_eq!(
        attack(Basis::Failure(FrameKind::Pessimistic)).0,
        Success::None
    );
}
