#!/bin/bash
# Installs what the build and the tests need from Debian, if it is missing:
# with apt as root, with sudo otherwise. Says exactly what to do if it can't.
set -eu

mapfile -t packages < <(awk '!/^#/ { print $1 }' "$(dirname "$0")/packages.txt")

missing=()
for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done

if ! command -v swift >/dev/null; then
    echo "The Swift toolchain is missing: 'swift' is not on PATH." >&2
    echo "Install Swift 6.3 for Debian 12 and put its usr/bin folder on PATH, then try again." >&2
    exit 1
fi

[ ${#missing[@]} -gt 0 ] || exit 0

echo "Installing from Debian: ${missing[*]}"
as_root=()
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "These packages are missing, and there is no sudo to install them with. As root, run:" >&2
        echo "    apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
install() { "${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}" >"$log" 2>&1; }
# A list of packages that is missing or old is the usual reason for a failure.
if ! install && ! { "${as_root[@]}" apt-get update -q >"$log" 2>&1 && install; }; then
    cat "$log" >&2
    echo "apt could not install them (see above). Mend that, or as root run:" >&2
    echo "    apt-get update && apt-get install ${missing[*]}" >&2
    exit 1
fi
