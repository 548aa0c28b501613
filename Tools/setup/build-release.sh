#!/bin/bash
# Builds both programs for release, with the Swift runtime inside, so that they
# run where no toolchain is, and puts them into bin/ without debug symbols.
# usage: build-release.sh SCRATCH
set -eu -o pipefail
scratch=$1

# The linker warns of a call inside the toolchain's own Foundation library, about
# which nobody here can do anything.
report() { grep -v "the use of .mktemp. is dangerous" || true; }

# -z now: a function that is looked for at its first call costs a copy of the
# registers on the stack, and they hold what was copied last.
# Without --disable-build-manifest-caching SwiftPM may take the plan of the other
# package, which was built in the same folder (seen with 6.3.1).
build() { # build PACKAGE PROGRAM
    echo "Building $2…"
    swift build --quiet -c release --package-path "$1" --scratch-path "$scratch" --product "$2" \
        --static-swift-stdlib -debug-info-format none --disable-build-manifest-caching \
        -Xlinker --gc-sections -Xlinker -z -Xlinker now 2>&1 | report
    # A rename, so that a program that is running keeps its file.
    strip -o "bin/.$2.new" "$scratch/release/$2"
    mv "bin/.$2.new" "bin/$2"
}

build Apps/Server essentiald
build Apps/Composer essential
