//! Labeling the states of a model with the truth of a formula.
//!
//! Each subformula labels all states at once. Fixpoints are iterated from below or above. If the budget cut off the
//! successors of a state, they count as unknown ([`super::truth`]). So a label true or false holds in every
//! completion of the model. `est`, `irr` and `ach` are computed by their definitions (Klinger 2001, section 5.7,
//! axioms 3 to 6).

use std::collections::BTreeMap;

use thiserror::Error;

use crate::base::{Budget, Stop};

use super::formula::{Direction, Extreme, Formula, Quantity, Relation, StrategicOperator, Term};
use super::model::{AtomError, GameModel, Individual, Sort, StateNumber};
use super::theory::{Definition, Theory};
use super::truth::Truth;

/// Why a formula has no truth value in a model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A name that is neither bound by a quantifier nor known to the model.
    #[error("unbound variable {0}")]
    Unbound(String),
    /// A term of the wrong sort.
    #[error("{term} is not a {wanted}")]
    Sort {
        /// The term.
        term: String,
        /// The right sort.
        wanted: &'static str,
    },
    /// A set variable under an odd number of negations has no fixpoint.
    #[error("set variable {0} stands under a negation")]
    Negative(String),
    /// A predicate that the model does not have, or not with these arguments.
    #[error(transparent)]
    Atom(#[from] AtomError),
    /// The budget ended before the answer was known.
    #[error(
        "unknown: {0} before the truth was known; nested fixpoints and quantifiers multiply the work"
    )]
    Stopped(#[from] Stop),
}

/// The truth of `formula` in every state of `model`; `theory` defines predicates. Each labeling of a subformula costs
/// one node for each state, and one for each move of all states if it is about moves. An instance of a defined
/// predicate is labeled once, if there is memory to keep its labels.
///
/// # Errors
/// If the formula does not fit the model, or the budget ends.
pub fn check(
    model: &impl GameModel,
    theory: &Theory,
    formula: &Formula,
    budget: &mut Budget,
) -> Result<Vec<Truth>, CheckError> {
    Checker::new(model, theory, budget).label(formula)
}

/// The same as [`check`], for several formulas that share the labels of defined predicates.
///
/// # Errors
/// If a formula does not fit the model, or the budget ends.
pub fn check_all<'a>(
    model: &impl GameModel,
    theory: &Theory,
    formulas: impl IntoIterator<Item = &'a Formula>,
    budget: &mut Budget,
) -> Result<Vec<Vec<Truth>>, CheckError> {
    let mut checker = Checker::new(model, theory, budget);
    formulas
        .into_iter()
        .map(|formula| checker.label(formula))
        .collect()
}

/// Moves that show why a statement about a strategy is true or false in `state`. The player in whose favor it is
/// decided follows a winning strategy; the other player resists as long as possible. Empty if the truth is unknown
/// there, if the statement is not about a strategy (directly or by a definition), or if no move is needed. An endless
/// line stops at its first repetition.
///
/// # Errors
/// The same as [`check`].
pub fn witness(
    model: &impl GameModel,
    theory: &Theory,
    formula: &Formula,
    state: StateNumber,
    budget: &mut Budget,
) -> Result<Vec<i32>, CheckError> {
    let mut checker = Checker::new(model, theory, budget);
    let mut formula = formula;
    // A defined predicate has the witnesses of its body, and a negation those of the negated formula.
    loop {
        if let Formula::Not(body) = formula {
            formula = body;
        } else if let Formula::Atom(name, arguments) = formula
            && let Some(at) = checker.definition(name)
        {
            let individuals = checker.individuals(arguments)?;
            checker.enter(at, individuals)?;
            formula = &theory.definitions[at].body;
        } else {
            break;
        }
    }
    let Formula::Strategic(strategy, player, body) = formula else {
        return Ok(Vec::new());
    };
    let player = checker.player(player)?;
    let body = checker.label(body)?;
    let goal = match strategy {
        StrategicOperator::Achieve => checker.irrefutable(player, &body)?,
        StrategicOperator::Causes
        | StrategicOperator::Establish
        | StrategicOperator::Irrefutable => body,
    };
    match strategy {
        StrategicOperator::Causes => Ok(Vec::new()),
        StrategicOperator::Establish | StrategicOperator::Achieve => {
            checker.line(player, &goal, state)
        }
        // The player keeps the goal exactly if the opponent cannot establish its negation.
        StrategicOperator::Irrefutable => {
            let contrary: Vec<Truth> = goal.iter().map(|truth| truth.negated()).collect();
            checker.line(1 - player, &contrary, state)
        }
    }
}

