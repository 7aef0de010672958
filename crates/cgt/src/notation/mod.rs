//! Notation: games as text, read and written as in the literature.
//!
//! `3/4`, `*`, `*2`, `^`, `^^*`, `^4`, `v`, `1/2^`, `+_2` (tiny), `-_2` (miny), `{1|0}`, `{2||1|*}`, sums and
//! multiples; `print` writes what `parse` reads. `expression` adds functions and comparisons.
//! Source of the notation: *Winning Ways* (1982); Berlekamp and Wolfe, *Mathematical Go* (1994).

mod expression;
mod functions;
mod parse;
mod print;
mod value;

pub use expression::evaluate;
pub use functions::{FUNCTIONS, Function};
pub use parse::{ParseError, ParseProblem, parse_game};
pub use print::Style;
pub use value::{FunctionError, Value};

/// Largest nesting of braces, parentheses and signs that can be read, and of braces that are written.
const MAX_NESTING: u32 = 200;
