//! The commands, theme by theme. Each table entry holds all there is to know about a command but its handler, which
//! stands below it.

mod admin;
mod analysis;
mod board;
mod endgame;
mod exact;
mod logic;
mod play;
mod reading;
mod record;
mod rules;
mod safety;
mod score;
mod search;
mod tactics;
mod time;

use super::registry::Command;

/// All tables, in the order of `list_commands`.
pub const TABLES: &[&[Command]] = &[
    admin::TABLE,
    board::TABLE,
    play::TABLE,
    analysis::TABLE,
    search::TABLE,
    rules::TABLE,
    time::TABLE,
    record::TABLE,
    score::TABLE,
    safety::TABLE,
    reading::TABLE,
    tactics::TABLE,
    endgame::TABLE,
    exact::TABLE,
    logic::TABLE,
];