/// The value of a term: one individual for all states, or the smallest and largest count in each state.
enum Denotation {
    One(Individual),
    Counts(Vec<(i32, i32)>),
}

struct Checker<'a, M> {
    model: &'a M,
    budget: &'a mut Budget,
    theory: &'a Theory,
    /// Number of definitions of the theory that may be used.
    n_visible: usize,
    /// Moves of all states.
    n_moves: usize,
    /// Labels of instances of defined predicates, each with the number of its definition. Atoms of the model are many
    /// and cheap, and would take the room of definitions.
    known: BTreeMap<(usize, Vec<Individual>), Vec<Truth>>,
    bindings: Vec<(String, Individual)>,
    sets: Vec<(String, Vec<Truth>)>,
}

impl<'a, M: GameModel> Checker<'a, M> {
    fn new(model: &'a M, theory: &'a Theory, budget: &'a mut Budget) -> Self {
        let states = 0..model.n_states();
        Self {
            n_moves: states.map(|state| model.transitions(state).len()).sum(),
            model,
            budget,
            theory,
            n_visible: theory.definitions.len(),
            known: BTreeMap::new(),
            bindings: Vec::new(),
            sets: Vec::new(),
        }
    }

    fn label(&mut self, formula: &Formula) -> Result<Vec<Truth>, CheckError> {
        self.spend()?;
        let n = self.model.n_states();
        match formula {
            Formula::Constant(value) => Ok(vec![(*value).into(); n]),
            Formula::Atom(name, arguments) => self.atom(name, arguments),
            Formula::Compare(relation, a, b) => self.compare(*relation, a, b),
            Formula::Not(body) => {
                let labels = self.label(body)?;
                Ok(labels.into_iter().map(Truth::negated).collect())
            }
            Formula::Connect(connective, a, b) => {
                let (a, b) = (self.label(a)?, self.label(b)?);
                Ok(a.into_iter()
                    .zip(b)
                    .map(|(a, b)| Truth::connect(*connective, a, b))
                    .collect())
            }
            Formula::Quantify(quantity, variable, sort, body) => {
                let mut labels = vec![Truth::from(*quantity == Quantity::All); n];
                for individual in self.model.domain(*sort) {
                    let each = self.bound(variable, individual, |checker| checker.label(body))?;
                    for (label, truth) in labels.iter_mut().zip(each) {
                        *label = Truth::join(*quantity, *label, truth);
                    }
                }
                Ok(labels)
            }
            Formula::Modal(quantity, direction, mv, body) => {
                let mv = mv.as_ref().map(|term| self.move_of(term)).transpose()?;
                let body = self.label(body)?;
                self.spend_on_moves()?;
                Ok((0..n)
                    .map(|s| self.modal(*quantity, *direction, mv, &body, s))
                    .collect())
            }
            Formula::Fixpoint(extreme, name, body) => {
                if !body.is_positive(name, true) {
                    return Err(CheckError::Negative(name.clone()));
                }
                self.fixpoint(*extreme, |checker, labels| {
                    checker.sets.push((name.clone(), labels.to_vec()));
                    let next = checker.label(body);
                    checker.sets.pop();
                    next
                })
            }
            Formula::Strategic(strategy, player, body) => {
                let player = self.player(player)?;
                let body = self.label(body)?;
                match strategy {
                    StrategicOperator::Causes => {
                        self.spend_on_moves()?;
                        Ok(self.causes(player, &body))
                    }
                    StrategicOperator::Establish => self.establish(player, &body),
                    StrategicOperator::Irrefutable => self.irrefutable(player, &body),
                    StrategicOperator::Achieve => {
                        let kept = self.irrefutable(player, &body)?;
                        self.establish(player, &kept)
                    }
                }
            }
        }
    }

