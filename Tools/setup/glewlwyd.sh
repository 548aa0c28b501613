#!/bin/bash
# Prints the folder of Debian's glewlwyd, an OpenID provider that tests sign in
# through: unpacked, and able to serve.
set -eu

folder=$("$(dirname "$0")/unpacked.sh" glewlwyd \
    glewlwyd glewlwyd-common libconfig9 libhoel1.4 libiddawc1.1 libjansson4 libjs-bootstrap4 libjs-jquery libjs-popper.js \
    libmariadb3 liboath0 liborcania2.3 libpq5 librhonabwy1.1 libulfius2.7 libyder2.0)

# Test programs that run side by side may ask at the same time.
exec 9>"$folder.lock"
flock 9
if [ ! -e "$folder/ready" ]; then
    # It serves nothing to which links lead out of its folder.
    share=$folder/usr/share/glewlwyd
    cp --remove-destination "$share/templates/config.json" "$share/webapp/config.json"
    find "$share/webapp" -type l | while read -r link; do
        [ ! -e "$link" ] || cp --remove-destination "$(readlink -f "$link")" "$link"
    done
    touch "$folder/ready"
fi
echo "$folder"
