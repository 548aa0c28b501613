#!/bin/bash
# Builds both programs for release, with the Swift runtime inside, so that they
# run where no toolchain is, and puts them into bin/ without symbols, which come to bin/NAME.debug.
# usage: build-release.sh SCRATCH
# In the environment:
#   ESSENTIAL_RELEASE_KEY  a file with the private key that signs both (sign-program.sh); without it nobody signs them
set -eu -o pipefail
scratch=$1
here=$(dirname "$0")
key=${ESSENTIAL_RELEASE_KEY:-}
signature=()
if [ -n "$key" ]; then
    public=$("$here/sign-program.sh" --public "$key")
    # As a literal of C.
    signature=(-Xcc "-DESSENTIAL_RELEASE_KEY=\"$public\"")
fi

# Blanks what a compiler keeps for itself: hashes of modules, in which paths of this
# machine are. Without the section the program would lose RELRO, by which the loader
# protects its tables.
forget_hashes() { # forget_hashes FROM TO
    local bytes
    bytes=$(readelf -SW "$1" | awk '{ for (i = 1; i < NF; i++) if ($i == ".swift_modhash") print $(i + 4) }')
    head -c $((16#$bytes)) /dev/zero >"$1.zeros"
    objcopy --update-section ".swift_modhash=$1.zeros" "$1" "$2"
    rm "$1.zeros"
}

# -z now: a function that is looked for at its first call costs a copy of the
# registers on the stack, and they hold what was copied last.
# Without --disable-build-manifest-caching SwiftPM may take the plan of the other
# package, which was built in the same folder (seen with 6.3.1).
# No path of this machine is in them, and no hash of one, so that two builds of a commit are equal.
build() { # build PACKAGE PROGRAM NUMBER
    echo "Building $2 ($3 of 2)…"
    swift build -c release --package-path "$1" --scratch-path "$scratch" --product "$2" \
        --static-swift-stdlib --disable-local-rpath -debug-info-format none --disable-build-manifest-caching \
        -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=." \
        "${signature[@]}" -Xlinker --gc-sections -Xlinker --build-id=none -Xlinker -z -Xlinker now 2>&1 | Tools/setup/build-progress.sh "$2"
    objcopy --only-keep-debug "$scratch/release/$2" "bin/$2.debug"
    chmod -x "bin/$2.debug"
    strip --remove-section=.comment -o "bin/.$2.stripped" "$scratch/release/$2"
    forget_hashes "bin/.$2.stripped" "bin/.$2.new"
    rm "bin/.$2.stripped"
    "$here/search-release.sh" "bin/.$2.new"
    # What is behind the last section, tools of ELF take away: it comes last.
    [ -z "$key" ] || "$here/sign-program.sh" "$key" "bin/.$2.new" "$2" "$("bin/.$2.new" version | cut -d' ' -f2)"
    # A rename, so that a program that is running keeps its file.
    mv "bin/.$2.new" "bin/$2"
    echo "bin/$2 is built, $([ -n "$key" ] && echo "and signed" || echo "by nobody's key")."
}

build Apps/Server essentiald 1
build Apps/Composer essential 2
