//! The analysis engine: KataGo's documented queries, and what its clients rely on.

use std::io::Cursor;
use std::path::Path;

use serde_json::{Value, json};
use tedomari::analysis::{AnalysisParams, Course, query_of_game, serve};
use tedomari::board::game::Start;
use tedomari::board::{Color, Game, Move, Rules, Size};
use tedomari::draw::picture::Panel;
use tedomari::engine::EngineParams;
use tedomari::intuition::NetworkSource;
use tedomari::katago::{KataParams, Perspective, Reporting};

/// The query of KataGo's documentation.
const DOCUMENTED: &str = concat!(
    r#"{"id":"foo","initialStones":[["B","Q4"],["B","C4"]],"moves":[["W","P5"],["B","P6"]],"#,
    r#""rules":"tromp-taylor","komi":7.5,"boardXSize":19,"boardYSize":19,"analyzeTurns":[0,1,2]}"#,
);

fn params(n_threads: usize) -> AnalysisParams {
    let mut engine = EngineParams {
        max_playouts: Some(40),
        ..EngineParams::default()
    };
    engine.search.stops_early = false;
    engine.search.memory_mib = 4;
    AnalysisParams {
        n_threads,
        usual: KataParams {
            engine,
            reporting: Reporting {
                perspective: Perspective::Player(Color::Black),
                ..Reporting::default()
            },
        },
        finishes: true,
    }
}

