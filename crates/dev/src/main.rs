//! The `tedomari-dev` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    tedomari::cli::dev::main()
}
