//! Tests of the rules as a whole.

mod dominance;
mod drawing;
mod knowledge;
mod matching;
mod random;
mod reading;
