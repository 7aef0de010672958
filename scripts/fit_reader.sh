#!/usr/bin/env bash
# Learns the order of moves and the forecast of the reader again, from life and death problems, and puts them where the build
# embeds them.
#
#   scripts/fit_reader.sh PROBLEM.sgf...
#
# What is learned depends on the searches it is learned from, and so on the weights before. The committed weights come from
# 1,411 problems out of books. The order of moves took two rounds: one without any weights and 40,000 positions evaluated a
# problem, then one with the weights of the first and 150,000. The forecast took one round, without a forecast and with
# 40,000: one that was learned from searches that it had guided itself was worse. It was learned again, the order was not,
# when the search came to see kos beside walls as kos. The program prints how often the winning move was ranked first, among
# the first 5 and among the first 10, and how often the winner was told, in one problem of ten that is held back.
set -euo pipefail

problems=()
for problem in "$@"; do
    problems+=("$(realpath "$problem")")
done
cd "$(dirname "$0")/.."
fit() {
    cargo run --release --locked -- fit-reader --jobs "$(nproc)" "$@" "${problems[@]}"
}
: >config/weights/reading.bin
: >config/weights/forecast.bin
for nodes in 40000 150000; do
    fit --nodes "$nodes" --out config/weights/reading.bin
done
fit --learn forecast --nodes 40000 --least-work 8 --lessons 300 --out config/weights/forecast.bin
