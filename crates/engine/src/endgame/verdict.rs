//! What a move was worth beside the best one, in players' words.
//!
//! *Loss.* If the scores after the best move and after the move in question are known exactly, their difference is what
//! the move loses. If they are bounded, so is the loss. Otherwise it is estimated by temperatures: at the temperature
//! T of the hottest region, a move loses what its region's cooled stop after it falls short of the mean and T. A gote
//! play in a colder region loses the difference of the temperatures, and sente that is hot enough loses nothing.
//!
//! *Words.* A gote play is named by the difference between both players' plays (two plays' worth), and by its share of
//! one play (miai counting). Sente and reverse sente are named by the points of the one who plays there in reverse
//! sente.
//! Source: Berlekamp, "The Economist's View of Combinatorial Games" (1996); Ogawa and Davies, *The Endgame* (1976), for
//! the ways of counting.

use super::analysis::Endgame;
use super::estimate::best_play;
use super::ranking::{RankedMove, ScoreRange};
use super::region_report::RegionReport;
use super::sente::{Initiative, best_move, initiative};
use super::shape_store::ShapeStore;
use super::value::player;
use crate::base::Budget;
use crate::board::{Color, Move, Point, PointSet, Score, Scoring};
use crate::cgt::{Dyadic, GameError, GameId};

/// The largest difference of bounds that is worth being named, in points.
const MOST_BETWEEN: f64 = 20.0;

/// Credit for finding the best play in a region that is not solved.
pub(super) const BEST_PLAY_NODES: u64 = 100_000;

/// What a play is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayKind {
    /// The opponent may play elsewhere after it.
    Gote,
    /// The opponent has to answer.
    Sente,
    /// It takes away sente of the opponent.
    ReverseSente,
    /// Each player has to answer the other one there.
    DoubleSente,
    /// It gains nothing: a neutral point.
    Neutral,
    /// It fills territory of its player, or is played in that of the other one.
    InTerritory,
    /// It threatens what is taken for granted.
    Threat,
    /// It answers a play against what is taken for granted.
    Answer,
    /// It takes or ends a ko. What it gains depends on the threats.
    Ko,
    /// Its region is not solved: sente and gote are not known.
    NotSolved,
}

/// What a play is worth in its region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayWorth {
    /// What it is called.
    pub kind: PlayKind,
    /// What it gains in points per move.
    pub miai: f64,
    /// Whether this is an estimate.
    pub is_estimate: bool,
}

impl std::fmt::Display for PlayWorth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = if self.is_estimate { "~" } else { "" };
        let points = Points(self.miai);
        match self.kind {
            PlayKind::Gote => write!(
                f,
                "gote {mark}{} (miai {mark}{points})",
                Points(2.0 * self.miai)
            ),
            PlayKind::Sente => write!(f, "sente {mark}{points}"),
            PlayKind::ReverseSente => write!(f, "reverse sente {mark}{points}"),
            PlayKind::DoubleSente => write!(f, "double sente {mark}{points}"),
            PlayKind::Neutral => f.write_str("neutral"),
            PlayKind::InTerritory => f.write_str("in territory"),
            PlayKind::Threat => f.write_str("threat"),
            PlayKind::Answer => f.write_str("answer"),
            PlayKind::Ko => write!(f, "ko {mark}{points} a move"),
            PlayKind::NotSolved => write!(f, "{mark}{points} a move"),
        }
    }
}

impl PlayWorth {
    /// The worth in words, with the name of the player whose sente it is: `mover` plays.
    #[must_use]
    pub fn words(self, mover: Color) -> String {
        match self.kind {
            PlayKind::Sente => format!("{}'s {self}", mover.player_name()),
            PlayKind::Gote
            | PlayKind::ReverseSente
            | PlayKind::DoubleSente
            | PlayKind::Neutral
            | PlayKind::InTerritory
            | PlayKind::Threat
            | PlayKind::Answer
            | PlayKind::Ko
            | PlayKind::NotSolved => self.to_string(),
        }
    }
}

/// A number of points with at most two digits behind the point, and without zeros at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points(pub f64);

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.2}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// How many points a move loses against the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// Exactly so many.
    Exact(f64),
    /// At least and at most so many.
    Between(f64, f64),
    /// Nothing is known.
    Unknown,
}

