//! Formulas from text.
//!
//! From weakest to strongest binding: `<->`, `->` (to the right), `|`, `&`, then the prefixes `!`, `<m>`, `[m]` (any
//! move: `<>`, `[]`; the last move: `<^m>`, `[^m]`) and atoms `Name(term, ..)`. `exists x: sort. F`, `forall x: sort.
//! F`, `mu X. F` and `nu X. F` reach as far to the right as they can. `causes[i](F)`, `est[i](F)`, `irr[i](F)` and
//! `ach[i](F)` name a player; `~i` is the opponent of that player; `count(x: sort. F)` is a term; terms compare with
//! `=`, `!=`, `<`, `<=`.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::str::FromStr;

use thiserror::Error;

use super::formula::{
    Connective, Direction, Extreme, Formula, Quantity, Relation, StrategicOperator, Term,
};
use super::model::Sort;

/// Largest nesting of formulas.
const MAX_DEPTH: usize = 200;

/// The first place at which a text is not a formula.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("at character {column}: expected {expected}")]
pub struct ParseError {
    /// The character, counted from 1.
    pub column: usize,
    /// What the grammar allows there.
    pub expected: &'static str,
}

impl FromStr for Formula {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut parser = Parser {
            text: text.chars().collect(),
            at: 0,
            depth: 0,
        };
        let formula = parser.formula()?;
        parser.skip_spaces();
        if parser.at < parser.text.len() {
            return parser.fail("the end of the formula");
        }
        Ok(formula)
    }
}

struct Parser {
    text: Vec<char>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn fail<T>(&self, expected: &'static str) -> Result<T, ParseError> {
        Err(ParseError {
            column: self.at + 1,
            expected,
        })
    }

