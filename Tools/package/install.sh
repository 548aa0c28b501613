#!/bin/bash
# Lays out what belongs to a program: itself, its manual pages and completions, which it
# writes, and what the desktop or the system has to know of it.
# usage: install.sh PROGRAM FOLDER, for essential or essentiald, which is in FOLDER
# In the environment:
#   PREFIX   where it will be used, /usr/local unless told
#   DESTDIR  a folder that stands for the root of the system, for packages
#   UNITS    the folder of systemd's units, PREFIX/lib/systemd/system unless told
#   ZSH      the folder of zsh's completions, PREFIX/share/zsh/site-functions unless told
set -eu -o pipefail
program=$1 programs=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
prefix=${PREFIX:-/usr/local}
destination=${DESTDIR:-}
units=${UNITS:-$prefix/lib/systemd/system}
zsh=${ZSH:-$prefix/share/zsh/site-functions}
umask 022

if [[ $prefix != /* ]]; then
    echo "PREFIX has to be a path from the root, and is '$prefix'. Nothing was installed." >&2
    exit 2
fi
if [ ! -x "$programs/$program" ]; then
    echo "$programs/$program isn't there. Nothing was installed. Build it with 'make build', then try again." >&2
    exit 1
fi

# What the program says of itself must not depend on who installs it.
say() {
    env -i HOME=/nonexistent LC_ALL=C.UTF-8 ${LD_LIBRARY_PATH:+"LD_LIBRARY_PATH=$LD_LIBRARY_PATH"} "$programs/$program" "$@"
}
# put MODE FILE TARGET, with a rename, so that a program that is running keeps its file.
put() {
    mkdir -p "$destination$(dirname "$3")"
    install -m "$1" "$2" "$destination$3.new"
    mv "$destination$3.new" "$destination$3"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

put 755 "$programs/$program" "$prefix/bin/$program"

for language in en es; do
    folder=man; [ $language = en ] || folder=man/$language
    say manual --language $language >"$work/page"
    gzip -9nc "$work/page" >"$work/page.gz"
    put 644 "$work/page.gz" "$prefix/share/$folder/man1/$program.1.gz"
done

completions() { # completions SHELL TARGET
    say completions "$1" >"$work/completions"
    put 644 "$work/completions" "$2"
}
completions bash "$prefix/share/bash-completion/completions/$program"
completions zsh "$zsh/_$program"
completions fish "$prefix/share/fish/vendor_completions.d/$program.fish"

put 644 "$here/copyright" "$prefix/share/doc/$program/copyright"

case $program in
essential)
    put 644 "$root/Apps/Composer/essential.desktop" "$prefix/share/applications/essential.desktop"
    put 644 "$root/Apps/Composer/essential.svg" "$prefix/share/icons/hicolor/scalable/apps/essential.svg"
    ;;
essentiald)
    sed "s,@bindir@,$prefix/bin,; s,@docdir@,$prefix/share/doc/essentiald," "$here/essentiald.service.in" >"$work/unit"
    put 644 "$work/unit" "$units/essentiald.service"
    put 644 "$here/essentiald.sysusers" "$prefix/lib/sysusers.d/essentiald.conf"
    put 644 "$here/essentiald.tmpfiles" "$prefix/lib/tmpfiles.d/essentiald.conf"
    put 644 "$here/port-443.conf" "$prefix/share/doc/essentiald/examples/port-443.conf"
    # What its operators read; with what checks an audit trail without the program.
    while IFS= read -r page; do put 644 "$root/$page" "$prefix/share/doc/essentiald/$page"; done < <(
        cd "$root" && find docs -name '*.md' -o -name openapi.yaml | sort)
    put 644 "$root/Tools/audit/verify.py" "$prefix/share/doc/essentiald/examples/verify.py"
    # What somebody has written stays.
    configuration=/etc/essentiald/essentiald.json5
    [ -e "$destination$configuration" ] || put 644 "$here/essentiald.json5" "$configuration"
    ;;
esac
