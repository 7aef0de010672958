//! The reader against exhaustive search, and against an opponent who plays anywhere.

mod enclosed;
mod open;
mod oracle;
mod whole;
