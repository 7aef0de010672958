//! Questions to the model of Go: the truth of a formula in the position of a game.

use std::sync::LazyLock;

use thiserror::Error;

use super::go_model::{GoModel, Memory, ModelError, ModelLimits};
use crate::base::Budget;
use crate::board::{Color, Game, Move};
use crate::logic::check::{CheckError, check, witness};
use crate::logic::formula::Formula;
use crate::logic::model::GameModel;
use crate::logic::parse::ParseError;
use crate::logic::theory::{Theory, TheoryError};
use crate::logic::truth::Truth;

static GO: LazyLock<Result<Theory, TheoryError>> =
    LazyLock::new(|| include_str!("../../data/go.rules").parse());

/// The definitions and rules of Go.
///
/// # Errors
/// None that a release has: the text is checked by a test.
pub fn go_theory() -> Result<&'static Theory, TheoryError> {
    GO.as_ref().map_err(Clone::clone)
}

/// Why a question about a position has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QuestionError {
    /// The text is no formula.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The position is no model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The formula does not fit Go, or the budget ended.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The rules that come with the program cannot be read.
    #[error(transparent)]
    Theory(#[from] TheoryError),
}

/// The answer to a question about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaAnswer {
    /// How true the formula is.
    pub truth: Truth,
    /// Moves that show it, if it is about a strategy.
    pub witness: Vec<Move>,
    /// States of the model.
    pub n_states: usize,
}

/// The truth of a formula, with the definitions of `go.rules`, in the position of a game with `to_move` to play. The
/// model is no larger than the limits; the budget counts labels.
///
/// # Errors
/// When the text is no formula or does not fit Go, the board is too large, or the budget ends.
pub fn ask(
    game: &Game,
    to_move: Color,
    text: &str,
    limits: ModelLimits,
    budget: &mut Budget,
) -> Result<FormulaAnswer, QuestionError> {
    let formula: Formula = text.parse()?;
    let theory = go_theory()?;
    let n_passes = game.n_consecutive_passes();
    let memory = Memory::Needed;
    let model = GoModel::explore(game.board(), to_move, n_passes, memory, limits, budget)?;
    let truth = check(&model, theory, &formula, budget)?[0];
    let line = witness(&model, theory, &formula, 0, budget)?;
    Ok(FormulaAnswer {
        truth,
        witness: line
            .into_iter()
            .map(|number| model.move_of(number))
            .collect(),
        n_states: model.n_states(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Rules, Size};

    fn ask_about(diagram: &str, text: &str) -> Result<String, QuestionError> {
        let board: Board = diagram.parse().unwrap();
        let start = crate::board::game::Start::from_board(&board);
        let game = Game::from_start(start, Rules::default()).unwrap();
        let budget = &mut Budget::nodes(500_000_000);
        let answer = ask(
            &game,
            Color::Black,
            text,
            ModelLimits::of_states(100_000),
            budget,
        )?;
        let words = answer.witness.iter().map(ToString::to_string);
        let words = std::iter::once(answer.truth.to_string()).chain(words);
        Ok(words.collect::<Vec<_>>().join(" "))
    }

    fn check_answer(diagram: &str, text: &str, expected: &str) {
        assert_eq!(
            ask_about(diagram, text),
            Ok(expected.to_owned()),
            "{text} {diagram}"
        );
    }

    #[test]
    fn the_rules_can_be_read() {
        assert!(go_theory().is_ok());
    }

    #[test]
    fn questions_about_positions() {
        check_answer(
            "X . . O",
            "Occ(A1, black) & !Adj(A1, D1) & Liberty(A1, B1, black)",
            "true",
        );
        check_answer(". X .\n. O X\n. . .", "Atari(B2, white)", "false");
        check_answer("X O\n. .", "est[black](Empty(B2))", "true B1");
        check_answer(". . .", "count(p: point. Empty(p)) = 3", "true");
        check_answer(". .", "Legal(pass, black) & !ToPlay(white)", "true");
        check_answer(". O .\nO . X", "Suicide(A2, black)", "true");
    }

    #[test]
    fn nonsense_is_refused() {
        for (diagram, text) in [
            (". .", "Occ(A1"),
            (". .", "Occ(C1, black)"),
            (". .", "Occ(A1, B1)"),
            (". .", "Legal(A1, A1)"),
            (". .", "LastMove(pass)"),
            (". .", "Nonsense"),
        ] {
            assert!(ask_about(diagram, text).is_err(), "{text}");
        }
        let wide = ". ".repeat(6) + "\n";
        assert!(ask_about(&wide.repeat(6), "true").is_err());
    }

    #[test]
    fn a_model_that_is_cut_knows_less() {
        let game = Game::new(Size::square(4), Rules::default());
        let budget = &mut Budget::nodes(10_000_000);
        let answer = ask(
            &game,
            Color::Black,
            "est[black](Win(black))",
            ModelLimits::of_states(50),
            budget,
        )
        .unwrap();
        assert_eq!(answer.truth, Truth::Unknown);
    }
}
