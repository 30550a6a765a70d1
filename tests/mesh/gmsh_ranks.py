# SPDX-License-Identifier: BSD-2-Clause
"""Gmsh files read by all ranks: the same mesh, or the same message, on 1, 2, 3 and 8 ranks; each reads its own part of the bytes."""
import os
import random
import re
import subprocess
import tempfile
import unittest

import numpy as np

from damaged import damage
from dump import FILES
from run import BUILD, LAUNCH, MORE_RANKS, RELEASE, Output, fsolve, options, release, run
import gmsh_file  # tools/

RANKS = os.path.join(BUILD, "tests", "mesh_ranks")


def read(ranks, files, *more):
    """(what is printed of the meshes, {file: (bytes, cells) of the rank with most})"""
    words = LAUNCH.format(ranks=ranks).split() if ranks > 1 else []
    done = subprocess.run([*words, RANKS, *more, *files], capture_output=True, timeout=100, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    if done.returncode:
        raise AssertionError(done.stderr.decode(errors="replace")[-3000:])
    most = {m[1]: (int(m[2]), int(m[3])) for m in re.finditer(r"^(.*): (\d+) bytes and (\d+) cells at most", done.stderr.decode(errors="replace"), re.M)}
    return done.stdout, most


def write_binary(path, version, nodes, quads):
    """One block of quadrilaterals, the set skin."""
    n, m = len(nodes), len(quads)
    tags, numbers = np.arange(1, n + 1), np.arange(1, m + 1)
    with open(path, "wb") as f:
        f.write(b"$MeshFormat\n%s 1 8\n" % version.encode() + np.int32(1).tobytes() + b"\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 \"skin\"\n$EndPhysicalNames\n")
        if version == "4.1":
            f.write(b"$Entities\n" + np.array([0, 0, 1, 0], "i8").tobytes() + np.int32(1).tobytes() + np.zeros(6).tobytes() + np.int64(1).tobytes()
                    + np.int32(1).tobytes() + np.int64(0).tobytes() + b"\n$EndEntities\n$Nodes\n" + np.array([1, n, 1, n], "i8").tobytes()
                    + np.array([2, 1, 0], "i4").tobytes() + np.int64(n).tobytes() + tags.astype("i8").tobytes() + nodes.tobytes() + b"\n$EndNodes\n$Elements\n"
                    + np.array([1, m, 1, m], "i8").tobytes() + np.array([2, 1, 3], "i4").tobytes() + np.int64(m).tobytes()
                    + np.column_stack([numbers, quads + 1]).astype("i8").tobytes() + b"\n$EndElements\n")
        else:
            rows = np.zeros(n, dtype=[("tag", "<i4"), ("x", "<f8", 3)])
            rows["tag"], rows["x"] = tags, nodes
            heads = [np.concatenate([[3, 1, 2], [k, 1, 1], q + 1]) for k, q in zip(numbers, quads)]  # a head for each element
            f.write(b"$Nodes\n%d\n" % n + rows.tobytes() + b"\n$EndNodes\n$Elements\n%d\n" % m + np.array(heads, "i4").tobytes() + b"\n$EndElements\n")


def square(n):
    """Nodes and quadrilaterals of the unit square, row by row."""
    at = np.arange((n + 1) ** 2)
    nodes = np.column_stack([at % (n + 1), at // (n + 1), 0 * at]) / n
    corner = (np.arange(n * n) // n) * (n + 1) + np.arange(n * n) % n
    return nodes, np.column_stack([corner, corner + 1, corner + n + 2, corner + n + 1])


class SameOnAllRanks(unittest.TestCase):
    def compare(self, files):
        alone, _ = read(1, files)
        self.assertNotIn(b"wrong", alone)
        for ranks in MORE_RANKS:
            said, _ = read(ranks, files)
            if said != alone:
                pairs = zip(alone.split(b"\n"), said.split(b"\n"))
                self.fail(f"{ranks} ranks: " + str(next(p for p in pairs if p[0] != p[1])))
        return alone

    def test_files(self):
        """All four formats, more ranks than cells; what is refused, too."""
        said = self.compare(FILES)
        self.assertEqual(said.count(b"\nrefused "), len([f for f in FILES if "refused" in f]))

    @release
    def test_damaged(self):
        rng = random.Random(20261123)
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for k in range(100):
                with open(FILES[k % len(FILES)], "rb") as good:
                    data = damage(good.read(), rng)
                files.append(os.path.join(folder, f"{k}.msh"))
                with open(files[-1], "wb") as bad:
                    bad.write(data)
            said = self.compare(files)
        self.assertGreater(said.count(b"refused "), 30)

    @release
    def test_any_order(self):
        """Tags far apart, elements in any order, nodes that nobody uses, two groups of one entity (2.2 repeats its elements), a slit."""
        rng = np.random.default_rng(7)
        nodes, quads = square(12)
        slit = np.concatenate([nodes, nodes[quads[:40, 2]], [(5, 5, 5)]])
        quads = np.concatenate([quads, [[169, 1 + k, 0, 170 + k] for k in range(9)]])
        tags = rng.choice(10**12, len(slit), replace=False) + 1
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "any.msh")
            with open(path, "w") as f:
                f.write('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 9 "late"\n$EndPhysicalNames\n$Nodes\n%d\n' % len(slit))
                f.writelines("%d %.17g %.17g %.17g\n" % (tags[i], *slit[i]) for i in rng.permutation(len(slit)))
                rows = [(3, 2, g, 1, *tags[q]) for q in quads for g in ((7, 9) if rng.random() < 0.5 else (7,))] + [(15, 2, g, 5, tags[3]) for g in (4, 5, 6)]
                rows = [" ".join(map(str, rows[k])) for k in rng.permutation(len(rows))]
                f.write("$EndNodes\n$Comments\n$x\n$EndComments\n\n$Elements\n%d\n" % len(rows) + "".join(f"{k} {r}\n" for k, r in enumerate(rows, 1)) + "$EndElements\n")
            said = self.compare([path])
        self.assertEqual(len(re.findall(rb"^cell \d+ quadrilateral .* \| 7", said, re.M)), len(quads))
        self.assertEqual(len(re.findall(rb"^cell \d+ point \d+ \| (?=.*4)(?=.*5)(?=.*6)", said, re.M)), 1)
        self.assertNotIn(b" 5 5 5 ", said)
        self.assertGreater(len(re.findall(rb"^node \d+ \d+ \S+ \S+ \S+ \d", said, re.M)), 0)


class Parts(unittest.TestCase):
    def test_bytes_and_cells(self):
        """Of a binary file a rank reads its part of nodes and elements once, of a text file its part twice, and a few windows. Where the heads of elements are all over the
        file rank 0 reads what is between them, too."""
        nodes, quads = square(120)
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("41.msh", "22.msh", "text.msh")]
            write_binary(paths[0], "4.1", nodes, quads)
            write_binary(paths[1], "2.2", nodes, quads)
            gmsh_file.write(paths[2], nodes, {"skin": (gmsh_file.QUADRILATERAL, quads)})
            size = [os.path.getsize(path) for path in paths]
            meshes = {}
            for ranks in (1, 2, 8) if RELEASE else (1, 2):
                meshes[ranks], most = read(ranks, paths)
                windows = 50000
                for path, length, times, whole in zip(paths, size, (1, 1, 2), (0, 1, 0)):
                    with self.subTest(f"{os.path.basename(path)} on {ranks}"):
                        self.assertLess(most[path][0], times * length / ranks + whole * length + windows)
                        self.assertLessEqual(most[path][1], -(-len(quads) // ranks))
            for mesh in meshes.values():
                self.assertEqual(mesh, meshes[1])
            of_files = [b"\n".join(part.split(b"\n")[1:]) for part in meshes[1].split(b"file ")[1:]]
            self.assertEqual(of_files[0], of_files[1])
            self.assertEqual(of_files[0], of_files[2])


class Runs(unittest.TestCase):
    def test_partitions_and_joins(self):
        """A joined mesh, partitioned in each way: the same nodes and the same motion."""
        nodes, quads = square(10)
        keys = {"mesh_join": 1e-9, "mesh_translate": "0,0,0,1,0,0,2,0,0", "mesh_n": "4,5", "parts": "all", "part_all_element": "membrane", "part_all_tension": 1,
                "part_all_mass_per_area": 1, "supports": "left", "loads": "right", "load_right_force": "0,0,1", "dt": 0.05, "t_end": 0.2, "ksp_rtol": 1e-13}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "square.msh")
            write_binary(path, "4.1", nodes, quads)
            alone = run(mesh=f"{path},rectangle,{path}", ranks=1, **keys)
            for ranks, method in ((2, "ptscotch"), (3, "curve"), (3, "simple"), (8, "curve"))[:4 if RELEASE else 2]:
                with self.subTest(f"{method} on {ranks}"):
                    if not self.has(method, folder, mesh=f"{path},rectangle,{path}", **keys):
                        continue
                    out = run(mesh=f"{path},rectangle,{path}", ranks=ranks, mesh_partition=method, **keys)
                    np.testing.assert_array_equal(out.node_id, alone.node_id)
                    np.testing.assert_allclose(out.nodes, alone.nodes, atol=1e-15)
                    np.testing.assert_allclose(out.frames[-1]["displacement"], alone.frames[-1]["displacement"], atol=1e-10)

    def has(self, method, folder, **keys):
        """Whether this PETSc can partition so, as CMake found it; else it is refused."""
        if method != "ptscotch" or os.environ["FSOLVE_PTSCOTCH"] == "1":
            return True
        done = fsolve(options(None, mesh_partition=method, output=os.path.join(folder, "none.h5"), **keys), 2)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("-mesh_partition ptscotch: this PETSc has no PT-Scotch", done.stderr)
        return False

    def test_partitions_by_work(self):
        """A line of beams that goes on as one of trusses, whose matrices have a quarter of the entries: ranks get the same work, not as many cells, with which
        one had 1.6 times the mean; and the same motion."""
        n = 80
        nodes = [(0.1 * i, 0, 0) for i in range(2 * n + 1)]
        lines = [(i, i + 1) for i in range(2 * n)]
        beam = {"element": "beam", "section": "circle", "radius": 0.02, "young": 1e9, "poisson": 0.3, "density": 1000}
        keys = {"parts": "stiff,loose", **{f"part_stiff_{k}": v for k, v in beam.items()}, "part_loose_element": "truss", "part_loose_ea": 1e5, "part_loose_mass_per_length": 1,
                "part_loose_prestress": 1e3, "supports": "ends", "loads": "ends", "support_ends_box": "-1,-1,-1,0.05,1,1", "load_ends_box": f"{0.2 * n - 0.05},-1,-1,{n},1,1",
                "load_ends_force": "0,5,10", "dt": 1e-3, "t_end": 0.01, "show": "model", "output_every": 10}
        with tempfile.TemporaryDirectory() as folder:
            path, output = os.path.join(folder, "line.msh"), os.path.join(folder, "out.h5")
            gmsh_file.write(path, nodes, {"stiff": (gmsh_file.LINE, lines[:n]), "loose": (gmsh_file.LINE, lines[n:])})
            alone = run(mesh=path, **keys)
            for ranks, method in ((2, "curve"), (2, "ptscotch"), (8, "curve"))[:3 if RELEASE else 1]:
                with self.subTest(f"{method} on {ranks}"):
                    if not self.has(method, folder, mesh=path, **keys):
                        continue
                    done = fsolve(options(None, mesh=path, mesh_partition=method, output=output, overwrite=True, **keys), ranks)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertLess(float(re.search(r"the largest work is (\S+) of the mean", done.stdout)[1]), 1.1)
                    np.testing.assert_allclose(Output(output).frames[-1]["displacement"], alone.frames[-1]["displacement"], atol=1e-9)


if __name__ == "__main__":
    unittest.main()
