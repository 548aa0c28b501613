#!/bin/bash
# Builds both programs for release, with the Swift runtime inside, so that they
# run where no toolchain is, and puts them into bin/ without debug symbols.
# usage: build-release.sh SCRATCH
set -eu
scratch=$1

build() { # build PACKAGE PROGRAM
    echo "Building $2…"
    swift build --quiet -c release --package-path "$1" --scratch-path "$scratch" --product "$2" \
        --static-swift-stdlib -debug-info-format none -Xlinker --gc-sections
    # A rename, so that a program that is running keeps its file.
    strip -o "bin/.$2.new" "$scratch/release/$2"
    mv "bin/.$2.new" "bin/$2"
}

build Apps/Server essentiald
build Apps/Composer essential
