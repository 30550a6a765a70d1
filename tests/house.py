# SPDX-License-Identifier: BSD-2-Clause
"""The rules of the house: arrows between rooms and files, sizes, include guards, users of headers, callers, plain words.

First each tool finds what it is for, on a tiny tree with one violation of each kind. Then our own
tree has none."""
import os
import sys
import tempfile

SOURCE = os.environ["FSOLVE_SOURCE"]
sys.path.append(os.path.join(SOURCE, "tools"))
import arrows  # noqa: E402
import guards  # noqa: E402
import headers  # noqa: E402
import sizes  # noqa: E402
import words  # noqa: E402
import callers  # noqa: E402
import names  # noqa: E402

# model uses output by a call, math uses input by a public header, mesh uses output by a header of that room; load.c and block.c use
# each other, by a table and a call. What only looks like a use: comments, strings, members, names that are static, a use down the
# list.
TREE = {
    "include/model.h": "extern const int blocks[];\nvoid LoadAdd(int load);\nint BlockCount(void);\n",
    "include/options.h": "int OptionsRead(const char name[]);\n",
    "include/output.h": "void OutputWrite(int frame);\n",
    "src/input/options.c": '#include "options.h"\nint OptionsRead(const char name[]) { return name[0]; }\n',
    "src/math/rotation.c": '#include <options.h>\n#include <math.h>\nstatic double half(double x)\n{\n  return x / 2;\n}\n',
    "src/model/block.c": '#include "model.h"\n#include "options.h"\nconst int blocks[] = {1, 2};\n'
                         'int BlockCount(void)\n{\n  LoadAdd(1);\n  return OptionsRead("OutputWrite");\n}\n',
    "src/model/load.c": '#include "model.h"\n/* OutputWrite(1) */\nvoid OutputWrite(int frame);\nstatic int half(int x) { return x; }\n'
                        "void LoadAdd(int load)\n{\n  OutputWrite(half(blocks[load]));\n}\n",
    "src/model/law.c": "struct law { int BlockCount; };\nint law_count(struct law *l) { return l->BlockCount; }\n"
                       "static void LoadAdd(int load) { (void)load; }\nvoid LawAdd(void) { LoadAdd(1); }\n",
    "src/output/output.c": '#include "model.h"\nvoid OutputWrite(int frame)\n{\n  LoadAdd(BlockCount() + frame);\n}\n',
    "src/mesh/mesh.c": '#include "output/file.h"\nint mesh;\n',
    "src/output/file.h": "typedef int File;\n",
    "src/attic/old.c": "int old;\n",
    "src/main.c": '#include "output.h"\nint main(void)\n{\n' + "  OutputWrite(0);\n" * 58 + "}\n",
    "tests/long.c": "{\n" + "  ;\n" * 59 + "}\n" + "\n" * 390,
}
# The structural words of each message, in order.
WRONG_ARROWS = [
    ["src/attic", "no such room"],
    ["src/math/rotation.c:1:", "math must not use input", "includes include/options.h"],
    ["src/mesh/mesh.c:1:", "mesh must not use output", "includes src/output/file.h"],
    ["src/model/load.c:3:", "model must not use output", "OutputWrite of src/output/output.c"],
]
INNER = [
    ["src/mesh/mesh.c:1:", "src/output/file.h", "src/output/output.h does not list"],
]
CIRCLES = [
    ["circle of 3 files", "src/model/block.c -> load.c: LoadAdd (line 6)", "src/model/load.c -> block.c: blocks (line 7)",
     "src/model/load.c -> output.c: OutputWrite (line 3)", "src/output/output.c -> block.c: BlockCount (line 4)"],
]
TOO_LONG = [
    ["tests/long.c: 451 lines"],
    ["tests/long.c:1:", "function of 61 lines"],
]
# Headers that include each other, functions without a caller, and names of which there is nothing.
NAMED = {
    "CONTRIBUTING.md": "`GridCreate` and `src/grid.c` exist; `GridRun` and `src/gird.c` do not; `<name>` and `-option` are no names.\n",
    "docs/design.md": "`src/` has `grid.h`.\n",
    "src/grid.h": '#include "mesh.h"\n/* GridCreate - Calls GridCount(), see mesh.h and mash.h. */\nint GridCreate(void);\nint GridSize(void);\n',
    "src/mesh.h": '#include "grid.h"\nint number;\n',
    "src/grid.c": "/* GridTotal - A function of another name. */\nint GridCreate(void) { return GridSum(); }\nint GridSum(void)\n{\n  return 1;\n}\n"
                  "int GridOld(void)\n{\n  return GridCreate();\n}\n"
                  "PetscErrorCode GridDestroy(Grid *g)\n{\n  return free_grid(g); /* GridDestroy */\n}\n",
}
HEADER_CIRCLES = [["circle of 2 headers", "src/grid.h", "src/mesh.h"]]
NO_CALLERS = [["src/grid.c:11:", "GridDestroy"], ["src/grid.c:7:", "GridOld"], ["src/grid.h:4:", "GridSize"]]
WRONG_NAMES = [
    ["CONTRIBUTING.md:1:", "GridRun"],
    ["CONTRIBUTING.md:1:", "src/gird.c"],
    ["src/grid.c:1:", "GridTotal"],
    ["src/grid.h:2:", "mash.h"],
    ["src/grid.h:2:", "GridCount"],
]
# Headers: one guard is right, one is another header's, one is missing.
GUARDED = {
    "include/fs/solve.h": "#ifndef FS_SOLVE_H\n#define FS_SOLVE_H\n#endif\n",
    "src/mesh/frame.h": "#ifndef FRAME_H\n#define FRAME_H\n#endif\n",
    "src/mesh/grid.h": "typedef int Grid;\n",
}
WRONG_GUARDS = [
    ["src/mesh/frame.h", "FRAME_H", "FS_MESH_FRAME_H"],
    ["src/mesh/grid.h", "no include guard", "FS_MESH_GRID_H"],
]
# Sources with one fault of each kind, beside sentences that are right.
MANY = "\n".join(["   ten words that stand on one line of a comment here,"] * 5)
WORDED = {
    "good.c": "/* good.c: adds numbers. It returns their sum. */\n// Returns the number of rows; what remains is 0.\n",
    "turn.c": "/* turn.c: what is told of rows. */\n",
    "message.c": 'const char *text = "the rows are dealt "\n  "to ranks";\n',
    "opener.h": "/* opener.h: names of trusses. Of trusses forces are kept. */\n",
    "joined.h": "/* joined.h: rows of a list. */\n/* Adds n.\n   It is exact. Input: n  a number\n   of rows Collective. */\n",
    "list.h": "/* list.h: rows of a list. */\n/* Adds n.\n   Input:\n     n  a number\n   Collective. Input error: n is 0. */\n",
    "long.h": f"/* long.h: lists\n{MANY} and end. */\n",
    "wide.c": "/* wide.c: a line. */\n/* " + "x" * 100 + " */\n",
    "page.md": "# Told\n\n| told | table |\n\n    told in code\n\nWhere is it? It tells what to do.\n",
}
WRONG_WORDS = [
    ["joined.h:3:", "a list begins in the middle of a line"],
    ["joined.h:4:", "a list ends in the middle of a line"],
    ["long.h:1:", "a sentence of"],
    ["message.c:1:", "dealt"],
    ["opener.h:1:", "begins with 'Of'"],
    ["page.md:7:", "tells"],
    ["page.md:3:", "a row of a table"],
    ["turn.c:1:", "told"],
    ["wide.c:2:", "106 columns"],
]
# A contract that a header brings to a file that does not use it, and one that no file includes.
REACHED = {
    "src/element/element.h": "struct type { int n; };\n",
    "src/element/bar.c": '#include "element.h"\nint bar;\n',
    "src/model/model.h": '#include "element/element.h"\n',
    "src/model/model.c": '#include "model.h"\nint model;\n',
    "src/output/output.c": '#include "model/model.h"\nint output;\n',
}
FEW = {"src/element/element.h": (2, "kernels"), "src/model/model.h": (2, "all"), "include/fs/fs.h": (0, "programs")}
TOO_MANY = [["src/element/element.h: 3 sources", "at most 2 may", "for kernels", "src/model/model.h (2)"]]
# Two folders: one has too many sources, the other as many lines as are allowed.
FULL = {f"src/mesh/part{k}.c": "int part;\n" for k in range(26)}
FULL.update({f"src/mesh/parts/part{k}.h": "\n" * 300 for k in range(10)})
TOO_FULL = [["src/mesh/: 26 lines and 26 .c files"]]
failed = 0


