#!/bin/sh
# A network gets better by its own games: each generation plays games by search with the best network so far, learns from
# them and from older samples, and takes its place if it holds its own in a match. docs/selfplay.md says more.
#
#     scripts/train/selfplay.sh STATE --checkpoint CHECKPOINT.pt --old FOLDER [OPTION VALUE ...]
#
# STATE is a folder. Whatever is finished in it is not done again, so that a stopped loop goes on by the same command.
set -eu
here=$(realpath "$(dirname "$0")")
usage() {
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
[ $# -ge 1 ] || usage
state=$1
shift
program=tedomari
python=python3
checkpoint=
old=
generations=1
hours=24
sizes="9 7"
shards=8
samples=512
visits=150
threads=1
precision=int8
minutes=10
steps=1000000000
rate=0.004
share=0.5
window=4
games=40
playouts=100
accept=0.5
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || usage
    case $1 in
        --program) program=$2 ;;         # the engine; the samples are written by the program of this name with -dev behind
        --python) python=$2 ;;           # with requirements.txt installed
        --checkpoint) checkpoint=$2 ;;   # where generation 1 starts: that of a run of train.py, or a model file
        --old) old=$2 ;;                 # samples of another source, mixed in
        --generations) generations=$2 ;; # the loop ends after so many in all,
        --hours) hours=$2 ;;             # or begins nothing new after so many hours
        --sizes) sizes=$2 ;;             # boards, such as "9 7"
        --shards) shards=$2 ;;           # files of samples for each board in a generation
        --samples) samples=$2 ;;         # samples in each
        --visits) visits=$2 ;;           # of the searches whose positions become samples
        --threads) threads=$2 ;;         # that play games
        --precision) precision=$2 ;;     # numbers of the network that plays them
        --minutes) minutes=$2 ;;         # of training in a generation
        --steps) steps=$2 ;;             # batches, if that is earlier
        --rate) rate=$2 ;;               # of learning
        --share) share=$2 ;;             # of new samples among those that are learned from
        --window) window=$2 ;;           # generations whose samples are new
        --games) games=$2 ;;             # in a match, for each board
        --playouts) playouts=$2 ;;       # for each of its moves
        --accept) accept=$2 ;;           # least score in the matches of all boards together
        *) usage ;;
    esac
    shift 2
done
mkdir -p "$state"
deadline=$(awk -v now="$(date +%s)" -v hours="$hours" 'BEGIN { printf "%d", now + 3600 * hours }')

# Ends the loop if there is no time for another stage.
check_time() {
    if [ "$(date +%s)" -ge "$deadline" ]; then
        echo "the hours are over; the same command goes on from here"
        exit 0
    fi
}

# A copy that is there as a whole or not at all.
copy() {
    cp "$1" "$2.new"
    mv "$2.new" "$2"
}

# What is best after some generations: that of the last one that was accepted.
best_of() {
    best=$state/start
    for number in $(seq 1 "$1"); do
        if grep -qs '"accepted": true' "$state/$number/verdict.json"; then
            best=$state/$number/run
        fi
    done
}

self_play() {
    board=0
    for size in $sizes; do
        "$program-dev" samples --teacher "$best/final.bin.gz" --precision "$precision" --search "$visits" \
            --size "$size" --shards "$shards" --samples "$samples" --first $((board * shards)) \
            --seed $((1000 + generation)) --threads "$threads" --out "$folder/samples"
        board=$((board + 1))
    done
}

learn() {
    first=$((generation >= window ? generation - window + 1 : 1))
    set --
    for number in $(seq "$first" "$generation"); do
        set -- "$@" "$state/$number/samples=$(awk -v s="$share" -v n=$((generation - first + 1)) 'BEGIN { print s / n }')"
    done
    if [ -n "$old" ]; then
        set -- "$@" "$old=$(awk -v s="$share" 'BEGIN { print 1 - s }')"
    fi
    known=$best/checkpoint.pt
    [ -e "$known" ] || known=$best/final.bin.gz
    "$python" "$here/train.py" "$folder/run" --start "$known" --data "$@" --rate "$rate" --freeze -1 \
        --cooldown 0 --hours "$(awk -v m="$minutes" 'BEGIN { print m / 60 }')" --steps "$steps" \
        --seed "$generation" --name "generation-$generation"
}

gate() {
    set --
    for size in $sizes; do
        match=$folder/match-$size.json
        if [ ! -s "$match" ]; then
            check_time
            engine="$program --log off --set search.proofs=false --set search.max_playouts=$playouts"
            engine="$engine --set clock.untimed_seconds=60 --set search.seed={game}"
            "$program" match --black "$engine --set search.network=$folder/run/final.bin.gz" \
                --white "$engine --set search.network=$best/final.bin.gz" \
                --size "$size" --games "$games" --jobs "$threads" --json > "$match.new"
            mv "$match.new" "$match"
        fi
        set -- "$@" "$match"
    done
    "$python" "$here/generations.py" judge "$folder" --accept "$accept" "$@"
}

if [ ! -e "$state/start/final.bin.gz" ]; then
    [ -n "$checkpoint" ] || usage
    mkdir -p "$state/start"
    case $checkpoint in
        *.bin.gz) copy "$checkpoint" "$state/start/final.bin.gz" ;;
        *)
            copy "$checkpoint" "$state/start/checkpoint.pt"
            "$python" "$here/export.py" "$state/start/checkpoint.pt" "$state/start/new.bin.gz"
            mv "$state/start/new.bin.gz" "$state/start/final.bin.gz"
            ;;
    esac
fi
for generation in $(seq 1 "$generations"); do
    folder=$state/$generation
    mkdir -p "$folder"
    [ ! -e "$folder/verdict.json" ] || continue
    best_of $((generation - 1))
    check_time
    self_play
    check_time
    [ -e "$folder/run/final.bin.gz" ] || learn
    gate
    "$python" "$here/generations.py" table "$state"
done
best_of "$generations"
echo "the best network: $best/final.bin.gz"
