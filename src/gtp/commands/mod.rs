//! The commands, theme by theme. Each table entry holds all of a command but its handler, which stands below it.

mod admin;
mod analysis;
mod analyze_options;
mod board;
mod cgos;
mod endgame;
mod exact;
mod fuego;
mod gnugo;
mod gnugo_moves;
mod goals;
mod gogui;
mod info;
mod logic;
mod network;
mod params;
mod pictures;
mod play;
mod points;
mod reading;
mod record;
mod rules;
mod safety;
mod score;
mod search;
mod servers;
mod settings;
mod tactics;
mod time;

use super::command::CommandTheme;

/// All themes, in the order of `list_commands`.
pub(super) const THEMES: &[CommandTheme] = &[
    CommandTheme {
        title: "The engine itself",
        commands: admin::TABLE,
    },
    CommandTheme {
        title: "GoGui",
        commands: gogui::TABLE,
    },
    CommandTheme {
        title: "Servers",
        commands: servers::TABLE,
    },
    CommandTheme {
        title: "The board",
        commands: board::TABLE,
    },
    CommandTheme {
        title: "Moves and handicap",
        commands: play::TABLE,
    },
    CommandTheme {
        title: "Live analysis",
        commands: analysis::TABLE,
    },
    CommandTheme {
        title: "Looking into the search",
        commands: search::TABLE,
    },
    CommandTheme {
        title: "The network",
        commands: network::TABLE,
    },
    CommandTheme {
        title: "Parameters by KataGo's names",
        commands: params::TABLE,
    },
    CommandTheme {
        title: "Rules",
        commands: rules::TABLE,
    },
    CommandTheme {
        title: "Rules in Fuego's words",
        commands: fuego::TABLE,
    },
    CommandTheme {
        title: "Time",
        commands: time::TABLE,
    },
    CommandTheme {
        title: "Game records",
        commands: record::TABLE,
    },
    CommandTheme {
        title: "The score",
        commands: score::TABLE,
    },
    CommandTheme {
        title: "What is safe",
        commands: safety::TABLE,
    },
    CommandTheme {
        title: "Life and death",
        commands: reading::TABLE,
    },
    CommandTheme {
        title: "Goals",
        commands: goals::TABLE,
    },
    CommandTheme {
        title: "Captures, connections and eyes",
        commands: tactics::TABLE,
    },
    CommandTheme {
        title: "The endgame",
        commands: endgame::TABLE,
    },
    CommandTheme {
        title: "Pictures for GoGui",
        commands: pictures::TABLE,
    },
    CommandTheme {
        title: "Settings in GoGui's dialogs",
        commands: settings::TABLE,
    },
    CommandTheme {
        title: "Names of GNU Go",
        commands: gnugo::TABLE,
    },
    CommandTheme {
        title: "More names of GNU Go",
        commands: gnugo_moves::TABLE,
    },
    CommandTheme {
        title: "Small boards",
        commands: exact::TABLE,
    },
    CommandTheme {
        title: "Game logic",
        commands: logic::TABLE,
    },
];
