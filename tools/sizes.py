#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Files and functions that are too long to read at once, and folders that are too full to know. usage: tools/sizes.py [root]

Pages of the manual for users are checked, too: those of docs and inputs, without the pages for contributors and those that a tool writes. A function's body begins with { in column 0 and ends with }. The lines of a folder of src/ are those of its own sources and
headers, without those of its sub-folders. Prints what is wrong, and exits 1 then."""
import collections
import glob
import os
import re

import arrows

FILE, FUNCTION = 450, 60  # lines
FOLDER, SOURCES = 3000, 25  # lines of sources and headers, and .c files
PAGE, MANUAL = 3000, 75000  # words of a page for users, and of all of them
NOT_FOR_USERS = ("docs/design.md", "docs/measurements.md", "docs/blind_tests.md", "docs/figures/index.md", "docs/theory/solvers.md", "docs/theory/restart.md", "docs/api", "docs/gallery/", "inputs/PAPERS.md", "docs/site/")
# Folders over a limit, with the lines and .c files that they have, which may only shrink
TOO_FULL = {}


def functions(lines):
    """First line (counted from 1) and length of each body."""
    begin = None
    for number, line in enumerate(lines, 1):
        if line.startswith("{"):
            begin = number
        elif line.startswith("}") and begin:
            yield begin, number - begin + 1
            begin = None


def full_folders(root):
    """Messages about folders of src/ that have too many lines or .c files."""
    lines, sources = collections.Counter(), collections.Counter()
    for path in glob.glob(os.path.join(root, "src", "**", "*.[ch]"), recursive=True):
        folder = os.path.relpath(os.path.dirname(path), root)
        with open(path, encoding="utf-8") as f:
            lines[folder] += len(f.read().splitlines())
        sources[folder] += path.endswith(".c")
    for folder in sorted(lines):
        most, many = TOO_FULL.get(folder, (FOLDER, SOURCES))
        if lines[folder] > max(most, FOLDER) or sources[folder] > max(many, SOURCES):
            yield (f"{folder}/: {lines[folder]} lines and {sources[folder]} .c files; a folder has at most {FOLDER} and "
                   f"{SOURCES}: which subject in it deserves a folder?")
        elif folder in TOO_FULL and lines[folder] <= FOLDER and sources[folder] <= SOURCES:
            yield f"tools/sizes.py: {folder} is no longer too full; remove its row of TOO_FULL"


def manual_words(root):
    """{page: words} of the manual for users."""
    paths = [p for top in ("docs", "inputs") for p in glob.glob(os.path.join(root, top, "**", "*.md"), recursive=True)]
    found = {}
    for path in sorted(paths):
        name = os.path.relpath(path, root)
        if not name.startswith(NOT_FOR_USERS):
            with open(path, encoding="utf-8") as f:
                found[name] = sum(bool(re.search(r"\w", word)) for word in f.read().split())  # marks of tables are no words
    return found


def long_pages(root):
    """Messages about pages for users that are too long, and about the whole manual."""
    words = manual_words(root)
    for name, n in words.items():
        if n > PAGE:
            yield f"{name}: {n} words; a page has at most {PAGE}: which two subjects are in it?"
    if sum(words.values()) > MANUAL:
        yield f"docs/: {sum(words.values())} words for users; at most {MANUAL}: what does no reader need?"


def problems(root):
    messages = list(full_folders(root)) + list(long_pages(root))
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
    arrows.main(problems)