    fn spend(&mut self) -> Result<(), CheckError> {
        let n = u64::try_from(self.model.n_states()).unwrap_or(u64::MAX);
        Ok(self.budget.spend(n.max(1))?)
    }

    /// Pays for a look at all moves of all states.
    fn spend_on_moves(&mut self) -> Result<(), CheckError> {
        let n = u64::try_from(self.n_moves).unwrap_or(u64::MAX);
        Ok(self.budget.spend(n)?)
    }

    /// Runs `act` with a variable bound to an individual.
    fn bound<T>(
        &mut self,
        variable: &str,
        individual: Individual,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.bindings.push((variable.to_owned(), individual));
        let result = act(self);
        self.bindings.pop();
        result
    }

    fn atom(&mut self, name: &str, arguments: &[Term]) -> Result<Vec<Truth>, CheckError> {
        if arguments.is_empty()
            && let Some((_, labels)) = self.sets.iter().rev().find(|(set, _)| set == name)
        {
            return Ok(labels.clone());
        }
        let individuals = self.individuals(arguments)?;
        let Some(at) = self.definition(name) else {
            let states = 0..self.model.n_states();
            return states
                .map(|state| Ok(self.model.atom(state, name, &individuals)?.into()))
                .collect();
        };
        let key = (at, individuals);
        if let Some(labels) = self.known.get(&key) {
            return Ok(labels.clone());
        }
        let labels = self.defined(at, key.1.clone())?;
        if (self.known.len() + 1) * labels.len() <= self.model.most_known_labels() {
            self.known.insert(key, labels.clone());
        }
        Ok(labels)
    }

    fn individuals(&mut self, terms: &[Term]) -> Result<Vec<Individual>, CheckError> {
        terms.iter().map(|term| self.individual(term)).collect()
    }

    /// The last visible definition of a name.
    fn definition(&self, name: &str) -> Option<usize> {
        let visible = &self.theory.definitions[..self.n_visible];
        visible
            .iter()
            .rposition(|definition| definition.name == name)
    }

    /// The labels of an instance of a defined predicate. Its body may use only its arguments and earlier definitions.
    fn defined(&mut self, at: usize, arguments: Vec<Individual>) -> Result<Vec<Truth>, CheckError> {
        let bindings = std::mem::take(&mut self.bindings);
        let sets = std::mem::take(&mut self.sets);
        let n_visible = self.n_visible;
        let definitions: &'a [Definition] = &self.theory.definitions;
        self.enter(at, arguments)?;
        let labels = self.label(&definitions[at].body)?;
        self.bindings = bindings;
        self.sets = sets;
        self.n_visible = n_visible;
        Ok(labels)
    }

    /// Binds the arguments of a definition. No other variables stay bound.
    fn enter(&mut self, at: usize, arguments: Vec<Individual>) -> Result<(), CheckError> {
        let Definition {
            name, parameters, ..
        } = &self.theory.definitions[at];
        let fits = parameters.len() == arguments.len()
            && parameters
                .iter()
                .zip(&arguments)
                .all(|((_, sort), argument)| sort.accepts(argument.sort));
        if !fits {
            return Err(AtomError::Arguments(name.clone()).into());
        }
        let names = parameters.iter().map(|(name, _)| name.clone());
        self.bindings = names.zip(arguments).collect();
        self.n_visible = at;
        Ok(())
    }

