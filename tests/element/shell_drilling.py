# SPDX-License-Identifier: BSD-2-Clause
"""The membrane of shells with drilling rotations: strips that bend in their plane, moments about the normal at nodes, loads on edges, and thin curved triangles."""
import math
import unittest

import numpy as np

from run import MORE_RANKS, run

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


class Edge(unittest.TestCase):
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


class Curved(unittest.TestCase):
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
