"""The Gmsh reader against meshio on every file of msh/, refusals with a reason, and 200 damaged files that must end with
status 0 or 2: never a crash, a hang or a sanitizer's complaint (mesh_dump is built with both sanitizers)."""
import contextlib
import glob
import os
import random
import subprocess
import tempfile
import unittest

import meshio
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DUMP = os.path.join(os.environ["FSOLVE_BUILD"], "tests", "mesh_dump")
FILES = sorted(glob.glob(os.path.join(HERE, "msh", "*.msh")))
GOOD = [f for f in FILES if "refused" not in f]
DIMENSION = {"vertex": 0, "line": 1, "triangle": 2, "quad": 2}


def dump(path, timeout=20):
    return subprocess.run([DUMP, path], capture_output=True, text=True, timeout=timeout)


def read_ours(path):
    """(coordinates by node, {cell nodes: set names}, {set: nodes})"""
    nodes, cells, members = {}, {}, {}
    for line in dump(path).stdout.splitlines():
        words, *sets = line.split(" | ")
        kind, *numbers = words.split()
        if kind == "node":
            nodes[int(numbers[0])] = [float(x) for x in numbers[1:]]
        elif kind == "cell":
            cells[tuple(map(int, numbers))] = set(sets)
        else:
            members.setdefault(sets[0], set()).add(int(numbers[0]))
    return nodes, cells, members


def read_meshio(path):
    """The same by meshio. Cells by coordinates' rows; its sets come from physical tags (2.2) or cell_sets (4.1)."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):  # it warns by printing
        mesh = meshio.gmsh.read(path)
    names = {(int(tag), int(dim)): name for name, (tag, dim) in mesh.field_data.items()}
    cells = {}
    for b, block in enumerate(mesh.cells):
        dim = DIMENSION[block.type]
        tags = mesh.cell_data["gmsh:physical"][b] if "gmsh:physical" in mesh.cell_data else [0] * len(block.data)
        for k, row in enumerate(block.data):
            sets = cells.setdefault(tuple(int(i) for i in row), set())
            if tags[k]:
                sets.add(names.get((int(tags[k]), dim), str(int(tags[k]))))
    return mesh.points, cells


class AgainstMeshio(unittest.TestCase):
    def test_matrix_is_large(self):
        self.assertGreaterEqual(len(FILES), 24)

    def test_same_mesh(self):
        for path in GOOD:
            with self.subTest(os.path.basename(path)):
                nodes, cells, _ = read_ours(path)
                points, expected = read_meshio(path)
                where = {tuple(x): i for i, x in nodes.items()}
                top = max(DIMENSION_OF[len(c)] for c in expected)
                renumber = [where.get(tuple(x)) for x in points]
                for row, sets in expected.items():
                    row = tuple(renumber[i] for i in row)
                    self.assertIn(row, cells)
                    ours = cells[row] - ({"all"} if DIMENSION_OF[len(row)] == top else set())
                    if "_msh22_" in path or len(sets) == 1 and len(ours) == 1:
                        self.assertEqual(ours, sets)
                    else:  # of an element's several groups meshio keeps one with 4.1
                        self.assertTrue(sets <= ours, f"{row}: {sets} not in {ours}")
                self.assertEqual(len(cells), len(expected))

    def test_all_versions_agree(self):
        for case in sorted({os.path.basename(f).split("_")[0] for f in GOOD}):
            reference = None
            for path in [f for f in GOOD if os.path.basename(f).startswith(case + "_")]:
                with self.subTest(os.path.basename(path)):
                    nodes, cells, members = read_ours(path)
                    this = (
                        sorted(tuple(np.round(x, 12)) for x in nodes.values()),
                        sorted((sorted(tuple(np.round(nodes[i], 12)) for i in c), sorted(s)) for c, s in cells.items()),
                        {s: sorted(tuple(np.round(nodes[i], 12)) for i in n) for s, n in members.items()},
                    )
                    reference = reference or this
                    self.assertEqual(this, reference)

    def test_overlapping_groups(self):
        for path in [f for f in GOOD if "frame_" in f]:
            _, cells, members = read_ours(path)
            lines = [s for c, s in cells.items() if len(c) == 2]
            self.assertEqual(len(lines), 8)
            self.assertTrue(all("every bar" in s and len(s & {"flat", "steep"}) == 1 for s in lines))
            self.assertEqual(len(members["joint"]), 1)
            self.assertEqual(len(members["tip"]), 2)

    def test_refusals_name_the_remedy(self):
        for path in sorted(set(FILES) - set(GOOD)):
            with self.subTest(os.path.basename(path)):
                run = dump(path)
                self.assertEqual(run.returncode, 2)
                self.assertEqual(len(run.stderr.strip().splitlines()), 1)
                self.assertRegex(run.stderr, r"order|solids|export as 4.1 or 2.2")
                self.assertIn(os.path.basename(path), run.stderr)


DIMENSION_OF = {1: 0, 2: 1, 3: 2, 4: 2}


def damage(data, rng):
    """One of: flip bytes, cut, repeat or drop a piece, swap two pieces, another number, a strange token."""
    data = bytearray(data)
    a, b = sorted(rng.randrange(len(data)) for _ in range(2))
    kind = rng.randrange(8)
    if kind == 0:
        for _ in range(rng.randint(1, 8)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    elif kind == 1:
        data = data[:a]
    elif kind == 2:
        data = data[:a] + data[b:]
    elif kind == 3:
        data = data[:b] + data[a:]
    elif kind == 4:
        data[a : a + 8] = rng.choice([b"\xff" * 8, b"\x00" * 8, b"99999999", b"-1 -1 -1", b"nan nan ", b"1e999 1 "])
    elif kind == 5:
        lines = data.split(b"\n")
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        data = b"\n".join(lines)
    elif kind == 6:
        lines = data.split(b"\n")
        del lines[rng.randrange(len(lines))]
        data = b"\n".join(lines)
    else:
        lines = data.split(b"\n")
        words = lines[rng.randrange(len(lines))].split(b" ")
        words[rng.randrange(len(words))] = rng.choice([b"-7", b"2147483648", b"18446744073709551615", b"0", b"$End", b"\"", b""])
        lines[rng.randrange(len(lines))] = b" ".join(words)
        data = b"\n".join(lines)
    return bytes(data)


class Damaged(unittest.TestCase):
    def test_200_damaged_files(self):
        rng = random.Random(20210801)
        outcomes = {0: 0, 2: 0}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "damaged.msh")
            for k in range(200):
                source = FILES[k % len(FILES)]
                with open(source, "rb") as file:
                    data = damage(file.read(), rng)
                with open(path, "wb") as file:
                    file.write(data)
                run = subprocess.run([DUMP, path], capture_output=True, timeout=20)
                self.assertIn(run.returncode, (0, 2), f"{k} {os.path.basename(source)}: {run.stderr[-2000:]}")
                if run.returncode == 2:
                    self.assertEqual(len(run.stderr.strip().splitlines()), 1, run.stderr)
                outcomes[run.returncode] += 1
        self.assertGreater(outcomes[2], 50)

    def test_empty_missing_directory(self):
        with tempfile.TemporaryDirectory() as folder:
            empty = os.path.join(folder, "empty.msh")
            open(empty, "w").close()
            for path in (empty, os.path.join(folder, "missing.msh"), folder):
                self.assertEqual(dump(path).returncode, 2)


if __name__ == "__main__":
    unittest.main()
