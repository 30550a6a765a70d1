# SPDX-License-Identifier: BSD-2-Clause
"""Ropes of constant length through rings: statics, bead on a string, tackles."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import balance, on_mesh, orders
from run import MORE_RANKS, Output, RELEASE, fsolve, options, run

G = 9.81


def rope(nodes, through, runner=run, masses=None, **keys):
    """Point masses at named places, a rope through some of them; those without a mass are fixed."""
    masses = masses or {}
    sets = {name: (gmsh_file.POINT, [(i,)]) for i, name in enumerate(nodes)}
    fixed = [name for name in nodes if name not in masses]
    model = {"parts": ",".join(nodes), "ties": "rope", "tie_rope_type": "rope", "tie_rope_through": ",".join(through), "gravity": f"0,{-G},0", "probes": ",".join(masses)}
    for name in nodes:
        model |= {f"part_{name}_element": "mass", f"part_{name}_mass": masses.get(name, 1)}
    if fixed:
        model["supports"] = ",".join(fixed)
    return on_mesh([tuple(map(float, x)) for x in nodes.values()], sets, runner, **{**model, **keys})


class Statics(unittest.TestCase):
    def test_slanted(self):
        """A ring hangs where both pieces have the same angle to the horizontal, with cos(angle) = span / length; T = W / (2 sin(angle))."""
        span, drop, length, weight = 1.2, 0.3, 2.0, 3 * G
        cosine = span / length
        sine = np.sqrt(1 - cosine**2)
        first = (length - drop / sine) / 2  # of the piece at the lower end
        expected = np.array([first * cosine, -first * sine, 0])
        # starts at another point of the ellipse, straight below the middle of the span
        start = np.array([0.6, -0.77, 0.0])
        at = {"a": (0, 0, 0), "ring": start, "b": (span, drop, 0)}
        out = rope(at, ("a", "ring", "b"), masses={"ring": 3}, analysis="static", tie_rope_length=length, assemble="positions", directions="xy")
        np.testing.assert_allclose(start + out.probe["ring"]["displacement"][-1], expected, atol=1e-9)
        self.assertAlmostEqual(out.probe["rope"]["force"][-1] / (weight / (2 * sine)), 1, delta=1e-9)


HALF, LENGTH = 0.6, 2.0             # of the span of the string, between the foci of the ellipse; of the string
LONG = LENGTH / 2                   # semi-axes of the ellipse
SHORT = np.sqrt(LONG**2 - HALF**2)
STRING = {"a": (-HALF, 0, 0), "ring": (0, -SHORT, 0), "b": (HALF, 0, 0)}


def bead(**keys):
    return rope(STRING, ("a", "ring", "b"), masses={"ring": 1}, **{"directions": "xyz", "dt": 2e-3, "t_end": 2, **keys})


def ellipse(speed, times):
    """Places and tensions of a bead of 1 kg that starts with a speed at the lowest point of the ellipse (a sin p, -b cos p): Runge and Kutta's method for the angle p."""
    def rate(y):
        p, w = y
        square = (LONG * np.cos(p)) ** 2 + (SHORT * np.sin(p)) ** 2
        return np.array([w, (-SHORT * G * np.sin(p) - (SHORT**2 - LONG**2) * np.sin(p) * np.cos(p) * w**2) / square])

    y, t, states = np.array([0, speed / LONG]), 0.0, []
    for end in times:
        steps = max(1, int(np.ceil((end - t) / 1e-3 - 1e-9)))
        h = (end - t) / steps
        for _ in range(steps if end > t else 0):
            k1 = rate(y)
            k2 = rate(y + h / 2 * k1)
            k3 = rate(y + h / 2 * k2)
            k4 = rate(y + h * k3)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t = end
        states.append(y)
    p, w = np.array(states).T
    x = np.array([LONG * np.sin(p), -SHORT * np.cos(p)]).T
    acceleration = np.array([LONG * np.cos(p), SHORT * np.sin(p)]).T * np.array([rate(y)[1] for y in states])[:, None] - x * (w**2)[:, None] + [0, G]
    pull = sum((f - x) / np.linalg.norm(f - x, axis=1)[:, None] for f in ([-HALF, 0], [HALF, 0]))
    return x, np.sum(acceleration * pull, axis=1) / np.sum(pull**2, axis=1)


