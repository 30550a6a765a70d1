# SPDX-License-Identifier: BSD-2-Clause
"""Trusses, cables, bars and membranes whose prestress, area, thickness or density are formulas of the place: closed forms and quadratures, energies, ranks, restarts,
wrong input."""
import os
import tempfile
import unittest

import numpy as np

from models import STATIC, balance, orders
from run import RELEASE, Output, fsolve, options, run
from studies import extrapolated, line, modes, study

GRAVITY, LENGTH, EA, MASS = 9.81, 5.0, 1e7, 0.3
CHAIN = {"parts": "rope", "part_rope_set": "all", "part_rope_element": "cable", "part_rope_ea": EA, "part_rope_mass_per_length": MASS}
# hangs from x = 0; its tension is the weight of what is below
HANGING = {**CHAIN, "part_rope_strain": "biot", "part_rope_prestress": f"{MASS * GRAVITY}*({LENGTH}-x)", "gravity": f"{GRAVITY},0,0", "supports": "start"}
SHEET = {"mesh": "rectangle", "mesh_upper": "3,2", "parts": "skin", "part_skin_set": "all", "supports": "left,right,bottom,top"}


def bessel_zeros(count):
    """The first zeros of J0(x) = mean of cos(x sin a)."""
    a = (np.arange(400) + 0.5) * np.pi / 400
    found = []
    for k in range(count):
        low, high = (k + 0.5) * np.pi, (k + 1) * np.pi
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if np.cos(low * np.sin(a)).mean() * np.cos(middle * np.sin(a)).mean() > 0 else (low, middle)
        found.append(low)
    return np.array(found)


def ritz_sheet(tension, mass, sides=(3.0, 2.0), n=9):
    """Frequencies of a membrane that is held along its edges, by Ritz' method with sines: the weak form of div(T grad w) + mu omega^2 w = 0."""
    x, w = np.polynomial.legendre.leggauss(60)
    points = [(x + 1) * side / 2 for side in sides]
    weight = np.outer(w * sides[0] / 2, w * sides[1] / 2).ravel()
    at = [g.ravel() for g in np.meshgrid(*points, indexing="ij")]
    k = np.arange(1, n + 1)[:, None] * np.pi
    value, slope = ([f(k / side * p) * factor for p, side, factor in zip(at, sides, factors)] for f, factors in ((np.sin, (1, 1)), (np.cos, (k / sides[0], k / sides[1]))))
    shapes, gx, gy = (np.einsum("ip,jp->ijp", a, b).reshape(n * n, -1) for a, b in ((value[0], value[1]), (slope[0], value[1]), (value[0], slope[1])))
    T, mu = weight * tension(*at), weight * mass(*at)
    K, M = (gx * T) @ gx.T + (gy * T) @ gy.T, (shapes * mu) @ shapes.T
    root = np.linalg.inv(np.linalg.cholesky(M))
    return np.sqrt(np.linalg.eigvalsh(root @ K @ root.T)) / (2 * np.pi)


