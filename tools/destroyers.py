#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Finds destroyers that nobody calls. usage: tools/destroyers.py [root]

A function ...Destroy of a header in src/ that no source calls is a leak: what it frees is never
freed. Prints what is wrong, and exits 1 then."""
import glob
import os
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DECLARED = re.compile(r"^PetscErrorCode (\w+Destroy)\(", re.M)


def read(path):
    with open(path, encoding="utf-8") as f:
        return COMMENT.sub("", f.read())


def problems(root):
    sources = "\n".join(read(p) for p in glob.glob(os.path.join(root, "src", "**", "*.c"), recursive=True))
    # a definition begins its line; a call, or a place in a table, does not
    used = set(re.findall(r"\b(\w+Destroy)\b", re.sub(r"^PetscErrorCode \w+Destroy\(", "", sources, flags=re.M)))
    messages = []
    for path in sorted(glob.glob(os.path.join(root, "src", "**", "*.h"), recursive=True)):
        for name in DECLARED.findall(read(path)):
            if name not in used:
                messages.append(f"{os.path.relpath(path, root)}: nobody calls {name}; what it frees is lost")
    return messages


if __name__ == "__main__":
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
    wrong = problems(sys.argv[1] if len(sys.argv) > 1 else here)
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))
