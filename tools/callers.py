#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""External functions of src/ that nothing in src/ calls, and declarations that nothing uses. usage: tools/callers.py [root]

Functions that include/ declares are for other programs, and so are those that a standard names, as
main() and those of FMI; these need no caller. A function that only tests call is dead code, too,
unless the list FOR_TESTS says why it is not. The sources are read as text, without
comments and strings. Prints what is wrong, and exits 1 then."""
import collections
import os
import re

import arrows

# Functions that only tests call, and why that is right.
FOR_TESTS = {
    "element_find": "tests of kernels name an element and its shape",
    "gmsh_parse": "tests parse a mesh in memory, without a file",
    "rotation_tangent_curvature": "tests compare the formula of rotation_formulas.h, which beams inline, with differences",
}
STANDARD = re.compile(r"fmi[23][A-Z]|main$")  # names that other standards define and other programs call

WORD = re.compile(r"\b[A-Za-z_]\w*\b")
DECLARATION = re.compile(r"^[A-Za-z_][\w \*]*?\b(\w+)\([^;{}]*\);", re.M)


def bodies(code):
    """The code between braces, and macros: what is left of a header without its declarations."""
    kept, depth = [], 0
    for line in code.split("\n"):
        before = depth
        depth += line.count("{") - line.count("}")
        if before or depth or line.lstrip().startswith("#") or "{" in line:
            kept.append(line)
    return "\n".join(kept)


def uses(tree):
    """How often each word occurs in src/ and in inline functions of include/."""
    found = collections.Counter()
    for file, code in tree.code.items():
        found.update(WORD.findall(code if file.endswith(".c") else bodies(code)))
    return found


def problems(root):
    tree = arrows.Tree(root)
    public = {w for file in tree.text if file.startswith("include/") for w in WORD.findall(tree.code[file])}
    count = uses(tree)
    messages = []
    for file in tree.sources():
        defined = {m.group(2): tree.code[file].count("\n", 0, m.start()) + 1
                   for m in arrows.FUNCTION.finditer(tree.code[file])}
        for name in sorted(tree.defines[file] & set(defined)):
            if count[name] < 2 and name not in public and name not in FOR_TESTS and not STANDARD.match(name):
                messages.append(f"{file}:{defined[name]}: nothing in src/ calls {name}; remove it, or call it")
    for file in (f for f in tree.text if f.startswith("src/") and f.endswith(".h")):
        for m in DECLARATION.finditer(tree.code[file]):
            if not count[m.group(1).removesuffix("_float")]:  # macros append _float
                line = tree.code[file].count("\n", 0, m.start(1)) + 1
                messages.append(f"{file}:{line}: nothing defines or calls {m.group(1)}; remove the declaration")
    return messages


if __name__ == "__main__":
    arrows.main(problems)
