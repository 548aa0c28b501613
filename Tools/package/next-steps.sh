#!/bin/bash
# Says what is left to do after `make install` on this machine.
# usage: next-steps.sh PREFIX
set -eu
echo "essential and essentiald are in $1/bin."
case $1 in
/usr | /usr/local) unit=essentiald.service ;;
# Elsewhere systemd doesn't look for what is its own.
*) unit=$1/lib/systemd/system/essentiald.service ;;
esac
users=$1/lib/sysusers.d/essentiald.conf folders=$1/lib/tmpfiles.d/essentiald.conf
cat <<TEXT
To have the server started by systemd, as root:
    systemd-sysusers $users
    systemd-tmpfiles --create $folders
    systemctl daemon-reload
    systemctl enable --now $unit
TEXT
