#!/usr/bin/env bash
# Learns the order of moves of the reader again, from life and death problems, and puts it where the build embeds it.
#
#   scripts/fit_reader.sh PROBLEM.sgf...
#
# What is learned depends on the searches it is learned from, and so on the weights before. The committed weights come from
# 1,411 problems out of books, in two rounds: one without any weights and 40,000 positions evaluated a
# problem, then one with the weights of the first and 150,000. The program prints how often the winning move was ranked first, among the
# first 5 and among the first 10 in one problem of ten that is held back.
set -euo pipefail

problems=()
for problem in "$@"; do
    problems+=("$(realpath "$problem")")
done
cd "$(dirname "$0")/.."
for nodes in 40000 150000; do
    cargo run --release --locked -- fit-reader --jobs "$(nproc)" --nodes "$nodes" --out config/weights/reading.bin "${problems[@]}"
done
