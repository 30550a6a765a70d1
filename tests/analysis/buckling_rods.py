# SPDX-License-Identifier: BSD-2-Clause
"""Buckling of rigid rods on hinges with springs, against closed forms. The loads change only the forces of joints: before buckling nothing moves."""
import unittest

import numpy as np

import gmsh_file  # tools/
from models import joint
from studies import study

BODY = {"parts": "rods", "part_rods_element": "body", "part_rods_mass": 1, "part_rods_inertia": "0.1,0.1,0.1,0,0,0", "quiet": True}


def rods(nodes, joints, force, at, ranks=1, **keys):
    """Factors of rods. joints: name -> (node or pair of nodes, keys of the joint). force: on the node at."""
    sets = {"all": (gmsh_file.POINT, [(i,) for i in range(len(nodes))]), "end": (gmsh_file.POINT, [(at,)])}
    for name, (where, of_joint) in joints.items():
        sets[name] = (gmsh_file.POINT, [(where,)]) if np.isscalar(where) else (gmsh_file.LINE, [where])
        keys.update(joint(name, **of_joint))
    return study("buckling", own=(nodes, sets), ranks=ranks, analysis="buckling", part_rods_set="all", joints=",".join(joints), loads="end", load_end_force=force, **{**BODY, **keys})


class Rods(unittest.TestCase):
    def test_one(self):
        """k / L for any spring and length, in compression and in tension."""
        for k, length in ((30, 7), (1e-3, 2), (1e6, 0.05)):
            hinge = {"type": "revolute", "axis": "0,1,0", "point": "0,0,0", "angle_stiffness": k}
            for sign in (1, -1):
                out = rods([(0, 0, length)], {"foot": (0, hinge)}, f"0,0,{-sign}", 0, directions="xz")
                np.testing.assert_allclose(out["factor"], [sign * k / length], rtol=1e-9)
                self.assertEqual(out["certified"], 1)

    def test_two(self):
        """Two rods of length L, hinged to each other and to the ground with springs k: k/L (3 -+ sqrt 5)/2."""
        hinge = {"type": "revolute", "axis": "0,1,0", "angle_stiffness": 30}
        for ranks in (1, 2):
            out = rods([(0, 0, 1), (0, 0, 14)], {"foot": (0, {**hinge, "point": "0,0,0"}), "knee": ((0, 1), {**hinge, "point": "0,0,7"})}, "0,0,-1", 1, ranks, directions="xz")
            np.testing.assert_allclose(out["factor"], 30 / 7 * (3 + np.array([-1, 1]) * np.sqrt(5)) / 2, rtol=1e-9)

    def test_augusti(self):
        """Augusti's model: a rod on a universal joint with two springs buckles in two directions, k1 / L and k2 / L; also if they are equal."""
        for second in (45, 30):
            hinge = {"type": "universal", "axis": "1,0,0", "second_axis": "0,1,0", "point": "0,0,0", "angle_stiffness": 30, "second_angle_stiffness": second}
            out = rods([(0, 0, 7)], {"foot": (0, hinge)}, "0,0,-1", 0)
            np.testing.assert_allclose(out["factor"], [30 / 7, second / 7], rtol=1e-9)

    def test_tension(self):
        """Zaccaria's two rods with a slider across them buckle in tension: k / 2 L."""
        out = rods([(0, 0, 0), (4, 0, 0)], {"foot": (0, {"type": "revolute", "axis": "0,1,0", "point": "0,0,0", "angle_stiffness": 30}), "slide": ((0, 1), {"type": "prismatic", "axis": "0,0,1", "point": "2,0,0"}),
                                            "end": (1, {"type": "point_on_axis", "axis": "1,0,0", "point": "4,0,0"})}, "1,0,0", 1, directions="xz")
        np.testing.assert_allclose(out["factor"], [30 / 4], rtol=1e-9)


if __name__ == "__main__":
    unittest.main()
