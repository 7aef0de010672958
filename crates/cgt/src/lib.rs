#![doc = include_str!("../README.md")]

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
