#!/usr/bin/env bash
# Checks that the program compiles with the oldest Rust that Cargo.toml states.
# usage: scripts/oldest_rust.sh
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
rustup toolchain install "$version" --profile minimal --no-self-update
cargo "+$version" check --locked
echo "compiles with Rust $version"
