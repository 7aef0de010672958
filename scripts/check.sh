#!/usr/bin/env bash
# All checks of the project, the fastest first. Run it before a commit.
#
# Everything is compiled twice: for the lints and the documentation, which need no code, and for the tests. The program of
# the tests is optimised, too, and serves the page in the browser. The program that is packed is built and checked by
# scripts/package.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --locked --workspace --all-targets -- -D warnings
step cargo test --locked --no-run
# The documentation beside the tests, which wait for processes now and then.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
RUSTDOCFLAGS="-D warnings" step cargo doc --locked --no-deps --document-private-items >"$log" 2>&1 &
documentation=$!
# The README's test command.
step cargo test --locked
wait "$documentation" || { cat "$log"; exit 1; }
cat "$log"
# The page in a real browser, on machines that have one.
step scripts/browser.sh "${CARGO_TARGET_DIR:-target}/debug/tedomari"
