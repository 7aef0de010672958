//! Answers: what a search and proofs have found, as JSON in KataGo's words.

use serde_json::{Map, Value, json};

use super::fields::FieldError;
use super::query::{Includes, Query};
use crate::board::{Board, Color, Game, Move, PointSet, Size};
use crate::engine::ProvedFacts;
use crate::intuition::Evaluation;
use crate::katago::Reporting;
use crate::mcts::{Candidate, Detail, Ownership, Report};

/// What is known about a position beside the report of its search.
#[derive(Clone, Debug, Default)]
pub(super) struct Background {
    /// The network's evaluation of it without search, if there is one.
    pub(super) evaluation: Option<Evaluation>,
    /// The moves with their probabilities before any search, if the query includes them.
    pub(super) policy: Option<Vec<(Move, f32)>>,
    /// What is proved, if the query includes it.
    pub(super) proved: Option<ProvedFacts>,
}

/// Writes answers about one position.
#[derive(Debug)]
pub(super) struct AnswerWriter<'a> {
    query: &'a Query,
    turn: usize,
    game: &'a Game,
    color: Color,
    background: &'a Background,
}

impl<'a> AnswerWriter<'a> {
    /// Answers about a turn of a query, where `color` is to move.
    pub(super) const fn new(
        query: &'a Query,
        turn: usize,
        game: &'a Game,
        color: Color,
        background: &'a Background,
    ) -> Self {
        Self {
            query,
            turn,
            game,
            color,
            background,
        }
    }

    /// The answer that a report gives.
    pub(super) fn answer(&self, report: &Report, is_during_search: bool) -> Value {
        let Includes {
            ownership,
            ownership_stdev,
            ..
        } = self.query.includes;
        let moves = report.candidates(0).enumerate();
        let mut answer = json!({
            "id": self.query.id,
            "turnNumber": self.turn,
            "isDuringSearch": is_during_search,
            "moveInfos": moves
                .map(|(order, candidate)| self.move_info(&candidate, order, report))
                .collect::<Vec<_>>(),
            "rootInfo": self.root_info(report),
        });
        if ownership {
            put(&mut answer, "ownership", self.owners(&report.ownership));
        }
        if ownership_stdev {
            put(
                &mut answer,
                "ownershipStdev",
                self.spread(&report.ownership),
            );
        }
        if let Some(policy) = &self.background.policy {
            put(&mut answer, "policy", policy_list(policy, self.size()));
        }
        if let Some(proved) = &self.background.proved {
            put(&mut answer, "proved", self.proved(proved));
        }
        answer
    }

    const fn size(&self) -> Size {
        self.game.board().size()
    }

    const fn reporting(&self) -> Reporting {
        self.query.params.reporting
    }

    const fn viewer(&self) -> Color {
        self.reporting().perspective.viewer(self.color)
    }

    /// A chance to win of the player to move, as the viewer's.
    fn chance(&self, win_rate: f64) -> Value {
        round(if self.viewer() == self.color {
            win_rate
        } else {
            1.0 - win_rate
        })
    }

    /// Points from Black's view, as the viewer's.
    fn points(&self, points: f64) -> Value {
        round(f64::from(self.viewer().sign()) * points)
    }

    /// A value of the player to move, as the viewer's.
    fn signed(&self, value: f64) -> Value {
        round(f64::from(self.viewer().sign() * self.color.sign()) * value)
    }

    fn move_info(&self, entry: &Candidate<'_>, order: usize, report: &Report) -> Value {
        let Detail {
            utility,
            utility_radius,
            weight,
            merit,
            no_result,
            ..
        } = entry.detail;
        let n_shown = self.reporting().line_length + 1;
        let line = entry.line.iter().take(n_shown);
        let mut info = json!({
            "move": entry.mv.to_string(),
            "visits": entry.line_visits.first().map_or(entry.visits, |visits| visits.of_position),
            "edgeVisits": entry.visits,
            "winrate": self.chance(entry.win_rate),
            "prior": round(entry.prior),
            "utility": self.signed(utility),
            "lcb": self.chance(entry.lower_bound(report.evidence)),
            "utilityLcb": self.signed(utility - utility_radius),
            "weight": round(weight),
            "edgeWeight": round(weight),
            "order": order,
            "playSelectionValue": round(merit),
            "pv": line.map(ToString::to_string).collect::<Vec<_>>(),
        });
        self.add_scores(&mut info, entry.score_mean, &entry.detail);
        let includes = self.query.includes;
        if includes.pv_visits {
            let visits = || entry.line_visits.iter().take(n_shown);
            put(
                &mut info,
                "pvVisits",
                visits().map(|visits| visits.of_position).collect(),
            );
            put(
                &mut info,
                "pvEdgeVisits",
                visits().map(|visits| visits.by_move).collect(),
            );
        }
        if includes.no_result {
            put(&mut info, "noResultValue", round(no_result));
        }
        if let Some(owners) = entry.ownership {
            if includes.moves_ownership {
                put(&mut info, "ownership", self.owners(owners));
            }
            if includes.moves_ownership_stdev {
                put(&mut info, "ownershipStdev", self.spread(owners));
            }
        }
        info
    }

