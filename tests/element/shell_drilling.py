# SPDX-License-Identifier: BSD-2-Clause
"""The membrane of shells with drilling rotations: strips that bend in their plane, moments about the normal at nodes, loads on edges, and thin curved triangles."""
import math
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from run import MORE_RANKS, FolderTest, fsolve, options, run

PART = {"parts": "s", "part_s_set": "all", "part_s_element": "shell", "part_s_density": 0}
LINEAR = {"analysis": "static", "linearize": True, "mesh": "rectangle", **PART}
CELLS = ("quadrilateral", "triangle")


class Strip(unittest.TestCase):
    """One row of cells."""

    def test_shear(self):
        """MacNeal & Harder's cantilever of six cells, 6 m by 0.2 m by 0.1 m, with a shear force in its plane: 0.1081. Its trapezoids and parallelograms have sides at 45 degrees."""
        for name, shift, ranges in (("rectangles", "0", ((0.99, 1), (0.96, 1))), ("trapezoids", "-cos(pi*u)", ((0.98, 1), (0.57, 1))),
                                    ("parallelograms", "1", ((0.98, 1), (0.45, 1)))):
            for cell, (low, high) in zip(CELLS, ranges):
                out = run(mesh_n="6,1", mesh_cell=cell, mesh_upper="6,0.2", mesh_map=f"u+(u>0.5&&u<5.5?(v-0.1)*({shift}):0),v,0", part_s_thickness=0.1, part_s_young=1e7,
                          part_s_poisson=0.3, supports="left", loads="right", load_right_traction="0,5,0", probes="a", probe_a_point="6,0.1,0", **LINEAR)
                ratio = out.probe["a"]["displacement"][-1, 1] / 0.1081
                self.assertTrue(low < ratio < high, (name, cell, ratio))

    def test_bending(self):
        """A moment in the plane, without contraction: quadrilaterals are exact, and triangles tend to it with the aspect of the cells."""
        length = 0.1  # height of the strip over that of the cells
        for aspect in (1, 4, 16):
            x = 12 * aspect * length
            keys = dict(mesh_n="12,1", mesh_lower=f"0,{-length / 2}", mesh_upper=f"{x},{length / 2}", part_s_thickness=0.1, part_s_young=1e6, part_s_poisson=0,
                        supports="left,corner", support_left_fix="xz", support_left_fix_rotation="xy", support_corner_set="bottom_left", support_corner_fix="y",
                        loads="right", load_right_traction="1,0,0", load_right_field="y", probes="a,b", probe_a_set="bottom_right", probe_b_set="top_right")
            for cell, tolerance in zip(CELLS, (1e-6, 0.02 / aspect)):
                out = run(mesh_cell=cell, **keys, **LINEAR)
                low, high = (out.probe[k]["displacement"][-1, 0] for k in "ab")
                self.assertAlmostEqual((high - low) / length / (x / (1e6 * 0.1)), 1, delta=tolerance)


class Moment(unittest.TestCase):
    def test_at_a_node(self):
        """A moment about the normal at one node turns it as a rigid disc in the plate, whose radius is 0.25 of a cell's side in squares and 0.4 in their halves, on any mesh."""
        thickness, young, poisson = 0.01, 2.1e11, 0.3
        for cell, radius in zip(CELLS, (0.25, 0.40)):
            for n in (8, 16, 32):
                out = run(mesh_n=f"{n},{n}", mesh_cell=cell, mesh_upper="1,1", part_s_thickness=thickness, part_s_young=young, part_s_poisson=poisson,
                          supports="left,right,top,bottom", loads="m", load_m_where="(x-0.5)^2+(y-0.5)^2<1e-12", load_m_moment="0,0,1000", probes="a", probe_a_point="0.5,0.5,0", **LINEAR)
                turn = 2 * out.probe["a"]["rotation"][-1, 3]
                disc = 1000 / (4 * math.pi * young / 2 / (1 + poisson) * thickness * (radius / n)**2)
                self.assertAlmostEqual(turn / disc, 1, delta=0.02)


