#!/bin/bash
# Everything of a distillation in one command, on a machine with a GPU and no network: training, then matches against the
# network before. Usage: distill.sh FOLDER OUT SECONDS [ARGUMENT...]
#
# FOLDER holds tedomari, tedomari-dev, teacher.bin.gz (teacher.py pack), before.bin.gz (the network in the program), games.tsv
# (one game a line), plan.json (GAMES stands for the path of the games) and matches.txt. OUT gets networks, log and
# matches. ARGUMENTs go to distill.py. MATCH_SECONDS in the environment: time for matches, 0 for none.
set -u
folder=$(realpath "$1"); out=$(realpath -m "$2"); seconds=$3; shift 3
here=$(realpath "$(dirname "$0")")
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
work=$(mktemp -d)
mkdir -p "$out"
timeout -k 2 $((seconds + 8)) python3 "$here/distill.py" --engine "$folder/tedomari-dev" --teacher "$folder/teacher.bin.gz" \
    --work "$work" --out "$out" --seconds "$seconds" --plan "$(sed "s:GAMES:$folder/games.tsv:g" "$folder/plan.json")" "$@"
if [ "${MATCH_SECONDS:-0}" != 0 ]; then
    # OUT in a line of matches.txt stands for the folder of the networks.
    mapfile -t matches < <(sed "s:OUT:$out:" "$folder/matches.txt")
    python3 "$here/network_matches.py" "$folder/tedomari" "$out/matches.json" "$folder/before.bin.gz" "${matches[@]}" \
        --seconds "$MATCH_SECONDS" --workers "$(nproc)"
fi
rm -rf "$work"
