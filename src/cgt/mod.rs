//! Combinatorial game theory: the mathematics of the endgame.
//!
//! Floor 1: pure mathematics, no Go. Short partisan games in canonical form, all exact: numbers, comparison, sums,
//! temperature theory, infinitesimals, sums too large for a canonical form, simple kos, and a notation. A [`GameId`]
//! is a handle into one [`Games`] table. Two handles of a table are equal exactly if the games are equal.
//!
//! Sources: Conway, *On Numbers and Games* (1976); Berlekamp, Conway and Guy, *Winning Ways* (1982); Berlekamp and
//! Wolfe, *Mathematical Go* (1994); McMillen, *Combinatorial Analysis of Go Endgame Positions* (2010), chapter 2;
//! Siegel, *Combinatorial Game Theory* (2013).

mod arena;
mod arithmetic;
mod canonical;
mod cooling;
mod dyadic;
mod error;
mod form_memo;
mod game;
mod game_id;
mod incentive;
mod infinitesimal;
mod interval;
mod keys;
mod ko;
mod memo;
mod notation;
mod option_table;
mod order;
mod player;
mod rational;
mod reduced;
pub mod sum;
mod thermograph;
mod thermograph_store;
mod upstar;
mod wall;

pub use dyadic::{Dyadic, Overflow, ParseDyadicError};
pub use error::GameError;
pub use game::{Games, GamesConfig};
pub use game_id::{GameId, Stops};
pub use ko::{KoError, KoGraph, KoMaster, KoNode, KoThermograph};
pub use notation::{
    FUNCTIONS, Function, FunctionError, ParseError, ParseProblem, Style, Value, evaluate,
    parse_game,
};
pub use order::Outcome;
pub use player::Player;
pub use rational::Rational;
pub use thermograph::Thermograph;
pub use wall::{Scalar, Segment};
