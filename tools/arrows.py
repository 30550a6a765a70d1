#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Arrows between rooms go down the list of rooms, those between files never in a circle.
usage: tools/arrows.py [root]

A room is a folder of src/ with everything inside it. The sources are read as text, without comments
and strings. A file uses the headers that it includes: "file.h" beside it, "room/file.h" of src/,
<fs/file.h> of include/. A .c file also uses the functions and tables of other .c files that it
names. Static functions and members of structures do not count. A header that other rooms include is
listed in the contract of its room, src/<room>/<room>.h. A header of include/ belongs to the
room that defines the functions it declares. The tool prints what is wrong, and then exits 1."""
import collections
import os
import re
import sys

# From the top of the house to the bottom: a room uses those below it.
ROOMS = ("main fmi study case coupling analysis diagnosis output plugin recovery integrator continuation eigen solve linear direct "
         "assembly kinematics stencil system model members mesh file element math input base").split()
# Exceptions: pure formulas read no options and know no PETSc.
NEVER = {(a, b) for a in ("element", "math") for b in ("input", "base")}
# Headers of inline functions or macros alone, whose declarations do not show the room.
HEADER_ROOM = {"vector.h": "math", "wide.h": "math"}

NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">]', re.M)
FUNCTION = re.compile(r"^(\w[\w \t*]*?)\b(\w+)\(([^;{}#]*)\)\s*\{", re.M)
TABLE = re.compile(r"^(\w[\w \t*]*?)\b(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=|;)", re.M)
WORD = re.compile(r"(?:\.\s*|->\s*)?\b[A-Za-z_]\w*")
NOT_A_TYPE = {"return", "goto", "else", "case"}


def plain(text):
    """The text with comments, strings and the names of included files blanked, line by line as it was."""
    blank = lambda m: "".join(c if c == "\n" else " " for c in m.group())
    return NOISE.sub(blank, text)


def definitions(code):
    """Functions and variables that a .c file defines: those others may use, and its own."""
    outside, own = set(), set()
    for kind in (FUNCTION, TABLE):
        for m in kind.finditer(code):
            words = m.group(1).split()
            if not words or words[0] in NOT_A_TYPE or words[0] in ("typedef", "extern"):
                continue
            (own if "static" in words else outside).add(m.group(2))
    return outside, own


def first_uses(code):
    """Words of the code and the line where each is first."""
    found = {}
    for number, line in enumerate(code.split("\n"), 1):
        for m in WORD.finditer(line):
            if m.group()[0] not in ".-":
                found.setdefault(m.group(), number)
    return found


class Tree:
    """The sources below a directory: src/<room>/**/*.[ch], src/main.c, include/**/*.h."""

    def __init__(self, root):
        self.text, self.code, self.room = {}, {}, {}
        for top in ("src", "include"):
            for folder, _, names in sorted(os.walk(os.path.join(root, top))):
                for name in sorted(names):
                    if name.endswith((".c", ".h")):
                        self.read(root, os.path.relpath(os.path.join(folder, name), root))
        self.defines, self.own, self.home = {}, {}, {}
        for file in self.sources():
            self.defines[file], self.own[file] = definitions(self.code[file])
            self.home.update({name: file for name in self.defines[file]})
        for file in self.text:
            if file.startswith("include/"):
                self.room[file] = self.room_of_header(file)

    def read(self, root, file):
        with open(os.path.join(root, file), encoding="utf-8") as f:
            self.text[file] = f.read()
        self.code[file] = plain(self.text[file])
        parts = file.split("/")
        self.room[file] = parts[1] if len(parts) > 2 else "main"

    def sources(self):
        return [file for file in self.text if file.endswith(".c")]

    def room_of_header(self, file):
        """The room that defines what a header declares; among several rooms the one of its name, or None."""
        name = os.path.basename(file)
        words = first_uses(self.code[file])
        rooms = {self.room[self.home[w]] for w in words if w in self.home}
        if name in HEADER_ROOM or len(rooms) == 1:
            return HEADER_ROOM.get(name) or rooms.pop()
        stem = name[:-2]
        named = {stem} & set(ROOMS) or {self.room[f] for f in self.sources() if os.path.basename(f) == stem + ".c"}
        return named.pop() if len(named) == 1 else None

    def includes(self, file):
        """Headers of the tree that the file includes, and the lines."""
        for m in INCLUDE.finditer(self.text[file]):
            beside = os.path.normpath(os.path.join(os.path.dirname(file), m.group(1)))
            for header in (beside, "include/" + m.group(1), "src/" + m.group(1)):
                if header in self.text:
                    yield header, self.text[file].count("\n", 0, m.start()) + 1
                    break

    def calls(self, file):
        """Names that the .c file uses of others: {file: [(line, name)]}."""
        used = collections.defaultdict(list)
        mine = self.defines[file] | self.own[file]
        for name, line in first_uses(self.code[file]).items():
            if name in self.home and name not in mine:
                used[self.home[name]].append((line, name))
        return {other: sorted(names) for other, names in used.items()}


def may_use(room, other):
    return room == other or ((room, other) not in NEVER and ROOMS.index(room) < ROOMS.index(other))


def wrong_arrows(tree):
    """Messages about folders that use what is not below them."""
    unknown = sorted(set(filter(None, tree.room.values())) - set(ROOMS))
    messages = [f"src/{room}: no such room; give it a place in the list at the top of tools/arrows.py" for room in unknown]
    for file in tree.text:
        room, seen = tree.room[file], []
        seen += [(line, other, "includes " + other) for other, line in tree.includes(file)]
        if file.endswith(".c"):
            for other, names in tree.calls(file).items():
                seen.append((names[0][0], other, "uses %s of %s" % (", ".join(n for _, n in names), other)))
        for line, other, what in sorted(seen):
            there = tree.room[other]
            if room in ROOMS and there in ROOMS and not may_use(room, there):
                messages.append(f"{file}:{line}: {room} must not use {there}, but {what}")
    return messages


def inner_headers(tree):
    """Messages about headers that another room includes although the contract does not name them.

    The contract of a room is src/<room>/<room>.h. It names the headers for other rooms by their
    paths in the room."""
    messages = []
    for file in tree.text:
        for header, line in tree.includes(file):
            room = tree.room[header]
            contract = f"src/{room}/{room}.h"
            if not header.startswith("src/") or tree.room[file] == room or header == contract:
                continue
            name = os.path.relpath(header, f"src/{room}")
            if name not in tree.text.get(contract, ""):
                messages.append(f"{file}:{line}: includes {header}, which {contract} does not list for other rooms")
    return messages


def components(graph):
    """Strongly connected components of two or more nodes (Tarjan 1972)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            found.append(stack[stack.index(node):])
            del stack[stack.index(node):]

    for node in graph:
        if node not in index:
            visit(node)
    return [sorted(c) for c in found if len(c) > 1]


def circles(tree):
    """Messages about .c files that use each other in a circle, with the names that do it."""
    graph = {file: tree.calls(file) for file in tree.sources()}
    messages = []
    for circle in sorted(components(graph)):
        lines = ["circle of %d files: %s" % (len(circle), ", ".join(circle))]
        for file in circle:
            for other in sorted(set(graph[file]) & set(circle)):
                names = ", ".join(f"{name} (line {line})" for line, name in graph[file][other])
                lines.append(f"  {file} -> {os.path.basename(other)}: {names}")
        messages.append("\n".join(lines))
    return messages


def header_circles(tree):
    """Messages about headers that include each other in a circle, so that the order in which a file
    includes them decides what it sees."""
    graph = {file: {h for h, _ in tree.includes(file)} for file in tree.text if file.endswith(".h")}
    return ["circle of %d headers: %s" % (len(c), ", ".join(c)) for c in sorted(components(graph))]


def problems(root):
    tree = Tree(root)
    return wrong_arrows(tree) + inner_headers(tree) + circles(tree) + header_circles(tree)


def main(find):
    """Prints what a check finds in the tree of the first argument, or in this one, and exits."""
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
    wrong = find(sys.argv[1] if len(sys.argv) > 1 else here)
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(problems)
