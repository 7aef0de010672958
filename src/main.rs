//! The `tedomari` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    tedomari::cli::main()
}
