#!/bin/bash
# Signs a program: puts a manifest behind its bytes, which says what they are (docs/features/device-integrity.md).
# usage: sign-program.sh KEY FILE NAME VERSION    signs FILE in place, as the program NAME
#        sign-program.sh --public KEY             prints the public half of the key, as the build takes it
# KEY is a file with a private key of Ed25519 in PEM: openssl genpkey -algorithm ed25519 -out release.pem
# Who has it can release what every client believes: it belongs on no server and in no repository.
set -eu -o pipefail
piece=$((4 * 1024 * 1024))

fail() {
    echo "$1" >&2
    exit 1
}
base64url() { base64 -w0 | tr '+/' '-_' | tr -d '='; }
# The last 32 bytes of its DER are the key (RFC 8410, section 4).
public() { openssl pkey -in "$1" -pubout -outform DER | tail -c 32 | base64url; }
check() {
    [ -r "$1" ] || fail "$1 can't be read. Nothing was signed."
    openssl pkey -in "$1" -noout -text 2>/dev/null | grep -qi '^ED25519 Private' ||
        fail "$1 holds no private key of Ed25519 in PEM. Nothing was signed. openssl genpkey -algorithm ed25519 makes one."
}

if [ "${1:-}" = --public ]; then
    check "$2"
    public "$2"
    echo
    exit
fi
key=$1 file=$2 name=$3 version=$4
mark=essential-manifest
check "$key"
[ "$(tail -c ${#mark} "$file" | tr -d '\0')" != $mark ] || fail "$file has a manifest already. Nothing was signed."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
size=$(stat -c %s "$file")
digests=
for ((offset = 0; offset < size; offset += piece)); do
    digest=$(tail -c +$((offset + 1)) "$file" | head -c $piece | openssl dgst -sha256 -binary | base64url) || [ $? = 141 ]
    digests+=${digests:+,}\"$digest\"
done
x=$(public "$key")
# RFC 7638: the digest of the key's members in the order of their names.
thumbprint=$(printf '{"crv":"Ed25519","kty":"OKP","x":"%s"}' "$x" | openssl dgst -sha256 -binary | base64url)
header=$(printf '{"alg":"EdDSA","kid":"%s","typ":"essential-program+jwt"}' "$thumbprint" | base64url)
claims=$(printf '{"digests":[%s],"piece":%d,"program":"%s","size":%d,"version":"%s"}' \
    "$digests" $piece "$name" "$size" "$version" | base64url)
printf '%s.%s' "$header" "$claims" >"$work/input"
# Of a file: openssl reads all of it before it signs.
signature=$(openssl pkeyutl -sign -rawin -inkey "$key" -in "$work/input" | base64url)
token=$header.$claims.$signature
[ ${#token} -le 16384 ] || fail "The manifest would be too large. Nothing was signed."
cp -p "$file" "$work/signed"
printf '%s%08x%s' "$token" ${#token} $mark >>"$work/signed"
cp -p "$work/signed" "$file.signed"
mv "$file.signed" "$file"
