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

from run import fsolve, options, run
import gmsh  # scripts/

HERE = os.path.dirname(os.path.abspath(__file__))
DUMP = os.path.join(os.environ["FSOLVE_BUILD"], "tests", "mesh_dump")
FILES = sorted(glob.glob(os.path.join(HERE, "msh", "*.msh")))
GOOD = [f for f in FILES if "refused" not in f]
SHAPE = {"vertex": "point", "line": "line", "line3": "line3", "triangle": "triangle", "quad": "quadrilateral"}  # meshio's names, ours
DIMENSION = {"point": 0, "line": 1, "line3": 1, "triangle": 2, "quadrilateral": 2}


def dump(path, timeout=20):
    return subprocess.run([DUMP, path], capture_output=True, text=True, timeout=timeout)


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


MSH22 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0.5 0 0\n$EndNodes\n$Elements\n1\n%s\n$EndElements\n"
MSH41 = ("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 3 1 3\n1 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0.5 0 0\n$EndNodes\n"
         "$Elements\n1 1 1 1\n1 1 8 1\n%s\n$EndElements\n")


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

    def test_bad(self):
        for text, reason in [(MSH22 % "1 8 2 5 1 1 2", r"expected an integer"), (MSH41 % "1 1 2", r"expected an integer"),
                             (MSH22 % "1 8 2 5 1 1 2 2", r"element 1 has node 2 twice"), (MSH41 % "1 1 2 1", r"element 1 has node 1 twice"),
                             (MSH22 % "1 8 2 5 1 1 2 4", r"element 1 needs node 4, which is not in the file"),
                             (MSH41 % "1 1 2 3 3", r"more or fewer entries"),
                             (MSH22 % "1 26 2 5 1 1 2 3 3", r"type 26: only points, lines of 2 or 3 nodes")]:
            with self.subTest(text[-40:]):
                done = self.dump(text)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, reason)


class LinesOfThreeNodes(unittest.TestCase):
    """On 1 and 3 ranks: point masses carry their share of a load on the lines, so that shapes and owners are seen from outside."""

    MASS = {"element": "mass", "mass": 2}

    def moved(self, ranks, part, lines, **keys):
        """Coordinates, numbers and accelerations of the nodes; without stiffness a = f / m, from the first step on."""
        words = {f"part_{part}_{k}": v for k, v in self.MASS.items()}
        out = run(ranks=ranks, parts=part, loads="q", load_q_set=lines, load_q_traction="1,2,3", dt=0.1, t_end=0.2, **words, **keys)
        order = np.argsort(out.node_id)
        return out.nodes[order], out.node_id[order], out.by_id("acceleration")

    def test_generated_line(self):
        lower, upper, n = np.array([1.0, 2, 0]), np.array([4.0, 2, 4]), 7
        keys = {"mesh": "line", "mesh_n": n, "mesh_order": 2, "mesh_lower": "1,2,0", "mesh_upper": "4,2,4"}
        for part, at in (("start", 0), ("end", 2 * n)):
            for ranks in (1, 3, 10):
                with self.subTest(f"{part} {ranks}"):
                    x, number, a = self.moved(ranks, part, "all", **keys)
                    np.testing.assert_array_equal(number, np.arange(2 * n + 1))
                    np.testing.assert_allclose(x, lower + np.linspace(0, 1, 2 * n + 1)[:, None] * (upper - lower), atol=1e-15)
                    expected = np.zeros((2 * n + 1, 3))
                    expected[at] = np.array([1, 2, 3]) * 5 / n / 6 / 2  # a sixth of a cell's load, on a mass of 2
                    np.testing.assert_allclose(a, expected, atol=1e-12)

    def test_first_order_is_the_default(self):
        for keys in ({}, {"mesh_order": 1}):
            x, number, a = self.moved(3, "end", "all", mesh="line", mesh_n=4, **keys)
            np.testing.assert_allclose(x[:, 0], np.arange(5) / 4)
            np.testing.assert_allclose(a[4], np.array([1, 2, 3]) / 4 / 2 / 2, atol=1e-12)

    def test_file(self):
        for path in [f for f in GOOD if "frame3_" in f]:
            for ranks in (1, 3):
                with self.subTest(f"{os.path.basename(path)} {ranks}"):
                    x, _, a = self.moved(ranks, "joint", "every bar", mesh=path)
                    bars = np.array([[1, 0, 0], [0, 1.2, 0.1], [-0.7, -0.4, 0.9], [0.2, -1, -0.6]])
                    length = np.linalg.norm(bars, axis=1).sum() / 2  # of the four cells at the joint
                    self.assertEqual(len(x), 17)
                    expected = np.where((x == 0).all(axis=1)[:, None], np.array([1, 2, 3]) * length / 6 / 2, 0)
                    np.testing.assert_allclose(a, expected, atol=1e-10)

    def test_an_element_for_lines_of_two_nodes_refuses_them(self):
        words = options(mesh="line", mesh_order=2, parts="all", part_all_element="bar", part_all_young=1, part_all_area=1, part_all_density=1,
                        dt=1, t_end=1)
        for ranks in (1, 3):
            done = fsolve(words, ranks)
            self.assertEqual(done.returncode, 2)
            self.assertIn("-part_all_element bar: set 'all' has no cells for it; it needs cells of shape line", done.stderr)


