#!/bin/bash
# Lets libFuzzer try readers of foreign bytes: fuzz.sh BUILD SECONDS [READER…]
# Ends with 1 if one of them failed; what it failed at is in BUILD/fuzz-findings.
set -eu
build=$1 seconds=$2
shift 2

# -DFUZZING: libFuzzer brings the program's main.
swift build --quiet -c release --package-path Tools/Fuzz --scratch-path "$build/fuzz" --product fuzz \
    --disable-build-manifest-caching --sanitize fuzzer -debug-info-format none -Xswiftc -DFUZZING
program=$build/fuzz/release/fuzz findings=$build/fuzz-findings

names=("$@")
if [ ${#names[@]} = 0 ]; then
    mapfile -t names < <(ls -d Packages/*/*/Tests/*Fuzzing/Corpus/* | xargs -n 1 basename | sort)
fi

mkdir -p "$findings"
failed=()
for name in "${names[@]}"; do
    corpus=$(ls -d Packages/*/*/Tests/*Fuzzing/Corpus/"$name") learned=$build/fuzz-corpus/$name
    mkdir -p "$learned"
    # A trap of Swift is for libFuzzer to see, not for Swift's own report.
    if FUZZ_READER=$name SWIFT_BACKTRACE=enable=no "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 \
        -max_len=4096 -print_final_stats=1 -artifact_prefix="$findings/$name-" "$learned" "$corpus" \
        >"$build/fuzz-$name.log" 2>&1; then
        echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/fuzz-$name.log") inputs, nothing found"
    else
        failed+=("$name")
        echo "$name: FAILED, see $build/fuzz-$name.log"
        ls -t "$findings" | grep "^$name-" | head -1 || true
    fi
done

echo "$((${#names[@]} - ${#failed[@]})) passed, ${#failed[@]} failed"
[ ${#failed[@]} = 0 ]
