//! The status of each block.

use std::time::{Duration, Instant};

use crate::base::Budget;
use crate::board::{Color, Game, Point};
use crate::calibration::Confidence;
use crate::engine::SafetyKind;
use crate::engine::reading::{Effort, Fate, StatusFinding};
use crate::safety::SafetyMap;
use crate::web::message::{GroupStatusText, Groups, Hue, Layers, PointText, Trust};
use crate::web::tab::{Caller, Tab};

/// Time between two reports while blocks are read.
const INTERVAL: Duration = Duration::from_millis(250);

/// Least time for the reading of a block, in seconds: less time finds nothing.
const LEAST_SECONDS: f64 = 0.02;

/// Sends the status of each block by static proofs.
pub(super) fn known(tab: &mut Tab, game: &Game, caller: &Caller) {
    caller.progress(&Layers::Groups(Groups {
        groups: proved(tab, game, None),
        is_final: false,
    }));
}

/// Reads the blocks about which nothing is proved, the largest first, and sends what is known now and then.
pub(super) fn read_all(tab: &mut Tab, game: &Game, limits: &Budget, caller: &Caller) {
    let mut groups = proved(tab, game, Some(limits));
    let mut order: Vec<usize> = (0..groups.len())
        .filter(|&n| groups[n].trust == Trust::Open)
        .collect();
    order.sort_by_key(|&n| std::cmp::Reverse(groups[n].stones.len()));
    let n_open = order.len();
    let mut last_report = Instant::now();
    for (n_read, number) in order.into_iter().enumerate() {
        let now = Instant::now();
        let left = limits.time_left().unwrap_or(Duration::ZERO);
        // Time that one block leaves is shared by the others.
        let n_left = u32::try_from(n_open - n_read).unwrap_or(u32::MAX);
        let share = (left / n_left).max(Duration::from_secs_f64(LEAST_SECONDS));
        if limits.check().is_err() {
            break;
        }
        let group = &mut groups[number];
        let Some(&PointText(head)) = group.stones.first() else {
            continue;
        };
        let effort = Effort::until(now + share, limits);
        let mut reading = tab.engine.reading_of(game, limits.clone());
        if let Ok(status) = reading.status(head, &effort) {
            *group = GroupStatusText {
                stones: std::mem::take(&mut group.stones),
                ..read(head, group.color.0, &status)
            };
        }
        if last_report.elapsed() >= INTERVAL {
            last_report = Instant::now();
            caller.live(&Layers::Groups(Groups {
                groups: groups.clone(),
                is_final: false,
            }));
        }
    }
    caller.progress(&Layers::Groups(Groups {
        groups,
        is_final: true,
    }));
}

/// Each block with what is proved of it: by static rules, and within limits by local search.
fn proved(tab: &mut Tab, game: &Game, limits: Option<&Budget>) -> Vec<GroupStatusText> {
    let board = game.board();
    let searched = limits.map(|limits| tab.engine.safe_points_of_within(game, limits));
    let benson = tab.engine.safe_points(board, SafetyKind::Unconditional);
    let by_rules = tab.engine.safe_points_of(game, SafetyKind::Static);
    let mut groups = Vec::new();
    for color in Color::BOTH {
        for head in board.first_stones(color) {
            // A stone on a point of its own territory need not live: only safe stones do.
            let is_dead = |map: &SafetyMap| map.territory[color.opponent()].contains(head);
            let is_safe = |map: &SafetyMap| map.stones[color].contains(head);
            let (status, basis) = if is_safe(&benson) {
                ("alive", Some("two eyes (Benson)"))
            } else if is_safe(&by_rules) {
                ("alive", Some("safe by static rules"))
            } else if searched.as_ref().is_some_and(is_safe) {
                ("alive", Some("safe by local search"))
            } else if is_dead(&by_rules) || searched.as_ref().is_some_and(is_dead) {
                ("dead", Some("in safe territory of the other side"))
            } else {
                ("open", None)
            };
            groups.push(GroupStatusText {
                stones: board.stones(head).map(PointText).collect(),
                color: Hue(color),
                status,
                trust: basis.map_or(Trust::Open, |_| Trust::Proved),
                confidence: basis.map_or(Confidence::NONE, |_| Confidence::PROOF),
                basis: basis.unwrap_or("nothing"),
                kill: None,
                live: None,
                sentence: match basis {
                    Some(basis) => {
                        format!("The {color} block of {head} is {status} (proved: {basis}).")
                    }
                    None => format!("The {color} block of {head} is not settled without reading."),
                },
            });
        }
    }
    groups
}

/// The entry of a block by reading.
fn read(head: Point, color: Color, status: &StatusFinding) -> GroupStatusText {
    let fate = status.fate;
    let trust = match fate {
        Fate::Unknown => Trust::Open,
        Fate::Alive | Fate::Seki | Fate::Dead | Fate::Critical => Trust::of(status.is_proven()),
    };
    let is_critical = fate == Fate::Critical;
    let point = |mv: Option<Point>| mv.filter(|_| is_critical).map(PointText);
    GroupStatusText {
        stones: Vec::new(),
        color: Hue(color),
        status: if trust == Trust::Open {
            "open"
        } else {
            fate.name()
        },
        trust,
        confidence: status.confidence(),
        basis: status.basis().name(),
        kill: point(status.kill.first()),
        live: point(status.live.first()),
        sentence: crate::web::sentences::status(head, color, status),
    }
}
