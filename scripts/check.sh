#!/usr/bin/env bash
# All checks of the project, the fastest first. Run it before a commit.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --locked --all-targets -- -D warnings
# The README's test command.
step cargo test --locked
# The optimised program must have the same node counts as the tests: an optimising compiler may make errors.
step cargo build --release --locked
step diff <("${CARGO_TARGET_DIR:-target}/release/tedomari" bench | sed '/^$/,$d') tests/bench/signature
RUSTDOCFLAGS="-D warnings" step cargo doc --locked --no-deps --document-private-items
# The page in a real browser, on machines that have one.
step scripts/browser.sh
