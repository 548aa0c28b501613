#!/bin/bash
# Builds a package for Debian and a relocatable archive of each program.
# usage: package.sh FOLDER TARGET [PROGRAM…]: the programs are in FOLDER, the packages come to TARGET
# In the environment:
#   SOURCE_DATE_EPOCH  by which files are dated, in seconds; the commit's time unless told
#   MAINTAINER         who answers for the packages, NAME <ADDRESS>
#   REVISION           of the packages of one version, 1 unless told
#   SHLIBDEPS          further options of dpkg-shlibdeps
#   LEVEL              how hard to compress, 1 to 9, 9 unless told
set -eu -o pipefail
programs=$1 target=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
maintainer=${MAINTAINER:-The Essential authors <essential@packages.invalid>}
revision=${REVISION:-1}
level=${LEVEL:-9}
umask 022
export LC_ALL=C.UTF-8 TZ=UTC

missing=()
for tool in dpkg-deb dpkg-shlibdeps; do command -v $tool >/dev/null || missing+=($tool); done
if [ ${#missing[@]} -gt 0 ]; then
    echo "No packages without ${missing[*]}. As root, run: apt-get install dpkg-dev" >&2
    exit 1
fi

if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    # In a copy without history, the time of what changes with each version.
    SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")
fi
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$target"
architecture=$(dpkg --print-architecture)

# In KiB, a file at a time; what du says depends on the file system.
size() { find "$1" \( -type f -printf '%s\n' \) -o -printf '1\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }'; }

# The libraries that a program is linked with, in the versions whose symbols it uses.
libraries() { # libraries PROGRAM FILE
    mkdir -p "$work/$1.source/debian"
    printf 'Source: essential\n\nPackage: %s\nArchitecture: any\n' "$1" >"$work/$1.source/debian/control"
    (cd "$work/$1.source" && dpkg-shlibdeps -O ${SHLIBDEPS:-} -e"$2") | sed -n 's/^shlibs:Depends=//p'
}

changelog() { # changelog PROGRAM VERSION
    printf '%s (%s) stable; urgency=medium\n\n' "$1" "$2"
    printf '  * What has changed: /usr/share/doc/%s/changelog.gz\n\n' "$1"
    printf ' -- %s  %s\n' "$maintainer" "$(date -d "@$SOURCE_DATE_EPOCH" -R)"
}

debian() { # debian PROGRAM VERSION
    local program=$1 version=$2-$revision stage=$work/$1.deb share size depends
    share=$stage/usr/share/doc/$program
    DESTDIR=$stage PREFIX=/usr UNITS=/lib/systemd/system ZSH=/usr/share/zsh/vendor-completions \
        "$here/install.sh" "$program" "$programs"
    changelog "$program" "$version" | gzip -9nc >"$share/changelog.Debian.gz"
    gzip -9nc "$root/CHANGELOG.md" >"$share/changelog.gz"
    if [ -e "$here/debian/$program.overrides" ]; then
        install -D -m 644 "$here/debian/$program.overrides" "$stage/usr/share/lintian/overrides/$program"
    fi

    size=$(size "$stage")
    mkdir "$stage/DEBIAN"
    depends=$(libraries "$program" "$stage/usr/bin/$program")
    sed -e "s|@version@|$version|" -e "s|@architecture@|$architecture|" -e "s|@maintainer@|$maintainer|" \
        -e "s|@size@|$size|" -e "s|@libraries@|$depends|" \
        "$here/debian/$program.control" >"$stage/DEBIAN/control"
    for script in preinst postinst prerm postrm; do
        [ ! -e "$here/debian/$program.$script" ] ||
            install -m 755 "$here/debian/$program.$script" "$stage/DEBIAN/$script"
    done
    [ ! -d "$stage/etc" ] || (cd "$stage" && find etc -type f -printf '/%p\n' | sort) >"$stage/DEBIAN/conffiles"
    (cd "$stage" && find . -type f -not -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum) >"$stage/DEBIAN/md5sums"
    # One thread: how many there are decides where xz begins anew.
    dpkg-deb --root-owner-group --threads-max=1 -Zxz -z"$level" --build "$stage" "$target/${program}_${version}_$architecture.deb" >/dev/null
    echo "$target/${program}_${version}_$architecture.deb"
}

archive() { # archive PROGRAM VERSION
    local name=$1-$2-linux-$architecture
    # The tree of /usr/local, under a name of its own; what is for /etc stands beside it.
    DESTDIR=$work/$1.tar PREFIX=/usr/local "$here/install.sh" "$1" "$programs"
    mv "$work/$1.tar/usr/local" "$work/$name"
    [ ! -d "$work/$1.tar/etc" ] || mv "$work/$1.tar/etc" "$work/$name/etc"
    install -m 644 "$here/archive.md" "$work/$name/share/doc/$1/README.md"
    tar -C "$work" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$name" |
        gzip -"${level}"n >"$target/$name.tar.gz"
    echo "$target/$name.tar.gz"
}

# What tells a commit between two versions from the version before, in the order of time; nothing for a version.
snapshot() { # snapshot VERSION
    local git=(git -C "$root") commit
    commit=$("${git[@]}" rev-parse --short=8 HEAD 2>/dev/null) || return 0
    [ -z "$("${git[@]}" tag --points-at HEAD --list "v$1")" ] || return 0
    "${git[@]}" log -1 --format="+git%cd.$commit" --date=format-local:%Y%m%d%H%M%S
}

[ $# -gt 0 ] || set -- essential essentiald
for program; do
    version=$("$programs/$program" version)
    version=${version#"$program "}
    version=$version$(snapshot "$version")
    debian "$program" "$version"
    archive "$program" "$version"
done
