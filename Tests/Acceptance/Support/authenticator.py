"""An authenticator as people have it on a telephone: reads QR codes and shows codes (RFC 6238).

`code SECRET STEPS` prints the code of a secret, by a clock that is so many steps off. `read` prints what the QR code says
whose half blocks come on standard input.
"""
import base64
import hashlib
import hmac
import os
import subprocess
import sys
import tempfile
import time

# How many pixels a module has.
SCALE = 4


def code(secret, steps=0):
    key = base64.b32decode(secret.replace(" ", ""))
    digest = hmac.new(key, (int(time.time() // 30) + steps).to_bytes(8, "big"), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(int.from_bytes(digest[offset:offset + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def read(picture):
    """What the QR code in a file says."""
    found = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", picture],
                           capture_output=True, text=True, check=True)
    return found.stdout.rstrip("\n")


def read_blocks(lines):
    """What the QR code in half blocks says: what is drawn is light."""
    rows = []
    for line in lines:
        rows.append([255 if it in "█▀" else 0 for it in line])
        rows.append([255 if it in "█▄" else 0 for it in line])
    pixels = b"".join(bytes(value for value in row for _ in range(SCALE)) * SCALE for row in rows)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "code.pgm")
        with open(path, "wb") as file:
            file.write(b"P5 %d %d 255\n" % (len(rows[0]) * SCALE, len(rows) * SCALE) + pixels)
        return read(path)


if __name__ == "__main__":
    if sys.argv[1] == "code":
        print(code(sys.argv[2], int(sys.argv[3])))
    else:
        print(read_blocks([line.rstrip("\r\n") for line in sys.stdin if line.strip("\r\n ")]))
