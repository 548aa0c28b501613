"""Prints what in standard input is a token of a server: an access token by its form, a refresh token by its digest,
which the database has. The argument is the database's path."""
import hashlib
import re
import sqlite3
import sys

LENGTH = 43
heard = sys.stdin.buffer.read()
digests = {digest for (digest,) in sqlite3.connect(sys.argv[1]).execute("SELECT hash FROM refresh_tokens")}
assert digests, "nobody has logged in"
# RFC 7515, section 7.1, and the first characters of any header.
found = set(re.findall(rb"eyJ[\w-]{8,}(?:\.[\w-]*){0,2}", heard))
for run in re.findall(rb"[\w-]{%d,}" % LENGTH, heard):
    windows = (run[start:start + LENGTH] for start in range(len(run) - LENGTH + 1))
    found |= {window for window in windows if hashlib.sha256(window).digest() in digests}
for token in sorted(found):
    print(token.decode())