impl Loss {
    /// The loss of a move of `color` as far as it agrees with the scores with best play before and after it. Unknown if
    /// they contradict it or each other, as scores that rest on different assumptions may.
    #[must_use]
    pub fn narrowed(self, before: ScoreRange, after: ScoreRange, color: Color) -> Self {
        let points = |score: Score| f64::from(score.for_color(color).half_points()) / 2.0;
        let ends = |range: ScoreRange| {
            let [a, b] = [points(range.low), points(range.high)];
            (a.min(b), a.max(b))
        };
        let ((before_low, before_high), (low, high)) = (ends(before), ends(after));
        let (least, most) = match self {
            Self::Exact(points) => (points, points),
            Self::Between(least, most) => (least, most),
            Self::Unknown => (0.0, f64::INFINITY),
        };
        Self::between(least.max(before_low - high), most.min(before_high - low))
    }

    /// An estimate of this loss, within its bounds; none beside an exact one.
    #[must_use]
    pub fn estimate(self, about: Option<f64>) -> Option<f64> {
        match self {
            Self::Exact(_) => None,
            Self::Between(least, most) => about.map(|points| points.clamp(least, most)),
            Self::Unknown => about,
        }
    }

    /// A loss of at least and at most so many points; unknown if they are far apart, or if there is no such number.
    fn between(least: f64, most: f64) -> Self {
        if least > most || most - least >= MOST_BETWEEN {
            Self::Unknown
        } else if least < most {
            Self::Between(least, most)
        } else {
            Self::Exact(least)
        }
    }
}

/// A move and the best one beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The name of the region that was played in.
    pub region: Option<String>,
    /// What the move is worth in its region, if that is known.
    pub worth: Option<PlayWorth>,
    /// The best move, if one is known, with its worth.
    pub best: Option<(Move, Option<PlayWorth>)>,
    /// What the move loses.
    pub loss: Loss,
    /// About how much it loses by temperatures, if `loss` is no number.
    pub about: Option<f64>,
    /// Number of regions that could not be counted. The best move is the best one in the others.
    pub n_uncounted: usize,
}

impl Verdict {
    /// The verdict about a move that threatens what is taken for granted, or answers such a threat, by its `kind`:
    /// what it loses is not known.
    #[must_use]
    pub fn in_doubt(self, kind: PlayKind) -> Self {
        Self {
            worth: Some(PlayWorth {
                kind,
                miai: 0.0,
                is_estimate: true,
            }),
            loss: Loss::Unknown,
            about: None,
            ..self
        }
    }

    /// Whether the move seems to lose something.
    #[must_use]
    pub fn loses(&self) -> bool {
        match self.loss {
            Loss::Exact(points) => points > 0.0,
            Loss::Between(least, _) => least > 0.0 || self.about.is_some_and(|about| about > 0.0),
            Loss::Unknown => self.about.is_some_and(|about| about > 0.0),
        }
    }
}

