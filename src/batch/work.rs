//! The answer to one job.

use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Value, json};

use super::job::{Job, Kind, Options, PositionFields};
use crate::base::{Budget, CancelToken, catch_panic, counted};
use crate::board::game::Start;
use crate::board::{Color, Game, Komi, Move, Point, PointSet, Rules, Size};
use crate::config::Settings;
use crate::endgame::report::EndgameReport;
use crate::engine::Engine;
use crate::engine::reading::{Effort, FindingReport, has_fight, targets_of};
use crate::exact::proved::ValueQuestion;
use crate::exact::rules::ExactRules;
use crate::exact::shape::Shape;
use crate::exact::solve::BoardSolver;
use crate::exact::state::State;
use crate::mcts::Report;
use crate::referee::JudgementReport;
use crate::sgf::{self, LoadOptions, RecordInfo};
use crate::tsumego::{Goal, Question, owner_of};

/// Playouts of an `analyze` job that names no number.
const VISITS: u64 = 500;

/// Moves in the result of an `analyze` job at most.
const MOST_MOVES: usize = 10;

/// What works off one job after the other.
pub(super) struct Worker<'a> {
    settings: &'a Settings,
    cancel: &'a CancelToken,
    /// Time for a job that names none.
    time: Option<Duration>,
    /// The engine that searches, and keeps the network, which takes long to load.
    searching: Option<Engine>,
}

/// A position with the information in its record.
struct Position {
    game: Game,
    info: RecordInfo,
}

impl<'a> Worker<'a> {
    pub(super) const fn new(
        settings: &'a Settings,
        time: Option<Duration>,
        cancel: &'a CancelToken,
    ) -> Self {
        Self {
            settings,
            cancel,
            time,
            searching: None,
        }
    }

    /// The result of a line, and whether it succeeded.
    pub(super) fn answer(&mut self, line: &str) -> (Value, bool) {
        let begin = Instant::now();
        let job = match serde_json::from_str::<Job>(line) {
            Ok(job) => job,
            Err(error) => {
                // A line that is no job may still have a name.
                let parsed: Option<Value> = serde_json::from_str(line).ok();
                let id = parsed.and_then(|it| it.get("id").cloned());
                return (
                    failed(&id.unwrap_or_default(), None, &error.to_string()),
                    false,
                );
            }
        };
        let (id, kind) = (job.id.clone(), job.kind);
        let result = catch_panic(|| self.done(&job)).unwrap_or_else(|message| {
            self.searching = None;
            Err(anyhow!("internal error: {message}"))
        });
        match result {
            Ok((result, is_timed_out)) => {
                let seconds = begin.elapsed().as_secs_f64();
                let answer = json!({
                    "id": id, "kind": kind.name(), "ok": true, "result": result,
                    "timed_out": is_timed_out, "seconds": (seconds * 1e4).round() / 1e4,
                });
                (answer, true)
            }
            Err(error) => (failed(&id, Some(kind), &format!("{error:#}")), false),
        }
    }

    /// The answer to a job, and whether its time ran out.
    fn done(&mut self, job: &Job) -> anyhow::Result<(Value, bool)> {
        if let Some(option) = job.options.unknown_for(job.kind) {
            bail!("{} jobs do not know the option {option}", job.kind.name());
        }
        let limits = self.limits(&job.options)?;
        let result = match job.kind {
            Kind::Exact => solved(job, self.settings, limits.clone())?,
            Kind::Score => self.scored(&self.position(job)?.game, &limits)?,
            Kind::Endgame => self.taken_apart(&self.position(job)?.game, &job.options, &limits)?,
            Kind::Read => self.read(&self.position(job)?, job, &limits)?,
            Kind::Analyze => {
                let game = self.position(job)?.game;
                self.analyzed(&game, &job.options, &limits)
            }
        };
        Ok((result, limits.check().is_err()))
    }

    /// The time of a job.
    fn limits(&self, options: &Options) -> anyhow::Result<Budget> {
        let limits = Budget::unlimited().with_cancel(self.cancel);
        let time = match options.seconds {
            Some(seconds) => {
                Some(Duration::try_from_secs_f64(seconds).context("not a number of seconds")?)
            }
            None => self.time,
        };
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Ok(match end {
            Some(end) => limits.until(end),
            None => limits,
        })
    }