    fn denotation(&mut self, term: &Term) -> Result<Denotation, CheckError> {
        match term {
            Term::Integer(value) => Ok(Denotation::One(Individual::new(Sort::Integer, *value))),
            Term::Name(name) => {
                let bound = self
                    .bindings
                    .iter()
                    .rev()
                    .find(|(variable, _)| variable == name);
                let found = bound.map(|(_, individual)| *individual);
                let found = found.or_else(|| self.model.constant(name));
                found
                    .map(Denotation::One)
                    .ok_or_else(|| CheckError::Unbound(name.clone()))
            }
            Term::Opponent(of) => {
                let player = self.player(of)?;
                let other = i32::from(player == 0);
                Ok(Denotation::One(Individual::new(Sort::Player, other)))
            }
            Term::Count(variable, sort, body) => {
                let mut counts = vec![(0, 0); self.model.n_states()];
                for individual in self.model.domain(*sort) {
                    let each = self.bound(variable, individual, |checker| checker.label(body))?;
                    for (count, truth) in counts.iter_mut().zip(each) {
                        count.0 += i32::from(truth == Truth::True);
                        count.1 += i32::from(truth != Truth::False);
                    }
                }
                Ok(Denotation::Counts(counts))
            }
        }
    }

    fn individual(&mut self, term: &Term) -> Result<Individual, CheckError> {
        match self.denotation(term)? {
            Denotation::One(individual) => Ok(individual),
            Denotation::Counts(_) => Err(CheckError::Sort {
                term: term.to_string(),
                wanted: "single individual",
            }),
        }
    }

    fn player(&mut self, term: &Term) -> Result<usize, CheckError> {
        let individual = self.individual(term)?;
        match (individual.sort, individual.index) {
            (Sort::Player, 0) => Ok(0),
            (Sort::Player, 1) => Ok(1),
            _ => Err(CheckError::Sort {
                term: term.to_string(),
                wanted: Sort::Player.name(),
            }),
        }
    }

    /// The move that a term names. A point is also a move.
    fn move_of(&mut self, term: &Term) -> Result<i32, CheckError> {
        let individual = self.individual(term)?;
        if matches!(individual.sort, Sort::Move | Sort::Point) {
            Ok(individual.index)
        } else {
            Err(CheckError::Sort {
                term: term.to_string(),
                wanted: Sort::Move.name(),
            })
        }
    }

    fn compare(
        &mut self,
        relation: Relation,
        a: &Term,
        b: &Term,
    ) -> Result<Vec<Truth>, CheckError> {
        let (left, right) = (self.denotation(a)?, self.denotation(b)?);
        let sort = |value: &Denotation| match value {
            Denotation::One(individual) => individual.sort,
            Denotation::Counts(_) => Sort::Integer,
        };
        if !sort(&left).accepts(sort(&right)) {
            return Err(CheckError::Sort {
                term: b.to_string(),
                wanted: sort(&left).name(),
            });
        }
        let range = |value: &Denotation, state: StateNumber| match value {
            Denotation::One(individual) => (individual.index, individual.index),
            Denotation::Counts(counts) => counts[state],
        };
        let states = 0..self.model.n_states();
        Ok(states
            .map(|s| Truth::compare(relation, range(&left, s), range(&right, s)))
            .collect())
    }

    fn modal(
        &self,
        quantity: Quantity,
        direction: Direction,
        mv: Option<i32>,
        body: &[Truth],
        state: StateNumber,
    ) -> Truth {
        let edges = match direction {
            Direction::Down if self.model.is_cut(state) => return Truth::Unknown,
            Direction::Down => self.model.transitions(state),
            Direction::Up => self.model.parents(state),
        };
        edges
            .iter()
            .filter(|(label, _)| mv.is_none_or(|mv| mv == *label))
            .fold((quantity == Quantity::All).into(), |so_far, (_, next)| {
                Truth::join(quantity, so_far, body[*next])
            })
    }

    fn legal_successors(&self, state: StateNumber) -> impl Iterator<Item = (i32, StateNumber)> {
        let player = self.model.to_play(state);
        let edges = self.model.transitions(state).iter().copied();
        edges.filter(move |(mv, _)| self.model.is_legal(state, *mv, player))
    }

    /// Axiom 3: `player` is to move and has a legal move to `labels`, or the opponent is to move and all legal moves
    /// lead there.
    fn causes(&self, player: usize, labels: &[Truth]) -> Vec<Truth> {
        let one = |state: StateNumber| {
            if self.model.is_cut(state) {
                return Truth::Unknown;
            }
            let quantity = if self.model.to_play(state) == player {
                Quantity::Some
            } else {
                Quantity::All
            };
            self.legal_successors(state)
                .fold((quantity == Quantity::All).into(), |so_far, (_, next)| {
                    Truth::join(quantity, so_far, labels[next])
                })
        };
        (0..self.model.n_states()).map(one).collect()
    }

