#!/bin/bash
# Searches a release build for what mustn't be in it: symbols, and in the clear what detectors look for.
# usage: search-release.sh PROGRAM
set -eu -o pipefail
program=$1
words=(
    LD_PRELOAD LD_AUDIT ld.so.preload TracerPid vgpreload frida- libfrida linjector libgadget dockerenv containerenv
    # The runtime of Swift has /proc/self/maps of its own.
    /proc/self/environ /proc/self/uid_map
)
found=()
texts=$(strings --all -n 5 "$program")
for word in "${words[@]}"; do
    ! grep -qiF -- "$word" <<<"$texts" || found+=("$word")
done
for section in .symtab .strtab .debug_info .comment; do
    ! readelf --sections --wide "$program" | grep -qF " $section " || found+=("$section")
done
if [ ${#found[@]} -gt 0 ]; then
    echo "$program has in it what releases don't: ${found[*]}" >&2
    exit 1
fi