    fn position(&self, job: &Job) -> anyhow::Result<Position> {
        let mut position = self.recorded(job)?;
        let game = &mut position.game;
        let mut rules = *game.rules();
        if let Some(name) = &job.options.rules {
            rules = Rules::named(name)?.with_komi_of(&rules);
        }
        if let Some(komi) = job.options.komi {
            rules.komi = Komi::from_points(komi).context("komi is out of range")?;
        }
        game.set_rules(rules);
        Ok(position)
    }

    /// The position of a job, as it is recorded. A problem is read before its first move.
    fn recorded(&self, job: &Job) -> anyhow::Result<Position> {
        let fields = &job.position;
        if let (Kind::Read, None) = (job.kind, job.options.before_move) {
            let first = self.recorded_before(fields, Some(1))?;
            if has_fight(first.game.board()) {
                return Ok(first);
            }
        }
        self.recorded_before(fields, job.options.before_move)
    }

    fn recorded_before(
        &self,
        fields: &PositionFields,
        before_move: Option<usize>,
    ) -> anyhow::Result<Position> {
        let load = LoadOptions {
            rules: self.settings.rules,
            before_move,
            cancel: self.cancel.clone(),
        };
        let record = match (&fields.sgf, &fields.file, &fields.size) {
            (Some(text), None, None) => sgf::load(text, &load)?,
            (None, Some(path), None) => {
                let record = sgf::load_file(path, self.settings.max_record_bytes(), &load);
                record.map_err(|error| anyhow!("{}: {error}", path.display()))?
            }
            (None, None, Some(size)) => {
                let game = with_stones(size, fields, self.settings.rules)?;
                return Ok(Position {
                    game,
                    info: RecordInfo::default(),
                });
            }
            _ => bail!("a job has either `sgf`, or `file`, or `size` with `black` and `white`"),
        };
        if let Some(number) = before_move.filter(|&number| record.n_moves + 1 < number) {
            let moves = counted(record.n_moves, "move");
            bail!("there is no move {number}: the record has {moves}");
        }
        Ok(Position {
            game: record.game,
            info: record.info,
        })
    }

    /// An engine without results of earlier jobs. It shares the network of the one that searches.
    fn engine(&mut self) -> Engine {
        self.searching();
        Engine::new(self.settings.engine.clone())
    }

    /// The engine that keeps the network from job to job.
    fn searching(&mut self) -> &mut Engine {
        let params = &self.settings.engine;
        self.searching
            .get_or_insert_with(|| Engine::new(params.clone()))
    }

    fn scored(&mut self, game: &Game, limits: &Budget) -> anyhow::Result<Value> {
        let judgement = self.engine().judge(game, limits);
        let report = JudgementReport::new(game, &judgement);
        Ok(serde_json::to_value(report)?)
    }

    fn taken_apart(
        &mut self,
        game: &Game,
        options: &Options,
        limits: &Budget,
    ) -> anyhow::Result<Value> {
        let mut engine = self.engine();
        let endgame = if options.assume_safe == Some(true) {
            engine.endgame_assumed_safe(game, limits)?
        } else {
            engine.endgame_with_worths(game, limits)?
        };
        let report = EndgameReport::new(game, &endgame, engine.endgame_store())?;
        Ok(serde_json::to_value(report)?)
    }

    fn read(&self, position: &Position, job: &Job, limits: &Budget) -> anyhow::Result<Value> {
        let game = &position.game;
        let board = game.board();
        let to_move = match &job.position.to_move {
            Some(color) => color.parse::<Color>()?,
            None => game.to_move(),
        };
        let mut budget = limits.clone();
        if let Some(nodes) = job.options.nodes {
            budget = budget.renewed(nodes);
        }
        let (targets, found) = match &job.options.target {
            Some(names) => (points(names, board.size())?, None),
            None => {
                let found = targets_of(game, &position.info, to_move, &mut budget);
                let found = found.context("no block to read")?;
                (found.stones, Some(found))
            }
        };
        let owner = owner_of(board, &targets).context("the targets are not stones of one color")?;
        let goal = match job.options.goal.as_deref() {
            None => Goal::of(to_move, owner),
            Some("kill") => Goal::Kill,
            Some("live") => Goal::Live,
            Some(other) => bail!("{other} is neither kill nor live"),
        };
        let question = Question::new(targets, goal, to_move);
        let effort = Effort::Within(budget);
        let mut engine = Engine::for_questions(self.settings.engine.clone());
        let mut reading = engine.reading_of(game, effort.limits().clone());
        let finding = reading.life(question, &effort)?;
        let mut result = serde_json::to_value(FindingReport::new(&finding))?;
        let names: Vec<String> = targets.iter().map(|it| it.to_string()).collect();
        result["target"] = json!(names);
        result["target_from"] = json!(found.map(|it| it.source));
        if let Some(guess) = found.and_then(|it| it.guess) {
            result["guessed"] = json!(guess.to_string());
        }
        result["to_move"] = json!(to_move.to_string());
        result["nodes"] = json!(finding.n_nodes);
        Ok(result)
    }

