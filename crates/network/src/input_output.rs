//! Inputs and outputs of a network, as plain numbers.

/// The inputs of one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkInput {
    /// Points in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// For each point, row by row from the top left, its features side by side.
    pub points: Vec<f32>,
    /// The features of the whole position.
    pub globals: Vec<f32>,
}

/// The outputs for one position, as the network gives them: logits and raw numbers, not yet probabilities and points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkOutput {
    /// Logits of a play at each point, row by row from the top left, and of a pass at the end: one list for each
    /// channel that the head for moves has. The second one, if there is one, is the optimistic policy; a third and
    /// fourth are predictions of win rate and score after the move.
    pub policy: Vec<Vec<f32>>,
    /// Logits of win, loss and no result for the player to move.
    pub value: Vec<f32>,
    /// The other numbers of the head for values, which [`Scales`](super::model::Scales) turns into points and moves:
    /// mean and standard deviation of the score, lead, time until most is decided; from version 9 on also the errors of
    /// win rate and score.
    pub score: Vec<f32>,
    /// For each point, before the hyperbolic tangent, how far it will belong to the player to move.
    pub ownership: Vec<f32>,
}

impl NetworkOutput {
    /// Whether all numbers are finite. Weights that are too large together make others.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let lists = [&self.value, &self.score, &self.ownership];
        lists
            .into_iter()
            .chain(&self.policy)
            .flatten()
            .all(|number| number.is_finite())
    }
}