impl Endgame {
    /// What `mv` of `color` was worth in this position, in which `color` moves.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn verdict(
        &self,
        store: &mut ShapeStore,
        color: Color,
        mv: Move,
    ) -> Result<Verdict, GameError> {
        let ranked = self.moves(store, color)?;
        let heat = self.heat(store, color)?;
        let number = match mv {
            Move::Play(point) => self.partition.region_of(point),
            Move::Pass | Move::Resign => None,
        };
        let loss = self.loss_by_scores(&ranked, color, mv);
        let about = loss.estimate(self.loss_by_heat(store, color, mv, heat)?);
        // A move that loses nothing is as good as any other.
        let is_best = loss == Loss::Exact(0.0) || about == Some(0.0);
        let best = if is_best {
            Some(mv)
        } else {
            self.best(store, color, &ranked, heat)?
        };
        let best = match best {
            Some(best) => {
                let worth = self.play_worth(store, color, best)?;
                Some((best, worth.or_else(|| self.estimated_worth(best))))
            }
            None => None,
        };
        let worth = self.play_worth(store, color, mv)?;
        let is_mv = matches!(best, Some((best, _)) if best == mv);
        let worth = worth.or_else(|| self.estimated_worth(mv).filter(|_| is_mv));
        // The best play of the hottest region may begin a ko and not be counted; another play there gains less.
        let (best, about) = match (best, worth) {
            (Some((_, Some(other))), Some(own)) if own.miai > other.miai => {
                (Some((mv, worth)), about.map(|_| 0.0))
            }
            (best, _) => (best, about),
        };
        let mut n_uncounted = self.partition.expanses.len();
        for report in &self.regions {
            n_uncounted += usize::from(mean_and_heat(report, store)?.is_none());
        }
        Ok(Verdict {
            region: number.map(|number| self.regions[number].name.clone()),
            worth,
            best,
            loss,
            about,
            n_uncounted,
        })
    }

    /// The points of each region, and its temperature if that is known.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn heats(
        &self,
        store: &mut ShapeStore,
    ) -> Result<Vec<(PointSet, Option<Dyadic>)>, GameError> {
        let mut heats = Vec::with_capacity(self.regions.len());
        for report in &self.regions {
            let worth = mean_and_heat(report, store)?;
            let heat = worth.map(|(_, temperature)| temperature);
            heats.push((report.region.point_set(), heat));
        }
        let expanses = self.partition.expanses.iter();
        heats.extend(expanses.map(|expanse| (expanse.points, None)));
        Ok(heats)
    }

    /// Whether a region holds a ko that `color` may not take back now.
    fn is_banned(&self, report: &RegionReport, color: Color) -> bool {
        let is_here = |point: Point| report.region.points.binary_search(&point).is_ok();
        matches!(self.ban, Some((banned, point)) if banned == color && is_here(point))
    }

    /// The temperature of the hottest region whose worth is known and in which `color` may play at once; `None` if
    /// there is none.
    fn heat(&self, store: &mut ShapeStore, color: Color) -> Result<Option<Dyadic>, GameError> {
        let mut hottest: Option<Dyadic> = None;
        for report in &self.regions {
            if self.is_banned(report, color) {
                continue;
            }
            let worth = mean_and_heat(report, store)?;
            hottest = hottest.max(worth.map(|(_, temperature)| temperature));
        }
        Ok(hottest)
    }

    /// The best move: one that is proved to keep the score, or one in the hottest region.
    fn best(
        &self,
        store: &mut ShapeStore,
        color: Color,
        ranked: &[RankedMove],
        heat: Option<Dyadic>,
    ) -> Result<Option<Move>, GameError> {
        let all_exact = ranked.iter().all(|mv| mv.score.exact().is_some());
        if all_exact {
            return Ok(self.choose(store, color)?.map(|choice| choice.mv.mv()));
        }
        let Some(heat) = heat else {
            return Ok(None);
        };
        for report in &self.regions {
            let is_hottest = mean_and_heat(report, store)?.is_some_and(|(_, it)| it == heat);
            if !is_hottest || self.is_banned(report, color) {
                continue;
            }
            let found = best_move(report, store, color)?.map(|best| best.point);
            let limits = Budget::nodes(BEST_PLAY_NODES);
            let found = found.or_else(|| best_play(store, &report.region, color, heat, &limits));
            if let Some(point) = found {
                return Ok(Some(Move::Play(point)));
            }
        }
        Ok(None)
    }

    /// What a move is worth in its region; `None` if that is not known.
    fn play_worth(
        &self,
        store: &mut ShapeStore,
        color: Color,
        mv: Move,
    ) -> Result<Option<PlayWorth>, GameError> {
        let Move::Play(point) = mv else {
            return Ok(None);
        };
        let Some(number) = self.partition.region_of(point) else {
            let is_settled = self.partition.finished_at(point).is_some();
            return Ok(is_settled.then_some(PlayWorth {
                kind: PlayKind::InTerritory,
                miai: -1.0,
                is_estimate: false,
            }));
        };
        let report = &self.regions[number];
        match report.play(color, point) {
            Some(play) => worth_of(report, store, color, play).map(Some),
            None => Ok(None),
        }
    }

    /// What the best move in a region that is not solved seems to be worth.
    fn estimated_worth(&self, mv: Move) -> Option<PlayWorth> {
        let Move::Play(point) = mv else {
            return None;
        };
        let report = &self.regions[self.partition.region_of(point)?];
        Some(PlayWorth {
            kind: PlayKind::NotSolved,
            miai: report.estimate?.temperature.to_f64(),
            is_estimate: true,
        })
    }

    /// What a move loses, from the scores after all moves.
    fn loss_by_scores(&self, ranked: &[RankedMove], color: Color, mv: Move) -> Loss {
        if let Some(played) = ranked.iter().find(|ranked| ranked.mv() == mv) {
            return between(ranked, played, color, 0.0);
        }
        let Move::Play(point) = mv else {
            return Loss::Unknown;
        };
        // In finished territory a play is a pass that costs a point, unless it has to be answered.
        let partition = &self.partition;
        let is_answered = |owner: Color| {
            let paired = partition.pairs[owner].iter().flatten();
            partition.read[owner].contains(point) || paired.into_iter().any(|&it| it == point)
        };
        let is_finished = partition.finished_at(point).is_some();
        let pass = ranked.iter().find(|ranked| ranked.point.is_none());
        match pass {
            Some(pass)
                if is_finished
                    && self.scoring == Scoring::Territory
                    && !Color::BOTH.into_iter().any(is_answered) =>
            {
                between(ranked, pass, color, 1.0)
            }
            _ => Loss::Unknown,
        }
    }

    /// What a move loses at the temperature of the hottest region.
    fn loss_by_heat(
        &self,
        store: &mut ShapeStore,
        color: Color,
        mv: Move,
        heat: Option<Dyadic>,
    ) -> Result<Option<f64>, GameError> {
        let Some(heat) = heat else {
            return Ok(None);
        };
        let heat = heat.max(Dyadic::ZERO);
        let Move::Play(point) = mv else {
            return Ok(Some(heat.to_f64()));
        };
        let Some(number) = self.partition.region_of(point) else {
            let is_settled = self.partition.finished_at(point).is_some();
            return Ok(is_settled.then(|| heat.to_f64() + 1.0));
        };
        let Some((before, after)) = self.regions[number].play(color, point) else {
            return Ok(None);
        };
        let games = store.games();
        let stop = games.cooled_stop(after, player(color.opponent()), heat)?;
        let gain = f64::from(color.sign()) * (stop.to_f64() - games.mean(before)?.to_f64());
        Ok(Some((heat.to_f64() - gain).max(0.0)))
    }
}

