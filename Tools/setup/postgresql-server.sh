#!/bin/bash
# Runs a PostgreSQL server for tests, in a new folder and on a socket there, until
# its standard input ends; then all of it is removed. Once it takes connections,
# it prints the folder. Its user is "essential"; "guarded", which a test may make, has
# to have a password.
# With --tls it is to be had on a port of 127.0.0.1 as well, by TLS only.
# A power cut would cost its data: nothing is synchronised.
# usage: postgresql-server.sh [--tls CERTIFICATE KEY PORT] [what postgresql.sh takes]
set -eu

tls=()
if [ "${1:-}" = --tls ]; then
    tls=("$2" "$3" "$4")
    shift 4
fi

setup=$(cd "$(dirname "$0")" && pwd)
bin=$("$setup/postgresql.sh" "$@")
export LD_LIBRARY_PATH=$setup/../../.build/postgresql/usr/lib/$(uname -m)-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
# Who interrupts the tests lets it end in its own way: by the end of its input.
# Nobody may be left to read what it prints.
trap '' INT TERM HUP PIPE

folder=$(mktemp -d)
as=()
if [ "$(id -u)" = 0 ]; then
    # It refuses to run as root.
    chown nobody:nogroup "$folder"
    as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
fi
log=$folder/log
run() { (cd "$folder" && "${as[@]}" "$@" >>"$log" 2>&1 </dev/null); }
finish() {
    run "$bin/pg_ctl" stop -D "$folder/data" -m immediate || true
    rm -rf "$folder"
}
fail() {
    echo "The PostgreSQL server for tests doesn't start:" >&2
    tail -n 10 "$log" >&2
    finish
    exit 1
}

: >"$log"
[ ${#as[@]} = 0 ] || chown nobody:nogroup "$log"
run "$bin/initdb" -D "$folder/data" --username=essential --auth=trust --encoding=UTF8 --locale=C --no-sync || fail
printf '%s\n' 'local all guarded scram-sha-256' 'local all all trust' >"$folder/data/pg_hba.conf"
network="-c listen_addresses="
if [ ${#tls[@]} != 0 ]; then
    printf 'hostssl all %s 127.0.0.1/32 %s\n' guarded scram-sha-256 all trust >>"$folder/data/pg_hba.conf"
    cp "${tls[0]}" "$folder/data/server.crt"
    cp "${tls[1]}" "$folder/data/server.key"
    chmod 600 "$folder/data/server.key"
    [ ${#as[@]} = 0 ] || chown nobody:nogroup "$folder/data/server.crt" "$folder/data/server.key"
    network="-c listen_addresses=127.0.0.1 -c port=${tls[2]} -c ssl=on -c log_connections=on"
fi
run "$bin/pg_ctl" start -w -D "$folder/data" -o "-k '$folder' $network -c fsync=off -c full_page_writes=off \
    -c autovacuum=off -c max_connections=1500 -c shared_buffers=32MB -c max_wal_size=256MB" || fail
echo "$folder" || true
cat >/dev/null
finish
