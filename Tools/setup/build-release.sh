#!/bin/bash
# Builds both programs for release, with the Swift runtime inside, so that they
# run where no toolchain is, and puts them into bin/ without debug symbols.
# usage: build-release.sh SCRATCH
set -eu -o pipefail
scratch=$1

# -z now: a function that is looked for at its first call costs a copy of the
# registers on the stack, and they hold what was copied last.
# Without --disable-build-manifest-caching SwiftPM may take the plan of the other
# package, which was built in the same folder (seen with 6.3.1).
build() { # build PACKAGE PROGRAM NUMBER
    echo "Building $2 ($3 of 2)…"
    swift build -c release --package-path "$1" --scratch-path "$scratch" --product "$2" \
        --static-swift-stdlib -debug-info-format none --disable-build-manifest-caching \
        -Xlinker --gc-sections -Xlinker -z -Xlinker now 2>&1 | Tools/setup/build-progress.sh "$2"
    # A rename, so that a program that is running keeps its file.
    strip -o "bin/.$2.new" "$scratch/release/$2"
    mv "bin/.$2.new" "bin/$2"
    echo "bin/$2 is built."
}

build Apps/Server essentiald 1
build Apps/Composer essential 2