/// Mean and temperature of a region, exact or estimated.
fn mean_and_heat(
    report: &RegionReport,
    store: &mut ShapeStore,
) -> Result<Option<(Dyadic, Dyadic)>, GameError> {
    if let Some(game) = report.value.exact() {
        let games = store.games();
        return Ok(Some((games.mean(game)?, games.temperature(game)?)));
    }
    let seen = report
        .estimate
        .filter(|guess| guess.temperature >= Dyadic::ZERO);
    Ok(seen.map(|guess| (guess.mean, guess.temperature)))
}

/// What a play with these values before and after it is worth.
pub(super) fn worth_of(
    report: &RegionReport,
    store: &mut ShapeStore,
    color: Color,
    (before, after): (GameId, GameId),
) -> Result<PlayWorth, GameError> {
    let mut best = [None; 2];
    for color in Color::BOTH {
        best[color.index()] = best_move(report, store, color)?;
    }
    let initiative = initiative(report, store, best)?;
    let games = store.games();
    let temperature = games.temperature(before)?;
    let heat = temperature.max(Dyadic::ZERO);
    let stop = games.cooled_stop(after, player(color.opponent()), heat)?;
    let is_hotter = games.temperature(after)? > heat;
    let gain = stop.minus(games.mean(before)?)?;
    let gain = if color == Color::Black { gain } else { -gain };
    let kind = match initiative {
        _ if gain < Dyadic::ZERO => PlayKind::InTerritory,
        Some(Initiative::DoubleSente) if is_hotter => PlayKind::DoubleSente,
        _ if is_hotter => PlayKind::Sente,
        Some(Initiative::Sente(side)) if side != color => PlayKind::ReverseSente,
        _ if gain.is_zero() => PlayKind::Neutral,
        Some(_) | None => PlayKind::Gote,
    };
    Ok(PlayWorth {
        kind,
        miai: gain.to_f64(),
        is_estimate: report.value.exact().is_none(),
    })
}

