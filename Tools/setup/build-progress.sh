#!/bin/bash
# Shows how far a build is: on a terminal in one line that is written anew, elsewhere
# in a line a minute. What isn't progress, such as an error, is passed on.
# usage: swift build … 2>&1 | build-progress.sh WHAT
# ESSENTIAL_PROGRESS_SECONDS: another time between two lines.
set -u
what=$1
every=${ESSENTIAL_PROGRESS_SECONDS:-60}
begin=$SECONDS next=$every
at= doing= line= part=

terminal=no
[ -t 1 ] && [ "${TERM-dumb}" != dumb ] && terminal=yes
columns=$(tput cols 2>/dev/null || echo 80)

elapsed() {
    local seconds=$((SECONDS - begin))
    [ $seconds -lt 60 ] && echo "$seconds s" || echo "$((seconds / 60)) min"
}

show() {
    if [ $terminal = yes ]; then
        local text="$what: ${at:+$at, }$(elapsed)${doing:+, $doing}"
        printf '\r\e[K%s' "${text:0:columns-1}"
    elif [ $((SECONDS - begin)) -ge "$next" ]; then
        echo "$what: ${at:+$at, }$(elapsed)"
        next=$((SECONDS - begin + every))
    fi
}

# `[12/345] Compiling Feed FeedImage.swift`; what is left out says nothing new.
take() {
    case $1 in
    \[[0-9]*/*\]*) at=${1%%]*} at=${at#[} doing=${1#*] } ;;
    "Building for "* | "Build complete!"* | "Build of product "*) ;;
    # The linker warns of a call inside the toolchain's own Foundation library, about
    # which nobody here can do anything.
    *"the use of "?"mktemp"?" is dangerous"*) ;;
    *)
        [ $terminal = yes ] && printf '\r\e[K'
        printf '%s\n' "$1"
        ;;
    esac
}

while true; do
    # What has come of a line when the second is over is its beginning.
    if IFS= read -r -t 1 line; then
        take "$part$line"
        part=
    elif [ $? -gt 128 ]; then
        part+=$line
    else
        [ -z "$part$line" ] || take "$part$line"
        break
    fi
    show
done
[ $terminal = yes ] && printf '\r\e[K'
exit 0
