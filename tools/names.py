#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Names of the code in documents and comments exist in the sources. usage: tools/names.py [root]

In CONTRIBUTING.md and docs/design.md it looks at words between backticks: names of C, Python and
CMake, files and folders. In comments of src/ and include/ it looks at names of files, at names
before "()", and at the name with which the comment of a function begins. Names with <, *, ... and
options are left out: these stand for many, or tests know them. Prints what is wrong, and exits 1
then."""
import os
import re

import arrows

PAGES = ("CONTRIBUTING.md", "docs/design.md")
TOPS = ("src", "include", "tests", "tools", "scripts", "cmake", "python", "docs", "verification", "inputs", "examples", "packaging", "share", ".ci", ".github")
CODE = (".c", ".h", ".py", ".cmake", ".txt", "")
FILE = re.compile(r"(?<![\w/.<>*-])((?:[\w.-]+/)*[\w-]+\.(?:c|h|py|md|txt|opts))(?![\w/])")
NAME = re.compile(r"[A-Za-z_]\w*$")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
CALL = re.compile(r"(?<![\w.>$-])([A-Za-z_]\w+)\(\)")
SUBJECT = re.compile(r"^/\* ([A-Za-z_]\w+) - ", re.M)
# Functions of C, MPI, HDF5, PETSc, SLEPc, muParser and LAPACK are called in comments, too.
FOREIGN = re.compile(r"(MPI|H5|Mat|Vec|KSP|PC|SNES|DM|IS|TS|EPS|PEP|ST|BV|Petsc|LAPACK|mup)[A-Z_]?|[a-z]+$")
PATTERNS = {"ClassVerb", "Verb_Type", "snake_case", "CamelCase"}  # forms of names
TEST = re.compile(r"(\w+)_\d$")  # a C program of tests/ on a number of ranks
OTHERS = {"fenv.h", "case.opts", "variables.txt"}  # files of the system, and files that fsolve writes


def tree_files(root):
    """All files below root that are ours, relative to it."""
    found = set()
    for top in TOPS:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [f for f in folders if f not in ("__pycache__", "build")]
            found |= {os.path.relpath(os.path.join(folder, n), root) for n in names}
    return found | {n for n in os.listdir(root) if os.path.isfile(os.path.join(root, n))}


def code_words(root, files):
    """Words of the code: of C without its comments, of other files all words."""
    words = set()
    for file in files:
        if os.path.splitext(file)[1] not in CODE or file.startswith("docs/"):
            continue
        try:
            with open(os.path.join(root, file), encoding="utf-8") as f:
                text = f.read()
        except UnicodeDecodeError:
            continue
        if file.endswith((".c", ".h")):
            text = COMMENT.sub(" ", text)
        words.update(re.findall(r"[A-Za-z_]\w*", text))
    return words


class Known:
    def __init__(self, root):
        self.files = tree_files(root)
        self.words = code_words(root, self.files)
        self.names = {os.path.basename(f) for f in self.files}
        self.folders = {os.path.dirname(f) for f in self.files}
        self.folders |= {"/".join(f.split("/")[:k]) for f in list(self.folders) for k in range(1, f.count("/") + 1)}
        self.rooms = {f.split("/")[-1] for f in self.folders}

    def has_path(self, path, beside=""):
        path = path.rstrip("/")
        places = [os.path.normpath(os.path.join(p, path)) for p in (beside, "", "src", "include", "tests", "docs", "tools", "scripts")]
        if any(p in self.files or p in self.folders for p in places):
            return True
        return any(f.endswith("/" + path) for f in self.files | self.folders)

    def has_name(self, name):
        return name in self.words or name in self.rooms or name in self.names


def page_problems(known, page, text):
    text = re.sub(r"^```.*?^```", lambda m: "\n" * m.group().count("\n"), text, flags=re.S | re.M)
    for m in re.finditer(r"`([^`\n]+)`", text):
        word = m.group(1).strip()
        line = text.count("\n", 0, m.start()) + 1
        if re.search(r"[<>*{}\s=+,:'\"$~@]|\.\.\.", word) or word.startswith("-"):
            continue
        bare = TEST.sub(r"\1", re.sub(r"\(\)$|(\[\w*\])+$", "", word))
        if bare in PATTERNS or bare.startswith((".", "build/")):
            continue
        if "/" in bare or re.search(r"\.(c|h|py|md|txt|opts|cmake)$", bare):
            if not known.has_path(bare, os.path.dirname(page)):
                yield f"{page}:{line}: no file or folder {word}"
        elif all(NAME.match(part) for part in bare.split(".")):
            missing = [part for part in bare.split(".") if not known.has_name(part)]
            if missing and not known.has_path(bare):
                yield f"{page}:{line}: no name {word} in the sources"


def comment_problems(known, file, text):
    for c in COMMENT.finditer(text):
        comment = c.group()
        line = lambda m: text.count("\n", 0, c.start() + m.start()) + 1
        for m in FILE.finditer(comment):
            name = m.group(1)
            if not (known.has_path(name, os.path.dirname(file)) or name in OTHERS or name.startswith(("_", "petsc", "slepc", "mpi"))):
                yield f"{file}:{line(m)}: no file {m.group(1)}"
        for m in list(CALL.finditer(comment)) + list(SUBJECT.finditer(comment)):
            if m.group(1) not in known.words and not FOREIGN.match(m.group(1)):
                yield f"{file}:{line(m)}: no function {m.group(1)} in the sources"


def problems(root):
    known = Known(root)
    messages = []
    for page in PAGES:
        with open(os.path.join(root, page), encoding="utf-8") as f:
            messages += page_problems(known, page, f.read())
    tree = arrows.Tree(root)
    for file in sorted(tree.text):
        messages += comment_problems(known, file, tree.text[file])
    return messages


if __name__ == "__main__":
    arrows.main(problems)
