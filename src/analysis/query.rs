//! A query: a game, the turns of it to analyze, and what to report.

use std::time::Duration;

use serde_json::Value;

use super::fields::{self, FieldError, Object};
use super::rules::game_rules;
use crate::board::game::Start;
use crate::board::{Color, Game, MAX_SIDE, Move, Rules, Size};
use crate::katago::KataParams;
use crate::katago::params::IDLE_PARAMS;
use crate::mcts::{Filter, Restriction};

/// A game, the turns of it to analyze, and what to report.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) id: String,
    start: Start,
    moves: Vec<(Color, Move)>,
    rules: Rules,
    /// The turns to analyze, each with its priority.
    pub(super) turns: Vec<(usize, i64)>,
    /// Search and reporting.
    pub(super) params: KataParams,
    restrictions: Vec<Restriction>,
    pub(super) includes: Includes,
    /// Time between two reports of a running search.
    pub(super) report_every: Option<Duration>,
}

/// What answers hold beside the values of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field that a client switches on or off"
)]
pub(super) struct Includes {
    pub(super) ownership: bool,
    pub(super) ownership_stdev: bool,
    pub(super) moves_ownership: bool,
    pub(super) moves_ownership_stdev: bool,
    pub(super) policy: bool,
    pub(super) pv_visits: bool,
    pub(super) no_result: bool,
    pub(super) proved: bool,
}

/// A query, and what is odd about it.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub(super) query: Query,
    pub(super) warnings: Vec<FieldError>,
}

/// All fields of a query that mean something.
const FIELDS: &[&str] = &[
    "id",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "analysisPVLen",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includeNoResultValue",
    "includeProved",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "priority",
    "priorities",
];

/// Fields that KataGo has and this program does not.
const UNSUPPORTED: &[&str] = &[
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "firstReportDuringSearchAfter",
];

const TURNS: &str = "Must specify an array of integers indicating turns to analyze";
const PRIORITIES: &str = "Must specify an array of integers indicating priorities";
const RESTRICTIONS: &str = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'";

/// Priorities may be as large as KataGo's.
const MOST_PRIORITY: i64 = 0x3FFF_FFFF_FFFF_FFFF;

impl Query {
    /// The query in an object with an id; `usual` are the parameters that it does not change.
    ///
    /// # Errors
    /// If a field is missing or wrong, or the game has an illegal move.
    pub(super) fn parse(
        object: &Object,
        id: &str,
        usual: &KataParams,
    ) -> Result<Parsed, FieldError> {
        let size = size(object)?;
        let mut warnings = odd_fields(object);
        let start = start(object, size)?;
        let moves = match object.get("moves") {
            Some(value) => fields::moves(value, "moves", size)?,
            None => {
                let message = "Must specify an array of [player,location] pairs";
                return Err(FieldError::new("moves", message));
            }
        };
        let query = Self {
            id: id.to_owned(),
            turns: turns(object, moves.len())?,
            rules: game_rules(object, &mut warnings)?,
            params: params(object, usual, &mut warnings)?,
            restrictions: restrictions(object, size)?,
            includes: includes(object)?,
            report_every: report_every(object)?,
            start: Start {
                to_move: start.to_move.or_else(|| moves.first().map(|mv| mv.0)),
                ..start
            },
            moves,
        };
        query.check_moves()?;
        Ok(Parsed { query, warnings })
    }

    /// The game up to a turn.
    ///
    /// # Errors
    /// If a block of the start has no liberty, or a move is illegal; not in a query that was parsed.
    pub(super) fn game(&self, turn: usize) -> Result<Game, FieldError> {
        let mut game = Game::from_start(self.start.clone(), self.rules)
            .map_err(|error| FieldError::new("initialStones", error.to_string()))?;
        for (number, &(color, mv)) in self.moves.iter().take(turn).enumerate() {
            game.play_ignoring_superko(color, mv)
                .map_err(|_| FieldError::new("moves", format!("Illegal move {number}: {mv}")))?;
        }
        Ok(game)
    }

