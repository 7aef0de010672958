//! A log that cannot be written never holds the game up.

use std::process::{Command, Stdio};

use super::{Engine, program};

/// Two commands, of which the first makes a line of the log at every level of it.
const SCRIPT: [(&str, &str); 2] = [("komi 6.25", "= \n"), ("name", "= Tedomari\n")];

fn answers_as_ever(command: &mut Command) {
    let mut engine = Engine::spawn(command);
    for (line, reply) in SCRIPT {
        assert_eq!(engine.ask(line), reply, "{command:?}");
    }
    engine.ask("quit");
    engine.assert_gone();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_takes_the_log_and_nothing_else() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full");
    answers_as_ever(program().stderr(full().unwrap()));
    answers_as_ever(program().args(["--log", "trace"]).stderr(full().unwrap()));
    let in_file = ["--log", "trace", "--set", "log.file=/dev/full"];
    answers_as_ever(program().args(in_file).stderr(Stdio::null()));
}

#[cfg(unix)]
#[test]
fn a_closed_standard_error_takes_the_log_and_nothing_else() {
    // A shell can start a program without standard error.
    let script = "exec \"$0\" --log trace 2>&-";
    answers_as_ever(Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_tedomari")]));
    // A pipe whose reader has gone.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    answers_as_ever(program().args(["--log", "trace"]).stderr(writer));
}

/// A command that runs into something doubtful prints a sentence about it. With `--log` the line has its time.
#[test]
fn messages_of_a_command_are_sentences() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("doubtful.sgf");
    std::fs::write(&file, "(;SZ[5]KM[many])").unwrap();
    let told = |args: &[&str]| {
        let output = program()
            .arg("safe")
            .args(args)
            .arg(&file)
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let warning = format!(
        "{}: 1:8 komi `many` is not a number, ignored",
        file.display()
    );
    assert_eq!(told(&[]), format!("tedomari: warning: {warning}\n"));
    let logged = told(&["--log", "warn"]);
    assert!(
        logged.contains(" WARN ") && logged.contains(&warning),
        "{logged}"
    );
    assert_eq!(told(&["--log", "off"]), "");
}

#[test]
fn a_log_that_nobody_reads_holds_nobody_up() {
    // The pipe stays open and unread. It is full long before the last command.
    let (_reader, writer) = std::io::pipe().unwrap();
    let mut engine = Engine::spawn(program().args(["--log", "trace"]).stderr(writer));
    for n in 0..2_000 {
        assert!(engine.ask("showboard").starts_with("= "), "{n}");
    }
    engine.ask("quit");
    engine.assert_gone();
}

#[test]
fn a_doubt_that_the_answer_tells_is_not_logged_as_well() {
    let file = std::env::temp_dir().join(format!("tedomari-doubt-{}.sgf", std::process::id()));
    std::fs::write(&file, "(;SZ[5]KM[375]RU[Chinese];B[cc];W[];B[])").unwrap();
    for command in ["score", "endgame"] {
        let output = program().arg(command).arg(&file).output().unwrap();
        let count = |text: &[u8]| String::from_utf8_lossy(text).matches("is read as").count();
        assert_eq!(
            (count(&output.stdout), count(&output.stderr)),
            (1, 0),
            "{command}"
        );
    }
    std::fs::remove_file(&file).unwrap();
}
