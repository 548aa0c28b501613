#!/bin/bash
# Prints the folder of the programs of a PostgreSQL server, for tests: those that
# are installed, or Debian's, unpacked.
# usage: postgresql.sh [--unpacked], to pass the installed ones over.
set -eu

if [ "${1:-}" != --unpacked ]; then
    for bin in /usr/lib/postgresql/1[5-9]/bin; do
        if [ -x "$bin/initdb" ]; then
            echo "$bin"
            exit 0
        fi
    done
fi
# libpq5 is among packages.txt, and brings most of what the server needs as well.
folder=$("$(dirname "$0")/unpacked.sh" postgresql postgresql-15 libicu72 libxml2)
echo "$folder/usr/lib/postgresql/15/bin"
