#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Files and functions that are too long to read at once. usage: tools/sizes.py [root]

A function's body begins with { in column 0 and ends with }. Prints what is wrong, and exits 1 then."""
import glob
import os
import sys

FILE, FUNCTION = 450, 60  # lines


def functions(lines):
    """First line (counted from 1) and length of each body."""
    begin = None
    for number, line in enumerate(lines, 1):
        if line.startswith("{"):
            begin = number
        elif line.startswith("}") and begin:
            yield begin, number - begin + 1
            begin = None


def problems(root):
    messages = []
    for top in ("src", "include", "tests"):
        for path in sorted(glob.glob(os.path.join(root, top, "**", "*.[ch]"), recursive=True)):
            with open(path, encoding="utf-8") as f:
                lines = f.read().splitlines()
            name = os.path.relpath(path, root)
            if len(lines) > FILE:
                messages.append(f"{name}: {len(lines)} lines; a file has at most {FILE}: which two nouns are in it?")
            for begin, n in functions(lines):
                if n > FUNCTION:
                    messages.append(f"{name}:{begin}: a function of {n} lines; at most {FUNCTION}: one thing, at one level")
    return messages


if __name__ == "__main__":
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
    wrong = problems(sys.argv[1] if len(sys.argv) > 1 else here)
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))
