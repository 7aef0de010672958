#!/usr/bin/env bash
# Tunes settings of the search by matches, with CMA-ES (the Python package `cma`, installed into a folder of its own).
#
#   scripts/tune.sh [--size 9] [--games 24] [--playouts 800] [--steps 20] [--jobs 2] KEY=START:SPREAD...
#
# for example
#
#   scripts/tune.sh search.exploration=0.5:0.2 search.rave_visits=1000.0:500
#
# A START without a decimal point is that of a whole number: its candidates are rounded.
#
# A candidate is as good as the share of games that it wins against the settings as they are now. A line of the log,
# on standard output, is one candidate; the last lines name the best guess. Matches are noisy: 24 games leave an error of
# ten per cent, so give it hundreds of candidates, and play a long match with the outcome before believing it.
set -euo pipefail

cd "$(dirname "$0")/.."
tools="${CARGO_TARGET_DIR:-target}/tune-tools"
if [ ! -x "$tools/bin/python" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet cma==4.5.0 numpy
fi
cargo build --release --locked
exec "$tools/bin/python" scripts/tune.py --engine "${CARGO_TARGET_DIR:-target}/release/tedomari" "$@"
