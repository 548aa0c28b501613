#!/usr/bin/env python3
"""Lists what the profiles of walks.sh have beyond a start and a neutral request.

usage: walks.py LLVM-COV PROGRAMS PROFILES ROOT
"""
import json
import re
import subprocess
import sys

cov, programs, profiles, root = sys.argv[1:]
# What composes runs for no request, and what is infrastructure is named by package.
COMPOSES = re.compile(r"Wiring/|Plugin\.swift$")
# The compiler counts these where they are used, not where something passes: the
# initial value of a property (fi) and a default argument (fA).
INITIAL = re.compile(r"(vpfi|v\w*fA\d*_)$|A\d*_$")


def functions(program, name):
    command = [cov, "export", "-skip-expansions", "-instr-profile", f"{profiles}/{name}.profdata", f"{programs}/{program}"]
    exported = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {
        (function["filenames"][0].removeprefix(root + "/").removeprefix("Packages/"), function["name"])
        for function in exported["data"][0]["functions"]
        if function["count"] > 0
    }


def passed(program, side, walk):
    # A refresh comes before a page of the feed.
    neutral = functions(program, f"{side}-{'feed' if walk == 'refresh' else 'start'}")
    return {path for path, name in functions(program, f"{side}-{walk}") - neutral if not INITIAL.search(name)}


def is_step(path):
    isFeature = path.startswith("Features/") and not path.startswith("Features/SecureStorage/")
    return (isFeature or path.startswith("Apps/")) and not COMPOSES.search(path)


for walk in ("login", "feed", "comment", "refresh"):
    sides = {side: passed(program, side, walk) for program, side in (("essential", "client"), ("essentiald", "server"))}
    count = len({path for paths in sides.values() for path in paths if is_step(path)})
    print(f"{walk}: {count} files of features and flows")
    for side, paths in sides.items():
        targets = {}
        for path in sorted(filter(is_step, paths)):
            folder, file = path.rsplit("/", 1)
            targets.setdefault(folder.split("/Sources/")[1].split("/")[0], []).append(file.removesuffix(".swift"))
        for target, files in targets.items():
            print(f"  {side}  {target}: {', '.join(files)}")
        below = sorted({path.split("/")[1] for path in paths if not is_step(path) and not COMPOSES.search(path)})
        print(f"  {side}  and in {', '.join(below)}")
