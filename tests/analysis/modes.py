# SPDX-License-Identifier: BSD-2-Clause
"""Modes of free vibration against closed forms, on any ranks, with joints, rigid motions, multiple modes and prestress."""
import os
import re
import subprocess
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from models import body, joint
from run import RANKS, SOURCE, fsolve, options
from studies import extrapolated, line, modes, roots

LENGTH, EI, GA, MASS, TURN = 3.0, 1e2, 1e5, 2.0, 0.01  # in z; turn: inertia of the section about y, per length
BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e6, "part_beam_gay": GA, "part_beam_gaz": GA, "part_beam_gj": 3e3,
        "part_beam_eiy": EI, "part_beam_eiz": 4 * EI, "part_beam_mass_per_length": MASS, "part_beam_inertia": f"0.02,{TURN},{TURN},0,0,0"}


def transfer(omega, axial=0.0):
    """Of a Timoshenko beam: (deflection, rotation, moment, shear force) from one end to the other."""
    A = np.array([[0, 1, 0, 1 / GA], [0, 0, 1 / EI, 0], [0, -TURN * omega**2, 0, -1], [-MASS * omega**2, 0, 0, 0]], complex)
    values, vectors = np.linalg.eig(A * LENGTH)
    return (vectors @ np.diag(np.exp(values)) @ np.linalg.inv(vectors)).real


def determinant(rows, columns, tip=0.0):
    """Whose roots are natural frequencies [rad/s]: rows vanish at the far end, columns are free at the near one; tip: mass at the end."""
    def of(omega):
        T = transfer(omega)
        T[3] -= tip * omega**2 * T[0]
        return np.linalg.det(T[np.ix_(rows, columns)])
    return of


class Beams(unittest.TestCase):
    def compare(self, exact, **keys):
        """Richardson's limit of four meshes against the first three modes in z."""
        exact = roots(exact, 0.5, 500, 4000, 3) / (2 * np.pi)
        found = []
        for elements in (20, 40, 80, 160):
            out = modes(**line(LENGTH, elements), modes=16, quiet=True, **{**BEAM, **keys})
            bending = [f for f, name in zip(out["frequency"], out["component"].decode().split(",")) if name == "z" and f > 1e-3]
            found.append(bending[:3])
        np.testing.assert_allclose(extrapolated(found)[0], exact, rtol=1e-6)

    def test_cantilever(self):
        self.compare(determinant([2, 3], [2, 3]), supports="start")

    def test_free(self):
        self.compare(determinant([2, 3], [0, 1]))

    def test_pinned(self):
        self.compare(determinant([0, 2], [1, 3]), supports="start,end", directions="xz", support_start_fix="xz", support_end_fix="z")

    def test_tip_mass(self):
        """Of as much mass as the beam."""
        self.compare(determinant([2, 3], [2, 3], 6.0), supports="start", parts="beam,tip", **body("tip", set="end", mass=6, inertia="1e-9,1e-9,1e-9,0,0,0"))

    def test_slender(self):
        """Without shear and inertia of sections: Euler and Bernoulli."""
        exact = np.array([1.8751040687119611, 4.694091132974175]) ** 2 / (2 * np.pi * LENGTH**2) * np.sqrt(EI / MASS)
        found = [modes(**line(LENGTH, n), modes=2, quiet=True, **{**BEAM, "supports": "start", "directions": "xz", "part_beam_gaz": 1e8, "part_beam_inertia": "1,1e-9,1e-9,0,0,0"})["frequency"][:2] for n in (10, 20, 40, 80)]
        np.testing.assert_allclose(extrapolated(found)[0], exact, rtol=2e-6)  # shear: EI / (GA L^2) = 1e-7

    def test_torsion_and_extension(self):
        """A bar that is free at both ends, of linear elements: masses are consistent, and so is inertia with inner shapes, else lumped; closed forms of the chain."""
        n = 30
        half = np.arange(1, 4) * np.pi / (2 * n)
        lumped, consistent = 2 * np.sin(half), np.sqrt(12 * np.sin(half) ** 2 / (2 + np.cos(2 * half)))
        for mass, turning in (("consistent", consistent), ("linear", lumped)):
            out = modes(**line(LENGTH, n), modes=60, quiet=True, part_beam_mass=mass, **BEAM)
            for name, exact in (("rotation about x", np.sqrt(3e3 / 0.02) * turning), ("x", np.sqrt(1e6 / MASS) * consistent)):
                found = [f for f, c in zip(out["frequency"], out["component"].decode().split(",")) if c == name and f > 1e-3]
                np.testing.assert_allclose(found[:3], exact * n / LENGTH / (2 * np.pi), rtol=1e-9)


