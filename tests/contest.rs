//! Matches between small shell engines: good ones, and some that die, hang, make illegal moves or write nonsense.
#![cfg(unix)]

use clap::Parser;
use tedomari::contest::{MatchOptions, MatchSummary, run};

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    options: MatchOptions,
}

/// An engine that passes at once. At each move it first runs `on_genmove`; `$n` counts its moves in all games.
fn engine(name: &str, on_genmove: &str) -> String {
    engine_with(name, "time_settings", ":", on_genmove)
}

/// The same with a list of commands that it has, and something to run at each other command.
fn engine_with(name: &str, commands: &str, on_other: &str, on_genmove: &str) -> String {
    let script = format!(
        r#"n=0
while read -r id command rest; do
  case $command in
    name) answer={name};;
    version) answer=1;;
    list_commands) answer="{commands}";;
    genmove) n=$((n+1)); answer=pass; {on_genmove};;
    final_score) answer=W+7.5;;
    quit) printf '=%s \n\n' "$id"; exit 0;;
    *) answer=; {on_other};;
  esac
  printf '=%s %s\n\n' "$id" "$answer"
done"#
    );
    format!("sh -c {}", shlex::try_quote(&script).unwrap())
}

/// Plays a match with these options after the two commands. Returns its summary and its output.
fn play(black: &str, white: &str, more: &[&str]) -> (MatchSummary, String) {
    let words = ["match", "--size", "5", "--black", black, "--white", white];
    let arguments = Arguments::try_parse_from(words.iter().chain(more)).unwrap();
    let mut out = Vec::new();
    let summary = run(&arguments.options, &mut out).unwrap();
    (summary, String::from_utf8(out).unwrap())
}

/// Plays two games of a faulty engine against a good one. Returns how often the faulty one lost by illegal moves, on
/// time, by refusals and by crashes.
fn faults(on_genmove: &str, more: &[&str]) -> [usize; 4] {
    let more = [&["--games", "2"], more].concat();
    let (summary, text) = play(&engine("Bad", on_genmove), &engine("Good", ""), &more);
    let [bad, good] = &summary.players;
    assert_eq!(
        (bad.name.as_str(), good.name.as_str()),
        ("Bad 1", "Good 1"),
        "{text}"
    );
    assert_eq!(bad.total_wins() + good.total_wins(), 2, "{text}");
    assert_eq!(
        good.n_illegal + good.n_time_losses + good.n_refusals + good.n_crashes,
        0,
        "{text}"
    );
    [
        bad.n_illegal,
        bad.n_time_losses,
        bad.n_refusals,
        bad.n_crashes,
    ]
}

#[test]
fn the_number_of_the_game_reaches_the_engine() {
    // Nonsense only in the second game.
    let on_genmove = "test 2 = {game} && answer=Z99";
    assert_eq!(faults(on_genmove, &[]), [0, 0, 0, 1]);
}

#[test]
fn good_engines_alternate_and_agree() {
    let directory = tempfile::tempdir().unwrap();
    let records = directory.path().join("games");
    let (summary, text) = play(
        &engine("Ada", ""),
        &engine("Bob", ""),
        &[
            "--games",
            "5",
            "--jobs",
            "2",
            "--referee",
            &engine("Eve", ""),
            "--sgf",
            records.to_str().unwrap(),
        ],
    );
    let [ada, bob] = &summary.players;
    assert_eq!((ada.n_games.0, bob.n_games.0), ([3, 2], [2, 3]), "{text}");
    assert_eq!(
        (ada.n_wins.0, bob.n_wins.0),
        ([0, 2], [0, 3]),
        "White wins all:\n{text}"
    );
    assert_eq!(
        (summary.n_counted, summary.n_agreed, summary.n_moves),
        (5, 5, 10)
    );
    assert_eq!((ada.n_refereed, ada.n_as_referee), (5, 5));
    let lines: Vec<&str> = text.lines().take(2).collect();
    assert_eq!(
        lines,
        [
            "game 1: Ada 1 (black), Bob 1 (white): W+7.5, 2 moves; black counts W+7.5, white W+7.5, the referee W+7.5",
            "game 2: Bob 1 (black), Ada 1 (white): W+7.5, 2 moves; black counts W+7.5, white W+7.5, the referee W+7.5",
        ]
    );
    assert!(
        text.contains("Ada 1 scores 40.0 % of 5 settled games"),
        "{text}"
    );
    assert_eq!(std::fs::read_dir(&records).unwrap().count(), 5);
    let record = std::fs::read_to_string(records.join("game-0002.sgf")).unwrap();
    assert!(record.contains("PB[Bob 1]PW[Ada 1]RE[W+7.5]"), "{record}");
    assert!(record.contains(";B[];W[]"), "{record}");
}

