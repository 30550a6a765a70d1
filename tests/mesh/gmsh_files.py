# SPDX-License-Identifier: BSD-2-Clause
"""The Gmsh reader against meshio on every file of msh/, versions against each other, refusals with a reason."""
import contextlib
import os
import tempfile
import unittest

import meshio
import numpy as np

from dump import FILES, GOOD, dump
import gmsh_file  # tools/

SHAPE = {"vertex": "point", "line": "line", "line3": "line3", "triangle": "triangle", "quad": "quadrilateral"}  # meshio's names, ours
DIMENSION = {"point": 0, "line": 1, "line3": 1, "triangle": 2, "quadrilateral": 2}


def read_ours(path):
    """(coordinates by node, {(shape, nodes of the cell): set names}, {set: nodes})"""
    nodes, cells, members = {}, {}, {}
    for line in dump(path).stdout.splitlines():
        words, *sets = line.split(" | ")
        kind, *numbers = words.split()
        if kind == "node":
            nodes[int(numbers[0])] = [float(x) for x in numbers[1:]]
        elif kind == "cell":
            cells[(numbers[0], *map(int, numbers[1:]))] = set(sets)
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
        shape = SHAPE[block.type]
        tags = mesh.cell_data["gmsh:physical"][b] if "gmsh:physical" in mesh.cell_data else [0] * len(block.data)
        for k, row in enumerate(block.data):
            sets = cells.setdefault((shape, *(int(i) for i in row)), set())
            if tags[k]:
                sets.add(names.get((int(tags[k]), DIMENSION[shape]), str(int(tags[k]))))
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
                top = max(DIMENSION[shape] for shape, *_ in expected)
                renumber = [where.get(tuple(x)) for x in points]
                for (shape, *row), sets in expected.items():
                    row = (shape, *(renumber[i] for i in row))
                    self.assertIn(row, cells)
                    ours = cells[row] - ({"all"} if DIMENSION[shape] == top else set())
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
                        sorted((shape, sorted(tuple(np.round(nodes[i], 12)) for i in c), sorted(s)) for (shape, *c), s in cells.items()),
                        {s: sorted(tuple(np.round(nodes[i], 12)) for i in n) for s, n in members.items()},
                    )
                    reference = reference or this
                    self.assertEqual(this, reference)

    def test_overlapping_groups(self):
        for path in [f for f in GOOD if "frame" in f]:
            _, cells, members = read_ours(path)
            lines = [s for (shape, *_), s in cells.items() if shape in ("line", "line3")]
            self.assertEqual(len(lines), 8)
            self.assertTrue(all("every bar" in s and len(s & {"flat", "steep"}) == 1 for s in lines))
            self.assertEqual(len(members["joint"]), 1)
            self.assertEqual(len(members["tip"]), 2)

    def test_lines_of_three_nodes(self):
        files = [f for f in GOOD if "frame3_" in f]
        self.assertEqual(len(files), 4)
        for path in files:
            with self.subTest(os.path.basename(path)):
                nodes, cells, members = read_ours(path)
                lines = [c for shape, *c in cells if shape == "line3"]
                self.assertEqual(len(lines), 8)
                for start, end, middle in lines:
                    np.testing.assert_allclose(nodes[middle], (np.array(nodes[start]) + nodes[end]) / 2, atol=1e-11)  # as Gmsh computes it
                self.assertEqual(members["every bar"], set(nodes))

    def test_refusals_name_the_remedy(self):
        for path in sorted(set(FILES) - set(GOOD)):
            with self.subTest(os.path.basename(path)):
                run = dump(path)
                self.assertEqual(run.returncode, 2)
                self.assertEqual(len(run.stderr.strip().splitlines()), 1)
                self.assertRegex(run.stderr, r"order|solids|export as 4.1 or 2.2")
                self.assertIn(os.path.basename(path), run.stderr)


class ManyGroups(unittest.TestCase):
    def test_as_many_as_cells(self):
        """Groups of a point each. 100,000 of them take 0.1 s without sanitizers; with a search through all, or room for each group at each node, 24 s."""
        n = 30000
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "many.msh")
            gmsh_file.write(path, [(i, 0, 0) for i in range(n)], {f"group {i}": (gmsh_file.POINT, [(i,)]) for i in range(n)})
            _, cells, members = read_ours(path)
        self.assertEqual(len(members), n + 1)
        for i in (0, 1, n // 2, n - 1):
            self.assertEqual(cells["point", i + 1], {f"group {i}", "all"})
            self.assertEqual(members[f"group {i}"], {i + 1})

    def test_a_node_of_many_groups(self):
        n = 3000
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "star.msh")
            gmsh_file.write(path, [(0, 0, 0)] + [(1, i, 0) for i in range(n)], {f"{i}": (gmsh_file.LINE, [(0, i + 1)]) for i in range(n)})
            _, _, members = read_ours(path)
        self.assertEqual(len(members), n + 1)
        for i in range(n):
            self.assertEqual(members[str(i)], {1, i + 2})


