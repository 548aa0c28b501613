#!/bin/bash
# Counts the instructions of one operation of each case in instructions.txt, by
# callgrind, and compares them with what is written there. Unlike a time, the
# count doesn't depend on what else the machine does.
# usage: instructions.sh BENCH [--record]
set -eu -o pipefail
cd "$(dirname "$0")"
bench=$1 file=instructions.txt
# How much more than written an operation may take, in percent.
most=3

command -v valgrind >/dev/null || { echo "valgrind is missing: apt-get install valgrind" >&2; exit 1; }

# The same hashes each time, and one thread at a time as valgrind runs them anyway.
export SWIFT_DETERMINISTIC_HASHING=1
count() { # count SUITE CASE TIMES: instructions of a whole process
    local log
    log=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$1" --repeat "$2" "$3" 2>&1 >/dev/null </dev/null) ||
        { echo "$log" >&2; echo "$2: could not be counted" >&2; return 1; }
    # A suite's peer is a process of its own, which does less.
    sed -n 's/.*Collected : //p' <<<"$log" | sort -n | tail -n 1
}

measure() { # measure SUITE CASE TIMES: instructions of one operation
    local once thrice
    # Start-up and preparation are the same in both and fall out.
    once=$(count "$1" "$2" "$3") || return 1
    thrice=$(count "$1" "$2" $(($3 * 3))) || return 1
    echo $(((thrice - once) / ($3 * 2)))
}
change() { awk "BEGIN { printf \"%+.1f\", ($1 / $2 - 1) * 100 }"; }
isMore() { awk "BEGIN { exit !($1 > $most) }"; }

failed=0 written=
while IFS=$'\t' read -r suite name times before; do
    case $suite in '#'* | '') written+="$suite${name:+$'\t'$name}"$'\n'; continue ;; esac
    now=$(measure "$suite" "$name" "$times")
    # Where threads hand work to each other, a count now and then is higher.
    if [ -n "$before" ] && isMore "$(change "$now" "$before")"; then
        again=$(measure "$suite" "$name" "$times")
        now=$((again < now ? again : now))
    fi
    change=$(change "$now" "${before:-$now}") mark=✔
    if isMore "$change"; then mark=✘ failed=1; fi
    printf '%s %-44s %12d instructions, %s %%\n' $mark "$name" "$now" "$change"
    written+="$suite"$'\t'"$name"$'\t'"$times"$'\t'"$now"$'\n'
done <$file
if [ "${2:-}" = --record ]; then
    printf '%s' "$written" >$file
elif ((failed)); then
    echo "More than $most % above Tools/Bench/$file. If it has to be: make bench-instructions RECORD=1" >&2
    exit 1
fi
