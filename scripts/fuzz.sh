#!/usr/bin/env bash
# Fuzzes the targets of tests/fuzz/ with libFuzzer: scripts/fuzz.sh SECONDS [TARGET...]; all targets if none is named.
#
# Needs `cargo install cargo-fuzz`; works with a stable compiler, because no target reaches unsafe code that a
# sanitizer would have to watch. What is found grows in fuzz/corpus/TARGET, failures are left in fuzz/artifacts/TARGET.
# `MINIMISE=1 scripts/fuzz.sh 0 TARGET` adds a few of them to tests/fuzz/corpus/TARGET, which `cargo test` replays: with
# these it reaches the same code.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?seconds for each target}
shift
targets=("$@")
if [ ${#targets[@]} = 0 ]; then
    mapfile -t targets < <(cargo fuzz list)
fi
for target in "${targets[@]}"; do
    kept=tests/fuzz/corpus/$target
    found=fuzz/corpus/$target
    mkdir -p "$kept" "$found"
    if [ -n "${MINIMISE:-}" ]; then
        # Code counts, not how often it ran: with counters the corpus has thousands of inputs.
        cargo fuzz run --sanitizer none "$target" "$kept" "$found" -- \
            -merge=1 -set_cover_merge=1 -use_counters=0 -max_len=512 -rss_limit_mb=2048
        continue
    fi
    [ "$seconds" -gt 0 ]
    cargo fuzz run --sanitizer none "$target" "$found" "$kept" -- \
        -max_total_time="$seconds" -max_len=512 -timeout=60 -rss_limit_mb=2048 -print_final_stats=1
done