    fn analyzed(&mut self, game: &Game, options: &Options, limits: &Budget) -> Value {
        let engine = self.searching();
        engine.new_game();
        let visits = options.visits.unwrap_or(VISITS);
        let color = game.to_move();
        let report = engine.look(game, color, &limits.renewed(visits));
        search_result(color, &report)
    }
}

/// The result of a search from the view of the side to move; scores are from Black's view.
fn search_result(color: Color, report: &Report) -> Value {
    let moves: Vec<Value> = report
        .moves
        .iter()
        .take(MOST_MOVES)
        .map(|it| {
            let line: Vec<String> = it.line.iter().map(Move::to_string).collect();
            json!({
                "move": it.mv.to_string(), "visits": it.visits, "win_rate": it.win_rate,
                "score": it.score_mean, "prior": it.prior, "line": line,
            })
        })
        .collect();
    json!({
        "to_move": color.to_string(), "win_rate": report.win_rate, "score": report.score_mean,
        "visits": report.n_playouts, "moves": moves,
    })
}

/// The result of a job that failed.
fn failed(id: &Value, kind: Option<Kind>, error: &str) -> Value {
    json!({"id": id, "kind": kind.map(Kind::name), "ok": false, "error": error})
}

/// The value of a small board under area scoring, where endless play is a draw.
fn solved(job: &Job, settings: &Settings, mut budget: Budget) -> anyhow::Result<Value> {
    let board = job.options.board.as_deref();
    let board = board.context("an exact job has the option `board`, such as 4x3")?;
    let (width, height) = sides(board)?;
    let shape = Shape::new(width, height)?;
    if let Some(nodes) = job.options.nodes {
        budget = budget.renewed(nodes);
    }
    let bytes = settings.engine.exact.memory_mib.saturating_mul(1 << 20);
    let mut solver = BoardSolver::new(shape, ExactRules::AREA, bytes);
    let question = ValueQuestion::WithDraw;
    let (proved, stop) = solver.solve(&State::EMPTY, question, &mut budget, |_, _| {});
    let (least, most) = proved.bounds(question);
    Ok(json!({
        "board": board, "least": least, "most": most,
        "not_finished": stop.map(|stop| stop.to_string()), "nodes": solver.n_nodes(),
    }))
}

/// Two numbers with an `x` between them.
fn sides<T: std::str::FromStr>(text: &str) -> anyhow::Result<(T, T)> {
    let sides = text.split_once('x');
    let sides = sides.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides
        .with_context(|| format!("`{text}` is not a board: expected columns and rows, such as 4x3"))
}