class Edge(FolderTest):
    KEYS = dict(mesh_n="5,3", mesh_upper="3,2", part_s_direction="1,0,0", part_s_thickness=0.05, part_s_young=1e8, part_s_poisson=0.3, supports="left,corner", support_left_fix="xz",
                support_corner_set="bottom_left", support_corner_fix="y", support_corner_fix_rotation="none", loads="right",
                load_right_traction="2e4,0,0")

    def test_patch(self):
        """A traction on the edge of a distorted mesh: the stress is the same everywhere, on any ranks. An edge of quadrilaterals that slides along a support may leave drilling free."""
        for cell, free in ((CELLS[0], "y"), (CELLS[0], "yz"), (CELLS[1], "yz")):
            for ranks in (1, *MORE_RANKS):
                out = run(ranks=ranks, mesh_cell=cell, support_left_fix_rotation=free, mesh_map="u+0.1*sin(2*v)*u*(3-u),v+0.1*u*(3-u)*v*(2-v),0", **self.KEYS, **LINEAR)
                force = next(v for k, v in out.frames[-1].items() if k.endswith("/membrane_force"))
                np.testing.assert_allclose(force, np.broadcast_to([2e4, 0, 0], force.shape), atol=1e-6 * 2e4)


    def test_potential(self):
        """A traction on an edge whose nodes turn has a potential: factors of buckling are counted, and a motion keeps the sum of energies to the order of the scheme."""
        keys = dict(mesh="rectangle", mesh_n="8,2", mesh_upper="1,0.1", parts="s", part_s_set="all", part_s_element="shell", part_s_thickness=0.02, part_s_young=1e7, part_s_poisson=0.3,
                    supports="left", loads="right")
        done = fsolve(options(None, output=os.path.join(self.folder, "b.h5"), analysis="buckling", buckling=1, part_s_density=0, load_right_traction="-1,0,0", load_right_field="1+20*y",
                              **keys))
        self.assertIn("counted by inertia", done.stdout)
        error = []
        for dt in (0.02, 0.01):
            out = run(analysis="transient", integrator="newmark", dt=dt, t_end=0.4, part_s_density=1000, load_right_traction="0,-50,3", load_right_field="1+20*y",
                      **keys)
            self.assertGreater(out.frames[-1]["rotation"][:, 1:].max(), 0.3)
            error.append(np.abs(out.energy["kinetic"] + out.energy["strain"] - out.energy["external"]).max() / out.energy["kinetic"].max())
        self.assertLess(error[0], 0.05)
        self.assertLess(error[1], error[0] / 3)


    def test_moved_node(self):
        """A load along an edge does no work of its own on a rotation that a support moves: the energy is that of the load and of the support."""
        out = run(mesh="rectangle", mesh_n="2,1", mesh_upper="1,1", **{**PART, "part_s_density": 1000}, part_s_thickness=0.05, part_s_young=1e8, part_s_poisson=0.3, supports="bottom",
                  support_bottom_fix="xyz", support_bottom_fix_rotation="xyz", support_bottom_rotation_z="0.5*sin(3*t)^2", loads="left", load_left_traction="2e4,0,0", integrator="trapezoidal", dt=5e-4, t_end=0.3)
        self.assertLess(np.abs(out.energy["total"] - out.energy["external"]).max(), 1e-2 * out.energy["total"].max())


def tee(folder, triangles):
    """A plate in the plane x = 0 with a stiffener in the plane y = 0, both along z: three sides of shells meet at each end of their common line."""
    n, high = 2, 4
    rows = [(0, (j - n) / n) for j in range(2 * n + 1)] + [(j / n, 0) for j in range(1, n + 1)]
    nodes = [(x, y, k) for k in range(high + 1) for x, y in rows]
    lines = [(j, j + 1) for j in range(2 * n)] + [(n, 2 * n + 1)] + [(2 * n + j, 2 * n + j + 1) for j in range(1, n)]
    cells = [(k * len(rows) + a, k * len(rows) + b, (k + 1) * len(rows) + b, (k + 1) * len(rows) + a) for k in range(high) for a, b in lines]
    if triangles:
        cells = [c for a, b, c, d in cells for c in ((a, b, c), (a, c, d))]
    ends = {name: (gmsh_file.LINE, [(first + a, first + b) for a, b in lines]) for name, first in (("foot", 0), ("head", high * len(rows)))}
    path = os.path.join(folder, "tee.msh")
    gmsh_file.write(path, nodes, {"wall": (gmsh_file.TRIANGLE if triangles else gmsh_file.QUADRILATERAL, cells), **ends})
    return path


