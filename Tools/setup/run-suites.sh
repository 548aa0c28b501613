#!/bin/bash
# Runs the suites of all packages from the one build, a test target at a time:
# thousands of tests with servers, children and threads of their own would
# starve each other in one process. usage: run-suites.sh SWIFT-TEST-OPTION…
set -u
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 broken=()

# The programs as built come last: they want the machine for their own.
targets=$(sed -n 's/^ *\.testTarget(name: "\([^"]*\)".*/\1/p' Package.swift)
for target in $(grep -v '^Acceptance' <<<"$targets") ${SUITES_LAST-$(grep '^Acceptance' <<<"$targets")}; do
    swift test --skip-build "$@" --filter "^$target\." >"$log" 2>&1
    status=$?
    count=$(sed -n 's/.*Test run with \([0-9]*\) test.*/\1/p' "$log" | tail -n 1)
    if [ "$status" = 0 ] && [ "${count:-0}" -gt 0 ]; then
        passed=$((passed + count))
        printf '✔ %s: %s tests\n' "$target" "$count"
    else
        issues=$(grep -c '^✘ Test .* failed after' "$log")
        failed=$((failed + (issues > 0 ? issues : 1)))
        passed=$((passed + (${count:-0} > issues ? ${count:-0} - issues : 0)))
        broken+=("$target")
        cat "$log"
        printf '✘ %s (exit status %s)\n' "$target" "$status"
    fi
done

[ ${#broken[@]} = 0 ] || printf 'Failed: %s\n' "${broken[*]}"
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
