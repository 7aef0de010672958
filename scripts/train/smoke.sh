#!/bin/sh
# Runs the whole way from games to a model file with a very small network, in about a minute, compares the engine's
# answers with those of PyTorch, and lets the network learn from its own games. Usage: scripts/train/smoke.sh [PROGRAM], in
# a Python with requirements.txt installed. PROGRAM-dev is the program tedomari-dev.
set -eu
program=$(realpath "${1:-target/release/tedomari}")
here=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$program-dev" samples --teacher embedded --size 7 --samples 512 --out own
python3 "$here/train.py" run --data own=1 --blocks 3 --channels 32 --steps 45 --device cpu --name smoke
"$program" network run/final.bin.gz --seconds 0
# Recorded games are shown to the engine as they are, so that its answers can be compared.
awk 'BEGIN { for (n = 0; n < 50; n++) print "6.5\tB+R\tpdddpqdpfcqnnqcncfjd" }' > games.tsv
"$program-dev" samples games.tsv --kept-out --teacher run/final.bin.gz --precision f32 --samples 64 --out answers
python3 "$here/evaluate.py" run/checkpoint.pt own --answers answers
# The model file begins a new run: it gives the same answers, and learns with convolutions that round.
again() {
    python3 "$here/train.py" "$@" --start run/final.bin.gz --data own=1 --freeze 0 --round 0 --device cpu
}
again same --steps 1 --rate 0
python3 "$here/evaluate.py" same/checkpoint.pt --answers answers
again rounded --steps 4 --rate 0.001
"$program" network rounded/final.bin.gz --seconds 0
python3 "$here/plot.py" run/log.csv curves.svg --boards 7x7
# A loop that was stopped goes on to its end; a generation that is over is left alone.
loop() {
    "$here/selfplay.sh" loop --program "$program" --checkpoint run/checkpoint.pt --old own \
        --sizes 5 --shards 2 --samples 128 --visits 24 --games 2 --playouts 4 --accept 0 "$@"
}
loop --hours 0 | grep "the same command goes on"
loop --generations 1 --steps 8
loop --generations 1 | grep "the best network: loop/1/run/final.bin.gz"
grep '"accepted": true' loop/1/verdict.json