MSH22 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0.5 0 0\n$EndNodes\n$Elements\n1\n%s\n$EndElements\n"
MSH41 = ("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 3 1 3\n1 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0.5 0 0\n$EndNodes\n"
         "$Elements\n1 1 1 1\n1 1 8 1\n%s\n$EndElements\n")


ENTITIES = "$Entities\n1 0 0 0\n1 0 0 0 1 %d\n$EndEntities\n$Nodes"


class BadLines(unittest.TestCase):
    """A single 3-node line, right and wrong."""

    def dump(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "line.msh")
            with open(path, "w") as file:
                file.write(text)
            return dump(path)

    def test_good(self):
        for text in (MSH22 % "1 8 2 5 1 1 2 3", MSH41 % "1 1 2 3"):
            self.assertIn("\ncell line3 1 2 3 | ", self.dump(text).stdout)

    def test_numbers_that_are_too_large(self):
        many = 3000000000
        for text, reason in [(MSH22 % f"1 15 2 {tag} 1 1", rf"the physical tag {tag} has more than 32 bits") for tag in (-2**63, 2**63 - 1, -2**31)] + [
                (MSH22 % f"1 15 2 {2**63} 1 1", r"the integer 9223372036854775808.* has more than 64 bits"),
                (MSH22.replace("$Nodes\n3", f"$Nodes\n{many}"), rf"{many} nodes are more than \d+, .*; make the mesh coarser"),
                (MSH22.replace("$Elements\n1", f"$Elements\n{many}"), rf"{many} elements are more than \d+"),
                (MSH41.replace("$Nodes\n1 3", f"$Nodes\n1 {many}"), rf"{many} nodes are more than \d+"),
                (MSH41.replace("$Elements\n1 1", f"$Elements\n1 {many}"), rf"{many} elements are more than \d+"),
                (MSH41.replace("1 1 8 1", f"{2**32 + 1} 1 8 1"), rf"a block of elements has dimension {2**32 + 1}"),
                (MSH41.replace("$Nodes", ENTITIES % -2**63), rf"the physical tag {-2**63} has more than 32 bits"),
                (MSH22.replace("$Nodes", f'$PhysicalNames\n1\n{2**32} 1 "a"\n$EndPhysicalNames\n$Nodes'), rf"a physical group has dimension {2**32}")]:
            with self.subTest(reason):
                done = self.dump(text)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, reason)

    def test_turned(self):
        """A group of version 4.1 has an entity the other way round by a negative tag; in 2.2 its elements are turned already."""
        text = ("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 1 1 0\n1 0 0 0 1 0 0 1 %d 0\n1 0 0 0 1 1 0 %s 0\n$EndEntities\n$Nodes\n1 4 1 4\n2 1 0 4\n"
                "1\n2\n3\n4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n$EndNodes\n$Elements\n3 3 1 3\n1 1 1 1\n1 1 2\n2 1 3 1\n2 1 2 3 4\n2 1 2 1\n3 1 2 3\n$EndElements\n")
        for tags, cells in (((7, "1 7"), ("line 1 2", "quadrilateral 1 2 3 4", "triangle 1 2 3")),
                            ((-7, "2 -7 -8"), ("line 2 1", "quadrilateral 1 4 3 2", "triangle 1 3 2"))):
            said = self.dump(text % tags).stdout
            for cell in cells:
                self.assertIn(f"\ncell {cell} | 7", said)
        self.assertIn("entity 1 is in physical groups both in its own direction and reversed", self.dump(text % (7, "2 7 -8")).stderr)

    def test_bad(self):
        for text, reason in [(MSH22 % "1 8 2 5 1 1 2", r"expected an integer"), (MSH41 % "1 1 2", r"expected an integer"),
                             (MSH22 % "1 8 2 5 1 1 2 2", r"element 1 has node 2 twice"), (MSH41 % "1 1 2 1", r"element 1 has node 1 twice"),
                             (MSH22 % "1 8 2 5 1 1 2 4", r"element 1 needs node 4, which is not in the file"),
                             (MSH22 % "-1 8 2 0 1 1 2 4", r"element -1 needs node 4, which is not in the file"),
                             (MSH41 % "1 1 2 3 3", r"more or fewer entries"),
                             (MSH22 % "1 26 2 5 1 1 2 3 3", r"type 26: fsolve reads points, lines of 2 or 3 nodes")]:
            with self.subTest(text[-40:]):
                done = self.dump(text)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, reason)


if __name__ == "__main__":
    unittest.main()
