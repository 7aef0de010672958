#!/usr/bin/env bash
# Learns the weights of the move prior from a file of games, and writes them to the file that is compiled in.
#
#   scripts/fit_prior.sh GAMES.tsv
#
# GAMES.tsv has one game on 19x19 in each line: komi, result and moves as SGF letters, separated by tabs. It may be packed
# as .xz. The committed weights come from 49,955 games between 9-dan players of a public server. They took 15 minutes of
# processor time on one core and about 150 MB of memory. 2 % of the games are kept for testing. The program prints how often
# the move played in these games was ranked first, among the first 5 and among the first 10.
set -euo pipefail

games=${1:?"usage: scripts/fit_prior.sh GAMES.tsv"}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $games in
*.xz) xz --decompress --stdout "$games" >"$work/games.tsv" ;;
*) cp "$games" "$work/games.tsv" ;;
esac
cargo run --release --locked -p tedomari-dev -- fit "$work/games.tsv" --out crates/engine/data/prior.bin --positions 3000000 --min-count 12