#[test]
fn each_fault_is_charged_to_the_offender() {
    assert_eq!(
        faults("answer=A1", &[]),
        [2, 0, 0, 0],
        "A1 twice is occupied"
    );
    assert_eq!(faults("answer=Z9", &[]), [2, 0, 0, 0], "off the board");
    assert_eq!(faults("exit 3", &[]), [0, 0, 0, 2], "dies");
    assert_eq!(faults("answer=I5", &[]), [0, 0, 0, 2], "nonsense");
    assert_eq!(
        faults("exec sleep 60", &["--timeout", "1"]),
        [0, 0, 0, 2],
        "hangs"
    );
    assert_eq!(
        faults("sleep 2.5", &["--time-per-move", "2"]),
        [0, 2, 0, 0],
        "too late"
    );
    assert_eq!(
        faults("printf '?%s no\\n\\n' \"$id\"; continue", &[]),
        [0, 0, 2, 0],
        "an error"
    );
}

/// An engine that writes without end, or answers without reading, loses by the timeout as any that hangs. The test
/// would fill the memory if the match kept what such an engine writes.
#[test]
fn floods_end_with_the_timeout() {
    for flood in ["exec yes thinking", "exec yes =", "yes x | tr -d '\\n'"] {
        let start = std::time::Instant::now();
        assert_eq!(faults(flood, &["--timeout", "1"]), [0, 0, 0, 2], "{flood}");
        assert!(start.elapsed().as_secs() < 30, "{flood}");
    }
    // The commands of some 700 games fill a pipe of 64 KiB without a reader.
    let deaf = "yes \"$(printf '= pass\\n ')\" | sed 's/^ //'";
    let deaf = format!("sh -c {}", shlex::try_quote(deaf).unwrap());
    let (summary, text) = play(
        &deaf,
        &engine("Good", ""),
        &["--games", "2000", "--timeout", "3"],
    );
    assert!(summary.players[0].n_crashes > 0, "{text}");
}