class Facts(unittest.TestCase):
    def test_membrane(self):
        """The symmetric quarter of a square drum: all modes of the mesh in closed form, those that are double twice."""
        n, length = 12, 15.166666666666666
        one = 6 * (n / length) ** 2 * (1 - np.cos(np.pi * (np.arange(n) + 0.5) / n)) / (2 + np.cos(np.pi * (np.arange(n) + 0.5) / n))
        exact = np.sort(np.sqrt(one[:, None] + one[None, :]).ravel()) / (2 * np.pi)
        for ranks in RANKS:
            out = modes("wave2d", ranks, mesh_n=f"{n},{n}", modes=40 if ranks < 8 else 10, quiet=True)
            np.testing.assert_allclose(out["frequency"], exact[: len(out["frequency"])], rtol=1e-10)
            self.assertEqual(out["certified"], 1)
        self.assertEqual(out["shape"].shape, (len(out["frequency"]), (n + 1) ** 2, 3))

    def test_everything(self):
        """All modes of a small structure: orthogonal, and effective masses add up to the rigid inertia of the free dofs."""
        out = modes(**line(LENGTH, 4), modes=1000, modes_point="1,2,3", supports="start", quiet=True, **BEAM)
        self.assertEqual(len(out["frequency"]), 24)
        np.testing.assert_allclose(out["effective_mass"].sum(0), out["rigid_inertia"], rtol=1e-10, atol=1e-10 * out["rigid_inertia"].max())
        self.assertGreater(out["effective_mass"].min(1).max(), -1e-300)

    def test_participation_is_of_the_shapes(self):
        """Of a rod held at one end: rows of its consistent mass matrix summed, times the shapes as they are written, whose signs a solver leaves to chance."""
        n, mass = 12, 7850 * np.pi * 0.01**2 * 2
        weight = mass / n * np.array([0, 5 / 6, *[1] * (n - 2), 1 / 2])
        for ranks in RANKS:
            out = modes("rod", ranks, member_rod_n=n, modes=6, quiet=True)
            along = out["shape"][:, np.argsort(out["nodes"][:, 0]), 0]
            np.testing.assert_allclose(out["participation"][:, 0], along @ weight, rtol=1e-8, atol=1e-9 * mass**0.5, err_msg=f"{ranks} ranks")

    def test_rigid_inertia(self):
        """Of a free beam about its middle: the six rigid modes have all of it."""
        out = modes(**line(LENGTH, 20), modes=8, modes_point="1.5,0,0", quiet=True, **BEAM)
        self.assertEqual(list(out["rigid"]), [1] * 6 + [0] * (len(out["rigid"]) - 6))
        self.assertEqual(list(out["frequency"][:6]), [0] * 6)
        of_beam = [6, 6, 6, 0.06, 6 * 9 / 12 + 0.03, 6 * 9 / 12 + 0.03]
        np.testing.assert_allclose(out["rigid_inertia"], of_beam, rtol=1e-9)
        np.testing.assert_allclose(out["effective_mass"][:6].sum(0), of_beam, rtol=1e-8)

    def test_pendulum(self):
        """On a joint, whose force alone makes it swing back: sqrt(g/L)."""
        nodes, sets = [(0, 0, 0), (0, 0, -2.5)], {"body": (gmsh_file.POINT, [(1,)]), "pair": (gmsh_file.LINE, [(0, 1)])}
        keys = {"parts": "body", **body("body", mass=3, inertia="1e-9,1e-9,1e-9,0,0,0"), "gravity": "0,0,-9.81", "joints": "pivot",
                **joint("pivot", "spherical", set="body", point="0,0,0")}
        out = modes(own=(nodes, sets), modes=10, initial_static=True, quiet=True, **keys)
        np.testing.assert_allclose(out["frequency"], [0, *[np.sqrt(9.81 / 2.5) / (2 * np.pi)] * 2], rtol=1e-8, atol=1e-6)
        out = modes(own=(nodes, sets), modes=10, quiet=True, **keys)
        np.testing.assert_allclose(out["frequency"], [0, 0, 0], atol=0)

    def test_taut_cable(self):
        """Of trusses with a prestress T: the chain of masses between springs T/h in closed form (lumped), both directions."""
        n, length, tension = 20, 2.0, 7.0
        out = modes(**line(length, n), parts="rope", part_rope_set="all", part_rope_element="truss", part_rope_ea=1e5, part_rope_mass_per_length=0.5,
                    part_rope_mass="lumped", part_rope_prestress=tension, supports="start,end", modes=8, quiet=True)
        k = np.repeat(np.arange(1, 5), 2)
        exact = 2 * n / length * np.sqrt(tension / 0.5) * np.sin(k * np.pi / (2 * n)) / (2 * np.pi)
        np.testing.assert_allclose(out["frequency"], exact, rtol=1e-9)

    def test_prestress(self):
        """A pinned column under half its buckling load vibrates at 1/sqrt(2) of its frequency; at 1.2 times of it it is unstable."""
        length, ei = LENGTH, EI
        keys = {**BEAM, "part_beam_ea": 1e9, "supports": "start,end", "directions": "xz", "support_start_fix": "xz", "support_end_fix": "z", "loads": "end", "quiet": True}
        critical = np.pi**2 * EI / LENGTH**2 / (1 + np.pi**2 * EI / (GA * LENGTH**2))
        found = {}
        for level in (0, 0.5, 1.2):
            limits = [modes(**line(LENGTH, n), load_end_force=f"{-level * critical},0,0", initial_static=True, static_stable=False, modes=2, **keys) for n in (20, 40, 80)]
            found[level] = extrapolated([out["frequency"][0] ** 2 - (out["growth"][0] / (2 * np.pi)) ** 2 for out in limits])[0]
        self.assertAlmostEqual(found[0.5] / found[0], 0.5, delta=1e-4)
        self.assertAlmostEqual(found[1.2] / found[0], -0.2, delta=1e-4)

    def test_intervals(self):
        """Parts of one table."""
        keys = {"mesh_n": "12,12", "quiet": True}
        table = modes("wave2d", modes=40, **keys)["frequency"]
        below = modes("wave2d", modes_below=0.15, **keys)
        np.testing.assert_allclose(below["frequency"], table[table < 0.15], rtol=1e-10)
        between = modes("wave2d", modes_between="0.1,0.2", **keys)
        np.testing.assert_allclose(between["frequency"], table[(table > 0.1) & (table < 0.2)], rtol=1e-10)
        near = modes("wave2d", modes_near=0.15, modes=7, **keys)["frequency"]
        nearest = np.sort(table[np.argsort(abs(table - 0.15))[:7]])
        np.testing.assert_allclose(near, nearest, rtol=1e-10)
        exact = modes("wave2d", modes_near=table[0], modes=1, **keys)["frequency"]  # a shift on a mode
        np.testing.assert_allclose(exact, table[:1], rtol=1e-10)

    def test_interval_without_modes(self):
        """An interval between two modes: none is an answer, and certified."""
        for keys in ({"modes_between": "0.001,0.002"}, {"modes_below": 0.002}):
            out = modes("wave2d", **keys)
            self.assertEqual((len(out["frequency"]), out["certified"]), (0, 1))
            self.assertIn("0 modes, counted by inertia", out["text"])

    def test_damping(self):
        """An oscillator of ratio 0.1; modes are those without it."""
        out = modes("sdof", quiet=True)
        np.testing.assert_allclose([out["frequency"][0], out["damping"][0]], [1, 0.1], rtol=1e-12)