class Lines(unittest.TestCase):
    def test_hanging_string(self):
        """A chain that hangs still under its weight: j0 sqrt(g/L)/2 / (2 pi), from its prestress alone, with order 2 in the mesh."""
        exact = bessel_zeros(3) / 2 * np.sqrt(GRAVITY / LENGTH) / (2 * np.pi)
        found = [modes(**line(LENGTH, n), **HANGING, directions="xz", modes=3, initial_static=True)["frequency"][:3] for n in (20, 40, 80)]
        errors = np.abs(np.array(found) / exact - 1).max(axis=1)
        self.assertLess(errors[-1], 2e-3, errors)
        self.assertGreater(errors[0] / errors[-1], 8, errors)

    def test_balance_of_weight(self):
        """The prestress carries the weight, element by element: the loaded chain does not move, in statics and in time, with implicit and explicit schemes."""
        for keys in (STATIC, {"integrator": "trapezoidal", "dt": 1e-2, "t_end": 0.1}, {"integrator": "central_difference", "dt": 1e-5, "t_end": 1e-3, "part_rope_mass": "lumped"}):
            out = run(**line(LENGTH, 8), **HANGING, **keys, probes="end")
            # the end carries the weight of half an element, which the prestress of its middle has
            self.assertLess(np.abs(out.probe["end"]["displacement"][-1]).max(), 1e-12, keys)
            np.testing.assert_allclose(np.ravel(out.frames[-1]["rope/line/force"]), MASS * GRAVITY * (LENGTH - (np.arange(8) + 0.5) * LENGTH / 8), rtol=1e-9)

    def test_linear(self):
        """The same frequencies with -linearize as of a nonlinear chain about the same state."""
        keys = {**line(LENGTH, 12), **{k: v for k, v in HANGING.items() if k != "gravity"}, "directions": "xz", "modes": 3}
        one, other = (modes(**keys, **more)["frequency"][:3] for more in ({"linearize": True, "linearize_balanced": True}, {"gravity": f"{GRAVITY},0,0", "initial_static": True}))
        np.testing.assert_allclose(one, other, rtol=1e-6)

    def test_areas(self):
        """Rods whose area grows: the tip moves by the integral of F/(EA), elements of one area each are of order 2; the mass is that of all cells."""
        for element, more in (("truss", {"part_rope_strain": "biot"}), ("bar", {}), ("truss", {"linearize": True}))[:3 if RELEASE else 2]:
            keys = {"parts": "rope", "part_rope_set": "all", "part_rope_element": element, "part_rope_young": 1e9, "part_rope_area": "1e-3*(1+x/2)", "part_rope_density": "1000+300*x", "directions": "x",
                    "supports": "start", "loads": "end", "load_end_force": "1,0,0", "probes": "end", **more}
            exact = 1e-6 * 2 * np.log(1 + LENGTH / 2)
            errors = [abs(run(**line(LENGTH, n), **keys, **STATIC).probe["end"]["displacement"][-1, 0] / exact - 1) for n in (4, 8, 16)]
            self.assertLess(errors[-1], 1e-3, errors)
            self.assertGreater(orders(errors).min(), 1.8, errors)
            middle = (np.arange(16) + 0.5) * LENGTH / 16
            falling = {k: v for k, v in keys.items() if k not in ("supports", "loads", "load_end_force")}
            out = run(**line(LENGTH, 16), **falling, gravity="2,0,0", integrator="trapezoidal", dt=0.1, t_end=1)
            mass = np.sum(1e-3 * (1 + middle / 2) * (1000 + 300 * middle)) * LENGTH / 16
            self.assertAlmostEqual(out.energy["kinetic"][-1] / (mass * 2), 1, delta=1e-9)  # v = 2 m/s
            self.assertLess(out.energy["strain"].max(), 1e-10 * out.energy["kinetic"][-1])

    def test_constant_formula(self):
        """A formula of a constant value is the number, in time and in large displacements, to round-off."""
        swing = {**line(LENGTH, 6), "parts": "rope", "part_rope_set": "all", "part_rope_mass_per_length": MASS, "gravity": "0,0,-3", "supports": "start,end", "dt": 5e-3, "t_end": 0.2}
        for element, strain in (("cable", "green"), ("truss", "biot"), ("truss", "logarithmic"))[:3 if RELEASE else 1]:
            a, b = (run(**swing, part_rope_element=element, part_rope_strain=strain, part_rope_ea="300" + zero, part_rope_prestress="20" + zero) for zero in ("", "+0*y"))
            np.testing.assert_allclose(a.frames[-1]["displacement"], b.frames[-1]["displacement"], atol=1e-12)
            for what in a.energy:
                np.testing.assert_allclose(a.energy[what], b.energy[what], atol=1e-11 * a.energy["kinetic"].max())

    def test_energy(self):
        """A net of cables of different prestress that swings far: energy is kept with order 2 in the step."""
        keys = {**line(LENGTH, 6), **CHAIN, "part_rope_ea": "300*(1+0.2*x)", "part_rope_mass_per_length": "0.3+0.05*x", "part_rope_prestress": "20-3*x", "gravity": "0,0,-3", "supports": "start,end",
                "integrator": "trapezoidal", "t_end": 0.5}
        errors = [balance(run(**keys, dt=dt)) for dt in (4e-3, 2e-3, 1e-3)]
        self.assertGreater(orders(errors).min(), 1.8, errors)

    def test_buckling(self):
        """A pinned pair of trusses whose force changes sign with a factor: the load that makes the middle node lose its stiffness is the sum of the prestresses over their lengths."""
        keys = {**line(2, 2), "parts": "rod", "part_rod_set": "all", "part_rod_element": "truss", "part_rod_ea": 1e6, "part_rod_mass_per_length": 1, "part_rod_prestress": "1000*(1+x)", "supports": "start,end",
                "support_end_fix": "yz", "loads": "end", "load_end_force": "-1,0,0", "directions": "xz", "part_rod_strain": "biot"}
        # held in x by the elements alone: forces 1500 - c and 2500 - c, after the load that balances the prestress of the second
        stiff = study("modes", analysis="modes", modes=1, **{**keys, "supports": "start,end", "support_end_fix": "xyz"}, linearize=True, linearize_balanced=True)["frequency"]
        np.testing.assert_allclose(stiff[0], np.sqrt((1500 + 2500) / (2 / 3)) / (2 * np.pi), rtol=1e-12)