class Sweep(unittest.TestCase):
    """Whatever the order of a file, nodes of a cell end up near each other, rows of a regular mesh repeat, and the answer is the same."""

    def test_any_order(self):
        n, rng = 40, np.random.default_rng(1)
        x = [((i % (n + 1)) / n, (i // (n + 1)) / n, 0) for i in range((n + 1) ** 2)]
        keys = {"parts": "skin", "part_skin_element": "membrane", "part_skin_tension": 1, "part_skin_mass_per_area": 1, "supports": "right", "loads": "corner",
                "load_corner_force": "0,0,1", "load_corner_time": "t<0.1", "dt": 0.02, "t_end": 0.5, "ksp_rtol": 1e-13}
        found = {}
        with tempfile.TemporaryDirectory() as folder:
            for order in ("rows", "random"):
                p = np.arange(len(x)) if order == "rows" else rng.permutation(len(x))
                nodes = np.empty((len(x), 3))
                nodes[p] = x
                at = lambda i, j: p[j * (n + 1) + i]
                cells = [(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)) for j in range(n) for i in range(n)]
                if order == "random":
                    rng.shuffle(cells)
                path = os.path.join(folder, order + ".msh")
                gmsh.write(path, nodes, {"skin": (gmsh.QUADRILATERAL, cells), "right": (gmsh.LINE, [(at(n, j), at(n, j + 1)) for j in range(n)]), "corner": (gmsh.POINT, [(at(0, 0),)])})
                done = fsolve(options(mesh=path, output=os.path.join(folder, "out.h5"), overwrite=True, **keys))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("matrix-free", done.stdout)
                for ranks in (1, 3):
                    out = run(mesh=path, ranks=ranks, **keys)
                    with self.subTest(f"{order}, {ranks} ranks"):
                        self.assertTrue((np.sort(out.node_id) == np.arange(1, len(x) + 1)).all())
                        np.testing.assert_allclose(out.nodes, nodes[out.node_id - 1], atol=1e-15)
                        found[order, ranks] = out.by_id("displacement")[p]
        for value in found.values():
            np.testing.assert_allclose(value, found["rows", 1], rtol=0, atol=1e-11 * abs(value).max())


class SoftSprings(unittest.TestCase):
    def test_a_spring_to_ground_counts(self):
        """A bar of steel held by nothing but a spring of 10 N/m, 1e-10 of its elements' stiffness: it swings on it, with every operator."""
        n = 40
        keys = {"parts": "bar,mid", "part_bar_element": "bar", "part_bar_young": 2e11, "part_bar_area": 0.01, "part_bar_density": 7800, "part_mid_element": "spring",
                "part_mid_stiffness": 10, "part_mid_direction": "1,0,0", "initials": "bar", "initial_bar_displacement_x": 0.01, "probes": "end", "dt": 0.5, "t_end": 20, "integrator": "trapezoidal"}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "soft.msh")
            gmsh.write(path, [(i / n, 0, 0) for i in range(n + 1)],
                       {"bar": (gmsh.LINE, [(i, i + 1) for i in range(n)]), "mid": (gmsh.POINT, [(20,)]), "end": (gmsh.POINT, [(n,)])})
            for operator in ("auto", "assembled"):
                out = run(mesh=path, operator=operator, **keys)
                omega = 2 / 0.5 * np.arctan((10 / 78) ** 0.5 * 0.5 / 2)  # of the trapezoidal rule
                np.testing.assert_allclose(out.probe["end"]["displacement"][:, 0], 0.01 * np.cos(omega * out.time), atol=1e-5, err_msg=operator)


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