class Bead(unittest.TestCase):
    """A ring on a string between two fixed points moves on an ellipse."""

    def test_modes(self):
        """About equilibrium: omega^2 = g b / a^2 along the string, where the ellipse has the radius of curvature a^2 / b, and g / b across, as a pendulum."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = bead(runner=lambda ranks=1, **keys: fsolve(options(output=path, **keys), ranks), analysis="modes", modes=2, initial_static=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            with h5py.File(path) as f:
                np.testing.assert_allclose(f["modes/frequency"][:2] * 2 * np.pi, [np.sqrt(G * SHORT) / LONG, np.sqrt(G / SHORT)], rtol=1e-8)

    def motion(self, **keys):
        """Largest errors of place and tension, and of the balance of energy, of a swing whose tension varies by a factor of two."""
        out = bead(initials="ring", initial_ring_velocity_x=3, **keys)
        x, tension = ellipse(3, out.time)
        return abs(out.probe["ring"]["displacement"][:, :2] + [0, -SHORT] - x).max(), abs(out.probe["rope"]["force"] - tension).max() / tension.max(), balance(out)

    def test_large_motion(self):
        """An accurate scheme agrees with the ellipse to the round-off of both; Runge and Kutta's method has an error of 1e-12 here."""
        np.testing.assert_array_less(self.motion(integrator="esdirk43_6l", stabilize="projection", dt=1e-3), 1e-10)

    def test_schemes(self):
        """Every family that solves constraints has its order 2 in places and energy; with stabilization also in the tension."""
        ways = [(i, s) for i in ("lms4", "ss4") for s in ("none", "velocity", "projection")] + [(i, "none") for i in ("bathe", "generalized_alpha", "hht_si2", "ce3")] + [("bathe", "velocity")]
        for integrator, stabilize in ways if RELEASE else ways[2::4]:
            with self.subTest(integrator, stabilize=stabilize):
                errors = np.array([self.motion(integrator=integrator, stabilize=stabilize, t_end=1, dt=dt) for dt in (4e-3, 2e-3)])
                order = orders(errors)[0]
                self.assertLess(errors[0, 0], 1e-3)
                self.assertGreater(order[0], 1.8)
                if stabilize != "none" or integrator in ("hht_si2", "ce3"):
                    self.assertGreater(order[1], 1.8)

    def test_ranks_and_restart(self):
        """The rope's nodes are on other ranks; a run that continues has the same bits."""
        keys = {"initials": "ring", "initial_ring_velocity_x": 3, "t_end": 0.2}
        one = bead(**keys)
        for ranks in MORE_RANKS if RELEASE else (3,):
            out = bead(ranks=ranks, **keys)
            np.testing.assert_allclose(out.probe["ring"]["displacement"], one.probe["ring"]["displacement"], atol=1e-10)
            np.testing.assert_allclose(out.probe["rope"]["force"], one.probe["rope"]["force"], rtol=1e-8)
        with tempfile.TemporaryDirectory() as folder:
            mesh, path, kept = (os.path.join(folder, name) for name in ("mesh.msh", "out.h5", "kept"))

            def go(mesh_from, ranks=1, **more):
                if not os.path.exists(mesh):
                    os.rename(mesh_from, mesh)
                    os.symlink(mesh, mesh_from)  # the mesh file of the folder is removed with it
                return fsolve(options(mesh=mesh, output=path, **more), ranks)

            for more in ({"t_end": 0.1, "checkpoint": kept}, {"restart": kept}):
                done = bead(runner=lambda mesh, **given: go(mesh, **given), **{**keys, **more})
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            np.testing.assert_array_equal(Output(path).probe["ring"]["displacement"][-1], one.probe["ring"]["displacement"][-1])


