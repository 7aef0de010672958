#!/usr/bin/env bash
# Learns the order of moves and the forecast of the reader from life and death problems, and writes them to the files that
# are compiled in.
#
#   scripts/fit_reader.sh PROBLEM.sgf...
#
# The result depends on the searches from which it is learned, and so on the weights used before. The committed weights come
# from 1,411 problems from books. The order of moves took two rounds: the first without weights and with 40,000 evaluated
# positions for each problem, the second with the weights of the first and 150,000 positions. The forecast took one round,
# without a forecast and with 40,000 positions: a forecast learned from searches with a forecast was worse. The forecast was
# learned again, but not the order, when the search began to recognise kos next to walls. 10 % of the problems are kept for
# testing. The program prints how often the winning move was ranked first, among the first 5 and among the first 10 in
# them, and how often the forecast named the winner.
set -euo pipefail

problems=()
for problem in "$@"; do
    problems+=("$(realpath "$problem")")
done
cd "$(dirname "$0")/.."
fit() {
    cargo run --release --locked -p tedomari-dev -- fit-reader --jobs "$(nproc)" "$@" "${problems[@]}"
}
: >crates/solvers/data/reading.bin
: >crates/solvers/data/forecast.bin
for nodes in 40000 150000; do
    fit --nodes "$nodes" --out crates/solvers/data/reading.bin
done
fit --learn forecast --nodes 40000 --least-work 8 --lessons 300 --out crates/solvers/data/forecast.bin
