#!/bin/sh
# Checks the proofs in verified/ with Coq, prints on what they rest, extracts the checked functions, builds a program of
# them, and runs it over proof files. docs/design/verification.md says what is proved.
#
#     scripts/verified.sh [--most ENTRIES] [FILE...]
#
# Builds in target/verified. Needs coqc 8.16 and ocamlfind, which Debian's package `coq` installs. Exit code: 0 if all
# files are accepted; 1 if one is refused, or a proof in verified/ fails; 2 if a file cannot be read; 3 if one is of a
# kind that is not covered; 4 if a program is missing.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=${VERIFIED_BUILD:-$root/target/verified}
modules="Sets Graph Rules Benson Closure Join Score Alike Zones Lives Whole"

for program in coqc ocamlfind; do
    if ! command -v "$program" > /dev/null; then
        echo "verified.sh: $program is missing; on Debian: apt-get install coq" >&2
        exit 4
    fi
done

mkdir -p "$build"
# Proofs are checked again only where a file or one before it changed.
fresh=yes
for module in $modules; do
    if [ "$fresh" = yes ] && [ -e "$build/$module.vo" ] && cmp -s "$root/verified/$module.v" "$build/$module.v"; then
        continue
    fi
    fresh=no
    cp "$root/verified/$module.v" "$build/"
    (cd "$build" && coqc -Q . Tedomari "$module.v") || exit 1
done
if grep -nE '\b(Admitted|admit|Axiom|Parameter|Conjecture)\b' "$root"/verified/*.v; then
    echo "verified.sh: something is not proved" >&2
    exit 1
fi
cp "$root/verified/Assumptions.v" "$root/verified/Extraction.v" "$root/verified/json.ml" "$root/verified/main.ml" "$build/"
(cd "$build" && coqc -Q . Tedomari Assumptions.v) > "$build/assumptions" || exit 1
theorems=$(grep -c '^Print Assumptions' "$root/verified/Assumptions.v")
closed=$(grep -c '^Closed under the global context$' "$build/assumptions")
if [ "$theorems" != "$closed" ] || [ "$theorems" != "$(wc -l < "$build/assumptions")" ]; then
    cat "$build/assumptions" >&2
    echo "verified.sh: a theorem rests on an assumption" >&2
    exit 1
fi
echo "$theorems theorems, none with an assumption"
(cd "$build" && coqc -Q . Tedomari Extraction.v &&
    ocamlfind ocamlopt -O3 json.ml core.mli core.ml main.ml -o verified_check) 2> "$build/messages" ||
    { cat "$build/messages" >&2; exit 1; }
if [ $# -gt 0 ]; then
    exec "$build/verified_check" "$@"
fi
