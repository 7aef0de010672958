#!/usr/bin/env bash
# All checks of the project, the fastest first. Run it before a commit.
#
# Everything is compiled twice: for the lints and the documentation, which need no code, and for the tests. The program of
# the tests is optimised, too, and serves the page in the browser. The program that is packed is built and checked by
# scripts/package.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

# Runs a command beside the next ones. What it prints is kept in a file until it is waited for.
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
declare -A beside
begin() { local name=$1; shift; (step "$@") >"$logs/$name" 2>&1 & beside[$name]=$!; }
end() { local code=0; wait "${beside[$1]}" || code=$?; cat "$logs/$1"; return "$code"; }

step cargo fmt --check
step cargo clippy --locked --workspace --all-targets -- -D warnings
step cargo test --locked --no-run
# The documentation and the page in a real browser, on machines that have one, beside the tests.
RUSTDOCFLAGS="-D warnings" begin documentation cargo doc --locked --no-deps --document-private-items
begin browser scripts/browser.sh "${CARGO_TARGET_DIR:-target}/debug/tedomari"
# The README's test command.
step cargo test --locked
end documentation
end browser
