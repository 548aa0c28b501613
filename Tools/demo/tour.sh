#!/bin/bash
# A tour of the product as a new user would take it, narrated. Every step is
# checked: the exit status is 0 only if all of them held.
# usage: tour.sh [--stay]    --stay leaves a server running at the end
# ESSENTIAL_PROGRAMS names the folder of other programs than those in bin.
set -u
cd "$(dirname "$0")/../.."

programs=${ESSENTIAL_PROGRAMS:-bin}
stay=no
[ "${1-}" = --stay ] && stay=yes

work=$(mktemp -d "${TMPDIR:-/tmp}/essential-tour-XXXXXX")
mkdir "$work/data" "$work/home"
export ESSENTIAL_HOME=$work/home
unset ESSENTIAL_SERVER ESSENTIAL_PROFILE ESSENTIAL_PROGRAMS
password="correct horse battery staple $RANDOM$RANDOM"
failures=0
server=

bold= faint= green= red= plain=
if [ -t 1 ] && [ -z "${NO_COLOR-}" ]; then
    bold=$'\e[1m' faint=$'\e[2m' green=$'\e[32m' red=$'\e[31m' plain=$'\e[0m'
fi

finish() {
    [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT

say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

check() { # check STATUS WHAT
    if [ "$1" = 0 ]; then
        printf '%s✓ %s%s\n' "$green" "$2" "$plain"
    else
        printf '%s✗ %s%s\n' "$red" "$2" "$plain"
        failures=$((failures + 1))
    fi
}

# Shows a command, runs it, and checks its exit status. Nobody is there to be asked.
step() { # step EXPECTED-STATUS WHAT ARGUMENT…
    local expected=$1 what=$2 status
    shift 2
    printf '%s$ essential %s%s\n' "$faint" "$*" "$plain"
    "$programs/essential" "$@" </dev/null 2>&1
    status=$?
    [ "$status" = "$expected" ]
    check $? "$what"
}

json() { # json PATH: the first value under a name in the answer of a command
    sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1
}

start() {
    "$programs/essentiald" serve --demo --data "$work/data" --listen "$1" >"$work/server.out" 2>"$work/server.log" &
    server=$!
    for _ in $(seq 1 600); do
        address=$(sed -n 's/^essentiald listens on //p' "$work/server.out" 2>/dev/null)
        [ -n "$address" ] && return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    cat "$work/server.log" >&2
    return 1
}

say "1. A server, with pictures that come while it answers"
printf '%s$ essentiald serve --demo%s\n' "$faint" "$plain"
LC_ALL=C.UTF-8 start 127.0.0.1:0
check $? "the server listens on ${address-nothing}"
[ "$failures" = 0 ] || exit 1
for _ in $(seq 600); do
    grep -q "the demo is complete" "$work/server.log" && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
grep -q "the demo is complete" "$work/server.log"
check $? "$(grep -c "a picture of the demo is there" "$work/server.log") pictures came"
export ESSENTIAL_SERVER=$address

say "2. Without an account: the public pictures"
step 0 "the feed shows" feed --limit 5
step 3 "who am I? nobody yet, and it says what to do" whoami

say "3. An account"
printf '%s$ essential register --name Tara --email tara@example.com --password-stdin%s\n' "$faint" "$plain"
printf '%s\n' "$password" | "$programs/essential" register --name Tara --email tara@example.com --password-stdin
check $? "registered and logged in; only tokens are kept, encrypted"
# The server writes it a moment after it has answered.
for _ in $(seq 100); do
    code=$(cat "$work"/data/outbox/*.eml 2>/dev/null | sed -n 's/^    \([0-9]\{8\}\).*/\1/p' | tail -n 1)
    [ -z "$code" ] || break
    sleep 0.05
done
[ -n "$code" ]
check $? "a message with a code came: $code"
step 0 "the address is confirmed" verify "$code"
step 0 "logged out" logout
printf '%s$ essential login --email tara@example.com --password-stdin%s\n' "$faint" "$plain"
printf 'wrong password\n' | "$programs/essential" login --email tara@example.com --password-stdin 2>&1
[ "${PIPESTATUS[1]}" = 3 ]
check $? "a wrong password is refused"
printf '%s\n' "$password" | "$programs/essential" login --email tara@example.com --password-stdin
check $? "logged in"
step 0 "and known" whoami

say "4. The feed, all of it, with pictures and what people say"
step 0 "members see more" feed --limit 8
total=$("$programs/essential" feed --limit 100 --json | grep -o '"id":' | wc -l)
[ "$total" -ge 24 ]
check $? "$total pictures in all"
image=$("$programs/essential" feed --limit 1 --json | json id)
step 0 "a picture, loaded" image "$image" --output "$work/picture.jpg"
[ "$(head -c 3 "$work/picture.jpg" | od -An -tx1 | tr -d ' ')" = ffd8ff ]
check $? "and it is one: $(wc -c <"$work/picture.jpg") bytes of JPEG"
step 0 "what people said" comments "$image"
step 0 "a comment of one's own" comment "$image" "I could look at this for hours."
"$programs/essential" comments "$image" --json | grep -q 'for hours'
check $? "it is there"

say "5. In a browser"
page() { # page PATH ARGUMENT…: asks as a browser does, with its cookie
    local path=$1
    shift
    curl --silent --show-error --cookie "$work/cookies" --cookie-jar "$work/cookies" --header "Accept: text/html" \
        --header "Sec-Fetch-Site: same-origin" "$@" "$address$path"
}
printf '%s$ open %s%s\n' "$faint" "$address" "$plain"
page / | grep '<main class="gallery"' >/dev/null
check $? "everybody's pictures, at the server's address"
printf '%s' "$password" >"$work/password"
status=$(page /sign-in --output /dev/null --write-out '%{http_code}' --data _form=sign-in \
    --data-urlencode email=tara@example.com --data-urlencode "secret-password@$work/password")
rm -f "$work/password"
[ "$status" = 303 ]
check $? "logged in with a form, without scripts"
page /account | grep 'tara@example.com' >/dev/null
check $? "the account is there"
page "/p/$image" | grep 'for hours' >/dev/null
check $? "and so is the comment"
[ "$(page /sign-out --output /dev/null --write-out '%{http_code}' --data _form=sign-out)" = 303 ]
check $? "logged out; the terminal stays logged in"

say "6. The same in Spanish"
step 0 "the product speaks Spanish" status --language es

say "7. The server is gone"
port=${address##*:}
kill "$server" && wait "$server"
check $? "the server stopped cleanly"
server=
step 0 "the feed still shows, from the cache" feed --limit 5
# A terminal shows it; a file would get its bytes.
if [ -t 1 ]; then step 0 "and so does the picture" image "$image"; else
    step 0 "and so does the picture" image "$image" --output "$work/kept.jpg"
fi
step 0 "and so does what people said" comments "$image"
step 4 "one's devices need the server, and it says so" sessions

say "8. Logging out leaves nothing behind"
LC_ALL=C.UTF-8 start "127.0.0.1:$port"
check $? "the server is back, with all it had"
"$programs/essential" comments "$image" --json | grep -q 'for hours'
check $? "the comment outlived the restart"
step 0 "logged out" logout
step 3 "nobody again" whoami
! grep -rqF "$password" "$work/home" "$work/server.log" "$work/data"
check $? "the password is in no file of client or server"

if [ "$failures" != 0 ]; then
    printf '\n%s%d steps failed.%s\n' "$red" "$failures" "$plain"
    exit 1
fi
printf '\n%sEvery step held.%s\n' "$green" "$plain"
[ "$stay" = yes ] || exit 0

cat <<END

${bold}The server goes on${plain}   (its data: $work/data; its mail: $work/data/outbox)

Try in another terminal, in this folder:

    export PATH="\$PWD/bin:\$PATH" ESSENTIAL_SERVER=$address
    essential register
    essential feed
    essential image $image --open
    essential --help

Stop with Ctrl-C; the data of the demo goes with it. To keep data:
    unset ESSENTIAL_SERVER; essentiald serve --demo

Or open it in a browser:

    ${bold}$address${plain}
END
wait "$server"
