//! Settings and limits of the system that exceed what there is, and the limit of all memory.

use std::process::{Command, Output, Stdio};

use super::Engine;

/// Runs the program with these arguments and this input, where no more than `address_space_mib` MiB can be had.
fn run_within(address_space_mib: u64, args: &str, input: &str) -> Output {
    let limit = address_space_mib * 1024;
    let program = env!("CARGO_BIN_EXE_tedomari");
    let command = format!("ulimit -v {limit}; printf '{input}' | {program} {args}");
    Command::new("sh")
        .args(["-c", &command])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn check(output: &Output, answers: usize, warning: &str) {
    let (out, log) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{}: {log}", output.status);
    assert_eq!(out.matches("= ").count(), answers, "{out}{log}");
    assert!(log.contains(warning), "{log}");
}

#[test]
fn tables_larger_than_the_memory_are_smaller() {
    let set = "--set limits.memory_mib=0 --set reader.log2_entries=28";
    let input = "boardsize 9\\nplay b B1\\nplay w B2\\ntedomari-read kill B1\\nquit\\n";
    check(
        &run_within(1000, set, input),
        5,
        "no memory for the reader's table",
    );
    let set = "--set limits.memory_mib=0 --set exact.memory_mib=1048576";
    let input = "boardsize 3\\nreg_genmove b\\nquit\\n";
    check(
        &run_within(1000, set, input),
        3,
        "no memory for the table of claims",
    );
    let solved = run_within(1000, "exact 3x2 --memory 1000000 --value-only", "");
    assert!(solved.status.success());
    assert!(String::from_utf8_lossy(&solved.stdout).starts_with("value 0\n"));
}

/// What fills a table that is hardly used takes its time from the clock of the move.
#[test]
fn a_table_takes_memory_only_where_it_is_used() {
    let memory = "exact.memory_mib=2048";
    let mut engine = Engine::start(&["--set", "limits.memory_mib=0", "--set", memory]);
    for command in ["boardsize 3", "reg_genmove b"] {
        engine.send(command);
        engine.response();
    }
    let peak = peak_kib(engine.child.id());
    assert!(peak < 256 * 1024, "{peak} KiB");
}

#[test]
fn without_room_for_all_threads_some_search() {
    // With a network each thread also needs memory for its evaluations.
    for network in ["none", "embedded"] {
        let set = format!(
            "--set search.threads=256 --set search.max_playouts=20 --set search.network={network}"
        );
        let input = "boardsize 9\\nreg_genmove b\\nquit\\n";
        check(
            &run_within(450, &set, input),
            3,
            "fewer threads could be started",
        );
    }
}

/// What glibc sets aside for each new thread would not fit beside the program.
#[test]
fn a_small_address_space_is_enough() {
    let input = "boardsize 19\\ngenmove b\\nfinal_score\\nquit\\n";
    for args in ["", "--set search.network=none --set search.threads=4"] {
        for _ in 0..3 {
            let args = format!("{args} --set search.max_playouts=20");
            check(&run_within(195, &args, input), 4, "");
        }
    }
}

#[test]
fn sizes_that_do_not_fit_the_limit_are_cut_down_with_a_warning() {
    let set = "--set limits.memory_mib=128 --set search.memory_mib=1024";
    check(
        &run_within(1000, set, "name\\nquit\\n"),
        2,
        "search.memory_mib = 1024 does not fit into limits.memory_mib = 128",
    );
}

/// The largest resident memory of a process so far, in KiB.
fn peak_kib(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// What fills the memory of every part: moves, readings, small boards, games, formulas, regions, a long game.
const REQUESTS: &[&str] = &[
    "boardsize 19",
    "time_settings 0 3 1",
    "play b D4",
    "play w E4",
    "genmove b",
    "tedomari-read kill D4 2",
    "tedomari-read live E4 2",
    "kata-analyze 100 maxmoves 3",
    "tedomari-regions",
    "boardsize 5",
    "play b C3",
    "tedomari-exact_value white 100000",
    "boardsize 3",
    "tedomari-logic est[black](Empty(B1))",
    "tedomari-logic forall p: point. Save(p, black) -> !Capture(p, white)",
    "tedomari-cgt {9|1}+{10|2||-1}+{11|3||-5}+{12|4||-6}+{13|5||-7}+{8|{1|-9}}+{20|3||1}+{30|7||2}+{33|1}",
    "boardsize 19",
    "genmove b",
    "genmove w",
];

/// Checks that the program stays below a limit of MiB, with the settings of the user on top.
fn check_peak(limit_mib: u64) {
    let limit = format!("limits.memory_mib={limit_mib}");
    let mut engine = Engine::start(&["--set", &limit, "--set", "search.expand_visits=1"]);
    for request in REQUESTS {
        engine.send(request);
        if request.starts_with("kata-analyze") {
            engine.wait_for_work(super::THINKING);
            engine.send("name");
            engine.response();
        }
        engine.response();
        let peak = peak_kib(engine.child.id());
        assert!(
            peak < limit_mib * 1024,
            "{request}: {peak} KiB of {limit_mib} MiB"
        );
    }
}

#[test]
fn the_program_stays_below_128_mib_if_told_to() {
    check_peak(128);
}
