# SPDX-License-Identifier: BSD-2-Clause
"""Lines of three nodes, generated and read, on one rank and more."""
import os
import unittest

import numpy as np

from dump import GOOD
from run import RELEASE, fsolve, options, run


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
            for ranks in (1, 3, 10) if RELEASE else (3,):
                with self.subTest(f"{part} {ranks}"):
                    x, number, a = self.moved(ranks, part, "all", **keys)
                    np.testing.assert_array_equal(number, np.arange(2 * n + 1))
                    np.testing.assert_allclose(x, lower + np.linspace(0, 1, 2 * n + 1)[:, None] * (upper - lower), atol=1e-15)
                    expected = np.zeros((2 * n + 1, 3))
                    expected[at] = np.array([1, 2, 3]) * 5 / n / 6 / 2  # a sixth of a cell's load, on a mass of 2
                    np.testing.assert_allclose(a, expected, atol=1e-12)

    def test_first_order_is_the_default(self):
        for keys in ({}, {"mesh_order": 1}):
            x, number, a = self.moved(3 if RELEASE else 1, "end", "all", mesh="line", mesh_n=4, **keys)
            np.testing.assert_allclose(x[:, 0], np.arange(5) / 4)
            np.testing.assert_allclose(a[4], np.array([1, 2, 3]) / 4 / 2 / 2, atol=1e-12)

    def test_file(self):
        for path in [f for f in GOOD if "frame3_" in f]:
            for ranks in (1, 3) if RELEASE else (1,):
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
        for ranks in (1, 3) if RELEASE else (1,):
            done = fsolve(words, ranks)
            self.assertEqual(done.returncode, 2)
            self.assertIn("-part_all_element bar: set 'all' has no cells for it; it needs cells of shape line", done.stderr)


if __name__ == "__main__":
    unittest.main()
