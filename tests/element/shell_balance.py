# SPDX-License-Identifier: BSD-2-Clause
"""Balance of forces and moments of shells, statics and motions: pressure, hydrostatic pressure, loads of an edge, weight, damping, absorbing edges, branches."""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from run import run

# Round-off: positions of 1 m have 1e-16, over cells of 0.25 m strains of 1e-15, times E h a force of 1e-7 N/m; loads are hundreds of N
ENOUGH = 1e-10
SHELL = {"element": "shell", "thickness": 0.02, "young": 1e7, "poisson": 0.3, "density": 1000}
LOADS = {"loads": "plate,water,right", "load_plate_set": "plate", "load_plate_pressure": 20, "load_water_set": "plate", "load_water_pressure": 30, "load_water_field": "1-y", "load_right_traction": "10,20,30"}


def branch(folder, n=4):
    """A plate of n x n cells in the plane z = 0 with a wall on its middle line: three cells meet at each edge there."""
    nodes = [(i / n, j / n, 0) for j in range(n + 1) for i in range(n + 1)] + [(0.5, j / n, k / n) for k in (1, 2) for j in range(n + 1)]
    flat = [(j * (n + 1) + i, j * (n + 1) + i + 1, (j + 1) * (n + 1) + i + 1, (j + 1) * (n + 1) + i) for j in range(n) for i in range(n)]
    rows = [[j * (n + 1) + n // 2 for j in range(n + 1)]] + [[(n + 1)**2 + k * (n + 1) + j for j in range(n + 1)] for k in (0, 1)]
    wall = [(rows[k][j], rows[k][j + 1], rows[k + 1][j + 1], rows[k + 1][j]) for k in (0, 1) for j in range(n)]
    sides = {name: (gmsh_file.LINE, [(at(j), at(j + 1)) for j in range(n)]) for name, at in (("left", lambda j: j * (n + 1)), ("right", lambda j: j * (n + 1) + n))}
    path = os.path.join(folder, "branch.msh")
    gmsh_file.write(path, nodes, {"plate": (gmsh_file.QUADRILATERAL, flat), "wall": (gmsh_file.QUADRILATERAL, wall), **sides})
    return path


class Balance(unittest.TestCase):
    def check(self, loads=LOADS, **keys):
        with tempfile.TemporaryDirectory() as folder:
            parts = {f"part_{name}_{k}": v for name in ("plate", "wall") for k, v in SHELL.items()}
            out = run(**{"mesh": branch(folder), "parts": "plate,wall", **parts, **loads, "supports": "left", "show": "balance", **keys})
        for k, name in enumerate(("force", "moment")):
            self.assertLess(np.abs(out.balance[name]).max(), ENOUGH * out.balance["largest"][:, k].max(), name)
        return out

    def test_static(self):
        out = self.check(analysis="static", gravity="0,0,-1")
        self.assertGreater(np.abs(out.by_id("displacement")).max(), 0.05)  # rotations count

    def test_motion(self):
        absorber = {"parts": "plate,wall,edge", "part_edge_set": "right", "part_edge_element": "shell_absorber", "part_edge_of": "plate", "part_edge_frequency": 20}
        damping = {"part_plate_damping": 1e-3, "part_wall_damping": 1e-3}
        for keys in ({"gravity": "0,0,-1"}, absorber, {**damping, "integrator": "esdirk43_6l"}, {**absorber, **damping, "linearize": True, "loads": {"loads": "right", "load_right_traction": "10,20,30"}}):
            self.check(dt=0.01, t_end=0.2, **keys)

    def test_ranks(self):
        for ranks in (2, 3):
            self.check(analysis="static", ranks=ranks)


if __name__ == "__main__":
    unittest.main()
