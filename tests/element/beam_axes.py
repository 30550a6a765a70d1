# SPDX-License-Identifier: BSD-2-Clause
"""Axes of the sections of beams: sections that turn over along a line, and the stiffnesses that a plane model uses."""
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from models import STATIC, on_mesh
from run import RANKS, RELEASE, fsolve, options, run

RECTANGLE = {"part_rib_element": "beam", "part_rib_section": "rectangle", "part_rib_width": 0.05, "part_rib_height": 0.1, "part_rib_young": 2e11, "part_rib_poisson": 0.3, "part_rib_density": 7800}
RIB = {"mesh": "frame", "points": "a,b", "point_a": "0,0,0", "point_b": "0.3,-0.4,3.37", "members": "rib", "member_rib": "a,b", "member_rib_through": "0.6,0.1,1.6",
       "parts": "rib", **RECTANGLE, "supports": "a", "loads": "b", "load_b_force": "1,1,1", "probes": "b", **STATIC}
TURNS = r"warning: part 'rib': the section turns by {} degrees about the line at \(.*\)"


def finished(ranks=1, runner=None, **keys):
    with tempfile.TemporaryDirectory() as folder:
        if runner:
            return runner(runner=lambda ranks=1, **k: fsolve(options(output=folder + "/o.h5", **k), ranks), **keys)
        return fsolve(options(output=folder + "/o.h5", **keys), ranks)


def arc(plane, start, end, **keys):
    """An arc of radius 1 between two angles in the plane of two axes."""
    at = [",".join(repr(float(c)) for c in np.cos(a) * np.array(plane[0]) + np.sin(a) * np.array(plane[1])) for a in np.radians([start, (start + end) / 2, end])]
    return {**RIB, "point_a": at[0], "member_rib_through": at[1], "point_b": at[2], **keys}


class TurnOver(unittest.TestCase):
    X, Y, Z = np.eye(3)

    def warned(self, degrees, ranks=1, **keys):
        done = finished(ranks, **keys)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, TURNS.format(degrees))
        self.assertEqual(done.stderr.count("about the line"), 1)
        self.assertIn("give another -part_rib_direction", done.stderr)

    def test_direction_along_a_tangent(self):
        """In one cell the nodes would turn by more than 2 rad against each other; with a few cells they turn far, which is not what the direction was meant for."""
        for more in ({}, {"analysis": "modes", "initial_static": True}):
            done = finished(**{**RIB, "part_rib_direction": "0,0,1", **more})
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, r"^fsolve: part 'rib': the beam of 'rib' at \(0, 0, 0\) has a tangent that comes so close to the direction of its y axis that its section turns over: give another -part_rib_direction")
        for ranks in RANKS if RELEASE else (1,):
            self.warned(r"79\.\d", ranks, **RIB, part_rib_direction="0,0,1", member_rib_n=2)

    def test_default_direction(self):
        """It changes sides where an arc passes the vertical between two cells."""
        for plane in ((self.X, self.Z), (self.Y, self.Z)) if RELEASE else ((self.X, self.Z),):
            for n in (2, 7) if RELEASE else (2,):
                self.warned(180, **arc(plane, -50, 70, members_n=n))

    def test_mesh_file(self):
        """Straight cells of a mesh file, on any number of ranks; the line turns by 10 degrees at a node."""
        a = np.radians(np.arange(-50, 51, 10))
        nodes = np.array([np.cos(a), 0 * a, np.sin(a)]).T
        sets = {"rib": (gmsh_file.LINE, [(i, i + 1) for i in range(10)]), "a": (gmsh_file.POINT, [(0,)]), "b": (gmsh_file.POINT, [(10,)])}
        for ranks in RANKS if RELEASE else (1, 3):
            done = finished(runner=lambda runner, **keys: on_mesh(nodes, sets, runner, ranks=ranks, **keys), parts="rib", **RECTANGLE, supports="a", loads="b", load_b_force="1,1,1", **STATIC)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, TURNS.format(180))

    def test_silence(self):
        """Directions across a line, corners, and beams that are twisted on purpose need no word."""
        for case in (RIB, {**RIB, "part_rib_direction": "0,1,0", "member_rib_n": 2}, arc((self.X, self.Z), -50, 70, members_n=3, part_rib_direction="0,1,0"), arc((self.X, self.Y), 0, 200, members_n=4),
                     {**RIB, "part_rib_direction": "0,1,0", "member_rib_n": 4, "part_rib_twist": "s"}):
            done = finished(**case)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_twist(self):
        done = finished(**RIB, part_rib_direction="0,1,0", part_rib_twist="s")
        self.assertEqual(done.returncode, 2)
        self.assertIn("turns its section by more than 2 rad between its nodes: use more cells, or less of -part_rib_twist", done.stderr)


class PlaneSections(unittest.TestCase):
    """A frame in a plane needs the stiffnesses of its plane alone."""
    ALL = {"ea": 1e6, "gay": 2e5, "gaz": 3e5, "gj": 1e3, "eiy": 2e3, "eiz": 5e3}
    Y, Z = ("ea", "gaz", "eiy"), ("ea", "gay", "eiz")

    def frame(self, plane, names, runner=run, **keys):
        def place(x, z):
            return ",".join(str({plane[0]: x, plane[1]: z}.get(c, 0)) for c in "xyz")

        section = {f"part_frame_{name}": self.ALL[name] for name in names}
        return runner(**{"mesh": "frame", "points": "a,b,c", "point_a": place(0, 0), "point_b": place(1, 2), "point_c": place(2, 2.5), "members": "m,n", "member_m": "a,b", "member_n": "b,c", "members_n": 2,
                         "parts": "frame", "part_frame_set": "m,n", "part_frame_element": "beam", "part_frame_mass_per_length": 3, **section, "directions": plane, "supports": "a", "loads": "c",
                         "load_c_force": place(300, 200), "probes": "c", **STATIC, **keys})

    def test_answers(self):
        """The same as with all six, to the last bit."""
        formulas = {"part_frame_ea": "1e6*(1+x)"}
        for plane, names, more in (("xz", self.Y, {}), ("xy", self.Z, {}), ("yz", self.Y, {}), ("xz", self.Z, {"part_frame_direction": "1,0,0"}), ("xz", self.Y, formulas), ("xz", self.Y, {"part_frame_direction": "0,-1,0"})):
            with self.subTest(plane, **more):
                expected = self.frame(plane, self.ALL, **more).probe["c"]["displacement"]
                self.assertGreater(abs(expected[-1]).max(), 0.05)
                np.testing.assert_allclose(self.frame(plane, names, **more).probe["c"]["displacement"], expected, rtol=1e-12)

    def test_refused(self):
        """The stiffnesses of the other axis, sections that are not symmetric about the plane, and models in space."""
        for plane, names, more in (("xz", self.Z, {}), ("xy", self.Y, {}), ("xz", self.Y, {"part_frame_direction": "1,1,0"}), ("xz", self.Y, {"part_frame_twist": "x"}), ("xz", self.Y, {"part_frame_offset": "0.1,0"}),
                                   ("xz", ("ea", "eiy"), {}), ("xyz", self.Y, {}), ("yz", self.Y, {"point_b": "0,0,2"})):
            with self.subTest(plane, **more):
                done = self.frame(plane, names, lambda **keys: finished(**keys), **more)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("part 'frame': give all of ea, gay, gaz, gj, eiy, eiz", done.stderr)


if __name__ == "__main__":
    unittest.main()
