#!/usr/bin/env bash
# Attacks the release build for a while: hostile lines over real pipes, then fast games with boards, clocks and memory
# checked.
#
#   scripts/soak.sh [--lines 200000] [--seed 1] [--games 0] [OPTION of soak_games.py...]
#
# for example
#
#   scripts/soak.sh --lines 200000 --games 2000 --gnugo gnugo --busy 2
#
# The exit code is 0 only if nothing was wrong.
set -euo pipefail
cd "$(dirname "$0")/.."

lines=200000
seed=1
games=0
options=()
while [ $# -gt 0 ]; do
    case $1 in
        --lines) lines=${2:?a number of lines}; shift 2 ;;
        --seed) seed=${2:?a number}; shift 2 ;;
        --games) games=${2:?a number of games}; shift 2 ;;
        *) options+=("$1"); shift ;;
    esac
done

if [ "$lines" -gt 0 ]; then
    TEDOMARI_HOSTILE_LINES=$lines TEDOMARI_HOSTILE_SEED=$seed \
        cargo test --release --locked --test main -- --nocapture process::hostile
fi
if [ "$games" -gt 0 ]; then
    cargo build --release --locked
    python3 scripts/soak_games.py --games "$games" --seed "$seed" "${options[@]}" \
        "${CARGO_TARGET_DIR:-target}/release/tedomari"
fi