    /// Which moves a search for `color` may visit.
    pub(super) fn filter(&self, color: Color) -> Filter {
        let mut filter = Filter::NONE;
        for restriction in &self.restrictions {
            filter.restrict(color, restriction.clone());
        }
        filter
    }

    /// Roughly how many bytes the query takes.
    pub(super) fn n_bytes(&self) -> usize {
        let restricted = self.restrictions.iter().map(|it| it.moves.len());
        let n_items = self.moves.len()
            + self.start.stones.len()
            + self.turns.len()
            + restricted.sum::<usize>();
        size_of::<Self>() + self.id.len() + 16 * n_items
    }

    fn check_moves(&self) -> Result<(), FieldError> {
        self.game(self.moves.len()).map(|_| ())
    }
}

/// Warnings about fields that have no effect.
fn odd_fields(object: &Object) -> Vec<FieldError> {
    let names = object.keys().map(String::as_str);
    names
        .filter(|name| !FIELDS.contains(name))
        .map(|name| {
            let message = if UNSUPPORTED.contains(&name) {
                "Not supported by this engine, has no effect"
            } else {
                "Unexpected or unused field, do you have a typo?"
            };
            FieldError::new(name, message)
        })
        .collect()
}

fn size(object: &Object) -> Result<Size, FieldError> {
    let message = format!("Must provide an integer from 2 to {MAX_SIDE}");
    let side = |field| {
        let found = fields::integer(object, field, 2, i64::from(MAX_SIDE), &message)?;
        let side = found.and_then(|side| u8::try_from(side).ok());
        side.ok_or_else(|| FieldError::new(field, message.clone()))
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    Size::new(width, height).ok_or_else(|| FieldError::new("boardXSize", message.clone()))
}

/// The stones at the start, and who moves first if the query names it. If all of two or more stones are black, they are
/// handicap stones.
fn start(object: &Object, size: Size) -> Result<Start, FieldError> {
    let field = "initialStones";
    let pairs = match object.get(field) {
        Some(value) => fields::moves(value, field, size)?,
        None => Vec::new(),
    };
    let mut stones: Vec<(Color, crate::board::Point)> = Vec::with_capacity(pairs.len());
    for (color, mv) in pairs {
        let point = mv.point().ok_or_else(|| {
            FieldError::new(field, format!("Could not parse board location: {mv}"))
        })?;
        // As in KataGo, a later stone on the same point replaces the earlier one.
        stones.retain(|&(_, other)| other != point);
        stones.push((color, point));
    }
    let all_black = stones.iter().all(|&(color, _)| color == Color::Black);
    let n_handicap = if all_black && stones.len() > 1 {
        stones.len()
    } else {
        0
    };
    Ok(Start {
        stones,
        n_handicap,
        to_move: fields::player(object, "initialPlayer")?,
        ..Start::empty(size)
    })
}

fn turns(object: &Object, n_moves: usize) -> Result<Vec<(usize, i64)>, FieldError> {
    let (least, most) = (-MOST_PRIORITY, MOST_PRIORITY);
    let message = "Must be a number between -2^62 and 2^62";
    let priority = fields::integer(object, "priority", least, most, message)?;
    let each = fields::integers(object, "priorities", PRIORITIES)?;
    if priority.is_some() && each.is_some() {
        let message = "Cannot specify both priority and priorities";
        return Err(FieldError::new("priority", message));
    }
    let Some(numbers) = fields::integers(object, "analyzeTurns", TURNS)? else {
        if each.is_some() {
            let message = "Can only specify when also specifying analyzeTurns";
            return Err(FieldError::new("priorities", message));
        }
        return Ok(vec![(n_moves, priority.unwrap_or(0))]);
    };
    let each = each.unwrap_or_else(|| vec![priority.unwrap_or(0); numbers.len()]);
    if each.len() != numbers.len() {
        let message = "Must be of matching length to analyzeTurns";
        return Err(FieldError::new("priorities", message));
    }
    let turn = |(number, priority): (i64, i64)| {
        let turn = usize::try_from(number).ok().filter(|&turn| turn <= n_moves);
        let turn = turn.ok_or_else(|| {
            FieldError::new("analyzeTurns", format!("Invalid turn number: {number}"))
        })?;
        if (least..=most).contains(&priority) {
            Ok((turn, priority))
        } else {
            let message = format!("Invalid priority: {priority}");
            Err(FieldError::new("priorities", message))
        }
    };
    numbers.into_iter().zip(each).map(turn).collect()
}

/// The usual parameters with the changes of a query. Unknown ones get a warning.
fn params(
    object: &Object,
    usual: &KataParams,
    warnings: &mut Vec<FieldError>,
) -> Result<KataParams, FieldError> {
    let mut params = usual.clone();
    let field = "overrideSettings";
    let settings = match object.get(field) {
        None => Object::new(),
        Some(Value::Object(settings)) => settings.clone(),
        Some(_) => return Err(FieldError::new(field, "Must be an object")),
    };
    let is_known = |name: &str| KataParams::names().any(|known| known == name);
    let (idle, unknown): (Vec<&str>, Vec<&str>) = settings
        .keys()
        .map(String::as_str)
        .filter(|name| !is_known(name))
        .partition(|name| IDLE_PARAMS.contains(name));
    for (what, names) in [
        ("Not supported by this engine, has no effect", idle),
        ("Unknown config params", unknown),
    ] {
        if !names.is_empty() {
            let message = format!("{what}: {}", names.join(","));
            warnings.push(FieldError::new(field, message));
        }
    }
    for (name, value) in settings.iter().filter(|(name, _)| is_known(name)) {
        params
            .set(name, value)
            .map_err(|error| FieldError::new(field, format!("Could not set settings: {error}")))?;
    }
    let of_query = [
        ("maxVisits", 1 << 50, "Must be an integer from 1 to 2^50"),
        ("analysisPVLen", 1000, "Must be an integer from 1 to 1000"),
    ];
    for (field, most, message) in of_query {
        if let Some(number) = fields::integer(object, field, 1, most, message)? {
            params
                .set(field, &Value::from(number))
                .map_err(|_| FieldError::new(field, message))?;
        }
    }
    Ok(params)
}

fn includes(object: &Object) -> Result<Includes, FieldError> {
    let flag = |field| fields::flag(object, field, false);
    Ok(Includes {
        ownership: flag("includeOwnership")?,
        ownership_stdev: flag("includeOwnershipStdev")?,
        moves_ownership: flag("includeMovesOwnership")?,
        moves_ownership_stdev: flag("includeMovesOwnershipStdev")?,
        policy: flag("includePolicy")?,
        pv_visits: flag("includePVVisits")?,
        no_result: flag("includeNoResultValue")?,
        proved: fields::flag(object, "includeProved", true)?,
    })
}

fn report_every(object: &Object) -> Result<Option<Duration>, FieldError> {
    let message = "Must be number of seconds from 0.001 to 1000000.0";
    let seconds = fields::number(object, "reportDuringSearchEvery", 0.001, 1e6, message)?;
    Ok(seconds.map(Duration::from_secs_f64))
}

fn restrictions(object: &Object, size: Size) -> Result<Vec<Restriction>, FieldError> {
    let field = match (object.get("avoidMoves"), object.get("allowMoves")) {
        (None, None) => return Ok(Vec::new()),
        (Some(_), None) => "avoidMoves",
        (None, Some(_)) => "allowMoves",
        (Some(_), Some(_)) => {
            let message = "Cannot specify both allowMoves and avoidMoves";
            return Err(FieldError::new("allowMoves", message));
        }
    };
    let malformed = || FieldError::new(field, RESTRICTIONS);
    let entries = object.get(field).and_then(Value::as_array);
    let mut found: Vec<Restriction> = Vec::new();
    for entry in entries.ok_or_else(malformed)? {
        let entry = entry.as_object().ok_or_else(malformed)?;
        let restriction = restriction(entry, field, size)?;
        let is_second = found.iter().any(|other| other.color == restriction.color);
        if restriction.allows && is_second {
            let message = "Cannot specify allowMoves more than once for the same player";
            return Err(FieldError::new(field, message));
        }
        found.push(restriction);
    }
    Ok(found)
}

fn restriction(entry: &Object, field: &str, size: Size) -> Result<Restriction, FieldError> {
    let malformed = || FieldError::new(field, RESTRICTIONS);
    let message = "Must be a positive integer";
    let until = fields::integer(entry, "untilDepth", 1, 1_000_000_000, message)?;
    let moves = entry.get("moves").ok_or_else(malformed)?;
    Ok(Restriction {
        color: fields::player(entry, "player")?.ok_or_else(malformed)?,
        moves: fields::vertices(moves, field, size)?,
        until: usize::try_from(until.ok_or_else(malformed)?).unwrap_or(usize::MAX),
        allows: field == "allowMoves",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::rules::{KOMI, RULES};
    use crate::board::rules::HandicapBonus;

    fn parse(text: &str) -> Result<Parsed, FieldError> {
        let value: Value = serde_json::from_str(text).unwrap();
        Query::parse(value.as_object().unwrap(), "q", &KataParams::default())
    }

    /// A small query with more fields, or with others in place of its own.
    fn with(fields: &str) -> Result<Parsed, FieldError> {
        let mut value: Value = serde_json::from_str(
            r#"{"moves":[["B","C3"],["W","D4"]],"rules":"chinese","boardXSize":7,"boardYSize":7}"#,
        )
        .unwrap();
        let more: Value = serde_json::from_str(fields).unwrap();
        let object = value.as_object_mut().unwrap();
        for (name, field) in more.as_object().unwrap() {
            object.insert(name.clone(), field.clone());
        }
        parse(&value.to_string())
    }

    #[test]
    fn the_documented_query() {
        let parsed = parse(
            r#"{"initialStones":[["B","Q4"],["B","C4"]],"moves":[["W","P5"],["B","P6"]],"rules":"tromp-taylor",
                "komi":7.5,"boardXSize":19,"boardYSize":19,"analyzeTurns":[0,1,2]}"#,
        )
        .unwrap();
        let query = parsed.query;
        assert!(parsed.warnings.is_empty());
        assert_eq!(query.turns, [(0, 0), (1, 0), (2, 0)]);
        let players: Vec<Color> = (0..3)
            .map(|turn| query.game(turn).unwrap().to_move())
            .collect();
        assert_eq!(players, [Color::White, Color::Black, Color::White]);
        assert_eq!(query.game(0).unwrap().n_handicap(), 2);
        assert_eq!(query.game(2).unwrap().moves().len(), 2);
    }

    #[test]
    fn what_is_left_out_has_kata_go_s_defaults() {
        let query = with("{}").unwrap().query;
        assert_eq!(query.turns, [(2, 0)]);
        assert!((query.rules.komi.points() - 7.5).abs() < 1e-12);
        assert!(query.includes.proved && !query.includes.policy);
        assert_eq!(query.filter(Color::Black), Filter::NONE);
    }

    #[test]
    fn rules_komi_and_bonus() {
        let query = with(r#"{"rules":"japanese","komi":-3,"whiteHandicapBonus":"N-1"}"#);
        let rules = query.unwrap().query.rules;
        assert_eq!(rules.komi.half_points(), -6);
        assert_eq!(rules.handicap_bonus, HandicapBonus::EachStoneButOne);
        let parts =
            r#"{"rules":{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false}}"#;
        let rules = with(parts).unwrap().query.rules;
        assert!((rules.komi.points() - 6.5).abs() < 1e-12);
        assert!(with(r#"{"whiteHandicapBonus":0}"#).is_ok());
    }

    #[test]
    fn wrong_fields_get_kata_go_s_messages() {
        for (fields, field, message) in [
            (
                r#"{"boardXSize":1}"#,
                "boardXSize",
                "Must provide an integer from 2 to 25",
            ),
            (
                r#"{"boardYSize":"9"}"#,
                "boardYSize",
                "Must provide an integer from 2 to 25",
            ),
            (
                r#"{"moves":3}"#,
                "moves",
                "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]",
            ),
            (
                r#"{"moves":[["B","Z9"]]}"#,
                "moves",
                "Could not parse board location: Z9",
            ),
            (
                r#"{"moves":[["B","C3"],["W","C3"]]}"#,
                "moves",
                "Illegal move 1: C3",
            ),
            (r#"{"rules":7}"#, "rules", RULES),
            (r#"{"komi":0.3}"#, "komi", KOMI),
            (r#"{"komi":1000}"#, "komi", KOMI),
            (
                r#"{"analyzeTurns":[3]}"#,
                "analyzeTurns",
                "Invalid turn number: 3",
            ),
            (r#"{"analyzeTurns":1}"#, "analyzeTurns", TURNS),
            (
                r#"{"priorities":[1]}"#,
                "priorities",
                "Can only specify when also specifying analyzeTurns",
            ),
            (
                r#"{"analyzeTurns":[0],"priorities":[1,2]}"#,
                "priorities",
                "Must be of matching length to analyzeTurns",
            ),
            (
                r#"{"maxVisits":0}"#,
                "maxVisits",
                "Must be an integer from 1 to 2^50",
            ),
            (
                r#"{"includePolicy":1}"#,
                "includePolicy",
                "Must be a boolean",
            ),
            (
                r#"{"initialPlayer":"red"}"#,
                "initialPlayer",
                "Must be \"b\" or \"w\"",
            ),
            (
                r#"{"overrideSettings":[]}"#,
                "overrideSettings",
                "Must be an object",
            ),
            (
                r#"{"avoidMoves":[{"player":"B"}]}"#,
                "avoidMoves",
                RESTRICTIONS,
            ),
            (
                r#"{"avoidMoves":[],"allowMoves":[]}"#,
                "allowMoves",
                "Cannot specify both allowMoves and avoidMoves",
            ),
        ] {
            let error = with(fields).map(|_| ()).unwrap_err();
            assert_eq!(
                (error.field.as_str(), error.message.as_str()),
                (field, message),
                "{fields}"
            );
        }
        let error = with(r#"{"rules":"checkers"}"#).map(|_| ()).unwrap_err();
        assert!(error.message.starts_with("Could not parse rules: "));
    }

    #[test]
    fn fields_without_effect_get_warnings() {
        let warnings = with(
            r#"{"maxVisit":3,"rootPolicyTemperature":1.2,"overrideSettings":{"maxTime":1,"foo":2}}"#,
        );
        let texts: Vec<String> = warnings
            .unwrap()
            .warnings
            .into_iter()
            .map(|warning| format!("{}: {}", warning.field, warning.message))
            .collect();
        assert_eq!(
            texts,
            [
                "maxVisit: Unexpected or unused field, do you have a typo?",
                "rootPolicyTemperature: Not supported by this engine, has no effect",
                "overrideSettings: Unknown config params: foo",
            ]
        );
    }

    #[test]
    fn kata_go_s_parameters_without_effect_are_told_from_typing_errors() {
        let parsed =
            with(r#"{"overrideSettings":{"wideRootNoise":0.04,"wideRoot":1,"maxVisits":9}}"#);
        let parsed = parsed.unwrap();
        let texts: Vec<&str> = parsed.warnings.iter().map(|it| &*it.message).collect();
        let idle = "Not supported by this engine, has no effect: wideRootNoise";
        assert_eq!(texts, [idle, "Unknown config params: wideRoot"]);
        assert_eq!(parsed.query.params.engine.max_playouts, Some(9));
    }

    #[test]
    fn moves_may_be_avoided_and_allowed() {
        let avoid = r#"{"avoidMoves":[{"player":"B","moves":["A1","pass"],"untilDepth":1}]}"#;
        let filter = with(avoid).unwrap().query.filter(Color::Black);
        assert_eq!(filter.avoid.len(), 2);
        let allow = r#"{"allowMoves":[{"player":"B","moves":["A1"],"untilDepth":5},
                                      {"player":"W","moves":["B1"],"untilDepth":5}]}"#;
        let filter = with(allow).unwrap().query.filter(Color::Black);
        assert_eq!(filter.allow.map(|moves| moves.len()), Some(1));
        assert_eq!(filter.later.len(), 2);
    }
}
