"""-show model: masses, centers, inertias, resultants and counts against formulas; the same words on any number of ranks."""
import os
import re
import tempfile
import unittest

import numpy as np

import gmsh  # scripts/
from run import fsolve, options

NUMBER = r"(-?[\d.]+(?:e[+-]\d+)?)"
SECTION = {"element": "beam", "section": "circle", "radius": 0.02, "young": 1e9, "poisson": 0.3, "density": 1000}
FRAME = {"mesh": "frame", "points": "a,b,c", "point_a": "0,0,0", "point_b": "2,0,0", "point_c": "5,1,1", "members": "rod", "member_rod": "a,b", "member_rod_n": 4,
         "parts": "rod,ball", **{f"part_rod_{k}": v for k, v in SECTION.items()}, "part_ball_set": "c", "part_ball_element": "body", "part_ball_mass": 3,
         "part_ball_inertia": "0.1,0.2,0.3,0,0,0", "dt": 1e-3, "t_end": 1e-3, "show": "model", "quiet": True}


class ShowModel(unittest.TestCase):
    def shown(self, ranks=1, case=None, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(case, output=os.path.join(folder, "o.h5"), **keys), ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def numbers(self, text, pattern):
        found = re.search(pattern.replace("#", NUMBER), text, re.M)
        self.assertIsNotNone(found, f"{pattern} in\n{text}")
        return [float(g) for g in found.groups()]

    def test_masses(self):
        text = self.shown(**FRAME)
        m = 1000 * np.pi * 0.02**2 * 2
        np.testing.assert_allclose(self.numbers(text, r"^part rod: beam, 4 lines, length # m, mass # kg, center \(#, #, #\)"), [2, m, 1, 0, 0], rtol=1e-5)
        np.testing.assert_allclose(self.numbers(text, r"^part ball: body, 1 point, mass # kg, center \(#, #, #\)"), [3, 5, 1, 1], rtol=1e-5)
        center = (m * np.array([1, 0, 0]) + 3 * np.array([5, 1, 1])) / (m + 3)
        np.testing.assert_allclose(self.numbers(text, r"^all: mass # kg, center \(#, #, #\) m"), [m + 3, *center], rtol=1e-5)
        rod, r = np.array([1, 0, 0]) - center, 0.02
        ball, inertia = np.array([5, 1, 1]) - center, np.diag([0.1, 0.2, 0.3])
        # beams are lumped or consistent in their own way: exact for a rigid rod up to the rotatory part of a cell, h^2/12 of 2^2/12
        inertia = inertia + np.diag([m * r**2 / 2, m * (4 / 12 + r**2 / 4), m * (4 / 12 + r**2 / 4)])
        for mass, x in ((m, rod), (3, ball)):
            inertia = inertia + mass * (x @ x * np.eye(3) - np.outer(x, x))
        shown = self.numbers(text, r"inertia about it xx #, yy #, zz #, xy #, yz #, zx #")
        np.testing.assert_allclose(shown[:3], np.diag(inertia), rtol=3e-3)
        np.testing.assert_allclose(shown[3:], [inertia[0, 1], inertia[1, 2], inertia[2, 0]], rtol=1e-4)

    def test_loads_supports_and_joints(self):
        words = {**FRAME, "supports": "hold", "support_hold_set": "a", "loads": "pull,line,turn,follow,moving", "load_pull_set": "c", "load_pull_force": "1,2,3",
                 "load_line_set": "rod", "load_line_traction": "0,0,-2", "load_turn_set": "b", "load_turn_moment": "0,5,0", "load_follow_set": "b",
                 "load_follow_force": "0,4,0", "load_follow_follower": True, "load_moving_set": "rod", "load_moving_traction": "0,1,0", "load_moving_field": "x+t",
                 "joints": "pin", "joint_pin_set": "c", "joint_pin_type": "spherical"}
        text = self.shown(**words)
        moment = np.cross([5, 1, 1], [1, 2, 3])
        for name, expected in (("pull", [1, 2, 3, *moment]), ("line", [0, 0, -4, 0, 4, 0]), ("turn", [0, 0, 0, 0, 5, 0]), ("follow", [0, 4, 0, 0, 0, 8]),
                               ("-load_moving_field", [0, 2, 0, 0, 0, 8 / 3])):
            found = self.numbers(text, rf"^load {name}: force \(#, #, #\) N, moment about the origin \(#, #, #\) N m")
            np.testing.assert_allclose(found, expected, rtol=1e-5, err_msg=name)  # six digits are shown
        self.assertIn("support hold: 1 node of set a; held: x, y, z, rotation about x, rotation about y, rotation about z", text)
        self.assertIn("joint pin: spherical, 1 of set c, each with 3 constraints", text)
        self.assertIn("dofs: 30 free ones, 3 constraints: 27 ways to move", text)
        self.assertIn("sets (nodes/cells): all (6/4), a (1/1), b (1/1), c (1/1), rod (5/4)", text)

        def clean(t):
            return [line for line in t.splitlines() if re.match("mesh|part|all|support|joint|dofs|load", line)]

        self.assertEqual(clean(self.shown(3, **words)), clean(text))

    def test_pressure(self):
        """On a triangle with corners on the axes at 1: the normal times the area, (1, 1, 1)/2, through the centroid."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t.msh")
            gmsh.write(path, [(1, 0, 0), (0, 1, 0), (0, 0, 1)], {"skin": (gmsh.TRIANGLE, [(0, 1, 2)])})
            text = self.shown(mesh=path, parts="skin", part_skin_element="finite_membrane", part_skin_young=1e3, part_skin_poisson=0.3, part_skin_thickness=0.01,
                              part_skin_density=1, loads="skin", load_skin_pressure=4, dt=1e-5, t_end=1e-5, show="model", quiet=True)
        np.testing.assert_allclose(self.numbers(text, r"^load skin: force \(#, #, #\) N, moment about the origin \(#, #, #\)"), [2, 2, 2, 0, 0, 0], atol=1e-6)

    def test_a_mechanism(self):
        self.assertIn("6 free ones, 5 constraints: 1 way to move\n", self.shown(case="slider_crank", t_end=0.001, show="model"))


if __name__ == "__main__":
    unittest.main()