class Tackles(unittest.TestCase):
    def test_weights(self):
        """Two masses on a rope over a ring that is fixed: a = g (m1 - m2) / (m1 + m2), T = 2 m1 m2 g / (m1 + m2) (Atwood); the scheme is exact for constant accelerations."""
        at = {"one": (0, -2, 0), "ring": (0, 0, 0), "two": (0, -3, 0)}
        out = rope(at, ("one", "ring", "two"), masses={"one": 3, "two": 2}, directions="y", integrator="bathe", dt=0.05, t_end=1)
        np.testing.assert_allclose(out.probe["two"]["displacement"][:, 1], G / 5 * out.time**2 / 2, atol=1e-10)
        np.testing.assert_allclose(out.probe["rope"]["force"], 12 * G / 5, rtol=1e-9)

    def test_block(self):
        """A block hangs on four falls of the rope, whose end carries a weight: it rises by a quarter of the weight's way, and T = 5 M m g / (M + 16 m)."""
        at = {"first": (0, 0, 0), "block": (0, -3, 0), "second": (0, 0.5, 0), "third": (0, 1, 0), "weight": (0, -1, 0)}
        block, weight = 8.0, 3.0
        out = rope(at, ("first", "block", "second", "block", "third", "weight"), masses={"block": block, "weight": weight}, directions="y", integrator="bathe", dt=0.05, t_end=0.5)
        np.testing.assert_allclose(out.probe["rope"]["force"], 5 * block * weight * G / (block + 16 * weight), rtol=1e-9)
        np.testing.assert_allclose(out.probe["weight"]["displacement"][:, 1], -4 * out.probe["block"]["displacement"][:, 1], atol=1e-10)


class Constraints(unittest.TestCase):
    def test_pushes(self):
        """A ring that is thrown upwards so fast that the string would become slack is warned of, with the largest thrust and its time; a string that stays taut is not."""
        for speed, pushes in ((3, False), (5.8, True)):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "out.h5")
                done = bead(runner=lambda ranks=1, **keys: fsolve(options(output=path, **keys), ranks), initials="ring", initial_ring_velocity_x=speed, t_end=1, integrator="esdirk43_6l", stabilize="projection")
                self.assertEqual(done.returncode, 0, done.stderr)
                tension = Output(path).probe["rope"]["force"]
                self.assertEqual(tension.min() < 0, pushes)
                self.assertEqual("tie 'rope' pushes with up to" in done.stderr, pushes, done.stderr)
                if pushes:
                    self.assertIn(f"pushes with up to {-tension.min():.4g} N, at t = {Output(path).time[tension.argmin()]:.6g}", done.stderr)

    def test_twice(self):
        """The same rope twice: one equation is dropped, the ties are named, and the sum of both tensions is that of one."""
        out = bead(t_end=0.1, initials="ring", initial_ring_velocity_x=3)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = bead(runner=lambda ranks=1, **keys: fsolve(options(output=path, **keys), ranks), t_end=0.1, initials="ring", initial_ring_velocity_x=3, ties="rope,again", tie_again_type="rope", tie_again_through="b,ring,a")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("follow from the others (again)", done.stdout)
            np.testing.assert_allclose(Output(path).probe["ring"]["displacement"], out.probe["ring"]["displacement"], atol=1e-10)

    def test_refused(self):
        for keys, message in (({"tie_rope_through": "a,ring"}, "-tie_rope_through: a rope has a start, one ring or more, and an end"), ({"tie_rope_through": "a,ring,c"}, "the mesh has no set 'c'"),
                              ({"tie_rope_through": "a,all,b"}, "-tie_rope_through: set 'all' has 3 nodes"), ({"tie_rope_through": "a,ring,ring"}, "'ring' and 'ring' are the same node"),
                              ({"tie_rope_length": -1}, "-tie_rope_length -1: give the length"), ({"tie_rope_length": 2.1}, "tie 'rope'"), ({"tie_rope_set": "all"}, "-tie_rope_set"),
                              ({"tie_rope_through": None}, "tie 'rope' has no nodes")):
            with self.subTest(message):
                done = bead(runner=lambda ranks=1, **given: fsolve(options(**{k: v for k, v in given.items() if v is not None}), ranks), **keys)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
