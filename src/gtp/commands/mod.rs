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

use super::command::Theme;

/// All themes, in the order of `list_commands`.
pub(super) const THEMES: &[Theme] = &[
    Theme {
        title: "The engine itself",
        commands: admin::TABLE,
    },
    Theme {
        title: "GoGui",
        commands: gogui::TABLE,
    },
    Theme {
        title: "Servers",
        commands: servers::TABLE,
    },
    Theme {
        title: "The board",
        commands: board::TABLE,
    },
    Theme {
        title: "Moves and handicap",
        commands: play::TABLE,
    },
    Theme {
        title: "Live analysis",
        commands: analysis::TABLE,
    },
    Theme {
        title: "Looking into the search",
        commands: search::TABLE,
    },
    Theme {
        title: "The network",
        commands: network::TABLE,
    },
    Theme {
        title: "Parameters by KataGo's names",
        commands: params::TABLE,
    },
    Theme {
        title: "Rules",
        commands: rules::TABLE,
    },
    Theme {
        title: "Rules in Fuego's words",
        commands: fuego::TABLE,
    },
    Theme {
        title: "Time",
        commands: time::TABLE,
    },
    Theme {
        title: "Game records",
        commands: record::TABLE,
    },
    Theme {
        title: "The score",
        commands: score::TABLE,
    },
    Theme {
        title: "What is safe",
        commands: safety::TABLE,
    },
    Theme {
        title: "Life and death",
        commands: reading::TABLE,
    },
    Theme {
        title: "Goals",
        commands: goals::TABLE,
    },
    Theme {
        title: "Captures, connections and eyes",
        commands: tactics::TABLE,
    },
    Theme {
        title: "The endgame",
        commands: endgame::TABLE,
    },
    Theme {
        title: "Pictures for GoGui",
        commands: pictures::TABLE,
    },
    Theme {
        title: "Settings in GoGui's dialogs",
        commands: settings::TABLE,
    },
    Theme {
        title: "Names of GNU Go",
        commands: gnugo::TABLE,
    },
    Theme {
        title: "More names of GNU Go",
        commands: gnugo_moves::TABLE,
    },
    Theme {
        title: "Small boards",
        commands: exact::TABLE,
    },
    Theme {
        title: "Game logic",
        commands: logic::TABLE,
    },
];
