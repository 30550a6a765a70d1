# SPDX-License-Identifier: BSD-2-Clause
"""Beams with two nodes and corrected flexibility: exact in one element for small motions, of order 4 in space for large ones."""
import unittest

import numpy as np

from models import STATIC, cantilever, orders, solver, tip
from run import RELEASE, run
from studies import study

FULL = {"part_beam_correction": "full"}
UNIT = {"mesh_upper": "1,0,0", **STATIC, **FULL, **{f"part_beam_{k}": 1 for k in ("gj", "eiy", "eiz")}}
STIFF = {f"part_beam_{k}": 1e6 for k in ("ea", "gay", "gaz")}


def hat(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def end_motion(S, L, f):
    """Displacement and rotation of the end of a straight cantilever along x under the end force and moment f: the integral of the forces' work."""
    F = np.linalg.inv(S)
    total = np.zeros((6, 6))
    for x, weight in zip(*np.polynomial.legendre.leggauss(3)):  # exact for the square of a linear function
        to_end = np.eye(6)
        to_end[3:, :3] = (L - (1 + x) * L / 2) * hat([1, 0, 0])  # forces at the section by those at the end
        total += weight * L / 2 * to_end.T @ F @ to_end
    return total @ f


class OneElement(unittest.TestCase):
    def test_cantilever(self):
        """General sections and end loads: the same end as the exact solution, from one element and from three."""
        for seed in range(6):
            random = np.random.default_rng(seed)
            B = random.normal(size=(6, 6))
            scale = np.array([30, 10, 10, 1, 1, 2]) * 10 ** random.uniform(-1, 1, 6)
            S = np.sqrt(np.outer(scale, scale)) * (0.05 * B @ B.T + np.eye(6))
            f, L = random.normal(size=6), random.uniform(0.2, 5)
            exact = end_motion(S, L, f)
            for n in (1, 3):
                out = run(mesh="line", mesh_n=n, mesh_upper=f"{L},0,0", parts="beam", part_beam_set="all", part_beam_element="beam",
                          part_beam_stiffness=",".join(f"{s:.17g}" for s in S.ravel()), part_beam_direction="0,1,0", supports="start", probes="end",
                          loads="end,turn", load_end_force=",".join(map(repr, map(float, f[:3]))), load_turn_set="end",
                          load_turn_moment=",".join(map(repr, map(float, f[3:]))),
                          linearize=True, **STATIC, **FULL)
                np.testing.assert_allclose(tip(out), exact[:3], atol=1e-10 * abs(exact).max())

    def test_sway(self):
        """A column that is clamped below and guided above: F h^3/(12 EI) + F h/GA, and 2 EI/h of it as moments at the ends."""
        EI, GA, h = 3.0, 40.0, 2.0
        out = cantilever(mesh_n=1, mesh_upper=f"{h},0,0", part_beam_ea=100, part_beam_gay=GA, part_beam_gaz=GA, part_beam_gj=1, part_beam_eiy=EI,
                         part_beam_eiz=EI, supports="start,end", support_end_fix_rotation="all", support_end_fix="none", loads="end",
                         load_end_force="0,0.01,0", linearize=True, **STATIC, **FULL)
        self.assertAlmostEqual(tip(out)[1] / (0.01 * (h**3 / (12 * EI) + h / GA)), 1, delta=1e-10)
        frame = out.frames[-1]
        np.testing.assert_allclose(frame["beam/line/force"][0], [0, 0.01, 0], atol=1e-12)  # that of the section in the middle
        np.testing.assert_allclose([frame["beam/line/moment_start"][0][2], frame["beam/line/moment_end"][0][2]], [0.01, -0.01], rtol=1e-10)
        np.testing.assert_allclose(frame["beam/line/strain"][0], [0, 0.01 / GA, 0], atol=1e-12)


class LargeRotations(unittest.TestCase):
    def test_order(self):
        """A straight cantilever whose end moves by half its length in space: four elements are right to 2e-4 of it, and the error falls with h^4."""
        def end(n):
            return tip(cantilever(mesh_n=n, dt=0.25, **{**UNIT, **STIFF, "part_beam_eiz": 3, "part_beam_gj": 0.6}, loads="end",
                                  load_end_force="-0.5,3,2", load_end_time="t"))

        ends = {n: end(n) for n in (4, 8, 16, 32)}
        exact = ends[32] + (ends[32] - ends[16]) / 15
        errors = [np.linalg.norm(ends[n] - exact) for n in (4, 8, 16)]  # of the length
        self.assertAlmostEqual(orders(errors)[-1], 4, delta=0.1)
        self.assertLess(errors[0], 2.5e-4)

    def test_plane(self):
        """P L^2/EI = 4, by elliptic integrals without shear and stretch, whose share is 1e-6; and an end moment of half a turn."""
        ends = {n: tip(cantilever(mesh_n=n, dt=0.25, **UNIT, **STIFF, loads="end", load_end_force="0,4,0", load_end_time="t")) for n in (2, 4, 8)}
        exact = np.array([-0.328941, 0.669964, 0])  # Mattiasson, Int. J. Numer. Meth. Eng. 17 (1981): 0.32894, 0.66996
        errors = [np.linalg.norm(ends[n] - exact) / np.linalg.norm(exact) for n in (2, 4, 8)]
        self.assertLess(errors[0], 3e-3)
        self.assertLess(errors[1], 2e-4)
        self.assertLess(errors[2], 2.5e-5)
        for n, bound in ((2, 2.5e-3), (4, 1.5e-4)):
            rolled = tip(cantilever(mesh_n=n, dt=0.125, **UNIT, **STIFF, loads="end", load_end_moment=f"0,0,{np.pi}", load_end_time="t"))
            self.assertLess(np.linalg.norm(rolled - [-1, 2 / np.pi, 0]) / 2, bound, n)

    def test_large_steps(self):
        """Slender beams turn far in one load step. With the stresses of the tangents predicted, they need at most twice the iterations without correction."""
        keys = {**UNIT, **STIFF, "part_beam_eiz": 3, "part_beam_gj": 0.6, "load_end_time": "t", "loads": "end"}
        for case in ({"mesh_n": 10, "load_end_moment": f"0,0,{6 * np.pi}", "dt": 0.5}, {"mesh_n": 1, "load_end_force": "-0.5,3,2", "dt": 0.5},
                     {"mesh_n": 8, "load_end_force": "0,0,4", "dt": 0.5}):
            steps, iterations = [], []
            for correction in ("none", "full"):
                series, out, _ = solver(None, mesh="line", parts="beam", part_beam_set="all", part_beam_element="beam", supports="start", probes="end",
                                        **{**keys, **case, "part_beam_correction": correction})
                steps.append(len(series["newton"]))
                iterations.append(series["newton"].sum())
            with self.subTest(case):
                self.assertLessEqual(steps[1], steps[0])
                self.assertLessEqual(iterations[1], 2 * iterations[0])
                if "load_end_moment" in case:
                    np.testing.assert_allclose(tip(out), [-1, 0, 0], atol=1e-8)  # a full turn

    def test_ranks(self):
        """The same motion on two and three ranks, damped, and after a restart: to round-off."""
        keys = {**UNIT, **STIFF, "analysis": "transient", "mesh_n": 7, "part_beam_mass_per_length": 1, "part_beam_inertia": "1e-3,1e-3,1e-3,0,0,0",
                "part_beam_damping": 1e-3, "loads": "end", "load_end_force": "0,3,2", "load_end_time": "min(t,1)", "dt": 0.05, "t_end": 1}
        one = tip(cantilever(**keys))
        self.assertGreater(abs(one).max(), 0.3)
        for ranks in (2, 3) if RELEASE else (3,):
            np.testing.assert_allclose(tip(cantilever(ranks=ranks, **keys)), one, rtol=1e-9)

    def test_buckling(self):
        """pi^2/4 EI/L^2 of a cantilever; with one element 0.8 % above it."""
        for n, bound in ((1, 8e-3), (2, 6e-4), (4, 5e-5)):
            keys = {**UNIT, **STIFF, "analysis": "buckling", "part_beam_ea": 1e6, "part_beam_element": "beam"}
            out = study("buckling", mesh="line", mesh_n=n, parts="beam", part_beam_set="all", supports="start", loads="end", load_end_force="-1,0,0",
                        buckling=1, quiet=True, **keys)
            self.assertAlmostEqual(out["factor"][0] / (np.pi**2 / 4), 1, delta=bound)


ARC = {"mesh": "frame", "points": "root,end", "point_root": "0,0,0", "members": "arc", "member_arc": "root,end", "parts": "arc", "part_arc_element": "beam",
       "part_arc_correction": "full", "supports": "root", "probes": "end", "loads": "end", **STATIC}


class Arcs(unittest.TestCase):
    """Members along arcs: their cells know the curvature and the length of the arc."""

    def test_bend(self):
        """The bend of 45 degrees (Bathe & Bolourchi, Int. J. Numer. Meth. Eng. 14, 1979), E = 1e7, G = E/2, section 1 x 1: h^4."""
        def end(n, **more):
            return tip(run(**{**ARC, "point_end": "70.710678118654755,29.289321881345254,0", "member_arc_center": "0,100,0", "member_arc_n": n, "dt": 0.125,
                              **{f"part_arc_{k}": 1e7 / (1 if k == "ea" else 2 if k[0] == "g" and k != "gj" else 12) for k in ("ea", "gay", "gaz", "eiy", "eiz")},
                              "part_arc_gj": 0.845e7 / 12, "load_end_force": "0,0,600", "load_end_time": "t", **more}))

        ends = {n: end(n) for n in (2, 4, 8, 16)}
        exact = ends[16] + (ends[16] - ends[8]) / 15
        errors = [np.linalg.norm(ends[n] - exact) / np.linalg.norm(exact) for n in (2, 4, 8)]
        for error, bound in zip(errors, (2.6e-3, 1.8e-4, 1.2e-5)):
            self.assertLess(error, bound)
        self.assertAlmostEqual(orders(errors)[-1], 4, delta=0.1)
        for keys in ({"ranks": 2}, {"ranks": 3}):
            np.testing.assert_allclose(end(4, **keys), ends[4], rtol=1e-9)

    def test_small_motions(self):
        """The end of a slender quarter ring under a force in its plane and one across it (Castigliano's theorem, with torsion): h^4."""
        R, EA, GA, GJ, EI = 2.0, 1e6, 1e6, 0.7, 1.0
        quarter = np.pi / 4
        in_plane = R**3 / EI * quarter + R / EA * quarter + R / GA * quarter  # along the force, from the tangent at the end
        across = R**3 * (quarter / EI + (3 * np.pi / 4 - 2) / GJ) + R * np.pi / 2 / GA
        for force, exact, at in (("0,0,1", across, 2), ("-1,0,0", in_plane, 0)):
            errors = []
            for n in (2, 4, 8):
                out = run(**{**ARC, "point_end": f"{R},{R},0", "member_arc_center": f"0,{R},0", "member_arc_n": n, "linearize": True, "part_arc_ea": EA,
                             "part_arc_gay": GA, "part_arc_gaz": GA, "part_arc_gj": GJ, "part_arc_eiy": EI, "part_arc_eiz": EI, "load_end_force": force})
                errors.append(abs(abs(tip(out)[at]) / exact - 1))
            self.assertLess(errors[-1], 2e-5, errors)
            self.assertGreater(orders(errors)[-1], 3.7, errors)

    def test_at_rest(self):
        """An arc without loads has no forces, and a placement moves the arc along."""
        keys = {"point_end": "0,2,0", "member_arc_through": "1,1,0", "member_arc_n": 3, "part_arc_direction": "0,0,1",
                **{f"part_arc_{k}": 1 for k in ("ea", "gay", "gaz", "gj", "eiy", "eiz")}, "load_end_force": "0,0,0.001", "linearize": True}
        plain = run(**{**ARC, **keys})
        placed = run(**{**ARC, **keys, "mesh_rotate": "0,90,0", "mesh_translate": "1,2,3", "load_end_force": "0.001,0,0", "part_arc_direction": "1,0,0"})
        np.testing.assert_allclose(tip(placed)[[2, 1, 0]] * [-1, 1, 1], tip(plain), atol=1e-12)
        rest = run(**{**ARC, **keys, "load_end_force": "0,0,0"})
        np.testing.assert_allclose(rest.frames[-1]["arc/line/force_start"], 0, atol=1e-14)
        with self.assertRaisesRegex(RuntimeError, "status 2.* is an arc of more than 1.8 rad: its member needs more cells"):
            run(**{**ARC, **keys, "member_arc_n": 1})


if __name__ == "__main__":
    unittest.main()