/// How long a killed process may take to go.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// Whether a process with this number runs. One that has ended and is still to be waited for does not.
fn runs(process: &str) -> bool {
    let mut list = std::process::Command::new("ps");
    let found = list.args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = String::from_utf8(found.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

/// An engine behind a shell script is a child of the shell: to end the shell alone would leave it running.
#[test]
fn what_a_hanging_engine_has_started_ends_with_the_match() {
    let directory = tempfile::tempdir().unwrap();
    let written = directory.path().join("child");
    let hang = format!("sleep 300.125 & echo $! >> {}; wait", written.display());
    assert_eq!(faults(&hang, &["--timeout", "1"]), [0, 0, 0, 2], "hangs");
    let children = std::fs::read_to_string(&written).unwrap();
    assert_eq!(children.lines().count(), 2, "one for each game: {children}");
    let deadline = std::time::Instant::now() + PATIENCE;
    while children.lines().any(runs) {
        let is_late = std::time::Instant::now() > deadline;
        assert!(!is_late, "one of these is left over: {children}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn records_that_cannot_be_written_do_not_end_the_match() {
    let directory = tempfile::tempdir().unwrap();
    let records = directory.path().join("games");
    std::fs::create_dir_all(records.join("game-0001.sgf")).unwrap();
    let (one, other) = (engine("Ada", ""), engine("Bob", ""));
    let words = [
        "match", "--size", "5", "--games", "2", "--black", &one, "--white", &other,
    ];
    let sgf = ["--sgf", records.to_str().unwrap()];
    let arguments = Arguments::try_parse_from(words.iter().chain(&sgf)).unwrap();
    let mut out = Vec::new();
    let error = run(&arguments.options, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "1 of 2 records could not be written");
    let text = String::from_utf8(out).unwrap();
    assert!(
        text.contains("game 2: ") && text.contains("of 2 settled games"),
        "{text}"
    );
    assert!(records.join("game-0002.sgf").is_file());
}

#[test]
fn stray_lines_and_missing_ids_are_put_up_with() {
    // The first answer has the form that the protocol library rejects.
    let (summary, text) = play(
        &engine(
            "Ada",
            "echo thinking; echo; printf '= pass\\n\\n'; continue",
        ),
        &engine("Bob", ""),
        &["--games", "1"],
    );
    assert_eq!((summary.n_counted, summary.n_agreed), (1, 1), "{text}");
}

#[test]
fn an_engine_that_gives_up_or_disagrees() {
    let (summary, text) = play(
        &engine("Ada", "answer=resign"),
        &engine("Bob", ""),
        &["--games", "1"],
    );
    assert_eq!(summary.players[1].total_wins(), 1);
    assert!(
        text.starts_with("game 1: Ada 1 (black), Bob 1 (white): W+R, 0 moves\n"),
        "{text}"
    );
    let other = engine("Ada", "").replace("W+7.5", "B+3");
    let (summary, text) = play(&other, &engine("Bob", ""), &["--games", "1"]);
    assert_eq!(
        (summary.n_counted, summary.n_agreed, summary.n_unsettled),
        (1, 0, 1),
        "{text}"
    );
    assert!(
        text.starts_with(
            "game 1: Ada 1 (black), Bob 1 (white): ?, 2 moves; black counts B+3, white W+7.5\n"
        ),
        "{text}"
    );
}

#[test]
fn an_endless_game_is_cut_and_counted() {
    // Both engines play stones, one column after the other, and never pass twice in a row.
    let runner = |row: u8| format!("set -- A B C D E; shift $(((n-1)%5)); answer=$1{row}");
    let (summary, text) = play(
        &engine("Ada", &runner(1)),
        &engine("Bob", &runner(5)),
        &["--games", "1", "--max-moves", "6"],
    );
    assert_eq!((summary.n_counted, summary.n_moves), (1, 6), "{text}");
}

#[test]
fn what_cannot_be_started_ends_the_match() {
    let words = ["match", "--black", "/no/such/engine", "--white", "true"];
    let arguments = Arguments::try_parse_from(words).unwrap();
    let error = run(&arguments.options, &mut Vec::new()).unwrap_err();
    assert!(
        error.to_string().contains("cannot start `/no/such/engine`"),
        "{error}"
    );
    for wrong in [
        ["--size", "26"],
        ["--komi", "much"],
        ["--rules", "checkers"],
        ["--time-per-move", "0"],
        ["--stones", "3"],
    ] {
        let words = ["match", "--black", "true", "--white", "true"];
        assert!(
            Arguments::try_parse_from(words.iter().chain(&wrong)).is_err(),
            "{wrong:?}"
        );
    }
}

#[test]
fn two_engines_of_one_name_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().display().to_string();
    let same = engine("Ada", "");
    let (summary, text) = play(&same, &same, &["--games", "2", "--sgf", &records]);
    let names: Vec<&str> = summary.players.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Ada 1 (A)", "Ada 1 (B)"], "{text}");
    let black: Vec<&str> = summary.games.iter().map(|it| it.black.as_str()).collect();
    assert_eq!(black, names, "{text}");
    let record = std::fs::read_to_string(folder.path().join("game-0002.sgf")).unwrap();
    assert!(
        record.contains("PB[Ada 1 (B)]") && record.contains("PW[Ada 1 (A)]"),
        "{record}"
    );
    let json = serde_json::to_value(&summary).unwrap();
    assert_ne!(
        json["players"][0]["name"], json["players"][1]["name"],
        "{json}"
    );
    assert!(
        json["players"][0]["command"]
            .as_str()
            .unwrap()
            .starts_with("sh -c"),
        "{json}"
    );
}

/// Engines play by byo-yomi, and each gets the command for it that it lists.
#[test]
fn byo_yomi_is_kept_and_told() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let note = format!("echo $command $rest >> {}", log.display());
    let more = [
        "--games",
        "1",
        "--main",
        "5",
        "--byo",
        "3",
        "--periods",
        "4",
    ];
    let (summary, text) = play(
        &engine_with("Ada", "kgs-time_settings\ntime_left", &note, ""),
        &engine_with("Bob", "time_settings", &note, ""),
        &more,
    );
    assert_eq!(summary.n_counted, 1, "{text}");
    let told = std::fs::read_to_string(&log).unwrap();
    for line in [
        "kgs-time_settings byoyomi 5 3 4",
        "time_settings 5 3 1",
        "time_left B 5 0",
    ] {
        assert!(told.lines().any(|told| told == line), "{line}:\n{told}");
    }
}