/// What a move loses, from the scores after all moves; `tax` is what it costs beside its score.
fn between(ranked: &[RankedMove], played: &RankedMove, color: Color, tax: f64) -> Loss {
    let points = |score: Score| f64::from(score.for_color(color).half_points()) / 2.0;
    let ends = |mv: &RankedMove| {
        let [a, b] = [points(mv.score.low), points(mv.score.high)];
        (a.min(b), a.max(b))
    };
    let (low, high) = ends(played);
    let (low, high) = (low - tax, high - tax);
    let best = ranked.iter().map(ends);
    let (best_low, best_high) = best.fold((low, high), |(least, most), (low, high)| {
        (least.max(low), most.max(high))
    });
    Loss::between((best_low - high).max(0.0), best_high - low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::Start;
    use crate::board::{Board, Game, Rules};
    use crate::endgame::EndgameParams;

    /// A corridor of four points that belongs to Black if Black closes it.
    const CORRIDOR: &str = ". X . X X O . O\nX X X X X O O O\nX . . . . O O O\nX X X X X O . O";

    fn check(color: Color, name: &str, worth: &str, loss: Loss) {
        let board: Board = CORRIDOR.parse().unwrap();
        let rules = Rules::named("japanese").unwrap();
        let game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let mut store = ShapeStore::default();
        let params = EndgameParams::default();
        let endgame = Endgame::analyze(&game, &mut store, &params, &Budget::unlimited());
        let mv = match name {
            "pass" => Move::Pass,
            _ => Move::Play(name.parse().unwrap()),
        };
        let verdict = endgame.verdict(&mut store, color, mv).unwrap();
        let found = verdict.worth.map(|worth| worth.to_string());
        assert_eq!(found.unwrap_or_default(), worth, "{color} {name}");
        assert_eq!(verdict.loss, loss, "{color} {name}");
        assert_eq!(verdict.n_uncounted, 0);
    }

    #[test]
    fn what_a_move_loses_is_the_difference_of_the_scores() {
        check(
            Color::Black,
            "E2",
            "gote 1.75 (miai 0.88)",
            Loss::Exact(0.0),
        );
        check(Color::Black, "pass", "", Loss::Exact(1.0));
        check(
            Color::White,
            "E2",
            "gote 1.75 (miai 0.88)",
            Loss::Exact(0.0),
        );
        check(Color::Black, "A4", "in territory", Loss::Exact(2.0));
        check(Color::White, "G4", "in territory", Loss::Exact(2.0));
    }

    #[test]
    fn a_loss_has_to_agree_with_the_scores_before_and_after_the_move() {
        let range = |low, high| ScoreRange {
            low: Score::from_points(low),
            high: Score::from_points(high),
        };
        let narrowed = |loss: Loss, before, after, color| loss.narrowed(before, after, color);
        let black = |loss, before, after| narrowed(loss, before, after, Color::Black);
        // Scores are from Black's view, so White loses what they rise by.
        assert_eq!(
            black(Loss::Unknown, range(3, 3), range(1, 1)),
            Loss::Exact(2.0)
        );
        let white = narrowed(Loss::Unknown, range(1, 1), range(3, 3), Color::White);
        assert_eq!(white, Loss::Exact(2.0));
        // The position after the move is better than the one before it could be.
        assert_eq!(
            black(Loss::Exact(2.0), range(1, 1), range(3, 3)),
            Loss::Unknown
        );
        assert_eq!(
            black(Loss::Exact(0.0), range(3, 3), range(1, 1)),
            Loss::Unknown
        );
        let bounds = Loss::Between(0.0, 5.0);
        assert_eq!(
            black(bounds, range(3, 4), range(1, 2)),
            Loss::Between(1.0, 3.0)
        );
        assert_eq!(black(bounds, range(-50, 50), range(-50, 50)), bounds);
        assert_eq!(
            black(Loss::Unknown, range(-50, 50), range(0, 0)),
            Loss::Unknown
        );
    }

    /// Between two walls lie two neutral points: after a play of either side on one, the other side may play on the
    /// other.
    #[test]
    fn a_neutral_point_of_two_is_not_called_territory_and_is_as_good_as_a_pass() {
        let board: Board = ". X . O .\nX X . O O\n. X X O .".parse().unwrap();
        let rules = Rules::named("japanese").unwrap();
        let game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let mut store = ShapeStore::default();
        let params = EndgameParams::default();
        let endgame = Endgame::analyze(&game, &mut store, &params, &Budget::unlimited());
        for mv in ["C2", "C3", "pass"] {
            let mv = mv.parse().unwrap_or(Move::Pass);
            let verdict = endgame.verdict(&mut store, Color::Black, mv).unwrap();
            let kind = verdict.worth.map(|worth| worth.kind);
            let expected = (mv != Move::Pass).then_some(PlayKind::Neutral);
            assert_eq!((kind, verdict.loss), (expected, Loss::Exact(0.0)), "{mv}");
            assert_eq!(verdict.best.map(|(best, _)| best), Some(mv));
        }
    }

    #[test]
    fn numbers_of_points_have_no_idle_zeros() {
        let text = |points: f64| Points(points).to_string();
        assert_eq!([text(0.0), text(10.0), text(2.5)], ["0", "10", "2.5"]);
    }
}
