//! Each service on small boards of our own.

use serde_json::{Value, json};

use super::client::{Options, Tab, TestServer};

fn with_tab(test: impl FnOnce(&mut Tab)) {
    let server = TestServer::start(Options::default());
    test(&mut server.tab());
}

/// Both walls have two eyes. Black's corridor of four points is open to White at E2.
fn small() -> Value {
    json!({
        "size": [8, 4], "rules": "japanese", "komi": 0.5, "to_move": "black",
        "black": ["B4", "D4", "E4", "A3", "B3", "C3", "D3", "E3", "A2", "A1", "B1", "C1", "D1", "E1"],
        "white": ["F4", "H4", "F3", "G3", "H3", "F2", "G2", "H2", "F1", "H1"]
    })
}

#[test]
fn a_page_of_another_version_is_refused() {
    let server = TestServer::start(Options::default());
    let mut tab = server.socket().unwrap();
    assert_eq!(tab.error("examples", json!({})), "version");
    assert_eq!(tab.error("hello", json!({"version": 2})), "version");
    assert_eq!(tab.error("hello", json!({})), "bad_request");
    assert_eq!(tab.error("examples", json!({})), "version");
    let hello = tab.answer("hello", json!({"version": 1}));
    assert_eq!(
        (&hello["folder"], &hello["network"], &hello["open"]),
        (&json!(false), &json!(null), &json!(null))
    );
    assert!(
        hello["rules"]
            .as_array()
            .unwrap()
            .iter()
            .any(|rules| rules["name"] == "japanese")
    );
    assert_eq!(tab.error("files", json!({})), "no_folder");
}