    fn skip_spaces(&mut self) {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// Reads `symbol` if it comes next. False if it does not.
    fn take(&mut self, symbol: &str) -> bool {
        self.skip_spaces();
        let n = symbol.chars().count();
        let comes = self
            .text
            .get(self.at..self.at + n)
            .is_some_and(|next| next.iter().copied().eq(symbol.chars()));
        if comes {
            self.at += n;
        }
        comes
    }

    fn expect(&mut self, symbol: &'static str) -> Result<(), ParseError> {
        if self.take(symbol) {
            Ok(())
        } else {
            self.fail(symbol)
        }
    }

    fn word(&mut self) -> Option<String> {
        self.skip_spaces();
        let rest = self.text.get(self.at..).unwrap_or_default();
        let starts = rest.first().is_some_and(|c| c.is_alphabetic() || *c == '_');
        let word: String = rest
            .iter()
            .take_while(|c| c.is_alphanumeric() || **c == '_')
            .filter(|_| starts)
            .collect();
        self.at += word.chars().count();
        (!word.is_empty()).then_some(word)
    }

    fn formula(&mut self) -> Result<Formula, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("a formula that is nested less deeply");
        }
        let mut left = self.implication()?;
        while self.take("<->") {
            left = left.connect(Connective::Iff, self.implication()?);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Result<Formula, ParseError> {
        let mut parts = vec![self.disjunction()?];
        while self.take("->") {
            parts.push(self.disjunction()?);
        }
        let mut parts = parts.into_iter().rev();
        let Some(last) = parts.next() else {
            return self.fail("a formula");
        };
        Ok(parts.fold(last, |right, left| left.connect(Connective::Implies, right)))
    }

    fn disjunction(&mut self) -> Result<Formula, ParseError> {
        let mut left = self.conjunction()?;
        while self.take("|") {
            left = left.connect(Connective::Or, self.conjunction()?);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Formula, ParseError> {
        let mut left = self.prefixed()?;
        while self.take("&") {
            left = left.connect(Connective::And, self.prefixed()?);
        }
        Ok(left)
    }

    fn prefixed(&mut self) -> Result<Formula, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("a formula that is nested less deeply");
        }
        let formula = if self.take("!") {
            self.prefixed()?.negated()
        } else if self.take("<") {
            self.modal(Quantity::Some, ">")?
        } else if self.take("[") {
            self.modal(Quantity::All, "]")?
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn modal(&mut self, quantity: Quantity, close: &'static str) -> Result<Formula, ParseError> {
        let direction = if self.take("^") {
            Direction::Up
        } else {
            Direction::Down
        };
        let mut label = None;
        if !self.take(close) {
            label = Some(self.term()?);
            self.expect(close)?;
        }
        Ok(Formula::Modal(
            quantity,
            direction,
            label,
            Box::new(self.prefixed()?),
        ))
    }

    fn primary(&mut self) -> Result<Formula, ParseError> {
        let start = self.at;
        if self.take("(") {
            let formula = self.formula()?;
            self.expect(")")?;
            return Ok(formula);
        }
        let Some(word) = self.word() else {
            return self.comparison();
        };
        match word.as_str() {
            "true" => Ok(Formula::Constant(true)),
            "false" => Ok(Formula::Constant(false)),
            "exists" => self.quantified(Quantity::Some),
            "forall" => self.quantified(Quantity::All),
            "mu" => self.fixpoint(Extreme::Least),
            "nu" => self.fixpoint(Extreme::Greatest),
            "causes" => self.strategic(StrategicOperator::Causes),
            "est" => self.strategic(StrategicOperator::Establish),
            "irr" => self.strategic(StrategicOperator::Irrefutable),
            "ach" => self.strategic(StrategicOperator::Achieve),
            "count" => {
                self.at = start;
                self.comparison()
            }
            _ if self.take("(") => {
                let mut arguments = vec![self.term()?];
                while self.take(",") {
                    arguments.push(self.term()?);
                }
                self.expect(")")?;
                Ok(Formula::Atom(word, arguments))
            }
            _ => match self.relation() {
                Some(relation) => Ok(Formula::Compare(relation, Term::Name(word), self.term()?)),
                None => Ok(Formula::Atom(word, Vec::new())),
            },
        }
    }

    fn comparison(&mut self) -> Result<Formula, ParseError> {
        let left = self.term()?;
        let Some(relation) = self.relation() else {
            return self.fail("=, !=, < or <=");
        };
        Ok(Formula::Compare(relation, left, self.term()?))
    }

    fn relation(&mut self) -> Option<Relation> {
        let before = self.at;
        if self.take("<->") {
            self.at = before;
            return None;
        }
        [
            Relation::Unequal,
            Relation::Equal,
            Relation::AtMost,
            Relation::Less,
        ]
        .into_iter()
        .find(|relation| self.take(relation.symbol()))
    }

    fn binder(&mut self) -> Result<(String, Sort), ParseError> {
        let Some(variable) = self.word() else {
            return self.fail("a variable");
        };
        self.expect(":")?;
        let name = self.word();
        let sort = Sort::ALL
            .into_iter()
            .find(|sort| name.as_deref() == Some(sort.name()));
        let Some(sort) = sort else {
            return self.fail("point, color, player, move or integer");
        };
        self.expect(".")?;
        Ok((variable, sort))
    }

    fn quantified(&mut self, quantity: Quantity) -> Result<Formula, ParseError> {
        let (variable, sort) = self.binder()?;
        Ok(Formula::Quantify(
            quantity,
            variable,
            sort,
            Box::new(self.formula()?),
        ))
    }

    fn fixpoint(&mut self, extreme: Extreme) -> Result<Formula, ParseError> {
        let Some(name) = self.word() else {
            return self.fail("a set variable");
        };
        self.expect(".")?;
        Ok(Formula::Fixpoint(extreme, name, Box::new(self.formula()?)))
    }

    fn strategic(&mut self, strategy: StrategicOperator) -> Result<Formula, ParseError> {
        self.expect("[")?;
        let player = self.term()?;
        self.expect("]")?;
        self.expect("(")?;
        let body = self.formula()?;
        self.expect(")")?;
        Ok(Formula::Strategic(strategy, player, Box::new(body)))
    }

    fn term(&mut self) -> Result<Term, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("a term that is nested less deeply");
        }
        let term = self.open_term()?;
        self.depth -= 1;
        Ok(term)
    }

    fn open_term(&mut self) -> Result<Term, ParseError> {
        if self.take("~") {
            return Ok(Term::Opponent(Box::new(self.term()?)));
        }
        if let Some(word) = self.word() {
            if word != "count" {
                return Ok(Term::Name(word));
            }
            self.expect("(")?;
            let (variable, sort) = self.binder()?;
            let body = self.formula()?;
            self.expect(")")?;
            return Ok(Term::Count(variable, sort, Box::new(body)));
        }
        let sign = if self.take("-") { "-" } else { "" };
        let rest = self.text.get(self.at..).unwrap_or_default();
        let digits: String = rest.iter().take_while(|c| c.is_ascii_digit()).collect();
        match format!("{sign}{digits}").parse() {
            Ok(value) => {
                self.at += digits.len();
                Ok(Term::Integer(value))
            }
            Err(_) => self.fail("a term"),
        }
    }
}