class Fold(unittest.TestCase):
    def test_patch(self):
        """A stiffened plate under a uniform load along the stiffener, without contraction, whose ends are held across: it does not bend, whichever end is held, on any ranks. Triangles need
        ends that hold the rotations about their normals, too."""
        for triangles, rotations in ((False, "z"), (True, "xyz")):
            for supports, fixed in (("foot", {}), ("foot,head", {"support_head_fix": "xy", "support_head_fix_rotation": rotations})):
                for ranks in (1, *MORE_RANKS):
                    with tempfile.TemporaryDirectory() as folder:
                        out = run(ranks=ranks, analysis="static", linearize=True, mesh=tee(folder, triangles), parts="wall", part_wall_element="shell", part_wall_thickness=0.1, part_wall_young=1e6,
                                  part_wall_poisson=0, part_wall_density=0, supports=supports, support_foot_fix="xyz", support_foot_fix_rotation=rotations, **fixed, loads="head", load_head_traction="0,0,-1000")
                    u = out.frames[-1]["displacement"]
                    exact = -1000 / (1e6 * 0.1) * out.nodes * [0, 0, 1]
                    np.testing.assert_allclose(u, exact, atol=1e-9 * np.abs(exact).max(), err_msg=str((triangles, supports, ranks)))


class Curved(unittest.TestCase):
    def test_held_across(self):
        """A quarter of a cylinder under an axial load, without contraction, held at its middle plane: the wall does not bend there, on any ranks. Beside the loaded
        edge it moves by 0.2 % of the shortening."""
        thickness, young, load = 0.02, 7e10, 1e6
        keys = dict(mesh_n="8,8", mesh_upper="pi/2,0.5", mesh_map="cos(u),sin(u),v", part_s_thickness=thickness, part_s_young=young, part_s_poisson=0, supports="left,right,bottom,top",
                    support_left_fix="y", support_left_fix_rotation="xz", support_right_fix="x", support_right_fix_rotation="yz", support_bottom_fix="xy", support_bottom_fix_rotation="z",
                    support_top_fix="z", support_top_fix_rotation="xy", loads="bottom", load_bottom_traction=f"0,0,{load}")
        shorter = load / (young * thickness) * 0.5
        for ranks in (1, *MORE_RANKS):
            out = run(ranks=ranks, **keys, **LINEAR)
            radial = (out.frames[-1]["displacement"] * out.nodes * [1, 1, 0]).sum(axis=1)
            for high, least in ((0.4, 1e-3), (-1, 5e-3)):
                self.assertLess(np.abs(radial[out.nodes[:, 2] > high]).max(), least * shorter)

    def test_thin_hemisphere(self):
        """With a hole, at radii of 250 to 2500 thicknesses: triangles are as good as quadrilaterals on the same nodes, within 3 %, and converge to the same value."""
        for thickness in (0.04, 0.004):
            u = {cell: [run(mesh_n=f"{n},{n}", mesh_cell=cell, mesh_upper="pi/2,72*pi/180", mesh_map="10*cos(u)*cos(v),10*sin(u)*cos(v),10*sin(v)", part_s_thickness=thickness,
                            part_s_young=6.825e7, part_s_poisson=0.3, supports="left,right,bottom_left", support_left_fix="y", support_left_fix_rotation="xz", support_right_fix="x",
                            support_right_fix_rotation="yz", support_bottom_left_fix="z", support_bottom_left_fix_rotation="none", loads="bottom_left,bottom_right",
                            load_bottom_left_force="1,0,0", load_bottom_right_force="0,-1,0", probes="a", probe_a_point="10,0,0", **LINEAR).probe["a"]["displacement"][-1, 0]
                        for n in (8, 16, 32)] for cell in CELLS}
            np.testing.assert_allclose(u["triangle"], u["quadrilateral"], rtol=0.03)
            self.assertAlmostEqual(u["triangle"][-1] / u["quadrilateral"][-1], 1, delta=5e-3)  # free edges are softer by a fraction of the order of the cells


if __name__ == "__main__":
    unittest.main()
