//! Every client gets the same answer to the same question with the same effort: GTP under our names and under GNU Go's,
//! the engine as a library, `tedomari read`, `tedomari batch`, the page and the analysis engine.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tedomari::base::Budget;
use tedomari::board::{Color, Game, Komi, Point, Rules};
use tedomari::config::Settings;
use tedomari::engine::Engine;
use tedomari::engine::reading::{Answer, Effort, FindingReport, LinkGoal, Question};
use tedomari::region::safety_by_windows;
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
        self.gtp(&format!("{} {}", self.word(), self.stone))
    }

    /// The answer to a question in our own words.
    fn gtp(&self, question: &str) -> Essence {
        let reply = self.program().ask(&format!("tedomari-read {question}"));
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
        let game = game_of(self.position, rules);
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

    #[cfg(feature = "web")]
    fn by_page(&self) -> Essence {
        let stones = json!([self.stone.to_string()]);
        essence(&Page::new().ask(self.position, "japanese", self.word(), stones))
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
            let others = [
                asked.by_engine(),
                asked.by_command_line(),
                asked.by_batch(),
                #[cfg(feature = "web")]
                asked.by_page(),
            ];
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

/// A tab of the page's server.
#[cfg(feature = "web")]
struct Page {
    tab: crate::web::client::Tab,
    // It ends after the tab.
    _server: crate::web::client::TestServer,
}

#[cfg(feature = "web")]
impl Page {
    fn new() -> Self {
        let server = crate::web::client::TestServer::start(crate::web::client::Options {
            settings: SETTINGS.map(str::to_owned).to_vec(),
            ..Default::default()
        });
        Self {
            tab: server.tab(),
            _server: server,
        }
    }

    /// The position as the page sends it.
    fn game(position: &Position, rules: &str) -> Value {
        let side = position.board.size().width();
        let moves = position.plays.iter();
        let moves: Vec<_> = moves
            .map(|(color, point)| json!([color.to_string(), point.to_string()]))
            .collect();
        json!({"size": [side, side], "rules": rules, "komi": 6.5, "moves": moves})
    }

    /// The answer to a question with a side that moves first.
    fn ask(&mut self, position: &Position, rules: &str, word: &str, stones: Value) -> Value {
        let game = Self::game(position, rules);
        let fields = json!({
            "game": game, "question": word, "stones": stones, "nodes": LIFE_NODES, "seconds": 20, "explain": false,
        });
        self.tab.answer("ask", fields)["finding"].clone()
    }

    /// The points that are safe for each color.
    fn safe_points(&mut self, position: &Position, rules: &str) -> [BTreeSet<String>; 2] {
        let game = Self::game(position, rules);
        let fields = json!({"game": game, "want": ["safety"], "seconds": 20});
        let id = self.tab.send("layers", fields);
        let (_, parts) = self.tab.end_of(id);
        let safety = parts.last().unwrap();
        ["black", "white"].map(|color| {
            let kinds = ["benson", "static", "search"].map(|kind| &safety[color][kind]);
            kinds.into_iter().flat_map(names).collect()
        })
    }
}

/// The points of an array.
fn names(points: &Value) -> Vec<String> {
    let points = points.as_array().unwrap_or_else(|| panic!("{points}"));
    let text = |point: &Value| point.as_str().unwrap().to_owned();
    points.iter().map(text).collect()
}

/// Two blocks of one color, by a stone each.
fn two_blocks(position: &Position) -> Option<(Point, Point)> {
    Color::BOTH.into_iter().find_map(|color| {
        let mut heads = position.board.first_stones(color).into_iter();
        heads.next().zip(heads.next())
    })
}

/// A game with the plays of a position.
fn game_of(position: &Position, rules: Rules) -> Game {
    let mut game = Game::new(position.board.size(), rules);
    for &(color, point) in &position.plays {
        let mv = tedomari::board::Move::Play(point);
        game.play_ignoring_superko(color, mv).unwrap();
    }
    game
}

#[test]
fn every_client_gets_the_same_answer_about_a_connection() {
    let settings = Settings::load(&[], &SETTINGS.map(str::to_owned)).unwrap();
    #[cfg(feature = "web")]
    let mut page = Page::new();
    let mut n_compared = 0;
    for number in 0..2 * POSITIONS {
        let position = position(2000 + number);
        let Some((first, second)) = two_blocks(&position) else {
            continue;
        };
        let rules = Rules {
            komi: Komi::from_half_points(13),
            ..Rules::named("japanese").unwrap()
        };
        let game = game_of(&position, rules);
        for (goal, word, name) in [
            (LinkGoal::Connect, "connect", "connect"),
            (LinkGoal::Cut, "cut", "disconnect"),
        ] {
            let blocks = (first, second);
            let by_engine = |effort: Effort| {
                let question = Question::Link { blocks, goal };
                let mut engine = Engine::new(settings.engine.clone());
                let Answer::Claim(found) = engine.answer(&game, &question, &effort).unwrap() else {
                    panic!("no status was asked");
                };
                essence(&serde_json::to_value(FindingReport::new(&found)).unwrap())
            };
            let asked = Asked {
                position: &position,
                stone: first,
                goal: Goal::Kill,
                player: Color::Black,
            };
            let by_gtp = asked.gtp(&format!("{word} {first} {second}"));
            let usual = by_engine(Effort::Usual(Budget::unlimited()));
            assert_eq!(by_gtp, usual, "{word} {blocks:?}\n{}", position.board);
            let number = asked.program().ask(&format!("{name} {first} {second}"));
            let fits: &[&str] = match usual[0].as_str() {
                "achieved" => &["1"],
                "ko" => &["2", "3"],
                "refuted" => &["0"],
                _ => &["?", "0"],
            };
            assert!(
                fits.iter().any(|fit| number.starts_with(fit)),
                "{number} {usual:?}"
            );
            #[cfg(feature = "web")]
            {
                let stones = json!([first.to_string(), second.to_string()]);
                let by_page = essence(&page.ask(&position, "japanese", word, stones));
                let bounded = by_engine(Effort::Within(Budget::nodes(LIFE_NODES)));
                assert_eq!(by_page, bounded, "{word} {blocks:?}\n{}", position.board);
            }
            n_compared += 1;
        }
    }
    assert!(n_compared >= POSITIONS);
}

/// The answer of the analysis engine about the last position.
fn analyzed(position: &Position) -> Value {
    let side = position.board.size().width();
    let letter = |color: Color| if color == Color::Black { "B" } else { "W" };
    let moves = position.plays.iter();
    let moves: Vec<_> = moves
        .map(|(color, point)| json!([letter(*color), point.to_string()]))
        .collect();
    let query = json!({
        "id": "a", "moves": moves, "rules": position.rules, "boardXSize": side, "boardYSize": side, "maxVisits": 2,
    });
    let mut child = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .arg("analysis")
        .args(SETTINGS.iter().flat_map(|setting| ["--set", setting]))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{query}").unwrap();
    let output = child.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["proved"]["settled"].clone()
}

#[test]
fn what_is_proved_is_the_same_for_every_client() {
    #[cfg(feature = "web")]
    let mut page = Page::new();
    let mut n_points = 0;
    // Some of these games have positions that may come back under superko, so that safety by answers is no proof.
    let mut n_withheld = 0;
    for number in 0..4 * POSITIONS {
        let position = position(number);
        let settled = analyzed(&position);
        let mut program = Program::start_with(None, &["reader.seconds=0"]);
        program.ask(&format!("boardsize {}", position.board.size().width()));
        program.ask(&format!("kata-set-rules {}", position.rules));
        for (color, point) in &position.plays {
            program.ask(&format!("play {color} {point}"));
        }
        #[cfg(feature = "web")]
        let by_page = page.safe_points(&position, position.rules);
        for (n, color) in Color::BOTH.into_iter().enumerate() {
            let by_gtp = program.ask(&format!("go_safe search {color}"));
            let by_gtp: BTreeSet<String> = by_gtp.split(' ').skip(1).map(str::to_owned).collect();
            let by_analysis: BTreeSet<String> =
                names(&settled[["B", "W"][n]]).into_iter().collect();
            let about = || format!("{number} {color} {}\n{}", position.rules, position.board);
            assert_eq!(by_gtp, by_analysis, "{}", about());
            #[cfg(feature = "web")]
            assert_eq!(by_gtp, by_page[n], "{}", about());
            n_points += by_gtp.len();
            let by_answers = safety_by_windows(&position.board, 20_000, &mut nodes(), &mut nodes());
            n_withheld += usize::from(by_answers.safe(color).len() > by_gtp.len());
        }
    }
    assert!(
        n_points > POSITIONS && n_withheld > 0,
        "{n_points} {n_withheld}"
    );
}

fn nodes() -> Budget {
    Budget::nodes(800_000)
}
