//! Where a network comes from.

use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::files::{self, ReadError};

/// The network in this program: a model file of KataGo. `docs/training.md` describes how it was made.
const EMBEDDED: &[u8] = include_bytes!("../../data/tedomari.bin.gz");

/// Where a network comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkSource {
    /// This program, which has a small network inside.
    Embedded,
    /// A model file of KataGo.
    File(PathBuf),
}

impl NetworkSource {
    /// The word for the embedded network, where a file could be named, too.
    pub const EMBEDDED_NAME: &str = "embedded";

    /// The source that a text names: the word for the embedded network, or the path of a file.
    #[must_use]
    pub fn named(text: &Path) -> Self {
        if text == Path::new(Self::EMBEDDED_NAME) {
            Self::Embedded
        } else {
            Self::File(text.to_owned())
        }
    }

    /// The name of the file without its folders, or the word for the embedded network.
    #[must_use]
    pub fn short_name(&self) -> Cow<'_, str> {
        match self {
            Self::Embedded => Self::EMBEDDED_NAME.into(),
            Self::File(path) => path.file_name().unwrap_or_default().to_string_lossy(),
        }
    }

    /// The length of the model file, in bytes; 0 if there is no such file.
    #[must_use]
    pub fn n_bytes(&self) -> u64 {
        match self {
            Self::Embedded => EMBEDDED.len() as u64,
            Self::File(path) => path.metadata().map_or(0, |file| file.len()),
        }
    }

    /// The bytes of the model file.
    ///
    /// # Errors
    /// If the file can't be opened.
    pub fn open(&self) -> Result<Box<dyn Read>, ReadError> {
        Ok(match self {
            Self::Embedded => Box::new(EMBEDDED),
            Self::File(path) => Box::new(files::open(path)?),
        })
    }
}

impl fmt::Display for NetworkSource {
    /// The text that names it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str(Self::EMBEDDED_NAME),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, Move, Point, Rules, Size};
    use crate::intuition::calibration::{parted, questions};
    use crate::intuition::{
        Evaluation, EvaluationBuffers, History, Intuition, NetworkPosition, PrecisionChoice,
        Symmetry,
    };
    use crate::network::fast::{Thresholds, choose};
    use crate::network::model::{Limits, Model};

    /// The embedded network's evaluation after some moves, Black first.
    fn evaluation(size: u8, moves: &[&str]) -> Evaluation {
        let network = Intuition::load(&NetworkSource::Embedded, PrecisionChoice::F32).unwrap();
        let mut game = Game::new(Size::square(size), Rules::default());
        for mv in moves {
            let mv = Move::Play(mv.parse().unwrap());
            game.play(game.to_move(), mv).unwrap();
        }
        let history = History::of_game(&game);
        let position = NetworkPosition::of_game(&game, &history, game.to_move());
        network.ask(
            &position,
            Symmetry::IDENTITY,
            0.0,
            true,
            &mut EvaluationBuffers::default(),
        )
    }

    fn best(evaluation: &Evaluation) -> Move {
        let best = evaluation.policy.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        best.unwrap().0
    }

    #[test]
    fn the_embedded_network_plays_go() {
        // A stone in atari is taken: the ladder around it is over.
        let fight = ["E5", "D5", "C3", "E4", "G7", "F5", "C7"];
        assert_eq!(
            best(&evaluation(9, &fight)),
            Move::Play("E6".parse().unwrap())
        );
        // The first move of a large board is in a corner, on the third or fourth line.
        let Move::Play(first) = best(&evaluation(19, &[])) else {
            panic!("a pass");
        };
        let lines = [first.x(), first.y()].map(|at| at.min(18 - at) + 1);
        assert!(lines.iter().all(|line| (3..=5).contains(line)), "{first}");
    }

    #[test]
    fn the_embedded_network_counts() {
        // White has a small corner, Black all the rest, with some room for an invasion.
        let moves = [
            "F1", "E1", "F2", "E2", "F3", "E3", "F4", "E4", "F5", "E5", "E6", "D5", "D6", "C5",
            "C6", "B5", "B6", "A5", "A6",
        ];
        let counted = evaluation(9, &moves);
        // White is to move, with 25 points and komi against at most 56.
        assert!(counted.loss > 0.85, "{}", counted.loss);
        assert!((-26.0..-6.0).contains(&counted.lead), "{}", counted.lead);
        // The bottom left point is White's, the top right one Black's.
        assert!(counted.ownership[72] > 0.5 && counted.ownership[8] < -0.5);
        let corner = Point::new(0, 0);
        assert!(
            counted
                .policy
                .iter()
                .all(|&(mv, chance)| mv != Move::Play(corner) || chance < 0.5)
        );
    }

    #[test]
    fn small_numbers_agree_with_large_ones() {
        let source = NetworkSource::Embedded;
        let model = Model::read(source.open().unwrap(), "embedded", &Limits::default()).unwrap();
        assert_eq!(model.version, 8);
        let (for_scales, for_comparison) = parted(questions(false), 0);
        let choice = choose(&model, &for_scales, &for_comparison, &Thresholds::default()).unwrap();
        for measurement in &choice.measurements {
            assert!(measurement.divergence < 0.05, "{measurement}");
        }
    }

    #[test]
    fn names_are_those_of_the_setting() {
        for text in ["embedded", "./embedded", "a b.bin.gz"] {
            let source = NetworkSource::named(Path::new(text));
            assert_eq!(source == NetworkSource::Embedded, text == "embedded");
            assert_eq!(source.to_string(), text);
        }
        assert!(NetworkSource::Embedded.n_bytes() < 4 << 20);
        assert_eq!(NetworkSource::named(Path::new("no/such")).n_bytes(), 0);
    }
}
