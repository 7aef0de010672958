//! The best play of a color in each open region, the largest first.

use super::analysis::Endgame;
use super::estimate::best_play;
use super::sente::best_move;
use super::shape_store::ShapeStore;
use super::verdict::{BEST_PLAY_NODES, PlayKind, PlayWorth, worth_of};
use super::worth::WorthBasis;
use crate::base::Budget;
use crate::board::{Color, Point};
use crate::cgt::{Dyadic, GameError};

/// The best play of a color in a region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegionPlay {
    /// The number of the region.
    pub region: usize,
    /// The point of the play.
    pub point: Point,
    /// What it is worth.
    pub worth: PlayWorth,
}

impl Endgame {
    /// The best play of `color` in each region that is counted, the largest first: what gains most in points a move
    /// comes first, sente before gote of the same size. Plays that lose points are left out.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn plays(
        &self,
        store: &mut ShapeStore,
        color: Color,
        limits: &Budget,
    ) -> Result<Vec<RegionPlay>, GameError> {
        let mut plays = Vec::new();
        for number in 0..self.regions.len() {
            plays.extend(self.play_in(store, number, color, limits)?);
        }
        let keeps_sente =
            |play: &RegionPlay| matches!(play.worth.kind, PlayKind::Sente | PlayKind::DoubleSente);
        plays.sort_by(|one, other| {
            let by_size = other.worth.miai.total_cmp(&one.worth.miai);
            by_size.then(keeps_sente(other).cmp(&keeps_sente(one)))
        });
        Ok(plays)
    }

    /// The best play of `color` in the region with this number, if it is counted and the play loses nothing.
    fn play_in(
        &self,
        store: &mut ShapeStore,
        number: usize,
        color: Color,
        limits: &Budget,
    ) -> Result<Option<RegionPlay>, GameError> {
        let report = &self.regions[number];
        let play = |point: Point, worth: PlayWorth| RegionPlay {
            region: number,
            point,
            worth,
        };
        if report.value.exact().is_some() {
            let best = best_move(report, store, color)?.map(|best| best.point);
            let values = best.and_then(|point| Some((point, report.play(color, point)?)));
            let Some((point, values)) = values else {
                return Ok(None);
            };
            let worth = worth_of(report, store, color, values)?;
            return Ok((worth.kind != PlayKind::InTerritory).then(|| play(point, worth)));
        }
        let ko = self.ko_worths(number, store)?;
        let Some(worth) = self.worth(number, store, ko.as_ref())? else {
            return Ok(None);
        };
        let heat = report.estimate.map_or(Dyadic::ZERO, |it| it.temperature);
        let limits = limits.part(BEST_PLAY_NODES);
        let best = best_play(
            store,
            &report.region,
            color,
            heat.max(Dyadic::ZERO),
            &limits,
        );
        Ok(best.map(|point| {
            let kind = match worth.basis {
                WorthBasis::Threats => PlayKind::Ko,
                WorthBasis::Proof | WorthBasis::Estimate => PlayKind::NotSolved,
            };
            let miai = worth.temperature.to_f64();
            play(
                point,
                PlayWorth {
                    kind,
                    miai,
                    is_estimate: true,
                },
            )
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::Start;
    use crate::board::{Board, Game, Rules};
    use crate::endgame::EndgameParams;

    /// The plays of a color, as words.
    fn plays(diagram: &str, color: Color) -> Vec<String> {
        let board: Board = diagram.parse().unwrap();
        let rules = Rules::named("japanese").unwrap();
        let game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let mut store = ShapeStore::default();
        let params = EndgameParams::default();
        let endgame = Endgame::analyze(&game, &mut store, &params, &Budget::unlimited());
        let plays = endgame.plays(&mut store, color, &Budget::unlimited());
        let words = |play: RegionPlay| format!("{} {}", play.point, play.worth.words(color));
        plays.unwrap().into_iter().map(words).collect()
    }

    /// Two corridors of Black, of three points and of one, between walls with two eyes each.
    const CORRIDORS: &str = "
        . X . X X X O . O
        X X X X X X O O O
        X . . . . . O O O
        X X X X X X O O O
        X X X X . X O O O
        X . X X . . O O O
        X X X X X X O . O";

    #[test]
    fn the_largest_play_comes_first() {
        for color in Color::BOTH {
            let found = plays(CORRIDORS, color);
            assert_eq!(found.len(), 2, "{found:?}");
            assert!(found[0].starts_with("F5 gote "), "{found:?}");
            assert!(found[1].starts_with("F2 gote "), "{found:?}");
        }
    }

    #[test]
    fn plays_in_own_territory_are_left_out() {
        let finished = ". X O .\nX X O O\n. X O .\nX X O O";
        assert_eq!(plays(finished, Color::Black), Vec::<String>::new());
    }
}