    /// Whether the game is over: the player to move has no legal move.
    fn is_over(&self, state: StateNumber) -> Truth {
        if self.model.is_cut(state) {
            return Truth::Unknown;
        }
        self.legal_successors(state).next().is_none().into()
    }

    /// Axiom 4: the least X with X = goal or (not over and causes X).
    fn establish(&mut self, player: usize, goal: &[Truth]) -> Result<Vec<Truth>, CheckError> {
        self.fixpoint(Extreme::Least, |checker, labels| {
            checker.spend_on_moves()?;
            let caused = checker.causes(player, labels).into_iter().enumerate();
            Ok(caused
                .map(|(s, caused)| goal[s].max(caused.min(checker.is_over(s).negated())))
                .collect())
        })
    }

    /// Axiom 5: the greatest X with X = goal and (over or causes X).
    fn irrefutable(&mut self, player: usize, goal: &[Truth]) -> Result<Vec<Truth>, CheckError> {
        self.fixpoint(Extreme::Greatest, |checker, labels| {
            checker.spend_on_moves()?;
            let caused = checker.causes(player, labels).into_iter().enumerate();
            Ok(caused
                .map(|(s, caused)| goal[s].min(caused.max(checker.is_over(s))))
                .collect())
        })
    }

    fn fixpoint(
        &mut self,
        extreme: Extreme,
        mut step: impl FnMut(&mut Self, &[Truth]) -> Result<Vec<Truth>, CheckError>,
    ) -> Result<Vec<Truth>, CheckError> {
        let start = Truth::from(extreme == Extreme::Greatest);
        let mut labels = vec![start; self.model.n_states()];
        loop {
            self.spend()?;
            let next = step(self, &labels)?;
            if next == labels {
                return Ok(labels);
            }
            labels = next;
        }
    }

    /// A line from `state` in which `player` establishes `goal`, or the opponent prevents it.
    fn line(
        &mut self,
        player: usize,
        goal: &[Truth],
        state: StateNumber,
    ) -> Result<Vec<i32>, CheckError> {
        let ranks = self.ranks(player, goal)?;
        let mut line = Vec::new();
        if ranks[state].is_none() && self.establish(player, goal)?[state] != Truth::False {
            return Ok(line);
        }
        let mut seen = vec![false; self.model.n_states()];
        let mut at = state;
        while ranks[at] != Some(0) && !seen[at] {
            seen[at] = true;
            // The player prefers the smallest rank. The opponent prefers a state without rank, then the greatest
            // rank.
            let rank = |next: StateNumber| ranks[next].unwrap_or(usize::MAX);
            let moves = self.legal_successors(at);
            let choice = if self.model.to_play(at) == player {
                moves.min_by_key(|&(_, next)| rank(next))
            } else {
                moves.min_by_key(|&(_, next)| std::cmp::Reverse(rank(next)))
            };
            let Some((mv, next)) = choice else { break };
            line.push(mv);
            at = next;
        }
        Ok(line)
    }

    /// For each state the largest number of moves until `goal` is established for certain. `None` if it is not.
    fn ranks(&mut self, player: usize, goal: &[Truth]) -> Result<Vec<Option<usize>>, CheckError> {
        let mut ranks: Vec<Option<usize>> = goal
            .iter()
            .map(|&truth| (truth == Truth::True).then_some(0))
            .collect();
        for round in 1.. {
            self.spend()?;
            self.spend_on_moves()?;
            let labels: Vec<Truth> = ranks.iter().map(|rank| rank.is_some().into()).collect();
            let caused = self.causes(player, &labels);
            let mut changed = false;
            for (state, caused) in caused.into_iter().enumerate() {
                let reached = caused == Truth::True && self.is_over(state) == Truth::False;
                if ranks[state].is_none() && reached {
                    ranks[state] = Some(round);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        Ok(ranks)
    }
}
