# SPDX-License-Identifier: BSD-2-Clause
"""Generated meshes that formulas map and that close on themselves: places, neighbours, areas, and a ring that vibrates; on 1, 2, 3, 8 ranks."""
import re
import tempfile
import unittest

import numpy as np

from run import fsolve, options, run
from studies import modes

U, V = 12, 7
SHEET = {"mesh": "rectangle", "mesh_n": f"{U},{V}", "mesh_upper": "2*pi,2*pi", "parts": "all", "part_all_element": "finite_membrane", "part_all_young": 1,
         "part_all_poisson": 0.3, "part_all_thickness": 0.5, "part_all_density": 4, "dt": 1e-6, "t_end": 1e-6, "initials": "all", "initial_all_velocity_z": 3}
RING = {"mesh": "line", "mesh_closed": "u", "mesh_upper": "2*pi,0,0", "mesh_map": "R*cos(u), R*sin(u), 0", "let": "R=2", "parts": "all", "part_all_element": "beam",
        "part_all_young": 2e11, "part_all_poisson": 0.3, "part_all_density": 7800, "part_all_section": "circle", "part_all_radius": 0.02, "modes": 10}


def torus(u, v):
    return np.stack([(3 + np.cos(v)) * np.cos(u), (3 + np.cos(v)) * np.sin(u), np.sin(v)], -1)


def cylinder(u, v):
    return np.stack([np.cos(u), np.sin(u), v], -1)


SURFACES = {"both": ("(3+cos(v))*cos(u), (3+cos(v))*sin(u), sin(v)", torus), "u": ("cos(u),sin(u),v", cylinder),
            "v": ("cos(v),sin(v),u", lambda u, v: cylinder(v, u)), "none": ("u+atan2(v,9),v,u*v", lambda u, v: np.stack([u + np.arctan2(v, 9), v, u * v], -1))}


def places(closed, surface):
    """Places of the nodes, row by row."""
    u, v = (2 * np.pi * np.arange(n + (d not in closed and closed != "both")) / n for n, d in ((U, "u"), (V, "v")))
    return surface(*np.meshgrid(u, v)).reshape(-1, 3)


class Maps(unittest.TestCase):
    def check_surface(self, closed, cell, ranks):
        formulas, surface = SURFACES[closed]
        r = run(ranks=ranks, **{**SHEET, "mesh_closed": closed, "mesh_map": formulas, "mesh_cell": cell})
        expected = places(closed, surface)
        order = np.argsort(r.node_id)
        np.testing.assert_array_equal(r.node_id[order], np.arange(len(expected)))
        np.testing.assert_allclose(r.nodes[order], expected, rtol=0, atol=1e-14)  # round-off of the formulas
        cells = r.node_id[r.cells[f"all/{cell}"]]
        self.assertEqual(len(cells), U * V * (2 if cell == "triangle" else 1))
        edges = np.sort(np.concatenate([np.stack([cells[:, i], cells[:, i - 1]], 1) for i in range(cells.shape[1])]), 1)
        count = np.unique(edges, axis=0, return_counts=True)[1]
        self.assertEqual((count == 1).sum(), {"both": 0, "u": 2 * U, "v": 2 * V, "none": 2 * (U + V)}[closed])
        self.assertEqual((count > 2).sum(), 0)
        directed = np.concatenate([np.stack([cells[:, i - 1], cells[:, i]], 1) for i in range(cells.shape[1])])
        self.assertEqual(len(np.unique(directed, axis=0)), len(directed))  # neighbours run the same way
        return r

    def test_surfaces(self):
        for closed in SURFACES:
            for ranks in (1, 2, 3, 8):
                with self.subTest(f"{closed}, {ranks} ranks"):
                    self.check_surface(closed, "triangle" if ranks == 3 else "quadrilateral", ranks)

    def coincident(self, ranks, **more):
        """Numbers of nodes and places in the warning."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(**SHEET, **more), ranks, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = re.search(r"warning: (\d+) nodes coincide at (\d+) places, .*-mesh_closed", done.stderr)
        return [int(n) for n in found.groups()] if found else [0, 0]

    def test_seam(self):
        """Sides at one place that are not joined give a warning, with their nodes and places; fixed sides are meant so."""
        for closed, nodes, at in (("none", 2 * (U + V), U + V - 1), ("u", 2 * U, U), ("v", 2 * V, V), ("both", 0, 0)):
            for ranks in (1, 8) if closed == "none" else (3,):
                with self.subTest(f"{closed}, {ranks} ranks"):
                    self.assertEqual(self.coincident(ranks, mesh_closed=closed, mesh_map=SURFACES["both"][0]), [nodes, at])
        self.assertEqual(self.coincident(1, mesh_map=SURFACES["u"][0], supports="left,right"), [0, 0])

    def test_area(self):
        """The facets of a cylinder are plane rectangles."""
        r = self.check_surface("u", "quadrilateral", 1)
        area = 2 * np.pi * 2 * U * np.sin(np.pi / U)
        self.assertAlmostEqual(r.energy["kinetic"][0], 4 * 0.5 * area * 9 / 2, delta=1e-12 * area)

    def test_ring(self):
        """Bending of a thin ring in its plane: w^2 = n^2 (n^2 - 1)^2/(n^2 + 1) EI/(m R^4) (Love); chords have an error of order 2."""
        section = 2e11 * 0.02**2 / 4 / 7800  # EI over mass per length; 0.02 is the radius
        exact = np.sqrt(4 * 9 / 5 * section / 2**4) / 2 / np.pi
        error = []
        for n, ranks in ((24, 1), (48, 1), (48, 2), (48, 3), (48, 8)):
            error.append(min(abs(modes(ranks=ranks, **RING, mesh_n=n)["frequency"] / exact - 1)))
        thin = 1.5 * (0.02 / 2) ** 2  # shear and stretch, by (r/R)^2
        self.assertLess(error[1], 0.3 * error[0] + thin)
        np.testing.assert_allclose(error[2:], error[1], rtol=0, atol=1e-9)


if __name__ == "__main__":
    unittest.main()