/// All answers to some lines.
fn answers_of(params: &AnalysisParams, lines: &[&str]) -> Vec<Value> {
    let input = Cursor::new(lines.join("\n"));
    let output = serve(params, input, Vec::new()).unwrap();
    let text = String::from_utf8(output).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn answers(lines: &[&str]) -> Vec<Value> {
    answers_of(&params(1), lines)
}

/// A query about a small board with some more fields.
fn small(id: &str, more: &Value) -> String {
    let mut query = json!({
        "id": id, "moves": [["B", "D4"], ["W", "C3"]], "rules": "chinese", "boardXSize": 7, "boardYSize": 7,
    });
    for (name, field) in more.as_object().unwrap() {
        query[name] = field.clone();
    }
    query.to_string()
}

/// The names of the fields of an object, sorted.
fn names(value: &Value) -> Vec<&str> {
    let object = value.as_object().unwrap();
    let mut names: Vec<&str> = object.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

fn is_chance(value: &Value) -> bool {
    value
        .as_f64()
        .is_some_and(|value| (0.0..=1.0).contains(&value))
}

#[test]
fn the_documented_query_has_the_documented_answers() {
    let mut answers = answers(&[DOCUMENTED]);
    answers.sort_by_key(|answer| answer["turnNumber"].as_u64());
    assert_eq!(answers.len(), 3);
    for (turn, answer) in answers.iter().enumerate() {
        assert_eq!(
            names(answer),
            [
                "id",
                "isDuringSearch",
                "moveInfos",
                "proved",
                "rootInfo",
                "turnNumber"
            ]
        );
        assert_eq!(
            (&answer["id"], &answer["turnNumber"]),
            (&json!("foo"), &json!(turn))
        );
        assert_eq!(answer["isDuringSearch"], false);
        let root = &answer["rootInfo"];
        assert_eq!(root["currentPlayer"], ["W", "B", "W"][turn]);
        assert_eq!(root["visits"], 40);
        for name in ["scoreLead", "scoreSelfplay", "scoreStdev", "utility", "lcb"] {
            assert!(root[name].is_f64(), "{name}: {root}");
        }
        assert!(is_chance(&root["winrate"]));
        assert!(root["thisHash"].as_str().unwrap().len() == 32 && root["symHash"].is_string());
        for (order, info) in answer["moveInfos"].as_array().unwrap().iter().enumerate() {
            assert_eq!(info["order"], order);
            assert_eq!(info["pv"][0], info["move"]);
            assert!(
                is_chance(&info["winrate"]) && is_chance(&info["prior"]),
                "{info}"
            );
            assert!(info["visits"].is_u64() && info["edgeVisits"].is_u64());
            let numbers = [
                "lcb",
                "scoreLead",
                "scoreMean",
                "scoreSelfplay",
                "scoreStdev",
                "utility",
                "utilityLcb",
                "weight",
            ];
            for name in numbers {
                assert!(info[name].is_f64(), "{name}: {info}");
            }
            assert!(info.get("pvVisits").is_none() && info.get("ownership").is_none());
        }
    }
}

#[test]
fn everything_that_can_be_asked_for_is_there() {
    let query = small(
        "all",
        &json!({
            "includeOwnership": true, "includeOwnershipStdev": true, "includeMovesOwnership": true,
            "includeMovesOwnershipStdev": true, "includePolicy": true, "includePVVisits": true,
            "includeNoResultValue": true, "maxVisits": 60, "analysisPVLen": 2, "komi": 5,
        }),
    );
    let [answer] = answers(&[&query]).try_into().unwrap();
    let list = |value: &Value| -> Vec<f64> {
        let list = value.as_array().unwrap();
        list.iter().map(|value| value.as_f64().unwrap()).collect()
    };
    assert_eq!(list(&answer["ownership"]).len(), 49);
    assert!(
        list(&answer["ownershipStdev"])
            .iter()
            .all(|value| (0.0..=1.0).contains(value))
    );
    let policy = list(&answer["policy"]);
    let sum: f64 = policy.iter().filter(|share| **share >= 0.0).sum();
    assert!(policy.len() == 50 && (sum - 1.0).abs() < 0.01, "{sum}");
    // Row by row from the top left: the stones on D4 and C3.
    assert!((policy[3 * 7 + 3], policy[4 * 7 + 2]) == (-1.0, -1.0));
    let infos = answer["moveInfos"].as_array().unwrap();
    assert!(!infos.is_empty());
    for info in infos {
        let n_moves = info["pv"].as_array().unwrap().len();
        assert!(n_moves <= 3);
        assert_eq!(list(&info["pvVisits"]).len(), n_moves);
        assert_eq!(list(&info["pvEdgeVisits"]).len(), n_moves);
        assert_eq!(list(&info["ownership"]).len(), 49);
        assert_eq!(list(&info["ownershipStdev"]).len(), 49);
        assert_eq!(info["noResultValue"], 0.0);
    }
}

#[test]
fn values_are_those_of_the_player_asked_for() {
    let of = |word: &str| {
        let settings = json!({"overrideSettings": {"reportAnalysisWinratesAs": word}});
        let [answer] = answers(&[&small("x", &settings)]).try_into().unwrap();
        answer["rootInfo"].clone()
    };
    let (black, white, mover) = (of("BLACK"), of("WHITE"), of("SIDETOMOVE"));
    assert_eq!(black, mover);
    let number = |root: &Value, name: &str| root[name].as_f64().unwrap();
    for (name, sum) in [("winrate", 1.0), ("scoreLead", 0.0), ("utility", 0.0)] {
        let both = number(&black, name) + number(&white, name);
        assert!((both - sum).abs() < 1e-5, "{name}");
    }
}

#[test]
fn the_same_query_has_the_same_answer_whatever_came_before() {
    let query = small("same", &json!({}));
    let alone = answers(&[&query]);
    let after = answers_of(&params(2), &[DOCUMENTED, &query, &query]);
    let same: Vec<&Value> = after
        .iter()
        .filter(|answer| answer["id"] == "same")
        .collect();
    assert_eq!(same, [&alone[0], &alone[0]]);
}

#[test]
fn positions_are_taken_by_priority() {
    let order = json!({"analyzeTurns": [0, 1, 2], "priorities": [0, 5, 3], "maxVisits": 2});
    let turns: Vec<u64> = answers(&[&small("p", &order)])
        .iter()
        .map(|answer| answer["turnNumber"].as_u64().unwrap())
        .collect();
    assert_eq!(turns, [1, 2, 0]);
}

#[test]
fn moves_may_be_avoided_or_allowed() {
    let moves = |more: Value| -> Vec<String> {
        let [answer] = answers(&[&small("m", &more)]).try_into().unwrap();
        let infos = answer["moveInfos"].as_array().unwrap();
        let moves = infos
            .iter()
            .map(|info| info["move"].as_str().unwrap().to_owned());
        moves.collect()
    };
    let only = json!({"allowMoves": [{"player": "B", "moves": ["E5", "E3"], "untilDepth": 1}]});
    assert!(
        moves(only)
            .iter()
            .all(|mv| ["E5", "E3"].contains(&mv.as_str()))
    );
    let avoid = json!({"avoidMoves": [{"player": "B", "moves": ["E5"], "untilDepth": 1}], "maxVisits": 200});
    assert!(!moves(avoid).contains(&"E5".to_owned()));
}

#[test]
fn searches_report_while_they_run_and_once_at_the_end() {
    let more = json!({"reportDuringSearchEvery": 0.001, "maxVisits": 400});
    let answers = answers(&[&small("r", &more)]);
    let (last, during) = answers.split_last().unwrap();
    assert_eq!(last["isDuringSearch"], false);
    assert_eq!(last["rootInfo"]["visits"], 400);
    assert!(!during.is_empty());
    assert!(during.iter().all(|answer| answer["isDuringSearch"] == true));
}

/// What KataGo accepts is answered, with a warning where something of it is missing here.
#[test]
fn rules_and_settings_as_scripts_write_them_are_answered() {
    let rules = [
        (json!({"tax": "ALL"}), Some("the group tax")),
        (json!({"hasButton": true}), Some("the button")),
        (json!("aga-button"), Some("the button")),
        (json!("stone-scoring"), Some("the group tax")),
        (json!({"ko": "SPIGHT"}), Some("Spight's rule of ko")),
        (json!({"ko": "SIMPLE"}), None),
        (json!({"scoring": "TERRITORY", "komi": 5.5}), None),
        (json!({}), None),
        (json!("koSIMPLEscoreAREAtaxNONEsui0"), None),
        (json!("Chinese Rules"), None),
        (json!("日本"), None),
    ];
    for (rules, missing) in rules {
        let found = answers(&[&small("r", &json!({"rules": rules, "maxVisits": 2}))]);
        let (last, warnings) = found.split_last().unwrap();
        assert_eq!(last["isDuringSearch"], false, "{rules}: {found:?}");
        let told: Vec<&str> = warnings
            .iter()
            .filter_map(|it| it["warning"].as_str())
            .collect();
        assert_eq!(
            told.len(),
            usize::from(missing.is_some()),
            "{rules}: {told:?}"
        );
        assert!(
            missing.is_none_or(|part| told[0].contains(part)),
            "{told:?}"
        );
    }
    let settings = json!({"overrideSettings": {"wideRootNoise": 0.04, "maxVisits": 2}});
    let [warning, answer] = answers(&[&small("s", &settings)]).try_into().unwrap();
    let told = "Not supported by this engine, has no effect: wideRootNoise";
    assert_eq!(
        (
            warning["warning"].as_str(),
            answer["isDuringSearch"].as_bool()
        ),
        (Some(told), Some(false))
    );
}

#[test]
fn actions_are_echoed() {
    let [version, models, cleared, ended] = answers(&[
        r#"{"id":"a","action":"query_version"}"#,
        r#"{"id":"b","action":"query_models"}"#,
        r#"{"id":"c","action":"clear_cache"}"#,
        r#"{"id":"d","action":"terminate","terminateId":"none","turnNumbers":[1,2]}"#,
    ])
    .try_into()
    .unwrap();
    assert_eq!(names(&version), ["action", "git_hash", "id", "version"]);
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        models,
        json!({"id": "b", "action": "query_models", "models": []})
    );
    assert_eq!(cleared, json!({"id": "c", "action": "clear_cache"}));
    let echo =
        json!({"id": "d", "action": "terminate", "terminateId": "none", "turnNumbers": [1, 2]});
    assert_eq!(ended, echo);
}

#[test]
fn every_position_ends_with_one_answer_also_if_it_is_terminated() {
    for action in [
        r#"{"id":"end","action":"terminate","terminateId":"long"}"#,
        r#"{"id":"end","action":"terminate_all"}"#,
    ] {
        let long = json!({"maxVisits": 100_000_000, "analyzeTurns": [0, 1, 2]});
        let answers = answers(&[&small("long", &long), action]);
        let mut turns: Vec<u64> = answers
            .iter()
            .filter(|answer| answer["id"] == "long")
            .map(|answer| {
                assert_eq!(answer["isDuringSearch"], false);
                assert!(answer["noResults"] == true || answer["rootInfo"].is_object());
                answer["turnNumber"].as_u64().unwrap()
            })
            .collect();
        turns.sort_unstable();
        assert_eq!(turns, [0, 1, 2]);
        assert!(answers.iter().any(|answer| answer["id"] == "end"));
    }
    // An engine that does not finish its work at the end of the input.
    let hasty = AnalysisParams {
        finishes: false,
        ..params(1)
    };
    let long = small("long", &json!({"maxVisits": 100_000_000}));
    assert_eq!(answers_of(&hasty, &[&long]).len(), 1);
}

#[test]
fn errors_and_warnings_have_the_documented_forms() {
    let typo = small("typo", &json!({"maxVisit": 3, "maxVisits": 2}));
    let illegal = small("bad", &json!({"moves": [["B", "D4"], ["W", "D4"]]}));
    let long_line = " ".repeat(4_000_001);
    let answers = answers(&["[", "", &long_line, r#"{"id":3}"#, &illegal, &typo]);
    assert_eq!(names(&answers[0]), ["error"]);
    assert_eq!(
        answers[1],
        json!({"error": "line longer than 4000000 bytes"})
    );
    assert_eq!(
        answers[2],
        json!({"error": "Request must have a string \"id\" field"})
    );
    assert_eq!(
        answers[3],
        json!({"id": "bad", "field": "moves", "error": "Illegal move 1: D4"})
    );
    assert_eq!(names(&answers[4]), ["field", "id", "warning"]);
    assert_eq!(answers[4]["field"], "maxVisit");
    assert_eq!((&answers[5]["id"], answers.len()), (&json!("typo"), 6));
}

#[test]
fn a_network_says_what_it_thinks_without_search() {
    let mut params = params(1);
    let file = "tests/conversations/data/tiny_network.txt";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    params.usual.engine.network.source = Some(NetworkSource::File(file));
    let query = small("n", &json!({"includePolicy": true, "maxVisits": 30}));
    let models = r#"{"id":"m","action":"query_models"}"#;
    let answers = answers_of(&params, &[&query, models]);
    let find = |id: &str| answers.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(find("m")["models"][0]["internalName"], "tedomari-tiny");
    let root = &find("n")["rootInfo"];
    // The position itself is the first visit.
    assert_eq!(root["visits"], 30);
    assert!(
        is_chance(&root["rawWinrate"]) && root["rawLead"].is_f64(),
        "{root}"
    );
    assert!(root["rawStWrError"].is_f64() && root["rawVarTimeLeft"].is_f64());
    assert_eq!(find("n")["policy"].as_array().unwrap().len(), 50);
}

#[test]
fn what_is_proved_is_told() {
    let stones = |color: &str, points: &str| -> Vec<Value> {
        let points = points.split(' ');
        points.map(|point| json!([color, point])).collect()
    };
    // Two living walls on a board of 5x4, and a dead stone in White's area.
    let mut all = stones("B", "B4 B3 B2 B1 A3 E4");
    all.extend(stones("W", "C4 C3 C2 C1 D2 E2"));
    let query = json!({
        "id": "p", "initialStones": all, "initialPlayer": "B", "moves": [], "rules": "chinese", "komi": 0,
        "boardXSize": 5, "boardYSize": 4,
    });
    let [answer] = answers(&[&query.to_string()]).try_into().unwrap();
    let proved = &answer["proved"];
    let groups = proved["groups"].as_array().unwrap();
    let status = |stone: &str| {
        let group = groups.iter().find(|group| group["stone"] == stone);
        group.map(|group| group["status"].as_str().unwrap().to_owned())
    };
    assert_eq!(status("E4").as_deref(), Some("dead"), "{proved}");
    assert_eq!(status("B1").as_deref(), Some("alive"), "{proved}");
    assert!(
        proved["settled"]["B"]
            .as_array()
            .unwrap()
            .contains(&json!("A1"))
    );
    assert_eq!(proved["score"], json!(-4.0), "{proved}");
    let without = json!({"includeProved": false});
    let [answer] = answers(&[&small("w", &without)]).try_into().unwrap();
    assert!(answer.get("proved").is_none());
}

#[test]
fn a_whole_game_is_one_query_whose_answers_are_its_course() {
    let start = Start {
        stones: vec![
            (Color::Black, "C3".parse().unwrap()),
            (Color::Black, "E5".parse().unwrap()),
        ],
        n_handicap: 2,
        ..Start::empty(Size::new(7, 6).unwrap())
    };
    let rules = Rules::named("japanese").unwrap();
    let mut game = Game::from_start(start, rules).unwrap();
    game.play(Color::White, Move::Play("D4".parse().unwrap()))
        .unwrap();
    game.play(Color::Black, Move::Pass).unwrap();
    let query = query_of_game(&game);
    let found = answers_of(&params(2), &[&query]);
    assert_eq!(found.len(), 3, "{found:?}");
    for answer in &found {
        let to_move = if answer["turnNumber"] == 1 { "B" } else { "W" };
        assert_eq!(answer["rootInfo"]["currentPlayer"], to_move, "{answer}");
    }
    let text: Vec<String> = found.iter().map(Value::to_string).collect();
    let course = Course::new(&game, &text.join("\n"), Perspective::Player(Color::Black));
    let picture = course.picture("a game".to_owned());
    let [Panel::Curve(chances), Panel::Curve(leads)] = &picture.panels[..] else {
        panic!("{picture:?}");
    };
    let chance_at = |turn: usize| chances.points[turn].y / 100.0;
    for answer in &found {
        let turn = usize::try_from(answer["turnNumber"].as_u64().unwrap()).unwrap();
        let stated = answer["rootInfo"]["winrate"].as_f64().unwrap();
        assert!((stated - chance_at(turn)).abs() < 1e-9, "{answer}");
    }
    assert_eq!(leads.points.len(), 3);
}
