# SPDX-License-Identifier: BSD-2-Clause
"""-show model: masses, centers, inertias, resultants, counts and periods against formulas; the same words on any number of ranks."""
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from run import RELEASE, fsolve, options

NUMBER = r"(-?[\d.]+(?:e[+-]\d+)?)"
SECTION = {"element": "beam", "section": "circle", "radius": 0.02, "young": 1e9, "poisson": 0.3, "density": 1000}
FRAME = {"mesh": "frame", "points": "a,b,c", "point_a": "0,0,0", "point_b": "2,0,0", "point_c": "5,1,1", "members": "rod", "member_rod": "a,b", "member_rod_n": 4,
         "parts": "rod,ball", **{f"part_rod_{k}": v for k, v in SECTION.items()}, "part_ball_set": "c", "part_ball_element": "body", "part_ball_mass": 3,
         "part_ball_inertia": "0.1,0.2,0.3,0,0,0", "dt": 1e-3, "t_end": 1e-3, "show": "model", "quiet": True}


class Shown(unittest.TestCase):
    def shown(self, ranks=1, case=None, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(case, output=os.path.join(folder, "o.h5"), **keys), ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def numbers(self, text, pattern):
        found = re.search(pattern.replace("#", NUMBER), text, re.M)
        self.assertIsNotNone(found, f"{pattern} in\n{text}")
        return [float(g) for g in found.groups()]


class ShowModel(Shown):
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

    def test_partition(self):
        """Four blocks of 5 x 5 cells have 36 nodes each, of 121 nodes; two ranks cannot share seven cells evenly; one rank says nothing."""
        keys = {"mesh": "rectangle", "mesh_n": "10,10", "parts": "all", "part_all_element": "membrane", "part_all_tension": 1, "part_all_mass_per_area": 1,
                "dt": 1e-3, "t_end": 1e-3, "show": "model"}
        self.assertIn("partition: blocks on 4 ranks, the largest work is 1 of the mean; ghost nodes: 23, 19 %\n", self.shown(4, **keys))
        self.assertIn("partition: blocks on 2 ranks, the largest work is 1.14 of the mean; ghost nodes: 2, 12.5 %\n",
                      self.shown(2, **{**keys, "mesh_n": "7,1"}))
        self.assertNotIn("partition:", self.shown(**keys))

    def test_places_of_a_support(self):
        """Three feet, at which joints have five nodes in all: the summary counts the places that a user sees."""
        nodes = [(0, 0, 0), (1, 0, 1), (0, 0, 0), (0, 1, 1), (3, 0, 0), (2, 0, 1), (0, 3, 0), (0, 2, 1), (3, 1e-12, 0), (4, 0, 1)]
        sets = {"legs": (gmsh_file.LINE, [(2 * k, 2 * k + 1) for k in range(5)]), "feet": (gmsh_file.POINT, [(k,) for k in (0, 2, 4, 6, 8)])}
        with tempfile.TemporaryDirectory() as folder:
            gmsh_file.write(os.path.join(folder, "legs.msh"), nodes, sets)
            for ranks in (1, 3):
                text = self.shown(ranks, mesh=os.path.join(folder, "legs.msh"), parts="legs", **{f"part_legs_{k}": v for k, v in SECTION.items()}, supports="feet", dt=1e-3, t_end=1e-3,
                                  show="model", quiet=True)
                self.assertIn("support feet: 5 nodes at 3 places of set feet; fixed: x", text)

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
        self.assertIn("support hold: 1 node of set a; fixed: x, y, z, rotation about x, rotation about y, rotation about z", text)
        self.assertIn("support wall: 1 node of set start; fixed: x\n", self.shown(case="hammer", t_end=1e-5, show="model"))  # which is all that it has
        self.assertIn("joint pin: spherical, 1 of set c, each with 3 constraints", text)
        self.assertIn("dofs: 30 free, 3 constraints; mobility 27", text)
        self.assertIn("sets (nodes/cells): all (6/4), a (1/1), b (1/1), c (1/1), rod (5/4)", text)

        def clean(t):
            return [line for line in t.splitlines() if re.match("mesh|part |all|support|joint|dofs|load|natural", line)]

        self.assertEqual(clean(self.shown(3, **words)), clean(text))

    def test_pressure(self):
        """On a triangle with corners on the axes at 1: the normal times the area, (1, 1, 1)/2, through the centroid."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t.msh")
            gmsh_file.write(path, [(1, 0, 0), (0, 1, 0), (0, 0, 1)], {"skin": (gmsh_file.TRIANGLE, [(0, 1, 2)])})
            text = self.shown(mesh=path, parts="skin", part_skin_element="finite_membrane", part_skin_young=1e3, part_skin_poisson=0.3, part_skin_thickness=0.01,
                              part_skin_density=1, loads="skin", load_skin_pressure=4, dt=1e-5, t_end=1e-5, show="model", quiet=True)
        np.testing.assert_allclose(self.numbers(text, r"^load skin: force \(#, #, #\) N, moment about the origin \(#, #, #\)"), [2, 2, 2, 0, 0, 0], atol=1e-6)

    def test_axes_of_joints(self):
        plane = {**FRAME, "directions": "xz", "point_c": "5,0,1", "joints": "pin,slide", "joint_pin_set": "a", "joint_pin_type": "revolute", "joint_slide_set": "c", "joint_slide_type": "prismatic", "joint_slide_axis": "3,0,4"}
        text = self.shown(2, **plane)
        self.assertIn("joint pin: revolute, axis (0, 1, 0), the normal of the plane, 1 of set a, each with 2 constraints\n", text)
        self.assertIn("joint slide: prismatic, axis (0.6, 0, 0.8), 1 of set c, each with 2 constraints\n", text)

    def test_a_mechanism(self):
        self.assertIn("6 free, 5 constraints; mobility 1; conditioning ", self.shown(case="slider_crank", t_end=0.001, show="model"))


class Periods(Shown):
    """The last line of -show model: natural periods, to four digits."""
    LINE = {"mesh": "line", "mesh_n": 40, "mesh_upper": "2,0,0", "directions": "x", "supports": "start", "parts": "rod", "part_rod_set": "all", "part_rod_element": "bar",
            "part_rod_young": 1e9, "part_rod_area": 1e-3, "part_rod_density": 1000, "dt": 1e-6, "t_end": 1e-6, "show": "model", "quiet": True}

    def periods(self, ranks=1, **keys):
        """The shown periods [s], frequencies [Hz], and what is said behind them."""
        line = re.search(r"^natural periods \(unloaded, estimates\):(.*)$", self.shown(ranks, **keys), re.M)[1].split(";")
        found = re.findall(rf"{NUMBER} s \({NUMBER} Hz\)", line[0])
        return np.array(found, float).reshape(-1, 2).T, [w.strip() for w in line[1:]]

    def test_a_rod(self):
        """Linear elements with consistent mass: omega^2 = 6 E/(rho h^2) (1 - cos theta)/(2 + cos theta), theta = (2k - 1) pi/(2n)."""
        n, h = 40, 2 / 40
        theta = (2 * np.arange(1, 4) - 1) * np.pi / (2 * n)
        hertz = np.sqrt(6 * 1e9 / (1000 * h**2) * (1 - np.cos(theta)) / (2 + np.cos(theta))) / (2 * np.pi)
        for ranks in (1, 2, 3) if RELEASE else (1, 3):
            for keys in ({}, {"initials": "all", "initial_all_velocity_x": 1}, {"gravity": "9.81,0,0"}):
                (periods, frequencies), rest = self.periods(ranks, **{**self.LINE, **keys})
                np.testing.assert_allclose(frequencies, hertz, rtol=5e-4)  # half of the last of four digits
                np.testing.assert_allclose(periods, 1 / hertz, rtol=5e-4)
                self.assertEqual(rest, [])

    def test_as_the_modes(self):
        """A floating frame: six rigid motions, told apart; a mechanism with flexible bars; an unloaded nonlinear model."""
        floating = {k: v for k, v in FRAME.items() if k not in ("parts", "points", "point_c", "part_ball_set") and not k.startswith("part_ball")}
        crank = {"case": "flexible_slider_crank", "show": "model", "quiet": True}
        for keys, motions in (({**floating, "points": "a,b", "parts": "rod"}, "6 rigid motions or mechanisms"), (crank, "1 rigid motion or mechanism"), ({"case": "dome", "show": "model"}, None)):
            (_, frequencies), rest = self.periods(**keys)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "m.h5")
                words = {k: v for k, v in keys.items() if k not in ("case", "show", "dt", "t_end")}
                done = fsolve(options(keys.get("case"), **{**words, "analysis": "modes", "output": path}))
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(path) as f:
                    rigid, exact = f["modes/rigid"][:], f["modes/frequency"][:]
            np.testing.assert_allclose(frequencies, exact[rigid == 0][:3], rtol=5e-4)
            self.assertEqual(rest, [motions] if motions else [])

    def test_rigid_bodies_have_none(self):
        (periods, _), rest = self.periods(case="slider_crank", t_end=0.001, show="model")
        self.assertEqual((len(periods), rest), (0, ["1 rigid motion or mechanism"]))

    def test_why_there_are_none(self):
        """No mass, neither mass nor stiffness, no tension, a turning frame: a line, and the run goes on."""
        static = {"analysis": "static", "dt": 1, "t_end": 1, "loads": "end", "load_end_force": "1,0,0"}
        bars = {"part_rod_element": "truss", "part_rod_ea": 1e3, "part_rod_mass_per_length": 0, "part_rod_young": None, "part_rod_area": None, "part_rod_density": None}
        weight = {"parts": "rod,tip", "part_tip_set": "end", "part_tip_element": "mass", "part_tip_mass": 1}
        chain = {"part_rod_mass_per_length": 1, "directions": "xz", "mesh_n": 50, "initials": "all", "initial_all_velocity_z": 1e-3}
        for keys, reason in (({**static, **bars}, "no free dof has mass"), ({**static, **bars, **weight, "directions": "xz", "t_end": 0.01}, "the matrices are singular"),
                             ({**bars, **chain}, "more than 40 motions have no stiffness"), ({"spin": "0,0,1", **static, "supports": "start"}, "the frame rotates")):
            words = {k: v for k, v in {**self.LINE, **keys}.items() if v is not None}
            self.assertIn(f"natural periods: not found: {reason}", self.shown(**words))

    def test_a_large_model_is_asked_for(self):
        large = {**self.LINE, "mesh_n": 50001}
        self.assertIn("natural periods: not computed, because 50001 unknowns", self.shown(**large))
        (_, frequencies), _ = self.periods(**{**large, "show": "periods"})
        np.testing.assert_allclose(frequencies, np.array([1, 3, 5]) * np.sqrt(1e9 / 1000) / 8, rtol=5e-4)


if __name__ == "__main__":
    unittest.main()
