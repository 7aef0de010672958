//! The game logic on random finite games, compared with its theorems and a brute-force oracle.

mod go;

use proptest::prelude::*;
use tedomari::base::{Budget, Rng};
use tedomari::logic::check::{CheckError, check, witness};
use tedomari::logic::formula::Formula;
use tedomari::logic::model::{AtomError, GameModel, Individual, Sort, StateNumber};
use tedomari::logic::theory::Theory;
use tedomari::logic::truth::Truth;

/// A random game graph with two predicates and some illegal moves.
struct RandomGame {
    to_play: Vec<usize>,
    edges: Vec<Vec<(i32, StateNumber)>>,
    parents: Vec<Vec<(i32, StateNumber)>>,
    illegal: Vec<i32>,
    atoms: Vec<[bool; 2]>,
    cut: Vec<bool>,
}

impl RandomGame {
    fn new(seed: u64, n_states: usize, with_cuts: bool) -> Self {
        let mut rng = Rng::new(seed, 0);
        let edges: Vec<Vec<(i32, StateNumber)>> = (0..n_states)
            .map(|_| {
                (0..rng.below(4))
                    .map(|mv| (i32::try_from(mv).unwrap(), rng.index(n_states)))
                    .collect()
            })
            .collect();
        let mut parents = vec![Vec::new(); n_states];
        for (state, moves) in edges.iter().enumerate() {
            for &(mv, next) in moves {
                parents[next].push((mv, state));
            }
        }
        Self {
            to_play: (0..n_states).map(|_| rng.index(2)).collect(),
            parents,
            illegal: (0..n_states)
                .map(|_| i32::try_from(rng.below(6)).unwrap())
                .collect(),
            atoms: (0..n_states)
                .map(|_| [rng.below(3) == 0, rng.below(2) == 0])
                .collect(),
            cut: (0..n_states)
                .map(|_| with_cuts && rng.below(4) == 0)
                .collect(),
            edges,
        }
    }

    fn legal(&self, state: StateNumber) -> Vec<StateNumber> {
        let moves = self.edges[state].iter();
        moves
            .filter(|(mv, _)| *mv != self.illegal[state])
            .map(|&(_, next)| next)
            .collect()
    }

    /// The states from which a player can reach `goal`, computed as an attractor, independently of the checker.
    fn attractor(&self, player: usize, goal: &[bool]) -> Vec<bool> {
        let mut reached = goal.to_vec();
        for _ in 0..self.edges.len() {
            for state in 0..self.edges.len() {
                let next = self.legal(state);
                let wins = if self.to_play[state] == player {
                    next.iter().any(|&next| reached[next])
                } else {
                    !next.is_empty() && next.iter().all(|&next| reached[next])
                };
                reached[state] |= wins;
            }
        }
        reached
    }
}

impl GameModel for RandomGame {
    fn n_states(&self) -> usize {
        self.edges.len()
    }

    fn domain(&self, sort: Sort) -> Vec<Individual> {
        let n = if sort == Sort::Player { 2 } else { 4 };
        (0..n).map(|index| Individual::new(sort, index)).collect()
    }

    fn constant(&self, name: &str) -> Option<Individual> {
        match name {
            "black" => Some(Individual::new(Sort::Player, 0)),
            "white" => Some(Individual::new(Sort::Player, 1)),
            "first" => Some(Individual::new(Sort::Move, 0)),
            _ => None,
        }
    }

    fn to_play(&self, state: StateNumber) -> usize {
        self.to_play[state]
    }

    fn transitions(&self, state: StateNumber) -> &[(i32, StateNumber)] {
        &self.edges[state]
    }

    fn parents(&self, state: StateNumber) -> &[(i32, StateNumber)] {
        &self.parents[state]
    }

    fn is_legal(&self, state: StateNumber, mv: i32, player: usize) -> bool {
        self.to_play[state] == player && mv != self.illegal[state]
    }

    fn is_cut(&self, state: StateNumber) -> bool {
        self.cut[state]
    }

