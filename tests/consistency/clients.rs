//! Every client gets the same answer to the same question with the same effort: GTP under our names and under GNU Go's,
//! the engine as a library, `tedomari read` and `tedomari batch`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tedomari::base::Budget;
use tedomari::board::{Color, Game, Komi, Point, Rules};
use tedomari::config::Settings;
use tedomari::engine::Engine;
use tedomari::engine::reading::{Answer, Effort, FindingReport, Question};
use tedomari::tsumego::{Goal, Question as LifeQuestion};

use super::positions::{Position, position};
use super::program::{LIFE_NODES, Program};

/// Positions that are asked about.
const POSITIONS: usize = 3;

/// Settings of all clients.
const SETTINGS: [&str; 3] = [
    "reader.log2_entries=14",
    "search.network=none",
    "reader.seconds=0",
];

/// What is compared: verdict, certainty, basis and first move.
type Essence = [String; 4];

/// A question about the first block of a position.
struct Asked<'a> {
    position: &'a Position,
    stone: Point,
    goal: Goal,
    player: Color,
}

impl Asked<'_> {
    const fn word(&self) -> &'static str {
        match self.goal {
            Goal::Kill => "kill",
            Goal::Live => "live",
        }
    }

    /// The position as a record.
    fn record(&self) -> String {
        let side = self.position.board.size().width();
        let mut text = format!("(;GM[1]FF[4]SZ[{side}]RU[japanese]");
        for (color, point) in &self.position.plays {
            let letter = |n: u8| char::from(b'a' + n);
            let color = if *color == Color::Black { 'B' } else { 'W' };
            let (x, y) = (letter(point.x()), letter(side - 1 - point.y()));
            write!(text, ";{color}[{x}{y}]").unwrap();
        }
        text + ")"
    }

    /// A program with the position on its board that was asked nothing yet.
    fn program(&self) -> Program {
        let mut program = Program::start_with(None, &["reader.seconds=0", "rules.name=japanese"]);
        program.ask(&format!("boardsize {}", self.position.board.size().width()));
        for (color, point) in &self.position.plays {
            program.ask(&format!("play {color} {point}"));
        }
        program
    }

    fn by_gtp(&self) -> Essence {
        let reply = self
            .program()
            .ask(&format!("tedomari-read {} {}", self.word(), self.stone));
        let words: Vec<&str> = reply.split(' ').collect();
        ["verdict", "proof", "basis", "move"].map(|key| {
            let place = words.iter().position(|word| *word == key).unwrap();
            words[place + 1].to_owned()
        })
    }

    /// The number of GNU Go.
    fn by_owl(&self) -> String {
        let name = match self.goal {
            Goal::Kill => "owl_attack",
            Goal::Live => "owl_defend",
        };
        let reply = self.program().ask(&format!("{name} {}", self.stone));
        reply.split(' ').next().unwrap().to_owned()
    }

    fn by_engine(&self) -> Essence {
        let overrides = SETTINGS.map(str::to_owned);
        let settings = Settings::load(&[], &overrides).unwrap();
        let rules = Rules {
            komi: Komi::from_half_points(13),
            ..Rules::named("japanese").unwrap()
        };
        let mut game = Game::new(self.position.board.size(), rules);
        for &(color, point) in &self.position.plays {
            game.play(color, tedomari::board::Move::Play(point))
                .unwrap();
        }
        let question = LifeQuestion::new(self.stone, self.goal, self.player);
        let effort = Effort::Within(Budget::nodes(LIFE_NODES));
        let answer = Engine::new(settings.engine).answer(&game, &Question::Life(question), &effort);
        let Answer::Claim(finding) = answer.unwrap() else {
            panic!("no status was asked");
        };
        essence(&serde_json::to_value(FindingReport::new(&finding)).unwrap())
    }

    fn by_command_line(&self) -> Essence {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sgf");
        std::fs::write(&file, self.record()).unwrap();
        let before = (self.position.plays.len() + 1).to_string();
        let (player, stone) = (self.player.to_string(), self.stone.to_string());
        let output = Command::new(env!("CARGO_BIN_EXE_tedomari"))
            .args(["read", file.to_str().unwrap(), "--json", "--seconds", "100"])
            .args(["--nodes", &LIFE_NODES.to_string(), "--move", &before])
            .args([
                "--target",
                &stone,
                "--goal",
                self.word(),
                "--to-move",
                &player,
            ])
            .args(SETTINGS.iter().flat_map(|setting| ["--set", setting]))
            .output()
            .unwrap();
        essence(&serde_json::from_slice(&output.stdout).unwrap())
    }

    fn by_batch(&self) -> Essence {
        let job = json!({
            "id": 1, "kind": "read", "sgf": self.record(), "to_move": self.player.to_string(),
            "options": {
                "target": [self.stone.to_string()], "goal": self.word(), "nodes": LIFE_NODES,
                "move": self.position.plays.len() + 1, "seconds": 100,
            },
        });
        let mut child = Command::new(env!("CARGO_BIN_EXE_tedomari"))
            .arg("batch")
            .args(SETTINGS.iter().flat_map(|setting| ["--set", setting]))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        writeln!(child.stdin.take().unwrap(), "{job}").unwrap();
        let output = child.wait_with_output().unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        essence(&answer["result"])
    }
}

/// What is compared of an answer in JSON.
fn essence(answer: &Value) -> Essence {
    ["verdict", "proof", "basis", "move"].map(|key| {
        let text = answer[key].as_str();
        text.unwrap_or_else(|| panic!("{key}: {answer}")).to_owned()
    })
}

#[test]
fn every_client_gets_the_same_answer() {
    let mut n_estimates = 0;
    for number in 0..POSITIONS {
        let position = position(2000 + number);
        let (stone, _) = position.pairs[0];
        let owner = position.board.color(stone).unwrap();
        for goal in [Goal::Kill, Goal::Live] {
            let player = goal.player(owner);
            let asked = Asked {
                position: &position,
                stone,
                goal,
                player,
            };
            let first = asked.by_gtp();
            let others = [asked.by_engine(), asked.by_command_line(), asked.by_batch()];
            for other in others {
                assert_eq!(first, other, "{goal:?} {stone}\n{}", position.board);
            }
            let numbers: &[&str] = match first[0].as_str() {
                "achieved" => &["1"],
                "ko" => &["2", "3"],
                "refuted" => &["0"],
                "seki" if goal == Goal::Kill => &["0"],
                "seki" => &["1"],
                // What stayed open is no success.
                _ => &["0"],
            };
            let number = asked.by_owl();
            assert!(numbers.contains(&number.as_str()), "{number} {first:?}");
            n_estimates += usize::from(first[1] == "estimated");
        }
    }
    // Proofs alone would show little.
    assert!(n_estimates > 0);
}
