#!/usr/bin/env python3
"""Verifies an audit trail that `essentiald audit export` wrote as JSON Lines.

usage: verify.py TRAIL KEY [--since-head HEAD] [--filtered]
       verify.py --evidence EVIDENCE [--key KEY]

TRAIL is the exported file, KEY what `essentiald audit key` prints, HEAD what
`essentiald audit head --json` printed at some time before, or what `essential
audit export` wrote on somebody's device. With --filtered it is no fault that
the trail has only the hashes of some events.

EVIDENCE is what `essential audit export` wrote: whether the two heads in it
can be those of one trail. Without a KEY it is that of the head that was seen
first, as the device has it.

It needs Python's standard library and the program openssl (3.0 or newer), and
nothing of the server; a trail of any length takes the same memory. Status 0:
the trail is whole, or the heads go together. 1: not so, and each line says why.
2: a file can't be read, or the first head of the evidence isn't signed.
"""
import argparse
import base64
import contextlib
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


def members(pairs):
    """The members of an object, each of which has another name."""
    names = dict(pairs)
    if len(names) < len(pairs):
        raise ValueError("a member stands twice")
    return names


def parse(text, *names):
    """An object with exactly these members."""
    value = json.loads(text, object_pairs_hook=members)
    if not isinstance(value, dict) or set(value) != set(names):
        raise ValueError("a line doesn't have the members %s" % ", ".join(names))
    return value


def checked(head, *others):
    """A head whose members are what they should be."""
    types = {"size": int, "removed": int, "root": str, "at": str, "key": str, "signature": str}
    if not isinstance(head, dict) or set(head) - set(others) != set(types):
        raise ValueError("a head doesn't have the members %s" % ", ".join(types))
    for name, wanted in types.items():
        # True is an int for Python, and so is no number here.
        if type(head[name]) is not wanted or wanted is int and not 0 <= head[name] < 2**63:
            raise ValueError("%s of a head isn't what it should be" % name)
        if wanted is str and any(ord(character) < 0x20 for character in head[name]):
            raise ValueError("%s of a head isn't one line" % name)
    return head


def is_signed(head, key):
    lines = "essentiald audit trail", head["size"], head["root"], head["at"], "removed %d" % head["removed"]
    with tempfile.NamedTemporaryFile() as message, tempfile.NamedTemporaryFile() as signature:
        message.write("".join("%s\n" % line for line in lines).encode())
        signature.write(base64.b64decode(head["signature"], validate=True))
        message.flush(), signature.flush()
        run = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin"]
        run += ["-in", message.name, "-sigfile", signature.name]
        return subprocess.run(run, capture_output=True).returncode == 0


@contextlib.contextmanager
def key_file(pem):
    with tempfile.NamedTemporaryFile() as file:
        file.write(pem.encode())
        file.flush()
        yield file.name