class Sheets(unittest.TestCase):
    def frequencies(self, n, **keys):
        return modes(**{**SHEET, "mesh_n": f"{3 * n},{2 * n}", **keys}, modes=3)["frequency"][:3]

    def test_membrane(self):
        """Tension and mass per area that vary: frequencies against Ritz' method, order 2 on quadrilaterals and triangles."""
        exact = ritz_sheet(lambda x, y: 3 + x + 2 * y * x, lambda x, y: 2 + x * x)[:3]
        for shape in ({}, {"mesh_cell": "triangle"}) if RELEASE else ({"mesh_cell": "triangle"},):
            found = [self.frequencies(n, part_skin_element="membrane", part_skin_tension="3+x+2*y*x", part_skin_mass_per_area="2+x^2", **shape) for n in (3, 6, 12)]
            errors = np.abs(np.array(found) / exact - 1).max(axis=1)
            self.assertGreater(orders(errors).min(), 1.8, errors)
            self.assertLess(np.abs(extrapolated(found)[0] / exact - 1).max(), 1e-4)

    def test_finite_membrane(self):
        """Prestress, thickness and density that vary, about the mesh: transverse frequencies are those of the tension h s and the mass h rho."""
        exact = ritz_sheet(lambda x, y: (3 + x + 2 * y * x) * (1 + y / 4), lambda x, y: (2 + x * x) * (1 + y / 4))[:3]
        for shape in ({}, {"mesh_cell": "triangle"}) if RELEASE else ({},):
            found = [self.frequencies(n, part_skin_element="finite_membrane", part_skin_young=1e-3, part_skin_poisson=0.3, part_skin_thickness="1+y/4", part_skin_prestress="3+x+2*y*x",
                                      part_skin_density="2+x^2", directions="z", linearize=True, **shape) for n in (3, 6, 12)]
            errors = np.abs(np.array(found) / exact - 1).max(axis=1)
            self.assertGreater(orders(errors).min(), 1.8, errors)
            self.assertLess(np.abs(extrapolated(found)[0] / exact - 1).max(), 1e-4)

    def test_patch(self):
        """An unstressed sheet whose thickness varies, pulled with stress 1: its reactions are the integral of the thickness along the edge."""
        out = run(mesh="rectangle", mesh_n="4,4", mesh_upper="2,2", parts="skin", part_skin_set="all", part_skin_element="finite_membrane", part_skin_young=1e6, part_skin_poisson=0, part_skin_density=0,
                  part_skin_thickness="0.1+0.05*y", supports="left,right,plane", support_left_fix="x", support_right_motion_x="2e-6", support_plane_set="all", support_plane_fix="yz", **STATIC)
        self.assertAlmostEqual(out.reaction["right"][-1][0], 0.1 * 2 + 0.05 * 2, delta=1e-6)

    def test_constant_formula(self):
        """A formula of a constant value is the number, in a motion of large displacements under both laws, to round-off."""
        keys = {**SHEET, "mesh_n": "4,3", "part_skin_element": "finite_membrane", "part_skin_young": 500, "part_skin_poisson": 0.3, "loads": "all", "load_all_pressure": 2, "dt": 5e-3, "t_end": 0.1}
        explicit_steps = {"integrator": "central_difference", "part_skin_mass": "lumped", "dt": 1e-3}
        for law in ("stvk", "neo_hookean"):
            for explicit in ({}, explicit_steps) if RELEASE else ({},) if law == "stvk" else (explicit_steps,):
                a, b = (run(**{**keys, **explicit}, part_skin_law=law, part_skin_thickness="0.2" + zero, part_skin_density="3" + zero, part_skin_prestress="10" + zero) for zero in ("", "+0*x"))
                np.testing.assert_allclose(a.frames[-1]["displacement"], b.frames[-1]["displacement"], atol=1e-12)
                self.assertGreater(np.abs(a.frames[-1]["displacement"]).max(), 1e-2)
                for what in a.energy:
                    np.testing.assert_allclose(a.energy[what], b.energy[what], atol=1e-11 * a.energy["kinetic"].max())

    def test_energy(self):
        keys = {**SHEET, "mesh_n": "4,3", "part_skin_element": "finite_membrane", "part_skin_young": 500, "part_skin_poisson": 0.3, "loads": "all", "load_all_traction": "0,0,2",
                "part_skin_thickness": "0.2+0.05*x", "part_skin_density": "3-y", "part_skin_prestress": "10+5*x*y", "integrator": "trapezoidal", "t_end": 0.2}
        errors = [balance(run(**keys, dt=dt)) for dt in (4e-3, 2e-3, 1e-3)]
        self.assertGreater(orders(errors).min(), 1.8, errors)


