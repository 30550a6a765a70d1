# SPDX-License-Identifier: BSD-2-Clause
"""Membranes of finite strain: a balloon, its largest pressure, a moved edge under pressure."""
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

from models import orders, tip
from run import RELEASE, Output, fsolve, options, run
import gmsh_file  # tools/


SHEET = {"mesh": "rectangle", "mesh_upper": "3,2", "mesh_n": "6,5", "parts": "all", "part_all_element": "finite_membrane", "part_all_young": 1e5,
         "part_all_poisson": 0.3, "part_all_thickness": 0.01, "part_all_density": 1000, "part_all_prestress": 2e4, "analysis": "static", "loads": "all",
         "load_all_pressure": 10}
GAUSS = [(0, 8 / 9), (-0.6**0.5, 5 / 9), (0.6**0.5, 5 / 9)]


def push(nodes, cells, factor):
    """Force and moment about the origin of 10 N/m2 times a factor of the nodes, integrated over the surface of cells as they are."""
    sums = np.zeros(6)
    for cell in cells:
        x, f = nodes[cell], factor[cell]
        for a, wa in GAUSS:
            for b, wb in GAUSS:  # a triangle: the square with one side drawn together
                quad = x if len(cell) == 4 else x[[0, 1, 2, 2]]
                value = f if len(cell) == 4 else f[[0, 1, 2, 2]]
                N = np.array([(1 - a) * (1 - b), (1 + a) * (1 - b), (1 + a) * (1 + b), (1 - a) * (1 + b)]) / 4
                da, db = np.array([b - 1, 1 - b, 1 + b, -1 - b]) / 4, np.array([a - 1, -1 - a, 1 + a, 1 - a]) / 4
                force = 10 * wa * wb * (N @ value) * np.cross(da @ quad, db @ quad)
                sums += np.concatenate([force, np.cross(N @ quad, force)])
    return sums


class Hydrostatic(unittest.TestCase):
    """Pressure that changes with the depth 4 - x."""

    def test_flat(self):
        """The integrals of 10 (4 - x) over 3 m x 2 m, and of its moments, 10 (4 - x) (y, -x): one resultant of each load, whatever its cells."""
        for cell in ("quadrilateral", "triangle"):
            for ranks in (1, 2, 3) if RELEASE else (1, 3) if cell == "triangle" else (1,):
                with tempfile.TemporaryDirectory() as folder:
                    done = fsolve(options(mesh_cell=cell, supports="left,right", load_all_field="4-x", show="model", output=os.path.join(folder, "o.h5"), **SHEET), ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(re.findall(r"load all: (.*) N m", done.stdout), ["force (0, 0, 150) N, moment about the origin (150, -180, 0)"])

    def test_inflated(self):
        """Held along the edges: what the supports bear is the pressure on the deformed surface, by another rule on the nodes that were written."""
        for cell in ("quadrilateral", "triangle"):
            for ranks in (1, 2) if RELEASE else (1,):
                edges = ("left", "right", "bottom", "top")
                keys = {f"support_{e}_about": "0,0,0" for e in edges}
                with tempfile.TemporaryDirectory() as folder:
                    path = os.path.join(folder, "o.h5")
                    done = fsolve(options(mesh_cell=cell, supports=",".join(edges), load_all_field="(4-x)*(1+y)", show="balance", quiet=True, output=path, **keys, **SHEET), ranks)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    with h5py.File(path) as file:
                        cells = file[f"mesh/parts/all/{cell}"][:]
                    out = Output(path)
                x = out.nodes + out.frames[-1]["displacement"]
                self.assertGreater(x[:, 2].max(), 0.09)
                sums = push(x, cells, (4 - out.nodes[:, 0]) * (1 + out.nodes[:, 1]))
                np.testing.assert_allclose(sum(out.reaction[e][-1] for e in edges), -sums, atol=1e-6 * np.abs(sums).max())  # as equilibria are solved
                for k, what in enumerate(("force", "moment")):
                    self.assertLess(np.abs(out.balance[what]).max(), 1e-6 * out.balance["largest"][:, k].max())

    def test_time(self):
        """A field and _time: the same steps as a pressure whose field is one."""
        keys = {**SHEET, "analysis": "transient", "dt": 0.001, "t_end": 0.01, "supports": "left,right", "load_all_time": "sin(100*t)"}
        one, two = run(**keys), run(**{**keys, "load_all_pressure": 5}, load_all_field="1+(x<9)")
        self.assertGreater(np.abs(one.frames[-1]["displacement"]).max(), 1e-5)
        np.testing.assert_array_equal(one.frames[-1]["displacement"], two.frames[-1]["displacement"])


class Membrane(unittest.TestCase):
    def test_balloon(self):
        """Pressure of an incompressible neo-Hookean sphere, 2 mu h/R (1/s - 1/s^7), and order 2 in the mesh."""
        errors = []
        with tempfile.TemporaryDirectory() as folder:
            for n in (4, 8, 16):
                path = os.path.join(folder, "octant.msh")
                gmsh_file.octant(path, n)
                out = run("inflated_membrane", mesh=path)
                errors.append(abs(tip(out, "top")[2] - 0.25))
        self.assertAlmostEqual(orders(errors)[-1], 2, delta=0.15, msg=f"{errors}")
        self.assertLess(errors[-1], 1e-3)
        stress = out.frames[-1]["skin/quadrilateral/stress"]
        hoop = 1e5 * (1.25**2 - 1.25**-4)
        np.testing.assert_allclose(stress[:, :2], hoop, rtol=5e-3)  # order 2 in the mesh, 16 cells per edge
        np.testing.assert_allclose(stress[:, 2], 0, atol=5e-3 * hoop)

    def test_no_equilibrium(self):
        """Above the largest pressure that the balloon bears there is no equilibrium: status 3, and what was found is kept."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            for size in ({}, {"dt": 0.02}, {"dt": 0.3}, {"load_skin_pressure": 1250 / 0.9, "t_end": 1.1}):
                done = fsolve(options("inflated_membrane", **{"output": path, "overwrite": True, "load_skin_pressure": 2500, **size}))
                self.assertEqual(done.returncode, 3, done.stderr)
                reached = re.search(r"at the limit load t = (\S+) the structure", done.stderr)
                most = 1239 / float(size.get("load_skin_pressure", 2500))  # 2 mu h/R (7^(-1/6) - 7^(-7/6)) = 1239; the mesh bears 1250
                self.assertAlmostEqual(float(reached[1]) / most, 1, delta=0.01)
                self.assertTrue(os.path.exists(path))

    def test_moved_nodes_that_carry_loads(self):
        """Energy balance, trapezoidal rule: a membrane under pressure whose edge is moved; works are sums of order 2 in time."""
        skin = run(mesh="rectangle", mesh_n="8,8", parts="all", part_all_element="finite_membrane", part_all_young=1e6, part_all_poisson=0.3, part_all_thickness=0.01,
                   part_all_density=1000, part_all_prestress=1e4, supports="left,right", support_left_fix="xyz", support_left_motion_z="0.1*sin(3*t)^2", loads="all",
                   load_all_pressure=500, integrator="trapezoidal", dt=1e-3, t_end=0.3)
        balance = skin.energy["total"] - skin.energy["external"]
        self.assertLess(np.ptp(balance), 2e-3 * skin.energy["total"].max())


if __name__ == "__main__":
    unittest.main()