def check(what, ok, detail=""):
    global failed
    if not ok:
        failed += 1
        print(f"FAILED {what}\n{detail}")


def has_in_order(message, words):
    at = 0
    for word in words:
        at = message.find(word, at)
        if at < 0:
            return False
    return True


def compare(what, messages, expected):
    ok = len(messages) == len(expected) and all(map(has_in_order, messages, expected))
    check(what, ok, "got\n" + "\n".join(messages) + f"\nexpected\n{expected}")


def plant(root, files):
    for path, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), "w", encoding="utf-8") as f:
            f.write(text)


with tempfile.TemporaryDirectory() as root:
    plant(root, GUARDED)
    compare("wrong include guards are found", guards.problems(root), WRONG_GUARDS)
with tempfile.TemporaryDirectory() as root:
    plant(root, WORDED)
    compare("sentences that are not plain are found", [m for p in words.files([root]) for m in words.problems_of_file(p)], WRONG_WORDS)
with tempfile.TemporaryDirectory() as root:
    plant(root, TREE)
    tiny = arrows.Tree(root)
    compare("arrows that go up are found, and no others", arrows.wrong_arrows(tiny), WRONG_ARROWS)
    compare("headers that a room keeps for itself are found", arrows.inner_headers(tiny), INNER)
    compare("circles are found, with the names that make them", arrows.circles(tiny), CIRCLES)
    compare("long files and functions are found", sizes.problems(root), TOO_LONG)
with tempfile.TemporaryDirectory() as root:
    plant(root, FULL)
    compare("full folders are found", list(sizes.full_folders(root)), TOO_FULL)

with tempfile.TemporaryDirectory() as root:
    plant(root, REACHED)
    compare("headers that too many files include are found", headers.problems(root, FEW), TOO_MANY)

for rule in (arrows, sizes, guards, headers):
    wrong = rule.problems(SOURCE)
    check(f"our own tree keeps tools/{rule.__name__}.py", not wrong, "\n".join(wrong))
with tempfile.TemporaryDirectory() as root:
    plant(root, NAMED)
    compare("headers in a circle are found", arrows.header_circles(arrows.Tree(root)), HEADER_CIRCLES)
    compare("functions without a caller, and declarations without a function, are found", callers.problems(root), NO_CALLERS)
    compare("names of nothing are found", names.problems(root), WRONG_NAMES)
for rule in (callers, names):
    wrong = rule.problems(SOURCE)
    check(f"our own tree keeps tools/{rule.__name__}.py", not wrong, "\n".join(wrong))
sys.exit(failed > 0)
