#!/bin/bash
# Builds and tests one package by itself, which proves that it declares what it
# uses. usage: test-package.sh NAME SCRATCH
set -eu
folder=$(find Packages Apps Tests Tools -type d -name "$1" -exec test -e '{}/Package.swift' \; -print -quit)
if [ -z "$folder" ]; then
    echo "There is no package “$1”. There are:" >&2
    find Packages Apps Tests Tools -name Package.swift -not -path '*/.build/*' -printf '%h\n' | xargs -n1 basename | sort | sed 's/^/    /' >&2
    exit 2
fi
exec swift test --package-path "$folder" --scratch-path "$2" -debug-info-format none
