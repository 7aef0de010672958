//! `tedomari cgt`: expressions of combinatorial games.

use std::io::Write;

use anyhow::Context as _;
use clap::Args;
use serde_json::{Value as Json, json};

use super::picture::PictureOptions;
use crate::base::{Budget, CancelToken};
use crate::cgt::FUNCTIONS;
use crate::cgt::{Games, GamesConfig, Style, Value, evaluate};
use crate::draw::picture::{Panel, Picture};
use crate::draw::views::thermograph_of;

/// The expression to evaluate, and how to print its value.
#[derive(Debug, Args)]
pub(super) struct CgtOptions {
    /// A game, a sum, a comparison or a function of games. Without an expression, the functions are listed.
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    /// Use the arrows and signs of the literature instead of ASCII.
    #[arg(long)]
    unicode: bool,
    /// Write nested slashes: `{2||1|*}` instead of `{2|{1|*}}`.
    #[arg(long)]
    bars: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    picture: PictureOptions,
}

/// Evaluates the expression and prints its value.
pub(super) fn run(
    options: &CgtOptions,
    config: GamesConfig,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    options.picture.check()?;
    let Some(expression) = &options.expression else {
        return list_functions(out);
    };
    let mut games = Games::new(config);
    games.set_budget(Budget::unlimited().with_cancel(cancel));
    let value = evaluate(&mut games, expression).with_context(|| expression.clone())?;
    let style = Style {
        unicode: options.unicode,
        bars: options.bars,
    };
    let text = value.text(&mut games, style)?;
    if options.json {
        let facts =
            json!({"expression": expression, "value": text, "game": facts(&mut games, &value)?});
        writeln!(out, "{facts}")?;
    } else {
        writeln!(out, "{text}")?;
    }
    if options.picture.is_wanted() {
        let graph = if let Value::Thermograph(graph) = value {
            *graph
        } else {
            games.thermograph(value.into_game()?)?
        };
        options.picture.write(&Picture {
            title: expression.clone(),
            panels: vec![Panel::Thermograph(thermograph_of(&graph, ""))],
            lines: Vec::new(),
        })?;
    }
    Ok(())
}

/// Mean, temperature and stops of a value that is a game, exact as text; nothing for other values.
fn facts(games: &mut Games, value: &Value) -> anyhow::Result<Json> {
    let Value::Game(game) = *value else {
        return Ok(Json::Null);
    };
    let graph = games.thermograph(game)?;
    Ok(json!({
        "mean": graph.mean.to_string(),
        "temperature": graph.temperature.to_string(),
    }))
}

fn list_functions(out: &mut impl Write) -> anyhow::Result<()> {
    for function in FUNCTIONS {
        let names = function.names.join(", ");
        writeln!(
            out,
            "{names}({}): {}",
            function.arguments.join(", "),
            function.help
        )?;
    }
    Ok(())
}
