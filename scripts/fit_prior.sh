#!/usr/bin/env bash
# Learns the weights of the move prior again, from a file of games, and puts them where the build embeds them.
#
#   scripts/fit_prior.sh GAMES.tsv
#
# GAMES.tsv has one game on 19x19 a line: komi, result and moves as SGF letters, between tabs; it may be packed as
# .xz. The committed weights come from 49,955 games between 9-dan players of a public server: 15 minutes of processor time on one
# core, about 150 MB of memory. The program prints how often the move played in games held back (one in fifty) was
# ranked first, among the first 5 and among the first 10.
set -euo pipefail

games=${1:?"usage: scripts/fit_prior.sh GAMES.tsv"}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $games in
*.xz) xz --decompress --stdout "$games" >"$work/games.tsv" ;;
*) cp "$games" "$work/games.tsv" ;;
esac
cargo run --release --locked -- fit "$work/games.tsv" --out config/weights/prior.bin --positions 3000000 --min-count 12
