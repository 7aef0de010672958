//! The editor of rules: rules found, checked, tried, measured and saved, and files with faults.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Options, Tab, TestServer};

fn server() -> (TempDir, TestServer) {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(Options {
        folder: Some(folder.path().to_owned()),
        ..Options::default()
    });
    (folder, server)
}

/// A rule that plays between a block and its own stone two points away.
fn form(name: &str) -> Value {
    json!({
        "name": name, "purpose": "save", "goal": "save A", "play": "good", "note": "Text.", "source": "hand",
        "maps": ["A * X"], "marks": [], "constraints": ["libs(A) <= 3"]
    })
}

fn text(name: &str) -> String {
    format!(
        "rule {name}\npurpose save\ngoal save A\nplay good\nnote \"Text.\"\nsource hand\nmap\n  A * X\n\
         where libs(A) <= 3\nend\n"
    )
}

fn names(list: &Value) -> Vec<&str> {
    let rules = list["rules"].as_array().unwrap();
    rules
        .iter()
        .map(|rule| rule["name"].as_str().unwrap())
        .collect()
}

#[test]
fn rules_are_found_with_their_files() {
    let (folder, server) = server();
    fs::write(folder.path().join("my.rules"), text("own-between")).unwrap();
    let mut tab = server.tab();
    let all = tab.answer("rules_list", json!({}));
    assert_eq!(all["n_all"], names(&all).len());
    assert_eq!(names(&all).last(), Some(&"own-between"), "the user's last");
    let bamboo = tab.answer(
        "rules_list",
        json!({"purpose": "connection", "goal": "connect", "words": "bamboo"}),
    );
    assert!(names(&bamboo).contains(&"link-bamboo"), "{bamboo}");
    assert_eq!(bamboo["rules"][0]["file"], json!(null));
    assert_eq!(
        tab.error("rules_list", json!({"purpose": "fun"})),
        "bad_request"
    );
    let own = tab.answer("rules_get", json!({"name": "own-between"}));
    assert_eq!(
        (&own["form"], &own["file"], &own["text"]),
        (
            &form("own-between"),
            &json!("my.rules"),
            &json!(text("own-between"))
        )
    );
    let read = tab.answer("file_read", json!({"name": "my.rules"}));
    assert_eq!(own["revision"], read["revision"]);
    let builtin = tab.answer("rules_get", json!({"name": "link-bamboo"}));
    assert_eq!(
        (&builtin["file"], &builtin["revision"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(
        tab.error("rules_get", json!({"name": "none"})),
        "bad_request"
    );
}

/// A file that can't be used is reported, and harms nothing else.
#[test]
fn files_with_faults_are_told_and_left_out() {
    let (folder, server) = server();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    // More games than a list of files has, and all before the rules in the order of names.
    for i in 0..1_001 {
        write(&format!("a{i}.sgf"), b"(;)");
    }
    // Its first rule has the name of one that is compiled in: the second one is not used either.
    write(
        "b.rules",
        (text("link-bamboo") + &text("own-between")).as_bytes(),
    );
    write("c.rules", text("own-between").as_bytes());
    write("latin.rules", b"# \xfcbung\n");
    write("long.rules", " ".repeat(300_000).as_bytes());
    write("no.rules", b"rule x\n");
    let mut tab = server.tab();
    let list = tab.answer("rules_list", json!({}));
    let faults = list["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 4, "{faults:?}");
    for name in ["b.rules", "latin.rules", "long.rules", "no.rules"] {
        let is_told = |fault: &Value| fault.as_str().unwrap().starts_with(name);
        assert!(faults.iter().any(is_told), "{name}: {faults:?}");
    }
    let file_of =
        |tab: &mut Tab, name: &str| tab.answer("rules_get", json!({"name": name}))["file"].clone();
    assert_eq!(file_of(&mut tab, "own-between"), "c.rules");
    assert_eq!(file_of(&mut tab, "link-bamboo"), json!(null));
    for file in [
        "latin.rules",
        "long.rules",
        "no.rules",
        "a0.sgf",
        "new.sgf",
        "../x.rules",
    ] {
        let edit = json!({"file": file, "form": form("own-other"), "revision": null});
        assert!(
            tab.ask("rules_diff", edit.clone()).get("error").is_some(),
            "{file}"
        );
        assert!(tab.ask("rules_save", edit).get("error").is_some(), "{file}");
    }
    assert!(!folder.path().join("new.sgf").exists());
}

#[test]
fn a_draft_is_checked_while_it_is_edited() {
    let (folder, server) = server();
    fs::write(folder.path().join("my.rules"), text("own-between")).unwrap();
    let mut tab = server.tab();
    let good = tab.answer("rules_check", json!({"form": form("own-other")}));
    assert_eq!(
        (&good["error"], &good["text"]),
        (&json!(null), &json!(text("own-other")))
    );
    assert!(good["bits"].as_f64().unwrap() > 0.0);
    assert_eq!(good["same"], json!(["own-between"]));
    let mut draft = form("own-other");
    draft["constraints"] = json!(["libs(A) <= 3", "libs(Q) = 1"]);
    let error = tab.answer("rules_check", json!({"form": draft}))["error"].clone();
    assert_eq!(
        (&error["field"], &error["index"]),
        (&json!("constraint"), &json!(1)),
        "{error}"
    );
    let taken = tab.answer("rules_check", json!({"form": form("own-between")}));
    assert_eq!(taken["error"]["field"], "name");
    let replaced = json!({"form": form("own-between"), "replaces": "own-between"});
    let replaced = tab.answer("rules_check", replaced);
    assert_eq!(
        (&replaced["error"], &replaced["same"]),
        (&json!(null), &json!([]))
    );
}

/// Black's three points in the corner, as in the tests of questions, with the point in the middle for Black.
fn corner() -> Value {
    json!({
        "size": [7, 5], "to_move": "black",
        "black": ["A2", "B2", "C2", "D2", "D1"], "white": ["A3", "B3", "C3", "D3", "E3", "E2", "E1"]
    })
}

#[test]
fn a_draft_is_tried_and_measured() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    let mut draft = form("own-middle");
    draft["maps"] = json!(["? A ? ?\n. * . X\n- - - -"]);
    draft["constraints"] = json!([]);
    let tried = tab.answer("rules_try", json!({"form": draft, "game": corner()}));
    let [only] = &tried["matches"].as_array().unwrap()[..] else {
        panic!("{tried}");
    };
    assert_eq!(
        (&only["player"], &only["point"], &only["objects"]),
        (&json!("black"), &json!("B1"), &json!(["B2"]))
    );
    assert_eq!(only["is_legal"], true);
    assert_eq!(tried["is_cut"], false);
    // A rule whose maps can lie in far too many ways to try all is answered, too.
    let mut many = form("many-ways");
    many["maps"] = json!(["A *", "A .", "A .", "A .", "A .", "A .", "A ."]);
    many["constraints"] = json!([]);
    let letters = "ABCDEFGHJKLMNOPQRST".chars();
    let comb: Vec<String> = letters
        .flat_map(|column| (1..=19).map(move |row| (column, row)))
        .filter(|&(column, row)| row % 2 == 1 || "ACEG".contains(column))
        .map(|(column, row)| format!("{column}{row}"))
        .collect();
    let game = json!({"size": [19, 19], "to_move": "black", "black": comb, "white": []});
    let tried = tab.answer("rules_try", json!({"form": many, "game": game}));
    assert_eq!(tried["is_cut"], true);
    assert!((1..=2_000).contains(&tried["matches"].as_array().unwrap().len()));
    let problem = json!({"title": "three", "game": corner(), "question": "live", "stones": ["A2"]});
    let id = tab.send(
        "rules_measure",
        json!({"form": draft, "problems": [problem]}),
    );
    let (end, parts) = tab.end_of(id);
    assert_eq!(parts.len(), 1, "{end}");
    assert_eq!(
        (&parts[0]["title"], &parts[0]["matches"][0]["judgement"]),
        (&json!("three"), &json!("right")),
        "{parts:?}"
    );
    let sums = &end["answer"];
    assert_eq!(
        (&sums["n_asked"], &sums["n_problems"], &sums["right"]),
        (&json!(1), &json!(1), &json!(1))
    );
    for (question, stones) in [
        ("connect", json!(["A2", "A3"])),
        ("kill", json!(["G5"])),
        ("live", json!(["A2", "A3"])),
        ("kill", json!([])),
    ] {
        let problem = json!({"game": corner(), "question": question, "stones": stones});
        let asked = json!({"form": draft, "problems": [problem]});
        assert_eq!(tab.error("rules_measure", asked), "bad_question");
    }
    let builtin = json!({"form": form("link-bamboo"), "game": corner()});
    assert_eq!(tab.error("rules_try", builtin), "bad_request");
}

fn saved(folder: &Path) -> String {
    fs::read_to_string(folder.join("my.rules")).unwrap()
}

#[test]
fn a_rule_is_saved_changed_and_removed() {
    let (folder, server) = server();
    let mut tab = server.tab();
    let edit = json!({"file": "my.rules", "form": form("own-a"), "revision": null});
    let diff = tab.answer("rules_diff", edit.clone());
    assert_eq!(diff["revision"], json!(null));
    let lines = diff["lines"].as_array().unwrap();
    assert!(lines.iter().all(|line| line[0] == "added"), "{diff}");
    let first = tab.answer("rules_save", edit.clone())["revision"].clone();
    assert_eq!(saved(folder.path()), text("own-a"));
    assert_eq!(
        tab.error("rules_save", edit),
        "conflict",
        "it is no new file"
    );
    let renamed =
        json!({"file": "my.rules", "form": form("own-b"), "replaces": "own-a", "revision": first});
    let second = tab.answer("rules_save", renamed)["revision"].clone();
    assert_eq!(saved(folder.path()), text("own-b"));
    for edit in [
        json!({"file": "my.rules", "form": form("own-c"), "replaces": "own-a", "revision": second}),
        json!({"file": "my.rules", "form": form("link-bamboo"), "revision": second}),
        json!({"file": "my.rules", "form": null, "revision": second}),
    ] {
        assert_eq!(tab.error("rules_save", edit.clone()), "bad_request");
        assert_eq!(tab.error("rules_diff", edit), "bad_request");
    }
    let removal =
        json!({"file": "my.rules", "form": null, "replaces": "own-b", "revision": second});
    tab.answer("rules_save", removal);
    assert_eq!(saved(folder.path()), "");
}

/// Two pages put rules into one file as fast as they can. Each requests the difference first and tries again after a
/// conflict.
#[test]
fn pages_that_save_at_once_lose_nothing() {
    const RULES: usize = 12;
    let (folder, server) = server();
    let edit = |page: usize, mut tab: Tab| {
        let mut n_conflicts = 0;
        for i in 0..RULES {
            let mut edit = json!({"file": "my.rules", "form": form(&format!("own-{page}-{i}"))});
            loop {
                edit["revision"] = tab.answer("rules_diff", edit.clone())["revision"].clone();
                let end = tab.ask("rules_save", edit.clone());
                if end.get("answer").is_some() {
                    break;
                }
                assert_eq!(end["error"]["code"], "conflict", "{end}");
                n_conflicts += 1;
            }
        }
        n_conflicts
    };
    let n_conflicts: usize = thread::scope(|scope| {
        let pages = [0, 1].map(|page| {
            let tab = server.tab();
            scope.spawn(move || edit(page, tab))
        });
        pages.map(|page| page.join().unwrap()).iter().sum()
    });
    let text = saved(folder.path());
    let found: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("rule "))
        .collect();
    assert_eq!(found.len(), 2 * RULES, "{n_conflicts} conflicts\n{text}");
}
