//! What is known about a goal without hypothesizing moves: the leaves of goal graphs.

use super::goal::{Evidence, Goal, Value};
use super::rules::GoalKind;
use super::state::{Core, ENOUGH_EYES, Link, Standing, State};
use tedomari_board::{Point, PointSet};

/// The value of a goal, if it needs no look at other goals.
pub(super) fn value_of(state: &State<'_>, goal: Goal) -> Value {
    match (goal.kind, goal.other) {
        (GoalKind::Save, _) => save(state, goal.object),
        (GoalKind::Capture, _) => save(state, goal.object).negated(),
        (GoalKind::Connect, Some(other)) => connect(state, goal.object, other),
        (GoalKind::Sever, Some(other)) => connect(state, goal.object, other).negated(),
        (GoalKind::Connect | GoalKind::Sever, None) => Value::Unknown,
    }
}

/// Whether a block may live by eyes and room of its core, or by a move that saves it from a short fight: false means
/// that it needs other blocks.
pub(super) fn can_live_alone(state: &State<'_>, stone: Point) -> bool {
    if state
        .core(stone)
        .is_some_and(|core| core.n_eyes.most >= ENOUGH_EYES)
    {
        return true;
    }
    matches!(
        state.standing(stone),
        Standing::InDanger {
            rescue: Some(_),
            ..
        }
    )
}

fn save(state: &State<'_>, stone: Point) -> Value {
    let Some(color) = state.board().color(stone) else {
        return Value::False(Evidence::Board);
    };
    if state.safe_stones(color).contains(stone) {
        return Value::True(Evidence::Safety);
    }
    match state.standing(stone) {
        Standing::Lost { is_proved: true } => return Value::False(Evidence::Capture),
        Standing::Lost { is_proved: false } => return Value::False(Evidence::Fight),
        Standing::InDanger { .. } => return Value::Unknown,
        Standing::Steady => {}
    }
    match state.core(stone) {
        Some(core) if core.n_eyes.least >= ENOUGH_EYES => Value::True(eyes_or_room(&core)),
        Some(core) if core.n_eyes.most < ENOUGH_EYES => race_of(state, stone),
        Some(_) | None => Value::Unknown,
    }
}

/// What races with blocks that touch it, and can't live alone either, make of a block that can't live alone.
fn race_of(state: &State<'_>, stone: Point) -> Value {
    let Some(color) = state.board().color(stone) else {
        return Value::Unknown;
    };
    let stones: PointSet = state.board().stones(stone).collect();
    let rivals = state.names_of(color.opponent(), &stones.spread());
    let mut rivals = rivals
        .into_iter()
        .filter(|&rival| !can_live_alone(state, rival));
    let decided = rivals.find_map(|rival| {
        if state.race(stone, rival) == Some(true) {
            return Some(Value::True(Evidence::Race));
        }
        (state.race(rival, stone) == Some(true)).then_some(Value::False(Evidence::Race))
    });
    decided.unwrap_or(Value::Unknown)
}

fn eyes_or_room(core: &Core) -> Evidence {
    let in_spaces: u8 = core.eyes.iter().map(|space| space.least).sum();
    if in_spaces >= ENOUGH_EYES {
        Evidence::Eyes
    } else {
        Evidence::Room
    }
}

fn connect(state: &State<'_>, one: Point, other: Point) -> Value {
    match state.link(one, other) {
        Some(Link::Joined) => Value::True(Evidence::Link),
        Some(Link::Apart) => Value::False(Evidence::Link),
        Some(Link::Open { .. }) => Value::Unknown,
        None => Value::False(Evidence::Board),
    }
}
