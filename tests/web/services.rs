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
        assert_eq!(tab.error("rules_list", json!({})), "unknown_ask");
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
        let region = &regions["regions"][0];
        assert_eq!(
            (&region["trust"], &region["best"]["black"]),
            (&json!("proved"), &json!("E2"))
        );
        assert_eq!(last("ownership")["mean"].as_array().unwrap().len(), 32);
        assert_eq!(
            tab.error("layers", json!({"game": small(), "want": ["weather"]})),
            "bad_request"
        );
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
