#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Include guards are made of the path of the header. usage: tools/guards.py [root]

src/mesh/frame/frame_mesh.h has FS_MESH_FRAME_FRAME_MESH_H, include/fs/solve.h has FS_SOLVE_H. Two
headers never share a guard: the second would be empty without a warning. Prints what is wrong, and
exits 1 then."""
import glob
import os
import re

import arrows

GUARD = re.compile(r"^#ifndef (\w+)\n#define (\w+)\b", re.M)
ONLY_IN_HEADER = re.compile(r"^\s*#pragma once", re.M)


def guard(path):
    """The guard of a header, from its path below src/ or include/."""
    words = re.sub(r"[/.]", "_", path.split("/", 1)[1]).upper()
    return words if words.startswith("FS_") else "FS_" + words


def problems(root):
    messages = []
    for top in ("src", "include"):
        for path in sorted(glob.glob(os.path.join(root, top, "**", "*.h"), recursive=True)):
            name = os.path.relpath(path, root)
            with open(path, encoding="utf-8") as f:
                text = f.read()
            m = GUARD.search(text)
            if ONLY_IN_HEADER.search(text) or not m or m.group(1) != m.group(2):
                messages.append(f"{name}: no include guard; it is {guard(name)}")
            elif m.group(1) != guard(name):
                messages.append(f"{name}: the include guard is {m.group(1)}; its path makes {guard(name)}")
    return messages


if __name__ == "__main__":
    arrows.main(problems)
