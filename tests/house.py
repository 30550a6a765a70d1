"""The rules of the house: arrows between folders and files, sizes. First that tools/arrows.py and tools/sizes.py see what they
are for, on a tiny tree with one violation of each kind; then that our own tree has none."""
import os
import sys
import tempfile

SOURCE = os.environ["FSOLVE_SOURCE"]
sys.path.append(os.path.join(SOURCE, "tools"))
import arrows  # noqa: E402
import sizes  # noqa: E402

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
CIRCLES = [
    ["circle of 3 files", "src/model/block.c -> load.c: LoadAdd (line 6)", "src/model/load.c -> block.c: blocks (line 7)",
     "src/model/load.c -> output.c: OutputWrite (line 3)", "src/output/output.c -> block.c: BlockCount (line 4)"],
]
TOO_LONG = [
    ["tests/long.c: 451 lines"],
    ["tests/long.c:1:", "function of 61 lines"],
]
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


with tempfile.TemporaryDirectory() as root:
    for path, text in TREE.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), "w", encoding="utf-8") as f:
            f.write(text)
    tiny = arrows.Tree(root)
    compare("arrows that go up are found, and no others", arrows.wrong_arrows(tiny), WRONG_ARROWS)
    compare("circles are found, with the names that make them", arrows.circles(tiny), CIRCLES)
    compare("long files and functions are found", sizes.problems(root), TOO_LONG)

for rule in (arrows, sizes):
    wrong = rule.problems(SOURCE)
    check(f"our own tree keeps tools/{rule.__name__}.py", not wrong, "\n".join(wrong))
sys.exit(failed > 0)
