#!/bin/bash
# Fills in new fixtures from today's programs, and says which it filled in.
# usage: record.sh SCRATCH-FOLDER [RELEASE, whose data on disk are made first]
set -eu
cd "$(dirname "$0")"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
replay() {
    swift test --scratch-path "$1" -debug-info-format none --filter "$2" >"$log" 2>&1 && return
    grep -aE "^✘|error:" "$log" >&2 || tail -n 20 "$log" >&2
    exit 1
}

if [ -n "${2:-}" ]; then ESSENTIAL_RECORD_DATA=$2 replay "$1" Recording; fi
# Answers first: what clients make of them is read in the next run.
ESSENTIAL_RECORD=1 replay "$1" ServerReplayTests
ESSENTIAL_RECORD=1 replay "$1" ClientReplayTests/understandsWhatWasReleased

git status --short --untracked-files=all -- Fixtures
echo "All fixtures are recorded. Read those above: once they land, they are a promise."