#[test]
fn messages_without_a_form_get_an_error() {
    with_tab(|tab| {
        for (text, id) in [
            ("{", json!(null)),
            (r#"{"id": 9}"#, json!(9)),
            ("[1]", json!(null)),
        ] {
            tab.send_text(text);
            let error = tab.next();
            assert_eq!(
                (&error["id"], &error["error"]["code"]),
                (&id, &json!("bad_request")),
                "{text}"
            );
        }
        tab.socket
            .send(tungstenite::Message::binary(vec![1, 2]))
            .unwrap();
        assert_eq!(tab.next()["error"]["code"], "bad_request");
        assert_eq!(tab.error("no_such_service", json!({})), "unknown_ask");
        let end = tab.ask(
            "position",
            json!({"game": {"size": [9, 9], "moves": [["red", "A1"]]}}),
        );
        assert_eq!(end["error"]["code"], "bad_request");
        assert!(
            end["error"]["message"].as_str().unwrap().contains("red"),
            "{end}"
        );
        assert_eq!(
            tab.error(
                "position",
                json!({"game": {"size": [9, 9], "moves": [["black", "Z1"]]}})
            ),
            "bad_game"
        );
    });
}

#[test]
fn records_become_trees_and_text_again() {
    with_tab(|tab| {
        let sgf = "(;SZ[9]KM[5.5]PB[Ann];B[ee]C[hello](;W[cc])(;W[gg]))(;SZ[5])";
        let read = tab.answer("record", json!({"sgf": sgf}));
        assert_eq!(read["n_games"], 2);
        let tree = &read["tree"];
        assert_eq!(
            (&tree["size"], &tree["info"]["black"]),
            (&json!([9, 9]), &json!("Ann"))
        );
        assert_eq!(
            tree["nodes"][1],
            json!({"parent": 0, "move": ["black", "E5"], "comment": "hello"})
        );
        assert_eq!(
            tree["nodes"][3],
            json!({"parent": 1, "move": ["white", "G3"]})
        );
        let text = tab.answer("record_text", json!({"tree": tree}))["sgf"].clone();
        let again = tab.answer("record", json!({"sgf": text}));
        assert_eq!(again["tree"]["nodes"], tree["nodes"]);
        assert_eq!(
            tab.answer("record", json!({"sgf": sgf, "number": 1}))["tree"]["size"],
            json!([5, 5])
        );
        assert_eq!(
            tab.error("record", json!({"sgf": sgf, "number": 2})),
            "bad_game"
        );
        // The same in Shift-JIS: the name is Go.
        let coded = "KDtTWls5XUNBW1NoaWZ0X0pJU11QQlqM6V0p";
        assert!(
            ["bad_game", "bad_request"]
                .contains(&tab.error("record", json!({"base64": coded})).as_str())
        );
        let coded = "KDtTWls5XUNBW1NoaWZ0X0pJU11QQluM6V0p";
        assert_eq!(
            tab.answer("record", json!({"base64": coded}))["tree"]["info"]["black"],
            "\u{7881}"
        );
        assert_eq!(tab.error("record", json!({"base64": "*"})), "bad_request");
        assert_eq!(tab.error("record", json!({})), "bad_request");
        let node = json!({"parent": null, "other": [["X", ["]B[aa"]]]});
        let tree = json!({"size": [9, 9], "komi": 0, "nodes": [node]});
        assert_eq!(tab.error("record_text", json!({"tree": tree})), "bad_game");
    });
}

#[test]
fn examples_can_be_opened() {
    with_tab(|tab| {
        let list = tab.answer("examples", json!({}));
        for example in list["examples"].as_array().unwrap() {
            let read = tab.answer("record", json!({"sgf": example["sgf"]}));
            assert_eq!(read["tree"]["warnings"], json!([]), "{}", example["name"]);
        }
    });
}

#[test]
fn the_board_knows_captures_and_kos() {
    with_tab(|tab| {
        let game = json!({
            "size": [5, 4], "black": ["B4", "A3", "B2"], "white": ["C4", "B3", "D3", "C2"], "to_move": "black",
            "moves": [["black", "C3"]]
        });
        let board = tab.answer("position", json!({"game": game}));
        assert_eq!(board["captures"], json!({"black": 1, "white": 0}));
        assert_eq!(
            (&board["ko"], &board["to_move"]),
            (&json!("B3"), &json!("white"))
        );
        assert_eq!(
            board["illegal"]["white"],
            json!([["B3", "ko"], ["A4", "suicide"]])
        );
        assert_eq!(board["kos"], json!(["C3"]));
        assert_eq!(board["last"], json!(["black", "C3"]));
        assert!(
            !board["stones"]["white"]
                .as_array()
                .unwrap()
                .contains(&json!("B3"))
        );
    });
}

#[test]
fn layers_come_one_by_one() {
    with_tab(|tab| {
        let want = json!(["safety", "groups", "regions", "ownership"]);
        let id = tab.send(
            "layers",
            json!({"game": small(), "want": want, "seconds": 1}),
        );
        let (end, parts) = tab.end_of(id);
        assert_eq!(end["answer"]["layers"], want);
        let last = |name: &str| parts.iter().rfind(|part| part["layer"] == name).unwrap();
        for name in ["safety", "groups", "regions", "ownership"] {
            assert_eq!(last(name)["is_final"], true, "{name}");
        }
        let safety = last("safety");
        let benson = safety["white"]["benson"].as_array().unwrap();
        assert!(benson.contains(&json!("F4")), "{safety}");
        let groups = last("groups")["groups"].as_array().unwrap();
        assert!(
            groups.iter().all(|group| group["trust"] == "proved"),
            "{groups:?}"
        );
        let regions = last("regions");
        assert_eq!(regions["is_exact"], true);
        let play = &regions["plays"]["black"][0];
        assert_eq!(
            (&regions["regions"][0]["trust"], &play["move"]),
            (&json!("proved"), &json!("E2"))
        );
        assert!(play["worth"].as_str().unwrap().starts_with("gote "));
        assert!(regions["given"].is_null(), "{regions}");
        assert_eq!(last("ownership")["mean"].as_array().unwrap().len(), 32);
        assert_eq!(
            tab.error("layers", json!({"game": small(), "want": ["weather"]})),
            "bad_request"
        );
    });
}

/// Two walls without eyes: nothing is proved, but both look certain. What follows is called an estimate, with what it
/// takes for granted.
#[test]
fn an_endgame_that_is_not_proved_takes_for_granted_what_looks_certain() {
    with_tab(|tab| {
        let column = |letter: char| (1..10).map(move |row| format!("{letter}{row}"));
        let mut black: Vec<String> = column('D').chain(["B5".to_owned()]).collect();
        black.retain(|name| name != "D1");
        let game = json!({
            "size": [9, 9], "rules": "japanese", "komi": 0.5, "to_move": "black",
            "black": black, "white": column('F').chain(["H5".to_owned()]).collect::<Vec<_>>()
        });
        let id = tab.send(
            "layers",
            json!({"game": game, "want": ["regions"], "seconds": 2}),
        );
        let (_, parts) = tab.end_of(id);
        let regions = parts.last().unwrap();
        assert!(regions["score"].is_null(), "{regions}");
        let given = &regions["given"];
        let facts = given["facts"].as_array().unwrap();
        assert!(!facts.is_empty(), "{regions}");
        let probability = given["probability"].as_f64().unwrap();
        assert!((0.5..1.0).contains(&probability), "{regions}");
        let plays = regions["plays"]["black"].as_array().unwrap();
        assert!(!plays.is_empty(), "{regions}");
        let all = regions["regions"].as_array().unwrap();
        assert!(
            all.iter().all(|region| region["trust"] != "proved"),
            "{regions}"
        );
    });
}

#[test]
fn the_worth_of_a_move_of_the_endgame_stands_beside_the_best_one() {
    with_tab(|tab| {
        let mut game = small();
        game["moves"] = json!([["black", "A4"]]);
        let worth = tab.answer("move_worth", json!({"game": game}));
        assert_eq!(worth["trust"], "proved");
        assert_eq!(worth["best"], "E2");
        assert_eq!(worth["worth"], "in territory");
        assert_eq!(worth["lost"], json!([2.0, 2.0]));
        assert_eq!(
            tab.error("move_worth", json!({"game": small()})),
            "bad_request"
        );
    });
}

/// A stone on a point of its own territory that the opponent can take is not called alive.
#[test]
fn a_block_on_owned_points_need_not_live() {
    with_tab(|tab| {
        let game = json!({
            "size": [6, 4], "rules": "chinese", "komi": 0.5, "to_move": "white",
            "black": ["B4", "D4", "F4", "A3", "B3", "C3", "D3", "E3", "F3", "C2", "D2", "F2", "A1", "C1", "E1", "F1"],
            "white": ["B2", "B1"]
        });
        let id = tab.send(
            "layers",
            json!({"game": game, "want": ["safety", "groups"], "seconds": 1}),
        );
        let (_, parts) = tab.end_of(id);
        let last = |name: &str| parts.iter().rfind(|part| part["layer"] == name).unwrap();
        assert!(last("safety")["black"].to_string().contains("A1"));
        let groups = last("groups")["groups"].as_array().unwrap();
        let of = |stone: &str| {
            groups
                .iter()
                .find(|group| group["stones"].as_array().unwrap().contains(&json!(stone)))
        };
        assert_ne!(of("A1").unwrap()["status"], "alive");
        assert_eq!(of("C1").unwrap()["status"], "alive");
        assert_eq!(of("B1").unwrap()["status"], "dead");
    });
}

#[test]
fn the_score_has_reasons() {
    with_tab(|tab| {
        let scored = tab.answer("score", json!({"game": small()}));
        let sum = |color: &str| scored["count"][color]["total"].as_f64().unwrap();
        let blocks = scored["blocks"].as_array().unwrap();
        assert!(
            blocks
                .iter()
                .all(|block| block["status"] == "alive" && block["trust"] == "proved")
        );
        assert_eq!(scored["trust"], "proved");
        let score = scored["score"].as_f64().unwrap();
        assert!(
            (sum("black") - sum("white") - 0.5 - score).abs() < 1e-9,
            "{scored}"
        );
    });
}

/// Black's three points in the corner, shut in: the side that moves first on B1 decides.
fn corner() -> Value {
    json!({
        "size": [7, 5], "to_move": "white",
        "black": ["A2", "B2", "C2", "D2", "D1"], "white": ["A3", "B3", "C3", "D3", "E3", "E2", "E1"]
    })
}

#[test]
fn a_question_is_answered_with_reasons_and_zone() {
    with_tab(|tab| {
        let kill = json!({"game": corner(), "question": "kill", "stones": ["A2"]});
        let answer = tab.answer("ask", kill.clone());
        let finding = &answer["finding"];
        assert_eq!(
            (&finding["verdict"], &finding["trust"]),
            (&json!("achieved"), &json!("proved")),
            "{answer}"
        );
        assert_eq!(
            (&finding["move"], &answer["can_play"]),
            (&json!("B1"), &json!(true))
        );
        assert!(finding["zone"].as_array().unwrap().contains(&json!("B1")));
        assert!(
            finding["sentence"]
                .as_str()
                .unwrap()
                .starts_with("White, moving first, kills the block of A2 by B1")
        );
        assert!(!answer["reasons"].as_array().unwrap().is_empty());
        let status = tab.answer(
            "ask",
            json!({"game": corner(), "question": "status", "stones": ["A2"]}),
        );
        assert_eq!(
            (&status["fate"], &status["live"]["move"]),
            (&json!("critical"), &json!("B1")),
            "{status}"
        );
        let goals = tab.answer(
            "goals",
            json!({"game": corner(), "stones": ["A2"], "question": "kill"}),
        );
        assert!(goals["svg"].as_str().unwrap().starts_with("<svg"));
        assert!(goals["graph"].is_object(), "{goals}");
        let cut = tab.answer(
            "ask",
            json!({"game": corner(), "question": "connect", "stones": ["A3", "E1"], "seconds": 1}),
        );
        assert_eq!(cut["finding"]["to_move"], "white");
        let race = tab.answer(
            "ask",
            json!({"game": corner(), "question": "race", "stones": ["A3", "A2"], "seconds": 1}),
        );
        assert_eq!(race["attack"], "clean", "{race}");
        for (stones, question) in [
            (json!(["G5"]), "kill"),
            (json!(["Z1"]), "kill"),
            (json!([]), "kill"),
            (json!(["A2", "A3"]), "live"),
            (json!(["A2"]), "race"),
            (json!(["A3", "E1"]), "race"),
            (json!(["A2"]), "cut"),
            (json!(["A2", "B2"]), "status"),
        ] {
            let fields = json!({"game": corner(), "question": question, "stones": stones});
            assert_eq!(
                tab.error("ask", fields),
                "bad_question",
                "{question} {stones}"
            );
        }
    });
}

#[test]
fn a_proof_answers_until_its_goal_is_reached() {
    with_tab(|tab| {
        let mut line: Vec<Value> = Vec::new();
        let mut tries = ["A1", "C1", "G5", "A1", "C1"].into_iter();
        let mut seen_outside = false;
        let last = loop {
            let fields =
                json!({"game": corner(), "question": "kill", "stones": ["A2"], "line": line});
            let step = tab.answer("proof_play", fields);
            assert_eq!(step["prover"], "white");
            if step["in_zone"] == false {
                seen_outside = true;
                assert_eq!(step["reply"], "pass");
                assert!(
                    step["sentence"]
                        .as_str()
                        .unwrap()
                        .contains("outside the zone"),
                    "{step}"
                );
            }
            if step["state"] != "going" {
                break step;
            }
            line.push(json!(["white", step["reply"]]));
            // The next try that is legal; at last a pass.
            let mv = tries.by_ref().find(|mv| {
                let mut game = corner();
                let mut moves = line.clone();
                moves.push(json!(["black", mv]));
                game["moves"] = json!(moves);
                tab.ask("position", json!({"game": game}))
                    .get("answer")
                    .is_some()
            });
            line.push(json!(["black", mv.unwrap_or("pass")]));
            assert!(line.len() < 60);
        };
        assert_eq!(last["state"], "reached", "{last}");
        assert!(seen_outside || line.len() < 6, "{line:?}");
        let wrong_turn = json!({"game": corner(), "question": "kill", "stones": ["A2"], "line": [["black", "A1"]]});
        assert_eq!(tab.error("proof_play", wrong_turn), "bad_question");
        let line = json!([["white", "B1"], ["black", "B1"]]);
        let illegal = json!({"game": corner(), "question": "kill", "stones": ["A2"], "line": line});
        let end = tab.ask("proof_play", illegal);
        assert_eq!(
            (&end["error"]["code"], &end["error"]["at"]),
            (&json!("bad_game"), &json!(2)),
            "{end}"
        );
    });
}

#[test]
fn moves_of_a_problem_are_judged() {
    with_tab(|tab| {
        let sgf = "(;SZ[7:5]PL[W]AB[ad][bd][cd][dd][de]AW[ac][bc][cc][dc][ec][ed][ee]MA[ad]C[White to kill])(;SZ[7])";
        let list = tab.answer("problems", json!({"sgf": sgf}));
        assert_eq!(list["warnings"].as_array().unwrap().len(), 1, "{list}");
        let problem = &list["problems"][0];
        assert_eq!(
            (&problem["question"], &problem["target_from"]),
            (&json!("kill"), &json!("mark")),
            "{problem}"
        );
        let [game, question, stones] = ["game", "question", "stones"].map(|key| &problem[key]);
        let fields = |line: Value| json!({"game": game, "question": question, "stones": stones, "line": line});
        let right = tab.answer("problem_move", fields(json!([["white", "B1"]])));
        assert_eq!(
            (&right["judgement"], &right["trust"]),
            (&json!("right"), &json!("proved")),
            "{right}"
        );
        let wrong = tab.answer("problem_move", fields(json!([["white", "G5"]])));
        assert_eq!(
            (&wrong["judgement"], &wrong["state"]),
            (&json!("wrong"), &json!("failed")),
            "{wrong}"
        );
        assert_eq!(wrong["reply"], "B1");
        assert_eq!(
            tab.error("problem_move", fields(json!([["black", "B1"]]))),
            "bad_question"
        );
        let all = tab.answer("problem_moves", fields(json!([])));
        let solutions: Vec<&Value> = all["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["is_solution"] == true)
            .map(|row| &row["move"])
            .collect();
        assert_eq!(solutions, [&json!("B1")], "{all}");
        let region = json!({"game": corner(), "points": ["A1", "B1", "C1", "A2", "B2"]});
        let questions = tab.answer("problem_of_region", region);
        assert_eq!(questions["questions"][0]["question"], "kill");
        assert_eq!(
            questions["questions"].as_array().unwrap().len(),
            1,
            "{questions}"
        );
    });
}

#[test]
fn a_search_makes_way_and_can_be_cancelled() {
    with_tab(|tab| {
        let game = json!({"size": [9, 9]});
        let endless = tab.send("search", json!({"game": game, "ownership": true}));
        // It runs; a question in between is answered, and the search goes on.
        while tab.next()["id"] != endless {}
        tab.answer("examples", json!({}));
        let report = tab.next();
        assert_eq!(report["id"], endless);
        let progress = &report["progress"];
        assert_eq!(progress["ownership"].as_array().unwrap().len(), 81);
        assert!(
            !progress["candidates"].as_array().unwrap().is_empty(),
            "{progress}"
        );
        // A second search ends the first one.
        let other = tab.send("search", json!({"game": game, "visits": 20}));
        let mut ends = std::collections::BTreeMap::new();
        while ends.len() < 2 {
            let message = tab.next();
            let id = message["id"].as_u64().unwrap();
            if message.get("progress").is_none() {
                ends.insert(id, message);
            }
        }
        assert_eq!(ends[&endless]["error"]["code"], "cancelled");
        assert!(
            ends[&other]["answer"]["visits"].as_u64().unwrap() >= 20,
            "{:?}",
            ends[&other]
        );
        let third = tab.send("search", json!({"game": game}));
        let cancelled = tab.answer("cancel", json!({"of": [third, 999]}));
        assert_eq!(cancelled["cancelled"], json!([third]));
        assert_eq!(
            tab.error("search", json!({"game": {"size": [0, 0]}})),
            "bad_game"
        );
    });
}

#[test]
fn what_runs_and_what_waits_can_be_cancelled() {
    with_tab(|tab| {
        let long = json!({"game": {"size": [19, 19]}, "color": "black", "seconds": 20});
        let runs = tab.send("genmove", long.clone());
        let waits: Vec<u64> = (0..8).map(|_| tab.send("genmove", long.clone())).collect();
        let too_many: Vec<u64> = (0..2).map(|_| tab.send("genmove", long.clone())).collect();
        tab.send_text(&json!({"id": runs, "ask": "examples"}).to_string());
        let cancel = tab.send("cancel", json!({"of": (1..=waits[7]).collect::<Vec<_>>()}));
        let mut ends: Vec<(u64, Value)> = Vec::new();
        while ends.len() < 13 {
            let message = tab.next();
            if message.get("progress").is_none() {
                ends.push((message["id"].as_u64().unwrap(), message));
            }
        }
        let n_with = |code: &str| {
            ends.iter()
                .filter(|(_, end)| end["error"]["code"] == code)
                .count()
        };
        assert!(
            n_with("busy") >= 1 && n_with("busy") <= too_many.len() + 1,
            "{ends:?}"
        );
        assert_eq!(
            n_with("bad_request"),
            1,
            "a number that is in use: {ends:?}"
        );
        assert!(n_with("cancelled") >= 8, "{ends:?}");
        assert!(
            ends.iter()
                .any(|(id, end)| *id == cancel && end.get("answer").is_some())
        );
        assert!(
            ends.iter()
                .any(|(id, end)| *id == runs && end["error"]["code"] == "cancelled")
        );
    });
}

#[test]
fn the_engine_plays_with_and_without_a_clock() {
    with_tab(|tab| {
        let game = json!({"size": [5, 5], "rules": "chinese"});
        let mv = tab.answer(
            "genmove",
            json!({"game": game, "color": "black", "visits": 30, "seconds": 5}),
        );
        assert_ne!(mv["move"], "resign", "{mv}");
        let weak = json!({"game": game, "color": "black", "level": 0, "seconds": 5});
        let mv = tab.answer("genmove", weak);
        assert_eq!(mv["reason"], "drawn as its level does", "{mv}");
        let wrong = json!({"game": game, "color": "black", "level": 11});
        assert_eq!(tab.error("genmove", wrong), "bad_request");
        let clock = json!({"system": "byoyomi", "main": 0, "period": 1, "periods": 3, "left": 1, "left_periods": 3});
        let mv = tab.answer(
            "genmove",
            json!({"game": game, "color": "black", "clock": clock}),
        );
        assert!(mv["seconds"].as_f64().unwrap() < 3.0, "{mv}");
        let wrong = json!({"system": "absolute", "main": -1, "left": 1});
        assert_eq!(
            tab.error(
                "genmove",
                json!({"game": game, "color": "black", "clock": wrong})
            ),
            "bad_request"
        );
        assert_eq!(
            tab.error("genmove", json!({"game": game, "color": "green"})),
            "bad_request"
        );
        let stones = tab.answer("handicap", json!({"size": [19, 19], "n": 4}));
        assert_eq!(stones["points"].as_array().unwrap().len(), 4);
        assert_eq!(
            tab.error("handicap", json!({"size": [19, 19], "n": 400})),
            "bad_game"
        );
    });
}
