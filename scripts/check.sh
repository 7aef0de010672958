#!/usr/bin/env bash
# All checks of the project, in the order in which they fail fastest. Run it before a commit.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --locked --all-targets -- -D warnings
# The README's test command.
step cargo test --locked
RUSTDOCFLAGS="-D warnings" step cargo doc --locked --no-deps --document-private-items
