#!/bin/bash
# Unpacks Debian's glewlwyd, an OpenID provider that tests sign in through, unless it
# is there already, and prints its folder. It isn't installed, since a package of a
# server starts it; so this needs neither root nor what it would change.
set -eu

folder=$(cd "$(dirname "$0")/../.." && pwd)/.build/glewlwyd
packages=(
    glewlwyd glewlwyd-common libconfig9 libhoel1.4 libiddawc1.1 libjansson4 libjs-bootstrap4 libjs-jquery libjs-popper.js
    libmariadb3 liboath0 liborcania2.3 libpq5 librhonabwy1.1 libulfius2.7 libyder2.0
)

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
        echo "apt-get could not fetch glewlwyd, for which it needs the network and a list of packages ('apt-get update'):" >&2
        tail -n 5 "$folder.log" >&2
        exit 1
    fi
    for package in "$folder"/packages/*.deb; do dpkg -x "$package" "$folder"; done
    rm -r "$folder/packages"
    # It serves nothing to which links lead out of its folder.
    share=$folder/usr/share/glewlwyd
    cp --remove-destination "$share/templates/config.json" "$share/webapp/config.json"
    find "$share/webapp" -type l | while read -r link; do
        [ ! -e "$link" ] || cp --remove-destination "$(readlink -f "$link")" "$link"
    done
    touch "$folder/complete"
fi
echo "$folder"
