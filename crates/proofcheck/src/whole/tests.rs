//! Rules and static reasons of whole boards against the board of the program and against exhaustive search.
