//! No answer depends on earlier questions: a command answers in a fresh program as it does after any other questions
//! about the same position, except that what was open or estimated may have become a proof.
//!
//! `TEDOMARI_HISTORY_POSITIONS` sets the number of positions, `TEDOMARI_HISTORY_FIRST` the number of the first one, and
//! `TEDOMARI_CONSISTENCY_PROGRAM` names another program to test: the differences are then printed, and do not fail the
//! test.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write as _};

use tedomari::base::Rng;
use tedomari::board::Point;

use super::positions::{Position, position};
use super::program::Program;

/// Positions of a usual run.
const POSITIONS: usize = 3;

/// Questions before the one that is compared.
const BEFORE: usize = 5;

/// Questions compared in each position, after so many others each.
const COMPARED: usize = 16;

/// How two answers to the same question differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// An answer that was open or an estimate has become a proof, or proved bounds have become closer.
    Proved,
    /// Anything else.
    Other,
}

/// Without a clock for reading, and with searches that are short.
const SETTINGS: [&str; 4] = [
    "reader.seconds=0",
    "policy.regression_playouts=40",
    "exact.nodes=2000",
    "endgame.region_nodes=2000",
];

/// Questions that leave proofs and searches behind. Their own answers hang on the clock, go on with what is known, or
/// show what is proved by now.
fn others(position: &Position) -> Vec<String> {
    let searches = [
        "tedomari-territory_gfx",
        "tedomari-search_moves b",
        "tedomari-search_variation w",
        "tedomari-search_ownership b",
    ];
    let mut lines: Vec<String> = searches.map(str::to_owned).to_vec();
    for (stone, _) in &position.pairs {
        for name in [
            "tedomari-read kill",
            "tedomari-read live",
            "tedomari-read status",
            "tedomari-read_moves kill",
            "tedomari-read_moves live",
        ] {
            lines.push(format!("{name} {stone} 0.1"));
        }
    }
    lines
}

/// All questions about a position that have an answer without a clock.
fn questions(position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = [
        "final_score",
        "final_status_list dead",
        "final_status_list alive",
        "final_status_list seki",
        "final_status_list black_territory",
        "final_status_list white_territory",
        "final_status_list dame",
        "tedomari-unfinished",
        "tedomari-final_reasons",
        "tedomari-score_estimate",
        "tedomari-likely_owners",
        "estimate_score",
        "go_safe benson",
        "go_safe static",
        "go_safe search",
        "go_safe_dame_static",
        "go_safe_winner",
        "static_score tromp_taylor_score",
        "tedomari-supports b",
        "tedomari-supports w",
        "tedomari-safe_pairs b",
        "tedomari-safe_pairs w",
        "tedomari-safe_proof b",
        "tedomari-safe_proof w",
        "dragon_status",
        "dragon_stones",
        "dragon_stones w",
        "combination_attack b",
        "combination_attack w",
        "combination_defend b",
        "combination_defend w",
        "tedomari-regions",
        "tedomari-regions assume-safe",
        "tedomari-regions_gfx",
        "tedomari-endgame_score b",
        "tedomari-endgame_score w",
        "tedomari-endgame_moves b",
        "tedomari-endgame_moves w",
        "reg_genmove b",
        "reg_genmove w",
        "top_moves",
        "top_moves_black",
        "top_moves_white",
        "all_move_values",
        "move_probabilities",
        "move_uncertainty",
        "new_score",
        "tedomari-exact_value b 2000",
        "tedomari-exact_value w 2000",
        "tedomari-exact_moves b 2000",
        "tedomari-exact_moves w 2000",
    ]
    .map(str::to_owned)
    .to_vec();
    for &(stone, enemy) in &position.pairs {
        for name in [
            "owl_attack",
            "owl_defend",
            "dragon_status",
            "dragon_data",
            "worm_data",
            "attack",
            "defend",
            "go_ladder",
            "go_static_ladder",
            "unconditional_status",
            "final_status",
            "dragon_stones",
            "worm_stones",
            "tedomari-goals",
        ] {
            lines.push(format!("{name} {stone}"));
        }
        for goal in ["kill", "live"] {
            lines.push(format!("tedomari-goals {stone} {goal}"));
            lines.push(format!("tedomari-goals_gfx {stone} {goal}"));
        }
        for (own, other) in [(stone, enemy), (enemy, stone)] {
            lines.push(format!("analyze_semeai {own} {other}"));
            if let Some((color, point)) = position.excursion {
                let words = format!("{color} {point} {own} {other}");
                lines.push(format!("analyze_semeai_after_move {words}"));
            }
        }
        let board = &position.board;
        let near = board.stones(stone).flat_map(Point::neighbors);
        if let Some(empty) = { near }.find(|&point| board.is_empty(point)) {
            for name in [
                "owl_does_attack",
                "owl_does_defend",
                "does_attack",
                "does_defend",
            ] {
                lines.push(format!("{name} {empty} {stone}"));
            }
            for name in [
                "eval_eye",
                "unconditional_status",
                "final_status",
                "move_reasons",
                "tedomari-region_value",
            ] {
                lines.push(format!("{name} {empty}"));
            }
            for name in ["break_in", "block_off"] {
                lines.push(format!("{name} {stone} {empty}"));
            }
            let color = board.color(stone).unwrap();
            lines.push(format!("restricted_genmove {color} {empty} pass"));
        }
    }
    if let [(first, _), (second, _)] = position.pairs[..]
        && position.board.color(first) == position.board.color(second)
    {
        for name in [
            "connect",
            "disconnect",
            "same_dragon",
            "attack_either",
            "defend_both",
        ] {
            lines.push(format!("{name} {first} {second}"));
        }
    }
    lines
}