def is_consistent(old, new, proof):
    """Whether a tree goes on from an earlier, smaller one (RFC 9162, 2.1.4.2)."""
    root = [base64.b64decode(head["root"], validate=True) for head in (old, new)]
    path = [base64.b64decode(value, validate=True) for value in proof]
    if old["size"] & (old["size"] - 1) == 0:
        path.insert(0, root[0])
    if not path or any(len(value) != 32 for value in path):
        return False
    node, last = old["size"] - 1, new["size"] - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    first = second = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            first, second = sha256(b"\x01", sibling, first), sha256(b"\x01", sibling, second)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            second = sha256(b"\x01", second, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and [first, second] == root


def contradictions(arguments):
    """Why the heads that a device saw can't be those of one trail."""
    with open(arguments.evidence) as file:
        document = json.load(file, object_pairs_hook=members)
    seen = checked(document["seen"], "public_key")
    with key_file(seen["public_key"]) as own:
        if not is_signed(seen, arguments.key_option or own):
            raise ValueError("the head that was seen first isn't signed with this key, and proves nothing")
        print("Seen: %d events, signed %s." % (seen["size"], seen["at"]))
        if document.get("shown") is None:
            return
        shown = checked(document["shown"], "public_key")
        print("Shown later: %d events, signed %s." % (shown["size"], shown["at"]))
        is_same_key = is_signed(shown, arguments.key_option or own)
    with key_file(shown["public_key"]) as other:
        if not is_same_key and is_signed(shown, other):
            yield "The later head is signed with another key."
        elif not is_same_key:
            yield "The later head isn't signed: it shows what the device was told, and not who told it."
    if shown["size"] < seen["size"]:
        yield "Of %d events %d are left: the newest were cut off." % (seen["size"], shown["size"])
    elif shown["size"] == seen["size"] and shown["root"] != seen["root"]:
        yield "The two heads of %d events have other roots: no trail has both." % seen["size"]
    elif shown["size"] > seen["size"] and not is_consistent(seen, shown, document.get("consistency") or []):
        yield "It isn't proved that the first %d of %d events are those that were seen." % (seen["size"], shown["size"])


def read(path, *beginnings):
    """The lines that begin so; without beginnings those of events."""
    with open(path, "rb") as lines:
        for line in lines:
            if line.startswith(beginnings or (b'{"a', b'{"hash":', b'{"bytes":')):
                yield line.rstrip(b"\n")
            elif not line.startswith((b'{"a', b'{"hash":', b'{"bytes":', b'{"head":', b'{"unreadable":')):
                raise ValueError("a line is no event")


def leaf(line):
    """The hash of an event, and whether only that is known, or bytes that are none of an event."""
    if line.startswith(b'{"hash":'):
        value = base64.b64decode(parse(line, "hash")["hash"], validate=True)
        if len(value) != 32:
            raise ValueError("a hash hasn't 32 bytes")
        return value, True, False
    if line.startswith(b'{"bytes":'):
        return sha256(b"\x00", base64.b64decode(parse(line, "bytes")["bytes"], validate=True)), False, True
    return sha256(b"\x00", line), False, False


def problems(arguments):
    heads = [checked(parse(line, "head")["head"]) for line in read(arguments.trail, b'{"head":')]
    if arguments.since_head:
        with open(arguments.since_head) as file:
            head = json.load(file, object_pairs_hook=members)
            heads.append(checked(head.get("seen", head), "consistency", "public_key"))
    signed = [head for head in heads if is_signed(head, arguments.key)]
    yield from ("The head of %d events isn't signed with this key." % h["size"] for h in heads if h not in signed)
    if not signed:
        yield "No head is signed with this key."
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
    for line in read(arguments.trail):
        value, is_withheld, is_foreign = leaf(line)
        if is_foreign:
            yield "Event %d isn't what the server writes." % tree.size
        if is_withheld and tree.size >= removed and not arguments.filtered:
            yield "Event %d was removed, and not for its age." % tree.size
        tree.append(value)
        if differs():
            yield changed % tree.size
    for _ in read(arguments.trail, b'{"unreadable":'):
        yield "A row that waited for its place isn't what the server writes."
    yield from ("There were %d events when the head was signed, and there are fewer." % h["size"] for h in ahead)
    last = max([head["size"] for head in signed], default=0)
    if last < tree.size:
        yield "Event %d stands behind the last one that was signed." % last


def main():
    parser = argparse.ArgumentParser(description="Verify an exported audit trail.")
    parser.add_argument("trail", nargs="?")
    parser.add_argument("key", nargs="?")
    parser.add_argument("--since-head")
    parser.add_argument("--filtered", action="store_true")
    parser.add_argument("--evidence")
    parser.add_argument("--key", dest="key_option")
    arguments = parser.parse_args()
    if (arguments.evidence is None) != (arguments.key is not None) or arguments.evidence and arguments.trail:
        parser.error("name a trail and a key, or --evidence")
    found = 0
    try:
        for problem in contradictions(arguments) if arguments.evidence else problems(arguments):
            found += 1
            if found <= MOST:
                print(problem)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        print("It can't be read: %s" % error, file=sys.stderr)
        return 2
    whole = "Nothing contradicts the heads." if arguments.evidence else "The audit trail is whole."
    print(whole if not found else "Found: %d." % found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
