#!/bin/bash
# Makes the Python environment of programs that the tests talk to, unless it is
# there already, and prints the path of its interpreter. What it holds is pinned
# in python-requirements.txt.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$root/.build/python
requirements=$root/Tools/setup/python-requirements.txt

mkdir -p "$root/.build"
# Test programs that run side by side may ask at the same time.
exec 9>"$folder.lock"
flock 9
if ! cmp -s "$requirements" "$folder/requirements.txt"; then
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    "$folder/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
        -r "$requirements" >&2
    cp "$requirements" "$folder/requirements.txt"
fi
echo "$folder/bin/python3"
