#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes the map of the sources into docs/design.md. usage: tools/source_map.py [--check]

The map has a line for each noun of src/ and include/fs: the first sentence of the head of its
header, or of its .c file where it has no header. It stands between two marks in docs/design.md.
--check prints what is out of date instead, and exits 1 then."""
import os
import re
import sys

import arrows

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
PAGE = os.path.join(ROOT, "docs", "design.md")
MARKS = ("<!-- map of the sources: tools/source_map.py writes it -->", "<!-- end of the map -->")
HEAD = re.compile(r"\s*/\*\s*([\w./]+):\s+(.+?)(?:\*/|\n\s*\n)", re.S)
LONGEST = 140  # characters of a first sentence


def first_sentence(text):
    """The first sentence of the head of a source without its name, or None."""
    m = HEAD.match(text)
    if not m:
        return None
    words = " ".join(m.group(2).split())
    end = re.search(r"(?<!\be\.g)(?<!\bi\.e)(?<!\beq)(?<!\beqs)(?<!\bsec)[.](?=\s|$)", words)
    return words[: end.start()] if end else words.rstrip(" .")


def nouns(tree):
    """{folder: {noun: its sentence}}; a header and a .c file of one name are one noun."""
    found = {}
    for file in sorted(tree.text):
        folder, name = os.path.split(file)
        noun = name[:-2]
        sentence = first_sentence(tree.text[file])
        if file.endswith(".h") or noun not in found.get(folder, {}):
            found.setdefault(folder, {})[noun] = sentence
    return found


def folders(found):
    """Folders from the top of the house to the bottom, a room before what is inside it."""
    def place(folder):
        parts = folder.split("/")
        if folder == "include/fs":
            return (-1, "")
        return (arrows.ROOMS.index(parts[1] if len(parts) > 1 else "main"), folder)
    return sorted(found, key=place)


def lines(tree):
    """The map as lines of a Markdown document."""
    found = nouns(tree)
    out = []
    for folder in folders(found):
        out += ["", f"**{folder}/**", "", "| file | content |", "| --- | --- |"]
        out += [f"| {noun} | {sentence} |" for noun, sentence in sorted(found[folder].items())]
    return out + [""]


def problems(root):
    """Heads without a first sentence, first sentences that are too long, and an old map."""
    tree = arrows.Tree(root)
    messages = []
    for file in sorted(tree.text):
        sentence = first_sentence(tree.text[file])
        if not sentence:
            messages.append(f"{file}:1: the file does not begin with /* {os.path.basename(file)}: what it is. */")
        elif not re.match(rf"\s*/\*\s*{re.escape(os.path.basename(file))}:", tree.text[file]):
            messages.append(f"{file}:1: the head names another file")
        elif len(sentence) > LONGEST:
            messages.append(f"{file}:1: a first sentence of {len(sentence)} characters; at most {LONGEST}")
    with open(os.path.join(root, "docs", "design.md"), encoding="utf-8") as f:
        page = f.read()
    if MARKS[0] not in page or page.split(MARKS[0])[1].split(MARKS[1])[0] != "\n".join(lines(tree)) + "\n":
        messages.append("docs/design.md: the map of the sources is old; run tools/source_map.py")
    return messages


def write(root):
    with open(PAGE, encoding="utf-8") as f:
        before, rest = f.read().split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(before + MARKS[0] + "\n".join(lines(arrows.Tree(root))) + "\n" + MARKS[1] + after)


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        wrong = problems(ROOT)
        print("\n".join(wrong), end="\n" if wrong else "")
        sys.exit(bool(wrong))
    write(ROOT)
