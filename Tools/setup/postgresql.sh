#!/bin/bash
# Prints the folder of the programs of a PostgreSQL server, for tests: those that
# are installed, or Debian's, which it unpacks. They aren't installed for that,
# since their package starts a server; so this needs neither root nor what it
# would change. usage: postgresql.sh [--unpacked], to pass the installed ones over.
set -eu

folder=$(cd "$(dirname "$0")/../.." && pwd)/.build/postgresql
# libpq5 is among packages.txt, and brings most of what the server needs as well.
packages=(postgresql-15 libicu72 libxml2)

if [ "${1:-}" != --unpacked ]; then
    for bin in /usr/lib/postgresql/1[5-9]/bin; do
        if [ -x "$bin/initdb" ]; then
            echo "$bin"
            exit 0
        fi
    done
fi

mkdir -p "${folder%/*}"
# Test programs that run side by side may ask at the same time.
exec 9>"$folder.lock"
flock 9
if [ ! -e "$folder/complete" ]; then
    rm -rf "$folder"
    mkdir -p "$folder/packages"
    fetch() { (cd "$folder/packages" && apt-get -q download "${packages[@]}") >"$folder.log" 2>&1; }
    # A list of packages that is missing or old is the usual reason for a failure.
    if ! fetch && ! { [ "$(id -u)" = 0 ] && apt-get -q update >"$folder.log" 2>&1 && fetch; }; then
        echo "apt-get could not fetch PostgreSQL, for which it needs the network and a list of packages ('apt-get update'):" >&2
        tail -n 5 "$folder.log" >&2
        exit 1
    fi
    for package in "$folder"/packages/*.deb; do dpkg -x "$package" "$folder"; done
    rm -r "$folder/packages"
    touch "$folder/complete"
fi
echo "$folder/usr/lib/postgresql/15/bin"