    fn atom(
        &self,
        state: StateNumber,
        name: &str,
        arguments: &[Individual],
    ) -> Result<bool, AtomError> {
        match (name, arguments) {
            ("P", []) => Ok(self.atoms[state][0]),
            ("Q", []) => Ok(self.atoms[state][1]),
            ("ToPlay", [player]) => Ok(usize::try_from(player.index) == Ok(self.to_play[state])),
            ("P" | "Q" | "ToPlay", _) => Err(AtomError::Arguments(name.to_owned())),
            _ => Err(AtomError::Unknown(name.to_owned())),
        }
    }
}

fn labels(game: &RandomGame, text: &str) -> Result<Vec<Truth>, CheckError> {
    let formula: Formula = text.parse().unwrap();
    check(
        game,
        &Theory::default(),
        &formula,
        &mut Budget::nodes(10_000_000),
    )
}

fn everywhere(game: &RandomGame, text: &str) -> bool {
    labels(game, text)
        .unwrap()
        .iter()
        .all(|&truth| truth == Truth::True)
}

proptest! {
    #[test]
    fn theorems_hold(seed in any::<u64>(), n_states in 1_usize..25) {
        let game = RandomGame::new(seed, n_states, false);
        for theorem in [
            // 5.9.7, duality.
            "est[black](P) <-> !irr[white](!P)",
            "est[white](P) <-> !irr[black](!P)",
            // 5.9.2-5.9.6, monotonicity.
            "irr[black](P & Q) -> irr[black](P)",
            "est[black](P & Q) -> est[black](Q)",
            "ach[white](P & Q) -> ach[white](P) & ach[white](Q)",
            "ach[white](P) | ach[white](Q) -> ach[white](P | Q)",
            // The definitions of section 5.7.
            "ach[black](P) <-> est[black](irr[black](P))",
            "est[black](P) <-> P | !irr[white](!P)",
            "forall i: player. est[i](P) -> est[i](P | Q)",
            "est[black](est[black](P)) <-> est[black](P)",
            "irr[white](Q) -> Q",
            // The modalities.
            "<first>P -> <>P",
            "[]P <-> !<>!P",
            "P -> []<^>P",
            "forall i: player. ToPlay(i) <-> !ToPlay(~i)",
            "(mu X. P | <>X) <-> !(nu X. !P & []X)",
            "count(i: player. ToPlay(i)) = 1",
        ] {
            prop_assert!(everywhere(&game, theorem), "{}", theorem);
        }
    }

    #[test]
    fn establishing_is_the_attractor(seed in any::<u64>(), n_states in 1_usize..25) {
        let game = RandomGame::new(seed, n_states, false);
        let goal: Vec<bool> = game.atoms.iter().map(|atoms| atoms[0]).collect();
        let oracle: Vec<Truth> = game.attractor(0, &goal).into_iter().map(Truth::from).collect();
        prop_assert_eq!(labels(&game, "est[black](P)").unwrap(), oracle);
    }

    /// What is true or false in a cut model is the same in the whole model.
    #[test]
    fn a_cut_model_claims_nothing_false(seed in any::<u64>(), n_states in 1_usize..25) {
        let mut game = RandomGame::new(seed, n_states, true);
        for text in ["est[black](P)", "irr[white](Q)", "ach[black](Q)", "nu X. P & []X", "<>(P & ![]Q)"] {
            let partial = labels(&game, text).unwrap();
            let cut = std::mem::replace(&mut game.cut, vec![false; n_states]);
            let whole = labels(&game, text).unwrap();
            game.cut = cut;
            for (known, truth) in partial.into_iter().zip(whole) {
                prop_assert!(known == truth || known == Truth::Unknown, "{}", text);
            }
        }
    }

    /// The witness of an established goal ends in the goal. The witness of a refutation never reaches it.
    #[test]
    fn witnesses_play_what_they_say(seed in any::<u64>(), n_states in 1_usize..25) {
        let game = RandomGame::new(seed, n_states, false);
        let formula: Formula = "est[black](P)".parse().unwrap();
        let truths = labels(&game, "est[black](P)").unwrap();
        for (state, truth) in truths.into_iter().enumerate() {
            let line = witness(&game, &Theory::default(), &formula, state, &mut Budget::nodes(1_000_000)).unwrap();
            let mut visited = vec![state];
            for mv in line {
                let at = *visited.last().unwrap();
                prop_assert!(game.is_legal(at, mv, game.to_play[at]));
                visited.push(game.edges[at].iter().find(|(label, _)| *label == mv).unwrap().1);
            }
            let meets = visited.iter().any(|&at| game.atoms[at][0]);
            prop_assert_eq!(meets, truth == Truth::True);
        }
    }
}

