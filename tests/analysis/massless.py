# SPDX-License-Identifier: BSD-2-Clause
"""Models that have no mass in some direction of a node, which is no axis: beams without torsional inertia along any line, masses at the end of an
arm, rods, shells, ties. Their modes, responses, damping and accelerations are those of the same model along x, or closed forms."""
import itertools
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from models import body, joint, on_mesh
from run import RELEASE, fsolve, options, run
from studies import modes, study

NUMBERS = {"element": "beam", "ea": 1e9, "gay": 1e9, "gaz": 1e9, "gj": 1e6, "eiy": 8e6, "eiz": 8e6, "mass_per_length": 100}
PART = lambda name: {f"part_{name}_{k}": v for k, v in NUMBERS.items()}
COLUMN = {"mesh": "line", "mesh_n": 4, "parts": "c", "part_c_set": "all", **PART("c"), "supports": "start"}
LINES = [(0, 0, 6), (0, 6, 0), (0, 0, -6), (4.8, 3.6, 0), tuple(6 * np.array([3, 4, 5]) / 50**0.5), (6e-6, 0, 6), (6e-9, 6, 0)]
FIRST = 4.3944678  # Hz: 4.397 of Euler's column, less shear
TEXT = lambda x: ",".join(f"{v:.17g}" for v in x)


def lines():
    """One in each run, all before a release."""
    return LINES if RELEASE else [LINES[0], LINES[4]]


