#!/bin/bash
# Measures two commits in turns and says in which cases they differ: BASE, and
# the folder as it is. Suites that start the programs use those of each commit.
# usage: compare.sh BASE BUILD [SUITE...]
set -eu -o pipefail
base=$1 build=$2; shift 2
runs=5 rounds=3
folder=$build/bench-base results=$build/bench-compare

commit=$(git rev-parse --short --verify "$base^{commit}") || {
    echo "make bench-compare: there is no commit '$base'. Name one: make bench-compare BASE=main" >&2
    exit 2
}
# Sources keep their times where they keep their text, so that a second run
# against the same commit builds nothing.
if [ "$(cat "$folder/commit" 2>/dev/null)" != "$commit" ]; then
    rm -rf "$folder/tree" && mkdir -p "$folder/tree"
    git archive "$commit" | tar -x -C "$folder/tree"
    echo "$commit" >"$folder/commit"
fi
rm -rf "$results" && mkdir -p "$results"

programs() { # programs TREE: builds both
    (cd "$1" && mkdir -p bin .build && Tools/setup/build-release.sh .build/release)
    swift build --quiet -c release --package-path "$1/Tools/Bench" --scratch-path "$1/.build/bench" \
        -debug-info-format none --product bench
}
programs "$folder/tree"
programs .

measure() { # measure NAME TREE SUITE...: adds its lines to NAME.json
    local name=$1 tree=$2; shift 2
    ESSENTIAL_PROGRAMS=$PWD/$tree/bin "$tree/.build/bench/release/bench" "$@" --rounds $rounds \
        --json "$results/run" >"$results/$name.log"
    cat "$results/run" >>"$results/$name.json"
}
for ((run = 1; run <= runs; run++)); do
    echo "run $run of $runs…" >&2
    # There and back: whoever came first comes last the next time.
    if ((run % 2)); then measure base "$folder/tree" "$@"; measure head . "$@"
    else measure head . "$@"; measure base "$folder/tree" "$@"; fi
done
echo "base: $commit, head: the folder as it is; medians of $runs runs, taken in turns"
.build/bench/release/bench --compare "$results/base.json" "$results/head.json"
