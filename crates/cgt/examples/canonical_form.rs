//! The canonical form, mean and temperature of a combinatorial game.
//!
//! `cargo run -p tedomari-cgt --example canonical_form -- '{4|1} + {2|0} + *'`

use std::error::Error;
use std::io::Write;

use tedomari_cgt::{Games, Style, evaluate};

/// A line for each.
pub(crate) fn describe(game: &str) -> Result<String, Box<dyn Error>> {
    let mut games = Games::default();
    let mut text = String::new();
    for (name, expression) in [
        ("canonical form", game.to_owned()),
        ("mean", format!("mean({game})")),
        ("temperature", format!("temperature({game})")),
    ] {
        let value = evaluate(&mut games, &expression)?;
        text += &format!("{name}: {}\n", value.text(&mut games, Style::default())?);
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = std::env::args().nth(1);
    let text = describe(game.as_deref().unwrap_or("{4|1} + {2|0} + *"))?;
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}