class Zero(unittest.TestCase):
    """Frequencies of zero, and those that are only small."""

    def test_wire(self):
        """1 mm thick, 3 m long, in 1000 elements: digits cancel, but not all."""
        out = modes(**line(3, 1000), parts="w", part_w_set="all", part_w_element="beam", part_w_section="circle", part_w_radius=5e-4, part_w_young=2.1e11, part_w_poisson=0.3,
                    part_w_density=7800, supports="start", modes=2, quiet=True)
        np.testing.assert_allclose(out["frequency"], 1.8751040687**2 / (2 * np.pi * 9) * np.sqrt(2.1e11 * (5e-4) ** 2 / 4 / 7800), rtol=1e-3)  # round-off of 4e12 1/s2 in 0.26

    def test_massless_dofs(self):
        """A body whose stiffness acts on a rotation without inertia, by way of a joint."""
        nodes, sets = [(0, 0, 0), (1, 0, 0)], {"body": (gmsh_file.POINT, [(1,)]), "pair": (gmsh_file.LINE, [(0, 1)])}
        out = modes(own=(nodes, sets), parts="body", **body("body", mass=1, inertia="0,0,0,0,0,0"), joints="pivot", quiet=True,
                    **joint("pivot", "revolute", set="body", point="0,0,0", axis="0,0,1", angle_stiffness=1e6))
        np.testing.assert_allclose(out["frequency"], [1000 / (2 * np.pi)], rtol=1e-10)

    def test_follower(self):
        """Beck's column flutters above 20.05 EI/L^2 (Beck 1952), below it does not; a stiff part beside it changes nothing."""
        keys = {**line(LENGTH, 40), **BEAM, "directions": "xz", "part_beam_gaz": 1e8, "part_beam_ea": 1e8, "part_beam_inertia": "1,1e-9,1e-9,0,0,0", "supports": "start", "loads": "end", "load_end_follower": True,
                "initial_static": True, "modes": 2, "quiet": True}
        for share, flutters in ((0.99, False), (1.01, True)):
            for more in ({}, {"modes_near": 0}):
                out = modes(**keys, load_end_force=f"{-share * 20.05 * EI / LENGTH**2},0,0", **more)
                self.assertEqual((out["growth"].max() > 0.01, out["certified"]), (flutters, 0))