/// A game that begins with stones.
fn with_stones(size: &Value, fields: &PositionFields, rules: Rules) -> anyhow::Result<Game> {
    let size = match size {
        Value::String(text) => {
            let (width, height) = sides(text)?;
            Size::new(width, height)
        }
        Value::Number(side) => {
            let side = side.as_u64().and_then(|side| u8::try_from(side).ok());
            side.and_then(|side| Size::new(side, side))
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    let size = size.context("a board has 1 to 25 columns and rows")?;
    let mut start = Start::empty(size);
    for (color, names) in [(Color::Black, &fields.black), (Color::White, &fields.white)] {
        let points = points(names, size)?;
        start.stones.extend(points.iter().map(|at| (color, at)));
    }
    let first = fields.to_move.as_deref().map(str::parse).transpose()?;
    start.to_move = first;
    Ok(Game::from_start(start, rules)?)
}

/// Points of a board by their names.
fn points(names: &[String], size: Size) -> anyhow::Result<PointSet> {
    let point = |name: &String| {
        let point: Point = name.parse().with_context(|| name.clone())?;
        if !size.contains(point) {
            bail!("{name} is not on the board");
        }
        Ok(point)
    };
    names.iter().map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(line: &str) -> (Value, bool) {
        let settings = Settings::default();
        let cancel = CancelToken::new();
        Worker::new(&settings, None, &cancel).answer(line)
    }

    fn check(line: &str, path: &str, expected: &Value) {
        let (value, is_ok) = answer(line);
        assert!(is_ok, "{value}");
        assert_eq!(value.pointer(path), Some(expected), "{value}");
    }

    #[test]
    fn each_kind_of_job_has_its_result() {
        check(
            r#"{"id":"a","kind":"exact","options":{"board":"3x3"}}"#,
            "/result/least",
            &json!(9),
        );
        check(
            r#"{"id":1,"kind":"score","size":3,"black":["A2","B2","C2"],"options":{"komi":0.5,"rules":"chinese"}}"#,
            "/result/score",
            &json!("B+8.5"),
        );
        check(
            r#"{"id":1,"kind":"read","sgf":"(;SZ[5]AB[ba][bb]AW[aa]PL[B])","options":{"target":["A5"]}}"#,
            "/result/verdict",
            &json!("achieved"),
        );
        check(
            r#"{"id":1,"kind":"endgame","size":"3x2","black":["B1","B2"],"options":{"rules":"japanese"}}"#,
            "/result/n_points",
            &json!(6),
        );
        check(
            r#"{"id":1,"kind":"analyze","size":3,"to_move":"white","options":{"visits":20}}"#,
            "/result/to_move",
            &json!("white"),
        );
    }

    #[test]
    fn a_failed_job_is_a_result() {
        for (line, error) in [
            ("{", "EOF"),
            (r#"{"id":3,"kind":"score"}"#, "either `sgf`"),
            (r#"{"id":3,"kind":"score","sgf":"(;SZ[99])"}"#, "99"),
            (r#"{"id":3,"kind":"score","size":3,"black":["D4"]}"#, "D4"),
            (
                r#"{"id":3,"kind":"score","size":3,"options":{"visits":1}}"#,
                "visits",
            ),
            (r#"{"id":3,"kind":"exact","options":{"board":"9x9"}}"#, "30"),
        ] {
            let (value, is_ok) = answer(line);
            let text = value["error"].as_str().unwrap();
            assert!(!is_ok && text.contains(error), "{value}");
        }
        assert_eq!(answer(r#"{"id":3,"kind":"nonsense"}"#).0["id"], json!(3));
    }

    #[test]
    fn a_problem_is_read_before_its_solution_and_a_game_at_its_end() {
        // Black's three points in a row, and White's wall: as a setup with a solution, and as a game.
        let black = ["ah", "bh", "ch", "dh", "di"];
        let white = ["ag", "bg", "cg", "dg", "eg", "eh", "ei"];
        let list = |names: &[&str]| names.iter().map(|it| format!("[{it}]")).collect::<String>();
        let problem = format!(
            "(;SZ[9]PL[W]AB{}AW{};W[bi];B[ai])",
            list(&black),
            list(&white)
        );
        let moves = black.iter().map(|it| format!(";B[{it}];W[]"));
        let answers = white.iter().map(|it| format!(";B[];W[{it}]"));
        let moves: String = moves.chain(answers).collect();
        let game = format!("(;SZ[9]{moves};B[])");
        for sgf in [&problem, &game] {
            let job = json!({"id": 1, "kind": "read", "sgf": sgf, "options": {"seconds": 20}});
            check(&job.to_string(), "/result/verdict", &json!("achieved"));
            check(&job.to_string(), "/result/move", &json!("B1"));
            let (value, _) = answer(&job.to_string());
            let guess = value["result"]["guessed"].as_str().unwrap();
            assert!(guess.starts_with("kill D1: "), "{guess}");
        }
        let job = json!({"id": 1, "kind": "read", "sgf": game, "options": {"move": 99}});
        let (value, is_ok) = answer(&job.to_string());
        let error = "there is no move 99: the record has 25 moves";
        assert!(!is_ok && value["error"] == json!(error), "{value}");
    }

    #[test]
    fn a_job_has_an_end() {
        let line = r#"{"id":1,"kind":"exact","options":{"board":"5x6","seconds":0.05}}"#;
        check(line, "/timed_out", &json!(true));
    }
}
