#!/usr/bin/env bash
# Runs the tests of everything that threads share under the thread and the address sanitizer, those of the network (all
# unsafe code is there) under the address sanitizer, and the tests of code that Miri can run under Miri.
#
#   scripts/sanitize.sh [thread] [address] [miri]      all three if none is named
#
# Needs a nightly toolchain: rustup toolchain install nightly --component rust-src,miri
set -euo pipefail
cd "$(dirname "$0")/.."

# A target folder of its own, so that usual builds are not thrown away.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/sanitize"
host=$(rustc -vV | sed -n 's/^host: //p')

# The standard library is built with the sanitizer too, else its locks look like races.
instrumented() {
    RUSTFLAGS="-Zsanitizer=$1 -Cunsafe-allow-abi-mismatch=sanitizer" RUSTDOCFLAGS="-Zsanitizer=$1" \
        cargo +nightly test --locked -Zbuild-std --target "$host" "${@:2}"
}

# Tests in which several threads share a tree or a table.
shared=(search::threads search::one_thread deepening::threads enclosed::verdicts_of_two_threads)
# Crates without files, clocks and large searches.
small=(-p tedomari-base -p tedomari-network)

checks=("$@")
[ $# -gt 0 ] || checks=(thread address miri)
for check in "${checks[@]}"; do
    printf '\n== %s\n' "$check"
    case $check in
        thread) instrumented "$check" --test main -- "${shared[@]}" ;;
        address)
            instrumented "$check" -p tedomari-network --lib
            instrumented "$check" --test main -- "${shared[@]}"
            ;;
        miri) MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --locked --lib "${small[@]}" ;;
        *) echo "sanitize.sh: $check is none of thread, address, miri" >&2; exit 1 ;;
    esac
done