class Columns(unittest.TestCase):
    def test_lowest(self):
        """Along z it was 0 Hz, 20 times, counted by inertia up to 1e19 Hz."""
        for line, ranks in itertools.product(lines(), (1, 2, 3) if RELEASE else (1, 3)):
            out = modes(**COLUMN, mesh_upper=TEXT(line), modes=2, ranks=ranks)
            np.testing.assert_allclose(out["frequency"], FIRST, rtol=1e-6, err_msg=f"{line} {ranks}")
            self.assertRegex(out["text"], r"complete below 19\.\d+ Hz: 2 modes, counted by inertia")

    def test_portal(self):
        """Two columns of 3 m along z, and a girder of 5 m hinged at both ends. The columns had 0 Hz; parts of them are on different ranks here."""
        points = {"point_a": "0,0,0", "point_b": "0,0,3", "point_c": "5,0,3", "point_d": "5,0,0"}
        members = {"members": "left,girder,right", "member_left": "a,b", "member_girder": "b,c", "member_right": "d,c", "members_n": 2, "member_girder_release": "both:ry"}
        for ranks in (1, 2, 3) if RELEASE else (3,):
            out = modes(mesh="frame", points="a,b,c,d", parts="f", part_f_set="left,girder,right", supports="a,d", modes=4, ranks=ranks, **points, **members, **PART("f"))
            np.testing.assert_allclose(out["frequency"], [7.84, 8.36, 12.84, 17.75], rtol=1e-3)

    def test_all(self):
        """All 20 modes, those between two limits, and a number that is larger; the torsion of little stiffness has no mode. Along (3,4,5) there were modes
        that do not exist."""
        exact = modes(**COLUMN, mesh_upper="6,0,0", modes=20)["frequency"]
        for line in lines():
            for keys, n in (({"modes": 100}, 20), ({"modes": 20, "part_c_gj": 1e-3}, 20), ({"modes_between": "0.1,1000"}, 17), ({"modes_below": 1e12}, 20)):
                found = modes(**{**COLUMN, "mesh_upper": TEXT(line), **keys})["frequency"]
                np.testing.assert_allclose(found, exact[:n], rtol=1e-7, err_msg=f"{line} {keys}")

    def test_edge(self):
        """From both sides of the inertia that is round-off: 1e-12 of the largest. Above it torsion has modes, at the frequencies of a rod."""
        for share in (1e-4, 1e-9, 1e-15):
            for line in ((6, 0, 0), *lines()):
                J = share * 100 * 1.5**2
                out = modes(**COLUMN, mesh_upper=TEXT(line), modes=2, part_c_inertia=f"{J},0,0,0,0,0")
                np.testing.assert_allclose(out["frequency"], FIRST, rtol=1e-6, err_msg=f"{line} {share}")

    def test_damped(self):
        """Complex modes of the column, and with a spin about the vertical, which splits them."""
        for line in lines():
            np.testing.assert_allclose(modes(**COLUMN, mesh_upper=TEXT(line), modes=2, modes_damped=True)["frequency"], FIRST, rtol=1e-6)
        split = FIRST + np.array([-1, 1]) / (2 * np.pi)  # seen from axes that turn at 1 rad/s
        np.testing.assert_allclose(modes(**COLUMN, mesh_upper="0,0,6", modes=2, spin="0,0,1")["frequency"], split, rtol=1e-5)

    def test_response(self):
        """By modes it was -6.2e-7 and -8.7e-8 m; the direct response was right."""
        load = {"analysis": "response", "response_frequencies": "3,8", "loads": "end", "load_end_force": "1,0,0", "load_end_harmonic": "1,0", "probes": "end"}
        for keys in ({}, {"response_modes": 4}):
            out = study("history", **COLUMN, mesh_upper="0,0,6", quiet=True, **load, **keys)
            np.testing.assert_allclose(out["end/real/displacement"][:, 0], [1.664e-5, -3.49e-6], rtol=1e-3)

    def test_modal_damping(self):
        """At resonance it was 0.0409 m, because nothing was damped."""
        load = {"analysis": "response", "response_frequencies": FIRST, "loads": "end", "load_end_harmonic": "1,0", "probes": "end", "damping_modal": 0.02}
        for line, force, c in (("6,0,0", "0,1,0", 1), ("0,0,6", "1,0,0", 0)):
            out = study("history", **COLUMN, mesh_upper=line, quiet=True, load_end_force=force, **load)
            np.testing.assert_allclose(abs(out["end/imaginary/displacement"][0, c]), 2.19e-4, rtol=5e-3)

    def test_periods(self):
        """-show model prints them."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**COLUMN, "mesh_upper": "0,0,6", "dt": 0.01, "t_end": 0.01, "show": "model", "output": os.path.join(folder, "o.h5")}
            self.assertIn("0.2276 s (4.394 Hz), 0.2276 s (4.394 Hz), 0.03637 s (27.49 Hz)", fsolve(options(**keys)).stdout)

    def test_sudden_torque(self):
        """A torque on torsion without inertia: the node stays at rest at first, then follows as along x. Along other lines the mass matrix was singular."""
        keys = {**COLUMN, "dt": 1e-3, "t_end": 2e-3, "loads": "end", "probes": "end"}
        for linear in ({"linearize": True}, {}):
            exact = run(mesh_upper="6,0,0", load_end_moment="600,0,0", **keys, **linear).probe["end"]["angular_velocity"][:, 0]
            for line in lines():
                axis = np.array(line) / np.linalg.norm(line)
                found = run(mesh_upper=TEXT(line), load_end_moment=TEXT(600 * axis), **keys, **linear).probe["end"]["angular_velocity"]
                np.testing.assert_allclose(found @ axis, exact, rtol=1e-9)

    def test_roller(self):
        """An equilibrium on an inclined roller has no acceleration. The torsion of the node on the roller is no direction that the roller fixes. It
        counted as one along lines that are no axes, and round-off turned the node by 1e7 to 1e17 rad/s2, or the mass matrix was singular."""
        def motion(line, turn, ranks=1, **keys):
            keys = {**COLUMN, "mesh_upper": TEXT(line), "part_c_direction": TEXT(turn @ [0, 0, 1]), "supports": "start,end", "support_end_normal": TEXT(turn @ [0.3, 0.5, 1]),
                    "initial_static": True, "loads": "end", "load_end_force": TEXT(turn @ [2e5, -3e5, 1e5]), "probes": "end", "dt": 0.01, "t_end": 0.03, **keys}
            return run(ranks=ranks, **keys).probe["end"]

        for line in lines():
            x = np.array(line) / np.linalg.norm(line)
            turn = np.linalg.qr(np.column_stack([x, np.eye(3)[abs(x).argmin()], np.cross(x, np.eye(3)[abs(x).argmin()])]))[0]
            turn = turn * np.sign(turn[:, 0] @ x) * [1, 1, np.linalg.det(turn)]
            for scheme, ranks in (("generalized_alpha", 1), ("newmark", 3)):
                found = motion(line, turn, ranks, integrator=scheme)
                size = abs(found["displacement"]).max()
                np.testing.assert_allclose(found["displacement"], found["displacement"][:1] + 0 * found["displacement"], atol=1e-8 * size, err_msg=f"{line} {scheme}")
                self.assertLess(abs(found["angular_velocity"]).max(), 1e-6, f"{line} {scheme}")

    def test_explicit(self):
        """There is no stable step, along any line; along z the step was said to be 1e-26 s. A torsional inertia gives the same step along all lines."""
        keys = {**COLUMN, "integrator": "central_difference", "dt": 1, "t_end": 1, "part_c_mass": "lumped"}
        with tempfile.TemporaryDirectory() as folder:
            def said(line, inertia):
                return fsolve(options(mesh_upper=TEXT(line), part_c_inertia=inertia, output=os.path.join(folder, "o.h5"), **keys)).stderr
            for line in lines():
                self.assertIn("some node has stiffness but no mass", said(line, "0,1,1,0,0,0"))
                self.assertIn("the stable step of central_difference, 1.49999e-08 s", said(line, "1e-10,1,1,0,0,0"))


class Others(unittest.TestCase):
    """Other things without mass in a direction."""

    def test_mass_on_an_arm(self):
        """A point mass beside the end of a column is a body with its center there: three rotations have no mass. The same with a stiff arm between two nodes."""
        rng = np.random.default_rng(1)
        for line in lines():
            axis = np.array(line) / np.linalg.norm(line)
            arm = np.cross(axis, rng.normal(size=3))
            tip_mass = body("tip", set="end", mass=300, center=TEXT(arm), inertia="0,0,0,0,0,0")
            light = {**COLUMN, "mesh_upper": TEXT(line), "parts": "c,tip", "part_c_mass_per_length": 0, **tip_mass}
            found = modes(modes=3, **light)["frequency"]
            X = [(0, 0, 0), line, np.array(line) + arm]
            sets = {"c": (gmsh_file.LINE, [(0, 1)]), "arm": (gmsh_file.LINE, [(1, 2)]), "mass": (gmsh_file.POINT, [(2,)]), "start": (gmsh_file.POINT, [(0,)])}
            other = on_mesh(X, sets, runner=modes, modes=3, parts="c,mass", supports="start", **{**PART("c"), "part_c_mass_per_length": 0}, joints="arm",
                            **joint("arm", "weld"), **body("mass", mass=300, inertia="0,0,0,0,0,0"))["frequency"]
            np.testing.assert_allclose(found, other, rtol=1e-7)
            self.assertGreater(found[0], 1)

    def test_flat_membrane(self):
        """Without prestress its transverse dofs are mechanisms, which are round-off in all other modes: these pass the certificate."""
        keys = {"element": "finite_membrane", "young": 1e9, "poisson": 0.3, "thickness": 1e-3, "density": 1000}
        out = modes(mesh="rectangle", mesh_n="4,5", mesh_upper="1,1.3", parts="m", supports="left,right", modes=40, part_m_set="all", **{f"part_m_{k}": v for k, v in keys.items()})
        self.assertGreater(out["frequency"][-1], 400)

    def test_shell(self):
        """A cantilever plate has no inertia about its normal, in whatever plane it is."""
        def plate(turn):
            n, X, cells = 4, [], []
            for j, i in itertools.product(range(n + 1), repeat=2):
                X.append(turn @ np.array([i / n, 0.5 * j / n, 0]))
            for j, i in itertools.product(range(n), repeat=2):
                a = i + (n + 1) * j
                cells.append((a, a + 1, a + n + 2, a + n + 1))
            sets = {"plate": (gmsh_file.QUADRILATERAL, cells), "edge": (gmsh_file.POINT, [((n + 1) * j,) for j in range(n + 1)])}
            keys = {"element": "shell", "young": 2e11, "poisson": 0.3, "thickness": 0.01, "density": 7850}
            return on_mesh(X, sets, runner=modes, modes=6, parts="plate", supports="edge", **{f"part_plate_{k}": v for k, v in keys.items()})["frequency"]

        rng = np.random.default_rng(2)
        exact = plate(np.eye(3))
        for turn in (np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0.0]]), np.linalg.qr(rng.normal(size=(3, 3)))[0]):
            np.testing.assert_allclose(plate(turn), exact, rtol=1e-8)


if __name__ == "__main__":
    unittest.main()