class Everywhere(unittest.TestCase):
    KEYS = {"rope": {**line(LENGTH, 9), **CHAIN, "part_rope_ea": "300*(1+0.2*x)", "part_rope_mass_per_length": "0.3+0.05*x", "part_rope_prestress": "20-3*x", "gravity": "0,0,-3", "supports": "start,end"},
            "skin": {**SHEET, "mesh_n": "5,4", "part_skin_element": "finite_membrane", "part_skin_young": 500, "part_skin_poisson": 0.3, "loads": "all", "load_all_pressure": 2,
                     "part_skin_thickness": "0.2+0.05*x", "part_skin_density": "3-y", "part_skin_prestress": "10+5*x*y"}}

    def pieces(self, ends, ranks, **keys):
        with tempfile.TemporaryDirectory() as folder:
            for k, (end, n) in enumerate(zip(ends, ranks)):
                done = fsolve(options(**{**keys, "quiet": True, "output": "out.h5", "checkpoint": "kept", "t_end": end, "snes_atol": 1e-12, **({"restart": "kept"} if k else {})}), n, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            return Output(os.path.join(folder, "out.h5"))

    def test_ranks_and_restart(self):
        for name, case in self.KEYS.items():
            keys = {**case, "dt": 0.01, "integrator": "lms3"}
            whole = self.pieces((0.2,), (1,), **keys)
            for ranks in ((1, 3), (2, 8), (8, 2), (3, 2)) if RELEASE else ((1, 3),):
                with self.subTest(name, ranks=ranks):
                    out = self.pieces((0.1, 0.2), ranks, **keys)
                    x = whole.by_id("displacement")
                    np.testing.assert_allclose(out.by_id("displacement"), x, atol=1e-8 * np.abs(x).max())
                    for what, e in whole.energy.items():
                        np.testing.assert_allclose(out.energy[what], e, atol=1e-8 * max(np.abs(v).max() for v in whole.energy.values()))

    def test_wrong_input(self):
        rope, skin = self.KEYS["rope"], self.KEYS["skin"]
        cases = ((rope, {"part_rope_ea": "10-5*x"}, "must be finite and not negative"), (rope, {"part_rope_damping": "x"}, "damping"), (rope, {"part_rope_prestress": "3*q*x"}, "q"),
                 (rope, {"part_rope_initial_strain": "0.1"}, "both prestress and initial_strain"),
                 ({k: v for k, v in rope.items() if "prestress" not in k}, {"part_rope_unstrained_length": "5-t"}, "needs uniform properties"),
                 (skin, {"part_skin_young": "500+x"}, "young"), (skin, {"part_skin_thickness": "1-x"}, "positive"), (skin, {"part_skin_prestress": "1/(x-x)"}, "finite"))
        for keys, wrong, text in cases:
            done = fsolve(options(**{**keys, "t_end": 0.1, "dt": 0.01, **wrong}))
            self.assertEqual(done.returncode, 2, (wrong, done.stderr))
            self.assertIn(text, done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