    fn root_info(&self, report: &Report) -> Value {
        let board = self.game.board();
        let radius = report.detail.utility_radius;
        let mut info = json!({
            "currentPlayer": letter(self.color),
            "visits": report.visits(),
            "winrate": self.chance(report.win_rate),
            "utility": self.signed(report.detail.utility),
            "lcb": self.chance((report.win_rate - 0.5 * radius).max(0.0)),
            "utilityLcb": self.signed(report.detail.utility - radius),
            "weight": round(report.detail.weight),
            "thisHash": format!("{:032X}", position_key(board, self.color, |x, y| (x, y))),
            "symHash": format!("{:032X}", symmetric_key(board, self.color)),
        });
        self.add_scores(&mut info, report.score_mean, &report.detail);
        if let Some(evaluation) = &self.background.evaluation {
            self.add_evaluation(&mut info, evaluation);
        }
        info
    }

    fn add_scores(&self, info: &mut Value, lead: f64, detail: &Detail) {
        put(info, "scoreLead", self.points(lead));
        put(info, "scoreMean", self.points(lead));
        put(info, "scoreSelfplay", self.points(detail.final_score));
        put(info, "scoreStdev", round(detail.score_stdev));
    }

    /// The network's evaluation of the position without search.
    fn add_evaluation(&self, info: &mut Value, evaluation: &Evaluation) {
        let win = f64::from(evaluation.win) + 0.5 * f64::from(evaluation.no_result);
        let of_mover = |value: f32| self.signed(f64::from(value));
        put(info, "rawWinrate", self.chance(win));
        put(info, "rawLead", of_mover(evaluation.lead));
        put(info, "rawScoreSelfplay", of_mover(evaluation.score_mean));
        put(
            info,
            "rawScoreSelfplayStdev",
            round(evaluation.score_stdev.into()),
        );
        put(info, "rawNoResultProb", round(evaluation.no_result.into()));
        put(info, "rawStWrError", round(evaluation.win_error.into()));
        put(
            info,
            "rawStScoreError",
            round(evaluation.score_error.into()),
        );
        put(
            info,
            "rawVarTimeLeft",
            round(evaluation.variance_time.into()),
        );
    }

    fn owners(&self, owners: &Ownership) -> Value {
        let points = self.size().points_from_top();
        points
            .map(|point| self.points(owners.mean(point)))
            .collect()
    }

    fn spread(&self, owners: &Ownership) -> Value {
        let points = self.size().points_from_top();
        points.map(|point| round(owners.stdev(point))).collect()
    }

    /// What is proved: blocks that live or are dead, points that are owned for certain, and the score if it is bounded.
    fn proved(&self, facts: &ProvedFacts) -> Value {
        let blocks = facts.blocks.iter().map(|block| {
            json!({
                "stone": block.stone.to_string(),
                "player": letter(block.color),
                "status": if block.is_alive { "alive" } else { "dead" },
            })
        });
        let mut proved = json!({
            "groups": blocks.collect::<Vec<_>>(),
            "settled": {
                "B": point_list(&facts.owned[Color::Black]),
                "W": point_list(&facts.owned[Color::White]),
            },
        });
        if let Some(range) = facts.score {
            let (low, high) = (range.low.points(), range.high.points());
            match (range.exact(), self.viewer()) {
                (Some(score), _) => put(&mut proved, "score", self.points(score.points())),
                (None, Color::Black) => put(&mut proved, "scoreBounds", json!([low, high])),
                (None, Color::White) => put(&mut proved, "scoreBounds", json!([-high, -low])),
            }
        }
        proved
    }
}

