#!/bin/bash
# Fills in new fixtures from today's programs and lists them as released.
# usage: record.sh SCRATCH-FOLDER [RELEASE, whose data on disk are made first]
set -eu
cd "$(dirname "$0")"
replay() { swift test --scratch-path "$1" -debug-info-format none --filter "$2"; }

if [ -n "${2:-}" ]; then ESSENTIAL_RECORD_DATA=$2 replay "$1" Recording; fi
# Answers first: what clients make of them is read in the next run.
ESSENTIAL_RECORD=1 replay "$1" ServerReplayTests
ESSENTIAL_RECORD=1 replay "$1" ClientReplayTests/understandsWhatWasReleased

cd Fixtures
find v* -type f | LC_ALL=C sort | while read -r file; do
    grep -q "  $file\$" released.sha256 || sha256sum "$file" >>released.sha256
done
