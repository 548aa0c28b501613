"""Examines the folder of a server that doesn't run, and prints what it finds as JSON."""

import hashlib
import json
import os
import sqlite3
import sys

folder = sys.argv[1]
database = sqlite3.connect(os.path.join(folder, "essentiald.sqlite"))
digests = [row[0] for row in database.execute("SELECT digest FROM images UNION SELECT digest FROM image_sizes")]


def is_good(digest):
    path = os.path.join(folder, "images", digest[:2], digest)
    if not os.path.exists(path):
        return False
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest() == digest


print(json.dumps({
    "integrity": [row[0] for row in database.execute("PRAGMA integrity_check")],
    "comments": [row[0] for row in database.execute("SELECT message FROM comments")],
    "pictures": [row[0] for row in database.execute("SELECT id FROM images")],
    "damaged": [digest for digest in digests if not is_good(digest)],
}))
