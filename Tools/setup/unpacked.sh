#!/bin/bash
# Unpacks packages of Debian below .build, unless they are there already, and prints
# their folder. They aren't installed, since a package of a server starts it; so this
# needs neither root nor what it would change. usage: unpacked.sh NAME PACKAGE...
set -eu

name=$1
shift
folder=$(cd "$(dirname "$0")/../.." && pwd)/.build/$name
mkdir -p "${folder%/*}"
# Test programs that run side by side may ask at the same time.
exec 9>"$folder.lock"
flock 9
if [ ! -e "$folder/complete" ]; then
    rm -rf "$folder"
    mkdir -p "$folder/packages"
    fetch() { (cd "$folder/packages" && apt-get -q download "$@") >"$folder.log" 2>&1; }
    # A list of packages that is missing or old is the usual reason for a failure.
    if ! fetch "$@" && ! { [ "$(id -u)" = 0 ] && apt-get -q update >"$folder.log" 2>&1 && fetch "$@"; }; then
        echo "apt-get could not fetch $name, for which it needs the network and a list of packages ('apt-get update'):" >&2
        tail -n 5 "$folder.log" >&2
        exit 1
    fi
    for package in "$folder"/packages/*.deb; do dpkg -x "$package" "$folder"; done
    rm -r "$folder/packages"
    touch "$folder/complete"
fi
echo "$folder"
