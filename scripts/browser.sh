#!/usr/bin/env bash
# The page in a real browser, headless: scripts/browser.sh [PROGRAM [STEP...]]
#
# Needs node with npm, and chromium; without them it says so and succeeds, since not every machine has them. What npm
# brings goes into the target directory. PROGRAM is the release build by default; scripts/check.sh names that of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-target}"
program="${1:-$target/release/tedomari}"
[[ $# -gt 0 ]] && shift

skip() { echo "browser.sh: skipped, $*"; exit 0; }

for name in chromium chromium-browser google-chrome; do
  if browser=$(command -v "$name"); then break; fi
done
[[ -n "${browser:-}" ]] || skip "there is no chromium"
command -v node >/dev/null && command -v npm >/dev/null || skip "there is no node with npm"

node --test tests/page/

mkdir -p "$target/browser"
BROWSER_MODULES=$(realpath "$target/browser")
export BROWSER_MODULES
cp scripts/browser/package.json scripts/browser/package-lock.json "$BROWSER_MODULES"
if ! timeout 60 npm ci --prefix "$BROWSER_MODULES" --no-audit --no-fund --loglevel=error; then
  skip "npm can't be reached"
fi
node scripts/browser/run.mjs "$program" "$browser" "$@"
