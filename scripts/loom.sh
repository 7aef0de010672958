#!/usr/bin/env bash
# Checks the memory that search threads share without locks under every order in which the threads can run, with the
# model checker loom: the buckets of the table of small boards, and the nodes of the search tree.
set -euo pipefail
cd "$(dirname "$0")/.."

# A target folder of its own, so that usual builds are not thrown away.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/loom"
RUSTFLAGS="--cfg tedomari_loom" cargo test --locked --lib loom_tests
