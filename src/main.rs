//! The `tedomari` binary.

fn main() {}
