#!/usr/bin/env bash
# Tunes settings of the search by matches, with CMA-ES (the Python package `cma`, installed into a folder of its own).
#
#   scripts/tune.sh [--size 9] [--games 24] [--playouts 800] [--steps 20] [--jobs 2] KEY=START:SPREAD...
#
# for example
#
#   scripts/tune.sh search.exploration=0.5:0.2 search.rave_visits=1000.0:500
#
# If START has no decimal point, the setting is a whole number, and its candidates are rounded.
#
# The value of a candidate is the share of games that it wins against the current settings. Each line of the log, on
# standard output, is one candidate; the last lines have the best guess. Matches are noisy: with 24 games the error is
# ten per cent. So use hundreds of candidates, and confirm the result with a long match.
set -euo pipefail

cd "$(dirname "$0")/.."
tools="${CARGO_TARGET_DIR:-target}/tune-tools"
if [ ! -x "$tools/bin/python" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet cma==4.5.0 numpy
fi
cargo build --release --locked
exec "$tools/bin/python" scripts/tune.py --engine "${CARGO_TARGET_DIR:-target}/release/tedomari" "$@"