/// Adds a field to an object.
fn put(object: &mut Value, name: &str, field: Value) {
    if let Value::Object(fields) = object {
        fields.insert(name.to_owned(), field);
    }
}

/// The last answer about a position that was not searched.
pub(super) fn nothing(query: &Query, turn: usize) -> Value {
    json!({"id": query.id, "turnNumber": turn, "isDuringSearch": false, "noResults": true})
}

/// An error that belongs to no query.
pub(super) fn general_error(message: &str) -> Value {
    json!({ "error": message })
}

/// An error about a field of a query.
pub(super) fn error(id: &str, error: &FieldError) -> Value {
    json!({"id": id, "field": error.field, "error": error.message})
}

/// A warning about a field of a query.
pub(super) fn warning(id: &str, warning: &FieldError) -> Value {
    json!({"id": id, "field": warning.field, "warning": warning.message})
}

/// A request with more fields: the answer to an action.
pub(super) fn echo(mut request: Map<String, Value>, more: &[(&str, Value)]) -> Value {
    for (name, value) in more {
        request.insert((*name).to_owned(), value.clone());
    }
    Value::Object(request)
}

/// A number with six decimals at most: more are noise, and lines are long.
fn round(value: f64) -> Value {
    json!((1e6 * value).round() / 1e6)
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn point_list(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// The probability of each point, row by row from the top left, and of a pass; -1 where a play is illegal, or no
/// candidate of a search without a network.
fn policy_list(policy: &[(Move, f32)], size: Size) -> Value {
    let of = |mv: Move| {
        let found = policy.iter().find(|(other, _)| *other == mv);
        found.map_or_else(|| json!(-1), |&(_, share)| json!(share))
    };
    let points = size.points_from_top().map(Move::Play);
    points.chain([Move::Pass]).map(of).collect()
}

/// A key of stones, player to move and ko, with points moved by `place`.
fn position_key(board: &Board, to_move: Color, place: impl Fn(u8, u8) -> (u8, u8)) -> u128 {
    let spread =
        |item: u64| u128::from(mixed(item)) << 64 | u128::from(mixed(item ^ 0x5851_F42D_4C95_7F2D));
    let item = |x: u8, y: u8, kind: u64| {
        let (x, y) = place(x, y);
        spread(u64::from(x) << 16 | u64::from(y) << 8 | kind)
    };
    let size = board.size();
    let mut key = spread(8 + u64::from(to_move == Color::White));
    for point in size.points() {
        if let Some(color) = board.color(point) {
            key ^= item(point.x(), point.y(), u64::from(color == Color::White));
        }
    }
    if let Some((_, point)) = board.ko() {
        key ^= item(point.x(), point.y(), 2);
    }
    key
}

/// The same key for all positions that are turned or mirrored images of each other.
fn symmetric_key(board: &Board, to_move: Color) -> u128 {
    let size = board.size();
    let (right, top) = (size.width() - 1, size.height() - 1);
    let n_images = if size.is_square() { 8 } else { 4 };
    let keys = (0..n_images).map(|image: u8| {
        position_key(board, to_move, |x, y| {
            let x = if image & 1 == 0 { x } else { right - x };
            let y = if image & 2 == 0 { y } else { top - y };
            if image & 4 == 0 { (x, y) } else { (y, x) }
        })
    });
    keys.min().unwrap_or_default()
}

/// All bits of a number mixed (the last steps of `SplitMix64`).
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_tell_positions_apart_but_not_their_images() {
        let [first, turned, other]: [Board; 3] = [
            "X . .\nO . .\n. . .",
            ". O X\n. . .\n. . .",
            "X . .\n. O .\n. . .",
        ]
        .map(|diagram| diagram.parse().unwrap());
        let key = |board: &Board, color| position_key(board, color, |x, y| (x, y));
        assert_ne!(key(&first, Color::Black), key(&turned, Color::Black));
        assert_ne!(key(&first, Color::Black), key(&first, Color::White));
        let symmetric = |board| symmetric_key(board, Color::Black);
        assert_eq!(symmetric(&first), symmetric(&turned));
        assert_ne!(symmetric(&first), symmetric(&other));
    }

    #[test]
    fn policies_have_a_place_for_each_move() {
        let corner: Move = "A2".parse().map(Move::Play).unwrap();
        let list = policy_list(&[(corner, 0.75), (Move::Pass, 0.25)], Size::square(2));
        assert_eq!(list, json!([0.75, -1, -1, -1, 0.25]));
    }
}