/// A program with a position on its board.
fn program_with(position: &Position, file: Option<&str>) -> Program {
    let mut program = Program::start_with(file, &SETTINGS);
    program.ask(&format!("boardsize {}", position.board.size().width()));
    program.ask(&format!("kata-set-rules {}", position.rules));
    for (color, point) in &position.plays {
        program.ask(&format!("play {color} {point}"));
    }
    program
}

/// An answer without what it cost.
fn essence(answer: &str) -> String {
    let mut words = answer.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if word == "nodes" || word == "seconds" {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// Whether a line of an answer is called proved.
fn is_proof(line: &str) -> bool {
    line.contains("proof proven")
        || line.contains("(proved")
        || line.contains(": known")
        || line.contains("confidence 1.00")
}

/// Bounds of a score in points from Black's view, as exact values are printed: `W+25 to B+0.5`, or one score.
fn bounds(line: &str) -> Option<(f64, f64)> {
    let score = |text: &str| {
        let (winner, points) = text.split_once('+').unwrap_or(("B", text));
        let points: f64 = points.parse().ok()?;
        match winner {
            "B" => Some(points),
            "W" => Some(-points),
            _ => None,
        }
    };
    let line = line.trim_start_matches("= ");
    let (least, most) = line.split_once(" to ").unwrap_or((line, line));
    Some((score(least)?, score(most)?))
}

/// Whether both lines are proved bounds, and those after other questions lie within the fresh ones.
fn is_closer(fresh: &str, after: &str) -> bool {
    let (Some(fresh), Some(after)) = (bounds(fresh), bounds(after)) else {
        return false;
    };
    fresh.0 < fresh.1 && fresh.0 <= after.0 && after.0 <= after.1 && after.1 <= fresh.1
}

#[test]
fn bounds_that_become_closer_are_no_other_answer() {
    assert_eq!(
        change("= W+25 to W+1", "= W+25 to W+14"),
        Some(Change::Proved)
    );
    assert_eq!(change("= W+2 to B+1", "= 0"), Some(Change::Proved));
    for (fresh, after) in [
        ("= W+25 to W+14", "= W+25 to W+1"),
        ("= B+1", "= B+2"),
        ("= W+2 to B+1", "= B+3"),
    ] {
        assert_eq!(
            change(fresh, after),
            Some(Change::Other),
            "{fresh}, {after}"
        );
    }
}

/// Commands about a block whose answers do not mark proofs.
const UNMARKED: [&str; 20] = [
    "owl_attack",
    "owl_defend",
    "owl_does_attack",
    "owl_does_defend",
    "dragon_status",
    "dragon_data",
    "worm_data",
    "attack",
    "defend",
    "does_attack",
    "does_defend",
    "analyze_semeai",
    "analyze_semeai_after_move",
    "attack_either",
    "defend_both",
    "dragon_stones",
    "move_reasons",
    "tedomari-goals",
    "tedomari-goals_gfx",
    "tedomari-read_moves",
];

/// Whether something is proved about the fate of the blocks that a changed answer of such a command is about: of those
/// named in the command, or in the lines that have changed.
fn rests_on_proof(program: &mut Program, command: &str, fresh: &str, after: &str) -> bool {
    let mut words = command.split(' ');
    if !words.next().is_some_and(|name| UNMARKED.contains(&name)) {
        return false;
    }
    let mut stones: Vec<Point> = words.filter_map(|word| word.parse().ok()).collect();
    let changed = fresh.lines().zip(after.lines()).filter(|(a, b)| a != b);
    if stones.is_empty() {
        let heads = changed.filter_map(|(line, _)| line.trim_start_matches("= ").split(':').next());
        stones.extend(heads.filter_map(|head| head.parse::<Point>().ok()));
    }
    stones.iter().any(|stone| {
        ["kill", "live"].iter().any(|goal| {
            let answer = program.response(&format!("tedomari-read {goal} {stone} 0.001"));
            answer.contains("proof proven")
        })
    })
}

/// How the answer `after` other questions differs from the `fresh` one, if it does.
fn change(fresh: &str, after: &str) -> Option<Change> {
    let (fresh, after) = (essence(fresh), essence(after));
    if fresh == after {
        return None;
    }
    let is_proved = fresh.lines().count() == after.lines().count()
        && fresh.lines().zip(after.lines()).all(|(fresh, after)| {
            fresh == after || !is_proof(fresh) && is_proof(after) || is_closer(fresh, after)
        });
    Some(if is_proved {
        Change::Proved
    } else {
        Change::Other
    })
}

/// Compares answers about one position, and collects the differences by command.
fn compare(
    number: usize,
    file: Option<&str>,
    found: &mut BTreeMap<(Change, String), Vec<String>>,
) -> usize {
    let position = position(number);
    let mut rng = Rng::new(52, number);
    let mut lines = questions(&position);
    rng.shuffle(&mut lines);
    let all: Vec<String> = lines.iter().cloned().chain(others(&position)).collect();
    let mut n_compared = 0;
    for compared in lines.iter().take(COMPARED) {
        let fresh = program_with(&position, file).response(compared);
        let mut program = program_with(&position, file);
        let mut before = Vec::new();
        for _ in 0..BEFORE {
            let line = &all[rng.index(all.len())];
            program.response(line);
            before.push(line.as_str());
        }
        let after = program.response(compared);
        n_compared += 1;
        if let Some(mut change) = change(&fresh, &after) {
            if rests_on_proof(&mut program, compared, &fresh, &after) {
                change = Change::Proved;
            }
            let command = compared.split(' ').next().unwrap_or_default().to_owned();
            let text = format!(
                "{}\nfirst {}\n{compared}\n  fresh: {fresh}\n  then:  {after}",
                position.board,
                before.join("; ")
            );
            found.entry((change, command)).or_default().push(text);
        }
    }
    n_compared
}

#[test]
fn no_answer_depends_on_earlier_questions() {
    let n_positions =
        env::var("TEDOMARI_HISTORY_POSITIONS").map_or(POSITIONS, |number| number.parse().unwrap());
    let file = env::var("TEDOMARI_CONSISTENCY_PROGRAM").ok();
    let mut found = BTreeMap::new();
    let first = env::var("TEDOMARI_HISTORY_FIRST").map_or(1000, |number| number.parse().unwrap());
    let numbers = first..first + n_positions;
    let compared = numbers.map(|number| compare(number, file.as_deref(), &mut found));
    let n_compared: usize = compared.sum();
    let mut report = String::new();
    for ((change, command), texts) in &found {
        report.push_str(&format!(
            "{change:?} {command}: {} differences\n",
            texts.len()
        ));
    }
    let is_other = |(change, _): &&(Change, String)| *change == Change::Other;
    for key in found.keys().filter(is_other) {
        for text in found[key].iter().take(3) {
            report.push_str(&format!("\n{text}\n"));
        }
    }
    if env::vars().any(|(name, _)| name.starts_with("TEDOMARI_HISTORY_")) {
        writeln!(io::stderr(), "{n_compared} answers compared\n{report}").unwrap();
    }
    assert!(
        file.is_some() || !found.keys().any(|key| is_other(&key)),
        "{n_compared} answers compared\n{report}"
    );
}