#[test]
fn printing_and_parsing_round_trip() {
    for text in [
        "forall p: point. exists c: color. Occ(p, c) -> !(p = q) & <m>P | [^]Q <-> true",
        "mu X. P | (~i != j & causes[~i](X))",
        "ach[black](count(p: point. Point(p, black)) <= -3)",
        "1 < count(m: move. <m>true)",
    ] {
        let formula: Formula = text.parse().unwrap();
        assert_eq!(
            formula.to_string().parse::<Formula>(),
            Ok(formula),
            "{text}"
        );
    }
}

#[test]
fn errors_point_at_the_place() {
    for (text, column, expected) in [
        ("", 1, "a term"),
        ("P &", 4, "a term"),
        ("exists p. P", 9, ":"),
        (
            "exists p: stone. P",
            16,
            "point, color, player, move or integer",
        ),
        ("est[black] P", 12, "("),
        ("P Q", 3, "the end of the formula"),
        ("(P", 3, ")"),
    ] {
        let error = text.parse::<Formula>().unwrap_err();
        assert_eq!(
            (error.column, error.expected),
            (column, expected),
            "{text:?}"
        );
    }
    assert!("!".repeat(10_000).parse::<Formula>().is_err());
    assert!("(".repeat(10_000).parse::<Formula>().is_err());
}

#[test]
fn formulas_that_do_not_fit_the_model() {
    let game = RandomGame::new(1, 5, false);
    for (text, error) in [
        ("ToPlay(i)", CheckError::Unbound("i".to_owned())),
        ("R", AtomError::Unknown("R".to_owned()).into()),
        ("P(first)", AtomError::Arguments("P".to_owned()).into()),
        ("mu X. !X", CheckError::Negative("X".to_owned())),
        (
            "est[first](P)",
            CheckError::Sort {
                term: "first".to_owned(),
                wanted: "player",
            },
        ),
        (
            "black = first",
            CheckError::Sort {
                term: "first".to_owned(),
                wanted: "player",
            },
        ),
    ] {
        assert_eq!(labels(&game, text), Err(error), "{text}");
    }
    let formula: Formula = "est[black](P)".parse().unwrap();
    let stopped = check(&game, &Theory::default(), &formula, &mut Budget::nodes(3));
    assert!(matches!(stopped, Err(CheckError::Stopped(_))));
    // Looking at moves is paid for, too: each round of each fixpoint looks at all of them.
    let nested: Formula = "nu X. mu Y. (P & [] X) | <> Y".parse().unwrap();
    let spent = |formula: &Formula| {
        let mut budget = Budget::unlimited();
        check(&game, &Theory::default(), formula, &mut budget).unwrap();
        budget.spent()
    };
    let n_nodes = spent(&nested);
    let mut budget = Budget::nodes(n_nodes - 1);
    let stopped = check(&game, &Theory::default(), &nested, &mut budget).unwrap_err();
    let told = stopped.to_string();
    assert!(told.starts_with("unknown: out of nodes before"), "{told}");
    let atom: Formula = "<> P".parse().unwrap();
    let n_moves: usize = (0..game.n_states())
        .map(|state| game.transitions(state).len())
        .sum();
    // The formula and the atom are labeled once in each state.
    let expected = 2 * game.n_states() + n_moves;
    assert_eq!(spent(&atom), u64::try_from(expected).unwrap());
}
