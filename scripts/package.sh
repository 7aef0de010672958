#!/usr/bin/env bash
# Builds all packages: the source, static programs for Linux on x86-64 and ARM64, a program for Windows, and Debian
# packages. Each program must answer before it is packed; one for another processor runs in an emulator.
# usage: scripts/package.sh [TARGET...]      the packages come to target/packages
# needs: rustup target add TARGET...; on Debian musl-tools, gcc-aarch64-linux-gnu, gcc-mingw-w64-x86-64, qemu-user-static
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
target_dir=${CARGO_TARGET_DIR:-target}
packages=$target_dir/packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}

# Rust links the objects of musl that it brings along; only the linker is of the system.
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64-static

say() { printf '\n== %s\n' "$*"; }
die() { echo "package.sh: $*" >&2; exit 1; }

# The program for a target.
program() {
    case $1 in
        *windows*) echo "$target_dir/$1/dist/tedomari.exe" ;;
        *) echo "$target_dir/$1/dist/tedomari" ;;
    esac
}

# Runs the program of a target, if this machine can.
answers() {
    local run=("$(program "$1")")
    case $1 in
        aarch64-*) [ "$(uname -m)" = aarch64 ] || run=(qemu-aarch64-static "${run[@]}") ;;
        *windows*) command -v wine >/dev/null || { echo "no wine here: the program for Windows is not run"; return; }
            run=(wine "${run[@]}") ;;
    esac
    local found
    found=$(printf 'boardsize 5\nplay b C3\nversion\nquit\n' | "${run[@]}" | tr -d '\r' | grep -c '^=') || true
    [ "$found" = 4 ] || die "the program for $1 does not answer"
    # It has the same node counts as the tests: an optimising compiler may make errors.
    "${run[@]}" bench | tr -d '\r' | sed '/^$/,$d' | diff - tests/bench/signature || die "the program for $1 counts other nodes"
    echo "the program for $1 answers, and counts the nodes of the tests"
}

# What stands beside the program: manual pages and completions, made by a program that runs here.
documents() {
    local maker=$1
    "$maker" man --dir "$work/man"
    mkdir -p "$work/completions"
    "$maker" completions bash > "$work/completions/tedomari"
    "$maker" completions zsh > "$work/completions/_tedomari"
    "$maker" completions fish > "$work/completions/tedomari.fish"
}

# An archive with the program, its documents and files of settings.
archive() {
    local name=tedomari-$version-$1 folder
    folder=$work/$name
    mkdir -p "$folder"
    cp "$(program "$1")" README.md CHANGELOG.md LICENSE "$folder"
    cp -r config docs "$work/man" "$work/completions" "$folder"
    cp -r crates/goals/knowledge "$folder/config"
    case $1 in
        *windows*) (cd "$work" && python3 -m zipfile -c "$name.zip" "$name") && mv "$work/$name.zip" "$packages" ;;
        *) tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
            -czf "$packages/$name.tar.gz" "$name" ;;
    esac
}

# A Debian package of a static program.
debian() {
    local architecture=$1 target=$2 root=$work/debian-$1
    install -D -m 755 "$(program "$target")" "$root/usr/bin/tedomari"
    for page in "$work"/man/*.1; do
        install -D -m 644 "$page" "$root/usr/share/man/man1/$(basename "$page")"
        gzip -9n "$root/usr/share/man/man1/$(basename "$page")"
    done
    install -D -m 644 "$work/completions/tedomari" "$root/usr/share/bash-completion/completions/tedomari"
    install -D -m 644 "$work/completions/_tedomari" "$root/usr/share/zsh/vendor-completions/_tedomari"
    install -D -m 644 "$work/completions/tedomari.fish" "$root/usr/share/fish/vendor_completions.d/tedomari.fish"
    for settings in config/*.toml; do
        install -D -m 644 "$settings" "$root/usr/share/doc/tedomari/examples/$(basename "$settings")"
    done
    install -D -m 644 README.md "$root/usr/share/doc/tedomari/README.md"
    install -D -m 644 packaging/copyright "$root/usr/share/doc/tedomari/copyright"
    gzip -9nc CHANGELOG.md > "$root/usr/share/doc/tedomari/changelog.gz"
    mkdir -p "$root/DEBIAN"
    local size
    size=$(du -sk "$root/usr" | cut -f1)
    sed -e "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$size/" \
        packaging/control.in > "$root/DEBIAN/control"
    (cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) > "$root/DEBIAN/md5sums"
    find "$root" -type d -exec chmod 755 {} +
    chmod 644 "$root"/DEBIAN/*
    dpkg-deb --root-owner-group --build "$root" "$packages/tedomari_${version}_$architecture.deb" >/dev/null
}

targets=("$@")
[ $# -gt 0 ] || targets=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu)
for target in "${targets[@]}"; do
    rustc --print target-libdir --target "$target" | xargs test -d || die "missing: rustup target add $target"
done
rm -rf "$packages"
mkdir -p "$packages"

say "source"
cargo package --workspace --exclude tedomari-dev --locked --no-verify
cp "$target_dir"/package/tedomari*-"$version".crate "$packages"

for target in "${targets[@]}"; do
    say "$target"
    cargo build --profile dist --locked -p tedomari --target "$target"
    answers "$target"
done

say "documents"
maker=()
for target in "${targets[@]}"; do
    case $target in "$(uname -m)"-*-linux-*) maker=("$(program "$target")") ;; esac
done
if [ ${#maker[@]} = 0 ]; then
    cargo build --profile dist --locked -p tedomari
    maker=("$target_dir/dist/tedomari")
fi
documents "${maker[0]}"

for target in "${targets[@]}"; do
    archive "$target"
    case $target in
        x86_64-*-linux-musl) debian amd64 "$target" ;;
        aarch64-*-linux-musl) debian arm64 "$target" ;;
    esac
done
(cd "$packages" && sha256sum ./* > SHA256SUMS)
say "packages in $packages"
ls -l "$packages"
