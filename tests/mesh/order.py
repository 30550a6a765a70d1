# SPDX-License-Identifier: BSD-2-Clause
"""The order of nodes and cells in a file makes no difference."""
import os
import tempfile
import unittest

import numpy as np

from run import fsolve, options, run
import gmsh_file  # tools/


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
                gmsh_file.write(path, nodes, {"skin": (gmsh_file.QUADRILATERAL, cells), "right": (gmsh_file.LINE, [(at(n, j), at(n, j + 1)) for j in range(n)]), "corner": (gmsh_file.POINT, [(at(0, 0),)])})
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


if __name__ == "__main__":
    unittest.main()
