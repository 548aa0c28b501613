#!/bin/bash
# Lists the source files that four requests pass, client and server: the walks
# of docs/architecture.md. Both programs are built with counters; a walk passes
# the files with a function that runs for it, and didn't for a neutral request.
# usage: walks.sh SCRATCH-FOLDER
set -eu
cd "$(dirname "$0")/../.."

scratch=$(mkdir -p "$1" && cd "$1" && pwd)
tools=$(dirname "$(readlink -f "$(command -v swift)")")
flags=(--scratch-path "$scratch" -debug-info-format none -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping)
for program in essentiald essential; do
    swift build "${flags[@]}" --product "$program" >"$scratch/build.log" 2>&1 || { tail -n 20 "$scratch/build.log" >&2; exit 1; }
done

work=$(mktemp -d "${TMPDIR:-/tmp}/essential-walks-XXXXXX")
export ESSENTIAL_HOME=$work/home LC_ALL=C.UTF-8
password="correct horse battery staple"
server=
port=0
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

until_true() { # until_true COMMAND…: at most two minutes
    for _ in $(seq 600); do
        "$@" && return
        sleep 0.2
    done
    cat "$work/log" >&2
    exit 1
}
listens() { grep -q "listens on" "$work/out" 2>/dev/null; }
is_complete() { grep -q "the demo is complete" "$work/log"; }
has_code() { code=$(sed -n 's/^    \([0-9]\{8\}\).*/\1/p' "$work"/data/outbox/*.eml 2>/dev/null | tail -n 1) && [ -n "$code" ]; }

serve() { # serve NAME OPTION…: and asks whether it is ready
    : >"$work/out"
    LLVM_PROFILE_FILE=$work/server-$1.profraw "$scratch/debug/essentiald" serve --data "$work/data" \
        --listen "127.0.0.1:$port" "${@:2}" >"$work/out" 2>"$work/log" &
    server=$!
    until_true listens
    # The same one from now on: a session belongs to an address.
    port=$(sed -n 's/^essentiald listens on .*:\([0-9]*\).*/\1/p' "$work/out")
    address=http://127.0.0.1:$port
    curl -fsS -o /dev/null "$address/readyz"
}
stop() {
    kill "$server" && wait "$server" || true
    server=
}
ask() { # ask NAME ARGUMENT…
    LLVM_PROFILE_FILE=$work/client-$1.profraw "$scratch/debug/essential" --server "$address" "${@:2}" >/dev/null
}

serve other --demo
until_true is_complete
ask other register --name Ana --email ana@example.com --password-stdin <<<"$password"
until_true has_code
ask other verify "$code"
ask other logout
stop

serve start && ask start vault check && stop
serve login && ask login login --email ana@example.com --password-stdin <<<"$password" && stop
serve feed && ask feed feed --limit 5 && stop
serve other
image=$(LLVM_PROFILE_FILE=$work/client-other.profraw "$scratch/debug/essential" --server "$address" \
    feed --limit 1 --json | sed -n 's/.*"id":"\([^"]*\)".*/\1/p' | head -n 1)
stop
serve comment && ask comment comment "$image" "I could look at this for hours." && stop
# The session that is renewed has an access token of the shortest life.
serve other --tokens.access-lifetime=30s && ask other logout
ask other login --email ana@example.com --password-stdin <<<"$password"
sleep 31
stop
serve refresh --tokens.access-lifetime=30s && ask refresh feed --limit 5 && stop

for profile in "$work"/*.profraw; do
    "$tools/llvm-profdata" merge -sparse "$profile" -o "${profile%.profraw}.profdata"
done
Tools/walks/walks.py "$tools/llvm-cov" "$scratch/debug" "$work" "$PWD"
