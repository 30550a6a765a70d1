#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Groups sources that can be compiled together: prints lines <group>:<file> of groups of two and more, for cmake/Together.cmake.

usage: unity_groups.py <file.c> ...

Files of a group are of one folder. Kernels, which are written for numbers and for lanes of them by the same names, are alone. No name that one of them has at file scope (a static function or variable, a macro, a type, a constant) stands anywhere in another one.
A file that defines a macro before an include is alone, because the macro acts on the header. The groups depend on the sources alone, and on their order."""
import os
import re
import sys

KERNELS = re.compile(r"^src/(math|element|stencil)/")
MOST = 10  # files of a group; larger ones leave a core idle at the end of a build


def plain(text):
    """The text without comments, and without what strings say."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", " ", text)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def file_scope(text):
    """The text outside of braces, with {} for each pair of them."""
    found, depth = [], 0
    for piece in re.split(r"([{}])", text):
        if piece in "{}":
            depth += 1 if piece == "{" else -1
        elif depth == 0:
            found.append(piece)
    return "{}".join(found)


def names(text):
    """The names that a file has for itself at file scope, too many rather than too few."""
    macros = set(re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M))
    scope = file_scope(re.sub(r"^\s*#[^\n]*(?:\\\n[^\n]*)*", "", text, flags=re.M))
    words = {w for body in re.findall(r"\benum\b\s*\w*\s*\{([^}]*)\}", text) for w in re.findall(r"[A-Za-z_]\w*", body)}
    for part in re.split(r";|\{\}", scope):
        if re.search(r"\b(static|typedef|struct|union|enum)\b", part):
            head = re.split(r"=", part)[0]
            call = re.search(r"(\w+)\s*\(", head)
            words |= {call[1]} if call and "typedef" not in head else set(re.findall(r"\b(\w+)\b(?=\s*(?:\[|,|$))", head))
            words |= set(re.findall(r"\b(?:struct|union|enum)\s+(\w+)", head))
        else:  # the names that follow a type in braces
            words |= set(re.findall(r"^\s*(\w+)\s*(?:\[|=|$)", part))
    return macros | {w for w in words if not re.match(r"(static|const|enum|struct|union|typedef|int|double|char|void|PetscReal|PetscInt|PetscBool|PetscErrorCode)$", w)}


def is_alone(path, text):
    """Whether a file is compiled by itself. text: without comments."""
    includes = [m.start() for m in re.finditer(r"^\s*#\s*include\b", text, re.M)]
    first = re.search(r"^\s*#\s*(?:define|undef)\b", text, re.M)
    special = re.search(r'^\s*#\s*include\s+"(?:[^"]*\.c|[^"]*lanes[^"]*)"', text, re.M)
    letter = any(len(name) == 1 for name in names(text))  # as of arguments in headers
    return bool(KERNELS.match(path) or special or letter or (first and includes and first.start() < includes[-1]))


def groups(paths):
    """Lists of files, in the order of the paths."""
    there = {}
    for path in paths:
        with open(path, encoding="utf-8") as f:
            raw = f.read()
        text = plain(raw)
        mine, words, folder = names(text), set(re.findall(r"\w+", text)), os.path.dirname(path)
        lists = there.setdefault(folder, [])
        fits = [g for g in lists if not g["alone"] and len(g["files"]) < MOST and not mine & g["words"] and not g["names"] & words]
        alone = is_alone(path, re.sub(r"/\*.*?\*/", " ", raw, flags=re.S))
        if alone or not fits:
            lists.append({"files": [path], "names": mine, "words": words, "alone": alone})
        else:
            fits[0]["files"].append(path)
            fits[0]["names"] |= mine
            fits[0]["words"] |= words
    return [g["files"] for lists in there.values() for g in lists]


def main(paths):
    for k, group in enumerate(groups(paths)):
        for path in group if len(group) > 1 else ():
            print(f"{os.path.dirname(path).replace('/', '_') or 'top'}_{k}:{path}")


if __name__ == "__main__":
    main(sys.argv[1:])
