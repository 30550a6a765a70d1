# SPDX-License-Identifier: BSD-2-Clause
"""Buckling of rigid rods on hinges with springs, against closed forms. The loads change only the forces of joints: before buckling nothing moves."""
import re
import unittest

import numpy as np

import gmsh_file  # tools/
from models import joint
from studies import line, study

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


class NoFactor(unittest.TestCase):
    HINGE = {"type": "revolute", "axis": "0,1,0", "point": "0,0,0", "angle_stiffness": 10}

    def test_along_a_slider(self):
        """A force along the axis of a slider with a spring: no factor of either sign, and that is an answer."""
        for ranks in (1, 2):
            out = rods([(0, 0, 1)], {"foot": (0, {"type": "prismatic", "axis": "0,0,1", "point": "0,0,0", "displacement_stiffness": 30})}, "0,0,-1", 0, ranks, directions="xz")
            self.assertEqual((len(out["factor"]), out["certified"], out["unstable"]), (0, 1, 0))

    def test_moment(self):
        """A pendulum of weight G with a spring k, turned by a moment. K' is zero. The equilibrium has a limit point at cos a = -k/(G L), M = k a + G L sin a, if G L > k, and none otherwise."""
        keys = {"directions": "xz", "loads": "weight,end", "load_weight_set": "end", "load_weight_time": "1", "load_end_moment": "0,1,0"}
        for weight, angle in ((20, np.arccos(-0.5)), (8, None)):
            out = study_rods(self.HINGE, load_weight_force=f"0,0,{-weight}", **keys)
            self.assertEqual(out["certified"], 1)
            if angle is None:
                self.assertEqual(len(out["factor"]), 0)
            else:
                limit = 10 * angle + weight * np.sin(angle)
                np.testing.assert_allclose(out["factor"], [limit, -limit], rtol=1e-6)
                self.assertTrue(np.isnan(out["linear"]).all())

    def test_ziegler(self):
        """Two rods under a follower force flutter. Both eigenvalues of K^-1 K' are zero, and round-off of a double zero is no factor."""
        hinge = {"type": "revolute", "axis": "0,1,0", "angle_stiffness": 30}
        for ranks in (1, 2):
            out = rods([(0, 0, 1), (0, 0, 14)], {"foot": (0, {**hinge, "point": "0,0,0"}), "knee": ((0, 1), {**hinge, "point": "0,0,7"})}, "0,0,-1", 1, ranks, directions="xz", load_end_follower=True, quiet="false")
            self.assertEqual((len(out["factor"]), out["certified"]), (0, 0))
            self.assertIn("no factor is real", out["text"])

    def test_beck(self):
        """Beck's column under a follower force flutters. With few dofs all eigenvalues are known, with many those nearest to 0, none of which is real. Both is an answer."""
        keys = {"analysis": "buckling", "parts": "beam", "part_beam_set": "all", "part_beam_element": "beam", "part_beam_ea": 1e8, "part_beam_gay": 1e5, "part_beam_gaz": 1e8, "part_beam_gj": 3e3,
                "part_beam_eiy": 100, "part_beam_eiz": 400, "directions": "xz", "supports": "start", "loads": "end", "load_end_follower": True, "load_end_force": "-1,0,0", "buckling": 2}
        few, many = (study("buckling", **line(3, n), **keys, part_beam_correction="none") for n in (40, 160))
        self.assertEqual((len(many["factor"]), many["certified"]), (0, 0))
        bound = float(re.search(r"no factor is real up to the size ([0-9.e+]+); the loads are not conservative", many["text"])[1])
        self.assertGreater(bound, 10 * 20.05 * 100 / 3**2)  # of flutter
        self.assertGreater(abs(few["factor"][0]), 0.99 * bound)
        for n in (40, 160):  # corrected cells buckle inside at other loads: their factors are complex, too
            out = study("buckling", **line(3, n), **keys)
            self.assertEqual((len(out["factor"]), out["certified"]), (0, 0))
            self.assertIn("no factor is real", out["text"])


def study_rods(hinge, **keys):
    """A rod of length 1 that hangs on a hinge."""
    sets = {"all": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(0,)]), "foot": (gmsh_file.POINT, [(0,)])}
    return study("buckling", own=([(0, 0, -1)], sets), analysis="buckling", part_rods_set="all", joints="foot", **{**BODY, **joint("foot", **hinge), **keys})


if __name__ == "__main__":
    unittest.main()
