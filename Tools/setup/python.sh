#!/bin/bash
# Makes the Python environment of programs that the tests talk to, unless it is
# there already, and prints the path of its interpreter. What it holds is pinned
# in python-requirements.txt and fetched once, from where pip is set up to look.
# usage: python.sh [REQUIREMENTS FOLDER], for another environment than theirs.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
requirements=${1:-$root/Tools/setup/python-requirements.txt}
folder=${2:-$root/.build/python}

give_up() {
    rm -rf "$folder"
    echo "No Python environment for the tests: $1" >&2
    exit 1
}

mkdir -p "$root/.build"
# Test programs that run side by side may ask at the same time.
exec 9>"$folder.lock"
flock 9
# An environment doesn't survive that its Python is replaced by another.
if ! cmp -s "$requirements" "$folder/requirements.txt" || ! "$folder/bin/python3" -c 'import pip' >/dev/null 2>&1; then
    log=$folder.log
    # The first on PATH may be without what Debian's has, and the other way round.
    for python in python3 /usr/bin/python3; do
        rm -rf "$folder"
        "$python" -m venv "$folder" >"$log" 2>&1 && break
    done
    [ -x "$folder/bin/pip" ] || give_up "python3 can't make one. Run 'make deps', or as root 'apt-get install python3-venv'."
    "$folder/bin/python3" -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
        -r "$requirements" >"$log" 2>&1 ||
        give_up "pip could not install what $requirements pins, for which it needs the network once:
$(tail -n 5 "$log")"
    cp "$requirements" "$folder/requirements.txt"
fi
echo "$folder/bin/python3"
