#!/usr/bin/env python3
"""Verifies an audit trail that `essentiald audit export` wrote as JSON Lines.

usage: verify.py TRAIL KEY [--since-head HEAD] [--filtered]

TRAIL is the exported file, KEY what `essentiald audit key` prints, HEAD what
`essentiald audit head --json` printed at some time before. With --filtered it
is no fault that the trail has only the hashes of some events.

It needs Python's standard library and the program openssl (3.0 or newer), and
nothing of the server; a trail of any length takes the same memory. Status 0:
the trail is whole. 1: it isn't, and each line says why. 2: a file can't be read.
"""
import argparse
import base64
import hashlib
import json
import subprocess
import sys
import tempfile

MOST = 20  # lines that say why: whoever changed one event may have changed all


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Tree:
    """The roots of the complete subtrees of a Merkle tree (RFC 9162, 2.1)."""

    def __init__(self):
        self.size, self.subtrees = 0, []

    def append(self, leaf):
        rest = self.size
        while rest & 1:
            leaf = sha256(b"\x01", self.subtrees.pop(), leaf)
            rest >>= 1
        self.subtrees.append(leaf)
        self.size += 1

    def root(self):
        if not self.subtrees:
            return sha256()
        root = self.subtrees[-1]
        for left in reversed(self.subtrees[:-1]):
            root = sha256(b"\x01", left, root)
        return root


def is_signed(head, key):
    lines = "essentiald audit trail", head["size"], head["root"], head["at"], "removed %d" % head["removed"]
    with tempfile.NamedTemporaryFile() as message, tempfile.NamedTemporaryFile() as signature:
        message.write("".join("%s\n" % line for line in lines).encode())
        signature.write(base64.b64decode(head["signature"]))
        message.flush(), signature.flush()
        run = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin"]
        run += ["-in", message.name, "-sigfile", signature.name]
        return subprocess.run(run, capture_output=True).returncode == 0


def read(path, wanted):
    """The lines that begin as a head does, or the others."""
    with open(path, "rb") as lines:
        for line in lines:
            if line.startswith(b'{"head":') == wanted:
                yield line.rstrip(b"\n")


def leaf(line):
    """The hash of an event, and whether only that is known."""
    if line.startswith(b'{"hash":'):
        return base64.b64decode(json.loads(line)["hash"]), True
    if not line.startswith(b"{"):
        raise ValueError("a line is no event")
    return sha256(b"\x00", line), False


def problems(arguments):
    heads = [json.loads(line)["head"] for line in read(arguments.trail, True)]
    if arguments.since_head:
        with open(arguments.since_head) as file:
            heads.append(json.load(file))
    signed = [head for head in heads if is_signed(head, arguments.key)]
    yield from ("The head of %d events isn't signed with this key." % h["size"] for h in heads if h not in signed)
    ahead, tree = sorted(signed, key=lambda head: head["size"]), Tree()
    removed = max([head["removed"] for head in signed], default=0)

    def differs():
        """Whether the tree isn't that of a head of its size."""
        found = False
        while ahead and ahead[0]["size"] == tree.size:
            found |= base64.b64encode(tree.root()).decode() != ahead.pop(0)["root"]
        return found

    changed = "The first %d events aren't those that were signed, or not in their order."
    if differs():
        yield changed % 0
    for line in read(arguments.trail, False):
        value, is_withheld = leaf(line)
        if is_withheld and tree.size >= removed and not arguments.filtered:
            yield "Event %d was removed, and not for its age." % tree.size
        tree.append(value)
        if differs():
            yield changed % tree.size
    yield from ("There were %d events when the head was signed, and there are fewer." % h["size"] for h in ahead)
    last = max([head["size"] for head in signed], default=0)
    if last < tree.size:
        yield "Event %d stands behind the last one that was signed." % last


def main():
    parser = argparse.ArgumentParser(description="Verify an exported audit trail.")
    parser.add_argument("trail")
    parser.add_argument("key")
    parser.add_argument("--since-head")
    parser.add_argument("--filtered", action="store_true")
    arguments = parser.parse_args()
    found = 0
    try:
        for problem in problems(arguments):
            found += 1
            if found <= MOST:
                print(problem)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print("The trail can't be read: %s" % error, file=sys.stderr)
        return 2
    print("The audit trail is whole." if not found else "Found: %d." % found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