class Picture(unittest.TestCase):
    def test_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options("wave2d", analysis="modes", mesh_n="8,8", output="out.h5"), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = subprocess.run([os.path.join(SOURCE, "scripts", "plot_modes"), "out.h5"], cwd=folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, "out_modes.png\n"), done.stderr)
            self.assertGreater(os.path.getsize(os.path.join(folder, "out_modes.png")), 5000)


class Words(unittest.TestCase):
    def test_on_the_screen(self):
        out = modes(**line(LENGTH, 10), modes=8, **BEAM)["text"]
        self.assertRegex(out, r"   1               0            0  .* of beam \(\d+ %, 100 %\), rigid or a mechanism\n")
        self.assertRegex(out, r"complete below [0-9.]+ Hz: 8 modes, 6 of them rigid motions or mechanisms")

    def test_one_search(self):
        """A thin plate, whose first shift is near its first mode: one search, whose Ritz values show where to count, and the wanted modes only."""
        plate = {"mesh": "rectangle", "mesh_n": "8,8", "supports": "left", "parts": "plate", "part_plate_set": "all", "part_plate_element": "shell", "part_plate_thickness": 0.01,
                 "part_plate_young": 2e11, "part_plate_poisson": 0.3, "part_plate_density": 7800}
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(analysis="modes", modes=12, output="out.h5", **plate), cwd=folder)
        self.assertIn("12 modes, counted by inertia", done.stdout)
        self.assertIn("done: 2 factorizations, ", done.stdout)

    def test_first_shift(self):
        """A slender cantilever, whose first mode is far below the first shift: Rayleigh quotients reduce the shift, and there is one search (two took 72 solves)."""
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                out = modes(ranks=ranks, **line(40 * LENGTH, 400), supports="start", modes=10, **BEAM)
                self.assertIn("10 modes, counted by inertia", out["text"])
                self.assertLess(int(re.search(r"(\d+) solves", out["text"])[1]), 60)
                np.testing.assert_allclose(out["frequency"][0], 1.8751040687**2 * np.sqrt(EI / MASS) / (40 * LENGTH)**2 / (2 * np.pi), rtol=1e-3)

    def test_options_of_other_analyses(self):
        """One case serves several analyses: a line names what modes do not use, and misspelled options are still unknown."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**line(LENGTH, 4), **BEAM, "supports": "start", "analysis": "modes", "output": "out.h5", "overwrite": True, "checkpoint": "x", "walltime": 1, "buckling": 6, "path_steps": 3}
            done = fsolve(options(**keys), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("ignored options of other analyses: -checkpoint, -walltime, -path_steps, -buckling\n", done.stdout)
            self.assertFalse(os.path.exists(os.path.join(folder, "x")))
            for wrong, message in (({"bucklng": 6}, "unknown option -bucklng"), ({"modes_point": "0,0,0", "modes_damped": True}, "-modes_point has no effect")):
                done = fsolve(options(**keys, **wrong), cwd=folder)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(message, done.stderr)

    def test_refused(self):
        for keys, message in (({"modes": 0}, "-modes"), ({"modes_below": 1, "modes": 3}, "exclude each other"), ({"modes_between": "2,1"}, "the second must be above the first"),
                              ({"restart": "x"}, "-restart has no effect in -analysis modes"),
                              ({"initials": "bent", "initial_bent_set": "end", "initial_bent_displacement_z": "0.1"}, "modes are small motions about an equilibrium, and the initial state is not")):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**{**line(LENGTH, 4), **BEAM, "supports": "start", "analysis": "modes", "output": "out.h5", **keys}), cwd=folder)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(message, done.stderr)
                self.assertEqual(os.listdir(folder), [])

    def test_limit_at_a_frequency(self):
        """Where a mode is cannot be said of a limit that is its frequency, here exactly: the message names the limit in Hz."""
        for frequency in (1, 4):
            case = {"mesh": "line", "mesh_n": 1, "parts": "spring,mass", "part_spring_set": "all", "part_spring_element": "spring", "part_mass_set": "end",
                    "part_spring_stiffness": repr((2 * np.pi * frequency)**2), "part_mass_element": "mass", "part_mass_mass": 1, "supports": "start"}
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**case, analysis="modes", modes_below=frequency, output="out.h5", quiet=True), cwd=folder)
            self.assertEqual((done.returncode, done.stderr), (2, f"fsolve: modes: the limit {frequency} Hz is a natural frequency; give another one\n"))


if __name__ == "__main__":
    unittest.main()
