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
# The page in a real browser, on machines that have one, and the documentation beside the tests: these wait for processes
# now and then, and the browser for its page. The documentation comes second, since cargo runs no test while it is built
# unless the tests have begun.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
beside_tests() {
  step scripts/browser.sh "${CARGO_TARGET_DIR:-target}/debug/tedomari"
  RUSTDOCFLAGS="-D warnings" step cargo doc --locked --no-deps --document-private-items
}
(beside_tests) >"$log" 2>&1 &
beside=$!
# The README's test command.
step cargo test --locked
wait "$beside" || { cat "$log"; exit 1; }
cat "$log"
